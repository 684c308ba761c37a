"""Fitting the belief: the parameters under which logged hands of each style are most likely.

The gradient of the log likelihood of a log-linear model is what the clues of the true hands are on
average, less what they are under the model. The latter comes from one Metropolis chain for each
logged decision, which starts at the true hand and is moved on with the parameters (persistent
contrastive divergence, Tieleman 2008). Steps are Newton's: the mean square of the difference
between a true hand's clues and a model hand's is twice their covariance.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from trainer.game import PRESETS
from trainer.lab.kernel_belief_fit import HELD, LOGGED, OUT, REACHED, log_hands, move_chains
from trainer.solver.belief_data import CLUES, LIMITS, STAGES, STYLES, TURNS
from trainer.solver.kernel_players import LEARNT, LEARNT_EAGER, LEARNT_HOARDER
from trainer.solver.view import terms_of
from trainer.solver.weights import nets

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

PLAYERS = (LEARNT, LEARNT_EAGER, LEARNT_HOARDER)
"""Who shows what a style holds, in the order of the styles."""
RULES = (replace(PRESETS["oklahoma"], spade_doubles=False), PRESETS["knock10"])
DECISIONS = 150_000
"""Logged for each style."""
KEPT = 9_000
"""And kept of each stage."""

_CHUNK = 2500  # decisions that a thread logs at a time
_STEPS = 60  # Newton steps,
_SWAPS = 40  # with so many swaps of each chain between them
_LAST = 30  # the result is the mean of the last ones
_PULL = 10.0  # decisions' worth of belief that a stage is like the one before

STAGE = 0  # column of a logged decision


def fit(
    seed: int, decisions: int = DECISIONS, progress: Callable[[str], None] | None = None
) -> tuple[Floats, Floats]:
    """The weights of the clues and the log of survival, as `belief_data` stores them."""
    theta = np.zeros((STYLES, STAGES, CLUES))
    survival = np.zeros((STYLES, LIMITS, TURNS))
    for style, player in enumerate(PLAYERS):
        rows, turns = play(player, seed + style, decisions)
        kept = thinned(rows)
        theta[style] = fit_style(kept, seed + style)
        survival[style] = log_survival(turns)
        if progress is not None:
            progress(f"style {style + 1} of {STYLES}: {len(kept)} decisions")
    return theta, survival


def play(player: int, seed: int, decisions: int) -> tuple[Ints, Ints]:
    """Logged decisions, rounded up to whole chunks, and the counts of the player's turns."""
    table = np.array([terms_of(rules, 2, card) for rules in RULES for card in range(52)], np.int64)

    def play_chunk(chunk: int) -> tuple[Ints, Ints]:
        rows = np.zeros((_CHUNK, LOGGED), np.int64)
        turns = np.zeros((LIMITS, TURNS, 2), np.int64)
        log_hands(table, player, seed, chunk, nets(), rows, turns)
        return rows, turns

    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        parts = list(pool.map(play_chunk, range(-(-decisions // _CHUNK))))
    return np.concatenate([part[0] for part in parts]), np.sum([part[1] for part in parts], axis=0)


def thinned(rows: Ints) -> Ints:
    """The first ``KEPT`` decisions of each stage, by stage."""
    return np.concatenate([rows[rows[:, STAGE] == stage][:KEPT] for stage in range(STAGES)])


def log_survival(turns: Ints) -> Floats:
    """Log of the chance to be in play after so many turns, from counts of turns."""
    out = (turns[..., OUT] + 0.2) / (turns[..., REACHED] + 10.0)
    survival = np.zeros(out.shape)
    survival[:, 1:] = np.cumsum(np.log1p(-out), axis=1)[:, :-1]
    return survival


def fit_style(rows: Ints, seed: int) -> Floats:
    """The weights of one style, shape (STAGES, CLUES); ``rows`` are in the order of stages."""
    theta = np.zeros((STAGES, CLUES))
    hands = rows[:, HELD].copy()
    true = clues_after(theta, rows, hands, 0, seed)
    ends = np.searchsorted(rows[:, STAGE], np.arange(STAGES + 1))
    total = np.zeros_like(theta)
    for step in range(_STEPS):
        model = clues_after(theta, rows, hands, _SWAPS, (seed << 16) + step)
        before = np.vstack([np.zeros(CLUES), theta[:-1]])
        rate = 0.4 if step < _STEPS - _LAST else 0.15
        for stage in range(STAGES):
            part = slice(ends[stage], ends[stage + 1])
            off = true[part] - model[part]
            pull = np.eye(CLUES) * _PULL
            curve = off.T @ off / 2 + pull
            slope = off.sum(axis=0) - _PULL * (theta[stage] - before[stage])
            theta[stage] += rate * np.linalg.solve(curve, slope)
        if step >= _STEPS - _LAST:
            total += theta
    return total / _LAST


def clues_after(theta: Floats, rows: Ints, hands: Ints, swaps: int, seed: int) -> Floats:
    """Move the chains on all processors; the clues of the hands they come to."""
    terms = terms_of(RULES[0], 2, 0)
    clues = np.zeros((len(rows), CLUES))

    def move(first: int) -> None:
        part = slice(first, first + _CHUNK)
        move_chains(terms, theta, rows[part], hands[part], swaps, seed * 4096 + first, clues[part])

    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        list(pool.map(move, range(0, len(rows), _CHUNK)))
    return clues
