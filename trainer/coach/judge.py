"""From a question and an answer to a verdict.

Exact questions are judged by the rules alone. A decision is judged by the analysis handed in: a
shipped receipt or a live one, it makes no difference here.
"""

from __future__ import annotations

from collections.abc import Sequence
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
from trainer.coach.grades import grade, too_close
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
from trainer.coach.score import score_reasons
from trainer.coach.scoring import judge_score
from trainer.coach.spreads import spread_reasons
from trainer.coach.verdict import Reason, Verdict
from trainer.game import Action, Illegal, deadwood, format_spread
from trainer.solver.analysis import Analysis, Compared


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
    return _verdict(
        (chosen,),
        analysis,
        answer=action.label,
        accepted=accepted,
        reasons=(*reasons_for(position, chosen, analysis), *score_reasons(chosen, analysis)),
        rated=not too_close(analysis.loss(chosen), analysis.unit),
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
    lost: tuple[Compared, ...] = () if spread is None else (spread,)
    reasons = spread_reasons(position, action, chosen, analysis)
    if question.knock is None:
        lost = (*lost, chosen)
        reasons = (*reasons, *reasons_for(position, chosen, analysis))
    return _verdict(
        lost,
        analysis,
        answer=str(action),
        accepted=_accepted(question, analysis),
        reasons=reasons,
    )


def _verdict(
    parts: Sequence[Compared],
    analysis: Analysis,
    *,
    answer: str,
    accepted: tuple[str, ...],
    reasons: tuple[Reason, ...],
    rated: bool = True,
) -> Verdict:
    """The verdict on an answer that loses what its parts lose."""
    losses = [analysis.loss(part) for part in parts]
    match = [part.match for part in parts if part.match is not None]
    lost, error = sum(loss.amount for loss in losses), hypot(*(loss.error for loss in losses))
    return Verdict(
        grade=grade(lost, error, analysis.unit),
        answer=answer,
        best=accepted[0],
        accepted=accepted,
        tier=analysis.tier,
        points_lost=sum(part.points_lost for part in parts),
        error=hypot(*(part.gap_error for part in parts)),
        chance_lost=sum(part.chance_lost for part in match) if match else None,
        chance_error=hypot(*(part.gap_error for part in match)),
        reasons=reasons,
        rated=rated,
        analysis=analysis,
    )


def _accepted(question: Decide, analysis: Analysis) -> tuple[str, ...]:
    """The right answers, the best first."""
    return tuple(choice.text for choice in choices(question, analysis) if choice.accepted)
