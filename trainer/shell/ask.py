"""Putting one question to a learner until it is answered or left."""

from __future__ import annotations

from collections.abc import Callable

from trainer.coach.questions import Arrange, Decide, Question, ScoreDeal
from trainer.coach.verdict import Verdict
from trainer.game import GameError, cards_of, format_card
from trainer.progress import ProgressError
from trainer.session.sitting import Sitting
from trainer.shell.desk import HELP, HINT, LEAVE, Desk, Left
from trainer.shell.views import (
    choices_view,
    provenance,
    question_view,
    reasons_view,
    verdict_view,
)
from trainer.shell.warmup import prepare_solver
from trainer.solver.errors import SolverError

PROMPT = "> "


def ask(
    desk: Desk,
    sitting: Sitting,
    answer: Callable[[str], Verdict],
    prompt: Callable[[], str] = lambda: PROMPT,
) -> Verdict:
    """Put a question and read until it is answered; ``answer`` judges and records.

    Raises:
        Left: the learner left, or there is no more input.
        ProgressError, SolverError: in a batch, where nobody can mend it and try again.
    """
    item = sitting.item
    view = question_view(item.question, desk.pen)
    if view is not None:
        desk.show(view)
    desk.say(item.text, "bold")
    if sitting.stage:
        desk.say(f"(you have had {sitting.stage} of 4 hints here)", "dim")
    while True:
        line = desk.read(f"  {prompt()}", lambda: answer_words(item.question))
        if line.lower() in LEAVE:
            raise Left
        try:
            verdict = _answered(desk, sitting, line, answer)
        except GameError as error:
            desk.refuse(error.sentence)
        except (ProgressError, SolverError) as error:
            if not desk.terminal.interactive:
                raise
            desk.fail(error.sentence)
        except KeyboardInterrupt:
            if not desk.terminal.interactive:
                raise
            desk.say("Stopped; the question still stands.", "dim")
        else:
            if verdict is not None:
                desk.wrong += not verdict.passed
                return verdict


def _answered(
    desk: Desk, sitting: Sitting, line: str, answer: Callable[[str], Verdict]
) -> Verdict | None:
    """What a line comes to: a verdict if it is an answer."""
    item, word = sitting.item, line.lower()
    if not word:
        desk.say(f"Write {item.question.form}; `h` for a hint, `?` for help.", "dim")
        return None
    if word in HELP:
        question_help(desk, item.question)
        return None
    if word in HINT:
        if item.needs_solver and sitting.next_hint_analyses:
            prepare_solver(desk)
        show_hint(desk, sitting)
        return None
    item.question.read(line)  # a line that cannot be read is not worth compiling kernels for
    if item.needs_solver:
        prepare_solver(desk)
    return answer(line)


def show_hint(desk: Desk, sitting: Sitting) -> None:
    """The next stage of hints.

    Raises:
        ProgressError: the stage cannot be saved.
    """
    hint = sitting.hint()
    if hint.verdict is None:
        desk.say(f"Hint {hint.stage} of 4: {hint.text}", "italic")
        return
    desk.say(f"The answer: {hint.verdict.best}", "italic")
    question = sitting.item.question
    if isinstance(question, Decide) and hint.verdict.analysis is not None:
        desk.show(choices_view(question, hint.verdict.analysis, desk.pen))
    else:
        desk.show(reasons_view(hint.verdict.reasons, desk.pen))


def show_verdict(desk: Desk, verdict: Verdict, explain: str = "", *, hinted: bool = False) -> None:
    """A verdict with its reasons; after a mistake without hints, that there are hints."""
    desk.show(verdict_view(verdict, desk.pen, explain))
    if verdict.analysis is not None and verdict.tier == "estimate":
        desk.say(provenance(verdict.analysis), "dim")
    if not verdict.passed and not hinted and desk.terminal.interactive:
        desk.say("Next time, `h` gives a hint before you answer.", "dim")


def question_help(desk: Desk, question: Question) -> None:
    """What can be typed here."""
    desk.say(f"Answer with {question.form}.")
    desk.say("`h` gives a hint (four stages), `q` leaves and keeps your place.")


def answer_words(question: Question) -> list[str]:
    """Words that may complete an answer."""
    if isinstance(question, Decide):
        position = question.position
        if question.knock is not None:
            return ["hint", *(format_card(card) for card in cards_of(position.hand))]
        match position.ask:
            case "offer":
                return ["take", "pass", "hint"]
            case "draw":
                return ["stock", "pile", "hint"]
            case "layoff":
                cards = [format_card(card) for card in cards_of(position.hand)]
                return ["lay nothing", *(f"lay {card}" for card in cards), "hint", *cards]
            case _:
                cards = [format_card(card) for card in cards_of(position.hand)]
                return [
                    *cards,
                    *(f"{verb} {card}" for verb in ("knock", "gin") for card in cards),
                    "big gin",
                    "hint",
                ]
    if isinstance(question, Arrange):
        return ["none", "hint", *(format_card(card) for card in cards_of(question.hand))]
    if isinstance(question, ScoreDeal):
        return ["me", "them", "nobody", "hint"]
    return ["yes", "no", "hint"] if question.form == "yes or no" else ["hint"]
