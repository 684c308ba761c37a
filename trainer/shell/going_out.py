"""The ways to knock or go gin, and choosing one."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.text import Text

from trainer.game import Action, Position, cards_of, deadwood, melded, points, spreads_within
from trainer.shell.draw import Line, Pen

SHOWN = 6
"""Ways that are shown at once."""


def ways_out(position: Position, kind: str) -> list[Action]:
    """Every way to go out, the one with least deadwood first; gin where a knock would be gin.

    Raises:
        Illegal: there is none.
    """
    legal = position.legal_actions()
    gins = [position.completed(action) for action in legal if action.kind in ("gin", "big gin")]
    gins.sort(key=lambda action: action.kind != "big gin")
    knocks = [
        Action("knock", action.card, spread.melds)
        for action in legal
        if action.kind == "knock" and action.card is not None
        for spread in spreads_within(position.hand & ~(1 << action.card), position.limit)
        if spread.loose
    ]
    knocks.sort(key=lambda way: points(left_by(position, way)))
    ways = gins if kind == "gin" else knocks or gins
    if not ways:
        # The refusal of the nearest try says what is missing.
        throws = [card for card in cards_of(position.hand) if card != position.table.taken]
        best = min(throws, key=lambda card: deadwood(position.hand & ~(1 << card)))
        position.completed(Action("gin" if kind == "gin" else "knock", best))
    return ways


def left_by(position: Position, way: Action) -> int:
    """The cards of deadwood that a way to go out leaves."""
    thrown = 0 if way.card is None else 1 << way.card
    return position.hand & ~(thrown | melded(way.melds))


def way_line(position: Position, way: Action, pen: Pen) -> Line:
    """One way: ``throw Kd   4 deadwood   [4c 5c 6c]  ·  As 3d``."""
    line = Line()
    line.add(Text("big gin") if way.card is None else Text("throw ") + pen.card(way.card))
    loose = left_by(position, way)
    line.add(f"{points(loose):>2} deadwood" if loose else "gin", 2)
    return line.extend(pen.spread(way.melds, loose), 2)


def ways_view(position: Position, ways: list[Action], at: int, pen: Pen) -> RenderableType:
    """The ways around the one that is chosen, which has a mark before it."""
    first = max(0, min(at - SHOWN // 2, len(ways) - SHOWN))
    kind = "Knock" if ways[at].kind == "knock" else "Go gin"
    lines: list[RenderableType] = [
        pen.prose(f"{kind}: this ends your play in the deal. Enter lays it down.", "bold")
    ]
    for number, way in list(enumerate(ways))[first : first + SHOWN]:
        mark = "> " if number == at else "  "
        lines.append(Line().add(mark).extend(way_line(position, way, pen), 0))
    if len(ways) > SHOWN:
        lines.append(Text(f"{at + 1} of {len(ways)}", style="dim"))
    return Group(*lines)
