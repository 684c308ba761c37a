"""The belief's parameters, read from the data file once; `trainer.lab.fit_belief` makes them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

PATH = Path(__file__).parent / "data" / "belief.npz"

STYLES = 3
"""The moods of `kernel_learnt`: NORMAL, HASTY, PATIENT."""
STAGES = 13
"""Turns from 0 to 9 have a stage each, then 10 and 11, 12 and 13, and all that come later."""
CLUES = 20
"""What a hand is weighed by, see `kernel_belief.describe`."""
LIMITS = 11
"""Knock limits from 0, which is gin only, to 10."""
TURNS = 20
"""Turns that the table of survival tells apart."""


def theta() -> NDArray[np.float64]:
    """Weights of the clues, shape (STYLES, STAGES, CLUES); all zero before the first fit."""
    return _read("theta", (STYLES, STAGES, CLUES))


def survival() -> NDArray[np.float64]:
    """Log of the chance that a player is still in play, shape (STYLES, LIMITS, TURNS).

    Entry ``t`` is for one that has made ``t`` throws without having gone out.
    """
    return _read("survival", (STYLES, LIMITS, TURNS))


def save(weights: NDArray[np.float64], log_survival: NDArray[np.float64], path: Path) -> None:
    """Write parameters as this module reads them."""
    path.parent.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(path, theta=weights, survival=log_survival)


def _read(name: str, shape: tuple[int, ...]) -> NDArray[np.float64]:
    if not PATH.exists():
        return np.zeros(shape)
    with np.load(PATH) as stored:
        found = np.ascontiguousarray(stored[name], np.float64)
    return found if found.shape == shape else np.zeros(shape)
