"""The review of a deal: run over its record, decision by decision, and kept as it comes.

What is found is stored part by part, so that a review that is stopped goes on from there, and a
second look costs nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import NamedTuple, TypeVar

import msgspec

from trainer.coach.questions import Decide
from trainer.coach.review import ME, THEM, Decided, Review, Turn
from trainer.coach.verdict import Verdict
from trainer.game import Action, Deal, Position, Score, deadwood, format_card, format_hand, stages
from trainer.progress import Attempt, ReadOnly, StoredDeal, StoredReview
from trainer.session.play import question_id
from trainer.session.records import deal_of, score_of
from trainer.session.sitting import Item, Study, attempt_of, judged
from trainer.solver.account import Account, OpenDeal, account, as_the_cards_lay
from trainer.solver.errors import SolverError
from trainer.solver.exact import exact_values

Progress = Callable[[float, str], None]
"""Told the share that is done, 0 to 1, and what is being done."""

Found = TypeVar("Found", Decided, Account)

ACCOUNT_SHARE = 0.3
"""Of the work of a review, about."""


class Choice(NamedTuple):
    """One decision as it was: what its player saw, and what was done."""

    step: int
    turn: int
    position: Position
    action: Action


def choices_of(deal: Deal, seat: int, score: Score | None = None) -> list[Choice]:
    """The decisions of a seat, in the order of play."""
    found = []
    for step, (before, action) in enumerate(stages(deal)):
        if before.turn == seat:
            # A record of an unknown stock names the cards drawn; the decision was made without.
            made = Action("stock") if action.kind == "stock" else action
            turn = before.table.turns[seat] + 1
            found.append(Choice(step, turn, before.position(seat, score), made))
    return found


def needs_solver(study: Study, stored: StoredDeal, seat: int | None = None) -> bool:
    """Whether something is left to estimate, so that kernels are wanted.

    Raises:
        ProgressError: the record cannot be read.
    """
    seat = stored.seat if seat is None else seat
    deal, parts = deal_of(stored), study.store.review(stored.id, seat)
    return (opened(deal) is not None and "account" not in parts) or any(
        exact_values(choice.position) is None and _part(choice.step) not in parts
        for choice in choices_of(deal, seat)
    )


def review(
    study: Study, stored: StoredDeal, progress: Progress | None = None, seat: int | None = None
) -> Review:
    """Review a deal for a seat, by default the learner's. May be interrupted at any time.

    Raises:
        Illegal: the hand of that seat is not known.
        ProgressError: the record cannot be read, or what is found cannot be kept.
    """
    seat = stored.seat if seat is None else seat
    deal = deal_of(stored)
    desk = _Work(study, stored, deal, seat, progress or _silent)
    decisions, not_judged = desk.decisions()
    book, no_account = desk.account()
    result = deal.result
    points = None
    if result is not None:
        others = sum(result.points) - result.points[seat]
        points = result.points[seat] - others / (deal.players - 1)
    desk.progress(1.0, "done")
    return Review(
        deal=stored.id,
        seat=seat,
        players=deal.players,
        result=points,
        decisions=decisions,
        turns=tuple(turns_of(deal)),
        account=book,
        no_account=no_account,
        not_judged=not_judged,
    )


def decision_item(stored: StoredDeal, choice: Choice) -> Item:
    """A decision of a deal as a question."""
    return Item(
        source="match",
        source_id=stored.match_id or stored.id,
        question_id=f"{stored.id}/{choice.step}",
        question=Decide(choice.position),
    )


def decision_of(study: Study, question_id: str) -> Item | None:
    """The question of that id with the analysis that judged it; None where it is not kept.

    Raises:
        ProgressError: the record cannot be read.
    """
    deal_id, _, step = question_id.rpartition("/")
    stored = next((deal for deal in study.store.deals() if deal.id == deal_id), None)
    if stored is None:
        return None
    deal = deal_of(stored)
    for choice in choices_of(deal, stored.seat, score_of(stored, deal)):
        if str(choice.step) == step:
            line = study.store.review(deal_id, stored.seat).get(_part(choice.step))
            known = _decoded(line, Decided)
            analysis = None if known is None else known.verdict.analysis
            return replace(decision_item(stored, choice), receipt=analysis)
    return None


def opened(deal: Deal) -> OpenDeal | None:
    """A finished deal of two players, every card of it known; None for any other."""
    result = deal.result
    first, second = deal.dealt[0], deal.dealt[1]
    if deal.players != 2 or result is None or deal.deck is None or first is None or second is None:
        return None
    return OpenDeal(
        rules=deal.rules,
        dealer=deal.table.dealer,
        first_upcard=deal.table.first_upcard,
        hands=(first, second),
        stock=deal.deck,
        actions=deal.table.history,
        result=result.points[0] - result.points[1],
    )


def why_no_account(deal: Deal) -> str:
    """Why a deal has no account of luck; empty if it has one."""
    if deal.players != 2:
        return "The account of luck is kept for two players only."
    if deal.phase != "over":
        return "The deal is not finished, so there is no account of luck yet."
    if opened(deal) is None:
        return "Not all cards of this deal are known, so there is no account of luck."
    return ""


def turns_of(deal: Deal) -> Iterator[Turn]:
    """The turns of all seats, with what they showed and what was behind them."""
    did: list[str] = []
    first = 0
    for step, (before, action) in enumerate(stages(deal)):
        seat, after = before.turn, before.after(action)
        did.append(_did(action, before.table.upcard, after.drawn))
        if action.kind in ("take", "pile", "stock"):
            continue
        hand = after.hands[seat]
        yield Turn(
            seat=seat,
            number=before.table.turns[seat] + (action.kind != "lay"),
            first=first,
            last=step,
            did=", ".join(did),
            known=format_hand(after.table.known[seat]),
            deadwood=None if hand is None else deadwood(hand),
        )
        did, first = [], step + 1


def _did(action: Action, upcard: int | None, drawn: int | None) -> str:
    """An action in the past tense, without who did it."""
    card = "" if action.card is None else f" {format_card(action.card)}"
    match action.kind:
        case "take" | "pile":
            return f"took {format_card(upcard or 0)}"
        case "stock":
            return "drew" if drawn is None else f"drew {format_card(drawn)}"
        case "pass":
            return f"passed {format_card(upcard or 0)}"
        case "discard":
            return f"threw{card}"
        case "knock":
            return f"knocked with{card}"
        case "gin":
            return f"went gin with{card}"
        case "big gin":
            return "went big gin"
        case "lay":
            return f"laid off {format_hand(action.laid) or 'nothing'}"


@dataclass
class _Work:
    """One review being made."""

    study: Study
    stored: StoredDeal
    deal: Deal
    seat: int
    progress: Progress

    def __post_init__(self) -> None:
        self.parts = self.study.store.review(self.stored.id, self.seat)
        self.open_deal = opened(self.deal)
        match_id = self.stored.match_id
        played = match_id is not None and self.study.store.match(match_id) is not None
        self.counts = played and self.seat == self.stored.seat
        """Whether these are decisions of a practice game, which count as answers."""

    def decisions(self) -> tuple[tuple[Decided, ...], str]:
        """Every decision judged, and why some are not, if so."""
        choices = choices_of(self.deal, self.seat, score_of(self.stored, self.deal))
        decided, missing = [], ""
        for number, choice in enumerate(choices, start=1):
            share = (1 - ACCOUNT_SHARE) * (number - 1) / len(choices)
            self.progress(share, f"decision {number} of {len(choices)}")
            known = self._known(_part(choice.step), Decided)
            if known is not None:
                decided.append(known)
                continue
            try:
                made = self._decide(choice)
            except SolverError as error:
                missing = error.sentence
                continue
            self._keep(_part(choice.step), made, self._answer(choice, made))
            decided.append(made)
        return tuple(decided), missing

    def _decide(self, choice: Choice) -> Decided:
        verdict = judged(self.study.solve, Decide(choice.position), choice.action)
        hints = self._hints(choice)
        decided = Decided(step=choice.step, turn=choice.turn, verdict=verdict, hints=hints)
        if verdict.passed or self.open_deal is None or choice.position.ask == "layoff":
            return decided
        line, result = self._better_line(choice, verdict)
        return msgspec.structs.replace(decided, line=line, line_result=result)

    def _hints(self, choice: Choice) -> int:
        """How many hints of a decision were shown when it was made."""
        match_id = self.stored.match_id
        if not self.counts or match_id is None:
            return 0
        return self.study.store.hints_shown("match", match_id, question_id(choice.position))

    def _better_line(
        self, choice: Choice, verdict: Verdict
    ) -> tuple[tuple[tuple[int, str], ...], int]:
        """The best action, and how the deal would have gone on."""
        assert self.open_deal is not None
        best = replace(Action.parse(verdict.best), melds=())
        course, points = as_the_cards_lay(self.open_deal, choice.step, best)
        line, side = [], ME
        for action in course:
            line.append((side, action.label))
            if action.kind in ("pass", "discard"):
                side = THEM if side == ME else ME
        return tuple(line), points * (1 - 2 * self.seat)

    def account(self) -> tuple[Account | None, str]:
        """The account of luck, or why there is none."""
        if self.open_deal is None:
            return None, why_no_account(self.deal)
        known = self._known("account", Account)
        if known is not None:
            return known, ""
        base = 1 - ACCOUNT_SHARE
        try:
            book = account(
                self.open_deal,
                progress=lambda share: self.progress(
                    base + ACCOUNT_SHARE * share, "the account of luck"
                ),
            )
        except SolverError as error:
            return None, error.sentence
        self._keep("account", book)
        return book, ""

    def _known(self, part: str, kind: type[Found]) -> Found | None:
        """A part found before."""
        return _decoded(self.parts.get(part), kind)

    def _answer(self, choice: Choice, decided: Decided) -> Attempt | None:
        """A decision as an answer, of the day on which its verdict is told."""
        if not self.counts:
            return None
        item = decision_item(self.stored, choice)
        attempt = attempt_of(item, decided.verdict, self.study.clock(), self.study.today())
        return msgspec.structs.replace(attempt, hints=decided.hints)

    def _keep(self, part: str, value: msgspec.Struct, attempt: Attempt | None = None) -> None:
        """Store a part; where nothing can be stored the review is shown all the same."""
        line = msgspec.json.encode(value).decode()
        with suppress(ReadOnly):
            self.study.store.keep_review(
                StoredReview(deal_id=self.stored.id, seat=self.seat, part=part, line=line), attempt
            )


def _decoded(line: str | None, kind: type[Found]) -> Found | None:
    """A stored part; None too where another version wrote what this one cannot read."""
    if line is None:
        return None
    try:
        return msgspec.json.decode(line, type=kind)
    except msgspec.DecodeError:
        return None


def _part(step: int) -> str:
    return f"decision {step}"


def _silent(share: float, what: str) -> None:
    """Progress that nobody watches."""
