"""Practice matches: whole ones, stopped and taken up at any point, scored as the reference does."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from itertools import product
from pathlib import Path
from random import Random

import pytest

from tests import reference
from tests.matches import cheap, fast_folder, learner, reference_score
from trainer.game import PRESETS, Action, Deal, GameError, Illegal, Match, Position, Rules
from trainer.progress import ProgressError, Store, StoredDeal
from trainer.session.play import MatchRun
from trainer.session.sitting import Study
from trainer.solver.analysis import Analysis
from trainer.solver.levels import Opponent

RULES: list[Rules] = [
    *PRESETS.values(),
    *(Rules.from_value({"preset": name, "target": None}) for name in PRESETS),
    Rules.from_value({"preset": "oklahoma", "hollywood": True}),
    Rules.from_value({"preset": "ruby", "hollywood": True, "target": 100}),
    Rules.from_value({"preset": "rulebook", "target": 250}),
]
"""Every preset, each as a single deal too, and Hollywood."""


def no_solver(position: Position, *, playouts: int = 0) -> Analysis:
    """Playing a match asks for no analysis."""
    raise AssertionError("nothing is to be analysed")


def study(store: Store) -> Study:
    """A study whose time stands still."""
    return Study(
        store, lambda: datetime(2026, 11, 30, 20, tzinfo=UTC), lambda: date(2026, 11, 30), no_solver
    )


@dataclass
class Course:
    """What a match came to, step by step."""

    positions: list[str] = field(default_factory=list)
    """Everything the learner saw."""
    deals: list[Deal] = field(default_factory=list)
    """The finished deals."""
    match: Match | None = None


def play(run: MatchRun, course: Course, stop: Callable[[], bool] = lambda: False) -> bool:
    """Play on; whether the match came to its end before ``stop`` said so."""
    while not stop():
        if run.deal.phase == "over":
            if not course.deals or course.deals[-1] != run.deal:
                course.deals.append(run.deal)
            if not run.next_deal():
                course.match = run.standing
                return True
        elif run.my_turn:
            course.positions.append(repr(run.position))
            run.act(learner(run.position))
        else:
            run.reply()
    return False


def whole(store: Store, rules: Rules, seed: int, players: int = 2) -> Course:
    """A match without interruption."""
    course = Course()
    seats = (Opponent(),) * (players - 1)
    assert play(MatchRun.new(rules, seed, study(store), cheap, seats), course)
    return course


def interrupted(path: Path, rules: Rules, seed: int, players: int, random: Random) -> Course:
    """The same match, dropped at random moments and taken up from the file."""
    course = Course()
    with Store(path) as store:
        seats = (Opponent(),) * (players - 1)
        record = MatchRun.new(rules, seed, study(store), cheap, seats).record
    for _ in range(10_000):
        with Store(path) as store:
            again = next(match for match in store.matches() if match.id == record.id)
            run = MatchRun.resume(again, study(store), cheap)
            left = random.choice((0, 1, 3, 30, 120))

            def stop() -> bool:
                nonlocal left
                left -= 1
                return left < 0

            if play(run, course, stop):
                return course
    raise AssertionError("the match does not end")


@pytest.mark.parametrize("number", range(4))
def test_matches_survive_any_interruption(number: int) -> None:
    """60 matches in all: the same cards, positions and scores, and those are the reference's."""
    with fast_folder() as folder:
        for index, rules in enumerate(RULES):
            seed = 1000 * number + index
            players = 2 if rules.hollywood else min(rules.max_players, 2 + number)
            where = f"seed {seed}, {players} players: {rules}"
            path = folder / f"{seed}.sqlite3"
            with Store(path) as store:
                straight = whole(store, rules, seed, players)
                assert store.open_match() is None, where
            broken = interrupted(path, rules, seed, players, Random(seed))
            assert broken.positions == straight.positions, where
            assert broken.deals == straight.deals, where
            assert broken.match == straight.match, where
            with Store(path) as store:
                assert store.open_match() is None, where
                assert [match.state for match in store.matches()] == ["finished"] * 2, where
            check_against_reference(straight.match, straight.deals, where)


def check_against_reference(match: Match | None, deals: Sequence[Deal], where: str) -> None:
    """The dealers, the scores of all deals and the end are the reference's."""
    assert match is not None
    options = reference.options_like(match.rules)
    slow = reference.new_match(options, match.players, deals[0].table.dealer)
    for deal in deals:
        assert not slow.over, where
        assert deal.table.dealer == slow.dealer, where
        result, scored = deal.result, reference_score(deal)
        assert result is not None
        assert (result.kind, result.points, result.winner) == (
            scored.kind,
            scored.points,
            scored.winner,
        ), where
        slow = reference.after_deal(slow, scored)
    assert slow.over, where
    columns = match.score.columns or (match.score,)
    assert [(c.points, c.deals_won) for c in columns] == [
        (c.points, c.deals_won) for c in slow.columns
    ], where
    for settlement, column in zip(match.settlements(), slow.columns, strict=True):
        if settlement.winner is not None:
            margins = column.margins(slow.options)
            assert {s: m for s, m in enumerate(settlement.margins) if s != settlement.winner} == (
                margins
            ), where


def test_every_deal_is_dealt_anew_and_both_sides_begin(tmp_path: Path) -> None:
    with Store(tmp_path / "p.sqlite3") as store:
        firsts, dealers = set(), set()
        for seed in range(20):
            run = MatchRun.new(Rules(), seed, study(store), cheap)
            firsts.add(run.deal.dealt)
            dealers.add(run.deal.table.dealer)
        course = whole(store, Rules(), 7)
    assert len(firsts) == 20
    assert dealers == {0, 1}
    assert len({deal.dealt for deal in course.deals}) == len(course.deals) > 2


def test_what_is_refused_is_not_played(tmp_path: Path) -> None:
    with Store(tmp_path / "p.sqlite3") as store:
        run = MatchRun.new(Rules(), 3, study(store), cheap)
        to_my_draw(run)
        before = run.deal, store.match_events(run.record.id)
        for text in ("", "nonsense", "5h", "take it", "stock 5h", "s Kd", "knock", "gin 5h"):
            with pytest.raises(GameError):
                run.act(text)
            assert (run.deal, store.match_events(run.record.id)) == before


def test_the_next_stock_card_cannot_be_found_out_by_naming_it(tmp_path: Path) -> None:
    """Not even a refusal tells which card comes next."""
    with Store(tmp_path / "p.sqlite3") as store:
        run = MatchRun.new(Rules(), 5, study(store), cheap)
        to_my_draw(run)
        sentences = set()
        for card in ("5h", "Kd", "Ac", "9s"):
            with pytest.raises(GameError) as refused:
                run.act(f"stock {card}")
            sentences.add(refused.value.sentence)
        assert len(sentences) == 1


def test_an_action_that_cannot_be_saved_is_not_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Store(tmp_path / "p.sqlite3") as store:
        run = MatchRun.new(Rules(), 5, study(store), cheap)
        while not run.my_turn:
            run.reply()

        def full(match_id: str, line: str, deal: StoredDeal | None) -> int:
            raise ProgressError("the disk is full")

        before = run.deal
        with monkeypatch.context() as patched:
            patched.setattr(store, "append_event", full)
            with pytest.raises(ProgressError):
                run.act(learner(run.position))
        assert run.deal == before
        run.act(learner(run.position))
        assert run.deal != before


def test_two_windows_cannot_play_one_match(tmp_path: Path) -> None:
    with Store(tmp_path / "p.sqlite3") as store, Store(tmp_path / "p.sqlite3") as other:
        run = MatchRun.new(Rules(), 5, study(store), cheap)
        twin = MatchRun.resume(run.record, study(other), cheap)
        step(run)
        with pytest.raises(ProgressError, match="another window"):
            step(twin)


def step(run: MatchRun) -> None:
    """One action of whoever is to act."""
    if run.deal.phase == "over":
        run.next_deal()
    elif run.my_turn:
        run.act(learner(run.position))
    else:
        run.reply()


def to_my_draw(run: MatchRun) -> None:
    """Play until I have to draw."""
    while not run.my_turn or run.position.ask != "draw":
        step(run)


def test_the_end_is_stored_even_if_the_program_stops_just_before_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Store(tmp_path / "p.sqlite3") as store:
        run = MatchRun.new(Rules(target=None), 11, study(store), cheap)
        with monkeypatch.context() as patched:
            patched.setattr(store, "finish_match", lambda *_: None)
            assert play(run, Course())
        record = store.open_match()
        assert record is not None
        again = MatchRun.resume(record, study(store), cheap)
        assert again.standing.over
        assert store.open_match() is None


def test_my_positions_hide_what_i_cannot_see(tmp_path: Path) -> None:
    """What is shown and analysed holds neither the other hand nor the stock."""
    with Store(tmp_path / "p.sqlite3") as store:
        run = MatchRun.new(Rules(), 21, study(store), cheap)
        while run.deal.phase != "over":
            if run.my_turn:
                position = run.position
                shown = position.hand | position.table.seen | position.deadwood_shown
                hidden = (run.deal.hands[1] or 0) & ~position.table.known[1]
                assert position.unseen & hidden == hidden or position.ask == "layoff"
                assert not shown & sum(1 << card for card in run.deal.stock or ())
                assert all(
                    action.card is None
                    for action in position.table.history
                    if action.kind == "stock"
                )
                assert isinstance(position, Position)
            step(run)


def test_as_many_players_as_the_rules_seat(tmp_path: Path) -> None:
    with Store(tmp_path / "p.sqlite3") as store:
        for rules, players in product(PRESETS.values(), (2, 3, 4, 5)):
            seats = (Opponent(),) * (players - 1)
            if players > rules.max_players:
                with pytest.raises(Illegal, match=f"players is {players}: the rules"):
                    MatchRun.new(rules, 1, study(store), cheap, seats)
            else:
                run = MatchRun.new(rules, 1, study(store), cheap, seats)
                assert run.match.players == run.deal.players == players


def test_a_match_that_breaks_the_rules_is_refused(tmp_path: Path) -> None:
    with Store(tmp_path / "p.sqlite3") as store:
        run = MatchRun.new(Rules(), 5, study(store), cheap)
        store.append_event(run.record.id, str(Action("discard", 3)))
        with pytest.raises(GameError):
            MatchRun.resume(run.record, study(store), cheap)
