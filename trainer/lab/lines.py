"""Work that is kept line by line, so that it can be stopped at any time and gone on with."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Generic, TypeVar

import msgspec

from trainer.solver.errors import SolverError

Kept = TypeVar("Kept", bound=msgspec.Struct)
Given = TypeVar("Given")
Made = TypeVar("Made")


class Lines(Generic[Kept]):
    """A file with one value on each line, to which lines are added and nothing else."""

    def __init__(self, path: Path, kind: type[Kept]) -> None:
        self.path = path
        self.kind = kind

    def read(self) -> list[Kept]:
        """All values; a last line that was cut off is taken away.

        Raises:
            OSError: the file cannot be read, or not be mended.
            SolverError: a line is no such value.
        """
        if not self.path.exists():
            return []
        whole = self.path.read_bytes()
        kept = whole[: whole.rfind(b"\n") + 1]
        if kept != whole:
            self.path.write_bytes(kept)
        found = []
        for number, line in enumerate(kept.splitlines(), start=1):
            try:
                found.append(msgspec.json.decode(line, type=self.kind))
            except msgspec.DecodeError as error:
                raise SolverError(
                    f"line {number} of '{self.path}' cannot be read ({error}): take it out"
                ) from error
        return found

    def keep(self, values: Iterable[Kept]) -> Iterator[Kept]:
        """Add values as they come, and pass them on.

        Raises:
            OSError: the file cannot be written.
        """
        with self.path.open("ab") as file:
            for value in values:
                file.write(msgspec.json.encode(value) + b"\n")
                file.flush()
                yield value


def done(
    work: Callable[[Given], Made], given: Sequence[Given], scheduler: str | None
) -> Iterator[Made]:
    """What work makes of all that is given, in its order.

    It is done here, where each piece uses all processors, or by the workers of a Dask cluster,
    whose address is ``scheduler``.

    Raises:
        SolverError: the packages for a cluster are missing.
    """
    if scheduler is None:
        yield from map(work, given)
        return
    try:
        from dask.distributed import Client
        from joblib import Parallel, delayed, parallel_config
    except ImportError as error:
        raise SolverError(
            f"a cluster needs packages that are missing ({error}): pip install 'okgin[cluster]'"
        ) from error
    client: Any = Client
    with client(scheduler), parallel_config(backend="dask"):
        yield from Parallel(return_as="generator")(delayed(work)(each) for each in given)
