"""Mining and certifying puzzles: candidates, refusals, files that pass the check."""

from __future__ import annotations

from collections import Counter
from datetime import date, timedelta
from functools import partial
from pathlib import Path
from random import Random

import msgspec
import pytest
from click.testing import CliRunner

from trainer.coach.questions import Decide
from trainer.coach.twins import RENAMINGS, twin
from trainer.content.check import check
from trainer.content.errors import ContentError
from trainer.content.library import Library
from trainer.game import Position, from_line, to_line
from trainer.lab import certifying, mine
from trainer.lab.certifying import Tried, certified, certify_all, likeness
from trainer.lab.cli import lab
from trainer.lab.lines import Lines, done
from trainer.lab.mine import KINDS, Batch, Candidate
from trainer.lab.publish import days_to_come, in_turn, names, publish
from trainer.solver import SolverError, warm_up
from trainer.solver.analysis import ACCEPTED_LOSS, Analysis

SEED = 2


@pytest.fixture(autouse=True, scope="module")
def _kernels() -> None:
    warm_up(more=["kernel_levels"])


@pytest.fixture(scope="module")
def found() -> list[Candidate]:
    """The candidates of some deals."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(mine, "_DEALS", 4)
        patch.setattr(mine, "GLANCE", 64)
        return [each for seed in range(3) for each in mine.candidates(seed)]


@pytest.fixture(scope="module")
def tried(found: list[Candidate], tmp_path_factory: pytest.TempPathFactory) -> list[Tried]:
    """What becomes of some of them, one layoff among them."""
    folder = tmp_path_factory.mktemp("tried")
    chosen = found[:8] + [each for each in found if each.kind == "layoff"][:1]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(certifying, "FIRST_PLAYOUTS", 512)
        patch.setattr(certifying, "MOST_PLAYOUTS", 2048)
        return list(certify_all(Lines(folder / "tried", Tried), chosen))


def test_candidates_are_decisions_of_their_kind(found: list[Candidate]) -> None:
    assert found
    for each in found:
        position = each.question.position
        assert each.kind in KINDS
        kinds = {action.kind for action in position.legal_actions()}
        if each.kind in ("offer", "draw", "layoff"):
            assert position.ask == each.kind
        else:
            assert position.ask == "discard"
            assert ("knock" in kinds) == (each.kind != "discard")
        assert (position.score is not None) == (each.kind == "score")
        assert (each.knock is not None) == (each.kind == "spread")


def test_mining_goes_on_where_it_was_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mine, "_DEALS", 2)
    monkeypatch.setattr(mine, "GLANCE", 16)
    whole, cut = Lines(tmp_path / "whole", Batch), Lines(tmp_path / "cut", Batch)
    everything = list(mine.mine(whole, range(3)))
    assert [batch.seed for batch in everything] == [0, 1, 2]
    assert whole.read() == everything
    first = msgspec.json.encode(everything[0]) + b"\n"
    cut.path.write_bytes(first + msgspec.json.encode(everything[1])[:-9])  # as by a power cut
    assert [batch.seed for batch in mine.mine(cut, range(3))] == [1, 2]
    assert cut.path.read_bytes() == whole.path.read_bytes()
    cut.path.write_bytes(first + b"{}\n")
    with pytest.raises(SolverError, match=r"line 2 of '.*cut' cannot be read .*: take it out"):
        cut.read()


def test_what_is_certified_is_sure(tried: list[Tried]) -> None:
    """Nothing near the boundary at three errors, a margin for a single answer, and the panel."""
    sure = [each for each in tried if not each.refused]
    assert sure
    for each in sure:
        analysis = each.analysis
        assert analysis is not None
        if analysis.tier == "exact" or each.candidate.knock is not None:
            continue
        losses = [
            (loss.amount / analysis.unit, loss.error / analysis.unit)
            for loss in map(analysis.loss, analysis.actions)
        ]
        for lost, error in losses:
            assert abs(lost - ACCEPTED_LOSS) > 3 * error or error == 0
        if sum(value.accepted for value in analysis.actions) == 1:
            assert losses[1][0] >= 1.5
        assert analysis.survives
        assert {opinion.opponent for opinion in analysis.panel} == {
            "learnt", "learnt-eager", "learnt-hoarder", "simple",
        }  # fmt: skip


def test_a_near_tie_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two throws that no rule tells apart: the same rank, nothing in company, nothing seen."""
    monkeypatch.setattr(certifying, "FIRST_PLAYOUTS", 128)
    monkeypatch.setattr(certifying, "MOST_PLAYOUTS", 256)
    position = Position.from_mapping(
        {
            "rules": "oklahoma", "players": 2, "dealer": "them", "first_upcard": "6h",
            "hand": "2c 3c 4c 7d 7h 9s 9d Jc Kc Ad 5s", "drawn": "5s", "history": "x x s/Kd p/9c s",
        }
    )  # fmt: skip
    found = certified(Candidate("discard", to_line(position)))
    assert found.refused
    assert found.analysis is None


def test_twins_are_tried_once(found: list[Candidate], tmp_path: Path) -> None:
    question = next(each.question for each in found if each.kind == "layoff")
    others = [twin(question, suits) for suits in RENAMINGS]
    alike = [
        other
        for other in others
        if isinstance(other, Decide)
        and other.position.limit == question.position.limit
        and other.position.multiplier == question.position.multiplier
    ]
    assert alike
    assert {likeness(other) for other in alike} == {likeness(question)}
    lines = Lines(tmp_path / "tried", Tried)
    candidates = [Candidate("layoff", to_line(other.position)) for other in (question, *alike)]
    assert len(list(certify_all(lines, candidates))) == 1
    assert not list(certify_all(lines, candidates))


def known(receipt: Analysis, _position: Position, _playouts: int) -> Analysis:
    """An analysis that was made before."""
    return receipt


def test_published_puzzles_pass_the_check(tried: list[Tried], tmp_path: Path) -> None:
    folder = tmp_path / "puzzles"
    folder.mkdir()
    receipts = {each.candidate.position: each.analysis for each in tried if not each.refused}
    written = list(publish(folder, tried, 400))
    assert written
    library = Library(shipped=tmp_path)
    for path in written:
        puzzle = library.puzzle(path.stem)
        question = puzzle.exercise.question
        assert isinstance(question, Decide)
        receipt = receipts[to_line(question.position)]
        assert receipt is not None
        assert puzzle.exercise.receipt == (receipt if receipt.tier == "estimate" else None)
        assert not check([path], library, solve=partial(known, receipt))
    assert not list(publish(folder, tried, 400))


def test_kinds_and_limits_come_in_turn(tried: list[Tried]) -> None:
    again = [*tried, *tried, *tried]
    Random(SEED).shuffle(again)
    order = list(in_turn(again))
    assert sorted(map(id, order)) == sorted(id(each) for each in again if not each.refused)
    kinds = {each.candidate.kind for each in order}
    assert {each.candidate.kind for each in order[: len(kinds)]} == kinds


def test_days_go_by_difficulty_and_leave_puzzles_over(tmp_path: Path) -> None:
    folder = tmp_path / "puzzles"
    folder.mkdir()
    (folder / "daily.txt").write_text("2026-12-06 p0\n")  # a Sunday
    for number in range(50):
        rating = 1000 + 10 * number
        text = f"format: 1\nid: p{number}\ntitle: One\nrating: {rating}\nask: count\nhand: 2c 3c\n"
        (folder / f"p{number}.yaml").write_text(text)
    library = Library(shipped=tmp_path)
    found = list(days_to_come(library, 56))
    assert [day for day, _ in found] == [date(2026, 12, 7) + timedelta(n) for n in range(56)]
    shown = Counter(name for _, name in found)
    assert "p0" not in shown
    assert len(shown) == 28
    assert set(shown.values()) == {2}
    for week in range(8):
        numbers = [int(name[1:]) for _, name in found[7 * week : 7 * week + 7]]
        assert numbers == sorted(numbers)
    with pytest.raises(ContentError, match=r"200 days need 100 puzzles .*: there are 49"):
        list(days_to_come(library, 200))


def test_names_are_different_and_enough() -> None:
    every = list(names(()))
    assert len(every) == len(set(every)) >= 1000
    assert next(names({every[0]})) == every[1]


def test_a_cluster_does_the_same_work() -> None:
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=False, dashboard_address=None
    ) as cluster:
        assert list(done(abs, [-3, 2, -1], cluster.scheduler_address)) == [3, 2, 1]
    assert list(done(abs, [-3, 2, -1], None)) == [3, 2, 1]


def test_commands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mine, "_DEALS", 2)
    monkeypatch.setattr(mine, "GLANCE", 16)
    run = CliRunner()
    mined, tried, folder = tmp_path / "mined", tmp_path / "tried", tmp_path / "puzzles"
    folder.mkdir()
    assert "seed 1: " in run.invoke(lab, ["mine", str(mined), "--seeds", "1"]).stdout
    batch = Batch(0, tuple(each for each in mine.candidates(3) if each.kind == "layoff"))
    mined.write_bytes(msgspec.json.encode(batch) + b"\n")
    told = run.invoke(lab, ["certify", str(mined), str(tried)])
    assert told.exit_code == 0
    assert told.stdout.count("layoff, certified") == len(batch.found)
    done = run.invoke(lab, ["publish", str(tried), str(folder)])
    assert done.exit_code == 0
    assert done.stdout.count("wrote ") == len(list(folder.glob("*.yaml")))
    tried.write_bytes(b"nonsense\n")
    failed = run.invoke(lab, ["publish", str(tried), str(folder)])
    assert failed.exit_code == 1


def test_the_bank_is_counted() -> None:
    number = len(Library().puzzle_ids)
    told = CliRunner().invoke(lab, ["bank"]).stdout.splitlines()
    assert told[0] == f"{number} puzzles"
    for line in told[1:]:
        name, _, counts = line.partition(": ")
        if name in ("kind", "rating"):
            assert sum(int(part.split()[-1]) for part in counts.split(", ")) == number


def test_a_candidate_says_what_is_asked(found: list[Candidate]) -> None:
    for each in found:
        assert each.question.position == from_line(Position, each.position)
