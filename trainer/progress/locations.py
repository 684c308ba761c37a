"""Where a learner's files live. Nothing here creates anything but `make_folder`."""

import os
from pathlib import Path

from trainer.progress.errors import ELSEWHERE, ProgressError

HOME_VARIABLE = "OKGIN_HOME"


def data_folder() -> Path:
    """The folder that holds all of a learner's files: $OKGIN_HOME, or the platform's own place."""
    home = os.environ.get(HOME_VARIABLE)
    if home:
        return Path(os.path.expanduser(home)).absolute()
    # Imported here, because a learner who sets OKGIN_HOME need not pay for it at start-up.
    from platformdirs import user_data_path

    return user_data_path("okgin", appauthor=False)


def database_path() -> Path:
    """The SQLite file with all progress."""
    return data_folder() / "progress.sqlite3"


def content_folder() -> Path:
    """The learner's own lessons and puzzles."""
    return data_folder() / "content"


def history_path() -> Path:
    """The history of what was typed at the prompt."""
    return data_folder() / "history"


def reports_path() -> Path:
    """What the learner found wrong with puzzles, a line each, to be sent."""
    return data_folder() / "reports.jsonl"


def make_folder(folder: Path) -> Path:
    """Create `folder` with its parents if it is missing, and return it.

    Raises ProgressError where a file is in the way or the folder may not be created.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError):
        blocker = next((p for p in (folder, *folder.parents) if p.is_file()), folder)
        raise ProgressError(
            f"{folder} cannot be used as a folder: {blocker} is a file; move it away, {ELSEWHERE}"
        ) from None
    except OSError as error:
        raise ProgressError(
            f"the folder {folder} cannot be created ({error.strerror}); create it yourself, "
            f"{ELSEWHERE}"
        ) from None
    return folder
