"""Whole games between two players in compiled code, in mirrored pairs.

The two games of a pair have the same decks with the seats swapped. Cards and the players' chances
come from streams of their own for each pair, so results do not depend on how pairs are spread
over threads. A player is handed what its seat sees, and nothing else.
"""
# ruff: noqa: PLR0917  (kernels take plain numbers, and the game has many)

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from trainer.solver.codes import Terms
from trainer.solver.kernel_duel import (
    EAGER,
    HAND,
    SCORE,
    SEAT,
    STATE,
    advance,
    learn_style,
    see,
    shuffle,
    start_deal,
)
from trainer.solver.kernel_jit import INTS, INTS_2, entry, helper, int64
from trainer.solver.kernel_learnt import NETS, Desk, new_desk
from trainer.solver.kernel_levels import inclined, restyled
from trainer.solver.kernel_players import LEARNT, LEARNT_HOARDER, SEARCH, act, act_by_rule
from trainer.solver.kernel_search import keep_turn, search
from trainer.solver.kernel_worlds import start_random

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Random = NDArray[np.uint64]
    Nets = NDArray[np.float32]
    Desks = tuple[Desk, Desk]

RECORD = 24  # turns of each seat that a search looks back
MOST_DEALS = 400  # after so many deals a game is over, whoever is ahead
STYLED = 1 << 8  # times the style, added to a player's number
_BOTS = 0x2545F4914F6CDD1D  # sets the players' chances apart from the cards

WON, POINTS, DEALS = range(3)
"""Columns of a pair's result: games the first player won, times two (a tie counts one), its points
less the other's, and deals played, all over both games."""

PAIR, SWAPPED, DEALER, SCORED, CHOICES, DECK = range(6)
"""Columns of a logged deal: ``SCORED`` is seat 0's points, negative where they are seat 1's;
``CHOICES`` how many there were. The deck of 52 cards follows, then the choices."""
LOG = DECK + 52 + 250
"""Length of a logged deal."""


@helper
def terms_at(table: Ints, upcard: int) -> Terms:
    """The rules of a deal with this first upcard, ``table`` having one row for each card."""
    row = table[upcard]
    return Terms(
        row[0], row[1], row[2], row[3], row[4], row[5], row[6], row[7], row[8], row[9], row[10],
        row[11],
    )  # fmt: skip


@helper
def new_records() -> Ints:
    """The turns of a deal that has just begun, as a search looks back on them."""
    return np.full((2, RECORD, 3), -1, np.int64)


@helper
def choose_move(
    player: int,
    terms: Terms,
    state: Ints,
    records: Ints,
    memory: Ints,
    worlds: int,
    random: Random,
    desks: Desks,
    which: int,
) -> int:
    """What a player, by number, does as the seat to act; it sees no more than that seat.

    ``STYLED`` times a style is added to the number of a player who has one. The choice is put into
    the records. ``memory`` is the simple player's, ``worlds`` a search's; ``which`` of the desks is
    the player's.
    """
    seat = state[SEAT]
    sight = see(state, seat)
    level, style = player % STYLED, player // STYLED
    own = inclined(style, terms)
    if level == SEARCH:
        blank = state.copy()
        blank[HAND + 1 - seat] = 0
        choice = search(own, blank, seat, records, worlds, random, desks[which])
    elif LEARNT <= level <= LEARNT_HOARDER:
        choice = act(level, own, sight, memory, random, desks[which])
    else:
        choice = act_by_rule(level, own, sight, memory, random)
    choice = restyled(style, terms, sight, choice)
    keep_turn(state, records, choice)
    return choice


@helper
def play_deal(
    terms: Terms,
    players: Ints,
    state: Ints,
    deck: Ints,
    memory: Ints,
    worlds: int,
    random: Random,
    desks: Desks,
    swapped: int,
    log: Ints,
) -> None:
    """Play a dealt deal to its end; ``log`` has no room, or that of one deal."""
    memory[:] = 0
    records = new_records()
    stock = deck[21:]
    made = 0
    over = False
    while not over:
        seat = state[SEAT]
        choice = choose_move(
            players[seat], terms, state, records, memory[seat], worlds, random,
            desks, seat ^ swapped,
        )  # fmt: skip
        if log.size:
            log[DECK + 52 + made] = choice
        made += 1
        over = advance(terms, state, choice, stock)
    if log.size:
        log[SCORED] = state[SCORE]
        log[CHOICES] = made
        log[DECK : DECK + 52] = deck
    learn_style(terms, state)


@helper
def play_game(
    table: Ints,
    target: int,
    winner_deals: int,
    players: Ints,
    worlds: int,
    seed: int,
    pair: int,
    swapped: int,
    desks: Desks,
    scores: Ints,
    log: Ints,
    logged: int,
) -> int:
    """Play a game to ``target`` points, or one deal if that is 0; returns the deals played."""
    state = np.zeros(STATE, np.int64)
    deck = np.arange(52)
    memory = np.zeros((2, 52), np.int64)
    cards = np.zeros(1, np.uint64)
    chances = np.zeros(1, np.uint64)
    start_random(seed ^ _BOTS, 2 * pair + swapped, chances)
    state[EAGER : EAGER + 2] = 0
    scores[:] = 0
    dealer = pair & 1
    no_log = np.zeros(0, np.int64)
    deals = 0
    while deals < MOST_DEALS:
        start_random(seed, pair * MOST_DEALS + deals, cards)
        for i in range(52):
            deck[i] = i
        shuffle(deck, cards)
        start_deal(state, deck, dealer)
        terms = terms_at(table, deck[20])
        row = log[logged + deals] if logged + deals < log.shape[0] else no_log
        if row.size:
            row[PAIR] = pair
            row[SWAPPED] = swapped
            row[DEALER] = dealer
        play_deal(terms, players, state, deck, memory, worlds, chances, desks, swapped, row)
        deals += 1
        points = state[SCORE]
        if points > 0:
            scores[0] += points
        else:
            scores[1] -= points
        if max(scores[0], scores[1]) >= target and scores[0] != scores[1]:
            break
        if target == 0:
            break
        if points != 0:
            winner = 0 if points > 0 else 1
            dealer = winner if winner_deals else 1 - dealer
    return deals


@entry(INTS_2, int64, int64, INTS, int64, int64, int64, NETS, NETS, INTS_2, INTS_2)
def play_pairs(
    table: Ints,
    target: int,
    winner_deals: int,
    bots: Ints,
    worlds: int,
    seed: int,
    first: int,
    nets: Nets,
    other_nets: Nets,
    results: Ints,
    log: Ints,
) -> None:
    """Play the pairs ``first``, ``first + 1``, ... of a seed, one for each row of ``results``.

    ``bots`` are the two players, by number, with the networks that each of them plays by;
    ``worlds`` is how many a search samples for a decision; ``log`` takes as many deals as it has
    rows.
    """
    desks = (new_desk(nets), new_desk(other_nets))
    scores = np.zeros(2, np.int64)
    players = np.zeros(2, np.int64)
    logged = 0
    for i in range(results.shape[0]):
        results[i] = 0
        for swapped in range(2):
            players[swapped] = bots[0]
            players[1 - swapped] = bots[1]
            deals = play_game(
                table, target, winner_deals, players, worlds, seed, first + i, swapped, desks,
                scores, log, logged,
            )  # fmt: skip
            logged += deals
            ahead = scores[swapped] - scores[1 - swapped]
            results[i, WON] += 2 if ahead > 0 else 1 if ahead == 0 else 0
            results[i, POINTS] += ahead
            results[i, DEALS] += deals
