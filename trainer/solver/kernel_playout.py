"""Playing deals out: every candidate in the same hidden worlds, all seats by the base policy.

World ``i`` of a seed is the same whatever thread plays it and whatever else is played, and all
candidates of a decision meet the same hands and the same order of the stock.
"""
# ruff: noqa: PLR0917  (kernels take plain numbers, and the game has many)

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from trainer.solver.codes import (
    BIG_GIN,
    CHOICE,
    DISCARD,
    DRAW,
    GIN,
    KNOCK,
    MY_GIN,
    MY_KNOCK,
    MY_UNDERCUT,
    PASS,
    RUNS,
    SETS,
    STOCK,
    THEIR_GIN,
    THEIR_KNOCK,
    TURN,
    UNDERCUT_BY_THEM,
    VOID,
    Spot,
    Terms,
    View,
)
from trainer.solver.kernel_cards import ALL, deadwood, layoff, points, runs_in, sets_of_spread
from trainer.solver.kernel_jit import FLOATS_2, INTS, INTS_2, VIEW, entry, helper, int64
from trainer.solver.kernel_policy import choose
from trainer.solver.kernel_worlds import sample, start_random

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]


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
def unseen_by(seat: int, hands: Ints, known: Ints, dead: int) -> int:
    """The cards that a seat cannot locate; ``dead`` are those in the pile."""
    located = dead | hands[seat]
    for other in range(known.size):
        located |= known[other]
    return int(ALL & ~located)


@helper
def play(
    terms: Terms,
    spot: Spot,
    candidate: Ints,
    hands: Ints,
    known: Ints,
    turns: Ints,
    stock: Ints,
    scores: Ints,
    trace: Ints,
) -> int:
    """Play a deal to its end: seat 0 makes ``candidate``, the base policy everything after it.

    ``hands``, ``known`` and ``turns`` (all by seat) change. Writes the points of every seat into
    ``scores`` and, as far as ``trace`` has room, every choice made; returns the ending.
    """
    choice, runs, sets = int(candidate[CHOICE]), int(candidate[RUNS]), int(candidate[SETS])
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
        following = (seat + 1) % terms.players
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
        choice = choose(
            terms,
            Spot(phase, offers, upcard, taken, takes, left, forced, dead),
            hands[seat],
            unseen_by(seat, hands, known, dead),
            known[(seat + 1) % terms.players],
            turns[seat],
        )


@entry(VIEW, INTS_2, int64, int64, FLOATS_2, INTS_2)
def evaluate(
    view: View, candidates: Ints, seed: int, first: int, values: NDArray[np.float64], endings: Ints
) -> None:
    """Play every candidate in the worlds ``first``, ``first + 1``, ... of a seed.

    One world fills one row of ``values`` (seat 0's points less the mean of the others') and of
    ``endings``, with one column for each candidate.
    """
    players = view.terms.players
    state = np.zeros(1, np.uint64)
    cards = np.zeros(view.unseen.size, np.int64)
    dealt = view.hands.copy()
    hands = np.zeros(players, np.int64)
    known = np.zeros(players, np.int64)
    turns = np.zeros(players, np.int64)
    scores = np.zeros(players, np.int64)
    no_trace = np.zeros(0, np.int64)
    for world in range(values.shape[0]):
        start_random(seed, first + world, state)
        start = sample(view, state, dealt, cards)
        for i in range(candidates.shape[0]):
            hands[:] = dealt
            known[:] = view.known
            turns[:] = view.turns
            endings[world, i] = play(
                view.terms,
                view.spot,
                candidates[i],
                hands,
                known,
                turns,
                cards[start:],
                scores,
                no_trace,
            )
            others = scores.sum() - scores[0]
            values[world, i] = scores[0] - others / (players - 1)


@entry(VIEW, INTS, INTS, INTS, INTS)
def trace(view: View, candidate: Ints, stock: Ints, scores: Ints, choices: Ints) -> int:
    """Play one candidate in one world and tell how it went; returns the ending.

    ``view`` has all hands filled in, and its arrays change to what they are at the end;
    ``choices``, given filled with -1, receives every choice made (``kind << 6 | card``).
    """
    return play(
        view.terms,
        view.spot,
        candidate,
        view.hands,
        view.known,
        view.turns,
        stock,
        scores,
        choices,
    )
