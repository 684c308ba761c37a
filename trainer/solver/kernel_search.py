"""Search: the learnt policy's best candidates, played out in sampled worlds by the learnt policy.

The opponent of a world has a mood, drawn by what its earlier deals and its silence in this one have
shown: it knocks as soon as it may, when that seems best, or never without gin. Its hand is
sampled as one that such a player may hold (`kernel_belief`), in bundles of worlds that follow from
each other, because a first hand takes most of the time. All candidates meet the same worlds;
their means are shrunk towards what the policy thought before.
"""
# ruff: noqa: PLR0917  (kernels take plain numbers, and the game has many)

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from trainer.solver.belief_data import STYLES
from trainer.solver.codes import DISCARD, DRAW, KNOCK, PASS, THREW, Spot, Terms, View
from trainer.solver.kernel_belief import sample_belief, sample_on, style_at, weigh_styles
from trainer.solver.kernel_duel import (
    EAGER,
    EAGER_MOST,
    HAND,
    PHASE,
    SCORE,
    SEAT,
    TAKEN,
    TURNS,
    UPCARD,
    advance,
    see,
    unseen_by,
)
from trainer.solver.kernel_features import describe_world
from trainer.solver.kernel_jit import INTS, INTS_3, TERMS, entry, helper, int64
from trainer.solver.kernel_learnt import (
    HASTY,
    MOST,
    NETS,
    NORMAL,
    PATIENT,
    WIDE,
    WORLD,
    Desk,
    learnt,
    new_desk,
    output,
    weigh,
)
from trainer.solver.kernel_worlds import below_number, start_random

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Random = NDArray[np.uint64]

BUNDLE = 16  # worlds whose hands follow from each other, the first being independent
GOLDEN = 0.6180339887498949  # steps of this spread evenly over a circle, however many there are
THROWS = 3  # throws that are searched, besides a knock
DEPTH = 2  # own turns played in a world, the first choice included, before it is judged
FAR = 12.0  # candidates that the policy thinks so many points worse are not searched
NARROW = 2  # throws that the policy weighs within worlds
SPREAD = 22.0  # standard deviation of the difference of two candidates in one world, in points
TRUST = 2.0  # standard deviation of what the policy's own opinion is off by, in points
ROUND = 32  # worlds between two looks at who is out of the race
OUT_OF_RACE = 2.5  # so many standard errors behind, a candidate is played no further


@helper
def view_of_state(terms: Terms, state: Ints, seat: int, records: Ints) -> View:
    """What `kernel_belief.sample_belief` needs, the seat counted as seat 0."""
    sight = see(state, seat)
    they = 1 - seat
    hands = np.zeros(2, np.int64)
    hands[0] = sight.hand
    known = np.array([sight.shown, sight.known])
    turns = np.array([state[TURNS + seat], state[TURNS + they]])
    cards = unseen_by(sight)
    unseen = np.zeros(52, np.int64)
    number = 0
    for card in range(52):
        if cards >> card & 1:
            unseen[number] = card
            number += 1
    spot = Spot(
        sight.phase,
        sight.offers,
        sight.upcard,
        sight.taken,
        sight.takes,
        sight.left,
        sight.forced,
        sight.dead,
    )
    turned = np.empty_like(records)
    turned[0] = records[seat]
    turned[1] = records[they]
    return View(terms, spot, hands, known, turns, unseen[:number].copy(), turned)


@helper
def playout(
    terms: Terms, seat: int, mood: int, choice: int, state: Ints, stock: Ints, desk: Desk
) -> float:
    """The points of a seat when it makes a choice in a world and the policy plays on.

    Doubled deals are counted once. After some turns the world is judged instead of being played on.
    """
    last = state[TURNS + seat] + DEPTH
    over = advance(terms, state, choice, stock)
    while not over:
        turn = state[SEAT]
        if turn == seat and state[PHASE] == DRAW and state[TURNS + seat] >= last:
            return world_value(terms, state, seat, desk)
        choice = learnt(terms, see(state, turn), NARROW, NORMAL if turn == seat else mood, desk)
        over = advance(terms, state, choice, stock)
    return float((1 - 2 * seat) * state[SCORE] / terms.multiplier)


@helper
def world_value(terms: Terms, state: Ints, seat: int, desk: Desk) -> float:
    """The points that a seat which is to draw may expect in a world."""
    row = desk.rows[0]
    describe_world(terms, see(state, seat), state[HAND + 1 - seat], row, desk.rows[1])
    return output(desk.nets[WORLD], row, desk.units)


@helper
def shortlist(desk: Desk, number: int, choices: Ints, prior: NDArray[np.float64]) -> int:
    """The candidates on the desk that are worth searching, best first; returns how many."""
    kept = 0
    throws = 0
    for _ in range(number):
        best = -1
        for i in range(number):
            if desk.choices[i] >= 0 and (best < 0 or desk.values[i] > desk.values[best]):
                best = i
        knocks = desk.choices[best] >> 6 == KNOCK
        if (knocks or throws < THROWS) and (kept == 0 or desk.values[best] > prior[0] - FAR):
            choices[kept] = desk.choices[best]
            prior[kept] = desk.values[best]
            kept += 1
            throws += 0 if knocks else 1
        desk.choices[best] = -1
    return kept


@helper
def search(
    terms: Terms,
    state: Ints,
    seat: int,
    records: Ints,
    worlds: int,
    random: Random,
    desk: Desk,
) -> int:
    """The choice of a seat after so many worlds.

    ``state`` need not hold the other hand: it is not looked at. ``records`` are both seats' turns,
    the latest first, as `codes.View` has them.
    """
    choices = np.zeros(MOST, np.int64)
    prior = np.zeros(MOST)
    number = weigh(terms, see(state, seat), THROWS + 1, NORMAL, True, desk)
    if number == 1:
        return int(desk.choices[0])
    number = shortlist(desk, number, choices, prior)
    if number == 1:
        return int(choices[0])
    they = 1 - seat
    view = view_of_state(terms, state, seat, records)
    cards = np.zeros(view.unseen.size, np.int64)
    hands = np.zeros(2, np.int64)
    sim = np.zeros_like(state)
    totals = np.zeros(number)
    values = np.zeros(number)
    active = np.ones(number, np.int64)
    racing = number
    best = 0
    mood = start = 0
    moods = np.empty(STYLES)
    weigh_styles(terms, view.turns[1], state[EAGER + they], moods)
    at = below_number(1 << 30, random) / (1 << 30)
    for world in range(1, worlds + 1):
        if world % BUNDLE == 1:
            mood = style_at(moods, at)
            at = (at + GOLDEN) % 1.0
            start = sample_belief(view, mood, random, hands, cards)
        else:
            sample_on(view, mood, random, hands, cards, start)
        for i in range(number):
            if active[i]:
                sim[:] = state
                sim[HAND + they] = hands[1]
                if mood == HASTY:
                    sim[EAGER + they] = EAGER_MOST
                elif mood == PATIENT:
                    sim[EAGER + they] = -EAGER_MOST
                totals[i] += playout(terms, seat, mood, choices[i], sim, cards[start:], desk)
        if world % ROUND == 0 or world == worlds:
            noise = SPREAD * SPREAD / world
            share = TRUST * TRUST / (TRUST * TRUST + noise)
            for i in range(number):
                if active[i]:
                    values[i] = prior[i] + share * (totals[i] / world - prior[i])
            for i in range(number):
                if active[i] and (active[best] == 0 or values[i] > values[best]):
                    best = i
            for i in range(number):
                gap = (values[best] - values[i]) / share
                if active[i] and i != best and gap > OUT_OF_RACE * np.sqrt(noise):
                    active[i] = 0
                    racing -= 1
            if racing == 1:
                break
    return int(choices[best])


@helper
def keep_record(records: Ints, seat: int, seen: int, took: int, threw: int) -> None:
    """Put a turn in front of a seat's record; the oldest falls out."""
    for row in range(records.shape[1] - 1, 0, -1):
        records[seat, row] = records[seat, row - 1]
    records[seat, 0, 0] = seen
    records[seat, 0, 1] = took
    records[seat, 0, THREW] = threw


@helper
def keep_turn(state: Ints, records: Ints, choice: int) -> None:
    """Put a choice that ends a turn, or a pass, into the records, before it is made."""
    if choice >> 6 == PASS:
        keep_record(records, state[SEAT], state[UPCARD], 0, -1)
    elif choice >> 6 == DISCARD:
        took = int(state[TAKEN] >= 0)
        keep_record(records, state[SEAT], state[UPCARD], took, choice & 63)


@entry(TERMS, INTS, INTS_3, int64, int64, NETS)
def decide(
    terms: Terms,
    state: Ints,
    records: Ints,
    worlds: int,
    seed: int,
    nets: NDArray[np.float32],
) -> int:
    """The choice of seat 0 for Python; without worlds that of the learnt policy."""
    if worlds == 0:
        return learnt(terms, see(state, 0), WIDE, NORMAL, new_desk(nets))
    random = np.zeros(1, np.uint64)
    start_random(seed, 0, random)
    return search(terms, state, 0, records, worlds, random, new_desk(nets))
