"""Counts about hands and cards: outs, live combinations, what a card does to deadwood.

Everything here is provable from a :class:`~trainer.game.Position`; reasons quote these counts as
evidence beside an estimate, never as a share of it.
"""

from __future__ import annotations

from itertools import combinations

from trainer.game import (
    POINTS,
    Position,
    best_spreads,
    cards_of,
    deadwood,
    is_meld,
    points,
)
from trainer.game.cards import LANE, RANK_NAMES
from trainer.game.melds import RANK_MASK


def outs(hand: int, unseen: int) -> int:
    """The unseen cards that would meld: drawing one melds more points than the hand melds now."""
    loose = deadwood(hand)
    found = 0
    for card in cards_of(unseen):
        if deadwood(hand | 1 << card) < loose + POINTS[card]:
            found |= 1 << card
    return found


def useful_pairs(card: int, available: int) -> list[int]:
    """The pairs of available cards that would meld with a card: what a discard could complete."""
    rank, suit = card % 13, card // 13
    near = RANK_MASK << rank | (LANE << 13 * suit)
    pool = [other for other in cards_of(available & near & ~(1 << card)) if _near(card, other)]
    return [
        1 << a | 1 << b for a, b in combinations(pool, 2) if is_meld(1 << card | 1 << a | 1 << b)
    ]


def _near(card: int, other: int) -> bool:
    return card % 13 == other % 13 or abs(card - other) <= 2


def joins_known(card: int, known: int) -> int:
    """The cards an opponent is known to hold that are next to a card: its rank or its run."""
    return sum(1 << other for other in cards_of(known & ~(1 << card)) if _joins(card, other))


def _joins(card: int, other: int) -> bool:
    same_suit = card // 13 == other // 13
    return card % 13 == other % 13 or (same_suit and abs(card - other) <= 2)


def opponents_known(position: Position) -> int:
    """Cards that opponents took from the pile and still hold."""
    known = 0
    for cards in position.table.known[1:]:
        known |= cards
    return known


def hidden(position: Position) -> int:
    """Cards an opponent may hold: unseen ones and those known to be in another hand."""
    return position.unseen | opponents_known(position)


def always_melded(hand: int) -> int:
    """The cards that every best spread melds."""
    cards = hand
    for spread in best_spreads(hand):
        cards &= ~spread.loose
    return cards


def after_taking(position: Position) -> tuple[int, int]:
    """The least deadwood after taking the upcard and throwing another card, and that throw."""
    upcard = position.table.pile[-1]
    whole = position.hand | 1 << upcard
    throws = position.hand if not position.rules.may_rediscard else whole
    best = min(
        cards_of(throws), key=lambda card: (deadwood(whole & ~(1 << card)), -POINTS[card], card)
    )
    return deadwood(whole & ~(1 << best)), best


def melds_upcard(position: Position) -> bool:
    """Whether the upcard would sit in a meld of a best spread after taking it."""
    _, throw = after_taking(position)
    upcard = 1 << position.table.pile[-1]
    left = (position.hand | upcard) & ~(1 << throw)
    return any(not spread.loose & upcard for spread in best_spreads(left))


def points_text(amount: float) -> str:
    """``1 point``, ``5 points`` or ``2.5 points``."""
    return f"{round(amount, 1):g} point{'' if amount == 1 else 's'}"


def loose_text(loose: int) -> str:
    """Points of loose cards as a sum, in the order in which they are drawn: ``9 + 10 = 19``."""
    values = [POINTS[card] for card in sorted(cards_of(loose), key=lambda card: card % 13)]
    if not values:
        return "0"
    if len(values) == 1:
        return str(values[0])
    return f"{' + '.join(str(value) for value in values)} = {points(loose)}"


def rank_name(card: int) -> str:
    """The rank of a card in a word."""
    return RANK_NAMES[card % 13]
