"""What can be typed at the table, and the keys that do the same."""

from __future__ import annotations

from trainer.game import Action, Position, best_layoff, deadwood
from trainer.session.play import MatchRun
from trainer.session.tutor import Tutor
from trainer.shell.views import action_words

GOING_OUT = ("knock", "gin", "big gin")
"""Actions that are asked about once before they are final."""

KEYS = (
    ("← →", "move through the hand"),
    ("Enter", "lift a card, then throw it"),
    ("s", "draw from the stock"),
    ("d", "take from the discard pile"),
    ("p", "pass the first upcard"),
    ("k", "knock, choosing throw and spread"),
    ("g", "go gin"),
    ("l", "lay off the lifted cards"),
    ("h", "a hint; again for more"),
    ("v", "the course of the deal"),
    ("m", "sort; move a lifted card"),
    ("u", "take back"),
    (":", "type it instead"),
    ("Esc", "close"),
    ("q", "leave; the match is kept"),
)
"""The keys of the table."""

_WORDS = {
    "h": ("h", "hint"),
    "?": ("?", "help"),
    "q": ("q", "quit", "leave", "exit"),
    "u": ("u", "undo", "back"),
    "v": ("v", "history"),
    "m": ("m", "sort"),
    "k": ("k", "knock"),
    "g": ("g", "gin"),
}

WORDS = ("hint", "undo", "history", "knock", "gin", "tutor", "quit")
"""What can be typed besides actions."""


def key_of(line: str) -> str | None:
    """The key that a typed word stands for; None where it stands for none."""
    return next((key for key, words in _WORDS.items() if line.lower() in words), None)


def teach(run: MatchRun, text: str) -> str:
    """Set the tutor, or only say what it does; the sentence that tells it.

    Raises:
        Unreadable: there is no such tutor.
        ProgressError: it cannot be saved.
    """
    if text:
        run.teach(Tutor.read(text))
    return f"The tutor {run.tutor.words}."


def told(position: Position, action: Action) -> list[str]:
    """What I did, and what would have been better to lay off. A draw is seen in the hand."""
    if action.kind in ("stock", "pile", "take"):
        return []
    words = [f"{action_words(action, None, 'You')}."]
    if action.kind == "lay":
        best = best_layoff(position.table.spread, position.hand)
        left = deadwood(position.hand & ~action.laid)
        if left > best.deadwood:
            label = Action("lay", laid=best.laid).label
            words.append(f"You keep {left} deadwood; to {label} would have left {best.deadwood}.")
    return words
