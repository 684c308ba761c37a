"""Deals against OpenSpiel's simple gin rummy bot, dealt and refereed by OpenSpiel itself.

The rules are OpenSpiel's with ``oklahoma=true``: knock limit by the first upcard, gin only under an
ace, 25 for gin and undercut, one deal at a time. Our bots play by the nearest rules of ours; see
`DIFFERENCES`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from trainer.game import (
    PRESETS,
    Action,
    Deal,
    Position,
    best_layoff,
    best_spreads,
    can_lay,
    cards_of,
    format_card,
    hand_of,
)
from trainer.solver.errors import SolverError
from trainer.solver.players import player

DIFFERENCES = (
    "OpenSpiel scores nothing for a tie after a knock, has no big gin and no doubling, stops a "
    "chain of layoffs after two cards, and lets a player knock with the last upcard where our "
    "deal is void"
)
RULES = replace(
    PRESETS["oklahoma"], spade_doubles=False, big_gin_bonus=None, may_rediscard=True, target=None
)
"""Our rules that are nearest to OpenSpiel's."""
BOTS = ("base", "learnt", "search")
"""Our bots that play here: those that Python can ask for a choice."""


def openspiel() -> ModuleType:
    """The module pyspiel.

    Raises:
        SolverError: it is not installed.
    """
    try:
        import pyspiel
    except ImportError as error:
        raise SolverError(
            "the bot 'openspiel' needs OpenSpiel, which is not installed: "
            "install it with 'pip install open-spiel'"
        ) from error
    module: ModuleType = pyspiel
    return module


def play_pairs(name: str, pairs: int, seed: int) -> NDArray[np.int64]:
    """Points of our bot in mirrored deals: shape (pairs, 2), one deal in each seat.

    Raises:
        SolverError: OpenSpiel is not installed, or our bot cannot play here.
    """
    if name not in BOTS:
        raise SolverError(f"'{name}' does not play against openspiel: write {', '.join(BOTS)}")
    module = openspiel()
    choose = player(name)
    points = np.zeros((pairs, 2), np.int64)
    for pair in range(pairs):
        for seat in range(2):
            rng = Random(f"{seed} {pair}")
            points[pair, seat] = Game(module, rng).play(choose, seat)
    return points


class Game:
    """One deal in OpenSpiel, followed in a `Deal` so that our bot can be asked.

    Its seat 0 acts first, so our seat 1 deals.
    """

    def __init__(self, module: ModuleType, rng: Random) -> None:
        self.module = module
        self.names = module.gin_rummy
        self.utils = self.names.GinRummyUtils(13, 4, 10)
        self.deal = Deal.start(RULES, 2, 1, rng)
        game = module.load_game("gin_rummy(oklahoma=true,knock_card=10)")
        self.state: Any = game.new_initial_state()
        dealt = [card for hand in self.deal.hands for card in cards_of(hand or 0)]
        for card in [*dealt, self.deal.table.first_upcard]:
            self.state.apply_action(self.number(card))

    def number(self, card: int) -> int:
        """Our card as OpenSpiel numbers it."""
        return int(self.utils.card_int(format_card(card)))

    def card(self, number: int) -> int:
        """OpenSpiel's card as we number it."""
        return next(card for card in range(52) if self.number(card) == number)

    def play(self, choose: Callable[[Position], Action], seat: int) -> int:
        """Play to the end, our bot in ``seat``; returns its points, less the other's."""
        bot = self.module.make_simple_gin_rummy_bot(
            self.state.get_game().get_parameters(), 1 - seat
        )
        while not self.state.is_terminal():
            if self.state.is_chance_node():
                self.draw()
            elif self.state.current_player() == seat:
                self.act(choose, seat)
            else:
                self.follow(bot.step(self.state))
        return int(self.state.returns()[seat])

    def draw(self) -> None:
        """Give out the next card of our stock."""
        stock = self.deal.stock
        assert stock
        self.state.apply_action(self.number(stock[0]))
        self.deal = self.deal.after(Action("stock"))

    def follow(self, number: int) -> None:
        """Let OpenSpiel's bot make an action, and note it in our deal where that goes on."""
        phase = self.state.current_phase()
        self.state.apply_action(number)
        phases = self.names.Phase
        if phase in (phases.FIRST_UPCARD, phases.DRAW):
            if number == self.names.DRAW_UPCARD_ACTION:
                self.deal = self.deal.after(Action("pile"))
            elif number == self.names.PASS_ACTION:
                self.deal = self.deal.after(Action("pass"))
        elif phase == phases.DISCARD and number < 52:
            self.deal = self.deal.after(Action("discard", self.card(number)))

    def act(self, choose: Callable[[Position], Action], seat: int) -> None:
        """Let our bot act, or answer what only OpenSpiel asks."""
        phases = self.names.Phase
        phase = self.state.current_phase()
        if phase in (phases.KNOCK, phases.LAYOFF, phases.WALL):
            self.state.apply_action(self.settle(phase, seat))
            return
        action = choose(self.deal.position(seat))
        if action.kind == "pass":
            self.state.apply_action(self.names.PASS_ACTION)
        elif action.kind == "stock":
            self.state.apply_action(self.names.DRAW_STOCK_ACTION)
            return  # the card comes by chance
        elif action.kind in ("take", "pile"):
            self.state.apply_action(self.names.DRAW_UPCARD_ACTION)
        else:
            assert action.card is not None
            if action.kind != "discard":
                self.state.apply_action(self.names.KNOCK_ACTION)
            self.state.apply_action(self.number(action.card))
            if action.kind != "discard":
                return  # the melds are asked for one by one
        self.deal = self.deal.after(action)

    def settle(self, phase: Any, seat: int) -> int:
        """Our next action in OpenSpiel's settling of a knock, one meld or card at a time."""
        legal = self.state.legal_actions()
        held = hand_of(self.card(number) for number in self.state.hands()[seat])
        if phase == self.names.Phase.WALL:
            return int(self.names.PASS_ACTION)
        if phase == self.names.Phase.LAYOFF and any(number < 52 for number in legal):
            melds = [
                hand_of(self.card(number) for number in self.utils.int_to_meld[meld])
                for meld in self.state.layed_melds()[1 - seat]
            ]
            laid = hand_of(self.card(number) for number in self.state.layoffs())
            best = best_layoff(melds, held | laid).laid & ~laid
            for card in cards_of(best):
                if can_lay(melds, laid | 1 << card) and self.number(card) in legal:
                    return self.number(card)
        for meld in best_spreads(held)[0].melds:
            for piece in pieces(meld):
                number = self.names.MELD_ACTION_BASE + self.utils.meld_to_int(
                    [self.number(card) for card in piece]
                )
                if number in legal:
                    return int(number)
        return int(self.names.PASS_ACTION)


def pieces(meld: int) -> list[list[int]]:
    """A meld in parts of at most five cards, which is as long as OpenSpiel's are."""
    cards = cards_of(meld)
    parts = []
    while cards:
        size = len(cards) if len(cards) <= 5 else 3
        parts.append(cards[:size])
        cards = cards[size:]
    return parts
