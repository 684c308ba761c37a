"""Going through the review of a deal."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from trainer.coach.review import QUOTED, Decided, Review
from trainer.coach.themes import THEMES
from trainer.content import ContentError, read_records
from trainer.content.own import save_puzzle
from trainer.game import Deal, GameError, Position
from trainer.progress import ProgressError, StoredDeal, content_folder
from trainer.session.records import deal_of, keep_records, score_of
from trainer.session.review import Progress, choices_of, needs_solver, review
from trainer.session.sitting import Study
from trainer.shell.desk import HELP, LEAVE, Desk, Left
from trainer.shell.review import (
    course_view,
    decision_view,
    decisions_view,
    mistake_after,
    summary_view,
)
from trainer.shell.views import table_view
from trainer.shell.warmup import bar, prepare_solver
from trainer.solver.errors import SolverError

PROMPT = "  review> "
COMMANDS = ("next", "previous", "all", "course", "table", "puzzle", "summary", "help", "quit")


def find_deal(study: Study, name: str, seat: int | None = None) -> StoredDeal:
    """The deal to review: by its id, from a file with a record, or the latest one.

    A record from a file is kept, so that its review is as well.

    Raises:
        ContentError: a record cannot be read, or breaks the rules.
        GameError: nobody's hand is known in it.
        ProgressError: there is no such deal.
    """
    path = Path(name)
    if name and path.is_file():
        kept = keep_records(study.store, read_records(path), study.clock(), seat)
        if not kept:
            raise GameError(f"{name} is the record of a match without deals: name another")
        return kept[-1]
    return study.store.deal(name)


@dataclass
class Reviewing:
    """A review with what it is about, and which decision is looked at."""

    desk: Desk
    study: Study
    stored: StoredDeal
    seat: int
    deal: Deal
    review: Review
    at: int = -1
    """The index of the decision looked at; -1 before the first."""

    @classmethod
    def open(
        cls, desk: Desk, study: Study, stored: StoredDeal, seat: int | None = None
    ) -> Reviewing:
        """Make a review, or find it made; what is missing is worked out behind a bar.

        Raises:
            GameError: the hand of that seat is not known.
            ProgressError: the record cannot be read, or the review not be kept.
        """
        deal = deal_of(stored)
        whose = stored.seat if seat is None else seat
        if not 0 <= whose < deal.players or deal.dealt[whose] is None:
            raise GameError(f"the hand of seat {whose} is not known in deal {stored.id}")
        with _progress(desk, needs_solver(study, stored, whose)) as progress:
            made = review(study, stored, progress, whose)
        return cls(desk, study, stored, whose, deal, made)

    @property
    def decided(self) -> Decided:
        """The decision looked at."""
        return self.review.decisions[self.at]

    @property
    def position(self) -> Position:
        """What was seen in it."""
        choices = choices_of(self.deal, self.seat, score_of(self.stored, self.deal))
        return next(c.position for c in choices if c.step == self.decided.step)

    def show_summary(self) -> None:
        """The page with everything."""
        self.desk.gap()
        self.desk.show(summary_view(self.review, self.deal, self.desk.pen))

    def show_decision(self) -> None:
        """The decision looked at."""
        self.desk.gap()
        pen = self.desk.pen
        self.desk.show(decision_view(self.at + 1, self.decided, self.position, self.review, pen))

    def show_mistakes(self) -> None:
        """All mistakes, one after the other: for who reads without asking."""
        for number, decided in enumerate(self.review.decisions):
            if decided.mistaken:
                self.at = number
                self.show_decision()

    def run(self) -> None:
        """Read commands until the learner leaves."""
        self.show_summary()
        self.desk.gap()
        self.desk.say(
            "`n` the next mistake, a number that decision, `c` the course, `?` more, `q` leaves.",
            "dim",
        )
        while True:
            self.desk.terminal.toolbar = (
                f" {self.review.deal}   n next mistake   c course   u puzzle   q leave   ? help"
            )
            try:
                line = self.desk.read(PROMPT, lambda: COMMANDS)
            except Left:
                return
            if line.lower() in LEAVE:
                return
            try:
                self.do(line.lower())
            except (ContentError, GameError) as error:
                self.desk.fail(str(error))
            except (ProgressError, SolverError) as error:
                self.desk.fail(error.sentence)
            except OSError as error:
                self.desk.fail(f"the puzzle cannot be saved ({error.strerror})")
            except KeyboardInterrupt:
                if not self.desk.terminal.interactive:
                    raise
                self.desk.say("Stopped.", "dim")

    def do(self, word: str) -> None:
        """Carry out one command."""
        match word:
            case "" | "n" | "next":
                self._go(mistake_after(self.review, self.at, 1), "No further mistake.")
            case "p" | "previous":
                self._go(mistake_after(self.review, self.at, -1), "No mistake before this.")
            case "a" | "all":
                self.desk.show(decisions_view(self.review, self.desk.pen, every=True))
            case "c" | "course":
                self.desk.show(course_view(self.review, self.desk.pen))
            case "s" | "summary":
                self.show_summary()
            case "t" | "table":
                self._table()
            case "u" | "puzzle":
                self._save()
            case _ if word.isdecimal() and 1 <= int(word) <= len(self.review.decisions):
                self._go(int(word) - 1, "")
            case _ if word in HELP:
                self._help()
            case _:
                self.desk.refuse(
                    f"'{word}' is none of {', '.join(COMMANDS)} or a number from 1 to "
                    f"{len(self.review.decisions)}"
                )

    def _help(self) -> None:
        for keys, meaning in (
            ("n, Enter", "the next mistake"),
            ("p", "the mistake before"),
            ("NUMBER", "that decision, with what you saw and why"),
            ("t", "the whole table of a decision's actions"),
            ("a", "all decisions, a line each"),
            ("c", "the course of the deal, with the luck of every draw"),
            ("u", "save the position as a puzzle of your own"),
            ("s", "the summary again"),
            ("q", "leave"),
        ):
            self.desk.say(f"`{keys:<8}`  {meaning}")

    def _go(self, index: int | None, otherwise: str) -> None:
        if index is None:
            self.desk.say(otherwise)
            return
        self.at = index
        self.show_decision()

    def _chosen(self) -> bool:
        if self.at < 0:
            self.desk.say("Choose a decision first: `n` or its number.")
        return self.at >= 0

    def _table(self) -> None:
        if self._chosen() and self.decided.verdict.analysis is not None:
            self.desk.show(table_view(self.decided.verdict.analysis, self.desk.pen))

    def _save(self) -> None:
        if not self._chosen():
            return
        themes = dict.fromkeys(
            reason.theme
            for reason in self.decided.verdict.reasons
            if reason.theme in THEMES and reason.theme not in QUOTED
        )
        prepare_solver(self.desk)
        self.desk.say("Certifying the position, some ten seconds.", "dim")
        path = save_puzzle(
            content_folder(),
            self.position,
            f"From a deal of mine, turn {self.decided.turn}",
            tuple(themes),
        )
        self.desk.say(f"Saved: `puzzle {path.stem}` asks it. Its file is {path}.")


@contextmanager
def _progress(desk: Desk, wanted: bool) -> Iterator[Progress]:
    """A bar while a review is made; plain lines where nothing may be redrawn."""
    if not wanted:
        yield lambda _share, _what: None
        return
    try:
        prepare_solver(desk)
    except SolverError as error:
        desk.fail(error.sentence)  # what is exact is reviewed all the same
    if desk.terminal.linear:
        desk.say("Reviewing the deal; Ctrl-C stops, what is done is kept.", "dim")
        yield lambda _share, _what: None
        return
    with bar(desk, "reviewing", "   Ctrl-C stops, what is done is kept", width=24) as progress:
        yield progress
