"""What files have to agree on: ids, numbers, and which lesson comes before which."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from trainer.content.errors import Problem
from trainer.content.library import SUFFIX, Library
from trainer.content.load import id_of
from trainer.content.locate import KINDS
from trainer.content.model import Lesson, Puzzle
from trainer.content.tree import Document
from trainer.game import suggestion

Item = tuple[Document, Lesson | Puzzle]


def check_relations(items: Sequence[Item], library: Library) -> Iterator[Problem]:
    """What is wrong between these files and all others of the library."""
    lessons = {lesson.id: lesson for lesson in library.lessons}
    lessons.update({item.id: item for _, item in items if isinstance(item, Lesson)})
    paths = _paths_by_id(items, library)
    for document, item in items:
        other = next((p for p in paths[item.id] if p != item.path.resolve()), None)
        if other is not None:
            yield document.problem(
                ("id",), f"the id '{item.id}' is taken by {other}: choose another"
            )
        if isinstance(item, Lesson):
            yield from _check_number(document, item, lessons)
            yield from _check_requires(document, item, lessons)


def _paths_by_id(items: Sequence[Item], library: Library) -> dict[str, set[Path]]:
    """Every file by its id, shadowed ones too. Ids are what the names of files say."""
    files = [(item.id, item.path) for _, item in items]
    for root in library.roots:
        for kind in KINDS:
            for path in sorted((root / kind).glob(f"*{SUFFIX}")):
                files.append((id_of(path) if kind == "lessons" else path.stem, path))
    paths: dict[str, set[Path]] = {}
    for id, path in files:
        paths.setdefault(id, set()).add(path.resolve())
    return paths


def _check_number(
    document: Document, lesson: Lesson, lessons: dict[str, Lesson]
) -> Iterator[Problem]:
    for other in lessons.values():
        if other.number == lesson.number and other.id != lesson.id:
            yield document.problem(
                ("number",), f"the number {lesson.number} is taken by the lesson '{other.id}'"
            )


def _check_requires(
    document: Document, lesson: Lesson, lessons: dict[str, Lesson]
) -> Iterator[Problem]:
    for place, required in enumerate(lesson.requires):
        if required not in lessons:
            yield document.problem(
                ("requires", place),
                f"there is no lesson '{required}'{suggestion(required, lessons)}",
            )
            continue
        circle = _way(required, lesson.id, lessons, ())
        if circle:
            around = " requires ".join((lesson.id, *circle))
            yield document.problem(
                ("requires", place), f"{around}: lessons cannot wait for one another"
            )


def _way(
    start: str, goal: str, lessons: dict[str, Lesson], before: tuple[str, ...]
) -> tuple[str, ...]:
    """The lessons from one to another along ``requires``; empty where there is no way."""
    here = (*before, start)
    if start == goal:
        return here
    for required in lessons[start].requires:
        if required in lessons and required not in here:
            way = _way(required, goal, lessons, here)
            if way:
                return way
    return ()
