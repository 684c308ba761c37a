"""What one answer moves beside itself: the question it was given to, and the lesson around it."""

import sqlite3
from datetime import datetime

from trainer.progress.database import insert
from trainer.progress.records import LessonProgress, LessonStep, OpenQuestion


def touch(connection: sqlite3.Connection, question: OpenQuestion) -> None:
    """Keep a question open. Hints once shown stay shown."""
    insert(
        connection,
        "open_questions",
        question,
        "ON CONFLICT DO UPDATE SET hints = max(hints, excluded.hints), at = max(at, excluded.at)",
    )


def close(
    connection: sqlite3.Connection, source: str, source_id: str, question_id: str | None = None
) -> None:
    """Forget an open question, or all of a source."""
    connection.execute(
        "DELETE FROM open_questions"
        " WHERE source = ? AND source_id = ? AND question_id = coalesce(?, question_id)",
        [source, source_id, question_id],
    )


def move(connection: sqlite3.Connection, step: LessonStep, now: datetime) -> None:
    """Set where a lesson goes on. What was open at the step before is done with."""
    close(connection, "lesson", step.lesson_id)
    progress = LessonProgress(
        lesson_id=step.lesson_id,
        step=step.step,
        started_at=now,
        updated_at=now,
        finished_at=now if step.finished else None,
    )
    insert(
        connection,
        "lesson_progress",
        progress,
        "ON CONFLICT DO UPDATE SET step = excluded.step, updated_at = excluded.updated_at,"
        " finished_at = coalesce(finished_at, excluded.finished_at)",
    )
