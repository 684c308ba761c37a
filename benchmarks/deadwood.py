"""Deadwood of random ten-card hands, ours beside other engines': ``python -m benchmarks.deadwood``.

All are timed on one thread, in this run, on the same hands. OpenSpiel (C++) is reached through its
Python binding, where turning a list of ten ints into a C++ vector takes part of the time: the line
"without the call" subtracts what its cheapest function of the same list takes, which flatters it.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from random import Random
from time import perf_counter
from typing import Any

import numpy as np

from trainer.game import cards_of, deadwood, hand_of
from trainer.solver import warm_up
from trainer.solver.kernel_cards import fill_deadwood, one_deadwood

BATCH = 1_000_000
SEED = 20


def main() -> None:
    warm_up()
    rng = Random(SEED)
    hands = [hand_of(rng.sample(range(52), 10)) for _ in range(BATCH)]
    array = np.array(hands, np.int64)
    out = np.zeros(BATCH, np.int64)
    ours = min(timed(lambda: fill_deadwood(array, out)) for _ in range(5)) / BATCH
    print(f"{BATCH:,} random ten-card hands, seed {SEED}; nanoseconds a hand, one thread")
    line("our kernel, batch", ours)
    line("our kernel, single calls from Python", each(one_deadwood, hands[:200_000]))
    line("our pure Python", each(deadwood, hands[:200_000]))
    assert out[:2000].tolist() == [deadwood(hand) for hand in hands[:2000]]
    open_spiel(hands, out.tolist(), ours)
    rlcard(hands, out.tolist(), ours)


def open_spiel(hands: Sequence[int], expected: Sequence[int], ours: float) -> None:
    """OpenSpiel's ``min_deadwood``."""
    spiel = optional("pyspiel")
    if spiel is None:
        return
    utils = spiel.gin_rummy.GinRummyUtils(13, 4, 10)
    lists = [cards_of(hand) for hand in hands[:200_000]]
    differ = sum(utils.min_deadwood(cards) != expected[i] for i, cards in enumerate(lists[:20_000]))
    taken = each(utils.min_deadwood, lists)
    call = each(utils.total_card_value, lists)
    line("OpenSpiel, through its binding", taken, ours)
    line("OpenSpiel, without the call", taken - call, ours)
    print(f"  it differs from ours in {differ} of 20,000 hands")


def rlcard(hands: Sequence[int], expected: Sequence[int], ours: float) -> None:
    """RLCard's best meld clusters, in Python."""
    melding = optional("rlcard.games.gin_rummy.utils.melding")
    if melding is None:
        return
    utils: Any = importlib.import_module("rlcard.games.gin_rummy.utils.utils")
    deck = [utils.get_card(card_id=card) for card in range(52)]

    def count(cards: list[Any]) -> int:
        best = melding.get_best_meld_clusters(cards)
        return int(utils.get_deadwood_count(cards, best[0] if best else []))

    lists = [[deck[card] for card in cards_of(hand)] for hand in hands[:10_000]]
    differ = sum(count(cards) != expected[i] for i, cards in enumerate(lists[:2000]))
    line("RLCard", each(count, lists), ours)
    print(f"  it differs from ours in {differ} of 2,000 hands")


def optional(module: str) -> Any:
    """A module of another engine, or None with a line that says so."""
    try:
        return importlib.import_module(module)
    except ImportError:
        print(f"{module} is not installed: pip install 'okgin[engines]'")
        return None


def timed(run: Callable[[], object]) -> float:
    """Seconds that one run takes."""
    start = perf_counter()
    run()
    return perf_counter() - start


def each(function: Callable[[Any], object], values: Sequence[object]) -> float:
    """Seconds a call, the best of three rounds."""

    def all_of_them() -> None:
        for value in values:
            function(value)

    return min(timed(all_of_them) for _ in range(3)) / len(values)


def line(name: str, seconds: float, ours: float | None = None) -> None:
    """One line of the table."""
    times = f"  ours is {seconds / ours:,.0f} times as fast" if ours else ""
    print(f"{name:38} {seconds * 1e9:10.1f} ns  {1e-6 / seconds:9.3f} million/s{times}")


if __name__ == "__main__":
    main()
