"""Training the learnt policy from nothing: play, fit, play with what was fitted, and so on.

Each round plays some hundred thousand decisions of a learner against a pool (`kernel_groups`) and
fits three small networks to them (`trainer.solver.kernel_learnt`). What is fitted is not how good
an action is but how much better than the others of its decision: most of what a deal scores has
nothing to do with the action. A small weight on the level keeps it in sight.

The result depends on the seed and the rounds, not on the number of threads.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from trainer.game import PRESETS, Rules
from trainer.lab.kernel_groups import fill_groups, fill_worlds_met
from trainer.solver.kernel_features import FEATURES
from trainer.solver.kernel_learnt import MOST, ROWS, UNITS, WORLD
from trainer.solver.kernel_players import (
    BASE,
    EAGER,
    HOARDER,
    LEARNT,
    LEARNT_EAGER,
    LEARNT_HOARDER,
    SIMPLE,
)
from trainer.solver.view import terms_of

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

WORLDS = 400_000
"""Worlds to learn from what a world is worth."""
ROUNDS = (20_000, 20_000, 100_000, 150_000, 200_000, 250_000, 250_000)
"""Groups of each round. A fit sees the last two rounds."""
RULES = replace(PRESETS["oklahoma"], spade_doubles=False)
"""The rules that are trained on: every limit as it comes up, each deal counting once."""

_CHUNK = 1000  # groups that a thread fills at a time
_BATCH = 4096  # groups in a step of the fit
_EPOCHS = 6
_RATE = 3e-3  # step size at the start; it ends at a twentieth of it
_LEVEL = 0.02  # weight of the level
_SCALE = 10.0  # points in one unit of a network's output


@dataclass(frozen=True)
class Pairing:
    """Who plays a round: players by number, see `kernel_players`."""

    learner: int
    """``LEARNT``, or ``BASE`` as long as there are no networks worth playing by."""
    opponents: Ints
    """Each is as likely as the others."""
    nets: Floats | None = None
    """What the opponents play by; None for the learner's own."""
    worlds: int = 0
    """Sampled for a decision by an opponent that searches."""


_SHARES = (35, 15, 15, 15, 20)
FIRST = Pairing(BASE, np.repeat([BASE, EAGER, HOARDER, BASE, SIMPLE], _SHARES))
LATER = Pairing(LEARNT, np.repeat([LEARNT, LEARNT_EAGER, LEARNT_HOARDER, BASE, SIMPLE], _SHARES))


@dataclass(frozen=True)
class Groups:
    """Decisions: the rows of one follow each other."""

    rows: Floats
    """Shape (rows, FEATURES)."""
    which: Ints
    """Shape (rows,): the network of each row."""
    values: Floats
    """Shape (rows,): mean points."""
    sizes: Ints
    """Shape (groups,)."""


def train(
    seed: int,
    rounds: tuple[int, ...] = ROUNDS,
    rules: Rules = RULES,
    worlds: int = WORLDS,
    progress: Callable[[str], None] | None = None,
) -> Floats:
    """The networks, shape (4, ROWS, UNITS); ``progress`` is told of each round."""
    rng = np.random.default_rng(seed)
    plan = [(size, LATER if number else FIRST) for number, size in enumerate(rounds)]
    *_, nets = improved(first_nets(rng), plan, seed, rng, rules, progress)
    return judging_worlds(nets, rules, seed + len(rounds), worlds, rng)


def improved(  # noqa: PLR0917  (all have their place, and only progress is optional)
    nets: Floats,
    plan: Sequence[tuple[int, Pairing]],
    seed: int,
    rng: np.random.Generator,
    rules: Rules = RULES,
    progress: Callable[[str], None] | None = None,
) -> Iterator[Floats]:
    """The networks after each round of a plan: so many groups of a pairing, and a fit."""
    batches: list[Groups] = []
    for number, (size, pairing) in enumerate(plan):
        batches = [*batches[-1:], play_groups(rules, pairing, seed + number, size, nets)]
        nets, loss = fit(joined(batches), nets, _LEVEL, rng)
        if progress is not None:
            progress(f"round {number + 1} of {len(plan)}: {size} decisions, loss {loss:.4f}")
        yield nets


def save(nets: Floats, path: Path) -> None:
    """Write the networks as `trainer.solver.weights` reads them."""
    path.parent.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(path, nets=nets)


def first_nets(rng: np.random.Generator) -> Floats:
    """Networks that know nothing yet."""
    nets = np.zeros((4, ROWS, UNITS), np.float32)
    nets[:, :FEATURES, :-1] = rng.normal(0, (2 / FEATURES) ** 0.5, (4, FEATURES, UNITS - 1))
    nets[:, FEATURES + 1, :-1] = rng.normal(0, 0.1, (4, UNITS - 1))
    return nets


def play_groups(rules: Rules, pairing: Pairing, seed: int, size: int, nets: Floats) -> Groups:
    """Play ``size`` decisions (rounded up to whole chunks) on all processors."""
    theirs = nets if pairing.nets is None else pairing.nets
    table = np.array([terms_of(rules, 2, card) for card in range(52)], np.int64)
    groups = min(_CHUNK, size)

    def play_chunk(chunk: int) -> Groups:
        rows = np.zeros((groups * MOST, FEATURES), np.float32)
        which = np.zeros(groups * MOST, np.int64)
        values = np.zeros(groups * MOST, np.float32)
        sizes = np.zeros(groups, np.int64)
        used = fill_groups(
            table,
            pairing.learner,
            pairing.opponents,
            pairing.worlds,
            seed,
            chunk,
            nets,
            theirs,
            rows,
            which,
            values,
            sizes,
        )
        return Groups(rows[:used].copy(), which[:used].copy(), values[:used].copy(), sizes)

    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        return joined(list(pool.map(play_chunk, range(-(-size // groups)))))


def judging_worlds(
    nets: Floats, rules: Rules, seed: int, size: int, rng: np.random.Generator
) -> Floats:
    """The same networks, that for worlds fitted to ``size`` worlds which the policy has met."""
    table = np.array([terms_of(rules, 2, card) for card in range(52)], np.int64)

    def play_chunk(chunk: int) -> tuple[Floats, Floats]:
        rows = np.zeros((_CHUNK, FEATURES), np.float32)
        values = np.zeros(_CHUNK, np.float32)
        fill_worlds_met(table, seed, chunk, nets, rows, values)
        return rows, values

    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        parts = list(pool.map(play_chunk, range(-(-size // _CHUNK))))
    values = np.concatenate([part[1] for part in parts])
    which = np.full(len(values), WORLD)
    ones = np.ones(len(values), np.int64)
    data = Groups(np.concatenate([part[0] for part in parts]), which, values, ones)
    fitted, _ = fit(data, nets, 1.0, rng)
    return np.concatenate([nets[:WORLD], fitted[WORLD:]])


def joined(parts: list[Groups]) -> Groups:
    """Several batches as one."""
    return Groups(
        np.concatenate([part.rows for part in parts]),
        np.concatenate([part.which for part in parts]),
        np.concatenate([part.values for part in parts]),
        np.concatenate([part.sizes for part in parts]),
    )


def fit(data: Groups, nets: Floats, level: float, rng: np.random.Generator) -> tuple[Floats, float]:
    """Fit the networks further by Adam (Kingma and Ba 2015); also the last epoch's mean loss.

    ``level`` is the weight of the level of a decision beside its contrasts.
    """
    weights = nets.copy()
    mean, square = np.zeros_like(weights), np.zeros_like(weights)
    steps = _EPOCHS * -(-len(data.sizes) // _BATCH)
    step = 0
    losses: list[float] = []
    for _ in range(_EPOCHS):
        losses = []
        for batch in _batches(data, rng):
            step += 1
            gradient, loss = _gradient(batch, weights, level)
            losses.append(loss)
            rate = _RATE * (0.05 + 0.475 * (1 + np.cos(np.pi * step / steps)))
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient**2 - square)
            up = mean / (1 - 0.9**step)
            weights -= rate * up / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)
    return weights, float(np.mean(losses))


def _batches(data: Groups, rng: np.random.Generator) -> Iterator[Groups]:
    """The data in batches of neighbouring groups, in random order."""
    ends = np.cumsum(data.sizes)
    starts = np.arange(0, len(data.sizes), _BATCH)
    for first in rng.permutation(starts):
        last = min(first + _BATCH, len(ends)) - 1
        rows = slice(ends[first] - data.sizes[first], ends[last])
        yield Groups(
            data.rows[rows], data.which[rows], data.values[rows], data.sizes[first : last + 1]
        )


def _gradient(batch: Groups, weights: Floats, level_weight: float) -> tuple[Floats, float]:
    """The gradient of the loss of a batch, and the loss a group."""
    starts = np.cumsum(batch.sizes) - batch.sizes
    guess = np.zeros(len(batch.values), np.float32)
    parts = []
    for net in range(len(weights)):
        at = np.flatnonzero(batch.which == net)
        rows = batch.rows[at]
        units = rows @ weights[net, :FEATURES] + weights[net, FEATURES]
        bypass = units[:, -1].copy()
        np.maximum(units, 0, out=units)
        units[:, -1] = 0
        guess[at] = units @ weights[net, FEATURES + 1] + bypass
        parts.append((at, rows, units))
    off = guess - batch.values / _SCALE
    level = np.add.reduceat(off, starts) / batch.sizes
    spread = off - np.repeat(level, batch.sizes)
    groups = len(batch.sizes)
    pull = (spread + level_weight * np.repeat(level / batch.sizes, batch.sizes)) / groups
    gradient = np.zeros_like(weights)
    for net, (at, rows, units) in enumerate(parts):
        out = pull[at].astype(np.float32)
        back = out[:, None] * weights[net, FEATURES + 1] * (units > 0)
        back[:, -1] = out
        gradient[net, :FEATURES] = rows.T @ back
        gradient[net, FEATURES] = back.sum(axis=0)
        gradient[net, FEATURES + 1] = out @ units
    loss = (spread**2).sum() + level_weight * (level**2).sum()
    return gradient, float(loss / groups)
