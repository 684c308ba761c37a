"""Reading the fields that the mappings of positions and deals share."""

from __future__ import annotations

from collections.abc import Mapping

from trainer.game.actions import Action, parse_history
from trainer.game.cards import parse_card, parse_hand
from trainer.game.errors import Ambiguous, GameError, Unreadable
from trainer.game.melds import parse_spread


def read_int(mapping: Mapping[str, object], key: str, default: int) -> int:
    """A whole number under ``key``."""
    value = mapping.get(key, default)
    if type(value) is not int:
        raise Unreadable(f"{key} is '{value}': write a whole number", key)
    return value


def _read_text(mapping: Mapping[str, object], key: str, default: str | None) -> str:
    value = mapping.get(key, default)
    if not isinstance(value, str):
        wrong = "is missing" if value is None else f"is '{value}'"
        raise Unreadable(f"{key} {wrong}: write it as text", key)
    return value


def read_card(mapping: Mapping[str, object], key: str) -> int:
    """A card under ``key``."""
    try:
        return parse_card(_read_text(mapping, key, None))
    except GameError as error:
        raise Unreadable(_named(key, error), key) from error


def read_hand(mapping: Mapping[str, object], key: str, default: str | None = None) -> int:
    """A hand under ``key``."""
    try:
        return parse_hand(_read_text(mapping, key, default))
    except GameError as error:
        raise Unreadable(_named(key, error), key) from error


def read_melds(mapping: Mapping[str, object], key: str) -> tuple[int, ...]:
    """Melds under ``key``; none where the key is missing."""
    try:
        return parse_spread(_read_text(mapping, key, ""))
    except GameError as error:
        raise Unreadable(_named(key, error), key) from error


def read_history(mapping: Mapping[str, object], key: str) -> list[Action]:
    """A history under ``key``; none where the key is missing."""
    return parse_history(_read_text(mapping, key, ""))


def read_laid(mapping: Mapping[str, object]) -> list[int]:
    """The layoffs under ``laid``, one text a defender, in turn."""
    value = mapping.get("laid", [])
    if not isinstance(value, list | tuple) or not all(isinstance(text, str) for text in value):
        raise Unreadable(f"laid is '{value}': write a list, one text a defender", "laid")
    try:
        return [parse_hand(text) for text in value]
    except GameError as error:
        raise Unreadable(_named("laid", error), "laid") from error


def _named(key: str, error: GameError) -> str:
    return error.sentence if error.field == key else f"{key}: {error.sentence}"


def read_dealer(mapping: Mapping[str, object], players: int) -> int:
    """The dealer's seat: ``me``, ``them`` or a number.

    Raises:
        Ambiguous: ``them`` with more than two players.
    """
    value = mapping.get("dealer")
    if value == "me":
        return 0
    if value == "them":
        if players > 2:
            raise Ambiguous(
                f"dealer is 'them': with {players} players write the seat, "
                f"1 (my left) to {players - 1}",
                "dealer",
            )
        return 1
    if type(value) is not int:
        wrong = "is missing" if value is None else f"is '{value}'"
        raise Unreadable(f"dealer {wrong}: write me, them or a seat number", "dealer")
    return value
