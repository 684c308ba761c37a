"""The keyed table without a terminal: keys go in, the picture comes out."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from tests.matches import cheap
from tests.test_session_match import study
from trainer.game import Action, Position, Rules, deadwood
from trainer.progress import Store
from trainer.session.play import MatchRun
from trainer.session.thinking import Thinking
from trainer.shell.draw import Pen
from trainer.shell.keyboard import drawn
from trainer.shell.keyed import KeyedTable, Wait
from trainer.shell.table_view import scene_view
from trainer.solver.analysis import ActionValue, Analysis


def by_deadwood(
    position: Position, *, playouts: int = 2048, cancelled: Callable[[], bool] = lambda: False
) -> Analysis:
    """An analysis that needs no kernels: an action is worth the deadwood that it saves."""

    def value(action: Action) -> float:
        if action.kind in ("take", "pile"):
            upcard = position.table.pile[-1]
            return deadwood(position.hand) - best_throw(position.hand | 1 << upcard) + 0.1
        if action.kind == "lay":
            return float(-deadwood(position.hand & ~action.laid))
        thrown = 0 if action.card is None else 1 << action.card
        return 30.0 * (action.kind not in ("discard", "stock", "pass")) - deadwood(
            position.hand & ~thrown
        ) * (action.kind not in ("stock", "pass"))

    valued = sorted(((value(a), a) for a in position.legal_actions()), key=lambda pair: -pair[0])
    best = valued[0][0]
    return Analysis(
        ask=position.ask,
        tier="estimate",
        rules=position.rules.to_value(),
        playouts=playouts,
        seed=1,
        belief="none",
        opponent="base",
        version="test",
        multiplier=position.multiplier,
        actions=tuple(
            ActionValue(
                action=action.label,
                value=worth,
                error=0.1,
                points_lost=best - worth,
                gap_error=0.1,
                accepted=best - worth < 0.75,
                spread="",
            )
            for worth, action in valued
        ),
    )


def best_throw(hand: int) -> int:
    """The least deadwood after a throw."""
    return min(deadwood(hand & ~(1 << card)) for card in range(52) if hand >> card & 1)


class Player:
    """Somebody at the keyed table."""

    def __init__(self, run: MatchRun, *, glyphs: bool = True) -> None:
        self.thinking = Thinking(by_deadwood)
        run.study = replace(run.study, solve=self.thinking)
        self.run = run
        self.table = KeyedTable(run, self.thinking, Pen(glyphs))
        self.flow = self.table.play()
        self.over = False
        self._go_on(None)

    def press(self, *keys: str) -> None:
        """Press keys, one after the other."""
        for key in keys:
            self._go_on(key)

    def _go_on(self, key: str | None) -> None:
        try:
            wish = next(self.flow) if key is None else self.flow.send(key)
            while isinstance(wish, Wait):
                wish.work()
                wish = next(self.flow)
        except StopIteration:
            self.over = True

    def lines(self, columns: int = 80, *, roomy: bool = True) -> list[str]:
        """The picture, without colours."""
        view = scene_view(self.table.scene, self.table.pen, roomy=roomy)
        return [line.rstrip() for line in plain(drawn(view, columns, color=False))]

    @property
    def text(self) -> str:
        """The picture as one text."""
        return " ".join(" ".join(self.lines()).split())

    @property
    def keys(self) -> str:
        """The keys on offer."""
        return " ".join(key for key, _ in self.table.scene.keys)

    def go_to(self, card: int) -> None:
        """Move the cursor to a card."""
        self.press("home")
        while self.table.held.card != card:
            self.press("right")


def plain(lines: list[str]) -> list[str]:
    """Lines without the codes of bold and reverse text."""
    return [re.sub(r"\x1b\[[0-9;]*m", "", line) for line in lines]


@contextmanager
def seated(
    folder: Path, seed: int = 5, rules: Rules | None = None, *, glyphs: bool = True
) -> Iterator[Player]:
    """A player in a new match against a cheap opponent."""
    with Store(folder / "p.sqlite3") as store:
        run = MatchRun.new(rules or Rules(), seed, study(store), cheap)
        player = Player(run, glyphs=glyphs)
        try:
            yield player
        finally:
            player.thinking.close()


def keys_for(player: Player, action: Action) -> None:
    """Press what carries out an action."""
    match action.kind:
        case "pass":
            player.press("p")
        case "take" | "pile":
            player.press("d")
        case "stock":
            player.press("s")
        case "discard":
            assert action.card is not None
            player.go_to(action.card)
            player.press("enter", "enter")
        case "lay":
            for card in range(52):
                if action.laid >> card & 1:
                    player.go_to(card)
                    player.press("enter")
            player.press("l", "enter")
        case _:
            player.press("g" if "gin" in action.kind else "k", "enter")
