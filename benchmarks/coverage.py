"""Whether the errors are true: ``python -m benchmarks.coverage [POSITIONS] [PLAYOUTS]``.

Each position is analysed twice, briefly and with 30 times the playouts in other worlds. A 95 %
interval of the brief run should hold the long run's figure in about 95 of 100 cases, for the value
of every action and for its gap to the action that the brief run found best. The long run has an
error of its own (a fifth of the brief one's), which the interval takes in. Gaps are inside a little
less often, for the action that is best in some worlds looks better in those than it is.
"""

from __future__ import annotations

import sys
from math import hypot
from random import Random

from trainer.game import PRESETS, Deal
from trainer.solver import analyse, choose, warm_up

LONGER = 30
SEED = 5


def main(positions: int = 100, playouts: int = 128) -> None:
    warm_up()
    rng = Random(SEED)
    inside = {"value": 0, "gap": 0}
    actions = gaps = done = 0
    while done < positions:
        deal = Deal.start(PRESETS["oklahoma"], 2, rng.randrange(2), rng)
        while deal.phase in ("offer", "draw", "discard") and done < positions:
            position = deal.position(deal.turn)
            if rng.random() < 0.1 and len(position.legal_actions()) > 1:
                done += 1
                brief = analyse(position, playouts=playouts)
                long = analyse(position, playouts=LONGER * playouts, seed=brief.seed ^ 1)
                truth = {entry.action: entry for entry in long.actions}
                best = truth[brief.best.action]
                for entry in brief.actions:
                    true = truth[entry.action]
                    actions += 1
                    error = hypot(entry.error, true.error)
                    inside["value"] += abs(entry.value - true.value) <= 1.96 * error + 1e-3
                    if entry is not brief.best:
                        gaps += 1
                        gap = entry.points_lost - (best.value - true.value)
                        error = hypot(entry.gap_error, entry.gap_error / LONGER**0.5)
                        inside["gap"] += abs(gap) <= 1.96 * error + 1e-3
            deal = deal.after(choose(position))
    print(f"{positions} positions, {playouts} playouts against {LONGER * playouts}, seed {SEED}")
    print(f"values inside the 95 % interval: {inside['value'] / actions:.1%} of {actions}")
    print(f"gaps to the best inside:         {inside['gap'] / gaps:.1%} of {gaps}")


if __name__ == "__main__":
    main(*(int(word) for word in sys.argv[1:]))
