"""The stranger: a player to measure by whom nothing has ever been tuned on.

It plays by the rules of thumb of books on gin rummy and card sense, and counts nothing: what melds
is taken, cards in company are kept while they can still come to something, cards like those that
the other player threw are thrown, and a knock late in the deal needs a lower hand. **It is never
to be used in tuning, training, or fitting of any kind, nor in choosing between two versions of
anything**: it is here to tell how the engine fares against somebody it was not made for.
"""

from __future__ import annotations

from trainer.solver.codes import BIG_GIN, DISCARD, GIN, KNOCK, TURN, Terms
from trainer.solver.kernel_cards import (
    ACES,
    above,
    below,
    card_of,
    count,
    deadwood,
    least_after_discard,
    points,
    runs_in,
    sets_of_spread,
)
from trainer.solver.kernel_duel import SIGHT, Sight
from trainer.solver.kernel_jit import TERMS, entry, helper
from trainer.solver.kernel_styles import answer, throwable

PAIR = 4  # what company is worth, in points of a card: one of its rank,
TOUCHING = 4  # its neighbour in suit,
NEAR = 2  # and the card next to that, each while a card that makes the meld can still come
EARLY = 5  # company counts fully in so many first turns, later half
LIKE_THROWN = 2  # safety: for each card they threw that has its rank or is near in suit
LIKE_KNOWN = 5  # danger: for each such card that they are known to hold
SMALL = 3  # a card of so many points is taken in the early turns without a meld,
TO_REPLACE = 10  # if a loose card has as many points as this
FREE_TURNS = 6  # knocks as soon as it may in so many first turns,
LOW = 6  # later with so many points of deadwood,
LAST_CARDS = 8  # and as soon as it may when the stock is down to this


@helper
def relatives(card: int) -> int:
    """The cards of its rank, and those within two of it in its suit."""
    bit = 1 << card
    up = above(bit)
    down = below(bit)
    return (ACES << card % 13 & ~bit) | up | down | above(up) | below(down)


@helper
def company(card: int, hand: int, dead: int) -> int:
    """What a hand has to go with a card, in points; ``dead`` are cards that cannot come."""
    bit = 1 << card
    up = above(bit)
    down = below(bit)
    mates = ACES << card % 13 & ~bit
    gone = hand | dead
    worth = 0
    if mates & ~gone:
        worth += PAIR * count(mates & hand)
    if up & hand and (down | above(up)) & ~gone:
        worth += TOUCHING
    if down & hand and (up | below(down)) & ~gone:
        worth += TOUCHING
    if above(up) & hand and up & ~gone:
        worth += NEAR
    if below(down) & hand and down & ~gone:
        worth += NEAR
    return worth


@helper
def loose_cards(hand: int) -> int:
    """The cards outside a spread of least deadwood."""
    sets = sets_of_spread(hand)
    return hand & ~(sets | runs_in(hand & ~sets))


@helper
def wants_upcard(terms: Terms, sight: Sight) -> bool:
    """Whether the stranger takes the upcard: it melds, or is a small card for a high one."""
    bit = 1 << sight.upcard
    hand = sight.hand
    now = deadwood(hand)
    if deadwood(hand | bit) < now + points(bit):
        barred = 0 if terms.may_rediscard else bit
        return bool(least_after_discard(hand | bit, barred) < now)
    if points(bit) > SMALL or sight.turns >= EARLY:
        return False
    loose = loose_cards(hand)
    while loose:
        card = card_of(loose & -loose)
        loose &= loose - 1
        if points(1 << card) >= TO_REPLACE and company(card, hand, sight.dead) == 0:
            return True
    return False


@helper
def choose_loose(terms: Terms, sight: Sight) -> int:
    """The card that the stranger throws when it does not go out: the lowest suit of equals."""
    allowed = throwable(terms, sight)
    loose = loose_cards(sight.hand) & allowed
    left = loose if loose else allowed
    best = -1000
    throw = 0
    while left:
        bit = left & -left
        left ^= bit
        card = card_of(bit)
        kept = company(card, sight.hand, sight.dead)
        if sight.turns >= EARLY:
            kept //= 2
        like = relatives(card)
        score = points(bit) - kept
        score += LIKE_THROWN * count(like & (sight.thrown | sight.declined))
        score -= LIKE_KNOWN * count(like & sight.known)
        if score > best:
            best = score
            throw = card
    return throw


@helper
def knocks(terms: Terms, sight: Sight, least: int) -> bool:
    """Whether the stranger goes out with so much deadwood."""
    if least > terms.limit:
        return False
    hurry = sight.turns < FREE_TURNS or sight.left <= LAST_CARDS
    return least == 0 or hurry or least <= LOW


@helper
def stranger(terms: Terms, sight: Sight) -> int:
    """The stranger's choice; there is no chance in it."""
    if sight.phase != TURN:
        return answer(sight.phase, sight.forced == 0 and wants_upcard(terms, sight))
    hand = sight.hand
    if terms.big_gin_bonus >= 0 and deadwood(hand) == 0:
        return BIG_GIN << 6
    allowed = throwable(terms, sight)
    least = least_after_discard(hand, ~allowed)
    if not knocks(terms, sight, least):
        return DISCARD << 6 | choose_loose(terms, sight)
    while deadwood(hand ^ (allowed & -allowed)) != least:
        allowed &= allowed - 1
    return (GIN if least == 0 else KNOCK) << 6 | card_of(allowed & -allowed)


@entry(TERMS, SIGHT)
def decide_stranger(terms: Terms, sight: Sight) -> int:
    """The stranger's choice for tests and Python."""
    return stranger(terms, sight)
