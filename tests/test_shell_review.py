"""Looking back at deals: from the command line, in the shell, and as pictures to share."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest

from tests.matches import cheap, learner
from tests.screen import CTRL_D, Screen
from tests.test_deals import pick
from tests.test_session_match import study
from tests.test_session_records import NOW, TYPED
from tests.test_shell_terminals import batch
from trainer.content import load_puzzle, read_records
from trainer.game import Deal, Rules, to_line
from trainer.progress import Store, content_folder, database_path
from trainer.session.play import MatchRun
from trainer.session.records import keep_records
from trainer.solver import warm_up
from trainer.solver.compile import load_kernel

SEED = 20


@pytest.fixture(autouse=True, scope="module")
def _kernels() -> None:
    """Compile once, here, so that no test waits for it."""
    warm_up()
    load_kernel("kernel_account")


@pytest.fixture
def deal(home: Path) -> str:
    """The id of a deal played in this home, with some mistakes in it."""
    with Store(database_path()) as store:
        run = MatchRun.new(Rules(target=None), SEED, study(store), cheap)
        while run.deal.phase != "over":
            if run.my_turn:
                run.act(learner(run.position))
            else:
                run.reply()
        return run.deal_id


def test_a_deal_is_reviewed_in_the_shell(home: Path, deal: str) -> None:
    with Screen(home, columns=110) as screen:
        screen.enter("deals", deal)
        screen.enter("review", "Error rate")
        assert f"Deal {deal}: you " in screen.flat
        assert "account of the deal points" in screen.flat
        assert "Together they are the result." in screen.flat
        screen.enter("n", "Decision ")
        assert "best: " in screen.flat
        assert "would have gone on: you " in screen.flat
        screen.enter("p", "No mistake before this.")
        screen.enter("t", "Estimated from")
        screen.enter("1", "Decision 1 of ")
        screen.enter("c", "of their hands you could know")
        screen.enter("99", "'99' is none of next, previous, all")
        screen.enter("a", "no. turn you did best lost about")
        screen.enter("?", "save the position as a puzzle of your own")
        screen.enter("q")
        screen.enter(f"review {deal[:4]}", f"Deal {deal}: you ")
        screen.enter("q")
        screen.enter("review zz", "There is no deal 'zz'")
        screen.type(CTRL_D)
        assert screen.ended() == 0


def test_a_review_in_a_pipe_tells_everything_and_asks_nothing(home: Path, deal: str) -> None:
    done = batch(home, "review")
    assert (done.returncode, done.stderr) == (0, "")
    assert "review>" not in done.stdout
    data = json.loads(batch(home, "review", deal, "--json").stdout)
    mistakes = [d for d in data["decisions"] if d["grade"] not in ("right", "fine")]
    assert mistakes
    assert done.stdout.count("best: ") == len(mistakes)
    assert data["deal"] == deal
    entries = data["account"]["entries"]
    assert sum(entry["amount"] for entry in entries) == pytest.approx(data["result"], abs=1e-3)
    assert data["error_rate"]["low"] <= data["error_rate"]["mean"] <= data["error_rate"]["high"]
    assert all(decided["better_line"] for decided in mistakes)


def test_pictures(home: Path, deal: str, tmp_path: Path) -> None:
    page, picture = tmp_path / "deal.html", tmp_path / "deal.svg"
    done = batch(home, "review", deal, "--html", str(page), "--svg", str(picture))
    assert done.returncode == 0, done.stderr
    root = ElementTree.parse(picture).getroot()
    drawn = " ".join("".join(node.itertext()) for node in root.iter()).replace("\xa0", " ")
    for text in (f"Deal {deal}", "account of the deal", "your draws", "Error rate", "♠"):
        assert text in drawn
    assert (
        "http"
        not in picture.read_text(encoding="utf-8")
        .replace("http://www.w3.org", "")
        .split("textualize.io", 1)[-1]
    )
    told = page.read_text(encoding="utf-8")
    assert "best: " in told
    assert "♥" in told
    lost = batch(home, "review", deal, "--svg", str(tmp_path / "no" / "where.svg"))
    assert lost.returncode == 1
    assert "cannot be written (No such file or directory)" in lost.stderr


def test_the_position_becomes_a_puzzle(home: Path, deal: str) -> None:
    """A clear decision is saved and passes the checker; an unclear one is refused, leaving none."""
    typed = "review\n" + "".join(f"{number}\nu\n" for number in (1, 2, 5)) + "q\n"
    done = batch(home, typed=typed)
    saved = sorted((content_folder() / "puzzles").glob("*.yaml"))
    assert saved, done.stdout
    assert done.stdout.count("Saved: puzzle my-deal-") == len(saved)
    for path in saved:
        assert load_puzzle(path).exercise.answers
    checked = batch(home, "check", str(content_folder() / "puzzles"))
    assert checked.returncode == 0, checked.stdout
    assert checked.stdout == "checked: nothing wrong\n"


def test_a_record_from_a_file(home: Path, tmp_path: Path) -> None:
    """A deal typed at a real table: imported, reviewed, exported again."""
    file = tmp_path / "table.yaml"
    file.write_text(TYPED, encoding="utf-8")
    done = batch(home, "review", str(file))
    assert done.returncode == 0, done.stderr
    assert "Not all cards of this deal are known, so there is no account of luck." in done.stdout
    assert "you lost 43" in done.stdout
    (listed,) = json.loads(batch(home, "deals", "--json").stdout)
    line = batch(home, "record", listed["id"]).stdout
    assert read_records(file) == read_records(tmp_path / "x", line)
    again = batch(home, "import", "-", typed=line)
    assert f"Deal {listed['id']} is kept" in again.stdout
    assert len(json.loads(batch(home, "deals", "--json").stdout)) == 1
    wrong = batch(home, "import", "-", typed=TYPED.replace("sKd/Kd", "sKd/2h"))
    assert wrong.returncode == 2
    assert "step 12 of the history" in wrong.stderr
    assert "2h is not in your hand" in wrong.stderr
    other = batch(home, "review", str(file), "--seat", "1")
    assert other.returncode == 2
    assert "seat 1 is not known" in other.stderr


def test_everything_goes_to_another_machine(home: Path, deal: str, tmp_path: Path) -> None:
    file = tmp_path / "all.json"
    assert batch(home, "review").returncode == 0
    assert batch(home, "export", str(file)).returncode == 0
    there = tmp_path / "there"
    there.mkdir()
    (there / "cache").symlink_to(home / "cache")
    done = batch(there, "import", str(file))
    assert "1 matches are new here" in done.stdout
    for arguments in (("record", deal), ("review", deal)):
        assert batch(home, *arguments).stdout == batch(there, *arguments).stdout


def test_more_than_two_players(home: Path) -> None:
    rng = Random(SEED)
    whole = Deal.start(Rules(), 4, 1, rng)
    while whole.phase != "over":
        whole = whole.after(pick(whole, rng, "eager"))
    with Store(database_path()) as store:
        keep_records(store, [whole], NOW)
    done = batch(home, "review", "--seat", "2")
    assert done.returncode == 0, done.stderr
    assert "two players only" in done.stdout
    assert "Seat 0" in done.stdout
    assert json.loads(to_line(whole))["players"] == 4


def test_nothing_to_review(home: Path) -> None:
    for command in ("review", "record"):
        done = batch(home, command)
        assert done.returncode == 1
        assert "no deal has been finished yet: 'play' deals one" in done.stderr
    assert "No deal has been finished yet." in batch(home, "deals").stdout
