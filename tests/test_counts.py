"""Exact counts over whole sets of hands.

The known figures in data/counts.json come from full enumerations by two independent programs.
Hands with little deadwood are few: they are unions of melds with a few low cards added, so all of
them can be visited. Below that, whole small decks are compared with the reference.
"""

import json
from collections import Counter
from collections.abc import Iterable
from importlib import import_module
from itertools import combinations
from math import comb, sqrt
from pathlib import Path

import pytest

from tests import reference
from tests.hands import BIT, mask
from trainer import game

COUNTS = json.loads((Path(__file__).parent / "data" / "counts.json").read_text(encoding="utf-8"))


def melded_hands(size: int) -> set[int]:
    """Every hand of that size that is a union of disjoint melds."""
    melds = [mask(meld) for meld in reference.ALL_MELDS if len(meld) <= size]
    hands: set[int] = set()
    pending: list[tuple[int, int]] = [(0, 0)]
    while pending:
        hand, start = pending.pop()
        missing = size - hand.bit_count()
        if not missing:
            hands.add(hand)
        for index in range(start, len(melds) if missing >= 3 else 0):
            meld = melds[index]
            if not meld & hand and meld.bit_count() <= missing:
                pending.append((hand | meld, index + 1))
    return hands


def hands_up_to(size: int, deadwood: int) -> set[int]:
    """Every hand of that size that some spread leaves with at most so many points, and no other."""
    low = [card for card in reference.DECK if reference.value(card) <= deadwood]
    hands: set[int] = set()
    for loose_size in range(size + 1):
        loose = [
            mask(cards)
            for cards in combinations(low, loose_size)
            if reference.points(cards) <= deadwood
        ]
        if not loose:
            break
        for melded in melded_hands(size - loose_size):
            hands.update(melded | some for some in loose if not melded & some)
    return hands


def tally(hands: Iterable[int]) -> Counter[int]:
    """How many of the hands have each deadwood."""
    return Counter(map(game.deadwood, hands))


def test_all_seven_card_hands() -> None:
    """The compiled kernel over all 133,784,560 hands, where numba is there to compile it."""
    pytest.importorskip("numba", reason="numba is not installed")
    numpy = import_module("numpy")
    kernel = import_module("trainer.solver.kernel_cards")
    counted = numpy.zeros(128, numpy.int64)
    for lowest in range(52 - 6):
        kernel.tally(lowest, 7, counted)
    *by_deadwood, no_meld = map(int, counted)
    known = COUNTS["7"]
    hands = sum(by_deadwood)
    mean = sum(deadwood * count for deadwood, count in enumerate(by_deadwood)) / hands
    square = sum(deadwood**2 * count for deadwood, count in enumerate(by_deadwood)) / hands
    assert hands == known["hands"] == comb(52, 7)
    assert no_meld == known["no_meld"]
    assert by_deadwood[:4] == known["deadwood"]
    assert f"{mean:.6f}" == known["mean"]
    assert f"{sqrt(square - mean**2):.6f}" == known["sd"]


@pytest.mark.parametrize("size", [7, 8, 10, 11])
def test_hands_that_meld_whole(size: int) -> None:
    hands = melded_hands(size)
    assert len(hands) == COUNTS[str(size)]["gin"]
    assert tally(hands) == {0: len(hands)}


def test_seven_cards_with_little_deadwood() -> None:
    assert tally(hands_up_to(7, 3)) == dict(enumerate(COUNTS["7"]["deadwood"]))


def test_ten_cards_with_little_deadwood() -> None:
    assert tally(hands_up_to(10, 1)) == dict(enumerate(COUNTS["10"]["deadwood"][:2]))


def test_gin_hands_by_make_up() -> None:
    """Ten melded cards by sets and runs; one hand stands for all that differ in suits only."""
    alike = Counter(tuple(sorted(lanes(hand))) for hand in melded_hands(10))
    made: Counter[str] = Counter()
    for (c, d, h, s), count in alike.items():
        hand = c | d << 13 | h << 26 | s << 39
        readings = {make_up(spread.melds) for spread in game.best_spreads(hand)}
        # A set beside a run of six or seven: the run may also be cut in two.
        made["set and run" if "set and run" in readings else readings.pop()] += count
    assert made == COUNTS["10"]["gin_of"]


def lanes(hand: int) -> list[int]:
    """The ranks held in each suit."""
    return [hand >> 13 * suit & 8191 for suit in range(4)]


def make_up(melds: tuple[int, ...]) -> str:
    sets = sum(map(game.is_set, melds))
    runs = len(melds) - sets
    if not runs:
        return "sets"
    if not sets:
        return "runs"
    return {(1, 1): "set and run", (1, 2): "set and two runs", (2, 1): "two sets and run"}[
        sets, runs
    ]


@pytest.mark.parametrize(
    ("ranks", "suits", "size"),
    [("A23456789", "ch", 7), ("TJQK", "cdhs", 7), ("A2345", "cds", 7), ("789T", "cdhs", 10)],
)
def test_every_hand_of_a_small_deck(ranks: str, suits: str, size: int) -> None:
    deck = [rank + suit for suit in suits for rank in ranks]
    visited = 0
    for cards in combinations(deck, size):
        visited += 1
        expected = reference.deadwood(frozenset(cards))
        assert game.deadwood(sum([BIT[card] for card in cards])) == expected, cards
    assert visited == comb(len(deck), size)


def test_best_after_one_discard_in_a_small_deck() -> None:
    """Throwing one of eight cards: what the best discard leaves."""
    deck = [rank + suit for suit in "cdhs" for rank in "5678"]
    for cards in combinations(deck, 8):
        hand = sum([BIT[card] for card in cards])
        best = min(game.deadwood(hand ^ BIT[card]) for card in cards)
        assert best == min(reference.deadwood(frozenset(cards) - {card}) for card in cards), cards
