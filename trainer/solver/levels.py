"""The opponents of practice matches: levels from beginner to solver, each in one of some styles.

Every opponent is a player of ladders as well (`okgin lab ladder`), so that it is measured how far
apart they are. Importing this loads no kernels.
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from dataclasses import dataclass

from trainer.game import Unreadable
from trainer.solver.codes import (
    BEGINNER_SLIPS,
    CAMPER_STYLE,
    CASUAL_SLIPS,
    DEFENSIVE_STYLE,
    EAGER_STYLE,
    NO_SLIPS,
)


@dataclass(frozen=True)
class Level:
    """How well an opponent plays."""

    words: str
    """What it does, in one line."""
    bot: str
    """Its name in `kernel_players.PLAYERS`."""
    slips: int | None = None
    """How often in a hundred decisions it slips, if it is a careless player."""
    worlds: int | None = None
    """Worlds that it samples for a choice, if it is the learnt policy (0) or search."""
    playouts: int = 0
    """Sampled deals for a choice with more than two players, if it analyses there."""


LEVELS = {
    "beginner": Level(
        "overlooks melds, throws what you need, knocks at the first chance",
        "beginner",
        BEGINNER_SLIPS,
    ),
    "casual": Level("as a beginner, but slips only now and then", "casual", CASUAL_SLIPS),
    "steady": Level(
        "sees every meld but only its own hand, and knocks at the first chance",
        "steady",
        NO_SLIPS,
    ),
    "skilled": Level("keeps live cards, watches what you take, knows when to wait", "base"),
    "expert": Level(
        "weighs each choice by what it learnt from a million deals",
        "learnt",
        worlds=0,
        playouts=64,
    ),
    "master": Level(
        "the solver: tries its choices in hundreds of sampled deals",
        "search",
        worlds=256,
        playouts=512,
    ),
}
"""The ladder by name, the weakest first."""


@dataclass(frozen=True)
class Style:
    """What an opponent leans to, at any level."""

    words: str
    code: int


STYLES = {
    "balanced": Style("plays as its level does", 0),
    "eager": Style("knocks as soon as it may", EAGER_STYLE),
    "camper": Style("never knocks, but waits for gin", CAMPER_STYLE),
    "defensive": Style("throws the safest card it can afford", DEFENSIVE_STYLE),
}
"""The styles by name."""

DEFAULT_LEVEL = "skilled"
DEFAULT_STYLE = "balanced"


@dataclass(frozen=True)
class Opponent:
    """Who sits in another seat. Its text is ``expert``, or ``expert-eager`` with a style."""

    level: str = DEFAULT_LEVEL
    style: str = DEFAULT_STYLE

    def __post_init__(self) -> None:
        """Refuse names that there are not.

        Raises:
            Unreadable: with what may have been meant.
        """
        _check("level", self.level, LEVELS)
        _check("style", self.style, STYLES)

    def __str__(self) -> str:
        """The text that :meth:`parse` reads."""
        return self.level if self.style == DEFAULT_STYLE else f"{self.level}-{self.style}"

    @property
    def words(self) -> str:
        """How it plays, in one line."""
        level, style = LEVELS[self.level].words, STYLES[self.style].words
        return level if self.style == DEFAULT_STYLE else f"{level}; {style}"

    @classmethod
    def parse(cls, text: str) -> Opponent:
        """Read an opponent.

        Raises:
            Unreadable: there is none of that name.
        """
        level, dash, style = text.partition("-")
        return cls(level, style if dash else DEFAULT_STYLE)


def _check(kind: str, name: str, known: Mapping[str, object]) -> None:
    if name not in known:
        close = difflib.get_close_matches(name, known, n=1)
        hint = f", did you mean '{close[0]}'?" if close else ":"
        raise Unreadable(f"there is no {kind} '{name}'{hint} write {', '.join(known)}")
