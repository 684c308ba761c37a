"""The tables, as ordered migrations, each recorded in the transaction that runs it."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime


@contextmanager
def transaction(connection: sqlite3.Connection, kind: str) -> Iterator[None]:
    """Run the block as one transaction of `kind` "DEFERRED" or "IMMEDIATE": all of it or nothing.

    A writer begins IMMEDIATE, since one that begins by reading can be refused the lock later.
    """
    connection.execute(f"BEGIN {kind}")
    try:
        yield
        connection.execute("COMMIT")
    finally:
        # After a failed COMMIT the transaction may be open still, after a full disk it is not.
        if connection.in_transaction:
            connection.execute("ROLLBACK")


def utc_text(moment: datetime) -> str:
    """A time as stored: UTC with all six decimals, so that text order is time order."""
    if moment.tzinfo is None:
        raise ValueError("a time must carry a time zone")
    return moment.astimezone(UTC).isoformat(timespec="microseconds")


# `verdict` comes last: SQLite reads a row from the left, so figures never touch that long text.
# `seed` is text, because a seed may have more than SQLite's 63 bits.
FIRST_TABLES = """
CREATE TABLE dailies (
  day TEXT PRIMARY KEY, puzzle_id TEXT NOT NULL, started_at TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE attempts (
  id INTEGER PRIMARY KEY,
  uid TEXT NOT NULL UNIQUE,
  at TEXT NOT NULL,
  local_date TEXT NOT NULL,
  source TEXT NOT NULL CHECK (source IN ('lesson', 'puzzle', 'daily', 'match')),
  source_id TEXT NOT NULL,
  question_id TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  answer TEXT NOT NULL,
  grade TEXT NOT NULL,
  points_lost REAL,
  hints INTEGER NOT NULL CHECK (hints BETWEEN 0 AND 4),
  rated INTEGER NOT NULL,
  forced INTEGER NOT NULL,
  first INTEGER NOT NULL,
  daily TEXT REFERENCES dailies (day) CHECK ((daily IS NOT NULL) = (source = 'daily')),
  seconds REAL,
  verdict TEXT NOT NULL
);
CREATE INDEX attempts_by_question ON attempts (question_id, fingerprint);
CREATE INDEX attempts_by_source ON attempts (source, source_id);
CREATE TABLE lesson_progress (
  lesson_id TEXT PRIMARY KEY, step TEXT NOT NULL,
  started_at TEXT NOT NULL, updated_at TEXT NOT NULL, finished_at TEXT
) WITHOUT ROWID;
CREATE TABLE open_questions (
  source TEXT NOT NULL, source_id TEXT NOT NULL, question_id TEXT NOT NULL,
  hints INTEGER NOT NULL CHECK (hints BETWEEN 0 AND 4), at TEXT NOT NULL,
  PRIMARY KEY (source, source_id, question_id)
) WITHOUT ROWID;
CREATE TABLE skips (puzzle_id TEXT PRIMARY KEY, at TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE matches (
  id TEXT PRIMARY KEY, created_at TEXT NOT NULL, rules TEXT NOT NULL, seed TEXT NOT NULL,
  finished_at TEXT
) WITHOUT ROWID;
CREATE TABLE match_events (
  match_id TEXT NOT NULL REFERENCES matches (id), number INTEGER NOT NULL, line TEXT NOT NULL,
  PRIMARY KEY (match_id, number)
) WITHOUT ROWID;
"""


def first_tables(connection: sqlite3.Connection) -> None:
    """All tables of the first version."""
    # Not executescript: that would commit the transaction of the migration first.
    for statement in FIRST_TABLES.split(";"):
        connection.execute(statement)


# `score` and `record` are texts of the game room, `line` is one of whoever reviews.
DEAL_TABLES = """
CREATE TABLE deals (
  id TEXT PRIMARY KEY, match_id TEXT, number INTEGER NOT NULL, seat INTEGER NOT NULL,
  at TEXT NOT NULL, score TEXT NOT NULL, record TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE reviews (
  deal_id TEXT NOT NULL REFERENCES deals (id), seat INTEGER NOT NULL, part TEXT NOT NULL,
  line TEXT NOT NULL,
  PRIMARY KEY (deal_id, seat, part)
) WITHOUT ROWID;
"""


def deal_tables(connection: sqlite3.Connection) -> None:
    """Finished deals as text records, and what reviews of them found."""
    for statement in DEAL_TABLES.split(";"):
        connection.execute(statement)


def match_opponents(connection: sqlite3.Connection) -> None:
    """Who a match is played against."""
    connection.execute("ALTER TABLE matches ADD COLUMN opponents TEXT NOT NULL DEFAULT ''")


# SQLite cannot change a CHECK, so the table is written anew with the same rows.
CONTEXT_TABLES = """
CREATE TABLE new_attempts (
  id INTEGER PRIMARY KEY,
  uid TEXT NOT NULL UNIQUE,
  at TEXT NOT NULL,
  utc_offset INTEGER,
  local_date TEXT NOT NULL,
  source TEXT NOT NULL CHECK (source IN ('lesson', 'puzzle', 'daily', 'match', 'drill')),
  source_id TEXT NOT NULL,
  question_id TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  answer TEXT NOT NULL,
  grade TEXT NOT NULL,
  points_lost REAL,
  hints INTEGER NOT NULL CHECK (hints BETWEEN 0 AND 4),
  rated INTEGER NOT NULL,
  forced INTEGER NOT NULL,
  first INTEGER NOT NULL,
  daily TEXT REFERENCES dailies (day) CHECK ((daily IS NOT NULL) = (source = 'daily')),
  seconds REAL,
  themes TEXT NOT NULL,
  knock_limit INTEGER,
  puzzle_rating REAL,
  puzzle_deviation REAL,
  verdict TEXT NOT NULL
);
INSERT INTO new_attempts (
  id, uid, at, local_date, source, source_id, question_id, fingerprint, answer, grade,
  points_lost, hints, rated, forced, first, daily, seconds, themes, verdict
) SELECT
  id, uid, at, local_date, source, source_id, question_id, fingerprint, answer, grade,
  points_lost, hints, rated, forced, first, daily, seconds, '', verdict
FROM attempts;
DROP TABLE attempts;
ALTER TABLE new_attempts RENAME TO attempts;
CREATE INDEX attempts_by_question ON attempts (question_id, fingerprint);
CREATE INDEX attempts_by_source ON attempts (source, source_id);
"""


def attempt_context(connection: sqlite3.Connection) -> None:
    """Attempts that are drills, and what an attempt was about: themes, limit, puzzle's rating."""
    for statement in CONTEXT_TABLES.split(";"):
        connection.execute(statement)


def puzzle_runs(connection: sqlite3.Connection) -> None:
    """Runs of puzzles against a miss or the clock."""
    connection.execute(
        "CREATE TABLE runs (id TEXT PRIMARY KEY, kind TEXT NOT NULL, at TEXT NOT NULL,"
        " local_date TEXT NOT NULL, minutes INTEGER, solved INTEGER NOT NULL,"
        " missed INTEGER NOT NULL) WITHOUT ROWID"
    )


def settings(connection: sqlite3.Connection) -> None:
    """What the learner has set."""
    connection.execute(
        "CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID"
    )


MIGRATIONS: tuple[Callable[[sqlite3.Connection], None], ...] = (
    first_tables,
    deal_tables,
    match_opponents,
    attempt_context,
    puzzle_runs,
    settings,
)
"""Migration number n leads from version n - 1 to n. Never change one that was released."""


def schema_version(connection: sqlite3.Connection) -> int:
    """The version the database is at, 0 when it has no tables yet."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    return int(version)


def migrate(connection: sqlite3.Connection, now: datetime) -> None:
    """Bring the database up to the newest version."""
    for number, migration in enumerate(MIGRATIONS, start=1):
        if schema_version(connection) >= number:
            continue
        with transaction(connection, "IMMEDIATE"):
            # Another process may have been faster between the look and the lock.
            if schema_version(connection) >= number:
                continue
            connection.execute(
                "CREATE TABLE IF NOT EXISTS migrations"
                " (version INTEGER PRIMARY KEY, name TEXT NOT NULL, applied_at TEXT NOT NULL)"
            )
            migration(connection)
            connection.execute(
                "INSERT INTO migrations VALUES (?, ?, ?)",
                (number, migration.__name__, utc_text(now)),
            )
            connection.execute(f"PRAGMA user_version = {number}")
