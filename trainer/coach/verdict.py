"""What a learner is told about an answer: a grade, what it cost, and why."""

from __future__ import annotations

import msgspec

from trainer.coach.grades import PASSING, Grade
from trainer.solver.analysis import Analysis


class Reason(msgspec.Struct, frozen=True):
    """One reason: a theme, a plain sentence with cards as ``7h``, and the cards it is about."""

    theme: str
    text: str
    cards: str = ""
    figures: dict[str, float] = {}
    """The numbers it quotes, by name: counts, points, shares of the worlds."""
    rule: str = ""
    """The rule of thumb behind it."""


class Verdict(msgspec.Struct, frozen=True):
    """The judgement of one answer. A stored verdict is never computed again.

    ``points_lost`` is in points of the deal with its standard error ``error``; both are 0 where the
    answer is proved (``tier`` exact). ``answer``, ``best`` and ``accepted`` are canonical texts.
    """

    grade: Grade
    answer: str
    best: str
    accepted: tuple[str, ...]
    tier: str
    points_lost: float = 0.0
    error: float = 0.0
    reasons: tuple[Reason, ...] = ()
    rated: bool = True
    """False where the analysis is too close to tell."""
    analysis: Analysis | None = None

    @property
    def passed(self) -> bool:
        """Whether the learner gets credit."""
        return self.grade in PASSING
