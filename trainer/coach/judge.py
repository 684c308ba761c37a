"""From a question and an answer to a verdict.

Exact questions are judged by the rules alone. A decision is judged by the analysis handed in: a
shipped receipt or a live one, it makes no difference here.
"""

from __future__ import annotations

from dataclasses import replace
from math import hypot

from trainer.coach.choices import choices
from trainer.coach.exact import (
    gin_kept_back,
    illegal_verdict,
    judge_arrange,
    judge_count,
    judge_legal,
    judge_limit,
    judge_meld,
)
from trainer.coach.grades import grade, grade_of, too_close
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
    in_order,
)
from trainer.coach.reasons import reasons_for
from trainer.coach.scoring import judge_score
from trainer.coach.spreads import spread_reasons
from trainer.coach.verdict import Verdict
from trainer.game import Action, Illegal, deadwood, format_spread
from trainer.solver.analysis import Analysis


def judge(question: Question, answer: Answer, analysis: Analysis | None = None) -> Verdict:
    """Judge an answer that the question has read.

    Raises:
        ValueError: a decision without its analysis, or an answer of another question.
    """
    match question, answer:
        case Decide(), Action():
            if analysis is None:
                raise ValueError("a decision is judged by an analysis, and there is none")
            return judge_action(question, answer, analysis)
        case Arrange(), tuple():
            return judge_arrange(question, answer)
        case IsMeld(), bool():
            return judge_meld(question, answer)
        case IsLegal(), bool():
            return judge_legal(question, answer)
        case Count(), int():
            return judge_count(question, answer)
        case KnockLimit(), int():
            return judge_limit(question, answer)
        case ScoreDeal(), int():
            return judge_score(question, answer)
    raise ValueError(f"{answer!r} is no answer to a question of kind '{question.kind}'")


def judge_action(question: Decide, action: Action, analysis: Analysis) -> Verdict:
    """Judge a decision by its analysis. An illegal action is wrong, with the rule as the reason."""
    position = question.position
    if question.knock is not None or (action.kind == "knock" and action.melds):
        return judge_spread(question, action, analysis)
    accepted = _accepted(question, analysis)
    try:
        action = position.completed(action)
    except Illegal as why:
        return illegal_verdict(position, action.label, accepted, why)
    chosen = analysis.find(action.label)
    if chosen is None:
        raise ValueError(f"the analysis has no '{action.label}': it is of another position")
    return Verdict(
        grade=grade_of(chosen, analysis),
        answer=action.label,
        best=accepted[0],
        accepted=accepted,
        tier=analysis.tier,
        points_lost=chosen.points_lost,
        error=chosen.gap_error,
        reasons=reasons_for(position, chosen, analysis),
        rated=not too_close(chosen, analysis.multiplier),
        analysis=analysis,
    )


def judge_spread(question: Decide, action: Action, analysis: Analysis) -> Verdict:
    """Judge a knock that says its spread.

    Where the knock itself is settled, only the choice of the spread counts; else both do, and the
    errors of the two losses are added as if they were independent.
    """
    position = question.position
    chosen = analysis.find(action.label)
    try:
        action = position.completed(replace(action, melds=in_order(action.melds)))
    except Illegal as why:
        return illegal_verdict(position, str(action), _accepted(question, analysis), why)
    if deadwood(position.hand & ~(1 << (action.card or 0))) == 0:
        return gin_kept_back(action, _accepted(question, analysis))
    if chosen is None:
        raise ValueError(f"the analysis has no '{action.label}': it is of another position")
    spread = chosen.find_spread(format_spread(action.melds))
    lost, error = (0.0, 0.0) if spread is None else (spread.points_lost, spread.gap_error)
    reasons = spread_reasons(position, action, chosen, lost, error)
    if question.knock is None:
        lost, error = lost + chosen.points_lost, hypot(error, chosen.gap_error)
        reasons = (*reasons, *reasons_for(position, chosen, analysis))
    accepted = _accepted(question, analysis)
    return Verdict(
        grade=grade(lost, error, analysis.multiplier),
        answer=str(action),
        best=accepted[0],
        accepted=accepted,
        tier=analysis.tier,
        points_lost=lost,
        error=error,
        reasons=reasons,
        analysis=analysis,
    )


def _accepted(question: Decide, analysis: Analysis) -> tuple[str, ...]:
    """The right answers, the best first."""
    return tuple(choice.text for choice in choices(question, analysis) if choice.accepted)
