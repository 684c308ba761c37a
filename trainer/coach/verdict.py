"""What a learner is told about an answer: a grade, what it cost, and why."""

from __future__ import annotations

import msgspec

from trainer.coach.grades import PASSING, Grade
from trainer.solver.analysis import Analysis, Loss


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
    answer is proved (``tier`` exact). Where there is a match to win, ``chance_lost`` is of 1, and
    estimates are graded by it. ``answer``, ``best`` and ``accepted`` are canonical texts.
    """

    grade: Grade
    answer: str
    best: str
    accepted: tuple[str, ...]
    tier: str
    points_lost: float = 0.0
    error: float = 0.0
    chance_lost: float | None = None
    """What the answer loses of the chance to win the match; None where there is none to win."""
    chance_error: float = 0.0
    """The standard error of that."""
    reasons: tuple[Reason, ...] = ()
    rated: bool = True
    """False where the analysis is too close to tell."""
    analysis: Analysis | None = None

    @property
    def by_match(self) -> bool:
        """Whether the grade is that of the chance to win the match."""
        return self.tier == "estimate" and self.chance_lost is not None

    @property
    def loss(self) -> Loss:
        """What the grade is of: points lost, or chance of the match."""
        if self.by_match and self.chance_lost is not None:
            return Loss(self.chance_lost, self.chance_error)
        return Loss(self.points_lost, self.error)

    @property
    def passed(self) -> bool:
        """Whether the learner gets credit."""
        return self.grade in PASSING
