"""What the right answers to an exercise are: by the rules alone, or by an analysis."""

from __future__ import annotations

from trainer.coach.choices import choices
from trainer.coach.judge import judge
from trainer.coach.questions import (
    Answer,
    Arrange,
    Count,
    Decide,
    IsLegal,
    IsMeld,
    KnockLimit,
    Question,
    ScoreDeal,
)
from trainer.game import Action, GameError, format_spread, parse_spread
from trainer.solver.analysis import Analysis


def accepted_answers(question: Question, analysis: Analysis | None) -> tuple[str, ...]:
    """Every right answer in its canonical text; a decision needs its analysis."""
    if isinstance(question, Decide):
        options = () if analysis is None else choices(question, analysis)
        return tuple(option.text for option in options if option.accepted)
    return tuple(_ordered(question, text) for text in judge(question, _any(question)).accepted)


def canonical(question: Question, text: str) -> str:
    """An author's answer as :func:`accepted_answers` would write it.

    Raises:
        GameError: the text cannot be read, or names an illegal action.
    """
    answer = question.read(text)
    if isinstance(question, Decide):
        assert isinstance(answer, Action)  # that is what a decision reads
        action = question.position.completed(answer)
        return action.label if question.knock is None else str(action)
    return _ordered(question, judge(question, answer).answer)


def _ordered(question: Question, text: str) -> str:
    """Melds in one order, so that equal spreads have equal texts."""
    if not isinstance(question, Arrange):
        return text
    try:
        return format_spread(tuple(sorted(parse_spread(text)))) or text
    except GameError:
        return text  # an answer that is no spread equals none that is


def _any(question: Arrange | Count | IsLegal | IsMeld | KnockLimit | ScoreDeal) -> Answer:
    """Some answer, to be judged for the sake of the right one."""
    match question:
        case Arrange():
            return ()
        case IsMeld() | IsLegal():
            return False
        case Count() | KnockLimit() | ScoreDeal():
            return 0
