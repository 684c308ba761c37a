"""The base policy does what a sensible player does, within the rules."""

from itertools import combinations, islice
from random import Random

import numba
import numpy as np
from numpy.typing import NDArray

from tests.solver_deals import random_decisions
from trainer.game import PRESETS, Position, cards_of, hand_of, is_meld, parse_hand
from trainer.solver import choose
from trainer.solver.kernel_policy import completes, partners

SEED = 404


@numba.njit()
def ask_kernels(hands: NDArray[np.int64], out: NDArray[np.int64]) -> None:
    """For each hand the cards that complete a meld, and for each card its pairs of partners."""
    for i in range(hands.size):
        out[i, 52] = completes(hands[i])
        for card in range(52):
            out[i, card] = partners(card, hands[i])


def test_outs_and_partners_are_counted_by_melds_of_three() -> None:
    rng = Random(SEED)
    hands = [hand_of(rng.sample(range(52), rng.randint(2, 11))) for _ in range(150)]
    hands += [parse_hand("Kc Ad 2d"), parse_hand("Kh As Qh 2s"), parse_hand("Ac Ad Ah As")]
    out = np.zeros((len(hands), 53), np.int64)
    ask_kernels(np.array(hands, np.int64), out)
    for hand, found in zip(hands, out.tolist(), strict=True):
        outs = 0
        for card in range(52):
            others = cards_of(hand & ~(1 << card))
            pairs = sum(is_meld(hand_of((card, *pair))) for pair in combinations(others, 2))
            assert found[card] == pairs, (hand, card)
            if pairs and not hand >> card & 1:
                outs |= 1 << card
        assert found[52] == outs, hand


def action(**changes: object) -> str:
    """The base policy's action in a plain two-player position."""
    mapping = {
        "rules": "oklahoma",
        "players": 2,
        "dealer": "them",
        "first_upcard": "6h",
        "hand": "2c 3c 4c 7d 7h 9s 9d Jc Kc Ad",
        "history": "x x s/Kd s/7s",
    }
    return choose(Position.from_mapping({**mapping, **changes})).label


def test_draws() -> None:
    assert action() == "pile"  # a third seven
    assert action(history="x x s/Kd s/5c") == "pile"  # longer run
    assert action(history="x x s/Kd s/Qh") == "stock"
    assert action(history="x x") == "stock"
    assert action(history="", first_upcard="7s") == "take"
    assert action(history="", first_upcard="Qh") == "pass"


def test_throws() -> None:
    last = {"history": "x x s/Kd s/Qh s", "drawn": "5s"}
    assert action(**last, hand="2c 3c 4c 7d 7h 7s 9s 9d Jc Kc 5s") in ("discard Kc", "discard Jc")
    gin = {"hand": "2c 3c 4c 7d 7h 7s 9s 9d 9c 5c 5s", **last}
    assert action(**gin) == "gin 5s"
    big = {"hand": "2c 3c 4c 7d 7h 7s 9s 9d 9c 5c 6c", **last, "drawn": "6c"}
    assert action(**big) == "big gin"
    assert action(**big, rules="online").startswith("gin ")


def test_knocks_early_and_within_the_limit_only() -> None:
    seven = {"hand": "2c 3c 4c 7d 7h 7s 9s 9d 9c 5d 5s", "drawn": "5s"}
    early = "x x s/Kd s/Qh s"
    late = "x x s/Kd s/Qh" + " s/Kh s/Qd s/Ks s/Qs s/Jd s/Jh s/Jc s/Js s"
    assert action(**seven, history=early).startswith("knock 5")
    assert action(**seven, history=early, first_upcard="4h").startswith("discard")
    assert action(**seven, history=late).startswith("discard")
    # Three points, and every card that would lengthen a meld, or make one of 3d, is gone.
    three = {"hand": "9c 9d 9h Tc Td Th 5c 6c 7c 8h 3d", "drawn": "8h"}
    dead = "x x s/Kd s/Qh s/9s s/Ts s/4c s/8c s/3s s/3h s/Ks s/Kh s"
    assert action(**three, history=dead) == "knock 8h"
    assert action(**three, history=dead.replace("4c", "Qs")) == "discard 8h"  # 4c would be gin
    # Where a knock has a bonus of its own there is nothing to wait for.
    assert PRESETS["rulebook"].knock_bonus == 20
    assert action(**seven, history=late, rules="rulebook").startswith("knock 5")


def test_a_taken_card_is_not_thrown_back() -> None:
    rng = Random(SEED)
    for deal, position in islice(random_decisions(rng), 400):
        if position.table.taken is not None:
            assert choose(deal.position(deal.turn)).card != position.table.taken
