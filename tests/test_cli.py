"""The command line: JSON, exit codes, and one clear sentence for everything that can go wrong."""

import ctypes
import io
import json
import os
import resource
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from tests import reference
from tests.screen import PATIENCE, Screen, environment
from tests.shell_content import write_content
from trainer import __version__
from trainer.cli import main
from trainer.progress import Store, database_path
from trainer.session.duplicate import sit_down
from trainer.session.sitting import Study
from trainer.solver import warm_up
from trainer.solver.frozen import frozen
from trainer.solver.panel import PANEL

RIGHT, WRONG, USAGE, INTERRUPTED = 0, 1, 2, 130
Done = subprocess.CompletedProcess[str]

POSITION = """\
dealer: them
first_upcard: 6h
hand: 2c 3c 4c 7d 7h 9s 9d Jc Kc Ad 5s
drawn: 5s
history: "x x s/Kd p/9c s"
"""
LAYOFF = """\
dealer: me
first_upcard: Th
hand: 6h Td 2c 2d 3s 4d Ks Qs 8c 9c
history: "x x s/Kd!"
spread: "7h 8h 9h | Jc Qc Kc | 5s 6s 7s"
"""


linux = pytest.mark.skipif(sys.platform != "linux", reason="takes rights away as Linux does")


def okgin(
    home: Path,
    *arguments: str,
    typed: str | bytes = "",
    before: Callable[[], None] | None = None,
    **changes: str | None,
) -> Done:
    """Run the command; nothing it says may ever be a traceback."""
    done = subprocess.run(
        [sys.executable, "-m", "trainer", *arguments],
        input=typed.encode() if isinstance(typed, str) else typed,
        capture_output=True,
        check=False,
        env=environment(home, **changes),
        cwd=home,
        preexec_fn=before,
        timeout=PATIENCE,
    )
    out, err = done.stdout.decode(), done.stderr.decode()
    assert "Traceback" not in out + err, out + err
    return subprocess.CompletedProcess(done.args, done.returncode, out, err)


class Inside:
    """The command in this very process, for what is asked many times and ends before it begins."""

    def __init__(
        self, home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.chdir(home)
        self.monkeypatch = monkeypatch
        self.capsys = capsys

    def __call__(self, *arguments: str, typed: str | bytes = b"") -> Done:
        given = io.BytesIO(typed if isinstance(typed, bytes) else typed.encode())
        self.monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(given, encoding="utf-8"))
        self.monkeypatch.setattr(sys, "argv", ["okgin", *arguments])
        with pytest.raises(SystemExit) as leaving:
            main()
        said = self.capsys.readouterr()
        assert isinstance(leaving.value.code, int)
        return subprocess.CompletedProcess(arguments, leaving.value.code, said.out, said.err)


@pytest.fixture
def inside(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Inside:
    return Inside(home, monkeypatch, capsys)


def refused(done: Done, code: int, sentence: str) -> None:
    """The command said one sentence on standard error, and left with the code."""
    assert done.returncode == code, done
    assert done.stdout == ""
    (line,) = done.stderr.splitlines()
    assert line.startswith("okgin: ")
    assert sentence in line


# -- what works ------------------------------------------------------------------------------------


def test_version_and_help(home: Path) -> None:
    done = okgin(home, "--version")
    assert (done.returncode, done.stdout, done.stderr) == (RIGHT, f"okgin {__version__}\n", "")
    for arguments in (["--help"], ["-h"], ["learn", "-h"], ["solve", "--help"]):
        done = okgin(home, *arguments)
        assert done.returncode == RIGHT
        assert done.stdout.startswith("Usage: okgin")


@pytest.mark.parametrize("hand", ["7h 8h 9h Jc Jd Jh 2s 3s Kd Ac", "2c", "3c3d3h4c4d4h5c5d5h"])
def test_deadwood(home: Path, hand: str) -> None:
    done = okgin(home, "deadwood", hand, "--json")
    assert (done.returncode, done.stderr) == (RIGHT, "")
    answer = json.loads(done.stdout)
    assert list(answer) == ["deadwood", "spreads"]
    cards = frozenset(hand[i : i + 2] for i in range(0, len(hand.replace(" ", "")), 2))
    cards = reference.cards(hand) if " " in hand else cards
    assert answer["deadwood"] == reference.deadwood(cards)
    assert {reference.spread(text) for text in answer["spreads"]} == reference.best_spreads(cards)
    plain = okgin(home, "deadwood", hand)
    assert plain.stdout.splitlines()[0] == f"deadwood {answer['deadwood']}"
    assert len(plain.stdout.splitlines()) == 1 + len(answer["spreads"])


def test_layoff(home: Path) -> None:
    melds, hand = "7h 8h 9h | Jc Qc Kc", "Th 6h Tc 2c 3d"
    done = okgin(home, "layoff", "--melds", melds, "--hand", hand, "--json")
    assert (done.returncode, done.stderr) == (RIGHT, "")
    assert json.loads(done.stdout) == {"deadwood": 5, "laid": "Tc 6h Th", "spread": ""}
    best = reference.layoff_deadwood(reference.spread(melds), reference.cards(hand))
    assert best == 5
    plain = okgin(home, "layoff", "--melds", melds, "--hand", hand)
    assert plain.stdout == "lay Tc 6h Th\ndeadwood 5\n  no meld\n"


def test_rules_and_stats(home: Path) -> None:
    assert "an ace means gin only" in okgin(home, "rules").stdout
    assert "Who can go gin must." in okgin(home, "rules", "pocket").stdout
    done = okgin(home, "stats", "--json")
    assert (done.returncode, done.stderr) == (RIGHT, "")
    answer = json.loads(done.stdout)
    assert answer["attempts"] == 0
    assert answer["streak"] == {"current": 0, "longest": 0}
    assert "lessons finished" in okgin(home, "stats").stdout
    assert not (home / "progress.sqlite3").exists()  # looking creates nothing


def test_solving_an_exact_position(home: Path) -> None:
    (home / "layoff.yaml").write_text(LAYOFF)
    done = okgin(home, "solve", "layoff.yaml", "--json")
    assert (done.returncode, done.stderr) == (RIGHT, "")
    answer = json.loads(done.stdout)
    assert list(answer) == ["ask", "tier", "rules", "playouts", "seed", "actions", "best"]
    assert (answer["ask"], answer["tier"], answer["rules"]) == ("layoff", "exact", "oklahoma")
    assert answer["best"] == answer["actions"][0]["action"]
    for entry in answer["actions"]:
        assert list(entry) == ["action", "value", "error", "points_lost", "accepted"]
    assert [a["points_lost"] for a in answer["actions"]] == sorted(
        a["points_lost"] for a in answer["actions"]
    )
    from_input = okgin(home, "solve", "-", "--json", typed=LAYOFF)
    assert json.loads(from_input.stdout) == answer
    plain = okgin(home, "solve", "layoff.yaml")
    assert plain.returncode == RIGHT
    assert "Exact: no hidden card matters here." in plain.stdout


def test_solving_an_estimate(home: Path) -> None:
    warm_up()
    (home / "throw.yaml").write_text(POSITION)
    done = okgin(home, "solve", "throw.yaml", "--json", "--playouts", "64", "--seed", "7")
    assert (done.returncode, done.stderr) == (RIGHT, "")
    answer = json.loads(done.stdout)
    assert (answer["ask"], answer["tier"]) == ("discard", "estimate")
    assert (answer["playouts"], answer["seed"]) == (64, 7)
    assert len(answer["actions"]) == 11
    again = okgin(home, "solve", "throw.yaml", "--json", "--playouts", "64", "--seed", "7")
    assert again.stdout == done.stdout
    knock = POSITION.replace("2c 3c 4c 7d 7h 9s 9d Jc Kc Ad 5s", "2c 3c 4c 7d 7h 7s 9s 9d 9h Kc 5s")
    known = json.loads(okgin(home, "solve", "-", "--json", "--playouts", "32", typed=knock).stdout)
    spreads = {a["action"]: a.get("spread") for a in known["actions"]}
    assert spreads["knock Kc"] == "2c 3c 4c | 7d 7h 7s | 9d 9h 9s"
    assert spreads["discard Kc"] is None
    plain = okgin(home, "solve", "throw.yaml", "--playouts", "64")
    assert plain.returncode == RIGHT
    assert "Estimated from 64 sampled deals" in plain.stdout


def test_solving_against_other_opponents(home: Path) -> None:
    warm_up()
    (home / "throw.yaml").write_text(POSITION)
    options = ["--playouts", "32", "--opponent", "learnt-eager", "--panel"]
    answer = json.loads(okgin(home, "solve", "throw.yaml", "--json", *options).stdout)
    assert (answer["opponent"], answer["belief"]) == ("learnt-eager", "weighed")
    assert [opinion["opponent"] for opinion in answer["panel"]] == list(PANEL)
    assert answer["survives"] == all(opinion["survives"] for opinion in answer["panel"])
    first = answer["actions"][0]
    assert sum(first["ending_points"].values()) == pytest.approx(first["value"], abs=1e-3)
    shares = [reply["share"] for reply in first["replies"].values()]
    assert sum(shares) == pytest.approx(1, abs=1e-3)
    plain = okgin(home, "solve", "throw.yaml", *options)
    assert plain.returncode == RIGHT
    assert "you play on as 'learnt' and they as 'learnt-eager'" in " ".join(plain.stdout.split())
    assert "against all of them." in plain.stdout


# -- what cannot be read ---------------------------------------------------------------------------

TWELVE = "Ac 2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["deadwood", "7h 8x"], "cannot read the card '8x': write a rank and a suit letter"),
        (["deadwood", "7h 7h"], "the card '7h' stands twice in '7h 7h'"),
        (["deadwood", TWELVE], "has 12 cards: write 1 to 11"),
        (["deadwood", ""], "'' has 0 cards"),
        (["solve", "x.yaml", "--opponent", "camel"], "no opponent 'camel': write base, learnt,"),
        (["deadwood"], "Missing argument 'CARDS' (see 'okgin deadwood --help')"),
        (["layoff", "--melds", "7h 8h 9h"], "Missing option '--hand'"),
        (["layoff", "--melds", "7h 8h", "--hand", "6h"], "a meld has at least three cards"),
        (["layoff", "--melds", "", "--hand", "6h"], "the melds are missing"),
        (["layoff", "--melds", "7h 8h 9h", "--hand", "7h"], "7h is in the melds and in the hand"),
        (["layoff", "--melds", "Kd Kh Ks", "--hand", TWELVE], "has 12 cards: a defender holds at"),
        (["rules", "nosuch"], "there is no preset 'nosuch': the presets are oklahoma, rulebook"),
        (["rules", "rubi"], "there is no preset 'rubi', did you mean 'ruby'?"),
        (["play", "rubi"], "there is no preset 'rubi', did you mean 'ruby'?"),
        (["learn", "melds"], "there is no lesson 'melds'"),
        (["puzzle", "nosuch"], "there is no puzzle 'nosuch'"),
        (["daily", "--date", "tomorrow"], "cannot read the date 'tomorrow': write it as 2026-11-3"),
        (["daily", "--date", "1999-01-01"], "there is no daily for 1999-01-01: the list begins on"),
        (["solve", "nowhere.yaml"], "nowhere.yaml:1:1: there is no such file"),
        (["solve", "."], "this is a folder: name a file in it"),
        (["solve"], "Missing argument 'FILE'"),
        (["solve", "-", "--playouts", "1"], "Invalid value for '--playouts'"),
        (["solve", "-", "--seed", "-1"], "Invalid value for '--seed'"),
        (["check", "nowhere.yaml"], "there is no file or folder 'nowhere.yaml'"),
        (["lern"], "No such command 'lern'. Did you mean 'learn'? (see 'okgin --help')"),
        (["--nope"], "No such option '--nope'"),
        (["stats", "now"], "Got unexpected extra argument"),
    ],
)
def test_what_cannot_be_read(inside: Inside, arguments: list[str], sentence: str) -> None:
    refused(inside(*arguments), USAGE, sentence)


POSITIONS: list[tuple[str | bytes, str]] = [
    ("", "<standard input>:1:1: the file is empty"),
    ("hand: [", "<standard input>:2:1: a bracket before this place is not closed"),
    ("- 1\n- 2\n", "<standard input>:1:1:"),
    ("just words", "<standard input>:1:1:"),
    (b"\x00\x01\x02\xff\xfe binary", "<standard input>:"),
    (POSITION.replace("2c 3c", "2x 3c"), "<standard input>:3:7: hand: cannot read the card '2x'"),
    (POSITION.replace("2c 3c", "2c 2c"), "<standard input>:3:7: hand: the card '2c' stands twice"),
    (POSITION.replace("5s\ndrawn", "5s 6s\ndrawn"), "<standard input>:3:7: the hand has 12 cards"),
    (POSITION + "rules: oklahomo\n", "there is no preset 'oklahomo', did you mean 'oklahoma'?"),
    (
        POSITION + "hnd: 2c\n",
        ":6:1: a position has no key 'hnd', did you mean 'hand'?",
    ),
    (POSITION + "hand: 2c\n", "<standard input>:6:1: the key 'hand'"),
    (POSITION.replace("p/9c", "q/9c"), "<standard input>:5:10: cannot read 'q/9c' in the history"),
    (POSITION.replace("p/9c s", "p"), "<standard input>:5:10: seat 1 is to act, not seat 0"),
]


@pytest.mark.parametrize(("text", "sentence"), POSITIONS)
def test_positions_that_cannot_be_read(inside: Inside, text: str | bytes, sentence: str) -> None:
    refused(inside("solve", "-", "--json", typed=text), USAGE, sentence)
    refused(inside("solve", "-", typed=text), USAGE, sentence)


def test_files_of_the_wrong_kind(inside: Inside, home: Path) -> None:
    write_content(home)
    lesson = "content/lessons/99-small.yaml"
    puzzle = "content/puzzles/first.yaml"
    (home / "noise.yaml").write_bytes(bytes(range(256)))
    (home / "empty.yaml").write_text("")
    (home / "folder.yaml").mkdir()
    for arguments, sentence in (
        (("learn", puzzle), "this is a puzzle: 'puzzle' opens it"),
        (("puzzle", lesson), "this is a lesson: 'learn' opens it"),
        (("learn", "noise.yaml"), "noise.yaml:2:"),
        (("learn", "empty.yaml"), "empty.yaml:1:1: the file is empty"),
        (("puzzle", "folder.yaml"), "folder.yaml:1:1: this is a folder"),
        (("puzzle", "gone.yaml"), "gone.yaml:1:1: there is no such file"),
    ):
        refused(inside(*arguments), USAGE, sentence)
    right = okgin(home, "puzzle", puzzle, typed="Kc\n")
    assert right.returncode == RIGHT
    wrong = okgin(home, "puzzle", puzzle, typed="3c\n")
    assert wrong.returncode == WRONG
    assert "??? howler" in wrong.stdout


@linux
def test_a_file_that_may_not_be_read(home: Path) -> None:
    path = home / "secret.yaml"
    path.write_text(POSITION)
    path.chmod(0)
    done = okgin(home, "solve", "secret.yaml", before=without_privilege)
    refused(done, USAGE, "secret.yaml:1:1:")


# -- okgin check -----------------------------------------------------------------------------------


def test_check(home: Path) -> None:
    write_content(home)
    (home / "content" / "lessons" / "99-small.yaml").unlink()
    (home / "content" / "lessons" / "99-small.receipts.json").unlink()
    (home / "content" / "puzzles" / "first.yaml").unlink()
    (home / "content" / "puzzles" / "first.receipts.json").unlink()
    good = okgin(home, "check", "content")
    assert (good.returncode, good.stdout, good.stderr) == (RIGHT, "checked: nothing wrong\n", "")
    second = home / "content" / "puzzles" / "second.yaml"
    second.write_text(second.read_text().replace("[layoff]", "[layof]"))
    (home / "content" / "puzzles" / "notes.txt").write_text("stray")
    bad = okgin(home, "check", "content")
    assert bad.returncode == WRONG
    assert bad.stderr == "checked: 2 problems\n"
    first, other = bad.stdout.splitlines()
    assert first.startswith("content/puzzles/notes.txt:1:1: a stray file")
    assert other.startswith("content/puzzles/second.yaml:")
    assert "there is no theme 'layof', did you mean 'layoff'?" in other
    broken = home / "broken.yaml"
    broken.write_text("format: 1\nid: [\n")
    done = okgin(home, "check", "broken.yaml")
    assert done.returncode == WRONG
    assert done.stdout.startswith("broken.yaml:")


# -- the database ----------------------------------------------------------------------------------

SAVING = [["learn", "1"], ["puzzle"], ["daily", "--date", "2026-11-30"], ["play"]]
NOT_SAVING = [["rules"], ["deadwood", "7h 8h 9h"], ["solve", "layoff.yaml"], ["--version"]]


def test_a_corrupt_database(inside: Inside, home: Path) -> None:
    (home / "progress.sqlite3").write_bytes(b"this is no database" * 100)
    (home / "layoff.yaml").write_text(LAYOFF)
    for arguments in (*SAVING, ["stats"], ["stats", "--json"]):
        refused(inside(*arguments), WRONG, "is damaged (file is not a database)")
    for arguments in NOT_SAVING:  # what needs no progress works without it
        assert inside(*arguments).returncode == RIGHT
    done = okgin(home, typed="rules\nlearn 1\nquit\n")
    assert done.returncode == WRONG
    assert done.stdout.count("is damaged") == 2
    assert "an ace means gin only" in done.stdout


def test_a_newer_database(inside: Inside, home: Path) -> None:
    with closing(sqlite3.connect(home / "progress.sqlite3")) as connection:
        connection.execute("PRAGMA user_version = 999")
    refused(inside("stats"), WRONG, "was written by a newer okgin")


def test_a_folder_in_place_of_the_database(inside: Inside, home: Path) -> None:
    (home / "progress.sqlite3").mkdir()
    refused(inside("learn", "1"), WRONG, "is a folder, where okgin keeps its database")


def test_a_file_in_place_of_the_home(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    done = okgin(tmp_path, "learn", "1", OKGIN_HOME=str(tmp_path / "file"))
    refused(done, WRONG, "is a file; move it away")


def without_privilege() -> None:
    """Let not even root write where the mode of a file forbids it."""
    for capability in (1, 2):  # CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH
        ctypes.CDLL(None).prctl(24, capability, 0, 0, 0)  # PR_CAPBSET_DROP


@linux
def test_a_read_only_database(home: Path) -> None:
    with Store(database_path()) as store:
        store.create_match('"oklahoma"', 1, datetime.now(UTC))
    path = home / "progress.sqlite3"
    path.chmod(0o444)
    home.chmod(0o555)
    try:
        for arguments in SAVING:
            done = okgin(home, *arguments, before=without_privilege)
            refused(done, WRONG, f"answers cannot be saved: {path} is read-only")
        assert okgin(home, "stats", before=without_privilege).returncode == RIGHT
        shell = okgin(home, typed="rules\nquit\n", before=without_privilege)
        assert shell.returncode == WRONG
        assert "Answers cannot be saved" in shell.stdout
    finally:
        home.chmod(0o755)


def test_a_full_disk(home: Path) -> None:
    """Simulated by a limit on how large a file may grow: nothing can be saved at all."""

    def full() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))

    done = okgin(home, "learn", "1", before=full)
    assert done.returncode == WRONG
    (line,) = done.stderr.splitlines()
    assert line.startswith("okgin: ")
    assert "progress.sqlite3" in line


def test_a_disk_that_fills_up_in_a_lesson(home: Path) -> None:
    write_content(home)
    with Store(database_path()) as store:
        store.create_match('"oklahoma"', 1, datetime.now(UTC))
    log = 48 * 1024  # room for the shared memory beside the database, and for an answer or two

    def full() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (log, resource.RLIM_INFINITY))

    done = okgin(home, "learn", "small", typed="10\nno\n" * 50, before=full)
    if done.returncode == RIGHT:
        pytest.skip("this file system keeps the log in place")
    assert done.returncode == WRONG
    assert len(done.stderr.splitlines()) == 1
    with Store(database_path()) as store:  # what was saved before is whole
        assert store.open_match() is not None


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
def test_an_output_on_a_full_disk(home: Path) -> None:
    for arguments in (["rules"], ["deadwood", "7h"], ["--version"], ["learn", "1"]):
        with open("/dev/full", "w") as full:
            done = subprocess.run(
                [sys.executable, "-m", "trainer", *arguments],
                stdin=subprocess.DEVNULL,
                stdout=full,
                stderr=subprocess.PIPE,
                check=False,
                env=environment(home),
            )
        assert done.returncode == WRONG, arguments
        assert done.stderr.decode() == "okgin: No space left on device\n"


# -- streams that are closed -----------------------------------------------------------------------


def test_a_reader_that_goes_away(home: Path) -> None:
    """`okgin rules | head -1` and its like end quietly."""
    for arguments in (["rules"], ["learn", "1"], ["--help"]):
        reader, writer = os.pipe()
        os.close(reader)
        done = subprocess.run(
            [sys.executable, "-m", "trainer", *arguments],
            stdin=subprocess.DEVNULL,
            stdout=writer,
            stderr=subprocess.PIPE,
            check=False,
            env=environment(home),
        )
        os.close(writer)
        assert done.stderr == b"", (arguments, done.stderr)
        assert done.returncode == WRONG


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_closed_streams(home: Path, closed: str) -> None:
    for command in ("rules", "learn 1", "deadwood 7x"):
        done = subprocess.run(
            ["bash", "-c", f"'{sys.executable}' -m trainer {command} {closed}"],
            capture_output=True,
            stdin=subprocess.DEVNULL,
            text=True,
            check=False,
            env=environment(home),
        )
        assert done.returncode == (USAGE if "7x" in command else RIGHT), done
        assert "Traceback" not in done.stdout + done.stderr
        assert "Exception" not in done.stdout + done.stderr


# -- interruption ----------------------------------------------------------------------------------


def interrupted(
    home: Path, *arguments: str, after: Callable[[], bool], seconds: float = PATIENCE
) -> tuple[int, str]:
    """Run, send SIGINT once something is so or time is up, and give the exit code and the words."""
    process = subprocess.Popen(
        [sys.executable, "-m", "trainer", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(home),
        cwd=home,
    )
    end = time.monotonic() + seconds
    while not after() and time.monotonic() < end:
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=PATIENCE)
    return process.returncode, said.decode()


def test_an_interrupted_solve(home: Path) -> None:
    warm_up()
    (home / "throw.yaml").write_text(POSITION)
    long = ["solve", "throw.yaml", "--playouts", "5000000"]
    for arguments in (long, [*long, "--json"]):
        started = time.monotonic()
        code, said = interrupted(home, *arguments, after=lambda: False, seconds=3.0)
        assert code == INTERRUPTED
        assert said.strip() == "Interrupted; your place is kept."
        assert time.monotonic() < started + 30


def test_an_interrupted_batch(home: Path) -> None:
    write_content(home)
    code, said = interrupted(home, "learn", "small", after=(home / "progress.sqlite3").exists)
    assert code == INTERRUPTED
    assert said.strip() == "Interrupted; your place is kept."


def test_an_interrupt_at_a_prompt_cancels_the_line(home: Path) -> None:
    write_content(home)
    with Screen(home, "puzzle", "first") as screen:
        screen.prompted()
        screen.type("disc")
        screen.see("> disc")
        screen.interrupt()
        screen.prompted()
        screen.type("Kc\r")
        screen.see("+ right")
        assert screen.ended() == RIGHT


def test_an_interrupted_analysis_leaves_the_question(home: Path) -> None:
    """Ctrl-C while the solver works stops the solver, and the question still stands."""
    warm_up()
    write_content(home)
    (home / "content" / "puzzles" / "first.receipts.json").unlink()
    program = """
import sys, time
from trainer.session import sitting
def slow(position, *, playouts=0):
    print("SOLVING", flush=True)
    time.sleep(60)
sitting.Study.__init__.__defaults__ = (slow,)
sys.argv = ["okgin", "puzzle", "first"]
from trainer.cli import main
main()
"""
    (home / "slow.py").write_text(program)
    with Screen(home, program=str(home / "slow.py")) as screen:
        screen.prompted()
        screen.type("7d\r")
        screen.see("SOLVING")
        screen.type("\x03")
        screen.see("Stopped; the question still stands.")
        screen.prompted()
        screen.type("q\r")
        screen.see("The puzzle waits for you.")
        assert screen.ended() == RIGHT


# -- the daily and reports -------------------------------------------------------------------------


def test_reporting_a_puzzle(inside: Inside, home: Path) -> None:
    write_content(home)
    refused(inside("puzzle", "report", "second"), USAGE, "name the puzzle and say what is wrong")
    refused(inside("puzzle", "report", "none", "bad"), USAGE, "there is no puzzle 'none'")
    for text in ("two answers are right", "é"):
        assert inside("puzzle", "report", "second", text).returncode == RIGHT
    lines = [json.loads(line) for line in (home / "reports.jsonl").read_text().splitlines()]
    assert [line["text"] for line in lines] == ["two answers are right", "é"]
    assert {line["puzzle"] for line in lines} == {"second"}
    assert {line["version"] for line in lines} == {__version__}


def test_lists_of_dailies(inside: Inside, home: Path) -> None:
    assert "not begun" in inside("daily", "archive").stdout
    assert "Mo Tu We Th Fr Sa Su" in inside("daily", "calendar").stdout
    refused(inside("daily", "share"), USAGE, "you have not answered the daily of")
    refused(inside("daily", "rollover", "24"), USAGE, "cannot read the hour '24'")
    assert "Your day begins at 4:00." in inside("daily", "rollover", "4").stdout
    assert "Your day begins at 4:00." in inside("daily", "rollover").stdout
    refused(inside("daily", "9999-12-31"), USAGE, "the daily of 9999-12-31 is still to come")


def test_the_duplicate_deal(inside: Inside, home: Path) -> None:
    refused(inside("duplicate", "2026-11-30"), USAGE, "there is no duplicate deal for 2026-11-30")
    refused(inside("duplicate", "soon"), USAGE, "cannot read the date 'soon'")
    assert "not played" in inside("duplicate", "list").stdout
    day = date(2026, 12, 1)
    with Store() as store:
        run = sit_down(Study(store, lambda: datetime.now(UTC), lambda: day), day)
        while run.deal.phase != "over":
            if run.my_turn:
                run.do(run.position.completed(frozen(run.position)))
            else:
                run.reply()
    done = inside("duplicate", str(day))
    assert f"Duplicate of {day}: " in done.stdout
    assert "level with par" in done.stdout
