"""Melds, spreads and deadwood: the exact heart of the game.

Deadwood is found without trying all spreads. Once it is settled which *sets* are melded, each suit
is on its own, and the best runs of a suit's 13-bit lane are one table look-up. Only ranks held
three or four times leave a choice, and few hands have more than two of those.
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from trainer.game.cards import (
    ALL,
    CARD_NAMES,
    LANE,
    RANK_POINTS,
    cards_of,
    format_hand,
    parse_hand,
    points,
)
from trainer.game.errors import Unreadable

RANK_MASK = 1 | 1 << 13 | 1 << 26 | 1 << 39
"""The four aces; shifted left by a rank, the four cards of that rank."""


class Spread(NamedTuple):
    """One choice of disjoint melds from a hand, and the cards left outside them."""

    melds: tuple[int, ...]
    loose: int

    @property
    def deadwood(self) -> int:
        """Points of the cards outside the melds."""
        return points(self.loose)


def _runs() -> list[int]:
    return [
        ((1 << length) - 1) << (13 * suit + start)
        for suit in range(4)
        for length in range(3, 14)
        for start in range(14 - length)
    ]


def _sets() -> list[int]:
    found = []
    for rank in range(13):
        four = RANK_MASK << rank
        found.append(four)
        found.extend(four ^ 1 << card for card in cards_of(four))
    return found


SETS = frozenset(_sets())
RUNS = frozenset(_runs())
MELDS: tuple[int, ...] = tuple(sorted(SETS | RUNS))
"""All 65 sets and 264 runs."""


def is_set(cards: int) -> bool:
    """Three or four cards of one rank."""
    return cards in SETS


def is_run(cards: int) -> bool:
    """Three or more cards of one suit in sequence, ace low."""
    return cards in RUNS


def is_meld(cards: int) -> bool:
    """A set or a run."""
    return cards in SETS or cards in RUNS


def _lane_points() -> list[int]:
    """Points held in each of the 8,192 lanes."""
    table = [0] * 8192
    for lane in range(1, 8192):
        top = lane.bit_length() - 1
        table[lane] = table[lane ^ 1 << top] + RANK_POINTS[top]
    return table


def _run_points(held: list[int]) -> list[int]:
    """Most points that runs can meld in each lane.

    Every maximal block of three or more ranks in a row melds whole: cutting it never melds more.
    """
    table = [0] * 8192
    for lane in range(1, 8192):
        low = (lane & -lane).bit_length() - 1
        block = ((lane >> low) + 1 & -((lane >> low) + 1)) - 1  # the trailing ones of the lane
        melded = held[block << low] if block.bit_count() >= 3 else 0
        table[lane] = table[lane & ~(block << low)] + melded
    return table


_HELD = _lane_points()
_IN_RUNS = _run_points(_HELD)
_LOOSE_AFTER_RUNS = [held - melded for held, melded in zip(_HELD, _IN_RUNS, strict=True)]


def _after_runs(hand: int) -> int:
    """Deadwood when only runs are melded."""
    return (
        _LOOSE_AFTER_RUNS[hand & LANE]
        + _LOOSE_AFTER_RUNS[hand >> 13 & LANE]
        + _LOOSE_AFTER_RUNS[hand >> 26 & LANE]
        + _LOOSE_AFTER_RUNS[hand >> 39]
    )


def deadwood(hand: int) -> int:
    """Minimum deadwood of a hand, in points, over all its spreads."""
    c = hand & LANE
    d = hand >> 13 & LANE
    h = hand >> 26 & LANE
    s = hand >> 39
    # Ranks held at least three times: a carry-save count over the four lanes.
    triple = c & d & (h | s) | h & s & (c | d)
    best = _LOOSE_AFTER_RUNS[c] + _LOOSE_AFTER_RUNS[d] + _LOOSE_AFTER_RUNS[h] + _LOOSE_AFTER_RUNS[s]
    if not triple:
        return best
    return _deadwood_with_sets(hand, triple, best)


def _deadwood_with_sets(hand: int, triple: int, best: int) -> int:
    """Best of ``best`` (no set of the ranks in ``triple``) and every way to meld some of them."""
    while triple and best:
        low = triple & -triple
        triple ^= low
        four = RANK_MASK * low & hand
        rest = hand ^ four
        choices = [rest]
        if four.bit_count() == 4:
            suit_step = low
            for _ in range(4):
                choices.append(rest | suit_step)
                suit_step <<= 13
        for left in choices:
            found = _after_runs(left)
            if triple:
                found = _deadwood_with_sets(left, triple, found)
            best = min(best, found)
    return best


@cache
def _melds_by_card() -> tuple[tuple[int, ...], ...]:
    """For each card, the melds in which it is the lowest bit."""
    by_card: list[list[int]] = [[] for _ in range(52)]
    for meld in MELDS:
        by_card[(meld & -meld).bit_length() - 1].append(meld)
    return tuple(tuple(melds) for melds in by_card)


def all_spreads(hand: int) -> list[Spread]:
    """Every choice of disjoint melds from a hand, the empty one included.

    Ordered by deadwood, then by the text of the melds.
    """
    starts = _melds_by_card()
    spreads: list[Spread] = []

    def extend(left: int, loose: int, melds: tuple[int, ...]) -> None:
        if not left:
            spreads.append(Spread(melds, loose))
            return
        low = left & -left
        for meld in starts[low.bit_length() - 1]:
            if meld & left == meld:
                extend(left ^ meld, loose, (*melds, meld))
        extend(left ^ low, loose | low, melds)

    extend(hand, 0, ())
    return sorted(spreads, key=lambda spread: (spread.deadwood, spread.melds))


def best_spreads(hand: int) -> list[Spread]:
    """All spreads that reach the minimum deadwood."""
    least = deadwood(hand)
    return [spread for spread in all_spreads(hand) if spread.deadwood == least]


def spreads_within(hand: int, limit: int) -> list[Spread]:
    """All spreads whose deadwood is at most ``limit`` points, least deadwood first."""
    return [spread for spread in all_spreads(hand) if spread.deadwood <= limit]


def explain_no_meld(cards: int) -> str:
    """Why some cards are no meld, as a sentence; the cards must not be one."""
    held = cards_of(cards)
    text = format_hand(cards)
    if len(held) < 3:
        return f"{text} is no meld: a meld has at least three cards"
    ranks = {card % 13 for card in held}
    suits = {card // 13 for card in held}
    if len(suits) == 1:
        ace_high = sorted(rank or 13 for rank in ranks)
        if ace_high[-1] == 13 and ace_high[-1] - ace_high[0] == len(held) - 1:
            return f"{text} is no run: the ace stands below the 2, never above the king"
        return f"{text} is no run: the ranks do not follow one another without a gap"
    if max(ranks) - min(ranks) == len(held) - 1 == len(ranks) - 1:
        return f"{text} is no run: a run is all of one suit"
    return f"{text} is no meld: neither one rank nor one suit in sequence"


_BAR = re.compile(r"[|/]")


def parse_spread(text: str) -> tuple[int, ...]:
    """Read melds: ``7h 8h 9h | Jc Qc Kc``; brackets around a meld are read too.

    Raises:
        Unreadable: a card is unreadable or stands twice, or a part is no meld.
    """
    melds: list[int] = []
    seen = 0
    for part in _BAR.split(re.sub(r"\]\s*\[", "|", text).translate(str.maketrans("[]()", "    "))):
        if not part.strip():
            continue
        meld = parse_hand(part)
        if not is_meld(meld):
            raise Unreadable(f"cannot read '{part.strip()}' as a meld: {explain_no_meld(meld)}")
        if meld & seen:
            twice = CARD_NAMES[cards_of(meld & seen)[0]]
            raise Unreadable(
                f"the card '{twice}' is counted twice in '{text.strip()}': "
                "a card may stand in one meld only"
            )
        seen |= meld
        melds.append(meld)
    return tuple(melds)


def format_spread(melds: tuple[int, ...]) -> str:
    """Write melds: ``7h 8h 9h | Jc Qc Kc``."""
    return " | ".join(format_hand(meld) for meld in melds)


def melded(melds: tuple[int, ...]) -> int:
    """All cards of some melds."""
    cards = 0
    for meld in melds:
        cards |= meld
    return cards & ALL
