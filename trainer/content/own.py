"""A position of one's own saved as a puzzle that the checker accepts."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import yaml

from trainer.coach.choices import choices
from trainer.coach.questions import Decide
from trainer.content.check import Progress, check, update
from trainer.content.errors import ContentError
from trainer.content.library import SUFFIX, Library
from trainer.content.load import load_puzzle
from trainer.content.receipts import receipts_path
from trainer.game import Position
from trainer.solver.exact import exact_values

NEUTRAL_HINTS = (
    "Look at the whole hand first, then at what has been thrown.",
    "Weigh what each choice leaves, what it waits for and what it gives away.",
)
"""For a position whose generated hints would give the answer away."""


def save_puzzle(
    content: Path,
    position: Position,
    title: str,
    themes: Sequence[str] = (),
    progress: Progress | None = None,
) -> Path:
    """Save a decision as a puzzle in a learner's content folder, certified and checked.

    Returns the file; its stem is the puzzle's id.

    Raises:
        ContentError: it makes no fair puzzle; nothing is left behind.
        OSError: the folder cannot be written to.
        SolverError: the estimates cannot be made here.
    """
    folder = content / "puzzles"
    folder.mkdir(parents=True, exist_ok=True)
    number = 1
    while (folder / f"my-deal-{number}{SUFFIX}").exists():
        number += 1
    path = folder / f"my-deal-{number}{SUFFIX}"
    mapping: dict[str, object] = {
        "format": 1,
        "id": path.stem,
        "title": title,
        "author": "me",
        "themes": list(themes),
        "ask": "decide",
        "position": position.to_mapping(),
    }
    kept = False
    try:
        kept = _certified(path, mapping, Library(content), progress)
    finally:
        if not kept:
            path.unlink(missing_ok=True)
            receipts_path(path).unlink(missing_ok=True)
    return path


def _certified(
    path: Path, mapping: dict[str, object], library: Library, progress: Progress | None
) -> bool:
    """Write a puzzle with its receipt and answers; True once nothing is wrong with it."""
    write_mapping(path, mapping)
    update([path], library, progress)
    exercise = load_puzzle(path).exercise
    question, analysis = exercise.question, exercise.receipt
    assert isinstance(question, Decide)
    if analysis is not None:
        accepted = [choice.text for choice in choices(question, analysis) if choice.accepted]
    else:
        values = exact_values(question.position) or ()
        accepted = [value.action for value in values if value.accepted]
    mapping["answers"] = accepted
    problems = []
    for hints in ((), NEUTRAL_HINTS):
        if hints:
            mapping["hints"] = list(hints)
        write_mapping(path, mapping)
        problems = check([path], library)
        if not problems:
            return True
    raise ContentError(f"this position makes no fair puzzle: {problems[0].sentence}")


def write_mapping(path: Path, mapping: dict[str, object]) -> None:
    """Write the keys of a puzzle as its file.

    Raises:
        OSError: it cannot be written.
    """
    text = yaml.safe_dump(mapping, sort_keys=False, allow_unicode=True, width=100)
    path.write_text(text, encoding="utf-8")
