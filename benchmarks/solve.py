"""How long an analysis takes: ``python -m benchmarks.solve``.

Times are wall clock on all processors and, in brackets, on one thread; the kernels are loaded.
"""

from __future__ import annotations

import os
import subprocess
import sys
from random import Random
from time import perf_counter
from unittest.mock import patch

from trainer.game import PRESETS, Deal, Position
from trainer.solver import DEFAULT_PLAYOUTS, analyse, choose, warm_up

SEED = 3
DECISIONS = 12


def main() -> None:
    start = perf_counter()
    warm_up()
    print(f"loading the kernels: {perf_counter() - start:.2f} s")
    asked = decisions(Random(SEED))
    print(f"milliseconds an analysis, mean of {DECISIONS} decisions ({os.cpu_count()} processors)")
    print("playouts   offer           draw            discard")
    for playouts in (128, 512, DEFAULT_PLAYOUTS, 4 * DEFAULT_PLAYOUTS):
        cells = []
        for ask in ("offer", "draw", "discard"):
            all_threads = mean_time(asked[ask], playouts)
            with patch("os.cpu_count", lambda: 1):
                one = mean_time(asked[ask], playouts)
            cells.append(f"{all_threads:6.1f} ({one:6.1f})")
        print(f"{playouts:8}   {'  '.join(cells)}")
    start = perf_counter()
    program = (
        "from trainer.game import Position, from_line\n"
        "from trainer.solver import analyse\n"
        "import sys\n"
        "analyse(from_line(Position, sys.argv[1]))"
    )
    from trainer.game import to_line

    line = to_line(asked["discard"][0])
    subprocess.run([sys.executable, "-c", program, line], check=True)
    print(f"a whole process, default playouts: {perf_counter() - start:.2f} s")


def decisions(rng: Random) -> dict[str, list[Position]]:
    """Decisions of each kind from the base policy's play."""
    found: dict[str, list[Position]] = {"offer": [], "draw": [], "discard": []}
    while any(len(positions) < DECISIONS for positions in found.values()):
        deal = Deal.start(PRESETS["oklahoma"], 2, 0, rng)
        while deal.phase in found:
            position = deal.position(deal.turn)
            if len(position.legal_actions()) > 1 and rng.random() < 0.2:
                found[deal.phase].append(position)
            deal = deal.after(choose(position))
    return {ask: positions[:DECISIONS] for ask, positions in found.items()}


def mean_time(positions: list[Position], playouts: int) -> float:
    """Milliseconds an analysis."""
    start = perf_counter()
    for position in positions:
        analyse(position, playouts=playouts)
    return (perf_counter() - start) / len(positions) * 1e3


if __name__ == "__main__":
    main()
