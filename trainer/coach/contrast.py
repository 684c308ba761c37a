"""Two actions of one decision side by side: what each leaves, and where their points part.

A :class:`Side` holds what can be counted about one action. A :class:`Contrast` adds what the
analysis says of the two. Everything is worked out when it is asked for.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property
from math import sqrt

from trainer.coach.facts import (
    after_taking,
    always_melded,
    draws_within,
    fitting_known,
    hidden,
    lengthens_known,
    opponents_known,
    outs,
    useful_pairs,
    wanted_with,
)
from trainer.coach.questions import said
from trainer.game import Action, Position, deadwood, format_card
from trainer.solver.analysis import INSEPARABLE, ActionValue, Analysis

WON = ("my gin", "my knock", "my undercut")
"""Endings that score for me, ..."""
LOST = ("their gin", "their knock", "undercut by them")
"""... and those that score for an opponent; a void deal is worth nothing."""


@dataclass(frozen=True)
class Side:
    """One action with the counts about it. Cards and hands are ints of the game room."""

    position: Position
    value: ActionValue

    @cached_property
    def action(self) -> Action:
        """The action itself."""
        return Action.parse(self.value.action)

    @property
    def card(self) -> int:
        """The card thrown.

        Raises:
            ValueError: the action throws none.
        """
        if self.action.card is None:
            raise ValueError(f"'{self.value.action}' throws no card")
        return self.action.card

    @property
    def name(self) -> str:
        """The card thrown, as ``7h``."""
        return format_card(self.card)

    @property
    def said(self) -> str:
        """The action as a person says it: ``throw 7h``."""
        return said(self.action)

    @cached_property
    def left(self) -> int:
        """The hand afterwards; after taking the upcard, with the best throw for deadwood."""
        hand = self.position.hand
        if self.action.kind in ("take", "pile"):
            _, throw = after_taking(self.position)
            return (hand | 1 << self.position.table.pile[-1]) & ~(1 << throw)
        return hand if self.action.card is None else hand & ~(1 << self.action.card)

    @cached_property
    def deadwood(self) -> int:
        """Deadwood afterwards, in points."""
        return deadwood(self.left)

    @cached_property
    def outs(self) -> int:
        """The unseen cards that would meld with the hand afterwards."""
        return outs(self.left, self.position.unseen)

    @cached_property
    def loose(self) -> int:
        """The cards of the whole hand that some best spread leaves out."""
        return self.position.hand & ~always_melded(self.position.hand)

    @cached_property
    def waits(self) -> int:
        """The cards that meld with the throw and another loose card; none for a melded throw."""
        if not self.loose >> self.card & 1:
            return 0
        return wanted_with(self.card, self.loose) & ~self.position.hand

    @property
    def live(self) -> int:
        """Those of them that are unseen."""
        return self.waits & self.position.unseen

    @cached_property
    def gin_draws(self) -> int:
        """The unseen cards whose draw makes gin."""
        return draws_within(self.left, self.position.unseen, 0)

    @cached_property
    def knock_draws(self) -> int:
        """The unseen cards whose draw allows a knock."""
        return draws_within(self.left, self.position.unseen, self.position.limit)

    # -- what the throw does for an opponent -------------------------------------------------------

    @cached_property
    def pairs(self) -> list[int]:
        """The pairs that an opponent may hold and the throw would meld with."""
        return useful_pairs(self.card, hidden(self.position))

    @property
    def pairs_words(self) -> str:
        """``4 pairs that are out meld with 7h``."""
        count = len(self.pairs)
        pairs = "pair that is out melds" if count == 1 else "pairs that are out meld"
        return f"{count or 'no'} {pairs} with {self.name}"

    @cached_property
    def fits(self) -> int:
        """The cards that an opponent was seen to take and the throw can meld with."""
        known = opponents_known(self.position)
        return fitting_known(self.card, known, self.position.unseen)

    @cached_property
    def lengthens(self) -> int:
        """The meld that an opponent was seen to take and the throw lengthens."""
        return lengthens_known(self.card, opponents_known(self.position))

    # -- what the analysis says of it --------------------------------------------------------------

    @property
    def cost_of_takes(self) -> float:
        """Points that the worlds in which the throw is taken cost, against those in which not."""
        replies = self.value.replies
        share = self.value.taken or 0.0
        if not 0.0 < share < 1.0:
            return 0.0
        points = sum(r.points for name, r in replies.items() if name.startswith("takes"))
        left = sum(r.points for r in replies.values()) - points
        return share * left / (1.0 - share) - points

    def share(self, endings: Collection[str]) -> float:
        """How often the deal ends in one of these ways."""
        return sum(self.value.endings.get(name, 0.0) for name in endings)

    def points(self, endings: Collection[str]) -> float:
        """What the worlds that end so add to the value."""
        return sum(self.value.ending_points.get(name, 0.0) for name in endings)


@dataclass(frozen=True)
class Contrast:
    """The chosen action against a better one; for the best action, the next one against it."""

    chosen: Side
    best: Side
    analysis: Analysis

    @classmethod
    def of(
        cls, position: Position, chosen: ActionValue, best: ActionValue, analysis: Analysis
    ) -> Contrast:
        """Two entries of an analysis of a position."""
        return cls(Side(position, chosen), Side(position, best), analysis)

    @property
    def position(self) -> Position:
        """The decision."""
        return self.chosen.position

    def part(self, endings: Collection[str]) -> float:
        """What the worlds that end so add to the gap in points; over all endings, the gap."""
        return self.best.points(endings) - self.chosen.points(endings)

    def part_counts(self, endings: Collection[str]) -> bool:
        """Whether that part is more than noise, and for the better action.

        The error of a sum is at most the sum of the errors.
        """
        errors = self.chosen.value.ending_gap_errors
        error = sum(errors.get(name, 0.0) for name in endings)
        return self.part(endings) > INSEPARABLE * error

    @property
    def split(self) -> bool:
        """Whether the analysis splits the gap by endings."""
        return bool(self.chosen.value.ending_gap_errors)

    def oftener(self, chosen: float | None, best: float | None) -> bool:
        """Whether a share of the worlds is larger for the chosen action by more than noise.

        Both shares are of the same worlds, so the variance of their difference is at most the share
        of the worlds in which just one of the two holds.
        """
        if chosen is None or best is None:
            return False
        noise = sqrt(max(0.0, chosen + best) / max(1, self.analysis.playouts))
        return chosen - best > INSEPARABLE * noise

    @property
    def more_taken(self) -> bool:
        """Whether the chosen throw is taken, or fits a meld of theirs, clearly more often."""
        chosen, best = self.chosen.value, self.best.value
        return self.oftener(chosen.taken, best.taken) or self.oftener(chosen.fits, best.fits)

    @property
    def swapped(self) -> Contrast:
        """The same the other way round."""
        return Contrast(self.best, self.chosen, self.analysis)

    @property
    def fewer_outs(self) -> bool:
        """Whether the chosen action leaves fewer live outs."""
        return self.chosen.outs.bit_count() < self.best.outs.bit_count()

    def saves_deadwood(self, least: int = 1) -> bool:
        """Whether the best action leaves so many points of deadwood less."""
        return self.chosen.deadwood - self.best.deadwood >= least

    # -- how much, to put reasons in an order: these do not add up and are not shown ---------------

    @property
    def by_takes(self) -> float:
        """Points by which being taken costs more after the chosen throw."""
        return self.chosen.cost_of_takes - self.best.cost_of_takes

    @property
    def by_size(self) -> float:
        """Points by which the deals that an opponent wins are dearer, not more frequent."""
        chosen, best = self.chosen.share(LOST), self.best.share(LOST)
        if not chosen or not best:
            return 0.0
        dearer = self.best.points(LOST) / best - self.chosen.points(LOST) / chosen
        return dearer * (chosen + best) / 2

    @property
    def by_wins(self) -> float:
        """Points by which I win less often, at what a win is worth."""
        chosen, best = self.chosen.share(WON), self.best.share(WON)
        if not chosen or not best:
            return 0.0
        each = self.best.points(WON) / best + self.chosen.points(WON) / chosen
        return (best - chosen) * each / 2
