"""What an analysis says. These values are stored and shipped; they know nothing of kernels."""

from __future__ import annotations

from typing import Literal

import msgspec

ACCEPTED_LOSS = 0.75
"""An action is accepted below so many points lost (of a deal that counts once), ..."""
INSEPARABLE = 2.0
"""... or when its loss is within so many joint standard errors."""


def is_accepted(points_lost: float, gap_error: float, multiplier: int) -> bool:
    """Whether an action counts as right: as good as the best, or not separable from it."""
    return points_lost / multiplier < ACCEPTED_LOSS or points_lost <= INSEPARABLE * gap_error


class SpreadValue(msgspec.Struct, frozen=True, kw_only=True):
    """One legal spread of a knock, beside the best spread of that knock."""

    spread: str
    """As `trainer.game.format_spread` writes it, the meld with the lowest card first."""
    points_lost: float
    gap_error: float
    """Standard error of the points lost, from common worlds; 0 for the best."""
    accepted: bool


class ActionValue(msgspec.Struct, frozen=True, kw_only=True):
    """One legal action and what it is worth; points are of this deal, doubling included."""

    action: str
    """As `trainer.game.Action.label` writes it: ``knock 3d``."""
    value: float
    """My points less the mean of the opponents'."""
    error: float
    """Standard error of the value; 0 in an exact analysis."""
    points_lost: float
    """Value of the best action less this value."""
    gap_error: float
    """Standard error of the points lost, from the worlds both have in common; 0 for the best."""
    accepted: bool
    spread: str = ""
    """For a knock, the melds to lay down."""
    spreads: tuple[SpreadValue, ...] = ()
    """For a knock that can lie in several ways, all of them, the best first."""
    endings: dict[str, float] = {}
    """Share of worlds by how the deal ended (`codes.ENDINGS`); empty in an exact analysis."""

    def find_spread(self, spread: str) -> SpreadValue | None:
        """The entry of a knock's spread, by its text."""
        return next((entry for entry in self.spreads if entry.spread == spread), None)


class Analysis(msgspec.Struct, frozen=True, kw_only=True):
    """Every legal action of one decision, the best first, and what the figures rest on.

    The tier ``exact`` is for facts that need no belief about hidden cards: what a layoff leaves, or
    that there is no choice. Where only differences are certain, the values leave out what is the
    same for all actions (after a gin the opponents' deadwood; everything, for a single action).
    """

    ask: str
    """offer, draw, discard or layoff."""
    tier: Literal["exact", "estimate"]
    rules: str | dict[str, object]
    """As `trainer.game.Rules.to_value` gives them."""
    playouts: int
    """Hidden worlds in which every action was played out; 0 in an exact analysis."""
    seed: int
    belief: str
    """What was assumed about the hidden cards; empty in an exact analysis."""
    opponent: str
    """The policy that played on, on all seats; empty in an exact analysis."""
    version: str
    """Version of the solver's figures: equal versions give equal figures for equal seeds."""
    multiplier: int
    actions: tuple[ActionValue, ...]

    @property
    def best(self) -> ActionValue:
        """The action with the highest value."""
        return self.actions[0]

    def find(self, action: str) -> ActionValue | None:
        """The entry of an action, written as `trainer.game.Action.label` writes it."""
        return next((entry for entry in self.actions if entry.action == action), None)
