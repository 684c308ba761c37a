"""Hidden worlds: what the others may hold and the order of the stock, given what seat 0 has seen.

Every world agrees with all that is certain: cards in the pile are nowhere else, cards seen to be
taken from it are where they went, hand sizes are right, and nobody holds what the rules would have
made them lay down.

Beyond that a world is made to look *played*:

- A card taken from the pile was taken for a reason, as a rule a meld, so the two cards that meld
  with it are dealt first; the rest of the hand is random.
- A random hand is far worse than one that has been improved for some turns, so each opponent then
  draws from the unseen cards, once for each turn that is not explained by a card it took, throws by
  the base policy and returns the throw to the unseen cards.
- The world is tried against what the opponent let go: a hand that makes a meld with an upcard left
  lying, or with a card thrown, is likely to be rejected, the more so the more recent that was.

Worlds are independent draws of equal weight, one for each number.
"""
# ruff: noqa: PLR0917  (kernels take plain numbers, and the game has many)

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from trainer.solver.codes import SEEN, THREW, TOOK, Terms, View
from trainer.solver.kernel_cards import (
    ACES,
    ALL,
    above,
    below,
    card_of,
    count,
    deadwood,
    least_after_discard,
    points,
)
from trainer.solver.kernel_jit import INTS_2, VIEW, entry, helper, int64
from trainer.solver.kernel_policy import burden, completes, would_knock

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]

TRIES = 12  # worlds tried against the evidence before the last one is accepted
PLAYED_TRIES = 50  # worlds tried against the rules before hands are left as they were dealt
RANDOM_TRIES = 1000  # and of those so many
MELDED_HIGH = 90  # chance in 100 that a card above a five was taken for a meld,
MELDED_LOW = 50  # and that a lower one was: those may be taken for being low
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
    """Let an opponent draw from the pool and throw by the base policy, as in ``turns`` turns.

    Its known cards stay, and the turns in which it took them are done. A draw with which it would
    have knocked is not made.
    """
    draws = max(0, turns - count(known))
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
def pair_with(card: int, number: int) -> int:
    """One of the six pairs that make a meld of three with a card, 0 to 5; 0 beyond ace or king."""
    bit = 1 << card
    if number < 3:
        mates = ACES << card % 13 & ~bit
        return mates & ~(1 << (card + 13 * (number + 1)) % 52)
    low = below(bit) if number < 5 else above(bit)
    high = above(low) if number == 5 else above(bit) if number == 4 else below(low)
    return low | high if low != 0 and high != 0 else 0


@helper
def reason_for(card: int, hand: int, free: int, state: NDArray[np.uint64]) -> int:
    """A pair that a taken card may have made a meld with, by chance; 0 if there is none.

    Pairs of cards in ``hand`` or ``free`` count; a card that must come from ``free`` makes a pair
    four times less likely.
    """
    total = 0
    for number in range(6):
        total += pair_weight(pair_with(card, number), hand, free)
    if total == 0:
        return 0
    picked = below_number(total, state)
    number = -1
    while picked >= 0:
        number += 1
        picked -= pair_weight(pair_with(card, number), hand, free)
    return pair_with(card, number)


@helper
def pair_weight(pair: int, hand: int, free: int) -> int:
    """How likely a pair is, to scale: 16, 4 or 1 by the cards missing, 0 where it cannot be."""
    if pair == 0 or pair & ~(hand | free):
        return 0
    return 16 >> 2 * count(pair & ~hand)


@helper
def deal_hand(
    known: int, size: int, played: bool, cards: Ints, start: int, state: NDArray[np.uint64]
) -> int:
    """A hand with the ``known`` cards, and if ``played`` with reasons for them; the rest random.

    The cards come from ``cards[start:]`` and are moved to its front.
    """
    hand = known
    left = known if played else 0
    while left:
        bit = left & -left
        left ^= bit
        chance = MELDED_HIGH if points(bit) > 5 else MELDED_LOW
        if completes(hand ^ bit) & bit or below_number(100, state) >= chance:
            continue
        free = 0
        for card in cards[start:]:
            free |= 1 << card
        missing = reason_for(card_of(bit), hand, free, state) & ~hand
        if count(hand | missing) <= size:
            hand |= missing
            for i in range(start, cards.size):
                if missing >> cards[i] & 1:
                    cards[start], cards[i] = cards[i], cards[start]
                    start += 1
    for i in range(start, start + size - count(hand)):
        hand |= 1 << cards[i]
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
        played = attempt < PLAYED_TRIES
        for i in range(cards.size):  # a shuffle that builds the shuffled copy (Knuth)
            j = below_number(i + 1, state)
            cards[i] = cards[j]
            cards[j] = view.unseen[i]
        start = 0
        for seat in range(1, terms.players):
            hands[seat] = deal_hand(known[seat], size, played, cards, start, state)
            start += size - count(known[seat])
        stock = cards[start:]
        chance = 1.0
        allowed = True
        for seat in range(1, terms.players):
            hand = hands[seat]
            if played:
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
