"""A terminal for tests: the real program in a pseudo-terminal, and what a person sees of it."""

import os
import re
import signal
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import pexpect
import pyte

ROOT = Path(__file__).resolve().parent.parent
CTRL_C, CTRL_D, CTRL_R, TAB, ENTER = "\x03", "\x04", "\x12", "\t", "\r"
UP, DOWN, RIGHT, HOME = "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[H"
PROMPTS = (
    ">",
    "okgin>",
    "review>",
    "Enter to go on",
    "Enter to go on, r to review the deal",
    "y or n >",
    "Number of the way to lay it down (1), n for no >",
)
PATIENCE = 60.0
"""Seconds to wait for something on a machine that may be busy."""

_COLOUR = re.compile(rb"\x1b\[(?:[0-9;]*;)?(?:3[0-8]|4[0-8]|9[0-7]|10[0-7])(?:;[0-9;]*)?m")


def environment(home: Path, **changes: str | None) -> dict[str, str]:
    """The environment of a learner's terminal; None takes a variable away."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if name not in ("NO_COLOR", "FORCE_COLOR", "ACCESSIBLE", "COLUMNS", "LINES", "LC_ALL")
    }
    wanted: Mapping[str, str | None] = {
        "OKGIN_HOME": str(home),
        "PYTHONPATH": str(ROOT),
        "PYTHONWARNINGS": "error",
        "TERM": "xterm-256color",
        "LANG": "C.UTF-8",
        **changes,
    }
    return {**kept, **{name: value for name, value in wanted.items() if value is not None}}


class _Display(pyte.HistoryScreen):
    """A screen that answers what a terminal is asked: where the cursor is."""

    answer: Callable[[str], Any] | None = None

    def write_process_input(self, data: str) -> None:
        if self.answer is not None:
            self.answer(data)


class Screen:
    """The program in a window of so many columns."""

    def __init__(
        self,
        home: Path,
        *arguments: str,
        columns: int = 80,
        rows: int = 40,
        program: str = "",
        **changes: str | None,
    ) -> None:
        """``program`` is a file to run in place of the command."""
        self._display = _Display(columns, rows, history=5000, ratio=0.5)
        self._stream = pyte.ByteStream(self._display)
        self.raw = b""
        """Every byte that the program has sent."""
        self._process: pexpect.spawn[bytes] = pexpect.spawn(
            sys.executable,
            [*([program] if program else ["-m", "trainer"]), *arguments],
            env=environment(home, **changes),
            dimensions=(rows, columns),
            cwd=str(home),
        )
        self._process.delaybeforesend = None
        self._display.answer = self._process.send

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._process.close(force=True)

    # -- what is seen ----------------------------------------------------------------------------

    @property
    def text(self) -> str:
        """Everything in the window and above it, without blanks at the ends of lines."""
        width = self._display.columns
        above = ["".join(line[x].data for x in range(width)) for line in self._display.history.top]
        lines = [line.rstrip() for line in (*above, *self._display.display)]
        return "\n".join(lines).rstrip()

    @property
    def flat(self) -> str:
        """The text with every stretch of white space as one blank, however it was wrapped."""
        return " ".join(self.text.split())

    @property
    def colours(self) -> list[bytes]:
        """The escape codes that set a colour."""
        return _COLOUR.findall(self.raw)

    def wait(self, what: Callable[[], bool], wanted: object) -> None:
        """Read what the program says until something is so.

        Raises:
            AssertionError: it is not so after a long while; with all that is seen.
        """
        end = time.monotonic() + PATIENCE
        while not what():
            if time.monotonic() > end or not self._read():
                raise AssertionError(f"waited for {wanted!r}; the window shows:\n{self.text}")

    def _read(self) -> bool:
        """Read once; whether there can be more."""
        try:
            data = self._process.read_nonblocking(65536, timeout=0.05)
        except pexpect.TIMEOUT:
            return True
        except pexpect.EOF:
            return False
        self.raw += data
        self._stream.feed(data)
        return True

    def see(self, text: str, times: int = 1) -> None:
        """Wait until a text is there so often, wrapped or not."""
        self.wait(lambda: self.flat.count(text) >= times, text)

    # -- what is typed ---------------------------------------------------------------------------

    def type(self, keys: str) -> None:
        """Press keys."""
        self._process.send(keys)

    def prompted(self) -> None:
        """Wait until the cursor stands behind a prompt."""
        self.wait(lambda: self._line.strip() in PROMPTS, PROMPTS)

    @property
    def _line(self) -> str:
        return str(self._display.display[self._display.cursor.y])

    def enter(self, line: str, then: str = "") -> None:
        """Type a line at a prompt, wait until a text is there once more, and for another prompt."""
        self.prompted()
        before = self.flat.count(then), self._prompts
        self.type(line + ENTER)
        if then:
            self.see(then, before[0] + 1)
        self._wait_for_another_prompt(before[1])

    @property
    def _prompts(self) -> int:
        """How many prompts have been shown."""
        return sum(line.strip().startswith(PROMPTS) for line in self.text.splitlines())

    def _wait_for_another_prompt(self, before: int) -> None:
        self.wait(lambda: self._prompts > before, "another prompt")
        self.prompted()

    def cancel(self) -> None:
        """Press Ctrl-C and wait for another prompt. (Between prompts it would be a signal.)"""
        self._press_at_prompt(CTRL_C)

    def leave(self) -> None:
        """Press Ctrl-D and wait for the prompt of whatever was around."""
        self._press_at_prompt(CTRL_D)

    def _press_at_prompt(self, key: str) -> None:
        before = self._prompts
        self.type(key)
        self._wait_for_another_prompt(before)

    def kill(self) -> None:
        """End the program as the system does: at once, and without its knowing."""
        self._process.kill(signal.SIGKILL)
        self._process.wait()

    def interrupt(self) -> None:
        """Send the interrupt signal, as Ctrl-C does outside a line editor."""
        self._process.kill(signal.SIGINT)

    def ended(self) -> int:
        """Wait for the end of the program; its exit code."""
        end = time.monotonic() + PATIENCE
        while self._read():
            assert time.monotonic() < end, f"the program does not end:\n{self.text}"
        self._process.close()
        code = self._process.exitstatus
        assert code is not None, f"ended by signal {self._process.signalstatus}:\n{self.text}"
        return int(code)
