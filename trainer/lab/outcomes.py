"""Counting how deals end, and how matches do: the learnt policy against itself.

The counts of deals, at every knock limit, are the data file of `trainer.solver.outcomes`; the
matches tell whether the chances that rest on them are true.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from trainer.game import POINTS, Rules, Score
from trainer.lab.kernel_outcomes import TOGETHER, count_outcomes, play_matches
from trainer.solver.equity import stakes
from trainer.solver.outcomes import KNOCK_BONUSES, LIMITS, SHAPE
from trainer.solver.view import terms_of
from trainer.solver.weights import nets

Ints = NDArray[np.int64]

_CHUNK = 100  # rows of deals, or matches, that a thread plays at a time

STARTS = ((0, 0), (1, 4), (2, 2), (3, 1), (3, 4), (4, 0), (4, 3))
"""Scores from which matches are played on, in fifths of the target."""


class Forecast(NamedTuple):
    """The chance to win from a score, and the share of matches that were won."""

    points: tuple[int, int]
    dealer: int
    """Of the next deal; 0 is the player whose chance it is."""
    predicted: float
    won: float
    error: float
    """Standard error of the share."""


def forecasts(rules: Rules, matches: int, seed: int) -> list[Forecast]:
    """Predicted and true chances from some scores, so many matches of self-play from each."""
    assert rules.target is not None  # there is a match to win
    found = []
    for number, (fifths, dealer) in enumerate(product(STARTS, (0, 1))):
        mine, theirs = (rules.target * part // 5 for part in fifths)
        worth = stakes(rules, Score((mine, theirs), (0, 0)), dealer, 1)
        assert worth is not None  # there is a target
        stream = seed * len(STARTS) * 2 + number
        share = float(_won(rules, (mine, theirs), dealer, matches, stream).mean())
        found.append(
            Forecast(
                points=(mine, theirs),
                dealer=dealer,
                predicted=float(worth.chance[worth.most]),
                won=share,
                error=(share * (1 - share) / matches) ** 0.5,
            )
        )
    return found


def _won(rules: Rules, points: tuple[int, int], dealer: int, matches: int, stream: int) -> Ints:
    """Which matches seat 0 wins, 1 or 0 for each."""
    table, start = _table(rules), np.array(points, np.int64)
    winner_deals = int(rules.next_dealer == "winner")
    won = np.zeros(matches, np.int64)

    def play(first: int) -> None:
        part, target = won[first : first + _CHUNK], rules.target or 0
        play_matches(table, target, winner_deals, start, dealer, stream, first, nets(), part)

    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        list(pool.map(play, range(0, matches, _CHUNK)))
    return won


def count(deals: int, seed: int, progress: Callable[[str], None] | None = None) -> Ints:
    """The counts of at least so many deals at each limit, with and without a bonus for knocks.

    They do not depend on the number of threads.
    """
    chunks = -(-deals // (_CHUNK * TOGETHER))
    found = np.zeros(SHAPE, np.int64)
    for which, limit in np.ndindex(SHAPE[:2]):
        bonus = KNOCK_BONUSES[which]
        stream = which << 40 | seed * LIMITS + limit
        rules = Rules(fixed_limit=limit, knock_bonus=bonus, spade_doubles=False)
        found[which, limit] = _ended(rules, chunks, stream)
        if progress is not None:
            progress(f"limit {limit}, {bonus} a knock: {chunks * _CHUNK * TOGETHER:,} deals")
    return found


def _ended(rules: Rules, chunks: int, stream: int) -> Ints:
    """The counts under rules with a fixed limit."""
    table = _table(rules)
    # The limit is the value of the first upcard all the same; gin only goes with an ace.
    value = max(1, rules.limit(0))
    upcards = np.array([card for card in range(52) if POINTS[card] == value], np.int64)

    def play(number: int) -> Ints:
        part = np.zeros(SHAPE[2:], np.int64)
        count_outcomes(table, upcards, stream, number * _CHUNK, _CHUNK, nets(), part)
        return part

    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        found: Ints = np.sum(list(pool.map(play, range(chunks))), axis=0)
    return found


def _table(rules: Rules) -> Ints:
    """The rules of a deal by first upcard, as the kernels take them."""
    return np.array([terms_of(rules, 2, card) for card in range(52)], np.int64)
