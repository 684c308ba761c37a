"""Days in a row, as pure functions: storage and clocks are somebody else's."""

from collections.abc import Iterable
from datetime import date, datetime, timedelta

from msgspec import Struct

from trainer.progress.records import Daily

DAY = timedelta(days=1)


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


def streak(dailies: Iterable[Daily], today: date) -> Streak:
    """The streak on `today`. Only a daily solved on its own date counts.

    The current streak lives through `today` as long as today's daily can still be solved.
    """
    days = {daily.day for daily in dailies if daily.solved_on == daily.day}

    def run_up_to(day: date) -> int:
        length = 0
        while day in days:
            length, day = length + 1, day - DAY
        return length

    ends = (day for day in days if day + DAY not in days)
    return Streak(
        current=run_up_to(today if today in days else today - DAY),
        longest=max(map(run_up_to, ends), default=0),
    )
