"""All lessons and puzzles there are: the shipped ones and the learner's own."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date
from functools import cached_property
from pathlib import Path
from typing import TypeVar

from trainer.content.daily import FILE, RETIRED, Schedule, read_retired, read_schedule
from trainer.content.errors import BrokenFile, NoSuchContent
from trainer.content.heads import Head, read_head
from trainer.content.load import id_of, load_lesson, load_puzzle, number_of
from trainer.content.locate import KINDS, shipped_root
from trainer.content.model import Lesson, Puzzle
from trainer.game import suggestion

Item = TypeVar("Item", Lesson, Puzzle)

SUFFIX = ".yaml"
LISTED = 40
"""Names that a sentence lists; of more it names a few."""


class Library:
    """Finds lessons and puzzles by id or file name. A file is read when it is asked for.

    Where two files have one id, the shipped one is found; the checker tells of the other.
    """

    def __init__(self, *own: Path, shipped: Path | None = None) -> None:
        """``own`` are the learner's content folders, each with ``lessons`` and ``puzzles`` in it.

        A folder that does not exist is as good as an empty one.
        """
        self.shipped = shipped_root() if shipped is None else shipped
        self.roots = (self.shipped, *own)
        self._read: dict[Path, Lesson | Puzzle] = {}

    @property
    def folders(self) -> tuple[Path, ...]:
        """The folders of lessons and of puzzles that there are."""
        folders = [root / kind for root in self.roots for kind in KINDS]
        return tuple(folder for folder in folders if os.path.isdir(folder))

    @cached_property
    def lesson_files(self) -> dict[str, Path]:
        """The files of all lessons by id, in the order of their numbers; no file is read."""
        files = _files(self.roots, "lessons", id_of)
        ordered = sorted(files.items(), key=lambda item: (number_of(item[1]) or 1000, item[0]))
        return dict(ordered)

    @cached_property
    def puzzle_files(self) -> dict[str, Path]:
        """The files of all puzzles by id; no file is read."""
        return dict(sorted(_files(self.roots, "puzzles", lambda path: path.stem).items()))

    @cached_property
    def puzzle_heads(self) -> dict[str, Head]:
        """What all puzzles are chosen by, by id; no more of their files is read."""
        return {name: read_head(path) for name, path in self.puzzle_files.items()}

    @property
    def lesson_ids(self) -> tuple[str, ...]:
        """Ids of all lessons, in order."""
        return tuple(self.lesson_files)

    @property
    def puzzle_ids(self) -> tuple[str, ...]:
        """Ids of all puzzles."""
        return tuple(self.puzzle_files)

    @property
    def lessons(self) -> tuple[Lesson, ...]:
        """Every lesson that can be read, in order."""
        return tuple(self._readable(self.lesson_files.values(), load_lesson))

    @property
    def puzzles(self) -> tuple[Puzzle, ...]:
        """Every puzzle that can be read, by id."""
        return tuple(self._readable(self.puzzle_files.values(), load_puzzle))

    @property
    def faults(self) -> tuple[BrokenFile, ...]:
        """What keeps the other files from being read."""
        found = []
        for files, load in (
            (self.lesson_files, self._lesson_at),
            (self.puzzle_files, self._puzzle_at),
        ):
            for path in files.values():
                try:
                    load(path)
                except BrokenFile as error:
                    found.append(error)
        return tuple(found)

    @cached_property
    def schedule(self) -> Schedule:
        """The shipped daily list.

        Raises:
            BrokenFile: it cannot be read.
        """
        return read_schedule(self.shipped / "puzzles" / FILE)

    @cached_property
    def retired(self) -> Mapping[str, date]:
        """From when on shipped puzzles are retired, by id.

        Raises:
            BrokenFile: the list cannot be read.
        """
        return read_retired(self.shipped / "puzzles" / RETIRED)

    def lesson(self, name: str) -> Lesson:
        """A lesson by id, number or file.

        Raises:
            NoSuchContent: there is none of that name.
            BrokenFile: the file cannot be read.
        """
        for path in self.lesson_files.values():
            if name == str(number_of(path)):
                return self._lesson_at(path)
        return self._lesson_at(_find(name, self.lesson_files, "lesson"))

    def puzzle(self, name: str) -> Puzzle:
        """A puzzle by id or file.

        Raises:
            NoSuchContent: there is none of that name.
            BrokenFile: the file cannot be read.
        """
        return self._puzzle_at(_find(name, self.puzzle_files, "puzzle"))

    def _lesson_at(self, path: Path) -> Lesson:
        return self._kept(path, load_lesson)

    def _puzzle_at(self, path: Path) -> Puzzle:
        return self._kept(path, load_puzzle)

    def _kept(self, path: Path, load: Callable[[Path], Item]) -> Item:
        if path not in self._read:
            self._read[path] = load(path)
        return self._read[path]  # type: ignore[return-value]  # a path is read by one loader only

    def _readable(self, paths: Iterable[Path], load: Callable[[Path], Item]) -> Iterator[Item]:
        for path in paths:
            try:
                yield self._kept(path, load)
            except BrokenFile:
                continue  # told by faults


def _files(roots: Iterable[Path], kind: str, name: Callable[[Path], str]) -> dict[str, Path]:
    files: dict[str, Path] = {}
    for root in roots:
        for path in _listed(root / kind):
            files.setdefault(name(path), path)
    return files


def _listed(folder: Path) -> list[Path]:
    """The YAML files of a folder; none where it is missing or may not be looked into."""
    try:
        found = sorted(folder.glob(f"*{SUFFIX}"))
    except OSError:
        return []
    # Not a pipe, for nobody may ever write into it.
    return [path for path in found if os.path.isfile(path)]


def _find(name: str, files: dict[str, Path], what: str) -> Path:
    """A file by id, or by its path where the name looks like one."""
    if name in files:
        return files[name]
    path = Path(name)
    # os.path answers no to names that no file can have, where Path raises.
    if path.suffix in (SUFFIX, ".yml") or path.name != name or os.path.isfile(name):
        return path
    few = len(files) <= LISTED
    known = ", ".join(files) if few else f"{len(files)}, among them {', '.join([*files][:3])}"
    known = known or "none yet"
    raise NoSuchContent(
        f"there is no {what} '{name}'{suggestion(name, files)} (there are: {known})"
    )
