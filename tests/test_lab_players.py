"""The learnt policy and search as Python sees them."""

from itertools import islice
from random import Random

import pytest

from tests.solver_deals import random_decisions
from trainer.game import PRESETS
from trainer.lab import kernel_arena as arena
from trainer.lab.ladder import play_out
from trainer.lab.logs import actions_of
from trainer.solver import SolverError
from trainer.solver.players import player
from trainer.solver.view import state_of, view_of

SEED = 90


@pytest.mark.parametrize("name", ["learnt", "search"])
def test_choices_are_legal_in_every_preset_and_with_any_number_of_players(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("trainer.solver.players.WORLDS", 4)
    choose = player(name)
    for _, position in islice(random_decisions(Random(SEED)), 600):
        action = choose(position)
        position.check(action)
        assert choose(position) == action, f"seed {SEED}: {position.to_mapping()}"


def test_the_arena_plays_the_policy_that_python_plays() -> None:
    """The state that a position is turned into is the arena's, apart from earlier deals."""
    choose = player("learnt")
    seen = 0
    for preset in ("oklahoma", "pocket"):
        _, log = play_out("learnt", "base", PRESETS[preset], pairs=8, seed=SEED, logged=60)
        games = set()
        for row in log.tolist():
            game = row[arena.PAIR], row[arena.SWAPPED]
            if not row[arena.CHOICES] or game in games:
                continue
            games.add(game)
            for deal, action in actions_of(row, PRESETS[preset]):
                if deal.turn == row[arena.SWAPPED]:
                    found = choose(deal.position(deal.turn))
                    assert (found.kind, found.card) == (action.kind, action.card)
                    seen += 1
    assert seen > 100


def test_the_other_hand_is_not_in_the_state() -> None:
    for deal, position in islice(random_decisions(Random(SEED)), 50):
        if position.players == 2:
            assert state_of(position, view_of(position))[1] == 0
            assert deal.hands[1] != 0


def test_unknown_players_are_refused() -> None:
    with pytest.raises(SolverError, match="no player 'best': write base, learnt, search"):
        player("best")
