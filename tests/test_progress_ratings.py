"""Glicko-2 against its author's worked example, and the ratings that answers lead to."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.test_progress import NOON, TODAY, attempt, daily_attempt, later
from trainer.progress import Attempt, Rating, Store
from trainer.progress.glicko import LEAST_DEVIATION, MOST_DEVIATION, rated


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "p.sqlite3") as opened:
        yield opened


def test_the_worked_example() -> None:
    """Glickman, "Example of the Glicko-2 system": 1464.06, 151.52, 0.05999."""
    games = [(Rating(1400, 30), 1.0), (Rating(1550, 100), 0.0), (Rating(1700, 300), 0.0)]
    after = rated(Rating(1500, 200, 0.06), games, tau=0.5)
    assert after.value == pytest.approx(1464.06, abs=0.02)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


SIDES = st.builds(Rating, st.floats(400, 3000), st.floats(45, 500), st.floats(0.03, 0.12))


@given(SIDES, SIDES, st.sampled_from([0.0, 1.0]), st.floats(0, 5))
def test_a_game_moves_a_rating_the_right_way_and_within_bounds(
    mine: Rating, other: Rating, score: float, periods: float
) -> None:
    after = rated(mine, [(other, score)], periods=periods)
    assert (after.value >= mine.value) == (score == 1.0)
    assert LEAST_DEVIATION <= after.deviation <= MOST_DEVIATION
    assert 0.0 < after.volatility < 1.0
    if periods == 0.0:
        assert after.deviation <= max(mine.deviation, LEAST_DEVIATION)


def test_time_makes_less_sure_and_never_more_than_a_newcomer() -> None:
    sure = Rating(1800, 60)
    assert sure.after_days(0) == sure
    deviations = [sure.after_days(days).deviation for days in (1, 10, 100, 1000, 100000)]
    assert deviations == sorted(deviations)
    assert deviations[-1] == MOST_DEVIATION


def test_many_games_find_the_strength() -> None:
    """A learner of 1800 is found within three deviations, and no longer provisional."""
    rng = Random(5)
    learner = Rating()
    for _ in range(200):
        puzzle = Rating(rng.uniform(1200, 2200), 60)
        wins = rng.random() < 1 / (1 + 10 ** ((puzzle.value - 1800) / 400))
        learner = rated(learner, [(puzzle, float(wins))], periods=0.0)
    assert abs(learner.value - 1800) < 3 * learner.deviation
    assert not learner.provisional


def puzzled(name: str, minutes: float, **changes: Any) -> Attempt:
    plain: dict[str, Any] = {"puzzle_rating": 1500.0, "puzzle_deviation": 110.0}
    plain |= {"source_id": name, "at": later(60 * minutes)} | changes
    return attempt(name, **plain)


def test_only_first_attempts_at_rated_puzzles_count(store: Store) -> None:
    store.record_attempt(puzzled("a", 1))
    store.record_attempt(puzzled("a", 2, grade="mistake"))  # again
    store.record_attempt(puzzled("b", 3, grade="fine"))
    store.record_attempt(puzzled("c", 4, grade="blunder"))
    store.record_attempt(puzzled("d", 5, hints=2))  # hinted: unrated
    store.record_attempt(puzzled("e", 6, hints=4))  # shown: failed
    store.record_attempt(puzzled("f", 7, puzzle_rating=None))
    store.record_attempt(puzzled("g", 8, rated=False))  # too close to tell
    store.record_attempt(puzzled("c", 9, source="drill"))
    store.start_daily(TODAY, "h", NOON)
    store.record_attempt(
        daily_attempt(
            TODAY, "h", TODAY, at=later(600), puzzle_rating=1400.0, puzzle_deviation=110.0
        )
    )
    found = store.rated_attempts()
    assert [(one.puzzle_id, one.solved) for one in found] == [
        ("a", True),
        ("b", True),
        ("c", False),
        ("e", False),
        ("h", True),
    ]
    assert store.rating() == found[-1].after
    assert found[0].before == Rating()
    assert found[0].after.value > 1500 > found[0].puzzle.value
    assert found[2].after.value < found[2].before.value
    assert found[2].puzzle.value > 1500


def test_a_pause_makes_a_rating_less_sure(store: Store) -> None:
    for number in range(20):
        store.record_attempt(puzzled(f"p{number}", number))
    store.record_attempt(puzzled("late", 0, at=NOON + timedelta(days=400)))
    store.record_attempt(puzzled("early", 0, at=NOON - timedelta(days=400)))
    found = store.rated_attempts()
    assert found[0].puzzle_id == "early"
    assert found[-1].before.deviation > found[-2].after.deviation


def test_runs_are_kept_and_carried(store: Store, tmp_path: Path) -> None:
    first = store.keep_run("timed", 3, 7, 1, NOON, TODAY)
    second = store.keep_run("streak", None, 4, 1, later(5), TODAY)
    assert store.runs() == [first, second]
    with Store(tmp_path / "there.sqlite3") as there:
        there.merge(store.export(NOON))
        there.merge(store.export(NOON))
        assert there.runs() == [first, second]
