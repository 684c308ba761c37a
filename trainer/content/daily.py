"""The daily puzzle: an append-only list of dates, so that a date keeps its puzzle for good.

Each line of ``puzzles/daily.txt`` is ``2026-12-01 puzzle-id``; a line that begins with # is a
comment.
"""

from __future__ import annotations

import re
from collections import Counter
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
        BrokenFile: a line is not in the form, or its date does not come after the last one.
    """
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
        if last is not None and day <= last.day:
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


def daily_puzzle(day: date, library: Library) -> str | None:
    """The id of a day's puzzle; None before the list begins and after it ends.

    Raises:
        BrokenFile: the list cannot be read.
    """
    return library.schedule.get(day)


SOON = timedelta(days=7)
"""A puzzle that the list shows again is kept out of other modes for so long before."""


def reserved(schedule: Schedule, day: date) -> set[str]:
    """The puzzles that other modes keep from a learner on a day, for dailies that are to come.

    A puzzle that the list shows once is kept back until its date is past; one that it shows again
    and again is no secret, and is only kept back for a week before each date.
    """
    shown = Counter(schedule.values())
    return {
        name
        for date, name in schedule.items()
        if date >= day and (shown[name] == 1 or date <= day + SOON)
    }


def last_day(library: Library) -> date | None:
    """The last day that has a puzzle; None where the list is empty.

    Raises:
        BrokenFile: the list cannot be read.
    """
    return max(library.schedule, default=None)
