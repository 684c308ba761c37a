"""Numbers and tuples that kernels and Python exchange. Importing this does not import numba."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from trainer.game.actions import Kind

    Ints = NDArray[np.int64]

PASS, TAKE, STOCK, PILE, DISCARD, KNOCK, GIN, BIG_GIN = range(8)
"""Kinds of action; a choice of the policy is ``kind << 6 | card``."""

KINDS: tuple[Kind, ...] = ("pass", "take", "stock", "pile", "discard", "knock", "gin", "big gin")
"""The same kinds in words, as `trainer.game.Action` has them."""

OFFER, DRAW, TURN = range(3)
"""Phases: the first upcard is on offer, a player is to draw, a player is to discard or go out."""

MY_GIN, MY_KNOCK, UNDERCUT_BY_THEM, THEIR_KNOCK, THEIR_GIN, MY_UNDERCUT, VOID = range(7)
"""Endings of a deal as seat 0 sees them. A big gin counts as gin."""

ENDINGS = (
    "my gin",
    "my knock",
    "undercut by them",
    "their knock",
    "their gin",
    "my undercut",
    "void",
)
"""The same endings in words."""


NO_REPLY, TOOK_UPCARD, _, _, DREW, _, _ = range(7)
FITS = 8
"""Added to a reply: the card thrown sits in a meld with what the opponent holds."""

REPLIES = (
    "none",
    "takes it and plays on",
    "takes it and knocks",
    "takes it and goes gin",
    "leaves it and plays on",
    "leaves it and knocks",
    "leaves it and goes gin",
)
"""What the opponent does with the upcard in the turn after a choice, in words."""

NO_SLIPS, CASUAL_SLIPS, BEGINNER_SLIPS = 0, 8, 22
"""How often in a hundred decisions a careless player of some level slips."""

EAGER_STYLE, CAMPER_STYLE, DEFENSIVE_STYLE = range(1, 4)
"""Styles of an opponent of any level; 0 is none: see `kernel_levels.restyled`."""

MIXED = -1
"""The style of an opponent who may be of any."""


class Terms(NamedTuple):
    """The rules of one deal, all as ints: points, or 0 and 1 for no and yes."""

    players: int
    limit: int
    multiplier: int
    gin_bonus: int
    big_gin_bonus: int
    """-1 where big gin is not played."""
    knock_bonus: int
    undercut_bonus: int
    must_gin: int
    melds_after_gin: int
    may_rediscard: int
    void_stock: int
    """Cards left in the stock that void the deal after a discard."""
    most_takes: int
    """Takes from the pile in a row that void it."""


class Spot(NamedTuple):
    """Where a deal stands when seat 0 decides, as everybody sees it."""

    phase: int
    offers: int
    """Players who have yet to answer the offer, seat 0 included."""
    upcard: int
    """-1 when the pile is empty."""
    taken: int
    """The card that seat 0 has just taken from the pile, else -1."""
    takes: int
    """Takes from the pile in a row."""
    stock: int
    """Cards left in the stock."""
    forced: int
    """1 when everybody has passed the first upcard, so that the draw must be from the stock."""
    dead: int
    """The cards in the pile, as a hand."""


class View(NamedTuple):
    """A decision of seat 0 as the kernels see it; the arrays have one entry a seat, or as told."""

    terms: Terms
    spot: Spot
    hands: Ints
    """Filled in for seat 0 only."""
    known: Ints
    """The cards that everybody has seen a seat take and not throw since."""
    turns: Ints
    """Discards made."""
    unseen: Ints
    """One entry a card: those that seat 0 cannot locate."""
    records: Ints
    """``records[seat, k]`` is the k-th last turn of a seat: see ``SEEN``, ``TOOK``, ``THREW``."""


SEEN, TOOK, THREW = range(3)
"""Columns of a record: the upcard before the turn, 1 if it was taken, and the card thrown. -1 is
none: a pass has no throw, and the rows that fill up a record have nothing."""

CHOICE, RUNS, SETS = range(3)
"""Columns of a candidate: ``kind << 6 | card``, and of a knock the cards in runs and in sets."""
