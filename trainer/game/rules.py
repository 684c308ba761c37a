"""The rules of a match as one frozen value, and the presets.

What every page agrees on is not a field: a face card counts 10, the offer goes to the non-dealer
first and then to the dealer, equal counts are an undercut, a void deal is dealt again by the same
dealer, the first dealer is drawn by lot.
"""

from __future__ import annotations

import difflib
from dataclasses import dataclass, fields, replace
from typing import Any, Literal, cast, get_args

from trainer.game.cards import RANK_POINTS
from trainer.game.errors import Illegal, Unreadable

NextDealer = Literal["alternate", "winner"]

MOST_POINTS = 10_000
"""No bonus or target is larger: nobody plays for more, and estimates keep their decimals."""


@dataclass(frozen=True)
class Rules:
    """One set of rules. The defaults are the preset ``oklahoma``; points unless said otherwise."""

    preset: str = "oklahoma"
    """The preset these rules started from."""
    fixed_limit: int | None = None
    """A knock limit for every deal, in place of the value of the first upcard."""
    ace_limit: int = 0
    """Knock limit when the first upcard is an ace; 0 is gin only."""
    spade_doubles: bool = True
    """A spade as first upcard doubles what the deal scores, bonuses included."""
    gin_bonus: int = 25
    big_gin_bonus: int | None = 31
    """Bonus for eleven melded cards; None where big gin is not played."""
    knock_bonus: int = 0
    """Added to the difference when a knock wins, once for each opponent beaten."""
    undercut_bonus: int = 25
    must_gin: bool = False
    """A player who can go gin must."""
    melds_after_gin: bool = True
    """After gin the others still meld their own cards; else all their cards count against them."""
    may_rediscard: bool = False
    """The card just taken from the discard pile may be thrown back."""
    knock_face_down: bool = False
    """The knock discard is laid face down; it changes nothing but the picture."""
    void_stock: int = 2
    """A discard that is no knock and leaves this many cards in the stock voids the deal."""
    next_dealer: NextDealer = "alternate"
    """Who deals after a scored deal: the next seat, or the winner."""
    max_players: int = 4
    target: int | None = 100
    """Points that end the match; None plays a single deal."""
    hollywood: bool = False
    """Three columns at once, each played to the target."""
    game_bonus: int = 0
    """For the winner of the match, added after the target was reached."""
    box: int = 0
    """For each deal won, added after the target was reached."""
    shutout_doubles: bool = False
    """The winner's final margin counts double over an opponent who won no deal."""

    def __post_init__(self) -> None:
        for name in (
            "ace_limit",
            "gin_bonus",
            "knock_bonus",
            "undercut_bonus",
            "game_bonus",
            "box",
        ):
            if not 0 <= getattr(self, name) <= MOST_POINTS:
                raise Illegal(
                    f"{name} is {getattr(self, name)}: write 0 to {MOST_POINTS} points", name
                )
        if self.fixed_limit is not None and not 0 <= self.fixed_limit <= 98:
            raise Illegal(f"fixed_limit is {self.fixed_limit}: write 0 to 98 points", "fixed_limit")
        if not 0 <= self.void_stock <= 20:
            raise Illegal(f"void_stock is {self.void_stock}: write 0 to 20 cards", "void_stock")
        if not 2 <= self.max_players <= 4:
            raise Illegal(f"max_players is {self.max_players}: write 2, 3 or 4", "max_players")
        if self.big_gin_bonus is not None and not 0 <= self.big_gin_bonus <= MOST_POINTS:
            raise Illegal(
                f"big_gin_bonus is {self.big_gin_bonus}: write 0 to {MOST_POINTS} points, or null",
                "big_gin_bonus",
            )
        if self.target is not None and not 1 <= self.target <= MOST_POINTS:
            raise Illegal(f"target is {self.target}: write 1 to {MOST_POINTS} points", "target")
        if self.hollywood and self.target is None:
            raise Illegal("hollywood needs a target for its columns: set target", "hollywood")

    def limit(self, first_upcard: int) -> int:
        """The knock limit of a deal in points; 0 means gin only."""
        if self.fixed_limit is not None:
            return self.fixed_limit
        rank = first_upcard % 13
        return self.ace_limit if rank == 0 else RANK_POINTS[rank]

    def multiplier(self, first_upcard: int) -> int:
        """What the points of a deal are multiplied by: 2 under a spade that doubles, else 1."""
        return 2 if self.spade_doubles and first_upcard // 13 == 3 else 1

    def hand_size(self, players: int) -> int:
        """Cards dealt to each player: ten to two players, seven to three or four."""
        return 10 if players == 2 else 7

    def check_players(self, players: int) -> None:
        """Refuse a number of players that these rules do not seat.

        Raises:
            Illegal: fewer than 2, more than the rules allow, or Hollywood with more than two.
        """
        if not 2 <= players <= self.max_players:
            seats = "2 players" if self.max_players == 2 else f"2 to {self.max_players} players"
            raise Illegal(
                f"players is {players}: the rules '{self.preset}' are for {seats}", "players"
            )
        if self.hollywood and players != 2:
            raise Illegal(f"players is {players}: Hollywood scoring is for two players", "players")

    def to_value(self) -> str | dict[str, object]:
        """The preset's name, or a mapping of the preset and what differs from it."""
        base = PRESETS[self.preset]
        changed = {
            field.name: getattr(self, field.name)
            for field in fields(self)
            if getattr(self, field.name) != getattr(base, field.name)
        }
        return {"preset": self.preset, **changed} if changed else self.preset

    @classmethod
    def from_value(cls, value: object) -> Rules:
        """Read what :meth:`to_value` writes.

        Raises:
            Unreadable: an unknown preset or key, or a value of the wrong kind.
            Illegal: a value out of its range.
        """
        if isinstance(value, str):
            return _preset(value)
        if not isinstance(value, dict):
            raise Unreadable(
                f"rules are '{value}': write a preset's name or a mapping with 'preset'", "rules"
            )
        rules = _preset(value.get("preset", "oklahoma"))
        changes: dict[str, Any] = {
            key: _checked(key, given) for key, given in value.items() if key != "preset"
        }
        return replace(rules, **changes)


_KINDS: dict[str, tuple[type, ...]] = {
    "fixed_limit": (int, type(None)),
    "big_gin_bonus": (int, type(None)),
    "target": (int, type(None)),
}


def _checked(key: object, given: object) -> object:
    """One override of a rule, of a kind that the field takes."""
    known = {field.name: field for field in fields(Rules)}
    if not isinstance(key, str) or key not in known:
        raise Unreadable(f"there is no rule '{key}'{suggestion(str(key), known)}", "rules")
    if key == "next_dealer":
        if given not in get_args(NextDealer):
            raise Unreadable(f"next_dealer is '{given}': write alternate or winner", "rules")
        return given
    kinds = _KINDS.get(key, (type(known[key].default),))
    if type(given) not in kinds:
        wanted = "true or false" if kinds == (bool,) else "a whole number"
        also = " or null" if type(None) in kinds else ""
        raise Unreadable(f"{key} is '{given}': write {wanted}{also}", "rules")
    return given


def _preset(name: object) -> Rules:
    if not isinstance(name, str) or name not in PRESETS:
        raise Unreadable(
            f"there is no preset '{name}'{suggestion(str(name), PRESETS)}: "
            f"the presets are {', '.join(PRESETS)}",
            "rules",
        )
    return PRESETS[name]


def suggestion(word: str, known: object) -> str:
    """``, did you mean 'x'?`` where a known word is close, else nothing."""
    names = [str(name) for name in cast("dict[str, object]", known)]
    close = difflib.get_close_matches(word, names, n=1, cutoff=0.6)
    return f", did you mean '{close[0]}'?" if close else ""


PRESETS: dict[str, Rules] = {
    rules.preset: rules
    for rules in (
        Rules(),
        Rules(
            preset="rulebook",
            ace_limit=1,
            spade_doubles=False,
            big_gin_bonus=None,
            knock_bonus=20,
            undercut_bonus=20,
            melds_after_gin=False,
            next_dealer="winner",
        ),
        Rules(preset="online", big_gin_bonus=None),
        Rules(
            preset="pocket",
            spade_doubles=False,
            big_gin_bonus=None,
            must_gin=True,
            knock_face_down=True,
            max_players=2,
        ),
        Rules(
            preset="ruby",
            max_players=2,
            target=150,
            game_bonus=100,
            box=25,
            shutout_doubles=True,
        ),
        Rules(
            preset="knock10",
            fixed_limit=10,
            spade_doubles=False,
            big_gin_bonus=None,
        ),
    )
}
"""``oklahoma`` is the default; ``rulebook``, ``online``, ``pocket`` and ``ruby`` each play one of
four published rule pages, silent points filled from the default; ``knock10`` is plain gin rummy."""
