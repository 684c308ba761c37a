"""Speed of self-play and of a search decision: ``python -m benchmarks.selfplay [PAIRS]``.

All times are of one thread with the kernels loaded. OpenSpiel's simple bot plays itself by its own
engine in the same run; the ratio of deals a second is what to compare. The last figure is a process
that finds no compiled kernels.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from random import Random
from time import perf_counter
from unittest.mock import patch

from benchmarks.solve import decisions
from trainer.game import PRESETS
from trainer.lab.kernel_arena import DEALS
from trainer.lab.ladder import play_out
from trainer.lab.spiel import openspiel
from trainer.solver import players, warm_up

SEED = 4
SPIEL_DEALS = 200
WORLDS = 512


def main(pairs: int = 500) -> None:
    warm_up()
    with patch("os.cpu_count", lambda: 1):
        ours = own_rate(pairs)
    theirs = spiel_rate()
    print(f"deals a second: base against itself {ours:,.0f}, OpenSpiel's simple bot {theirs:.1f}")
    print(f"ratio: {ours / theirs:,.0f}")
    times = sorted(decision_times())
    mean, longest = sum(times) / len(times), times[-1]
    print(f"a discard by search, {WORLDS} worlds: mean {mean:.1f} ms, longest {longest:.1f} ms")
    print(f"compiling an analysis's kernels from nothing: {cold_start():.1f} s")


def own_rate(pairs: int) -> float:
    """Deals a second of the base policy against itself."""
    play_out("base", "base", PRESETS["knock10"], pairs=2, seed=SEED)
    start = perf_counter()
    results, _ = play_out("base", "base", PRESETS["knock10"], pairs=pairs, seed=SEED)
    return float(results[:, DEALS].sum()) / (perf_counter() - start)


def spiel_rate() -> float:
    """Deals a second of OpenSpiel's simple bot against itself."""
    module = openspiel()
    game = module.load_game("gin_rummy(oklahoma=true,knock_card=10)")
    rng = Random(SEED)
    start = perf_counter()
    for _ in range(SPIEL_DEALS):
        bots = [module.make_simple_gin_rummy_bot(game.get_parameters(), seat) for seat in range(2)]
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, chances)[0])
            else:
                state.apply_action(bots[state.current_player()].step(state))
    return SPIEL_DEALS / (perf_counter() - start)


def decision_times() -> list[float]:
    """Milliseconds of each of some discards by search."""
    times = []
    with patch.object(players, "WORLDS", WORLDS):
        asked = decisions(Random(SEED))["discard"]
        players.choose_search(asked[0])
        for position in asked:
            start = perf_counter()
            players.choose_search(position)
            times.append(1000 * (perf_counter() - start))
    return times


def cold_start() -> float:
    """Seconds that a process takes to compile the kernels of an analysis."""
    with tempfile.TemporaryDirectory() as home:
        start = perf_counter()
        subprocess.run(
            [sys.executable, "-c", "from trainer.solver import warm_up; warm_up()"],
            env={**os.environ, "OKGIN_HOME": home},
            check=True,
        )
        return perf_counter() - start


if __name__ == "__main__":
    main(*(int(word) for word in sys.argv[1:]))
