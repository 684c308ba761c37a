"""The belief about one opponent's hand: a weight for every hand that agrees with the position.

    weight(hand) = exp(theta . clues(hand, history))

The clues are a few numbers: deadwood, whether it could have knocked or gone gin, whether it wants
cards that were let go, whether what was taken is melded, and so on. ``theta`` depends on the
opponent's style and turn and is the one of greatest likelihood for logged deals of that style
(`trainer.lab.fit_belief`), so that on average over such deals the belief is right about each clue.

Worlds are drawn by a Metropolis chain that swaps cards of the hand for unseen ones. Because the
weight is explicit, all hands can be enumerated as well (`kernel_enumerate`).
"""
# ruff: noqa: PLR0917  (kernels take plain numbers, and the game has many)

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from trainer.solver import belief_data
from trainer.solver.belief_data import CLUES, LIMITS, STAGES, STYLES, TURNS
from trainer.solver.codes import SEEN, THREW, TOOK, Terms, View
from trainer.solver.kernel_cards import (
    ACES,
    above,
    below,
    count,
    deadwood,
    points,
    runs_in,
    triples,
)
from trainer.solver.kernel_jit import FLOATS, INTS, INTS_2, VIEW, entry, helper, int64
from trainer.solver.kernel_policy import completes
from trainer.solver.kernel_worlds import below_number, deal_hand, had_to_go_out, start_random

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]
    Random = NDArray[np.uint64]

THETA = belief_data.theta()
SURVIVAL = belief_data.survival()

SWAPS = 60  # proposed by the chain for each world,
SWAPS_LATE = 5  # and how many more for each turn,
SWAPS_ON = 12  # proposed from one world of a bundle to the next,
STUCK = 5000  # and altogether where the rules forbid all hands that it has met
PRIOR = (-1.0, -0.7, -2.0)
"""Log of how usual each style is."""

_TENS = ACES << 9 | ACES << 10 | ACES << 11 | ACES << 12
_FORBIDDEN = -1e300


class History(NamedTuple):
    """What two players know of the opponent's deal so far, as cards; all that its hand is weighed
    by."""

    stage: int
    """Row of ``theta``."""
    limit: int
    may_go_out: int
    """1 once it has made a throw, so that it could have gone out before."""
    known: int
    left_1: int
    """The upcard that it left in its last turn,"""
    left_2: int
    """in the two turns before,"""
    left_3: int
    """and earlier."""
    threw_1: int
    threw_2: int
    threw_3: int
    near_left: int
    """Neighbours of the upcards that it left, and cards of their ranks."""
    near_threw: int


HISTORY = len(History._fields)


@helper
def stage_of(turns: int) -> int:
    """The row of ``theta`` for a number of turns."""
    return turns if turns < 10 else min(10 + (turns - 10) // 2, STAGES - 1)


@helper
def near(cards: int) -> int:
    """The cards next to these in suit or of their ranks."""
    ranks = (cards | cards >> 13 | cards >> 26 | cards >> 39) & 0x1FFF
    return (above(cards) | below(cards) | ranks * ACES) & ~cards


@helper
def history_of(terms: Terms, known: int, turns: int, record: Ints) -> History:
    """The history of an opponent; ``record`` has its turns, the latest first."""
    left_1 = left_2 = left_3 = threw_1 = threw_2 = threw_3 = 0
    for turn in range(record.shape[0]):
        seen = record[turn, SEEN]
        threw = record[turn, THREW]
        left = 1 << seen if seen >= 0 and record[turn, TOOK] == 0 else 0
        thrown = 1 << threw if threw >= 0 else 0
        if turn == 0:
            left_1 = left
            threw_1 = thrown
        elif turn < 3:
            left_2 |= left
            threw_2 |= thrown
        else:
            left_3 |= left
            threw_3 |= thrown
    return History(
        stage_of(turns),
        terms.limit,
        1 if turns > 0 else 0,
        known,
        left_1,
        left_2,
        left_3,
        threw_1,
        threw_2,
        threw_3,
        near(left_1 | left_2),
        near(threw_1 | threw_2 | threw_3),
    )


@helper
def describe(history: History, hand: int, clues: Floats) -> None:
    """The clues of a hand of ten, each about 1 in size."""
    least = deadwood(hand)
    wanted = completes(hand)
    ranks = triples(hand)
    melded = runs_in(hand) | ranks * ACES & hand
    loose = hand & ~melded
    tens = 0.1 * least
    clues[0] = tens
    clues[1] = 0.2 * tens * tens
    clues[2] = tens * 0.2 * (history.limit - 7)
    clues[3] = tens * count(history.known) * 0.3
    clues[4] = 1.0 if history.may_go_out and 0 < least <= history.limit else 0.0
    clues[5] = 1.0 if history.may_go_out and least == 0 else 0.0
    clues[6] = count(wanted & history.left_1)
    clues[7] = count(wanted & history.left_2)
    clues[8] = count(wanted & history.left_3)
    clues[9] = count(wanted & history.threw_1)
    clues[10] = count(wanted & history.threw_2)
    clues[11] = count(wanted & history.threw_3)
    clues[12] = 0.3 * count(hand & history.near_left)
    clues[13] = 0.3 * count(hand & history.near_threw)
    clues[14] = count(history.known & melded)
    clues[15] = 0.5 * count(loose & _TENS)
    clues[16] = 0.1 * count(wanted)
    clues[17] = 0.05 * points(hand)
    clues[18] = 0.3 * count(loose)
    clues[19] = 0.5 * count(loose & history.near_threw & _TENS)


@helper
def log_weight(history: History, hand: int, theta: Floats, clues: Floats) -> float:
    """Log of the weight of a hand; ``theta`` is a row for the style and stage.

    ``clues`` is overwritten.
    """
    describe(history, hand, clues)
    total = 0.0
    for clue in range(CLUES):
        total += theta[clue] * clues[clue]
    return total


@helper
def allowed_weight(
    terms: Terms, record: Ints, history: History, hand: int, theta: Floats, clues: Floats
) -> float:
    """Log of the weight of a hand, next to nothing where the rules would have ended the deal."""
    if terms.must_gin and had_to_go_out(terms, hand, record):
        return _FORBIDDEN
    return log_weight(history, hand, theta, clues)


@helper
def walk(
    terms: Terms,
    record: Ints,
    history: History,
    theta: Floats,
    hand: int,
    cards: Ints,
    start: int,
    swaps: int,
    clues: Floats,
    random: Random,
) -> int:
    """Swap cards of a hand, ``cards[:start]``, for others, ``cards[start:]``; returns the hand.

    The Metropolis rule (1953): a swap is made for sure if it adds weight, else with the chance
    that is the share of weight left.
    """
    weight = allowed_weight(terms, record, history, hand, theta, clues)
    others = cards.size - start
    made = 0
    while made < swaps or (weight == _FORBIDDEN and made < STUCK):
        made += 1
        i = below_number(start, random)
        j = start + below_number(others, random)
        swapped = hand ^ (1 << cards[i] | 1 << cards[j])
        then = allowed_weight(terms, record, history, swapped, theta, clues)
        if then < weight:
            chance = np.exp(then - weight)
            if below_number(1 << 30, random) >= chance * (1 << 30):
                continue
        hand = swapped
        weight = then
        card = cards[i]
        cards[i] = cards[j]
        cards[j] = card
    return hand


@helper
def has_acted(view: View) -> bool:
    """Whether the opponent has thrown or left a card, which makes some hands likelier."""
    record = view.records[1]
    left = record.size > 0 and record[0, SEEN] >= 0 and record[0, TOOK] == 0
    return bool(view.turns[1] > 0 or left)


@helper
def walk_in(
    view: View, style: int, swaps: int, random: Random, hands: Ints, cards: Ints, start: int
) -> None:
    """Propose so many swaps between the opponent's hand, ``cards[:start]``, and the stock."""
    if start > 0 and cards.size > start:
        record = view.records[1]
        history = history_of(view.terms, view.known[1], view.turns[1], record)
        hands[1] = walk(
            view.terms, record, history, THETA[style, history.stage], hands[1], cards, start,
            swaps, np.empty(CLUES), random,
        )  # fmt: skip


@helper
def sample_after(
    view: View, style: int, swaps: int, random: Random, hands: Ints, cards: Ints
) -> int:
    """Draw one world for an opponent of a style by so many swaps from a random hand.

    Writes its hand into ``hands[1]`` and all unseen cards into ``cards``, the stock from the
    returned index on, in the order in which it will be drawn.
    """
    known = view.known[1]
    for i in range(cards.size):  # a shuffle that builds the shuffled copy (Knuth)
        j = below_number(i + 1, random)
        cards[i] = cards[j]
        cards[j] = view.unseen[i]
    start = 10 - count(known)
    hands[1] = deal_hand(known, 10, True, cards, 0, random)
    if has_acted(view):
        walk_in(view, style, swaps, random, hands, cards, start)
    return start


@helper
def sample_belief(view: View, style: int, random: Random, hands: Ints, cards: Ints) -> int:
    """Draw one world for an opponent of a style (two players), see `sample_after`.

    So few swaps leave the hands some tenths of a point of deadwood too high late in a deal, where
    the weights are steep.
    """
    return sample_after(view, style, SWAPS + SWAPS_LATE * view.turns[1], random, hands, cards)


@helper
def sample_on(view: View, style: int, random: Random, hands: Ints, cards: Ints, start: int) -> None:
    """Draw a world by some swaps from the last one, which `sample_belief` has left in ``cards``.

    Worlds that follow each other are alike, so that they say less than as many independent ones.
    """
    if not has_acted(view):
        sample_belief(view, style, random, hands, cards)
        return
    for i in range(cards.size - 1, start, -1):  # the stock in a new order
        j = start + below_number(i + 1 - start, random)
        card = cards[i]
        cards[i] = cards[j]
        cards[j] = card
    walk_in(view, style, SWAPS_ON, random, hands, cards, start)


@helper
def weigh_styles(terms: Terms, turns: int, eager: int, chances: Floats) -> None:
    """The chance of each style, for an opponent that has made ``turns`` throws and is still in.

    ``eager`` is what the deals before have shown, see `kernel_duel.learn_style`.
    """
    most = -1e9
    turn = min(turns, TURNS - 1)
    limit = min(terms.limit, LIMITS - 1)
    for style in range(STYLES):
        chances[style] = PRIOR[style] + SURVIVAL[style, limit, turn]
    chances[1] += 0.01 * eager
    chances[2] -= 0.01 * eager
    for style in range(STYLES):
        most = max(most, chances[style])
    total = 0.0
    for style in range(STYLES):
        chances[style] = np.exp(chances[style] - most)
        total += chances[style]
    for style in range(STYLES):
        chances[style] /= total


@helper
def style_of(terms: Terms, turns: int, eager: int, random: Random) -> int:
    """A style by its chance, see `weigh_styles`."""
    chances = np.empty(STYLES)
    weigh_styles(terms, turns, eager, chances)
    return style_at(chances, below_number(1 << 30, random) / (1 << 30))


@helper
def style_at(chances: Floats, at: float) -> int:
    """The style that a number from 0 to 1 falls on, where each has its chance for room."""
    for style in range(STYLES - 1):
        at -= chances[style]
        if at < 0:
            return style
    return STYLES - 1


@entry(VIEW, int64, int64, int64, int64, int64, INTS_2, INTS_2)
def fill_belief(
    view: View,
    style: int,
    eager: int,
    swaps: int,
    seed: int,
    first: int,
    hands: Ints,
    stocks: Ints,
) -> None:
    """Draw the worlds ``first``, ``first + 1``, ... of a seed, one for each row of ``hands``.

    ``style`` -1 draws a style for each world as well; ``swaps`` 0 is the usual number. ``hands``
    has a column for each seat, of which the first is left alone; ``stocks`` has a column for each
    card of the stock.
    """
    random = np.zeros(1, np.uint64)
    cards = np.zeros(view.unseen.size, np.int64)
    for world in range(hands.shape[0]):
        start_random(seed, first + world, random)
        mood = style if style >= 0 else style_of(view.terms, view.turns[1], eager, random)
        number = swaps if swaps > 0 else SWAPS + SWAPS_LATE * view.turns[1]
        start = sample_after(view, mood, number, random, hands[world], cards)
        stocks[world] = cards[start:]


@entry(VIEW, int64, INTS, FLOATS)
def fill_log_weights(view: View, style: int, hands: Ints, weights: Floats) -> None:
    """Log of the weight of hands that agree with a position, for an opponent of a style."""
    clues = np.zeros(CLUES)
    record = view.records[1]
    history = history_of(view.terms, view.known[1], view.turns[1], record)
    for i in range(hands.size):
        theta = THETA[style, history.stage]
        weights[i] = allowed_weight(view.terms, record, history, hands[i], theta, clues)


@entry(VIEW, int64, FLOATS)
def fill_styles(view: View, eager: int, chances: Floats) -> None:
    """The chance of each style of the opponent, see `weigh_styles`."""
    weigh_styles(view.terms, view.turns[1], eager, chances)
