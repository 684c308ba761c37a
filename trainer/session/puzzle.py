"""Puzzles: which one comes next, and the one of the day."""

from __future__ import annotations

from datetime import date

from trainer.content import Library, Puzzle
from trainer.progress import PuzzleState, Store
from trainer.session.sitting import Item, Sitting, Study


def sit(puzzle: Puzzle, study: Study, daily: date | None = None) -> Sitting:
    """Sit down to a puzzle; with ``daily`` to the one of that date.

    Raises:
        ProgressError: the daily cannot be begun.
    """
    exercise = puzzle.exercise
    if daily is not None:
        study.store.start_daily(daily, puzzle.id, study.clock())
    return Sitting(
        study,
        Item(
            source="puzzle" if daily is None else "daily",
            source_id=puzzle.id,
            question_id=puzzle.id,
            question=exercise.question,
            prompt=exercise.prompt,
            hints=exercise.hints,
            explain=exercise.explain,
            receipt=exercise.receipt,
            daily=daily,
        ),
    )


def next_puzzle(library: Library, store: Store) -> Puzzle | None:
    """The puzzle to offer: one that waits to be solved, else a new one; None when all are done."""
    states = store.puzzle_states()

    def order(puzzle: Puzzle) -> int:
        state: PuzzleState | None = states.get(puzzle.id)
        return {"waiting": 0, None: 1, "skipped": 2}.get(state, 3)

    waiting = [puzzle for puzzle in library.puzzles if order(puzzle) < 3]
    return min(waiting, key=order) if waiting else None
