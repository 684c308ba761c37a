"""Layoffs against the exhaustive reference, and the worked positions."""

import json
from itertools import combinations
from pathlib import Path
from random import Random

import pytest

from tests import reference
from tests.hands import mask, random_defender, random_hand, random_knock, text_cards, text_spread
from trainer import game

DATA = Path(__file__).parent / "data"
WORKED = json.loads((DATA / "layoffs.json").read_text(encoding="utf-8"))


def check_layoff(melds: reference.Spread, defender: reference.Cards, where: str) -> None:
    best = game.best_layoff([mask(meld) for meld in melds], mask(defender))
    laid = text_cards(best.laid)
    rest = defender - laid
    assert best.deadwood == reference.layoff_deadwood(melds, defender), where
    assert laid in reference.all_layoffs(melds, defender), where
    own = text_spread(best.spread.melds)
    assert own in reference.best_spreads(rest), where
    assert text_cards(best.spread.loose) == rest - reference.cards_in(own), where
    assert best.spread.deadwood == best.deadwood == reference.deadwood(rest), where


@pytest.mark.parametrize(("size", "count"), [(10, 12_000), (7, 9_000)])
def test_random_knocks(size: int, count: int) -> None:
    """21,000 knocks in all, with any legal spread, against defenders who often can lay off."""
    seed = 4000 + size
    random = Random(seed)
    laying = 0
    for number in range(count):
        melds, knocker = random_knock(random, size, limit=10)
        defender = random_defender(random, size, melds, knocker)
        where = f"seed {seed}, knock {number}: {sorted(map(sorted, melds))} {sorted(defender)}"
        check_layoff(melds, defender, where)
        laying += reference.layoff_deadwood(melds, defender) < reference.deadwood(defender)
    assert laying > count / 8  # the knocks are worth testing


def test_own_melds_first_is_wrong() -> None:
    """Fixing one's own melds first costs points in a percent or two of random knocks."""
    seed = 5000
    random = Random(seed)
    wrong = 0
    for _ in range(2_000):
        melds, knocker = random_knock(random, 10, limit=10)
        defender = frozenset(random.sample(sorted(set(reference.DECK) - knocker), 10))
        first = reference.own_melds_first_deadwood(melds, defender)
        best = game.best_layoff([mask(meld) for meld in melds], mask(defender)).deadwood
        assert best <= first
        wrong += best < first
    assert 2 <= wrong <= 80, f"seed {seed}"


@pytest.mark.parametrize("case", WORKED, ids=lambda case: case["name"])
def test_worked_layoffs(case: dict[str, object]) -> None:
    melds, defender = reference.spread(str(case["melds"])), reference.cards(str(case["defender"]))
    assert case["no_layoff"] == reference.deadwood(defender)
    assert case["own_melds_first"] == reference.own_melds_first_deadwood(melds, defender)
    assert case["best"] == reference.layoff_deadwood(melds, defender)
    assert case["no_layoff"] == game.deadwood(mask(defender))
    best = game.best_layoff(game.parse_spread(str(case["melds"])), mask(defender))
    assert best.deadwood == case["best"]
    # Several layoffs may be equally good; the stated one has to be among them.
    laid = reference.cards(str(case["laid"]))
    assert laid in reference.all_layoffs(melds, defender)
    assert reference.deadwood(defender - laid) == case["best"]
    check_layoff(melds, defender, str(case["name"]))


def test_which_cards_can_be_laid() -> None:
    """Every subset of a defender's hand: laid cards have to connect one by one."""
    seed = 6000
    random = Random(seed)
    for number in range(60):
        melds, knocker = random_knock(random, 10, limit=10)
        defender = random_defender(random, 7, melds, knocker)
        table = [mask(meld) for meld in melds]
        possible = reference.all_layoffs(melds, defender)
        for size in range(len(defender) + 1):
            for some in combinations(sorted(defender), size):
                where = f"seed {seed}, knock {number}: {table} {some}"
                assert game.can_lay(table, mask(some)) == (frozenset(some) in possible), where


def test_cards_that_fit_right_now() -> None:
    seed = 7000
    random = Random(seed)
    for number in range(3_000):
        melds, _ = random_knock(random, random.choice([7, 10]), limit=10)
        targets = game.layoff_targets([mask(meld) for meld in melds])
        where = f"seed {seed}, knock {number}: {sorted(map(sorted, melds))}"
        assert text_cards(targets) == reference.cards_that_fit(melds), where


def test_nothing_is_laid_without_melds() -> None:
    random = Random(8000)
    for _ in range(200):
        hand = random_hand(random, 10)
        best = game.best_layoff([], mask(hand))
        assert (best.deadwood, best.laid) == (reference.deadwood(hand), 0)
    assert game.layoff_targets([]) == 0
    assert game.can_lay([], 0)
