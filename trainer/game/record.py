"""The record of a match: its deals in the notation, replayed when it is read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from trainer.game.actions import Action
from trainer.game.deal import Deal
from trainer.game.errors import GameError, Illegal, Unreadable
from trainer.game.fields import read_int
from trainer.game.match import Match
from trainer.game.rules import Rules

KEYS = ("rules", "players", "first_dealer", "deals")


def stages(deal: Deal) -> Iterator[tuple[Deal, Action]]:
    """The deal before each of its actions, with that action."""
    table = deal.table
    at = Deal.of(deal.rules, table.dealer, table.first_upcard, deal.dealt, deal.deck)
    for action in table.history:
        if action.kind in ("knock", "gin", "big gin") and at.hands[at.turn] is None:
            # A hand that nobody knew is on the table from its knock on.
            thrown = 0 if action.card is None else 1 << action.card
            at = at.revealed(at.turn, (deal.hands[at.turn] or 0) | thrown)
        yield at, action
        at = at.after(action)


@dataclass(frozen=True)
class MatchRecord:
    """A match as its deals, the last of which may still be running."""

    rules: Rules
    players: int
    first_dealer: int
    deals: tuple[Deal, ...] = ()

    @property
    def match(self) -> Match:
        """The match after its finished deals.

        Raises:
            Illegal: a deal that does not belong to the match, or cannot be scored.
        """
        match = Match.start(self.rules, self.players, self.first_dealer)
        for number, deal in enumerate(self.deals, start=1):
            if (deal.rules, deal.players) != (self.rules, self.players):
                raise Illegal(f"deal {number} has other rules or players than the match", "deals")
            if match.over:
                raise Illegal(f"deal {number} comes after the end of the match", "deals")
            if deal.table.dealer != match.dealer:
                raise Illegal(
                    f"deal {number} is dealt by seat {deal.table.dealer}: it is the turn of seat "
                    f"{match.dealer}",
                    "deals",
                )
            if deal.result is not None:
                match = match.after(deal.result)
            elif number < len(self.deals):
                raise Illegal(
                    f"deal {number} is not finished, or its score cannot be known, yet deal "
                    f"{number + 1} follows",
                    "deals",
                )
        return match

    def to_mapping(self) -> dict[str, object]:
        """The match in its text form; :meth:`from_mapping` replays it."""
        shared = ("rules", "players")
        return {
            "rules": self.rules.to_value(),
            "players": self.players,
            "first_dealer": self.first_dealer,
            "deals": [
                {key: value for key, value in deal.to_mapping().items() if key not in shared}
                for deal in self.deals
            ],
        }

    @classmethod
    def from_mapping(cls, mapping: Mapping[str, object]) -> MatchRecord:
        """Read a match, replaying every deal.

        Raises:
            Unreadable: a key or value is not in the notation.
            Illegal: a step or a deal is against the rules; the sentence says which and why.
        """
        for key in mapping:
            if key not in KEYS:
                raise Unreadable(f"a match has no '{key}': its keys are {', '.join(KEYS)}", key)
        rules = Rules.from_value(mapping.get("rules", "oklahoma"))
        players = read_int(mapping, "players", 2)
        value = mapping.get("deals", [])
        if not isinstance(value, list | tuple) or not all(isinstance(d, Mapping) for d in value):
            raise Unreadable(f"deals are '{value}': write a list of deals", "deals")
        deals = []
        for number, given in enumerate(value, start=1):
            try:
                deals.append(
                    Deal.from_mapping({**given, "rules": rules.to_value(), "players": players})
                )
            except GameError as error:
                raise type(error)(f"deal {number}: {error.sentence}", "deals") from error
        record = cls(rules, players, read_int(mapping, "first_dealer", 0), tuple(deals))
        _ = record.match  # refuses deals that do not follow one another
        return record
