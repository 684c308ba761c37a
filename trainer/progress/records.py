"""What is remembered: small frozen values, the same in Python, in SQLite and in an export.

Times are time-zone aware; they are stored in UTC. Dates are the learner's own (see `local_date`).
"""

from datetime import date, datetime
from hashlib import sha256
from typing import Annotated, Literal

from msgspec import Meta, Struct

Source = Literal["lesson", "puzzle", "daily", "match", "drill"]
PuzzleState = Literal["waiting", "solved", "skipped"]
Moment = Annotated[datetime, Meta(tz=True)]
Hints = Annotated[int, Meta(ge=0, le=4)]

REVEALED = 4
"""Hints at this stage have shown the answer: what follows solves nothing."""

ACCEPTED_GRADES = ("right", "fine")
"""The grades that solve a puzzle; every other text in `Attempt.grade` does not."""


def fingerprint(text: str) -> str:
    """A short hash of a question's text, so that a question changed since is told apart."""
    return sha256(text.encode()).hexdigest()[:16]


class Attempt(Struct, frozen=True, kw_only=True):
    """One answer to one question.

    `local_date` is the learner's date when the question was put, so that an answer given after
    midnight still belongs to the day it was begun on. `daily` is the date in the daily schedule,
    with source "daily" only, where `source_id` is the puzzle's id. `points_lost` is in points,
    None where the question has no such measure. `forced` marks a decision with one legal action:
    it stays out of the error rate. `verdict` is text this room never reads.

    An attempt of source "drill" answers a question missed before, maybe with its suits renamed: it
    has the `question_id` of that question.

    `utc_offset` is that of the learner's clock, in minutes. `themes` are words with blanks between
    them, and `knock_limit` is in points, None where no limit is in play. `puzzle_rating` and
    `puzzle_deviation` are the rated puzzle's, as they were when it was put.

    `rated` is what the caller allows; the store keeps it only for a first attempt without hints.
    `uid` and `first` are the store's to fill.
    """

    at: Moment
    local_date: date
    source: Source
    source_id: str
    question_id: str
    fingerprint: str
    answer: str
    grade: str
    points_lost: float | None = None
    hints: Hints = 0
    rated: bool = True
    forced: bool = False
    daily: date | None = None
    seconds: float | None = None
    utc_offset: int | None = None
    themes: str = ""
    knock_limit: int | None = None
    puzzle_rating: float | None = None
    puzzle_deviation: float | None = None
    uid: str = ""
    first: bool = False
    verdict: str = ""


class LessonStep(Struct, frozen=True):
    """A move within a lesson: `step` is the id of the step to go on with, "" for the beginning."""

    lesson_id: str
    step: str
    finished: bool = False


class LessonProgress(Struct, frozen=True, kw_only=True):
    """Where a lesson stands; `finished_at` is the first time it was finished, and stays."""

    lesson_id: str
    step: str
    started_at: Moment
    updated_at: Moment
    finished_at: Moment | None = None


class OpenQuestion(Struct, frozen=True):
    """A question put and not done with; `at` is when it was last touched."""

    source: Source
    source_id: str
    question_id: str
    hints: Hints
    at: Moment


class Skip(Struct, frozen=True):
    """A puzzle the learner chose not to solve; a later attempt takes it up again."""

    puzzle_id: str
    at: Moment


class Setting(Struct, frozen=True):
    """Something the learner has set."""

    name: str
    value: str


class DailyStart(Struct, frozen=True):
    """The puzzle a date was given when its daily was first begun."""

    day: date
    puzzle_id: str
    started_at: Moment


class Daily(Struct, frozen=True, kw_only=True):
    """A daily with what came of it.

    `solved_on` is the learner's date of the attempt that solved it. `utc_offset`, `hints` and
    `grade` are those of that attempt, or of the latest one as long as none did.
    """

    day: date
    puzzle_id: str
    started_at: Moment
    solved_on: date | None = None
    utc_offset: int | None = None
    hints: Hints | None = None
    grade: str | None = None


class StoredMatch(Struct, frozen=True, kw_only=True):
    """A match; its course is in its events.

    `rules` and `opponents` are texts this room never reads. `seed` has at most 64 bits.
    """

    id: str
    created_at: Moment
    rules: str
    seed: int
    opponents: str = ""
    """Empty for a match from before there was a choice."""
    finished_at: Moment | None = None

    @property
    def state(self) -> Literal["open", "finished"]:
        """Whether it can be played on."""
        return "open" if self.finished_at is None else "finished"


class StoredDeal(Struct, frozen=True, kw_only=True):
    """A deal as a text record: a finished one of a match, or one that was imported.

    `score` and `record` are texts this room never reads; `score` is empty where there is none.
    """

    id: str
    match_id: str | None = None
    """The match it belongs to, None if it was imported."""
    number: int = 1
    """Which deal of its match it is, from 1."""
    seat: int = 0
    """The learner's."""
    at: Moment
    """When it was finished, or imported."""
    score: str = ""
    """The score of the match before it."""
    record: str


RunKind = Literal["streak", "timed"]


class StoredRun(Struct, frozen=True, kw_only=True):
    """Puzzles solved one after another: until a miss, or against the clock."""

    id: str
    kind: RunKind
    at: Moment
    """When it ended."""
    local_date: date
    minutes: int | None = None
    """How long a timed one had."""
    solved: int
    missed: int


class StoredReview(Struct, frozen=True, kw_only=True):
    """One part of what the review of a deal found, for one seat."""

    deal_id: str
    seat: int
    part: str
    line: str
