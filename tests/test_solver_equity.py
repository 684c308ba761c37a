"""Match equity beside slower ways to find it: by hand, by recursion, and by playing matches out.

The recursion and the simulations have nothing from the solver but the counts of the data file; what
an ending scores is worked out here once more, and matches are kept by `trainer.game.Match`.
"""

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from math import sqrt

import numpy as np
import pytest

from trainer.game import PRESETS, Match, Position, Result, Rules, Score
from trainer.game.match import Column
from trainer.solver import equity, outcomes
from trainer.solver.equity import stakes, stakes_of
from trainer.solver.outcomes import prospect

SEED = 20261201
Ending = tuple[float, int, int]
"""A chance, who wins (0 the dealer, 1 the other, -1 nobody), and the points."""


def endings(rules: Rules) -> list[Ending]:
    """How a deal may end, from the raw counts."""
    found = []
    for upcard in range(52):
        limit = upcard % 13 + 1 if rules.fixed_limit is None else rules.fixed_limit
        limit = rules.ace_limit if limit == 1 and rules.fixed_limit is None else min(limit, 10)
        factor = 2 if rules.spade_doubles and upcard >= 39 else 1
        eager = min(rules.knock_bonus, 20) / 20
        mixed = zip((1 - eager, eager), outcomes.counts()[:, limit], strict=True)
        ended = sum(share * part / part[:, [0, 1, 2, 3, 6]].sum() for share, part in mixed)
        big = rules.gin_bonus if rules.big_gin_bonus is None else rules.big_gin_bonus
        gins = (2, 3) if rules.melds_after_gin else (4, 5)
        scored = {0: rules.knock_bonus, 1: rules.undercut_bonus, gins[0]: rules.gin_bonus}
        for kind, bonus in {**scored, gins[1]: big}.items():
            for side in (0, 1):
                for difference, chance in enumerate(ended[side, kind].tolist()):
                    if chance:
                        found.append((chance / 52, side, factor * (bonus + difference)))
        found.append((ended[0, 6, 0] / 52, -1, 0))
    return found


def slow_race(rules: Rules) -> Callable[[int, int, int, int, int], tuple[float, float]]:
    """Chance and margin of a match by recursion, from points, deals won, and who deals."""
    counted = 99 if rules.box else 1  # without boxes it matters only whether any deal was won
    merged: dict[tuple[int, int], float] = {}
    for chance, side, points in endings(rules):
        if side >= 0:
            merged[side, points] = merged.get((side, points), 0.0) + chance
    scored = sum(merged.values())

    @cache
    def after(mine: int, theirs: int, won: int, lost: int, dealer: int) -> tuple[float, float]:
        chance = margin = 0.0
        for (side, points), share in merged.items():
            seat = dealer if side == 0 else 1 - dealer
            a, b = (mine + points, theirs) if seat == 0 else (mine, theirs + points)
            n = min(counted, won + (seat == 0))
            m = min(counted, lost + (seat == 1))
            assert rules.target is not None
            if max(a, b) >= rules.target:
                ahead = a - b + rules.box * (n - m) + rules.game_bonus * (1 if a > b else -1)
                shut = rules.shutout_doubles and (m if a > b else n) == 0
                found = (float(a > b), float(ahead * (2 if shut else 1)))
            else:
                following = 1 - dealer if rules.next_dealer == "alternate" else seat
                found = after(a, b, n, m, following)
            chance += share / scored * found[0]
            margin += share / scored * found[1]
        return chance, margin

    return after


def now(rules: Rules, points: tuple[int, int], dealer: int) -> float:
    """The chance before a deal: that after a void one."""
    return at(rules, Score(points, (0, 0)), dealer, 0)[0]


def at(
    rules: Rules, score: Score, dealer: int, result: int, multiplier: int = 1
) -> tuple[float, float]:
    """Chance and margin after a result of the deal."""
    found = stakes(rules, score, dealer, multiplier)
    assert found is not None
    place = found.most + result // multiplier
    return float(found.chance[place]), 0.0 if found.margin is None else float(found.margin[place])


# -- by hand ---------------------------------------------------------------------------------------


@pytest.fixture
def coin(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Deals that the dealer wins by a knock of 10 in 3 of 10, the other in 5; 2 are void."""
    counts = np.zeros(outcomes.SHAPE, np.int64)
    counts[:, :, 0, outcomes.BY_KNOCK, 10] = 3
    counts[:, :, 1, outcomes.BY_KNOCK, 10] = 5
    counts[:, :, 0, outcomes.NO_SCORE, 0] = 2
    caches = (prospect, equity.race, stakes)
    for kept in caches:
        kept.cache_clear()
    monkeypatch.setattr(outcomes, "counts", lambda: counts)
    yield
    for kept in caches:
        kept.cache_clear()


@pytest.mark.usefixtures("coin")
def test_a_race_of_two_deals_by_hand() -> None:
    rules = Rules(target=20, spade_doubles=False)
    # At 10-10 the next scored deal decides: 3/8 for the dealer.
    assert now(rules, (10, 10), 0) == pytest.approx(3 / 8)
    assert now(rules, (10, 10), 1) == pytest.approx(5 / 8)
    # At 10-0 I deal: I win at once by 3/8, else it is 10-10 and they deal.
    assert now(rules, (10, 0), 0) == pytest.approx(3 / 8 + 5 / 8 * 5 / 8)
    # At 0-0 I deal: after my win they deal at 10-0, after theirs at 0-10.
    at_10_0 = 5 / 8 + 3 / 8 * 3 / 8  # I do not deal: 5/8, else 10-10 and I deal
    at_0_10 = 5 / 8 * 3 / 8  # I must win now, and then as the dealer
    assert now(rules, (0, 0), 0) == pytest.approx(3 / 8 * at_10_0 + 5 / 8 * at_0_10)
    winner = replace(rules, next_dealer="winner")
    # The winner deals: after my win at 0-10 I deal again.
    assert now(winner, (0, 10), 1) == pytest.approx(5 / 8 * 3 / 8)
    assert now(winner, (0, 10), 0) == pytest.approx(3 / 8 * 3 / 8)
    assert now(winner, (10, 0), 0) == pytest.approx(3 / 8 + 5 / 8 * 5 / 8)


@pytest.mark.usefixtures("coin")
def test_boxes_bonus_and_shutout_by_hand() -> None:
    rules = Rules(target=20, spade_doubles=False, box=5, game_bonus=7, shutout_doubles=True)
    # I am 10 ahead with one box, and deal. I win: 20-0, two boxes, the bonus, all twice. Else it is
    # 10-10, they deal, and the next winner is 10 and the bonus ahead, with two boxes against one.
    won, level = 2 * (20 + 10 + 7), 10 + 5 + 7
    margin = 3 / 8 * won + 5 / 8 * (5 / 8 * level - 3 / 8 * level)
    assert at(rules, Score((10, 0), (1, 0)), 0, 0)[1] == pytest.approx(margin)
    # Knocking for 10 now ends it.
    assert at(rules, Score((10, 0), (1, 0)), 0, 10) == (1.0, won)
    # A score in bare points has no boxes so far, here 5 less each time, doubled or not.
    bare = 3 / 8 * (won - 10) + 5 / 8 * (5 / 8 * (level - 5) - 3 / 8 * (level + 5))
    assert at(rules, Score((10, 0), (0, 0)), 0, 0)[1] == pytest.approx(bare)


# -- by recursion ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "rules",
    [
        replace(PRESETS["ruby"], target=12, game_bonus=40),
        replace(PRESETS["rulebook"], target=40),
        replace(PRESETS["online"], target=12, box=10, next_dealer="winner"),
        replace(PRESETS["knock10"], target=30, gin_bonus=10, undercut_bonus=15, big_gin_bonus=20),
        replace(PRESETS["oklahoma"], target=25, next_dealer="winner", shutout_doubles=True),
    ],
    ids=lambda rules: rules.preset,
)
def test_the_race_is_that_of_a_slow_recursion(rules: Rules) -> None:
    slow = slow_race(rules)
    assert rules.target is not None
    last = rules.target - 1
    for mine, theirs in ((0, 0), (0, last), (3, 7), (last, 5), (last, last), (4, 4)):
        won, lost = (2 if mine else 0), (1 if theirs else 0)
        score = Score((mine, theirs), (won, lost))
        for dealer in (0, 1):
            chance, margin = slow(mine, theirs, won, lost, dealer)
            found = at(rules, score, dealer, 0)
            assert found[0] == pytest.approx(chance, abs=1e-9)
            if equity.has_margin(rules):
                assert found[1] == pytest.approx(margin, abs=1e-6)
            if mine + 6 <= last:
                following = 1 - dealer if rules.next_dealer == "alternate" else 0
                chance, margin = slow(mine + 6, theirs, won + 1, lost, following)
                found = at(rules, score, dealer, 6)
                assert found[0] == pytest.approx(chance, abs=1e-9)
                if equity.has_margin(rules):
                    assert found[1] == pytest.approx(margin, abs=1e-6)


@pytest.mark.parametrize("name", PRESETS)
def test_chances_of_a_deal_sum_to_one(name: str) -> None:
    deal = prospect(PRESETS[name])
    assert deal.dealer.sum() + deal.other.sum() + deal.void == pytest.approx(1.0)
    mean = sum(chance * points for chance, side, points in endings(PRESETS[name]) if side == 0)
    assert deal.dealer @ np.arange(deal.dealer.size) == pytest.approx(mean)


# -- what must hold anyway -------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["oklahoma", "rulebook", "ruby"])
def test_both_sides_of_a_score_have_one_chance_between_them(name: str) -> None:
    rules = PRESETS[name]
    for mine, theirs in ((0, 0), (40, 40), (90, 10), (99, 63)):
        for dealer in (0, 1):
            other = now(rules, (theirs, mine), 1 - dealer)
            assert now(rules, (mine, theirs), dealer) + other == pytest.approx(1.0)
    assert now(rules, (40, 40), 0) == pytest.approx(0.5, abs=0.02)  # what the deal is worth


@pytest.mark.parametrize("target", [100, 250, 600])
def test_more_points_are_never_worse(target: int) -> None:
    rules = Rules(target=target)
    table, unit = equity.race(rules)
    chance = table[..., equity.CHANCE]
    assert len(table) <= equity.MOST_STEPS
    assert len(table) * unit >= target
    # Those who deal alternate, so one point more never changes who deals.
    assert (np.diff(chance, axis=0) > -1e-12).all()
    assert (np.diff(chance, axis=1) < 1e-12).all()


def test_a_long_race_in_steps_is_near_the_exact_one(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = Rules(target=240)
    exact = [now(rules, points, 0) for points in ((0, 0), (60, 120), (200, 180), (230, 8))]
    equity.race.cache_clear()
    stakes.cache_clear()
    monkeypatch.setattr(equity, "MOST_STEPS", 120)
    in_steps = [now(rules, points, 0) for points in ((0, 0), (60, 120), (200, 180), (230, 8))]
    equity.race.cache_clear()
    stakes.cache_clear()
    assert in_steps == pytest.approx(exact, abs=0.004)


def test_a_score_that_is_level_past_the_target_plays_on() -> None:
    rules = Rules()
    score = Score((120, 120), (3, 3))
    assert at(rules, score, 0, 1)[0] == 1.0
    assert at(rules, score, 0, -1)[0] == 0.0
    assert at(rules, score, 0, 0)[0] == pytest.approx(now(rules, (99, 99), 0), abs=0.001)


def test_there_is_no_match_chance_without_a_match_of_two() -> None:
    position = {
        "dealer": "them",
        "first_upcard": "8h",
        "hand": "2c 2d 2s 4h 5h 6h 9c Td 3s Ac",
        "history": "",
    }
    assert stakes_of(Position.from_mapping(position)) is None
    stated = {**position, "score": [10, 20]}
    assert stakes_of(Position.from_mapping(stated)) is not None
    single = {**stated, "rules": {"preset": "online", "target": None}}
    assert stakes_of(Position.from_mapping(single)) is None
    three = {
        "players": 3,
        "dealer": 2,
        "first_upcard": "8h",
        "hand": "2c 2d 2s 4h 5h 6h 9c",
        "score": [10, 20, 0],
        "history": "",
    }
    assert stakes_of(Position.from_mapping(three)) is None


# -- by playing matches ----------------------------------------------------------------------------


def played(match: Match, ended: list[Ending], rng: random.Random) -> Match:
    """A match played to its end by deals that end by lot."""
    lots = rng.choices(ended, weights=[chance for chance, _, _ in ended], k=400)
    for _, side, points in lots:
        if match.over:
            break
        winner = None if side < 0 else match.dealer if side == 0 else 1 - match.dealer
        scored = tuple(points if seat == winner else 0 for seat in (0, 1))
        match = match.after(Result("knock", scored, winner, (0, 0)))
    assert match.over
    return match


COLUMNS = (Column((60, 80), (3, 2)), Column((30, 0), (1, 0)), Column((0, 0), (0, 0)))


@pytest.mark.parametrize(
    ("rules", "score"),
    [
        (PRESETS["ruby"], Score((0, 0), (0, 0))),
        (PRESETS["ruby"], Score((110, 0), (3, 0))),
        (PRESETS["ruby"], Score((60, 120), (1, 3))),
        (Rules(hollywood=True), Score.start(Rules(hollywood=True), 2)),
        (Rules(hollywood=True, box=20), Score((60, 80), (3, 2), COLUMNS)),
        (replace(PRESETS["ruby"], hollywood=True), Score((60, 80), (3, 2), COLUMNS)),
    ],
)
@pytest.mark.parametrize("result", [0, 30, -45])
def test_chances_and_margins_are_those_of_matches_played(
    rules: Rules, score: Score, result: int
) -> None:
    matches = 3000
    ended = endings(rules)
    rng = random.Random(SEED + result)
    begun = Match(rules, 2, 0, score)
    if result:
        scored = (max(result, 0), max(-result, 0))
        begun = begun.after(Result("knock", scored, 0 if result > 0 else 1, (0, 0)))
    won, margins = [], []
    for _ in range(matches):
        match = played(begun, ended, rng)
        won.append(0.5 if match.winner is None else float(match.winner == 0))
        margins.append(
            sum(
                (1 if column.winner == 0 else -1) * max(column.margins)
                for column in match.settlements()
            )
        )
    chance, margin = at(rules, score, 0, result)
    # Hollywood is simulated here too, by 1,024 matches.
    more = 1 + matches / 1024 if rules.hollywood else 1.0
    for found, true in ((chance, won), (margin, margins)):
        error = float(np.std(true)) * sqrt(more / matches)
        assert abs(found - float(np.mean(true))) < 4 * error + 1e-9, f"seed {SEED}"
