"""Two players' deals played out against a named opponent: every candidate in the same worlds.

Seat 0 plays on by the learnt policy, seat 1 by the player that is named. World ``i`` of a seed is
the same whatever thread plays it and whatever else is played, and all candidates meet the same
hands, the same order of the stock and the same chances. Every deal is played to its end: no figure
rests on a guess of what a position is worth.
"""
# ruff: noqa: PLR0917  (kernels take plain numbers, and the game has many)

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numba
import numpy as np

from trainer.solver.codes import (
    CHOICE,
    DISCARD,
    DREW,
    FITS,
    KNOCK,
    MIXED,
    NO_REPLY,
    PASS,
    RUNS,
    SETS,
    STOCK,
    TOOK_UPCARD,
    Terms,
    View,
)
from trainer.solver.kernel_belief import sample_belief, style_of
from trainer.solver.kernel_cards import deadwood, points
from trainer.solver.kernel_duel import (
    EAGER,
    HAND,
    SCORE,
    SEAT,
    TURNS,
    UPCARD,
    advance,
    ending_of,
    score_spread,
    see,
)
from trainer.solver.kernel_jit import INTS, INTS_2, VIEW, entry, helper, int64
from trainer.solver.kernel_learnt import NETS, NORMAL, WIDE, Desk, learnt, new_desk
from trainer.solver.kernel_players import LEARNT, act
from trainer.solver.kernel_worlds import start_random

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Random = NDArray[np.uint64]

_types: Any = numba.types


class Opponent(NamedTuple):
    """Who sits in seat 1."""

    player: int
    """A number of `kernel_players.PLAYERS`."""
    style: int
    """The mood that its hands are sampled in, or ``MIXED``: then each world has its own mood.
    Seat 0 plays on without being told."""


OPPONENT = _types.NamedUniTuple(int64, len(Opponent._fields), Opponent)


@helper
def reply_of(took: bool, kind: int) -> int:
    """What an opponent did in its first turn: how it drew, and whether it played on or went out."""
    way = 0 if kind == DISCARD else 1 if kind == KNOCK else 2
    return (TOOK_UPCARD if took else DREW) + way


@helper
def begin(terms: Terms, candidate: Ints, state: Ints, stock: Ints) -> bool:
    """Make seat 0's choice; a knock lies as the candidate says. Whether the deal is over."""
    over = advance(terms, state, candidate[CHOICE], stock)
    if candidate[CHOICE] >> 6 == KNOCK:
        state[SCORE] = score_spread(
            terms, candidate[RUNS], candidate[SETS], state[HAND], state[HAND + 1]
        )
    return over


@helper
def play_on(
    terms: Terms,
    player: int,
    mood: int,
    state: Ints,
    stock: Ints,
    memory: Ints,
    random: Random,
    desk: Desk,
) -> int:
    """Play a deal on to its end; returns what seat 1 did in its first turn."""
    reply = NO_REPLY
    took = False
    over = False
    while not over:
        sight = see(state, state[SEAT])
        if state[SEAT] == 0:
            choice = learnt(terms, sight, WIDE, NORMAL, desk)
        elif player == LEARNT:
            choice = learnt(terms, sight, WIDE, mood, desk)
        else:
            choice = act(player, terms, sight, memory, random, desk)
        if state[SEAT] == 1 and reply == NO_REPLY:
            kind = choice >> 6
            if kind == PASS:
                reply = DREW
            elif kind < DISCARD:
                took = kind != STOCK
            else:
                reply = reply_of(took, kind)
        over = advance(terms, state, choice, stock)
    return reply


@entry(VIEW, INTS, INTS_2, OPPONENT, NETS, int64, int64, INTS_2, INTS_2, INTS_2)
def play_worlds(
    view: View,
    state: Ints,
    candidates: Ints,
    opponent: Opponent,
    nets: NDArray[np.float32],
    seed: int,
    first: int,
    scores: Ints,
    endings: Ints,
    replies: Ints,
) -> None:
    """Play every candidate in the worlds ``first``, ``first + 1``, ... of a seed.

    One world fills one row of each result, with one column for each candidate.

    Args:
        state: the deal as seat 0 knows it, see `kernel_duel`.
        opponent: who sits in seat 1.
        scores: receives seat 0's points, negative where they are seat 1's.
        endings: receives `codes.ENDINGS`, by number.
        replies: receives `codes.REPLIES`, by number, plus ``FITS`` where the card that seat 0 threw
            or left sits in a meld with what seat 1 holds.
    """
    terms = view.terms
    random = np.zeros(1, np.uint64)
    chances = np.zeros(1, np.uint64)
    hands = np.zeros(2, np.int64)
    cards = np.zeros(view.unseen.size, np.int64)
    memory = np.zeros(52, np.int64)
    sim = np.zeros_like(state)
    desk = new_desk(nets)
    for row in range(scores.shape[0]):
        start_random(seed, first + row, random)
        mood = opponent.style
        if mood == MIXED:
            mood = style_of(terms, state[TURNS + 1], state[EAGER + 1], random)
        start = sample_belief(view, mood, random, hands, cards)
        stock = cards[start:]
        for i in range(candidates.shape[0]):
            sim[:] = state
            sim[HAND + 1] = hands[1]
            memory[:] = 0
            chances[:] = random
            reply = NO_REPLY
            if not begin(terms, candidates[i], sim, stock):
                fits = 0
                if sim[SEAT] == 1:
                    upcard = 1 << sim[UPCARD]
                    melded = deadwood(hands[1] | upcard) < deadwood(hands[1]) + points(upcard)
                    fits = FITS if melded else 0
                reply = play_on(terms, opponent.player, mood, sim, stock, memory, chances, desk)
                reply += fits
            scores[row, i] = sim[SCORE]
            endings[row, i] = ending_of(sim)
            replies[row, i] = reply
