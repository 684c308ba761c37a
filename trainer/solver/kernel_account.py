"""Deals of two players played on from a state in which both hands are known, by the learnt policy.

What is not known is the order of the stock: it is shuffled anew for each playout. A round of
playouts has one for each card of the stock, with that card on top, so that the cards that may come
next count equally in every round.
"""
# ruff: noqa: PLR0917  (kernels take plain numbers, and the game has many)

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from trainer.solver.codes import Terms
from trainer.solver.kernel_duel import SCORE, SEAT, STATE, advance, see, shuffle
from trainer.solver.kernel_jit import FLOATS_2, INTS, TERMS, entry, helper, int64
from trainer.solver.kernel_learnt import NETS, NORMAL, WIDE, Desk, learnt, new_desk
from trainer.solver.kernel_worlds import start_random

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]


@helper
def play_on(terms: Terms, state: Ints, choice: int, stock: Ints, desk: Desk, choices: Ints) -> int:
    """Play a state to its end, beginning with a choice; returns how many there were.

    ``choices`` receives them, as far as it has room.
    """
    made = 0
    while True:
        if made < choices.size:
            choices[made] = choice
        made += 1
        if advance(terms, state, choice, stock):
            return made
        choice = learnt(terms, see(state, state[SEAT]), WIDE, NORMAL, desk)


@entry(TERMS, INTS, int64, INTS, int64, int64, NETS, FLOATS_2)
def play_rounds(
    terms: Terms,
    state: Ints,
    choice: int,
    cards: Ints,
    seed: int,
    first: int,
    nets: NDArray[np.float32],
    values: Floats,
) -> None:
    """Play rounds ``first``, ``first + 1``, ... of a seed, one for each row of ``values``.

    ``cards`` are those of the stock in any order, ``values`` has one column for each (one if there
    is none): seat 0's points, negative where they are seat 1's, of the playout that begins with
    ``choice`` and has that card on top. Rounds of one seed have the same stocks for every choice.
    """
    desk = new_desk(nets)
    random = np.zeros(1, np.uint64)
    copy = np.zeros(STATE, np.int64)
    stock = np.zeros(cards.size, np.int64)
    no_trace = np.zeros(0, np.int64)
    for i in range(values.shape[0]):
        for top in range(values.shape[1]):
            start_random(seed, (first + i) * values.shape[1] + top, random)
            stock[:] = cards
            if cards.size:
                stock[0] = cards[top]
                stock[top] = cards[0]
                shuffle(stock[1:], random)
            copy[:] = state
            play_on(terms, copy, choice, stock, desk, no_trace)
            values[i, top] = copy[SCORE]


@entry(TERMS, INTS, NETS)
def policy_of(terms: Terms, state: Ints, nets: NDArray[np.float32]) -> int:
    """The learnt policy's choice for the seat to act, which sees its own hand only."""
    return learnt(terms, see(state, state[SEAT]), WIDE, NORMAL, new_desk(nets))


@entry(TERMS, INTS, int64, INTS)
def follow(terms: Terms, state: Ints, choice: int, stock: Ints) -> bool:
    """Carry out one choice on a state; returns whether the deal is over."""
    return advance(terms, state, choice, stock)


@entry(TERMS, INTS, int64, INTS, NETS, INTS)
def play_line(
    terms: Terms,
    state: Ints,
    choice: int,
    stock: Ints,
    nets: NDArray[np.float32],
    choices: Ints,
) -> int:
    """Play a state on with the stock as it lies; returns how many choices there were.

    ``state`` changes to the end of the deal; ``choices`` receives the choices.
    """
    return play_on(terms, state, choice, stock, new_desk(nets), choices)
