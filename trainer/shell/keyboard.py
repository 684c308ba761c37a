"""The keyed table on a terminal: keys in, pictures out."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from io import StringIO

from prompt_toolkit.application import Application
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.filters import Condition, has_focus
from prompt_toolkit.formatted_text import ANSI
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout import (
    BufferControl,
    ConditionalContainer,
    FormattedTextControl,
    HSplit,
    Layout,
    Window,
)
from prompt_toolkit.layout.processors import BeforeInput
from prompt_toolkit.output import ColorDepth
from rich.console import Console, RenderableType
from rich.text import Text

from trainer.coach.questions import Decide
from trainer.session.play import MatchRun
from trainer.session.thinking import Thinking
from trainer.shell.ask import answer_words
from trainer.shell.commands import WORDS
from trainer.shell.desk import Desk
from trainer.shell.draw import Line, Margin, Pen
from trainer.shell.editor import LineCompleter
from trainer.shell.keyed import KeyedTable, Wait
from trainer.shell.table_view import scene_view
from trainer.shell.warmup import prepare_solver
from trainer.solver.errors import SolverError

NAMES = {
    Keys.Left: "left",
    Keys.Right: "right",
    Keys.Up: "up",
    Keys.Down: "down",
    Keys.Home: "home",
    Keys.End: "end",
    Keys.Enter: "enter",
    Keys.Escape: "escape",
    Keys.ControlC: "escape",
    Keys.ControlD: "q",
    Keys.Tab: "right",
    Keys.BackTab: "left",
}
"""Keys that are no letters, by the names that the flow knows."""


def by_keys(desk: Desk, run: MatchRun, thinking: Thinking) -> Callable[[], None]:
    """What plays the deal at hand on the whole window until it is over.

    It raises Left when the learner leaves, and ProgressError or SolverError where an opponent's
    action cannot be saved or not be found.
    """
    table = KeyedTable(run, thinking, desk.pen)

    def play() -> None:
        prepare_solver(desk, run.kernels)
        _Keyboard(desk, table).run()

    return play


class _Keyboard:
    """One deal on the window."""

    def __init__(self, desk: Desk, table: KeyedTable) -> None:
        self.console = desk.terminal.console
        self.table = table
        self.flow = table.play()
        self.waiting: Wait | None = None
        self.ahead: deque[str] = deque()
        """Keys that were pressed while something took a while."""
        self.line = Buffer(
            completer=LineCompleter(self._words), multiline=False, accept_handler=self._accept
        )
        self.app: Application[None] = Application(
            layout=Layout(self._layout()),
            key_bindings=self._bindings(),
            full_screen=True,
            color_depth=ColorDepth.DEPTH_1_BIT if self.console.no_color else None,
        )
        self.app.ttimeoutlen = 0.05  # Escape is a key of its own here

    def run(self) -> None:
        """Until the deal is over."""
        self.table.thinking.changed = self.app.invalidate
        try:
            self.app.run(pre_run=lambda: self._go_on(None))
        finally:
            self.table.thinking.changed = lambda: None

    # -- the flow ----------------------------------------------------------------------------------

    def _press(self, key: str) -> None:
        self.ahead.append(key)
        self._feed()

    def _feed(self) -> None:
        while self.ahead and self.waiting is None and self.app.is_running and not self.app.is_done:
            self._go_on(self.ahead.popleft())

    def _go_on(self, key: str | None) -> None:
        """Let the flow run until it wants a key, or something takes a while."""
        try:
            wish = next(self.flow) if key is None else self.flow.send(key)
        except StopIteration:
            self.app.exit()
        except BaseException as error:
            self.app.exit(exception=error)
        else:
            self.waiting = wish
            if wish is not None:
                self.app.create_background_task(self._wait(wish))
        self.app.invalidate()

    async def _wait(self, wish: Wait) -> None:
        await asyncio.sleep(0.02)  # the window is drawn before anything keeps it from that
        with suppress(SolverError):  # the flow meets it again, and tells it
            await asyncio.get_running_loop().run_in_executor(None, wish.work)
        self.waiting = None
        self._go_on(None)
        self._feed()

    # -- what is drawn -----------------------------------------------------------------------------

    def _layout(self) -> HSplit:
        typing = Condition(lambda: self.app.layout.has_focus(self.line))
        return HSplit(
            [
                Window(FormattedTextControl(self._picture, focusable=True, show_cursor=False)),
                ConditionalContainer(
                    Window(BufferControl(self.line, [BeforeInput(": ")]), height=1), typing
                ),
                ConditionalContainer(
                    Window(FormattedTextControl(self._keys_line), height=1), ~typing
                ),
            ]
        )

    def _picture(self) -> ANSI:
        size = self.app.output.get_size()
        scene = self.table.scene
        if self.waiting is not None:
            scene.panel = Text(self.waiting.words, style="dim")
        room = size.rows - 1
        for roomy in (True, False):
            view = scene_view(scene, self.table.pen, roomy=roomy)
            lines = self._drawn(view, size.columns)
            if len(lines) <= room:
                break
        return ANSI("\n".join(lines[:room]))

    def _keys_line(self) -> ANSI:
        width = self.app.output.get_size().columns
        return ANSI(self._drawn(keys_view(self.table.scene.keys, width, self.table.pen), width)[0])

    def _drawn(self, view: RenderableType, width: int) -> list[str]:
        return drawn(view, width, color=not self.console.no_color)

    # -- what is pressed ---------------------------------------------------------------------------

    def _bindings(self) -> KeyBindings:
        bindings = KeyBindings()
        typing = has_focus(self.line)

        @bindings.add(":", filter=~typing)
        def _type(event: KeyPressEvent) -> None:
            event.app.layout.focus(self.line)

        @bindings.add(Keys.Any, filter=~typing)
        def _letter(event: KeyPressEvent) -> None:
            if len(event.data) == 1 and event.data.isprintable():
                self._press(event.data.lower())

        @bindings.add(Keys.Escape, filter=typing, eager=True)
        @bindings.add(Keys.ControlC, filter=typing)
        def _close(_: KeyPressEvent) -> None:
            self._end_typing()

        @bindings.add(Keys.Tab, filter=typing)
        def _complete(event: KeyPressEvent) -> None:
            event.current_buffer.complete_next()

        for key, name in NAMES.items():
            bindings.add(key, filter=~typing)(lambda _, name=name: self._press(name))
        return bindings

    def _accept(self, line: Buffer) -> bool:
        text = line.text
        self._end_typing()
        self._press(f":{text}")
        return False

    def _end_typing(self) -> None:
        self.line.reset()
        self.app.layout.focus_last()

    def _words(self) -> list[str]:
        run = self.table.run
        return [*WORDS, *(answer_words(Decide(run.position)) if run.my_turn else ())]


def keys_view(keys: Sequence[tuple[str, str]], width: int, pen: Pen) -> Line:
    """The keys that fit on one line; the last, for help, is the last to go."""
    shown = list(keys)
    while len(shown) > 1 and sum(len(f"{k} {m}") + 3 for k, m in shown) > width - 1:
        shown.pop(-2)
    line = Line()
    for key, meaning in shown:
        line.add(Text(key, style="bold") + Text(" ") + pen.prose(meaning, "dim"), 3)
    return line


def drawn(view: RenderableType, width: int, *, color: bool) -> list[str]:
    """A view as lines with the codes of a terminal."""
    console = Console(
        file=StringIO(),
        width=width,
        force_terminal=True,
        no_color=not color,
        color_system="standard",
        highlight=False,
        legacy_windows=False,
    )
    with console.capture() as captured:
        console.print(Margin(view, 1))
    return captured.get().splitlines()
