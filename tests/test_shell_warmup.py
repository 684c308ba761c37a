"""The solver compiled in the background: in another process, waited for only where it is needed."""

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest
from rich.console import Console

from trainer.shell import warmup
from trainer.shell.desk import Desk
from trainer.shell.draw import Pen
from trainer.shell.terminal import Terminal

IN_THE_BACKGROUND = """
import sys
from trainer.shell import warmup
from trainer.solver.compile import ready
assert not ready()
warmup.start_solver()
warmup.start_solver()
assert len(warmup._running) == 1
assert "numba" not in sys.modules
seen = []
warmup._follow(warmup._running.pop(), lambda share, what: seen.append(share))
assert seen == sorted(seen) and seen[-1] == 1.0, seen
assert ready()
assert "numba" not in sys.modules
warmup.start_solver()
assert not warmup._running
"""


def test_another_process_fills_the_cache(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", IN_THE_BACKGROUND],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "OKGIN_HOME": str(tmp_path)},
    )
    assert done.returncode == 0, done.stderr


def test_what_it_says_of_itself_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    script = "print('0.25 compiling the deck'); print('1.00 done')"
    child = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
    states = iter([False, True])
    monkeypatch.setattr(warmup, "ready", lambda *_: next(states, True))
    monkeypatch.setattr(warmup, "warm_up", lambda *_, **__: None)
    monkeypatch.setattr(warmup, "_running", [child])
    out = io.StringIO()
    console = Console(file=out, width=80)
    desk = Desk(Terminal(console, interactive=False, linear=True, glyphs=False), Pen(glyphs=False))
    warmup.prepare_solver(desk)
    said = out.getvalue()
    assert "once for this version" in said
    assert "compiling the deck: 25%" in said
    assert "done: 100%" in said
