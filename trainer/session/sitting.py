"""One question from being put to being answered: the line that every feature is.

Question -> text -> parse -> judge -> grade -> explain -> record. Lessons, puzzles and practice
games only differ in where the question comes from.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Protocol

import msgspec

from trainer.coach.choices import choices
from trainer.coach.grades import too_close
from trainer.coach.hints import STAGES, hints
from trainer.coach.judge import judge
from trainer.coach.questions import Decide, IsLegal, KnockLimit, Question, ScoreDeal
from trainer.coach.review import QUOTED
from trainer.coach.verdict import Verdict
from trainer.game import Action, Position, to_line
from trainer.progress import REVEALED, Attempt, LessonStep, Rating, Source, Store, fingerprint
from trainer.solver.analyse import analyse
from trainer.solver.analysis import Analysis
from trainer.solver.exact import exact_values

REFINEMENT = 4
"""A live analysis that is too close to tell runs once more with so many times the playouts."""


ANALYSED_STAGE = 3
"""The first stage of hints that rests on the analysis of a decision."""


class Solve(Protocol):
    """What analyses a position: :func:`trainer.solver.analyse.analyse` or a stand-in."""

    def __call__(self, position: Position, *, playouts: int = ...) -> Analysis:
        """The analysis."""
        ...


def live(solve: Solve, position: Position) -> Analysis:
    """A live analysis, run once more where it cannot tell two actions apart.

    Raises:
        SolverError: the position cannot be analysed here.
    """
    analysis = solve(position)
    if unsure(analysis):
        analysis = solve(position, playouts=REFINEMENT * analysis.playouts)
    return analysis


def judged(solve: Solve, question: Decide, action: Action) -> Verdict:
    """The verdict on an action, after a closer look where it cannot be told from the best.

    Raises:
        SolverError: the position cannot be analysed here.
    """
    analysis = solve(question.position)
    verdict = judge(question, action, analysis)
    if verdict.rated:
        return verdict
    closer = solve(question.position, playouts=REFINEMENT * analysis.playouts)
    return judge(question, action, closer)


def unsure(analysis: Analysis) -> bool:
    """Whether an analysis cannot tell two actions apart, and a closer look might."""
    return analysis.tier == "estimate" and any(
        too_close(analysis.loss(value), analysis.unit) for value in analysis.actions
    )


@dataclass(frozen=True)
class Study:
    """What every sitting needs: where answers are kept, who solves, and what time it is."""

    store: Store
    clock: Callable[[], datetime]
    """Now, with its time zone."""
    today: Callable[[], date]
    """The learner's date, after the rollover hour."""
    solve: Solve = analyse


@dataclass(frozen=True)
class Item:
    """A question with where it comes from and what its author gave it."""

    source: Source
    source_id: str
    question_id: str
    question: Question
    prompt: str = ""
    """Replaces the question's own prompt."""
    hints: tuple[str, ...] = ()
    explain: str = ""
    themes: tuple[str, ...] = ()
    """What its author says it is about; without any, the reasons of a verdict say it."""
    receipt: Analysis | None = None
    """The analysis that a shipped question was certified by."""
    daily: date | None = None
    rating: Rating | None = None
    """A rated puzzle's."""

    @property
    def text(self) -> str:
        """The question as one sentence."""
        return self.prompt or self.question.prompt()

    @property
    def needs_solver(self) -> bool:
        """Whether judging it takes a live analysis by compiled code."""
        return (
            isinstance(self.question, Decide)
            and self.receipt is None
            and exact_values(self.question.position) is None
        )


@dataclass(frozen=True)
class Hint:
    """One stage of hints. At the last stage ``verdict`` shows the best answer and its table."""

    stage: int
    text: str
    verdict: Verdict | None = None


@dataclass
class Sitting:
    """One question while it is open. Hints already shown survive the end of the program."""

    study: Study
    item: Item
    stage: int = 0
    started: datetime = field(init=False)
    day: date = field(init=False)
    _analysis: Analysis | None = None

    def __post_init__(self) -> None:
        self.started = self.study.clock()
        self.day = self.study.today()
        item = self.item
        self.stage = self.study.store.hints_shown(item.source, item.source_id, item.question_id)

    def analysis(self) -> Analysis | None:
        """The analysis that judges a decision: the receipt if there is one; None otherwise."""
        question = self.item.question
        if not isinstance(question, Decide):
            return None
        if self._analysis is None:
            self._analysis = self.item.receipt or live(self.study.solve, question.position)
        return self._analysis

    def hint(self, first: Analysis | None = None) -> Hint:
        """The next stage of hints; after the last one, that one again.

        ``first`` is an analysis to show before the one that judges is there.

        Raises:
            ProgressError: the stage cannot be saved.
        """
        stage = min(self.stage + 1, STAGES)
        item = self.item
        analysis = (first or self.analysis()) if stage >= ANALYSED_STAGE else item.receipt
        if stage > self.stage:
            self.study.store.open_question(
                item.source, item.source_id, item.question_id, hints=stage, now=self.study.clock()
            )
            self.stage = stage
        if stage < STAGES:
            texts = hints(item.question, analysis, item.hints)
            return Hint(stage, texts[stage - 1])
        return Hint(stage, "The answer:", self._solution(analysis))

    def solution(self) -> Verdict:
        """The verdict on the best answer."""
        return self._solution(self.analysis())

    def _solution(self, analysis: Analysis | None) -> Verdict:
        question = self.item.question
        if isinstance(question, Decide) and analysis is not None:
            answer = choices(question, analysis)[0].text
        else:
            answer = best_answer(question)
        return judge(question, question.read(answer), analysis)

    def judged(self, text: str) -> Verdict:
        """The verdict on an answer, without recording it.

        Raises:
            GameError: the text cannot be read as an answer; nothing is recorded.
        """
        return judge(self.item.question, self.item.question.read(text), self.analysis())

    def answer(
        self,
        text: str,
        *,
        lesson_step: Callable[[Verdict], LessonStep] | None = None,
    ) -> Verdict:
        """Judge an answer and record it, in one transaction with what it moves.

        Raises:
            GameError: the text cannot be read as an answer; nothing is recorded.
            ProgressError: the answer cannot be saved.
        """
        verdict = self.judged(text)
        now = self.study.clock()
        self.study.store.record_attempt(
            msgspec.structs.replace(
                attempt_of(self.item, verdict, now, self.day),
                hints=self.stage,
                seconds=max(0.0, (now - self.started).total_seconds()),
                verdict=msgspec.json.encode(verdict).decode(),
            ),
            lesson_step=None if lesson_step is None else lesson_step(verdict),
        )
        return verdict

    @property
    def next_hint_analyses(self) -> bool:
        """Whether the next stage of hints rests on the analysis."""
        return self.stage + 1 >= ANALYSED_STAGE

    @property
    def revealed(self) -> bool:
        """Whether the answer has been shown."""
        return self.stage >= REVEALED


def attempt_of(item: Item, verdict: Verdict, now: datetime, day: date) -> Attempt:
    """An answer as it is recorded, without the text of its verdict."""
    scaled = verdict.tier == "estimate" or isinstance(item.question, Decide)
    themes = item.themes or [r.theme for r in verdict.reasons if r.theme not in QUOTED]
    return Attempt(
        at=now,
        utc_offset=utc_minutes(now),
        local_date=day,
        source=item.source,
        source_id=item.source_id,
        question_id=item.question_id,
        fingerprint=fingerprint(question_text(item.question)),
        answer=verdict.answer,
        grade=verdict.grade,
        points_lost=verdict.points_lost if scaled and verdict.grade != "wrong" else None,
        rated=verdict.rated and item.source != "drill",
        forced=verdict.analysis is not None and len(verdict.analysis.actions) == 1,
        daily=item.daily,
        themes=" ".join(dict.fromkeys(themes)),
        knock_limit=_limit(item.question),
        puzzle_rating=None if item.rating is None else item.rating.value,
        puzzle_deviation=None if item.rating is None else item.rating.deviation,
    )


def utc_minutes(now: datetime) -> int | None:
    """The offset of a clock from UTC, in minutes."""
    offset = now.utcoffset()
    return None if offset is None else round(offset.total_seconds() / 60)


def _limit(question: Question) -> int | None:
    match question:
        case Decide() | IsLegal():
            return question.position.limit
        case KnockLimit() | ScoreDeal():
            return question.rules.limit(question.first_upcard)
        case _:
            return None


def best_answer(question: Question) -> str:
    """A right answer of an exact question, as text the question reads."""
    # A wrong answer of each kind, whose verdict names the right one.
    probe: dict[str, str] = {
        "arrange": "none",
        "count": "0",
        "meld": "yes",
        "legal": "yes",
        "limit": "0",
        "score": "me 0",
    }
    verdict = judge(question, question.read(probe[question.kind]))
    return verdict.best


def question_text(question: Question) -> str:
    """A text that changes exactly when what is asked changes."""
    if isinstance(question, Decide):
        settled = "" if question.knock is None else f"{Action('knock', question.knock)} "
        return f"{settled}{to_line(question.position)}"
    if isinstance(question, IsLegal):
        return f"{question.action} {to_line(question.position)}"
    return repr(question)
