"""Reasons that lie in the score of the match."""

from __future__ import annotations

from trainer.coach.facts import loss_text
from trainer.coach.questions import said
from trainer.coach.themes import RULES_OF_THUMB
from trainer.coach.verdict import Reason
from trainer.game import Action
from trainer.solver.analysis import ActionValue, Analysis

BY_SCORE = "play-to-the-score"
"""The theme of decisions in which the score matters."""


def score_reasons(chosen: ActionValue, analysis: Analysis) -> tuple[Reason, ...]:
    """That the score asks for something else than points do; nothing where both ask for the same.

    Told to who chose by points what the match is worth, and to who chose by the match that points
    would have been for something else. Differences within the error are not told.
    """
    best, tempting = analysis.best_for_match, analysis.best_in_points
    if not analysis.by_match or best is None or tempting.accepted:
        return ()
    if chosen.action not in (best.action, tempting.action):
        return ()
    assert best.match is not None
    assert tempting.match is not None  # all actions are judged by the match or none
    doing, instead = (said(Action.parse(entry.action)) for entry in (best, tempting))
    text = (
        f"In points it is best to {instead}. At this score to {doing} wins the match in "
        f"{best.match.chance:.1%}, to {instead} in {tempting.match.chance:.1%}: "
        f"{loss_text(analysis.loss(tempting), by_match=True)} less."
    )
    return (Reason(BY_SCORE, text, rule=RULES_OF_THUMB[BY_SCORE]),)
