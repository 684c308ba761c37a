"""How long opponents take to answer: `python -m benchmarks.answers [DEALS]`.

Whole answers as a learner waits for them: chosen, and stored, at every level, in deals of two,
three and four players. The target is 300 ms.
"""

from __future__ import annotations

import sys
import tempfile
from datetime import UTC, date, datetime
from pathlib import Path
from time import perf_counter

from benchmarks.review import report
from trainer.game import Rules
from trainer.progress import Store
from trainer.session.play import MatchRun
from trainer.session.sitting import Study
from trainer.solver.compile import warm_up
from trainer.solver.levels import LEVELS, Opponent
from trainer.solver.policy import choose

DEALS = 20


def main(deals: int) -> None:
    """Play, and print the times."""
    everything: list[float] = []
    for players in (2, 3, 4):
        for level in LEVELS:
            times = answers(Opponent(level), players, deals)
            report(f"{level}, {players} players", times)
            everything += times
    report("all answers", everything)


def answers(opponent: Opponent, players: int, deals: int) -> list[float]:
    """Seconds of each answer in some deals, the kernels being loaded."""
    times = []
    with (
        tempfile.TemporaryDirectory() as folder,
        Store(Path(folder) / "progress.sqlite3") as store,
    ):
        study = Study(store, lambda: datetime.now(UTC), date.today)
        for seed in range(deals):
            seats = (opponent,) * (players - 1)
            run = MatchRun.new(Rules(target=None), seed, study, opponents=seats)
            warm_up(more=run.kernels)
            while run.deal.phase != "over":
                if run.my_turn:
                    run.act(str(choose(run.position)))
                    continue
                start = perf_counter()
                run.reply()
                times.append(perf_counter() - start)
    return times


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else DEALS)
