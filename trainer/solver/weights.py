"""The learnt policy's weights, read from the data file once."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

PATH = Path(__file__).parent / "data" / "learnt.npz"


@cache
def nets() -> NDArray[np.float32]:
    """The networks, shape (4, ROWS, UNITS) of `kernel_learnt`."""
    with np.load(PATH) as stored:
        return np.ascontiguousarray(stored["nets"], np.float32)


@cache
def version() -> str:
    """A short name of these weights: a hash of the file."""
    return hashlib.blake2b(PATH.read_bytes(), digest_size=4).hexdigest()
