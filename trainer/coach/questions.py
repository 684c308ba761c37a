"""What can be asked: a decision in a position, or one of a few exact questions.

Every question is a frozen value that can say itself in one plain sentence (:meth:`prompt`), say
what an answer looks like (:attr:`form`) and read one (:meth:`read`). Reading refuses what cannot
be understood; judging what was understood is :mod:`trainer.coach.judge`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import ClassVar, Literal

from trainer.game import (
    Action,
    Ambiguous,
    GameError,
    Position,
    Rules,
    Unreadable,
    best_spreads,
    deadwood,
    format_card,
    format_hand,
    format_spread,
    is_meld,
    melded,
    parse_card,
    parse_hand,
    parse_spread,
)

SHORT = {
    "t": "take",
    "x": "pass",
    "s": "stock",
    "p": "pile",
    "d": "pile",
    "k": "knock",
    "g": "gin",
    "l": "lay",
    "b": "big gin",
}
"""One-letter forms of the actions, as typed at the table."""


@dataclass(frozen=True)
class Decide:
    """A decision that is seat 0's to make."""

    kind: ClassVar[str] = "decide"
    position: Position
    knock: int | None = None
    """A card with which the knock is settled: only the spread to lay down is asked."""

    @property
    def form(self) -> str:
        """What an answer looks like."""
        if self.knock is not None:
            return "the melds you lay down, as in '7h 8h 9h | Jc Jd Jh'; the rest is your deadwood"
        return {
            "offer": "'take' or 'pass'",
            "draw": "'stock' or 'pile'",
            "discard": "a card to throw, as in '3d', or 'knock 3d', 'gin 3d' or 'big gin'",
            "layoff": "'lay 8h 9h' or 'lay nothing'",
        }[self.position.ask]

    def prompt(self) -> str:
        """The question in one sentence."""
        if self.knock is not None:
            return f"You knock, throwing {format_card(self.knock)}. Which melds do you lay down?"
        match self.position.ask:
            case "offer":
                upcard = format_card(self.position.first_upcard)
                return f"Do you take the {upcard} or pass?"
            case "draw":
                return "Do you draw from the stock or take the upcard?"
            case "layoff":
                return "Which cards do you lay off?"
            case _:
                return "What do you throw, and do you knock?"

    def read(self, text: str) -> Action:
        """Read an action, short forms included: ``8d``, ``k 3d``, ``g 3d``, ``lay 8h 9h``.

        Raises:
            Unreadable: the text is no action of this decision, or names a card not in the hand.
            Ambiguous: the short form means two things here.
        """
        if self.knock is not None:
            return self._spread(text)
        action = self._parse(" ".join(text.split()))
        fitting = {
            "offer": ("take", "pass"),
            "draw": ("stock", "pile"),
            "discard": ("discard", "knock", "gin", "big gin"),
            "layoff": ("lay",),
        }[self.position.ask]
        if action.kind not in fitting:
            raise Unreadable(f"'{text.strip()}' does not answer this question: write {self.form}")
        if action.kind == "stock" and action.card is not None:
            raise Unreadable("nobody knows the next card of the stock: write 'stock' alone")
        used = action.laid | (0 if action.card is None else 1 << action.card)
        missing = used & ~self.position.hand
        if missing:
            raise Unreadable(
                f"{format_hand(missing)} is not in your hand ({format_hand(self.position.hand)}): "
                f"write {self.form}"
            )
        return action

    def _spread(self, text: str) -> Action:
        """The settled knock with the melds of an answer, which may repeat the knock."""
        assert self.knock is not None  # only then the spread is asked
        _, colon, melds = text.partition(":")
        spread = parse_spread(melds if colon else text)
        if not spread:
            raise Unreadable(f"write {self.form}")
        missing = melded(spread) & ~(self.position.hand & ~(1 << self.knock))
        if missing:
            raise Unreadable(
                f"{format_hand(missing)} is not in your hand after the throw: write {self.form}"
            )
        return Action("knock", self.knock, in_order(spread))

    def _parse(self, text: str) -> Action:
        ask = self.position.ask
        first, _, rest = text.partition(" ")
        word = SHORT.get(first.lower(), first.lower())
        if ask == "offer" and first.lower() == "p":
            raise Ambiguous("'p' could be pass or pile here: write 't' to take, 'x' to pass")
        if ask == "offer" and word == "pile":
            word = "take"
        if ask == "draw" and word == "take":
            word = "pile"
        if word in ("discard", "throw") or (ask == "discard" and first.lower() == "d"):
            return Action.parse(f"discard {rest}")
        if ask == "discard":
            if word == "gin" and not rest:
                return self._only_gin()
            if word == "knock" and not rest:
                raise Unreadable("say which card you throw as you knock, as in 'knock 3d'")
            try:
                return Action("discard", parse_card(text))
            except GameError:
                pass
        if ask == "layoff":
            if word in ("nothing", "none", "no", "pass"):
                return Action("lay")
            if word == "lay" and not rest:
                raise Unreadable("say which cards you lay off, as in 'lay 8h', or 'lay nothing'")
            if word != "lay":
                return Action("lay", laid=parse_hand(text))
        try:
            return Action.parse(f"{word} {rest}".strip())
        except Unreadable as error:
            if word in SHORT.values():
                raise
            raise Unreadable(f"cannot read '{text}': write {self.form}") from error

    def _only_gin(self) -> Action:
        """The gin a bare ``gin`` means."""
        gins = [a for a in self.position.legal_actions() if a.kind in ("gin", "big gin")]
        if len(gins) == 1:
            return gins[0]
        raise Unreadable("say which card you throw as you go gin, as in 'gin 3d'")


@dataclass(frozen=True)
class Arrange:
    """Arrange a hand into the melds that leave least deadwood."""

    kind: ClassVar[str] = "arrange"
    form: ClassVar[str] = "the melds, as in '7h 8h 9h | Jc Jd Jh', or 'none'; the rest is deadwood"
    hand: int

    def prompt(self) -> str:
        """The question in one sentence."""
        return "Arrange this hand so that least deadwood is left."

    def read(self, text: str) -> tuple[int, ...]:
        """Read groups of cards; whether they are melds is for the judge to say.

        Raises:
            Unreadable: a card is unreadable, or not in the hand.
        """
        if _plain(text) in ("none", "nothing", "no meld", "no melds"):
            return ()
        groups = []
        for part in re.sub(r"\]\s*\[", "|", text).replace("/", "|").split("|"):
            cards = parse_hand(part.strip(" []()"))
            if cards:
                groups.append(cards)
        if not groups:
            raise Unreadable(f"write {self.form}")
        if len(groups) == 1 and not is_meld(groups[0]) and deadwood(groups[0]) == 0:
            groups = list(best_spreads(groups[0])[0].melds)  # melds whose bar was left out
        missing = melded(tuple(groups)) & ~self.hand
        if missing:
            raise Unreadable(
                f"{format_hand(missing)} is not in the hand ({format_hand(self.hand)}): "
                f"write {self.form}"
            )
        return tuple(groups)


@dataclass(frozen=True)
class Count:
    """Count the deadwood of a hand at its best."""

    kind: ClassVar[str] = "count"
    form: ClassVar[str] = "a number of points"
    hand: int

    def prompt(self) -> str:
        """The question in one sentence."""
        return "How many points of deadwood does this hand have at its best?"

    def read(self, text: str) -> int:
        """Read a number.

        Raises:
            Unreadable: the text is no whole number.
        """
        return _number(text)


@dataclass(frozen=True)
class IsMeld:
    """Whether some cards are a meld."""

    kind: ClassVar[str] = "meld"
    form: ClassVar[str] = "yes or no"
    cards: int

    def prompt(self) -> str:
        """The question in one sentence."""
        return f"Is {format_hand(self.cards)} a meld?"

    def read(self, text: str) -> bool:
        """Read yes or no.

        Raises:
            Unreadable: the text is neither.
        """
        return _yes_or_no(text)

    @property
    def answer(self) -> bool:
        """The right answer."""
        return is_meld(self.cards)


@dataclass(frozen=True)
class IsLegal:
    """Whether an action is allowed in a position."""

    kind: ClassVar[str] = "legal"
    form: ClassVar[str] = "yes or no"
    position: Position
    action: Action

    def prompt(self) -> str:
        """The question in one sentence."""
        return f"May you {said(self.action)} here?"

    def read(self, text: str) -> bool:
        """Read yes or no.

        Raises:
            Unreadable: the text is neither.
        """
        return _yes_or_no(text)


@dataclass(frozen=True)
class KnockLimit:
    """The knock limit that a first upcard sets."""

    kind: ClassVar[str] = "limit"
    form: ClassVar[str] = "a number of points, or 'gin' for gin only"
    rules: Rules
    first_upcard: int

    def prompt(self) -> str:
        """The question in one sentence."""
        return (
            f"The first upcard is {format_card(self.first_upcard)}. "
            "With how much deadwood may you knock at most?"
        )

    def read(self, text: str) -> int:
        """Read a limit; gin only is 0.

        Raises:
            Unreadable: the text is neither a number nor gin.
        """
        if _plain(text) in ("gin", "gin only", "g"):
            return 0
        return _number(text)


@dataclass(frozen=True)
class ScoreDeal:
    """What a deal scores once somebody has gone out. Seat 0 is me."""

    kind: ClassVar[str] = "score"
    form: ClassVar[str] = "who scores and how much, as in 'me 23', 'them 25' or 'nobody'"
    rules: Rules
    first_upcard: int
    knocker: Literal[0, 1]
    hands: tuple[int, int]
    """Both hands after the last discard (eleven cards for big gin), mine first."""
    spread: tuple[int, ...]
    """The knocker's melds."""
    going_out: Literal["knock", "gin", "big gin"]

    def prompt(self) -> str:
        """The question in one sentence."""
        who = "You" if self.knocker == 0 else "Your opponent"
        verb = {"knock": "knocked", "gin": "went gin", "big gin": "went big gin"}[self.going_out]
        return f"{who} {verb}. Who scores, and how many points?"

    def read(self, text: str) -> int:
        """Read a score: positive if mine, negative if the opponent's.

        Raises:
            Unreadable: the text does not say who and how much.
        """
        found = _SCORE.fullmatch(_plain(text))
        if found is not None:
            who, amount = found["who"], found["amount"]
            if who in ("nobody", "no one", "none", "void") and int(amount or 0) == 0:
                return 0
            if who == "" and amount == "0":
                return 0
            if who in ("me", "i", "i score", "mine") and amount:
                return int(amount)
            if who in ("them", "they", "they score", "opponent", "my opponent") and amount:
                return -int(amount)
        raise Unreadable(f"cannot read '{text.strip()}': write {self.form}")


_SCORE = re.compile(r"(?P<who>[a-z ]*?)[\s:+]*(?P<amount>\d{1,4})?( points?)?")


def in_order(melds: tuple[int, ...]) -> tuple[int, ...]:
    """Melds in the order in which spreads list them: by their lowest card."""
    return tuple(sorted(melds, key=lambda meld: meld & -meld))


Question = Decide | Arrange | Count | IsMeld | IsLegal | KnockLimit | ScoreDeal
Answer = Action | tuple[int, ...] | int | bool


def said(action: Action) -> str:
    """An action as a person says it: ``knock, throwing 3d``."""
    card = None if action.card is None else format_card(action.card)
    match action.kind:
        case "take":
            return "take the upcard"
        case "pass":
            return "pass"
        case "stock":
            return "draw from the stock"
        case "pile":
            return "take the upcard"
        case "discard":
            return f"throw {card}"
        case "knock":
            spread = f" with {format_spread(action.melds)}" if action.melds else ""
            return f"knock{spread}, throwing {card}"
        case "gin":
            return f"go gin, throwing {card}"
        case "big gin":
            return "go big gin"
        case "lay":
            return f"lay off {format_hand(action.laid)}" if action.laid else "lay off nothing"


def _plain(text: str) -> str:
    return " ".join(text.lower().split())


def _number(text: str) -> int:
    word = _plain(text).removesuffix("points").removesuffix("point").strip()
    if not re.fullmatch(r"\d{1,4}", word):
        raise Unreadable(f"cannot read '{text.strip()}': write a whole number, as in 23")
    return int(word)


def _yes_or_no(text: str) -> bool:
    word = _plain(text)
    if word in ("y", "yes", "legal", "true"):
        return True
    if word in ("n", "no", "illegal", "false"):
        return False
    raise Unreadable(f"cannot read '{text.strip()}': write yes or no")


__all__ = [
    "Answer",
    "Arrange",
    "Count",
    "Decide",
    "IsLegal",
    "IsMeld",
    "KnockLimit",
    "Question",
    "ScoreDeal",
    "parse_spread",
    "said",
]
