"""Two players' deals: the opponents an analysis knows, and playing candidates out against them.

Importing this loads kernels that other analyses do not need.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from trainer.game import Position
from trainer.solver import knocks
from trainer.solver.belief_data import STYLES
from trainer.solver.codes import CHOICE, DISCARD, MIXED, View
from trainer.solver.equity import Stakes
from trainer.solver.errors import SolverError
from trainer.solver.knocks import hands_to_enumerate, knock_outcomes
from trainer.solver.playouts import Estimate, Outcome, Play, Played, Split
from trainer.solver.view import Ints, state_of

Cancel = Callable[[], bool] | None

if TYPE_CHECKING:
    from trainer.solver.kernel_contest import Opponent

MOST_HANDS = 2_000_000
"""Hands that are counted for a knock, which takes some tenths of a second; more are sampled."""


def opponent_of(name: str) -> Opponent:
    """A named opponent as the kernels know it.

    Raises:
        SolverError: there is none of that name.
    """
    from trainer.solver import kernel_players as players
    from trainer.solver.kernel_contest import Opponent
    from trainer.solver.kernel_learnt import HASTY, PATIENT

    known = {
        "learnt": Opponent(players.LEARNT, MIXED),
        "learnt-eager": Opponent(players.LEARNT, HASTY),
        "learnt-hoarder": Opponent(players.LEARNT, PATIENT),
        "simple": Opponent(players.SIMPLE, HASTY),
    }
    if name not in known:
        raise SolverError(f"there is no opponent '{name}': write {', '.join(known)}")
    return known[name]


def contest(position: Position, view: View, candidates: Ints, opponent: str, seed: int) -> Play:
    """Plays candidates out against a named opponent, seat 0 by the learnt policy.

    Raises:
        SolverError: there is no opponent of that name.
    """
    from trainer.solver.kernel_contest import play_worlds
    from trainer.solver.weights import nets

    them = opponent_of(opponent)
    state = state_of(position, view)

    def play(first: int, worlds: int) -> Played:
        scores, endings, replies = np.zeros((3, worlds, len(candidates)), np.int64)
        play_worlds(view, state, candidates, them, nets(), seed, first, scores, endings, replies)
        return Played(scores.astype(np.float64), endings, replies)

    return play


def counted(
    outcome: Outcome,
    view: View,
    candidates: Ints,
    opponent: str,
    stakes: Stakes | None,
    *,
    cancelled: Cancel = None,
) -> Outcome:
    """The outcome with every candidate that goes out counted over all hands of the opponent.

    Given the belief these have no error; ``stakes``, those of the run, tell what they are worth for
    the match. Where there are more than `MOST_HANDS` hands the outcome is returned as it is.

    Raises:
        Cancelled: ``cancelled()`` was true before the end.
    """
    going_out = [i for i, row in enumerate(candidates) if row[CHOICE] >> 6 > DISCARD]
    if not going_out or hands_to_enumerate(view) > MOST_HANDS:
        return outcome
    style = opponent_of(opponent).style
    styles = None if style == MIXED else np.eye(STYLES)[style].tolist()
    means, covariance = (part.copy() for part in outcome.points)
    shares, scored, split = (part.copy() for part in outcome.endings)
    found = knock_outcomes(view, candidates[going_out], cancelled, styles)
    if stakes is not None:
        outcome = _counted_match(outcome, going_out, found, stakes)
    for i, ways in zip(going_out, found, strict=True):
        covariance[i] = covariance[:, i] = 0.0
        split[:, i, :] = split[:, :, i] = 0.0
        shares[i] = scored[i] = 0.0
        for way in ways:
            shares[i, way.ending] += way.chance
            scored[i, way.ending] += way.chance * way.points
        means[i] = scored[i].sum()
    return outcome._replace(
        points=Estimate(means, covariance),
        endings=Split(shares, scored, split),
        counted=frozenset(going_out),
    )


def _counted_match(
    outcome: Outcome,
    going_out: Sequence[int],
    found: Sequence[Sequence[knocks.Outcome]],
    stakes: Stakes,
) -> Outcome:
    """The same for what the match is worth, which the run has sampled."""
    assert outcome.chance is not None  # the run had these stakes
    means, covariance = (part.copy() for part in outcome.chance)
    margin = None if outcome.margin is None else outcome.margin.copy()
    for i, ways in zip(going_out, found, strict=True):
        chances = np.array([way.chance for way in ways])
        worth = stakes.of(np.array([way.points for way in ways], np.float64))
        covariance[i] = covariance[:, i] = 0.0
        means[i] = chances @ worth[0]
        if margin is not None:
            margin[i] = chances @ worth[1]
    return outcome._replace(chance=Estimate(means, covariance), margin=margin)
