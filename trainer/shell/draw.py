"""The one way to draw cards, hands and positions."""

from __future__ import annotations

import re

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from trainer.game import (
    Position,
    best_spreads,
    cards_of,
    format_card,
    is_meld,
    parse_card,
    points,
)
from trainer.game.match import Score

GLYPHS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
SUIT_STYLES = {"c": "green", "d": "yellow", "h": "red", "s": ""}
"""Four colours besides the letters or glyphs; none of them blue, which is unreadable on black."""

JOINER = "\u00a0"
"""Keeps the cards of a meld together when a line is wrapped."""

_CARD = re.compile(r"\b(10|[A2-9TJQK])([cdhs])\b")
_CODE = re.compile(r"`([^`]*)`")


class Pen:
    """Draws cards for one terminal: with glyphs or letters."""

    def __init__(self, glyphs: bool) -> None:
        self.glyphs = glyphs
        self.dot = "·" if glyphs else "-"
        self.rule = "─" if glyphs else "-"

    def card(self, card: int) -> Text:
        """One card: its rank, and its suit as a coloured glyph or a letter."""
        name = format_card(card)
        suit = GLYPHS[name[1]] if self.glyphs else name[1]
        return Text(name[0] + suit, style=SUIT_STYLES[name[1]])

    def cards(self, cards: list[int], between: str = " ") -> Text:
        """Several cards in the order given."""
        return Text(between).join(self.card(card) for card in cards)

    def prose(self, text: str, style: str = "") -> Text:
        """A sentence with its cards drawn and its `code` set apart."""
        drawn = Text(style=style)
        at = 0
        for code in _CODE.finditer(text):
            drawn.append_text(self._with_cards(text[at : code.start()]))
            drawn.append(code[1], style="bold")
            at = code.end()
        drawn.append_text(self._with_cards(text[at:]))
        return drawn

    def _with_cards(self, text: str) -> Text:
        drawn = Text()
        at = 0
        for match in _CARD.finditer(text):
            drawn.append(text[at : match.start()])
            drawn.append_text(self.card(parse_card(match[0])))
            at = match.end()
        drawn.append(text[at:])
        return drawn

    def spread(self, melds: tuple[int, ...], loose: int) -> Text:
        """Melds in brackets, then the loose cards: ``[4c 5c 6c]  ·  Kh 2d``."""
        parts = [
            Text("[") + self.cards(cards_of(meld), JOINER) + Text("]")
            for meld in sorted(melds, key=lambda meld: meld & -meld)
        ]
        drawn = Text("  ").join(parts)
        if loose:
            if parts:
                drawn.append(f"  {self.dot}  ")
            drawn.append_text(self.cards(by_rank(loose)))
        return drawn

    def groups(self, groups: tuple[int, ...]) -> Text:
        """Groups of cards side by side; melds stand in brackets."""
        return Text("   ").join(
            Text("[") + self.cards(cards_of(group), JOINER) + Text("]")
            if is_meld(group)
            else self.cards(by_rank(group))
            for group in groups
        )

    def hand(self, hand: int) -> Text:
        """A hand at its best spread, with its deadwood."""
        best = best_spreads(hand)[0]
        drawn = self.spread(best.melds, best.loose)
        drawn.append(f"   {best.deadwood}{JOINER}deadwood", style="dim")
        return drawn

    def unarranged(self, hand: int) -> Text:
        """A hand by suits, its melds left for the learner to see."""
        suits = [hand & 0x1FFF << 13 * suit for suit in range(4)]
        return Text("   ").join(self.cards(cards_of(suit)) for suit in suits if suit)


def by_rank(hand: int) -> list[int]:
    """Cards by rank, then suit: pairs and neighbours stand side by side."""
    return sorted(cards_of(hand), key=lambda card: (card % 13, card // 13))


def limit_line(position: Position, pen: Pen) -> Text:
    """What the first upcard decides: ``First upcard 6h: knock with 6 or less``."""
    limit = position.limit
    drawn = Text("First upcard ") + pen.card(position.first_upcard)
    drawn.append(": gin only" if limit == 0 else f": knock with {limit} or less")
    if position.multiplier == 2:
        drawn.append(", counts double", style="bold")
    return drawn


def score_words(score: Score | None) -> str:
    """The score, mine first: ``you 40, they 62``."""
    if score is None:
        return ""
    if len(score.points) == 2:
        return f"you {score.points[0]}, they {score.points[1]}"
    others = ", ".join(f"seat {seat} {points}" for seat, points in enumerate(score.points) if seat)
    return f"you {score.points[0]}, {others}"


def position_view(position: Position, pen: Pen) -> RenderableType:
    """A position as its player sees it."""
    table = position.table
    dealt = "you dealt" if position.dealer == 0 else _who(position, position.dealer) + " dealt"
    facts = [dealt, f"stock {table.stock}"]
    if position.score is not None:
        facts.append(score_words(position.score))
    head = limit_line(position, pen)
    head.append(f"   {'   '.join(facts)}", style="dim")
    lines: list[RenderableType] = [head]
    for seat, known in enumerate(table.known):
        if seat and known:
            lines.append(
                Text(f"{_capital(_who(position, seat))} took and kept ")
                + pen.cards(cards_of(known))
            )
    thrown = _throws(position, pen)
    if thrown is not None:
        lines.append(thrown)
    if table.knocker is not None:
        lines.append(
            Text(f"{_capital(_who(position, table.knocker))} knocked  ")
            + pen.spread(table.spread, position.deadwood_shown)
        )
        if position.deadwood_shown:
            lines[-1] = _joined(lines[-1], f"   {points(position.deadwood_shown)} deadwood")
    elif table.pile:
        lines.append(Text("Upcard  ") + pen.card(table.pile[-1]))
    lines.append(_my_hand(position, pen))
    return Group(*lines)


def _joined(line: RenderableType, more: str) -> Text:
    assert isinstance(line, Text)
    return line + Text(more, style="dim")


def _my_hand(position: Position, pen: Pen) -> RenderableType:
    line = Text("Your hand  ") + pen.hand(position.hand)
    if position.drawn is not None:
        line.append(f"   drawn{JOINER}", style="dim")
        line.append_text(pen.card(position.drawn))
    return Padding(line, (1, 0, 0, 0), expand=False)


def _throws(position: Position, pen: Pen) -> Text | None:
    """Who threw what, the oldest first."""
    table = position.table
    by_seat: dict[int, list[int]] = {}
    for seat, action in table.steps():
        if action.kind in ("discard", "knock", "gin") and action.card is not None:
            by_seat.setdefault(seat, []).append(action.card)
    if not by_seat:
        return None
    parts = [
        Text(f"{_capital(_who(position, seat))} threw ") + pen.cards(cards, JOINER)
        for seat, cards in sorted(by_seat.items(), key=lambda pair: -pair[0])
    ]
    return Text("   ").join(parts)


def _who(position: Position, seat: int) -> str:
    if seat == 0:
        return "you"
    return "they" if position.players == 2 else f"seat {seat}"


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]


def print_indented(console: Console, view: RenderableType, by: int = 2) -> None:
    """Print a view with a margin, unless the window is too narrow to spare one."""
    console.print(Padding(view, (0, 0, 0, by if console.width >= 40 else 0), expand=False))
