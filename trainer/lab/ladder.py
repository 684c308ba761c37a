"""Ladders: how often one bot beats another, and by how much, over mirrored pairs of games."""

from __future__ import annotations

import difflib
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from trainer.game import Rules, Unreadable
from trainer.lab.kernel_arena import DEALS, LOG, POINTS, STYLED, WON, play_pairs
from trainer.solver.errors import SolverError
from trainer.solver.kernel_players import PLAYERS, SEARCH
from trainer.solver.levels import LEVELS, STYLES, Opponent
from trainer.solver.players import WORLDS
from trainer.solver.view import terms_of
from trainer.solver.weights import nets

Ints = NDArray[np.int64]
Floats = NDArray[np.float32]

SPIEL = "openspiel"
"""OpenSpiel's simple bot: see `trainer.lab.spiel`."""
_CHUNK = 8  # pairs that a thread plays at a time


class UnknownBot(SolverError):
    """There is no bot of that name."""


@dataclass(frozen=True)
class Ladder:
    """What a ladder found, all from the first bot's side; intervals hold 95 % of the chance."""

    a: str
    b: str
    rules: str | dict[str, object]
    games: int
    games_won: float
    """Share of the games; a tied game counts half."""
    games_won_ci: tuple[float, float]
    points_per_deal: float
    points_per_deal_ci: tuple[float, float]
    seed: int


def bot_number(name: str) -> int:
    """A bot as `kernel_arena` numbers it: a player, or an opponent of practice matches.

    Raises:
        UnknownBot: there is none of that name; with what may have been meant.
    """
    if name in PLAYERS:
        return PLAYERS.index(name)
    try:
        opponent = Opponent.parse(name)
    except Unreadable:
        names = [*dict.fromkeys((*PLAYERS, *LEVELS)), SPIEL]
        close = difflib.get_close_matches(name, names, n=1, cutoff=0.5)
        hint = f", did you mean '{close[0]}'?" if close else ""
        raise UnknownBot(
            f"there is no bot '{name}'{hint}: the bots are {', '.join(names)}, and levels in a "
            "style, as in expert-eager"
        ) from None
    level, style = LEVELS[opponent.level], STYLES[opponent.style]
    return PLAYERS.index(level.bot) + STYLED * style.code


def searches(name: str) -> bool:
    """Whether a bot samples worlds.

    Raises:
        UnknownBot: there is none of that name.
    """
    return name != SPIEL and bot_number(name) % STYLED == SEARCH


def play(
    a: str,
    b: str,
    rules: Rules,
    *,
    pairs: int,
    seed: int,
    worlds: int = WORLDS,
    progress: Callable[[float], None] | None = None,
) -> Ladder:
    """Play mirrored pairs of games on all processors.

    Raises:
        UnknownBot: a name that no bot has.
        SolverError: fewer than two pairs, or Hollywood scoring.
    """
    for name in (a, b):
        if name != SPIEL:
            bot_number(name)
    if pairs < 2:
        raise SolverError(f"pairs is {pairs}: an interval needs at least 2")
    if rules.hollywood:
        raise SolverError("ladders play to one target: choose rules without Hollywood scoring")
    if SPIEL in (a, b):
        if a == SPIEL:
            raise SolverError("write our bot first: okgin lab ladder search openspiel")
        return against_openspiel(a, pairs, seed)
    results, _ = play_out(a, b, rules, pairs=pairs, seed=seed, progress=progress, worlds=worlds)
    return summed_up(a, b, rules, results, seed)


def play_out(
    a: str,
    b: str,
    rules: Rules,
    *,
    pairs: int,
    seed: int,
    progress: Callable[[float], None] | None = None,
    logged: int = 0,
    worlds: int = WORLDS,
    own_nets: Floats | None = None,
) -> tuple[Ints, Ints]:
    """The result of each pair (columns of `kernel_arena`), and the first deals of each chunk.

    The first bot plays by networks of its own where these are given, the other by the learnt ones.
    """
    first_nets = nets() if own_nets is None else own_nets
    table = np.array([terms_of(rules, 2, card) for card in range(52)], np.int64)
    bots = np.array([bot_number(a), bot_number(b)], np.int64)
    results = np.zeros((pairs, 3), np.int64)
    starts = range(0, pairs, _CHUNK)
    logs = np.zeros((len(starts), logged, LOG), np.int64)

    def play_chunk(number: int) -> None:
        first = starts[number]
        play_pairs(
            table,
            rules.target or 0,
            int(rules.next_dealer == "winner"),
            bots,
            worlds,
            seed,
            first,
            first_nets,
            nets(),
            results[first : first + _CHUNK],
            logs[number],
        )

    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        for done, _ in enumerate(pool.map(play_chunk, range(len(starts))), start=1):
            if progress is not None:
                progress(done / len(starts))
    return results, logs.reshape(-1, LOG)


def against_openspiel(a: str, pairs: int, seed: int) -> Ladder:
    """Mirrored pairs of single deals against OpenSpiel's simple bot, see `trainer.lab.spiel`.

    Raises:
        SolverError: OpenSpiel is not installed, or the bot does not play there.
    """
    from trainer.lab.spiel import RULES, play_pairs

    points = play_pairs(a, pairs, seed)
    results = np.zeros((pairs, 3), np.int64)
    results[:, WON] = (1 + np.sign(points)).sum(axis=1)
    results[:, POINTS] = points.sum(axis=1)
    results[:, DEALS] = 2
    return summed_up(a, SPIEL, RULES, results, seed)


def summed_up(a: str, b: str, rules: Rules, results: Ints, seed: int) -> Ladder:
    """The ladder of these results; errors are those of pairs, which are independent."""
    pairs = len(results)
    won = results[:, WON] / 4
    points, deals = results[:, POINTS].astype(float), results[:, DEALS]
    share = float(won.mean())
    a_deal = float(points.sum() / deals.sum())
    # The error of a ratio of sums, from what each pair differs from it.
    residuals = points - a_deal * deals
    scale = (pairs / (pairs - 1)) ** 0.5
    share_error = float(won.std()) * scale / pairs**0.5
    deal_error = scale * float((residuals**2).sum()) ** 0.5 / float(deals.sum())
    won_low, won_high = _interval(share, share_error)
    return Ladder(
        a,
        b,
        rules.to_value(),
        2 * pairs,
        round(share, 4),
        (max(0.0, won_low), min(1.0, won_high)),
        round(a_deal, 3),
        _interval(a_deal, deal_error),
        seed,
    )


def _interval(mean: float, error: float) -> tuple[float, float]:
    return round(mean - 1.96 * error, 4), round(mean + 1.96 * error, 4)
