"""The exact value of a knock against brute force with the rules written a second time."""

from collections import defaultdict
from itertools import combinations
from random import Random

import numpy as np
import pytest

from tests import reference
from tests.solver_deals import human_action
from trainer.game import PRESETS, Deal, Position, cards_of, format_hand, hand_of
from trainer.solver import Cancelled, SolverError, codes, knocks
from trainer.solver.kernel_belief import fill_log_weights
from trainer.solver.knocks import hands_to_enumerate, knock_outcomes
from trainer.solver.view import candidates_of, view_of

SEED = 99


def going_out(rng: Random, most: int) -> Position:
    """A late decision in which seat 0 may knock, and the other one may hold few hands."""
    while True:
        deal = Deal.start(PRESETS["oklahoma"], 2, rng.randrange(2), rng)
        while deal.phase != "over":
            if deal.phase == "discard" and deal.table.turns[1 - deal.turn] > 0:
                position = deal.position(deal.turn)
                knock = any(a.kind == "knock" for a in position.legal_actions())
                if knock and hands_to_enumerate(view_of(position)) <= most:
                    return position
            deal = deal.after(human_action(deal, rng))


def test_outcomes_against_brute_force() -> None:
    rng = Random(SEED)
    styles = (0.5, 0.3, 0.2)
    for _ in range(3):
        position = going_out(rng, 3000)
        view = view_of(position)
        actions = [a for a in position.legal_actions() if a.kind in ("knock", "gin", "big gin")][:2]
        found = knock_outcomes(view, candidates_of(actions), styles=styles)
        known = position.table.known[1]
        missing = 10 - known.bit_count()
        hands = [known | hand_of(c) for c in combinations(cards_of(position.unseen), missing)]
        chances = np.zeros(len(hands))
        for style, share in enumerate(styles):
            weights = np.zeros(len(hands))
            fill_log_weights(view, style, np.array(hands, np.int64), weights)
            chances += share * np.exp(weights) / np.exp(weights).sum()
        for action, outcomes in zip(actions, found, strict=True):
            expected: dict[tuple[int, int], float] = defaultdict(float)
            thrown = 0 if action.card is None else 1 << action.card
            mine = reference.cards(format_hand(position.hand & ~thrown))
            melds = [reference.cards(format_hand(meld)) for meld in action.melds]
            own = reference.points(mine - reference.cards_in(melds))
            for hand, chance in zip(hands, chances.tolist(), strict=True):
                theirs = reference.cards(format_hand(hand))
                if action.kind == "knock":
                    left = reference.layoff_deadwood(melds, theirs)
                    if own < left:
                        key = left - own, codes.MY_KNOCK
                    else:
                        key = -(25 + own - left), codes.UNDERCUT_BY_THEM
                else:
                    bonus = 31 if action.kind == "big gin" else 25
                    key = bonus + reference.deadwood(theirs), codes.MY_GIN
                expected[key[0] * position.multiplier, key[1]] += chance
            assert {(o.points, o.ending): o.chance for o in outcomes} == pytest.approx(expected)
            assert sum(o.chance for o in outcomes) == pytest.approx(1)


def test_outcomes_do_not_depend_on_threads_and_can_be_cancelled(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    position = going_out(Random(SEED), 200_000)
    view = view_of(position)
    knock = [a for a in position.legal_actions() if a.kind == "knock"][:1]
    monkeypatch.setattr(knocks, "_CHUNK", 500)
    found = knock_outcomes(view, candidates_of(knock))
    monkeypatch.setattr("os.cpu_count", lambda: 1)
    assert knock_outcomes(view, candidates_of(knock)) == found
    with pytest.raises(Cancelled):
        knock_outcomes(view, candidates_of(knock), lambda: True)


def test_what_cannot_be_enumerated_is_refused() -> None:
    position = going_out(Random(SEED), 200_000)
    throws = [a for a in position.legal_actions() if a.kind == "discard"]
    with pytest.raises(SolverError, match="only a knock"):
        knock_outcomes(view_of(position), candidates_of(throws))
    deal = Deal.start(PRESETS["oklahoma"], 3, 0, Random(1))
    with pytest.raises(SolverError, match="3 players"):
        knock_outcomes(view_of(deal.position(0)), candidates_of([]))
