"""Streaks and local dates, against slow twins."""

from datetime import UTC, date, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trainer.progress import Daily, Streak, local_date, streak

FIRST = date(2026, 2, 20)


def day(number: int) -> date:
    return FIRST + timedelta(days=number)


def daily(number: int, solved_on: int | None) -> Daily:
    return Daily(
        day=day(number),
        puzzle_id=f"p{number}",
        started_at=datetime(2026, 1, 1, tzinfo=UTC),
        solved_on=None if solved_on is None else day(solved_on),
    )


def slow_streak(solved: list[bool], today: int) -> Streak:
    """`solved` by day: from a string of days, the runs between the gaps."""
    runs = "".join("x" if one else " " for one in solved)
    before = runs[: today + 1] if solved[today] else runs[:today]
    return Streak(
        current=len(before) - len(before.rstrip("x")), longest=max(map(len, runs.split(" ")))
    )


@given(st.lists(st.booleans(), min_size=1, max_size=40), st.data())
def test_streak_is_the_run_up_to_today(solved: list[bool], data: st.DataObject) -> None:
    today = data.draw(st.integers(0, len(solved) - 1))
    rows = [
        daily(n, n if one else data.draw(st.none() | st.integers(n + 1, n + 9)))
        for n, one in enumerate(solved)
    ]
    rows = data.draw(st.permutations(rows))
    assert streak(rows, day(today)) == slow_streak(solved, today)


def test_today_not_played_yet_keeps_the_streak_and_a_missed_day_ends_it() -> None:
    rows = [daily(0, 0), daily(1, 1), daily(2, 2)]
    assert streak(rows, day(2)) == Streak(3, 3)
    assert streak(rows, day(3)) == Streak(3, 3)
    assert streak(rows, day(4)) == Streak(0, 3)


def test_playing_an_old_date_mends_nothing() -> None:
    assert streak([daily(0, 0), daily(1, 5), daily(2, 2)], day(2)) == Streak(1, 1)


@pytest.mark.parametrize(
    ("hour", "minute", "rollover", "expected"),
    [(0, 0, 0, 0), (23, 59, 0, 0), (3, 59, 4, -1), (4, 0, 4, 0), (22, 59, 23, -1)],
)
def test_a_day_begins_at_the_rollover_hour(
    hour: int, minute: int, rollover: int, expected: int
) -> None:
    zone = timezone(timedelta(hours=13))
    now = datetime(2026, 3, 1, hour, minute, tzinfo=zone)
    assert local_date(now, rollover) == date(2026, 3, 1) + timedelta(days=expected)


def test_a_date_is_the_learners_and_not_utcs() -> None:
    moment = datetime(2026, 5, 9, 20, 0, tzinfo=UTC)
    tokyo, dallas = (timezone(timedelta(hours=hours)) for hours in (9, -5))
    assert local_date(moment.astimezone(tokyo)) == date(2026, 5, 10)
    assert local_date(moment.astimezone(dallas)) == date(2026, 5, 9)


def test_nonsense_is_refused() -> None:
    with pytest.raises(ValueError, match="time zone"):
        local_date(datetime(2026, 5, 9))
    with pytest.raises(ValueError, match="0 to 23, not 24"):
        local_date(datetime(2026, 5, 9, tzinfo=UTC), 24)
