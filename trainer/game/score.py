"""What a finished deal scores, for two to four players."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from trainer.game.rules import Rules

Ending = Literal["knock", "undercut", "gin", "big gin", "void"]


@dataclass(frozen=True, slots=True)
class Result:
    """How a deal ended.

    ``points`` are what each seat scores, doubling included; ``deadwood`` is what each seat was left
    with after layoffs (all zero after a void deal); ``winner`` is the seat that won, None if void.
    """

    kind: Ending
    points: tuple[int, ...]
    winner: int | None
    deadwood: tuple[int, ...]


def void_result(players: int) -> Result:
    """A deal that nobody won."""
    return Result("void", (0,) * players, None, (0,) * players)


def score_deal(
    rules: Rules,
    first_upcard: int,
    knocker: int,
    deadwood: Sequence[int],
    going_out: Literal["knock", "gin", "big gin"],
) -> Result:
    """Score a deal that somebody ended.

    The knocker settles with each opponent on their own: the difference (plus ``knock_bonus``) from
    one who is above, the undercut bonus plus the difference to one who is level or below. A gin
    bonus is scored once. The deal is won by the knocker, or else by the lowest undercutter, the
    first to the knocker's left among equals.
    """
    players = len(deadwood)
    points = [0] * players
    others = [(knocker + step) % players for step in range(1, players)]
    if going_out != "knock":
        bonus = rules.gin_bonus if going_out == "gin" else (rules.big_gin_bonus or 0)
        points[knocker] = bonus + sum(deadwood[seat] for seat in others)
        kind: Ending = going_out
        winner = knocker
    else:
        count = deadwood[knocker]
        for seat in others:
            if deadwood[seat] > count:
                points[knocker] += rules.knock_bonus + deadwood[seat] - count
            else:
                points[seat] += rules.undercut_bonus + count - deadwood[seat]
        lowest = min(others, key=lambda seat: deadwood[seat])
        undercut = deadwood[lowest] <= count
        kind = "undercut" if undercut else "knock"
        winner = lowest if undercut else knocker
    factor = rules.multiplier(first_upcard)
    return Result(kind, tuple(factor * p for p in points), winner, tuple(deadwood))
