"""The account of luck: what the cards and what the players did for the result of a finished deal.

The value of a state, both hands being known, is what seat 0 would score on average if the rest of
the stock were shuffled and the learnt policy played on for both. The result of a deal is the value
of the dealt hands, and all changes of that value since: at a draw the value with the card that
came less the mean over all cards that could have come (the luck of that draw), at a decision the
value after it less the value had the policy decided. These telescope, so that the account sums up
to the result whatever the errors of the estimates; and as every card left in the stock is as likely
as any other to be the next, the luck of a draw is 0 in the mean.

Nothing here imports numba or numpy until an account is asked for.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from math import ceil, sqrt
from typing import TYPE_CHECKING, Literal, NamedTuple

import msgspec

from trainer.game import (
    Action,
    Rules,
    best_layoff,
    format_card,
    hand_of,
    melded,
    points,
    score_deal,
)
from trainer.solver.codes import Terms
from trainer.solver.compile import load_kernel
from trainer.solver.errors import Cancelled

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]

POLICY = "learnt"
DEFAULT_PLAYOUTS = 1500
"""Playouts for each value, about. One takes some 50 microseconds."""
_SEEDS = 2**53
_LONGEST = 400  # choices of a deal that is played on

Kind = Literal["deal", "draw", "decision"]
"""What a share is about."""

Cancel = Callable[[], bool] | None
Progress = Callable[[float], None] | None


class OpenDeal(NamedTuple):
    """A finished deal of two players laid open, every card of it known. Only such ones are."""

    rules: Rules
    dealer: int
    first_upcard: int
    hands: tuple[int, int]
    """As dealt."""
    stock: tuple[int, ...]
    """As dealt, first draw first."""
    actions: tuple[Action, ...]
    result: int
    """Seat 0's points less seat 1's."""


class Share(msgspec.Struct, frozen=True, kw_only=True):
    """What one thing did for the result, in seat 0's points."""

    kind: Kind
    seat: int | None
    """Who drew or decided."""
    step: int | None
    """Which action of the deal it was, from 0."""
    amount: float
    error: float
    """Standard error of the amount; 0 where it is certain."""
    card: str = ""
    """The card drawn from the stock."""
    action: str = ""
    """What was done, where the policy would have done something else, ..."""
    instead: str = ""
    """... and that. Both are empty in a decision as the policy makes it, which changes nothing."""


class Total(msgspec.Struct, frozen=True, kw_only=True):
    """What all shares of a kind, and of a seat, come to, in seat 0's points."""

    kind: Kind
    seat: int | None
    amount: float
    error: float


class Account(msgspec.Struct, frozen=True, kw_only=True):
    """The result of a deal, taken apart. Shares and totals both sum up to it."""

    result: int
    """Seat 0's points less seat 1's."""
    policy: str
    """Who played on for both in the estimates."""
    weights: str
    """The version of that policy."""
    playouts: int
    """About how many there were for each value."""
    seed: int
    shares: tuple[Share, ...]
    totals: tuple[Total, ...]

    def total(self, kind: str, seat: int | None) -> Total:
        """One of the totals."""
        return next(total for total in self.totals if (total.kind, total.seat) == (kind, seat))


def default_seed(deal: OpenDeal) -> int:
    """The seed of a deal: the same on every machine."""
    return _hash(repr((deal.first_upcard, deal.hands, deal.stock)))


def _hash(text: str) -> int:
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "big") % _SEEDS


def account(
    deal: OpenDeal,
    *,
    playouts: int = DEFAULT_PLAYOUTS,
    seed: int | None = None,
    threads: int | None = None,
    progress: Progress = None,
    cancelled: Cancel = None,
) -> Account:
    """Take the result of a deal apart.

    Args:
        deal: a finished one.
        playouts: for each value, about: every card of the stock is on top equally often, and at
            least twice.
        seed: 0 to 2**53 - 1; by default derived from the cards.
        threads: by default as many as there are processors; the figures do not depend on it.
        progress: called with the share that is done, 0 to 1.
        cancelled: asked now and then; once it is true the work stops.

    Raises:
        SolverError: numba is missing or does not work here.
        Cancelled: stopped on request.
    """
    load_kernel("kernel_account")
    from trainer.solver.weights import version

    seed = default_seed(deal) if seed is None else seed
    threads = threads or os.cpu_count() or 1
    with ThreadPoolExecutor(threads) as pool:
        book = _Book(_Replay.start(deal), pool, threads, playouts, seed, cancelled)
        book.open()
        for step, action in enumerate(deal.actions):
            if progress is not None:
                progress(step / len(deal.actions))
            book.enter(step, action)
    return Account(
        result=deal.result,
        policy=POLICY,
        weights=version(),
        playouts=playouts,
        seed=seed,
        shares=tuple(book.shares),
        totals=book.totals(),
    )


def as_the_cards_lay(deal: OpenDeal, step: int, action: Action) -> tuple[tuple[Action, ...], int]:
    """How the deal would have gone after another action, the policy playing on for both.

    Returns the actions from that one to the end, cards drawn named, and seat 0's points less seat
    1's. A knock's spread is not among them.

    Raises:
        SolverError: numba is missing or does not work here.
    """
    load_kernel("kernel_account")
    import numpy as np

    from trainer.solver.kernel_account import play_line
    from trainer.solver.kernel_duel import SCORE
    from trainer.solver.view import action_of, choice_of
    from trainer.solver.weights import nets

    replay = _Replay.start(deal)
    for done in deal.actions[:step]:
        replay.follow(done)
    choices = np.zeros(_LONGEST, np.int64)
    drawn = len(deal.stock) - len(replay.pool)
    stock = np.array(deal.stock, np.int64)
    made = play_line(replay.terms, replay.state, choice_of(action), stock, nets(), choices)
    course = []
    for choice in choices[:made].tolist():
        named = action_of(choice)
        if named.kind == "stock":
            named = Action("stock", deal.stock[drawn])
            drawn += 1
        course.append(named)
    return tuple(course), int(replay.state[SCORE])


@dataclass
class _Replay:
    """The state of the kernels, led through a deal."""

    deal: OpenDeal
    terms: Terms
    state: Ints
    stock: Ints

    @classmethod
    def start(cls, deal: OpenDeal) -> _Replay:
        """Just after the deal."""
        import numpy as np

        from trainer.solver import kernel_duel as duel
        from trainer.solver.codes import OFFER
        from trainer.solver.view import terms_of

        state: Ints = np.zeros(duel.STATE, np.int64)
        for at, value in (
            (duel.HAND, deal.hands[0]),
            (duel.HAND + 1, deal.hands[1]),
            (duel.PHASE, OFFER),
            (duel.OFFERS, 2),
            (duel.UPCARD, deal.first_upcard),
            (duel.TAKEN, -1),
            (duel.DRAWN, -1),
            (duel.LEFT, len(deal.stock)),
            (duel.DEAD, 1 << deal.first_upcard),
            (duel.SEAT, 1 - deal.dealer),
        ):
            state[at] = value
        terms = terms_of(deal.rules, 2, deal.first_upcard)
        return cls(deal, terms, state, np.array(deal.stock, np.int64))

    @property
    def pool(self) -> Ints:
        """The cards left in the stock, next draw first."""
        from trainer.solver.kernel_duel import LEFT

        return self.stock[self.stock.size - int(self.state[LEFT]) :]

    @property
    def seat(self) -> int:
        """The seat to act."""
        from trainer.solver.kernel_duel import SEAT

        return int(self.state[SEAT])

    def policy(self) -> Action:
        """What the policy does here."""
        from trainer.solver.kernel_account import policy_of
        from trainer.solver.view import action_of
        from trainer.solver.weights import nets

        return action_of(policy_of(self.terms, self.state, nets()))

    def follow(self, action: Action) -> None:
        """Carry an action out."""
        from trainer.solver.kernel_account import follow
        from trainer.solver.view import choice_of

        follow(self.terms, self.state, choice_of(action), self.stock)


@dataclass(frozen=True)
class _Value:
    """A value: the means of its rounds, and the stretch between two draws that it belongs to.

    Values of one stretch have their shuffles in common; a value without rounds is certain.
    """

    amount: float
    stretch: int = -1
    rounds: Floats | None = None


@dataclass
class _Sum:
    """A sum of differences of values, with what of it is uncertain, by stretch."""

    amount: float = 0.0
    rounds: dict[int, Floats] = field(default_factory=dict)

    def add(self, after: _Value, before: _Value) -> None:
        """Add a difference."""
        self.amount += after.amount - before.amount
        for sign, value in ((1, after), (-1, before)):
            if value.rounds is not None:
                part = sign * value.rounds
                known = self.rounds.get(value.stretch)
                self.rounds[value.stretch] = part if known is None else known + part

    @property
    def error(self) -> float:
        """The standard error: rounds of one stretch are paired, stretches independent."""
        variance = sum(float(part.var(ddof=1)) / part.size for part in self.rounds.values())
        return sqrt(variance)


@dataclass
class _Book:
    """An account being written."""

    replay: _Replay
    pool: ThreadPoolExecutor
    threads: int
    playouts: int
    seed: int
    cancelled: Cancel
    shares: list[Share] = field(default_factory=list)
    sums: dict[tuple[Kind, int | None], _Sum] = field(default_factory=dict)
    stretch: int = 0
    value: _Value = field(default_factory=lambda: _Value(0.0))
    """Of the state as it is."""

    def open(self) -> None:
        """The first entry: the cards dealt."""
        before = self.value
        self.value = self._estimate(self.replay.policy())
        self._add("deal", None, None, before)
        for kind in ("draw", "decision"):
            for seat in (0, 1):
                self.sums[kind, seat] = _Sum()

    def enter(self, step: int, action: Action) -> None:
        """The entries of one action, and of the card that it drew."""
        replay, before, seat = self.replay, self.value, self.replay.seat
        if action.kind == "lay":
            # The state stays at the knock, which the knocker made.
            self.value = _Value(float(replay.deal.result))
            changed = self.value.amount != before.amount
            said = (action.label, "the best layoff") if changed else ("", "")
            self._add("decision", 1 - seat, step, before, said=said)
            return
        usual = replay.policy()
        same = action.kind == usual.kind and action.card in (usual.card, None)
        if action.kind == "knock":
            self.value = _Value(float(self._knocked(action)))
        elif not same:
            self.value = self._estimate(action)
        said = ("", "") if same else (action.label, usual.label)
        self._add("decision", seat, step, before, said=said)
        card = int(replay.pool[0])
        replay.follow(action)
        if action.kind == "stock":
            before = self.value
            self.stretch += 1
            self.value = self._estimate(replay.policy())
            self._add("draw", seat, step, before, card=format_card(card))

    def totals(self) -> tuple[Total, ...]:
        """What it all comes to."""
        return tuple(
            Total(kind=kind, seat=seat, amount=total.amount, error=total.error)
            for (kind, seat), total in self.sums.items()
        )

    def _add(
        self,
        kind: Kind,
        seat: int | None,
        step: int | None,
        before: _Value,
        *,
        card: str = "",
        said: tuple[str, str] = ("", ""),
    ) -> None:
        """Enter the change of the value since ``before``."""
        change = _Sum()
        change.add(self.value, before)
        self.sums.setdefault((kind, seat), _Sum()).add(self.value, before)
        share = Share(
            kind=kind,
            seat=seat,
            step=step,
            amount=change.amount,
            error=change.error,
            card=card,
            action=said[0],
            instead=said[1],
        )
        self.shares.append(share)

    def _knocked(self, action: Action) -> int:
        """Seat 0's points, less seat 1's, after a knock and the best layoff on it."""
        from trainer.solver.kernel_duel import HAND

        seat, deal = self.replay.seat, self.replay.deal
        hands = [int(self.replay.state[HAND + at]) for at in (0, 1)]
        thrown = hand_of([] if action.card is None else [action.card])
        counts = [0, 0]
        counts[seat] = points(hands[seat] & ~thrown & ~melded(action.melds))
        counts[1 - seat] = best_layoff(action.melds, hands[1 - seat]).deadwood
        result = score_deal(deal.rules, deal.first_upcard, seat, counts, "knock")
        return result.points[0] - result.points[1]

    def _estimate(self, action: Action) -> _Value:
        """The value of the state if an action is taken in it, whatever card comes next."""
        import numpy as np

        from trainer.solver.kernel_account import play_rounds
        from trainer.solver.view import choice_of
        from trainer.solver.weights import nets

        if self.cancelled is not None and self.cancelled():
            raise Cancelled
        # In the order of the pack: an estimate must not know how the stock lay.
        cards = np.sort(self.replay.pool)
        columns = max(1, cards.size)
        number = max(2, ceil(self.playouts / columns))
        values = np.zeros((number, columns))
        seed, choice = _hash(f"{self.seed} {self.stretch}"), choice_of(action)
        terms, state = self.replay.terms, self.replay.state

        def play(first: int, last: int) -> None:
            play_rounds(terms, state, choice, cards, seed, first, nets(), values[first:last])

        bounds = [number * at // self.threads for at in range(self.threads + 1)]
        list(self.pool.map(play, bounds[:-1], bounds[1:]))
        rounds = values.mean(axis=1)
        return _Value(float(rounds.mean()), self.stretch, rounds)
