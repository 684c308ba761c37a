"""`okgin check`: the content checker with its progress and its problems, one a line."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random

import click

from trainer.content import Library
from trainer.content.certify import SURE
from trainer.content.check import check, update
from trainer.content.verify import LIKELY, Verified, verify
from trainer.progress import content_folder
from trainer.shell.streams import printable


def run_check(names: Sequence[str], *, rewrite: bool) -> bool:
    """Check, and print each problem as ``file:line:column: sentence``; whether there were any.

    With ``rewrite`` missing and stale receipts are made first.

    Raises:
        SolverError: an estimate has to be tested, and cannot be here.
        click.UsageError: a path does not exist.
    """
    paths = [Path(name) for name in names]
    for path in paths:
        if not path.exists():
            raise click.UsageError(f"there is no file or folder '{path}': name one to check")
    library = Library(content_folder())
    if rewrite:
        for changed in update(paths, library, _progress):
            click.echo(f"wrote {changed}")
    problems = check(paths, library, _progress)
    for problem in problems:
        click.echo(printable(str(problem)))
    found = len(problems)
    what = "nothing wrong" if not found else f"{found} problem{'s' if found > 1 else ''}"
    click.echo(f"checked: {what}", err=bool(found))
    return bool(found)


def run_verify(name: str | None, sample: int | None, seed: int) -> bool:
    """Reproduce receipts, and print what came of it; whether something is wrong.

    Without a name those of all puzzles and lessons, or a sample of them drawn by the seed.

    Raises:
        ContentError: there is no such puzzle or lesson.
        SolverError: nothing can be estimated here.
    """
    library = Library(content_folder())
    exercises = [
        *((puzzle.id, puzzle.exercise) for puzzle in library.puzzles),
        *(
            (f"{lesson.id}/{exercise.id}", exercise)
            for lesson in library.lessons
            for exercise in lesson.exercises
        ),
    ]
    asked = [each for each in exercises if each[1].receipt is not None]
    if name is not None:
        asked = [each for each in asked if each[0].partition("/")[0] == name]
        if not asked:
            if name not in library.lesson_files:
                library.puzzle(name)  # refuses an id that there is not
            click.echo(f"{name}: answered exactly, so that it has no receipt")
            return False
    if sample is not None:
        asked = Random(seed).sample(asked, min(sample, len(asked)))
    found: list[Verified] = []
    for verified in verify(asked):
        _progress(len(found) / len(asked), verified.id)
        found.append(verified)
        if not verified.good:
            click.echo(f"{verified.id}: {_wrong(verified)}")
    _progress(1.0, "done")
    values = sum(verified.values for verified in found)
    beyond = sum(verified.beyond for verified in found)
    worst = max((verified.worst for verified in found), default=0.0)
    click.echo(
        f"{len(found)} receipts: {sum(v.same for v in found)} with the same figures by their own "
        f"seed; by another {beyond} of {values} values beyond {LIKELY:g} joint errors "
        f"({beyond / max(1, values):.1%}), the farthest {worst:.1f}; "
        f"{sum(v.holds for v in found)} with the same right answers"
    )
    return not all(verified.good for verified in found)


def _wrong(verified: Verified) -> str:
    """What is wrong with a receipt."""
    said = []
    if not verified.same:
        said.append("its own seed gives other figures")
    if not verified.holds:
        said.append("another seed accepts other answers")
    if verified.worst > SURE:
        said.append(f"another seed finds a value {verified.worst:.1f} joint errors away")
    return "; ".join(said)


def _progress(share: float, what: str) -> None:
    """A line of progress on a real terminal; pipes and logs are spared."""
    if sys.stderr.isatty():
        click.echo(f"\r{share:4.0%}  {what:<50.50}", nl=share >= 1, err=True)
