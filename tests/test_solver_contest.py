"""Analyses against named opponents: what decided, what they reply, and knocks that are counted."""

from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest

from tests.solver_deals import random_decisions
from tests.test_solver_knocks import going_out
from trainer.game import PRESETS, Action, Deal, Position
from trainer.solver import Cancelled, SolverError, analyse, is_accepted
from trainer.solver import contest as contests
from trainer.solver.codes import ENDINGS, REPLIES
from trainer.solver.contest import contest, opponent_of
from trainer.solver.knocks import knock_outcomes
from trainer.solver.panel import BELIEF, PANEL
from trainer.solver.playouts import run
from trainer.solver.view import candidates_of, view_of

SEED = 1201


def decisions(rng: Random) -> Iterator[Position]:
    """Decisions between two players that need an estimate."""
    for _, position in random_decisions(rng, per_deal=2):
        if position.players == 2 and analyse(position, playouts=2).tier == "estimate":
            yield position


@pytest.mark.parametrize("opponent", PANEL)
def test_endings_and_replies_sum_to_the_value(opponent: str) -> None:
    rng = Random(SEED)
    for position in islice(decisions(rng), 15):
        where = f"seed {SEED}: {position.to_mapping()}"
        answer = analyse(position, playouts=64, opponent=opponent)
        assert (answer.opponent, answer.belief, answer.tier) == (opponent, BELIEF, "estimate")
        legal = {action.label for action in position.legal_actions()}
        assert {entry.action for entry in answer.actions} == legal, where
        for entry in answer.actions:
            assert set(entry.endings) <= set(ENDINGS)
            assert sum(entry.endings.values()) == pytest.approx(1, abs=1e-3), where
            assert sum(entry.ending_points.values()) == pytest.approx(entry.value, abs=1e-3), where
            gives = Action.parse(entry.action).kind in ("discard", "pass")
            assert bool(entry.replies) == gives == (entry.fits is not None), where
            if gives:
                assert set(entry.replies) <= set(REPLIES)
                shares = sum(reply.share for reply in entry.replies.values())
                points = sum(reply.points for reply in entry.replies.values())
                assert shares == pytest.approx(1, abs=1e-3), where
                assert points == pytest.approx(entry.value, abs=1e-3), where
                assert entry.taken is not None
                assert -1e-9 <= entry.taken <= 1 + 1e-9
                assert entry.punishing in entry.replies
                worst = entry.replies[entry.punishing]
                assert worst.value <= entry.value + 1e-3, where


def test_a_card_that_completes_a_known_meld_is_taken() -> None:
    """They took 8h and 9h: the ten makes a run of them, unless both sit in sets already."""
    position = Position.from_mapping(
        {
            "rules": "knock10",
            "players": 2,
            "dealer": "them",
            "first_upcard": "2c",
            "hand": "Th Kc Kd 4s 6d Js 3d 5c Ac Qd 8c",
            "drawn": "8c",
            "history": "x x s/8h p/Ks s/9h p/Jc s8c",
        }
    )
    answer = analyse(position, playouts=256, opponent="learnt")
    entry = next(entry for entry in answer.actions if entry.action == "discard Th")
    assert entry.fits is not None
    assert entry.fits > 0.8
    assert entry.taken is not None
    assert entry.taken > 0.8
    other = next(entry for entry in answer.actions if entry.action == "discard Kc")
    assert other.fits is not None
    assert other.fits < 0.3


@pytest.mark.parametrize("opponent", PANEL)
def test_knocks_are_counted_where_few_hands_are_left(
    opponent: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The counted value is the mean of the outcomes, and what sampling the same belief finds.

    The sampler's short walks leave hands a little heavy late in a deal, hence the slack.
    """
    rng = Random(SEED)
    for _ in range(3):
        position = going_out(rng, 100_000)
        where = f"seed {SEED}: {position.to_mapping()}"
        counted = analyse(position, playouts=2048, opponent=opponent)
        with monkeypatch.context() as patch:
            patch.setattr(contests, "MOST_HANDS", 0)
            sampled = analyse(position, playouts=2048, opponent=opponent)
        view = view_of(position)
        style = opponent_of(opponent).style
        styles = None if style < 0 else [float(number == style) for number in range(3)]
        for entry in counted.actions:
            spread = f": {entry.spread}" if entry.spread else ""
            action = Action.parse(entry.action + spread)
            other = sampled.find(entry.action)
            assert other is not None
            assert not other.enumerated
            assert entry.enumerated == (action.kind in ("knock", "gin", "big gin")), where
            if not entry.enumerated:
                assert entry.error > 0 or len(entry.endings) == 1
                continue
            assert entry.error == 0
            assert all(spread.gap_error == 0 for spread in entry.spreads)
            (ways,) = knock_outcomes(view, candidates_of([action]), styles=styles)
            mean = sum(way.points * way.chance for way in ways)
            assert entry.value == pytest.approx(mean, abs=1e-3), where
            if entry.spread == other.spread:
                slack = 3 * position.multiplier + 4 * other.error
                assert entry.value == pytest.approx(other.value, abs=slack), where


def test_the_panel_says_whether_the_best_action_survives() -> None:
    position = next(decisions(Random(SEED)))
    answer = analyse(position, playouts=128, panel=True)
    assert [opinion.opponent for opinion in answer.panel] == list(PANEL)
    for opinion in answer.panel:
        alone = analyse(position, playouts=128, opponent=opinion.opponent)
        assert alone.best.action == opinion.best
        entry = alone.find(answer.best.action)
        assert entry is not None
        assert (opinion.points_lost, opinion.gap_error) == (entry.points_lost, entry.gap_error)
        assert opinion.survives == is_accepted(
            opinion.points_lost, opinion.gap_error, position.multiplier
        )
    assert answer.survives == all(opinion.survives for opinion in answer.panel)
    plain = analyse(position, playouts=128)
    assert (plain.panel, plain.survives) == ((), None)
    assert plain.actions == answer.actions


def test_threads_and_cancelling(monkeypatch: pytest.MonkeyPatch) -> None:
    position = next(decisions(Random(SEED)))
    first = analyse(position, playouts=300, opponent="simple")
    monkeypatch.setattr("os.cpu_count", lambda: 1)
    assert analyse(position, playouts=300, opponent="simple") == first
    assert analyse(position, playouts=300, opponent="learnt-eager").actions != first.actions
    play = contest(position, view_of(position), candidates_of([]), "learnt", 1)
    with pytest.raises(Cancelled):
        run(play, 10**6, lambda: True)


def test_opponents_that_are_not_there() -> None:
    position = next(decisions(Random(SEED)))
    with pytest.raises(SolverError, match="no opponent 'camel': write learnt, "):
        analyse(position, playouts=16, opponent="camel")
    three = Deal.start(PRESETS["oklahoma"], 3, 0, Random(1)).position(1)
    with pytest.raises(SolverError, match="with 3 players the opponents are 'base'"):
        analyse(three, playouts=16, opponent="simple")
    assert analyse(three, playouts=16, panel=True).panel == ()
