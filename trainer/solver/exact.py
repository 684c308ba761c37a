"""Decisions that need no belief about hidden cards, answered without compiled code."""

from __future__ import annotations

from itertools import repeat

from trainer.game import Action, Position, deadwood, melded, points
from trainer.solver.analysis import ActionValue, MatchValue, is_accepted

Valued = tuple[Action, float]


def exact_values(position: Position) -> tuple[ActionValue, ...] | None:
    """The table of a decision that is certain, best action first; None where a belief is needed.

    Certain are layoffs, decisions with one legal action, and those where every action is gin.

    Raises:
        trainer.game.Illegal: it is not seat 0's turn.
    """
    if position.ask == "layoff":
        valued = _layoffs(position)
        return _table(valued, position.multiplier, _for_match(position, valued))
    actions = position.legal_actions()
    if all(action.kind in ("gin", "big gin") for action in actions):
        return _table([(a, float(_bonus(position, a))) for a in actions], position.multiplier)
    if len(actions) == 1:
        return _table([(actions[0], 0.0)], position.multiplier)
    return None


def _bonus(position: Position, action: Action) -> int:
    """What a gin scores besides the opponents' deadwood, which is the same for every gin."""
    rules = position.rules
    bonus = rules.gin_bonus if action.kind == "gin" else rules.big_gin_bonus or 0
    return bonus * position.multiplier


def _layoffs(position: Position) -> list[Valued]:
    """Every layoff with what seat 0 and the knocker settle between them.

    The points go to one side or the other: the knocker's count against the mean of the opponents'.
    Where the knocker's loose cards are not given, the least they can be is assumed: the gaps in
    deadwood are right then, and an undercut is counted only where it is certain.
    """
    table, rules = position.table, position.rules
    assert table.knocker is not None  # the phase is layoff
    sure = position.deadwood_shown or table.known[table.knocker] & ~melded(table.spread)
    knocker = max(1, points(sure))
    valued = []
    for action in sorted(
        position.legal_actions(), key=lambda action: (action.laid.bit_count(), action.laid)
    ):
        left = deadwood(position.hand & ~action.laid)
        if left > knocker:
            value = -(rules.knock_bonus + left - knocker) / (position.players - 1)
        else:
            value = float(rules.undercut_bonus + knocker - left)
        valued.append((action, value * position.multiplier))
    return valued


def _for_match(position: Position, valued: list[Valued]) -> list[MatchValue] | None:
    """What results of the deal are worth for the match; None where there is none to win."""
    if position.score is None:
        return None
    import numpy as np  # not for a position without a score

    from trainer.solver.equity import stakes_of

    stakes = stakes_of(position)
    if stakes is None:
        return None
    chances, *margins = stakes.of(np.array([value for _, value in valued]))
    return [
        MatchValue(
            chance=float(chances[i]),
            error=0.0,
            chance_lost=float(chances.max() - chances[i]),
            gap_error=0.0,
            margin=float(margins[0][i]) if margins else None,
        )
        for i in range(len(valued))
    ]


def _table(
    valued: list[Valued], multiplier: int, match: list[MatchValue] | None = None
) -> tuple[ActionValue, ...]:
    best = max(value for _, value in valued)
    return tuple(
        ActionValue(
            action=action.label,
            value=value,
            error=0.0,
            points_lost=best - value,
            gap_error=0.0,
            accepted=is_accepted(best - value, 0.0, multiplier),
            match=worth,
        )
        for (action, value), worth in sorted(
            zip(valued, match or repeat(None), strict=False), key=lambda entry: -entry[0][1]
        )
    )
