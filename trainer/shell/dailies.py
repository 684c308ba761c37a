"""The daily on the screen: today's, an old one, the calendar, and a line to share."""

from __future__ import annotations

import calendar
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date

from rich.console import Group
from rich.text import Text

from trainer.content import Library, NoSuchContent, daily_puzzle
from trainer.game import GameError
from trainer.progress import Daily, Store
from trainer.session.sitting import Study, utc_minutes
from trainer.shell.desk import Desk
from trainer.shell.draw import Columns, Line
from trainer.shell.study import puzzle

MARKS = {"solved": "+", "late": "o", "missed": "x", "open": "-", "none": "."}
"""A day's mark in the calendar: solved on its date, solved later, answered wrongly, only begun."""

MONTHS = 3
ARCHIVE = 30
"""How many dates back are listed."""


def daily(desk: Desk, library: Library, study: Study, words: str = "") -> None:
    """What the words ask for: today's puzzle, that of a date, or one of the lists.

    Raises:
        GameError: the words cannot be read.
        ContentError: that date has no puzzle, or it cannot be read.
        ProgressError: the daily cannot be begun.
    """
    what, _, rest = words.partition(" ")
    match what:
        case "archive" if not rest:
            archive(desk, library, study)
        case "calendar" if not rest:
            desk.show(calendar_view(study.store.dailies(), study.today()))
        case "share":
            desk.say(share_line(study, read_day(rest) if rest else study.today()))
        case "rollover":
            set_rollover(desk, study.store, rest)
        case _:
            _put(desk, library, study, read_day(words) if words else None)


def _put(desk: Desk, library: Library, study: Study, asked: date | None) -> None:
    # The date is looked up once: whoever thinks past midnight still answers today's.
    today = study.today()
    study = replace(study, today=lambda: today)
    day = today if asked is None else asked
    if day > today:
        raise NoSuchContent(f"the daily of {day} is still to come: 'daily' gives the one of today")
    begun = {entry.day: entry for entry in study.store.dailies()}
    found = begun[day].puzzle_id if day in begun else daily_puzzle(day, library)
    if found is None:
        days = list(library.schedule)
        reach = f"the list begins on {days[0]}" if days else "the list is empty"
        raise NoSuchContent(f"there is no daily for {day}: {reach}; 'puzzle' gives another puzzle")
    chosen = library.puzzle(found)
    if day in begun and begun[day].solved_on is not None:
        desk.say(f"You have solved the daily of {day} already; this is for practice.", "dim")
    puzzle(desk, chosen, study, day)
    streak = study.store.streak(today, utc_minutes(study.clock()))
    if streak.current:
        desk.say(f"Daily streak: {streak.current}. `daily share` gives a line to share.", "dim")


def read_day(text: str) -> date:
    """Read a date.

    Raises:
        GameError: the text is no date.
    """
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise GameError(f"cannot read the date '{text}': write it as 2026-11-30") from None


def standing(daily: Daily | None) -> str:
    """What became of a date: a key of `MARKS`."""
    if daily is None:
        return "none"
    if daily.solved_on is None:
        return "open" if daily.grade is None else "missed"
    return "solved" if daily.solved_on == daily.day else "late"


def archive(desk: Desk, library: Library, study: Study) -> None:
    """The latest dates with what became of them; any of them can still be solved.

    Raises:
        ContentError: the list cannot be read.
        ProgressError: the answers cannot be read.
    """
    begun = {entry.day: entry for entry in study.store.dailies()}
    today = study.today().toordinal()
    rows = []
    for ordinal in range(today - ARCHIVE + 1, today + 1):
        day = date.fromordinal(ordinal)
        if daily_puzzle(day, library) is not None or day in begun:
            state = standing(begun.get(day))
            rows.append([Text(str(day)), Text(MARKS[state]), Text(_words(state))])
    if rows:
        desk.show(Columns(rows, needed=2))
    desk.say("`daily DATE` solves one; only today's counts for the streak.", "dim")


def _words(state: str) -> str:
    return {
        "solved": "solved on its date",
        "late": "solved later",
        "missed": "not solved",
        "open": "begun",
        "none": "not begun",
    }[state]


def calendar_view(dailies: Sequence[Daily], today: date, months: int = MONTHS) -> Group:
    """The latest months, a mark a day."""
    by_day = {daily.day: daily for daily in dailies}
    lines: list[Text | Line] = []
    for back in reversed(range(months)):
        year, month = divmod(today.year * 12 + today.month - 1 - back, 12)
        lines += _month(year, month + 1, by_day, today)
    legend = Line()
    for state, mark in MARKS.items():
        legend.add(Text(f"{mark} {_words(state)}", style="dim"))
    return Group(*lines, legend)


def _month(year: int, month: int, by_day: Mapping[date, Daily], today: date) -> list[Text | Line]:
    lines: list[Text | Line] = [Text(f"{calendar.month_name[month]} {year}", style="bold")]
    lines.append(Text("Mo Tu We Th Fr Sa Su", style="dim"))
    for week in calendar.Calendar().monthdatescalendar(year, month):
        cells = []
        for day in week:
            mark = MARKS[standing(by_day.get(day))] if day <= today else " "
            cells.append(f"{mark if day.month == month else ' ':>2}")
        lines.append(Text(" ".join(cells).rstrip()))
    return lines


def share_line(study: Study, day: date) -> str:
    """A line about a date's daily that gives nothing away.

    Raises:
        GameError: it has not been answered.
        ProgressError: the answers cannot be read.
    """
    found = next((entry for entry in study.store.dailies() if entry.day == day), None)
    if found is None or found.grade is None:
        raise GameError(f"you have not answered the daily of {day}: 'daily' puts the one of today")
    if found.solved_on is None:
        result = "not solved"
    else:
        hints = {None: "", 0: " without a hint", 1: " with 1 hint"}
        result = f"solved{hints.get(found.hints, f' with {found.hints} hints')}"
    streak = study.store.streak(study.today(), utc_minutes(study.clock()))
    row = f", streak {streak.current}" if found.solved_on == day else ""
    return f"okgin daily {day}: {result}{row}"


def set_rollover(desk: Desk, store: Store, text: str) -> None:
    """Set the hour at which a day begins, or tell it.

    Raises:
        GameError: the text is no hour.
        ProgressError: it cannot be saved.
    """
    if text:
        if not text.isdecimal() or int(text) > 23:
            raise GameError(f"cannot read the hour '{text}': write 0 to 23, as in 'rollover 4'")
        store.set_rollover_hour(int(text))
    desk.say(f"Your day begins at {store.rollover_hour()}:00.")
