"""The learner's desk: what is printed, and how the answers given at it have gone."""

from __future__ import annotations

from dataclasses import dataclass

from rich.console import RenderableType
from rich.text import Text

from trainer.shell.draw import Margin, Pen
from trainer.shell.streams import printable
from trainer.shell.terminal import Terminal, Words

LEAVE = ("q", "quit", "leave", "exit")
HINT = ("h", "hint")
HELP = ("?", "help")


class Left(Exception):
    """The learner left the question; nothing is lost."""


@dataclass
class Desk:
    """A terminal with a pen, and what it all came to, for the exit code of a batch."""

    terminal: Terminal
    pen: Pen
    wrong: int = 0
    """Answers that were judged and not right."""
    unread: int = 0
    """Lines that could not be read."""
    failed: bool = False
    """Whether something could not be done: an answer saved, a position analysed."""

    def say(self, text: str, style: str = "") -> None:
        """Print a sentence with its cards drawn."""
        self.show(self.pen.prose(text, style))

    def show(self, view: RenderableType) -> None:
        """Print a view with a margin."""
        self.terminal.console.print(Margin(view))

    def gap(self) -> None:
        """Print an empty line."""
        self.terminal.console.print()

    def refuse(self, sentence: str) -> None:
        """Say why a line cannot be carried out, with cards in letters, as they are typed."""
        self.unread += 1
        self._warn(sentence)

    def fail(self, sentence: str) -> None:
        """Say what has gone wrong."""
        self.failed = True
        self._warn(sentence)

    def _warn(self, sentence: str) -> None:
        sentence = printable(sentence)
        end = "" if sentence.endswith((".", "?")) else "."
        self.show(Text(f"{sentence[0].upper()}{sentence[1:]}{end}", style="yellow"))

    def read(self, prompt: str, words: Words = tuple) -> str:
        """Read one line; Ctrl-C cancels what was typed and asks again.

        Raises:
            Left: there is no more input.
            KeyboardInterrupt: a batch is interrupted.
        """
        while True:
            try:
                return self.terminal.read(prompt, words)
            except EOFError:
                raise Left from None
            except KeyboardInterrupt:
                if not self.terminal.interactive:
                    raise

    def pause(self, prompt: str = "  Enter to go on ", offer: tuple[str, ...] = ()) -> bool:
        """Wait for Enter, where a person reads; whether a word of the ``offer`` was typed instead.

        Raises:
            Left: the learner does not want to go on.
        """
        while self.terminal.interactive:
            line = self.read(prompt).lower()
            if line in LEAVE:
                raise Left
            if line not in HELP:
                return line in offer
            self.say("Enter goes on, `q` leaves; your place is kept.", "dim")
        return False
