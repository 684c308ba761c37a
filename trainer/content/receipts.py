"""Receipts: the analyses that certified the shipped decisions, beside their files.

``lessons/04-limit.yaml`` has its receipts in ``lessons/04-limit.receipts.json``, a mapping from the
ids of its decisions. They are written by the checker only; a lesson stays hand-written.
"""

from __future__ import annotations

import os
from pathlib import Path

import msgspec

from trainer.content.errors import BrokenFile
from trainer.content.tree import read_text
from trainer.game import Position, to_line
from trainer.solver.analysis import Analysis

SUFFIX = ".receipts.json"


class Receipt(msgspec.Struct, frozen=True):
    """An analysis, and the position it is of in its one-line text."""

    position: str
    analysis: Analysis

    def fits(self, position: Position) -> bool:
        """Whether it is of this position; a changed position needs a new one."""
        return self.position == to_line(position)


def receipts_path(path: Path) -> Path:
    """Where the receipts of a lesson or puzzle are."""
    return path.with_name(path.stem + SUFFIX)


def read_receipts(path: Path) -> dict[str, Receipt]:
    """The receipts of a lesson or puzzle by question; none where there is no such file.

    Raises:
        BrokenFile: the file of receipts cannot be read.
    """
    beside = receipts_path(path)
    if not beside.exists():
        return {}
    try:
        return msgspec.json.decode(read_text(beside), type=dict[str, Receipt])
    except msgspec.DecodeError as error:
        raise BrokenFile(
            beside, 1, 1, f"these are no receipts ({error}): write them anew with check --update"
        ) from error


def write_receipts(path: Path, receipts: dict[str, Receipt]) -> None:
    """Write the receipts of a lesson or puzzle, whole or not at all; no receipts, no file.

    Raises:
        OSError: the folder cannot be written to.
    """
    beside = receipts_path(path)
    if not receipts:
        beside.unlink(missing_ok=True)
        return
    # A line for each question: small, and a change of one is a change of its line.
    encode = msgspec.json.encode
    lines = b",\n".join(encode(name) + b": " + encode(each) for name, each in receipts.items())
    unfinished = beside.with_name(beside.name + ".tmp")
    unfinished.write_bytes(b"{\n" + lines + b"\n}\n")
    os.replace(unfinished, beside)
