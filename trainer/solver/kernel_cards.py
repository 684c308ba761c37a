"""Deadwood, spreads and layoffs at kernel speed.

A hand is a 52-bit int, four suits of 13 bits. Once it is settled which cards are melded in sets,
each suit is on its own: every block of three or more ranks in a row melds whole. So the deadwood
of a suit is one look-up in a table of its 8,192 possible lanes, and only ranks held three or four
times leave a choice.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from trainer.solver.kernel_jit import INTS, entry, helper, int64, population

if TYPE_CHECKING:
    from numpy.typing import NDArray

ALL = (1 << 52) - 1
LANE = (1 << 13) - 1
ACES = 1 | 1 << 13 | 1 << 26 | 1 << 39
TWOS = ACES << 1
QUEENS = ACES << 11
KINGS = ACES << 12


def _lane_points() -> NDArray[np.int8]:
    """Points of the cards in each lane; at most 85."""
    table = np.zeros(8192, np.int8)
    for rank in range(13):
        table[np.arange(8192) >> rank & 1 == 1] += min(rank + 1, 10)
    return table


def _loose_points() -> NDArray[np.int8]:
    """Points of the cards in each lane that are in no run."""
    lanes = np.arange(8192)
    lowest = lanes & lanes >> 1 & lanes >> 2  # the lowest card of each three in a row
    runs = lowest | lowest << 1 | lowest << 2
    loose = np.zeros(8192, np.int8)
    loose[:] = POINTS[lanes & ~runs]
    return loose


POINTS = _lane_points()
LOOSE = _loose_points()


@helper
def count(cards: int) -> int:
    """Number of cards in a set of cards."""
    return population(cards)


@helper
def card_of(bit: int) -> int:
    """The card of a one-card set."""
    return count(bit - 1)


@helper
def points(hand: int) -> int:
    """Points of all cards of a hand."""
    return int(
        POINTS[hand & LANE]
        + POINTS[hand >> 13 & LANE]
        + POINTS[hand >> 26 & LANE]
        + POINTS[hand >> 39]
    )


@helper
def loose_after_runs(hand: int) -> int:
    """Points left when only runs are melded."""
    return int(
        LOOSE[hand & LANE] + LOOSE[hand >> 13 & LANE] + LOOSE[hand >> 26 & LANE] + LOOSE[hand >> 39]
    )


@helper
def triples(hand: int) -> int:
    """The ranks held three or four times, as a 13-bit lane."""
    c = hand & LANE
    d = hand >> 13 & LANE
    h = hand >> 26 & LANE
    s = hand >> 39
    return c & d & (h | s) | h & s & (c | d)


@helper
def set_choices(hand: int, rank: int) -> int:
    """How many ways there are to meld a set of a rank, nothing included; 1 where rank is 0."""
    if rank == 0:
        return 1
    return 6 if hand & ACES * rank == ACES * rank else 2


@helper
def set_choice(hand: int, rank: int, number: int) -> int:
    """One of these ways: 0 is no set, 1 all cards of the rank, 2 to 5 all but one of four."""
    if number == 0:
        return 0
    held = hand & ACES * rank
    return held if number == 1 else held ^ rank << 13 * (number - 2)


_SETS_BITS = 52


@helper
def choose_sets(hand: int, ranks: int) -> int:
    """The best way to meld some of the ``ranks``, each held three or four times, as sets.

    At most three such ranks fit into eleven cards. Returns ``deadwood << 52 | cards in sets``, so
    that the smaller value has less deadwood.
    """
    first = ranks & -ranks
    ranks ^= first
    second = ranks & -ranks
    third = ranks ^ second
    best = 1 << 62
    for i in range(set_choices(hand, first)):
        one = set_choice(hand, first, i)
        for j in range(set_choices(hand, second)):
            two = one | set_choice(hand, second, j)
            for k in range(set_choices(hand, third)):
                sets = two | set_choice(hand, third, k)
                best = min(best, loose_after_runs(hand ^ sets) << _SETS_BITS | sets)
    return best


@helper
def deadwood(hand: int) -> int:
    """Minimum deadwood of a hand of any size, in points."""
    ranks = triples(hand)
    if ranks == 0:
        return loose_after_runs(hand)
    return choose_sets(hand, ranks) >> _SETS_BITS


@helper
def sets_of_spread(hand: int) -> int:
    """The cards melded in sets in one spread of minimum deadwood."""
    return choose_sets(hand, triples(hand)) & ALL


@helper
def runs_in(hand: int) -> int:
    """All cards that stand in three or more in a row."""
    # A third card of ace rank would have come from the next suit: a run starts at most at a jack.
    lowest = hand & hand >> 1 & hand >> 2 & ~(KINGS | QUEENS)
    return lowest | lowest << 1 | lowest << 2


@helper
def above(cards: int) -> int:
    """The cards one rank above, in suit."""
    return (cards & ~KINGS) << 1


@helper
def below(cards: int) -> int:
    """The cards one rank below, in suit."""
    return (cards & ~ACES) >> 1


@helper
def fourths(sets: int) -> int:
    """The cards that complete melded sets of three."""
    ranks = triples(sets)
    return ranks * ACES & ~sets


@helper
def layoff(runs: int, sets: int, hand: int) -> int:
    """Deadwood of a defender after the best layoff on a knocker's melds.

    ``runs`` and ``sets`` are the knocker's cards in runs and in sets. Runs that touch need no
    telling apart: what fits one of them between them is one of their own cards.
    """
    fourth = fourths(sets) & hand
    reach = fourth | chain(runs, hand)
    best = deadwood(hand)
    if reach == 0:
        return best
    laid = reach
    while laid != 0:  # every subset of the cards in reach, largest number first
        if (fourth | chain(runs, laid)) & laid == laid:
            best = min(best, deadwood(hand ^ laid))
        laid = laid - 1 & reach
    return best


@helper
def chain(runs: int, cards: int) -> int:
    """Those of the cards that can be added to the ends of runs, one after another."""
    table = runs
    while True:
        grown = table | (above(table) | below(table)) & cards
        if grown == table:
            return table ^ runs
        table = grown


@helper
def least_after_discard(hand: int, forbidden: int) -> int:
    """Least deadwood after one discard; ``forbidden`` are cards that may not be thrown."""
    best = 1000
    left = hand & ~forbidden
    while left != 0:
        bit = left & -left
        left ^= bit
        best = min(best, deadwood(hand ^ bit))
    return best


@entry(int64, int64, INTS)
def tally(lowest: int, cards: int, counts: NDArray[np.int64]) -> None:
    """Count all hands of so many cards (at least two) whose lowest card is ``lowest``.

    Adds to ``counts[d]`` the number of hands with deadwood ``d``, to ``counts[-1]`` the number of
    those without a meld.
    """
    higher = (1 << cards - 1) - 1
    while higher < 1 << 51 - lowest:
        hand = (higher << 1 | 1) << lowest
        least = deadwood(hand)
        counts[least] += 1
        if least == points(hand):
            counts[-1] += 1
        # The next larger number with as many bits (Gosper's hack).
        bit = higher & -higher
        ripple = higher + bit
        higher = ripple | (higher ^ ripple) >> 2 + card_of(bit)


@entry(int64)
def one_deadwood(hand: int) -> int:
    """Minimum deadwood of one hand, in points."""
    return deadwood(hand)


@entry(INTS, INTS)
def fill_deadwood(hands: NDArray[np.int64], out: NDArray[np.int64]) -> None:
    """Minimum deadwood of each hand, in points."""
    for i in range(hands.size):
        out[i] = deadwood(hands[i])


@entry(INTS, INTS, INTS)
def fill_after_discard(
    hands: NDArray[np.int64], forbidden: NDArray[np.int64], out: NDArray[np.int64]
) -> None:
    """Least deadwood of each hand after one discard that is not among its forbidden cards."""
    for i in range(hands.size):
        out[i] = least_after_discard(hands[i], forbidden[i])


@entry(INTS, INTS, INTS)
def fill_spread(hands: NDArray[np.int64], runs: NDArray[np.int64], sets: NDArray[np.int64]) -> None:
    """One spread of minimum deadwood of each hand: its cards in runs and its cards in sets."""
    for i in range(hands.size):
        sets[i] = sets_of_spread(hands[i])
        runs[i] = runs_in(hands[i] & ~sets[i])


@entry(INTS, INTS, INTS, INTS)
def fill_layoff(
    runs: NDArray[np.int64],
    sets: NDArray[np.int64],
    hands: NDArray[np.int64],
    out: NDArray[np.int64],
) -> None:
    """Deadwood of each hand after its best layoff on the runs and sets beside it, in points."""
    for i in range(hands.size):
        out[i] = layoff(runs[i], sets[i], hands[i])
