"""What a puzzle is chosen by, read without reading the puzzle: a bank of hundreds is chosen from at
once. The file is believed here; what is wrong with it is told when it is read as a whole."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import msgspec
import yaml

from trainer.content.errors import BrokenFile
from trainer.content.tree import read_text

UNRATED = 1500
"""Where a puzzle without a rating is placed."""

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@dataclass(frozen=True)
class Head:
    """What a puzzle's file says of it at the top level."""

    rating: int = UNRATED
    themes: tuple[str, ...] = ()


class _Form(msgspec.Struct, frozen=True):
    rating: int = UNRATED
    themes: tuple[str, ...] = ()


def read_head(path: Path) -> Head:
    """The head of a puzzle; the default one where it cannot be read."""
    try:
        lines = _top_level(read_text(path).splitlines(), _Form.__struct_fields__)
        value = yaml.load("\n".join(lines), _LOADER)
        form = msgspec.convert(value or {}, _Form)
    except (BrokenFile, yaml.YAMLError, msgspec.ValidationError):
        return Head()
    return Head(form.rating, form.themes)


def write_rating(path: Path, rating: int) -> None:
    """Put a rating into a puzzle's file, after its title if there is none; the rest stays as it is.

    Raises:
        BrokenFile: the file cannot be read.
        OSError: it cannot be written.
    """
    lines = read_text(path).splitlines()
    kept = [line for line in lines if not line.startswith("rating:")]
    at = next((n for n, line in enumerate(lines) if line.startswith("rating:")), None)
    if at is None:
        at = next((n + 1 for n, line in enumerate(kept) if line.startswith("title:")), len(kept))
    kept.insert(at, f"rating: {rating}")
    path.write_text("\n".join(kept) + "\n", "utf-8")


def _top_level(lines: Iterable[str], keys: tuple[str, ...]) -> list[str]:
    """The lines of some keys of the outermost mapping, with those that go on from them."""
    kept = []
    wanted = False
    for line in lines:
        if line[:1] not in ("", " ", "-", "#", "]"):
            wanted = line.partition(":")[0] in keys
        if wanted:
            kept.append(line)
    return kept
