"""Lessons: resumed at any step, wrong answers that come back, edits, and the end."""

from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from tests.content_files import count, lesson, meld, write
from tests.matches import fast_folder
from trainer.content import Exercise, Lesson, Say, load_lesson
from trainer.game import GameError, Position
from trainer.progress import ProgressError, Store
from trainer.session.lesson import LessonRun
from trainer.session.sitting import Study
from trainer.solver.analysis import Analysis

RIGHT = {"one": "10", "two": "yes", "three": "5", "four": "no"}
WRONG = {"one": "11", "two": "no", "three": "6", "four": "yes"}

STEPS = [
    "say: Welcome.",
    "say: Two texts in a row.",
    count("one"),
    meld("two"),
    "say: In between.",
    count("three", "7h 8h 9h 5c"),
    meld("four", "7h 8h 9c"),
    "say: Well done.",
    "say: Goodbye.",
]


def no_solver(position: Position, *, playouts: int = 0) -> Analysis:
    """Exact questions ask for no analysis."""
    raise AssertionError("nothing is to be analysed")


@dataclass
class Clock:
    """A clock that goes on by a second whenever it is looked at."""

    now: datetime = field(default_factory=lambda: datetime(2026, 11, 30, 20, tzinfo=UTC))

    def __call__(self) -> datetime:
        self.now += timedelta(seconds=1)
        return self.now


CLOCK = Clock()


def study(store: Store) -> Study:
    """A study without a solver."""
    return Study(store, CLOCK, lambda: date(2026, 11, 30), no_solver)


def written(folder: Path, *steps: str) -> Lesson:
    """A lesson of these steps, read from a file."""
    path = write(folder, l_01_l=lesson(*(steps or STEPS))) / "lessons" / "01-l.yaml"
    return load_lesson(path)


def step_of(run: LessonRun) -> str:
    """What a run stands at."""
    step = run.step
    if step is None:
        return "end"
    return step.id if isinstance(step, Exercise) else step.text


def go_on(run: LessonRun, answers: dict[str, str]) -> None:
    """Read a text, or answer an exercise."""
    step = run.step
    if isinstance(step, Say):
        run.read_on()
    else:
        assert step is not None
        run.answer(answers[step.id])


def test_a_lesson_from_beginning_to_end(tmp_path: Path) -> None:
    with Store(tmp_path / "p.sqlite3") as store:
        run = LessonRun(written(tmp_path), study(store))
        assert not run.resumed
        seen = []
        while run.step is not None:
            seen.append((step_of(run), run.number))
            go_on(run, RIGHT)
        assert seen == [
            ("Welcome.", (1, 4)),
            ("Two texts in a row.", (1, 4)),
            ("one", (1, 4)),
            ("two", (2, 4)),
            ("In between.", (3, 4)),
            ("three", (3, 4)),
            ("four", (4, 4)),
            ("Well done.", (4, 4)),
            ("Goodbye.", (4, 4)),
        ]
        progress = store.lessons()["l"]
        assert progress.finished_at is not None
        assert progress.step == ""
        assert store.stats(date(2026, 11, 30)).lessons_finished == 1


def worked_through(asked: Lesson, seed: int, *, dropped: bool) -> list[tuple[str, bool]]:
    """Every step put, and whether it came back; ``dropped`` closes everything after each."""
    random = Random(seed)
    way: list[tuple[str, bool]] = []
    with fast_folder() as folder, Store(folder / "p.sqlite3") as store:
        run = LessonRun(asked, study(store))
        while run.step is not None:
            way.append((step_of(run), run.again))
            go_on(run, RIGHT if random.random() < 0.6 else WRONG)
            if dropped:
                store.close()
                finished = store.lessons()["l"].finished_at is not None
                assert finished == (run.step is None)
                if not finished:
                    run = LessonRun(asked, study(store))
        assert store.lessons()["l"].finished_at is not None
    return way


def test_resumed_at_every_step_with_any_answers(tmp_path: Path) -> None:
    """A lesson dropped before every step goes the way of one that was never left."""
    asked = written(tmp_path)
    for seed in range(40):
        straight, interrupted = (worked_through(asked, seed, dropped=d) for d in (False, True))
        once = [step for step, again in straight if not again]
        assert once == [step for step, again in interrupted if not again], seed
        # Only the order of those that come back may differ: it is not remembered.
        assert {step for step, again in straight if again} == {
            step for step, again in interrupted if again
        }, seed


def test_missed_ones_come_back_until_they_are_right(tmp_path: Path) -> None:
    with Store(tmp_path / "p.sqlite3") as store:
        run = LessonRun(written(tmp_path), study(store))
        while not run.again:
            go_on(run, {**RIGHT, "one": "11", "three": "6"})
        assert [exercise.id for exercise in run.missed] == ["one", "three"]
        order = []
        answers = iter(["12", "7", "11", "5", "12", "10"])
        while run.step is not None:
            order.append((step_of(run), run.number))
            run.answer(next(answers))
        assert order == [
            ("one", (1, 4)),
            ("three", (3, 4)),
            ("one", (1, 4)),
            ("three", (3, 4)),
            ("one", (1, 4)),
            ("one", (1, 4)),
        ]
        assert store.lessons()["l"].finished_at is not None


def test_no_question_comes_twice_in_a_row_while_another_is_left(tmp_path: Path) -> None:
    with Store(tmp_path / "p.sqlite3") as store:
        run = LessonRun(written(tmp_path), study(store))
        while not run.again:
            go_on(run, WRONG)
        order = []
        for _ in range(12):
            order.append(step_of(run))
            go_on(run, WRONG)
        assert all(one != other for one, other in pairwise(order))
        assert set(order) == set(RIGHT)


def test_an_answer_after_it_was_shown_does_not_count(tmp_path: Path) -> None:
    """Neither at once nor after a restart: the exercise comes back."""
    asked = written(tmp_path, count("one"), meld("two"))
    with Store(tmp_path / "p.sqlite3") as store:
        run = LessonRun(asked, study(store))
        for stage in range(1, 5):
            assert run.sitting.hint().stage == stage
        assert run.sitting.revealed
        assert run.answer("10").passed
        run.answer("yes")
        assert step_of(run) == "one"
        assert step_of(LessonRun(asked, study(store))) == "one"
        run.answer("10")
        assert run.step is None


def test_hints_are_remembered_and_forgotten_with_the_question(tmp_path: Path) -> None:
    asked = written(tmp_path, count("one"), count("two", "7h 8h 9h 2c"))
    with Store(tmp_path / "p.sqlite3") as store:
        run = LessonRun(asked, study(store))
        run.sitting.hint()
        run.sitting.hint()
        again = LessonRun(asked, study(store))
        assert again.sitting.stage == 2
        again.answer("11")
        assert again.sitting.stage == 0
        assert [attempt.hints for attempt in store.attempts()] == [2]
        assert [attempt.rated for attempt in store.attempts()] == [False]


def test_a_finished_lesson_is_taken_anew(tmp_path: Path) -> None:
    asked = written(tmp_path, count("one"), "say: End.")
    with Store(tmp_path / "p.sqlite3") as store:
        run = LessonRun(asked, study(store))
        run.answer("10")
        run.read_on()
        first = store.lessons()["l"].finished_at
        again = LessonRun(asked, study(store))
        assert not again.resumed
        assert step_of(again) == "one"
        again.answer("11")
        assert step_of(LessonRun(asked, study(store))) == "End."
        again.read_on()
        assert step_of(again) == "one"
        again.answer("10")
        assert again.step is None
        assert store.lessons()["l"].finished_at == first


def test_the_last_text_is_not_lost(tmp_path: Path) -> None:
    """A lesson left at the texts after its last exercise resumes there, and ends there."""
    asked = written(tmp_path)
    with Store(tmp_path / "p.sqlite3") as store:
        run = LessonRun(asked, study(store))
        while step_of(run) != "Well done.":
            go_on(run, RIGHT)
        run = LessonRun(asked, study(store))
        assert step_of(run) == "Well done."
        run.read_on()
        run = LessonRun(asked, study(store))
        assert step_of(run) == "Goodbye."
        assert store.lessons()["l"].finished_at is None
        run.read_on()
        assert run.step is None
        assert store.lessons()["l"].finished_at is not None


EDITS = [
    pytest.param(STEPS[2:], "three", id="texts gone at the beginning"),
    pytest.param(["say: New.", *STEPS], "three", id="a text added"),
    pytest.param([*STEPS[:5], meld("new"), *STEPS[5:]], "three", id="an exercise added before"),
    pytest.param(STEPS[:5] + STEPS[6:], "four", id="the exercise at hand gone"),
    pytest.param([*STEPS[:5], count("third", "7h 8h 9h 5c"), *STEPS[6:]], "third", id="renamed"),
    pytest.param([*STEPS[:3], STEPS[5]], "three", id="much gone"),
    pytest.param([STEPS[5], STEPS[2], STEPS[3]], "three", id="another order"),
]


@pytest.mark.parametrize(("steps", "at"), EDITS)
def test_an_edited_lesson_resumes_where_it_was(tmp_path: Path, steps: list[str], at: str) -> None:
    with Store(tmp_path / "p.sqlite3") as store:
        run = LessonRun(written(tmp_path), study(store))
        while step_of(run) != "three":
            go_on(run, RIGHT)
        run = LessonRun(written(tmp_path, *steps), study(store))
        while isinstance(run.step, Say):
            run.read_on()
        assert step_of(run) == at
        answers = {**RIGHT, "new": "yes", "third": "5"}
        for _ in range(30):
            if run.step is not None:
                go_on(run, answers)
        assert run.step is None
        assert store.lessons()["l"].finished_at is not None


def test_a_changed_question_has_to_be_answered_again(tmp_path: Path) -> None:
    with Store(tmp_path / "p.sqlite3") as store:
        run = LessonRun(written(tmp_path), study(store))
        while step_of(run) != "three":
            go_on(run, RIGHT)
        changed = written(tmp_path, *STEPS[:2], count("one", "7h 8h 9h 4c"), *STEPS[3:])
        run = LessonRun(changed, study(store))
        assert step_of(run) == "three"
        while not run.again:
            go_on(run, RIGHT)
        assert step_of(run) == "one"
        run.answer("4")
        assert run.step is None


def test_a_lesson_that_lost_what_was_still_to_come_is_finished(tmp_path: Path) -> None:
    """It does not stay begun for ever."""
    with Store(tmp_path / "p.sqlite3") as store:
        run = LessonRun(written(tmp_path), study(store))
        while not run.again:
            go_on(run, {**RIGHT, "four": "yes"})
        run = LessonRun(written(tmp_path, *STEPS[:6]), study(store))
        assert run.step is None
        assert store.lessons()["l"].finished_at is not None


def test_a_lesson_of_texts_only(tmp_path: Path) -> None:
    with Store(tmp_path / "p.sqlite3") as store:
        run = LessonRun(written(tmp_path, "say: One.", "say: Two."), study(store))
        assert run.number == (0, 0)
        with pytest.raises(ValueError, match="no exercise at hand"):
            _ = run.sitting
        run.read_on()
        assert step_of(LessonRun(run.lesson, study(store))) == "Two."
        run.read_on()
        assert run.step is None
        assert store.lessons()["l"].finished_at is not None


def test_what_cannot_be_read_records_nothing(tmp_path: Path) -> None:
    with Store(tmp_path / "p.sqlite3") as store:
        run = LessonRun(written(tmp_path, count("one")), study(store))
        with pytest.raises(GameError):
            run.answer("ten")
        assert store.attempts() == []
        assert step_of(run) == "one"


def test_what_cannot_be_saved_stays_at_hand(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Store(tmp_path / "p.sqlite3") as store:
        run = LessonRun(written(tmp_path), study(store))

        def full(*_: object, **__: object) -> None:
            raise ProgressError("the disk is full")

        with monkeypatch.context() as patched:
            patched.setattr(store, "save_lesson_step", full)
            with pytest.raises(ProgressError):
                run.read_on()
        assert step_of(run) == "Welcome."
        run.read_on()
        run.read_on()
        with monkeypatch.context() as patched:
            patched.setattr(store, "record_attempt", full)
            with pytest.raises(ProgressError):
                run.answer("10")
        assert step_of(run) == "one"
        assert run.missed[0].id == "one"
        run.answer("10")
        assert step_of(run) == "two"
