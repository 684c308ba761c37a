"""Export and import: everything arrives, once, whole or not at all."""

from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path

import pytest
from msgspec import json

from tests.test_progress import NOON, TODAY, attempt, daily_attempt, later
from trainer.progress import (
    LessonStep,
    Merged,
    ProgressError,
    Store,
    read_export,
    write_export,
)


@pytest.fixture
def here(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "here.sqlite3") as store:
        yield store


@pytest.fixture
def there(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "there.sqlite3") as store:
        yield store


def fill(store: Store) -> str:
    """Something in every table; returns the match's id."""
    store.record_attempt(attempt(verdict='{"reasons": ["é", "\\n"]}'))
    store.record_attempt(
        attempt("q2", source="lesson", source_id="melds", grade="mistake", at=later(1)),
        lesson_step=LessonStep("melds", "3"),
    )
    store.start_daily(TODAY, "p7", NOON)
    store.record_attempt(daily_attempt(TODAY, "p7", TODAY, at=later(2)))
    store.skip_puzzle("p8", NOON)
    store.open_question("puzzle", "p9", "p9", hints=2, now=NOON)
    match = store.create_match("oklahoma", 2**64 - 1, NOON)
    for line in ("deal 1", "x"):
        store.append_event(match.id, line)
    store.finish_match(store.create_match("ruby", 3, NOON).id, later(3))
    return match.id


def test_everything_arrives_once(here: Store, there: Store) -> None:
    match_id = fill(here)
    document = here.export(later(100))
    assert there.merge(document) == Merged(attempts=3, matches=2, parted=[])
    assert there.export(later(100)) == document
    assert there.merge(document) == Merged(attempts=0, matches=0, parted=[])
    assert here.merge(document) == Merged(attempts=0, matches=0, parted=[])
    assert there.export(later(100)) == here.export(later(100)) == document
    assert there.stats(TODAY) == here.stats(TODAY)
    assert there.hints_shown("puzzle", "p9", "p9") == 2
    assert there.append_event(match_id, "p") == 3


def test_two_machines_merge_to_the_same_either_way(here: Store, there: Store) -> None:
    here.record_attempt(attempt("both", at=later(5), points_lost=2.0))
    there.record_attempt(attempt("both", at=later(4), points_lost=1.0))
    here.record_attempt(attempt("mine", at=later(1)))
    there.record_attempt(attempt("yours", at=later(2)))
    here.save_lesson_step(LessonStep("melds", "", finished=True), later(10))
    there.save_lesson_step(LessonStep("melds", "2"), later(1))
    there.save_lesson_step(LessonStep("melds", "5"), later(20))
    for store, seconds in ((here, 30.0), (there, 31.0)):
        store.skip_puzzle("p8", later(seconds))
    first, second = here.export(NOON), there.export(NOON)
    here.merge(second)
    there.merge(first)
    assert here.export(NOON) == there.export(NOON)
    assert [(one.at, one.first, one.rated) for one in here.attempts(question_id="both")] == [
        (later(4), True, True),
        (later(5), False, False),
    ]
    assert here.stats(TODAY).error_rate.decisions == 3
    lesson = here.lessons()["melds"]
    assert (lesson.step, lesson.started_at, lesson.finished_at) == ("5", later(1), later(10))


def test_a_match_played_on_elsewhere_goes_on_here(here: Store, there: Store) -> None:
    match_id = fill(here)
    there.merge(here.export(NOON))
    there.append_event(match_id, "p")
    there.finish_match(match_id, later(50))
    assert here.merge(there.export(NOON)) == Merged(attempts=0, matches=0, parted=[])
    assert here.match_events(match_id) == ["deal 1", "x", "p"]
    assert here.open_match() is None


def test_a_match_played_on_both_machines_keeps_its_course(here: Store, there: Store) -> None:
    match_id = fill(here)
    there.merge(here.export(NOON))
    there.append_event(match_id, "p")
    there.finish_match(match_id, later(50))
    here.append_event(match_id, "s")
    assert here.merge(there.export(NOON)).parted == [match_id]
    assert here.match_events(match_id) == ["deal 1", "x", "s"]
    open_match = here.open_match()
    assert open_match is not None
    assert open_match.id == match_id


def test_a_question_answered_since_is_not_opened_again(here: Store, there: Store) -> None:
    here.open_question("puzzle", "p1", "q1", hints=2, now=NOON)
    there.merge(here.export(NOON))
    there.record_attempt(attempt(at=later(1), hints=2))
    there.merge(here.export(NOON))
    assert there.hints_shown("puzzle", "p1", "q1") == 0


def test_a_date_keeps_its_puzzle(here: Store, there: Store) -> None:
    here.start_daily(TODAY, "mine", NOON)
    there.start_daily(TODAY, "yours", NOON)
    there.record_attempt(daily_attempt(TODAY, "yours", TODAY))
    here.merge(there.export(NOON))
    (daily,) = here.dailies()
    assert (daily.puzzle_id, daily.solved_on) == ("mine", None)
    assert len(here.attempts()) == 1


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "^the file is not an export of okgin"),
        (b"\xff\xfe", "^the file is not an export of okgin"),
        (b"[]", "^the file is not an export of okgin .*Expected `object`"),
        (b'{"version": 1}', "^the file is not an export of okgin .*`format`"),
        (b'{"format": "okgin progress", "version": 1}', "missing required field `exported_at`"),
        (b'{"format": "okgin progress", "version": 9}', "newer okgin .*version is 9.*up to 5"),
    ],
)
def test_what_is_no_export_is_refused(here: Store, data: bytes, sentence: str) -> None:
    with pytest.raises(ProgressError, match=sentence):
        here.merge(data, "the file")
    assert here.stats(TODAY).attempts == 0


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (("hints", 7), "Expected `int` <= 4.*attempts"),
        (("source", "dream"), "Invalid enum value 'dream'.*attempts"),
        (("at", "2026-05-09T10:00:00"), "Expected `datetime` with a timezone"),
        (("uid", ""), "length >= 1"),
        (("daily", "1999-01-01"), "belongs to a daily that is not in it"),
    ],
)
def test_a_document_with_one_fault_is_refused_whole(
    here: Store, there: Store, change: tuple[str, object], sentence: str
) -> None:
    fill(here)
    document = json.decode(here.export(NOON))
    document["attempts"][-1][change[0]] = change[1]
    with pytest.raises(ProgressError, match=f"(?s){sentence}.*nothing was imported"):
        there.merge(json.encode(document))
    assert there.stats(TODAY).attempts == 0
    assert there.matches() == []


def test_a_disk_full_half_way_leaves_nothing(here: Store, there: Store) -> None:
    for number in range(50):
        here.record_attempt(attempt(f"q{number}", verdict="x" * 5000))
    there.record_attempt(attempt("mine"))
    # A real SQLITE_FULL, without filling a disk: the database may grow by 20 pages only.
    with there._database.read() as connection:
        (pages,) = connection.execute("PRAGMA page_count").fetchone()
        connection.execute(f"PRAGMA max_page_count = {pages + 20}")
    with pytest.raises(ProgressError, match=r"nothing can be saved: the disk .* is full"):
        there.merge(here.export(NOON))
    assert [one.question_id for one in there.attempts()] == ["mine"]


def test_an_export_is_written_whole_or_not_at_all(
    here: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(here)
    folder = tmp_path / "out"
    folder.mkdir()
    target = folder / "okgin.json"
    write_export(target, here.export(NOON))
    before = read_export(target)
    assert before == here.export(NOON)

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    # A disk that fills up before the bytes are down.
    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(ProgressError, match=r"okgin\.json cannot be written \(No space left"):
        write_export(target, b"other")
    assert read_export(target) == before
    assert list(folder.iterdir()) == [target]


def test_places_that_cannot_be_used_are_named(tmp_path: Path) -> None:
    with pytest.raises(ProgressError, match=r"nowhere/x.json cannot be written \(No such file"):
        write_export(tmp_path / "nowhere" / "x.json", b"")
    with pytest.raises(ProgressError, match=r"x.json cannot be read \(No such file"):
        read_export(tmp_path / "x.json")
    with pytest.raises(ProgressError, match=r"cannot be read \(Is a directory\)"):
        read_export(tmp_path)


def test_an_export_is_dated_and_says_its_version(here: Store) -> None:
    document = json.decode(here.export(NOON + timedelta(days=1)))
    assert document["format"] == "okgin progress"
    assert document["version"] == 5
    assert document["exported_at"].startswith(date(2026, 5, 10).isoformat())
