"""`okgin check`: the content checker with its progress and its problems, one a line."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import click

from trainer.content import Library
from trainer.content.check import check, update
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


def _progress(share: float, what: str) -> None:
    """A line of progress on a real terminal; pipes and logs are spared."""
    if sys.stderr.isatty():
        click.echo(f"\r{share:4.0%}  {what:<50.50}", nl=share >= 1, err=True)
