"""Cards, melds, spreads and deadwood against the slow reference."""

import json
import string
from collections.abc import Callable
from itertools import permutations
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import reference
from tests.hands import mask, meld_rich_hand, random_hand, text_cards, text_spread
from trainer import game
from trainer.game import melds as game_melds

DATA = Path(__file__).parent / "data"
MALFORMED = json.loads((DATA / "malformed.json").read_text(encoding="utf-8"))
ARRANGEMENTS = json.loads((DATA / "arrangements.json").read_text(encoding="utf-8"))

HANDS = st.sets(st.sampled_from(reference.DECK), max_size=52).map(frozenset)


def test_every_meld() -> None:
    assert {text_cards(meld) for meld in game.MELDS} == set(reference.ALL_MELDS)
    assert len(game.MELDS) == 329
    assert sum(game.is_set(meld) for meld in game.MELDS) == 65
    assert sum(game.is_run(meld) for meld in game.MELDS) == 264
    assert sum(meld.bit_count() <= 5 for meld in game.MELDS) == 185


def test_what_is_a_meld() -> None:
    random = Random(7)
    for _ in range(20_000):
        cards = meld_rich_hand(random, random.randint(3, 5))
        assert game.is_meld(mask(cards)) == (cards in reference.ALL_MELD_SET), cards
        assert game.is_meld(mask(cards)) == (game.is_set(mask(cards)) or game.is_run(mask(cards)))


@pytest.mark.parametrize("size", [7, 8, 10, 11])
@pytest.mark.parametrize(("make", "count"), [(random_hand, 22_000), (meld_rich_hand, 3_500)])
def test_spreads_of_random_hands(
    size: int, make: Callable[[Random, int], reference.Cards], count: int
) -> None:
    """102,000 hands in all: least deadwood, the spreads that reach it, and all spreads."""
    seed = 1000 + size
    random = Random(seed)
    for number in range(count):
        hand = make(random, size)
        check_spreads(hand, f"seed {seed}, hand {number}: {' '.join(sorted(hand))}")


def test_spreads_of_hands_of_any_size() -> None:
    seed = 2000
    random = Random(seed)
    for number in range(1_500):
        hand = meld_rich_hand(random, random.randint(0, 13))
        check_spreads(hand, f"seed {seed}, hand {number}: {' '.join(sorted(hand))}")


def check_spreads(hand: reference.Cards, where: str) -> None:
    held = mask(hand)
    assert game.deadwood(held) == reference.deadwood(hand), where
    spreads = game.all_spreads(held)
    assert len(spreads) == len(expected := reference.all_spreads(hand)), where
    assert {text_spread(spread.melds) for spread in spreads} == expected, where
    for spread in spreads:
        loose = hand - reference.cards_in(text_spread(spread.melds))
        assert text_cards(spread.loose) == loose, where
        assert spread.deadwood == reference.points(loose), where
    best = game.best_spreads(held)
    assert len(best) == len(least := reference.best_spreads(hand)), where
    assert {text_spread(spread.melds) for spread in best} == least, where


def test_suits_are_all_alike() -> None:
    """Deadwood and the number of spreads stay when the suits change names."""
    seed = 3000
    random = Random(seed)
    for number in range(300):
        hand = meld_rich_hand(random, random.choice([7, 8, 10, 11]))
        deadwoods = set()
        spread_counts = set()
        for order in permutations(reference.SUITS):
            names = dict(zip(reference.SUITS, order, strict=True))
            renamed = mask(card[0] + names[card[1]] for card in hand)
            deadwoods.add(game.deadwood(renamed))
            spread_counts.add((len(game.best_spreads(renamed)), len(game.all_spreads(renamed))))
        assert len(deadwoods) == len(spread_counts) == 1, f"seed {seed}, hand {number}: {hand}"


@pytest.mark.parametrize("case", ARRANGEMENTS, ids=lambda case: case["name"])
def test_worked_arrangements(case: dict[str, object]) -> None:
    """Every spread within the limit, with what a knock with it scores against one defender."""
    knocker, defender = str(case["knocker"]), str(case["defender"])
    limit, rows = case["limit"], case["rows"]
    assert isinstance(limit, int)
    assert isinstance(rows, list)
    within = [s for s in game.all_spreads(game.parse_hand(knocker)) if s.deadwood <= limit]
    found = {}
    for spread in within:
        left = game.best_layoff(spread.melds, game.parse_hand(defender)).deadwood
        found[text_spread(spread.melds)] = (spread.deadwood, left, left - spread.deadwood)
    assert found == {
        reference.spread(row["melds"]): (row["knocker"], row["defender"], row["scored"])
        for row in rows
    }
    for row in rows:
        melds = reference.spread(row["melds"])
        assert row["knocker"] == reference.deadwood_of(reference.cards(knocker), melds)
        assert row["defender"] == reference.layoff_deadwood(melds, reference.cards(defender))


# Text forms


@given(HANDS)
def test_hand_text_round_trip(hand: reference.Cards) -> None:
    held = mask(hand)
    text = game.format_hand(held)
    assert text.split() == sorted(hand, key=reference.DECK.index)
    assert game.parse_hand(text) == held
    assert game.hand_of(game.cards_of(held)) == held
    assert game.points(held) == reference.points(hand)


@given(st.sampled_from(reference.DECK))
def test_card_text_round_trip(card: str) -> None:
    number = reference.DECK.index(card)
    assert game.parse_card(card) == number
    assert game.format_card(number) == card
    assert game.RANKS[game.rank_of(number)] + game.SUITS[game.suit_of(number)] == card


@given(st.sampled_from(reference.DECK), st.booleans())
def test_other_ways_to_write_a_card(card: str, low: bool) -> None:
    number = reference.DECK.index(card)
    glyph = dict(zip(reference.SUITS, "♣♦♥♠", strict=True))[card[1]]
    rank = card[0].replace("T", "10")
    for text in (card.lower(), card.upper(), rank + card[1], card[0] + glyph, rank + glyph):
        assert game.parse_card(text.lower() if low else text) == number


@given(HANDS.filter(lambda hand: len(hand) <= 13), st.randoms(use_true_random=False))
def test_spread_text_round_trip(hand: reference.Cards, random: Random) -> None:
    spread = random.choice(game.all_spreads(mask(hand)))
    text = game.format_spread(spread.melds)
    assert reference.spread(text) == text_spread(spread.melds)
    assert set(game.parse_spread(text)) == set(spread.melds)


@given(st.text(alphabet="A23456789TJQKcdhs10 |,x", max_size=12))
def test_any_text_is_read_or_refused_with_a_sentence(text: str) -> None:
    for read in (game.parse_hand, game.parse_spread, game.parse_card):
        try:
            read(text)
        except game.GameError as error:
            assert error.sentence  # noqa: PT017 (every text is allowed to pass)


@pytest.mark.parametrize(
    ("kind", "text", "quoted"),
    [(kind, case["text"], case["quoted"]) for kind, table in MALFORMED.items() for case in table],
)
def test_malformed_text_is_quoted(kind: str, text: str, quoted: str) -> None:
    """Each refusal quotes what was typed and is one sentence about it."""
    read = {
        "card": game.parse_card,
        "hand": game.parse_hand,
        "spread": game.parse_spread,
        "action": game.Action.parse,
    }[kind]
    with pytest.raises(game.Unreadable) as caught:
        read(text)
    sentence = caught.value.sentence
    assert quoted in sentence
    assert "\n" not in sentence
    assert sentence[0] in string.ascii_letters + string.digits
    assert len(sentence.split()) >= 5


def test_hands_within_a_limit() -> None:
    hand = game.parse_hand("Ad 2d 3d 4d 5d 6d 9c 9h 9s Ac")
    for limit in range(11):
        assert game_melds.spreads_within(hand, limit) == [
            spread for spread in game.all_spreads(hand) if spread.deadwood <= limit
        ]
