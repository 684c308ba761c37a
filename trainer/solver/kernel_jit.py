"""How kernels are compiled: the one place that wraps numba's decorators.

Kernels know only ``int64``, arrays of it, and tuples of it. A hand fits into 52 of the 63 bits;
unsigned numbers are avoided, for numba turns the sum of a signed and an unsigned one into a float.

There are two kinds of kernels. An ``entry`` is called from Python: it has one explicit signature,
is compiled when its module is imported (so a later call never compiles) and kept in the cache
folder with everything it calls inside it. A ``helper`` is called by kernels only and is compiled
as part of them, never cached for itself: a warm start then loads the few entries and nothing else.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, TypeVar, cast

from trainer.solver.codes import Spot, Terms, View
from trainer.solver.compile import prepare_cache

_folder = prepare_cache()
if _folder is not None:
    os.environ["NUMBA_CACHE_DIR"] = str(_folder)

import numba  # noqa: E402  (it reads the environment when it is imported)

if _folder is not None:
    _config: Any = numba.config
    _config.CACHE_DIR = str(_folder)  # in case it had been imported before

F = TypeVar("F", bound=Callable[..., Any])

_types: Any = numba.types
int64 = _types.int64
INTS = int64[::1]
INTS_2 = int64[:, ::1]
INTS_3 = int64[:, :, ::1]
FLOATS = _types.float64[::1]
FLOATS_2 = _types.float64[:, ::1]
FLOATS_3 = _types.float64[:, :, ::1]
TERMS = _types.NamedUniTuple(int64, len(Terms._fields), Terms)
SPOT = _types.NamedUniTuple(int64, len(Spot._fields), Spot)
VIEW = _types.NamedTuple((TERMS, SPOT, INTS, INTS, INTS, INTS, INTS_3), View)


# Helpers are never called from Python, so they need no wrappers for that; nor are there divisions
# by zero to look out for. Both save time in compiling.
_SPARSE: Any = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, "error_model": "numpy"}


def helper(function: F) -> F:
    """A function for other kernels."""
    return cast("F", numba.njit(nogil=True, **_SPARSE)(function))


def _population(_typing: Any, _word: Any) -> Any:
    """One instruction that numba has no name for."""

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return int64(int64), generate


population = cast("Callable[[int], int]", numba.extending.intrinsic(_population))
"""For helpers: the number of bits set in a word."""


def entry(*arguments: Any) -> Callable[[F], F]:
    """A function for Python, with the numba types of its arguments. It releases the GIL."""

    def compile_now(function: F) -> F:
        if _folder is not None:
            try:
                return cast("F", numba.njit(arguments, nogil=True, cache=True)(function))
            except OSError:
                pass  # the disk is full or gone: the compiled code is good for this process
        return cast("F", numba.njit(arguments, nogil=True)(function))

    return compile_now
