"""What is wrong with content, as a value and as an exception."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, order=True)
class Problem:
    """One thing wrong in one place; problems sort by file, then line.

    ``line`` and ``column`` count from 1, columns in characters.
    """

    path: Path
    line: int
    column: int
    sentence: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}:{self.column}: {self.sentence}"


class ContentError(ValueError):
    """A lesson, puzzle or list that is not there or cannot be read; ``str`` is for a person."""


class NoSuchContent(ContentError):
    """There is no lesson or puzzle of that name; the sentence says which there are."""


class BrokenFile(ContentError):
    """A file that cannot be read. ``str`` is ``file:line:column: sentence``."""

    def __init__(self, path: Path, line: int, column: int, sentence: str) -> None:
        self.problem = Problem(path, line, column, sentence)
        super().__init__(str(self.problem))
