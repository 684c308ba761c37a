"""Drills: a mistake anywhere comes back in other clothes, and is answered as any question."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from functools import partial
from pathlib import Path
from random import Random

import pytest
from msgspec import structs

from tests.content_files import count, lesson, puzzle, write
from tests.test_session_puzzle import LOSSES, Solver
from tests.test_session_review import a_match, quick
from trainer.coach.questions import Count, Decide
from trainer.content import Library
from trainer.game import deadwood, parse_hand, to_line
from trainer.progress import Store
from trainer.session import review as reviews
from trainer.session.drill import disguised, drill_item
from trainer.session.lesson import LessonRun
from trainer.session.puzzle import sit
from trainer.session.review import review
from trainer.session.sitting import Item, Sitting, Study
from trainer.solver import account as accounts

START = date(2026, 12, 1)


class Days:
    """A clock that stands at noon of a day until it is moved."""

    def __init__(self, store: Store) -> None:
        self.day = START
        self.study = Study(store, self.now, lambda: self.day, Solver(LOSSES))

    def now(self) -> datetime:
        return datetime(self.day.year, self.day.month, self.day.day, 12, tzinfo=UTC)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "p.sqlite3") as opened:
        yield opened


@pytest.fixture
def library(tmp_path: Path) -> Library:
    folder = write(
        tmp_path / "content",
        l_01_l=lesson(count("one", "7h 8h 9h Kc", 'hints: ["Look at the hearts.", "A king."]')),
        p_p=puzzle(explain="The king waits for nothing.", themes="[high-card, outs]"),
    )
    return Library(shipped=folder)


def test_a_missed_exercise_comes_back_until_it_is_known(store: Store, library: Library) -> None:
    days = Days(store)
    run = LessonRun(library.lesson("l"), days.study)
    run.answer("20")
    run.answer("10")  # put again at the end of the lesson: its answer had just been told
    (drill,) = store.drills()
    assert (drill.question_id, drill.due) == ("l/one", START + timedelta(days=1))
    gaps = []
    for _ in range(4):
        (drill,) = store.drills()
        gaps.append((drill.due - days.day).days)
        days.day = drill.due
        item = drill_item(drill, library, days.study)
        assert item is not None
        assert item.source == "drill"
        assert isinstance(item.question, Count)
        sitting = Sitting(days.study, item)
        assert sitting.answer(str(judged_count(item))).passed
    assert gaps == sorted(set(gaps))
    assert store.drills()[0].returns == 4


def judged_count(item: Item) -> int:
    assert isinstance(item.question, Count)
    return deadwood(item.question.hand)


def test_a_twin_keeps_only_the_words_that_hold_for_it(store: Store, library: Library) -> None:
    item = Item(
        "lesson",
        "l",
        "l/one",
        Count(parse_hand("7h 8h 9h Kc")),
        prompt="Count it.",
        hints=("Look at the hearts.", "A king."),
        explain="The Kc is left.",
    )
    drilled = disguised(item, Random(1), 0)
    assert drilled.question != item.question
    assert (drilled.prompt, drilled.hints, drilled.explain) == ("Count it.", (), "")


def test_the_same_look_after_coming_back_and_another_next_time(
    store: Store, library: Library
) -> None:
    days = Days(store)
    sit(library.puzzle("p"), days.study).answer("7d")
    (drill,) = store.drills()
    first = drill_item(drill, library, days.study)
    assert first == drill_item(drill, library, days.study)
    later = [structs.replace(drill, returns=times) for times in range(30)]
    looks = {
        item.question for one in later if (item := drill_item(one, library, days.study)) is not None
    }
    assert len(looks) > 10


def test_hints_of_a_drill_are_its_own(store: Store, library: Library) -> None:
    days = Days(store)
    sit(library.puzzle("p"), days.study).answer("7d")
    (drill,) = store.drills()
    days.day = drill.due
    item = drill_item(drill, library, days.study)
    assert item is not None
    Sitting(days.study, item).hint()
    assert Sitting(days.study, item).stage == 1
    assert sit(library.puzzle("p"), days.study).stage == 0
    assert store.puzzle_states() == {"p": "waiting"}  # a drill does not solve the puzzle


def test_what_is_gone_does_not_come_back(store: Store, library: Library) -> None:
    days = Days(store)
    sit(library.puzzle("p"), days.study).answer("7d")
    library.puzzle_files["p"].unlink()
    (drill,) = store.drills()
    assert drill_item(drill, Library(shipped=library.shipped), days.study) is None


def test_mistakes_of_a_practice_game_come_back_once_it_is_reviewed(
    store: Store, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reviews, "account", partial(accounts.account, playouts=40))
    days = Days(store)
    study = replace(days.study, solve=quick)
    stored, shown = a_match(store, 314)
    made = review(study, stored)
    attempts = store.attempts(source="match")
    assert len(attempts) == len(made.decisions) == len(shown)
    missed = {f"{stored.id}/{d.step}": d for d in made.decisions if d.mistaken}
    drills = store.drills()
    assert {drill.question_id for drill in drills} == set(missed)
    assert drills
    for drill in drills:
        item = drill_item(drill, library, study)
        assert item is not None
        assert isinstance(item.question, Decide)
        assert to_line(item.question.position) not in shown
        analysis = missed[drill.question_id].verdict.analysis
        assert analysis is not None
        assert item.receipt is not None
        assert [value.points_lost for value in item.receipt.actions] == [
            value.points_lost for value in analysis.actions
        ]
        assert Sitting(study, item).answer(item.receipt.best.action).passed
    assert store.stats(START).by_source["match"].attempts == len(attempts)
    review(study, stored)
    assert len(store.attempts(source="match")) == len(attempts)
