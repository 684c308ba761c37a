"""Analyses of the decision at hand while its player thinks, so that nobody waits for them."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Event, RLock
from typing import Protocol

from trainer.game import Position
from trainer.session.sitting import REFINEMENT, unsure
from trainer.solver.analyse import DEFAULT_PLAYOUTS, analyse
from trainer.solver.analysis import Analysis

FIRST_PLAYOUTS = 256
"""Worlds of the first numbers, which are there at once."""


class Analyse(Protocol):
    """:func:`trainer.solver.analyse.analyse` or a stand-in."""

    def __call__(
        self, position: Position, *, playouts: int, cancelled: Callable[[], bool]
    ) -> Analysis:
        """The analysis."""
        ...


class Thinking:
    """Solves in a thread, and remembers what it found about one position: a `sitting.Solve`.

    :meth:`begin` starts with a few worlds and goes on to the analysis that judges. The kernels
    release Python's lock, so that a screen stays alive meanwhile.
    """

    def __init__(self, solver: Analyse = analyse) -> None:
        self.changed: Callable[[], None] = lambda: None
        """Called, in the thread, when there is more to tell."""
        self._solver = solver
        self._pool = ThreadPoolExecutor(1, "thinking")
        self._lock = RLock()
        self._position: Position | None = None
        self._stopped = Event()
        self._found: dict[int, Future[Analysis]] = {}

    def begin(self, position: Position) -> None:
        """Start to think about a position; what was found about another is forgotten."""
        with self._lock:
            if position == self._position:
                return
            self.stop()
            self._position, self._stopped = position, Event()
            self._future(FIRST_PLAYOUTS)
            self._future(DEFAULT_PLAYOUTS).add_done_callback(self._look_closer)

    def stop(self) -> None:
        """Leave off."""
        with self._lock:
            self._stopped.set()
            for future in self._found.values():
                future.cancel()
            self._position, self._found = None, {}

    def close(self) -> None:
        """Leave off for good."""
        self.stop()
        self._pool.shutdown(wait=True)

    def __call__(self, position: Position, *, playouts: int = DEFAULT_PLAYOUTS) -> Analysis:
        """The analysis of so many worlds, waited for if need be.

        Raises:
            SolverError: the position cannot be analysed here.
        """
        with self._lock:
            self.begin(position)
            future = self._future(playouts)
        return future.result()

    def latest(self, position: Position) -> Analysis:
        """The best analysis that there is by now; the first numbers are waited for.

        Raises:
            SolverError: the position cannot be analysed here.
        """
        with self._lock:
            self.begin(position)
            done = [playouts for playouts, future in self._found.items() if future.done()]
            future = self._found[max(done, default=FIRST_PLAYOUTS)]
        return future.result()

    @property
    def settled(self) -> bool:
        """Whether waiting will bring nothing more."""
        with self._lock:
            return all(future.done() for future in self._found.values())

    def _future(self, playouts: int) -> Future[Analysis]:
        """What so many worlds will tell of the position at hand."""
        found = self._found.get(playouts)
        if found is None:
            position, stopped = self._position, self._stopped
            assert position is not None  # begin() has set it
            found = self._pool.submit(
                self._solver, position, playouts=playouts, cancelled=stopped.is_set
            )
            self._found[playouts] = found
            found.add_done_callback(lambda _: self.changed())
        return found

    def _look_closer(self, judged: Future[Analysis]) -> None:
        """Go on where the analysis that judges cannot tell two actions apart."""
        with self._lock:
            wanted = self._found.get(DEFAULT_PLAYOUTS) is judged and not judged.cancelled()
            if wanted and judged.exception() is None and unsure(judged.result()):
                self._future(REFINEMENT * DEFAULT_PLAYOUTS)
