"""Players to measure by: two reference opponents, and the base policy in extreme moods.

``simple`` is the reference player of the EAAI-2021 challenge: it takes what melds, keeps least
deadwood and knocks at the first chance. ``camper`` is of the kind that won there: it weighs its
outs and what a throw may give away, and all but waits for gin. Neither is used by an analysis.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from trainer.solver.codes import (
    BIG_GIN,
    DISCARD,
    GIN,
    KNOCK,
    OFFER,
    PASS,
    PILE,
    STOCK,
    TAKE,
    TURN,
    Spot,
    Terms,
)
from trainer.solver.kernel_cards import (
    ACES,
    above,
    below,
    card_of,
    count,
    deadwood,
    least_after_discard,
    points,
    runs_in,
    sets_of_spread,
)
from trainer.solver.kernel_duel import SIGHT, Sight, unseen_by
from trainer.solver.kernel_jit import INTS, TERMS, entry, helper, int64
from trainer.solver.kernel_policy import choose, completes
from trainer.solver.kernel_worlds import below_number, start_random

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]

NEAR = 5  # the camper compares cards within so many points of the highest, or of least deadwood
FUTURE = 18.0  # what a point of deadwood to come weighs at its first turn,
FUTURE_FADES = 0.9  # and how that shrinks with each turn
BEST_DRAWS = 7  # it looks at the mean of so many best draws
KNOCKING_TURNS = 3  # and knocks without gin in so many first turns


@helper
def answer(phase: int, take: bool) -> int:
    """Taking or leaving the upcard, as a choice."""
    if phase == OFFER:
        return (TAKE if take else PASS) << 6
    return (PILE if take else STOCK) << 6


@helper
def throwable(terms: Terms, sight: Sight) -> int:
    """The cards that may be thrown."""
    if sight.taken < 0 or terms.may_rediscard:
        return sight.hand
    return sight.hand & ~(1 << sight.taken)


@helper
def pick(cards: int, random: NDArray[np.uint64]) -> int:
    """One of the cards at random."""
    for _ in range(below_number(count(cards), random)):
        cards &= cards - 1
    return card_of(cards & -cards)


@helper
def simple(terms: Terms, sight: Sight, pairs: Ints, random: NDArray[np.uint64]) -> int:
    """The simple player's choice.

    ``pairs`` has for each card drawn in this deal the cards that were thrown with it; it is the
    player's memory, all zero before a deal.
    """
    if sight.phase != TURN:
        take = sight.forced == 0 and completes(sight.hand) >> sight.upcard & 1 == 1
        return answer(sight.phase, take)
    if terms.big_gin_bonus >= 0 and deadwood(sight.hand) == 0:
        return BIG_GIN << 6
    fresh = throwable(terms, sight) & ~(1 << sight.taken if sight.taken >= 0 else 0)
    if fresh & ~pairs[sight.drawn]:
        fresh &= ~pairs[sight.drawn]
    if terms.must_gin and least_after_discard(sight.hand, ~throwable(terms, sight)) == 0:
        fresh = throwable(terms, sight)
    least = 1000
    leanest = 0
    while fresh:
        bit = fresh & -fresh
        fresh ^= bit
        remains = deadwood(sight.hand ^ bit)
        if remains < least:
            least = remains
            leanest = 0
        if remains == least:
            leanest |= bit
    card = pick(leanest, random)
    pairs[sight.drawn] |= 1 << card
    if least == 0:
        return GIN << 6 | card
    return (KNOCK if least <= terms.limit else DISCARD) << 6 | card


@helper
def future(hand: int, unseen: int) -> float:
    """Mean deadwood after the best draws, each of the unseen cards being drawn once."""
    counts = np.zeros(128, np.int64)
    while unseen:
        bit = unseen & -unseen
        unseen ^= bit
        counts[least_after_discard(hand | bit, 0)] += 1
    wanted = BEST_DRAWS
    total = 0
    for least in range(counts.size):
        used = min(wanted, counts[least])
        total += used * least
        wanted -= used
    return total / max(1, BEST_DRAWS - wanted)


@helper
def risk(card: int, seen: int, known: int) -> int:
    """How much the camper dislikes to throw a card: ``seen`` are its own and the dead cards."""
    bit = 1 << card
    up = above(bit)
    down = below(bit)
    up_2 = above(up)
    down_2 = below(down)
    mates = ACES << card % 13 & ~bit
    total = 0
    high = up_2 != 0 and (up | up_2) & seen == 0
    middle = up != 0 and down != 0 and (up | down) & seen == 0
    low = down_2 != 0 and (down | down_2) & seen == 0
    if not (high or middle or low):
        total -= 10
    else:
        total -= 5 * count((up | down) & seen) + 3 * count((up_2 | down_2) & seen)
    if (
        (up_2 != 0 and (up | up_2) & known == up | up_2)
        or (up != 0 and down != 0 and (up | down) & known == up | down)
        or (down_2 != 0 and (down | down_2) & known == down | down_2)
    ):
        total += 20
    else:
        total += 5 * count((up | down) & known) + 3 * count((up_2 | down_2) & known)
    gone = count(mates & seen)
    held = count(mates & known)
    if gone == 3:
        total -= 10
    elif gone == 2:
        total -= 4
    if held >= 2:
        total += 20
    elif held == 1:
        total += 4
    return total


@helper
def camper_throws(terms: Terms, sight: Sight) -> int:
    """The cards that the camper thinks of throwing."""
    hand = sight.hand
    allowed = throwable(terms, sight)
    sets = sets_of_spread(hand)
    loose = hand & ~(sets | runs_in(hand & ~sets)) & allowed
    cards = allowed
    if loose:
        highest = 0
        left = loose
        while left:
            bit = left & -left
            left ^= bit
            highest = max(highest, points(bit))
        cards = 0
        left = loose
        while left:
            bit = left & -left
            left ^= bit
            if points(bit) >= highest - NEAR:
                cards |= bit
    if count(cards) == 1:
        return cards
    least = least_after_discard(hand, ~cards)
    kept = 0
    while cards:
        bit = cards & -cards
        cards ^= bit
        if deadwood(hand ^ bit) <= least + NEAR:
            kept |= bit
    return kept


@helper
def camper(terms: Terms, sight: Sight, random: NDArray[np.uint64]) -> int:
    """The camper's choice."""
    hand = sight.hand
    if sight.phase != TURN:
        bit = 1 << sight.upcard
        now = deadwood(hand)
        joins = deadwood(hand | bit) < now + points(bit)
        barred = 0 if terms.may_rediscard else bit
        take = sight.forced == 0 and joins and least_after_discard(hand | bit, barred) < now
        return answer(sight.phase, take)
    if terms.big_gin_bonus >= 0 and deadwood(hand) == 0:
        return BIG_GIN << 6
    allowed = throwable(terms, sight)
    least = least_after_discard(hand, ~allowed)
    if least == 0 or (least <= terms.limit and sight.turns < KNOCKING_TURNS):
        leanest = 0
        while allowed:
            bit = allowed & -allowed
            allowed ^= bit
            if deadwood(hand ^ bit) == least:
                leanest |= bit
        return (GIN if least == 0 else KNOCK) << 6 | pick(leanest, random)
    left = camper_throws(terms, sight)
    unseen = unseen_by(sight)
    weight = FUTURE * FUTURE_FADES**sight.turns
    best = 1e9
    ties = 0
    while left:
        bit = left & -left
        left ^= bit
        rest = hand ^ bit
        cost = deadwood(rest) + weight * future(rest, unseen)
        cost += risk(card_of(bit), hand | sight.dead, sight.known)
        if cost < best - 1e-9:
            best = cost
            ties = 0
        if cost <= best + 1e-9:
            ties |= bit
    return DISCARD << 6 | pick(ties, random)


@helper
def hasty(terms: Terms) -> Terms:
    """Terms that make the base policy knock as soon as it may."""
    return Terms(
        terms.players,
        terms.limit,
        terms.multiplier,
        terms.gin_bonus,
        terms.big_gin_bonus,
        1000,
        terms.undercut_bonus,
        terms.must_gin,
        terms.melds_after_gin,
        terms.may_rediscard,
        terms.void_stock,
        terms.most_takes,
    )


@helper
def patient(terms: Terms) -> Terms:
    """Terms that make the base policy wait for gin."""
    return Terms(
        terms.players,
        0,
        terms.multiplier,
        terms.gin_bonus,
        terms.big_gin_bonus,
        0,
        terms.undercut_bonus,
        terms.must_gin,
        terms.melds_after_gin,
        terms.may_rediscard,
        terms.void_stock,
        terms.most_takes,
    )


@helper
def base(terms: Terms, sight: Sight) -> int:
    """The base policy's choice."""
    spot = Spot(
        sight.phase,
        sight.offers,
        sight.upcard,
        sight.taken,
        sight.takes,
        sight.left,
        sight.forced,
        sight.dead,
    )
    return choose(terms, spot, sight.hand, unseen_by(sight), sight.known, sight.turns)


@entry(int64, TERMS, SIGHT, INTS, int64)
def decide_style(camping: int, terms: Terms, sight: Sight, pairs: Ints, seed: int) -> int:
    """One choice of the camper (1) or the simple player (0), for tests and Python."""
    random = np.zeros(1, np.uint64)
    start_random(seed, 0, random)
    if camping:
        return camper(terms, sight, random)
    return simple(terms, sight, pairs, random)
