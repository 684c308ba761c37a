"""The store: everything a learner has done, one transaction per answer."""

import os
import sqlite3
from collections.abc import Callable
from datetime import UTC, date, datetime
from pathlib import Path
from types import TracebackType
from typing import Self

from msgspec import structs

from trainer.progress import deals, matches, puzzles, transfer
from trainer.progress import stats as figures
from trainer.progress.database import Database, fetch, insert
from trainer.progress.drills import Drill, drills
from trainer.progress.glicko import Rating
from trainer.progress.locations import database_path
from trainer.progress.numbers import Numbers, numbers
from trainer.progress.questions import close, move, touch
from trainer.progress.ratings import RatedAttempt, rated_attempts
from trainer.progress.records import (
    Attempt,
    Daily,
    DailyStart,
    Hints,
    LessonProgress,
    LessonStep,
    OpenQuestion,
    PuzzleState,
    RunKind,
    Setting,
    Skip,
    Source,
    StoredDeal,
    StoredMatch,
    StoredReview,
    StoredRun,
)
from trainer.progress.schema import utc_text
from trainer.progress.stats import Stats
from trainer.progress.streak import Streak, streak
from trainer.progress.transfer import Merged

ROLLOVER = "rollover hour"
"""The name of a setting."""


def utc_now() -> datetime:
    """The time, for what no caller dates."""
    return datetime.now(UTC)


def new_id() -> str:
    """An id no other machine gives, so that exports can be merged."""
    return os.urandom(16).hex()


class Store:
    """A learner's progress in one SQLite file.

    Nothing is opened before the first use, and nothing is created before the first thing saved.
    Every method that saves is one transaction, on disk when it returns. Every method raises
    ProgressError, with a sentence fit to be shown; those that save raise its subclass ReadOnly
    where the file can only be read. Times must carry a time zone (else ValueError).
    """

    def __init__(self, path: Path | None = None, clock: Callable[[], datetime] = utc_now) -> None:
        """`path` is the database file, by default the learner's; `clock` dates migrations."""
        self._database = Database(path or database_path(), clock)
        self._lines_seen: dict[str, int] = {}
        self._noticed = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file."""
        self._database.close()

    def notice(self) -> str | None:
        """The sentence that answers cannot be saved here, once; None ever after or if they can."""
        with self._database.read():
            pass
        if self._database.barrier is None or self._noticed:
            return None
        self._noticed = True
        return self._database.barrier.sentence

    # Answers

    def record_attempt(
        self,
        attempt: Attempt,
        *,
        lesson_step: LessonStep | None = None,
        match_line: str | None = None,
        retry: bool = False,
    ) -> Attempt:
        """Save an answer, with what it moves, and return it as stored.

        `lesson_step` is where the lesson goes on; `match_line` is the event the answer adds to
        the match `attempt.source_id`. With `retry` the question stays open and its hints stay
        counted. The attempt's daily must have been started.
        """
        number: int | None = None
        with self._database.write() as connection:
            attempt = _added(connection, attempt)
            question = attempt.source, attempt.source_id, attempt.question_id
            if retry:
                touch(connection, OpenQuestion(*question, attempt.hints, attempt.at))
            else:
                close(connection, *question)
            if lesson_step is not None:
                move(connection, lesson_step, attempt.at)
            if match_line is not None:
                number = matches.append_line(
                    connection,
                    attempt.source_id,
                    match_line,
                    self._lines_seen.get(attempt.source_id),
                )
        if number is not None:
            self._lines_seen[attempt.source_id] = number
        return attempt

    def attempts(
        self,
        *,
        source: Source | None = None,
        source_id: str | None = None,
        question_id: str | None = None,
    ) -> list[Attempt]:
        """The answers that fit all of what is given, in order of time."""
        with self._database.read() as connection:
            return fetch(
                connection,
                Attempt,
                "SELECT * FROM attempts WHERE source = coalesce(?, source)"
                " AND source_id = coalesce(?, source_id)"
                " AND question_id = coalesce(?, question_id) ORDER BY at, id",
                source,
                source_id,
                question_id,
            )

    def drills(self) -> list[Drill]:
        """Every question ever missed, the one to come back first at the front."""
        with self._database.read() as connection:
            return drills(connection)

    # Questions that are open

    def open_question(
        self, source: Source, source_id: str, question_id: str, *, hints: Hints, now: datetime
    ) -> None:
        """Save that a question is put, or that so many of its hints are shown."""
        with self._database.write() as connection:
            touch(connection, OpenQuestion(source, source_id, question_id, hints, now))

    def hints_shown(self, source: Source, source_id: str, question_id: str) -> Hints:
        """How many hints of a question were shown since it was put, 0 if it is not open."""
        with self._database.read() as connection:
            row = connection.execute(
                "SELECT hints FROM open_questions"
                " WHERE source = ? AND source_id = ? AND question_id = ?",
                [source, source_id, question_id],
            ).fetchone()
        return int(row[0]) if row else 0

    # Lessons

    def save_lesson_step(self, step: LessonStep, now: datetime) -> None:
        """Move a lesson on without an answer."""
        with self._database.write() as connection:
            move(connection, step, now)

    def lessons(self) -> dict[str, LessonProgress]:
        """Every lesson begun, by id."""
        with self._database.read() as connection:
            rows = fetch(connection, LessonProgress, "SELECT * FROM lesson_progress")
        return {row.lesson_id: row for row in rows}

    # Puzzles and dailies

    def puzzle_states(self) -> dict[str, PuzzleState]:
        """Every puzzle ever put or skipped, the one longest untouched first.

        A puzzle that is not in it is new.
        """
        with self._database.read() as connection:
            return puzzles.puzzle_states(connection)

    def skip_puzzle(self, puzzle_id: str, now: datetime) -> None:
        """No longer wait for a puzzle."""
        with self._database.write() as connection:
            insert(
                connection,
                "skips",
                Skip(puzzle_id, now),
                "ON CONFLICT DO UPDATE SET at = excluded.at",
            )
            close(connection, "puzzle", puzzle_id)
            close(connection, "daily", puzzle_id)

    def rated_attempts(self) -> list[RatedAttempt]:
        """Every rated attempt at a puzzle, in order of time."""
        with self._database.read() as connection:
            return rated_attempts(connection)

    def rating(self) -> Rating:
        """The learner's rating after the latest of them."""
        attempts = self.rated_attempts()
        return attempts[-1].after if attempts else Rating()

    def keep_run(  # noqa: PLR0917
        self, kind: RunKind, minutes: int | None, solved: int, missed: int, now: datetime, day: date
    ) -> StoredRun:
        """Keep a run of puzzles that has ended."""
        run = StoredRun(
            id=new_id(),
            kind=kind,
            at=now,
            local_date=day,
            minutes=minutes,
            solved=solved,
            missed=missed,
        )
        with self._database.write() as connection:
            insert(connection, "runs", run)
        return run

    def runs(self) -> list[StoredRun]:
        """Every run of puzzles, in order of time."""
        with self._database.read() as connection:
            return fetch(connection, StoredRun, "SELECT * FROM runs ORDER BY at, id")

    def start_daily(self, day: date, puzzle_id: str, now: datetime) -> Daily:
        """Begin the daily of a date. A date once begun keeps its puzzle: see the result."""
        start = DailyStart(day, puzzle_id, now)
        with self._database.write() as connection:
            insert(connection, "dailies", start, "ON CONFLICT DO NOTHING")
            return puzzles.dailies(connection, day)[0]

    def dailies(self) -> list[Daily]:
        """Every daily ever begun, in order of date."""
        with self._database.read() as connection:
            return puzzles.dailies(connection)

    def streak(self, today: date, utc_offset: int | None = None) -> Streak:
        """Dailies solved on their own date, in a row."""
        return streak(self.dailies(), today, utc_offset)

    # Settings

    def rollover_hour(self) -> int:
        """The hour at which the learner's day begins, 0 if nothing was set."""
        with self._database.read() as connection:
            settings = fetch(connection, Setting, "SELECT * FROM settings WHERE name = ?", ROLLOVER)
        return int(settings[0].value) if settings else 0

    def set_rollover_hour(self, hour: int) -> None:
        """Set the hour at which the learner's day begins: 0 to 23."""
        with self._database.write() as connection:
            insert(
                connection,
                "settings",
                Setting(ROLLOVER, str(hour)),
                "ON CONFLICT DO UPDATE SET value = excluded.value",
            )

    # Matches

    def create_match(
        self, rules: str, seed: int, now: datetime, opponents: str = "", *, id: str = ""
    ) -> StoredMatch:
        """A new open match; with an `id` it is one that all machines give the same name."""
        match = StoredMatch(
            id=id or new_id(), created_at=now, rules=rules, seed=seed, opponents=opponents
        )
        with self._database.write() as connection:
            insert(connection, "matches", match)
        self._lines_seen[match.id] = 0
        return match

    def open_match(self) -> StoredMatch | None:
        """The latest match that can be played on."""
        return next((match for match in reversed(self.matches()) if match.state == "open"), None)

    def matches(self) -> list[StoredMatch]:
        """Every practice match, in order of time."""
        with self._database.read() as connection:
            return fetch(
                connection,
                StoredMatch,
                f"SELECT * FROM matches WHERE {matches.PRACTICE} ORDER BY created_at, id",
            )

    def match(self, match_id: str) -> StoredMatch | None:
        """The match of an id, of whatever kind."""
        with self._database.read() as connection:
            found = fetch(connection, StoredMatch, "SELECT * FROM matches WHERE id = ?", match_id)
        return found[0] if found else None

    def match_events(self, match_id: str) -> list[str]:
        """The lines of a match, in order."""
        with self._database.read() as connection:
            lines = matches.lines(connection, match_id)
        self._lines_seen[match_id] = len(lines)
        return lines

    def append_event(self, match_id: str, line: str, deal: StoredDeal | None = None) -> int:
        """Append a line to an open match and return its number, counted from 1.

        `deal` is the deal that the event finishes: it is kept in the same transaction.
        Refused with a sentence where the match was played on in another window since its lines
        were read here.
        """
        with self._database.write() as connection:
            number = matches.append_line(connection, match_id, line, self._lines_seen.get(match_id))
            if deal is not None:
                deals.keep(connection, deal)
        self._lines_seen[match_id] = number
        return number

    def finish_match(self, match_id: str, now: datetime) -> None:
        """Close a match; it keeps its lines, and what hints were shown in it."""
        with self._database.write() as connection:
            connection.execute(
                "UPDATE matches SET finished_at = coalesce(finished_at, ?) WHERE id = ?",
                [utc_text(now), match_id],
            )

    # Deals and their reviews

    def keep_deal(self, deal: StoredDeal) -> None:
        """Keep a deal that was imported; one that is here already stays as it is."""
        with self._database.write() as connection:
            deals.keep(connection, deal)

    def deals(self) -> list[StoredDeal]:
        """Every deal, in order of time."""
        with self._database.read() as connection:
            return fetch(connection, StoredDeal, deals.IN_ORDER)

    def deal(self, name: str = "") -> StoredDeal:
        """The deal whose id is, or begins with, `name`; the latest one without a name.

        Refused with a sentence where there is none, or more than one.
        """
        with self._database.read() as connection:
            return deals.find(connection, name)

    def keep_review(self, review: StoredReview, attempt: Attempt | None = None) -> None:
        """Keep a part of the review of a deal that is kept; a newer one takes its place.

        `attempt` is the decision it judges, as an answer; a decision that is here stays as it is.
        """
        with self._database.write() as connection:
            deals.keep_review(connection, review)
            if attempt is not None and not _seen(connection, attempt):
                _added(connection, attempt)

    def review(self, deal_id: str, seat: int) -> dict[str, str]:
        """What reviews of a deal have found for a seat, by part."""
        with self._database.read() as connection:
            return deals.parts(connection, deal_id, seat)

    # All of it

    def stats(self, today: date, utc_offset: int | None = None) -> Stats:
        """The figures as of the learner's date `today`."""
        with self._database.read() as connection:
            return figures.stats(connection, today, utc_offset)

    def numbers(self) -> Numbers:
        """The figures over time, by theme and by limit."""
        with self._database.read() as connection:
            return numbers(connection)

    def export(self, now: datetime) -> bytes:
        """Everything as one JSON document; `write_export` puts it in a file."""
        with self._database.read() as connection:
            return transfer.export(connection, now)

    def merge(self, data: bytes, name: str = "the export") -> Merged:
        """Add everything in an export that is not here yet, or nothing of it.

        `name` is what a sentence calls it, such as the file's name.
        """
        document = transfer.read_document(data, name)
        with self._database.write() as connection:
            return transfer.merge(connection, document, name)


def _seen(connection: sqlite3.Connection, attempt: Attempt) -> bool:
    """Whether the question of an attempt has been answered before."""
    (seen,) = connection.execute(
        "SELECT EXISTS (SELECT 1 FROM attempts WHERE question_id = ? AND fingerprint = ?)",
        [attempt.question_id, attempt.fingerprint],
    ).fetchone()
    return bool(seen)


def _added(connection: sqlite3.Connection, attempt: Attempt) -> Attempt:
    """Add an attempt, with what is the store's to fill, and return it so."""
    seen = _seen(connection, attempt)
    attempt = structs.replace(
        attempt,
        uid=new_id(),
        first=not seen,
        rated=attempt.rated and not seen and not attempt.hints,
    )
    insert(connection, "attempts", attempt)
    return attempt
