"""Lessons and puzzles as values. What is in them is read and legal; whether it is true, good and
does not give itself away is for the checker to say."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from trainer.coach.questions import Question
from trainer.solver.analysis import Analysis


@dataclass(frozen=True)
class Say:
    """A step of a lesson that tells or shows something.

    ``show`` are groups of cards to draw side by side, each a set of cards; they need not be melds.
    """

    text: str
    show: tuple[int, ...] = ()


@dataclass(frozen=True)
class Exercise:
    """A question with what its author says about it."""

    id: str
    """Unique in its lesson; a puzzle's exercise has the id of the puzzle."""
    question: Question
    prompt: str
    """What is asked, in the author's words or else in the question's own."""
    hints: tuple[str, ...] = ()
    """The author's own first and second stage, at most two."""
    explain: str = ""
    """Said after any answer."""
    themes: tuple[str, ...] = ()
    answers: tuple[str, ...] = ()
    """The answers that the author expects to be right; none if the author leaves that to us."""
    receipt: Analysis | None = None
    """For a decision: the shipped analysis of exactly this position."""


Step = Say | Exercise


@dataclass(frozen=True)
class Lesson:
    """A lesson: steps in order."""

    id: str
    number: int
    title: str
    objective: str
    requires: tuple[str, ...]
    """Ids of lessons that come first."""
    steps: tuple[Step, ...]
    path: Path

    @property
    def exercises(self) -> tuple[Exercise, ...]:
        """The steps that ask something."""
        return tuple(step for step in self.steps if isinstance(step, Exercise))


@dataclass(frozen=True)
class Puzzle:
    """A puzzle: one exercise under a title that gives nothing away."""

    id: str
    title: str
    themes: tuple[str, ...]
    """To be shown after the answer only."""
    author: str
    exercise: Exercise
    path: Path
    rating: int | None = None
    """How hard it was for bots, on the scale of learners' ratings; None where nobody tried."""
