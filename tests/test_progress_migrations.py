"""A database of every older version comes up to date with nothing lost."""

import sqlite3
from datetime import date
from pathlib import Path

import pytest

from tests.test_progress import NOON, TODAY, attempt, daily_attempt, later
from trainer.progress import LessonStep, Store, StoredDeal, StoredReview, schema
from trainer.progress.schema import migrate

NEWEST = len(schema.MIGRATIONS)


def fill(store: Store) -> None:
    """Something in every table that the first version had."""
    store.record_attempt(attempt(grade="mistake", verdict='{"reasons": ["é"]}'))
    store.record_attempt(
        attempt("q2", source="lesson", source_id="melds", at=later(1)),
        lesson_step=LessonStep("melds", "3"),
    )
    store.start_daily(TODAY, "p7", NOON)
    store.record_attempt(daily_attempt(TODAY, "p7", TODAY, at=later(2)))
    store.skip_puzzle("p8", NOON)
    store.open_question("puzzle", "p9", "p9", hints=2, now=NOON)
    match = store.create_match("oklahoma", 2**64 - 1, NOON)
    store.append_event(match.id, "x")


def as_of(path: Path, version: int, source: Path) -> None:
    """A database of an older version with the rows of `source` that it has room for."""
    connection = sqlite3.connect(path, isolation_level=None)
    connection.row_factory = sqlite3.Row
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(schema, "MIGRATIONS", schema.MIGRATIONS[:version])
        migrate(connection, NOON)
    connection.execute("ATTACH ? AS newer", [str(source)])
    tables = connection.execute(
        "SELECT name FROM main.sqlite_master WHERE type = 'table' AND name != 'migrations'"
    ).fetchall()
    for (table,) in sorted(tables, key=lambda row: row[0] != "dailies"):
        columns = [row["name"] for row in connection.execute(f"PRAGMA main.table_info({table})")]
        names = ", ".join(columns)
        connection.execute(f"INSERT INTO main.{table} ({names}) SELECT {names} FROM newer.{table}")
    connection.close()


@pytest.mark.parametrize("version", range(1, NEWEST + 1))
def test_nothing_is_lost_on_the_way_up(tmp_path: Path, version: int) -> None:
    new, old = tmp_path / "new.sqlite3", tmp_path / "old.sqlite3"
    with Store(new) as store:
        fill(store)
        if version >= 2:
            deal = StoredDeal(id="d-1", at=NOON, record="{}")
            store.keep_deal(deal)
            store.keep_review(StoredReview(deal_id="d-1", seat=0, part="account", line="{}"))
        expected, stats, drills = store.export(NOON), store.stats(TODAY), store.drills()
    as_of(old, version, new)
    with Store(old) as store:
        assert store.export(NOON) == expected
        assert store.stats(TODAY) == stats
        assert store.drills() == drills
        store.record_attempt(
            attempt(source="drill", local_date=date(2026, 5, 10), fingerprint="other", at=later(9))
        )
        assert store.drills()[0].returns == 1
    connection = sqlite3.connect(old)
    assert connection.execute("PRAGMA user_version").fetchone() == (NEWEST,)
    assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
    assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    with pytest.raises(sqlite3.IntegrityError):
        connection.execute("UPDATE attempts SET source = 'nowhere'")
    connection.close()
