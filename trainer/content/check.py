"""The checker: content is checked like code.

Every answer is solved again, and nothing that is shown before an answer may give it away. Problems
are values; whoever calls decides how to print them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from trainer.coach.questions import Decide
from trainer.content.certify import (
    CHECK_PLAYOUTS,
    Solve,
    certify,
    own_solve,
    second_opinion,
)
from trainer.content.daily import read_entries
from trainer.content.errors import BrokenFile, Problem
from trainer.content.exercise import check_exercise
from trainer.content.folders import survey
from trainer.content.library import Library
from trainer.content.load import is_lesson, lesson_of, puzzle_of
from trainer.content.model import Exercise, Lesson, Puzzle
from trainer.content.receipts import Receipt, read_receipts, receipts_path, write_receipts
from trainer.content.relations import check_relations
from trainer.content.tree import At, Document, read_document
from trainer.game import Position, to_line
from trainer.solver.analyse import VERSION
from trainer.solver.analysis import Analysis

Progress = Callable[[float, str], None]
"""Told the share that is done, 0 to 1, and what comes next."""

SAMPLE = 32
"""Decisions with a receipt of this solver that a check of the whole library solves again."""
LEAST_EXERCISES = 8
LEAST_KINDS = 2


@dataclass(frozen=True)
class Checked:
    """A file that could be read."""

    document: Document
    item: Lesson | Puzzle

    @property
    def exercises(self) -> list[tuple[At, Exercise]]:
        """Its exercises and where each stands."""
        if isinstance(self.item, Puzzle):
            return [((), self.item.exercise)]
        return [
            (("steps", place), step)
            for place, step in enumerate(self.item.steps)
            if isinstance(step, Exercise)
        ]


def check(
    paths: Sequence[Path],
    library: Library,
    progress: Progress | None = None,
    *,
    solve: Solve = second_opinion,
) -> list[Problem]:
    """Everything that is wrong with some files and folders, sorted by file and line.

    Args:
        paths: lessons, puzzles, daily lists and folders of them; none means the whole library, in
            which of the decisions with a receipt of this solver only a sample is solved again.
        library: what other ids there are.
        progress: told about each question.
        solve: analyses the decisions; receipts are compared with what it gives.

    Raises:
        SolverError: there is an estimate to test, and it cannot be made here.
    """
    found = survey(paths or library.folders)
    problems = set(found.problems)
    checked = list(_readable(found.files, problems))
    problems.update(check_relations([(c.document, c.item) for c in checked], library))
    for each in checked:
        if isinstance(each.item, Lesson) and _is_shipped(each.item.path, library):
            problems.update(_check_size(each.document, each.item))
    total = sum(len(each.exercises) for each in checked)
    done = 0
    spared = frozenset() if paths else _spared(checked)
    for each in checked:
        for at, exercise in each.exercises:
            if progress is not None:
                progress(done / total, f"{each.item.id}: {exercise.id}")
            done += 1
            fresh: Analysis | None = None
            if isinstance(exercise.question, Decide):
                position = exercise.question.position
                believed = _lot(position) in spared
                fresh = exercise.receipt if believed else solve(position, CHECK_PLAYOUTS)
            puzzle = each.item if isinstance(each.item, Puzzle) else None
            problems.update(check_exercise(each.document, at, exercise, puzzle, fresh))
        problems.update(_check_receipts(each))
    for path in found.lists:
        problems.update(_check_daily(path, {*library.puzzle_ids, *_puzzle_ids(checked)}))
    if progress is not None:
        progress(1.0, "done")
    return sorted(problems)


def update(
    paths: Sequence[Path],
    library: Library,
    progress: Progress | None = None,
    *,
    solve: Solve = own_solve,
) -> list[Path]:
    """Write the receipts that are missing or stale; the files of receipts that changed.

    A receipt of the same position and solver version is kept as it is. Files that cannot be read
    are left alone: :func:`check` tells of them.

    Raises:
        OSError: a receipt cannot be written.
        SolverError: the estimates cannot be made here.
    """
    found = survey(paths or library.folders)
    checked = list(_readable(found.files, set(), mend=True))
    total = sum(len(each.exercises) for each in checked)
    done = 0
    changed = []
    for each in checked:
        old = read_receipts(each.item.path)
        new: dict[str, Receipt] = {}
        for _, exercise in each.exercises:
            if progress is not None:
                progress(done / total, f"{each.item.id}: {exercise.id}")
            done += 1
            receipt = _receipt(exercise, old.get(exercise.id), solve)
            if receipt is not None:
                new[exercise.id] = receipt
        if new != old:
            write_receipts(each.item.path, new)
            changed.append(receipts_path(each.item.path))
    if progress is not None:
        progress(1.0, "done")
    return changed


def _receipt(exercise: Exercise, old: Receipt | None, solve: Solve) -> Receipt | None:
    """The receipt that an exercise needs; None where its answer is exact."""
    if not isinstance(exercise.question, Decide):
        return None
    position = exercise.question.position
    # A glance tells whether an estimate is needed at all, and the solver's version.
    glance = solve(position, 2)
    if glance.tier == "exact":
        return None
    if old is not None and old.fits(position) and old.analysis.version == glance.version:
        return old
    return Receipt(to_line(position), certify(position, solve))


def _readable(
    paths: Iterable[Path], problems: set[Problem], *, mend: bool = False
) -> Iterator[Checked]:
    """The files that can be read; ``mend`` takes unreadable receipts out of the way."""
    for path in paths:
        try:
            document = read_document(path)
            if mend:
                _drop_broken_receipts(path)
            item = lesson_of(document) if is_lesson(document) else puzzle_of(document)
        except BrokenFile as error:
            problems.add(error.problem)
        else:
            yield Checked(document, item)


def _drop_broken_receipts(path: Path) -> None:
    try:
        read_receipts(path)
    except BrokenFile:
        receipts_path(path).unlink()


def _is_shipped(path: Path, library: Library) -> bool:
    return path.resolve().is_relative_to((library.shipped / "lessons").resolve())


def _check_size(document: Document, lesson: Lesson) -> Iterator[Problem]:
    """A shipped lesson has enough to do, and not always the same."""
    count = len(lesson.exercises)
    if count < LEAST_EXERCISES:
        yield document.problem(
            ("steps",), f"the lesson has {count} exercises: {LEAST_EXERCISES} are the least"
        )
    kinds = {exercise.question.kind for exercise in lesson.exercises}
    if len(kinds) < LEAST_KINDS:
        yield document.problem(
            ("steps",), f"every exercise is of one kind: {LEAST_KINDS} kinds are the least"
        )


def _spared(checked: Iterable[Checked]) -> frozenset[str]:
    """The lots of the decisions whose receipts are believed: all current ones but a sample."""
    current = {
        _lot(exercise.question.position)
        for each in checked
        for _, exercise in each.exercises
        if isinstance(exercise.question, Decide)
        and exercise.receipt is not None
        and exercise.receipt.version == VERSION
    }
    return frozenset(sorted(current)[SAMPLE:])


def _lot(position: Position) -> str:
    """A random text by which positions are drawn for the sample, another with each version."""
    return hashlib.blake2b(f"{VERSION} {to_line(position)}".encode()).hexdigest()


def _check_receipts(each: Checked) -> Iterator[Problem]:
    """Receipts that belong to no decision."""
    beside = receipts_path(each.item.path)
    decisions = {e.id for _, e in each.exercises if isinstance(e.question, Decide)}
    try:
        receipts = read_receipts(each.item.path)
    except BrokenFile as error:
        yield error.problem
        return
    for name in receipts:
        if name not in decisions:
            yield Problem(
                beside, 1, 1, f"the receipt of '{name}' belongs to no decision: run check --update"
            )


def _puzzle_ids(checked: Iterable[Checked]) -> set[str]:
    return {each.item.id for each in checked if isinstance(each.item, Puzzle)}


def _check_daily(path: Path, known: set[str]) -> Iterator[Problem]:
    try:
        for entry in read_entries(path):
            if entry.id not in known:
                yield Problem(
                    path, entry.line, entry.column, f"there is no puzzle '{entry.id}' to show"
                )
    except BrokenFile as error:
        yield error.problem
