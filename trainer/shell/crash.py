"""What nobody foresaw: kept in a file for those who can mend it, told in a sentence meanwhile."""

from __future__ import annotations

import traceback

from trainer.progress import data_folder

FILE = "crash.txt"


def crash_report(error: Exception) -> str:
    """The sentence for a fault of the program, whose trace goes into a file in the data folder."""
    trace = "".join(traceback.format_exception(error))
    what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    said = f"a fault of this program ({what}); nothing you answered is lost"
    try:
        path = data_folder() / FILE
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(trace, encoding="utf-8", errors="replace")
    except OSError:
        return f"{said}. Please report it"
    return f"{said}. Please report it with the file {path}"
