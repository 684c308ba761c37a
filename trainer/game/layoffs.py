"""Laying off: a defender adds loose cards to the knocker's melds.

A run takes the next card at either end (ace low, king high), a set of three takes its fourth card,
and each card laid may open the way for the next. What remains is melded freely afterwards, so a
card of one's own meld may be worth more on the knocker's.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from trainer.game.cards import ALL, LANE
from trainer.game.melds import RANK_MASK, Spread, best_spreads, deadwood, is_set, melded

LOWEST = RANK_MASK  # aces: nothing below them
HIGHEST = RANK_MASK << 12  # kings: nothing above them


class Layoff(NamedTuple):
    """A defender's best answer to a knock.

    ``deadwood`` is what remains in points, ``laid`` the cards added to the knocker's melds, and
    ``spread`` the melds and loose cards of the rest.
    """

    deadwood: int
    laid: int
    spread: Spread


def _extensions(meld: int) -> int:
    """Cards that would extend one meld right now."""
    if is_set(meld):
        low = meld & -meld
        rank = (low.bit_length() - 1) % 13
        return RANK_MASK << rank & ~meld
    return (meld & ~LOWEST) >> 1 & ~meld | (meld & ~HIGHEST) << 1 & ~meld & ALL


def layoff_targets(melds: Sequence[int]) -> int:
    """All cards that fit one of the melds right now."""
    targets = 0
    for meld in melds:
        targets |= _extensions(meld)
    return targets & ~melded(tuple(melds))


def _chains(meld: int, hand: int) -> list[int]:
    """Every set of cards from the hand that this one meld can take, the empty one included."""
    if is_set(meld):
        fourth = _extensions(meld) & hand
        return [0, fourth] if fourth else [0]
    suit = 13 * ((meld.bit_length() - 1) // 13)
    held = hand >> suit & LANE
    run = meld >> suit
    below = [0]
    step = (run & -run) >> 1
    while step & held:
        below.append(below[-1] | step)
        step >>= 1
    above = [0]
    step = 1 << run.bit_length()
    while step & held:
        above.append(above[-1] | step)
        step <<= 1
    return [(low | high) << suit for low in below for high in above]


def layoffs(melds: Sequence[int], hand: int) -> Iterator[int]:
    """Every distinct set of cards that may be laid off, the empty one first."""
    seen = {0}
    reached = [0]
    for meld in melds:
        chains = _chains(meld, hand)
        for laid in list(reached):
            for chain in chains:
                if chain & laid or laid | chain in seen:
                    continue
                seen.add(laid | chain)
                reached.append(laid | chain)
    yield from reached


def can_lay(melds: Sequence[int], laid: int) -> bool:
    """Whether these cards can be laid on the melds, in some order."""
    return laid in layoffs(melds, laid)


def best_layoff(melds: Sequence[int], hand: int) -> Layoff:
    """The layoff that leaves the defender least deadwood; of equals, the one of fewest cards."""
    best = min(
        layoffs(melds, hand),
        key=lambda laid: (deadwood(hand & ~laid), laid.bit_count(), laid),
    )
    spread = best_spreads(hand & ~best)[0]
    return Layoff(spread.deadwood, best, spread)
