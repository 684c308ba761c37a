"""All hands that the opponent may hold, one by one, weighted by the belief (two players)."""
# ruff: noqa: PLR0917  (kernels take plain numbers, and the game has many)

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from trainer.solver.belief_data import CLUES, STYLES
from trainer.solver.codes import CHOICE, KNOCK, RUNS, SETS, View
from trainer.solver.kernel_belief import THETA, describe, history_of
from trainer.solver.kernel_cards import count, deadwood, layoff, points
from trainer.solver.kernel_jit import (
    FLOATS_2,
    FLOATS_3,
    INTS_2,
    VIEW,
    entry,
    helper,
    int64,
)
from trainer.solver.kernel_worlds import had_to_go_out

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]

MOST = 128
"""More than the deadwood of any hand of ten, in points."""


@helper
def binomial(n: int, k: int) -> int:
    """Number of ways to choose ``k`` of ``n``; each step of the product is itself such a number."""
    ways = 1
    for i in range(k):
        ways = ways * (n - i) // (i + 1)
    return ways


@helper
def choose_number(number: int, size: int, chosen: Ints) -> None:
    """The ``number``-th way to choose of ``size`` things, in the order of the highest differing
    one; ``chosen`` receives them ascending."""
    for k in range(chosen.size, 0, -1):
        highest = k - 1
        while highest + 1 < size and binomial(highest + 1, k) <= number:
            highest += 1
        number -= binomial(highest, k)
        chosen[k - 1] = highest
        size = highest


@helper
def choose_next(chosen: Ints) -> int:
    """Go on to the next way; returns the highest place that changed."""
    at = 0
    while at + 1 < chosen.size and chosen[at] + 1 == chosen[at + 1]:
        chosen[at] = at
        at += 1
    chosen[at] += 1
    return at


@entry(VIEW, INTS_2, int64, int64, FLOATS_2, FLOATS_3)
def enumerate_hands(
    view: View, candidates: Ints, first: int, number: int, totals: Floats, left: Floats
) -> None:
    """Add up the weights of the hands ``first``, ``first + 1``, ... of the opponent.

    Args:
        candidates: knocks and gins, as rows of `codes`.
        number: how many hands.
        totals: receives by style the weight of all hands by deadwood, shape (STYLES, MOST).
        left: receives by candidate and style the weight by deadwood after the layoff, shape
            (candidates, STYLES, MOST).
    """
    known = view.known[1]
    record = view.records[1]
    history = history_of(view.terms, known, view.turns[1], record)
    told = view.turns[1] > 0 or history.left_1 != 0
    unseen = view.unseen
    chosen = np.zeros(10 - count(known), np.int64)
    choose_number(first, unseen.size, chosen)
    # The cards of the places from each one upwards, so that a step is one look-up.
    above = np.zeros(chosen.size + 1, np.int64)
    above[chosen.size] = known
    for place in range(chosen.size - 1, -1, -1):
        above[place] = above[place + 1] | 1 << unseen[chosen[place]]
    clues = np.zeros(CLUES)
    weights = np.zeros(STYLES)
    for step in range(number):
        hand = above[0]
        if not (view.terms.must_gin and had_to_go_out(view.terms, hand, record)):
            least = deadwood(hand)
            if told:
                describe(history, hand, clues)
            for style in range(STYLES):
                weight = 0.0
                for clue in range(CLUES):
                    weight += THETA[style, history.stage, clue] * clues[clue]
                weights[style] = np.exp(weight)
                totals[style, least] += weights[style]
            for i in range(candidates.shape[0]):
                after = least
                if candidates[i, CHOICE] >> 6 == KNOCK:
                    after = layoff(candidates[i, RUNS], candidates[i, SETS], hand)
                elif not view.terms.melds_after_gin:
                    after = points(hand)
                for style in range(STYLES):
                    left[i, style, after] += weights[style]
        if step + 1 < number:
            for place in range(choose_next(chosen), -1, -1):
                above[place] = above[place + 1] | 1 << unseen[chosen[place]]
