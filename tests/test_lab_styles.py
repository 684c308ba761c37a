"""The reference opponents do what their descriptions say."""

import numpy as np
import pytest

from trainer.game import PRESETS, cards_of, format_card, hand_of, parse_card
from trainer.game import parse_hand as hand
from trainer.solver import codes
from trainer.solver.kernel_duel import Sight
from trainer.solver.kernel_styles import decide_style
from trainer.solver.view import terms_of

TERMS = terms_of(PRESETS["knock10"], 2, 0)


def sight(
    cards: str,
    *,
    upcard: str = "",
    taken: str = "",
    dead: str = "",
    known: str = "",
    thrown: str = "",
    turns: int = 6,
    left: int = 20,
) -> Sight:
    """A turn where no upcard is given, else a draw."""
    held = hand(cards)
    pile = hand(dead) | hand(thrown) | (hand(upcard) if upcard else 0)
    return Sight(
        phase=codes.DRAW if upcard else codes.TURN,
        offers=0,
        upcard=parse_card(upcard) if upcard else 0,
        taken=parse_card(taken) if taken else -1,
        drawn=parse_card(taken) if taken else cards_of(held)[0],
        takes=0,
        left=left,
        dead=pile,
        forced=0,
        hand=held,
        shown=0,
        turns=turns,
        known=hand(known) if known else 0,
        thrown=hand(thrown),
        declined=0,
        eager=0,
    )


def choices(
    player: str, seen: Sight, tries: int = 40, pairs: dict[str, str] | None = None
) -> set[str]:
    """All that a player does in a position, over many seeds."""
    memory = np.zeros(52, np.int64)
    for drawn, thrown in (pairs or {}).items():
        memory[parse_card(drawn)] = hand(thrown)
    found = set()
    for seed in range(tries):
        choice = decide_style(int(player == "camper"), TERMS, seen, memory.copy(), seed)
        kind = codes.KINDS[choice >> 6]
        found.add(f"{kind} {format_card(choice & 63)}" if choice >> 6 >= codes.DISCARD else kind)
    return found


HIGH = "2c 5c 9c Kc 3d 8d Jd 4h Ts Qs"  # no meld and no pair


@pytest.mark.parametrize(
    ("cards", "upcard", "expected"),
    [
        ("7c 7d Kc Qs 2h 4d 9s Jh 3c 5s", "7h", "pile"),  # makes a set
        ("7c 8c Kc Qs 2h 4d 9s Jh 3c 5s", "9c", "pile"),  # makes a run
        ("7c 8d Kc Qs 2h 4d 9s Jh 3c 5s", "Ah", "stock"),  # a low card that melds with nothing
        ("7c 7d Kc Qs 2h 4d 9s Jh 3c 5s", "8d", "stock"),  # two in a row are no meld
    ],
)
def test_simple_takes_only_what_melds(cards: str, upcard: str, expected: str) -> None:
    assert choices("simple", sight(cards, upcard=upcard)) == {expected}


def test_simple_keeps_least_deadwood_and_breaks_ties_at_random() -> None:
    assert choices("simple", sight(HIGH + " 6h")) == {
        "discard Kc",
        "discard Jd",
        "discard Ts",
        "discard Qs",
    }


def test_simple_does_not_throw_what_it_took_or_repeat_itself() -> None:
    # The king of hearts was taken from the pile.
    taken = sight("2c 5c 9c Kc 3d 8d Jd 4h Ts Qs Kh", taken="Kh")
    assert choices("simple", taken) == {"discard Kc", "discard Jd", "discard Ts", "discard Qs"}
    drawn = sight(HIGH + " 6h")  # counts as having drawn 2c
    assert choices("simple", drawn, pairs={"2c": "Kc Jd Ts"}) == {"discard Qs"}


def test_simple_knocks_at_the_first_chance() -> None:
    assert choices("simple", sight("2c 3c 4c 5c 9d 9h 9s Ac 2d 7s Kh")) == {"knock Kh"}


def test_camper_takes_what_lowers_deadwood_in_a_meld() -> None:
    cards = "7c 7d Kc Qs 2h 4d 9s Jh 3c 5s"
    assert choices("camper", sight(cards, upcard="7h")) == {"pile"}
    assert choices("camper", sight(cards, upcard="Ah")) == {"stock"}


def test_camper_knocks_in_its_first_three_turns_only() -> None:
    cards = "2c 3c 4c 5c 9d 9h 9s Ac 2d 7s Kh"
    assert choices("camper", sight(cards, turns=2)) == {"knock Kh"}
    assert all(found.startswith("discard") for found in choices("camper", sight(cards, turns=3)))


def test_camper_goes_gin_whenever_it_can() -> None:
    assert choices("camper", sight("2c 3c 4c 5c 9d 9h 9s Tc Td Th 7s", turns=9)) == {"gin 7s"}


def test_camper_looks_at_high_loose_cards_and_keeps_its_outs() -> None:
    # Loose: Kh Ks (a pair with a live out each) and Qd, 3s. Cards within 5 points of the highest
    # are Kh Ks Qd; throwing Qd keeps the pair.
    cards = "2c 3c 4c 5c 9d 9h 9s Kh Ks Qd 3s"
    assert choices("camper", sight(cards, turns=5)) == {"discard Qd"}


def test_camper_does_not_feed_known_cards() -> None:
    # Two like loose cards without outs: the opponent took two kings.
    cards = "2c 3c 4c 5c 9d 9h 9s Kh Qd 2s 3s"
    held = sight(cards, known="Kc Kd", dead="Qc Qh Qs Jd Th", turns=5)
    assert choices("camper", held) == {"discard Qd"}


def test_hands_are_sets_of_cards() -> None:
    assert hand_of(cards_of(hand(HIGH))) == hand(HIGH)
