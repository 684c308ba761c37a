"""Deals of any number of players played out by the base policy on all seats."""

from __future__ import annotations

import numpy as np

from trainer.solver.codes import View
from trainer.solver.kernel_playout import evaluate
from trainer.solver.playouts import Play, Played
from trainer.solver.view import Ints


def table_play(view: View, candidates: Ints, seed: int) -> Play:
    """Plays candidates out."""

    def play(first: int, worlds: int) -> Played:
        values = np.zeros((worlds, len(candidates)))
        endings, replies = np.zeros((2, worlds, len(candidates)), np.int64)
        evaluate(view, candidates, seed, first, values, endings)
        return Played(values, endings, replies)

    return play
