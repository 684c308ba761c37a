"""Which puzzle: by its id, the next that waits, by theme or difficulty; and runs of them."""

from __future__ import annotations

import json
from datetime import timedelta

from trainer import __version__
from trainer.coach.themes import THEMES
from trainer.content import Library, NoSuchContent, Puzzle
from trainer.game import GameError, suggestion
from trainer.progress import ProgressError, fingerprint, make_folder, reports_path, utc_text
from trainer.session.puzzle import DIFFICULTIES, free_puzzles, next_puzzle
from trainer.session.run import LIVES, PuzzleRun
from trainer.session.sitting import Study, question_text
from trainer.shell.ask import PROMPT, ask, show_verdict
from trainer.shell.desk import Desk, Left

MINUTES = 3
"""How long a timed run takes if nothing is said."""
NO_CLOCK = ("quiet", "no-clock")


def choose(library: Library, study: Study, words: str) -> Puzzle | None:
    """The puzzle that words ask for; None when all that fit are solved.

    The words are an id or a file; or any of a difficulty and a theme; or none.

    Raises:
        ContentError: there is no such puzzle, it cannot be read, or it is a daily to come.
    """
    if words in library.puzzle_ids:
        _not_to_come(library, study, words)
        return library.puzzle(words)
    theme = difficulty = ""
    for word in words.split():
        if word in DIFFICULTIES:
            difficulty = word
        elif word in THEMES:
            theme = word
        else:
            return library.puzzle(words)
    return next_puzzle(library, study.store, study.today(), theme=theme, difficulty=difficulty)


def _not_to_come(library: Library, study: Study, name: str) -> None:
    if name in free_puzzles(library, study.today()) or name in study.store.puzzle_states():
        return
    raise NoSuchContent(
        f"'{name}' is kept for a daily to come: 'puzzle' gives another, 'daily' the one of today"
    )


def report(desk: Desk, library: Library, study: Study, words: str) -> None:
    """Keep what a learner says is wrong with a puzzle, in a file to be sent.

    Raises:
        ContentError: there is no such puzzle.
        GameError: nothing is said of it.
        ProgressError: the file cannot be written.
    """
    name, _, text = words.partition(" ")
    if not name or not text.strip():
        raise GameError("name the puzzle and say what is wrong, as in 'puzzle report ID the hint'")
    found = library.puzzle(name)
    line = {
        "at": utc_text(study.clock()),
        "puzzle": found.id,
        "fingerprint": fingerprint(question_text(found.exercise.question)),
        "version": __version__,
        "text": text.strip(),
    }
    path = reports_path()
    make_folder(path.parent)
    try:
        with path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line, ensure_ascii=False) + "\n")
    except OSError as error:
        raise ProgressError(f"{path} cannot be written ({error.strerror})") from None
    desk.say(f"Noted in {path}: send that file to who looks after the puzzles.")


def run(desk: Desk, puzzles: PuzzleRun, *, clock: bool = True) -> None:
    """Put puzzles until the run is over.

    Raises:
        ProgressError: what came of it cannot be saved.
        SolverError: in a batch, a decision cannot be analysed here.
    """
    best = puzzles.best()
    desk.gap()
    desk.say(_announced(puzzles), "bold")
    left_early = False
    while (sitting := puzzles.next()) is not None:
        desk.gap()
        desk.terminal.toolbar = (
            (lambda: f" {_standing(puzzles, clock)}   q ends the run   ? help")
            if puzzles.minutes and clock
            else f" {_standing(puzzles, clock)}   q ends the run   ? help"
        )
        try:
            verdict = ask(desk, sitting, sitting.answer, lambda: _prompt(puzzles, clock))
        except Left:
            left_early = True
            break
        show_verdict(desk, verdict)
        if not puzzles.count(sitting, verdict):
            desk.say("The time was up before; this one does not count.", "dim")
        else:
            desk.say(_standing(puzzles, clock), "dim")
    if left_early and not puzzles.solved and not puzzles.missed:
        return
    _ended(desk, puzzles, best)


def _ended(desk: Desk, puzzles: PuzzleRun, best: int) -> None:
    puzzles.finish()
    desk.gap()
    if not puzzles.over and not puzzles.waiting:
        desk.say("No puzzle is left.")
    more = ", your best yet" if puzzles.solved > best else f"; your best is {best}" if best else ""
    desk.say(f"{puzzles.solved} solved{more}.", "bold")
    if puzzles.missed:
        desk.say("What you missed comes back with `drill`.", "dim")


def _announced(puzzles: PuzzleRun) -> str:
    if puzzles.kind == "streak":
        return "How many puzzles can you solve before the first miss? Hints count as a miss."
    minutes = "1 minute" if puzzles.minutes == 1 else f"{puzzles.minutes} minutes"
    return (
        f"How many puzzles can you solve in {minutes}? "
        f"{LIVES['timed']} misses end it; hints count as a miss."
    )


def _standing(puzzles: PuzzleRun, clock: bool) -> str:
    parts = [f"{puzzles.solved} solved"]
    if puzzles.kind == "timed":
        parts.append(f"{puzzles.missed} of {LIVES['timed']} misses")
        if clock and puzzles.left is not None:
            parts.append(f"{clock_text(puzzles.left)} left")
    return ", ".join(parts)


def _prompt(puzzles: PuzzleRun, clock: bool) -> str:
    if not clock or puzzles.left is None:
        return PROMPT
    return f"[{clock_text(puzzles.left)}] {PROMPT}"


def clock_text(left: timedelta) -> str:
    """Time left as minutes and seconds: ``2:05``."""
    seconds = round(left.total_seconds())
    return f"{seconds // 60}:{seconds % 60:02}"


def read_timed(words: str) -> tuple[int, bool]:
    """The minutes of a timed run, and whether its clock is shown, from ``5 quiet``.

    Raises:
        GameError: the words are something else.
    """
    minutes, clock = MINUTES, True
    for word in words.split():
        if word in NO_CLOCK:
            clock = False
        elif word.isdecimal() and 1 <= int(word) <= 60:
            minutes = int(word)
        else:
            near = suggestion(word, dict.fromkeys(NO_CLOCK))
            raise GameError(
                f"cannot read '{word}'{near}: write the minutes (1 to 60), "
                "and 'quiet' for no clock, as in 'timed 5 quiet'"
            )
    return minutes, clock
