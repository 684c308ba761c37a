"""A position from a file or standard input, analysed."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path

import msgspec

from trainer.coach.reasons import reasons_for
from trainer.content import read_position_file, read_position_text
from trainer.game import Position
from trainer.shell.board import position_view
from trainer.shell.desk import Desk
from trainer.shell.views import panel_view, reasons_view, table_view
from trainer.shell.warmup import prepare_solver
from trainer.solver.analyse import analyse
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


def show_solution(desk: Desk, name: str, solve: Callable[[Position], Analysis] = analyse) -> None:
    """Print a position, the table of its actions, and why the best one is.

    Raises:
        ContentError: the position cannot be read.
        SolverError: it cannot be analysed here.
    """
    position = read_position(name)
    if exact_values(position) is None:
        prepare_solver(desk)
    analysis = solve(position)
    desk.show(position_view(position, desk.pen))
    desk.gap()
    desk.show(table_view(analysis, desk.pen))
    desk.gap()
    desk.show(reasons_view(reasons_for(position, analysis.best, analysis), desk.pen))
    if analysis.panel:
        desk.gap()
        desk.show(panel_view(analysis, desk.pen))


def analysis_json(analysis: Analysis) -> str:
    """An analysis as one line of JSON, its actions best first."""
    answer: dict[str, object] = {
        "ask": analysis.ask,
        "tier": analysis.tier,
        "rules": analysis.rules,
        "playouts": analysis.playouts,
        "seed": analysis.seed,
        "actions": [_entry(value) for value in analysis.actions],
        "best": analysis.best.action,
    }
    if analysis.best_for_match is not None:
        answer |= {
            "best_for_match": analysis.best_for_match.action,
            "best_in_points": analysis.best_in_points.action,
        }
    if analysis.tier == "estimate":
        answer |= {"belief": analysis.belief, "opponent": analysis.opponent}
    if analysis.panel:
        opinions = [msgspec.to_builtins(opinion) for opinion in analysis.panel]
        answer |= {"panel": opinions, "survives": analysis.survives}
    return json.dumps(answer)


def _entry(value: ActionValue) -> dict[str, object]:
    entry: dict[str, object] = {
        "action": value.action,
        "value": value.value,
        "error": value.error,
        "points_lost": value.points_lost,
        "accepted": value.accepted,
    }
    if value.match is not None:
        entry["match"] = msgspec.to_builtins(value.match)
    if value.endings:
        entry |= {"endings": value.endings, "ending_points": value.ending_points}
        entry["ending_gap_errors"] = value.ending_gap_errors
    if value.spread:
        entry |= {"spread": value.spread, "enumerated": value.enumerated}
    if value.replies:
        replies = {name: msgspec.to_builtins(reply) for name, reply in value.replies.items()}
        entry |= {
            "taken": value.taken,
            "fits": value.fits,
            "replies": replies,
            "punishing": value.punishing,
        }
    return entry
