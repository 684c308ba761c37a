"""The line editor of a real terminal: history and completion."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.history import FileHistory, History, InMemoryHistory

from trainer.shell.terminal import Words


class LineCompleter(Completer):
    """Completes the whole line where it begins a phrase, else its last word."""

    def __init__(self, words: Words) -> None:
        self.words = words

    def get_completions(
        self,
        document: Document,
        complete_event: CompleteEvent,  # noqa: ARG002  prompt_toolkit hands it to every completer
    ) -> Iterator[Completion]:
        """The phrases or words that go on from what is typed."""
        line = document.text_before_cursor.lstrip().lower()
        phrases = list(dict.fromkeys(self.words()))
        whole = [phrase for phrase in phrases if phrase.lower().startswith(line)]
        if whole:
            yield from (Completion(phrase, -len(line)) for phrase in whole)
            return
        before, _, last = line.rpartition(" ")
        for word in phrases:
            new = " " not in word and word.lower() not in before.split()
            if new and word.lower().startswith(last):
                yield Completion(word, -len(last))


class KeptHistory(FileHistory):
    """A history in a file; one that cannot be written is no reason not to go on."""

    def store_string(self, string: str) -> None:
        """Remember a line."""
        with suppress(OSError):
            super().store_string(string)


def line_editor(history: Path | None) -> PromptSession[str]:
    """An editor that remembers lines in a file, or in memory where there can be no file."""
    kept: History = InMemoryHistory()
    if history is not None:
        with suppress(OSError):
            history.parent.mkdir(parents=True, exist_ok=True)
            history.open("a").close()
            kept = KeptHistory(str(history))
    return PromptSession(history=kept)
