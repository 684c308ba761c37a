"""Games in the compiled arena are games by the rules of the game room."""

from dataclasses import replace

import numpy as np
import pytest

from trainer.game import (
    PRESETS,
    Action,
    Deal,
    Rules,
    best_layoff,
    best_spreads,
    layoff_targets,
)
from trainer.lab import kernel_arena as arena
from trainer.lab.ladder import Ladder, UnknownBot, bot_number, play, play_out, summed_up
from trainer.lab.logs import actions_of
from trainer.solver.weights import nets

SEED = 411


def replayed(row: list[int], rules: Rules) -> list[Deal]:
    """The end of a logged deal, every action of which the game room has accepted.

    One for each spread that a knock may lie in: of least deadwood, with fewest layoff targets.
    """
    *_, (deal, action) = actions_of(row, rules)
    if action.kind != "knock":
        return [deal.after(action)]
    held = deal.hands[deal.turn]
    assert held is not None
    assert action.card is not None
    left = held & ~(1 << action.card)
    spreads = best_spreads(left)
    open_cards = [(layoff_targets(spread.melds) & ~left).bit_count() for spread in spreads]
    return [
        laid_off(deal.after(Action("knock", action.card, spread.melds)))
        for spread, number in zip(spreads, open_cards, strict=True)
        if number == min(open_cards)
    ]


def laid_off(deal: Deal) -> Deal:
    """A deal after a knock with the best layoff."""
    held = deal.hands[deal.turn]
    assert held is not None
    return deal.after(Action("lay", laid=best_layoff(deal.table.spread, held).laid))


def points_of(deal: Deal) -> int:
    """Seat 0's points less seat 1's."""
    result = deal.result
    assert result is not None
    return result.points[0] - result.points[1]


@pytest.mark.parametrize("preset", list(PRESETS))
@pytest.mark.parametrize(
    ("a", "b"),
    [("simple", "camper"), ("base", "hoarder"), ("learnt", "eager"), ("search", "simple")],
)
def test_every_action_is_legal_and_every_score_right(preset: str, a: str, b: str) -> None:
    rules = PRESETS[preset]
    _, log = play_out(a, b, rules, pairs=8, seed=SEED, logged=100, worlds=6)
    deals = [row for row in log.tolist() if row[arena.CHOICES]]
    assert len(deals) > 50
    ours = {0: 0, 1: 0}
    for row in deals:
        ends = replayed(row, rules)
        assert all(deal.phase == "over" for deal in ends)
        assert row[arena.SCORED] in [points_of(deal) for deal in ends], f"seed {SEED}: {row}"
        ours[row[arena.SWAPPED]] += 1
    assert min(ours.values()) > 20


def test_the_games_of_a_pair_have_the_same_cards_and_swapped_seats() -> None:
    _, log = play_out("simple", "simple", PRESETS["knock10"], pairs=2, seed=SEED, logged=60)
    firsts: dict[tuple[int, int], list[int]] = {}
    for row in log.tolist():
        if row[arena.CHOICES]:
            firsts.setdefault((row[arena.PAIR], row[arena.SWAPPED]), row)
    for pair in range(2):
        one, other = firsts[pair, 0], firsts[pair, 1]
        assert one[arena.DECK : arena.DECK + 52] == other[arena.DECK : arena.DECK + 52]
        assert one[arena.DEALER] == other[arena.DEALER]


def test_results_depend_on_the_seed_only(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = PRESETS["oklahoma"]
    many, _ = play_out("simple", "base", rules, pairs=40, seed=SEED)
    monkeypatch.setattr("os.cpu_count", lambda: 1)
    one, _ = play_out("simple", "base", rules, pairs=40, seed=SEED)
    assert np.array_equal(many, one)
    other, _ = play_out("simple", "base", rules, pairs=40, seed=SEED + 1)
    assert not np.array_equal(many, other)


def test_a_search_depends_on_the_seed_only(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = PRESETS["ruby"]
    many, _ = play_out("search", "camper", rules, pairs=10, seed=SEED, worlds=4)
    monkeypatch.setattr("os.cpu_count", lambda: 1)
    one, _ = play_out("search", "camper", rules, pairs=10, seed=SEED, worlds=4)
    assert np.array_equal(many, one)


def test_a_bot_against_itself_wins_half() -> None:
    found = play("base", "base", PRESETS["knock10"], pairs=50, seed=SEED)
    assert found.games_won == 0.5
    assert found.points_per_deal == 0
    # Base has no chance in it, so mirrored games mirror each other exactly.
    assert found.games_won_ci == (0.5, 0.5)


def test_the_first_bot_may_play_by_networks_of_its_own() -> None:
    rules = PRESETS["oklahoma"]
    same, _ = play_out("learnt", "learnt", rules, pairs=20, seed=SEED, own_nets=nets())
    assert (same[:, arena.POINTS] == 0).all()
    nothing = np.zeros_like(nets())  # it likes all throws and knocks alike
    worse, _ = play_out("learnt", "learnt", rules, pairs=20, seed=SEED, own_nets=nothing)
    assert worse[:, arena.POINTS].mean() < 0


def test_one_deal_games() -> None:
    rules = replace(PRESETS["knock10"], target=None)
    results, _ = play_out("base", "simple", rules, pairs=30, seed=SEED)
    assert (results[:, arena.DEALS] == 2).all()


def test_intervals_are_clustered_by_pair() -> None:
    rows = np.array([[4, 40, 10], [2, 0, 10], [0, -20, 12], [4, 60, 8]], np.int64)
    found = summed_up("a", "b", PRESETS["knock10"], rows, 1)
    assert isinstance(found, Ladder)
    assert found.games == 8
    assert found.games_won == 0.625
    spread = np.std([1, 0.5, 0, 1], ddof=1) / 2
    assert found.games_won_ci == pytest.approx(
        (0.625 - 1.96 * spread, 1.0), 1e-3
    )  # no more than all
    assert found.points_per_deal == 2.0
    left = np.array([20, -20, -44, 44])
    error = np.sqrt((left**2).sum() * 4 / 3) / 40
    assert found.points_per_deal_ci == pytest.approx((2 - 1.96 * error, 2 + 1.96 * error), 1e-3)


def test_unknown_bots_are_named_with_a_suggestion() -> None:
    with pytest.raises(UnknownBot, match="no bot 'campers', did you mean 'camper'"):
        bot_number("campers")
