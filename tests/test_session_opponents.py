"""Who is met in a practice match: kept with it, asked for by a wish, and never asked twice."""

import json
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.matches import cheap, learner
from tests.test_session_match import study
from trainer.game import PRESETS, Illegal, Rules, Unreadable
from trainer.progress import Store
from trainer.session.play import MatchRun, opponents_of
from trainer.session.wish import Wish
from trainer.solver.levels import Opponent

NOW = datetime(2026, 12, 1, tzinfo=UTC)
ONE_DEAL = Rules(target=None)


@pytest.mark.parametrize(
    ("names", "seed"),
    [
        ("beginner", 1),
        ("casual-eager", 2),
        ("steady-defensive", 3),
        ("skilled-camper", 4),
        ("expert", 5),
        ("master", 6),
        ("beginner casual", 7),
        ("beginner-defensive steady expert", 8),
    ],
)
def test_an_opponent_cannot_be_asked_again_for_another_answer(
    tmp_path: Path, names: str, seed: int
) -> None:
    """Stopped before any of its answers and taken up, in another file even, it answers the same."""
    opponents = tuple(map(Opponent.parse, names.split()))
    with Store(tmp_path / "a.sqlite3") as store:
        run = MatchRun.new(ONE_DEAL, seed, study(store), opponents=opponents)
        while run.deal.phase != "over":
            if run.my_turn:
                run.act(learner(run.position))
            else:
                run.reply()
        lines = store.match_events(run.record.id)
        assert run.record.opponents == names
    asked = 0
    with Store(tmp_path / "b.sqlite3") as store:
        for number, line in enumerate(lines):
            record = store.create_match(json.dumps(ONE_DEAL.to_value()), seed, NOW, names)
            for earlier in lines[:number]:
                store.append_event(record.id, earlier)
            again = MatchRun.resume(record, study(store))
            assert again.opponents == opponents
            if not again.my_turn:
                assert str(again.reply().action) == line
                asked += 1
    assert asked > 1


def test_a_match_from_before_there_was_a_choice_goes_on(tmp_path: Path) -> None:
    with Store(tmp_path / "p.sqlite3") as store:
        record = store.create_match('"oklahoma"', 5, NOW)
        assert opponents_of(record) == (Opponent("skilled", "balanced"),)
        assert MatchRun.resume(record, study(store), cheap).match.players == 2


def test_a_match_against_somebody_unknown_is_refused(tmp_path: Path) -> None:
    with Store(tmp_path / "p.sqlite3") as store:
        record = store.create_match('"oklahoma"', 5, NOW, "grandmaster")
        with pytest.raises(Unreadable, match="no level 'grandmaster', did you mean 'master'"):
            MatchRun.resume(record, study(store))


# -- wishes ----------------------------------------------------------------------------------------


def test_a_wish_in_words() -> None:
    assert Wish.read("", "", "", None) == Wish()
    assert Wish.read("ruby", "expert", "", 2) == Wish(PRESETS["ruby"], Opponent("expert"), 2)
    assert Wish.read("", "", "eager", None) == Wish(None, Opponent("skilled", "eager"), None)
    with pytest.raises(Unreadable, match="no style 'eagre', did you mean 'eager'"):
        Wish.read("", "", "eagre", None)


def test_a_wish_picks_the_match_it_fits(tmp_path: Path) -> None:
    with Store(tmp_path / "p.sqlite3") as store:
        run = Wish(None, Opponent("expert", "eager"), 3).begin(study(store), 5)
    assert (run.match.players, run.match.rules) == (3, Rules())
    assert run.record.opponents == "expert-eager expert-eager"
    for fitting in (
        Wish(),
        Wish(Rules()),
        Wish(players=3),
        Wish(opponent=Opponent("expert", "eager")),
    ):
        assert fitting.fits(run)
    for other in (
        Wish(PRESETS["rulebook"]),
        Wish(players=2),
        Wish(opponent=Opponent("expert")),
        Wish(opponent=Opponent("skilled", "eager")),
    ):
        assert not other.fits(run)


def test_who_names_nobody_meets_who_was_met_last(tmp_path: Path) -> None:
    with Store(tmp_path / "p.sqlite3") as store:
        assert Wish().begin(study(store), 1).opponents == (Opponent(),)
        later = replace(study(store), clock=lambda: datetime(2026, 12, 1, tzinfo=UTC))
        Wish(opponent=Opponent("beginner"), players=4).begin(later, 2)
        store.create_match('"oklahoma"', 5, datetime(2026, 12, 2, tzinfo=UTC), "grandmaster")
        run = Wish(PRESETS["ruby"]).begin(study(store), 3)
        assert (run.opponents, run.match.players) == ((Opponent("beginner"),), 2)


def test_a_wish_for_too_many_is_refused_and_nothing_kept(tmp_path: Path) -> None:
    with Store(tmp_path / "p.sqlite3") as store:
        for wish in (Wish(players=5), Wish(PRESETS["ruby"], players=3), Wish(players=1)):
            with pytest.raises(Illegal, match="players is"):
                wish.begin(study(store), 1)
        assert store.matches() == []
