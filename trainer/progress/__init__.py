"""What a learner has done, kept in SQLite. Knows nothing of screens, lessons or the solver."""

from trainer.progress.drills import Drill, forecast
from trainer.progress.errors import ProgressError, ReadOnly
from trainer.progress.glicko import Rating
from trainer.progress.locations import (
    content_folder,
    data_folder,
    database_path,
    history_path,
    make_folder,
    reports_path,
)
from trainer.progress.numbers import Numbers, Strength, Week
from trainer.progress.ratings import RatedAttempt
from trainer.progress.records import (
    REVEALED,
    Attempt,
    Daily,
    LessonProgress,
    LessonStep,
    PuzzleState,
    RunKind,
    Source,
    StoredDeal,
    StoredMatch,
    StoredReview,
    StoredRun,
    fingerprint,
)
from trainer.progress.schema import utc_text
from trainer.progress.stats import ErrorRate, Stats, Tally
from trainer.progress.store import Store
from trainer.progress.streak import Streak, local_date, streak
from trainer.progress.transfer import Merged, read_export, write_export

__all__ = [
    "REVEALED",
    "Attempt",
    "Daily",
    "Drill",
    "ErrorRate",
    "LessonProgress",
    "LessonStep",
    "Merged",
    "Numbers",
    "ProgressError",
    "PuzzleState",
    "RatedAttempt",
    "Rating",
    "ReadOnly",
    "RunKind",
    "Source",
    "Stats",
    "Store",
    "StoredDeal",
    "StoredMatch",
    "StoredReview",
    "StoredRun",
    "Streak",
    "Strength",
    "Tally",
    "Week",
    "content_folder",
    "data_folder",
    "database_path",
    "fingerprint",
    "forecast",
    "history_path",
    "local_date",
    "make_folder",
    "read_export",
    "reports_path",
    "streak",
    "utc_text",
    "write_export",
]
