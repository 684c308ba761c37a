"""A position from a file or standard input, analysed."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from trainer.content import read_position_file, read_position_text
from trainer.game import Position
from trainer.shell.board import position_view
from trainer.shell.desk import Desk
from trainer.shell.views import table_view
from trainer.shell.warmup import prepare_solver
from trainer.solver.analyse import DEFAULT_PLAYOUTS, analyse
from trainer.solver.analysis import ActionValue, Analysis
from trainer.solver.exact import exact_values


def read_position(name: str) -> Position:
    """The position in a file, or on standard input for ``-``.

    Raises:
        ContentError: the file cannot be read, or its position is not one.
    """
    if name == "-":
        return read_position_text(sys.stdin.read(), Path("<standard input>"))
    return read_position_file(Path(name))


def show_solution(
    desk: Desk, name: str, playouts: int | None = None, seed: int | None = None
) -> None:
    """Print a position and the table of its actions.

    Raises:
        ContentError: the position cannot be read.
        SolverError: it cannot be analysed here.
    """
    position = read_position(name)
    if exact_values(position) is None:
        prepare_solver(desk)
    analysis = analyse(position, playouts=playouts or DEFAULT_PLAYOUTS, seed=seed)
    desk.show(position_view(position, desk.pen))
    desk.gap()
    desk.show(table_view(analysis, desk.pen))


def analysis_json(analysis: Analysis) -> str:
    """An analysis as one line of JSON, its actions best first."""
    return json.dumps(
        {
            "ask": analysis.ask,
            "tier": analysis.tier,
            "rules": analysis.rules,
            "playouts": analysis.playouts,
            "seed": analysis.seed,
            "actions": [_entry(value) for value in analysis.actions],
            "best": analysis.best.action,
        }
    )


def _entry(value: ActionValue) -> dict[str, object]:
    entry: dict[str, object] = {
        "action": value.action,
        "value": value.value,
        "error": value.error,
        "points_lost": value.points_lost,
        "accepted": value.accepted,
    }
    return {**entry, "spread": value.spread} if value.spread else entry
