"""What the store remembers, and that asking it costs and leaves nothing."""

import statistics
import time
from datetime import UTC, date, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest
from msgspec import json, structs

from trainer.progress import (
    Attempt,
    Daily,
    LessonStep,
    ProgressError,
    Source,
    Stats,
    Store,
    Streak,
    content_folder,
    data_folder,
    database_path,
    fingerprint,
    history_path,
)
from trainer.progress.stats import error_rate

NOON = datetime(2026, 5, 9, 12, 0, tzinfo=UTC)
TODAY = date(2026, 5, 9)


def later(seconds: float) -> datetime:
    return NOON + timedelta(seconds=seconds)


def attempt(question: str = "q1", **changes: Any) -> Attempt:
    plain = Attempt(
        at=NOON,
        local_date=TODAY,
        source="puzzle",
        source_id="p1",
        question_id=question,
        fingerprint=fingerprint("a question"),
        answer="8d",
        grade="right",
        points_lost=0.0,
        seconds=4.5,
        verdict='{"best": "discard 8d"}',
    )
    return structs.replace(plain, **changes)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "okgin" / "progress.sqlite3"


# Where things are


def test_okgin_home_holds_everything(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("OKGIN_HOME", str(tmp_path / "home"))
    assert data_folder() == tmp_path / "home"
    assert database_path() == tmp_path / "home" / "progress.sqlite3"
    assert content_folder() == tmp_path / "home" / "content"
    assert history_path() == tmp_path / "home" / "history"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("home", [None, ""])
def test_without_okgin_home_the_platform_decides(
    monkeypatch: pytest.MonkeyPatch, home: str | None
) -> None:
    if home is None:
        monkeypatch.delenv("OKGIN_HOME", raising=False)
    else:
        monkeypatch.setenv("OKGIN_HOME", home)
    assert data_folder().is_absolute()
    assert data_folder().name == "okgin"


def test_okgin_home_may_be_relative_or_begin_with_a_tilde(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("OKGIN_HOME", "here")
    assert data_folder() == tmp_path / "here"
    monkeypatch.setenv("OKGIN_HOME", "~/there")
    assert data_folder() == Path.home() / "there"


# Opening


def test_looking_creates_nothing(path: Path) -> None:
    with Store(path) as store:
        assert store.notice() is None
        assert store.stats(TODAY).attempts == 0
        assert store.attempts() == []
        assert store.lessons() == {}
        assert store.puzzle_states() == {}
        assert store.streak(TODAY) == Streak(0, 0)
        assert store.open_match() is None
        assert not path.parent.exists()
        store.record_attempt(attempt())
        assert store.stats(TODAY).attempts == 1
    assert [file.name for file in path.parent.iterdir()] == ["progress.sqlite3"]


def test_a_file_made_by_another_process_is_seen(path: Path) -> None:
    with Store(path) as reader, Store(path) as writer:
        assert reader.attempts() == []
        writer.record_attempt(attempt())
        assert len(reader.attempts()) == 1


def test_opening_an_existing_database_is_quick(path: Path) -> None:
    with Store(path) as store:
        for number in range(200):
            store.record_attempt(attempt(f"q{number}", verdict="x" * 5000))

    def opening() -> float:
        start = time.perf_counter()
        with Store(path) as store:
            store.notice()
            return time.perf_counter() - start

    # The quickest of many, since other programs may be using the machine.
    assert min(opening() for _ in range(20)) < 0.005


def test_a_store_opens_again_after_close(path: Path) -> None:
    store = Store(path)
    store.record_attempt(attempt())
    store.close()
    assert len(store.attempts()) == 1
    store.close()


# Attempts


def test_an_attempt_comes_back_as_it_was(path: Path) -> None:
    given = attempt(
        at=datetime(2026, 5, 9, 23, 30, 0, 5, tzinfo=timezone(timedelta(hours=-7))),
        points_lost=None,
        seconds=None,
        answer="null",
        grade="5",
        verdict="null",
    )
    with Store(path) as store:
        saved = store.record_attempt(given)
    with Store(path) as store:
        (read,) = store.attempts()
    assert read == saved
    assert read == structs.replace(given, uid=saved.uid, first=True)
    assert read.at.utcoffset() == timedelta(0)


def test_a_time_without_zone_is_refused(path: Path) -> None:
    with Store(path) as store:
        with pytest.raises(ValueError, match="time zone"):
            store.record_attempt(attempt(at=datetime(2026, 5, 9)))
        assert store.attempts() == []


@pytest.mark.parametrize(
    "wrong", [{"hints": 5}, {"source": "dream"}, {"source": "daily"}, {"daily": TODAY}]
)
def test_an_impossible_attempt_is_refused_whole(path: Path, wrong: dict[str, Any]) -> None:
    with Store(path) as store:
        with pytest.raises(ProgressError, match=r"refused it .*constraint"):
            store.record_attempt(attempt(**wrong), lesson_step=LessonStep("melds", "2"))
        assert store.attempts() == []
        assert store.lessons() == {}


def test_only_a_first_attempt_without_hints_is_rated(path: Path) -> None:
    changed = fingerprint("the question, changed")
    with Store(path) as store:
        saved = [
            store.record_attempt(given)
            for given in (
                attempt("q1"),
                attempt("q1", at=later(1)),
                attempt("q1", at=later(2), fingerprint=changed),
                attempt("q2", hints=1),
                attempt("q3", rated=False),
            )
        ]
    assert [(one.first, one.rated) for one in saved] == [
        (True, True),
        (False, False),
        (True, True),
        (True, False),
        (True, False),
    ]


def test_attempts_are_found_by_what_is_given(path: Path) -> None:
    with Store(path) as store:
        store.record_attempt(attempt("q2", at=later(5)))
        store.record_attempt(attempt("q1"))
        store.record_attempt(attempt("q1", source="lesson", source_id="melds", at=later(9)))
        assert [one.question_id for one in store.attempts()] == ["q1", "q2", "q1"]
        assert [one.source for one in store.attempts(question_id="q1")] == ["puzzle", "lesson"]
        assert [one.at for one in store.attempts(source="puzzle", question_id="q1")] == [NOON]
        assert store.attempts(source_id="nowhere") == []


# Lessons and open questions


def test_a_lesson_moves_with_the_answer_or_without(path: Path) -> None:
    with Store(path) as store:
        store.save_lesson_step(LessonStep("melds", "intro"), NOON)
        store.record_attempt(
            attempt(source="lesson", source_id="melds", at=later(60)),
            lesson_step=LessonStep("melds", "show-2"),
        )
        lesson = store.lessons()["melds"]
        assert (lesson.step, lesson.started_at, lesson.updated_at, lesson.finished_at) == (
            "show-2",
            NOON,
            later(60),
            None,
        )
        store.save_lesson_step(LessonStep("melds", "", finished=True), later(90))
        store.save_lesson_step(LessonStep("melds", "intro"), later(3600))
        lesson = store.lessons()["melds"]
        assert (lesson.step, lesson.finished_at) == ("intro", later(90))
        assert store.stats(TODAY).lessons_finished == 1


def test_hints_shown_survive_until_the_question_is_done_with(path: Path) -> None:
    question: tuple[Source, str, str] = ("puzzle", "p1", "q1")
    with Store(path) as store:
        store.open_question(*question, hints=0, now=NOON)
        store.open_question(*question, hints=2, now=later(1))
        store.open_question(*question, hints=0, now=later(2))
    with Store(path) as store:
        assert store.hints_shown(*question) == 2
        assert store.hints_shown("puzzle", "p1", "q2") == 0
        store.record_attempt(attempt(grade="mistake", hints=2), retry=True)
        assert store.hints_shown(*question) == 2
        store.record_attempt(attempt(hints=2, at=later(9)))
        assert store.hints_shown(*question) == 0


def test_moving_a_lesson_on_closes_what_was_open_in_it(path: Path) -> None:
    with Store(path) as store:
        store.open_question("lesson", "melds", "q1", hints=3, now=NOON)
        store.open_question("lesson", "layoff", "q1", hints=1, now=NOON)
        store.save_lesson_step(LessonStep("melds", "2"), later(1))
        assert store.hints_shown("lesson", "melds", "q1") == 0
        assert store.hints_shown("lesson", "layoff", "q1") == 1


# Puzzles and dailies


def test_a_puzzle_waits_until_it_is_solved_or_skipped(path: Path) -> None:
    with Store(path) as store:
        store.open_question("puzzle", "shown", "shown", hints=0, now=later(1))
        store.record_attempt(attempt(source_id="wrong", grade="blunder", at=later(2)))
        store.record_attempt(attempt(source_id="fine", grade="fine", at=later(3)))
        store.record_attempt(attempt(source_id="revealed", hints=4, at=later(4)))
        store.skip_puzzle("unseen", later(5))
        store.open_question("puzzle", "given-up", "given-up", hints=1, now=later(6))
        store.skip_puzzle("given-up", later(6))
        store.record_attempt(attempt(source="lesson", source_id="melds"))
        states = store.puzzle_states()
        assert states == {
            "shown": "waiting",
            "wrong": "waiting",
            "fine": "solved",
            "revealed": "waiting",
            "unseen": "skipped",
            "given-up": "skipped",
        }
        waiting = [puzzle for puzzle, state in states.items() if state == "waiting"]
        assert waiting == ["shown", "wrong", "revealed"]
        assert store.hints_shown("puzzle", "given-up", "given-up") == 0
        store.record_attempt(attempt(source_id="given-up", grade="mistake", at=later(7)))
        assert store.puzzle_states()["given-up"] == "waiting"
        store.record_attempt(attempt(source_id="given-up", at=later(8)))
        store.skip_puzzle("given-up", later(9))
        assert store.puzzle_states()["given-up"] == "solved"
        assert store.stats(TODAY).puzzles_solved == 2


def daily_attempt(day: date, puzzle: str, on: date, **changes: Any) -> Attempt:
    return attempt(puzzle, source="daily", source_id=puzzle, daily=day, local_date=on, **changes)


def test_a_date_keeps_the_puzzle_it_was_first_given(path: Path) -> None:
    with Store(path) as store:
        assert store.start_daily(TODAY, "p1", NOON) == Daily(
            day=TODAY, puzzle_id="p1", started_at=NOON
        )
        assert store.start_daily(TODAY, "p2", later(1)).puzzle_id == "p1"
        (daily,) = store.dailies()
    assert (daily.puzzle_id, daily.started_at) == ("p1", NOON)


def test_a_daily_tells_how_it_was_solved(path: Path) -> None:
    with Store(path) as store:
        store.start_daily(TODAY, "p1", NOON)
        store.record_attempt(daily_attempt(TODAY, "p1", TODAY, grade="mistake", hints=1))
        (daily,) = store.dailies()
        assert (daily.solved_on, daily.hints, daily.grade) == (None, 1, "mistake")
        store.record_attempt(daily_attempt(TODAY, "p1", TODAY, hints=2, at=later(1)))
        store.record_attempt(daily_attempt(TODAY, "p1", date(2026, 5, 11), at=later(200_000)))
        (daily,) = store.dailies()
        assert (daily.solved_on, daily.hints, daily.grade) == (TODAY, 2, "right")
        assert store.puzzle_states() == {"p1": "solved"}


def test_one_puzzle_may_be_the_daily_of_two_dates(path: Path) -> None:
    yesterday = TODAY - timedelta(days=1)
    with Store(path) as store:
        for day in (yesterday, TODAY):
            store.start_daily(day, "p1", NOON)
        store.record_attempt(daily_attempt(TODAY, "p1", TODAY))
        assert [daily.solved_on for daily in store.dailies()] == [None, TODAY]


def test_the_streak_is_of_dailies_solved_on_their_own_date(path: Path) -> None:
    days = [TODAY - timedelta(days=back) for back in range(4)]
    with Store(path) as store:
        for day in days:
            store.start_daily(day, f"p{day}", NOON)
        # Put before midnight and answered after it: the date is the one it was put on.
        store.record_attempt(daily_attempt(days[0], f"p{days[0]}", days[0], at=later(86_000)))
        store.record_attempt(daily_attempt(days[1], f"p{days[1]}", days[1]))
        store.record_attempt(daily_attempt(days[2], f"p{days[2]}", TODAY))
        store.record_attempt(daily_attempt(days[3], f"p{days[3]}", days[3]))
        assert store.streak(TODAY) == Streak(current=2, longest=2)
        assert store.stats(TODAY).streak == Streak(current=2, longest=2)


# Matches


def test_a_match_is_its_lines(path: Path) -> None:
    with Store(path) as store:
        match = store.create_match("oklahoma", 2**64 - 1, NOON)
        assert [store.append_event(match.id, line) for line in ("deal 1", "x", "")] == [1, 2, 3]
    with Store(path) as store:
        assert store.open_match() == match
        assert match.seed == 2**64 - 1
        assert store.match_events(match.id) == ["deal 1", "x", ""]
        store.open_question("match", match.id, "4", hints=2, now=NOON)
        store.record_attempt(attempt("4", source="match", source_id=match.id), match_line="s/Kd")
        assert store.append_event(match.id, "p") == 5
        store.finish_match(match.id, later(60))
        store.finish_match(match.id, later(90))
        assert store.open_match() is None
        (kept,) = store.matches()
        assert (kept.state, kept.finished_at) == ("finished", later(60))
        assert store.match_events(match.id) == ["deal 1", "x", "", "s/Kd", "p"]
        with pytest.raises(ProgressError, match="is finished; start a new one"):
            store.append_event(match.id, "x")


def test_the_latest_open_match_is_the_one_to_go_on_with(path: Path) -> None:
    with Store(path) as store:
        old, middle, new = (store.create_match("ruby", seed, later(seed)) for seed in range(3))
        assert store.open_match() == new
        store.finish_match(new.id, later(9))
        assert store.open_match() == middle
        store.finish_match(old.id, later(9))
        assert store.stats(TODAY).matches_finished == 2
        assert store.stats(TODAY).matches_open == 1


def test_two_windows_cannot_mix_one_match(path: Path) -> None:
    with Store(path) as one, Store(path) as two:
        match = one.create_match("oklahoma", 1, NOON)
        assert two.match_events(match.id) == []
        one.append_event(match.id, "deal 1")
        with pytest.raises(ProgressError, match="played on in another window"):
            two.append_event(match.id, "deal 1")
        answer = attempt(source="match", source_id=match.id)
        with pytest.raises(ProgressError, match="played on in another window"):
            two.record_attempt(answer, match_line="x")
        assert two.attempts() == []
        assert two.match_events(match.id) == ["deal 1"]
        assert two.append_event(match.id, "x") == 2


def test_an_event_belongs_to_a_match_and_is_one_line(path: Path) -> None:
    with Store(path) as store:
        with pytest.raises(ProgressError, match="there is no match 'm1'"):
            store.append_event("m1", "x")
        match = store.create_match("oklahoma", 1, NOON)
        with pytest.raises(ValueError, match="one line"):
            store.append_event(match.id, "x\ny")


# Figures


def test_figures(path: Path) -> None:
    losses = [0.0, 0.5, 3.25, 1.0]
    with Store(path) as store:
        for number, loss in enumerate(losses):
            grade = "right" if loss < 0.75 else "mistake"
            store.record_attempt(attempt(f"q{number}", points_lost=loss, grade=grade))
        for unrated in (
            attempt("q0", points_lost=8.0, grade="howler"),
            attempt("hinted", points_lost=8.0, hints=1, grade="howler"),
            attempt("forced", points_lost=8.0, forced=True, grade="howler"),
            attempt("unmeasured", points_lost=None, source="lesson", source_id="melds"),
        ):
            store.record_attempt(unrated)
        found = store.stats(TODAY)
    assert found.attempts == 8
    assert found.right_share == 3 / 8
    assert found.by_grade == {"howler": 3, "right": 3, "mistake": 2}
    assert {source: (tally.attempts, tally.right) for source, tally in found.by_source.items()} == {
        "lesson": (1, 1),
        "puzzle": (7, 2),
    }
    mean = statistics.mean(losses)
    reach = 1.96 * statistics.stdev(losses) / len(losses) ** 0.5
    rate = found.error_rate
    assert rate.decisions == 4
    assert rate.mean == pytest.approx(mean)
    assert rate.low == pytest.approx(max(0.0, mean - reach))
    assert rate.high == pytest.approx(mean + reach)
    assert rate.provisional
    assert json.decode(json.encode(found), type=Stats) == found


def test_an_interval_needs_two_decisions_and_trust_two_hundred() -> None:
    assert error_rate(0, 0.0, 0.0).mean is None
    assert (error_rate(1, 2.0, 4.0).mean, error_rate(1, 2.0, 4.0).low) == (2.0, None)
    assert error_rate(199, 0.0, 0.0).provisional
    assert not error_rate(200, 0.0, 0.0).provisional


def test_an_interval_survives_rounding() -> None:
    # 3 x 0.1: the sum of squares comes out below total * mean.
    rate = error_rate(3, 0.1 + 0.1 + 0.1, 0.1 * 0.1 * 3 - 1e-17)
    assert rate.low == pytest.approx(0.1)
