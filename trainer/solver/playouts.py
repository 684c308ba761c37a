"""Running playouts: many worlds on all processors, summed up so that memory stays small."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from trainer.solver.codes import ENDINGS, View
from trainer.solver.errors import Cancelled
from trainer.solver.kernel_playout import evaluate
from trainer.solver.view import Ints

_CHUNK = 64  # worlds that one thread plays before it looks whether it should stop

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Sums:
    """What the worlds of a run add up to, for ``n`` candidates in the same worlds."""

    worlds: int
    values: Floats
    """Shape (n,): the sum of each candidate's values, in points."""
    products: Floats
    """Shape (n, n): the sum of the products of two candidates' values."""
    endings: Ints
    """Shape (n, endings): how often each candidate came to each ending."""

    @property
    def means(self) -> Floats:
        """Each candidate's mean value, in points."""
        means: Floats = self.values / self.worlds
        return means

    @property
    def errors(self) -> Floats:
        """The standard errors of the means."""
        return self._error(self._covariance.diagonal())

    def gap_errors(self, best: int) -> Floats:
        """The standard errors of the differences to one candidate, paired by world."""
        covariance = self._covariance
        own = covariance.diagonal()
        return self._error(own + own[best] - 2 * covariance[best])

    def _error(self, variance: Floats) -> Floats:
        error: Floats = np.sqrt(np.maximum(variance, 0.0) / self.worlds)
        return error

    @property
    def _covariance(self) -> Floats:
        centred: Floats = self.products - np.outer(self.values, self.means)
        return centred / max(1, self.worlds - 1)


def run(
    view: View,
    candidates: Ints,
    worlds: int,
    seed: int,
    cancelled: Callable[[], bool] | None = None,
) -> Sums:
    """Play all candidates in the first ``worlds`` worlds of a seed.

    The sums do not depend on the number of threads: chunks are added in their order.

    Raises:
        Cancelled: ``cancelled()`` was true before the end.
    """
    n = len(candidates)

    def play_chunk(first: int) -> tuple[Floats, Floats, Ints]:
        size = min(_CHUNK, worlds - first)
        values = np.zeros((size, n))
        endings = np.zeros((size, n), np.int64)
        if not (cancelled and cancelled()):
            evaluate(view, candidates, seed, first, values, endings)
        counts = np.stack([(endings == code).sum(axis=0) for code in range(len(ENDINGS))], axis=1)
        return values.sum(axis=0), values.T @ values, counts

    threads = os.cpu_count() or 1
    total, products = np.zeros(n), np.zeros((n, n))
    counted = np.zeros((n, len(ENDINGS)), np.int64)
    starts = range(0, worlds, _CHUNK)
    with ThreadPoolExecutor(threads) as pool:
        for at in range(0, len(starts), 4 * threads):
            for part in pool.map(play_chunk, starts[at : at + 4 * threads]):
                total += part[0]
                products += part[1]
                counted += part[2]
            if cancelled and cancelled():
                raise Cancelled
    return Sums(worlds, total, products, counted)
