"""Cards and hands.

A card is an int ``13 * suit + rank``, suits clubs, diamonds, hearts, spades = 0..3, ace = rank 0.
A hand is a set of cards as a 52-bit int with bit ``1 << card`` set. The four suits are therefore
four 13-bit lanes of one int, which is what makes runs a matter of shifting.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from trainer.game.errors import Unreadable

RANKS = "A23456789TJQK"
SUITS = "cdhs"
RANK_NAMES = (
    "ace",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "jack",
    "queen",
    "king",
)
ALL = (1 << 52) - 1
LANE = (1 << 13) - 1

RANK_POINTS = tuple(min(rank + 1, 10) for rank in range(13))
POINTS = RANK_POINTS * 4

CARD_NAMES = tuple(rank + suit for suit in SUITS for rank in RANKS)

_GLYPHS = str.maketrans("♣♧♦♢♥♡♠♤", "ccddhhss", "\ufe0e\ufe0f")
_CARD = re.compile(r"(10|[A2-9TJQK])([CDHS])", re.IGNORECASE | re.ASCII)
_SEPARATORS = re.compile(r"[\s,;]+")


def rank_of(card: int) -> int:
    """Rank of a card, 0 (ace) to 12 (king)."""
    return card % 13


def suit_of(card: int) -> int:
    """Suit of a card, 0 to 3: clubs, diamonds, hearts, spades."""
    return card // 13


def parse_card(text: str) -> int:
    """Read one card: ``7h``, ``Td``, ``10d``, any case, suit glyphs too.

    Raises:
        Unreadable: the text is not one card.
    """
    match = _CARD.fullmatch(text.strip().translate(_GLYPHS))
    if match is None:
        raise Unreadable(
            f"cannot read the card '{text}': write a rank and a suit letter, as in 7h, Td or As"
        )
    rank = match[1].upper().replace("10", "T")
    return 13 * SUITS.index(match[2].lower()) + RANKS.index(rank)


def format_card(card: int) -> str:
    """Write one card: rank and suit letter, as in ``7h``."""
    return CARD_NAMES[card]


def parse_hand(text: str) -> int:
    """Read a set of cards, separated by spaces or commas or simply run together.

    Raises:
        Unreadable: a word is not made of cards, or a card stands twice.
    """
    hand = 0
    for word in _SEPARATORS.split(text.strip()):
        if not word:
            continue
        plain = word.translate(_GLYPHS)
        pieces = [match[0] for match in _CARD.finditer(plain)]
        if not pieces or "".join(pieces) != plain:
            pieces = [word]  # let parse_card name what cannot be read
        for piece in pieces:
            bit = 1 << parse_card(piece)
            if hand & bit:
                raise Unreadable(
                    f"the card '{piece}' stands twice in '{text.strip()}': "
                    "there is only one of each card, take one of them out"
                )
            hand |= bit
    return hand


def format_hand(hand: int) -> str:
    """Write a set of cards, clubs to spades, each suit from ace to king."""
    return " ".join([CARD_NAMES[card] for card in cards_of(hand)])


def cards_of(hand: int) -> list[int]:
    """The cards of a hand, ascending."""
    cards = []
    while hand:
        low = hand & -hand
        cards.append(low.bit_length() - 1)
        hand ^= low
    return cards


def hand_of(cards: Iterable[int]) -> int:
    """The hand that holds these cards."""
    hand = 0
    for card in cards:
        hand |= 1 << card
    return hand


def points(hand: int) -> int:
    """Points of all cards in a hand: ace 1, faces 10, others their number."""
    return sum([POINTS[card] for card in cards_of(hand)])
