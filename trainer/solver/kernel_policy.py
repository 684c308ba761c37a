"""The base policy: how a sensible player draws, discards and knocks.

It is written by hand, looks only at what the player can see, and has no chance in it. Playouts are
played by it on all seats, so it is plain and quick rather than clever. All scores here are tenths
of a point of deadwood.
"""
# ruff: noqa: PLR0917  (kernels take plain numbers, and the game has many)

from __future__ import annotations

from trainer.solver.codes import (
    BIG_GIN,
    DISCARD,
    GIN,
    KNOCK,
    OFFER,
    PASS,
    PILE,
    STOCK,
    TAKE,
    TURN,
    Spot,
    Terms,
)
from trainer.solver.kernel_cards import (
    ACES,
    LANE,
    above,
    below,
    card_of,
    count,
    deadwood,
    least_after_discard,
    points,
)
from trainer.solver.kernel_jit import SPOT, TERMS, entry, helper, int64

# Found by trying small changes in self-play and against players who always or never wait for gin.
OUT = 18  # what one live card that makes a new meld is worth at the first turn,
OUT_FADES = 1  # how much less with each turn,
OUT_LEAST = 8  # and what it is worth at least
FEED = 3  # cost of throwing a card, for each pair of unseen cards that it would meld with
FEED_HALF = 12  # for each such pair of which the next player is known to hold one card
FEED_SURE = 30  # for each such pair that the next player is known to hold
FREE_TURNS = 5  # for so many turns a player knocks as soon as it may; later it waits for gin,
LATE_KNOCK = 3  # unless no card is out that gives gin and it has so few points of deadwood
WORTH_TAKING = 50  # an upcard that joins no meld is taken when it lowers deadwood by so much


@helper
def completes(cards: int) -> int:
    """The cards that make a set or a run with two of these (none of them among these)."""
    neighbours = cards & above(cards)  # the upper card of each two in a row
    gapped = cards & above(above(cards))  # the upper card of each two with a gap between
    runs = above(neighbours) | below(below(neighbours)) | below(gapped)
    c = cards & LANE
    d = cards >> 13 & LANE
    h = cards >> 26 & LANE
    s = cards >> 39
    paired = c & d | h & s | (c | d) & (h | s)
    return (runs | paired * ACES) & ~cards


@helper
def partners(card: int, among: int) -> int:
    """How many pairs of cards among these would make a meld with the card."""
    bit = 1 << card
    mates = count((ACES << card % 13) & ~bit & among)
    up = above(bit)
    down = below(bit)
    one_up = 1 if up & among else 0
    one_down = 1 if down & among else 0
    two_up = 1 if above(up) & among else 0
    two_down = 1 if below(down) & among else 0
    runs = one_up * two_up + one_up * one_down + one_down * two_down
    return mates * (mates - 1) // 2 + runs


@helper
def danger(card: int, unseen: int, held: int) -> int:
    """What a discard may give the next player, who is known to hold the cards ``held``."""
    pairs = partners(card, unseen)
    if held == 0:
        return FEED * pairs
    sure = partners(card, held)
    half = partners(card, unseen | held) - pairs - sure  # one card known, the other unseen
    return FEED * pairs + FEED_HALF * half + FEED_SURE * sure


@helper
def burden(remains: int, hand: int, unseen: int, turns: int) -> int:
    """How bad a hand is to keep: its deadwood ``remains`` less the value of its live outs."""
    out = max(OUT - OUT_FADES * turns, OUT_LEAST)
    return 10 * remains - out * count(completes(hand) & unseen)


@helper
def would_knock(terms: Terms, least: int, turns: int) -> bool:
    """Whether a player who could go out with so much deadwood does.

    A knock with a bonus of its own is not worth waiting with: such rules have more free turns than
    a deal is long.
    """
    return least == 0 or (least <= terms.limit and turns < FREE_TURNS + terms.knock_bonus)


@helper
def gin_is_out(hand: int, unseen: int) -> bool:
    """Whether some unseen card would make a hand gin.

    Only cards that meld with two of the hand's can, so that few have to be tried.
    """
    left = completes(hand) & unseen
    while left:
        bit = left & -left
        left ^= bit
        if least_after_discard(hand | bit, 0) == 0:
            return True
    return False


@helper
def choose_upcard(terms: Terms, hand: int, upcard: int, turns: int) -> bool:
    """Whether to take the upcard rather than the unknown."""
    bit = 1 << upcard
    eleven = hand | bit
    now = deadwood(hand)
    if completes(hand) & bit == 0:
        # It stays loose, so the hand gets better by ten points less the card's at most.
        gain = 10 - points(bit)
        if 10 * gain < WORTH_TAKING and not would_knock(terms, now - gain, turns):
            return False
    after = least_after_discard(eleven, 0 if terms.may_rediscard else bit)
    if would_knock(terms, after, turns):
        return True
    joins = deadwood(eleven) < now + points(bit)
    return after < now if joins else 10 * (now - after) >= WORTH_TAKING


@helper
def choose_throw(terms: Terms, hand: int, taken: int, unseen: int, held: int, turns: int) -> int:
    """What to do with eleven (eight) cards in hand: ``kind << 6 | card``.

    ``unseen`` are the cards this player cannot locate, ``held`` those the next player is known to
    hold, ``turns`` the discards this player has made before.
    """
    if terms.big_gin_bonus >= 0 and deadwood(hand) == 0:
        return BIG_GIN << 6
    left = hand if taken < 0 or terms.may_rediscard else hand & ~(1 << taken)
    least = 1000
    leanest = -1
    best = 1 << 30
    throw = -1
    while left:
        bit = left & -left
        left ^= bit
        card = card_of(bit)
        rest = hand ^ bit
        remains = deadwood(rest)
        if remains < least:
            least = remains
            leanest = card
        score = burden(remains, rest, unseen, turns)
        if score < best:  # danger is never negative: most cards need not ask for it
            score += danger(card, unseen, held)
            if score < best:
                best = score
                throw = card
    if least == 0:
        return GIN << 6 | leanest
    if would_knock(terms, least, turns):
        return KNOCK << 6 | leanest
    rest = hand ^ 1 << leanest
    if least <= min(terms.limit, LATE_KNOCK) and not gin_is_out(rest, unseen):
        return KNOCK << 6 | leanest
    return DISCARD << 6 | throw


@helper
def choose(terms: Terms, spot: Spot, hand: int, unseen: int, held: int, turns: int) -> int:
    """The base policy's action for the player to act: ``kind << 6 | card``."""
    if spot.phase == TURN:
        return choose_throw(terms, hand, spot.taken, unseen, held, turns)
    if spot.forced:
        return STOCK << 6
    take = choose_upcard(terms, hand, spot.upcard, turns)
    if spot.phase == OFFER:
        return (TAKE if take else PASS) << 6
    return (PILE if take else STOCK) << 6


@entry(TERMS, SPOT, int64, int64, int64, int64)
def decide(terms: Terms, spot: Spot, hand: int, unseen: int, held: int, turns: int) -> int:
    """The base policy's action for Python; see ``choose`` and ``choose_throw``."""
    return choose(terms, spot, hand, unseen, held, turns)
