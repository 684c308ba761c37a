"""What kind of terminal this is, and reading lines from it.

Three ways to read: a full line editor on a real terminal; plain lines on a dumb terminal, in the
linear mode for screen readers, and where the output goes elsewhere; and standard input as a batch
when it is no terminal at all.
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
"""What can complete the line being typed."""


@dataclass
class Terminal:
    """A console to print on and a way to read lines."""

    console: Console
    interactive: bool
    """Whether a person types, so that pauses and questions back make sense."""
    linear: bool
    """No redrawing, no toolbar, no line editor: dumb terminals, pipes and screen readers."""
    glyphs: bool
    """Whether suits can be shown as glyphs."""
    history: Path | None = None
    """The file that remembers lines typed."""
    toolbar: str | Callable[[], str] = ""
    """The line below the prompt; one that is computed is drawn anew every second."""
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
            self.console.print(f"{prompt}{line.rstrip()}", markup=False, soft_wrap=True)
            return line.strip()
        if not self.linear:
            return self._edited(prompt, words).strip()
        try:
            return input(prompt).strip()
        except (EOFError, KeyboardInterrupt):
            self.console.print()  # what comes next must not stand behind the prompt
            raise

    def _edited(self, prompt: str, words: Words) -> str:
        from trainer.shell.editor import LineCompleter, line_editor

        if self._session is None:
            self._session = line_editor(self.history)
        return self._session.prompt(
            prompt,
            completer=LineCompleter(words),
            complete_while_typing=False,
            bottom_toolbar=self.toolbar or None,
            refresh_interval=1.0 if callable(self.toolbar) else 0.0,
        )


def open_terminal(environment: Mapping[str, str] = os.environ) -> Terminal:
    """The terminal of this process, as its environment describes it."""
    dumb = environment.get("TERM", "") in ("dumb", "unknown")
    interactive = sys.stdin.isatty()
    linear = (
        dumb or bool(environment.get("ACCESSIBLE")) or not interactive or not sys.stdout.isatty()
    )
    console = Console(
        highlight=False,
        no_color=True if environment.get("NO_COLOR") else None,
        force_terminal=False if dumb else None,
    )
    return Terminal(
        console=console,
        interactive=interactive,
        linear=linear,
        glyphs=not linear and "utf" in (sys.stdout.encoding or "").lower(),
    )
