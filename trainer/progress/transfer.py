"""Everything as one JSON document, to be carried to another machine and merged there."""

import os
import sqlite3
from datetime import datetime
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from trainer.progress import deals
from trainer.progress.database import fetch, insert
from trainer.progress.errors import ProgressError
from trainer.progress.matches import lines
from trainer.progress.questions import touch
from trainer.progress.records import (
    Attempt,
    DailyStart,
    LessonProgress,
    Moment,
    OpenQuestion,
    Setting,
    Skip,
    StoredDeal,
    StoredMatch,
    StoredReview,
    StoredRun,
)
from trainer.progress.schema import utc_text

Format = Literal["okgin progress"]
EXPORT_VERSION = 5
"""Since 2 with deals and reviews, 3 with the opponents of a match, 4 with drills, 5 with runs."""


class Header(Struct, frozen=True):
    """What every version of the document begins with."""

    format: Format
    version: int


class ExportedAttempt(Attempt, frozen=True, kw_only=True):
    """An attempt as stored: it has its id."""

    uid: Annotated[str, Meta(min_length=1)]


class ExportedMatch(Struct, frozen=True):
    """A match with its course."""

    match: StoredMatch
    lines: list[str]


class Document(Struct, frozen=True, kw_only=True):
    """The whole document."""

    format: Format = "okgin progress"
    version: int = EXPORT_VERSION
    exported_at: Moment
    attempts: list[ExportedAttempt]
    lessons: list[LessonProgress]
    open_questions: list[OpenQuestion]
    skips: list[Skip]
    dailies: list[DailyStart]
    matches: list[ExportedMatch]
    deals: list[StoredDeal] = []
    """Since version 2, as are reviews."""
    reviews: list[StoredReview] = []
    runs: list[StoredRun] = []
    settings: list[Setting] = []


class Merged(Struct, frozen=True):
    """What an import brought: new attempts, new matches, and matches it could not join.

    Of a match in `parted`, played on differently on two machines, the course here was kept.
    """

    attempts: int
    matches: int
    parted: list[str]


def export(connection: sqlite3.Connection, now: datetime) -> bytes:
    """Everything in the database, as JSON."""
    played = fetch(connection, StoredMatch, "SELECT * FROM matches ORDER BY created_at, id")
    document = Document(
        exported_at=now,
        attempts=fetch(connection, ExportedAttempt, "SELECT * FROM attempts ORDER BY at, id"),
        lessons=fetch(connection, LessonProgress, "SELECT * FROM lesson_progress"),
        open_questions=fetch(connection, OpenQuestion, "SELECT * FROM open_questions"),
        skips=fetch(connection, Skip, "SELECT * FROM skips"),
        dailies=fetch(connection, DailyStart, "SELECT * FROM dailies"),
        matches=[ExportedMatch(match, lines(connection, match.id)) for match in played],
        deals=fetch(connection, StoredDeal, deals.IN_ORDER),
        reviews=fetch(connection, StoredReview, "SELECT * FROM reviews"),
        settings=fetch(connection, Setting, "SELECT * FROM settings"),
        runs=fetch(connection, StoredRun, "SELECT * FROM runs ORDER BY at, id"),
    )
    return msgspec.json.format(msgspec.json.encode(document), indent=1) + b"\n"


def read_document(data: bytes, name: str) -> Document:
    """Read an export; `name` is what messages call it."""
    try:
        header = msgspec.json.decode(data, type=Header)
        if header.version > EXPORT_VERSION:
            raise ProgressError(
                f"{name} was exported by a newer okgin (its version is {header.version}, this one "
                f"knows up to {EXPORT_VERSION}); update okgin, nothing was imported"
            )
        return msgspec.json.decode(data, type=Document)
    # A file that is no UTF-8 fails with a UnicodeDecodeError, which is a ValueError as well.
    except (msgspec.MsgspecError, ValueError) as error:
        raise ProgressError(
            f"{name} is not an export of okgin ({error}); nothing was imported, "
            "export again from where your progress is"
        ) from None


def merge(connection: sqlite3.Connection, document: Document, name: str) -> Merged:
    """Add what is not here yet. Merging the same document again changes nothing."""
    dates = {start.day for start in document.dailies}
    for attempt in document.attempts:
        if (attempt.source == "daily") != (attempt.daily in dates):
            raise ProgressError(
                f"{name} is not consistent: attempt {attempt.uid!r} belongs to a daily that is "
                "not in it; nothing was imported, export again from where your progress is"
            )
    for start in document.dailies:
        insert(connection, "dailies", start, "ON CONFLICT DO NOTHING")
    attempts = sum(
        insert(connection, "attempts", attempt, "ON CONFLICT (uid) DO NOTHING")
        for attempt in document.attempts
    )
    # A question answered on both machines was first answered on one of them only.
    connection.execute(
        "UPDATE attempts SET first = 0, rated = 0 WHERE first AND EXISTS (SELECT 1"
        " FROM attempts AS other WHERE other.first AND other.question_id = attempts.question_id"
        " AND other.fingerprint = attempts.fingerprint"
        " AND (other.at, other.uid) < (attempts.at, attempts.uid))"
    )
    for lesson in document.lessons:
        insert(
            connection,
            "lesson_progress",
            lesson,
            "ON CONFLICT DO UPDATE SET"
            " step = iif(excluded.updated_at > updated_at, excluded.step, step),"
            " updated_at = max(updated_at, excluded.updated_at),"
            " started_at = min(started_at, excluded.started_at),"
            " finished_at = min(coalesce(finished_at, excluded.finished_at),"
            "  coalesce(excluded.finished_at, finished_at))",
        )
    for skip in document.skips:
        insert(connection, "skips", skip, "ON CONFLICT DO UPDATE SET at = max(at, excluded.at)")
    for question in document.open_questions:
        _merge_open_question(connection, question)
    for deal in document.deals:
        deals.keep(connection, deal)
    here = {deal.id for deal in document.deals}
    for review in document.reviews:
        if review.deal_id not in here:
            raise ProgressError(
                f"{name} is not consistent: it reviews a deal {review.deal_id!r} that is not in "
                "it; nothing was imported, export again from where your progress is"
            )
        insert(connection, "reviews", review, "ON CONFLICT DO NOTHING")
    for setting in document.settings:
        insert(connection, "settings", setting, "ON CONFLICT DO NOTHING")
    for run in document.runs:
        insert(connection, "runs", run, "ON CONFLICT DO NOTHING")
    outcomes = [
        (exported.match.id, _merge_match(connection, exported)) for exported in document.matches
    ]
    return Merged(
        attempts=attempts,
        matches=sum(outcome == "new" for _, outcome in outcomes),
        parted=[match_id for match_id, outcome in outcomes if outcome == "parted"],
    )


def _merge_open_question(connection: sqlite3.Connection, question: OpenQuestion) -> None:
    """Open the question here too, unless it was answered since."""
    (answered,) = connection.execute(
        "SELECT EXISTS (SELECT 1 FROM attempts"
        " WHERE source = ? AND source_id = ? AND question_id = ? AND at > ?)",
        [question.source, question.source_id, question.question_id, utc_text(question.at)],
    ).fetchone()
    if not answered:
        touch(connection, question)


def _merge_match(
    connection: sqlite3.Connection, exported: ExportedMatch
) -> Literal["new", "joined", "parted"]:
    match_id, theirs = exported.match.id, exported.lines
    ours = lines(connection, match_id)
    new = insert(connection, "matches", exported.match, "ON CONFLICT DO NOTHING")
    shared = min(len(ours), len(theirs))
    if ours[:shared] != theirs[:shared]:
        return "parted"
    rows = [(match_id, number, line) for number, line in enumerate(theirs, start=1)]
    connection.executemany("INSERT INTO match_events VALUES (?, ?, ?)", rows[shared:])
    if len(theirs) >= len(ours) and exported.match.finished_at:
        connection.execute(
            "UPDATE matches SET finished_at = coalesce(finished_at, ?) WHERE id = ?",
            [utc_text(exported.match.finished_at), match_id],
        )
    return "new" if new else "joined"


def write_export(path: Path, data: bytes) -> None:
    """Write an export to a file: all of it, or the file stays as it was.

    Raises ProgressError where it cannot be written.
    """
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        try:
            with temporary.open("xb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            temporary.replace(path)
        finally:
            temporary.unlink(missing_ok=True)
    except OSError as error:
        raise ProgressError(
            f"{path} cannot be written ({error.strerror}); nothing was exported, "
            "choose another place for it"
        ) from None


def read_export(path: Path) -> bytes:
    """The bytes of an export. Raises ProgressError where the file cannot be read."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise ProgressError(
            f"{path} cannot be read ({error.strerror}); nothing was imported, "
            "name the file that was exported"
        ) from None
