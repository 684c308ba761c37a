"""Actions, and the notation in which the history of a deal is written.

One token a decision: ``x`` pass, ``s`` stock (``s5s`` where the card is known), ``p`` the discard
pile, ``/Kd`` discarded, ``/Kd!`` discarded with a knock or gin, ``!!`` big gin. A turn's two tokens
stand together: ``x x s/Kd p/9c s``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, get_args

from trainer.game.cards import format_card, format_hand, parse_card, parse_hand
from trainer.game.errors import Unreadable
from trainer.game.melds import format_spread, parse_spread

Kind = Literal["pass", "take", "stock", "pile", "discard", "knock", "gin", "big gin", "lay"]

_WITH_CARD = ("discard", "knock", "gin")
_BARE = ("pass", "take", "stock", "pile", "big gin")


@dataclass(frozen=True, slots=True)
class Action:
    """One decision of a player. ``str`` writes it, :meth:`parse` reads that back."""

    kind: Kind
    card: int | None = None
    """The card discarded; for ``stock`` the card drawn, where it is known."""
    melds: tuple[int, ...] = ()
    """The spread of a knock or gin."""
    laid: int = 0
    """The cards of a layoff."""

    def __str__(self) -> str:
        if self.melds:
            return f"{self.label}: {format_spread(self.melds)}"
        return self.label

    @property
    def label(self) -> str:
        """The action without the spread of a knock: ``knock 3d``."""
        if self.kind == "lay":
            return f"lay {format_hand(self.laid)}" if self.laid else "lay nothing"
        return self.kind if self.card is None else f"{self.kind} {format_card(self.card)}"

    @classmethod
    def parse(cls, text: str) -> Action:
        """Read an action: ``take``, ``discard 3d``, ``knock 3d: 7h 8h 9h``, ``lay 8h``...

        Raises:
            Unreadable: the text is no action, or a card in it cannot be read.
        """
        words = " ".join(text.split())
        head, _, tail = words.partition(" ")
        head = head.lower()
        if words.lower() in _BARE:
            return cls(next(kind for kind in get_args(Kind) if kind == words.lower()))
        if words.lower().startswith("big gin:"):
            return cls("big gin", melds=parse_spread(words[8:]))
        if head == "stock":
            return cls("stock", parse_card(tail))
        if head == "lay":
            return cls("lay", laid=0 if tail.lower() in ("", "nothing") else parse_hand(tail))
        if head in _WITH_CARD and tail:
            card, colon, melds = tail.partition(":")
            if colon and head == "discard":
                raise Unreadable(f"cannot read '{text}': only a knock or gin names its spread")
            kind = next(kind for kind in get_args(Kind) if kind == head)
            return cls(kind, parse_card(card), parse_spread(melds) if colon else ())
        raise Unreadable(
            f"cannot read the action '{text}': write take, pass, stock, pile, discard 3d, "
            "knock 3d, gin 3d, big gin or lay 8h 9h"
        )


_TOKEN = re.compile(
    r"(?P<pass>x)|(?P<stock>s(?P<drawn>(?:10|[A2-9TJQK])[CDHS](?![CDHS]))?)|(?P<pile>p)"
    r"|(?P<throw>/(?P<card>(?:10|[A2-9TJQK])[CDHS])(?P<out>!(?!!))?)|(?P<big>!!)|(?P<space>\s+)",
    re.IGNORECASE | re.ASCII,
)


def parse_history(text: str) -> list[Action]:
    """Read a history. A discard marked ``!`` comes back as a knock without its spread.

    Raises:
        Unreadable: a token is not in the notation; the sentence quotes it.
    """
    actions: list[Action] = []
    at = 0
    while at < len(text):
        token = _TOKEN.match(text, at)
        if token is None:
            rest = text[at:].split(maxsplit=1)[0]
            raise Unreadable(
                f"cannot read '{rest}' in the history: write x pass, s stock, p pile, "
                "/Kd discard, /Kd! knock or gin, !! big gin",
                "history",
            )
        at = token.end()
        if token["pass"]:
            actions.append(Action("pass"))
        elif token["stock"]:
            actions.append(Action("stock", parse_card(token["drawn"]) if token["drawn"] else None))
        elif token["pile"]:
            actions.append(Action("pile"))
        elif token["throw"]:
            kind: Kind = "knock" if token["out"] else "discard"
            actions.append(Action(kind, parse_card(token["card"])))
        elif token["big"]:
            actions.append(Action("big gin"))
    return actions


def format_history(actions: Iterable[Action]) -> str:
    """Write a history; layoffs are no part of it."""
    text = ""
    for action in actions:
        match action.kind:
            case "pass":
                text += " x"
            case "stock":
                text += " s" + ("" if action.card is None else format_card(action.card))
            case "take" | "pile":
                text += " p"
            case "discard":
                text += f"/{format_hand(1 << (action.card or 0))}"
            case "knock" | "gin":
                text += f"/{format_hand(1 << (action.card or 0))}!"
            case "big gin":
                text += "!!"
            case "lay":
                pass
    return text.strip()


def card_list(cards: Iterable[int]) -> str:
    """Cards in the order given: ``7h 2c Kd``."""
    return " ".join(format_card(card) for card in cards)


def parse_card_list(text: str) -> tuple[int, ...]:
    """Read cards in order.

    Raises:
        Unreadable: a card cannot be read or stands twice.
    """
    parse_hand(text)
    return tuple(parse_card(word) for word in text.replace(",", " ").split())
