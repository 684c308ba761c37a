"""Whole matches between bots through the session layer: 1,000 of two players, 1,000 of more.

No exception, every score as the reference has it, and every record replays to the same result.
"""

from __future__ import annotations

from collections import Counter

import pytest

from tests.matches import cheap, fast_folder, learner
from tests.test_session_match import RULES, Course, check_against_reference, study
from trainer.game import MatchRecord, Rules, from_line, to_line
from trainer.progress import Store
from trainer.session.play import MatchRun
from trainer.session.records import match_of
from trainer.solver.levels import Opponent

MATCHES = 1000
PARTS = 4
CROWDED = 1000
"""Matches of three and of four players together."""
SEED = 20261201

pytestmark = pytest.mark.slow


def played(run: MatchRun) -> Course:
    """A match played to its end."""
    course = Course()
    while True:
        if run.deal.phase == "over":
            course.deals.append(run.deal)
            if not run.next_deal():
                course.match = run.standing
                return course
        elif run.my_turn:
            run.act(learner(run.position))
        else:
            run.reply()


def recorded(rules: Rules, players: int, seed: int, where: str) -> MatchRecord:
    """A match through the session layer, whose scores are right and whose record replays."""
    with fast_folder() as folder, Store(folder / "p.sqlite3") as store:
        seats = (Opponent(),) * (players - 1)
        run = MatchRun.new(rules, seed, study(store), cheap, seats)
        course = played(run)
        check_against_reference(course.match, course.deals, where)
        record = match_of(store, store.deal())
    assert record.deals == tuple(course.deals), where
    assert record.players == players, where
    again = from_line(MatchRecord, to_line(record))
    assert again.match == course.match, where
    assert [deal.result for deal in again.deals] == [deal.result for deal in course.deals], where
    return again


@pytest.mark.parametrize("part", range(PARTS))
def test_matches_of_two(part: int) -> None:
    ended: Counter[str] = Counter()
    for number in range(part, MATCHES, PARTS):
        rules, seed = RULES[number // PARTS % len(RULES)], SEED + number
        record = recorded(rules, 2, seed, f"match {number}, seed {seed}: {rules}")
        ended.update(deal.result.kind for deal in record.deals if deal.result is not None)
    assert min(ended[kind] for kind in ("knock", "undercut", "gin", "void")) > 5, ended


@pytest.mark.parametrize("players", [3, 4])
def test_matches_of_more(players: int) -> None:
    fitting = [r for r in RULES if r.max_players >= players and not r.hollywood]
    for number in range(CROWDED // 2):
        rules, seed = fitting[number % len(fitting)], SEED + number
        recorded(rules, players, seed, f"seed {seed}, {players} players: {rules}")
