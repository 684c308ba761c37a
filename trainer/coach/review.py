"""What the review of a deal says: each decision judged, the account of luck, what they showed.

Values only: :mod:`trainer.session.review` makes them and the shell draws them. The two halves
answer different questions. A verdict judges a decision by what its player could see; the account
tells, with all cards known, what the cards and the players did for the result.
"""

from __future__ import annotations

from math import hypot
from statistics import fmean
from typing import NamedTuple

import msgspec

from trainer.coach.grades import CREDIT
from trainer.coach.hints import STAGES
from trainer.coach.questions import said
from trainer.coach.verdict import Reason, Verdict
from trainer.game import Action, format_card
from trainer.solver.account import POLICY, Account

ME, THEM = 0, 1
"""The two sides of a line of play."""

QUOTED = ("cost", "close", "endings", "reply")
"""Themes of reasons that give figures rather than what happened on the table."""


class Decided(msgspec.Struct, frozen=True, kw_only=True):
    """One decision of the learner's, judged."""

    step: int
    """Which action of the deal it was, from 0."""
    turn: int
    """In which turn of the learner's, from 1."""
    verdict: Verdict
    hints: int = 0
    """How many of its hints were shown in play."""
    line: tuple[tuple[int, str], ...] = ()
    """How the deal would have gone after the best action, as the cards lay: who (`ME` or `THEM`)
    did what, as `Action.label` writes it. Empty where not all cards are known."""
    line_result: int | None = None
    """What that line comes to: my points less theirs."""

    @property
    def forced(self) -> bool:
        """Whether there was no choice."""
        analysis = self.verdict.analysis
        return analysis is not None and len(analysis.actions) == 1

    @property
    def mistaken(self) -> bool:
        """Whether something was clearly better."""
        return not self.verdict.passed

    @property
    def counts(self) -> bool:
        """Whether it says something about its player: there was a choice, and it was told apart."""
        return self.verdict.rated and not self.forced

    @property
    def credit(self) -> float:
        """What it adds to the deal's mark, of 1: each hint takes a quarter of it away."""
        return CREDIT.get(self.verdict.grade, 0.0) * (1 - self.hints / STAGES)

    @property
    def why(self) -> Reason | None:
        """The first reason that says more than figures."""
        return next((r for r in self.verdict.reasons if r.theme not in QUOTED), None)


class Turn(msgspec.Struct, frozen=True, kw_only=True):
    """One turn of any seat, with what it showed and what was behind it."""

    seat: int
    number: int
    """Of the seat's turns, from 1; a pass counts to the turn before which it was made."""
    first: int
    """Its first action, counted from 0 in the deal, ..."""
    last: int
    """... and its last."""
    did: str
    """``took 9h, threw Kd``."""
    known: str
    """The cards that everybody knows the seat to hold afterwards."""
    deadwood: int | None
    """What it really held afterwards; None where its hand is not known."""


class Review(msgspec.Struct, frozen=True, kw_only=True):
    """The review of one deal for one seat."""

    deal: str
    """The id of the deal."""
    seat: int
    players: int
    result: float | None
    """My points less the mean of the others'; None where it is not known."""
    decisions: tuple[Decided, ...]
    turns: tuple[Turn, ...]
    """Of all seats, in the order of play."""
    account: Account | None = None
    no_account: str = ""
    """Why there is no account."""
    not_judged: str = ""
    """Why decisions are missing."""

    @property
    def mistakes(self) -> list[Decided]:
        """The decisions in which something was clearly better, in the order of play."""
        return [decided for decided in self.decisions if decided.mistaken]

    @property
    def losses(self) -> list[float]:
        """Points lost by each decision that counts for the error rate: unforced, and told apart."""
        return [decided.verdict.points_lost for decided in self.decisions if decided.counts]

    @property
    def mark(self) -> int | None:
        """The deal's mark, 0 to 100: the mean credit of its decisions; None where none counts."""
        credits = [decided.credit for decided in self.decisions if decided.counts]
        return round(100 * fmean(credits)) if credits else None


class Effect(NamedTuple):
    """What the draw and the decisions of one turn did for the result, in my points."""

    luck: float | None
    """None where no card was drawn."""
    play: float


def effect(account: Account, turn: Turn, seat: int) -> Effect:
    """The account of one turn, from a seat's side."""
    sign = 1 - 2 * seat
    within = [
        share
        for share in account.shares
        if share.step is not None and turn.first <= share.step <= turn.last
    ]
    drawn = [sign * share.amount for share in within if share.kind == "draw"]
    played = [sign * share.amount for share in within if share.kind == "decision"]
    return Effect(sum(drawn) if drawn else None, sum(played))


class Entry(NamedTuple):
    """One line of the account, in my points."""

    name: str
    amount: float
    error: float


def entries(account: Account, seat: int) -> list[Entry]:
    """The account from a seat's side; the entries sum up to :func:`result_of`."""
    sign, they = 1 - 2 * seat, 1 - seat
    kinds = (
        ("the deal", "deal", None),
        ("your draws", "draw", seat),
        ("their draws", "draw", they),
        ("your decisions", "decision", seat),
        ("their decisions", "decision", they),
    )
    totals = [(name, account.total(kind, whose)) for name, kind, whose in kinds]
    return [Entry(name, sign * total.amount, total.error) for name, total in totals]


def result_of(account: Account, seat: int) -> int:
    """The result of the deal in a seat's points."""
    return account.result * (1 - 2 * seat)


def luck(account: Account, seat: int) -> Entry:
    """The deal and all draws together."""
    cards = entries(account, seat)[:3]
    return Entry("luck", sum(entry.amount for entry in cards), luck_error(account))


def luck_error(account: Account) -> float:
    """The error of all luck: the result is certain, so it is that of all decisions."""
    return hypot(*(total.error for total in account.totals if total.kind == "decision"))


ACCOUNT_WORDS = (
    "How to read it: the value of a moment is your mean result with both hands as they were, the "
    "rest of the stock shuffled again and again, and the policy '{policy}' playing on for both "
    "({playouts:,} playouts a value; ± is twice the standard error). The deal is that value before "
    "the first move, an even deal being 0. The luck of a draw is the value with the card that came "
    "less the mean over all cards that could have come. Decisions are what was done less what "
    "that policy, seeing one hand only, would have done: with the cards open, unlike the grades, "
    "which go by what you could see. Together they are the result."
)


def account_words(account: Account) -> str:
    """What the account is, and what it rests on."""
    return ACCOUNT_WORDS.format(policy=account.policy, playouts=account.playouts)


MOST_OF_A_LINE = 9
"""Actions of a better line that are told at its beginning; of the rest only the end."""


def line_words(decided: Decided) -> str:
    """The better line in words; empty where it is not known."""
    parts: list[str] = []
    whose: int | None = None
    told = decided.line
    if len(told) > MOST_OF_A_LINE + 2:
        told = (*told[:MOST_OF_A_LINE], *told[-2:])
    for number, (side, text) in enumerate(told):
        if number == MOST_OF_A_LINE and told != decided.line:
            parts.append("; ...")
            whose = None
        who = "you" if side == ME else "they"
        joint = ", " if side == whose else f"{'; ' if parts else ''}{who} "
        parts.append(f"{joint}{_phrase(Action.parse(text))}")
        whose = side
    if not parts:
        return ""
    result = decided.line_result or 0
    end = f"you win {result}" if result > 0 else f"they win {-result}" if result else "it is void"
    return f"As the cards lay, '{POLICY}' would have gone on: {''.join(parts)}; {end}."


def _phrase(action: Action) -> str:
    """An action as a piece of a sentence."""
    if action.kind == "stock" and action.card is not None:
        return f"draw {format_card(action.card)}"
    return said(action)
