"""The interactive shell: a prompt, and a verb for everything the trainer does."""

from __future__ import annotations

import difflib
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date, datetime
from pathlib import Path

from trainer.content import ContentError, Library
from trainer.game import PRESETS, GameError, Rules
from trainer.progress import ProgressError, Store, content_folder, history_path, local_date
from trainer.session.sitting import Study
from trainer.shell import study as studying
from trainer.shell.ask import Desk
from trainer.shell.draw import Pen
from trainer.shell.terminal import Terminal, open_terminal
from trainer.shell.views import rules_view, stats_view
from trainer.solver.errors import SolverError

HELP = {
    "learn [ID]": "go on with the course, or open a lesson by its id or file",
    "lessons": "the lessons and how far you are",
    "puzzle [ID]": "the next puzzle that waits, or one by its id or file",
    "puzzles": "the puzzles and what became of them",
    "daily": "the puzzle of the day",
    "play [PRESET]": "a practice match; h shows the analysis of a decision",
    "solve FILE": "analyse a position from a file",
    "rules [PRESET]": f"the rules: {', '.join(PRESETS)}",
    "stats": "what you have done so far",
    "help": "this list",
    "quit": "leave (Ctrl-D); everything is kept",
}


class Quit(Exception):
    """The learner leaves the shell."""


@dataclass
class App:
    """The shell with everything its verbs need."""

    desk: Desk
    library: Library
    store: Store
    study: Study = field(init=False)

    def __post_init__(self) -> None:
        self.study = Study(self.store, clock=_now, today=today)

    @classmethod
    def open(cls, terminal: Terminal | None = None) -> App:
        """The shell on this process's terminal, with this user's progress and content."""
        terminal = terminal or open_terminal()
        terminal.history = history_path()
        desk = Desk(terminal, Pen(terminal.glyphs))
        return cls(desk, Library(content_folder()), Store())

    # -- the verbs -------------------------------------------------------------------------------

    def learn(self, name: str = "") -> None:
        """Work through a lesson; without a name the next one.

        Raises:
            ContentError: there is no such lesson, or it cannot be read.
            ProgressError: the place in it cannot be saved.
        """
        if name:
            lesson = self.library.lesson(name)
        else:
            chosen = studying.choose_lesson(self.library, self.store)
            if chosen is None:
                self.desk.say("You have finished every lesson. `learn ID` opens one again.")
                return
            lesson = chosen
        studying.learn(self.desk, lesson, self.study)

    def puzzle(self, name: str = "") -> None:
        """Solve a puzzle; without a name the next that waits.

        Raises:
            ContentError: there is no such puzzle, or it cannot be read.
        """
        chosen = self.library.puzzle(name) if name else studying.next_one(self.library, self.store)
        if chosen is None:
            self.desk.say("You have solved every puzzle. `puzzle ID` opens one again.")
            return
        studying.puzzle(self.desk, chosen, self.study)

    def daily(self, day: date | None = None) -> None:
        """The puzzle of the day, or of another date.

        Raises:
            ProgressError: the daily cannot be begun.
        """
        studying.daily(self.desk, self.library, self.study, day or self.study.today())

    def play(self, preset: str = "") -> None:
        """Play a match, or go on with the open one.

        Raises:
            GameError: an unknown preset.
            ProgressError: the match cannot be read or saved.
            SolverError: the opponent cannot play here.
        """
        from trainer.shell.play import open_match, play

        rules = Rules.from_value(preset) if preset else None
        play(self.desk, open_match(self.desk, self.study, rules, secrets.randbits(48)))

    def solve(self, name: str = "") -> None:
        """Analyse a position from a file.

        Raises:
            ContentError, GameError: the position cannot be read.
            SolverError: it cannot be analysed here.
        """
        from trainer.shell.solving import show_solution

        if not name:
            self.desk.refuse("name a file with a position, as in 'solve position.yaml'")
            return
        show_solution(self.desk, name)

    def rules(self, preset: str = "") -> None:
        """The rules page of a preset.

        Raises:
            GameError: an unknown preset.
        """
        self.desk.show(rules_view(Rules.from_value(preset or "oklahoma"), self.desk.pen))

    def stats(self) -> None:
        """What has been done so far.

        Raises:
            ProgressError: it cannot be read.
        """
        self.desk.show(stats_view(self.store.stats(self.study.today())))

    def help(self) -> None:
        """The verbs."""
        width = max(len(usage) for usage in HELP)
        for usage, meaning in HELP.items():
            self.desk.say(f"`{usage:<{width}}`  {meaning}")

    # -- the prompt ------------------------------------------------------------------------------

    def run(self) -> None:
        """Read and carry out commands until there are no more."""
        self.desk.say("Oklahoma Gin trainer. `learn` starts the course, `help` lists the rest.")
        while True:
            self.desk.terminal.toolbar = " okgin   help for commands, Ctrl-D leaves"
            try:
                line = self.desk.terminal.read("okgin> ", self._words)
            except KeyboardInterrupt:
                continue
            except EOFError:
                break
            try:
                self.do(line)
            except Quit:
                break
            except KeyboardInterrupt:
                self.desk.say("Stopped; your place is kept.", "dim")
        self.desk.say("Goodbye. Everything is kept.", "dim")

    def do(self, line: str) -> None:
        """Carry out one command line; what goes wrong is said in a sentence.

        Raises:
            Quit: the line was quit.
        """
        verb, _, rest = line.strip().partition(" ")
        rest = rest.strip()
        with_name: dict[str, Callable[[str], None]] = {
            "learn": self.learn,
            "puzzle": self.puzzle,
            "play": self.play,
            "solve": self.solve,
            "rules": self.rules,
            "daily": lambda text: self.daily(read_day(text) if text else None),
        }
        alone: dict[str, Callable[[], None]] = {
            "stats": self.stats,
            "help": self.help,
            "?": self.help,
            "h": self.help,
            "lessons": lambda: studying.course(self.desk, self.library, self.store),
            "puzzles": lambda: studying.puzzles(self.desk, self.library, self.store),
        }
        if not verb:
            return
        verb = verb.lower()
        if verb in ("quit", "exit", "q"):
            raise Quit
        try:
            if verb in with_name:
                with_name[verb](rest)
            elif verb in alone and not rest:
                alone[verb]()
            elif verb in alone:
                self.desk.refuse(f"'{verb}' takes nothing after it, not '{rest}'")
            else:
                close = difflib.get_close_matches(verb, [*with_name, *alone], n=1)
                maybe = f" Did you mean '{close[0]}'?" if close else ""
                self.desk.refuse(f"there is no command '{verb}'.{maybe} `help` lists them")
        except (GameError, ProgressError, SolverError) as error:
            self.desk.refuse(error.sentence)
        except ContentError as error:
            self.desk.refuse(str(error))

    def _words(self) -> list[str]:
        words = [usage.split()[0] for usage in HELP]
        words += [f"{verb} {preset}" for verb in ("play", "rules") for preset in PRESETS]
        words += [f"learn {name}" for name in self.library.lesson_ids]
        words += [f"puzzle {name}" for name in self.library.puzzle_ids]
        return words


def read_day(text: str) -> date:
    """Read a date.

    Raises:
        GameError: the text is no date.
    """
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise GameError(f"cannot read the date '{text}': write it as 2026-11-30") from None


def _now() -> datetime:
    return datetime.now().astimezone()


def today() -> date:
    """The learner's date."""
    return local_date(_now())


def is_file(name: str) -> bool:
    """Whether a name is meant as a file."""
    return Path(name).suffix in (".yaml", ".yml")
