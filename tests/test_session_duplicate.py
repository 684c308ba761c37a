"""The duplicate deal: the same cards and the same opponent for everybody, for good."""

import hashlib
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path
from random import Random

import pytest

from tests.test_session_match import study
from trainer.game import Deal, to_line
from trainer.progress import Store
from trainer.session.duplicate import (
    FIRST,
    RULES,
    margin,
    match_id,
    par,
    played_out,
    seed_of,
    sit_down,
    standing,
)
from trainer.session.play import first_deal
from trainer.session.wish import Wish
from trainer.solver.frozen import VERSION, frozen

TRANSCRIPTS = "93711cf0b11d6dcb"
"""Of what version 1 plays against itself on the first dates."""


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "p.sqlite3") as opened:
        yield opened


def test_the_opponent_never_changes() -> None:
    """If this fails, the opponent plays otherwise: give it the next number, for dates to come."""
    assert VERSION == 1
    lines = [to_line(played_out(FIRST + timedelta(days=n))) for n in range(60)]
    assert hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16] == TRANSCRIPTS


def test_the_opponent_is_within_the_rules_and_no_fool() -> None:
    """Against throws by lot, with knocks whenever they may be: it wins by far."""
    rng = Random(2)
    total = 0
    for number in range(40):
        deal = Deal.start(RULES, 2, number % 2, rng)
        while deal.phase != "over":
            position = deal.position(deal.turn)
            if deal.turn == 0:
                action = frozen(position)
            else:
                actions = position.legal_actions()
                out = [a for a in actions if a.kind in ("gin", "big gin", "knock")]
                action = rng.choice(out or actions)
            deal = deal.after(position.completed(action))
        total += margin(deal)
    assert total > 40 * 10


def test_every_date_has_its_own_cards() -> None:
    days = [FIRST + timedelta(days=n) for n in range(400)]
    assert len({to_line(first_deal(RULES, 2, seed_of(day))) for day in days}) == 400
    assert len({match_id(day) for day in days}) == 400


def test_who_plays_like_the_opponent_makes_par(store: Store) -> None:
    day = date(2026, 12, 5)
    assert standing(study(store), day) is None
    run = sit_down(study(store), day)
    while run.deal.phase != "over":
        if run.my_turn:
            run.do(run.position.completed(frozen(run.position)))
            run = sit_down(study(store), day)  # left and taken up again
        else:
            run.reply()
    found = standing(study(store), day)
    assert found is not None
    assert (found.result, found.par, found.against_par) == (par(day), par(day), 0)
    assert run.deal == played_out(day)


def test_it_is_no_practice_match(store: Store, tmp_path: Path) -> None:
    day = date(2026, 12, 5)
    run = sit_down(study(store), day)
    assert store.matches() == []
    assert store.open_match() is None
    assert store.stats(day).matches_open == 0
    assert Wish().begin(study(store), 1).record.id != run.record.id
    if not run.my_turn:
        run.reply()
    with Store(tmp_path / "there.sqlite3") as there:
        sit_down(study(there), day)  # begun there as well: the course is joined
        there.merge(store.export(study(store).clock()))
        assert there.match_events(match_id(day)) == store.match_events(match_id(day))
