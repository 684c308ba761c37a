"""Runs of puzzles: as many as one can before the first miss, or before the time is up."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from random import Random

from trainer.coach.verdict import Verdict
from trainer.content import BrokenFile, Library
from trainer.progress import RunKind, StoredRun
from trainer.session.puzzle import free_puzzles, item_of
from trainer.session.sitting import Sitting, Study

LIVES: dict[RunKind, int] = {"streak": 1, "timed": 3}
"""The miss that ends a run."""

SHUFFLE = 150.0
"""Puzzles come from the easiest to the hardest, but no two runs alike: in rating points."""


@dataclass
class PuzzleRun:
    """A run. Its puzzles are not rated: it is the count that matters, not the care."""

    study: Study
    library: Library
    kind: RunKind
    minutes: int | None
    """How long a timed one takes; None without a clock."""
    waiting: list[str]
    """Puzzles to come, the next one first."""
    solved: int = 0
    missed: int = 0
    started: datetime = field(init=False)

    def __post_init__(self) -> None:
        self.started = self.study.clock()
        self.day = self.study.today()

    @classmethod
    def new(
        cls, library: Library, study: Study, kind: RunKind, seed: int, minutes: int | None = None
    ) -> PuzzleRun:
        """Begin a run."""
        rng = Random(seed)
        heads = library.puzzle_heads
        order = {
            name: heads[name].rating + rng.uniform(-SHUFFLE, SHUFFLE)
            for name in free_puzzles(library, study.today())
        }
        return cls(study, library, kind, minutes, sorted(order, key=lambda name: order[name]))

    @property
    def left(self) -> timedelta | None:
        """The time that is left, none below nothing; None without a clock."""
        if self.minutes is None:
            return None
        end = self.started + timedelta(minutes=self.minutes)
        return max(timedelta(0), end - self.study.clock())

    @property
    def over(self) -> bool:
        """Whether the last life or the time is gone."""
        return self.missed >= LIVES[self.kind] or self.left == timedelta(0)

    def next(self) -> Sitting | None:
        """The next puzzle; None once the run is over or nothing is left to solve."""
        while self.waiting and not self.over:
            with suppress(BrokenFile):  # told by the checker
                puzzle = self.library.puzzle(self.waiting.pop(0))
                return Sitting(self.study, replace(item_of(puzzle), rating=None))
        return None

    def count(self, sitting: Sitting, verdict: Verdict) -> bool:
        """Count an answer; False if it came after the time was up. Hints make it a miss."""
        if self.left == timedelta(0):
            return False
        if verdict.passed and sitting.stage == 0:
            self.solved += 1
        else:
            self.missed += 1
        return True

    def finish(self) -> StoredRun:
        """Keep what came of it.

        Raises:
            ProgressError: it cannot be saved.
        """
        return self.study.store.keep_run(
            self.kind, self.minutes, self.solved, self.missed, self.study.clock(), self.day
        )

    def best(self) -> int:
        """The most solved in a run of this kind and length."""
        return max(
            (
                run.solved
                for run in self.study.store.runs()
                if (run.kind, run.minutes) == (self.kind, self.minutes)
            ),
            default=0,
        )
