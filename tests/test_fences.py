"""The fences between the rooms, held by reading the imports of every module."""

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parent.parent / "trainer"
ROOMS = ("game", "solver", "coach", "content", "progress", "session", "lab", "shell", "cli")
"""Lowest first: a room imports only itself and rooms that come before it."""

PRINTERS = ("shell", "cli")
SCREEN = {"rich", "prompt_toolkit", "click"}


@dataclass(frozen=True)
class Module:
    """One module of the package, parsed."""

    path: Path

    @property
    def name(self) -> str:
        return str(self.path.relative_to(PACKAGE))

    @property
    def room(self) -> str:
        first = self.path.relative_to(PACKAGE).parts[0]
        return first.removesuffix(".py")

    @cached_property
    def tree(self) -> ast.Module:
        return ast.parse(self.path.read_text(encoding="utf-8"))

    def imports(self, *, at_once: bool = False) -> Iterator[str]:
        """The dotted names it imports; ``at_once`` only those that importing the module runs."""
        yield from _imports(self.tree, at_once)


def _imports(node: ast.AST, at_once: bool) -> Iterator[str]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Import):
            yield from (alias.name for alias in child.names)
        elif isinstance(child, ast.ImportFrom):
            assert child.level == 0, "imports are absolute"
            assert child.module is not None
            yield from (f"{child.module}.{alias.name}" for alias in child.names)
        elif not (at_once and _runs_later(child)):
            yield from _imports(child, at_once)


def _runs_later(node: ast.AST) -> bool:
    """Whether importing a module does not run this part of it."""
    if isinstance(node, ast.If):
        return "TYPE_CHECKING" in ast.unparse(node.test)
    return isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)


MODULES = [Module(path) for path in sorted(PACKAGE.rglob("*.py"))]
NAMED = pytest.mark.parametrize("module", MODULES, ids=lambda module: module.name)


def test_there_is_something_to_read() -> None:
    assert {module.room for module in MODULES} >= {"game", "solver", "coach", "shell", "cli"}
    assert {module.room for module in MODULES} <= {*ROOMS, "__init__", "__main__"}


@NAMED
def test_rooms_import_only_from_rooms_above_them(module: Module) -> None:
    if module.room in ("__init__", "__main__"):
        return
    allowed = ROOMS[: ROOMS.index(module.room) + 1]
    for name in module.imports():
        if name == "trainer.__version__" or not name.startswith("trainer."):
            continue
        assert name.split(".")[1] in allowed, f"{module.name} imports {name}"


@NAMED
def test_progress_knows_nothing_of_solver_coach_and_content(module: Module) -> None:
    if module.room == "progress":
        for name in module.imports():
            assert not name.startswith("trainer.") or name.startswith("trainer.progress"), name


@NAMED
def test_only_the_shell_and_the_command_line_print(module: Module) -> None:
    if module.room in PRINTERS or module.name == "lab/cli.py":
        return
    for name in module.imports():
        assert name.split(".")[0] not in SCREEN, f"{module.name} imports {name}"
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id not in ("print", "input"), f"{module.name}:{node.lineno}"
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            stream = node.value.id == "sys" and node.attr in ("stdout", "stderr", "stdin")
            assert not stream, f"{module.name}:{node.lineno}"


@NAMED
def test_only_kernels_import_numba(module: Module) -> None:
    if module.path.name.startswith("kernel_"):
        return
    for name in module.imports():
        assert name.split(".")[0] not in ("numba", "llvmlite"), f"{module.name} imports {name}"


@NAMED
def test_kernels_are_imported_late_from_outside_the_solver(module: Module) -> None:
    """Nothing that is imported at start-up leads to numba or numpy."""
    if module.room in ("solver", "lab"):
        return
    for name in module.imports():
        assert not name.startswith("trainer.solver.kernel_"), f"{module.name} imports {name}"
    for name in module.imports(at_once=True):
        assert name.split(".")[0] != "numpy", f"{module.name} imports {name}"


@NAMED
def test_the_game_imports_the_standard_library_only(module: Module) -> None:
    if module.room == "game":
        for name in module.imports():
            top = name.split(".")[0]
            assert top in sys.stdlib_module_names or name.startswith("trainer.game"), name


@NAMED
def test_only_content_reads_yaml_and_only_progress_stores(module: Module) -> None:
    tops = {name.split(".")[0] for name in module.imports()}
    assert "yaml" not in tops or module.room == "content"
    assert "sqlite3" not in tops or module.room == "progress"


@NAMED
def test_solver_and_coach_never_see_a_deal(module: Module) -> None:
    if module.room not in ("solver", "coach"):
        return
    names = {node.id for node in ast.walk(module.tree) if isinstance(node, ast.Name)}
    names |= {node.attr for node in ast.walk(module.tree) if isinstance(node, ast.Attribute)}
    imported = {name.rpartition(".")[2] for name in module.imports()}
    assert "Deal" not in names | imported
    assert not any(name.startswith("trainer.game.deal") for name in module.imports())


@NAMED
def test_clock_and_dice_are_arguments(module: Module) -> None:
    """Below the shell nothing asks what time it is or draws lots by itself."""
    if module.room in (*PRINTERS, "lab", "__main__"):
        return
    for node in ast.walk(module.tree):
        if not isinstance(node, ast.Call):
            continue
        called = ast.unparse(node.func)
        assert called not in ("time.time", "date.today", "datetime.today"), called
        assert not called.startswith("random."), f"{module.name}:{node.lineno} {called}"
        if called == "datetime.now":  # the default clock of the store, which dates migrations
            assert module.room == "progress", f"{module.name}:{node.lineno} {called}"
        if called == "Random":
            assert node.args, f"{module.name}:{node.lineno}: a generator without a seed"


STARTED = """
import sys
from trainer import cli
from trainer.coach.judge import judge
from trainer.coach.questions import Count, Decide, IsMeld
from trainer.game import Position, parse_hand
from trainer.session.sitting import Item, Sitting, Study
from trainer.shell.app import App, _now, today
from trainer.progress import Store
import trainer.shell.study, trainer.shell.play, trainer.shell.solving, trainer.shell.checking
import trainer.content.check
import msgspec
from trainer.solver.analysis import ActionValue, Analysis

position = Position.from_mapping({
    "dealer": "them", "first_upcard": "6h", "hand": "2c 3c 4c 7d 7h 9s 9d Jc Kc Ad",
    "history": "",
})
values = [("pass", 0.0), ("take", 3.0)]
receipt = Analysis(
    ask="offer", tier="estimate", rules="oklahoma", playouts=2, seed=1, belief="b", opponent="o",
    version="1", multiplier=1, actions=tuple(
        ActionValue(action=name, value=-lost, error=0.1, points_lost=lost, gap_error=0.1,
                    accepted=not lost)
        for name, lost in values
    ),
)
with Store() as store:
    study = Study(store, _now, lambda: today(store))
    graded = Sitting(study, Item("puzzle", "p", "p", Decide(position), receipt=receipt))
    assert not graded.item.needs_solver
    assert graded.answer("take").grade == "blunder"
    assert graded.hint() and graded.hint() and graded.hint() and graded.hint().verdict
    exact = Sitting(study, Item("puzzle", "q", "q", Count(parse_hand("7h 8h 9h Kc"))))
    assert exact.answer("10").grade == "right"
    layoff = Position.from_mapping({
        "dealer": "me", "first_upcard": "Th", "hand": "6h Td 2c 2d 3s 4d Ks Qs 8c 9c",
        "history": "x x s/Kd!", "spread": "7h 8h 9h | Jc Qc Kc | 5s 6s 7s",
    })
    proved = Sitting(study, Item("puzzle", "r", "r", Decide(layoff)))
    assert not proved.item.needs_solver
    assert proved.answer("lay Td").grade != "right"
print(sorted({"numba", "numpy", "llvmlite"} & set(sys.modules)))
"""


def test_receipts_and_proofs_need_no_numba(home: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", STARTED],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(PACKAGE.parent)},
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout == "[]\n"


HEAVY = """
import sys
sys.argv = ["okgin", "--version"]
from trainer.cli import main
try:
    main()
except SystemExit as leaving:
    assert leaving.code == 0
print(sorted({"rich", "prompt_toolkit", "yaml", "msgspec", "sqlite3"} & set(sys.modules)))
"""


def test_the_version_costs_nothing_it_does_not_need() -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", HEAVY],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(PACKAGE.parent)},
    )
    assert done.stdout.splitlines()[-1] == "[]", done.stdout + done.stderr
