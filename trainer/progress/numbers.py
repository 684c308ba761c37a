"""The learner over time, and where they are strong: what the figures of one day do not show."""

import sqlite3
from collections import defaultdict
from collections.abc import Iterable
from datetime import date, timedelta

from msgspec import Struct

from trainer.progress.database import fetch
from trainer.progress.puzzles import SOLVES
from trainer.progress.ratings import RatedAttempt, rated_attempts
from trainer.progress.stats import ErrorRate, error_rate

# A question counts as it was answered first: what was told is no strength.
FIRST_ANSWERS = f"""
SELECT local_date, points_lost, rated, themes, knock_limit, {SOLVES} AS solved FROM attempts
WHERE first AND NOT forced AND source != 'drill' ORDER BY at, id
"""


class Strength(Struct, frozen=True):
    """How well questions of one kind were answered at first."""

    answers: int
    solved: int
    error_rate: ErrorRate

    @property
    def share(self) -> float:
        """The share that was solved, 0 to 1."""
        return self.solved / self.answers


class Week(Struct, frozen=True):
    """The week that begins on a Monday."""

    monday: date
    strength: Strength


class Numbers(Struct, frozen=True, kw_only=True):
    """Everything over time. Lists are in order of time, mappings in that of their keys."""

    ratings: list[RatedAttempt]
    weeks: list[Week]
    """Only those with answers."""
    by_theme: dict[str, Strength]
    """The theme with most answers first."""
    by_limit: dict[int, Strength]
    """By knock limit in points, 0 for gin only."""
    calendar: dict[date, int]
    """Answers a date, drills and repetitions included."""


class _Answer(Struct, frozen=True):
    local_date: date
    points_lost: float | None
    rated: bool
    themes: str
    knock_limit: int | None
    solved: bool


def numbers(connection: sqlite3.Connection) -> Numbers:
    """All of it, from the answers."""
    answers = fetch(connection, _Answer, FIRST_ANSWERS)
    weeks: dict[date, list[_Answer]] = defaultdict(list)
    themes: dict[str, list[_Answer]] = defaultdict(list)
    limits: dict[int, list[_Answer]] = defaultdict(list)
    for answer in answers:
        weeks[answer.local_date - timedelta(days=answer.local_date.weekday())].append(answer)
        for theme in answer.themes.split():
            themes[theme].append(answer)
        if answer.knock_limit is not None:
            limits[answer.knock_limit].append(answer)
    counts = connection.execute(
        "SELECT local_date, count(*) FROM attempts GROUP BY local_date ORDER BY local_date"
    )
    by_most = sorted(themes, key=lambda theme: (-len(themes[theme]), theme))
    return Numbers(
        ratings=rated_attempts(connection),
        weeks=[Week(monday, _strength(weeks[monday])) for monday in sorted(weeks)],
        by_theme={theme: _strength(themes[theme]) for theme in by_most},
        by_limit={limit: _strength(limits[limit]) for limit in sorted(limits)},
        calendar={date.fromisoformat(day): count for day, count in counts},
    )


def _strength(answers: Iterable[_Answer]) -> Strength:
    answers = list(answers)
    lost = [a.points_lost for a in answers if a.rated and a.points_lost is not None]
    return Strength(
        answers=len(answers),
        solved=sum(answer.solved for answer in answers),
        error_rate=error_rate(len(lost), sum(lost), sum(points * points for points in lost)),
    )
