"""A deal played by keys: what each key does, told as a flow that asks for one key after the other.

The flow knows nothing of terminals. It yields None where it wants a key, and a :class:`Wait` where
something takes a while; whoever drives it draws :attr:`KeyedTable.scene` in between.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from rich.console import Group, RenderableType
from rich.text import Text

from trainer.coach.hints import STAGES
from trainer.coach.questions import Decide
from trainer.game import Action, GameError, Position, deadwood, format_card
from trainer.progress import ProgressError
from trainer.session.play import MatchRun
from trainer.session.sitting import ANALYSED_STAGE
from trainer.session.thinking import Thinking
from trainer.session.tutor import objection, refutation
from trainer.shell.board import capital, who
from trainer.shell.commands import GOING_OUT, KEYS, key_of, teach, told
from trainer.shell.desk import Left
from trainer.shell.draw import Columns, Pen
from trainer.shell.going_out import ways_out, ways_view
from trainer.shell.held import Held
from trainer.shell.table_view import Scene, history_view
from trainer.shell.tutoring import objection_words, refutation_view
from trainer.shell.views import action_words, choices_view
from trainer.solver.errors import SolverError


class Wait(NamedTuple):
    """Something takes a while: what is said meanwhile, and what to run beside the screen."""

    words: str
    work: Callable[[], object] = lambda: None


Flow = Generator[Wait | None, str, None]
Asked = Generator[Wait | None, str, bool]

SURE = [("y", "do it"), ("n", "think again")]
OUT = [("Enter", "lay it down"), ("↑ ↓", "choose"), ("Esc", "back")]
TAKE_BACK = [("u", "take it back"), ("Enter", "let it stand")]


@dataclass
class KeyedTable:
    """A deal on the screen, with the match it belongs to."""

    run: MatchRun
    thinking: Thinking
    pen: Pen
    held: Held = field(default_factory=Held)
    said: list[str] = field(default_factory=list)
    panel: RenderableType | None = None
    _keys: list[tuple[str, str]] | None = None
    _seen: Position | None = None

    @property
    def scene(self) -> Scene:
        """What there is to see."""
        position = self._seen or self.run.position
        keys = self._keys or keys_of(position, self.held)
        return Scene(self.run.match, position, self.held, self.said, self.panel, keys)

    # -- the deal ----------------------------------------------------------------------------------

    def play(self) -> Flow:
        """Play until the deal is over.

        Raises:
            Left: the learner leaves.
            ProgressError, SolverError: an opponent's action cannot be saved, or not be found.
        """
        run = self.run
        self._look()
        if not run.my_turn:
            yield from self._refute()  # the program was stopped before the tutor had its answer
        while run.deal.phase != "over":
            if run.my_turn:
                yield from self._decide()
            else:
                yield from self._replies()

    def _look(self) -> None:
        """Show the position as it is now."""
        self._seen = position = self.run.position
        self.held.show(position.hand, position.drawn)

    def _replies(self) -> Flow:
        run = self.run
        self.thinking.stop()
        while run.deal.phase != "over" and not run.my_turn:
            self._look()
            player = capital(who(run.deal.turn, run.deal.players))
            yield Wait(f"{player} think." if player == "They" else f"{player} thinks.")
            upcard = run.deal.table.upcard
            move = run.reply()
            self.said.append(f"{action_words(move.action, upcard, player)}.")

    def _decide(self) -> Flow:
        self._look()
        if self.run.tutor.speaks_in_play:
            self.thinking.begin(self.run.position)
        decided = False
        while not decided:
            key = yield None
            closes = self.panel is not None
            self.panel = None
            try:
                decided = yield from self._press(key, closes)
            except (GameError, ProgressError, SolverError) as error:
                self._tell(error.sentence)

    def _press(self, key: str, closes: bool) -> Asked:
        """Carry out a key; whether that made a move. ``closes``: it took a panel away."""
        run, held = self.run, self.held
        match key:
            case "left" | "right":
                held.step(-1 if key == "left" else 1)
            case "home" | "end":
                held.at = 0 if key == "home" else len(held.order) - 1
            case "enter" | " ":
                return (yield from self._enter(key))
            case "escape":
                if not held.drop() and not closes:
                    self._tell("`q` leaves, and the match is kept.")
            case "s":
                return (yield from self._act(Action("stock")))
            case "d":
                return (yield from self._act(Action("pile")))
            case "p" | "x":
                return (yield from self._act(Action("pass")))
            case "l":
                return (yield from self._lay())
            case "k" | "g":
                return (yield from self._go_out("knock" if key == "k" else "gin"))
            case "h":
                yield from self._hint()
            case "m":
                held.move()
            case "u":
                self._take_back(run.take_back())
                return True
            case "v":
                self.panel = history_view(run.position, self.pen)
            case "?":
                self.panel = help_view(run, self.pen)
            case "q":
                raise Left
            case _ if key.startswith(":"):
                return (yield from self._typed(key[1:].strip()))
            case _:
                self._tell(f"`{key}` does nothing here; `?` lists the keys.")
        return False

    def _typed(self, line: str) -> Asked:
        """Carry out a typed line: the word for a key, the tutor, or an action."""
        word, _, rest = line.partition(" ")
        if not line:
            return False
        if word.lower() == "tutor":
            self._tell(teach(self.run, rest))
            return False
        key = key_of(line)
        if key is not None:
            return (yield from self._press(key, closes=False))
        return (yield from self._act(self.run.read(line)))

    def _tell(self, sentence: str) -> None:
        end = "" if sentence.endswith((".", "?")) else "."
        self.panel = self.pen.prose(f"{capital(sentence)}{end}", "yellow")

    # -- moves -------------------------------------------------------------------------------------

    def _enter(self, key: str) -> Asked:
        """Lift the card at the cursor, or throw it if it is lifted; before a knock, only lift."""
        held, phase = self.held, self.run.deal.phase
        if held.moving:
            held.drop()
        elif phase == "layoff":
            held.lift(several=True)
        elif held.lifted >> held.card & 1 and key == "enter" and phase == "discard":
            return (yield from self._act(Action("discard", held.card)))
        else:
            held.lift(several=False)
        return False

    def _lay(self) -> Asked:
        position, held = self.run.position, self.held
        action = position.completed(Action("lay", laid=held.lifted))
        kept = deadwood(position.hand & ~held.lifted)
        sure = yield from self._confirm(
            self.pen.prose(f"You {action.label} and keep {kept} deadwood. Sure?", "bold"),
            [("Enter", "do it"), ("Esc", "back")],
            ("enter", "y"),
        )
        return (yield from self._act(action)) if sure else False

    def _go_out(self, kind: Literal["knock", "gin"]) -> Asked:
        """Choose how to go out, with the best way as default; Enter is final."""
        position = self.run.position
        if position.ask != "discard":
            position.table.check(Action(kind))  # refuses, with what is due first
        ways = ways_out(position, kind)
        at = next((n for n, w in enumerate(ways) if self.held.lifted == _thrown(w) != 0), 0)
        self._keys = OUT
        try:
            while True:
                self.panel = ways_view(position, ways, at, self.pen)
                key = yield None
                if key in ("up", "down", "left", "right"):
                    at = (at + (1 if key in ("down", "right") else -1)) % len(ways)
                elif key in ("enter", "y"):
                    break
                elif key in ("escape", "n", "q"):
                    self.panel = None
                    return False
        finally:
            self._keys = None
        self.panel = None
        return (yield from self._act(ways[at], asked=True))

    def _act(self, action: Action, *, asked: bool = False) -> Asked:
        """Do something, after the questions that come before it; whether it was done.

        ``asked`` is whether it was confirmed that the deal is to end.
        """
        run = self.run
        position = run.position
        action = position.completed(action)
        if action.kind in GOING_OUT and not asked:
            view = ways_view(position, [action], 0, self.pen)
            if not (yield from self._confirm(view, OUT[::2], ("enter", "y"))):
                return False
        if run.tutor.mode == "warn":
            yield Wait("Looking at it.", run.sitting.analysis)
        verdict = objection(run, action)
        if verdict is not None:
            warning = self.pen.prose(objection_words(verdict), "bold")
            if not (yield from self._confirm(warning, SURE, ("y",))):
                return False
        run.do(action)
        self.said = [*told(position, action)]
        if not (yield from self._refute()) and run.deal.phase != "over":
            self._look()
        return True

    def _confirm(
        self, question: RenderableType, keys: list[tuple[str, str]], yes: tuple[str, ...]
    ) -> Asked:
        """Ask once; whether one of the keys that mean yes was pressed."""
        self.panel, self._keys = question, keys
        key = yield None
        self.panel = self._keys = None
        return key in yes

    def _refute(self) -> Asked:
        """Where the tutor offers to take the last action back: show why; whether it was."""
        run = self.run
        if run.tutor.mode != "undo" or run.last is None:
            return False
        position, _ = run.last
        yield Wait("Looking at it.")
        verdict = refutation(run)
        if verdict is None:
            return False
        self._seen = position  # what the action has brought is not shown before it stands
        self.held.show(position.hand, position.drawn)
        panel = refutation_view(verdict, self.pen)
        if not (yield from self._confirm(panel, TAKE_BACK, ("u",))):
            return False
        self._take_back(run.take_back(seen=False))
        return True

    def _take_back(self, action: Action) -> None:
        self.said = [f"Taken back: {action.label}."]
        self._look()

    # -- hints -------------------------------------------------------------------------------------

    def _hint(self) -> Flow:
        sitting = self.run.sitting
        self.thinking.begin(self.run.position)
        if sitting.stage + 1 >= STAGES and sitting.item.needs_solver:
            yield Wait("Counting.", lambda: self.thinking.latest(self.run.position))
            sitting.hint(self.thinking.latest(self.run.position))
            self.panel = LiveTable(self.run.position, self.thinking, self.pen)
            return
        if sitting.stage + 1 >= ANALYSED_STAGE:
            yield Wait("Counting.", sitting.analysis)
        hint = sitting.hint()
        self.panel = self.pen.prose(f"Hint {hint.stage} of {STAGES}: {hint.text}", "italic")
        if hint.verdict is not None and hint.verdict.analysis is not None:
            question = Decide(self.run.position)
            self.panel = choices_view(question, hint.verdict.analysis, self.pen)


class LiveTable:
    """The table of all actions with the best figures there are at the time it is drawn."""

    def __init__(self, position: Position, thinking: Thinking, pen: Pen) -> None:
        self.question = Decide(position)
        self.thinking = thinking
        self.pen = pen

    def __rich__(self) -> RenderableType:
        """The figures of now, and whether they will get better."""
        analysis = self.thinking.latest(self.question.position)
        view = choices_view(self.question, analysis, self.pen)
        return view if self.thinking.settled else Group(Text("still counting", style="dim"), view)


def _thrown(way: Action) -> int:
    return 0 if way.card is None else 1 << way.card


def keys_of(position: Position, held: Held) -> list[tuple[str, str]]:
    """The keys that matter now, the most important first."""
    table = position.table
    if held.moving:
        return [("← →", "move the card"), ("Enter", "leave it there")]
    if table.turn != 0 or table.phase == "over":
        return [("?", "help")]
    phase: dict[str, list[tuple[str, str]]] = {
        "offer": [("d", f"take {format_card(table.first_upcard)}"), ("p", "pass")],
        "draw": [("s", "stock"), ("d", "pile")],
        "discard": [("← → Enter", "throw"), ("k", "knock"), ("g", "gin")],
        "layoff": [("← → Enter", "lift"), ("l", "lay off")],
    }
    if held.lifted and table.phase == "discard":
        phase["discard"][0] = ("Enter", f"throw {format_card(held.card)}")
    if table.stock_forced:
        phase["draw"].pop()
    rest = [("h", "hint"), ("u", "undo"), ("m", "sort"), ("v", "history"), (":", "type")]
    return [*phase[table.phase], *rest, ("?", "more")]


def help_view(run: MatchRun, pen: Pen) -> RenderableType:
    """All keys, and what the tutor does."""
    cells = [[Text(key, style="bold"), Text(meaning)] for key, meaning in KEYS]
    half = (len(cells) + 1) // 2
    cells += [[Text(), Text()]] * (2 * half - len(cells))
    rows = [left + right for left, right in zip(cells[:half], cells[half:], strict=True)]
    wide = Columns(rows, needed=4)
    tutor = pen.prose(f"The tutor {run.tutor.words}: `:tutor off`, `warn`, `undo` or `after`.")
    return Group(wide, tutor)
