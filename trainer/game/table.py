"""What everybody at the table can see of a deal, replayed from its history.

A :class:`Table` is a value: :meth:`Table.after` gives the next one. Legality that depends on
nothing hidden is checked here, what depends on a hand in :class:`~trainer.game.position.Position`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Literal, NamedTuple

from trainer.game.actions import Action, format_history
from trainer.game.cards import format_card, hand_of
from trainer.game.errors import Illegal
from trainer.game.melds import melded
from trainer.game.rules import Rules

Phase = Literal["offer", "draw", "discard", "layoff", "over"]

PILE_TAKES = 50
"""After so many pile takes in a row without a stock draw a deal is void: none is endless."""


class Table(NamedTuple):
    """The public state of a deal. Seats go clockwise; tuples by seat have one entry a player."""

    rules: Rules
    players: int
    dealer: int
    first_upcard: int
    history: tuple[Action, ...]
    phase: Phase
    turn: int
    """The seat to act; after the end, the seat that acted last."""
    pile: tuple[int, ...]
    """The discard pile, the upcard last."""
    stock: int
    """Cards left in the stock."""
    taken: int | None
    """The card that ``turn`` has just taken from the pile and holds eleven cards with."""
    known: tuple[int, ...]
    """By seat: cards everyone has seen that seat take, and not throw since."""
    turns: tuple[int, ...]
    """By seat: discards made."""
    declined: tuple[int, ...]
    """By seat: upcards that seat left lying."""
    thrown: tuple[int, ...]
    """By seat: cards that seat has discarded."""
    pile_takes: int = 0
    """Pile takes in a row since the last draw from the stock."""
    knocker: int | None = None
    """The seat that knocked or went gin."""
    spread: tuple[int, ...] = ()
    """The knocker's melds."""
    laid: tuple[int, ...] = ()
    """Layoffs made so far, by the defenders in turn."""

    @classmethod
    def start(cls, rules: Rules, players: int, dealer: int, first_upcard: int) -> Table:
        """The table just after the deal.

        Raises:
            Illegal: a number of players the rules do not seat, or no such seat for the dealer.
        """
        rules.check_players(players)
        if not 0 <= dealer < players:
            raise Illegal(f"dealer is seat {dealer}: seats go from 0 to {players - 1}", "dealer")
        none = (0,) * players
        return cls(
            rules=rules,
            players=players,
            dealer=dealer,
            first_upcard=first_upcard,
            history=(),
            phase="offer",
            turn=(dealer + 1) % players,
            pile=(first_upcard,),
            stock=51 - players * rules.hand_size(players),
            taken=None,
            known=none,
            turns=none,
            declined=none,
            thrown=none,
        )

    @property
    def limit(self) -> int:
        """The knock limit of this deal in points; 0 is gin only."""
        return self.rules.limit(self.first_upcard)

    @property
    def multiplier(self) -> int:
        """2 in a deal that counts double, else 1."""
        return self.rules.multiplier(self.first_upcard)

    @property
    def hand_size(self) -> int:
        """Cards in a hand between turns."""
        return self.rules.hand_size(self.players)

    @property
    def upcard(self) -> int | None:
        """The top card of the discard pile."""
        return self.pile[-1] if self.pile else None

    @property
    def stock_forced(self) -> bool:
        """Whether everybody has passed the first upcard, so that it may not be taken any more."""
        return self.phase == "draw" and not any(self.turns)

    @property
    def void(self) -> bool:
        """Whether the deal is over and nobody went out."""
        return self.phase == "over" and self.knocker is None

    def check(self, action: Action) -> None:
        """Refuse what the rules forbid whatever the hands are.

        Raises:
            Illegal: with the reason, and what is allowed.
        """
        allowed: dict[Phase, tuple[str, ...]] = {
            "offer": ("take", "pass"),
            "draw": ("stock", "pile"),
            "discard": ("discard", "knock", "gin", "big gin"),
            "layoff": ("lay",),
            "over": (),
        }
        if action.kind not in allowed[self.phase]:
            raise Illegal(f"cannot {action}: {self._instead()}")
        if action.kind == "pile" and self.stock_forced:
            raise Illegal(
                "cannot take the upcard: everybody has passed it, so the first draw "
                "is from the stock"
            )
        if action.kind == "stock" and action.card is not None:
            self._check_unseen(action.card, "drawn")
        if action.kind in ("discard", "knock", "gin"):
            self._check_throw(action)
        if action.kind == "knock" and self.limit == 0:
            raise Illegal(
                f"cannot knock: the first upcard is {format_card(self.first_upcard)}, "
                "this deal is gin only"
            )
        if action.kind == "big gin" and self.rules.big_gin_bonus is None:
            raise Illegal(
                f"cannot go big gin: the rules '{self.rules.preset}' play without it; "
                "discard and go gin"
            )

    def _instead(self) -> str:
        match self.phase:
            case "offer":
                return "the first upcard is on offer, take it or pass"
            case "draw":
                return "draw first, from the stock or the discard pile"
            case "discard":
                return "you have drawn, now discard, knock or go gin"
            case "layoff":
                return "the knock is down, lay off cards or nothing"
            case "over":
                return "the deal is over"

    def _check_throw(self, action: Action) -> None:
        card = action.card
        if card is None:
            raise Illegal(f"cannot {action.kind}: name the card you throw, as in {action.kind} 7h")
        if card == self.taken and not self.rules.may_rediscard:
            raise Illegal(
                f"cannot {action.label}: {format_card(card)} was just taken from the discard "
                "pile and may not go back this turn"
            )
        self._check_place(card, self.turn, "thrown")

    def _check_unseen(self, card: int, verb: str) -> None:
        self._check_place(card, None, verb)

    def _check_place(self, card: int, holder: int | None, verb: str) -> None:
        """Refuse a card that is known to be elsewhere than in the hand of ``holder``."""
        if card in self.pile:
            raise Illegal(
                f"{format_card(card)} cannot be {verb}: it lies in the discard pile", "history"
            )
        for seat, cards in enumerate(self.known):
            if cards >> card & 1 and seat != holder:
                raise Illegal(
                    f"{format_card(card)} cannot be {verb}: another player took it from the pile "
                    "and still holds it",
                    "history",
                )

    def after(self, action: Action) -> Table:
        """The table after an action, which must pass :meth:`check`."""
        self.check(action)
        history = (*self.history, action)
        seat, following = self.turn, (self.turn + 1) % self.players
        match action.kind:
            case "pass":
                last = len(history) == self.players
                return self._replace(
                    history=history,
                    phase="draw" if last else "offer",
                    turn=(self.dealer + 1) % self.players if last else following,
                    declined=self._marked(self.declined, self.pile[-1]),
                )
            case "take" | "pile":
                return self._replace(
                    history=history,
                    phase="discard",
                    pile=self.pile[:-1],
                    taken=self.pile[-1],
                    known=self._marked(self.known, self.pile[-1]),
                    pile_takes=self.pile_takes + 1,
                )
            case "stock":
                return self._replace(
                    history=history,
                    phase="discard",
                    stock=self.stock - 1,
                    declined=self._marked(self.declined, self.pile[-1]),
                    pile_takes=0,
                )
            case "discard":
                thrown = self._thrown(action, history)
                if self.stock <= self.rules.void_stock or self.pile_takes >= PILE_TAKES:
                    return thrown._replace(phase="over")
                return thrown._replace(phase="draw", turn=following)
            case "knock":
                return self._thrown(action, history)._replace(
                    phase="layoff",
                    turn=following,
                    knocker=seat,
                    spread=action.melds,
                )
            case "gin":
                return self._thrown(action, history)._replace(
                    phase="over", knocker=seat, spread=action.melds
                )
            case "big gin":
                return self._replace(
                    history=history, phase="over", knocker=seat, spread=action.melds
                )
            case "lay":
                last = following == self.knocker
                return self._replace(
                    history=history,
                    phase="over" if last else "layoff",
                    turn=seat if last else following,
                    laid=(*self.laid, action.laid),
                )

    def _marked(self, by_seat: tuple[int, ...], card: int) -> tuple[int, ...]:
        seat = self.turn
        return (*by_seat[:seat], by_seat[seat] | 1 << card, *by_seat[seat + 1 :])

    def _thrown(self, action: Action, history: tuple[Action, ...]) -> Table:
        card, seat = action.card, self.turn
        assert card is not None  # check() has refused a throw without a card
        known = (*self.known[:seat], self.known[seat] & ~(1 << card), *self.known[seat + 1 :])
        turns = (*self.turns[:seat], self.turns[seat] + 1, *self.turns[seat + 1 :])
        return self._replace(
            history=history,
            pile=(*self.pile, card),
            taken=None,
            known=known,
            turns=turns,
            thrown=self._marked(self.thrown, card),
        )

    def seen_by(self, seat: int) -> Table:
        """The same table with ``seat`` counted as seat 0."""
        if seat == 0:
            return self

        def turned(by_seat: tuple[int, ...]) -> tuple[int, ...]:
            return (*by_seat[seat:], *by_seat[:seat])

        players = self.players
        return self._replace(
            dealer=(self.dealer - seat) % players,
            turn=(self.turn - seat) % players,
            known=turned(self.known),
            turns=turned(self.turns),
            declined=turned(self.declined),
            thrown=turned(self.thrown),
            knocker=None if self.knocker is None else (self.knocker - seat) % players,
        )

    def hiding_draws(self, seat: int) -> Table:
        """The same table without the stock cards that only players other than ``seat`` know."""
        history = tuple(
            Action("stock") if action.kind == "stock" and actor != seat else action
            for actor, action in self.steps()
        )
        return self._replace(history=history)

    def steps(self) -> Iterable[tuple[int, Action]]:
        """The history with the seat that acted."""
        seat = (self.dealer + 1) % self.players
        passes = 0
        for action in self.history:
            yield seat, action
            if action.kind == "pass":
                passes += 1
                seat = (self.dealer + 1 if passes == self.players else seat + 1) % self.players
            elif action.kind in ("discard", "knock", "lay"):
                seat = (seat + 1) % self.players

    def drawn_and_kept(self, seat: int) -> int:
        """Stock cards that the history names and this seat has not thrown since."""
        kept = 0
        for actor, action in self.steps():
            if actor == seat and action.card is not None:
                if action.kind == "stock":
                    kept |= 1 << action.card
                else:
                    kept &= ~(1 << action.card)
        return kept

    def replay(self, actions: Iterable[Action]) -> Table:
        """The table after several actions.

        Raises:
            Illegal: an action is against the rules; the sentence counts the step.
        """
        table = self
        for step, action in enumerate(actions, start=1):
            try:
                table = table.after(table.as_played(action))
            except Illegal as error:
                raise history_error(table, step, error) from error
        return table

    def as_played(self, action: Action) -> Action:
        """A pile take is called ``take`` while the first upcard is on offer."""
        return replace(action, kind="take") if self._is_offer_take(action) else action

    def _is_offer_take(self, action: Action) -> bool:
        return action.kind == "pile" and self.phase == "offer"

    @property
    def seen(self) -> int:
        """Cards everybody can place: the pile, what was taken from it, melds and layoffs."""
        cards = hand_of(self.pile) | melded(self.spread)
        for more in (*self.known, *self.laid):
            cards |= more
        return cards


def history_error(table: Table, step: int, error: Illegal) -> Illegal:
    """An illegal step of a history, told with its number and what came before it."""
    before = format_history(table.history)
    where = f"step {step} of the history" + (f", after '{before}'" if before else "")
    return Illegal(f"{where}: {error.sentence}", "history")
