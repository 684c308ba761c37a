"""The slow twin: the rules of Oklahoma Gin on plain strings and sets, and nothing of `trainer`.

Cards are texts such as "7h", a hand is a frozenset of them, a meld is a frozenset, a spread is a
frozenset of melds. Everything is found by trying all possibilities. Points are card points.

Each rule names the page it comes from by the preset that plays it: rulebook, online, pocket,
ruby. A rule marked "default" is one on which the pages are silent or at odds, and which the
default rules decide.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import lru_cache
from itertools import combinations

Card = str
Cards = frozenset[Card]
Spread = frozenset[Cards]

RANKS = "A23456789TJQK"
SUITS = "cdhs"
DECK: tuple[Card, ...] = tuple(rank + suit for suit in SUITS for rank in RANKS)
NO_CARDS: Cards = frozenset()


def cards(text: str) -> Cards:
    """The cards of a text such as "7h 8h 9h"."""
    return frozenset(text.split())


def spread(text: str) -> Spread:
    """The melds of a text such as "7h 8h 9h | Jc Qc Kc"."""
    return frozenset(cards(part) for part in text.split("|") if part.strip())


def value(card: Card) -> int:
    """Points of one card: ace 1, pictures 10, the others their number (all pages)."""
    rank = card[0]
    if rank == "A":
        return 1
    if rank in "TJQK":
        return 10
    return int(rank)


VALUES = {card: value(card) for card in DECK}


def points(hand: Iterable[Card]) -> int:
    """Points of all the cards of a hand together."""
    return sum([VALUES[card] for card in hand])


def cards_in(melds: Iterable[Cards]) -> Cards:
    """All cards that lie in the melds."""
    return NO_CARDS.union(*melds)


# Melds and spreads


def _every_meld() -> tuple[Cards, ...]:
    """Sets: three or four of a rank. Runs: three or more of a suit in sequence, ace low.

    rulebook, ruby: "A-2-3 is a run, Q-K-A is not".
    """
    melds: list[Cards] = []
    for rank in RANKS:
        for size in (3, 4):
            melds += [frozenset(rank + suit for suit in of) for of in combinations(SUITS, size)]
    for suit in SUITS:
        for size in range(3, len(RANKS) + 1):
            for low in range(len(RANKS) - size + 1):
                melds.append(frozenset(rank + suit for rank in RANKS[low : low + size]))
    return tuple(melds)


ALL_MELDS = _every_meld()
ALL_MELD_SET = frozenset(ALL_MELDS)


def melds_in(hand: Cards) -> list[Cards]:
    """Every meld that the hand holds, overlapping ones too."""
    return [meld for meld in ALL_MELDS if meld <= hand]


def _choices(melds: Sequence[Cards]) -> Iterator[Spread]:
    """Every choice of disjoint melds: leave the first meld out, or take it."""
    if not melds:
        yield frozenset()
        return
    first, rest = melds[0], melds[1:]
    yield from _choices(rest)
    for choice in _choices([meld for meld in rest if not meld & first]):
        yield choice | {first}


@lru_cache(maxsize=20_000)
def all_spreads(hand: Cards) -> frozenset[Spread]:
    """Every spread of the hand, the empty one too. A card lies in one meld only (rulebook)."""
    return frozenset(_choices(melds_in(hand)))


def deadwood_of(hand: Cards, melds: Iterable[Cards]) -> int:
    """Points of the cards that these melds leave over."""
    return points(hand - cards_in(melds))


@lru_cache(maxsize=200_000)
def deadwood(hand: Cards) -> int:
    """The least deadwood that any spread of the hand leaves."""
    return min(deadwood_of(hand, choice) for choice in all_spreads(hand))


def best_spreads(hand: Cards) -> frozenset[Spread]:
    """Every spread that leaves the least deadwood."""
    least = deadwood(hand)
    return frozenset(s for s in all_spreads(hand) if deadwood_of(hand, s) == least)


# Layoffs


def cards_that_fit(melds: Iterable[Cards]) -> Cards:
    """Cards that lengthen one of the melds by one: the result has to be a meld again.

    So a set of four takes nothing, and a run ends at the ace and at the king.
    """
    table = list(melds)
    lying = cards_in(table)
    return frozenset(
        card
        for card in DECK
        if card not in lying and any(meld | {card} in ALL_MELD_SET for meld in table)
    )


def all_layoffs(melds: Iterable[Cards], hand: Cards) -> frozenset[Cards]:
    """Every set of cards of the hand that can be laid off, one card after another.

    rulebook: on 3-4-5 "adding 2 or 6 and 7"; all pages let the defender lay off what fits.
    """
    start: Spread = frozenset(melds)
    reached = {start}
    waiting = [start]
    while waiting:
        table = waiting.pop()
        for card in hand - cards_in(table):
            for meld in table:
                if meld | {card} in ALL_MELD_SET:
                    longer = table - {meld} | {meld | {card}}
                    if longer not in reached:
                        reached.add(longer)
                        waiting.append(longer)
    return frozenset(cards_in(table) - cards_in(start) for table in reached)


def layoff_deadwood(melds: Iterable[Cards], hand: Cards) -> int:
    """The least deadwood of a defender who may lay off first and meld what remains afterwards."""
    return min(deadwood(hand - laid) for laid in all_layoffs(melds, hand))


def own_melds_first_deadwood(melds: Iterable[Cards], hand: Cards) -> int:
    """What a defender is left with who fixes own melds first: a usual mistake, never the rule."""
    table = frozenset(melds)
    least = points(hand)
    for own in best_spreads(hand):
        loose = hand - cards_in(own)
        least = min(least, *(points(loose - laid) for laid in all_layoffs(table, loose)))
    return least


# Rules and their presets


@dataclass(frozen=True)
class Options:
    """What the pages differ in. Bonuses, boxes and targets are points."""

    fixed_limit: int | None = None
    ace_limit: int = 0  # 0: gin only
    spade_doubles: bool = True
    gin_bonus: int = 25
    big_gin_bonus: int | None = 31  # None: no big gin
    knock_bonus: int = 0
    undercut_bonus: int = 25
    must_gin: bool = False
    melds_after_gin: bool = True
    may_rediscard: bool = False
    knock_face_down: bool = False
    void_stock: int = 2
    next_dealer: str = "alternate"  # or "winner"
    max_players: int = 4
    target: int | None = 100  # None: one deal
    hollywood: bool = False
    game_bonus: int = 0
    box: int = 0
    shutout_doubles: bool = False


PRESETS: dict[str, Options] = {
    "oklahoma": Options(),
    # rulebook: 20 points for a knock and for an undercut, an ace counts 1 as a limit (only
    # "many" play gin alone), spades and melds after gin only as variants, the winner deals.
    "rulebook": Options(
        ace_limit=1,
        spade_doubles=False,
        big_gin_bonus=None,
        knock_bonus=20,
        undercut_bonus=20,
        melds_after_gin=False,
        next_dealer="winner",
    ),
    # online: all as the default, no word of a big gin.
    "online": Options(big_gin_bonus=None),
    # pocket: "You must knock if you have 0 deadwood points"; the knock is thrown face down;
    # two players; no word of spades or of a big gin.
    "pocket": Options(
        spade_doubles=False,
        big_gin_bonus=None,
        must_gin=True,
        knock_face_down=True,
        max_players=2,
    ),
    # ruby: "first to 150 wins the game, with 100 for the game and 25 for every hand won. A
    # player who won no hands at all has their score doubled against them."
    "ruby": Options(max_players=2, target=150, game_bonus=100, box=25, shutout_doubles=True),
    # knock10: plain gin rummy.
    "knock10": Options(fixed_limit=10, spade_doubles=False, big_gin_bonus=None),
}


def options_like(rules: object) -> Options:
    """The options read off any value that has fields of these names."""
    return Options(**{f.name: getattr(rules, f.name) for f in fields(Options)})


def knock_limit(options: Options, first_upcard: Card) -> int:
    """Most deadwood with which one may knock in this deal; 0 means gin only.

    All pages: the value of the first upcard, fixed for the deal; a picture is 10. An ace:
    gin only in online, pocket and ruby, 1 in rulebook.
    """
    if options.fixed_limit is not None:
        return options.fixed_limit
    if first_upcard[0] == "A":
        return options.ace_limit
    return value(first_upcard)


def multiplier(options: Options, first_upcard: Card) -> int:
    """2 when a spade was turned and spades double (online, ruby; a variant in rulebook)."""
    return 2 if options.spade_doubles and first_upcard[1] == "s" else 1


def hand_size(players: int) -> int:
    """Cards dealt to each: ten to two players, seven to three or four (rulebook)."""
    return 10 if players == 2 else 7


# Legal actions


def legal_actions(state: Mapping[str, object]) -> frozenset[str]:
    """Every legal action, written as "take", "discard 3d" and so on, a knock without its spread.

    The state has "ask" ("offer", "draw" or "discard"), "options", "first_upcard", "hand" (a
    frozenset; at a discard with the card drawn), "taken" (the card just taken from the discard
    pile, or None) and "passed" (True for the draw right after everybody declined the offer).
    """
    if state["ask"] == "offer":
        # All pages: take the first upcard or pass.
        return frozenset({"take", "pass"})
    if state["ask"] == "draw":
        # rulebook, pocket, ruby: after the passes the first draw is from the stock.
        return frozenset({"stock"} if state["passed"] else {"stock", "pile"})
    options, hand = state["options"], state["hand"]
    first_upcard, taken = state["first_upcard"], state["taken"]
    assert isinstance(options, Options)
    assert isinstance(hand, frozenset)
    assert isinstance(first_upcard, str)
    return _discards(options, first_upcard, hand, taken)


def _discards(options: Options, first_upcard: Card, hand: Cards, taken: object) -> frozenset[str]:
    limit = knock_limit(options, first_upcard)
    plain: set[str] = set()
    knocks: set[str] = set()
    gins: set[str] = set()
    for card in hand:
        if card == taken and not options.may_rediscard:
            continue  # ruby: "You can't throw back a card you just took from the discard pile."
        plain.add(f"discard {card}")
        left = deadwood(hand - {card})
        if left == 0:
            gins.add(f"gin {card}")
        elif left <= limit:
            knocks.add(f"knock {card}")
    if options.big_gin_bonus is not None and deadwood(hand) == 0:
        gins.add("big gin")  # ruby: "all eleven cards in melds right after you draw"
    if options.must_gin and gins:
        return frozenset(gins)  # pocket: "You must knock if you have 0 deadwood points."
    return frozenset(plain | knocks | gins)


# The score of one deal


@dataclass(frozen=True)
class DealScore:
    """A finished deal: points and counted deadwood per seat, and who won it (None: void)."""

    kind: str  # "knock", "undercut", "gin", "big gin", "void"
    points: tuple[int, ...]
    winner: int | None
    deadwood: tuple[int, ...]


def score_void(players: int) -> DealScore:
    """All pages: when two cards remain in the stock the deal ends, and nothing is counted."""
    return DealScore("void", (0,) * players, None, (0,) * players)


def score_gin(
    options: Options, first_upcard: Card, hands: Sequence[Cards], knocker: int
) -> DealScore:
    """Gin with ten cards or big gin with eleven: the bonus once, and everybody's deadwood.

    ruby: "You score 25 plus your opponent's deadwood, and they can't lay off. Big Gin [...]
    scores 31 plus their deadwood." In rulebook the opponents may not even put down their own
    melds (only "some sources" let them). The bonus is scored at a deadwood of zero too.
    """
    assert deadwood(hands[knocker]) == 0
    big = len(hands[knocker]) > hand_size(len(hands))
    bonus = options.big_gin_bonus if big else options.gin_bonus
    assert bonus is not None
    left = [deadwood(hand) if options.melds_after_gin else points(hand) for hand in hands]
    left[knocker] = 0
    scored = [0] * len(hands)
    scored[knocker] = (bonus + sum(left)) * multiplier(options, first_upcard)
    return DealScore("big gin" if big else "gin", tuple(scored), knocker, tuple(left))


def score_knock(
    options: Options,
    first_upcard: Card,
    hands: Sequence[Cards],
    knocker: int,
    melds: Spread,
    *,
    laid: Mapping[int, Cards] | None = None,
) -> DealScore:
    """A knock that is no gin, settled with each opponent separately.

    The knocker's hand is what is left after the discard. `laid` gives what a seat lays off;
    a seat that is not in it lays off as well as possible.

    online, pocket, ruby: the knocker scores the difference; rulebook: 20 and the difference.
    ruby, rulebook: with an equal or lower count the opponent scores the undercut bonus and the
    difference. default, for more than two: the winner of the deal is the knocker if nobody
    undercuts, else the lowest undercutter, in a tie the first from the knocker's left.
    """
    players = len(hands)
    own = deadwood_of(hands[knocker], melds)
    assert 0 < own <= knock_limit(options, first_upcard)
    times = multiplier(options, first_upcard)
    scored = [0] * players
    left = [0] * players
    left[knocker] = own
    undercutters: list[int] = []
    for step in range(1, players):
        seat = (knocker + step) % players
        if laid is not None and seat in laid:
            assert laid[seat] in all_layoffs(melds, hands[seat])
            left[seat] = deadwood(hands[seat] - laid[seat])
        else:
            left[seat] = layoff_deadwood(melds, hands[seat])
        if own < left[seat]:
            scored[knocker] += (options.knock_bonus + left[seat] - own) * times
        else:
            scored[seat] += (options.undercut_bonus + own - left[seat]) * times
            undercutters.append(seat)
    winner = min(undercutters, key=lambda seat: left[seat]) if undercutters else knocker
    kind = "undercut" if undercutters else "knock"
    return DealScore(kind, tuple(scored), winner, tuple(left))


# A match of many deals


@dataclass(frozen=True)
class Column:
    """One running score: points and deals won per seat."""

    points: tuple[int, ...]
    deals_won: tuple[int, ...]

    def with_deal(self, deal: DealScore) -> "Column":
        """The column after the points of a deal are entered, and a box for its winner."""
        return Column(
            tuple(a + b for a, b in zip(self.points, deal.points, strict=True)),
            tuple(n + (seat == deal.winner) for seat, n in enumerate(self.deals_won)),
        )

    def winner(self, options: Options) -> int | None:
        """default: once the target is reached the highest total wins; equal totals play on.

        Without a target the first deal decides.
        """
        highest = max(self.points)
        if options.target is not None and highest < options.target:
            return None
        if self.points.count(highest) > 1:
            return None
        return self.points.index(highest)

    def margins(self, options: Options) -> dict[int, int]:
        """What the winner gets from each other seat when the column is settled, in points.

        ruby: "with 100 for the game and 25 for every hand won. A player who won no hands at
        all has their score doubled against them": the doubled thing is the winner's margin,
        boxes and game bonus in it. They never change who won. A single deal without a target
        is no match, and nobody is shut out of it.
        """
        winner = self.winner(options)
        assert winner is not None
        totals = [p + options.box * n for p, n in zip(self.points, self.deals_won, strict=True)]
        totals[winner] += options.game_bonus
        margins: dict[int, int] = {}
        for seat, total in enumerate(totals):
            if seat != winner:
                shut_out = options.target is not None and self.deals_won[seat] == 0
                doubled = options.shutout_doubles and shut_out
                margins[seat] = (totals[winner] - total) * (2 if doubled else 1)
        return margins


@dataclass(frozen=True)
class MatchState:
    """A match after some deals. `columns` has one column, under Hollywood three."""

    options: Options
    dealer: int
    columns: tuple[Column, ...]
    reach: tuple[int, ...] = ()  # Hollywood: columns each seat has come into so far
    deals: tuple[DealScore, ...] = field(default=())

    @property
    def open_columns(self) -> list[int]:
        """Indexes of the columns without a winner."""
        return [i for i, column in enumerate(self.columns) if column.winner(self.options) is None]

    @property
    def over(self) -> bool:
        """True when nothing is left to play for.

        online: a void deal is "a draw in a one-hand game, a new deal by the same dealer in a
        longer game".
        """
        if self.options.target is None:
            return bool(self.deals)
        return not self.open_columns


def new_match(options: Options, players: int, dealer: int) -> MatchState:
    """A match before its first deal."""
    empty = Column((0,) * players, (0,) * players)
    return MatchState(
        options, dealer, (empty,) * (3 if options.hollywood else 1), reach=(0,) * players
    )


def next_dealer(options: Options, players: int, dealer: int, deal: DealScore) -> int:
    """online, pocket, ruby: after a void deal the same dealer. rulebook: the winner deals.

    ruby: the deal alternates; with more players (default) it passes to the left.
    """
    if deal.winner is None:
        return dealer
    if options.next_dealer == "winner":
        return deal.winner
    return (dealer + 1) % players


def after_deal(match: MatchState, deal: DealScore) -> MatchState:
    """The match after one more deal."""
    assert not match.over
    players = len(deal.points)
    columns = list(match.columns)
    reach = list(match.reach)
    if deal.winner is not None:
        entered = range(1)
        if match.options.hollywood:
            # A player comes into one more column with each win, at least into the first that
            # is open: so a player shut out of a closed column begins in the next one.
            seat = deal.winner
            reach[seat] = min(3, max(reach[seat], match.open_columns[0]) + 1)
            entered = range(reach[seat])
        for index in entered:
            if index in match.open_columns:
                columns[index] = columns[index].with_deal(deal)
    return replace(
        match,
        dealer=next_dealer(match.options, players, match.dealer, deal),
        columns=tuple(columns),
        reach=tuple(reach),
        deals=(*match.deals, deal),
    )
