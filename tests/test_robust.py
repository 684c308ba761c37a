"""Hostile input and broken surroundings: each a sentence and an exit code, never a trace."""

import os
import sqlite3
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from trainer.game import GameError, parse_card, parse_hand, parse_history, parse_spread
from trainer.progress import Store

SIGNS_LIKE_LETTERS = ["7ſ", "\u212ah", "７h", "7\u0441", "²c"]
"""A long s, a Kelvin sign, a wide seven, a Cyrillic es, a superscript two."""


def okgin(*words: str, typed: str = "", **variables: str) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        [sys.executable, "-m", "trainer", *words],
        input=typed,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        env={**os.environ, **variables},
    )
    assert "Traceback" not in done.stderr + done.stdout
    return done


@pytest.mark.parametrize("text", SIGNS_LIKE_LETTERS)
def test_signs_that_look_like_letters_are_no_cards(text: str) -> None:
    for read in (parse_card, parse_hand, parse_spread, lambda text: parse_history(f"s/{text}")):
        with pytest.raises(GameError):
            read(text)


@pytest.mark.parametrize("name", ["²", "9" * 5000, "a" * 300, "a" * 300 + ".yaml", "x/" * 3000])
@pytest.mark.parametrize("verb", ["learn", "puzzle", "solve"])
def test_names_that_no_file_has(home: Path, verb: str, name: str) -> None:
    done = okgin(verb, name)
    assert done.returncode == 2
    assert done.stderr.startswith("okgin: ")
    assert len(done.stderr) < 2000


def test_the_shell_goes_on_after_such_names(home: Path) -> None:
    lines = ["learn \0", "solve x/\0b", f"puzzle {'a' * 300}", "learn ²", "rules ruby", "quit"]
    done = okgin(typed="\n".join(lines) + "\n")
    assert "Oklahoma Gin, rules" in done.stdout
    assert "Goodbye" in done.stdout


def test_what_is_quoted_cannot_steer_the_terminal(home: Path, tmp_path: Path) -> None:
    file = tmp_path / "position.yaml"
    file.write_text('dealer: me\nfirst_upcard: "\\e]0;pwned\\a\\e[2J"\nhand: 2c\n')
    done = okgin("solve", str(file))
    assert done.returncode == 2
    assert "\x1b" not in done.stderr
    assert "\\x1b" in done.stderr


@pytest.mark.parametrize("number", ["0x_", "0b_", "0o_", "1_", "_1"])
def test_numbers_that_are_none(home: Path, tmp_path: Path, number: str) -> None:
    file = tmp_path / "position.yaml"
    file.write_text(f"dealer: me\nfirst_upcard: 6h\nhand: 2c\nscore: [{number}, 1]\n")
    assert okgin("solve", str(file)).returncode == 2


def test_pipes_are_no_content(home: Path, tmp_path: Path) -> None:
    fifo = tmp_path / "pipe.yaml"
    os.mkfifo(fifo)
    done = okgin("solve", str(fifo))
    assert done.returncode == 2
    assert "no regular file" in done.stderr
    own = home / "content" / "puzzles"
    own.mkdir(parents=True)
    os.mkfifo(own / "pipe.yaml")
    (own / "loop.yaml").symlink_to(own / "loop.yaml")
    assert okgin(typed="puzzles\n").returncode == 0


def test_huge_files_are_refused_at_once(home: Path, tmp_path: Path) -> None:
    file = tmp_path / "huge.yaml"
    file.write_text("- a\n" * 2_500_000)
    done = okgin("solve", str(file))
    assert done.returncode == 2
    assert "larger than 1,000,000 bytes" in done.stderr


@pytest.mark.parametrize("rule", ["gin_bonus", "undercut_bonus", "box", "target", "big_gin_bonus"])
def test_rules_have_limits(rule: str) -> None:
    from trainer.game import Rules

    with pytest.raises(GameError, match=f"{rule} is 100000000000000"):
        Rules.from_value({"preset": "ruby", rule: 10**14})


@pytest.mark.parametrize(
    "damage",
    [
        "update matches set seed = 'abc'",
        "update matches set created_at = 'zz'",
        "update dailies set day = 'zz'",
        "update dailies set started_at = 'zz'",
    ],
)
def test_altered_values_are_damage(home: Path, damage: str) -> None:
    with Store() as store:
        now = datetime.now(UTC)
        store.create_match('"oklahoma"', 1, now)
        store.start_daily(now.date(), "river", now)
    with sqlite3.connect(home / "progress.sqlite3") as database:
        database.execute(damage)
    database.close()
    done = [okgin("play"), okgin("stats"), okgin("daily")]
    assert any("is damaged" in each.stderr for each in done)
    assert 1 in [each.returncode for each in done]


@pytest.mark.parametrize("body", ["raise SystemError('no')", "raise RuntimeError('no')", ""])
def test_a_broken_numba_is_told(home: Path, tmp_path: Path, body: str) -> None:
    stub = tmp_path / "stub" / "numba"
    stub.mkdir(parents=True)
    (stub / "__init__.py").write_text(body + "\n")
    position = tmp_path / "position.yaml"
    position.write_text(
        "dealer: them\nfirst_upcard: 6h\nhand: 2c 3c 4c 7d 7h 9s 9d Jc Kc Ad 5s\n"
        "drawn: 5s\nhistory: x x s/Kd p/Kh s\n"
    )
    path = os.pathsep.join([str(stub.parent), str(Path(__file__).resolve().parent.parent)])
    done = okgin("solve", str(position), PYTHONPATH=path)
    assert done.returncode == 1
    assert "need the package numba" in done.stderr


def test_a_home_of_nobody(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "trainer", "stats"],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
        env={
            **os.environ,
            "OKGIN_HOME": "~nosuchuser/x",
            "PYTHONPATH": str(Path(__file__).resolve().parent.parent),
        },
    )
    assert done.returncode == 0
    assert "Traceback" not in done.stderr


def test_what_nobody_foresaw_is_kept_in_a_file(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from trainer import cli

    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError("nobody foresaw this")

    monkeypatch.setattr(cli, "okgin", broken)
    with pytest.raises(SystemExit) as left:
        cli.main()
    assert left.value.code == 1
    said = capsys.readouterr().err
    assert "a fault of this program (ZeroDivisionError: nobody foresaw this)" in said
    assert "Traceback" not in said
    assert "nobody foresaw this" in (home / "crash.txt").read_text()
