"""All players without search, by number."""
# ruff: noqa: PLR0917  (kernels take plain numbers, and the game has many)

from __future__ import annotations

from typing import TYPE_CHECKING

from trainer.solver.codes import BEGINNER_SLIPS, CASUAL_SLIPS, NO_SLIPS, Terms
from trainer.solver.kernel_duel import Sight
from trainer.solver.kernel_jit import helper
from trainer.solver.kernel_learnt import HASTY, NORMAL, PATIENT, WIDE, Desk, learnt
from trainer.solver.kernel_levels import careless
from trainer.solver.kernel_stranger import stranger
from trainer.solver.kernel_styles import base, camper, hasty, patient, simple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]

PLAYERS = (
    "base",
    "simple",
    "camper",
    "eager",
    "hoarder",
    "learnt",
    "learnt-eager",
    "learnt-hoarder",
    "search",
    "beginner",
    "casual",
    "steady",
    "stranger",
)
"""Their names: ``eager`` is the base policy knocking at once, ``hoarder`` waits for gin. The
``stranger`` is never to be used in tuning anything: it tells how the others fare against somebody
they were not made for."""

BASE, SIMPLE, CAMPER, EAGER, HOARDER, LEARNT, LEARNT_EAGER, LEARNT_HOARDER, SEARCH = range(9)
BEGINNER, CASUAL, STEADY, STRANGER = range(9, 13)


@helper
def act(
    player: int, terms: Terms, sight: Sight, pairs: Ints, random: NDArray[np.uint64], desk: Desk
) -> int:
    """The choice of any player but ``search``; ``pairs`` is the simple player's memory."""
    if LEARNT <= player <= LEARNT_HOARDER:
        mood = HASTY if player == LEARNT_EAGER else PATIENT if player == LEARNT_HOARDER else NORMAL
        return learnt(terms, sight, WIDE, mood, desk)
    return act_by_rule(player, terms, sight, pairs, random)


@helper
def act_by_rule(
    player: int, terms: Terms, sight: Sight, pairs: Ints, random: NDArray[np.uint64]
) -> int:
    """The choice of a player without networks; handing none around saves a third of its time."""
    if player == SIMPLE:
        return simple(terms, sight, pairs, random)
    if player == CAMPER:
        return camper(terms, sight, random)
    if player == STRANGER:
        return stranger(terms, sight)
    if player == EAGER:
        return base(hasty(terms), sight)
    if player == HOARDER:
        return base(patient(terms), sight)
    if player == BASE:
        return base(terms, sight)
    if player == BEGINNER:
        return careless(terms, sight, BEGINNER_SLIPS, random)
    if player == CASUAL:
        return careless(terms, sight, CASUAL_SLIPS, random)
    return careless(terms, sight, NO_SLIPS, random)
