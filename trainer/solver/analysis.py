"""What an analysis says. These values are stored and shipped; they know nothing of kernels."""

from __future__ import annotations

from typing import Literal, NamedTuple

import msgspec

ACCEPTED_LOSS = 0.75
"""An action is accepted below so many points lost (of a deal that counts once), ..."""
INSEPARABLE = 2.0
"""... or when its loss is within so many joint standard errors."""
CHANCE_OF_A_POINT = 0.006
"""What stands for a point where the chance to win the match is judged. In a match to 100 a point is
worth less than that at the start, and more towards the end."""


def is_accepted(lost: float, gap_error: float, unit: float) -> bool:
    """Whether an action counts as right: as good as the best, or not separable from it.

    ``unit`` is the loss that counts as one point: the deal's multiplier where points are judged,
    `CHANCE_OF_A_POINT` where the chance to win the match is.
    """
    return lost / unit < ACCEPTED_LOSS or lost <= INSEPARABLE * gap_error


class MatchValue(msgspec.Struct, frozen=True, kw_only=True):
    """What an action is worth for the match, between equal players; chances are of 1.

    From the same worlds as the points. The errors are those of the worlds alone: how the match goes
    on after the deal is `equity`'s model, and shared by all actions.
    """

    chance: float
    """My chance to win the match."""
    error: float
    """Standard error of the chance."""
    chance_lost: float
    """The best action's chance less this one."""
    gap_error: float
    """Standard error of the chance lost, from the worlds both have in common; 0 for the best."""
    margin: float | None = None
    """The mean of my final margin in points, negative where I lose, under rules with boxes, a game
    bonus, shutouts or columns."""


class Loss(NamedTuple):
    """What a choice loses to the best in what it is judged by: points or chance of the match."""

    amount: float
    error: float
    """Its standard error."""


class Compared(msgspec.Struct, frozen=True, kw_only=True):
    """What a choice loses to the best, in points and, where a score is stated, for the match."""

    points_lost: float
    """Points of the choice with the highest value less those of this one."""
    gap_error: float
    """Standard error of the points lost, from the worlds both have in common; 0 for the best."""
    accepted: bool
    """Whether the choice counts as right in what the analysis judges by."""
    match: MatchValue | None = None
    """None where no score is stated, there are more than two players, or the rules have no target;
    and for the exact values that leave out what is the same for all actions."""


class SpreadValue(Compared, frozen=True, kw_only=True):
    """One legal spread of a knock, beside the best spread of that knock."""

    spread: str
    """As `trainer.game.format_spread` writes it, the meld with the lowest card first."""


class Reply(msgspec.Struct, frozen=True, kw_only=True):
    """One thing the opponent may do in the turn after an action (`codes.REPLIES`)."""

    share: float
    """Share of the worlds."""
    points: float
    """What the worlds with this reply add to the value of the action."""

    @property
    def value(self) -> float:
        """My points when this reply comes."""
        return self.points / self.share


class Opinion(msgspec.Struct, frozen=True, kw_only=True):
    """What becomes of the best action against another opponent."""

    opponent: str
    best: str
    """The action that is best against this opponent."""
    points_lost: float
    """What the analysis's best action loses to it."""
    gap_error: float
    match: MatchValue | None = None
    """What it comes to for the match, where there is one to win."""
    survives: bool
    """Whether that is as good as nothing, by the same measure as for a learner."""


class ActionValue(Compared, frozen=True, kw_only=True):
    """One legal action and what it is worth; points are of this deal, doubling included."""

    action: str
    """As `trainer.game.Action.label` writes it: ``knock 3d``."""
    value: float
    """My points less the mean of the opponents'."""
    error: float
    """Standard error of the value; 0 in an exact analysis."""
    spread: str = ""
    """For a knock, the melds to lay down."""
    spreads: tuple[SpreadValue, ...] = ()
    """For a knock that can lie in several ways, all of them, the best first."""
    endings: dict[str, float] = {}
    """Share of worlds by how the deal ended (`codes.ENDINGS`); empty in an exact analysis."""
    ending_points: dict[str, float] = {}
    """What the worlds of each ending add to the value: they sum to it."""
    ending_gap_errors: dict[str, float] = {}
    """Standard errors of the differences between these points and the best action's."""
    replies: dict[str, Reply] = {}
    """After a throw or a pass, what the opponent does next; only against those of
    `panel.PANEL`."""
    fits: float | None = None
    """After the same, the chance that the card sits in a meld of the opponent's."""

    enumerated: bool = False
    """Whether the value was counted over all hands that the opponent may hold, each with its weight
    by the belief, so that it has no sampling error."""

    @property
    def taken(self) -> float | None:
        """After a throw or a pass, the chance that the opponent takes the card."""
        if not self.replies:
            return None
        return sum(reply.share for name, reply in self.replies.items() if name.startswith("takes"))

    @property
    def punishing(self) -> str | None:
        """The reply that costs me most against the value of the action, its share considered."""
        if not self.replies:
            return None
        costs = {name: self.value * r.share - r.points for name, r in self.replies.items()}
        return max(costs, key=lambda name: costs[name])

    def find_spread(self, spread: str) -> SpreadValue | None:
        """The entry of a knock's spread, by its text."""
        return next((entry for entry in self.spreads if entry.spread == spread), None)


class Analysis(msgspec.Struct, frozen=True, kw_only=True):
    """Every legal action of one decision, the best first, and what the figures rest on.

    An estimate is judged by the chance to win the match, where there is one to win, and else by
    points: that is what the best is best in. Exact values are judged by points: with these alone at
    stake more are never worse for the match.

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
    """The policy that played on, on all seats; empty in an exact analysis. Against an opponent of
    `panel.PANEL` seat 0 plays on by the learnt policy."""
    version: str
    """Version of the solver's figures: equal versions give equal figures for equal seeds."""
    multiplier: int
    actions: tuple[ActionValue, ...]
    panel: tuple[Opinion, ...] = ()
    """The best action tried against other opponents, where that was asked for."""

    @property
    def survives(self) -> bool | None:
        """Whether the best action is as good as any against every opponent of the panel."""
        return all(opinion.survives for opinion in self.panel) if self.panel else None

    @property
    def best(self) -> ActionValue:
        """The action to choose."""
        return self.actions[0]

    @property
    def best_in_points(self) -> ActionValue:
        """The action with the highest value in points of this deal."""
        return max(self.actions, key=lambda entry: entry.value)

    @property
    def best_for_match(self) -> ActionValue | None:
        """The action with the best chance to win the match; None where there is none to win."""
        return self.best if self.best.match is not None else None

    @property
    def by_match(self) -> bool:
        """Whether choices are judged by the chance to win the match rather than by points."""
        return self.tier == "estimate" and self.best.match is not None

    @property
    def unit(self) -> float:
        """The loss that counts as one point in judging, see `is_accepted`."""
        return CHANCE_OF_A_POINT if self.by_match else self.multiplier

    def loss(self, choice: Compared | Opinion) -> Loss:
        """What a choice loses in what this analysis judges by."""
        if self.by_match and choice.match is not None:
            return Loss(choice.match.chance_lost, choice.match.gap_error)
        return Loss(choice.points_lost, choice.gap_error)

    def find(self, action: str) -> ActionValue | None:
        """The entry of an action, written as `trainer.game.Action.label` writes it."""
        return next((entry for entry in self.actions if entry.action == action), None)
