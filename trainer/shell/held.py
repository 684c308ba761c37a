"""The learner's hand as it lies on the keyed table: its order, the cursor, the cards lifted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from trainer.game import best_spreads, cards_of, hand_of
from trainer.shell.draw import by_rank

Sort = Literal["melds", "rank", "suit", "own"]

SORTS: tuple[Sort, ...] = ("melds", "rank", "suit")
"""The orders that the hand can be put in, besides one's own."""


@dataclass
class Held:
    """Cards in the order in which they are shown."""

    order: list[int] = field(default_factory=list)
    sort: Sort = "melds"
    at: int = 0
    """The index of the card under the cursor."""
    lifted: int = 0
    """The cards lifted, as a hand."""
    moving: bool = False
    """Whether the arrows move the card under the cursor."""

    @property
    def hand(self) -> int:
        """The cards as a hand."""
        return hand_of(self.order)

    @property
    def card(self) -> int:
        """The card under the cursor."""
        return self.order[self.at]

    @property
    def melds(self) -> tuple[int, ...]:
        """The melds of the best spread, from left to right."""
        return tuple(sorted(best_spreads(self.hand)[0].melds, key=lambda meld: meld & -meld))

    def show(self, hand: int, drawn: int | None) -> None:
        """Take up the hand as it is now; the cursor goes to the card drawn, if it is new."""
        if hand == self.hand:
            return
        new = hand & ~self.hand
        under = self.order[self.at] if self.order else None
        self.order = [card for card in self.order if hand >> card & 1] + by_rank(new)
        self.lifted, self.moving = 0, False
        self._arrange()
        if drawn is not None and new >> drawn & 1:
            self.at = self.order.index(drawn)
        elif under in self.order:
            self.at = self.order.index(under)
        else:
            self.at = min(self.at, len(self.order) - 1)

    def _arrange(self) -> None:
        keys: dict[Sort, Callable[[], list[int]]] = {
            "melds": self._by_melds,
            "rank": lambda: by_rank(self.hand),
            "suit": lambda: cards_of(self.hand),
            "own": lambda: self.order,
        }
        self.order = keys[self.sort]()

    def _by_melds(self) -> list[int]:
        spread = best_spreads(self.hand)[0]
        return [card for meld in self.melds for card in cards_of(meld)] + by_rank(spread.loose)

    def step(self, by: int) -> None:
        """Move the cursor, or the card under it; a card that was lifted goes down."""
        to = self.at + by
        if not 0 <= to < len(self.order):
            return
        if self.moving:
            self.order.insert(to, self.order.pop(self.at))
        self.at = to

    def lift(self, *, several: bool) -> None:
        """Lift the card under the cursor, or put it down; ``several`` leaves others lifted."""
        bit = 1 << self.card
        self.lifted = self.lifted ^ bit if several else bit & ~self.lifted

    def drop(self) -> bool:
        """Put everything down; whether there was anything to put down."""
        busy = bool(self.lifted) or self.moving
        self.lifted, self.moving = 0, False
        return busy

    def move(self) -> None:
        """Begin to move the lifted card, or end it; with no card lifted, the next order."""
        if self.moving:
            self.drop()
        elif self.lifted:
            self.moving, self.sort = True, "own"
        else:
            following = SORTS.index(self.sort) + 1 if self.sort in SORTS else 0
            self.sort, under = SORTS[following % len(SORTS)], self.card
            self._arrange()
            self.at = self.order.index(under)
