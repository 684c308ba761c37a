"""How the tutor speaks: before an error, and after it."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.text import Text

from trainer.coach.facts import loss_text, points_text
from trainer.coach.verdict import Verdict
from trainer.shell.draw import Pen
from trainer.shell.views import MARKS, reasons_view


def lost_words(verdict: Verdict) -> str:
    """What an answer costs: ``about 2.3 points (± 0.4)``."""
    if verdict.tier == "exact":
        return points_text(verdict.points_lost)
    return loss_text(verdict.loss, by_match=verdict.by_match)


def objection_words(verdict: Verdict) -> str:
    """The warning before an error; what would be better it leaves to the learner."""
    article = "an" if verdict.grade[0] in "aeiou" else "a"
    return f"{verdict.answer} loses {lost_words(verdict)}, {article} {verdict.grade}. Sure?"


def refutation_view(verdict: Verdict, pen: Pen) -> RenderableType:
    """What is wrong with an action that may be taken back."""
    mark, style = MARKS[verdict.grade]
    head = Text(f"{mark} {verdict.grade}", style=style).append("  ")
    head.append_text(pen.prose(f"{verdict.answer} loses {lost_words(verdict)}."))
    told = [reason for reason in verdict.reasons if reason.theme != "cost"]
    return Group(head, reasons_view(told, pen))
