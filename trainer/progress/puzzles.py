"""How puzzles and dailies stand. Nothing of it is stored: it follows from the answers."""

import sqlite3
from datetime import date
from typing import cast

from msgspec import structs

from trainer.progress.database import fetch, stored
from trainer.progress.records import ACCEPTED_GRADES, REVEALED, Daily, DailyStart, PuzzleState

SOLVES = f"(grade IN {ACCEPTED_GRADES} AND hints < {REVEALED})"

STATES = f"""
WITH touched AS (
  SELECT source_id AS puzzle_id, at, {SOLVES} AS solved
  FROM attempts WHERE source IN ('puzzle', 'daily')
  UNION ALL
  SELECT source_id, at, 0 FROM open_questions WHERE source IN ('puzzle', 'daily')
  UNION ALL
  SELECT puzzle_id, '', 0 FROM skips
), puzzles AS (
  SELECT puzzle_id, max(at) AS last_at, max(solved) AS solved FROM touched GROUP BY puzzle_id
)
SELECT puzzle_id, CASE
  WHEN solved THEN 'solved' WHEN skips.at >= last_at THEN 'skipped' ELSE 'waiting'
END
FROM puzzles LEFT JOIN skips USING (puzzle_id) ORDER BY last_at, puzzle_id
"""


def puzzle_states(connection: sqlite3.Connection) -> dict[str, PuzzleState]:
    """Every puzzle ever put or skipped, the one longest untouched first."""
    rows = connection.execute(STATES)
    return {str(puzzle_id): cast(PuzzleState, state) for puzzle_id, state in rows}


def dailies(connection: sqlite3.Connection, day: date | None = None) -> list[Daily]:
    """Every daily ever begun, or that of one date, in order of date."""
    starts = fetch(
        connection,
        DailyStart,
        "SELECT * FROM dailies WHERE day = coalesce(?, day) ORDER BY day",
        day,
    )
    found = {start.day.isoformat(): Daily(**structs.asdict(start)) for start in starts}
    answers = connection.execute(
        f"SELECT daily, source_id, local_date, utc_offset, hints, grade, {SOLVES}"
        " FROM attempts WHERE source = 'daily' AND daily = coalesce(?, daily) ORDER BY at, id",
        [stored(day)],
    )
    for iso_day, puzzle_id, local_date, utc_offset, hints, grade, solves in answers:
        daily = found[iso_day]
        # An answer to another puzzle comes with an import from a machine with another schedule.
        if puzzle_id == daily.puzzle_id and not daily.solved_on:
            solved_on = date.fromisoformat(local_date) if solves else None
            found[iso_day] = structs.replace(
                daily, solved_on=solved_on, utc_offset=utc_offset, hints=hints, grade=grade
            )
    return list(found.values())
