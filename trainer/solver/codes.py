"""Numbers that kernels and Python exchange. Importing this module does not import numba."""

from __future__ import annotations

from typing import NamedTuple

PASS, TAKE, STOCK, PILE, DISCARD, KNOCK, GIN, BIG_GIN = range(8)
"""Kinds of action."""

KIND_WORDS = ("pass", "take", "stock", "pile", "discard", "knock", "gin", "big gin")
"""The words of these kinds, as `trainer.game.Action` has them."""

