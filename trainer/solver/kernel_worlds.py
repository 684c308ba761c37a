"""Hidden worlds: what the others may hold and the order of the stock, given what seat 0 has seen.

Every world agrees with all that is certain: cards in the pile are nowhere else, cards seen to be
taken from it are where they went, hand sizes are right, and nobody holds what the rules would have
made them lay down.

Beyond that a world is made to look *played*. A random hand is far worse than one that has been
improved for some turns, so each opponent is dealt a random hand and then makes as many draws as it
has made at the table, each from the unseen cards, throwing by the base policy and returning the
throw to the unseen cards. Then the world is tried against what the opponent let go: a hand that
makes a meld with an upcard left lying, or with a card thrown, is likely to be rejected, the more
so the more recent that was. Worlds are independent draws of equal weight, one for each number.
"""
# ruff: noqa: PLR0917  (kernels take plain numbers, and the game has many)

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from trainer.solver.codes import SEEN, THREW, TOOK, Terms, View
from trainer.solver.kernel_cards import ALL, card_of, count, deadwood, least_after_discard
from trainer.solver.kernel_jit import INTS_2, VIEW, entry, helper, int64
from trainer.solver.kernel_policy import burden, completes, would_knock

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]

TRIES = 12  # worlds tried against the evidence before the last one is accepted
PLAYED_TRIES = 50  # worlds tried against the rules before hands are left as they were dealt
RANDOM_TRIES = 1000  # and of those so many
LOOKS = 14  # cards looked at in ten turns: with the upcard a player chooses between two
LET_GO = 0.9  # how surely a player does not let go what would make a meld
HELD_THEN = 0.95  # chance that a card held now was held one turn earlier

_STEP = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_HALF = np.uint64(32)


@helper
def mixed(word: np.uint64) -> np.uint64:
    """The output function of splitmix64 (Steele, Lea and Flood 2014)."""
    word = (word ^ (word >> np.uint64(30))) * _MIX_1
    word = (word ^ (word >> np.uint64(27))) * _MIX_2
    return word ^ (word >> np.uint64(31))


@helper
def start_random(seed: int, number: int, state: NDArray[np.uint64]) -> None:
    """Start the random stream of one world."""
    state[0] = mixed(np.uint64(seed) + mixed(np.uint64(number) + _STEP))


@helper
def below_number(bound: int, state: NDArray[np.uint64]) -> int:
    """A random number from 0 to ``bound - 1``."""
    state[0] += _STEP
    return int(((mixed(state[0]) >> _HALF) * np.uint64(bound)) >> _HALF)


@helper
def had_to_go_out(terms: Terms, hand: int, record: Ints) -> bool:
    """Whether an opponent that holds this hand would have broken the duty to go gin.

    ``record`` has its turns, the latest first. The hand before a turn is known as long as the
    turns after it were takes from the pile.
    """
    for turn in range(record.shape[0]):
        if record[turn, THREW] < 0:
            return False
        eleven = hand | 1 << record[turn, THREW]
        taken = 1 << record[turn, SEEN] if record[turn, TOOK] else 0
        if least_after_discard(eleven, 0 if terms.may_rediscard else taken) == 0:
            return True
        if terms.big_gin_bonus >= 0 and deadwood(eleven) == 0:
            return True
        if taken == 0:
            return False
        hand = eleven ^ taken
    return False


@helper
def plausibility(terms: Terms, hand: int, turns: int, record: Ints) -> float:
    """Chance, of 1, that an opponent with this hand let go what it did and did not knock."""
    wanted = completes(hand)
    chance = 1.0
    both_held = 1.0
    for turn in range(record.shape[0]):
        let_go = 0
        if record[turn, TOOK] == 0 and record[turn, SEEN] >= 0:
            let_go |= 1 << record[turn, SEEN]
        if record[turn, THREW] >= 0:
            let_go |= 1 << record[turn, THREW]
        if let_go & wanted:
            chance *= 1.0 - LET_GO * both_held
        both_held *= HELD_THEN * HELD_THEN
    if turns > 0:
        eleven = hand | 1 << record[0, THREW]
        taken = 1 << record[0, SEEN] if record[0, TOOK] and not terms.may_rediscard else 0
        if would_knock(terms, least_after_discard(eleven, taken), turns - 1):
            chance *= 1.0 - LET_GO
    return chance


@helper
def improve(
    terms: Terms, known: int, hand: int, turns: int, pool: Ints, state: NDArray[np.uint64]
) -> int:
    """Let an opponent draw from the pool for so many turns, and throw by the base policy.

    Its known cards stay. A draw with which it would have knocked is not made.
    """
    draws = (LOOKS * turns + below_number(10, state)) // 10
    for draw in range(draws):
        turn = draw * turns // draws
        at = below_number(pool.size, state)
        eleven = hand | 1 << pool[at]
        unseen = ALL & ~eleven
        left = eleven & ~known
        kept = hand
        least = 1000
        lowest = 1 << 30
        while left:
            bit = left & -left
            left ^= bit
            remains = deadwood(eleven ^ bit)
            least = min(least, remains)
            score = burden(remains, eleven ^ bit, unseen, turn)
            if score < lowest:
                lowest = score
                kept = eleven ^ bit
        if kept != hand and not would_knock(terms, least, turn):
            pool[at] = card_of(eleven ^ kept)
            hand = kept
    return hand


@helper
def sample(view: View, state: NDArray[np.uint64], hands: Ints, cards: Ints) -> int:
    """Draw one world from the stream ``state``.

    Writes the others' hands into ``hands[1:]`` and all unseen cards into ``cards``, the stock from
    the returned index on, in the order in which it will be drawn.
    """
    terms, known, turns = view.terms, view.known, view.turns
    size = 10 if terms.players == 2 else 7
    tried = 0
    start = 0
    for attempt in range(PLAYED_TRIES + RANDOM_TRIES):
        for i in range(cards.size):  # a shuffle that builds the shuffled copy (Knuth)
            j = below_number(i + 1, state)
            cards[i] = cards[j]
            cards[j] = view.unseen[i]
        start = 0
        for seat in range(1, terms.players):
            hands[seat] = known[seat]
            end = start + size - count(known[seat])
            for i in range(start, end):
                hands[seat] |= 1 << cards[i]
            start = end
        stock = cards[start:]
        chance = 1.0
        allowed = True
        for seat in range(1, terms.players):
            hand = hands[seat]
            if attempt < PLAYED_TRIES:
                hand = improve(terms, known[seat], hand, turns[seat], stock, state)
                hands[seat] = hand
            chance *= plausibility(terms, hand, turns[seat], view.records[seat])
            if terms.must_gin and had_to_go_out(terms, hand, view.records[seat]):
                allowed = False
        if allowed:
            tried += 1
            if tried == TRIES or below_number(1 << 30, state) < chance * (1 << 30):
                break
    return start


@entry(VIEW, int64, int64, INTS_2, INTS_2)
def fill_worlds(view: View, seed: int, first: int, hands: Ints, stocks: Ints) -> None:
    """Draw the worlds ``first``, ``first + 1``, ... of a seed, one for each row of ``hands``.

    ``hands`` has a column for each seat, of which the first is left alone; ``stocks`` has a column
    for each card of the stock.
    """
    state = np.zeros(1, np.uint64)
    cards = np.zeros(view.unseen.size, np.int64)
    for world in range(hands.shape[0]):
        start_random(seed, first + world, state)
        start = sample(view, state, hands[world], cards)
        stocks[world] = cards[start:]
