"""Deals that the arena has logged, as deals of the game room."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from trainer.game import Action, Deal, Rules, hand_of
from trainer.lab.kernel_arena import CHOICES, DEALER, DECK
from trainer.solver.view import action_of


def actions_of(row: Sequence[int], rules: Rules) -> Iterator[tuple[Deal, Action]]:
    """The stages of a logged deal with the action taken in each; a knock has no spread yet.

    ``row`` is one line of what `ladder.play_out` logs.
    """
    deck = row[DECK : DECK + 52]
    deal = Deal.of(
        rules,
        row[DEALER],
        deck[20],
        (hand_of(deck[:10]), hand_of(deck[10:20])),
        tuple(deck[21:]),
    )
    for choice in row[DECK + 52 : DECK + 52 + row[CHOICES]]:
        action = action_of(choice)
        yield deal, action
        if action.kind != "knock":
            deal = deal.after(action)
