"""The one way to the database: opened when first used, every failure told as a sentence."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date, datetime
from pathlib import Path
from typing import TypeVar

import msgspec

from trainer.progress import schema
from trainer.progress.errors import (
    ProgressError,
    ReadOnly,
    damaged,
    explain,
    read_only,
    unreachable,
)
from trainer.progress.locations import make_folder
from trainer.progress.schema import migrate, schema_version, transaction, utc_text

BUSY_SECONDS = 5.0
"""How long to wait while another process writes."""

NO_WRITING_BESIDE = ("SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_FULL", "SQLITE_IOERR_SHM")
"""How SQLite's names for not being able to write a file beside the database begin."""

T = TypeVar("T")


class Database:
    """A database file. `clock` only dates the migrations."""

    def __init__(self, path: Path, clock: Callable[[], datetime]) -> None:
        self.path = path.absolute()
        self.barrier: ReadOnly | None = None
        """Why the open database can only be read; None if it can be written."""
        self._clock = clock
        self._connection: sqlite3.Connection | None = None
        self._nothing: sqlite3.Connection | None = None

    @contextmanager
    def read(self) -> Iterator[sqlite3.Connection]:
        """One consistent look. A database that is not there reads as empty and is not created."""
        with self._explained():
            if self._connection is None and not self._is_there():
                connection = self._nothing = self._nothing or self._empty()
            else:
                connection = self._open()
            with transaction(connection, "DEFERRED"):
                yield connection

    @contextmanager
    def write(self) -> Iterator[sqlite3.Connection]:
        """One transaction, on disk when the block is left. Creates the database if need be."""
        with self._explained():
            if self.barrier:
                self.close()  # the learner may have done what the sentence asked for
            if self._connection is None and not self._is_there():
                make_folder(self.path.parent)
            connection = self._open()
            if self.barrier:
                raise self.barrier
            with transaction(connection, "IMMEDIATE"):
                yield connection

    def close(self) -> None:
        """Let go of the file; the next use opens it again."""
        for connection in (self._connection, self._nothing):
            if connection is not None:
                connection.close()
        self._connection = self._nothing = None

    @contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise explain(error, self.path) from error
        except msgspec.ValidationError as error:
            raise damaged(self.path, str(error)) from error

    def _is_there(self) -> bool:
        try:
            self.path.stat()
        except FileNotFoundError:
            return False
        except NotADirectoryError:
            make_folder(self.path.parent)  # says which file is in the way
        except OSError:
            raise unreachable(self.path) from None
        if self.path.is_dir():
            raise ProgressError(
                f"{self.path} is a folder, where okgin keeps its database; move it away"
            )
        return True

    def _open(self) -> sqlite3.Connection:
        if self._connection is None:
            connection, self.barrier = self._connect_for_writing_or_reading()
            try:
                self._prepare(connection)
            except BaseException:
                connection.close()
                raise
            self._connection = connection
        return self._connection

    def _connect_for_writing_or_reading(self) -> tuple[sqlite3.Connection, ReadOnly | None]:
        """A connection that can be read, and what bars it from being written."""
        connection = _connect(f"{self.path.as_uri()}?mode=rwc")
        try:
            return connection, None if _may_write(connection) else read_only(self.path)
        except sqlite3.Error as error:
            connection.close()
            # Even to read, SQLite wants to write beside a WAL database, unless it is promised
            # that nobody else writes. That promise would be a lie about answers not yet moved
            # from the -wal file.
            wal = self.path.with_name(f"{self.path.name}-wal")
            waiting = wal.exists() and wal.stat().st_size > 0
            if waiting or not error.sqlite_errorname.startswith(NO_WRITING_BESIDE):
                raise
            barrier = ReadOnly(explain(error, self.path).sentence)
        return _connect(f"{self.path.as_uri()}?immutable=1"), barrier

    def _prepare(self, connection: sqlite3.Connection) -> None:
        version, newest = schema_version(connection), len(schema.MIGRATIONS)
        if version > newest:
            raise ProgressError(
                f"{self.path} was written by a newer okgin (its version is {version}, this one "
                f"knows up to {newest}); update okgin, nothing was changed"
            )
        if self.barrier is None:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = FULL")
            migrate(connection, self._clock())
        elif version < newest:
            raise self.barrier

    def _empty(self) -> sqlite3.Connection:
        connection = _connect(":memory:")
        migrate(connection, self._clock())
        return connection


def _connect(uri: str) -> sqlite3.Connection:
    """A connection that has not looked into the file yet."""
    connection = sqlite3.connect(uri, timeout=BUSY_SECONDS, isolation_level=None, uri=True)
    connection.row_factory = sqlite3.Row
    connection.execute("PRAGMA foreign_keys = ON")
    return connection


def _may_write(connection: sqlite3.Connection) -> bool:
    """Whether the file takes a write, found out by one that is rolled back."""
    version = schema_version(connection)
    connection.execute("PRAGMA busy_timeout = 0")
    try:
        # BEGIN IMMEDIATE alone succeeds on a read-only file.
        connection.execute("BEGIN IMMEDIATE")
        connection.execute(f"PRAGMA user_version = {version}")
    except sqlite3.OperationalError as error:
        if error.sqlite_errorname.startswith("SQLITE_READONLY"):
            return False
        # A file that another process is writing can be written.
        if not error.sqlite_errorname.startswith("SQLITE_BUSY"):
            raise
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        connection.execute(f"PRAGMA busy_timeout = {int(1000 * BUSY_SECONDS)}")
    return True


def stored(value: object) -> object:
    """A field of a record as SQLite keeps it."""
    match value:
        case datetime():
            return utc_text(value)
        case date():
            return value.isoformat()
        case int() if abs(value) >= 2**63:
            return str(value)
    return value


def insert(
    connection: sqlite3.Connection, table: str, value: msgspec.Struct, conflict: str = ""
) -> bool:
    """Add a record to the table with the same columns; `conflict` is an ON CONFLICT clause.

    Returns whether a row was added or changed.
    """
    fields = value.__struct_fields__
    marks = ", ".join("?" * len(fields))
    cursor = connection.execute(
        f"INSERT INTO {table} ({', '.join(fields)}) VALUES ({marks}) {conflict}",
        [stored(getattr(value, field)) for field in fields],
    )
    return cursor.rowcount > 0


def fetch(connection: sqlite3.Connection, kind: type[T], query: str, *values: object) -> list[T]:
    """The rows of a query as records."""
    rows = connection.execute(query, [stored(value) for value in values])
    return [msgspec.convert(dict(row), kind, strict=False) for row in rows]
