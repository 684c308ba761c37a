"""A whole deal: the table, and the hands and stock as far as they are known.

A :class:`Deal` is a value; :meth:`Deal.after` gives the next one and refuses what the rules forbid.
A deal written down at a real table, in which other hands and the stock are unknown, is a valid
one: unknown hands are None, and unknown draws stay unknown.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Literal

from trainer.game.actions import (
    Action,
    card_list,
    format_history,
    parse_card_list,
)
from trainer.game.cards import format_card, format_hand, hand_of, parse_hand, points
from trainer.game.errors import GameError, Illegal, Unreadable
from trainer.game.fields import (
    read_card,
    read_hand,
    read_history,
    read_int,
    read_laid,
    read_melds,
)
from trainer.game.match import Score
from trainer.game.melds import best_spreads, deadwood, format_spread, melded
from trainer.game.position import Position
from trainer.game.rules import Rules, suggestion
from trainer.game.score import Result, score_deal, void_result
from trainer.game.table import Phase, Table, history_error

KEYS = (
    "rules",
    "players",
    "dealer",
    "first_upcard",
    "hands",
    "stock",
    "history",
    "spread",
    "deadwood",
    "laid",
)


@dataclass(frozen=True)
class Deal:
    """One deal of ``players`` hands. Seats are seats at the table."""

    table: Table
    dealt: tuple[int | None, ...]
    """Each seat's hand as dealt; None where unknown."""
    deck: tuple[int, ...] | None
    """The whole stock as dealt, first draw first; None where unknown."""
    hands: tuple[int | None, ...]
    """Each seat's hand now."""
    drawn: int | None = None
    """The card that ``turn`` drew and has not answered with a discard yet."""

    @classmethod
    def start(cls, rules: Rules, players: int, dealer: int, rng: Random) -> Deal:
        """Shuffle and deal.

        Raises:
            Illegal: a number of players that the rules do not seat.
        """
        rules.check_players(players)
        cards = list(range(52))
        rng.shuffle(cards)
        size = rules.hand_size(players)
        hands = [hand_of(cards[seat * size : (seat + 1) * size]) for seat in range(players)]
        rest = cards[players * size :]
        return cls.of(rules, dealer, rest[0], tuple(hands), tuple(rest[1:]))

    @classmethod
    def of(
        cls,
        rules: Rules,
        dealer: int,
        first_upcard: int,
        hands: tuple[int | None, ...],
        deck: tuple[int, ...] | None,
    ) -> Deal:
        """A deal from given cards.

        Raises:
            Illegal: cards dealt twice, or a hand or stock of the wrong size.
        """
        table = Table.start(rules, len(hands), dealer, first_upcard)
        seen = 1 << first_upcard
        for seat, hand in enumerate(hands):
            if hand is None:
                continue
            if hand & seen:
                raise Illegal(f"{format_hand(hand & seen)} is dealt twice", "hands")
            if hand.bit_count() != table.hand_size:
                raise Illegal(
                    f"the hand of seat {seat} has {hand.bit_count()} cards: "
                    f"{len(hands)} players get {table.hand_size} each",
                    "hands",
                )
            seen |= hand
        if deck is not None:
            if hand_of(deck) & seen:
                raise Illegal(f"{format_hand(hand_of(deck) & seen)} is dealt twice", "stock")
            if len(deck) != table.stock:
                raise Illegal(
                    f"the stock has {len(deck)} cards: with {len(hands)} players it has "
                    f"{table.stock}",
                    "stock",
                )
        return cls(table, hands, deck, hands)

    @property
    def rules(self) -> Rules:
        """The rules in play."""
        return self.table.rules

    @property
    def players(self) -> int:
        """Number of players, 2 to 4."""
        return self.table.players

    @property
    def phase(self) -> Phase:
        """What the deal waits for, or ``over``."""
        return self.table.phase

    @property
    def turn(self) -> int:
        """The seat to act."""
        return self.table.turn

    @property
    def stock(self) -> tuple[int, ...] | None:
        """The cards left in the stock, next draw first; None where unknown."""
        return None if self.deck is None else self.deck[len(self.deck) - self.table.stock :]

    def position(self, seat: int, score: Score | None = None) -> Position:
        """What a seat sees; its hand must be known.

        Raises:
            Illegal: the record does not know that seat's hand.
        """
        hand = self.hands[seat]
        if hand is None:
            raise Illegal(f"the hand of seat {seat} is not known in this record", "hands")
        shown = 0
        knocker = self.table.knocker
        if knocker is not None and knocker != seat:
            shown = (self.hands[knocker] or 0) & ~melded(self.table.spread)
        # Only a record with an unknown stock names the cards drawn.
        table = self.table if self.deck is not None else self.table.hiding_draws(seat)
        return Position(
            table=table.seen_by(seat),
            hand=hand,
            drawn=self.drawn if seat == self.turn else None,
            deadwood_shown=shown,
            score=None if score is None else score.seen_by(seat),
        )

    def check(self, action: Action) -> None:
        """Refuse an action that the rules forbid.

        Raises:
            Illegal: with the reason.
        """
        if self.hands[self.turn] is None or self.phase == "over":
            self.table.check(action)
        else:
            self.position(self.turn).check(action)

    def legal_actions(self) -> list[Action]:
        """The legal actions of the seat to act; none once the deal is over."""
        return [] if self.phase == "over" else self.position(self.turn).legal_actions()

    def after(self, action: Action) -> Deal:
        """The deal after an action of the seat to act.

        Raises:
            Illegal: the rules forbid the action, or the record contradicts itself.
        """
        seat, hand = self.turn, self.hands[self.turn]
        if hand is not None and self.phase != "over":
            action = self.position(seat).completed(action)
        else:
            action = self.table.as_played(action)
            self.table.check(action)
        drawn = self._card_drawn(action)
        table = self.table.after(self._public(action))
        hands = list(self.hands)
        if hand is not None:
            if drawn is not None:
                hands[seat] = hand | 1 << drawn
            elif action.card is not None:
                hands[seat] = hand & ~(1 << action.card)
            elif action.kind == "lay":
                hands[seat] = hand & ~action.laid
        elif action.kind == "discard" and action.card is not None:
            self._check_not_held(action.card)
        return replace(self, table=table, hands=tuple(hands), drawn=drawn)

    def _public(self, action: Action) -> Action:
        """The action as history keeps it: a draw from a known stock needs no card."""
        return Action("stock") if action.kind == "stock" and self.deck is not None else action

    def _card_drawn(self, action: Action) -> int | None:
        if action.kind in ("take", "pile"):
            return self.table.upcard
        if action.kind != "stock":
            return None
        if self.stock is not None:
            card = self.stock[0]
            if action.card not in (None, card):
                raise Illegal(
                    f"cannot draw {format_card(action.card or 0)}: the next card of the stock is "
                    f"{format_card(card)}",
                    "history",
                )
            return card
        if self.hands[self.turn] is None:
            return None
        if action.card is None:
            raise Illegal(
                f"seat {self.turn} drew from a stock that is not known: write the card, as in s5s",
                "history",
            )
        self._check_not_held(action.card)
        return action.card

    def _check_not_held(self, card: int) -> None:
        for seat, hand in enumerate(self.hands):
            if hand is not None and hand >> card & 1:
                raise Illegal(f"{format_card(card)} is in the hand of seat {seat}", "history")

    def revealed(self, seat: int, hand: int) -> Deal:
        """The same deal once a seat has shown its hand.

        Raises:
            Illegal: the hand is of the wrong size, or a card of it is known to be elsewhere.
        """
        size = self.table.hand_size + (self.phase == "discard" and seat == self.turn)
        elsewhere = hand_of(self.table.pile)
        for other in range(self.players):
            if other != seat:
                elsewhere |= (self.hands[other] or 0) | self.table.known[other]
        wrong = hand & elsewhere
        if wrong:
            raise Illegal(f"{format_hand(wrong)} cannot be in the hand of seat {seat}", "spread")
        missing = self.table.known[seat] & ~hand
        if missing or hand.bit_count() != size:
            raise Illegal(
                f"seat {seat} shows {format_hand(hand)}: it must be {size} cards"
                + (f" and hold {format_hand(missing)}" if missing else ""),
                "spread",
            )
        hands = (*self.hands[:seat], hand, *self.hands[seat + 1 :])
        return replace(self, hands=hands)

    @property
    def result(self) -> Result | None:
        """What the deal scored; None while it runs, or where a hand that counts is unknown."""
        table = self.table
        if self.phase != "over":
            return None
        if table.knocker is None:
            return void_result(self.players)
        going_out = table.history[-1 - len(table.laid)].kind
        assert going_out in ("knock", "gin", "big gin")
        count = []
        for seat, hand in enumerate(self.hands):
            if hand is None:
                return None
            if seat == table.knocker:
                count.append(points(hand & ~melded(table.spread)) if going_out == "knock" else 0)
            elif going_out != "knock" and not self.rules.melds_after_gin:
                count.append(points(hand))
            else:
                count.append(deadwood(hand))
        return score_deal(
            self.rules, table.first_upcard, table.knocker, count, _going_out(going_out)
        )

    # -- text ----------------------------------------------------------------------------------

    def to_mapping(self) -> dict[str, object]:
        """The whole deal in its text form; :meth:`from_mapping` replays it."""
        table = self.table
        mapping: dict[str, object] = {
            "rules": self.rules.to_value(),
            "players": self.players,
            "dealer": table.dealer,
            "first_upcard": format_card(table.first_upcard),
            "hands": ["?" if hand is None else format_hand(hand) for hand in self.dealt],
        }
        if self.deck is not None:
            mapping["stock"] = card_list(self.deck)
        mapping["history"] = format_history(table.history)
        if table.knocker is not None:
            if table.spread:
                mapping["spread"] = format_spread(table.spread)
            loose = (self.hands[table.knocker] or 0) & ~melded(table.spread)
            if self.dealt[table.knocker] is None and table.spread:
                mapping["deadwood"] = format_hand(loose)
            if table.laid:
                mapping["laid"] = [format_hand(laid) for laid in table.laid]
        return mapping

    @classmethod
    def from_mapping(cls, mapping: Mapping[str, object]) -> Deal:
        """Read a deal and replay it.

        Raises:
            Unreadable: a key or value is not in the notation (``field`` names the key).
            Illegal: a step is against the rules; the sentence counts the step and gives the reason.
        """
        for key in mapping:
            if key not in KEYS:
                raise Unreadable(
                    f"a deal has no '{key}'{suggestion(key, dict.fromkeys(KEYS))}: "
                    f"its keys are {', '.join(KEYS)}",
                    key,
                )
        rules = Rules.from_value(mapping.get("rules", "oklahoma"))
        hands = _read_hands(mapping)
        players = read_int(mapping, "players", len(hands))
        if players != len(hands):
            raise Illegal(f"players is {players}, but there are {len(hands)} hands", "hands")
        deal = cls.of(
            rules,
            read_int(mapping, "dealer", -1),
            read_card(mapping, "first_upcard"),
            hands,
            _read_stock(mapping),
        )
        spread = read_melds(mapping, "spread")
        shown = read_hand(mapping, "deadwood", "")
        for step, action in enumerate(read_history(mapping, "history"), start=1):
            try:
                if action.kind in ("knock", "big gin"):
                    deal, shown_action = deal._gone_out(action, spread, shown)
                    deal = deal.after(shown_action)
                else:
                    deal = deal.after(action)
            except Illegal as error:
                raise history_error(deal.table, step, error) from error
        for laid in read_laid(mapping):
            try:
                deal = deal.after(Action("lay", laid=laid))
            except Illegal as error:
                raise Illegal(error.sentence, "laid") from error
        return deal

    def _gone_out(self, action: Action, spread: tuple[int, ...], shown: int) -> tuple[Deal, Action]:
        """A knock, gin or big gin of a record: the deal with that hand shown, the action whole."""
        deal = self
        hand = self.hands[self.turn]
        thrown = 0 if action.card is None else 1 << action.card
        if hand is None:
            hand = melded(spread) | shown | thrown
            deal = self.revealed(self.turn, hand)
        if action.kind == "big gin":
            return deal, Action("big gin", melds=spread)
        left = hand & ~thrown
        if deadwood(left) == 0 and melded(spread) in (0, left):
            return deal, Action("gin", action.card, spread)
        if not spread:
            best = best_spreads(left)
            if len(best) > 1:
                raise Illegal("the knock could lie in several ways: write its spread", "spread")
            spread = best[0].melds
        return deal, Action("knock", action.card, spread)


def _going_out(kind: str) -> Literal["knock", "gin", "big gin"]:
    return "knock" if kind == "knock" else "gin" if kind == "gin" else "big gin"


def _read_hands(mapping: Mapping[str, object]) -> tuple[int | None, ...]:
    value = mapping.get("hands")
    if not isinstance(value, list | tuple) or not all(isinstance(hand, str) for hand in value):
        raise Unreadable(
            f"hands are '{value}': write a list with a hand for each seat, '?' if unknown", "hands"
        )
    hands: list[int | None] = []
    for text in value:
        try:
            hands.append(None if text.strip() == "?" else parse_hand(text))
        except GameError as error:
            raise Unreadable(f"hands: {error.sentence}", "hands") from error
    return tuple(hands)


def _read_stock(mapping: Mapping[str, object]) -> tuple[int, ...] | None:
    value = mapping.get("stock")
    if value is None or value == "?":
        return None
    if not isinstance(value, str):
        raise Unreadable(f"stock is '{value}': write its cards in the order of drawing", "stock")
    try:
        return parse_card_list(value)
    except GameError as error:
        raise Unreadable(f"stock: {error.sentence}", "stock") from error
