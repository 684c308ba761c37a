"""From a question and an answer to a verdict.

Exact questions are judged by the rules alone. A decision is judged by the analysis handed in: a
shipped receipt or a live one, it makes no difference here.
"""

from __future__ import annotations

from trainer.coach.exact import (
    illegal_verdict,
    judge_arrange,
    judge_count,
    judge_legal,
    judge_limit,
    judge_meld,
)
from trainer.coach.grades import grade_of, too_close
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
from trainer.coach.reasons import reasons_for
from trainer.coach.scoring import judge_score
from trainer.coach.verdict import Verdict
from trainer.game import Action, Illegal
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
    accepted = tuple(value.action for value in analysis.actions if value.accepted)
    best = analysis.best
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
        best=best.action,
        accepted=accepted,
        tier=analysis.tier,
        points_lost=chosen.points_lost,
        error=chosen.gap_error,
        reasons=reasons_for(position, chosen, analysis),
        rated=not too_close(chosen, analysis),
        analysis=analysis,
    )
