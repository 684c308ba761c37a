"""What the learnt policy looks at: numbers of the size of one, about a hand, a throw, a knock.

All is seen by the player itself. A row of features has a part for each of these; what a network
has no use for stays zero. Points are counted in tens or twenties, cards by the number that is
usual.
"""

# ruff: noqa: PLR0917  (kernels take plain numbers, and the game has many)

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from trainer.solver.codes import OFFER, Terms
from trainer.solver.kernel_cards import (
    ACES,
    ALL,
    LANE,
    above,
    below,
    choose_sets,
    count,
    deadwood,
    points,
    runs_in,
    triples,
)
from trainer.solver.kernel_duel import Sight, closed_sets, targets
from trainer.solver.kernel_jit import helper
from trainer.solver.kernel_policy import completes, partners

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Row = NDArray[np.float32]

FEATURES = 62


def _highest_points() -> NDArray[np.int8]:
    """Points of the highest card of each lane."""
    table = np.zeros(8192, np.int8)
    for rank in range(13):
        table[1 << rank : 2 << rank] = min(rank + 1, 10)
    return table


HIGHEST = _highest_points()

# The hand of ten between turns.
_DEADWOOD, _OVER, _MAY_KNOCK, _LOOSE, _HIGHEST, _SECOND, _THIRD = range(7)
_NEW_OUTS, _OLD_OUTS, _NEIGHBOURS, _GAPS, _PAIRS = range(7, 12)
_NEXT, _NEXT_LEAST, _NEXT_KNOCK, _NEXT_GIN, _WANTED, _IN_RUNS = range(12, 18)
# The card thrown, or left to them.
_POINTS, _FEEDS, _FEEDS_HALF, _FEEDS_SURE, _LIKE_THROWN, _LIKE_DECLINED, _MATES_GONE = range(18, 25)
# The table.
_TURN, _LATE, _LEFT, _LIMIT, _GIN_ONLY, _KNOWN, _MELDED, _SHOWN, _EAGER = range(25, 34)
_OFFERED, _PASSED = range(34, 36)
# The knock.
_COUNT, _TARGETS, _TARGETS_KNOWN, _SHORT, _EARLY = range(36, 41)
_LAY, _CAN_LAY, _ONE_LOOSE = range(41, 44)
# Their hand of ten, where a sampled world tells it: the same as of one's own.
_THEIRS, _THEIRS_END = 44, 62


@helper
def describe_table(terms: Terms, sight: Sight, shown: int, row: Row) -> None:
    """How far the deal is, and what is known of them; ``shown`` are the own cards they know of."""
    row[_TURN] = min(sight.turns, 12) * 0.1
    row[_LATE] = max(0, min(sight.turns, 15) - 5) * 0.2
    row[_LEFT] = sight.left / 30.0
    row[_LIMIT] = terms.limit * 0.1
    row[_GIN_ONLY] = 1.0 if terms.limit == 0 else 0.0
    row[_KNOWN] = count(sight.known) * 0.2
    melded = count(runs_in(sight.known)) + count(triples(sight.known) * ACES & sight.known)
    row[_MELDED] = melded * 0.2
    row[_SHOWN] = count(shown) * 0.2
    row[_EAGER] = sight.eager * 0.01


@helper
def same_rank_pairs(cards: int) -> int:
    """How many pairs of one rank there are among cards."""
    c = cards & LANE
    d = cards >> 13 & LANE
    h = cards >> 26 & LANE
    s = cards >> 39
    return count(c & d) + count(c & h) + count(c & s) + count(d & h) + count(d & s) + count(h & s)


@helper
def describe_hand(terms: Terms, known: int, hand: int, unseen: int, row: Row) -> None:
    """A hand of ten, ``unseen`` being what the next card from the stock may be."""
    packed = choose_sets(hand, triples(hand))
    least = packed >> 52
    sets = packed & ALL
    runs = runs_in(hand & ~sets)
    loose = hand & ~(sets | runs)
    new = completes(loose) & unseen
    reach = completes(hand) & unseen
    highest = describe_loose(loose, row)
    describe_draws(terms, hand, least, highest, unseen, reach, row)
    row[_DEADWOOD] = least * 0.05
    row[_OVER] = max(0, least - terms.limit) * 0.05
    row[_MAY_KNOCK] = 1.0 if least <= terms.limit else 0.0
    row[_NEW_OUTS] = count(new) * 0.1
    row[_OLD_OUTS] = count(reach & ~new) * 0.2
    row[_WANTED] = count(new & ~completes(hand & ~loose)) * 0.1
    row[_IN_RUNS] = count(runs) * 0.1
    known_runs = runs_in(known)
    known_sets = triples(known) * ACES & known
    lay = targets(known_runs, known_sets) & loose
    row[_LAY] = points(lay) * 0.1
    row[_CAN_LAY] = count(lay) * 0.3


@helper
def describe_loose(loose: int, row: Row) -> int:
    """The cards in no meld; returns the points of the highest."""
    highest = second = third = 0
    left = loose
    while left:
        bit = left & -left
        left ^= bit
        worth = points(bit)
        if worth > highest:
            third = second
            second = highest
            highest = worth
        elif worth > second:
            third = second
            second = worth
        elif worth > third:
            third = worth
    row[_LOOSE] = count(loose) * 0.1
    row[_ONE_LOOSE] = 1.0 if count(loose) <= 1 else 0.0
    row[_HIGHEST] = highest * 0.1
    row[_SECOND] = second * 0.1
    row[_THIRD] = third * 0.1
    row[_NEIGHBOURS] = count(loose & above(loose)) * 0.3
    row[_GAPS] = count(loose & above(above(loose))) * 0.3
    row[_PAIRS] = same_rank_pairs(loose) * 0.3
    return highest


@helper
def describe_draws(
    terms: Terms, hand: int, least: int, highest: int, unseen: int, reach: int, row: Row
) -> None:
    """What one draw from the stock may do for a hand with so much deadwood.

    The draws are looked through one by one only where they meld (``reach``). Any other card goes
    at once, or stays in place of the highest loose one.
    """
    total = knocks = gins = 0
    best = least
    left = reach
    while left:
        bit = left & -left
        left ^= bit
        eleven = hand | bit
        packed = choose_sets(eleven, triples(eleven))
        then = packed >> 52
        if then > 0:
            sets = packed & ALL
            rest = eleven & ~(sets | runs_in(eleven & ~sets))
            then -= HIGHEST[(rest | rest >> 13 | rest >> 26 | rest >> 39) & LANE]
        total += then
        best = min(best, then)
        knocks += 1 if then <= terms.limit else 0
        gins += 1 if then == 0 else 0
    others = unseen & ~reach
    rest = count(others)
    for worth in range(1, highest):
        cards = count(others & ACES << worth - 1)
        then = least - highest + worth
        if cards > 0:
            rest -= cards
            total += cards * then
            best = min(best, then)
            knocks += cards if then <= terms.limit else 0
    total += rest * least
    knocks += rest if least <= terms.limit else 0
    gins += rest if least == 0 else 0
    scale = 1.0 / max(1, count(unseen))
    row[_NEXT] = total * scale * 0.05
    row[_NEXT_LEAST] = best * 0.05
    row[_NEXT_KNOCK] = knocks * scale
    row[_NEXT_GIN] = gins * scale * 5.0


@helper
def describe_throw(sight: Sight, card: int, hand: int, unseen: int, row: Row) -> None:
    """A card that goes to them, ``hand`` being what is kept."""
    bit = 1 << card
    sure = partners(card, sight.known)
    pairs = partners(card, unseen)
    half = partners(card, unseen | sight.known) - pairs - sure
    mates = ACES << card % 13 & ~bit
    up = above(bit)
    down = below(bit)
    near = mates | up | down | above(up) | below(down)
    row[_POINTS] = points(bit) * 0.1
    row[_FEEDS] = pairs * 0.15
    row[_FEEDS_HALF] = half * 0.3
    row[_FEEDS_SURE] = min(1, sure)
    row[_LIKE_THROWN] = count(near & sight.thrown) * 0.3
    row[_LIKE_DECLINED] = count(near & sight.declined) * 0.3
    row[_MATES_GONE] = count(mates & (hand | sight.dead)) * 0.3


@helper
def describe_left(sight: Sight, unseen: int, row: Row) -> None:
    """Leaving the upcard: before they have answered the offer it goes to them like a throw."""
    if sight.phase == OFFER:
        if sight.offers == 2:
            describe_throw(sight, sight.upcard, sight.hand, unseen, row)
            row[_OFFERED] = 1.0
        else:
            row[_PASSED] = 1.0


@helper
def describe_knock(terms: Terms, sight: Sight, hand: int, unseen: int, row: Row) -> None:
    """A knock with this hand of ten."""
    sets = closed_sets(hand)
    runs = runs_in(hand ^ sets)
    fits = targets(runs, sets) & ~hand
    own = deadwood(hand)
    row[_COUNT] = own * 0.1
    row[_TARGETS] = count(fits & unseen) * 0.2
    row[_TARGETS_KNOWN] = count(fits & sight.known) * 0.5
    row[_SHORT] = (terms.limit - own) * 0.1
    row[_EARLY] = max(0, 4 - sight.turns) * 0.25


@helper
def describe_world(terms: Terms, sight: Sight, theirs: int, row: Row, spare: Row) -> None:
    """A world in which a player is to draw and they hold ``theirs``; ``spare`` is overwritten."""
    row[:] = 0.0
    describe_table(terms, sight, sight.shown, row)
    unseen = ALL & ~(sight.hand | sight.dead | sight.known)
    describe_hand(terms, sight.known, sight.hand, unseen, row)
    spare[:] = 0.0
    unseen = ALL & ~(theirs | sight.dead | sight.shown)
    describe_hand(terms, sight.shown, theirs, unseen, spare)
    row[_THEIRS:_THEIRS_END] = spare[: _THEIRS_END - _THEIRS]
