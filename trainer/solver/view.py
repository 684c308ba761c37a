"""A position as the kernels need it: tuples of ints and arrays. Imports numpy, but not numba."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from operator import or_

import numpy as np
from numpy.typing import NDArray

from trainer.game import Action, Position, Rules, Table, cards_of, hand_of, is_set
from trainer.game.table import PILE_TAKES
from trainer.solver import codes
from trainer.solver.codes import KINDS, Spot, Terms, View

Ints = NDArray[np.int64]

_PHASES = {"offer": codes.OFFER, "draw": codes.DRAW, "discard": codes.TURN}


def terms_of(rules: Rules, players: int, first_upcard: int) -> Terms:
    """The rules of one deal for the kernels."""
    return Terms(
        players=players,
        limit=rules.limit(first_upcard),
        multiplier=rules.multiplier(first_upcard),
        gin_bonus=rules.gin_bonus,
        big_gin_bonus=-1 if rules.big_gin_bonus is None else rules.big_gin_bonus,
        knock_bonus=rules.knock_bonus,
        undercut_bonus=rules.undercut_bonus,
        must_gin=int(rules.must_gin),
        melds_after_gin=int(rules.melds_after_gin),
        may_rediscard=int(rules.may_rediscard),
        void_stock=rules.void_stock,
        most_takes=PILE_TAKES,
    )


def view_of(position: Position) -> View:
    """The view of a position in which seat 0 is to answer an offer, to draw or to discard."""
    table = position.table
    passed = len(table.history) if table.phase == "offer" else 0
    # Cards of the stock that a history names are as sure as cards taken from the pile.
    known = [table.known[seat] | table.drawn_and_kept(seat) for seat in range(table.players)]
    known[0] = table.known[0]
    located = hand_of(table.pile) | position.hand
    for cards in known:
        located |= cards
    spot = Spot(
        phase=_PHASES[table.phase],
        offers=table.players - passed,
        upcard=-1 if table.upcard is None else table.upcard,
        taken=-1 if table.taken is None else table.taken,
        takes=table.pile_takes,
        stock=table.stock,
        forced=int(table.stock_forced),
        dead=hand_of(table.pile),
    )
    hands = np.zeros(table.players, np.int64)
    hands[0] = position.hand
    return View(
        terms=terms_of(position.rules, table.players, table.first_upcard),
        spot=spot,
        hands=hands,
        known=np.array(known, np.int64),
        turns=np.array(table.turns, np.int64),
        unseen=np.array(cards_of(~located & (1 << 52) - 1), np.int64),
        records=_records(table),
    )


def _records(table: Table) -> Ints:
    """By seat, its turns, the latest first, filled up with -1."""
    turns: list[list[tuple[int, int, int]]] = [[] for _ in range(table.players)]
    upcard, took = table.first_upcard, 0
    for seat, action in table.steps():
        match action.kind:
            case "pass":
                turns[seat].append((upcard, 0, -1))
            case "stock":
                took = 0
            case "take" | "pile":
                took = 1
            case "discard":
                assert action.card is not None  # the table has refused a throw without a card
                turns[seat].append((upcard, took, action.card))
                upcard = action.card
            case _:
                pass
    longest = max(1, *(len(rows) for rows in turns))
    records = np.full((table.players, longest, 3), -1, np.int64)
    for seat, rows in enumerate(turns):
        for k, row in enumerate(reversed(rows)):
            records[seat, k] = row
    return records


def state_of(position: Position, view: View) -> Ints:
    """The state of `kernel_duel` as seat 0 knows it: the other hand is empty.

    With more than two players the next one sits in seat 1, and what is known of the rest is dead.
    """
    from trainer.solver import kernel_duel as duel

    table, spot, known = position.table, view.spot, view.known.tolist()
    state = np.zeros(duel.STATE, np.int64)
    state[duel.HAND] = position.hand
    for start, by_seat in (
        (duel.KNOWN, known),
        (duel.TURNS, table.turns),
        (duel.THROWN, table.thrown),
        (duel.DECLINED, table.declined),
    ):
        state[start : start + 2] = by_seat[:2]
    for at, value in (
        (duel.PHASE, spot.phase),
        (duel.OFFERS, spot.offers),
        (duel.UPCARD, spot.upcard),
        (duel.TAKEN, spot.taken),
        (duel.DRAWN, -1 if position.drawn is None else position.drawn),
        (duel.TAKES, spot.takes),
        (duel.LEFT, spot.stock),
        (duel.DEAD, reduce(or_, known[2:], spot.dead)),
        (duel.FORCED, spot.forced),
    ):
        state[at] = value
    return state


def choice_of(action: Action) -> int:
    """An action as the kernels number it: ``kind << 6 | card``."""
    card = action.card if action.card is not None and action.kind != "stock" else 0
    return KINDS.index(action.kind) << 6 | card


def action_of(choice: int) -> Action:
    """The action of a kernel's number; a knock is without its spread."""
    kind, card = KINDS[choice >> 6], choice & 63
    return Action(kind, card if kind in ("discard", "knock", "gin") else None)


def candidate_of(action: Action) -> tuple[int, int, int]:
    """An action as a row of candidates: its choice, and a knock's cards in runs and in sets."""
    sets = _union(meld for meld in action.melds if is_set(meld))
    return choice_of(action), _union(action.melds) & ~sets, sets


def candidates_of(actions: Sequence[Action]) -> Ints:
    """The rows of several actions."""
    return np.array([candidate_of(action) for action in actions], np.int64).reshape(-1, 3)


def _union(melds: Iterable[int]) -> int:
    cards = 0
    for meld in melds:
        cards |= meld
    return cards
