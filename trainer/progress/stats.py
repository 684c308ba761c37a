"""What the answers add up to."""

import sqlite3
from datetime import date
from math import sqrt

from msgspec import Struct

from trainer.progress.matches import PRACTICE
from trainer.progress.puzzles import dailies, puzzle_states
from trainer.progress.streak import Streak, streak

PROVISIONAL_BELOW = 200
"""Decisions an error rate needs before it means much."""


class Tally(Struct, frozen=True):
    """Answers, and how many of them were graded "right"."""

    attempts: int
    right: int


class ErrorRate(Struct, frozen=True):
    """Mean points lost per rated decision that was not forced.

    `low` and `high` bound its 95 % interval, None below two decisions.
    """

    decisions: int
    mean: float | None
    low: float | None
    high: float | None
    provisional: bool


class Stats(Struct, frozen=True, kw_only=True):
    """The learner so far. `right_share` is 0 to 1, None before the first answer."""

    attempts: int
    right_share: float | None
    by_grade: dict[str, int]
    by_source: dict[str, Tally]
    error_rate: ErrorRate
    lessons_finished: int
    puzzles_solved: int
    streak: Streak
    matches_finished: int
    matches_open: int


def error_rate(decisions: int, total: float, squares: float) -> ErrorRate:
    """The mean of points lost from their number, sum and sum of squares.

    The interval is mean +- 1.96 s / sqrt(n), the normal approximation with the sample's s.
    """
    mean = total / decisions if decisions else None
    low = high = None
    if mean is not None and decisions >= 2:
        # The difference of near-equal sums may come out a rounding error below zero.
        variance = max(0.0, squares - total * mean) / (decisions - 1)
        reach = 1.96 * sqrt(variance / decisions)
        low, high = max(0.0, mean - reach), mean + reach  # nobody loses less than nothing
    return ErrorRate(decisions, mean, low, high, decisions < PROVISIONAL_BELOW)


def stats(connection: sqlite3.Connection, today: date, utc_offset: int | None = None) -> Stats:
    """Everything at once, as of the learner's date `today`."""
    by_grade = {
        str(grade): int(count)
        for grade, count in connection.execute(
            "SELECT grade, count(*) FROM attempts GROUP BY grade ORDER BY count(*) DESC, grade"
        )
    }
    by_source = {
        str(source): Tally(count, right)
        for source, count, right in connection.execute(
            "SELECT source, count(*), sum(grade = 'right') FROM attempts GROUP BY source"
        )
    }
    losses = connection.execute(
        "SELECT count(*), total(points_lost), total(points_lost * points_lost) FROM attempts"
        " WHERE rated AND NOT forced AND points_lost IS NOT NULL"
    ).fetchone()
    (lessons_finished,) = connection.execute(
        "SELECT count(finished_at) FROM lesson_progress"
    ).fetchone()
    matches, matches_finished = connection.execute(
        f"SELECT count(*), count(finished_at) FROM matches WHERE {PRACTICE}"
    ).fetchone()
    attempts = sum(by_grade.values())
    return Stats(
        attempts=attempts,
        right_share=by_grade.get("right", 0) / attempts if attempts else None,
        by_grade=by_grade,
        by_source=by_source,
        error_rate=error_rate(*losses),
        lessons_finished=lessons_finished,
        puzzles_solved=list(puzzle_states(connection).values()).count("solved"),
        streak=streak(dailies(connection), today, utc_offset),
        matches_finished=matches_finished,
        matches_open=matches - matches_finished,
    )
