"""The ladder of grades.

Points lost are divided by the deal's multiplier first, so that a deal that counts double is not
judged twice as hard. An answer that cannot be told from the best at two joint standard errors is
right: a learner is never marked wrong on noise. The steps double, as GNU Backgammon's do.
"""

from __future__ import annotations

from typing import Literal, Protocol

from trainer.solver.analysis import ACCEPTED_LOSS, INSEPARABLE, ActionValue, Analysis

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

PASSING: frozenset[Grade] = frozenset({"right", "fine"})

TOO_CLOSE_ERROR = 0.25
"""A live verdict that is inseparable with a larger error than this is refined before it counts."""


def inseparable(points_lost: float, gap_error: float) -> bool:
    """Whether a loss in points cannot be told from nothing at two joint standard errors."""
    return points_lost <= INSEPARABLE * gap_error


def grade(points_lost: float, gap_error: float, multiplier: int) -> Grade:
    """The grade of a choice.

    ``points_lost`` and its joint standard error ``gap_error`` are in points of the deal.
    """
    if inseparable(points_lost, gap_error):
        return "right"
    lost = points_lost / multiplier
    if lost <= RIGHT_LOSS:
        return "right"
    for below, name in LADDER:
        if lost < below:
            return name
    return "howler"


def grade_of(action: ActionValue, analysis: Analysis) -> Grade:
    """The grade of one action of an analysis."""
    return grade(action.points_lost, action.gap_error, analysis.multiplier)


class Compared(Protocol):
    """Anything that has been compared with the best: an action, a spread, a choice."""

    @property
    def points_lost(self) -> float:
        """Points lost to the best."""
        ...

    @property
    def gap_error(self) -> float:
        """Joint standard error of the points lost."""
        ...


def too_close(choice: Compared, multiplier: int) -> bool:
    """Whether a choice cannot be told from the best, and that for want of a closer look."""
    unsure = choice.gap_error / multiplier > TOO_CLOSE_ERROR
    return unsure and inseparable(choice.points_lost, choice.gap_error)
