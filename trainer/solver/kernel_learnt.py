"""The learnt policy: three small networks that weigh throws, knocks and leaving the upcard.

A network is a layer of rectified units and a linear bypass; all three speak of the same quantity,
points of the deal less something that is the same for all actions of a decision. Taking the
upcard is worth the best that can be done after it. Gin is always taken. How the weights were
found is told in `trainer.lab.train`.
"""
# ruff: noqa: PLR0917  (kernels take plain numbers, and the game has many)

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numba
import numpy as np

from trainer.solver.codes import (
    BIG_GIN,
    DISCARD,
    GIN,
    KNOCK,
    OFFER,
    PASS,
    PILE,
    STOCK,
    TAKE,
    TURN,
    Terms,
)
from trainer.solver.kernel_cards import (
    above,
    below,
    card_of,
    deadwood,
    points,
)
from trainer.solver.kernel_duel import Sight, unseen_by
from trainer.solver.kernel_features import (
    FEATURES,
    describe_hand,
    describe_knock,
    describe_left,
    describe_table,
    describe_throw,
)
from trainer.solver.kernel_jit import helper
from trainer.solver.kernel_policy import burden, completes, danger

if TYPE_CHECKING:
    from typing import Any

    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]
    Singles = NDArray[np.float32]

THROWING, KNOCKING, LEAVING, WORLD = range(4)
"""The networks. The last is no part of the policy: it tells what a world is worth to the player who
is to draw, both hands being known, and ends the playouts of a search."""
UNITS = 24
"""Columns of a network: its rectified units, and last the bypass."""
ROWS = FEATURES + 2
"""Rows of a network: weights of the features, biases, weights of the units."""

SLACK = 100.0
"""Throws that the base policy likes so much less than its best, in tenths of a point, are out."""
WIDE = 3  # throws that the policy weighs when it plays without search
MOST = 8
"""Room for the candidates of a decision."""
NORMAL, HASTY, PATIENT = range(3)
"""Moods: knocking when it seems best, as soon as it is allowed, never without gin."""


class Desk(NamedTuple):
    """What the policy needs to work: its weights, and room for candidates."""

    nets: Singles
    """Shape (4, ROWS, UNITS)."""
    rows: Singles
    """Shape (MOST, FEATURES): the features of each candidate."""
    units: Singles
    """Shape (UNITS,)."""
    values: Floats
    """Shape (MOST,): the value of each candidate in points."""
    choices: Ints
    """Shape (MOST,): ``kind << 6 | card`` of each candidate."""
    which: Ints
    """Shape (MOST,): the network that weighed it."""


_types: Any = numba.types
NETS = _types.float32[:, :, ::1]


@helper
def new_desk(nets: Singles) -> Desk:
    """A desk for one thread."""
    return Desk(
        nets,
        np.zeros((MOST, FEATURES), np.float32),
        np.zeros(UNITS, np.float32),
        np.zeros(MOST),
        np.zeros(MOST, np.int64),
        np.zeros(MOST, np.int64),
    )


@helper
def output(net: Singles, row: Singles, units: Singles) -> float:
    """What a network makes of a row of features, in points."""
    for unit in range(UNITS):
        units[unit] = net[FEATURES, unit]
    for feature in range(FEATURES):
        size = row[feature]
        if size != 0:
            for unit in range(UNITS):
                units[unit] += size * net[feature, unit]
    total = units[UNITS - 1]
    for unit in range(UNITS - 1):
        total += max(units[unit], 0.0) * net[FEATURES + 1, unit]
    return float(10.0 * total)


@helper
def rank_throws(terms: Terms, sight: Sight, hand: int, taken: int, wide: int, desk: Desk) -> int:
    """Put the ``wide`` throws that the base policy likes best on the desk, best first.

    Returns the least deadwood that a throw leaves, and that throw: ``deadwood << 6 | card``.
    """
    choices, scores = desk.choices, desk.values
    scores[:] = 1e9
    left = hand if taken < 0 or terms.may_rediscard else hand & ~(1 << taken)
    unseen = unseen_by(sight) & ~hand
    least = 1000 << 6
    held = 0
    while left:
        bit = left & -left
        left ^= bit
        card = card_of(bit)
        rest = hand ^ bit
        remains = deadwood(rest)
        least = min(least, remains << 6 | card)
        score = burden(remains, rest, unseen, sight.turns) + danger(card, unseen, sight.known)
        if held < wide:
            held += 1
        elif score >= scores[held - 1]:
            continue
        at = held - 1
        while at > 0 and scores[at - 1] > score:
            scores[at] = scores[at - 1]
            choices[at] = choices[at - 1]
            at -= 1
        scores[at] = score
        choices[at] = DISCARD << 6 | card
    return least


@helper
def weigh_turn(terms: Terms, sight: Sight, hand: int, taken: int, wide: int, desk: Desk) -> int:
    """Put what can be done with eleven cards on the desk, with its value; returns how many.

    At most ``wide`` throws, then the leanest knock if one is allowed. Where gin is to be had it is
    the only one, and of great value.
    """
    if terms.big_gin_bonus >= 0 and deadwood(hand) == 0:
        desk.choices[0] = BIG_GIN << 6
        desk.values[0] = 1000.0
        return 1
    leanest = rank_throws(terms, sight, hand, taken, wide, desk)
    if leanest >> 6 == 0:
        desk.choices[0] = GIN << 6 | leanest & 63
        desk.values[0] = 1000.0
        return 1
    number = 1
    while number < wide and desk.values[number] < desk.values[0] + SLACK:
        number += 1
    unseen = unseen_by(sight) & ~hand
    shown = sight.shown | (1 << taken if taken >= 0 else 0)
    for i in range(number):
        card = desk.choices[i] & 63
        row = desk.rows[i]
        row[:] = 0.0
        rest = hand ^ 1 << card
        describe_table(terms, sight, shown & ~(1 << card), row)
        describe_hand(terms, sight.known, rest, unseen, row)
        describe_throw(sight, card, rest, unseen, row)
        desk.which[i] = THROWING
        desk.values[i] = output(desk.nets[THROWING], row, desk.units)
    if leanest >> 6 <= terms.limit:
        row = desk.rows[number]
        row[:] = 0.0
        describe_table(terms, sight, shown, row)
        describe_knock(terms, sight, hand ^ 1 << (leanest & 63), unseen, row)
        desk.choices[number] = KNOCK << 6 | leanest & 63
        desk.which[number] = KNOCKING
        # A bonus for knocking is not in the weights; most knocks win it.
        desk.values[number] = output(desk.nets[KNOCKING], row, desk.units) + terms.knock_bonus
        number += 1
    return number


@helper
def best_of(desk: Desk, number: int) -> int:
    """The candidate of most value."""
    best = 0
    for i in range(1, number):
        if desk.values[i] > desk.values[best]:
            best = i
    return best


@helper
def in_mood(desk: Desk, number: int, mood: int) -> int:
    """The candidate that a player takes in a mood; a knock is the last one on the desk."""
    knocks = desk.choices[number - 1] >> 6 == KNOCK
    if knocks and mood == HASTY:
        return number - 1
    if knocks and mood == PATIENT:
        number -= 1
    return best_of(desk, number)


@helper
def of_use(hand: int, upcard: int) -> bool:
    """Whether an upcard is worth a thought: it melds, or it is well below the highest card."""
    if completes(hand) >> upcard & 1:
        return True
    bit = 1 << upcard
    with_one = (above(bit) | below(bit)) & hand != 0
    return points(bit) <= 7 or with_one


@helper
def weigh_upcard(
    terms: Terms, sight: Sight, wide: int, mood: int, thorough: bool, desk: Desk
) -> int:
    """Put leaving and taking the upcard on the desk; returns how many candidates that makes.

    Unless ``thorough``, cards that are of no use are left without being weighed.
    """
    leave = (PASS if sight.phase == OFFER else STOCK) << 6
    take = (TAKE if sight.phase == OFFER else PILE) << 6
    if sight.forced or not (thorough or of_use(sight.hand, sight.upcard)):
        desk.choices[0] = leave
        return 1
    if not thorough and not completes(sight.hand) >> sight.upcard & 1:
        wide = 1
    number = weigh_turn(terms, sight, sight.hand | 1 << sight.upcard, sight.upcard, wide, desk)
    best = in_mood(desk, number, mood)
    worth = desk.values[best]
    kind = desk.choices[best] >> 6
    desk.choices[1] = take
    desk.values[1] = worth
    desk.which[1] = desk.which[best]
    if kind >= GIN or (kind == KNOCK and mood == HASTY):
        desk.choices[0] = take
        return 1
    if best != 1:
        desk.rows[1] = desk.rows[best]
    row = desk.rows[0]
    row[:] = 0.0
    unseen = unseen_by(sight)
    describe_table(terms, sight, sight.shown, row)
    describe_hand(terms, sight.known, sight.hand, unseen, row)
    describe_left(sight, unseen, row)
    desk.choices[0] = leave
    desk.which[0] = LEAVING
    desk.values[0] = output(desk.nets[LEAVING], row, desk.units)
    return 2


@helper
def weigh(terms: Terms, sight: Sight, wide: int, mood: int, thorough: bool, desk: Desk) -> int:
    """Put the candidates of any decision on the desk; returns how many."""
    if sight.phase == TURN:
        return weigh_turn(terms, sight, sight.hand, sight.taken, wide, desk)
    return weigh_upcard(terms, sight, wide, mood, thorough, desk)


@helper
def learnt(terms: Terms, sight: Sight, wide: int, mood: int, desk: Desk) -> int:
    """The learnt policy's choice."""
    number = weigh(terms, sight, wide, mood, False, desk)
    if number == 1:
        return int(desk.choices[0])
    return int(desk.choices[in_mood(desk, number, mood)])
