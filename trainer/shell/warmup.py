"""Having the solver ready: compiled in the background, waited for behind a bar where it is needed.

Compiling takes half a minute of one processor, once for a version. It is done in a process of its
own, because in a thread it would make typing stutter.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from trainer.solver.compile import prepare_cache, ready, warm_up

if TYPE_CHECKING:
    from trainer.shell.desk import Desk

Progress = Callable[[float, str], None]

_CHILD = "import sys; from trainer.shell.warmup import announce; announce(sys.argv[1:])"

_running: list[subprocess.Popen[str]] = []
"""The process that compiles, if one was started by this program."""


def start_solver(more: Sequence[str] = ()) -> None:
    """Begin to compile in the background, unless that is done or cannot be kept.

    ``more`` are kernels that are wanted besides those of an analysis.
    """
    if _running or ready(more) or prepare_cache() is None:
        return
    try:
        process = subprocess.Popen(
            [sys.executable, "-c", _CHILD, *more],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            start_new_session=True,  # Ctrl-C at the prompt is not meant for it
        )
    except OSError:
        return  # it is compiled in this process then, when it is needed
    _running.append(process)


def announce(more: Sequence[str] = ()) -> None:
    """Compile, and print the progress for another process to read: a share and what is done.

    Raises:
        SolverError: as :func:`trainer.solver.compile.warm_up`.
    """
    try:
        warm_up(lambda share, what: print(f"{share:.2f} {what}", flush=True), more)
    except BrokenPipeError:
        warm_up(more=more)  # nobody reads any more; what is compiled is good for the next start


def prepare_solver(desk: Desk, more: Sequence[str] = ()) -> None:
    """Have the kernels loaded, with a line of progress while they are compiled.

    ``more`` are kernels that are wanted besides those of an analysis.

    Raises:
        SolverError: they cannot be.
    """
    if not ready(more):
        with _progress(desk) as progress:
            while _running:
                _follow(_running.pop(), progress)
            warm_up(progress, more)
    warm_up(more=more)


def _follow(process: subprocess.Popen[str], progress: Progress) -> None:
    """Pass on what the process that compiles says of itself until it ends."""
    with process:
        for line in process.stdout or ():
            share, _, what = line.strip().partition(" ")
            progress(float(share), what)


@contextmanager
def _progress(desk: Desk) -> Iterator[Progress]:
    """A bar, or plain lines where nothing may be redrawn."""
    desk.say("Getting the solver ready, once for this version (about half a minute).", "dim")
    if desk.terminal.linear:
        yield lambda share, what: desk.say(f"{what}: {share:.0%}", "dim")
        return
    with bar(desk, "starting") as progress:
        yield progress


@contextmanager
def bar(desk: Desk, started: str, note: str = "", width: int = 0) -> Iterator[Progress]:
    """A bar that goes when it is done, what is being done before it and a note after it.

    ``started`` stands there at first; ``width`` columns are kept free for such words.
    """
    from rich.progress import BarColumn, TextColumn
    from rich.progress import Progress as Bar

    columns = (
        TextColumn(f"  {{task.description:<{width}}}"),
        BarColumn(20),
        TextColumn(f"{{task.percentage:.0f}}%{note}"),
    )
    with Bar(*columns, console=desk.terminal.console, transient=True) as shown:
        task = shown.add_task(started, total=1.0)
        yield lambda share, what: shown.update(task, completed=share, description=what)
