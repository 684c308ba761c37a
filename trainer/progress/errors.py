"""What can go wrong with a learner's progress, each as one sentence that says what to do."""

import sqlite3
from pathlib import Path


class ProgressError(Exception):
    """Progress cannot be read or saved. `sentence` is fit to be shown as it is."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


class ReadOnly(ProgressError):
    """The database can be read, and answers cannot be saved in it as things are."""


ELSEWHERE = "or set OKGIN_HOME to a folder you may write to"


def read_only(path: Path) -> ReadOnly:
    """The one sentence about a database that can only be read."""
    return ReadOnly(
        f"answers cannot be saved: {path} is read-only; "
        f"make the file and its folder writable, {ELSEWHERE}"
    )


def damaged(path: Path, detail: str) -> ProgressError:
    """The file is no database, or no longer one."""
    return ProgressError(
        f"{path} is damaged ({detail}) and was left as it is; move it aside, together with "
        f"{path.name}-wal if there is one, by renaming it to {path.name}.damaged: "
        "a new one is started in its place"
    )


def unreachable(path: Path) -> ProgressError:
    """The file or its folder may not be opened."""
    return ProgressError(
        f"{path} cannot be opened; check that you may read and write the file and its folder, "
        f"{ELSEWHERE}"
    )


def explain(error: sqlite3.Error, path: Path) -> ProgressError:
    """The sentence for an error of SQLite met while using the database at `path`.

    Told apart by SQLite's result codes (https://sqlite.org/rescode.html), of which the extended
    ones begin with the name of the plain one.
    """
    # The sqlite3 module raises some errors of its own, and those carry no code.
    name: str = getattr(error, "sqlite_errorname", "")
    if name.startswith("SQLITE_READONLY"):
        return read_only(path)
    if name.startswith(("SQLITE_NOTADB", "SQLITE_CORRUPT")):
        return damaged(path, str(error))
    if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        return ProgressError(
            f"nothing was saved: another program keeps {path} locked; "
            "close other windows of okgin and try again"
        )
    # The memory shared by all who have the file open is itself a small file beside it.
    if name.startswith(("SQLITE_FULL", "SQLITE_IOERR_SHMSIZE")):
        return ProgressError(
            f"nothing can be saved: the disk that holds {path} is full; "
            "free some space and try again"
        )
    if name.startswith(("SQLITE_CANTOPEN", "SQLITE_PERM", "SQLITE_AUTH")):
        return unreachable(path)
    if name.startswith("SQLITE_IOERR"):
        return ProgressError(
            f"nothing was saved: reading or writing {path} failed ({name}); check that the disk "
            f"is there, works and has room, {ELSEWHERE}"
        )
    return ProgressError(
        f"nothing was saved: {path} refused it ({error}); "
        f"if it was changed by hand, move it aside by renaming it to {path.name}.damaged"
    )
