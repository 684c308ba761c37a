"""The learner's numbers: over time, by theme and limit; in the terminal, as JSON and as a page."""

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest
from rich.console import Console

from tests.test_progress import NOON, TODAY, attempt
from trainer.progress import ProgressError, Store
from trainer.shell.numbers import curve, numbers_json, numbers_view, shade
from trainer.shell.report import report, write_report

MONDAY = date(2026, 5, 4)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "p.sqlite3") as opened:
        yield opened


def fill(store: Store, answers: int = 60) -> None:
    """A learner who gets better, over three weeks."""
    rng = Random(1)
    for number in range(answers):
        day = MONDAY + timedelta(days=number * 20 // answers)
        good = rng.random() < 0.3 + 0.6 * number / answers
        store.record_attempt(
            attempt(
                f"q{number}",
                at=NOON + timedelta(minutes=number),
                local_date=day,
                source_id=f"p{number}",
                grade="right" if good else "mistake",
                points_lost=0.0 if good else 2.0,
                themes="outs <wait>" if number % 2 else "outs",
                knock_limit=number % 11,
                puzzle_rating=1500.0,
                puzzle_deviation=100.0,
            )
        )


def test_numbers_are_of_first_answers(store: Store) -> None:
    theme = {"themes": "outs wait", "knock_limit": 10}
    store.record_attempt(attempt("a", local_date=MONDAY, **theme))
    store.record_attempt(attempt("b", local_date=MONDAY, grade="mistake", points_lost=3.0, **theme))
    store.record_attempt(attempt("b", local_date=MONDAY, **theme))  # again
    store.record_attempt(attempt("b", source="drill", fingerprint="twin", **theme))
    store.record_attempt(attempt("c", forced=True, **theme))
    next_sunday = MONDAY + timedelta(days=13)
    store.record_attempt(
        attempt("d", local_date=next_sunday, source="match", themes="wait", knock_limit=0)
    )
    numbers = store.numbers()
    assert {name: (s.answers, s.solved) for name, s in numbers.by_theme.items()} == {
        "wait": (3, 2),
        "outs": (2, 1),
    }
    assert list(numbers.by_limit) == [0, 10]
    assert numbers.by_limit[10].error_rate.mean == 1.5
    assert numbers.by_limit[10].share == 0.5
    assert [(week.monday, week.strength.answers) for week in numbers.weeks] == [
        (MONDAY, 2),
        (MONDAY + timedelta(days=7), 1),
    ]
    assert numbers.calendar == {MONDAY: 3, TODAY: 2, next_sunday: 1}


def drawn(store: Store, glyphs: bool, width: int = 80) -> str:
    console = Console(width=width, record=True, file=None, color_system=None)
    with console.capture() as capture:
        view = numbers_view(store.stats(TODAY), store.numbers(), TODAY, glyphs)
        console.print(view)
    return capture.get()


def test_the_terminal_shows_all_of_it(store: Store) -> None:
    empty = drawn(store, glyphs=True)
    assert "lessons finished" in empty
    assert "By theme" not in empty
    fill(store)
    text = drawn(store, glyphs=True)
    for title in ("Rating ", "Points lost a decision", "By theme", "By knock limit", "Answers a"):
        assert title in text
    assert "█" in text
    assert "gin" in text
    assert drawn(store, glyphs=False).isascii()
    assert max(map(len, drawn(store, glyphs=True, width=30).splitlines())) <= 30


def test_a_curve() -> None:
    assert curve([1.0], glyphs=False) == "_"
    assert curve([0.0, 1.0, 2.0], glyphs=True) == "▁▅█"
    assert curve([float(n) for n in range(400)], glyphs=False, points=8) == "_.-=+*#@"
    assert [shade(count) for count in (0, 1, 5, 6, 16, 41)] == [".", "-", "-", "+", "*", "#"]


def test_json_says_the_same(store: Store) -> None:
    assert json.loads(numbers_json(store.stats(TODAY), store.numbers()))["rating"] is None
    fill(store)
    value = json.loads(numbers_json(store.stats(TODAY), store.numbers()))
    assert value["attempts"] == 60
    assert value["rating"]["value"] == store.rating().value
    assert len(value["numbers"]["ratings"]) == 60
    assert value["numbers"]["by_limit"]["10"]["answers"] == 5
    assert value["numbers"]["calendar"]["2026-05-04"] == 3


def test_the_page_is_whole_and_fetches_nothing(store: Store, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    assert "<svg" not in report(store.stats(TODAY), store.numbers(), TODAY)
    fill(store)
    page = report(store.stats(TODAY), store.numbers(), TODAY)
    assert page == report(store.stats(TODAY), store.numbers(), TODAY)
    assert page.count("<svg") == 5
    assert "&lt;wait&gt;" in page
    for fetched in ("<script", "src=", "@import", "<link"):
        assert fetched not in page
    whole = re.sub(r"<!DOCTYPE html>|<meta [^>]*>", "", page)
    assert ElementTree.fromstring(whole).tag == "html"
    with pytest.raises(ProgressError, match="cannot be written"):
        write_report(tmp_path / "none" / "x.html", store.stats(TODAY), store.numbers(), TODAY)


def test_without_the_plotting_library_a_sentence(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    fill(store)
    with pytest.raises(ProgressError, match=r"pip install 'okgin\[plots\]'"):
        report(store.stats(TODAY), store.numbers(), TODAY)


BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")


def test_a_browser_opens_the_page(store: Store, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    browser = next((found for name in BROWSERS if (found := shutil.which(name))), None)
    if browser is None:
        pytest.skip("no browser on this machine")
    fill(store)
    path = tmp_path / "numbers.html"
    write_report(path, store.stats(TODAY), store.numbers(), TODAY)
    flags = ["--headless", "--no-sandbox", "--disable-gpu", "--dump-dom"]
    done = subprocess.run(
        [browser, *flags, path.as_uri()], capture_output=True, text=True, check=True, timeout=120
    )
    assert done.stdout.count("<svg") == 5
    assert "Solved by knock limit" in done.stdout
