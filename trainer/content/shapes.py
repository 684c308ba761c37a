"""What keys a file may have and of what kind their values are.

The forms below are checked by msgspec; its messages become sentences that point into the file.
"""

from __future__ import annotations

import re
from dataclasses import fields
from typing import Annotated, Any, Literal, TypeVar, get_args, get_origin, get_type_hints

import msgspec
import yaml

from trainer.content.errors import BrokenFile
from trainer.content.tree import At, Document, tag_of
from trainer.game import Rules, suggestion

Number = Annotated[int, msgspec.Meta(ge=1, le=999)]
Text = Annotated[str, msgspec.Meta(min_length=1)]


class Form(msgspec.Struct, frozen=True, kw_only=True):
    """Some keys that stand together in one mapping; other forms may share the mapping."""


class LessonForm(Form, frozen=True, kw_only=True):
    """The head of a lesson. Each step is of a form of its own."""

    format: Literal[1]
    id: Text
    number: Number
    title: Text
    objective: Text
    requires: list[Text] = []
    steps: Annotated[list[dict[str, Any]], msgspec.Meta(min_length=1)]


class SayForm(Form, frozen=True, kw_only=True):
    """A step that tells or shows something."""

    say: str = ""
    show: str = ""


class ExerciseForm(Form, frozen=True, kw_only=True):
    """What every exercise may have, whatever it asks."""

    ask: Text
    id: Text
    prompt: str = ""
    hints: Annotated[list[Text], msgspec.Meta(max_length=2)] = []
    explain: str = ""
    themes: list[Text] = []
    answers: list[str | int] = []


class PuzzleForm(ExerciseForm, frozen=True, kw_only=True):
    """The head of a puzzle, which is an exercise too."""

    format: Literal[1]
    title: Text
    author: str = ""
    rating: Annotated[int, msgspec.Meta(ge=400, le=3000)] | None = None


RulesForm = msgspec.defstruct(
    "RulesForm",
    [(rule.name, get_type_hints(Rules)[rule.name], rule.default) for rule in fields(Rules)],
    frozen=True,
    kw_only=True,
)
"""The rules as a mapping: the fields of `trainer.game.Rules`, all of them optional."""


class PositionForm(Form, frozen=True, kw_only=True):
    """The text form of a position; what it means is read by `trainer.game.Position`."""

    rules: str | dict[str, Any] = "oklahoma"
    players: int = 2
    dealer: str | int
    first_upcard: str
    hand: str
    drawn: str | None = None
    history: str = ""
    spread: str = ""
    deadwood: str = ""
    laid: list[str] = []
    score: list[int] | dict[str, Any] | None = None


class DecideForm(Form, frozen=True, kw_only=True):
    """ask: decide"""

    position: dict[str, Any]
    knock: Text | None = None
    """The card of a knock that is settled: the spread is asked."""


class HandForm(Form, frozen=True, kw_only=True):
    """ask: arrange, ask: count"""

    hand: Text


class MeldForm(Form, frozen=True, kw_only=True):
    """ask: meld"""

    cards: Text


class LegalForm(Form, frozen=True, kw_only=True):
    """ask: legal"""

    position: dict[str, Any]
    action: Text


class LimitForm(Form, frozen=True, kw_only=True):
    """ask: limit"""

    rules: str | dict[str, Any] = "oklahoma"
    first_upcard: Text


class ScoreDealForm(Form, frozen=True, kw_only=True):
    """ask: score"""

    rules: str | dict[str, Any] = "oklahoma"
    first_upcard: Text
    knocker: Literal["me", "them"]
    mine: Text
    theirs: Text
    spread: str = ""
    going_out: Literal["knock", "gin", "big gin"] = "knock"


QUESTIONS: dict[str, type[Form]] = {
    "decide": DecideForm,
    "arrange": HandForm,
    "count": HandForm,
    "meld": MeldForm,
    "legal": LegalForm,
    "limit": LimitForm,
    "score": ScoreDealForm,
}
"""The kinds of ``ask`` and the keys each adds to those of an exercise."""

Shaped = TypeVar("Shaped")


def shaped(document: Document, at: At, form: type[Shaped]) -> Shaped:
    """The mapping at a place as a form; keys of other forms in it are left alone.

    Raises:
        BrokenFile: a key is missing, or a value is not of the kind that the form wants.
    """
    try:
        return msgspec.convert(document.get(at), form)
    except msgspec.ValidationError as error:
        raise _said(document, at, form, str(error)) from error


def only(document: Document, at: At, *forms: type[msgspec.Struct], what: str) -> None:
    """Refuse keys that none of the forms has.

    Raises:
        BrokenFile: at the first such key, with the key that was probably meant.
    """
    known = {name: name for form in forms for name in form.__struct_fields__}
    value = document.get(at)
    for key in value if isinstance(value, dict) else ():
        if key not in known:
            raise document.error(
                (*at, key),
                f"{what} has no key '{key}'{suggestion(key, known)} (its keys: {', '.join(known)})",
                key=True,
            )


# -- msgspec's messages in our words ---------------------------------------------------------------

_MESSAGE = re.compile(r"(?P<what>.*?)(?: - at `\$(?P<way>.*)`)?", re.DOTALL)
_STEP = re.compile(r"\.(?P<key>\w+)|\[(?P<index>\d+)\]")
_KINDS = {
    "str": "a text",
    "int": "a whole number",
    "bool": "true or false",
    "array": "a list",
    "object": "a mapping of keys",
    "null": "null",
}


def _said(document: Document, at: At, form: type, message: str) -> BrokenFile:
    whole = _MESSAGE.fullmatch(message)
    assert whole is not None  # the pattern takes any text
    what, way = whole["what"], whole["way"] or ""
    for step in _STEP.finditer(way):
        at = (*at, step["key"] if step["key"] is not None else int(step["index"]))
    missing = re.fullmatch(r"Object missing required field `(\w+)`", what)
    if missing is not None:
        return document.error(at, f"the key '{missing[1]}' is missing: add it")
    wrong = re.fullmatch(r"Expected `([^`]*)`, got `[^`]*`", what)
    if wrong is not None:
        return document.error(at, _wrong_kind(document, at, wrong[1].split(" | ")))
    return document.error(at, f"{_name(at)} {_out_of_bounds(document.get(at), form, at, what)}")


def _wrong_kind(document: Document, at: At, kinds: list[str]) -> str:
    """A value of the wrong kind, and the trap behind it where there is one."""
    node, name = document.nodes[at], _name(at)
    wanted = " or ".join(_KINDS[kind] for kind in kinds)
    as_text = "str" in kinds
    if isinstance(node, yaml.SequenceNode):
        if as_text:
            return f"{name} is a list: write one text, in quotes if it begins with - or ["
        return f"{name} is a list: write {wanted}"
    if not isinstance(node, yaml.ScalarNode):
        if as_text:
            return f"{name} is a mapping to YAML: a text that contains ': ' must stand in quotes"
        return f"{name} is a mapping of keys: write {wanted}"
    tag, text = tag_of(node), node.value
    if tag == "null":
        quoted = ", in quotes if it begins with #" if as_text and not text else ""
        return f"{name} has no value: write {wanted}{quoted}"
    if as_text and tag == "bool":
        truth = str(document.get(at)).lower()
        return f'YAML reads {text} as {truth}, a truth value: write "{text}" in quotes'
    if as_text:
        return f'YAML reads {text} as a number: write "{text}" in quotes'
    if kinds == ["int"] and re.fullmatch(r"[-+]?0[0-9]+", text):
        return f"{name} is {text}: write the number without zeros in front"
    return f"{name} is '{text}': write {wanted}"


def _out_of_bounds(value: object, form: type, at: At, what: str) -> str:
    """A value of the right kind that is too long, too short, too large or none of the choices."""
    bound = re.search(r"([<>]=) (\d+)", what)
    if isinstance(value, str) and bound is not None:
        return "is empty: write something, or take the key out"
    if isinstance(value, list):
        if bound is not None and bound[1] == "<=":
            return f"has {len(value)} items: {bound[2]} are the most"
        return "is an empty list: write at least one item"
    if bound is not None:
        least = "or more" if bound[1] == ">=" else "or less"
        return f"is {value}: write {bound[2]} {least}"
    choices = [
        str(choice)
        for kind in [get_type_hints(form)[str(at[-1])]]
        for option in (kind, *get_args(kind))
        if get_origin(option) is Literal
        for choice in get_args(option)
    ]
    return f"is '{value}'{suggestion(str(value), dict.fromkeys(choices))}: write " + " or ".join(
        choices
    )


def _name(at: At) -> str:
    """A value by its key, or by its place in a list."""
    match at:
        case (*_, str(key)):
            return f"'{key}'"
        case (*_, str(key), int(place)):
            return f"item {place + 1} of '{key}'"
        case _:
            return "this"
