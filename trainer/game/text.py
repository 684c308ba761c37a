"""One-line text of any value that has a mapping: JSON on a single line."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Protocol, Self, TypeVar

from trainer.game.errors import Unreadable


class Mapped(Protocol):
    """A value that can be written as a mapping and read back."""

    def to_mapping(self) -> dict[str, object]:
        """The mapping."""
        ...

    @classmethod
    def from_mapping(cls, mapping: Mapping[str, object]) -> Self:
        """The value of a mapping."""
        ...


Value = TypeVar("Value", bound=Mapped)


def to_line(value: Mapped) -> str:
    """One line of text that :func:`from_line` reads back; equal values give equal lines."""
    return json.dumps(value.to_mapping(), ensure_ascii=False)


def from_line(kind: type[Value], line: str) -> Value:
    """Read what :func:`to_line` wrote.

    Raises:
        Unreadable: the line is not a JSON mapping.
        GameError: as the kind's ``from_mapping``.
    """
    try:
        mapping = json.loads(line)
    except ValueError as error:
        raise Unreadable(f"cannot read the line '{line[:60]}': {error}") from error
    if not isinstance(mapping, dict):
        raise Unreadable(f"cannot read the line '{line[:60]}': it is no mapping")
    return kind.from_mapping(mapping)
