"""Training data: what several actions of one decision were worth, played out with the true hands.

A learner plays deals against a pool of opponents, who may have networks of their own. At half of
its decisions every candidate is played to the end some times, the opponent's hand being the true
one and the stock reshuffled. Over many deals that is an exact belief about this pool, without a
model of what opponents hold.
"""
# ruff: noqa: PLR0917  (kernels take plain numbers, and the game has many)

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numba
import numpy as np

from trainer.lab.kernel_arena import choose_move, new_records, terms_at
from trainer.solver.codes import DRAW, TURN, Terms
from trainer.solver.kernel_duel import (
    EAGER,
    EAGER_MOST,
    HAND,
    LEFT,
    SCORE,
    SEAT,
    STATE,
    advance,
    learn_style,
    see,
    shuffle,
    start_deal,
)
from trainer.solver.kernel_features import describe_world
from trainer.solver.kernel_jit import INTS, INTS_2, entry, helper, int64
from trainer.solver.kernel_learnt import MOST, NETS, NORMAL, best_of, new_desk, weigh
from trainer.solver.kernel_players import LEARNT, LEARNT_EAGER, LEARNT_HOARDER, SEARCH, act
from trainer.solver.kernel_search import keep_turn
from trainer.solver.kernel_worlds import below_number, start_random

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from trainer.solver.kernel_learnt import Desk

    Ints = NDArray[np.int64]
    Random = NDArray[np.uint64]
    Nets = NDArray[np.float32]
    Desks = tuple[Desk, Desk]

SESSION = 6  # deals against one opponent, whose style shows with time
PLAYED = 4  # times that each candidate is played out
THROWS = 4  # throws that are candidates
RANDOM = 6  # of a hundred decisions, so many are made at random

_types: Any = numba.types
ROWS_TYPE = _types.float32[:, ::1]
VALUES_TYPE = _types.float32[::1]


@helper
def play_on(
    terms: Terms,
    players: Ints,
    state: Ints,
    stock: Ints,
    memory: Ints,
    random: Random,
    desks: Desks,
) -> int:
    """Play a deal to its end; returns seat 0's points, negative where they are seat 1's."""
    over = False
    while not over:
        seat = state[SEAT]
        choice = act(players[seat], terms, see(state, seat), memory, random, desks[seat])
        over = advance(terms, state, choice, stock)
    return int(state[SCORE])


@entry(INTS_2, int64, INTS, int64, int64, int64, NETS, NETS, ROWS_TYPE, INTS, VALUES_TYPE, INTS)
def fill_groups(  # noqa: PLR0915  (a loop over deals: split up, it would need a state of its own)
    table: Ints,
    learner: int,
    pool: Ints,
    worlds: int,
    seed: int,
    chunk: int,
    nets: Nets,
    pool_nets: Nets,
    rows: NDArray[np.float32],
    which: Ints,
    values: NDArray[np.float32],
    sizes: Ints,
) -> int:
    """Fill ``sizes.size`` groups from the stream ``chunk`` of a seed; returns the rows filled.

    Args:
        table: the rules of a deal by first upcard, see `kernel_arena.terms_at`.
        learner: ``BASE`` as long as there are no weights worth playing by, then ``LEARNT``.
        pool: the opponents, by number, each as likely as the others.
        worlds: what an opponent that searches samples for a decision. It is played out by the
            policy that it plays its own worlds by.
        nets: what the learner plays by.
        pool_nets: what the opponents play by.
        rows: receives the features, with room for ``MOST`` rows a group.
        which: receives the network of each row.
        values: receives the mean points of each row.
        sizes: receives the number of rows of each group.
    """
    random = np.zeros(1, np.uint64)
    start_random(seed, chunk, random)
    desks = (new_desk(nets), new_desk(pool_nets))
    desk = desks[0]
    state = np.zeros(STATE, np.int64)
    sim = np.zeros(STATE, np.int64)
    records = new_records()
    deck = np.arange(52)
    memory = np.zeros(52, np.int64)
    remembered = np.zeros(52, np.int64)
    stock = np.zeros(31, np.int64)
    choices = np.zeros(MOST, np.int64)
    totals = np.zeros(MOST)
    players = np.zeros(2, np.int64)
    players[0] = learner
    theirs = pool[0]
    group = 0
    row = 0
    deals = 0
    while group < sizes.size:
        if deals % SESSION == 0:
            state[EAGER : EAGER + 2] = 0
            theirs = pool[below_number(pool.size, random)]
            players[1] = LEARNT if theirs == SEARCH else theirs
        deals += 1
        shuffle(deck, random)
        start_deal(state, deck, below_number(2, random))
        terms = terms_at(table, deck[20])
        memory[:] = 0
        records[:] = -1
        over = False
        while not over and group < sizes.size:
            if state[SEAT] == 1:
                choice = choose_move(
                    theirs, terms, state, records, memory, worlds, random, desks, 1
                )
                over = advance(terms, state, choice, deck[21:])
                continue
            sight = see(state, 0)
            number = weigh(terms, sight, THROWS, NORMAL, True, desk)
            choices[:] = desk.choices
            if number > 1 and below_number(2, random):
                for i in range(number):
                    rows[row + i] = desk.rows[i]
                    which[row + i] = desk.which[i]
                best = best_of(desk, number)
                totals[:] = 0.0
                left = state[LEFT]
                stock[:] = deck[21:]
                for _ in range(PLAYED):
                    shuffle(stock[31 - left :], random)
                    for i in range(number):
                        sim[:] = state
                        remembered[:] = memory
                        if advance(terms, sim, choices[i], stock):
                            totals[i] += sim[SCORE]
                        else:
                            totals[i] += play_on(
                                terms, players, sim, stock, remembered, random, desks
                            )
                for i in range(number):
                    values[row + i] = totals[i] / PLAYED
                sizes[group] = number
                group += 1
                row += number
            else:
                best = best_of(desk, number)
            choice = choices[best]
            if number > 1 and below_number(100, random) < RANDOM:
                choice = choices[below_number(number, random)]
            elif learner != LEARNT and number > 1:
                choice = act(learner, terms, sight, memory, random, desk)
            keep_turn(state, records, choice)
            over = advance(terms, state, choice, deck[21:])
        if over:
            learn_style(terms, state)
    return row


@entry(INTS_2, int64, int64, NETS, ROWS_TYPE, VALUES_TYPE)
def fill_worlds_met(
    table: Ints,
    seed: int,
    chunk: int,
    nets: NDArray[np.float32],
    rows: NDArray[np.float32],
    values: NDArray[np.float32],
) -> None:
    """Worlds that the policy meets when it is to draw, and what seat 0 made of them in points.

    Its opponent is the policy in one of its moods, which the rows tell as a style well known.
    """
    random = np.zeros(1, np.uint64)
    start_random(seed, chunk, random)
    desk = new_desk(nets)
    state = np.zeros(STATE, np.int64)
    deck = np.arange(52)
    memory = np.zeros(52, np.int64)
    players = np.full(2, LEARNT)
    moods = np.array([LEARNT, LEARNT_EAGER, LEARNT_HOARDER])
    row = 0
    while row < values.size:
        mood = below_number(3, random)
        players[1] = moods[mood]
        state[EAGER] = 0
        state[EAGER + 1] = EAGER_MOST if mood == 1 else -EAGER_MOST if mood == 2 else 0
        shuffle(deck, random)
        start_deal(state, deck, below_number(2, random))
        terms = terms_at(table, deck[20])
        first = row
        over = False
        while not over:
            sight = see(state, state[SEAT])
            if state[SEAT] == 0 and sight.phase == DRAW and row < values.size:
                describe_world(terms, sight, state[HAND + 1], rows[row], desk.rows[0])
                row += 1
            choice = act(players[state[SEAT]], terms, sight, memory, random, desk)
            if below_number(100, random) < RANDOM and sight.phase == TURN:
                number = weigh(terms, sight, THROWS, NORMAL, False, desk)
                choice = desk.choices[below_number(number, random)]
            over = advance(terms, state, choice, deck[21:])
        values[first:row] = state[SCORE]
