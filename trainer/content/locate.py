"""Where the shipped lessons and puzzles are: inside the wheel, or beside the package in a checkout.

A content folder, shipped or the learner's own, has the folders ``lessons`` and ``puzzles`` in it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal

Kind = Literal["lessons", "puzzles"]
KINDS: tuple[Kind, ...] = ("lessons", "puzzles")

_PACKAGE = Path(__file__).resolve().parent.parent


def shipped_root(package: Path = _PACKAGE) -> Path:
    """The shipped content folder.

    Raises:
        FileNotFoundError: this installation has none.
    """
    for root in (package / "shipped", package.parent):
        if (root / "lessons").is_dir() and (root / "puzzles").is_dir():
            return root
    raise FileNotFoundError(
        f"the lessons and puzzles are missing beside {package}: install okgin again"
    )


def shipped_folder(kind: Kind, package: Path = _PACKAGE) -> Path:
    """The folder of the shipped lessons or puzzles.

    Raises:
        FileNotFoundError: this installation has none.
    """
    return shipped_root(package) / kind
