"""Where compiled kernels are kept, and what happens where they cannot be."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from trainer.solver import compile as compiling
from trainer.solver import ready, warm_up


def run_python(program: str, home: Path | str) -> str:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", program],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "OKGIN_HOME": str(home)},
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_folder_follows_sources_and_home(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OKGIN_HOME", str(tmp_path / "home"))
    folder = compiling.cache_folder()
    assert folder.parent == tmp_path / "home" / "cache"
    assert compiling.cache_folder() == folder
    sources = tmp_path / "solver"
    sources.mkdir()
    (sources / "data").mkdir()
    (tmp_path / "lab").mkdir()
    kernels = ("kernel_a.py", "../lab/kernel_b.py")
    for name in (*kernels, "codes.py", "belief_data.py", "data/belief.npz"):
        (sources / name).write_text("A = 1\n")
    monkeypatch.setattr(compiling, "_HERE", sources)
    first = compiling.cache_folder()
    for name in (*kernels, "data/belief.npz"):
        before = compiling.cache_folder()
        (sources / name).write_text("A = 2\n")
        assert compiling.cache_folder() != before
    monkeypatch.setattr(compiling, "_version", lambda package: f"{package} 99")
    assert compiling.cache_folder() not in (first, folder)


def test_old_folders_are_dropped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OKGIN_HOME", str(tmp_path))
    old = [tmp_path / "cache" / f"kernels-{age}" for age in range(7)]
    for age, folder in enumerate(old):
        folder.mkdir(parents=True)
        (folder / "code").touch()
        os.utime(folder, (1e9 - age, 1e9 - age))
    other = tmp_path / "cache" / "something"
    other.mkdir()
    now = compiling.prepare_cache()
    assert now is not None
    left = sorted(path.name for path in (tmp_path / "cache").iterdir())
    assert left == sorted([now.name, "something", *(folder.name for folder in old[:4])])


def test_ready_once_compiled() -> None:
    said: list[tuple[float, str]] = []
    warm_up(lambda share, what: said.append((share, what)))
    assert ready()
    assert (compiling.cache_folder() / "kernel_playout.compiled").exists()
    program = """
import sys
from trainer.solver import ready, warm_up
assert ready()
assert "numba" not in sys.modules
said = []
warm_up(lambda share, what: said.append((share, what)))
assert [share for share, _ in said] == sorted(share for share, _ in said)
print(said[0], said[-1])
"""
    home = os.environ.get("OKGIN_HOME", "")
    environment = {**os.environ} if home else None
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, env=environment
    )
    assert "(0.0, 'loading" in done.stdout
    assert "(1.0, " in done.stdout


CARDS_ONLY = """
from trainer.solver import compile as compiling, kernel_cards, ready
assert kernel_cards.one_deadwood(0b111) == 0
assert all(len(f.signatures) == 1 for f in (kernel_cards.deadwood, kernel_cards.choose_sets))
print(compiling.cache_folder().exists(), ready())
"""


def test_a_folder_that_cannot_be_written_is_done_without(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert run_python(CARDS_ONLY, tmp_path / "file") == "False False\n"


def test_a_full_disk_is_done_without(tmp_path: Path) -> None:
    program = f"""
import errno
from numba.core.caching import IndexDataCacheFile
def save(self, key, data):
    raise OSError(errno.ENOSPC, "No space left on device")
IndexDataCacheFile.save = save
{CARDS_ONLY}
"""
    assert run_python(program, tmp_path) == "True False\n"
