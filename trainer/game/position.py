"""What one player sees, and what that player may do.

The player is seat 0, whatever the seat at the table. Everything legality depends on is in here, so
a :class:`Position` is also where each action is checked.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from trainer.game.actions import Action, format_history
from trainer.game.cards import (
    ALL,
    cards_of,
    format_card,
    format_hand,
    hand_of,
    points,
)
from trainer.game.errors import Illegal, Unreadable
from trainer.game.fields import (
    read_card,
    read_dealer,
    read_hand,
    read_history,
    read_int,
    read_laid,
    read_melds,
)
from trainer.game.layoffs import can_lay, layoffs
from trainer.game.match import Score
from trainer.game.melds import best_spreads, deadwood, format_spread, melded
from trainer.game.rules import Rules, suggestion
from trainer.game.table import Phase, Table

KEYS = (
    "rules",
    "players",
    "dealer",
    "first_upcard",
    "hand",
    "drawn",
    "history",
    "spread",
    "deadwood",
    "laid",
    "score",
)


@dataclass(frozen=True)
class Position:
    """A deal as seat 0 sees it. Equal positions look alike to that player."""

    table: Table
    hand: int
    drawn: int | None = None
    """The card drawn this turn, where seat 0 holds one more than a hand."""
    deadwood_shown: int = 0
    """After a knock: the knocker's loose cards, where they are known."""
    score: Score | None = field(default=None)

    @property
    def rules(self) -> Rules:
        """The rules in play."""
        return self.table.rules

    @property
    def players(self) -> int:
        """Number of players, 2 to 4."""
        return self.table.players

    @property
    def dealer(self) -> int:
        """The seat that dealt; 0 is me."""
        return self.table.dealer

    @property
    def first_upcard(self) -> int:
        """The card turned up at the deal."""
        return self.table.first_upcard

    @property
    def limit(self) -> int:
        """The knock limit in points; 0 is gin only."""
        return self.table.limit

    @property
    def multiplier(self) -> int:
        """2 in a deal that counts double, else 1."""
        return self.table.multiplier

    @property
    def ask(self) -> Phase:
        """The decision that is mine to make: offer, draw, discard or layoff.

        Raises:
            Illegal: it is another player's turn, or the deal is over.
        """
        if self.table.phase == "over":
            raise Illegal("the deal is over: there is nothing to decide", "history")
        if self.table.turn != 0:
            raise Illegal(
                f"seat {self.table.turn} is to act, not seat 0 (me): end the history where the "
                "decision is mine",
                "history",
            )
        return self.table.phase

    @property
    def unseen(self) -> int:
        """Cards whose place I do not know: in the stock or in another hand."""
        return ALL & ~(self.hand | self.table.seen | self.deadwood_shown)

    # -- what I may do -------------------------------------------------------------------------

    def legal_actions(self) -> list[Action]:
        """Every legal action, each knock discard once with a best spread.

        A knock that keeps melds back is legal too, as :meth:`check` says, and is not listed.
        """
        match self.ask:
            case "offer":
                return [Action("take"), Action("pass")]
            case "draw":
                stock = [Action("stock")]
                return stock if self.table.stock_forced else [*stock, Action("pile")]
            case "layoff":
                return [Action("lay", laid=laid) for laid in layoffs(self.table.spread, self.hand)]
            case _:
                return self._discard_actions()

    def _discard_actions(self) -> list[Action]:
        gins: list[Action] = []
        knocks: list[Action] = []
        discards: list[Action] = []
        if self.rules.big_gin_bonus is not None and deadwood(self.hand) == 0:
            gins.append(Action("big gin"))
        for card in cards_of(self.hand):
            if card == self.table.taken and not self.rules.may_rediscard:
                continue
            discards.append(Action("discard", card))
            left = self.hand & ~(1 << card)
            count = deadwood(left)
            if count == 0:
                gins.append(Action("gin", card))
            elif count <= self.limit:
                knocks.append(Action("knock", card, best_spreads(left)[0].melds))
        if gins and self.rules.must_gin:
            return gins
        return gins + knocks + discards

    def completed(self, action: Action) -> Action:
        """The action with what need not be said: a knock's best spread, gin for a knock at zero.

        Raises:
            Illegal: as :meth:`check`.
        """
        if action.kind == "knock" and action.card is not None and not action.melds:
            left = self.hand & ~(1 << action.card)
            if deadwood(left) == 0:
                action = Action("gin", action.card)
            else:
                action = Action("knock", action.card, best_spreads(left)[0].melds)
        if action.kind in ("gin", "big gin") and not action.melds:
            left = self.hand if action.card is None else self.hand & ~(1 << action.card)
            action = Action(action.kind, action.card, best_spreads(left)[0].melds)
        if action.kind == "take" and self.table.phase == "draw":
            action = Action("pile")
        action = self.table.as_played(action)
        self.check(action)
        return action

    def check(self, action: Action) -> None:
        """Refuse an action that the rules forbid; a knock without melds means its best spread.

        Raises:
            Illegal: with the reason, the cards and the counts.
        """
        _ = self.ask
        self.table.check(action)
        if action.kind in ("discard", "knock", "gin", "big gin"):
            self._check_discard(action)
        elif action.kind == "lay":
            self._check_layoff(action)

    def _check_discard(self, action: Action) -> None:
        card = action.card
        if card is not None and not self.hand >> card & 1:
            raise Illegal(
                f"cannot {action.label}: {format_card(card)} is not in your hand "
                f"({format_hand(self.hand)})"
            )
        if self.rules.must_gin and action.kind in ("discard", "knock") and self._can_gin():
            raise Illegal(
                f"cannot {action.label}: with no deadwood you must go gin under the rules "
                f"'{self.rules.preset}'"
            )
        left = self.hand if card is None else self.hand & ~(1 << card)
        if action.kind in ("gin", "big gin"):
            count = points(left & ~melded(action.melds)) if action.melds else deadwood(left)
            if count:
                raise Illegal(
                    f"cannot go {action.label}: that leaves {count} points of deadwood, not none"
                )
        elif action.kind == "knock":
            self._check_knock(action, left)

    def _can_gin(self) -> bool:
        big = self.rules.big_gin_bonus is not None and deadwood(self.hand) == 0
        return big or any(
            deadwood(self.hand & ~(1 << card)) == 0
            for card in cards_of(self.hand)
            if card != self.table.taken or self.rules.may_rediscard
        )

    def _check_knock(self, action: Action, left: int) -> None:
        cards = 0
        for meld in action.melds:
            if meld & cards or meld & ~left:
                wrong = meld & (cards | ~left)
                raise Illegal(
                    f"cannot {action}: {format_hand(wrong)} is not free for that meld, "
                    "it is thrown, counted twice or not in your hand"
                )
            cards |= meld
        count = points(left & ~cards) if action.melds else deadwood(left)
        if count == 0 and action.melds:
            raise Illegal(f"cannot {action.label}: that leaves no deadwood, say gin")
        if count > self.limit:
            raise Illegal(
                f"cannot knock: deadwood {count} is over this deal's limit of {self.limit}"
            )

    def _check_layoff(self, action: Action) -> None:
        missing = action.laid & ~self.hand
        if missing:
            raise Illegal(f"cannot lay {format_hand(missing)}: not in your hand")
        if not can_lay(self.table.spread, action.laid):
            raise Illegal(
                f"cannot {action}: those cards do not all fit the knocker's melds "
                f"{format_spread(self.table.spread)}"
            )

    # -- text ----------------------------------------------------------------------------------

    def to_mapping(self) -> dict[str, object]:
        """The position in its text form; :meth:`from_mapping` reads it back."""
        mapping: dict[str, object] = {
            "rules": self.rules.to_value(),
            "players": self.players,
            "dealer": "me" if self.dealer == 0 else "them" if self.players == 2 else self.dealer,
            "first_upcard": format_card(self.first_upcard),
            "hand": format_hand(self.hand),
        }
        if self.drawn is not None:
            mapping["drawn"] = format_card(self.drawn)
        mapping["history"] = format_history(self.table.history)
        if self.table.knocker is not None:
            mapping["spread"] = format_spread(self.table.spread)
        if self.deadwood_shown:
            mapping["deadwood"] = format_hand(self.deadwood_shown)
        if self.table.laid:
            mapping["laid"] = [format_hand(laid) for laid in self.table.laid]
        if self.score is not None:
            mapping["score"] = self.score.to_value()
        return mapping

    @classmethod
    def from_mapping(cls, mapping: Mapping[str, object]) -> Position:
        """Read a position and refuse an impossible one.

        Raises:
            Unreadable: a key or value is not in the notation (``field`` names the key).
            Illegal: the history breaks the rules, or hand and history contradict each other.
        """
        for key in mapping:
            if key not in KEYS:
                raise Unreadable(
                    f"a position has no '{key}'{suggestion(key, dict.fromkeys(KEYS))}: "
                    f"its keys are {', '.join(KEYS)}",
                    key,
                )
        rules = Rules.from_value(mapping.get("rules", "oklahoma"))
        players = read_int(mapping, "players", 2)
        rules.check_players(players)
        first_upcard = read_card(mapping, "first_upcard")
        table = Table.start(rules, players, read_dealer(mapping, players), first_upcard)
        spread = read_melds(mapping, "spread")
        table = table.replay(_with_spread(read_history(mapping, "history"), spread, table))
        for laid in read_laid(mapping):
            table = table.after(Action("lay", laid=laid))
        position = cls(
            table=table,
            hand=read_hand(mapping, "hand"),
            drawn=_read_drawn(mapping, table),
            deadwood_shown=read_hand(mapping, "deadwood", ""),
            score=None
            if mapping.get("score") is None
            else Score.from_value(mapping["score"], players, rules),
        )
        _check_consistent(position)
        return position


def _read_drawn(mapping: Mapping[str, object], table: Table) -> int | None:
    """The card just drawn: as stated, or as the history shows it."""
    shown = None
    if table.phase == "discard" and table.turn == 0:
        shown = table.taken if table.taken is not None else table.history[-1].card
    if mapping.get("drawn") is None:
        return shown
    stated = read_card(mapping, "drawn")
    if shown is not None and stated != shown:
        raise Illegal(
            f"drawn is {format_card(stated)}, but the history ends with me drawing "
            f"{format_card(shown)}: make them agree",
            "drawn",
        )
    return stated


def _with_spread(actions: list[Action], spread: tuple[int, ...], table: Table) -> list[Action]:
    """Give the knock that ends a history its melds."""
    if not actions or actions[-1].kind != "knock":
        if spread:
            raise Illegal("there is a spread, but the history does not end with a knock", "spread")
        return actions
    if melded(spread).bit_count() == table.hand_size:
        raise Illegal("the spread melds the whole hand: after gin nothing is laid off", "spread")
    if not spread:
        raise Illegal("the history ends with a knock: write the knocker's melds", "spread")
    return [*actions[:-1], Action("knock", actions[-1].card, spread)]


def _check_consistent(position: Position) -> None:
    """Refuse a hand that the history contradicts."""
    table, hand = position.table, position.hand
    ask = position.ask
    wanted = table.hand_size + (ask == "discard")
    held = hand.bit_count()
    if held != wanted:
        raise Illegal(
            f"the hand has {held} cards: {'a' if ask != 'offer' else 'an'} {ask} decision is made "
            f"with {wanted}",
            "hand",
        )
    elsewhere = hand & (hand_of(table.pile) | melded(table.spread))
    for known in table.known[1:]:
        elsewhere |= hand & known
    if elsewhere:
        raise Illegal(
            f"{format_hand(elsewhere)} cannot be in the hand: by the history or spread "
            "it lies elsewhere",
            "hand",
        )
    missing = (table.known[0] | table.drawn_and_kept(0)) & ~hand
    if missing:
        raise Illegal(
            f"{format_hand(missing)} must be in the hand: by the history I took it and kept it",
            "hand",
        )
    if position.drawn is not None:
        if ask != "discard":
            raise Illegal("drawn goes with a discard decision only: leave it out", "drawn")
        if not hand >> position.drawn & 1:
            raise Illegal(
                f"{format_card(position.drawn)} was drawn, but is not in the hand", "drawn"
            )
    if table.knocker is not None:
        _check_shown(position)
    elif position.deadwood_shown:
        raise Illegal("there is a deadwood, but the history does not end with a knock", "deadwood")


def _check_shown(position: Position) -> None:
    """Refuse a knocker's spread and deadwood that no hand could show."""
    table = position.table
    assert table.knocker is not None
    cards = melded(table.spread)
    shown = position.deadwood_shown
    in_pile = hand_of(table.pile)
    for seat, known in enumerate(table.known):
        if seat != table.knocker:
            in_pile |= known
    if (cards | shown) & in_pile:
        raise Illegal(
            f"{format_hand((cards | shown) & in_pile)} cannot lie before the knocker: "
            "by the history it is elsewhere",
            "spread",
        )
    loose = table.hand_size - cards.bit_count()
    if shown and (shown & (cards | position.hand) or shown.bit_count() != loose):
        raise Illegal(
            f"the knocker's deadwood is '{format_hand(shown)}': {loose} cards are left beside "
            "the spread, none of them mine",
            "deadwood",
        )
    surely = points((shown or table.known[table.knocker]) & ~cards)
    if surely > table.limit:
        raise Illegal(
            f"the knocker's deadwood is at least {surely}, over this deal's limit of {table.limit}",
            "spread",
        )
