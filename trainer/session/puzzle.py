"""Puzzles: which one comes next, and the one of the day."""

from __future__ import annotations

from contextlib import suppress
from datetime import date

from trainer.content import BrokenFile, Library, Puzzle, is_retired, reserved
from trainer.progress import Rating, Store
from trainer.session.sitting import Item, Sitting, Study

SEEDED_DEVIATION = 110.0
"""Of a puzzle that bots have tried: people find other things hard."""

DIFFICULTIES = {"easier": -300, "normal": 0, "harder": 300}
"""How far from the learner's rating a puzzle is chosen."""


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
        rating=Rating() if puzzle.rating is None else Rating(puzzle.rating, SEEDED_DEVIATION),
    )


def free_puzzles(library: Library, day: date) -> list[str]:
    """The puzzles that are neither kept back for a daily to come nor retired."""
    kept_back: set[str] = set()
    with suppress(BrokenFile):  # told by the checker, and when the daily is asked for
        kept_back = reserved(library.schedule, day)
        kept_back |= {name for name in library.retired if is_retired(name, day, library)}
    return [name for name in library.puzzle_ids if name not in kept_back]


def next_puzzle(
    library: Library, store: Store, day: date, *, theme: str = "", difficulty: str = ""
) -> Puzzle | None:
    """The puzzle to offer; None when all that fit and can be read are solved.

    First comes one that was left open after a hint, then those that wait to be solved, the longest
    untouched first, then new ones, the nearest to the learner's rating first. One that was answered
    wrongly a moment ago comes after the new ones: its answer is still on the screen. Where a
    ``difficulty`` is asked for (`DIFFICULTIES`), it decides alone.
    """
    states = store.puzzle_states()
    heads = library.puzzle_heads
    target = store.rating().value + DIFFICULTIES[difficulty or "normal"]
    fitting = sorted(
        (name for name in free_puzzles(library, day) if not theme or theme in heads[name].themes),
        key=lambda name: abs(heads[name].rating - target),
    )
    waiting = [name for name, state in states.items() if state == "waiting"]
    opened = [name for name in waiting if store.hints_shown("puzzle", name, name)]
    latest = next(reversed(states), None)
    just_now = [name for name in waiting if name == latest and name not in opened]
    older = [name for name in waiting if name not in opened and name not in just_now]
    new = [name for name in fitting if name not in states]
    skipped = [name for name, state in states.items() if state == "skipped"]
    order = [*opened, *older, *new, *just_now, *skipped]
    if difficulty:
        order = [*(name for name in fitting if name in order and name not in just_now), *just_now]
    for name in order:
        if name in fitting:
            with suppress(BrokenFile):  # told by the checker
                return library.puzzle(name)
    return None
