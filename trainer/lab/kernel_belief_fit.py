"""What the belief is fitted to: logged deals of a style, and chains that stand for the model."""
# ruff: noqa: PLR0917  (kernels take plain numbers, and the game has many)

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from trainer.lab.kernel_arena import RECORD, terms_at
from trainer.lab.kernel_groups import SESSION
from trainer.solver.belief_data import CLUES
from trainer.solver.codes import KNOCK, TURN, Terms
from trainer.solver.kernel_belief import HISTORY, History, describe, history_of, walk
from trainer.solver.kernel_cards import ALL, count
from trainer.solver.kernel_duel import (
    DEAD,
    EAGER,
    HAND,
    KNOWN,
    PHASE,
    SEAT,
    STATE,
    TURNS,
    advance,
    learn_style,
    see,
    shuffle,
    start_deal,
)
from trainer.solver.kernel_jit import FLOATS_2, INTS, INTS_2, INTS_3, TERMS, entry, helper, int64
from trainer.solver.kernel_learnt import NETS, new_desk
from trainer.solver.kernel_players import BASE, LEARNT, LEARNT_EAGER, LEARNT_HOARDER, SIMPLE, act
from trainer.solver.kernel_search import keep_turn
from trainer.solver.kernel_worlds import below_number, start_random

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]
    Random = NDArray[np.uint64]

UNSEEN, HELD = HISTORY, HISTORY + 1
"""Columns of a logged decision after its history: the cards that the observer cannot locate, and
what the opponent holds."""
LOGGED = HISTORY + 2
REACHED, OUT = range(2)
"""Columns of the counts of turns: how many there were, and in how many the player went out."""


@helper
def observer(random: Random) -> int:
    """One of those who look on while they play."""
    at = below_number(10, random)
    if at < 4:
        return LEARNT
    return (LEARNT_EAGER, LEARNT_HOARDER, LEARNT_HOARDER, BASE, SIMPLE, SIMPLE)[at - 4]


@helper
def history_seen(terms: Terms, state: Ints, records: Ints) -> History:
    """The history of seat 1."""
    return history_of(terms, state[KNOWN + 1], state[TURNS + 1], records[1])


@entry(INTS_2, int64, int64, int64, NETS, INTS_2, INTS_3)
def log_hands(
    table: Ints,
    player: int,
    seed: int,
    chunk: int,
    nets: NDArray[np.float32],
    rows: Ints,
    turns: Ints,
) -> None:
    """Log what a player held whenever the other one was to draw.

    Args:
        table: rules by first upcard, any number of tables below each other, met equally often.
        rows: receives the decisions, shape (decisions, LOGGED).
        turns: receives the counts of its turns, shape (LIMITS, TURNS, 2).
    """
    random = np.zeros(1, np.uint64)
    start_random(seed, chunk, random)
    desk = new_desk(nets)
    state = np.zeros(STATE, np.int64)
    deck = np.arange(52)
    memory = np.zeros((2, 52), np.int64)
    records = np.zeros((2, RECORD, 3), np.int64)
    players = np.full(2, player)
    number = 0
    deals = 0
    while number < rows.shape[0]:
        if deals % SESSION == 0:
            state[EAGER : EAGER + 2] = 0
            players[0] = observer(random)
        deals += 1
        shuffle(deck, random)
        start_deal(state, deck, below_number(2, random))
        rules = below_number(table.shape[0] // 52, random)
        terms = terms_at(table, 52 * rules + deck[20])
        memory[:] = 0
        records[:] = -1
        over = False
        while not over:
            seat = state[SEAT]
            sight = see(state, seat)
            told = state[TURNS + 1] > 0 or records[1, 0, 0] >= 0
            if seat == 0 and sight.phase != TURN and told and number < rows.shape[0]:
                history = history_seen(terms, state, records)
                for field in range(HISTORY):
                    rows[number, field] = history[field]
                rows[number, UNSEEN] = ALL & ~(sight.hand | state[DEAD] | sight.known)
                rows[number, HELD] = state[HAND + 1]
                number += 1
            choice = act(players[seat], terms, sight, memory[seat], random, desk)
            if seat == 1 and state[PHASE] == TURN:
                counts = turns[terms.limit, min(sight.turns, turns.shape[1] - 1)]
                counts[REACHED] += 1
                counts[OUT] += 1 if choice >> 6 >= KNOCK else 0
            keep_turn(state, records, choice)
            over = advance(terms, state, choice, deck[21:])
        learn_style(terms, state)


@entry(TERMS, FLOATS_2, INTS_2, INTS, int64, int64, FLOATS_2)
def move_chains(
    terms: Terms, theta: Floats, rows: Ints, hands: Ints, swaps: int, seed: int, clues: Floats
) -> None:
    """Make so many swaps in the chain of each decision, and describe the hands that it comes to.

    ``theta`` has a row for each stage; ``hands`` is moved on.
    """
    random = np.zeros(1, np.uint64)
    cards = np.zeros(52, np.int64)
    record = np.zeros((0, 3), np.int64)
    spare = np.zeros(CLUES)
    for i in range(hands.size):
        start_random(seed, i, random)
        row = rows[i]
        history = History(
            row[0], row[1], row[2], row[3], row[4], row[5], row[6], row[7], row[8], row[9],
            row[10], row[11],
        )  # fmt: skip
        start = 10 - count(history.known)
        size = 0
        for wanted in (1, 0):
            for card in range(52):
                if row[UNSEEN] >> card & 1 and hands[i] >> card & 1 == wanted:
                    cards[size] = card
                    size += 1
        if start > 0:
            hands[i] = walk(
                terms, record, history, theta[history.stage], hands[i], cards[:size], start, swaps,
                spare, random,
            )  # fmt: skip
        describe(history, hands[i], clues[i])
