"""Predicted against true hands, over deals of an opponent of any style, in compiled code."""
# ruff: noqa: PLR0917  (kernels take plain numbers, and the game has many)

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from trainer.lab.kernel_arena import RECORD, terms_at
from trainer.lab.kernel_groups import SESSION
from trainer.solver.belief_data import STYLES
from trainer.solver.codes import DRAW, View
from trainer.solver.kernel_belief import sample_belief, style_of, weigh_styles
from trainer.solver.kernel_cards import deadwood
from trainer.solver.kernel_duel import (
    EAGER,
    HAND,
    SEAT,
    STATE,
    TURNS,
    advance,
    learn_style,
    see,
    shuffle,
    start_deal,
)
from trainer.solver.kernel_jit import FLOATS_3, INTS_2, entry, helper, int64
from trainer.solver.kernel_learnt import NETS, new_desk
from trainer.solver.kernel_players import LEARNT, act
from trainer.solver.kernel_search import keep_turn, view_of_state
from trainer.solver.kernel_worlds import below_number, start_random

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]
    Random = NDArray[np.uint64]

TURNS_SHOWN = 20
BINS = 10
PARTS = 3
MIDDLE, LATE = 3, 7
"""Throws of the opponent with which the middle and the late part of a deal begin."""

TOLD, INFERRED = range(2)
"""The beliefs compared: one that is told the style, and one that has to infer it."""
DECISIONS, TRUE, OFF, OFF_SQUARES, STYLE = range(5)
"""Columns by turn: decisions, sums of the true deadwood, of predicted less true and its square, and
of the chance that the inferring belief gives to each style (as many columns)."""
COLUMNS = STYLE + STYLES
CARDS, CHANCE, HELD = range(3)
"""Columns by predicted chance: cards, sums of the chances, and how many were held."""


@helper
def compare(
    view: View,
    style: int,
    eager: int,
    true: int,
    worlds: int,
    random: Random,
    sums: Floats,
    by_chance: Floats,
) -> None:
    """Add one decision to the sums of a belief; ``style`` is -1 where it is to be inferred."""
    cards = np.zeros(view.unseen.size, np.int64)
    hands = np.zeros(2, np.int64)
    held = np.zeros((2, 52))
    predicted = 0.0
    for world in range(worlds):
        mood = style
        if style < 0:
            mood = style_of(view.terms, view.turns[1], eager, random)
        sample_belief(view, mood, random, hands, cards)
        predicted += deadwood(hands[1])
        for card in view.unseen:
            held[world % 2, card] += hands[1] >> card & 1
    least = deadwood(true)
    off = predicted / worlds - least
    chances = np.empty(STYLES)
    weigh_styles(view.terms, view.turns[1], eager, chances)
    sums[DECISIONS] += 1
    sums[TRUE] += least
    sums[OFF] += off
    sums[OFF_SQUARES] += off * off
    sums[STYLE:] += chances
    half = worlds / 2
    for card in view.unseen:
        bin_of = min(int(held[0, card] / half * BINS), BINS - 1)
        by_chance[bin_of, CARDS] += 1
        by_chance[bin_of, CHANCE] += held[1, card] / half
        by_chance[bin_of, HELD] += true >> card & 1


@entry(INTS_2, int64, int64, int64, int64, int64, int64, NETS, FLOATS_3, FLOATS_3)
def calibrate(
    table: Ints,
    player: int,
    style: int,
    deals: int,
    worlds: int,
    seed: int,
    chunk: int,
    nets: NDArray[np.float32],
    by_turn: Floats,
    by_chance: Floats,
) -> None:
    """Compare beliefs with the truth in some deals of a player against the learnt policy.

    Args:
        table: the rules of a deal by first upcard.
        style: what the told belief is told; -1 for players that no style is made for.
        worlds: sampled for each belief and decision, an even number. The chance that a card is
            held is put into its bin by the first half and is judged by the second, so that the
            noise of sampling favours no bin.
        by_turn: receives sums, shape (2, TURNS_SHOWN, COLUMNS).
        by_chance: receives sums, shape (2, PARTS * BINS, 3), the early part of deals first.
    """
    random = np.zeros(1, np.uint64)
    dice = np.zeros(1, np.uint64)
    start_random(seed, 2 * chunk, random)
    start_random(seed, 2 * chunk + 1, dice)
    desk = new_desk(nets)
    state = np.zeros(STATE, np.int64)
    deck = np.arange(52)
    memory = np.zeros((2, 52), np.int64)
    records = np.zeros((2, RECORD, 3), np.int64)
    players = np.array([LEARNT, player])
    for deal in range(deals):
        if deal % SESSION == 0:
            state[EAGER : EAGER + 2] = 0
        shuffle(deck, random)
        start_deal(state, deck, below_number(2, random))
        terms = terms_at(table, deck[20])
        memory[:] = 0
        records[:] = -1
        over = False
        while not over:
            seat = state[SEAT]
            sight = see(state, seat)
            if seat == 0 and sight.phase == DRAW:
                view = view_of_state(terms, state, 0, records)
                turn = min(state[TURNS + 1], TURNS_SHOWN - 1)
                first = BINS * ((turn >= MIDDLE) + (turn >= LATE))
                true = state[HAND + 1]
                for belief in range(2):
                    if belief == INFERRED or style >= 0:
                        told = style if belief == TOLD else -1
                        compare(
                            view, told, state[EAGER + 1], true, worlds, dice,
                            by_turn[belief, turn], by_chance[belief, first : first + BINS],
                        )  # fmt: skip
            choice = act(players[seat], terms, sight, memory[seat], random, desk)
            keep_turn(state, records, choice)
            over = advance(terms, state, choice, deck[21:])
        learn_style(terms, state)
