"""What the game room raises: one sentence that quotes the input and says what to do."""

from __future__ import annotations


class GameError(ValueError):
    """Something the game room cannot accept.

    ``sentence`` is ready for a person to read; ``field`` is the key of the mapping it is about
    ("hand", "history", ...), where the value came from one, so that a file can be pointed into.
    """

    def __init__(self, sentence: str, field: str | None = None) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.field = field


class Unreadable(GameError):
    """The text is not in the notation."""


class Illegal(GameError):
    """The text is in the notation, but the rules forbid what it says."""


class Ambiguous(GameError):
    """The text could mean two things."""
