"""Lessons and puzzles on the screen."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from rich.text import Text

from trainer.content import Lesson, Library, Puzzle, Say
from trainer.progress import Store
from trainer.session.lesson import LessonRun
from trainer.session.puzzle import sit
from trainer.session.sitting import Study
from trainer.shell.ask import ask, show_verdict
from trainer.shell.desk import Desk, Left
from trainer.shell.draw import Columns


def choose_lesson(library: Library, store: Store) -> Lesson | None:
    """The lesson to go on with: one begun, else the first not finished; None when all are."""
    progress = store.lessons()
    begun = [
        lesson
        for lesson in library.lessons
        if lesson.id in progress and progress[lesson.id].step != ""
    ]
    fresh = [
        lesson
        for lesson in library.lessons
        if lesson.id not in progress or progress[lesson.id].finished_at is None
    ]
    return next(iter(begun), next(iter(fresh), None))


def learn(desk: Desk, lesson: Lesson, study: Study) -> None:
    """Work through a lesson from where it was left.

    Raises:
        ProgressError: the place in the lesson cannot be saved.
        SolverError: in a batch, a decision cannot be analysed here.
    """
    run = LessonRun(lesson, study)
    desk.terminal.toolbar = f" {lesson.title}   Enter goes on, q leaves"
    desk.gap()
    desk.say(f"Lesson {lesson.number}: {lesson.title}", "bold")
    desk.say(lesson.objective, "dim")
    if run.resumed:
        desk.say("You go on where you left off.", "dim")
    try:
        _steps(desk, run)
    except Left:
        done, all_of_them = run.number
        desk.gap()
        desk.say(
            f"Your place in '{lesson.title}' is kept (exercise {done} of {all_of_them}): "
            f"`learn {lesson.id}` goes on."
        )


def _steps(desk: Desk, run: LessonRun) -> None:
    told = False
    if run.resumed and not isinstance(run.step, Say) and run.told is not None:
        desk.gap()
        _say(desk, run.told)
    while (step := run.step) is not None:
        desk.gap()
        if isinstance(step, Say):
            desk.terminal.toolbar = f" {run.lesson.title}   Enter goes on, q leaves"
            _say(desk, step)
            desk.pause()
            run.read_on()
            continue
        if run.again and not told:
            told = True
            desk.say(_once_more(len(run.missed)), "bold")
        number, of = run.number
        desk.terminal.toolbar = f" {run.lesson.title}, exercise {number} of {of}   h hint   ? help"
        desk.say(f"{run.lesson.title}, exercise {number} of {of}", "dim")
        sitting = run.sitting
        verdict = ask(desk, sitting, run.answer)
        show_verdict(desk, verdict, sitting.item.explain, hinted=sitting.stage > 0)
    desk.gap()
    desk.say(f"Lesson {run.lesson.number} is done: {run.lesson.title}.", "bold green")
    desk.say("`learn` goes on with the next.", "dim")


def _once_more(count: int) -> str:
    return "Once more, the one you missed." if count == 1 else f"Once more, the {count} you missed."


def _say(desk: Desk, step: Say) -> None:
    if step.show:
        desk.show(desk.pen.groups(step.show))
    paragraphs = step.text.split("\n\n") if step.text else []
    for number, paragraph in enumerate(paragraphs):
        if number or step.show:
            desk.gap()
        desk.say(" ".join(paragraph.split()))


def puzzle(
    desk: Desk, puzzle: Puzzle, study: Study, day: date | None = None, *, retired: bool = False
) -> None:
    """One puzzle, put once.

    Raises:
        ProgressError: the daily cannot be begun.
    """
    before = len(study.store.rated_attempts())
    sitting = sit(puzzle, study, day)
    desk.terminal.toolbar = f" {puzzle.title}   h hint   q leave   ? help"
    desk.gap()
    desk.say(puzzle.title if day is None else f"Daily of {day}: {puzzle.title}", "bold")
    if retired:
        desk.say("This puzzle is retired: something was wrong with it.", "dim")
    try:
        verdict = ask(desk, sitting, sitting.answer)
    except Left:
        desk.say("The puzzle waits for you.", "dim")
        return
    show_verdict(desk, verdict, puzzle.exercise.explain, hinted=sitting.stage > 0)
    desk.say(f"Themes: {', '.join(puzzle.themes)}", "dim")
    _say_rating(desk, study.store, before)
    if not verdict.passed or sitting.revealed:
        desk.say(f"It counts as unsolved and comes back: `puzzle {puzzle.id}` tries again.", "dim")


def _say_rating(desk: Desk, store: Store, before: int) -> None:
    """The learner's rating, if the answer moved it."""
    attempts = store.rated_attempts()
    if len(attempts) == before:
        return
    last = attempts[-1]
    change = round(last.after.value) - round(last.before.value)
    provisional = ", provisional" if last.after.provisional else ""
    desk.say(
        f"Your rating: {last.after.value:.0f} ({change:+d}), give or take "
        f"{2 * last.after.deviation:.0f}{provisional}.",
        "dim",
    )


def course(desk: Desk, library: Library, store: Store) -> None:
    """The lessons with how far each has been taken."""
    progress = store.lessons()
    rows = []
    for lesson in library.lessons:
        entry = progress.get(lesson.id)
        state = "new" if entry is None else "done" if entry.finished_at else "begun"
        rows.append((str(lesson.number), lesson.title, state, lesson.id))
    _list(desk, rows, needed=3)  # a number opens a lesson as its id does
    desk.say("`learn ID` opens one, `learn` goes on with the next.", "dim")
    _tell_faults(desk, library)


def puzzles(desk: Desk, library: Library, store: Store) -> None:
    """The puzzles with what became of each."""
    states = store.puzzle_states()
    found = library.puzzles
    rows = [(puzzle.id, puzzle.title, states.get(puzzle.id, "new")) for puzzle in found]
    _list(desk, rows, needed=2)
    desk.say("`puzzle ID` opens one, `puzzle` the next that waits.", "dim")
    _tell_faults(desk, library)


def _list(desk: Desk, rows: Sequence[tuple[str, ...]], needed: int) -> None:
    if rows:
        desk.show(Columns([[Text(cell) for cell in row] for row in rows], needed))


def _tell_faults(desk: Desk, library: Library) -> None:
    """The files that cannot be read, the learner's own most likely."""
    for fault in library.faults:
        desk.fail(str(fault))
