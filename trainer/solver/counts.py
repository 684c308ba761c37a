"""Exhaustive counts: every hand of a size, by its deadwood."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np

from trainer.solver.kernel_cards import tally

_MOST = 98  # points of deadwood in the worst hand of ten


class DeadwoodCounts(NamedTuple):
    """``by_deadwood[d]`` hands have a minimum deadwood of ``d``; ``without_meld`` have no meld."""

    by_deadwood: tuple[int, ...]
    without_meld: int

    @property
    def hands(self) -> int:
        """All hands of the size."""
        return sum(self.by_deadwood)

    @property
    def mean(self) -> float:
        """Mean minimum deadwood in points."""
        return sum(d * n for d, n in enumerate(self.by_deadwood)) / self.hands


def deadwood_counts(cards: int) -> DeadwoodCounts:
    """Count all hands of so many cards, 2 to 10. Seven cards (134 million) take a second or two."""
    lowest = range(53 - cards)
    counts = [np.zeros(_MOST + 2, np.int64) for _ in lowest]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(lambda card: tally(card, cards, counts[card]), lowest))
    *by_deadwood, without_meld = np.sum(counts, axis=0).tolist()
    return DeadwoodCounts(tuple(by_deadwood), without_meld)
