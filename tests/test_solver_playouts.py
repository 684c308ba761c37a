"""Playouts in the kernels are deals by the rules of the game room, step for step."""

from itertools import islice
from random import Random
from typing import NamedTuple

import numpy as np
import pytest

from tests.solver_deals import random_decisions
from trainer.game import (
    MELDS,
    PRESETS,
    Action,
    Deal,
    best_layoff,
    is_run,
    is_set,
    parse_card,
    parse_hand,
)
from trainer.solver import Cancelled, choose
from trainer.solver.belief import sample_worlds
from trainer.solver.codes import ENDINGS, KINDS
from trainer.solver.kernel_cards import fill_spread
from trainer.solver.kernel_playout import evaluate, trace
from trainer.solver.playouts import run
from trainer.solver.table_play import table_play
from trainer.solver.view import candidate_of, candidates_of, view_of

SEED = 20240607


class Played(NamedTuple):
    """A playout: the actions of all seats, and the scores from the deciding seat on."""

    actions: list[Action]
    scores: tuple[int, ...]
    ending: str


def kernel_playout(deal: Deal, first: Action) -> Played:
    """The kernel's playout of a deal from the seat to act, with the true hidden cards."""
    seat = deal.turn
    view = view_of(deal.position(seat))
    hands = [held or 0 for held in deal.hands]
    view.hands[:] = [*hands[seat:], *hands[:seat]]
    choices = np.full(400, -1, np.int64)
    scores = np.zeros(deal.players, np.int64)
    stock = np.array(deal.stock, np.int64)
    ending = trace(view, np.array(candidate_of(first), np.int64), stock, scores, choices)
    assert choices[-1] == -1, "the playout is longer than the trace"
    actions = [action_of(choice) for choice in choices.tolist() if choice >= 0]
    assert str(actions[0]) == first.label
    actions[0] = first
    if actions[-1].kind == "knock" and len(actions) > 1:
        # Which of several best spreads the kernel lays down is its own affair.
        knocker = (len([a for a in actions if a.kind in ("discard", "pass")])) % deal.players
        actions[-1] = Action("knock", actions[-1].card, kernel_spread(view.hands[knocker]))
    return Played(actions, tuple(scores.tolist()), ENDINGS[ending])


def action_of(choice: int) -> Action:
    kind, card = KINDS[choice >> 6], choice & 63
    return Action(kind, card if kind in ("discard", "knock", "gin") else None)


def kernel_spread(hand: int) -> tuple[int, ...]:
    """The melds that a kernel knocks with."""
    runs, sets = np.zeros(1, np.int64), np.zeros(1, np.int64)
    fill_spread(np.array([hand], np.int64), runs, sets)
    left_runs, left_sets = int(runs[0]), int(sets[0])
    melds = []
    for meld in sorted(MELDS, key=int.bit_count, reverse=True):
        if is_run(meld) and meld & left_runs == meld:
            left_runs ^= meld
            melds.append(meld)
        elif is_set(meld) and meld & left_sets == meld:
            left_sets ^= meld
            melds.append(meld)
    assert not left_runs
    assert not left_sets
    return tuple(melds)


def replayed(deal: Deal, actions: list[Action]) -> Deal:
    """The same actions in the game room, which checks each of them, and the best layoffs."""
    for action in actions:
        assert deal.phase != "over", "the kernel plays on after the end"
        deal = deal.after(action)
    while deal.phase == "layoff":
        held = deal.hands[deal.turn]
        assert held is not None
        deal = deal.after(Action("lay", laid=best_layoff(deal.table.spread, held).laid))
    return deal


def ending_of(deal: Deal, seat: int) -> str:
    """The ending of a finished deal as a seat sees it."""
    result, knocker = deal.result, deal.table.knocker
    assert result is not None
    if knocker is None:
        return "void"
    if result.kind in ("gin", "big gin"):
        return "my gin" if knocker == seat else "their gin"
    least = result.deadwood[knocker]
    below = [s for s in range(deal.players) if s != knocker and result.deadwood[s] <= least]
    if knocker == seat:
        return "undercut by them" if below else "my knock"
    return "my undercut" if seat in below else "their knock"


def test_playouts_are_legal_deals_with_the_true_score() -> None:
    rng = Random(SEED)
    endings: set[str] = set()
    cases: set[tuple[str, int, str]] = set()
    kinds: set[str] = set()
    for deal, position in islice(random_decisions(rng), 3000):
        first = rng.choice(position.legal_actions())
        played = kernel_playout(deal, first)
        end = replayed(deal, played.actions)
        where = f"seed {SEED}: {position.to_mapping()}, {first}"
        assert end.phase == "over", where
        assert end.result is not None
        seat = deal.turn
        scored = end.result.points
        assert (*scored[seat:], *scored[:seat]) == played.scores, where
        assert played.ending == ending_of(end, seat), where
        endings.add(played.ending)
        kinds.update(action.kind for action in played.actions)
        cases.add((deal.rules.preset, deal.players, position.ask))
    assert endings == set(ENDINGS)
    assert kinds == set(KINDS)
    presets_and_players = 4 * 3 + 2  # pocket and ruby seat two only
    assert len({case[:2] for case in cases}) == presets_and_players


def test_the_policy_for_python_is_the_one_in_the_kernels() -> None:
    rng = Random(SEED)
    for deal, _ in islice(random_decisions(rng, per_deal=1), 150):
        after = deal
        for action in kernel_playout(deal, choose(deal.position(deal.turn))).actions:
            chosen = choose(after.position(after.turn))
            assert chosen.label == action.label, f"seed {SEED}: {after.to_mapping()}"
            after = after.after(action)


def test_values_are_the_scores_of_the_sampled_worlds() -> None:
    """What ``evaluate`` averages is what ``trace`` plays in the worlds that ``belief`` shows."""
    rng = Random(SEED)
    for _, position in islice(random_decisions(rng, per_deal=1), 40):
        actions = position.legal_actions()
        candidates = candidates_of(actions)
        values = np.zeros((5, len(actions)))
        endings = np.zeros((5, len(actions)), np.int64)
        evaluate(view_of(position), candidates, 99, 3, values, endings)
        for number, world in enumerate(sample_worlds(position, 5, seed=99, first=3)):
            for i, candidate in enumerate(candidates):
                view = view_of(position)
                view.hands[:] = world.hands
                scores = np.zeros(position.players, np.int64)
                stock = np.array(world.stock, np.int64)
                ending = trace(view, candidate, stock, scores, np.zeros(0, np.int64))
                mine, *others = scores.tolist()
                assert endings[number, i] == ending
                assert values[number, i] == mine - sum(others) / len(others)


def test_a_knock_is_settled_with_the_spread_it_names() -> None:
    """Holding back a meld denies layoffs: the same knock, two spreads, two scores."""
    hands = ("Ah 2h 3h 9c 9d 9s Jc Qc Kc 4c", "4h 5h Kd Ks 8c 8d 2c 2d 7s Th")
    dealt = [parse_hand(hand) for hand in hands]
    rest = [card for card in range(52) if not (dealt[0] | dealt[1]) >> card & 1]
    kh, eight = parse_card("Kh"), parse_card("8s")
    deck = (eight, *(card for card in rest if card not in (kh, eight)))
    deal = Deal.of(PRESETS["knock10"], 1, kh, tuple(dealt), deck)
    for action in ("pass", "pass", "stock"):
        deal = deal.after(Action.parse(action))
    whole = kernel_playout(deal, Action.parse("knock 8s: Ah 2h 3h | 9c 9d 9s | Jc Qc Kc"))
    held_back = kernel_playout(deal, Action.parse("knock 8s: 9c 9d 9s | Jc Qc Kc"))
    assert whole.scores == (66 - 4 - 5 - 4, 0)  # 4h and 5h are laid off, 4c is my deadwood
    assert held_back.scores == (66 - 10, 0)


def test_sums_do_not_depend_on_the_number_of_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    position = Deal.start(PRESETS["oklahoma"], 3, 0, Random(4)).position(1)
    candidates = candidates_of(position.legal_actions())
    runs = []
    for threads in (1, 3):
        monkeypatch.setattr("os.cpu_count", lambda n=threads: n)
        runs.append(run(table_play(view_of(position), candidates, 8), 700))
    one, other = runs
    for a, b in zip((*one.points, *one.endings), (*other.points, *other.endings), strict=True):
        assert np.array_equal(a, b)


def test_errors_are_those_of_the_values_themselves() -> None:
    position = Deal.start(PRESETS["oklahoma"], 2, 1, Random(4)).position(0)
    candidates = candidates_of(position.legal_actions())
    outcome = run(table_play(view_of(position), candidates, 8), 300)
    values = np.zeros((300, len(candidates)))
    endings = np.zeros((300, len(candidates)), np.int64)
    evaluate(view_of(position), candidates, 8, 0, values, endings)
    points = outcome.points
    assert points.means == pytest.approx(values.mean(axis=0))
    assert points.errors == pytest.approx(values.std(axis=0, ddof=1) / 300**0.5)
    gaps = values - values[:, [0]]
    assert points.gap_errors(0) == pytest.approx(gaps.std(axis=0, ddof=1) / 300**0.5)
    assert outcome.endings.shares.sum(axis=1) == pytest.approx(np.ones(len(candidates)))
    assert outcome.endings.points.sum(axis=1) == pytest.approx(points.means)
    for code in range(len(ENDINGS)):
        came = endings[:, 0] == code
        assert outcome.endings.shares[0, code] == pytest.approx(came.mean())
        assert outcome.endings.points[0, code] == pytest.approx((values[:, 0] * came).mean())
        scored = values * (endings == code)
        apart = (scored - scored[:, [0]]).std(axis=0, ddof=1) / 300**0.5
        assert outcome.endings.gap_errors(0)[:, code] == pytest.approx(apart, abs=1e-9)


def test_a_run_can_be_stopped() -> None:
    position = Deal.start(PRESETS["oklahoma"], 2, 1, Random(4)).position(0)
    asked = []

    def enough() -> bool:
        asked.append(1)
        return len(asked) > 20

    play = table_play(view_of(position), candidates_of(position.legal_actions()), 1)
    with pytest.raises(Cancelled, match="stopped"):
        run(play, 10**9, enough)
