"""Match equity under Hollywood scoring, simulated.

The columns are three races run with the same deals, so their chances are no product of tables.
Every result of the deal under way is followed by the same `MATCHES` sequences of deals: what tells
two results apart is then known far better than the chances themselves, whose standard error is up
to one and a half percentage points.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from trainer.game import Rules, Score
from trainer.game.match import COLUMNS
from trainer.solver.outcomes import prospect

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

MATCHES = 1024
_SEED = 1


class _Matches:
    """Many matches between deals, one for each entry of every array's first dimension."""

    def __init__(self, rules: Rules, score: Score, dealing: Ints) -> None:
        self.rules = rules
        self.dealing = dealing
        size = len(dealing)
        self.points = np.tile([column.points for column in score.columns], (size, 1, 1))
        self.won = np.tile([column.deals_won for column in score.columns], (size, 1, 1))

    @property
    def closed(self) -> Bools:
        """Which columns have a winner, shape (matches, columns)."""
        assert self.rules.target is not None  # Hollywood has one
        level = self.points[:, :, 0] == self.points[:, :, 1]
        over: Bools = (self.points.max(axis=2) >= self.rules.target) & ~level
        return over

    def enter(self, results: Ints) -> None:
        """Score a deal in every match: see `trainer.game.Match.after`."""
        scored = results != 0
        winner = (results < 0).astype(int)
        matches = np.arange(len(results))
        entering = scored.copy()
        closed = self.closed
        for column in range(COLUMNS):
            new = self.won[matches, column, winner] == 0
            entered = scored & ~closed[:, column] & (~new | entering)
            entering &= ~(entered & new)
            self.points[matches, column, winner] += np.where(entered, abs(results), 0)
            self.won[matches, column, winner] += entered
        following = winner if self.rules.next_dealer == "winner" else 1 - self.dealing
        self.dealing = np.where(scored, following, self.dealing)

    def keep(self, wanted: Bools) -> None:
        """Leave out all other matches."""
        self.dealing, self.points, self.won = (
            part[wanted] for part in (self.dealing, self.points, self.won)
        )

    def margins(self) -> Ints:
        """Seat 0's final margin in all columns together; columns without a winner have none."""
        rules = self.rules
        ahead = self.points[:, :, 0] - self.points[:, :, 1]
        ahead += rules.box * (self.won[:, :, 0] - self.won[:, :, 1])
        won = np.where(self.closed, np.sign(self.points[:, :, 0] - self.points[:, :, 1]), 0)
        ahead = (ahead + rules.game_bonus * won) * abs(won)
        shutout = rules.shutout_doubles & (self.won.min(axis=2) == 0)
        total: Ints = (ahead * (1 + shutout)).sum(axis=1)
        return total


def simulate(rules: Rules, score: Score, dealer: int, results: Ints) -> tuple[Floats, Floats]:
    """Seat 0's chance to win the match and its mean margin, after each result of a deal.

    Args:
        score: before the deal, with its columns.
        dealer: of the deal.
        results: points of seat 0, negative where they are seat 1's.
    """
    generator = np.random.default_rng(_SEED)
    cumulative, points = _ladder(rules)
    going = np.arange(len(results) * MATCHES)
    matches = _Matches(rules, score, np.full(going.size, dealer))
    matches.enter(np.repeat(results, MATCHES))
    final = np.zeros(going.size)
    while True:
        over = np.asarray(matches.closed.all(axis=1))
        final[going[over]] = matches.margins()[over]
        going = going[~over]
        if not going.size:
            break
        matches.keep(~over)
        lots = generator.random(MATCHES)
        drawn = np.stack([np.searchsorted(chances, lots) for chances in cumulative])
        matches.enter(points[drawn[matches.dealing, going % MATCHES]])
    margins = final.reshape(len(results), MATCHES)
    return (np.sign(margins).mean(axis=1) + 1) / 2, margins.mean(axis=1)


def _ladder(rules: Rules) -> tuple[Floats, Ints]:
    """Scored deals in the order of seat 0's points: cumulative chances by dealer, and points."""
    deal = prospect(rules)
    points = np.arange(1 - len(deal.dealer), len(deal.dealer))
    chances = np.zeros((2, len(points)))
    for dealer, (mine, theirs) in enumerate(((deal.dealer, deal.other), (deal.other, deal.dealer))):
        chances[dealer, points > 0] = mine[1:]
        chances[dealer, points < 0] = theirs[:0:-1]
    cumulative = np.cumsum(chances, axis=1)
    return cumulative / cumulative[:, -1:], points
