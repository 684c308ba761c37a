"""How long a learner waits at the table: `python -m benchmarks.answers [DEALS]`.

Whole answers of opponents, chosen and stored, at every level, in deals of two, three and four
players (the target is 300 ms); and the first figures of a hint that is asked for at once, with how
long it takes until waiting brings nothing more (the target of the first is 250 ms).
"""

from __future__ import annotations

import sys
import tempfile
from contextlib import closing
from datetime import UTC, date, datetime
from pathlib import Path
from time import perf_counter, sleep

from benchmarks.review import report
from trainer.game import Rules
from trainer.progress import Store
from trainer.session.play import MatchRun
from trainer.session.sitting import Study
from trainer.session.thinking import Thinking
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
    for players in (2, 3, 4):
        first, last = hints(players, deals)
        report(f"a hint's first figures, {players} players", first)
        report(f"its last figures, {players} players", last)


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


def hints(players: int, deals: int) -> tuple[list[float], list[float]]:
    """Seconds to the first and to the last figures of a hint, at every decision of some deals."""
    first, last = [], []
    with (
        tempfile.TemporaryDirectory() as folder,
        Store(Path(folder) / "progress.sqlite3") as store,
        closing(Thinking()) as thinking,
    ):
        study = Study(store, lambda: datetime.now(UTC), date.today)
        for seed in range(max(1, deals // 4)):
            run = MatchRun.new(
                Rules(target=None), seed, study, opponents=(Opponent(),) * (players - 1)
            )
            warm_up(more=run.kernels)
            while run.deal.phase != "over":
                if not run.my_turn:
                    run.reply()
                    continue
                position = run.position
                if position.ask != "layoff" and len(position.legal_actions()) > 1:
                    start = perf_counter()
                    thinking.latest(position)
                    first.append(perf_counter() - start)
                    while not thinking.settled:
                        sleep(0.01)
                    last.append(perf_counter() - start)
                run.act(str(choose(position)))
    return first, last


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else DEALS)
