"""Terminals of every kind: narrow, colourless, dumb, for screen readers, piped, without Unicode."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pexpect
import pytest

from tests.screen import CTRL_D, ENTER, Screen, environment
from tests.shell_content import ANSWERS, write_content

GLYPHS = "♣♦♥♠"


@pytest.fixture
def own(home: Path) -> Path:
    """A learner's home with content of their own."""
    write_content(home)
    return home


def batch(
    home: Path,
    *arguments: str,
    typed: str | bytes = "",
    encoding: str = "utf-8",
    **changes: str | None,
) -> subprocess.CompletedProcess[str]:
    """The program with its standard streams piped."""
    given = typed if isinstance(typed, bytes) else typed.encode(encoding)
    done = subprocess.run(
        [sys.executable, "-m", "trainer", *arguments],
        input=given,
        capture_output=True,
        check=False,
        env=environment(home, **changes),
        cwd=home,
    )
    return subprocess.CompletedProcess(
        done.args, done.returncode, done.stdout.decode(encoding), done.stderr.decode(encoding)
    )


ALL_RIGHT = "\n".join(ANSWERS) + "\n"
ALL_WRONG = "11\nyes\n5c 6c 7c\nno\n1\nthem 35\n7d\nlay nothing\n"


# -- narrow windows --------------------------------------------------------------------------------


@pytest.mark.parametrize("columns", [80, 50, 20])
def test_narrow_windows(own: Path, columns: int) -> None:
    with Screen(own, columns=columns, rows=30) as screen:
        screen.enter("lessons")
        screen.enter("puzzles")
        screen.enter("learn small", "Welcome.")
        screen.enter("", "[7♥ 8♥ 9♥]")
        screen.enter("", "exercise 1 of 8")
        for number, answer in enumerate(["11", "yes", "none", "no", "1", "me 1", "7d"], start=2):
            screen.enter(answer, f"exercise {number} of 8")
        assert "[3♣ 4♣ 5♣]" in screen.text  # melds are never torn apart
        assert "[J♠ Q♠ K♠]" in screen.text
        assert "[2♣ 3♣ 4♣]" in screen.text
        screen.enter("h", "Hint 1 of 4")
        screen.enter("h", "Hint 2 of 4")
        screen.enter("h", "Hint 3 of 4")
        screen.enter("h", "The answer:")
        screen.enter("lay nothing", "Well done.")
        screen.enter("q", "is kept")
        screen.enter("rules ruby", "The match")
        screen.enter("stats", "lessons finished")
        screen.type(CTRL_D)
        assert screen.ended() == 0
        assert all(len(line) <= columns for line in screen.text.splitlines())
        assert "Traceback" not in screen.text


# -- colours ---------------------------------------------------------------------------------------


def test_colours_and_no_colours(own: Path) -> None:
    def go(screen: Screen) -> None:
        screen.enter("learn small", "Welcome.")
        screen.enter("", "[7♥ 8♥ 9♥]")
        screen.enter("", "exercise 1")
        screen.enter("11", "x wrong")
        screen.leave()

    with Screen(own) as screen:
        go(screen)
        assert screen.colours
    (own / "progress.sqlite3").unlink()
    with Screen(own, NO_COLOR="1") as screen:
        go(screen)
        assert screen.colours == []


# -- linear terminals ------------------------------------------------------------------------------


@pytest.mark.parametrize("changes", [{"TERM": "dumb"}, {"ACCESSIBLE": "1"}])
def test_linear_terminals(own: Path, changes: dict[str, Any]) -> None:
    """Nothing is redrawn, there is no toolbar, suits are letters; Ctrl-C and Ctrl-D work."""
    with Screen(own, **changes) as screen:
        screen.enter("learn small", "Welcome.")
        screen.enter("", "[7h 8h 9h]")
        screen.enter("", "exercise 1 of 8")
        screen.cancel()
        screen.see("^C")
        screen.enter("11", "x wrong")
        screen.leave()
        screen.see("Your place in 'Small' is kept")
        screen.type(CTRL_D)
        assert screen.ended() == 0
        assert "Ctrl-D leaves" not in screen.text  # that is the toolbar's
        assert not any(glyph in screen.text for glyph in GLYPHS)
    moves = [code for code in (b"\x1b[A", b"\x1b[K", b"\x1b[J", b"\x1b[H") if code in screen.raw]
    assert moves == []
    if changes.get("TERM") == "dumb":
        assert b"\x1b" not in screen.raw


# -- pipes -----------------------------------------------------------------------------------------


def test_a_batch_that_is_all_right(own: Path) -> None:
    done = batch(own, "learn", "small", typed=ALL_RIGHT)
    assert (done.returncode, done.stderr) == (0, "")
    assert "Lesson 99 is done: Small." in done.stdout
    assert "\x1b" not in done.stdout
    assert not any(glyph in done.stdout for glyph in GLYPHS)
    assert "> 10\n" in done.stdout
    assert "Enter to go on" not in done.stdout
    assert all(line == line.rstrip() for line in done.stdout.splitlines())


def test_a_batch_with_wrong_answers(own: Path) -> None:
    done = batch(own, "learn", "small", typed=ALL_WRONG)
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout.count("x wrong") == 6
    assert "Your place in 'Small' is kept" in done.stdout
    again = batch(own, "learn", "small", typed=ALL_RIGHT)
    assert "You go on where you left off." in again.stdout
    assert "Once more, the 8 you missed." in again.stdout
    assert again.returncode == 0


def test_a_batch_with_a_line_that_cannot_be_read(own: Path) -> None:
    done = batch(own, "puzzle", "first", typed="7x\nKc\n")
    assert "Cannot read '7x'" in done.stdout
    assert "+ right" in done.stdout
    assert done.returncode == 2
    wrong = batch(own, "puzzle", "first", typed="7x\n3c\n")
    assert wrong.returncode == 1


def test_a_batch_that_ends_early(own: Path) -> None:
    done = batch(own, "learn", "small", typed="10\n")
    assert done.returncode == 0
    assert "Your place in 'Small' is kept (exercise 2 of 8)" in done.stdout
    assert batch(own, "puzzle", "first").returncode == 0
    assert batch(own, typed="").returncode == 0


def test_the_shell_reads_commands_from_a_pipe(own: Path) -> None:
    done = batch(own, typed="rules pocket\npuzzle first\nKc\nstats\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert "Who can go gin must." in done.stdout
    assert "okgin> stats" in done.stdout
    assert batch(own, typed="lern\n").returncode == 2
    assert batch(own, typed="puzzle first\n3c\nquit\n").returncode == 1


def test_a_terminal_without_an_output_window(own: Path) -> None:
    """`okgin | tee log`: a person types, so pauses and cancelled lines work as ever."""
    program = """
import subprocess, sys
with open("log", "w") as log:
    sys.exit(subprocess.call([sys.executable, "-m", "trainer", "learn", "small"], stdout=log))
"""
    process: pexpect.spawn[bytes] = pexpect.spawn(
        sys.executable, ["-c", program], env=environment(own), cwd=str(own), timeout=60
    )
    process.send(ENTER + ENTER + "10" + ENTER + CTRL_D)
    process.expect(pexpect.EOF)
    process.close()
    assert process.exitstatus == 0
    log = (own / "log").read_text()
    assert "+ right  10" in log
    assert "\x1b" not in log


# -- encodings -------------------------------------------------------------------------------------

ASCII_ONLY = [
    {"PYTHONIOENCODING": "ascii"},
    {"LANG": "C", "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    {"PYTHONIOENCODING": "latin-1"},
]


@pytest.mark.parametrize("changes", ASCII_ONLY)
def test_outputs_without_the_signs(own: Path, changes: dict[str, Any]) -> None:
    encoding = "latin-1" if changes.get("PYTHONIOENCODING") == "latin-1" else "ascii"
    done = batch(own, "puzzle", "first", typed="h\nh\nh\nh\n7d\n", encoding=encoding, **changes)
    assert (done.returncode, done.stderr) == (1, "")
    sign = "±" if encoding == "latin-1" else "+-"
    assert f"2.0 points lost ({sign} 0.1)" in done.stdout
    with Screen(own, **changes) as screen:
        screen.enter("puzzle first", "Your hand [2c 3c 4c] - Ad 5s 7d 7h 9d 9s Jc Kc")
        screen.enter("7d", "? mistake discard 7d")


def test_input_that_is_no_text(own: Path) -> None:
    done = batch(own, "puzzle", "first", typed=b"\xff\xfe\x00\nKc\n")
    assert done.returncode == 2
    assert "Cannot read" in done.stdout
    assert done.stderr == ""
