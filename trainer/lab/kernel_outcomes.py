"""Deals of the learnt policy against itself, counted by how they ended."""
# ruff: noqa: PLR0917  (kernels take plain numbers, and the game has many)

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from trainer.lab.kernel_arena import terms_at
from trainer.solver.codes import BIG_GIN, DISCARD, KNOCK, Terms
from trainer.solver.kernel_cards import deadwood, points
from trainer.solver.kernel_duel import (
    EAGER,
    HAND,
    LAST,
    SCORE,
    SEAT,
    STATE,
    advance,
    learn_style,
    see,
    shuffle,
    start_deal,
)
from trainer.solver.kernel_jit import INTS, INTS_2, INTS_3, entry, helper, int64
from trainer.solver.kernel_learnt import NETS, NORMAL, WIDE, Desk, learnt, new_desk
from trainer.solver.kernel_worlds import below_number, start_random
from trainer.solver.outcomes import (
    BIG_GIN_BARE,
    BIG_GIN_MELDED,
    BY_KNOCK,
    BY_UNDERCUT,
    GIN_BARE,
    GIN_MELDED,
    NO_SCORE,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]

MOST_DEALS = 400  # after so many deals a match is over, whoever is ahead

TOGETHER = 6
"""Deals in a row whose players remember each other's style, as many as a match has, about."""


@helper
def play_deal(terms: Terms, state: Ints, deck: Ints, dealer: int, desk: Desk) -> None:
    """Deal a shuffled deck and play to the end of the deal."""
    start_deal(state, deck, dealer)
    over = False
    while not over:
        choice = learnt(terms, see(state, state[SEAT]), WIDE, NORMAL, desk)
        over = advance(terms, state, choice, deck[21:])
    learn_style(terms, state)


@entry(INTS_2, INTS, int64, int64, int64, NETS, INTS_3)
def count_outcomes(
    table: Ints,
    upcards: Ints,
    seed: int,
    first: int,
    rows: int,
    nets: NDArray[np.float32],
    counts: Ints,
) -> None:
    """Play the rows of deals ``first``, ``first + 1``, ... of a seed and count how they end.

    Args:
        table: the rules of a deal by first upcard; deals must count once.
        upcards: the cards of which one, by lot, is turned as first upcard.
        rows: how many times ``TOGETHER`` deals are played, the dealers taking turns.
        counts: receives the deals by who won, 0 for the dealer, by kind of `outcomes`, and by the
            difference in points; a gin is counted in both of its kinds.
    """
    desk = new_desk(nets)
    state = np.zeros(STATE, np.int64)
    deck = np.arange(52)
    random = np.zeros(1, np.uint64)
    for row in range(first, first + rows):
        start_random(seed, row, random)
        state[EAGER : EAGER + 2] = 0
        for deal in range(TOGETHER):
            dealer = deal & 1
            shuffle(deck, random)
            upcard = upcards[below_number(upcards.size, random)]
            for at in range(52):
                if deck[at] == upcard:
                    deck[at] = deck[20]
            deck[20] = upcard
            terms = terms_at(table, upcard)
            play_deal(terms, state, deck, dealer, desk)
            last = state[LAST]
            if last == DISCARD:
                counts[0, NO_SCORE, 0] += 1
                continue
            score = state[SCORE]
            side = dealer if score > 0 else 1 - dealer
            if last == KNOCK:
                knocked = (score > 0) == (state[SEAT] == 0)
                if knocked:
                    counts[side, BY_KNOCK, abs(score) - terms.knock_bonus] += 1
                else:
                    counts[side, BY_UNDERCUT, abs(score) - terms.undercut_bonus] += 1
                continue
            loser = state[HAND + 1 - state[SEAT]]
            big = last == BIG_GIN
            counts[side, BIG_GIN_MELDED if big else GIN_MELDED, deadwood(loser)] += 1
            counts[side, BIG_GIN_BARE if big else GIN_BARE, points(loser)] += 1


@entry(INTS_2, int64, int64, INTS, int64, int64, int64, NETS, INTS)
def play_matches(
    table: Ints,
    target: int,
    winner_deals: int,
    start: Ints,
    dealer: int,
    seed: int,
    first: int,
    nets: NDArray[np.float32],
    won: Ints,
) -> None:
    """Play the matches ``first``, ``first + 1``, ... of a seed on from a score.

    Args:
        start: both players' points.
        won: receives for each match 1 if seat 0 won it, else 0.
    """
    desk = new_desk(nets)
    state = np.zeros(STATE, np.int64)
    deck = np.arange(52)
    random = np.zeros(1, np.uint64)
    scores = np.zeros(2, np.int64)
    for match in range(won.size):
        start_random(seed, first + match, random)
        state[EAGER : EAGER + 2] = 0
        scores[:] = start
        deals = dealer
        for _ in range(MOST_DEALS):
            shuffle(deck, random)
            play_deal(terms_at(table, deck[20]), state, deck, deals, desk)
            points = state[SCORE]
            if points == 0:
                continue
            winner = 0 if points > 0 else 1
            scores[winner] += abs(points)
            if scores[winner] >= target and scores[0] != scores[1]:
                break
            deals = winner if winner_deals else 1 - deals
        won[match] = scores[0] > scores[1]
