"""The ladder of grades.

Points lost are divided by the deal's multiplier first, so that a deal that counts double is not
judged twice as hard. Where a score is stated that can be played for, an estimate of the chance to
win the match takes the place of points: 0.6 percentage points of it count as one point, in any
deal. An answer that cannot be told from the best at two joint standard errors is right: a learner
is never marked wrong on noise. The steps double, as GNU Backgammon's do.
"""

from __future__ import annotations

from typing import Literal

from trainer.solver.analysis import ACCEPTED_LOSS, INSEPARABLE, ActionValue, Analysis, Loss

Grade = Literal["right", "fine", "inaccuracy", "mistake", "blunder", "howler", "wrong"]
"""``wrong`` is for questions with one provable answer and no scale of points."""

RIGHT_LOSS = 0.5
"""Up to so many points lost, an answer is as good as the best."""

LADDER: tuple[tuple[float, Grade], ...] = (
    (ACCEPTED_LOSS, "fine"),
    (1.5, "inaccuracy"),
    (3.0, "mistake"),
    (6.0, "blunder"),
)
"""Below how many points lost a grade is given; from the last on it is a howler."""

CREDIT: dict[Grade, float] = {"right": 1.0, "fine": 1.0, "inaccuracy": 0.5, "mistake": 0.25}
"""What an answer adds to a mark, of 1; other grades add nothing."""

PASSING: frozenset[Grade] = frozenset({"right", "fine"})

TOO_CLOSE_ERROR = 0.25
"""A live verdict that is inseparable with a larger error than this is refined before it counts."""


def inseparable(lost: float, error: float) -> bool:
    """Whether a loss cannot be told from nothing at two joint standard errors."""
    return lost <= INSEPARABLE * error


def grade(lost: float, error: float, unit: float) -> Grade:
    """The grade of a choice that loses so much, with its joint standard error.

    ``unit`` is the loss that counts as one point, see `trainer.solver.analysis.is_accepted`.
    """
    if inseparable(lost, error):
        return "right"
    if lost / unit <= RIGHT_LOSS:
        return "right"
    for below, name in LADDER:
        if lost / unit < below:
            return name
    return "howler"


def grade_of(action: ActionValue, analysis: Analysis) -> Grade:
    """The grade of one action of an analysis."""
    return grade(*analysis.loss(action), analysis.unit)


def too_close(loss: Loss, unit: float) -> bool:
    """Whether a choice cannot be told from the best, and that for want of a closer look."""
    return loss.error / unit > TOO_CLOSE_ERROR and inseparable(*loss)
