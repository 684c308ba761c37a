"""Records of deals and matches from files: YAML, or lines of JSON as they are exported."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from trainer.content.errors import BrokenFile
from trainer.content.tree import read_document, read_text
from trainer.game import Deal, GameError, MatchRecord

Recorded = Deal | MatchRecord
"""What a record may be of."""


def read_records(path: Path, text: str | None = None) -> list[Recorded]:
    """The records in a file; a ``text`` stands in for the file's.

    A file is one record in YAML, or a record in JSON on every line.

    Raises:
        BrokenFile: the file cannot be read, or a record is against the notation or the rules. An
            illegal step is named with its number and the reason.
    """
    text = read_text(path) if text is None else text
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    if lines and all(line.lstrip().startswith("{") for _, line in lines):
        return [_of_line(path, number, line) for number, line in lines]
    document = read_document(path, text)
    try:
        return [_recorded(document.value)]
    except GameError as error:
        at = () if error.field is None else (error.field,)
        raise document.error(at, error.sentence) from error


def _of_line(path: Path, number: int, line: str) -> Recorded:
    try:
        value = json.loads(line)
    except ValueError as error:
        column = error.colno if isinstance(error, json.JSONDecodeError) else 1
        raise BrokenFile(path, number, column, f"this line is no JSON: {error}") from error
    except RecursionError:
        raise BrokenFile(path, number, 1, "lists in lists, far too deep: take some out") from None
    try:
        return _recorded(value)
    except GameError as error:
        raise BrokenFile(path, number, 1, error.sentence) from error


def _recorded(value: Mapping[str, object]) -> Recorded:
    return MatchRecord.from_mapping(value) if "deals" in value else Deal.from_mapping(value)
