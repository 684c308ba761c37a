"""The daily under moved clocks: dates, streaks and schedules that nothing rewrites."""

import hashlib
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path
from random import Random
from zoneinfo import ZoneInfo

import pytest

from tests.content_files import puzzle, write
from tests.test_session_puzzle import Solver
from trainer.content import BrokenFile, Library, daily_puzzle, reserved
from trainer.content.daily import BLOCK, read_entries
from trainer.progress import Daily, Store, local_date, streak
from trainer.progress.streak import HALF_A_DAY
from trainer.session.puzzle import sit
from trainer.session.sitting import Study, utc_minutes
from trainer.shell.dailies import calendar_view, share_line, standing

FIRST = date(2026, 11, 30)
ZONES = (
    "UTC",
    "America/New_York",
    "America/Los_Angeles",
    "America/St_Johns",
    "Europe/London",
    "Europe/Berlin",
    "Asia/Kolkata",
    "Asia/Tokyo",
    "Australia/Lord_Howe",
    "Pacific/Auckland",
    "Pacific/Kiritimati",
    "Pacific/Pago_Pago",
    "Africa/Casablanca",
)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "p.sqlite3") as opened:
        yield opened


@pytest.fixture
def library(tmp_path: Path) -> Library:
    texts = {
        f"p_{name}": puzzle("hand: 7h 8h 9h Kc\n", id=name, title=name, ask="count")
        for name in "abcdef"
    }
    folder = write(tmp_path / "content", **texts)
    lines = [f"{FIRST + timedelta(days=n)} {'abcdef'[n * 7 % 6]}" for n in range(BLOCK)]
    (folder / "puzzles" / "daily.txt").write_text("\n".join(lines) + "\n")
    return Library(shipped=folder)


class Clock:
    """A learner's clock, moved as they travel."""

    def __init__(self, store: Store, zone: str, rollover: int = 0) -> None:
        self.moment = datetime(2026, 12, 1, 12, tzinfo=UTC)
        self.zone = ZoneInfo(zone)
        self.rollover = rollover
        self.study = Study(store, self.now, self.today, Solver({}))

    def now(self) -> datetime:
        return self.moment.astimezone(self.zone)

    def today(self) -> date:
        return local_date(self.now(), self.rollover)

    def at(self, year: int, month: int, day: int, hour: int, minute: int = 0) -> None:
        """Set the clock on the wall."""
        self.moment = datetime(year, month, day, hour, minute, tzinfo=self.zone).astimezone(UTC)

    def solve(self, library: Library, answer: str = "10") -> None:
        """Today's daily, as the shell puts it."""
        today = self.today()
        name = daily_puzzle(today, library)
        assert name is not None
        fixed = replace(self.study, today=lambda: today)
        sit(library.puzzle(name), fixed, today).answer(answer)

    def streak(self) -> int:
        return self.study.store.streak(self.today(), utc_minutes(self.now())).current


# -- the schedule ----------------------------------------------------------------------------------

SHIPPED_BLOCK = "e83815799fd14d68"


def test_the_shipped_list_keeps_its_first_lines() -> None:
    entries = list(read_entries(Library().shipped / "puzzles" / "daily.txt"))
    assert [entry.day for entry in entries[:BLOCK]] == [
        FIRST + timedelta(days=n) for n in range(BLOCK)
    ]
    text = "\n".join(f"{entry.day} {entry.id}" for entry in entries[:BLOCK])
    assert hashlib.sha256(text.encode()).hexdigest()[:16] == SHIPPED_BLOCK


def test_adding_puzzles_and_days_changes_no_date_before_them(library: Library) -> None:
    days = [FIRST + timedelta(days=n) for n in range(10_000)]
    before = [daily_puzzle(day, library) for day in days]
    assert None not in before
    folder = library.shipped / "puzzles"
    for name in ("aa", "zz"):
        (folder / f"{name}.yaml").write_text(
            puzzle("hand: 7h 8h 9h Kc\n", id=name, title=name, ask="count")
        )
    assert [daily_puzzle(day, Library(shipped=library.shipped)) for day in days] == before
    with (folder / "daily.txt").open("a") as file:
        for n in range(200, 210):
            file.write(f"{FIRST + timedelta(days=n)} zz\n")
    after = [daily_puzzle(day, Library(shipped=library.shipped)) for day in days]
    assert [n for n in range(10_000) if after[n] != before[n]] == list(range(200, 210))


def test_a_retired_puzzle_leaves_the_dates_to_come_only(library: Library) -> None:
    days = [FIRST + timedelta(days=n) for n in range(1000)]
    before = [daily_puzzle(day, library) for day in days]
    gone = FIRST + timedelta(days=50)
    (library.shipped / "puzzles" / "retired.txt").write_text(
        f"# why: two answers\n{gone} c\n{gone} d\n"
    )
    fresh = Library(shipped=library.shipped)
    after = [daily_puzzle(day, fresh) for day in days]
    assert after[:50] == before[:50]
    assert not {"c", "d"} & set(after[50:])
    assert all(
        now == then for now, then in zip(after, before, strict=True) if then not in ("c", "d")
    )
    assert fresh.puzzle("c").id == "c"


def test_a_broken_list_of_retirements_is_told(library: Library) -> None:
    path = library.shipped / "puzzles" / "retired.txt"
    path.write_text("2027-01-02 a\n2027-01-01 b\n")
    with pytest.raises(BrokenFile, match="2027-01-01 does not come after 2027-01-02"):
        daily_puzzle(FIRST, Library(shipped=library.shipped))


def test_what_is_reserved() -> None:
    day = date(2026, 12, 1)
    schedule = {day + timedelta(days=n): name for n, name in enumerate(["a", "b", "c", "b"])}
    schedule |= {day + timedelta(days=40): "d", day + timedelta(days=50): "b"}
    schedule |= {day + timedelta(days=60): "d"}
    assert reserved(schedule, day) == {"a", "b", "c", "d"}
    assert reserved(schedule, day + timedelta(days=1)) == {"b", "c", "d"}
    assert reserved(schedule, day + timedelta(days=4)) == {"d"}  # b has been shown
    assert reserved(schedule, day + timedelta(days=43)) == {"b"}
    assert reserved(schedule, day + timedelta(days=53)) == {"d"}


# -- moved clocks ----------------------------------------------------------------------------------


def test_thinking_past_midnight_costs_nothing(store: Store, library: Library) -> None:
    clock = Clock(store, "Europe/Berlin")
    clock.at(2026, 12, 1, 23, 59)
    today = clock.today()
    asked = sit(library.puzzle("a"), replace(clock.study, today=lambda: today), today)
    clock.at(2026, 12, 2, 0, 20)
    asked.answer("10")
    assert clock.streak() == 1
    clock.solve(library)
    assert clock.streak() == 2


@pytest.mark.parametrize(("night", "expected"), [(2, 2), (4, 1)])
def test_the_night_belongs_to_the_day_before(
    store: Store, library: Library, night: int, expected: int
) -> None:
    """With a day that begins at 3: at 2 the 2nd is not over, at 4 it was missed."""
    clock = Clock(store, "America/New_York", rollover=3)
    clock.at(2026, 12, 1, 20)
    clock.solve(library)
    clock.at(2026, 12, 3, night)
    clock.solve(library)
    assert clock.streak() == expected


@pytest.mark.parametrize("zone", ["America/New_York", "Australia/Lord_Howe", "Europe/London"])
@pytest.mark.parametrize("rollover", [0, 2, 3])
def test_daylight_saving_moves_no_date(
    store: Store, library: Library, zone: str, rollover: int
) -> None:
    clock = Clock(store, zone, rollover)
    for number in range(400):  # every change of a year, late at night and early in the morning
        day = date(2027, 1, 1) + timedelta(days=number)
        hour = (23, 5)[number % 2]
        clock.at(day.year, day.month, day.day, hour, 30)
        assert clock.today() == day
    for number, hour in ((13, 23), (14, 4), (15, 23)):  # around 2027-03-14, when New York changes
        clock.at(2027, 3, number, hour)
        clock.solve(library)
    assert clock.streak() == 3


def test_flying_west_meets_a_date_twice(store: Store, library: Library) -> None:
    clock = Clock(store, "Asia/Tokyo")
    clock.at(2026, 12, 2, 9)
    clock.solve(library)
    clock.zone = ZoneInfo("America/Los_Angeles")  # 16:00 on the day before
    assert clock.streak() == 0  # that date was not begun, and can still be solved
    clock.solve(library)
    assert clock.streak() == 1
    clock.moment += timedelta(hours=12)
    assert clock.today() == date(2026, 12, 2)
    assert clock.streak() == 2


def test_flying_east_over_the_date_line_misses_no_date(store: Store, library: Library) -> None:
    clock = Clock(store, "America/Los_Angeles")
    clock.at(2026, 12, 1, 20)
    clock.solve(library)
    clock.zone = ZoneInfo("Pacific/Auckland")
    clock.at(2026, 12, 3, 8)  # after three hours of the 2nd
    assert clock.streak() == 1
    clock.solve(library)
    assert clock.streak() == 2


def test_a_shorter_flight_is_no_excuse(store: Store, library: Library) -> None:
    clock = Clock(store, "Europe/London")
    clock.at(2026, 12, 1, 20)
    clock.solve(library)
    clock.zone = ZoneInfo("Australia/Sydney")
    clock.at(2026, 12, 3, 8)  # after thirteen hours of the 2nd
    clock.solve(library)
    assert clock.streak() == 1


def test_a_date_that_a_country_left_out_is_not_missed() -> None:
    """Samoa had no 2011-12-30."""
    zone = ZoneInfo("Pacific/Apia")
    noons = [datetime(2011, 12, day, 12, tzinfo=zone) for day in (28, 29, 31)]
    dailies = [solved(noon.date(), utc_minutes(noon)) for noon in noons]
    assert streak(dailies, date(2011, 12, 31)).current == 3


def test_an_old_date_never_counts(store: Store, library: Library) -> None:
    clock = Clock(store, "UTC")
    clock.at(2026, 12, 1, 12)
    clock.solve(library)
    clock.at(2026, 12, 3, 12)
    clock.solve(library)
    sit(library.puzzle("a"), clock.study, date(2026, 12, 2)).answer("10")
    assert clock.streak() == 1
    assert [standing(daily) for daily in store.dailies()] == ["solved", "late", "solved"]


# -- ten thousand days -----------------------------------------------------------------------------


def solved(day: date, offset: int | None) -> Daily:
    return Daily(
        day=day,
        puzzle_id="p",
        started_at=datetime(2026, 1, 1, tzinfo=UTC),
        solved_on=day,
        utc_offset=offset,
    )


def begins(day: date, zone: ZoneInfo, rollover: int) -> datetime:
    """When a date begins on the wall, as a moment."""
    return datetime.combine(day, time(rollover), zone).astimezone(UTC)


def test_ten_thousand_days() -> None:
    """A learner who travels and forgets; the streak is told from moments, not from dates.

    Two solved dates hang together if the time on the wall between the end of one and the beginning
    of the other, each by the clock where it was solved, is less than half a day.
    """
    seed = 20261201
    print(f"seed {seed}")
    rng = Random(seed)
    for rollover in (0, 4):
        zone = ZoneInfo("Europe/Berlin")
        moment = datetime(2026, 12, 1, 9, tzinfo=UTC)
        dailies: dict[date, Daily] = {}
        where: dict[date, ZoneInfo] = {}
        run = longest = 0
        last: date | None = None
        breaks = bridges = 0
        while len(dailies) < 5_000:
            if rng.random() < 0.1:
                zone = ZoneInfo(rng.choice(ZONES))
            now = moment.astimezone(zone)
            today = local_date(now, rollover)
            if rng.random() < 0.95 and today not in dailies and (last is None or today > last):
                if last is not None:
                    end = begins(last + timedelta(days=1), where[last], rollover)
                    gap = begins(today, zone, rollover) - end
                    joined = today - last == timedelta(days=1) or (
                        today - last == timedelta(days=2) and gap < timedelta(hours=12)
                    )
                    bridges += joined and today - last == timedelta(days=2)
                    breaks += not joined
                    run = run if joined else 0
                run += 1
                longest = max(longest, run)
                last = today
                where[today] = zone
                dailies[today] = solved(today, utc_minutes(now))
                if len(dailies) % 50 == 0:
                    assert streak(dailies.values(), today, utc_minutes(now)).current == run, today
            moment += timedelta(minutes=rng.randrange(18 * 60, 27 * 60))
        found = streak(dailies.values(), last or today)
        assert (found.current, found.longest) == (run, longest)
        assert breaks
        assert bridges
    assert HALF_A_DAY == 720


# -- what is shown ---------------------------------------------------------------------------------


def test_a_line_to_share_gives_nothing_away(store: Store, library: Library) -> None:
    clock = Clock(store, "UTC")
    for day in (1, 2):
        clock.at(2026, 12, day, 12)
        clock.solve(library)
    assert share_line(clock.study, clock.today()) == (
        "okgin daily 2026-12-02: solved without a hint, streak 2"
    )
    clock.at(2026, 12, 3, 12)
    clock.solve(library, "11")
    assert share_line(clock.study, clock.today()) == "okgin daily 2026-12-03: not solved"


def test_the_calendar_marks_days() -> None:
    late = Daily(
        day=date(2026, 12, 3),
        puzzle_id="p",
        started_at=datetime(2026, 12, 5, tzinfo=UTC),
        solved_on=date(2026, 12, 5),
        grade="right",
    )
    group = calendar_view([solved(date(2026, 12, 1), 0), late], date(2026, 12, 6), months=1)
    lines = [getattr(view, "plain", "") for view in group.renderables]
    assert lines[:3] == ["December 2026", "Mo Tu We Th Fr Sa Su", "    +  .  o  .  .  ."]
