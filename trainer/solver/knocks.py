"""What a knock or gin is worth now, without sampling: all hands the opponent may hold, weighted.

The weights are the belief's (`kernel_belief`). Given these, nothing is estimated.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from trainer.game import points
from trainer.solver.belief_data import STYLES
from trainer.solver.codes import (
    BIG_GIN,
    CHOICE,
    GIN,
    KNOCK,
    MY_GIN,
    MY_KNOCK,
    RUNS,
    SETS,
    UNDERCUT_BY_THEM,
    View,
)
from trainer.solver.errors import Cancelled, SolverError
from trainer.solver.kernel_belief import fill_styles
from trainer.solver.kernel_enumerate import MOST, enumerate_hands

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

_CHUNK = 1 << 16  # hands that one thread weighs before it looks whether it should stop


class Outcome(NamedTuple):
    """One way that going out may end."""

    points: int
    """For seat 0, doubled where the deal is; negative for an undercut."""
    ending: int
    """``MY_GIN``, ``MY_KNOCK`` or ``UNDERCUT_BY_THEM``."""
    chance: float


def hands_to_enumerate(view: View) -> int:
    """How many hands the opponent may hold; `knock_outcomes` looks at so many."""
    return comb(view.unseen.size, 10 - int(view.known[1]).bit_count())


def style_chances(view: View, eager: int = 0) -> tuple[float, float, float]:
    """How likely the opponent is of each style: NORMAL, HASTY, PATIENT of `kernel_learnt`.

    ``eager`` is what the deals before have shown, see `kernel_duel.learn_style`.
    """
    chances = np.zeros(STYLES)
    fill_styles(view, eager, chances)
    normal, hasty, patient = chances.tolist()
    return normal, hasty, patient


def knock_outcomes(
    view: View,
    candidates: Ints,
    cancelled: Callable[[], bool] | None = None,
    styles: Sequence[float] | None = None,
) -> list[tuple[Outcome, ...]]:
    """The outcomes of each candidate, all of which go out, most points first.

    The opponent lays off as well as it can. The result does not depend on the number of threads.

    Args:
        view: a decision of seat 0 between two players.
        candidates: rows of `codes`; the cards in runs and in sets count for knocks only.
        cancelled: asked between chunks.
        styles: the chance of each style of the opponent; by default those of `style_chances`.

    Raises:
        SolverError: a candidate does not go out, or there are more than two players.
        Cancelled: ``cancelled()`` was true before the end.
    """
    if view.terms.players != 2:
        raise SolverError(f"there are {view.terms.players} players: hands are enumerated for two")
    if any(row[CHOICE] >> 6 not in (KNOCK, GIN, BIG_GIN) for row in candidates):
        raise SolverError("only a knock, gin or big gin has outcomes to enumerate")
    totals, left = _weights(view, candidates, cancelled)
    shares = np.array(style_chances(view) if styles is None else styles)
    # Each style's weights have a sum of their own, so they are made chances before they are mixed.
    shares = shares / shares.sum() / totals.sum(axis=1)
    return [
        _outcomes(view, row, shares @ found) for row, found in zip(candidates, left, strict=True)
    ]


def _weights(
    view: View, candidates: Ints, cancelled: Callable[[], bool] | None
) -> tuple[Floats, Floats]:
    """All weights by style and deadwood, see `enumerate_hands`, in chunks added in their order."""
    hands = hands_to_enumerate(view)

    def weigh(first: int) -> tuple[Floats, Floats]:
        totals = np.zeros((STYLES, MOST))
        left = np.zeros((len(candidates), STYLES, MOST))
        if not (cancelled and cancelled()):
            number = min(_CHUNK, hands - first)
            enumerate_hands(view, candidates, first, number, totals, left)
        return totals, left

    totals = np.zeros((STYLES, MOST))
    left = np.zeros((len(candidates), STYLES, MOST))
    threads = os.cpu_count() or 1
    starts = range(0, hands, _CHUNK)
    with ThreadPoolExecutor(threads) as pool:
        for at in range(0, len(starts), 4 * threads):
            for part in pool.map(weigh, starts[at : at + 4 * threads]):
                totals += part[0]
                left += part[1]
            if cancelled and cancelled():
                raise Cancelled
    return totals, left


def _outcomes(view: View, candidate: Ints, chances: Floats) -> tuple[Outcome, ...]:
    """Outcomes from the chance of each deadwood that the opponent is left with."""
    terms = view.terms
    choice, runs, sets = (int(candidate[column]) for column in (CHOICE, RUNS, SETS))
    own = points(int(view.hands[0]) & ~(1 << (choice & 63) | runs | sets))
    found = []
    for left in np.flatnonzero(chances).tolist():
        if choice >> 6 != KNOCK:
            bonus = terms.big_gin_bonus if choice >> 6 == BIG_GIN else terms.gin_bonus
            gained, ending = bonus + left, MY_GIN
        elif own < left:
            gained, ending = terms.knock_bonus + left - own, MY_KNOCK
        else:
            gained, ending = -(terms.undercut_bonus + own - left), UNDERCUT_BY_THEM
        found.append(Outcome(gained * terms.multiplier, ending, float(chances[left])))
    return tuple(sorted(found, reverse=True))
