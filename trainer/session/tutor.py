"""The tutor at the table: it speaks before a mistake, after it, after the deal, or never."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple, get_args

from trainer.coach.grades import LADDER, Grade
from trainer.coach.questions import Decide
from trainer.coach.verdict import Verdict
from trainer.game import Action, Position, Unreadable
from trainer.session.sitting import judged

if TYPE_CHECKING:
    from trainer.session.play import MatchRun

Mode = Literal["off", "warn", "undo", "after"]

ERRORS: tuple[Grade, ...] = (*(name for _, name in LADDER if name != "fine"), "howler")
"""The grades a tutor can mind, the smallest first."""

WORDS: dict[Mode, str] = {
    "off": "says nothing; a hint comes when you ask",
    "warn": "warns before you commit an error",
    "undo": "shows what is wrong with an error before it is answered, and offers it back once",
    "after": "goes through each deal with you when it is over",
}


class Note(NamedTuple):
    """Something that the tutor did, or that was taken back."""

    deal: int
    """In which deal of the match, from 1."""
    step: int
    """At which action of the deal, from 0."""
    kind: Literal["warned", "undo"]
    action: str
    """What was warned of, or taken back."""


@dataclass(frozen=True)
class Tutor:
    """What the tutor does, and from which grade on it minds an error."""

    mode: Mode = "off"
    level: Grade = "mistake"

    @classmethod
    def read(cls, text: str) -> Tutor:
        """Read ``off``, ``warn``, ``undo``, ``after``; the first grade to mind may follow.

        Raises:
            Unreadable: a word that is none of these.
        """
        words = text.lower().replace(":", " ").split()
        mode = next((mode for mode in get_args(Mode) if words[:1] == [mode]), None)
        level = next((grade for grade in ERRORS if words[1:] == [grade]), None)
        if mode is None or (words[1:] and level is None):
            raise Unreadable(
                f"cannot read the tutor '{text}': write {', '.join(get_args(Mode))}, and after "
                f"warn or undo the least grade it minds: {', '.join(ERRORS)}"
            )
        return cls(mode, level or "mistake")

    def __str__(self) -> str:
        return f"{self.mode} {self.level}" if self.speaks_in_play else self.mode

    @property
    def speaks_in_play(self) -> bool:
        """Whether it judges each decision when it is made."""
        return self.mode in ("warn", "undo")

    @property
    def words(self) -> str:
        """What it does, as a sentence without its subject."""
        least = f", from {self.level} on" if self.speaks_in_play else ""
        return f"{WORDS[self.mode]}{least}"

    def minds(self, verdict: Verdict) -> bool:
        """Whether an answer is an error that this tutor minds; noise is none."""
        grades = ERRORS[ERRORS.index(self.level) :]
        return verdict.rated and verdict.grade in grades


def objection(run: MatchRun, action: Action) -> Verdict | None:
    """The verdict on an action that the tutor warns of; None where it has nothing to say.

    Raises:
        ProgressError: the warning cannot be saved.
        SolverError: the position cannot be analysed here.
    """
    if run.tutor.mode != "warn":
        return None
    verdict = _minded(run, run.position, action)
    if verdict is not None:
        run.warned(action)
    return verdict


def refutation(run: MatchRun) -> Verdict | None:
    """The verdict on my last action, if the tutor offers to take it back.

    That is once for a decision, and before anything has come of it.

    Raises:
        SolverError: the position cannot be analysed here.
    """
    if run.tutor.mode != "undo" or run.deal.phase == "over" or run.last is None:
        return None
    position, action = run.last
    step = len(position.table.history)
    answered = step + 1 < len(run.deal.table.history)
    undone = any(
        note.kind == "undo" and (note.deal, note.step) == (run.number, step) for note in run.notes
    )
    return None if answered or undone else _minded(run, position, action)


def _minded(run: MatchRun, position: Position, action: Action) -> Verdict | None:
    """The verdict on an action if it is an error that the tutor minds."""
    verdict = judged(run.study.solve, Decide(position), action)
    return verdict if run.tutor.minds(verdict) else None
