"""Matches as they are kept: a line of text for everything that happens, only ever appended."""

import sqlite3

from trainer.progress.errors import ProgressError

PRACTICE = "id NOT LIKE '%-duplicate-%'"
"""Whether a match is of a learner's own choice, and not the duplicate deal of a date."""


def append_line(
    connection: sqlite3.Connection, match_id: str, line: str, expected: int | None
) -> int:
    """Append one line to an open match and return its number, counted from 1.

    `expected` is the number of lines the caller has seen, None if it has not looked. A caller
    that saw fewer than there are would append to a course of play it does not know.
    """
    if "\n" in line:
        raise ValueError(f"an event is one line, not {line!r}")
    row = connection.execute(
        "SELECT finished_at, (SELECT count(*) FROM match_events WHERE match_id = id)"
        " FROM matches WHERE id = ?",
        [match_id],
    ).fetchone()
    if row is None:
        raise ProgressError(f"there is no match {match_id!r}; start a new one")
    finished_at, number = row
    if finished_at is not None:
        raise ProgressError(f"match {match_id!r} is finished; start a new one")
    if expected is not None and expected != number:
        raise ProgressError(
            f"match {match_id!r} was played on in another window; "
            "nothing was saved, open the match again to go on from there"
        )
    connection.execute("INSERT INTO match_events VALUES (?, ?, ?)", [match_id, number + 1, line])
    return int(number) + 1


def lines(connection: sqlite3.Connection, match_id: str) -> list[str]:
    """The lines of a match, in order."""
    rows = connection.execute(
        "SELECT line FROM match_events WHERE match_id = ? ORDER BY number", [match_id]
    )
    return [str(line) for (line,) in rows]
