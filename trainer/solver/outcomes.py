"""How deals end between equal players: counted in self-play, scored by any rules.

The counts are of the learnt policy against itself (``okgin lab outcomes``). They hold kinds of
endings and differences in deadwood, not points, so that bonuses and doubling are those of the rules
asked about. But for a bonus on knocks they take the way of playing for granted: nobody is assumed
to play otherwise because gin scores more or is compulsory, or the stock ends sooner.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from trainer.game import Rules

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

PATH = Path(__file__).parent / "data" / "outcomes.npz"

(
    BY_KNOCK,
    BY_UNDERCUT,
    GIN_MELDED,
    BIG_GIN_MELDED,
    GIN_BARE,
    BIG_GIN_BARE,
    NO_SCORE,
) = range(7)
"""Kinds of ending. After gin the loser's cards count less its melds in the melded kinds, and all of
them in the bare ones: each gin is counted in both. ``NO_SCORE`` is a void deal."""

LIMITS = 11
"""Knock limits from 0 to 10, each counted under first upcards of that value. Where a rule fixes
another limit the same counts serve; limits above 10, unknown to the policy, count as 10."""
DIFFERENCES = 101
"""Differences in points from 0 to that of ten court cards."""
KNOCK_BONUSES = (0, 20)
"""Bonuses for a knock under which deals were played: the policy knocks sooner for one. Others count
as a mixture of the two, larger ones as the larger."""
SHAPE = (len(KNOCK_BONUSES), LIMITS, 2, NO_SCORE + 1, DIFFERENCES)
"""Of the counts: by knock bonus, by limit, by who won (0 the dealer, 1 the other), by kind, and by
difference."""


class Prospect(NamedTuple):
    """What one deal brings to two equal players, in chances."""

    dealer: Floats
    """``dealer[n]`` is the chance that the dealer wins ``n`` points."""
    other: Floats
    """The same for the player who does not deal."""
    void: float
    """The chance that nobody wins the deal."""


@cache
def counts() -> Ints:
    """The counts of the data file, of `SHAPE`."""
    with np.load(PATH) as stored:
        return np.ascontiguousarray(stored["counts"], np.int64)


def save(found: Ints, policy: str, path: Path) -> None:
    """Write counts as this module reads them, with the version of the policy that played."""
    path.parent.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(path, counts=found.astype(np.int32), policy=np.array(policy))


@cache
def prospect(rules: Rules) -> Prospect:
    """What a deal brings under these rules before its first upcard is turned."""
    won = np.zeros((2, 2 * most_points(rules) + 1))
    void = 0.0
    bonused = min(1.0, rules.knock_bonus / KNOCK_BONUSES[1])
    for upcard in range(52):
        plain, eager = counts()[:, min(rules.limit(upcard), LIMITS - 1)]
        chances = ((1 - bonused) * _chances(plain) + bonused * _chances(eager)) / 52
        void += float(chances[:, NO_SCORE].sum())
        for kind, bonus in _bonuses(rules):
            points = rules.multiplier(upcard) * (bonus + np.arange(DIFFERENCES))
            won[:, points] += chances[:, kind]
    return Prospect(won[0], won[1], void)


def _chances(ended: Ints) -> Floats:
    """The chances of endings, from the deals of one limit; the bare kinds of gin count no deals."""
    deals = ended[:, :GIN_BARE].sum() + ended[:, NO_SCORE].sum()
    found: Floats = ended / deals
    return found


def most_points(rules: Rules) -> int:
    """The most points that a deal can bring that is not doubled."""
    return max(bonus for _, bonus in _bonuses(rules)) + DIFFERENCES - 1


def _bonuses(rules: Rules) -> tuple[tuple[int, int], ...]:
    """The kinds of ending that score, each with its bonus."""
    melded = rules.melds_after_gin
    big = rules.gin_bonus if rules.big_gin_bonus is None else rules.big_gin_bonus
    return (
        (BY_KNOCK, rules.knock_bonus),
        (BY_UNDERCUT, rules.undercut_bonus),
        (GIN_MELDED if melded else GIN_BARE, rules.gin_bonus),
        (BIG_GIN_MELDED if melded else BIG_GIN_BARE, big),
    )
