"""Small lessons and puzzles for the tests of content, and analyses made up for them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from trainer.game import Position
from trainer.solver.analysis import ActionValue, Analysis, is_accepted
from trainer.solver.exact import exact_values

DISCARD = """\
position:
  dealer: them
  first_upcard: 6h
  hand: 2c 3c 4c 7d 7h 9s 9d Jc Kc Ad 5s
  drawn: 5s
  history: "x x s/Kd p/9c s"
"""
"""Eleven cards, seat 0 to throw; the deadwood cannot be low enough to knock."""

KNOCK = """\
position:
  dealer: me
  first_upcard: 6h
  hand: 2c 3c 4c 7d 7h 7s 9s 9d 9h 3h 2d
  drawn: 2d
  history: "x x s/Kd s"
"""
"""Three melds, 3h and 2d: knock with 2 or 3, or play on for gin."""

LAYOFF = """\
position:
  dealer: me
  first_upcard: Th
  hand: 6h Td 2c 2d 3s 4s 8s Qs 8c 9c
  history: "x x s/Kd!"
  spread: "7h 8h 9h | Jc Qc Kc | 5s 6s 7s"
"""
"""6h goes on the hearts, 4s and after it 3s, and 8s, go on the spades; nothing else fits."""


def puzzle(rest: str = DISCARD, **keys: str) -> str:
    """A whole puzzle ``p``; keys of its head replace or extend the usual ones."""
    head = {"format": "1", "id": "p", "title": "A choice", "ask": "decide", **keys}
    return "".join(f"{key}: {value}\n" for key, value in head.items()) + rest


def lesson(*steps: str, **keys: str) -> str:
    """A whole lesson ``l``, number 1."""
    head = {"format": "1", "id": "l", "number": "1", "title": "T", "objective": "O", **keys}
    written = "".join(f"{key}: {value}\n" for key, value in head.items()) + "steps:\n"
    for step in steps:
        lines = step.strip("\n").split("\n")
        written += f"  - {lines[0]}\n" + "".join(f"    {line}\n" for line in lines[1:])
    return written


def count(id: str, hand: str = "7h 8h 9h Kc", *more: str) -> str:
    """A step that asks for a count."""
    return "\n".join(["ask: count", f"id: {id}", f"hand: {hand}", *more])


def meld(id: str, cards: str = "7h 8h 9h", *more: str) -> str:
    """A step that asks whether something is a meld."""
    return "\n".join(["ask: meld", f"id: {id}", f"cards: {cards}", *more])


def write(folder: Path, **texts: str) -> Path:
    """Write a content folder; ``l_01_x`` is the lesson ``01-x``, ``p_y`` the puzzle ``y``."""
    for kind in ("lessons", "puzzles"):
        (folder / kind).mkdir(parents=True, exist_ok=True)
    for name, text in texts.items():
        kind = {"l": "lessons", "p": "puzzles"}[name[0]]
        (folder / kind / f"{name[2:].replace('_', '-')}.yaml").write_text(text)
    return folder


def solver(
    losses: dict[str, float], gap_error: float = 0.05, version: str = "1", shift: float = 0.0
) -> Callable[[Position, int], Analysis]:
    """A solver that claims these losses, 10 points for any other action, and exact truths.

    Errors shrink with the root of the playouts; ``gap_error`` is that of 65536.
    """

    def solve(position: Position, playouts: int) -> Analysis:
        exact = exact_values(position)
        error = 0.0 if exact is not None else gap_error * (65536 / playouts) ** 0.5
        if exact is None:
            claimed = [(a.label, losses.get(a.label, 10.0)) for a in position.legal_actions()]
            exact = tuple(
                ActionValue(
                    action=action,
                    value=5.0 - lost + shift,
                    error=error,
                    points_lost=lost,
                    gap_error=0.0 if lost == 0.0 else error,
                    accepted=is_accepted(lost, error if lost else 0.0, position.multiplier),
                )
                for action, lost in sorted(claimed, key=lambda pair: pair[1])
            )
        return Analysis(
            ask=position.ask,
            tier="estimate" if error else "exact",
            rules=position.rules.to_value(),
            playouts=playouts,
            seed=1,
            belief="",
            opponent="",
            version=version,
            multiplier=position.multiplier,
            actions=exact,
        )

    return solve
