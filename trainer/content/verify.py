"""Receipts reproduced: the same figures by the receipt's own seed, and true ones by another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import hypot
from typing import NamedTuple, Protocol

from trainer.coach.questions import Decide
from trainer.content.certify import SURE
from trainer.content.model import Exercise
from trainer.game import Position
from trainer.solver.analyse import analyse
from trainer.solver.analysis import Analysis

OTHER_SEED = 0x7E57ED
"""Turns a receipt's seed into another."""
LIKELY = 2.0
"""Joint standard errors that a twentieth of all values are expected to be beyond."""


class Solve(Protocol):
    """:func:`trainer.solver.analyse.analyse` or a stand-in."""

    def __call__(
        self, position: Position, *, playouts: int, seed: int, opponent: str, panel: bool
    ) -> Analysis:
        """The analysis."""
        ...


class Verified(NamedTuple):
    """What became of a receipt."""

    id: str
    same: bool
    """Whether its own seed gives the same figures."""
    values: int
    """Values of actions that were estimated, ..."""
    beyond: int
    """... how many of them another seed finds more than `LIKELY` joint errors away, ..."""
    worst: float
    """... and how many joint errors the farthest one is."""
    holds: bool
    """Whether another seed accepts the same actions."""

    @property
    def good(self) -> bool:
        """Whether there is nothing wrong with it."""
        return self.same and self.holds and self.worst <= SURE


def verify(exercises: Iterable[tuple[str, Exercise]], solve: Solve = analyse) -> Iterator[Verified]:
    """Reproduce the receipts of some exercises; those that have none are passed over.

    Raises:
        SolverError: they cannot be analysed here.
    """
    for name, exercise in exercises:
        if exercise.receipt is not None and isinstance(exercise.question, Decide):
            yield _verified(name, exercise.question.position, exercise.receipt, solve)


def _verified(name: str, position: Position, receipt: Analysis, solve: Solve) -> Verified:
    def again(seed: int, panel: bool) -> Analysis:
        playouts, opponent = receipt.playouts, receipt.opponent
        return solve(position, playouts=playouts, seed=seed, opponent=opponent, panel=panel)

    other = again(receipt.seed ^ OTHER_SEED, panel=False)
    errors = []
    for then in receipt.actions:
        now = other.find(then.action)
        if now is not None and then.error and now.error and now.spread == then.spread:
            errors.append(abs(now.value - then.value) / hypot(now.error, then.error))
    return Verified(
        name,
        same=again(receipt.seed, panel=bool(receipt.panel)) == receipt,
        values=len(errors),
        beyond=sum(error > LIKELY for error in errors),
        worst=max(errors, default=0.0),
        holds=_accepted(other) == _accepted(receipt),
    )


def _accepted(analysis: Analysis) -> set[tuple[str, tuple[str, ...]]]:
    """The right actions; of knocks that may lie in several ways, also those."""
    return {
        (value.action, tuple(sorted(s.spread for s in value.spreads if s.accepted)))
        for value in analysis.actions
        if value.accepted
    }
