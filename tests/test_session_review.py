"""Reviews: every decision judged by what was seen, kept as it comes, complete or saying why not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from random import Random

import pytest

from tests.matches import cheap, learner
from tests.test_deals import pick
from tests.test_session_match import study as idle_study
from tests.test_session_records import NOW, TYPED
from trainer.coach.review import effect, entries, line_words, luck, result_of
from trainer.content import read_records
from trainer.game import PRESETS, Deal, Position, Rules, to_line
from trainer.progress import Store, StoredDeal
from trainer.session import review as session
from trainer.session.play import ME, MatchRun
from trainer.session.records import deal_of, keep_records, score_of
from trainer.session.review import choices_of, needs_solver, review, turns_of
from trainer.session.sitting import Study
from trainer.solver import account as accounts
from trainer.solver.analyse import analyse
from trainer.solver.analysis import Analysis
from trainer.solver.errors import SolverError

SEED = 314


def quick(position: Position, *, playouts: int = 0) -> Analysis:
    """A rough analysis: what is tested is what becomes of it."""
    return analyse(position, playouts=32 if playouts < 1000 else 64)


def study(store: Store, solve: Callable[..., Analysis] = quick) -> Study:
    return replace(idle_study(store), solve=solve)


def a_match(store: Store, seed: int, rules: Rules | None = None) -> tuple[StoredDeal, list[str]]:
    """A deal played in the session layer, and all that the learner saw of it."""
    rules = rules or Rules(target=None)
    run = MatchRun.new(rules, seed, idle_study(store), cheap)
    shown = []
    while run.deal.phase != "over":
        if run.my_turn:
            shown.append(to_line(run.position))
            run.act(learner(run.position))
        else:
            run.reply()
    return store.deal(run.deal_id), shown


def several(number: int, seed: int) -> Deal:
    """A finished deal of three or four players."""
    rng = Random(seed)
    deal = Deal.start(Rules(), number, rng.randrange(number), rng)
    while deal.phase != "over":
        deal = deal.after(pick(deal, rng, "eager"))
    return deal


@pytest.fixture(autouse=True)
def _few_playouts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session, "account", partial(accounts.account, playouts=40))


def test_a_review_is_complete_and_its_account_adds_up(tmp_path: Path) -> None:
    mistakes = 0
    with Store(tmp_path / "p.sqlite3") as store:
        for seed, preset in enumerate(PRESETS.values()):
            stored, shown = a_match(store, SEED + seed, replace(preset, target=None))
            deal = deal_of(stored)
            made = review(study(store), stored)
            assert deal.result is not None
            assert made.result == deal.result.points[0] - deal.result.points[1]
            choices = choices_of(deal, ME, score_of(stored, deal))
            assert [to_line(choice.position) for choice in choices] == shown
            assert [decided.step for decided in made.decisions] == [c.step for c in choices]
            for choice, decided in zip(choices, made.decisions, strict=True):
                assert decided.verdict.answer.startswith(choice.action.label)
                mistakes += decided.mistaken
                assert bool(line_words(decided)) == (
                    decided.mistaken and choice.position.ask != "layoff"
                )
            book = made.account
            assert book is not None
            parts = entries(book, ME)
            assert sum(e.amount for e in parts) == pytest.approx(result_of(book, ME), abs=1e-3)
            assert result_of(book, ME) == made.result
            by_turn = [effect(book, turn, ME) for turn in made.turns]
            whole = luck(book, ME).amount + parts[3].amount + parts[4].amount
            assert whole == pytest.approx(made.result, abs=1e-3)
            assert parts[0].amount + sum(
                (e.luck or 0.0) + e.play for e in by_turn
            ) == pytest.approx(made.result, abs=1e-3)
    assert mistakes


def test_hints_lower_the_mark_of_a_deal_and_nothing_else(tmp_path: Path) -> None:
    """The mark by hand: 1 for right or fine, a half, a quarter, nothing; a hint takes a quarter."""
    worth = {"right": 4, "fine": 4, "inaccuracy": 2, "mistake": 1}  # in quarters
    shown: dict[str, int] = {}
    with Store(tmp_path / "p.sqlite3") as store:
        run = MatchRun.new(Rules(target=None), SEED, idle_study(store), cheap)
        while run.deal.phase != "over":
            if not run.my_turn:
                run.reply()
                continue
            asked = len(shown) % 3
            shown[to_line(run.position)] = asked
            for _ in range(asked):
                run.sitting.hint()
            run.act(learner(run.position))
        stored = store.deal(run.deal_id)
        made = review(study(store), stored)
        points = [
            worth.get(decided.verdict.grade, 0) * (4 - hints)
            for decided, hints in zip(made.decisions, shown.values(), strict=True)
            if decided.counts
        ]
        assert [decided.hints for decided in made.decisions] == list(shown.values())
        assert made.mark == round(100 * sum(points) / 16 / len(points))
        assert made.losses == [d.verdict.points_lost for d in made.decisions if d.counts]
        kept = {attempt.question_id: attempt for attempt in store.attempts(source="match")}
        assert [kept[f"{stored.id}/{d.step}"].hints for d in made.decisions] == list(shown.values())
        assert made.mark == review(study(store), stored).mark


def test_the_other_seat_sees_the_same_account_turned_round(tmp_path: Path) -> None:
    with Store(tmp_path / "p.sqlite3") as store:
        stored, _ = a_match(store, SEED)
        mine, theirs = (review(study(store), stored, seat=seat) for seat in (0, 1))
        assert mine.account == theirs.account
        assert mine.account is not None
        (deal, m_draw, t_draw, m_play, t_play), other = (
            [entry.amount for entry in entries(mine.account, seat)] for seat in (0, 1)
        )
        assert other == [-deal, -t_draw, -m_draw, -t_play, -m_play]
        assert {d.step for d in mine.decisions} & {d.step for d in theirs.decisions} == set()
        assert mine.result == -(theirs.result or 0)


def test_a_second_look_solves_nothing(tmp_path: Path) -> None:
    with Store(tmp_path / "p.sqlite3") as store:
        stored, _ = a_match(store, SEED)
        assert needs_solver(study(store), stored)
        first = review(study(store), stored)
        assert not needs_solver(study(store), stored)

        def never(position: Position, *, playouts: int = 0) -> Analysis:
            raise AssertionError("it has been solved")

        assert review(study(store, never), stored) == first
    with Store(tmp_path / "p.sqlite3") as store:
        assert review(study(store, never), stored) == first


def test_what_is_done_when_it_is_stopped_is_kept(tmp_path: Path) -> None:
    solved: list[str] = []

    def counted(position: Position, *, playouts: int = 0) -> Analysis:
        if len(solved) == 4:
            raise KeyboardInterrupt
        if not playouts:
            solved.append(to_line(position))
        return quick(position)

    with Store(tmp_path / "p.sqlite3") as store:
        stored, shown = a_match(store, SEED + 2)
        assert len(shown) > 6
        with pytest.raises(KeyboardInterrupt):
            review(study(store, counted), stored)
        before = list(solved)
        again: list[str] = []

        def rest(position: Position, *, playouts: int = 0) -> Analysis:
            again.append(to_line(position))
            return quick(position)

        made = review(study(store, rest), stored)
        assert not set(before[:3]) & set(again)
        assert len(made.decisions) == len(shown)


def test_progress_is_told(tmp_path: Path) -> None:
    told: list[tuple[float, str]] = []
    with Store(tmp_path / "p.sqlite3") as store:
        stored, _ = a_match(store, SEED)
        review(study(store), stored, lambda share, what: told.append((share, what)))
    shares = [share for share, _ in told]
    assert shares == sorted(shares)
    assert told[0][1].startswith("decision 1 of ")
    assert told[-1] == (1.0, "done")


def test_without_a_solver_what_is_exact_is_judged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def none(position: Position, *, playouts: int = 0) -> Analysis:
        raise SolverError("there is no numba")

    def broken(name: str) -> None:
        raise SolverError("there is no numba")

    with Store(tmp_path / "p.sqlite3") as store:
        stored, shown = a_match(store, SEED)
        monkeypatch.setattr(accounts, "load_kernel", broken)
        made = review(study(store, none), stored)
        assert made.not_judged == made.no_account == "there is no numba"
        assert made.account is None
        assert made.result is not None
        assert len(made.decisions) < len(shown)
        monkeypatch.undo()
        assert len(review(study(store), stored).decisions) == len(shown)


@pytest.mark.parametrize("players", [3, 4])
def test_three_and_four_players_have_no_account(tmp_path: Path, players: int) -> None:
    deal = several(players, SEED)
    with Store(tmp_path / "p.sqlite3") as store:
        for seat in range(players):
            (stored,) = keep_records(store, [deal], NOW)
            made = review(study(store), stored, seat=seat)
            assert made.account is None
            assert "two players only" in made.no_account
            assert made.decisions
            assert not any(line_words(decided) for decided in made.decisions)
        assert {turn.seat for turn in made.turns} == set(range(players))


def test_a_deal_with_hidden_cards_is_reviewed_without_an_account(tmp_path: Path) -> None:
    (deal,) = read_records(tmp_path / "x", TYPED)
    assert isinstance(deal, Deal)
    with Store(tmp_path / "p.sqlite3") as store:
        (stored,) = keep_records(store, [deal], NOW)
        made = review(study(store), stored)
        assert [decided.verdict.answer for decided in made.decisions] == [
            "pass",
            "stock",
            "discard Kc",
            "pile",
            "discard 9d",
            "stock",
            "discard Kd",
            "lay nothing",
        ]
        assert made.account is None
        assert "Not all cards" in made.no_account
        assert made.result == -43
        theirs = [turn for turn in made.turns if turn.seat == 1]
        assert [turn.did for turn in theirs[1:]] == [
            "drew, threw Jh",
            "drew, threw Qs",
            "drew, knocked with 2d",
        ]
        assert theirs[-1].deadwood == 6
        assert all(turn.deadwood is None for turn in theirs[:-1])


def test_an_unfinished_deal_is_reviewed_as_far_as_it_goes(tmp_path: Path) -> None:
    rng = Random(SEED)
    deal = Deal.start(Rules(), 2, 0, rng)
    for _ in range(8):
        deal = deal.after(pick(deal, rng, "gin"))
    with Store(tmp_path / "p.sqlite3") as store:
        (stored,) = keep_records(store, [deal], datetime(2026, 12, 1, tzinfo=UTC))
        made = review(study(store), stored)
        assert made.result is None
        assert "not finished" in made.no_account
        assert len(made.decisions) == len(choices_of(deal, 0))


def test_turns_cover_every_action_once() -> None:
    for players in (2, 3, 4):
        deal = several(players, SEED + players)
        turns = list(turns_of(deal))
        covered = [step for turn in turns for step in range(turn.first, turn.last + 1)]
        assert covered == list(range(len(deal.table.history)))
