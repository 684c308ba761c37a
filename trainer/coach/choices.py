"""What can be chosen in a decision, and how near to the best each choice is."""

from __future__ import annotations

from typing import NamedTuple

from trainer.coach.questions import Decide
from trainer.game import Action
from trainer.solver.analysis import Analysis, Loss


class Choice(NamedTuple):
    """One answer in its canonical text, and what it loses to the best choice."""

    text: str
    loss: Loss
    accepted: bool


def choices(question: Decide, analysis: Analysis) -> tuple[Choice, ...]:
    """The choices of a decision, the best first: its actions, or the spreads of a settled knock.

    Raises:
        ValueError: the analysis is of another position.
    """
    if question.knock is None:
        return tuple(
            Choice(entry.action, analysis.loss(entry), entry.accepted) for entry in analysis.actions
        )
    label = Action("knock", question.knock).label
    knock = analysis.find(label)
    if knock is None:
        raise ValueError(f"the analysis has no '{label}': it is of another position")
    if not knock.spreads:
        return (Choice(f"{label}: {knock.spread}", Loss(0.0, 0.0), True),)
    return tuple(
        Choice(f"{label}: {entry.spread}", analysis.loss(entry), entry.accepted)
        for entry in knock.spreads
    )
