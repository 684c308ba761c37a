"""Lessons, puzzles and the daily on the screen."""

from __future__ import annotations

from datetime import date

from rich.table import Table as Grid
from rich.text import Text

from trainer.content import Lesson, Library, Puzzle, Say, daily_puzzle
from trainer.progress import Store
from trainer.session.lesson import LessonRun
from trainer.session.puzzle import next_puzzle, sit
from trainer.session.sitting import Study
from trainer.shell.ask import Desk, Left, ask, show_verdict


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
    while (step := run.step) is not None:
        desk.gap()
        if isinstance(step, Say):
            _say(desk, step)
            desk.pause()
            run.read_on()
            continue
        if run.again and not told:
            told = True
            desk.say(f"Once more: {len(run.missed)} you missed.", "bold")
        number, of = run.number
        desk.terminal.toolbar = f" {run.lesson.title}, exercise {number} of {of}   h hint   ? help"
        desk.say(f"{run.lesson.title}, exercise {number} of {of}", "dim")
        sitting = run.sitting
        verdict = ask(desk, sitting, run.answer)
        show_verdict(desk, verdict, sitting.item.explain, hinted=sitting.revealed)
    desk.gap()
    desk.say(f"Lesson {run.lesson.number} is done: {run.lesson.title}.", "bold green")


def _say(desk: Desk, step: Say) -> None:
    if step.show:
        desk.show(desk.pen.groups(step.show))
    for number, paragraph in enumerate(step.text.strip().split("\n\n")):
        if number:
            desk.gap()
        desk.say(" ".join(paragraph.split()))


def puzzle(desk: Desk, puzzle: Puzzle, study: Study, day: date | None = None) -> None:
    """One puzzle, put once.

    Raises:
        ProgressError: the daily cannot be begun.
    """
    sitting = sit(puzzle, study, day)
    desk.terminal.toolbar = f" {puzzle.title}   h hint   q leave   ? help"
    desk.gap()
    desk.say(puzzle.title if day is None else f"Daily of {day}: {puzzle.title}", "bold")
    try:
        verdict = ask(desk, sitting, sitting.answer)
    except Left:
        desk.say("The puzzle waits for you.", "dim")
        return
    show_verdict(desk, verdict, puzzle.exercise.explain)
    desk.say(f"Themes: {', '.join(puzzle.themes)}", "dim")
    if not verdict.passed:
        desk.say(f"It counts as unsolved and comes back: `puzzle {puzzle.id}` tries again.", "dim")


def next_one(library: Library, store: Store) -> Puzzle | None:
    """The puzzle to offer next."""
    return next_puzzle(library, store)


def daily(desk: Desk, library: Library, study: Study, day: date) -> None:
    """The puzzle of a date.

    Raises:
        ProgressError: the daily cannot be begun.
    """
    begun = {entry.day: entry for entry in study.store.dailies()}
    found = begun[day].puzzle_id if day in begun else daily_puzzle(day, library)
    if found is None:
        desk.refuse(f"there is no daily for {day}: the list does not reach that date")
        return
    chosen = library.puzzle(found)
    if day in begun and begun[day].solved_on is not None:
        desk.say(f"You have solved the daily of {day} already; this is for practice.", "dim")
    puzzle(desk, chosen, study, day)
    streak = study.store.streak(study.today())
    if streak.current:
        desk.say(f"Daily streak: {streak.current}.", "dim")


def course(desk: Desk, library: Library, store: Store) -> None:
    """The lessons with how far each has been taken."""
    progress = store.lessons()
    grid = Grid(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    for lesson in library.lessons:
        entry = progress.get(lesson.id)
        state = "" if entry is None else "done" if entry.finished_at else "begun"
        grid.add_row(str(lesson.number), lesson.title, Text(lesson.id, style="dim"), state)
    desk.show(grid)
    desk.say("`learn ID` opens one, `learn` goes on with the next.", "dim")


def puzzles(desk: Desk, library: Library, store: Store) -> None:
    """The puzzles with what became of each."""
    states = store.puzzle_states()
    grid = Grid(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    for entry in library.puzzles:
        grid.add_row(entry.title, Text(entry.id, style="dim"), states.get(entry.id, "new"))
    desk.show(grid)
    desk.say("`puzzle ID` opens one, `puzzle` the next that waits.", "dim")
