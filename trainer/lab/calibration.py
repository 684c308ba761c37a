"""How well the belief is calibrated: predicted against true hands, by turn and opponent style."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from trainer.game import Rules
from trainer.lab import kernel_calibration as kernel
from trainer.solver.errors import SolverError
from trainer.solver.kernel_learnt import HASTY, NORMAL, PATIENT
from trainer.solver.kernel_players import PLAYERS
from trainer.solver.view import terms_of
from trainer.solver.weights import nets

Floats = NDArray[np.float64]

STYLES = {"learnt": NORMAL, "learnt-eager": HASTY, "learnt-hoarder": PATIENT}
"""Players that a style is fitted to."""
OTHERS = ("simple", "camper")
"""Players that the belief was not fitted to: it has to make do with its styles."""
BELIEFS = ("told", "inferred")
PARTS = (
    f"before {kernel.MIDDLE} throws",
    f"{kernel.MIDDLE} to {kernel.LATE - 1} throws",
    f"{kernel.LATE} throws and more",
)
"""The parts of a deal, by what the opponent has thrown."""
WORLDS = 64
ENOUGH = 100
"""Turns with fewer decisions are not shown."""

_CHUNK = 60  # deals that a thread plays at a time


@dataclass(frozen=True)
class Turn:
    """All decisions after so many throws of the opponent; deadwood in points."""

    turn: int
    decisions: int
    true: float
    predicted: float
    error: float
    """Standard error of predicted less true."""
    normal: float
    """Mean chance that the inferring belief gives to each style."""
    hasty: float
    patient: float

    @property
    def off(self) -> float:
        """Predicted less true deadwood."""
        return self.predicted - self.true


@dataclass(frozen=True)
class Bin:
    """All cards that the belief held for about equally likely to be in the opponent's hand."""

    cards: int
    predicted: float
    true: float


@dataclass(frozen=True)
class Part:
    """All decisions in one part of the deals."""

    name: str
    bins: tuple[Bin, ...]


@dataclass(frozen=True)
class Calibration:
    """One belief about one opponent."""

    opponent: str
    belief: str
    turns: tuple[Turn, ...]
    parts: tuple[Part, ...]

    @property
    def worst(self) -> float:
        """The largest difference of predicted and true deadwood at any turn, in points."""
        return max((abs(turn.off) for turn in self.turns), default=0.0)


def calibrate(rules: Rules, *, deals: int, seed: int) -> list[Calibration]:
    """Compare the belief with the truth in so many deals of each opponent, rounded up to chunks.

    The opponent plays against the learnt policy, which looks on before each of its draws.
    """
    found = []
    for name in (*STYLES, *OTHERS):
        by_turn, by_chance = _sums(rules, name, deals, seed)
        for number, belief in enumerate(BELIEFS):
            if by_turn[number].any():
                found.append(
                    Calibration(name, belief, _turns(by_turn[number]), _parts(by_chance[number]))
                )
    return found


def _sums(rules: Rules, name: str, deals: int, seed: int) -> tuple[Floats, Floats]:
    table = np.array([terms_of(rules, 2, card) for card in range(52)], np.int64)
    player, style = PLAYERS.index(name), STYLES.get(name, -1)

    def play(chunk: int) -> tuple[Floats, Floats]:
        by_turn = np.zeros((2, kernel.TURNS_SHOWN, kernel.COLUMNS))
        by_chance = np.zeros((2, kernel.PARTS * kernel.BINS, 3))
        kernel.calibrate(
            table, player, style, _CHUNK, WORLDS, seed, chunk, nets(), by_turn, by_chance
        )
        return by_turn, by_chance

    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        parts = list(pool.map(play, range(-(-deals // _CHUNK))))
    return np.sum([part[0] for part in parts], axis=0), np.sum([part[1] for part in parts], axis=0)


def _turns(sums: Floats) -> tuple[Turn, ...]:
    turns = []
    for turn, row in enumerate(sums):
        number = row[kernel.DECISIONS]
        if number < ENOUGH:
            continue
        mean = row / number
        variance = mean[kernel.OFF_SQUARES] - mean[kernel.OFF] ** 2
        normal, hasty, patient = mean[kernel.STYLE :]
        turns.append(
            Turn(
                turn,
                int(number),
                mean[kernel.TRUE],
                mean[kernel.TRUE] + mean[kernel.OFF],
                float((variance / number) ** 0.5),
                normal,
                hasty,
                patient,
            )
        )
    return tuple(turns)


def _parts(sums: Floats) -> tuple[Part, ...]:
    return tuple(
        Part(
            name,
            tuple(
                Bin(int(cards), chance / cards, held / cards)
                for cards, chance, held in rows
                if cards
            ),
        )
        for name, rows in zip(PARTS, sums.reshape(kernel.PARTS, kernel.BINS, 3), strict=True)
    )


def draw(found: list[Calibration], path: Path) -> None:
    """Draw the tables as a picture, whose kind the file's ending tells.

    Raises:
        SolverError: matplotlib is missing.
    """
    try:
        import matplotlib as mpl

        mpl.use("agg")
        from matplotlib import pyplot as plt
    except ImportError as error:
        raise SolverError(
            "the picture needs matplotlib: install it with 'pip install matplotlib', or leave out "
            "--svg"
        ) from error
    names = [*STYLES, *OTHERS]
    colours = {"told": "tab:blue", "inferred": "tab:orange"}
    figure, axes = plt.subplots(2, len(names), figsize=(3.4 * len(names), 6.4), squeeze=False)
    for column, name in enumerate(names):
        above, below = axes[0, column], axes[1, column]
        for part in (part for part in found if part.opponent == name):
            colour = colours[part.belief]
            at = [turn.turn for turn in part.turns]
            above.plot(at, [turn.predicted for turn in part.turns], color=colour, label=part.belief)
            for piece, line in zip(part.parts, (":", "--", "-"), strict=True):
                below.plot(
                    [b.predicted for b in piece.bins],
                    [b.true for b in piece.bins],
                    marker="o",
                    markersize=3,
                    color=colour,
                    linestyle=line,
                    label=f"{part.belief}, {piece.name}",
                )
        last = [part for part in found if part.opponent == name][-1]
        above.plot(
            [turn.turn for turn in last.turns],
            [turn.true for turn in last.turns],
            color="black",
            linestyle="none",
            marker="x",
            label="true",
        )
        below.plot([0, 1], [0, 1], color="grey", linewidth=0.8, linestyle=":")
        above.set(title=name, xlabel="throws made", ylim=(0, 60))
        below.set(xlabel="predicted chance", xlim=(0, 1), ylim=(0, 1))
    axes[0, 0].set_ylabel("opponent's deadwood, points")
    axes[1, 0].set_ylabel("share of the cards held")
    axes[0, 0].legend()
    axes[1, 0].legend(fontsize="x-small", loc="lower right")
    figure.tight_layout()
    figure.savefig(path)
    plt.close(figure)
