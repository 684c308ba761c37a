"""Days in a row, as pure functions: storage and clocks are somebody else's."""

from collections.abc import Iterable
from datetime import date, datetime, timedelta

from msgspec import Struct

from trainer.progress.records import Daily

DAY = timedelta(days=1)
HALF_A_DAY = 12 * 60
"""In minutes."""


class Streak(Struct, frozen=True):
    """Days in a row with the daily solved: up to now, and at best."""

    current: int
    longest: int


def local_date(now: datetime, rollover_hour: int = 0) -> date:
    """The learner's date at `now`, given in the learner's own time zone.

    A day begins at `rollover_hour` (0 to 23) by the clock on the wall, so that daylight saving
    never moves it.
    """
    if now.tzinfo is None:
        raise ValueError("now must carry a time zone")
    if not 0 <= rollover_hour <= 23:
        raise ValueError(f"the rollover hour must be 0 to 23, not {rollover_hour}")
    return now.date() if now.hour >= rollover_hour else now.date() - DAY


def streak(dailies: Iterable[Daily], today: date, utc_offset: int | None = None) -> Streak:
    """The streak on `today`. Only a daily solved on its own date counts.

    The current streak lives through `today` as long as today's daily can still be solved. A date
    is not missed by who travels east and has less than half of it, as `cut_short` tells from the
    clock's offsets, in minutes: those of the dailies, and `utc_offset` now.
    """
    solved = {daily.day: daily.utc_offset for daily in dailies if daily.solved_on == daily.day}
    lengths: dict[date, int] = {}

    def run_before(day: date, offset: int | None) -> int:
        if day - DAY in solved:
            return lengths[day - DAY]
        if day - 2 * DAY in solved and cut_short(solved[day - 2 * DAY], offset):
            return lengths[day - 2 * DAY]
        return 0

    for day in sorted(solved):
        lengths[day] = 1 + run_before(day, solved[day])
    return Streak(
        current=lengths[today] if today in solved else run_before(today, utc_offset),
        longest=max(lengths.values(), default=0),
    )


def cut_short(before: int | None, after: int | None) -> bool:
    """Whether the date between two others had less than twelve hours, by the offsets on these."""
    return before is not None and after is not None and after - before > HALF_A_DAY
