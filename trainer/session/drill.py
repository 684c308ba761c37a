"""Questions that were missed and come back, in other clothes each time."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from trainer.coach.twins import keeps_its_words, relative, renaming, twin, twin_analysis
from trainer.content import ContentError, Library
from trainer.progress import Drill
from trainer.session import lesson, puzzle
from trainer.session.review import decision_of
from trainer.session.sitting import Item, Study


def drill_item(drill: Drill, library: Library, study: Study) -> Item | None:
    """The question of a drill as it is put this time; None where it is no longer there.

    Raises:
        ProgressError: the deal it comes from cannot be read.
    """
    missed = _missed(drill, library, study)
    if missed is None:
        return None
    # Seeded, so that leaving a question and coming back to it does not change it.
    return disguised(missed, Random(f"{drill.question_id} {drill.returns}"), drill.returns)


def disguised(item: Item, rng: Random, returns: int) -> Item:
    """A question as a drill: every other time a relative where there is one, else a twin."""
    drilled = replace(item, source="drill", daily=None, rating=None)
    if returns % 2:
        other = relative(item.question, rng)
        if other is not None:
            return replace(drilled, question=other, prompt="", hints=(), explain="")
    suits = renaming(item.question, rng)
    if suits is None:
        return drilled
    hints = item.hints if all(map(keeps_its_words, item.hints)) else ()
    return replace(
        drilled,
        question=twin(item.question, suits),
        prompt=item.prompt if keeps_its_words(item.prompt) else "",
        hints=hints,
        explain=item.explain if keeps_its_words(item.explain) else "",
        receipt=None if item.receipt is None else twin_analysis(item.receipt, suits),
    )


def _missed(drill: Drill, library: Library, study: Study) -> Item | None:
    """The question as it was missed, from where it stands today."""
    if drill.source == "match":
        return decision_of(study, drill.question_id)
    try:
        if drill.source != "lesson":
            return puzzle.item_of(library.puzzle(drill.source_id))
        taught = library.lesson(drill.source_id)
    except ContentError:
        return None
    for exercise in taught.exercises:
        item = lesson.item_of(taught, exercise)
        if item.question_id == drill.question_id:
            return item
    return None
