"""The player that nothing is tuned on: legal, by its rules of thumb, and no easy prey."""

import pytest

from tests.test_lab_arena import points_of, replayed
from tests.test_lab_styles import TERMS, sight
from trainer.game import PRESETS, format_card
from trainer.lab import kernel_arena as arena
from trainer.lab.ladder import play, play_out
from trainer.solver import codes
from trainer.solver.kernel_duel import Sight
from trainer.solver.kernel_stranger import decide_stranger

SEED = 1907
MELDS = "2c 3c 4c 5c 9d 9h 9s "


def choice(seen: Sight) -> str:
    found = decide_stranger(TERMS, seen)
    kind = codes.KINDS[found >> 6]
    return f"{kind} {format_card(found & 63)}" if found >> 6 >= codes.DISCARD else kind


@pytest.mark.parametrize("preset", list(PRESETS))
def test_its_actions_are_legal(preset: str) -> None:
    """Over three thousand deals, followed by the game room."""
    rules = PRESETS[preset]
    _, log = play_out("stranger", "stranger", rules, pairs=96, seed=SEED, logged=50)
    deals = [row for row in log.tolist() if row[arena.CHOICES]]
    assert len(deals) > 550
    for row in deals:
        ends = replayed(row, rules)
        assert row[arena.SCORED] in [points_of(deal) for deal in ends], f"seed {SEED}: {row}"


def test_it_is_no_easy_prey() -> None:
    found = play("stranger", "simple", PRESETS["knock10"], pairs=300, seed=SEED)
    assert found.games_won_ci[0] > 0.45


@pytest.mark.parametrize(
    ("cards", "upcard", "turns", "expected"),
    [
        ("7c 7d Kc Qs 2h 4d 9s Jh 3c 5s", "7h", 8, "pile"),  # makes a set
        ("7c 8c Kc Qs 2h 4d 9s Jh 3c 5s", "9c", 8, "pile"),  # makes a run
        ("7c 7d Kc Qs 2h 4d 9s Jh 3c 5s", "8d", 0, "stock"),  # two in a row are no meld
        ("7c 7d Kc Qs 2h 4d 9s Jh 3c 5s", "Ah", 0, "pile"),  # small, and Kc is of no use
        ("7c 7d Kc Qs 2h 4d 9s Jh 3c 5s", "Ah", 5, "stock"),  # too late for that
        ("7c 7d Kc Ks 2h 4d 9s 8h 3c 5s", "Ah", 0, "stock"),  # the kings are a pair
    ],
)
def test_it_takes_melds_and_early_small_cards(
    cards: str, upcard: str, turns: int, expected: str
) -> None:
    assert choice(sight(cards, upcard=upcard, turns=turns)) == expected


def test_it_throws_high_loose_cards_and_keeps_company_while_it_is_alive() -> None:
    # Loose are two kings, a queen and a deuce.
    cards = MELDS + "Kd Kh Qs 2d"
    assert choice(sight(cards, turns=0)) == "discard Qs"
    assert choice(sight(cards, turns=0, dead="Kc Ks")) == "discard Kd"
    # Of two in a row, either of the cards that would make a run is enough.
    cards = MELDS + "Jh Qh Ks 2d"
    assert choice(sight(cards, turns=0)) == "discard Ks"
    assert choice(sight(cards, turns=0, dead="Kh")) == "discard Ks"
    assert choice(sight(cards, turns=0, dead="Kh Th")) == "discard Jh"


def test_late_a_pair_is_worth_less() -> None:
    # A king of a pair counts 10 - 4 early and 10 - 2 late, the seven 7.
    cards = MELDS + "Kc Kh 7c Ad"
    assert choice(sight(cards, turns=4, dead="6c")) == "discard 7c"
    assert choice(sight(cards, turns=5, dead="6c")) == "discard Kc"


def test_it_throws_what_they_threw_and_not_what_they_hold() -> None:
    cards = MELDS + "Jh Qs 7d Ad"
    assert choice(sight(cards, thrown="Qc")) == "discard Qs"
    assert choice(sight(cards, thrown="Jc")) == "discard Jh"
    assert choice(sight(cards, thrown="Th")) == "discard Jh"
    # Both cost 10 - 5 points, so the seven goes.
    assert choice(sight(cards, known="Qc Jc")) == "discard 7d"


def test_it_knocks_early_or_low_or_at_the_end() -> None:
    cards = MELDS + "Ac 2d 7s Kh"  # 10 points after the king is gone
    assert choice(sight(cards, turns=5)) == "knock Kh"
    assert choice(sight(cards, turns=6)) == "discard Kh"
    assert choice(sight(cards, turns=6, left=8)) == "knock Kh"
    assert choice(sight(MELDS + "Ac 2d 3s Kh", turns=12)) == "knock Kh"  # 6 points


def test_it_goes_gin_whenever_it_can() -> None:
    assert choice(sight("2c 3c 4c 5c 9d 9h 9s Tc Td Th 7s", turns=12)) == "gin 7s"
