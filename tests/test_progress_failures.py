"""Every failure of files and disks a person can meet: one sentence, and nothing broken by it."""

import os
import resource
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.test_progress import NOON, TODAY, attempt
from trainer.progress import LessonStep, ProgressError, ReadOnly, Store, database, schema

NOBODY = 65534


@pytest.fixture
def folder() -> Iterator[Path]:
    # Not tmp_path: its parents are closed to everyone else, and some tests act as somebody else.
    made = Path(tempfile.mkdtemp(prefix="okgin-"))
    made.chmod(0o755)
    yield made
    for place in (made, *made.rglob("*")):
        place.chmod(0o755)
    shutil.rmtree(made)


@pytest.fixture
def path(folder: Path) -> Path:
    return folder / "progress.sqlite3"


@contextmanager
def without_privileges() -> Iterator[None]:
    """Act as an ordinary user: permissions do not bind root, as whom tests run in containers."""
    root = os.geteuid() == 0
    if root:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        if root:
            os.seteuid(0)


def fill(path: Path) -> None:
    with Store(path) as store:
        store.record_attempt(attempt())


def fill_and_die(path: Path) -> None:
    """Leave the answer in the -wal file, as a killed process does."""
    store = Store(path)
    store.record_attempt(attempt())
    copies = [path.with_name(f"copy{path.name}{end}") for end in ("", "-wal", "-shm")]
    for copy in copies:
        shutil.copyfile(path.with_name(copy.name.removeprefix("copy")), copy)
    store.close()
    for copy in copies:
        copy.rename(path.with_name(copy.name.removeprefix("copy")))


def contents(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir()}


def sentence_of(act: Callable[[], object]) -> str:
    with pytest.raises(ProgressError) as caught:
        act()
    sentence = caught.value.sentence
    assert str(caught.value) == sentence
    assert "\n" not in sentence
    return sentence


# Read-only


def close_file(path: Path) -> None:
    path.chmod(0o444)


def close_folder(path: Path) -> None:
    path.parent.chmod(0o555)


def close_both(path: Path) -> None:
    for file in path.parent.iterdir():
        file.chmod(0o444)
    path.parent.chmod(0o555)


@pytest.mark.parametrize("closing", [close_file, close_folder, close_both])
@pytest.mark.parametrize("filling", [fill, fill_and_die])
def test_a_read_only_database_is_read_and_says_once_that_it_saves_nothing(
    path: Path, filling: Callable[[Path], None], closing: Callable[[Path], None]
) -> None:
    filling(path)
    closing(path)
    before = path.read_bytes()
    with without_privileges(), Store(path) as store:
        sentence = (
            f"answers cannot be saved: {path} is read-only; make the file and its folder "
            "writable, or set OKGIN_HOME to a folder you may write to"
        )
        assert store.notice() == sentence
        assert store.notice() is None
        assert store.stats(TODAY).attempts == 1
        for _ in range(2):
            with pytest.raises(ReadOnly) as caught:
                store.record_attempt(attempt("q2"))
            assert caught.value.sentence == sentence
        assert store.stats(TODAY).attempts == 1
    assert path.read_bytes() == before


def test_what_was_made_writable_is_written_without_a_new_start(path: Path) -> None:
    fill(path)
    close_both(path)
    with Store(path) as store:
        with without_privileges(), pytest.raises(ReadOnly):
            store.record_attempt(attempt("q2"))
        path.parent.chmod(0o777)
        path.chmod(0o666)
        with without_privileges():
            store.record_attempt(attempt("q2"))
            assert store.notice() is None
            assert store.stats(TODAY).attempts == 2


def test_answers_that_cannot_be_read_without_writing_are_not_passed_over(path: Path) -> None:
    # Copied to a read-only place without its -shm file. Read as if immutable, the database
    # would look as it did before the last answers.
    fill_and_die(path)
    path.with_name(f"{path.name}-shm").unlink()
    close_both(path)
    with without_privileges(), Store(path) as store:
        assert sentence_of(lambda: store.stats(TODAY)).startswith(f"{path} cannot be opened; ")


def test_a_new_database_in_a_read_only_folder_is_told_when_saving(path: Path) -> None:
    path.parent.chmod(0o555)
    with without_privileges(), Store(path) as store:
        assert store.stats(TODAY).attempts == 0
        sentence = sentence_of(lambda: store.record_attempt(attempt()))
        assert sentence.startswith(f"{path} cannot be opened; check that you may read and write")
    deep = path.parent / "deep" / path.name
    with without_privileges(), Store(deep) as store:
        sentence = sentence_of(lambda: store.record_attempt(attempt()))
        assert sentence == (
            f"the folder {deep.parent} cannot be created (Permission denied); create it "
            "yourself, or set OKGIN_HOME to a folder you may write to"
        )


def test_a_folder_that_may_not_be_entered(path: Path) -> None:
    fill(path)
    path.parent.chmod(0o000)
    with without_privileges(), Store(path) as store:
        assert sentence_of(lambda: store.stats(TODAY)).startswith(f"{path} cannot be opened; ")
        assert sentence_of(lambda: store.record_attempt(attempt())).startswith(f"{path} cannot")


def test_a_file_that_may_not_be_read(path: Path) -> None:
    fill(path)
    path.chmod(0o000)
    with without_privileges(), Store(path) as store:
        assert sentence_of(lambda: store.stats(TODAY)).startswith(f"{path} cannot be opened; ")


# Something else in the way


def test_a_file_in_place_of_the_data_folder(folder: Path) -> None:
    blocker = folder / "okgin"
    blocker.write_text("mine")
    with Store(blocker / "progress.sqlite3") as store:
        expected = (
            f"{blocker} cannot be used as a folder: {blocker} is a file; move it away, "
            "or set OKGIN_HOME to a folder you may write to"
        )
        assert sentence_of(lambda: store.stats(TODAY)) == expected
        assert sentence_of(lambda: store.record_attempt(attempt())) == expected
    with Store(blocker / "deep" / "progress.sqlite3") as store:
        assert f": {blocker} is a file" in sentence_of(lambda: store.record_attempt(attempt()))
    assert blocker.read_text() == "mine"


def test_a_folder_in_place_of_the_database(path: Path) -> None:
    path.mkdir()
    with Store(path) as store:
        expected = f"{path} is a folder, where okgin keeps its database; move it away"
        assert sentence_of(lambda: store.stats(TODAY)) == expected
        assert sentence_of(lambda: store.record_attempt(attempt())) == expected


# Damage


def garbage(path: Path) -> None:
    path.write_bytes(b"this is no database\n" * 500)


def cut_short(path: Path) -> None:
    os.truncate(path, path.stat().st_size // 2)


def scribble(path: Path) -> None:
    """Overwrite all but the first page, which has the schema."""
    with path.open("r+b") as file:
        file.seek(4096)
        file.write(b"\xa5" * (path.stat().st_size - 4096))


@pytest.mark.parametrize("damage", [garbage, cut_short, scribble])
def test_a_damaged_database_is_left_alone_and_can_be_moved_aside(
    path: Path, damage: Callable[[Path], None]
) -> None:
    fill(path)
    damage(path)
    before = path.read_bytes()
    with Store(path) as store:
        for act in (
            lambda: store.stats(TODAY),
            lambda: store.record_attempt(attempt("q2")),
            lambda: store.export(NOON),
        ):
            sentence = sentence_of(act)
            assert sentence.startswith(f"{path} is damaged (")
            assert "was left as it is; move it aside" in sentence
            assert f"renaming it to {path.name}.damaged" in sentence
    assert path.read_bytes() == before
    path.rename(path.with_name(f"{path.name}.damaged"))
    fill(path)
    with Store(path) as store:
        assert store.stats(TODAY).attempts == 1


def test_a_wal_file_left_behind_does_not_reach_a_new_database(path: Path) -> None:
    # Somebody moves the damaged file aside and forgets the -wal file beside it.
    fill_and_die(path)
    path.unlink()
    with Store(path) as store:
        assert store.stats(TODAY).attempts == 0
        store.record_attempt(attempt("q2"))
        assert [one.question_id for one in store.attempts()] == ["q2"]


def test_an_empty_file_becomes_a_database(path: Path) -> None:
    path.touch()
    fill(path)
    with Store(path) as store:
        assert store.stats(TODAY).attempts == 1


# Locks


def test_a_lock_is_waited_for_and_then_told(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "BUSY_SECONDS", 0.05)
    fill(path)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with Store(path) as store:
        assert store.notice() is None
        assert store.stats(TODAY).attempts == 1
        expected = (
            f"nothing was saved: another program keeps {path} locked; "
            "close other windows of okgin and try again"
        )
        assert sentence_of(lambda: store.record_attempt(attempt("q2"))) == expected
        other.execute("ROLLBACK")
        other.close()
        store.record_attempt(attempt("q2"))
        assert store.stats(TODAY).attempts == 2


# Room


def test_a_full_disk_loses_nothing_that_was_saved(path: Path) -> None:
    with Store(path) as store:
        store.record_attempt(attempt())
        # A real SQLITE_FULL, without filling a disk: the database may not grow.
        with store._database.read() as connection:
            (pages,) = connection.execute("PRAGMA page_count").fetchone()
            connection.execute(f"PRAGMA max_page_count = {pages}")
        big = attempt("q2", verdict="x" * 100_000)
        sentence = sentence_of(
            lambda: store.record_attempt(big, lesson_step=LessonStep("melds", "2"))
        )
        assert sentence == (
            f"nothing can be saved: the disk that holds {path} is full; "
            "free some space and try again"
        )
        assert [one.question_id for one in store.attempts()] == ["q1"]
        assert store.lessons() == {}
        with store._database.read() as connection:
            connection.execute("PRAGMA max_page_count = 1000000")
        store.record_attempt(big)
        assert store.stats(TODAY).attempts == 2


@contextmanager
def no_file_beyond(size: int) -> Iterator[None]:
    """Let the operating system refuse to write past `size` bytes, in earnest and to root too."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_a_write_that_fails_half_way_leaves_nothing_of_the_answer(path: Path) -> None:
    with Store(path) as store:
        store.record_attempt(attempt())
        big = attempt("q2", verdict="x" * 100_000)
        wal = path.with_name(f"{path.name}-wal")
        with no_file_beyond(wal.stat().st_size + 50_000):
            sentence = sentence_of(lambda: store.record_attempt(big))
        assert sentence.startswith("nothing was saved: ")
        assert [one.question_id for one in store.attempts()] == ["q1"]
        store.record_attempt(big)
    with Store(path) as store:
        assert [one.question_id for one in store.attempts()] == ["q1", "q2"]


def test_a_disk_too_full_to_open_the_database_lets_it_be_read(path: Path) -> None:
    fill(path)
    with Store(path) as store:
        with no_file_beyond(0):
            notice = store.notice()
            assert notice is not None
            assert "check that the disk is there, works and has room" in notice
            assert store.stats(TODAY).attempts == 1
            with pytest.raises(ReadOnly):
                store.record_attempt(attempt("q2"))
        store.record_attempt(attempt("q2"))
        assert store.stats(TODAY).attempts == 2


@pytest.mark.parametrize("room", [0, 1000, 30_000])
def test_a_database_that_cannot_be_created_for_want_of_room(path: Path, room: int) -> None:
    with no_file_beyond(room), Store(path) as store:
        assert sentence_of(lambda: store.record_attempt(attempt())).startswith("nothing ")
    fill(path)
    with Store(path) as store:
        assert store.stats(TODAY).attempts == 1


# Versions


def test_a_database_of_a_newer_okgin_is_refused_and_not_touched(path: Path) -> None:
    fill(path)
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    before = contents(path.parent)
    with Store(path) as store:
        for act in (lambda: store.stats(TODAY), lambda: store.record_attempt(attempt())):
            sentence = sentence_of(act)
            assert sentence == (
                f"{path} was written by a newer okgin (its version is 99, this one knows up "
                f"to {len(schema.MIGRATIONS)}); update okgin, nothing was changed"
            )
    assert contents(path.parent) == before


def add_mood(connection: sqlite3.Connection) -> None:
    connection.execute("ALTER TABLE attempts ADD COLUMN mood TEXT")


def fall_over(connection: sqlite3.Connection) -> None:
    add_mood(connection)
    connection.execute("SELECT * FROM nowhere")


RELEASED = [
    (number, migration.__name__) for number, migration in enumerate(schema.MIGRATIONS, start=1)
]


def migrations(path: Path) -> list[tuple[int, str]]:
    connection = sqlite3.connect(path)
    rows = connection.execute("SELECT version, name FROM migrations ORDER BY version").fetchall()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    connection.close()
    assert version == len(rows)
    return rows


def test_an_older_database_is_migrated_once(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fill(path)
    assert migrations(path) == RELEASED
    monkeypatch.setattr(schema, "MIGRATIONS", (*schema.MIGRATIONS, add_mood))
    for _ in range(2):
        with Store(path) as store:
            assert store.stats(TODAY).attempts == 1
    assert migrations(path) == [*RELEASED, (len(RELEASED) + 1, "add_mood")]


def test_a_migration_that_fails_changes_nothing(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(path)
    with monkeypatch.context() as patched:
        patched.setattr(schema, "MIGRATIONS", (*schema.MIGRATIONS, fall_over))
        with Store(path) as store:
            assert "no such table: nowhere" in sentence_of(lambda: store.stats(TODAY))
    assert migrations(path) == RELEASED
    with Store(path) as store:
        store.record_attempt(attempt("q2"))


def test_an_older_database_that_is_read_only_says_so(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(path)
    close_both(path)
    monkeypatch.setattr(schema, "MIGRATIONS", (*schema.MIGRATIONS, add_mood))
    with without_privileges(), Store(path) as store:
        assert f"{path} is read-only" in sentence_of(lambda: store.stats(TODAY))
