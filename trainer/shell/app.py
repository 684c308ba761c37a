"""The interactive shell: a prompt, and a verb for everything the trainer does.

Each verb imports what it needs when it runs, so that the first prompt comes at once.
"""

from __future__ import annotations

import difflib
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime
from functools import cached_property
from typing import TYPE_CHECKING

from trainer.game import PRESETS, GameError, Rules
from trainer.progress import ProgressError, Store, content_folder, history_path, local_date
from trainer.shell.crash import crash_report
from trainer.shell.desk import Desk
from trainer.shell.draw import Pen
from trainer.shell.terminal import Terminal, open_terminal
from trainer.solver.errors import SolverError

if TYPE_CHECKING:
    from trainer.content import Library
    from trainer.progress import Stats
    from trainer.session.sitting import Study
    from trainer.session.wish import Wish

HELP = {
    "learn [ID]": "go on with the course, or open a lesson by its id or file",
    "lessons": "the lessons and how far you are",
    "puzzle [WORDS]": "the next puzzle: 'puzzle harder', 'puzzle outs', or one by its id or file",
    "streak": "puzzles until the first miss",
    "timed [MINUTES]": "puzzles against the clock; 'timed 5 quiet' hides it",
    "puzzles": "the puzzles and what became of them",
    "daily [WORDS]": "the puzzle of the day; 'daily archive', 'calendar', 'share', 'rollover 4'",
    "play [PRESET]": "a practice match; `play --help` lists who you can play against",
    "duplicate [DATE]": "the deal of the day, the same for everybody, against par; or 'list'",
    "drill": "questions you missed that are due again; 'drill forecast' looks ahead",
    "solve FILE": "analyse a position from a file",
    "review [DEAL]": "look back at a deal: the latest, one by its id, or a file with a record",
    "deals": "the deals you have finished or imported",
    "record [DEAL]": "a deal as one line of text, to keep or to send",
    "import FILE": "deals from elsewhere, or all that you exported",
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
    store: Store

    @classmethod
    def open(cls, terminal: Terminal | None = None) -> App:
        """The shell on this process's terminal, with this user's progress and content."""
        terminal = terminal or open_terminal()
        terminal.history = history_path()
        return cls(Desk(terminal, Pen(terminal.glyphs)), Store())

    @cached_property
    def library(self) -> Library:
        """The shipped lessons and puzzles, and the learner's own."""
        from trainer.content import Library

        return Library(content_folder())

    @cached_property
    def study(self) -> Study:
        """What every question needs: the store, the clock and the solver."""
        from trainer.session.sitting import Study

        return Study(self.store, clock=_now, today=lambda: today(self.store))

    # -- the verbs -------------------------------------------------------------------------------

    def learn(self, name: str = "") -> None:
        """Work through a lesson; without a name the next one.

        Raises:
            ContentError: there is no such lesson, or it cannot be read.
            ProgressError: the place in it cannot be saved.
        """
        from trainer.shell import study

        if name:
            lesson = self.library.lesson(name)
        else:
            chosen = study.choose_lesson(self.library, self.store)
            if chosen is None:
                self.desk.say("You have finished every lesson. `learn ID` opens one again.")
                return
            lesson = chosen
        study.learn(self.desk, lesson, self.study)

    def puzzle(self, words: str = "") -> None:
        """Solve a puzzle, by id, by theme and difficulty, or the next that waits; or report one.

        Raises:
            GameError: a report that says nothing.
            ContentError: there is no such puzzle, or it cannot be read.
            ProgressError: the answer cannot be saved.
        """
        from trainer.content import is_retired
        from trainer.shell import study
        from trainer.shell.puzzles import choose, report

        verb, _, rest = words.partition(" ")
        if verb == "report":
            report(self.desk, self.library, self.study, rest)
            return
        chosen = choose(self.library, self.study, words)
        if chosen is None:
            which = "every puzzle like that" if words else "every puzzle"
            self.desk.say(f"You have solved {which}. `puzzle ID` opens one again.")
            return
        retired = is_retired(chosen.id, self.study.today(), self.library)
        study.puzzle(self.desk, chosen, self.study, retired=retired)

    def streak(self) -> None:
        """Puzzles until the first miss.

        Raises:
            ProgressError: answers cannot be saved.
        """
        from trainer.session.run import PuzzleRun
        from trainer.shell.puzzles import run

        run(self.desk, PuzzleRun.new(self.library, self.study, "streak", secrets.randbits(32)))

    def timed(self, words: str = "") -> None:
        """Puzzles against the clock.

        Raises:
            GameError: the words cannot be read.
            ProgressError: answers cannot be saved.
        """
        from trainer.session.run import PuzzleRun
        from trainer.shell.puzzles import read_timed, run

        minutes, clock = read_timed(words)
        seed = secrets.randbits(32)
        run(self.desk, PuzzleRun.new(self.library, self.study, "timed", seed, minutes), clock=clock)

    def daily(self, words: str = "") -> None:
        """The puzzle of the day or of another date, the calendar, or a line to share.

        Raises:
            GameError: the words cannot be read.
            ContentError: that date has no puzzle.
            ProgressError: the daily cannot be begun.
        """
        from trainer.shell.dailies import daily

        daily(self.desk, self.library, self.study, words)

    def duplicate(self, words: str = "") -> None:
        """Play the duplicate deal of the day or of another date, or list them.

        Raises:
            GameError: the words are no date.
            ContentError: that date has no such deal.
            ProgressError: it cannot be read or saved.
            SolverError: a hint cannot be given here.
        """
        from trainer.shell.duplicate import duplicate

        duplicate(self.desk, self.study, words)

    def drill(self, what: str = "") -> None:
        """Put the missed questions that are due, or tell when the others are.

        Raises:
            GameError: a word that is not understood.
            ProgressError: answers cannot be read or saved.
        """
        from trainer.shell.drill import drill, show_forecast

        if what == "forecast":
            show_forecast(self.desk, self.study)
        elif what:
            raise GameError(f"cannot drill '{what}': write 'drill' or 'drill forecast'")
        else:
            drill(self.desk, self.library, self.study)

    def play(self, wish: Wish) -> None:
        """Play a match, or go on with the open one.

        Raises:
            GameError: the rules do not seat so many players.
            ProgressError: the match cannot be read or saved.
            SolverError: the opponent cannot play here.
        """
        from trainer.shell.play import open_match, play

        play(self.desk, open_match(self.desk, self.study, wish, secrets.randbits(48)))

    def wish(self, line: str = "") -> None:
        """Play the match that a line asks for.

        Raises:
            GameError: the line cannot be read.
            ProgressError, SolverError: as :meth:`play`.
        """
        from trainer.shell.wishing import read_wish

        wish = read_wish(line.split(), "play")
        if wish is not None:
            self.play(wish)

    def solve(self, name: str = "") -> None:
        """Analyse a position from a file.

        Raises:
            ContentError, GameError: the position cannot be read, or none is named.
            SolverError: it cannot be analysed here.
        """
        from trainer.shell.solving import show_solution

        if not name:
            raise GameError("name a file with a position, as in 'solve position.yaml'")
        show_solution(self.desk, name)

    def review(self, name: str = "") -> None:
        """Review a deal; without a name the latest one.

        Raises:
            ContentError, GameError: a file's record cannot be read or reviewed.
            ProgressError: there is no such deal, or it cannot be read.
        """
        from trainer.shell.reviewing import Reviewing, find_deal

        Reviewing.open(self.desk, self.study, find_deal(self.study, name)).run()
        self.__dict__.pop("library", None)  # it may have got a puzzle more

    def deals(self) -> None:
        """The deals that are kept.

        Raises:
            ProgressError: they cannot be read.
        """
        from trainer.shell.records import show_deals

        show_deals(self.desk, self.store)

    def record(self, name: str = "") -> None:
        """A deal as its text record.

        Raises:
            ProgressError: there is no such deal, or it cannot be read.
        """
        from trainer.shell.records import record_lines

        for line in record_lines(self.store, name, match=False, every=False):
            self.desk.terminal.console.print(line, markup=False, soft_wrap=True)

    def bring_in(self, name: str = "") -> None:
        """Import a file.

        Raises:
            ContentError: a record cannot be read, or breaks the rules.
            GameError: no file is named, or nobody's hand is known in it.
            ProgressError: the file is a broken export, or nothing can be saved.
        """
        from trainer.shell.records import bring_in

        if not name:
            raise GameError("name a file, as in 'import deals.txt'")
        bring_in(self.desk, self.study, name)

    def rules(self, preset: str = "") -> None:
        """The rules page of a preset.

        Raises:
            GameError: an unknown preset.
        """
        from trainer.shell.views import rules_view

        self.desk.show(rules_view(Rules.from_value(preset or "oklahoma"), self.desk.pen))

    def stats(self) -> None:
        """What has been done so far.

        Raises:
            ProgressError: it cannot be read.
        """
        from trainer.shell.numbers import numbers_view

        stats, day = stats_today(self.store)
        self.desk.show(numbers_view(stats, self.store.numbers(), day, self.desk.pen.glyphs))

    def lessons(self) -> None:
        """The lessons with how far each has been taken."""
        from trainer.shell.study import course

        course(self.desk, self.library, self.store)

    def puzzles(self) -> None:
        """The puzzles with what became of each."""
        from trainer.shell.study import puzzles

        puzzles(self.desk, self.library, self.store)

    def help(self) -> None:
        """The verbs."""
        width = max(len(usage) for usage in HELP)
        for usage, meaning in HELP.items():
            self.desk.say(f"`{usage:<{width}}`  {meaning}")

    # -- the prompt ------------------------------------------------------------------------------

    def run(self) -> None:
        """Read and carry out commands until there are no more."""
        self.desk.say("Oklahoma Gin trainer. `learn` starts the course, `help` lists the rest.")
        self._warn_of_storage()
        while True:
            self.desk.terminal.toolbar = " okgin   help for commands, Ctrl-D leaves"
            try:
                line = self.desk.terminal.read("okgin> ", self._words)
            except KeyboardInterrupt:
                if not self.desk.terminal.interactive:
                    raise
                continue
            except EOFError:
                break
            try:
                self.do(line)
            except Quit:
                break
            except KeyboardInterrupt:
                if not self.desk.terminal.interactive:
                    raise
                self.desk.say("Stopped; your place is kept.", "dim")
        self.desk.say("Goodbye. Everything is kept.", "dim")

    def _warn_of_storage(self) -> None:
        """Say at once if nothing can be saved, before anybody works for nothing."""
        try:
            notice = self.store.notice()
        except ProgressError as error:
            notice = error.sentence
        if notice:
            self.desk.fail(notice)

    def do(self, line: str) -> None:
        """Carry out one command line; what goes wrong is said in a sentence.

        Raises:
            Quit: the line was quit.
        """
        from trainer.content import ContentError

        verb, _, rest = line.strip().partition(" ")
        verb, rest = verb.lower(), rest.strip()
        if verb in ("quit", "exit", "q"):
            raise Quit
        try:
            if verb in self._with_name:
                self._with_name[verb](rest)
            elif verb in self._alone and not rest:
                self._alone[verb]()
            elif verb in self._alone:
                self.desk.refuse(f"'{verb}' takes nothing after it, not '{rest}'")
            elif verb:
                self._unknown(verb)
        except GameError as error:
            self.desk.refuse(error.sentence)
        except ContentError as error:
            self.desk.refuse(str(error))
        except (ProgressError, SolverError) as error:
            self.desk.fail(error.sentence)
        except (BrokenPipeError, Quit):
            raise
        except Exception as error:
            self.desk.fail(crash_report(error))

    @property
    def _with_name(self) -> dict[str, Callable[[str], None]]:
        return {
            "learn": self.learn,
            "puzzle": self.puzzle,
            "timed": self.timed,
            "daily": self.daily,
            "duplicate": self.duplicate,
            "drill": self.drill,
            "play": self.wish,
            "solve": self.solve,
            "review": self.review,
            "record": self.record,
            "import": self.bring_in,
            "rules": self.rules,
        }

    @property
    def _alone(self) -> dict[str, Callable[[], None]]:
        return {
            "lessons": self.lessons,
            "puzzles": self.puzzles,
            "streak": self.streak,
            "deals": self.deals,
            "stats": self.stats,
            "help": self.help,
            "?": self.help,
            "h": self.help,
        }

    def _unknown(self, verb: str) -> None:
        close = difflib.get_close_matches(verb, [*self._with_name, *self._alone], n=1)
        maybe = f" Did you mean '{close[0]}'?" if close else ""
        self.desk.refuse(f"there is no command '{verb}'.{maybe} 'help' lists them")

    def _words(self) -> list[str]:
        words = [usage.split()[0] for usage in HELP]
        words += [f"{verb} {preset}" for verb in ("play", "rules") for preset in PRESETS]
        words += [f"learn {name}" for name in self.library.lesson_ids]
        words += [f"puzzle {name}" for name in self.library.puzzle_ids]
        return words


def _now() -> datetime:
    return datetime.now().astimezone()


def stats_today(store: Store) -> tuple[Stats, date]:
    """The figures as of the learner's date, and that date.

    Raises:
        ProgressError: they cannot be read.
    """
    from trainer.session.sitting import utc_minutes

    day = today(store)
    return store.stats(day, utc_minutes(_now())), day


def today(store: Store) -> date:
    """The learner's date.

    Raises:
        ProgressError: the hour at which it begins cannot be read.
    """
    return local_date(_now(), store.rollover_hour())
