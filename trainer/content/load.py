"""Lessons and puzzles from files."""

from __future__ import annotations

import re
from pathlib import Path

from trainer.coach.questions import Decide
from trainer.content.model import Exercise, Lesson, Puzzle, Say
from trainer.content.questions import pointed, read_position, read_question
from trainer.content.receipts import Receipt, read_receipts
from trainer.content.shapes import (
    QUESTIONS,
    ExerciseForm,
    LessonForm,
    PuzzleForm,
    SayForm,
    only,
    shaped,
)
from trainer.content.tree import At, Document, read_document
from trainer.game import Position, parse_hand, suggestion

_STEM = re.compile(r"(?:(?P<number>\d+)-)?(?P<id>.+)")
_SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


def id_of(path: Path) -> str:
    """The id that a file's name gives it: ``04-the-limit.yaml`` is ``the-limit``."""
    name = _STEM.fullmatch(path.stem)
    return path.stem if name is None else name["id"]


def number_of(path: Path) -> int | None:
    """The number that a lesson's file name begins with."""
    name = _STEM.fullmatch(path.stem)
    return None if name is None or name["number"] is None else int(name["number"])


def load_lesson(path: Path) -> Lesson:
    """Read a lesson.

    Raises:
        BrokenFile: with the line and column of what is wrong.
    """
    return lesson_of(read_document(path))


def load_puzzle(path: Path) -> Puzzle:
    """Read a puzzle.

    Raises:
        BrokenFile: with the line and column of what is wrong.
    """
    return puzzle_of(read_document(path))


def read_position_file(path: Path) -> Position:
    """Read a file that holds one position.

    Raises:
        BrokenFile: with the line and column of what is wrong.
    """
    return read_position(read_document(path), ())


def read_position_text(text: str, path: Path) -> Position:
    """Read a position from a text; ``path`` is what errors call it.

    Raises:
        BrokenFile: with the line and column of what is wrong.
    """
    return read_position(read_document(path, text), ())


def is_lesson(document: Document) -> bool:
    """Whether a file is a lesson rather than a puzzle."""
    return "steps" in document.value


def lesson_of(document: Document) -> Lesson:
    """The lesson in a document.

    Raises:
        BrokenFile: as :func:`load_lesson`.
    """
    if "ask" in document.value:
        raise document.error(("ask",), "this is a puzzle: 'puzzle' opens it", key=True)
    only(document, (), LessonForm, what="a lesson")
    head = shaped(document, (), LessonForm)
    _check_id(document, ("id",), head.id)
    number = number_of(document.path)
    _check_name(document, head.id, id_of(document.path))
    if number not in (None, head.number):
        raise document.error(
            ("number",),
            f"the file name says lesson {number}, the file {head.number}: make them agree",
        )
    receipts = _Receipts(document.path)
    steps: list[Say | Exercise] = []
    ids: dict[str, At] = {}
    for place, step in enumerate(head.steps):
        at: At = ("steps", place)
        if "ask" not in step:
            steps.append(_say(document, at))
            continue
        exercise = _exercise(document, at, receipts)
        if exercise.id in ids:
            line, _ = document.place(ids[exercise.id])
            raise document.error(
                (*at, "id"), f"the id '{exercise.id}' is taken by line {line}: choose another"
            )
        ids[exercise.id] = (*at, "id")
        steps.append(exercise)
    return Lesson(
        id=head.id,
        number=head.number,
        title=head.title,
        objective=head.objective,
        requires=tuple(head.requires),
        steps=tuple(steps),
        path=document.path,
    )


def puzzle_of(document: Document) -> Puzzle:
    """The puzzle in a document.

    Raises:
        BrokenFile: as :func:`load_puzzle`.
    """
    if is_lesson(document):
        raise document.error(("steps",), "this is a lesson: 'learn' opens it", key=True)
    form = _question_form(document, ())
    only(document, (), PuzzleForm, form, what="a puzzle")
    head = shaped(document, (), PuzzleForm)
    _check_id(document, ("id",), head.id)
    _check_name(document, head.id, document.path.stem)
    return Puzzle(
        id=head.id,
        title=head.title,
        themes=tuple(head.themes),
        author=head.author,
        exercise=_asked(document, (), head, _Receipts(document.path)),
        path=document.path,
        rating=head.rating,
    )


class _Receipts:
    """The receipts of one file, read when the first decision needs them."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._read: dict[str, Receipt] | None = None

    def get(self, id: str) -> Receipt | None:
        if self._read is None:
            self._read = read_receipts(self.path)
        return self._read.get(id)


def _check_id(document: Document, at: At, id: str) -> None:
    if not _SLUG.fullmatch(id):
        raise document.error(
            at, f"the id '{id}' has other signs than small letters, digits and single hyphens"
        )


def _check_name(document: Document, id: str, named: str) -> None:
    """An id is found by its file's name, so the two must be one."""
    if id != named:
        raise document.error(
            ("id",), f"the id is '{id}', but by its name the file holds '{named}': make them agree"
        )


def _say(document: Document, at: At) -> Say:
    only(document, at, SayForm, what="a step that asks nothing")
    form = shaped(document, at, SayForm)
    text = form.say.strip()
    groups = [group for group in form.show.split("|") if group.strip()]
    show = pointed(document, (*at, "show"), lambda: tuple(parse_hand(group) for group in groups))
    if not text and not show:
        raise document.error(at, "an empty step: write 'say', 'show' or 'ask'")
    return Say(text, show)


def _exercise(document: Document, at: At, receipts: _Receipts) -> Exercise:
    form = _question_form(document, at)
    only(document, at, ExerciseForm, form, what="this exercise")
    head = shaped(document, at, ExerciseForm)
    _check_id(document, (*at, "id"), head.id)
    return _asked(document, at, head, receipts)


def _question_form(document: Document, at: At) -> type:
    """The form of the question's own keys; ExerciseForm says it if ``ask`` is missing."""
    ask = document.get((*at, "ask"))
    if not isinstance(ask, str) or not ask:
        shaped(document, at, ExerciseForm)
    if ask not in QUESTIONS:
        raise document.error(
            (*at, "ask"),
            f"there is no question '{ask}'{suggestion(str(ask), QUESTIONS)} "
            f"(there are: {', '.join(QUESTIONS)})",
        )
    return QUESTIONS[ask]


def _asked(document: Document, at: At, head: ExerciseForm, receipts: _Receipts) -> Exercise:
    question = read_question(document, at, head.ask)
    analysis = None
    if isinstance(question, Decide):
        receipt = receipts.get(head.id)
        if receipt is not None and receipt.fits(question.position):
            analysis = receipt.analysis
    return Exercise(
        id=head.id,
        question=question,
        prompt=head.prompt.strip() or question.prompt(),
        hints=tuple(hint.strip() for hint in head.hints),
        explain=head.explain.strip(),
        themes=tuple(head.themes),
        answers=tuple(str(answer) for answer in head.answers),
        receipt=analysis,
    )
