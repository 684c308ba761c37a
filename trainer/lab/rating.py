"""How hard puzzles are: rated by whether a panel of bots solves them.

The panel goes from guessing to search, with judges between who see what each choice loses with an
error of so many points. Solvers and puzzles are fitted together by the model of Rasch (1960), which
is that of Elo: the chance to solve is 1 / (1 + 10 ** ((puzzle - solver) / 400)).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from trainer.coach.choices import choices
from trainer.coach.questions import Decide
from trainer.content.library import Library
from trainer.solver.analyse import analyse
from trainer.solver.analysis import Analysis
from trainer.solver.levels import Opponent
from trainer.solver.players import play_as

Floats = NDArray[np.float64]
Solver = Callable[[Decide, Analysis], float]
"""The chance, of 1, that a bot solves a puzzle."""

MEAN = 1500.0
"""The mean rating of the puzzles."""
PRIOR = 400.0
"""Standard deviation of ratings before anybody has played, in points of rating."""
LEAST, MOST = 600, 2600
_TRIALS = 16  # of bots that play by chance
_DRAWS = 400  # of a judge's errors
_STEPS = 500  # of the fit


@dataclass(frozen=True)
class Guesser:
    """Chooses any action."""

    def __call__(self, question: Decide, analysis: Analysis) -> float:
        """As many as are right of all."""
        options = choices(question, analysis)
        return sum(option.accepted for option in options) / len(options)


@dataclass(frozen=True)
class Judge:
    """Chooses what looks best to it, being wrong about each choice by so many points."""

    error: float

    def __call__(self, question: Decide, analysis: Analysis) -> float:
        """The share of some draws of its errors, the same for every puzzle."""
        options = choices(question, analysis)
        lost = np.array([option.loss.amount / analysis.unit for option in options])
        right = np.array([option.accepted for option in options])
        rng = np.random.default_rng(len(options))
        seen = lost + rng.normal(0.0, self.error, (_DRAWS, len(options)))
        return float(right[seen.argmin(axis=1)].mean())


@dataclass(frozen=True)
class Player:
    """An opponent of practice games."""

    opponent: Opponent

    def __call__(self, question: Decide, analysis: Analysis) -> float:
        """The share of some trials; how a settled knock is laid down it does not choose."""
        right = {option.text for option in choices(question, analysis) if option.accepted}
        trials = _TRIALS if self.opponent.level in ("beginner", "casual") else 1
        done = (play_as(self.opponent, question.position, seed) for seed in range(trials))
        return sum(action.label in right for action in done) / trials


HALVES: tuple[tuple[Solver, ...], tuple[Solver, ...]] = (
    (
        Guesser(),
        Player(Opponent("casual")),
        Player(Opponent("skilled")),
        Player(Opponent("skilled", "defensive")),
        Player(Opponent("master")),
        *map(Judge, (16.0, 4.0, 1.0)),
    ),
    (
        Player(Opponent("beginner")),
        Player(Opponent("steady")),
        Player(Opponent("skilled", "camper")),
        Player(Opponent("expert")),
        *map(Judge, (32.0, 8.0, 2.0)),
    ),
)
"""The panel, in two halves of about the same strength."""


def solved(panel: Sequence[Solver], puzzles: Sequence[tuple[Decide, Analysis]]) -> Floats:
    """The chance of each bot to solve each puzzle: shape (bots, puzzles)."""
    return np.array([[bot(*puzzle) for puzzle in puzzles] for bot in panel])


def ratings(chances: Floats) -> Floats:
    """The ratings of the puzzles, shape (puzzles,), from who solves them, see `solved`.

    The likeliest ones, given that they are about `PRIOR` from the mean; found by gradient ascent.
    """
    scale = np.log(10) / 400
    bots, puzzles = (np.zeros(size) for size in chances.shape)
    for _ in range(_STEPS):
        expected = 1 / (1 + np.exp(scale * (puzzles[None, :] - bots[:, None])))
        surplus = chances - expected
        weight = scale * expected * (1 - expected)
        bots += _step(surplus, weight, 1, bots)
        puzzles += _step(-surplus, weight, 0, puzzles)
        bots -= puzzles.mean()
        puzzles -= puzzles.mean()
    return np.clip(np.round(MEAN + puzzles), LEAST, MOST)


def _step(surplus: Floats, weight: Floats, axis: int, now: Floats) -> Floats:
    """Newton's step, made half as long, as both sides move at once."""
    prior = np.log(10) / 400 * PRIOR**2
    step: Floats = 0.5 * (surplus.sum(axis) - now / prior) / (weight.sum(axis) + 1 / prior)
    return step


def rate(library: Library) -> tuple[dict[str, int], float]:
    """The rating of each puzzle that asks for a decision, by id, from the whole panel.

    Also how well the ratings from its two halves agree: their rank correlation.

    Raises:
        SolverError: the bots cannot play here.
    """
    puzzles = {}
    for puzzle in library.puzzles:
        question = puzzle.exercise.question
        if isinstance(question, Decide):
            position = question.position
            puzzles[puzzle.id] = question, puzzle.exercise.receipt or analyse(position)
    chances = [solved(half, list(puzzles.values())) for half in HALVES]
    whole = ratings(np.concatenate(chances))
    agreement = rank_correlation(*map(ratings, chances))
    return dict(zip(puzzles, whole.astype(int).tolist(), strict=True)), agreement


def rank_correlation(one: Floats, other: Floats) -> float:
    """Spearman's: the correlation of the ranks, ties having their mean rank."""
    return float(np.corrcoef(_ranks(one), _ranks(other))[0, 1])


def _ranks(values: Floats) -> Floats:
    _, where, counts = np.unique(values, return_inverse=True, return_counts=True)
    ends = counts.cumsum()
    ranks: Floats = (ends - (counts - 1) / 2)[where]
    return ranks
