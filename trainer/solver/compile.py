"""When and where the kernels are compiled. Importing this module does not import numba.

The kernels (the modules ``kernel_*.py``) compile once for a set of sources, versions and machine,
which takes some seconds, and are loaded from a cache folder afterwards. The folder's name holds a
hash of everything that the compiled code depends on, because numba itself does not notice when a
function that was inlined from another module changes.
"""

from __future__ import annotations

import hashlib
import importlib
import os
import platform
import shutil
import sys
import tempfile
import threading
from collections.abc import Callable, Sequence
from pathlib import Path

from trainer.solver.errors import SolverError

KERNELS = ("kernel_cards", "kernel_policy", "kernel_belief", "kernel_enumerate", "kernel_contest")
"""What an analysis of a two-player deal needs, in the order in which it builds on each other."""

_HERE = Path(__file__).parent
_PREFIX = "kernels-"
_KEPT_FOLDERS = 4  # of other versions or installations, for those who switch between them
_importing = threading.Lock()
_loaded: set[str] = set()


def cache_root() -> Path:
    """The folder that holds all compiled kernels: ``$OKGIN_HOME/cache`` or the user's cache."""
    home = os.environ.get("OKGIN_HOME")
    if home:
        return Path(os.path.expanduser(home)).absolute() / "cache"
    import platformdirs  # not at once: every start would pay for it

    return Path(platformdirs.user_cache_dir("okgin"))


def cache_folder() -> Path:
    """The folder for exactly these kernels on this machine. It need not exist yet."""
    return cache_root() / (_PREFIX + _key())


def prepare_cache() -> Path | None:
    """Make the cache folder and drop those of old versions.

    None where the folder cannot be written: the kernels then compile into memory only.
    """
    folder = cache_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
        os.utime(folder)
    except OSError:
        return None
    _prune(folder)
    return folder


def ready(more: Sequence[str] = ()) -> bool:
    """Whether an analysis can start at once: the kernels are loaded, or compiled on disk.

    ``more`` are kernel modules that are asked about besides.
    """
    missing = {*KERNELS, *more} - _loaded
    return not missing or all((cache_folder() / _mark(name)).exists() for name in missing)


def warm_up(progress: Callable[[float, str], None] | None = None, more: Sequence[str] = ()) -> None:
    """Load the kernels, compiling those that are not in the cache. May run in a thread.

    ``progress`` is called with the share done (0 to 1) and what is being done; ``more`` are kernel
    modules that are wanted besides those of an analysis.

    Raises:
        SolverError: numba is missing or does not work here.
    """
    with _importing:
        missing = [name for name in (*KERNELS, *more) if name not in _loaded]
        if missing:
            _load(missing, progress or _silent)


def load_kernel(name: str) -> None:
    """Load one more kernel module, for what needs more than an analysis does.

    Raises:
        SolverError: numba is missing or does not work here.
    """
    warm_up(more=[name])


def _load(names: Sequence[str], progress: Callable[[float, str], None]) -> None:
    for done, name in enumerate(names):
        verb = "loading" if (cache_folder() / _mark(name)).exists() else "compiling"
        progress(done / len(names), f"{verb} the solver ({name.removeprefix('kernel_')})")
        _import(name)
        _mark_compiled(name)
        _loaded.add(name)
    progress(1.0, "the solver is ready")


def _mark(name: str) -> str:
    """The file that says that a kernel module has been compiled."""
    return f"{name}.compiled"


def _import(name: str) -> None:
    try:
        importlib.import_module(f"trainer.solver.{name}")
    except Exception as error:  # a numba that is broken, not missing, raises anything
        raise SolverError(
            f"estimates need the package numba, which cannot be used here ({error}): "
            "install it with 'pip install numba'; exact questions work without it"
        ) from error


def _silent(share: float, what: str) -> None:
    """Progress that nobody watches."""


def _mark_compiled(name: str) -> None:
    folder = cache_folder()
    if folder.is_dir() and os.access(folder, os.W_OK):
        try:
            (folder / _mark(name)).touch()
        except OSError:
            return  # nothing is lost but the knowledge that the next start will be quick


def _key() -> str:
    """A hash of all that the compiled kernels depend on."""
    digest = hashlib.blake2b(digest_size=10)
    # The belief's parameters are constants of the compiled code.
    kernels = sorted(_HERE.parent.glob("*/kernel_*.py"))  # the lab's as well
    sources = [*kernels, _HERE / "codes.py", _HERE / "belief_data.py"]
    for source in [*sources, *_HERE.glob("data/belief.npz")]:
        digest.update(f"{source}\n{source.stat().st_mtime_ns}\n".encode())
        digest.update(source.read_bytes())
    for part in (sys.version, _version("numba"), _version("numpy"), _cpu()):
        digest.update(f"{part}\n".encode())
    return digest.hexdigest()


def _version(package: str) -> str:
    from importlib.metadata import PackageNotFoundError, version  # as above

    try:
        return version(package)
    except PackageNotFoundError:
        return "none"


def _cpu() -> str:
    """The processor's model and features, as far as they can be known cheaply."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return f"{platform.machine()} {platform.processor()}"
    wanted = ("model name", "flags", "Features", "CPU part")
    first_core = lines[: lines.index("")] if "" in lines else lines
    return " ".join(line for line in first_core if line.startswith(wanted))


def _prune(current: Path) -> None:
    """Drop the folders of kernels that were not used for longest."""
    try:
        others = [path for path in current.parent.glob(_PREFIX + "*") if path != current]
        others.sort(key=lambda path: path.stat().st_mtime, reverse=True)
    except OSError:
        return
    for old in others[_KEPT_FOLDERS:]:
        shutil.rmtree(old, ignore_errors=True)
