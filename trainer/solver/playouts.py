"""Running playouts: many worlds on all processors, summed up so that memory stays small."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from trainer.solver.codes import ENDINGS, FITS, REPLIES
from trainer.solver.equity import Stakes
from trainer.solver.errors import Cancelled
from trainer.solver.view import Ints

CHUNK = 64
"""Worlds that one thread plays before it looks whether it should stop."""

Floats = NDArray[np.float64]


class Played(NamedTuple):
    """What came of some worlds: arrays of shape (worlds, candidates)."""

    values: Floats
    """Seat 0's points less the mean of the others'."""
    endings: Ints
    """By number, see `codes.ENDINGS`."""
    replies: Ints
    """By number, see `codes.REPLIES`, plus `codes.FITS`; zeros where they are not followed."""


Play = Callable[[int, int], Played]
"""Plays so many worlds (the second number) from the world of the first number on."""


class Estimate(NamedTuple):
    """Means of one quantity, for ``n`` candidates in the same worlds."""

    means: Floats
    """Shape (n,)."""
    covariance: Floats
    """Shape (n, n): the covariance of the means, from what they have in common in each world."""

    @property
    def errors(self) -> Floats:
        """The standard errors of the means."""
        return _root(self.covariance.diagonal())

    def gap_errors(self, best: int) -> Floats:
        """The standard errors of the differences to one candidate."""
        return _gap_errors(self.covariance, best)

    def part(self, first: int, last: int) -> Estimate:
        """Those of some neighbouring candidates."""
        return Estimate(self.means[first:last], self.covariance[first:last, first:last])


def _gap_errors(covariance: Floats, best: int) -> Floats:
    """The standard errors of the differences to one candidate, for shape (..., n, n)."""
    own = covariance.diagonal(axis1=-2, axis2=-1)
    return _root(own + own[..., [best]] - 2 * covariance[..., best, :])


def _root(variance: Floats) -> Floats:
    root: Floats = np.sqrt(np.maximum(variance, 0.0))
    return root


class Split(NamedTuple):
    """Shares of the worlds by what happened, and what these worlds add to the mean value."""

    shares: Floats
    """Shape (n, kinds)."""
    points: Floats
    """Shape (n, kinds)."""
    covariance: Floats
    """Shape (kinds, n, n): the covariance of these points among the candidates."""

    def gap_errors(self, best: int) -> Floats:
        """The standard errors of the differences in points to one candidate: (n, kinds)."""
        return _gap_errors(self.covariance, best).T

    def part(self, first: int, last: int) -> Split:
        """Those of some neighbouring candidates."""
        rows = slice(first, last)
        return Split(self.shares[rows], self.points[rows], self.covariance[:, rows, rows])


class Outcome(NamedTuple):
    """What the worlds of a run come to, for ``n`` candidates."""

    points: Estimate
    endings: Split
    replies: Split
    fits: Floats
    """Shape (n,): how often the card thrown sat in a meld of the opponent's, of 1."""
    chance: Estimate | None = None
    """My chance to win the match, where there are stakes, ..."""
    margin: Floats | None = None
    """... and the mean of my final margin, shape (n,), where that counts."""
    counted: frozenset[int] = frozenset()
    """The candidates whose points and endings have been counted instead, see `contest.counted`."""

    def part(self, first: int, last: int) -> Outcome:
        """That of the candidates ``first`` to ``last - 1`` alone."""
        return Outcome(
            self.points.part(first, last),
            self.endings.part(first, last),
            self.replies.part(first, last),
            self.fits[first:last],
            None if self.chance is None else self.chance.part(first, last),
            None if self.margin is None else self.margin[first:last],
            frozenset(i - first for i in self.counted if first <= i < last),
        )


@dataclass(frozen=True)
class _Sums:
    """What some worlds add up to."""

    values: Floats
    """Shape (currencies, n): points, and where there are stakes, chance and margin of the match."""
    products: Floats
    """Shape (currencies, n, n): products of two candidates' values."""
    counts: Ints
    """Shape (n, kinds): endings, then replies, then fits."""
    scored: Floats
    """Shape (n, kinds): points by ending, then by reply."""
    scored_products: Floats
    """Shape (kinds, n, n): products of two candidates' points where the kind befell both."""

    def __add__(self, other: _Sums) -> _Sums:
        return _Sums(
            self.values + other.values,
            self.products + other.products,
            self.counts + other.counts,
            self.scored + other.scored,
            self.scored_products + other.scored_products,
        )

    def outcome(self, worlds: int) -> Outcome:
        """What so many worlds come to."""
        means = self.values / worlds
        covariance = _covariance(self.products, self.values, worlds)
        points, *match = map(Estimate, means, covariance)
        split = _covariance(self.scored_products, self.scored.T, worlds)
        shares, scored = self.counts / worlds, self.scored / worlds
        ends, last = len(ENDINGS), len(ENDINGS) + len(REPLIES)
        return Outcome(
            points,
            Split(shares[:, :ends], scored[:, :ends], split[:ends]),
            Split(shares[:, ends:last], scored[:, ends:last], split[ends:last]),
            shares[:, last],
            match[0] if match else None,
            match[1].means if len(match) > 1 else None,
        )


def _covariance(products: Floats, sums: Floats, worlds: int) -> Floats:
    """The covariance of means, from sums (..., n) over the worlds and of products (..., n, n)."""
    expected = sums[..., :, None] * sums[..., None, :] / worlds
    covariance: Floats = (products - expected) / max(1, worlds - 1) / worlds
    return covariance


def run(
    play: Play,
    worlds: int,
    cancelled: Callable[[], bool] | None = None,
    stakes: Stakes | None = None,
) -> Outcome:
    """Play the worlds 0 to ``worlds - 1``.

    The result does not depend on the number of threads: chunks are added in their order. With
    stakes, what each world leads to in the match is summed up as its points are.

    Raises:
        Cancelled: ``cancelled()`` was true before the end.
    """

    def play_chunk(first: int) -> _Sums:
        if cancelled is not None and cancelled():
            raise Cancelled
        return _sums(play(first, min(CHUNK, worlds - first)), stakes)

    threads = os.cpu_count() or 1
    starts = range(0, worlds, CHUNK)
    total: _Sums | None = None
    with ThreadPoolExecutor(threads) as pool:
        for at in range(0, len(starts), 4 * threads):
            for part in pool.map(play_chunk, starts[at : at + 4 * threads]):
                total = part if total is None else total + part
    assert total is not None  # there is at least one world
    return total.outcome(worlds)


def _sums(played: Played, stakes: Stakes | None) -> _Sums:
    """What a chunk adds."""
    values = played.values
    currencies = np.array([values, *(() if stakes is None else stakes.of(values))])
    ended = played.endings[:, :, None] == np.arange(len(ENDINGS))
    replied = (played.replies % FITS)[:, :, None] == np.arange(len(REPLIES))
    fits = (played.replies >= FITS)[:, :, None]
    scored = np.concatenate([ended, replied], axis=2) * values[:, :, None]
    return _Sums(
        currencies.sum(axis=1),
        currencies.transpose(0, 2, 1) @ currencies,
        np.concatenate([ended, replied, fits], axis=2).sum(axis=0),
        scored.sum(axis=0),
        scored.transpose(2, 1, 0) @ scored.transpose(2, 0, 1),
    )
