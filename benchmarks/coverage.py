"""Whether the errors are true: ``python -m benchmarks.coverage [POSITIONS] [OPPONENT] [PLAYOUTS]``.

Each position is analysed twice, briefly and with 100 times the playouts in other worlds. The 95 %
interval of the brief run should hold the long run's figure in about 95 of 100 cases, for the value
of every action and for its gap to the action that the brief run found best; what is counted instead
of sampled has no error and is left out. Gaps are inside a little less often, for the action that is
best in some worlds looks better in those than it is. The actions of a position meet the same worlds
and tend to be inside or outside together, so shares come with the errors of whole positions.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from random import Random

from trainer.game import PRESETS, Deal, Position
from trainer.solver import Analysis, analyse, choose, warm_up

DEFAULTS = ["500", "base", "128"]
LONGER = 100
SEED = 5
SHARE = 0.1  # of the decisions of a deal that are looked at

Counts = tuple[int, int]
"""How many were inside, of how many."""


def main(positions: int, opponent: str, playouts: int) -> None:
    warm_up()
    values: list[Counts] = []
    gaps: list[Counts] = []
    for position in decisions(positions):
        brief = analyse(position, playouts=playouts, opponent=opponent)
        long = analyse(position, playouts=LONGER * playouts, opponent=opponent, seed=brief.seed ^ 1)
        values.append(values_inside(brief, long))
        gaps.append(gaps_inside(brief, long))
    print(
        f"{positions} positions against {opponent}, {playouts} playouts and {LONGER * playouts}, "
        f"seed {SEED}"
    )
    print(f"values inside the 95 % interval: {share(values)}")
    print(f"gaps to the best inside:         {share(gaps)}")


def decisions(number: int) -> Iterator[Position]:
    """Decisions that are no layoffs, from deals of the base policy."""
    rng = Random(SEED)
    done = 0
    while True:
        deal = Deal.start(PRESETS["oklahoma"], 2, rng.randrange(2), rng)
        while deal.phase in ("offer", "draw", "discard"):
            position = deal.position(deal.turn)
            if rng.random() < SHARE and len(position.legal_actions()) > 1:
                if done == number:
                    return
                done += 1
                yield position
            deal = deal.after(choose(position))


def values_inside(brief: Analysis, long: Analysis) -> Counts:
    """Of the actions, those whose value of the long run is in the interval of the brief one."""
    truth = {entry.action: entry.value for entry in long.actions}
    off = [(abs(e.value - truth[e.action]), e.error) for e in brief.actions if e.error > 0]
    return sum(gap <= 1.96 * error + 1e-3 for gap, error in off), len(off)


def gaps_inside(brief: Analysis, long: Analysis) -> Counts:
    """The same of what they lose against the action that the brief run found best."""
    truth = {entry.action: entry.value for entry in long.actions}
    best = truth[brief.best.action]
    off = [
        (abs(e.points_lost - (best - truth[e.action])), e.gap_error)
        for e in brief.actions
        if e.gap_error > 0
    ]
    return sum(gap <= 1.96 * error + 1e-3 for gap, error in off), len(off)


def share(counts: list[Counts]) -> str:
    """The share that is inside, with its standard error clustered by position."""
    inside, all_of_them = (sum(column) for column in zip(*counts, strict=True))
    part = inside / all_of_them
    error = sum((i - part * n) ** 2 for i, n in counts) ** 0.5 / all_of_them
    return f"{part:.1%} ± {error:.1%} of {all_of_them}"


if __name__ == "__main__":
    given = sys.argv[1:]
    number, name, worlds = [*given, *DEFAULTS[len(given) :]]
    main(int(number), name, int(worlds))
