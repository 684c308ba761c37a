"""Counts about hands and cards: outs, live combinations, what a card does to deadwood.

Everything here is provable from a :class:`~trainer.game.Position`; reasons quote these counts as
evidence beside an estimate, never as a share of it.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations

from trainer.game import (
    ALL,
    MELDS,
    POINTS,
    Position,
    best_spreads,
    cards_of,
    deadwood,
    format_hand,
    hand_of,
    is_meld,
    points,
)
from trainer.game.cards import LANE, RANK_NAMES
from trainer.game.melds import RANK_MASK
from trainer.solver.analysis import Loss

LISTED = 8
"""Cards that a sentence lists at most."""


def outs(hand: int, unseen: int) -> int:
    """The unseen cards that would meld: drawing one melds more points than the hand melds now."""
    loose = deadwood(hand)
    found = 0
    for card in cards_of(unseen):
        if deadwood(hand | 1 << card) < loose + POINTS[card]:
            found |= 1 << card
    return found


def draws_within(hand: int, unseen: int, enough: int) -> int:
    """The unseen cards whose draw, and the best throw after it, leaves ``enough`` deadwood."""
    found = 0
    for card in cards_of(unseen):
        drawn = hand | 1 << card
        if any(deadwood(drawn & ~(1 << thrown)) <= enough for thrown in cards_of(drawn)):
            found |= 1 << card
    return found


@cache
def wants(pair: int) -> int:
    """The cards each of which makes a meld of two: ``8d`` for 7d 9d, two sevens for two others."""
    return sum(meld & ~pair for meld in MELDS if meld.bit_count() == 3 and meld & pair == pair)


def partners(card: int, cards: int) -> list[int]:
    """The pairs of a card and another that want something."""
    pairs = (1 << card | 1 << other for other in cards_of(cards & ~(1 << card)))
    return [pair for pair in pairs if wants(pair)]


def wanted_with(card: int, cards: int) -> int:
    """The cards that would meld with a card and one of the others, wherever they lie."""
    found = 0
    for pair in partners(card, cards):
        found |= wants(pair)
    return found


def triangles(cards: int) -> list[int]:
    """Three cards of which two are a pair and one of these and the third neighbours in a suit."""
    found = []
    for three in combinations(cards_of(cards), 3):
        links = sum(_linked(a, b) for a, b in combinations(three, 2))
        # Two links over two ranks: one is a pair, the other two neighbours that share its card.
        if links == 2 and len({card % 13 for card in three}) == 2:
            found.append(hand_of(three))
    return found


def _linked(a: int, b: int) -> bool:
    """Whether two cards are of one rank, or neighbours in a suit."""
    return a % 13 == b % 13 or (a // 13 == b // 13 and abs(a - b) == 1)


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


def fitting_known(card: int, known: int, available: int) -> int:
    """Of the known cards of an opponent, those that a card melds with, one more card helping.

    The third card is known too, or still available.
    """
    return sum(
        1 << other
        for other in cards_of(joins_known(card, known))
        if wants(1 << card | 1 << other) & (known | available)
    )


def lengthens_known(card: int, known: int) -> int:
    """The meld of three or more known cards that a card lengthens; 0 if there is none."""
    grown = [meld for meld in MELDS if meld >> card & 1 and meld & ~(1 << card) & ~known == 0]
    return max((meld & ~(1 << card) for meld in grown if meld.bit_count() > 3), default=0)


def all_pairs(card: int) -> int:
    """How many pairs of cards meld with a card when nothing is known: 4 to 6."""
    return len(useful_pairs(card, ALL))


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


def cards_text(cards: int, what: str = "card") -> str:
    """How many cards there are: ``no card``, ``1 card``, ``3 live outs``."""
    count = cards.bit_count()
    return f"{count or 'no'} {what}{'s' if count > 1 else ''}"


def some(cards: int) -> str:
    """The cards, or the first of them and how many more there are."""
    listed = cards_of(cards)
    if len(listed) <= LISTED:
        return format_hand(cards)
    return f"{format_hand(hand_of(listed[:LISTED]))} and {len(listed) - LISTED} more"


def loss_text(loss: Loss, *, by_match: bool) -> str:
    """An estimated loss with its error: points, or percent of the chance to win the match."""
    lost, error = loss
    if by_match:
        return f"about {100 * lost:.1f} % of the match (± {200 * error:.1f})"
    return f"about {lost:.1f} points (± {2 * error:.1f})"


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
