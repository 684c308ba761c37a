"""Putting one question to a learner until it is answered or left."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from rich.console import RenderableType

from trainer.coach.questions import Arrange, Decide, Question, ScoreDeal
from trainer.coach.verdict import Verdict
from trainer.game import GameError, cards_of, format_card
from trainer.progress import ProgressError
from trainer.session.sitting import Sitting
from trainer.shell.draw import Pen, print_indented
from trainer.shell.terminal import Terminal
from trainer.shell.views import provenance, question_view, table_view, verdict_view
from trainer.solver.compile import ready, warm_up

PROMPT = "> "
LEAVE = ("q", "quit", "leave", "exit")
HINT = ("h", "hint")
HELP = ("?", "help")


class Left(Exception):
    """The learner left the question; nothing is lost."""


@dataclass
class Desk:
    """A terminal with a pen, and what was said of the answers given at it."""

    terminal: Terminal
    pen: Pen
    verdicts: list[Verdict] = field(default_factory=list)
    """The verdicts of this run of the program, for its exit code."""

    def say(self, text: str, style: str = "") -> None:
        """Print a sentence with its cards drawn."""
        self.show(self.pen.prose(text, style))

    def show(self, view: RenderableType) -> None:
        """Print a view with a margin."""
        print_indented(self.terminal.console, view)

    def gap(self) -> None:
        """Print an empty line."""
        self.terminal.console.print()

    def refuse(self, sentence: str) -> None:
        """Say what could not be done."""
        self.say(
            sentence[0].upper() + sentence[1:] + ("" if sentence.endswith(".") else "."), "yellow"
        )

    def pause(self) -> None:
        """Wait for Enter, where a person reads.

        Raises:
            Left: the learner does not want to go on.
        """
        if not self.terminal.interactive:
            return
        try:
            line = self.terminal.read("  Enter to go on ")
        except (EOFError, KeyboardInterrupt):
            raise Left from None
        if line.lower() in LEAVE:
            raise Left


def ask(desk: Desk, sitting: Sitting, answer: Callable[[str], Verdict]) -> Verdict:
    """Put a question and read until it is answered; ``answer`` judges and records.

    Raises:
        Left: the learner left, or there is no more input.
    """
    item = sitting.item
    view = question_view(item.question, desk.pen)
    if view is not None:
        desk.show(view)
    desk.say(item.text, "bold")
    if sitting.stage:
        desk.say(f"(you have had {sitting.stage} of 4 hints here)", "dim")
    while True:
        try:
            line = desk.terminal.read(f"  {PROMPT}", lambda: answer_words(item.question))
        except KeyboardInterrupt:
            continue
        except EOFError:
            raise Left from None
        word = line.lower()
        if not word:
            desk.say(f"Write {item.question.form}; `h` for a hint, `?` for help.", "dim")
        elif word in LEAVE:
            raise Left
        elif word in HELP:
            question_help(desk, item.question)
        else:
            try:
                if item.needs_solver:
                    prepare_solver(desk)
                if word in HINT:
                    show_hint(desk, sitting)
                    continue
                verdict = answer(line)
            except (GameError, ProgressError) as error:
                desk.refuse(error.sentence)
                continue
            desk.verdicts.append(verdict)
            return verdict


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
    if hint.verdict.analysis is not None:
        desk.show(table_view(hint.verdict.analysis, desk.pen))
    else:
        desk.show(verdict_view(hint.verdict, desk.pen))


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
    desk.say("`h` a hint (four stages), `q` leave (your place is kept), Ctrl-C clears the line.")


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
                return ["lay nothing", *(f"lay {card}" for card in cards), "hint"]
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
        return ["me", "them", "hint"]
    return ["yes", "no", "hint"] if question.form == "yes or no" else ["hint"]


def prepare_solver(desk: Desk) -> None:
    """Have the kernels ready, with a line of progress if they must be compiled first.

    Raises:
        SolverError: they cannot be.
    """
    if ready():
        warm_up()
        return
    desk.say("Getting the solver ready, once for this version (about half a minute).", "dim")
    if desk.terminal.linear:
        warm_up(lambda share, what: desk.say(f"{what}: {share:.0%}", "dim"))
        return
    from rich.progress import BarColumn, Progress, TextColumn

    columns = (
        TextColumn("  {task.description}"),
        BarColumn(20),
        TextColumn("{task.percentage:.0f}%"),
    )
    with Progress(*columns, console=desk.terminal.console, transient=True) as bar:
        task = bar.add_task("starting", total=1.0)
        warm_up(lambda share, what: bar.update(task, completed=share, description=what))
