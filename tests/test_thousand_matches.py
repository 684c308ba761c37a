"""1,000 whole matches between bots through the session layer, 1,000 of three and four players.

No exception, every score as the reference has it, and every record replays to the same result.
"""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from tests.matches import cheap, fast_folder, learner
from tests.test_session_match import RULES, Course, check_against_reference, study
from trainer.game import Deal, Match, MatchRecord, Rules, from_line, to_line
from trainer.progress import Store
from trainer.session.play import MatchRun
from trainer.session.records import match_of

MATCHES = 1000
PARTS = 4
CROWDED = 1000
"""Matches of three and of four players, which are played without the store."""
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


@pytest.mark.parametrize("part", range(PARTS))
def test_matches_of_two_through_the_session_layer(part: int) -> None:
    ended: Counter[str] = Counter()
    for number in range(part, MATCHES, PARTS):
        rules, seed = RULES[number // PARTS % len(RULES)], SEED + number
        where = f"match {number}, seed {seed}: {rules}"
        with fast_folder() as folder, Store(folder / "p.sqlite3") as store:
            run = MatchRun.new(rules, seed, study(store), cheap)
            course = played(run)
            check_against_reference(course.match, course.deals, where)
            record = match_of(store, store.deal())
        assert record.deals == tuple(course.deals), where
        again = from_line(MatchRecord, to_line(record))
        assert again.match == course.match, where
        assert [deal.result for deal in again.deals] == [deal.result for deal in course.deals]
        ended.update(deal.result.kind for deal in again.deals if deal.result is not None)
    assert min(ended[kind] for kind in ("knock", "undercut", "gin", "void")) > 5, ended


def a_crowd(rules: Rules, players: int, seed: int) -> MatchRecord:
    """A match of more than two players, every seat played by the cheap policy."""
    match = Match.start(rules, players, seed % players)
    deals = []
    while not match.over:
        rng = Random(f"{seed} deal {match.deals}")
        deal = Deal.start(rules, players, match.dealer, rng)
        while deal.phase != "over":
            position = deal.position(deal.turn, match.score)
            deal = deal.after(cheap(position))
        assert deal.result is not None
        match = match.after(deal.result)
        deals.append(deal)
    return MatchRecord(rules, players, seed % players, tuple(deals))


@pytest.mark.parametrize("players", [3, 4])
def test_matches_of_more(players: int) -> None:
    fitting = [r for r in RULES if r.max_players >= players and not r.hollywood]
    for number in range(CROWDED // 2):
        rules, seed = fitting[number % len(fitting)], SEED + number
        where = f"seed {seed}, {players} players: {rules}"
        record = a_crowd(rules, players, seed)
        again = from_line(MatchRecord, to_line(record))
        assert again == record, where
        assert again.deals[0].table.dealer == record.first_dealer, where
        check_against_reference(again.match, again.deals, where)
