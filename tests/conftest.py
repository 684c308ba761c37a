"""A home for the whole test run: nobody's own progress is read or written.

Compiled kernels are taken from where they usually are, so that a run compiles them once only.
"""

import os
import shutil
import tempfile
from pathlib import Path

import pytest

from trainer.solver.compile import cache_root


def new_home(folder: Path) -> Path:
    """A data folder with nothing in it but the compiled kernels."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "cache").symlink_to(_KERNELS, target_is_directory=True)
    return folder


_KERNELS = cache_root().absolute()
_KERNELS.mkdir(parents=True, exist_ok=True)
_HOME = Path(tempfile.mkdtemp(prefix="okgin-tests-"))
os.environ["OKGIN_HOME"] = str(new_home(_HOME / "home"))


def pytest_sessionfinish() -> None:
    """Leave nothing behind."""
    shutil.rmtree(_HOME, ignore_errors=True)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A learner's data folder of their own, for this test and the processes it starts."""
    folder = new_home(tmp_path / "home")
    monkeypatch.setenv("OKGIN_HOME", str(folder))
    return folder
