"""The card kernels against the game room, the slow reference, and exhaustive counts."""

from collections.abc import Iterator
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from tests import reference
from trainer.game import (
    best_layoff,
    cards_of,
    deadwood,
    format_hand,
    hand_of,
    is_meld,
    melded,
    points,
    spreads_within,
)
from trainer.solver import kernel_cards as kernel
from trainer.solver.counts import deadwood_counts

SEED = 31


def random_hands(rng: Random, size: int, count: int) -> list[int]:
    """Hands of any kind, half of them from few ranks or suits, so that melds are many."""
    hands = []
    for number in range(count):
        pool = list(range(52))
        if number % 4 == 1:
            ranks = rng.sample(range(13), 4)
            pool = [card for card in pool if card % 13 in ranks]
        elif number % 4 == 3:
            low = rng.randrange(6)
            pool = [card for card in pool if low <= card % 13 < low + 7 and card < 39]
        hands.append(hand_of(rng.sample(pool, size)))
    return hands


def array(values: list[int]) -> NDArray[np.int64]:
    return np.array(values, np.int64)


@pytest.mark.parametrize("size", [1, 3, 7, 8, 10, 11])
def test_deadwood(size: int) -> None:
    hands = random_hands(Random(SEED), size, 20_000)
    out = np.zeros(len(hands), np.int64)
    kernel.fill_deadwood(array(hands), out)
    assert out.tolist() == [deadwood(hand) for hand in hands], f"seed {SEED}"
    assert kernel.one_deadwood(hands[0]) == out[0]


def test_deadwood_against_the_reference() -> None:
    hands = random_hands(Random(SEED), 10, 1500) + random_hands(Random(SEED), 11, 500)
    out = np.zeros(len(hands), np.int64)
    kernel.fill_deadwood(array(hands), out)
    for hand, found in zip(hands, out.tolist(), strict=True):
        assert reference.deadwood(reference.cards(format_hand(hand))) == found, format_hand(hand)


def test_least_deadwood_after_a_discard() -> None:
    rng = Random(SEED)
    hands = random_hands(rng, 11, 5000) + random_hands(rng, 8, 1000)
    forbidden = [1 << rng.choice(cards_of(hand)) if rng.random() < 0.5 else 0 for hand in hands]
    out = np.zeros(len(hands), np.int64)
    kernel.fill_after_discard(array(hands), array(forbidden), out)
    for hand, kept, found in zip(hands, forbidden, out.tolist(), strict=True):
        free = cards_of(hand & ~kept)
        assert found == min(deadwood(hand & ~(1 << card)) for card in free), format_hand(hand)


def test_a_spread_of_least_deadwood() -> None:
    hands = random_hands(Random(SEED), 10, 5000)
    runs, sets = np.zeros(len(hands), np.int64), np.zeros(len(hands), np.int64)
    kernel.fill_spread(array(hands), runs, sets)
    for hand, in_runs, in_sets in zip(hands, runs.tolist(), sets.tolist(), strict=True):
        assert in_runs & in_sets == 0
        assert (in_runs | in_sets) & ~hand == 0
        assert points(hand & ~(in_runs | in_sets)) == deadwood(hand), format_hand(hand)
        assert all(is_meld(block) for block in blocks(in_runs)), format_hand(in_runs)
        for rank in range(13):
            assert (in_sets >> rank & kernel.ACES).bit_count() in (0, 3, 4), format_hand(in_sets)


def blocks(runs: int) -> Iterator[int]:
    """The longest sequences of each suit."""
    for suit in range(4):
        lane = runs >> 13 * suit & kernel.LANE
        while lane:
            low = lane & -lane
            block = lane & ~(lane + low)
            yield block << 13 * suit
            lane ^= block


def random_knocks(rng: Random, count: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """The melds of a knocker, not always all of them, and a defender's hand rich in layoffs."""
    found = 0
    while found < count:
        knocker = random_hands(rng, rng.choice((7, 10)), 4)[rng.choice((1, 3))]
        spreads = [spread for spread in spreads_within(knocker, 10) if spread.melds]
        if not spreads:
            continue
        melds = rng.choice(spreads).melds
        free = [card for card in range(52) if not knocker >> card & 1]
        near = [card for card in free if is_near(card, melded(melds))]
        rng.shuffle(near)
        hand = hand_of(near[: rng.randrange(7)])
        rng.shuffle(free)
        for card in free:
            if hand.bit_count() == 10:
                break
            hand |= 1 << card
        found += 1
        yield melds, hand


def is_near(card: int, cards: int) -> bool:
    """Whether a card is of the same rank as one of the cards, or within two of it in suit."""
    for other in cards_of(cards):
        if card % 13 == other % 13:
            return True
        if card // 13 == other // 13 and abs(card - other) <= 2:
            return True
    return False


def kernel_layoffs(knocks: list[tuple[tuple[int, ...], int]]) -> list[int]:
    runs, sets = [], []
    for melds, _ in knocks:
        in_sets = melded(tuple(meld for meld in melds if meld.bit_count() < 5 and is_same(meld)))
        runs.append(melded(melds) & ~in_sets)
        sets.append(in_sets)
    out = np.zeros(len(knocks), np.int64)
    kernel.fill_layoff(array(runs), array(sets), array([hand for _, hand in knocks]), out)
    return out.tolist()


def is_same(meld: int) -> bool:
    return len({card % 13 for card in cards_of(meld)}) == 1


def test_layoffs() -> None:
    knocks = list(random_knocks(Random(SEED), 4000))
    for (melds, hand), found in zip(knocks, kernel_layoffs(knocks), strict=True):
        assert best_layoff(melds, hand).deadwood == found, (melds, format_hand(hand))


def test_layoffs_against_the_reference() -> None:
    knocks = list(random_knocks(Random(SEED + 1), 150))
    for (melds, hand), found in zip(knocks, kernel_layoffs(knocks), strict=True):
        table = [reference.cards(format_hand(meld)) for meld in melds]
        held = reference.cards(format_hand(hand))
        assert reference.layoff_deadwood(table, held) == found, (melds, format_hand(hand))


def test_all_hands_of_seven() -> None:
    """Deadwood of every seven-card hand: counts found by two other programs."""
    counts = deadwood_counts(7)
    assert counts.hands == 133_784_560
    assert counts.by_deadwood[:4] == (4_100, 13_968, 13_872, 13_924)
    assert counts.without_meld == 115_373_508
    assert counts.mean == pytest.approx(42.968686, abs=5e-7)


def test_all_hands_of_three() -> None:
    counts = deadwood_counts(3)
    assert counts.hands == 22_100
    assert counts.by_deadwood[0] == counts.hands - counts.without_meld == 13 * 4 + 4 * 11
