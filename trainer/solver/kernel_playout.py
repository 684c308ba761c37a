"""Playing deals out: every candidate action in the same hidden worlds, all seats by the base policy.

World ``i`` of a seed is the same whatever thread plays it and whatever else is played, and all
candidates of a decision meet the same hands and the same order of the stock.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from trainer.solver.codes import (
    BIG_GIN,
    DISCARD,
    DRAW,
    GIN,
    KNOCK,
    MY_GIN,
    MY_KNOCK,
    MY_UNDERCUT,
    PASS,
    STOCK,
    THEIR_GIN,
    THEIR_KNOCK,
    TURN,
    UNDERCUT_BY_THEM,
    VOID,
    Spot,
    Terms,
)
from trainer.solver.kernel_cards import ALL, deadwood, layoff, points, runs_in, sets_of_spread
from trainer.solver.kernel_jit import entry, float64, helper, int64
from trainer.solver.kernel_policy import SPOT, TERMS, choose
from trainer.solver.kernel_worlds import sample, start_random

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]

_INTS = int64[::1]
_INTS_2 = int64[:, ::1]
_INTS_3 = int64[:, :, ::1]

CHOICE, RUNS, SETS = range(3)
"""Columns of a candidate: ``kind << 6 | card``, and for a knock the cards melded in runs, in sets."""


@helper
def settle_gin(terms: Terms, knocker: int, bonus: int, hands: Ints, scores: Ints) -> int:
    """Score a gin or big gin; returns the ending."""
    total = bonus
    for seat in range(terms.players):
        scores[seat] = 0
        if seat != knocker:
            total += deadwood(hands[seat]) if terms.melds_after_gin else points(hands[seat])
    scores[knocker] = total * terms.multiplier
    return MY_GIN if knocker == 0 else THEIR_GIN


@helper
def settle_knock(
    terms: Terms, knocker: int, runs: int, sets: int, hands: Ints, scores: Ints
) -> int:
    """Score a knock with this spread, the others laying off as well as they can."""
    own = points(hands[knocker] & ~(runs | sets))
    undercuts = 0  # a bit for each seat
    scores[:] = 0
    for seat in range(terms.players):
        if seat != knocker:
            left = layoff(runs, sets, hands[seat])
            if own < left:
                scores[knocker] += (terms.knock_bonus + left - own) * terms.multiplier
            else:
                scores[seat] += (terms.undercut_bonus + own - left) * terms.multiplier
                undercuts |= 1 << seat
    if knocker == 0:
        return UNDERCUT_BY_THEM if undercuts else MY_KNOCK
    return MY_UNDERCUT if undercuts & 1 else THEIR_KNOCK


@helper
def play(
    terms: Terms,
    spot: Spot,
    choice: int,
    runs: int,
    sets: int,
    hands: Ints,
    known: Ints,
    turns: Ints,
    stock: Ints,
    scores: Ints,
    trace: Ints,
) -> int:
    """Play a deal to its end: seat 0 makes ``choice``, everything after it is the base policy's.

    ``hands``, ``known`` and ``turns`` (all by seat) change. Writes the points of every seat into
    ``scores`` and, as far as ``trace`` has room, every choice made; returns the ending.
    """
    phase, offers, upcard, taken = spot.phase, spot.offers, spot.upcard, spot.taken
    takes, left, dead, forced = spot.takes, spot.stock, spot.dead, spot.forced
    seat = 0
    made = 0
    while True:
        if made < trace.size:
            trace[made] = choice
        made += 1
        kind = choice >> 6
        card = choice & 63
        following = seat + 1 if seat + 1 < terms.players else 0
        if kind == PASS:
            offers -= 1
            if offers == 0:
                phase = DRAW
                forced = 1
            seat = following
        elif kind == STOCK:
            hands[seat] |= 1 << stock[stock.size - left]
            left -= 1
            takes = 0
            taken = -1
            phase = TURN
        elif kind < DISCARD:  # the upcard is taken
            hands[seat] |= 1 << upcard
            known[seat] |= 1 << upcard
            dead &= ~(1 << upcard)
            taken = upcard
            takes += 1
            phase = TURN
        elif kind == BIG_GIN:
            return settle_gin(terms, seat, terms.big_gin_bonus, hands, scores)
        else:
            hands[seat] &= ~(1 << card)
            if kind == GIN:
                return settle_gin(terms, seat, terms.gin_bonus, hands, scores)
            if kind == KNOCK:
                if made > 1:
                    sets = sets_of_spread(hands[seat])
                    runs = runs_in(hands[seat] & ~sets)
                return settle_knock(terms, seat, runs, sets, hands, scores)
            known[seat] &= ~(1 << card)
            dead |= 1 << card
            turns[seat] += 1
            upcard = card
            forced = 0
            phase = DRAW
            if left <= terms.void_stock or takes >= terms.most_takes:
                scores[:] = 0
                return VOID
            seat = following
        elsewhere = dead
        for other in range(terms.players):
            if other != seat:
                elsewhere |= known[other]
        following = seat + 1 if seat + 1 < terms.players else 0
        choice = choose(
            terms,
            Spot(phase, offers, upcard, taken, takes, left, forced, dead),
            hands[seat],
            ALL & ~(hands[seat] | elsewhere),
            known[following],
            turns[seat],
        )


@entry(
    TERMS, SPOT, _INTS, _INTS, _INTS, _INTS, _INTS_3, _INTS_2, int64, int64, float64[:, ::1], _INTS_2
)
def evaluate(
    terms: Terms,
    spot: Spot,
    hands: Ints,
    known: Ints,
    turns: Ints,
    unseen: Ints,
    records: Ints,
    candidates: Ints,
    seed: int,
    first: int,
    values: NDArray[np.float64],
    endings: Ints,
) -> None:
    """Play every candidate in the worlds ``first``, ``first + 1``, ... of a seed.

    One world fills one row of ``values`` (seat 0's points less the mean of the others') and of
    ``endings``, with one column for each candidate. Of ``hands`` only seat 0's counts; the other
    arrays are those of `kernel_worlds.fill_worlds`.
    """
    players = terms.players
    state = np.zeros(1, np.uint64)
    cards = np.zeros(unseen.size, np.int64)
    dealt = hands.copy()
    held = np.zeros(players, np.int64)
    public = np.zeros(players, np.int64)
    made = np.zeros(players, np.int64)
    scores = np.zeros(players, np.int64)
    no_trace = np.zeros(0, np.int64)
    for world in range(values.shape[0]):
        start_random(seed, first + world, state)
        start = sample(terms, unseen, known, turns, records, state, dealt, cards)
        for i in range(candidates.shape[0]):
            held[:] = dealt
            public[:] = known
            made[:] = turns
            endings[world, i] = play(
                terms,
                spot,
                candidates[i, CHOICE],
                candidates[i, RUNS],
                candidates[i, SETS],
                held,
                public,
                made,
                cards[start:],
                scores,
                no_trace,
            )
            others = scores.sum() - scores[0]
            values[world, i] = scores[0] - others / (players - 1)


@entry(TERMS, SPOT, _INTS, _INTS, _INTS, _INTS, _INTS, _INTS, _INTS)
def trace(
    terms: Terms,
    spot: Spot,
    candidate: Ints,
    hands: Ints,
    known: Ints,
    turns: Ints,
    stock: Ints,
    scores: Ints,
    choices: Ints,
) -> int:
    """Play one candidate in one world and tell how it went; returns the ending.

    ``hands`` change to what each seat holds at the end, ``known`` and ``turns`` likewise;
    ``choices``, given filled with -1, receives every choice made (``kind << 6 | card``).
    """
    return play(
        terms,
        spot,
        candidate[CHOICE],
        candidate[RUNS],
        candidate[SETS],
        hands,
        known,
        turns,
        stock,
        scores,
        choices,
    )
