"""The lower levels of opponents, who slip, and the styles in which any opponent can play.

A careless player overlooks melds, takes cards that look good, breaks up what it has, never minds
what the others want, and knocks at the first chance. It looks at its own hand and the upcard only,
so it can sit at a table of any size. How often it slips makes the level.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from trainer.solver.codes import (
    BIG_GIN,
    CAMPER_STYLE,
    DEFENSIVE_STYLE,
    DISCARD,
    EAGER_STYLE,
    GIN,
    KNOCK,
    TURN,
    Terms,
)
from trainer.solver.kernel_cards import (
    ACES,
    above,
    below,
    card_of,
    deadwood,
    least_after_discard,
    points,
    runs_in,
    triples,
)
from trainer.solver.kernel_duel import Sight, see, unseen_by
from trainer.solver.kernel_jit import INTS, TERMS, entry, helper, int64
from trainer.solver.kernel_policy import completes, danger
from trainer.solver.kernel_styles import answer, patient, pick, throwable
from trainer.solver.kernel_worlds import below_number, start_random

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Random = NDArray[np.uint64]

ALL_MELDS, SETS_ONLY, RUNS_ONLY = range(3)
"""What a player sees in its hand for one decision."""

STRAY = 8  # a slip throws any card that leaves up to so many points more than the best
SAFETY = 5  # for a safer throw a defensive player keeps so many points more


@helper
def slips(chance: int, random: Random) -> bool:
    """Whether a player slips this time, in so many of a hundred."""
    return below_number(100, random) < chance


@helper
def noticed(hand: int, eye: int) -> int:
    """The deadwood that a player counts in a hand, who sees so much of it."""
    if eye == SETS_ONLY:
        return points(hand & ~(triples(hand) * ACES))
    if eye == RUNS_ONLY:
        return points(hand & ~runs_in(hand))
    return deadwood(hand)


@helper
def looks_good(hand: int, upcard: int) -> bool:
    """Whether an upcard makes a pair, or stands beside a card of the hand."""
    bit = 1 << upcard
    return ((ACES << upcard % 13) | above(bit) | below(bit)) & hand != 0


@helper
def leaving(hand: int, cards: int, eye: int, most: int) -> int:
    """Those of some cards whose throw leaves at most so much deadwood, as the eye counts it."""
    found = 0
    while cards:
        bit = cards & -cards
        cards ^= bit
        if noticed(hand ^ bit, eye) <= most:
            found |= bit
    return found


@helper
def least_noticed(hand: int, cards: int, eye: int) -> int:
    """The least deadwood that a throw of one of these cards leaves, as the eye counts it."""
    least = 1000
    while cards:
        bit = cards & -cards
        cards ^= bit
        least = min(least, noticed(hand ^ bit, eye))
    return least


@helper
def careless(terms: Terms, sight: Sight, chance: int, random: Random) -> int:
    """The choice of a player who slips in so many of a hundred decisions."""
    hand = sight.hand
    if sight.phase != TURN:
        take = completes(hand) >> sight.upcard & 1 == 1
        if slips(chance, random):
            take = not take and looks_good(hand, sight.upcard)
        return answer(sight.phase, take and sight.forced == 0)
    if terms.big_gin_bonus >= 0 and deadwood(hand) == 0:
        return BIG_GIN << 6
    allowed = throwable(terms, sight)
    eye = ALL_MELDS
    gone = least_noticed(hand, allowed, eye) == 0
    if slips(chance, random) and not (gone and terms.must_gin):
        eye = SETS_ONLY + below_number(2, random)
    least = least_noticed(hand, allowed, eye)
    if least <= terms.limit or least == 0:
        card = pick(leaving(hand, allowed, eye, least), random)
        # It may hold less than it counted: a hand without deadwood goes gin.
        kind = GIN if deadwood(hand ^ 1 << card) == 0 else KNOCK
        return kind << 6 | card
    stray = STRAY if slips(chance, random) else 0
    return DISCARD << 6 | pick(leaving(hand, allowed, eye, least + stray), random)


@helper
def inclined(style: int, terms: Terms) -> Terms:
    """The rules as a player of a style takes them: for a camper there is no knock but gin."""
    return patient(terms) if style == CAMPER_STYLE else terms


@helper
def restyled(style: int, terms: Terms, sight: Sight, choice: int) -> int:
    """What a player of a style does where its level would have made a choice."""
    if style == EAGER_STYLE:
        return hurried(terms, sight, choice)
    if style == DEFENSIVE_STYLE and choice >> 6 == DISCARD:
        return DISCARD << 6 | safest(terms, sight, choice & 63)
    return choice


@helper
def hurried(terms: Terms, sight: Sight, choice: int) -> int:
    """The choice, or a knock where one is allowed, or the upcard where that allows one."""
    if sight.phase != TURN:
        barred = 0 if terms.may_rediscard else 1 << sight.upcard
        with_it = least_after_discard(sight.hand | 1 << sight.upcard, barred)
        return answer(sight.phase, True) if with_it <= terms.limit and not sight.forced else choice
    allowed = throwable(terms, sight)
    least = least_after_discard(sight.hand, ~allowed)
    if choice >> 6 != DISCARD or least > terms.limit:
        return choice
    leanest = leaving(sight.hand, allowed, ALL_MELDS, least)
    return (GIN if least == 0 else KNOCK) << 6 | card_of(leanest & -leanest)


@helper
def safest(terms: Terms, sight: Sight, card: int) -> int:
    """The safest card of those that leave as much deadwood as one card does, or little more."""
    hand = sight.hand
    kept = deadwood(hand ^ 1 << card)
    unseen = unseen_by(sight)
    least = danger(card, unseen, sight.known)
    left = throwable(terms, sight)
    while left:
        bit = left & -left
        left ^= bit
        if kept <= deadwood(hand ^ bit) <= kept + SAFETY:
            given = danger(card_of(bit), unseen, sight.known)
            if given < least:
                least = given
                card = card_of(bit)
    return card


@entry(int64, TERMS, INTS, int64)
def decide_careless(chance: int, terms: Terms, state: Ints, seed: int) -> int:
    """The careless player's choice for seat 0 of a state, for Python."""
    random = np.zeros(1, np.uint64)
    start_random(seed, 0, random)
    return careless(terms, see(state, 0), chance, random)


@entry(int64, TERMS, INTS, int64)
def restyle(style: int, terms: Terms, state: Ints, choice: int) -> int:
    """The choice of seat 0 of a state in a style, for Python."""
    return restyled(style, terms, see(state, 0), choice)
