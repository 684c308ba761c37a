"""The slow twin of the coach's reasons: conditions and figures of every theme, by enumeration.

Knows the rules from `tests.reference` and what an analysis says as plain numbers; of `trainer`
nothing. A scene is a position as a mapping, its cards as texts, with two actions to compare.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from math import comb, sqrt

from tests.reference import (
    ALL_MELD_SET,
    DECK,
    RANKS,
    VALUES,
    Cards,
    best_spreads,
    cards,
    cards_in,
    cards_that_fit,
    deadwood,
    hand_size,
    knock_limit,
    multiplier,
    options_like,
    spread,
)

_TOKEN = re.compile(r"x|s(?:[A2-9TJQK][cdhs])?|p|/[A2-9TJQK][cdhs]")


@dataclass(frozen=True)
class Entry:
    """What an analysis says of one action, as plain numbers."""

    action: str
    spread: str = ""
    endings: Mapping[str, float] = field(default_factory=dict)
    points: Mapping[str, float] = field(default_factory=dict)
    taken: float | None = None
    fits: float | None = None
    split: bool = False
    """Whether its points are split by endings, with errors."""

    @property
    def kind(self) -> str:
        return self.action.partition(" ")[0] if self.action != "big gin" else "big gin"

    @property
    def card(self) -> str:
        return self.action.split()[-1]


class Scene:
    """A position replayed from its history; seat 0 is to decide between two actions."""

    def __init__(self, mapping: Mapping[str, object], rules: object, playouts: int) -> None:
        self.options = options_like(rules)
        self.playouts = playouts
        self.players = int(str(mapping.get("players", 2)))
        self.hand = cards(str(mapping["hand"]))
        first = str(mapping["first_upcard"])
        self.limit = knock_limit(self.options, first)
        self.multiplier = multiplier(self.options, first)
        dealer = {"me": 0, "them": 1}.get(str(mapping["dealer"]), mapping["dealer"])
        seat = start = (int(str(dealer)) + 1) % self.players
        self.pile = [first]
        self.known: list[set[str]] = [set() for _ in range(self.players)]
        self.thrown: list[set[str]] = [set() for _ in range(self.players)]
        self.turns = [0] * self.players
        self.stock = 51 - self.players * hand_size(self.players)
        self.taken: str | None = None
        passes = 0
        for token in _TOKEN.findall(str(mapping.get("history", ""))):
            if token == "x":
                passes += 1
                seat = start if passes == self.players else (seat + 1) % self.players
            elif token == "p":
                self.taken = self.pile.pop()
                self.known[seat].add(self.taken)
            elif token[0] == "s":
                self.stock -= 1
                self.taken = None
            else:
                self.pile.append(token[1:])
                self.known[seat].discard(token[1:])
                self.thrown[seat].add(token[1:])
                self.turns[seat] += 1
                seat = (seat + 1) % self.players
                self.taken = None
        self.theirs: Cards = frozenset().union(*self.known[1:])
        self.unseen: Cards = frozenset(DECK) - self.hand - frozenset(self.pile) - self.theirs
        self.hidden = self.unseen | self.theirs

    # -- counts ------------------------------------------------------------------------------------

    def outs(self, hand: Cards) -> Cards:
        """Unseen cards that meld more points than the hand melds now."""
        now = deadwood(hand)
        return frozenset(c for c in self.unseen if deadwood(hand | {c}) < now + VALUES[c])

    def draws(self, hand: Cards, enough: int) -> Cards:
        """Unseen cards whose draw leaves so much deadwood after the best throw."""
        return frozenset(
            c
            for c in self.unseen
            if any(deadwood((hand | {c}) - {t}) <= enough for t in hand | {c})
        )

    @cached_property
    def melded(self) -> Cards:
        """Cards that all best spreads meld."""
        return frozenset.intersection(*(cards_in(s) for s in best_spreads(self.hand)))

    @property
    def loose(self) -> Cards:
        return self.hand - self.melded

    def waits(self, card: str) -> Cards:
        """What makes a meld of a loose card and another."""
        if card not in self.loose:
            return frozenset()
        others = self.loose - {card}
        return frozenset(c for c in DECK for o in others if c not in self.hand and meld(card, o, c))

    def live(self, card: str) -> Cards:
        return self.waits(card) & self.unseen

    def pairs(self, card: str) -> list[tuple[str, str]]:
        """The pairs an opponent may hold that meld with a card."""
        return [(a, b) for a, b in combinations(sorted(self.hidden), 2) if meld(card, a, b)]

    def fits(self, card: str, known: Cards) -> Cards:
        """Known cards that meld with a card and a third that is known or unseen."""
        pool = known | self.unseen
        return frozenset(k for k in known for c in pool if meld(card, k, c))

    def lengthens(self, card: str) -> bool:
        """Whether a card makes a longer meld of known cards that are one."""
        return any(
            card in m and len(m) > 3 and m - {card} <= self.theirs and len(m - {card}) >= 3
            for m in ALL_MELD_SET
        )

    def beside(self, card: str) -> Cards:
        """What opponents threw of a card's rank, or next to it in its suit."""
        thrown = frozenset().union(*self.thrown[1:])
        at = RANKS.index(card[0])
        return frozenset(
            t
            for t in thrown
            if t[0] == card[0] or (t[1] == card[1] and abs(RANKS.index(t[0]) - at) == 1)
        )

    # -- the upcard --------------------------------------------------------------------------------

    @property
    def upcard(self) -> str:
        return self.pile[-1]

    @cached_property
    def taking(self) -> tuple[int, Cards]:
        """Deadwood and hand after taking the upcard: least deadwood, then the dearest throw."""
        whole = self.hand | {self.upcard}
        throws = whole if self.options.may_rediscard else self.hand
        throw = min(throws, key=lambda t: (deadwood(whole - {t}), -VALUES[t], DECK.index(t)))
        return deadwood(whole - {throw}), whole - {throw}

    def upcard_melds(self) -> bool:
        return any(self.upcard in cards_in(s) for s in best_spreads(self.taking[1]))

    def upcard_lengthens(self) -> bool:
        return any(
            self.upcard in m and m - {self.upcard} in ALL_MELD_SET
            for s in best_spreads(self.taking[1])
            for m in s
        )

    def saved(self) -> int:
        """Deadwood that taking the upcard saves."""
        return deadwood(self.hand) - self.taking[0]

    # -- the end -----------------------------------------------------------------------------------

    def draws_left(self) -> int:
        """My draws before the deal is void, everybody drawing from the stock."""
        stock, count, seat = self.stock, 0, 0
        while stock > self.options.void_stock:  # the discard that has just been made
            seat = (seat + 1) % self.players
            stock -= 1
            count += seat == 0
        return count


def meld(*three: str) -> bool:
    """Whether three cards, all different, are a meld."""
    return frozenset(three) in ALL_MELD_SET


@dataclass(frozen=True)
class Compared:
    """Two actions in a scene."""

    scene: Scene
    chosen: Entry
    best: Entry

    def left(self, entry: Entry) -> Cards:
        """The hand after an action; after taking, with the best throw."""
        if entry.kind in ("take", "pile"):
            return self.scene.taking[1]
        if entry.kind in ("discard", "knock", "gin"):
            return self.scene.hand - {entry.card}
        return self.scene.hand

    def deadwoods(self) -> tuple[int, int]:
        return deadwood(self.left(self.chosen)), deadwood(self.left(self.best))

    @cached_property
    def outs(self) -> tuple[Cards, Cards]:
        return self.scene.outs(self.left(self.chosen)), self.scene.outs(self.left(self.best))

    def fewer_outs(self) -> bool:
        return len(self.outs[0]) < len(self.outs[1])

    def saves(self, least: int = 1) -> bool:
        chosen, best = self.deadwoods()
        return chosen - best >= least

    def breaks_meld(self) -> bool:
        melded = self.scene.melded
        return self.chosen.card in melded and self.best.card not in melded and self.saves()

    def keeps_points(self, least: int = 1) -> bool:
        return self.saves(least) and not self.breaks_meld()

    def outs_before_points(self) -> bool:
        chosen, best = self.deadwoods()
        return self.fewer_outs() and chosen < best

    def broken_pairs(self, *, same_rank: bool) -> Iterator[frozenset[str]]:
        """Loose pairs with the chosen card, the best one aside, that lose an out."""
        lost = self.outs[1] - self.outs[0]
        if not self.fewer_outs():
            return
        for other in self.scene.loose - {self.chosen.card, self.best.card}:
            pair = frozenset((self.chosen.card, other))
            if (other[0] == self.chosen.card[0]) != same_rank:
                continue
            if any(meld(*pair, c) for c in lost):
                yield pair

    def broken_triangles(self) -> Iterator[frozenset[str]]:
        """Loose triangles with the chosen card and not the best, three live outs or more."""
        for three in combinations(sorted(self.scene.loose), 3):
            held = frozenset(three)
            broken = self.chosen.card in held and self.best.card not in held
            if broken and triangle(three) and self.fewer_outs() and len(self.live_of(held)) >= 3:
                yield held

    def live_of(self, held: frozenset[str]) -> Cards:
        """Unseen cards that meld with two of the held cards."""
        return frozenset(
            c for c in self.scene.unseen for pair in combinations(held, 2) if meld(*pair, c)
        )

    def pairs(self) -> tuple[int, int]:
        return len(self.scene.pairs(self.chosen.card)), len(self.scene.pairs(self.best.card))

    def targets(self, knock: Entry) -> Cards:
        return cards_that_fit(spread(knock.spread)) & self.scene.hidden

    def clearly(self, more: float | None, less: float | None) -> bool:
        """Whether a share of the worlds is larger by more than two standard errors."""
        if more is None or less is None:
            return False
        return more - less > 2 * sqrt((more + less) / self.scene.playouts)


def triangle(three: tuple[str, ...]) -> bool:
    """A pair of a rank, and a third card next to just one of them in its suit."""
    for third in three:
        a, b = (card for card in three if card != third)
        if a[0] == b[0] and any(
            third[1] == card[1] and abs(RANKS.index(third[0]) - RANKS.index(card[0])) == 1
            for card in (a, b)
        ):
            return True
    return False


def fresh_pairs(card: str) -> int:
    """Pairs that meld with a card when nothing is known."""
    return sum(meld(card, a, b) for a, b in combinations(DECK, 2))


Condition = Callable[[Compared], bool]


def _always(_: Compared) -> bool:
    return True


def _idle(c: Compared) -> bool:
    card = c.chosen.card
    return card in c.scene.loose and not c.scene.live(card)


def _fits(c: Compared, entry: Entry) -> bool:
    return bool(c.scene.fits(entry.card, c.scene.theirs))


THROWS: dict[str, list[tuple[str, Condition]]] = {
    "building": [
        ("breaks-meld", Compared.breaks_meld),
        ("breaks-triangle", lambda c: any(c.broken_triangles())),
        ("gin-only", lambda c: c.scene.limit == 0 and c.outs_before_points()),
        ("low-limit", lambda c: 1 <= c.scene.limit <= 4 and c.outs_before_points()),
        (
            "dead-outs",
            lambda c: (
                c.fewer_outs()
                and bool(c.scene.waits(c.best.card))
                and not c.scene.live(c.best.card)
                and bool(c.scene.live(c.chosen.card))
            ),
        ),
        (
            "half-dead",
            lambda c: (
                c.fewer_outs()
                and 0 < 2 * len(c.scene.live(c.best.card)) <= len(c.scene.waits(c.best.card))
                and len(c.scene.live(c.chosen.card)) > len(c.scene.live(c.best.card))
            ),
        ),
        (
            "inside-run",
            lambda c: (
                c.fewer_outs()
                and len(c.scene.waits(c.best.card)) == len(c.scene.live(c.best.card)) == 1
                and len(c.scene.live(c.chosen.card)) >= 2
            ),
        ),
        ("breaks-pair", lambda c: any(c.broken_pairs(same_rank=True))),
        ("breaks-run", lambda c: any(c.broken_pairs(same_rank=False))),
        ("build-first", Compared.outs_before_points),
        ("outs", Compared.fewer_outs),
    ],
    "deadwood": [
        (
            "high-card",
            lambda c: (
                VALUES[c.best.card] >= 8
                and c.best.card in c.scene.loose
                and not c.scene.live(c.best.card)
                and VALUES[c.chosen.card] < VALUES[c.best.card]
                and c.keeps_points()
            ),
        ),
        (
            "high-limit",
            lambda c: c.scene.limit >= 8 and len(c.outs[0]) > len(c.outs[1]) and c.keeps_points(5),
        ),
        ("reduce-first", lambda c: not c.fewer_outs() and c.keeps_points(7)),
        ("deadwood", Compared.keeps_points),
    ],
    "drawing": [
        (
            "gin-draws",
            lambda c: (
                len(c.scene.draws(c.left(c.best), 0)) > len(c.scene.draws(c.left(c.chosen), 0))
            ),
        ),
        (
            "knock-draws",
            lambda c: (
                c.scene.limit > 0
                and len(c.scene.draws(c.left(c.best), c.scene.limit))
                > len(c.scene.draws(c.left(c.chosen), c.scene.limit))
            ),
        ),
    ],
    "safety": [
        (
            "feeds-meld",
            lambda c: c.scene.lengthens(c.chosen.card) and not c.scene.lengthens(c.best.card),
        ),
        ("hold-up", lambda c: _fits(c, c.chosen) and not _fits(c, c.best) and _idle(c)),
        ("feeds-known", lambda c: _fits(c, c.chosen) and not _fits(c, c.best)),
        ("safe-throw", lambda c: c.pairs()[1] == 0 < c.pairs()[0]),
        (
            "wild-throw",
            lambda c: c.pairs()[0] == fresh_pairs(c.chosen.card) and c.pairs()[1] < c.pairs()[0],
        ),
        (
            "their-throws",
            lambda c: (
                c.pairs()[0] - c.pairs()[1] >= 2
                and not c.scene.beside(c.chosen.card)
                and bool(c.scene.beside(c.best.card))
            ),
        ),
        ("safety", lambda c: c.pairs()[0] > c.pairs()[1]),
        ("taken", lambda c: c.clearly(c.chosen.taken, c.best.taken)),
    ],
    "care": [
        (
            "too-careful",
            lambda c: (
                c.pairs()[0] < c.pairs()[1]
                and (c.fewer_outs() or c.saves())
                and (
                    c.chosen.taken is None
                    or c.clearly(c.best.taken, c.chosen.taken)
                    or c.clearly(c.best.fits, c.chosen.fits)
                )
            ),
        ),
    ],
}
TAKING: dict[str, list[tuple[str, Condition]]] = {
    "upcard": [
        ("take-gin", lambda c: c.scene.taking[0] == 0),
        ("take-knock", lambda c: c.scene.taking[0] <= c.scene.limit),
        ("take-extends", lambda c: c.scene.upcard_lengthens()),
        ("take-meld", lambda c: c.scene.upcard_melds()),
        ("low-upcard", lambda c: c.scene.upcard[0] in "A23" and c.scene.saved() >= 7),
        (
            "denies",
            lambda c: bool(c.scene.fits(c.scene.upcard, frozenset(c.scene.known[1]))),
        ),
        (
            "take-builds",
            lambda c: (
                c.scene.saved() >= 5
                or len(c.scene.outs(c.scene.taking[1])) - len(c.scene.outs(c.scene.hand)) >= 2
            ),
        ),
        ("deadwood", lambda c: c.scene.saved() > 0),
    ],
    "denial": [("leaves-them", lambda c: (c.chosen.taken or 0.0) >= 0.25)],
}
LEAVING: dict[str, list[tuple[str, Condition]]] = {
    "upcard": [
        ("leave-meld", lambda c: c.scene.upcard_melds()),
        ("take-nothing", lambda c: not c.scene.upcard_melds()),
    ],
}
_UNDERCUT = "undercut by them"


def _undercut(c: Compared) -> bool:
    chosen = c.chosen.endings.get(_UNDERCUT, 0.0)
    return chosen >= 0.05 and chosen > c.best.endings.get(_UNDERCUT, 0.0)


def _hands(scene: Scene) -> int:
    return comb(len(scene.unseen), hand_size(2) - len(scene.known[1]))


GIN: dict[str, list[tuple[str, Condition]]] = {
    "ending": [
        ("big-gin", lambda c: c.best.kind == "big gin"),
        ("gin-missed", lambda c: c.best.kind == "gin"),
    ],
}
KNOCKING: dict[str, list[tuple[str, Condition]]] = {
    "ending": [
        ("early-knock", lambda c: c.scene.turns[0] < 3),
        ("known-hand", lambda c: c.scene.players == 2 and _hands(c.scene) <= 1000),
        ("knock", _always),
    ],
    "clock": [("wall", lambda c: c.scene.draws_left() <= 2)],
}
WAITING: dict[str, list[tuple[str, Condition]]] = {
    "ending": [
        (
            "wait-for-gin",
            lambda c: (
                c.chosen.kind == "knock"
                and len(c.scene.draws(c.left(c.best), 0)) >= 2
                and (
                    not c.chosen.split
                    or c.clearly(
                        c.best.endings.get("my gin", 0.0), c.chosen.endings.get("my gin", 0.0)
                    )
                )
            ),
        ),
        ("wait", _always),
    ],
    "risk": [("undercut", _undercut)],
}
KNOCKS: dict[str, list[tuple[str, Condition]]] = {
    "ending": [("knock-count", Compared.saves)],
    "layoffs": [
        ("knock-layoffs", lambda c: len(c.targets(c.chosen)) > len(c.targets(c.best))),
    ],
    "risk": [("undercut", _undercut)],
}


def situation(compared: Compared) -> dict[str, list[tuple[str, Condition]]]:
    """The themes of two actions, by topic, the first that holds to be told."""
    chosen, best = compared.chosen.kind, compared.best.kind
    if best in ("take", "pile"):
        return TAKING
    if best in ("pass", "stock"):
        return LEAVING
    if best in ("gin", "big gin"):
        return GIN
    if best == "discard":
        return THROWS if chosen == "discard" else WAITING
    return KNOCKS if chosen == "knock" else KNOCKING


def holding(compared: Compared) -> dict[str, str]:
    """By topic, the theme that is right by enumeration."""
    found = {}
    for topic, themes in situation(compared).items():
        theme = next((theme for theme, holds in themes if holds(compared)), None)
        if theme is not None:
            found[topic] = theme
    return found


def figure(c: Compared, theme: str, name: str, shown: Cards) -> float:
    """One figure of a reason, by its name; ``shown`` are the cards that the reason is about."""
    scene = c.scene
    chosen, best = c.chosen.card, c.best.card
    knock = c.best if c.best.kind == "knock" else c.chosen
    by_name: dict[str, Callable[[], float | None]] = {
        "deadwood": lambda: deadwood(scene.hand),
        "deadwood_chosen": lambda: c.deadwoods()[0],
        "deadwood_best": lambda: c.deadwoods()[1],
        "outs_chosen": lambda: len(c.outs[0]),
        "outs_best": lambda: len(c.outs[1]),
        "live": lambda: len(c.live_of(frozenset(shown))),
        "live_chosen": lambda: len(scene.live(chosen)),
        "live_best": lambda: len(scene.live(best)),
        "fresh_best": lambda: len(scene.waits(best)),
        "points": lambda: VALUES[best],
        "limit": lambda: scene.limit,
        "gin_chosen": lambda: len(scene.draws(c.left(c.chosen), 0)),
        "gin_best": lambda: len(scene.draws(c.left(c.best), 0)),
        "knock_chosen": lambda: len(scene.draws(c.left(c.chosen), scene.limit)),
        "knock_best": lambda: len(scene.draws(c.left(c.best), scene.limit)),
        "pairs_chosen": lambda: c.pairs()[0],
        "pairs_best": lambda: c.pairs()[1],
        "taken_chosen": lambda: c.chosen.taken,
        "taken_best": lambda: c.best.taken,
        "after": lambda: scene.taking[0],
        "outs": lambda: len(scene.outs(scene.hand)),
        "outs_after": lambda: len(scene.outs(scene.taking[1])),
        "unseen": lambda: len(scene.unseen),
        "count": lambda: deadwood(c.left(knock)),
        "wins": lambda: c.best.endings["my knock"],
        "each": lambda: c.best.points["my knock"] / c.best.endings["my knock"],
        "gins": lambda: c.best.endings["my gin"],
        "undercut_chosen": lambda: c.chosen.endings.get(_UNDERCUT, 0.0),
        "undercut_best": lambda: c.best.endings.get(_UNDERCUT, 0.0),
        "turn": lambda: scene.turns[0] + 1,
        "hands": lambda: _hands(scene),
        "stock": lambda: scene.stock,
        "draws": scene.draws_left,
        "fit_chosen": lambda: len(c.targets(c.chosen)),
        "fit_best": lambda: len(c.targets(c.best)),
        "bonus": lambda: (
            scene.multiplier
            * (
                (scene.options.big_gin_bonus or 0)
                if c.best.kind == "big gin"
                else scene.options.gin_bonus
            )
        ),
    }
    value = by_name[name]()
    assert value is not None, f"'{theme}' quotes {name}, which the analysis does not say"
    return value
