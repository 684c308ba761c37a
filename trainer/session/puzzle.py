"""Puzzles: which one comes next, and the one of the day."""

from __future__ import annotations

from contextlib import suppress
from datetime import date

from trainer.content import BrokenFile, Library, Puzzle
from trainer.progress import Store
from trainer.session.sitting import Item, Sitting, Study


def sit(puzzle: Puzzle, study: Study, daily: date | None = None) -> Sitting:
    """Sit down to a puzzle; with ``daily`` to the one of that date.

    Raises:
        ProgressError: the daily cannot be begun.
    """
    if daily is not None:
        study.store.start_daily(daily, puzzle.id, study.clock())
    return Sitting(study, item_of(puzzle, daily))


def item_of(puzzle: Puzzle, daily: date | None = None) -> Item:
    """A puzzle as a question; with ``daily`` as the one of that date."""
    exercise = puzzle.exercise
    return Item(
        source="puzzle" if daily is None else "daily",
        source_id=puzzle.id,
        question_id=puzzle.id,
        question=exercise.question,
        prompt=exercise.prompt,
        hints=exercise.hints,
        explain=exercise.explain,
        themes=puzzle.themes,
        receipt=exercise.receipt,
        daily=daily,
    )


def next_puzzle(library: Library, store: Store) -> Puzzle | None:
    """The puzzle to offer; None when all that can be read are solved.

    First comes one that was left open after a hint, then those that wait to be solved, the longest
    untouched first, then new ones. One that was answered wrongly a moment ago comes after the new
    ones: its answer is still on the screen.
    """
    states = store.puzzle_states()
    waiting = [name for name, state in states.items() if state == "waiting"]
    opened = [name for name in waiting if store.hints_shown("puzzle", name, name)]
    latest = next(reversed(states), None)
    just_now = [name for name in waiting if name == latest and name not in opened]
    older = [name for name in waiting if name not in opened and name not in just_now]
    new = [name for name in library.puzzle_ids if name not in states]
    skipped = [name for name, state in states.items() if state == "skipped"]
    for name in (*opened, *older, *new, *just_now, *skipped):
        if name in library.puzzle_ids:
            with suppress(BrokenFile):  # told by the checker
                return library.puzzle(name)
    return None
