"""Hidden worlds of a position, for those who want to look at them: tests, calibration, a coach."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from trainer.game import Position
from trainer.solver.kernel_worlds import fill_worlds
from trainer.solver.view import view_of


class World(NamedTuple):
    """One way the hidden cards may lie: every seat's hand, and the stock, next draw first."""

    hands: tuple[int, ...]
    stock: tuple[int, ...]


def sample_worlds(position: Position, count: int, seed: int, first: int = 0) -> list[World]:
    """The worlds ``first`` to ``first + count - 1`` of a seed: those that an analysis plays out."""
    view = view_of(position)
    hands = np.zeros((count, position.players), np.int64)
    hands[:, 0] = position.hand
    stocks = np.zeros((count, view.spot.stock), np.int64)
    fill_worlds(view, seed, first, hands, stocks)
    return [
        World(tuple(held), tuple(stock))
        for held, stock in zip(hands.tolist(), stocks.tolist(), strict=True)
    ]
