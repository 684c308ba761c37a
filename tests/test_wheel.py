"""The wheel, built and installed into an empty virtual environment far from the checkout."""

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from trainer import __version__

ROOT = Path(__file__).resolve().parent.parent

ANSWERS = "a number\n13\n"
"""One line that cannot be read, then an answer to the first exercise of the first lesson."""


def run(*command: str | Path, folder: Path, typed: str = "") -> subprocess.CompletedProcess[str]:
    """Run a command in a folder, in an environment that knows nothing of the checkout."""
    environment = {
        name: value
        for name, value in os.environ.items()
        if name not in ("PYTHONPATH", "VIRTUAL_ENV", "PYTHONHOME")
    }
    return subprocess.run(
        [str(word) for word in command],
        cwd=folder,
        input=typed,
        capture_output=True,
        text=True,
        check=False,
        env={**environment, "OKGIN_HOME": str(folder / "home")},
    )


def pip(*arguments: str | Path, python: Path, folder: Path) -> None:
    """Run pip; without a network there is nothing to be found out here."""
    done = run(python, "-m", "pip", "install", "-q", *arguments, folder=folder)
    if done.returncode and "onnection" in done.stderr:
        pytest.skip("pip cannot reach a package index")
    assert done.returncode == 0, done.stderr


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this checkout."""
    folder = tmp_path_factory.mktemp("wheel")
    done = run(
        sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", ".", ROOT, folder=folder
    )
    if done.returncode and "onnection" in done.stderr:
        pytest.skip("pip cannot reach a package index")
    assert done.returncode == 0, done.stderr
    (found,) = folder.glob("*.whl")
    return found


def test_what_is_in_the_wheel(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    shipped = {
        f"trainer/shipped/{path.relative_to(ROOT)}"
        for kind in ("lessons", "puzzles")
        for path in (ROOT / kind).iterdir()
        if not path.name.startswith(".")
    }
    assert shipped <= names
    modules = {
        str(path.relative_to(ROOT))
        for path in (ROOT / "trainer").rglob("*.py")
        if "shipped" not in path.parts
    }
    assert modules <= names
    tops = {name.partition("/")[0] for name in names}
    assert tops == {"trainer", f"okgin-{__version__}.dist-info"}


@pytest.mark.slow
def test_an_installation_elsewhere(wheel: Path, tmp_path: Path) -> None:
    python = tmp_path / "venv" / "bin" / "python"
    done = run(sys.executable, "-m", "venv", tmp_path / "venv", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    pip(wheel, python=python, folder=tmp_path)
    okgin = python.with_name("okgin")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()

    version = run(okgin, "--version", folder=elsewhere)
    assert (version.returncode, version.stdout) == (0, f"okgin {__version__}\n")
    module = run(python, "-m", "trainer", "--version", folder=elsewhere)
    assert module.stdout == version.stdout
    where = run(python, "-c", "import trainer; print(trainer.__file__)", folder=elsewhere)
    assert str(tmp_path) in where.stdout

    course = run(okgin, folder=elsewhere, typed="lessons\npuzzles\n")
    assert course.returncode == 0, course.stderr
    for path in (ROOT / "lessons").glob("*.yaml"):
        assert path.stem.partition("-")[2] in course.stdout

    lesson = run(okgin, "learn", "1", folder=elsewhere, typed=ANSWERS)
    assert "Lesson 1: " in lesson.stdout
    assert "Cannot read 'a number'" in lesson.stdout
    assert "exercise 2 of" in lesson.stdout
    assert lesson.returncode in (1, 2)
    again = run(okgin, "learn", folder=elsewhere, typed="")
    assert "You go on where you left off." in again.stdout

    daily = run(okgin, "daily", "--date", "2026-11-30", folder=elsewhere, typed="h\n")
    assert daily.returncode == 0, daily.stderr
    assert "Hint 1 of 4" in daily.stdout

    shipped = Path(where.stdout.strip()).parent / "shipped"
    exact = [shipped / "lessons" / f"{name}.yaml" for name in EXACT_LESSONS]
    check = run(okgin, "check", *exact, folder=elsewhere)
    assert (check.returncode, check.stdout) == (0, "checked: nothing wrong\n"), check.stderr

    count = run(okgin, "deadwood", "7h 8h 9h Kc", "--json", folder=elsewhere)
    assert json.loads(count.stdout) == {"deadwood": 10, "spreads": ["7h 8h 9h"]}


EXACT_LESSONS = ("01-melds-and-values", "02-arranging-a-hand", "06-laying-off")
"""Lessons without estimates, whose check needs no compiled kernels."""
