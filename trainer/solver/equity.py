"""Match equity: what the points of a deal are worth for the match, between two equal players.

A match to a target is a race, solved backwards from its end: the chance to win from a score is the
mean of the chances after the next deal, whose outcomes are those of `trainer.solver.outcomes`. A
deal without points changes nothing and is dealt again by the same player. Boxes, game bonus and
shutout change the final margin and never the winner, so both are carried along. Hollywood's three
columns hang together in too many ways for a table: `trainer.solver.hollywood` simulates them.

With three or four players there is no match chance here: the counts are of two, and the race of
more would need what all of them score in one deal.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from trainer.game import Position, Rules, Score
from trainer.solver.outcomes import most_points, prospect

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

MOST_STEPS = 250
"""Targets of more points are raced for in steps of several points, so that a table stays small."""

CHANCE, MARGIN, MY_SHUTOUT, THEIR_SHUTOUT = range(4)
"""What the table of a race holds for a score: my chance to win, the mean of my final margin
(negative where I lose), and the chances that a player wins over one who has won no deal, which are
kept only where such a margin counts double."""


class Stakes(NamedTuple):
    """What each result of the deal under way leads to. Entry ``most + n`` is for ``n`` times
    ``multiplier`` points of mine, less than 0 where the points are theirs."""

    most: int
    multiplier: int
    chance: Floats
    """My chance to win the match."""
    margin: Floats | None
    """The mean of my final margin in points; None where it is only the winner that counts."""

    def of(self, points: Floats) -> list[Floats]:
        """The chances after some results, and the margins if these count."""
        places = np.rint(points / self.multiplier).astype(np.int64) + self.most
        known = (self.chance,) if self.margin is None else (self.chance, self.margin)
        return [values[places] for values in known]


def stakes_of(position: Position) -> Stakes | None:
    """The stakes of the deal of a position.

    None where there is no match to win: no score is stated, the rules have no target, or there are
    more than two players.
    """
    if position.score is None or position.players != 2:
        return None
    return stakes(position.rules, position.score, position.dealer, position.multiplier)


@cache
def stakes(rules: Rules, score: Score, dealer: int, multiplier: int) -> Stakes | None:
    """The stakes of a deal, from the side of seat 0.

    None for rules without a target.

    Args:
        rules: of a match of two players.
        score: before the deal. Where only points are stated, deals won before have no boxes.
        dealer: of this deal, 0 or 1.
        multiplier: of this deal.
    """
    if rules.target is None:
        return None
    most = most_points(rules)
    results = multiplier * np.arange(-most, most + 1)
    if rules.hollywood:
        from trainer.solver.hollywood import simulate

        return Stakes(most, multiplier, *simulate(rules, score, dealer, results))
    mine = score.points[0] + np.maximum(results, 0)
    theirs = score.points[1] + np.maximum(-results, 0)
    # In the table's last dimension 1 means that I deal next.
    if rules.next_dealer == "alternate":
        dealing = np.where(results == 0, dealer == 0, dealer == 1)
    else:
        dealing = np.where(results == 0, dealer == 0, results > 0)
    table, unit = race(rules)
    last = len(table) - 1
    # Level scores past the target play on, and the next points decide: as one step before it.
    after = table[
        np.minimum(mine // unit, last), np.minimum(theirs // unit, last), dealing.astype(int)
    ]
    over = (results != 0) & (np.maximum(mine, theirs) >= rules.target)
    chance = np.where(over, results > 0, after[:, CHANCE])
    if not has_margin(rules):
        return Stakes(most, multiplier, chance, None)
    shut = rules.shutout_doubles & over & (np.minimum(mine, theirs) == 0)
    my_double = np.where(over, shut & (results > 0), after[:, MY_SHUTOUT])
    their_double = np.where(over, shut & (results < 0), after[:, THEIR_SHUTOUT])
    ahead = mine - theirs + rules.game_bonus * np.sign(results)
    margin = np.where(over, ahead * (1 + shut), after[:, MARGIN])
    margin += rules.box * (score.deals_won[0] + (results > 0)) * (1 + my_double)
    margin -= rules.box * (score.deals_won[1] + (results < 0)) * (1 + their_double)
    return Stakes(most, multiplier, chance, margin)


def has_margin(rules: Rules) -> bool:
    """Whether something besides winning counts at the end of a match."""
    return bool(rules.hollywood or rules.box or rules.game_bonus or rules.shutout_doubles)


class _Wins(NamedTuple):
    """What one player may win in a deal, in steps of the race."""

    chances: Floats
    """By how many steps."""
    reach: Floats
    """``reach[k]`` is the chance of at least ``k`` steps, ..."""
    sums: Floats
    """... and ``sums[k]`` the mean of the steps where there are at least ``k``, else 0."""


@cache
def race(rules: Rules) -> tuple[Floats, int]:
    """The solved race, and the points of one step of it.

    The table has shape (steps, steps, 2, 4): by my points and theirs in steps, by whether I deal
    next, and by quantity, see ``CHANCE``. Margins are without the boxes of deals won before.
    """
    assert rules.target is not None  # there is no race without one
    unit = -(-rules.target // MOST_STEPS)
    steps = -(-rules.target // unit)
    deal = prospect(rules)
    dealer, other = _wins(deal.dealer, unit, steps), _wins(deal.other, unit, steps)
    mine, theirs = (other, dealer), (dealer, other)  # by whether I deal
    scored = dealer.reach[1] + other.reach[1]
    # Who deals next, by whether I deal now: after my wins, and after theirs.
    i_won, they_won = ((1, 0), (1, 0)) if rules.next_dealer == "alternate" else ((1, 1), (0, 0))
    doubled = np.zeros(steps)
    doubled[0] = rules.shutout_doubles
    table = np.zeros((steps, steps, 2, 4))
    here = np.arange(steps)
    for a in range(steps - 1, -1, -1):
        to_go = steps - a
        won = np.zeros((2, steps, 4))
        for deals in range(2):
            near, reach, sums = mine[deals]
            near = near[1:to_go]
            won[deals] = np.tensordot(near, table[a + 1 : a + 1 + near.size, :, i_won[deals]], 1)
            ahead = sums[to_go] * unit + reach[to_go] * ((a - here) * unit + rules.game_bonus)
            won[deals, :, CHANCE] += reach[to_go]
            won[deals, :, MY_SHUTOUT] += reach[to_go] * doubled
            won[deals, :, MARGIN] += ahead * (1 + doubled)
            won[deals, :, MARGIN] += rules.box * (reach[1] + won[deals, :, MY_SHUTOUT])
        for b in range(steps - 1, -1, -1):
            to_go = steps - b
            for deals in range(2):
                near, reach, sums = theirs[deals]
                near = near[1:to_go]
                lost = near @ table[a, b + 1 : b + 1 + near.size, they_won[deals]]
                ahead = sums[to_go] * unit + reach[to_go] * ((b - a) * unit + rules.game_bonus)
                lost[THEIR_SHUTOUT] += reach[to_go] * doubled[a]
                lost[MARGIN] -= ahead * (1 + doubled[a])
                lost[MARGIN] -= rules.box * (reach[1] + lost[THEIR_SHUTOUT])
                table[a, b, deals] = (won[deals, b] + lost) / scored
    return table, unit


def _wins(points: Floats, unit: int, steps: int) -> _Wins:
    """Points in steps; those between two steps are shared out so that their mean stays."""
    low, rest = np.divmod(np.arange(points.size), unit)
    chances = np.zeros(max(steps, int(low[-1]) + 1) + 2)
    np.add.at(chances, low, points * (1 - rest / unit))
    np.add.at(chances, low + 1, points * rest / unit)
    means = chances * np.arange(chances.size)
    reach, sums = (np.cumsum(part[::-1])[::-1] for part in (chances, means))
    return _Wins(chances, reach, sums)
