"""Hands for random tests, and the bridge between the reference's texts and the trainer's ints.

The bridge knows the encoding (bit `13 * suit + rank`) by itself, so that a mistake in the
trainer's own reading and writing of cards cannot hide another one.
"""

from collections.abc import Iterable
from random import Random

from tests import reference
from tests.reference import Cards, Spread

BIT = {card: 1 << index for index, card in enumerate(reference.DECK)}


def mask(hand: Iterable[str]) -> int:
    """The int of a set of cards."""
    return sum([BIT[card] for card in hand])


MELD_OF = {mask(meld): meld for meld in reference.ALL_MELDS}


def text_cards(bits: int) -> Cards:
    """The set of cards of an int."""
    return frozenset([card for card, bit in BIT.items() if bits & bit])


def text_spread(melds: Iterable[int]) -> Spread:
    """The spread of the trainer's melds; something that is no meld is an error."""
    return frozenset([MELD_OF[meld] for meld in melds])


WHOLE_DECK = frozenset(reference.DECK)
SHORT_MELDS = [meld for meld in reference.ALL_MELDS if len(meld) <= 5]


def random_hand(random: Random, size: int) -> Cards:
    """Any cards, all equally likely."""
    return frozenset(random.sample(reference.DECK, size))


def meld_rich_hand(random: Random, size: int, deck: Cards = WHOLE_DECK) -> Cards:
    """Whole melds, overlapping ones too, filled up with cards that lie close to them."""
    melds = SHORT_MELDS if deck == WHOLE_DECK else [meld for meld in SHORT_MELDS if meld <= deck]
    hand: Cards = frozenset()
    for meld in random.sample(melds, min(len(melds), random.randint(1, 5))):
        if len(hand | meld) <= size:
            hand |= meld
    return filled_up(random, hand, size, deck)


def filled_up(random: Random, hand: Cards, size: int, deck: Cards) -> Cards:
    """The hand with more cards of the deck, those next to it four times as likely."""
    while len(hand) < size:
        choices = sorted(deck - hand)
        near = neighbours(hand)
        weights = [4 if card in near else 1 for card in choices]
        hand |= {random.choices(choices, weights)[0]}
    return hand


def _neighbours_of(card: str) -> Cards:
    """Cards of the same rank, and those next in suit."""
    rank = reference.RANKS.index(card[0])
    beside = reference.RANKS[max(rank - 1, 0) : rank + 2]
    same_rank = {card[0] + suit for suit in reference.SUITS}
    return frozenset(same_rank | {other + card[1] for other in beside}) - {card}


NEIGHBOURS = {card: _neighbours_of(card) for card in reference.DECK}


def neighbours(hand: Cards) -> Cards:
    """Cards of a rank that the hand holds, or next in suit to one that it holds."""
    return frozenset().union(*[NEIGHBOURS[card] for card in hand]) - hand


def random_knock(random: Random, size: int, limit: int) -> tuple[Spread, Cards]:
    """A spread with which one may knock, and the whole hand of the knocker.

    Often not the spread with least deadwood: such knocks are legal too.
    """
    while True:
        hand = meld_rich_hand(random, size)
        if reference.deadwood(hand) <= limit:
            spreads = [
                spread
                for spread in reference.all_spreads(hand)
                if reference.deadwood_of(hand, spread) <= limit
            ]
            ordered = sorted(spreads, key=lambda spread: sorted(map(sorted, spread)))
            return random.choice(ordered), hand


def random_defender(random: Random, size: int, spread: Spread, knocker: Cards) -> Cards:
    """A hand to lay off from: at random, rich in melds, or full of cards that fit the spread."""
    deck = frozenset(reference.DECK) - knocker
    kind = random.randrange(3)
    if kind == 0:
        return frozenset(random.sample(sorted(deck), size))
    if kind == 1:
        return meld_rich_hand(random, size, deck)
    table = reference.cards_in(spread)
    fitting = sorted(neighbours(table | neighbours(table)) & deck)
    few = random.sample(fitting, min(len(fitting), random.randint(1, size)))
    return filled_up(random, frozenset(few), size, deck)
