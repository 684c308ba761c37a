"""How the keyed table looks: the score, the opponents, the piles, the hand with its cursor."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.rule import Rule
from rich.text import Text

from trainer.game import Match, Position, Rules, cards_of, deadwood, points
from trainer.shell.board import capital, first_upcard, rules_words, score_words, verb, who
from trainer.shell.draw import Columns, Line, Pen
from trainer.shell.held import Held

RECENT = 6
"""Cards of the discard pile that are shown without being asked for."""


@dataclass
class Scene:
    """Everything there is to see, as values."""

    match: Match
    position: Position
    held: Held
    said: list[str] = field(default_factory=list)
    """What has happened since my last decision."""
    panel: RenderableType | None = None
    """A dialog, a hint or a help page."""
    keys: Sequence[tuple[str, str]] = ()
    """Keys with what they do, the most important first."""


def scene_view(scene: Scene, pen: Pen, *, roomy: bool) -> RenderableType:
    """The table above the keys; where there is little room, the piles are one line."""
    parts: list[RenderableType] = [
        head_view(scene.match, scene.position, pen),
        Rule(characters="─" if pen.glyphs else "-", style="dim"),
        seats_view(scene.position, pen),
        *([Text()] if roomy else []),
        piles_view(scene.position, pen, roomy=roomy),
        *([Text()] if roomy else []),
        HandView(scene.held, scene.position, pen),
        Text(),
    ]
    if scene.panel is not None:
        parts.append(scene.panel)
    else:
        parts += [pen.prose(sentence) for sentence in scene.said]
    return Group(*parts)


def head_view(match: Match, position: Position, pen: Pen) -> RenderableType:
    """The match and its score, and what the first upcard decides."""
    rules = match.rules
    goal = "one deal" if rules.target is None else f"to {rules.target}"
    dealer = who(position.dealer, position.players)
    line = Line().add(f"{_rules(rules)}, {goal}", style="bold")
    line.add(score_words(match.score), 3, "bold")
    line.add(f"deal {match.deals + 1}, {dealer} dealt", 3)
    if rules.box and any(match.score.deals_won):
        line.add(f"boxes {' - '.join(map(str, match.score.deals_won))}", 3)
    lines: list[RenderableType] = [line]
    if match.score.columns:
        columns = (" - ".join(map(str, column.points)) for column in match.score.columns)
        lines.append(Text(f"columns  {'   '.join(columns)}"))
    return Group(*lines, first_upcard(position.table, pen))


def _rules(rules: Rules) -> str:
    return capital(rules.preset) if rules_words(rules) == rules.preset else rules_words(rules)


def seats_view(position: Position, pen: Pen) -> RenderableType:
    """The opponents: how many cards, what they are known to hold, what they threw last."""
    rows = []
    for seat in range(1, position.players):
        name = Text(capital(who(seat, position.players)), style="bold")
        if seat == position.table.turn and position.table.phase != "over":
            name.append(" *" if not pen.glyphs else " ◂")
        rows.append(Line().add(name).extend(_seat(position, seat, pen), 3))
    return Group(*rows)


def _seat(position: Position, seat: int, pen: Pen) -> Line:
    table = position.table
    if table.knocker == seat:
        line = Line("knocked").extend(pen.spread(table.spread, position.deadwood_shown))
        if position.deadwood_shown:
            line.add(f"{points(position.deadwood_shown)} deadwood", 3, "dim")
        return line
    line = Line(f"{table.hand_size} cards")
    known = table.known[seat]
    if known:
        hold = verb("hold", seat, position.players)
        line.add(f"{hold}", 3).extend(pen.cards(cards_of(known)), 1).add("(taken)", 1, "dim")
    thrown = [
        action.card
        for actor, action in table.steps()
        if actor == seat and action.kind == "discard" and action.card is not None
    ]
    if thrown:
        line.add("threw", 3).extend(pen.cards(thrown[-RECENT:]), 1)
    return line


def piles_view(position: Position, pen: Pen, *, roomy: bool) -> RenderableType:
    """The stock with its count, and the discard pile with its upcard."""
    table = position.table
    upcard = Text("--") if table.upcard is None else pen.card(table.upcard)
    below = list(reversed(table.pile[:-1]))
    more = Line()
    if below:
        more.add("under it", style="dim").extend(pen.cards(below[:RECENT]), 1)
        if len(below) > RECENT:
            more.add(f"and {len(below) - RECENT} more", 1, "dim")
    if not roomy:
        line = Line().add(f"Stock {table.stock}").add(Text("Upcard ") + _bold(upcard), 3)
        return line.extend(more, 3)
    top, side, bottom = ("┌────┐", "│", "└────┘") if pen.glyphs else ("+----+", "|", "+----+")
    stock = Text(f"{side} {table.stock:>2} {side}")
    pile = Text(f"{side} ") + _bold(upcard) + Text(f" {side}")
    return Group(
        Text("  stock      discard pile"),
        Text(f"  {top}     {top}"),
        Line().add(Text("  ") + stock + Text("     ") + pile).extend(more, 3),
        Text(f"  {bottom}     {bottom}"),
    )


def _bold(text: Text) -> Text:
    drawn = text.copy()
    drawn.stylize("bold")
    return drawn


class Piece(NamedTuple):
    """A card of the hand with the brackets and gaps around it."""

    before: str
    place: int
    """Its place in the order of the hand."""
    after: str

    @property
    def size(self) -> int:
        """Columns."""
        return len(self.before) + 2 + len(self.after)


class HandView:
    """The hand: lifted cards stand a line higher, a mark stands below the one at the cursor.

    Melds stand in brackets; in an order of another kind their numbers stand below the cards.
    """

    def __init__(self, held: Held, position: Position, pen: Pen) -> None:
        self.held = held
        self.position = position
        self.pen = pen

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """A title, then three lines for each row of cards that fits the window."""
        yield self._title()
        row: list[Piece] = []
        for piece in self._pieces():
            if row and sum(placed.size for placed in row) + piece.size + 2 > options.max_width:
                yield from self._drawn(row)
                row = []
            row.append(piece)
        yield from self._drawn(row)

    def _title(self) -> Line:
        held = self.held
        laying = self.position.table.phase == "layoff"
        kept = held.hand & ~held.lifted if laying else held.hand
        title = Line().add("Your hand", style="bold").add(f"{deadwood(kept)} deadwood", 3)
        if laying and held.lifted:
            title.add("without the lifted cards", 1)
        if self.position.drawn is not None:
            title.add(Text("drawn ") + self.pen.card(self.position.drawn), 3)
        if held.sort in ("rank", "suit"):
            title.add(f"by {held.sort}", 3, "dim")
        return title

    def _pieces(self) -> list[Piece]:
        held = self.held
        if held.sort != "melds":
            return [Piece(" " if place else "", place, "") for place in range(len(held.order))]
        pieces: list[Piece] = []
        for meld in held.melds:
            size = meld.bit_count()
            for number in range(size):
                gap = " " if number else "  " if pieces else ""
                opened, closed = "[" * (number == 0), "]" * (number == size - 1)
                pieces.append(Piece(gap + opened, len(pieces), closed))
        gap = f"  {self.pen.dot}  " if pieces else ""
        for place in range(len(pieces), len(held.order)):
            pieces.append(Piece(gap, place, ""))
            gap = " "
        return pieces

    def _drawn(self, row: list[Piece]) -> list[Text]:
        held = self.held
        melds = held.melds if held.sort != "melds" else ()
        above, cards, below = Text("  "), Text("  "), Text("  ")
        for before, place, after in row:
            card = held.order[place]
            drawn = self.pen.card(card)
            number = next((str(n) for n, meld in enumerate(melds, 1) if meld >> card & 1), " ")
            mark = f" {number}"
            if place == held.at:
                drawn.stylize("reverse")
                mark = "<>" if held.moving else f"^{number}"
            lifted = held.lifted >> card & 1
            blank = Text("  ")
            above.append(" " * len(before)).append_text(drawn if lifted else blank)
            cards.append(before).append_text(blank if lifted else drawn).append(after)
            below.append(" " * len(before)).append(mark)
            above.append(" " * len(after))
            below.append(" " * len(after))
        return [above, cards, below]


def history_view(position: Position, pen: Pen) -> RenderableType:
    """The course of the deal so far: every turn with what was taken and thrown."""
    rows = [[Text(name, style="dim") for name in ("", "drew", "threw")]]
    drew: Text = Text()
    pile = [position.first_upcard]
    for seat, action in position.table.steps():
        name = Text(capital(who(seat, position.players)))
        match action.kind:
            case "pass":
                rows.append([name, Text("passed ") + pen.card(pile[-1]), Text()])
            case "take" | "pile":
                drew = Text("took ") + pen.card(pile.pop())
            case "stock":
                drew = (
                    Text("stock") if action.card is None else Text("stock ") + pen.card(action.card)
                )
            case "discard" | "knock" | "gin":
                assert action.card is not None  # these throw a card
                pile.append(action.card)
                rows.append([name, drew, pen.card(action.card)])
    left = [
        Line(f"{capital(who(seat, position.players))} left lying").extend(
            pen.cards(cards_of(cards))
        )
        for seat, cards in enumerate(position.table.declined)
        if seat and cards
    ]
    return Group(Columns(rows, needed=3), *left)
