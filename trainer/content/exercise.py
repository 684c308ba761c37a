"""Checking one exercise: its answers, what it says before them, and its receipt."""

from __future__ import annotations

from collections.abc import Iterator

from trainer.coach.choices import choices
from trainer.coach.hints import hints
from trainer.coach.questions import Decide
from trainer.coach.score import BY_SCORE
from trainer.coach.themes import THEMES
from trainer.content.certify import outdated, unfit_for_puzzle, unsure
from trainer.content.errors import Problem
from trainer.content.leaks import leak, named_in_slug
from trainer.content.model import Exercise, Puzzle
from trainer.content.tree import At, Document
from trainer.content.truth import accepted_answers, canonical
from trainer.game import GameError, suggestion
from trainer.solver.analysis import Analysis


def check_exercise(
    document: Document, at: At, exercise: Exercise, puzzle: Puzzle | None, fresh: Analysis | None
) -> Iterator[Problem]:
    """What is wrong with one exercise.

    Args:
        document: the file.
        at: where in it the exercise stands.
        exercise: a lesson's, or that of ``puzzle``.
        puzzle: the puzzle; None in a lesson.
        fresh: an analysis made now, for a decision.
    """
    for place, theme in enumerate(exercise.themes):
        if theme not in THEMES:
            yield document.problem(
                (*at, "themes", place), f"there is no theme '{theme}'{suggestion(theme, THEMES)}"
            )
    analysis = fresh
    if fresh is not None and fresh.tier == "estimate":
        analysis = exercise.receipt
        yield from _check_receipt(document, at, exercise, fresh)
    if puzzle is not None and analysis is not None and isinstance(exercise.question, Decide):
        options = choices(exercise.question, analysis)
        for sentence in unfit_for_puzzle(options, analysis):
            yield document.problem((*at, "position"), sentence)
    if analysis is None:
        analysis = fresh  # without a receipt the new analysis at least tells what leaks
    yield from _check_score(document, at, exercise, analysis)
    accepted = accepted_answers(exercise.question, analysis)
    yield from _check_answers(document, at, exercise, puzzle, accepted)
    yield from _check_hints(document, at, exercise, analysis, accepted)
    yield from _check_names(document, at, exercise, puzzle, accepted)


def _check_receipt(
    document: Document, at: At, exercise: Exercise, fresh: Analysis
) -> Iterator[Problem]:
    place = (*at, "position")
    if exercise.receipt is None:
        yield document.problem(
            place, "this estimate has no receipt for just this position: run check --update"
        )
        return
    why = outdated(exercise.receipt, fresh)
    if why is not None:
        yield document.problem(place, f"{why}: run check --update")
    if isinstance(exercise.question, Decide):
        options = choices(exercise.question, exercise.receipt)
        for sentence in unsure(options, exercise.receipt):
            yield document.problem(place, sentence)


def _check_score(
    document: Document, at: At, exercise: Exercise, analysis: Analysis | None
) -> Iterator[Problem]:
    """What claims to be decided by the score is: points alone would choose something wrong."""
    if BY_SCORE not in exercise.themes or analysis is None:
        return
    if not analysis.by_match:
        sentence = "states no score that can be played for"
    elif analysis.best_in_points.accepted:
        sentence = f"has '{analysis.best_in_points.action}' right, which is best in points too"
    else:
        return
    place = (*at, "themes", exercise.themes.index(BY_SCORE))
    yield document.problem(place, f"'{BY_SCORE}' does not fit: the position {sentence}")


def _check_answers(
    document: Document,
    at: At,
    exercise: Exercise,
    puzzle: Puzzle | None,
    accepted: tuple[str, ...],
) -> Iterator[Problem]:
    """The author's answers are exactly the right ones; a puzzle with several lists them."""
    listed = set()
    for place, text in enumerate(exercise.answers):
        try:
            answer = canonical(exercise.question, text)
        except GameError as error:
            yield document.problem((*at, "answers", place), error.sentence)
            continue
        listed.add(answer)
        if answer not in accepted:
            yield document.problem(
                (*at, "answers", place), f"'{text}' is not right: right is {_listed(accepted)}"
            )
    missing = tuple(answer for answer in accepted if answer not in listed)
    if exercise.answers and missing:
        yield document.problem(
            (*at, "answers"), f"{_listed(missing)} is right too: add it", key=True
        )
    decides = isinstance(exercise.question, Decide)
    if puzzle is not None and decides and len(accepted) > 1 and not exercise.answers:
        yield document.problem(
            (*at, "position"),
            f"{_listed(accepted)} are all right: a puzzle lists several right answers in 'answers'",
        )


def _check_hints(
    document: Document,
    at: At,
    exercise: Exercise,
    analysis: Analysis | None,
    accepted: tuple[str, ...],
) -> Iterator[Problem]:
    """The first two stages as the learner sees them, the author's own and generated ones."""
    for place, hint in enumerate(hints(exercise.question, analysis, exercise.hints)[:2]):
        said = leak(hint, exercise.question, accepted)
        if said is None:
            continue
        if place < len(exercise.hints):
            yield document.problem(
                (*at, "hints", place), f"the hint gives the answer away: it says '{said}'"
            )
        else:
            yield document.problem(
                (*at, "ask"),
                f"the generated hint '{hint}' gives the answer away with '{said}': "
                f"write {place + 1} hints of your own",
            )


def _check_names(
    document: Document,
    at: At,
    exercise: Exercise,
    puzzle: Puzzle | None,
    accepted: tuple[str, ...],
) -> Iterator[Problem]:
    """What is seen before the answer: ids, which name files too, and a puzzle's title."""
    said = named_in_slug(exercise.id, exercise.question, accepted)
    if said is not None:
        yield document.problem((*at, "id"), f"the id gives the answer away: it says '{said}'")
    if puzzle is not None:
        said = leak(puzzle.title, exercise.question, accepted)
        if said is not None:
            yield document.problem(("title",), f"the title gives the answer away: it says '{said}'")


def _listed(answers: tuple[str, ...]) -> str:
    return ", ".join(f"'{answer}'" for answer in answers)
