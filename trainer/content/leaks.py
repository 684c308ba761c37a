"""Whether a text gives an answer away: a hint, a title, an id.

A hint may say where to look and what to weigh. It may not name an accepted card or number, and it
may not say what to do unless it names the alternatives too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from trainer.coach.questions import (
    Arrange,
    Count,
    Decide,
    IsLegal,
    IsMeld,
    KnockLimit,
    Question,
    ScoreDeal,
)
from trainer.game import (
    Action,
    best_spreads,
    cards_of,
    format_card,
    format_hand,
    hand_of,
    parse_card,
)

_RANKS = ("ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_RANK_WORDS = (*_RANKS, "jack", "queen", "king")
_SUIT_WORDS = ("clubs", "diamonds", "hearts", "spades")
_TEENS = ("eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen")
_SMALL = ("", "one", *_RANKS[1:], *_TEENS, "eighteen", "nineteen")
_TENS = ("", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")

_CARD = re.compile(r"(?:10|[A2-9TJQK])[cdhs♣♦♥♠]")
_CARDS = re.compile(rf"(?<![A-Za-z0-9])(?:{_CARD.pattern})+(?![A-Za-z0-9])")
_CARD_IN_WORDS = re.compile(
    rf"\b({'|'.join(_RANK_WORDS)}) of ({'|'.join(_SUIT_WORDS)})\b", re.IGNORECASE
)
_COUNTED = (
    r"melds?|cards?|sets?|runs?|groups?|suits?|ranks?|ways?|deals?|players?|more|spreads?|"
    rf"of (?:your|the|them|these)|{'|'.join(_SUIT_WORDS)}|(?:{'|'.join(_RANK_WORDS)})e?s"
)

# What it sounds like to tell somebody what to do.
_ADVICE = {
    "take": r"\b(take|grab|pick up) (it|this|that|the (first )?(upcard|card))\b",
    "pass": r"\b(pass|decline|leave it|let it (go|lie|be))\b",
    "stock": r"\b(draw|take|go)\w*( a card| one)? (from|to) the stock\b"
    r"|\bleave (it|the (upcard|pile))\b",
    "pile": r"\b(take|taking|grab|pick up) (it|this|that|the (upcard|card|(discard )?pile))\b",
    "knock": r"\bknock (now|here|at once|right away|immediately)\b|^knock\b|\. knock\b"
    r"|\b(should|must|had better|time to) knock\b",
    "discard": r"\b(do not|don't|never|not yet|should not) (knock|go out)\b"
    r"|\b(play|go|playing) on\b|\bwait\b",
    "gin": r"\b(go|going|declare|say|call) (big )?gin\b|\b(you have|this is|that is|it is) gin\b",
    "lay": r"\blay(ing)?( off)? nothing\b|\bnothing (fits|to lay)\b",
}


def leak(text: str, question: Question, accepted: tuple[str, ...]) -> str | None:
    """What a text says of the answer, as words to quote; None if it keeps the secret.

    ``accepted`` are the canonical texts of the right answers.
    """
    match question:
        case Decide() if question.knock is not None:
            spreads = [Action.parse(text).melds for text in accepted]
            return _named_meld(text, [meld for melds in spreads for meld in melds])
        case Decide():
            return named_card(text, question, accepted) or _advice(text, question, accepted)
        case Arrange():
            return _whole_meld(text, question)
        case Count() | ScoreDeal():
            return _number(text, accepted, always=False)
        case KnockLimit():
            if accepted == ("gin only",):
                return _found(r"\bgin\b", text)
            return _number(text, accepted, always=True)
        case IsMeld() | IsLegal():
            return _found(
                r"^\W*(yes|no)\b|\banswer is (yes|no)\b"
                r"|\b(this|these|they) (is|are) (a|no|not a|not) (meld|set|run)\b"
                r"|\b(this|that) is (not )?(legal|allowed|illegal|forbidden)\b",
                text,
            )


def named_card(text: str, question: Question, accepted: tuple[str, ...]) -> str | None:
    """An accepted card that a text names: ``Kd``, king of diamonds, or king if that is enough."""
    if not isinstance(question, Decide) or question.knock is not None:
        return None
    right = _accepted_cards(accepted)
    for card in cards_of(named_cards(text) & right):
        return format_card(card)
    hand = question.position.hand
    for rank in (0, 10, 11, 12):
        held = hand & sum(1 << 13 * suit + rank for suit in range(4))
        found = re.search(rf"\b{_RANK_WORDS[rank]}s?\b", text, re.IGNORECASE)
        if found and held and not held & ~right:
            return found[0]
    return None


def named_cards(text: str) -> int:
    """Every card that a text names, as a set."""
    named = 0
    for group in _CARDS.finditer(text):
        for card in _CARD.finditer(group[0]):
            named |= 1 << parse_card(card[0])
    for found in _CARD_IN_WORDS.finditer(text):
        rank = _RANK_WORDS.index(found[1].lower())
        named |= 1 << 13 * _SUIT_WORDS.index(found[2].lower()) + rank
    return named


def named_in_slug(slug: str, question: Question, accepted: tuple[str, ...]) -> str | None:
    """An accepted card that an id or file name contains as a word: ``throw-kd``."""
    if not isinstance(question, Decide) or question.knock is not None:
        return None
    right = {format_card(card).lower() for card in cards_of(_accepted_cards(accepted))}
    words = slug.lower().replace("10", "t").split("-")
    return next((word for word in words if word in right), None)


def _accepted_cards(accepted: tuple[str, ...]) -> int:
    cards = 0
    for text in accepted:
        action = Action.parse(text)
        cards |= action.laid | hand_of(() if action.card is None else (action.card,))
    return cards


def _advice(text: str, question: Decide, accepted: tuple[str, ...]) -> str | None:
    """Advice to do what is right, given without the alternatives."""
    legal = {_manner(action) for action in question.position.legal_actions()}
    right = {_manner(Action.parse(label)) for label in accepted}
    if not right < legal:
        return None
    if any(_found(_ADVICE[manner], text) for manner in legal - right if manner in _ADVICE):
        return None
    for manner in sorted(right):
        found = _found(_ADVICE[manner], text) if manner in _ADVICE else None
        if found is not None:
            return found
    return None


def _manner(action: Action) -> str:
    """What kind of thing an action does; laying nothing is of another kind than laying cards."""
    if action.kind == "lay":
        return "lay cards" if action.laid else "lay"
    return "gin" if action.kind == "big gin" else action.kind


def _whole_meld(text: str, question: Arrange) -> str | None:
    """A whole meld of a best spread, named card by card."""
    return _named_meld(
        text, [meld for spread in best_spreads(question.hand) for meld in spread.melds]
    )


def _named_meld(text: str, melds: Iterable[int]) -> str | None:
    """One of these melds that a text names card by card."""
    named = named_cards(text)
    return next((format_hand(meld) for meld in melds if meld & named == meld), None)


def _number(text: str, accepted: tuple[str, ...], *, always: bool) -> str | None:
    """An accepted number in figures or words, unless it counts something else.

    Words for small numbers are everywhere: they count only before points, or ``always``.
    """
    for answer in accepted:
        number = int(answer.split()[-1])
        figure = _found(rf"(?<![\w.,]){number}(?![\w♣♦♥♠]|\.\d)(?!\s+(?:{_COUNTED}))", text)
        if figure is not None:
            return figure
        word = _in_words(number)
        if word is None:
            continue
        after = r"(?=\s+(points?|deadwood)\b)" if number <= 12 and not always else ""
        found = None if number == 1 and not after else _found(rf"\b{word}\b{after}", text)
        if found is not None:
            return found
    return None


def _in_words(number: int) -> str | None:
    if not 0 < number < 100:
        return None
    if number < 20:
        return _SMALL[number]
    tens, ones = divmod(number, 10)
    return f"{_TENS[tens]}[- ]{_SMALL[ones]}" if ones else _TENS[tens]


def _found(pattern: str, text: str) -> str | None:
    found = re.search(pattern, text, re.IGNORECASE)
    return None if found is None else found[0].strip(" .")
