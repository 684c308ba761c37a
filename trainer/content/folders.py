"""What lies in a content folder: the files to check, and those that do not belong there."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from trainer.content.daily import FILE, RETIRED
from trainer.content.errors import Problem
from trainer.content.library import SUFFIX
from trainer.content.locate import KINDS
from trainer.content.receipts import SUFFIX as RECEIPTS

LISTS = (FILE, RETIRED)


@dataclass
class Survey:
    """The files that some paths stand for, each once and in order, and what is amiss with them."""

    files: list[Path] = field(default_factory=list)
    """Lessons and puzzles."""
    lists: list[Path] = field(default_factory=list)
    """Daily lists and lists of retirements."""
    problems: list[Problem] = field(default_factory=list)

    def stray(self, path: Path, sentence: str) -> None:
        """Note a file that does not belong where it is."""
        self.problems.append(Problem(path, 1, 1, sentence))


def survey(paths: Iterable[Path]) -> Survey:
    """Look through files and folders; a folder with ``lessons`` or ``puzzles`` stands for those."""
    found = Survey()
    for path in paths:
        inner = [path / kind for kind in KINDS if (path / kind).is_dir()]
        for each in inner or [path]:
            if each.is_dir():
                _folder(each, found)
            else:
                _file(each, found)
    found.files = list(dict.fromkeys(found.files))
    found.lists = list(dict.fromkeys(found.lists))
    return found


def _file(path: Path, found: Survey) -> None:
    if path.name in LISTS:
        found.lists.append(path)
    elif path.name.endswith(RECEIPTS):
        found.files.append(_owner(path))
    else:
        found.files.append(path)


def _folder(folder: Path, found: Survey) -> None:
    for path in _visible(folder):
        if os.path.isdir(path):  # where a link leads back to itself, Path.is_dir raises
            found.stray(path, "a folder among the files: move its files up, or take it out")
        elif path.name in LISTS and folder.name == "puzzles":
            found.lists.append(path)
        elif path.name.endswith(RECEIPTS):
            if not _owner(path).exists():
                found.stray(path, f"receipts without their '{_owner(path).name}': take them out")
        elif path.suffix == SUFFIX:
            found.files.append(path)
        elif path.name != "README.md":
            also = f": call it '{path.stem}{SUFFIX}'" if path.suffix == ".yml" else ": take it out"
            found.stray(path, f"a stray file, neither lesson nor puzzle{also}")


def _visible(folder: Path) -> Iterator[Path]:
    """What lies in a folder, without the hidden files that editors and systems leave."""
    return (path for path in sorted(folder.iterdir()) if not path.name.startswith("."))


def _owner(receipts: Path) -> Path:
    """The lesson or puzzle that receipts are of."""
    return receipts.with_name(receipts.name.removesuffix(RECEIPTS) + SUFFIX)
