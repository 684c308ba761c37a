"""The belief: weights against a slow twin, samples against the enumerated weights."""

from itertools import combinations
from math import exp
from random import Random

import numpy as np
import pytest

from tests.solver_deals import human_action
from trainer.game import PRESETS, Deal, Position, cards_of, deadwood, hand_of, points
from trainer.game.melds import MELDS
from trainer.solver import belief_data
from trainer.solver.kernel_belief import fill_belief, fill_log_weights
from trainer.solver.knocks import hands_to_enumerate, style_chances
from trainer.solver.view import view_of

SEED = 4711
STAGE_OF_TURN = (*range(10), 10, 10, 11, 11, *(12 for _ in range(30)))


def late_positions(rng: Random, most: int, preset: str = "oklahoma") -> list[Position]:
    """Draws of seat 0 in which the other one may hold at most so many hands, some of each kind."""
    found: list[Position] = []
    while len(found) < 4:
        deal = Deal.start(PRESETS[preset], 2, rng.randrange(2), rng)
        while deal.phase != "over":
            if deal.phase == "draw" and deal.table.turns[1 - deal.turn] > 5:
                position = deal.position(deal.turn)
                if 1000 < hands_to_enumerate(view_of(position)) <= most:
                    found.append(position)
                    break
            deal = deal.after(human_action(deal, rng))
    return found


def wants(hand: int) -> int:
    """The cards that make a meld of three with two cards of a hand."""
    threes = [meld for meld in MELDS if meld.bit_count() == 3]
    wanted = 0
    for meld in threes:
        if (meld & hand).bit_count() == 2:
            wanted |= meld & ~hand
    return wanted


def neighbours(cards: int) -> int:
    """The cards of the ranks of these, and those next to them in suit."""
    found = 0
    for one in cards_of(cards):
        for other in range(52):
            beside = one // 13 == other // 13 and abs(one - other) == 1
            if one % 13 == other % 13 or beside:
                found |= 1 << other
    return found & ~cards


def slow_log_weight(position: Position, hand: int, style: int) -> float:
    """The weight written a second time, from the table and with the game room's functions."""
    table = position.table
    left: list[int] = []
    threw: list[int] = []
    upcard, took = table.first_upcard, False
    for seat, action in table.steps():
        if action.kind in ("stock", "take", "pile"):
            took = action.kind != "stock"
        if action.kind == "pass" and seat == 1:
            left.append(1 << upcard)
            threw.append(0)
        if action.kind == "discard":
            assert action.card is not None
            if seat == 1:
                left.append(0 if took else 1 << upcard)
                threw.append(1 << action.card)
            upcard = action.card
    left.reverse()
    threw.reverse()
    parts = (slice(0, 1), slice(1, 3), slice(3, None))
    left_1, left_2, left_3 = (hand_of(_cards(left[part])) for part in parts)
    threw_1, threw_2, threw_3 = (hand_of(_cards(threw[part])) for part in parts)
    near_threw = neighbours(threw_1 | threw_2 | threw_3)
    near_left = neighbours(left_1 | left_2)
    known = table.known[1]
    melded = 0
    for meld in MELDS:
        if meld & hand == meld:
            melded |= meld
    loose = hand & ~melded
    tens = hand_of(card for card in range(52) if card % 13 >= 9)
    wanted = wants(hand)
    least = deadwood(hand)
    limit = position.limit
    held = known.bit_count()
    clues = [
        least / 10,
        0.2 * (least / 10) ** 2,
        least / 10 * (limit - 7) / 5,
        least / 10 * held * 0.3,
        float(0 < least <= limit),
        float(least == 0),
        (wanted & left_1).bit_count(),
        (wanted & left_2).bit_count(),
        (wanted & left_3).bit_count(),
        (wanted & threw_1).bit_count(),
        (wanted & threw_2).bit_count(),
        (wanted & threw_3).bit_count(),
        0.3 * (hand & near_left).bit_count(),
        0.3 * (hand & near_threw).bit_count(),
        (known & melded).bit_count(),
        0.5 * (loose & tens).bit_count(),
        0.1 * wanted.bit_count(),
        0.05 * points(hand),
        0.3 * loose.bit_count(),
        0.5 * (loose & near_threw & tens).bit_count(),
    ]
    theta = belief_data.theta()[style, STAGE_OF_TURN[table.turns[1]]]
    return float(theta @ np.array(clues))


def _cards(sets: list[int]) -> list[int]:
    return [card for cards in sets for card in cards_of(cards)]


def hands_of(position: Position) -> list[int]:
    known = position.table.known[1]
    missing = 10 - known.bit_count()
    return [known | hand_of(cards) for cards in combinations(cards_of(position.unseen), missing)]


@pytest.mark.parametrize("style", range(3))
def test_weights_are_those_of_the_slow_twin(style: int) -> None:
    rng = Random(SEED)
    for position in late_positions(rng, 10**9):
        view = view_of(position)
        known = position.table.known[1]
        free = cards_of(position.unseen)
        hands = [known | hand_of(rng.sample(free, 10 - known.bit_count())) for _ in range(200)]
        weights = np.zeros(len(hands))
        fill_log_weights(view, style, np.array(hands, np.int64), weights)
        slow = [slow_log_weight(position, hand, style) for hand in hands]
        assert weights == pytest.approx(slow, abs=1e-9), f"seed {SEED}"


@pytest.mark.parametrize("style", range(3))
def test_samples_agree_with_the_enumerated_weights(style: int) -> None:
    """Deadwood, and the chance of each card, on positions with few hands."""
    for position in late_positions(Random(SEED), 60_000):
        view = view_of(position)
        hands = np.array(hands_of(position), np.int64)
        assert len(hands) == hands_to_enumerate(view)
        weights = np.zeros(len(hands))
        fill_log_weights(view, style, hands, weights)
        chances = np.exp(weights - weights.max())
        chances /= chances.sum()
        points_left = np.array([deadwood(int(hand)) for hand in hands])
        mean = float(chances @ points_left)
        spread = float(chances @ (points_left - mean) ** 2) ** 0.5
        # A long chain is exact; the usual one begins elsewhere and does not quite get there.
        for swaps, number, points_off, chance_off in ((40_000, 400, 0, 0.01), (0, 3000, 1.2, 0.12)):
            worlds = np.zeros((number, 2), np.int64)
            stocks = np.zeros((number, view.spot.stock), np.int64)
            fill_belief(view, style, 0, swaps, SEED, 0, worlds, stocks)
            sampled = np.array([deadwood(int(hand)) for hand in worlds[:, 1]])
            assert sampled.mean() == pytest.approx(
                mean, abs=points_off + 4 * spread / number**0.5
            ), f"seed {SEED}"
            for card in cards_of(position.unseen):
                chance = float(chances @ (hands >> card & 1))
                share = float((worlds[:, 1] >> card & 1).mean())
                error = (chance * (1 - chance) / number) ** 0.5
                assert share == pytest.approx(chance, abs=chance_off + 4 * error), f"seed {SEED}"


def test_styles() -> None:
    """All are as usual as before after no turn; silence speaks against one that would knock."""
    deal = Deal.start(PRESETS["knock10"], 2, 1, Random(1))
    view = view_of(deal.position(0))
    normal, hasty, patient = style_chances(view)
    assert normal + hasty + patient == pytest.approx(1)
    assert hasty / normal == pytest.approx(exp(0.3))
    turns = view.turns.copy()
    turns[1] = 9
    late = style_chances(view._replace(turns=turns))
    assert late[1] < hasty - 0.1
    assert late[2] > patient
    assert style_chances(view, eager=200)[1] > hasty > style_chances(view, eager=-200)[1]


def test_gin_hands_that_had_to_go_out_have_no_weight() -> None:
    for position in late_positions(Random(SEED), 60_000, "pocket"):
        view = view_of(position)
        number = 300
        worlds = np.zeros((number, 2), np.int64)
        stocks = np.zeros((number, view.spot.stock), np.int64)
        fill_belief(view, 2, 0, 0, SEED, 0, worlds, stocks)
        assert all(deadwood(hand) > 0 for hand in worlds[:, 1].tolist())
