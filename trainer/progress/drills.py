"""Questions once missed that come back. Nothing of them is stored: they follow from the answers.

When each comes back is FSRS's to say (https://github.com/open-spaced-repetition/py-fsrs). It is fed
the learner's dates, taken as noon, so that neither time zones nor hours move anything.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from itertools import groupby
from typing import TYPE_CHECKING

from msgspec import Struct

from trainer.progress.database import fetch
from trainer.progress.puzzles import SOLVES
from trainer.progress.records import Source

if TYPE_CHECKING:
    from fsrs import Card, Scheduler

RETENTION = 0.9
"""The chance of a right answer at which a question comes back."""
LONGEST_DAYS = 365
"""No question stays away for longer."""

MISSED_ONES = f"""
SELECT question_id, source, source_id, local_date, hints, {SOLVES} AS solved FROM attempts
WHERE question_id IN (SELECT question_id FROM attempts WHERE NOT {SOLVES})
ORDER BY question_id, at, id
"""


class Drill(Struct, frozen=True, kw_only=True):
    """A question that was missed, and when it comes back."""

    question_id: str
    source: Source
    """Where it was missed first, ..."""
    source_id: str
    """... and in what."""
    since: date
    due: date
    returns: int
    """How often it has come back so far."""
    lapses: int
    """How often it was missed, the first time included."""
    stability: float
    """Days until the chance of a right answer has fallen to nine in ten."""


class _Answer(Struct, frozen=True):
    question_id: str
    source: Source
    source_id: str
    local_date: date
    hints: int
    solved: bool


def drills(connection: sqlite3.Connection) -> list[Drill]:
    """Every question ever missed, the one due first at the front."""
    answers = fetch(connection, _Answer, MISSED_ONES)
    found = [
        _drill(list(group)) for _, group in groupby(answers, lambda answer: answer.question_id)
    ]
    return sorted(found, key=lambda drill: (drill.due, drill.question_id))


def forecast(drills: Sequence[Drill], today: date, days: int) -> list[int]:
    """How many come back today (what is overdue included) and on each of the days after it."""
    counts = [0] * days
    for drill in drills:
        ahead = max(0, (drill.due - today).days)
        if ahead < days:
            counts[ahead] += 1
    return counts


def _drill(answers: Sequence[_Answer]) -> Drill:
    """What the answers to one question come to, in order of time."""
    from fsrs import Card, Rating

    start = next(number for number, answer in enumerate(answers) if not answer.solved)
    missed = answers[start]
    card: Card = Card(card_id=0, due=_noon(missed.local_date))
    day = missed.local_date
    returns = lapses = 0
    for answer in answers[start:]:
        drilled = answer.source == "drill"
        if answer.solved and not drilled:
            continue  # its answer had just been shown
        day = max(day, answer.local_date)  # who travels west meets a date again
        returns += drilled
        lapses += not answer.solved
        passed = Rating.Hard if answer.hints else Rating.Good
        rating = passed if answer.solved else Rating.Again
        card, _ = _scheduler().review_card(card, rating, _noon(day))
    return Drill(
        question_id=missed.question_id,
        source=missed.source,
        source_id=missed.source_id,
        since=missed.local_date,
        # Once missed it is for another day: its answer has just been shown.
        due=max(card.due.date(), day + timedelta(days=1)),
        returns=returns,
        lapses=lapses,
        stability=card.stability or 0.0,
    )


@cache
def _scheduler() -> Scheduler:
    from fsrs import Scheduler

    return Scheduler(
        desired_retention=RETENTION,
        learning_steps=(),
        relearning_steps=(),
        maximum_interval=LONGEST_DAYS,
        enable_fuzzing=False,
    )


def _noon(day: date) -> datetime:
    return datetime.combine(day, time(12), UTC)
