"""A deal of two players at kernel speed: its state, what one player sees of it, and its rules.

The state is one array of ints, so that a playout starts with one copy. Only `advance` and the
search's own worlds look into both hands; every player is handed a `Sight`, which holds nothing
that its seat does not see.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numba
import numpy as np

from trainer.solver.codes import (
    BIG_GIN,
    DISCARD,
    DRAW,
    GIN,
    KNOCK,
    MY_GIN,
    MY_KNOCK,
    MY_UNDERCUT,
    OFFER,
    PASS,
    STOCK,
    THEIR_GIN,
    THEIR_KNOCK,
    TURN,
    UNDERCUT_BY_THEM,
    VOID,
    Terms,
)
from trainer.solver.kernel_cards import (
    ALL,
    above,
    below,
    choose_sets,
    count,
    deadwood,
    fourths,
    layoff,
    loose_after_runs,
    points,
    runs_in,
    set_choice,
    set_choices,
    triples,
)
from trainer.solver.kernel_jit import helper, int64
from trainer.solver.kernel_worlds import below_number

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]

# The state. The first seven have one entry a seat.
HAND, KNOWN, TURNS, THROWN, DECLINED, EAGER = range(0, 12, 2)
PHASE, OFFERS, UPCARD, TAKEN, DRAWN, TAKES, LEFT, DEAD, FORCED, SEAT, SCORE, LAST = range(12, 24)
STATE = 24
"""Length of a state. ``EAGER`` is what the deals before have shown of a seat, see `learn_style`;
``SCORE`` is seat 0's points, negative where they are seat 1's; ``LAST`` the kind of the last
action."""

EAGER_MOST = 300  # bound of what is kept of a seat's style, in hundredths of log odds
_KNOCKED = 120  # it knocked,
_WENT_GIN = -60  # went gin where it could have knocked at times before,
_HELD_BACK = -200  # or was found with a hand that it could have knocked with


class Sight(NamedTuple):
    """What the player to act sees, "they" being the other one."""

    phase: int
    offers: int
    upcard: int
    taken: int
    drawn: int
    """The card drawn from stock or pile in this turn, else -1."""
    takes: int
    left: int
    dead: int
    forced: int
    hand: int
    shown: int
    """Own cards that they know of."""
    turns: int
    known: int
    """Their cards known for certain."""
    thrown: int
    """All that they threw."""
    declined: int
    """The upcards that they let lie."""
    eager: int
    """What earlier deals have shown of their style: above 0 they knock soon, below they wait."""


_types: Any = numba.types
SIGHT = _types.NamedUniTuple(int64, len(Sight._fields), Sight)


@helper
def see(state: Ints, seat: int) -> Sight:
    """What a seat sees of a state."""
    they = 1 - seat
    return Sight(
        state[PHASE],
        state[OFFERS],
        state[UPCARD],
        state[TAKEN],
        state[DRAWN] if state[SEAT] == seat else -1,
        state[TAKES],
        state[LEFT],
        state[DEAD],
        state[FORCED],
        state[HAND + seat],
        state[KNOWN + seat],
        state[TURNS + seat],
        state[KNOWN + they],
        state[THROWN + they],
        state[DECLINED + they],
        state[EAGER + they],
    )


@helper
def unseen_by(sight: Sight) -> int:
    """The cards that a player cannot locate."""
    return ALL & ~(sight.hand | sight.dead | sight.known)


@helper
def shuffle(cards: Ints, random: NDArray[np.uint64]) -> None:
    """Put cards into random order."""
    for i in range(cards.size - 1, 0, -1):
        j = below_number(i + 1, random)
        card = cards[i]
        cards[i] = cards[j]
        cards[j] = card


@helper
def start_deal(state: Ints, deck: Ints, dealer: int) -> None:
    """Deal a shuffled deck: ten cards to each seat, the upcard, and the rest is the stock.

    What is known of the players' styles stays.
    """
    state[:EAGER] = 0
    state[PHASE:] = 0
    for i in range(10):
        state[HAND] |= 1 << deck[i]
        state[HAND + 1] |= 1 << deck[10 + i]
    state[PHASE] = OFFER
    state[OFFERS] = 2
    state[UPCARD] = deck[20]
    state[TAKEN] = -1
    state[DRAWN] = -1
    state[LEFT] = 31
    state[DEAD] = 1 << deck[20]
    state[SEAT] = 1 - dealer


@helper
def targets(runs: int, sets: int) -> int:
    """The cards that can be laid off at once on melds."""
    return (above(runs) | below(runs)) & ~runs | fourths(sets)


@helper
def closed_sets(hand: int) -> int:
    """The cards in sets of that spread of least deadwood which leaves fewest layoff targets."""
    ranks = triples(hand)
    if ranks == 0:
        return 0
    least = choose_sets(hand, ranks) >> 52
    first = ranks & -ranks
    ranks ^= first
    second = ranks & -ranks
    third = ranks ^ second
    fewest = 1000
    best = 0
    for i in range(set_choices(hand, first)):
        one = set_choice(hand, first, i)
        for j in range(set_choices(hand, second)):
            two = one | set_choice(hand, second, j)
            for k in range(set_choices(hand, third)):
                sets = two | set_choice(hand, third, k)
                if loose_after_runs(hand ^ sets) == least:
                    open_cards = count(targets(runs_in(hand ^ sets), sets) & ~hand)
                    if open_cards < fewest:
                        fewest = open_cards
                        best = sets
    return best


@helper
def score_gin(terms: Terms, bonus: int, loser: int) -> int:
    """The points for a gin or big gin against a hand."""
    left = deadwood(loser) if terms.melds_after_gin else points(loser)
    return (bonus + left) * terms.multiplier


@helper
def score_knock(terms: Terms, knocker: int, defender: int) -> int:
    """The knocker's points for a knock against a hand, negative for an undercut."""
    sets = closed_sets(knocker)
    return score_spread(terms, runs_in(knocker ^ sets), sets, knocker, defender)


@helper
def score_spread(terms: Terms, runs: int, sets: int, knocker: int, defender: int) -> int:
    """The same for a knock that lays down these runs and sets."""
    own = points(knocker & ~(runs | sets))
    left = layoff(runs, sets, defender)
    if own < left:
        return (terms.knock_bonus + left - own) * terms.multiplier
    return -(terms.undercut_bonus + own - left) * terms.multiplier


@helper
def advance(  # noqa: PLR0915  (one branch for each kind of action)
    terms: Terms, state: Ints, choice: int, stock: Ints
) -> bool:
    """Make a choice of the seat to act; returns whether the deal is over.

    ``stock`` is the stock of the state, its last cards those that are left.
    """
    seat = state[SEAT]
    they = 1 - seat
    sign = 1 - 2 * seat
    kind = choice >> 6
    card = choice & 63
    bit = 1 << card
    state[LAST] = kind
    if kind == PASS:
        state[DECLINED + seat] |= 1 << state[UPCARD]
        state[OFFERS] -= 1
        if state[OFFERS] == 0:
            state[PHASE] = DRAW
            state[FORCED] = 1
        state[SEAT] = they
    elif kind == STOCK:
        state[DECLINED + seat] |= 1 << state[UPCARD]
        card = stock[stock.size - state[LEFT]]
        state[HAND + seat] |= 1 << card
        state[LEFT] -= 1
        state[TAKES] = 0
        state[TAKEN] = -1
        state[DRAWN] = card
        state[PHASE] = TURN
    elif kind < DISCARD:
        card = state[UPCARD]
        state[HAND + seat] |= 1 << card
        state[KNOWN + seat] |= 1 << card
        state[DEAD] &= ~(1 << card)
        state[TAKEN] = card
        state[DRAWN] = card
        state[TAKES] += 1
        state[PHASE] = TURN
    elif kind == BIG_GIN:
        state[SCORE] = sign * score_gin(terms, terms.big_gin_bonus, state[HAND + they])
        return True
    else:
        state[HAND + seat] &= ~bit
        state[KNOWN + seat] &= ~bit
        state[THROWN + seat] |= bit
        state[TURNS + seat] += 1
        if kind == GIN:
            state[SCORE] = sign * score_gin(terms, terms.gin_bonus, state[HAND + they])
            return True
        if kind == KNOCK:
            state[SCORE] = sign * score_knock(terms, state[HAND + seat], state[HAND + they])
            return True
        state[DEAD] |= bit
        state[UPCARD] = card
        state[TAKEN] = -1
        state[DRAWN] = -1
        state[FORCED] = 0
        state[PHASE] = DRAW
        if state[LEFT] <= terms.void_stock or state[TAKES] >= terms.most_takes:
            state[SCORE] = 0
            return True
        state[SEAT] = they
    return False


@helper
def ending_of(state: Ints) -> int:
    """How a finished deal ended, as seat 0 sees it."""
    last, mine, score = state[LAST], state[SEAT] == 0, state[SCORE]
    if last == DISCARD:
        return VOID
    if last == KNOCK:
        if mine:
            return MY_KNOCK if score > 0 else UNDERCUT_BY_THEM
        return THEIR_KNOCK if score < 0 else MY_UNDERCUT
    return MY_GIN if mine else THEIR_GIN


@helper
def learn_style(terms: Terms, state: Ints) -> None:
    """Keep what a finished deal, with both hands shown, tells of the players' styles."""
    if terms.limit == 0:
        return
    last = state[LAST]
    seat = state[SEAT]
    if last == KNOCK:
        note(state, seat, _KNOCKED)
    elif last != DISCARD:
        note(state, seat, _WENT_GIN)
    else:
        return  # a void deal shows no hands
    they = 1 - seat
    if state[TURNS + they] > 0 and deadwood(state[HAND + they]) <= terms.limit:
        note(state, they, _HELD_BACK)


@helper
def note(state: Ints, seat: int, weight: int) -> None:
    """Shift what is known of a seat's style."""
    state[EAGER + seat] = max(-EAGER_MOST, min(EAGER_MOST, state[EAGER + seat] + weight))
