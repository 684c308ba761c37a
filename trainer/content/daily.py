"""The daily puzzle: an append-only list of dates, so that a date keeps its puzzle for good.

Each line of ``puzzles/daily.txt`` is ``2026-12-01 puzzle-id``; a line that begins with # is a
comment. After its end come the first `BLOCK` lines again and again: they never change, so neither
do the dates after the end, but for those that are appended.

Each line of ``puzzles/retired.txt``, written in the same way, retires a puzzle from a date on that
is still to come. It stays readable; dailies from that date on get the next puzzle of the block.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from trainer.content.errors import BrokenFile
from trainer.content.tree import read_text

if TYPE_CHECKING:
    from trainer.content.library import Library

FILE = "daily.txt"
RETIRED = "retired.txt"

BLOCK = 120
"""So many lines, at the beginning of the list, are shown again after its end."""

Schedule = Mapping[date, str]
"""From dates to ids of puzzles, in the order of the dates."""

_LINE = re.compile(r"(?P<day>\d{4}-\d\d-\d\d)\s+(?P<id>[a-z0-9-]+)")


@dataclass(frozen=True)
class Entry:
    """One line of the list; ``column`` is where the id begins."""

    line: int
    column: int
    day: date
    id: str


def read_entries(path: Path) -> Iterator[Entry]:
    """The lines of a daily list, in order.

    Raises:
        BrokenFile: a line is not in the form, or its date does not come after the last one; in a
            list of retirements one date may be there several times.
    """
    least = timedelta(0 if path.name == RETIRED else 1)
    last: Entry | None = None
    for number, line in enumerate(read_text(path).splitlines(), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        found = _LINE.fullmatch(line.rstrip())
        if found is None:
            raise BrokenFile(
                path, number, 1, f"cannot read '{line.strip()}': write 2026-12-01 puzzle-id"
            )
        try:
            day = date.fromisoformat(found["day"])
        except ValueError:
            raise BrokenFile(path, number, 1, f"there is no day {found['day']}") from None
        if last is not None and day < last.day + least:
            raise BrokenFile(
                path,
                number,
                1,
                f"{day} does not come after {last.day} on line {last.line}: "
                "add new days at the end only",
            )
        last = Entry(number, found.start("id") + 1, day, found["id"])
        yield last


def read_schedule(path: Path) -> Schedule:
    """The daily list; empty where there is no such file.

    Raises:
        BrokenFile: as :func:`read_entries`.
    """
    if not path.exists():
        return {}
    return {entry.day: entry.id for entry in read_entries(path)}


def read_retired(path: Path) -> Mapping[str, date]:
    """From when on puzzles are retired, by id; empty where there is no such file.

    Raises:
        BrokenFile: as :func:`read_entries`.
    """
    if not path.exists():
        return {}
    retired: dict[str, date] = {}
    for entry in read_entries(path):
        retired.setdefault(entry.id, entry.day)
    return retired


def daily_puzzle(day: date, library: Library) -> str | None:
    """The id of a day's puzzle; None before the list begins.

    Raises:
        BrokenFile: the list cannot be read.
    """
    schedule = library.schedule
    if not schedule or day < next(iter(schedule)):
        return None
    block = list(schedule.values())[:BLOCK]
    place = (day - next(iter(schedule))).days
    choices = [schedule.get(day, block[place % len(block)])]
    choices += [block[(place + step) % len(block)] for step in range(1, len(block))]
    return next((name for name in choices if not is_retired(name, day, library)), None)


def is_retired(name: str, day: date, library: Library) -> bool:
    """Whether a puzzle is no longer offered on a day.

    Raises:
        BrokenFile: the list of retirements cannot be read.
    """
    since = library.retired.get(name)
    return since is not None and since <= day


SOON = timedelta(days=7)
"""A puzzle that the list shows again is kept out of other modes for so long before."""


def reserved(schedule: Schedule, day: date) -> set[str]:
    """The puzzles that other modes keep from a learner on a day, for dailies that are to come.

    A puzzle is kept back until the first date on which the list shows it is past. After that it is
    no secret, and is only kept back for a week before each other date.
    """
    first: dict[str, date] = {}
    for date_shown, name in schedule.items():
        first.setdefault(name, date_shown)
    return {
        name
        for date_shown, name in schedule.items()
        if date_shown >= day and (first[name] >= day or date_shown <= day + SOON)
    }
