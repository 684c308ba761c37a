"""The one way to draw cards and hands, and to lay text out in windows of any width."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from typing import Self

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.segment import Segment
from rich.text import Text

from trainer.game import best_spreads, cards_of, format_card, is_meld, parse_card

GLYPHS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
SUIT_STYLES = {"c": "green", "d": "yellow", "h": "red", "s": ""}
"""Four colours besides the letters or glyphs; none of them blue, which is unreadable on black."""

NARROW = 40
"""Columns below which a window has no room for a margin."""

_CARD = re.compile(r"\b(10|[A2-9TJQK])([cdhs])\b")
# What is to be typed stands in `code` or 'quotes'; an apostrophe has a letter before it.
_CODE = re.compile(r"`(?P<code>[^`]*)`|(?<!\w)(?P<quoted>'[^']*')(?!\w)")


class Line:
    """Pieces of text side by side; a narrow window breaks between pieces, never within one."""

    def __init__(self, label: str = "") -> None:
        self._pieces: list[tuple[int, Text]] = []
        if label:
            self.add(Text(label))

    def add(self, piece: Text | str, gap: int = 2, style: str = "") -> Self:
        """Append a piece, ``gap`` columns after the one before."""
        self._pieces.append((gap, Text(piece, style=style) if isinstance(piece, str) else piece))
        return self

    def extend(self, other: Line, gap: int = 2) -> Self:
        """Append the pieces of another line."""
        for number, (between, piece) in enumerate(other._pieces):
            self.add(piece, gap if number == 0 else between)
        return self

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Lines as wide as the window allows; those that go on stand two columns in."""
        line = Text()
        for gap, piece in self._pieces:
            if line and line.cell_len + gap + piece.cell_len > options.max_width:
                yield line
                line = Text("  ") if options.max_width >= NARROW else Text()
            elif line:
                line.append(" " * gap)
            line.append_text(piece)
        yield line


class Columns:
    """Rows of cells in columns, two apart.

    Where the window is too narrow, columns after the first ``needed`` are left out, the last first;
    where even those do not fit, the cells of a row follow one another without being aligned.
    """

    def __init__(self, rows: Sequence[Sequence[Text]], needed: int, right: Collection[int] = ()):
        """``right`` are the columns whose cells stand at their right edge."""
        self.rows = rows
        self.needed = needed
        self.right = right

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """One line a row, or more where it must be."""
        widths = [max(cell.cell_len for cell in column) for column in zip(*self.rows, strict=True)]
        shown = len(widths)
        while shown > self.needed and sum(widths[:shown]) + 2 * (shown - 1) > options.max_width:
            shown -= 1
        aligned = sum(widths[:shown]) + 2 * (shown - 1) <= options.max_width
        for row in self.rows:
            line = Line()
            for number, cell in enumerate(row[:shown]):
                piece = cell.copy()
                if aligned:
                    piece.align("right" if number in self.right else "left", widths[number])
                if piece:
                    line.add(piece)
            yield line


class Margin:
    """A view moved to the right, without blanks at the ends of its lines."""

    def __init__(self, view: RenderableType, left: int = 2) -> None:
        self.view = view
        self.left = left

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """The lines of the view; windows that are too narrow get no margin."""
        left = self.left if console.width >= NARROW else 0
        inner = options.update_width(max(1, options.max_width - left))
        for line in console.render_lines(self.view, inner, pad=False):
            trimmed = _without_trailing_blanks(line)
            if trimmed and left:
                yield Segment(" " * left)
            yield from trimmed
            yield Segment.line()


def _without_trailing_blanks(line: list[Segment]) -> list[Segment]:
    kept = list(line)
    while kept:
        text, style, control = kept.pop()
        text = text.rstrip(" ")
        if text or control:
            kept.append(Segment(text, style, control))
            break
    return kept


class Pen:
    """Draws cards for one terminal: with glyphs or letters."""

    def __init__(self, glyphs: bool) -> None:
        self.glyphs = glyphs
        self.dot = "·" if glyphs else "-"

    def card(self, card: int) -> Text:
        """One card: its rank, and its suit as a coloured glyph or a letter."""
        name = format_card(card)
        suit = GLYPHS[name[1]] if self.glyphs else name[1]
        return Text(name[0] + suit, style=SUIT_STYLES[name[1]])

    def meld(self, meld: int) -> Text:
        """A meld in brackets."""
        cards = Text(" ").join(self.card(card) for card in cards_of(meld))
        return Text("[") + cards + Text("]")

    def prose(self, text: str, style: str = "") -> Text:
        """A sentence with its cards drawn; what is to be typed stays as it is."""
        drawn = Text(style=style)
        at = 0
        for found in _CODE.finditer(text):
            drawn.append_text(self._with_cards(text[at : found.start()]))
            if found["code"] is None:
                drawn.append(found["quoted"])
            else:
                drawn.append(found["code"], style="bold")
            at = found.end()
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

    def cards(self, cards: Iterable[int]) -> Line:
        """Several cards in the order given."""
        line = Line()
        for card in cards:
            line.add(self.card(card), gap=1)
        return line

    def spread(self, melds: tuple[int, ...], loose: int) -> Line:
        """Melds in brackets, then the loose cards: ``[4c 5c 6c]  ·  Kh 2d``."""
        line = Line()
        for meld in sorted(melds, key=lambda meld: meld & -meld):
            line.add(self.meld(meld))
        for number, card in enumerate(by_rank(loose)):
            first = number == 0 and bool(melds)
            drawn = Text(f"{self.dot}  ") + self.card(card) if first else self.card(card)
            line.add(drawn, gap=2 if first else 1)
        return line

    def groups(self, groups: tuple[int, ...]) -> Line:
        """Groups of cards side by side; melds stand in brackets."""
        line = Line()
        for group in groups:
            if is_meld(group):
                line.add(self.meld(group), gap=3)
            else:
                line.extend(self.cards(by_rank(group)), gap=3)
        return line

    def hand(self, hand: int) -> Line:
        """A hand at its best spread, with its deadwood."""
        best = best_spreads(hand)[0]
        return self.spread(best.melds, best.loose).add(f"{best.deadwood} deadwood", 3, "dim")

    def unarranged(self, hand: int) -> Line:
        """A hand by suits, its melds left for the learner to see."""
        line = Line()
        for suit in range(4):
            line.extend(self.cards(cards_of(hand & 0x1FFF << 13 * suit)), gap=3)
        return line


def by_rank(hand: int) -> list[int]:
    """Cards by rank, then suit: pairs and neighbours stand side by side."""
    return sorted(cards_of(hand), key=lambda card: (card % 13, card // 13))
