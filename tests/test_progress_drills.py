"""Missed questions come back when FSRS says, by the learner's dates, and are carried along."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path
from typing import Any

import pytest
from fsrs import Card, Rating, Scheduler

from tests.test_progress import NOON, TODAY, attempt, later
from trainer.progress import Attempt, Drill, Store, forecast


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "p.sqlite3") as opened:
        yield opened


def drilled(days: int, **changes: Any) -> Attempt:
    """An answer to the drill of q1, so many days after the miss."""
    plain: dict[str, Any] = {
        "source": "drill",
        "at": NOON + timedelta(days=days),
        "local_date": TODAY + timedelta(days=days),
        "fingerprint": f"twin {days}",
        "rated": False,
    }
    return attempt(**{"question": "q1"} | plain | changes)


def only(store: Store) -> Drill:
    (drill,) = store.drills()
    return drill


def test_a_miss_comes_back_tomorrow_at_the_earliest(store: Store) -> None:
    store.record_attempt(attempt("good"))
    store.record_attempt(attempt(grade="mistake"))
    store.record_attempt(attempt(grade="right", at=later(60)))  # its answer had just been shown
    drill = only(store)
    assert (drill.question_id, drill.source, drill.source_id) == ("q1", "puzzle", "p1")
    assert (drill.since, drill.due) == (TODAY, TODAY + timedelta(days=1))
    assert (drill.returns, drill.lapses) == (0, 1)


def test_a_revealed_answer_is_a_miss(store: Store) -> None:
    store.record_attempt(attempt(hints=4))
    assert only(store).lapses == 1


def test_it_comes_back_as_the_scheduler_says(store: Store) -> None:
    """The same answers given to py-fsrs by hand; wrong is Again, hinted Hard, clean Good."""
    course: list[tuple[int, Rating, dict[str, Any]]] = [
        (1, Rating.Good, {}),
        (3, Rating.Hard, {"hints": 1}),
        (9, Rating.Good, {}),
    ]
    course += [(30, Rating.Again, {"grade": "blunder"}), (31, Rating.Good, {})]
    scheduler = Scheduler(
        desired_retention=0.9,
        learning_steps=(),
        relearning_steps=(),
        maximum_interval=365,
        enable_fuzzing=False,
    )
    noon = datetime.combine(TODAY, time(12), UTC)
    card, _ = scheduler.review_card(Card(1, due=noon), Rating.Again, noon)
    store.record_attempt(attempt(grade="mistake"))
    for days, rating, changes in course:
        card, _ = scheduler.review_card(card, rating, noon + timedelta(days=days))
        store.record_attempt(drilled(days, **changes))
    drill = only(store)
    assert drill.due == card.due.date()
    assert drill.stability == card.stability
    assert (drill.returns, drill.lapses) == (5, 2)


def test_a_year_is_the_longest(store: Store) -> None:
    store.record_attempt(attempt(grade="mistake"))
    for _ in range(30):
        drill = only(store)
        store.record_attempt(drilled((drill.due - TODAY).days))
    last = drill.due
    assert only(store).due - last == timedelta(days=365)


def test_a_drill_is_never_rated(store: Store) -> None:
    store.record_attempt(attempt(grade="mistake"))
    store.record_attempt(drilled(1, points_lost=9.0))
    assert store.stats(TODAY).error_rate.decisions == 1


@pytest.mark.parametrize("shift", [-14, -5, 5, 12])
def test_hours_and_zones_move_nothing(store: Store, shift: int) -> None:
    """The same dates at other hours: the same day to come back."""
    store.record_attempt(attempt(grade="mistake"))
    store.record_attempt(drilled(1, at=NOON + timedelta(days=1, hours=shift)))
    store.record_attempt(attempt("q2", grade="mistake", at=NOON + timedelta(hours=shift)))
    store.record_attempt(drilled(1, question="q2"))
    first, second = store.drills()
    assert first.due == second.due


def test_a_date_met_twice_by_travelling_west_counts_once(store: Store) -> None:
    store.record_attempt(attempt(grade="mistake"))
    store.record_attempt(drilled(2))
    once = only(store)
    store.record_attempt(drilled(3, local_date=TODAY + timedelta(days=1)))
    assert only(store).due >= once.due


def test_the_forecast_counts_what_is_overdue_today() -> None:
    def due(days: int) -> Drill:
        return Drill(
            question_id=str(days),
            source="puzzle",
            source_id="p",
            since=TODAY,
            due=TODAY + timedelta(days=days),
            returns=0,
            lapses=1,
            stability=1.0,
        )

    assert forecast([due(-3), due(0), due(1), due(1), due(7)], TODAY, 7) == [2, 2, 0, 0, 0, 0, 0]
    assert forecast([], date(2026, 1, 1), 2) == [0, 0]


def test_drills_are_carried_to_another_machine(store: Store, tmp_path: Path) -> None:
    store.record_attempt(attempt(grade="mistake"))
    store.record_attempt(drilled(1))
    with Store(tmp_path / "there.sqlite3") as there:
        there.merge(store.export(NOON))
        assert there.drills() == store.drills()
