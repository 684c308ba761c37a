"""What kind of terminal this is, and reading lines from it.

Three ways to read: a full line editor on a real terminal; plain lines on a dumb terminal or in the
linear mode for screen readers; and standard input as a batch when it is no terminal at all.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console

if TYPE_CHECKING:
    from prompt_toolkit import PromptSession

Words = Callable[[], Iterable[str]]
"""The words that can complete what is being typed."""


@dataclass
class Terminal:
    """A console to print on and a way to read lines."""

    console: Console
    interactive: bool
    """Whether a person types: pauses and line editing make sense."""
    linear: bool
    """No redrawing, no spinners, no toolbar: dumb terminals, pipes and screen readers."""
    glyphs: bool
    """Whether suits can be shown as glyphs."""
    history: Path | None = None
    """The file that remembers lines typed."""
    toolbar: str = ""
    """The line below the prompt."""
    _session: PromptSession[str] | None = field(default=None, repr=False)

    def read(self, prompt: str, words: Words = tuple) -> str:
        """Read one line.

        Raises:
            EOFError: there is no more input (Ctrl-D).
            KeyboardInterrupt: the line was cancelled (Ctrl-C).
        """
        if not self.interactive:
            line = sys.stdin.readline()
            if not line:
                raise EOFError
            self.console.print(f"{prompt}{line.rstrip()}", markup=False, highlight=False)
            return line.strip()
        if self.linear:
            return input(prompt).strip()
        return self._edited(prompt, words).strip()

    def _edited(self, prompt: str, words: Words) -> str:
        from prompt_toolkit.completion import WordCompleter

        if self._session is None:
            self._session = _line_editor(self.history)
        return self._session.prompt(
            prompt,
            completer=WordCompleter(lambda: list(words()), ignore_case=True, sentence=True),
            complete_while_typing=False,
            bottom_toolbar=self.toolbar or None,
        )


def _line_editor(history: Path | None) -> PromptSession[str]:
    from prompt_toolkit import PromptSession
    from prompt_toolkit.history import FileHistory, History, InMemoryHistory

    kept: History = InMemoryHistory()
    if history is not None:
        try:
            history.parent.mkdir(parents=True, exist_ok=True)
            history.open("a").close()
            kept = FileHistory(str(history))
        except OSError:
            pass  # a history that cannot be kept is no reason not to play
    return PromptSession(history=kept)


def open_terminal(environment: Mapping[str, str] = os.environ) -> Terminal:
    """The terminal of this process, as its environment describes it."""
    dumb = environment.get("TERM", "") in ("dumb", "unknown")
    linear = dumb or bool(environment.get("ACCESSIBLE"))
    interactive = sys.stdin.isatty() and sys.stdout.isatty()
    console = Console(
        highlight=False,
        soft_wrap=False,
        no_color=True if environment.get("NO_COLOR") else None,
        force_terminal=False if dumb else None,
    )
    return Terminal(
        console=console,
        interactive=interactive,
        linear=linear or not interactive,
        glyphs=not linear and "utf" in (sys.stdout.encoding or "").lower(),
    )
