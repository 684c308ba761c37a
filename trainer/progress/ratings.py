"""The learner's rating and those of puzzles, which follow from first attempts.

Nothing is stored but a puzzle's rating as it was when it was put.
"""

import sqlite3
from datetime import date, datetime

from msgspec import Struct

from trainer.progress.database import fetch
from trainer.progress.glicko import Rating, rated
from trainer.progress.puzzles import SOLVES
from trainer.progress.records import REVEALED, Moment

# Any hint makes an attempt unrated; but who has had the answer shown has failed.
RATED = f"""
SELECT source_id AS puzzle_id, at, local_date, puzzle_rating, puzzle_deviation, {SOLVES} AS solved
FROM attempts
WHERE first AND (rated OR hints >= {REVEALED})
  AND source IN ('puzzle', 'daily') AND puzzle_rating IS NOT NULL
ORDER BY at, id
"""


class RatedAttempt(Struct, frozen=True, kw_only=True):
    """A first attempt at a rated puzzle, and what both sides were rated after it."""

    puzzle_id: str
    at: datetime
    local_date: date
    solved: bool
    before: Rating
    """The learner's when the puzzle was put, ..."""
    after: Rating
    """... and once it was answered."""
    puzzle: Rating
    """The puzzle's, once it was answered."""


class _Row(Struct, frozen=True):
    puzzle_id: str
    at: Moment
    local_date: date
    puzzle_rating: float
    puzzle_deviation: float
    solved: bool


def rated_attempts(connection: sqlite3.Connection) -> list[RatedAttempt]:
    """Every rated attempt, in order of time."""
    learner = Rating()
    last: datetime | None = None
    found = []
    for row in fetch(connection, _Row, RATED):
        # A clock that was set back makes no time pass.
        days = 0.0 if last is None else max(0.0, (row.at - last).total_seconds() / 86400)
        before = learner.after_days(days)
        puzzle = Rating(row.puzzle_rating, row.puzzle_deviation)
        learner = rated(before, [(puzzle, float(row.solved))], periods=0.0)
        found.append(
            RatedAttempt(
                puzzle_id=row.puzzle_id,
                at=row.at,
                local_date=row.local_date,
                solved=row.solved,
                before=before,
                after=learner,
                puzzle=rated(puzzle, [(before, 1.0 - row.solved)], periods=0.0),
            )
        )
        last = row.at
    return found
