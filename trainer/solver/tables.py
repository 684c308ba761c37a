"""From what playouts came to, the entries of an analysis."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from trainer.game import Action, Position, format_spread
from trainer.solver.analysis import (
    CHANCE_OF_A_POINT,
    ActionValue,
    Compared,
    MatchValue,
    Reply,
    SpreadValue,
    is_accepted,
)
from trainer.solver.codes import ENDINGS, REPLIES
from trainer.solver.playouts import Estimate, Outcome

_PLACES = 4  # decimals kept of points and shares
_CHANCE_PLACES = 6  # decimals kept of chances to win the match


def action_values(
    position: Position,
    ways: Sequence[Action],
    spreads: Sequence[tuple[SpreadValue, ...]],
    outcome: Outcome,
    *,
    replies: bool,
) -> tuple[ActionValue, ...]:
    """The entries of all actions, best first.

    ``spreads`` are those of each action if it is a knock; ``replies`` tells whether the outcome
    has followed what the opponent does next.
    """
    gaps = _losses(outcome.points, _PLACES)
    match = _match_values(outcome)
    best = best_way(outcome)
    ending_errors = outcome.endings.gap_errors(best).tolist()
    entries = []
    for i, action in enumerate(ways):
        lost, gap_error = gaps[i]
        followed = replies and action.kind in ("discard", "pass")
        entries.append(
            ActionValue(
                action=action.label,
                value=round(float(outcome.points.means[i]), _PLACES),
                error=round(float(outcome.points.errors[i]), _PLACES),
                points_lost=lost,
                gap_error=gap_error,
                accepted=_is_accepted(lost, gap_error, match[i], position.multiplier),
                match=match[i],
                spread=format_spread(action.melds) if action.kind == "knock" else "",
                spreads=spreads[i],
                endings=_named(ENDINGS, outcome.endings.shares[i].tolist()),
                ending_points=_named(ENDINGS, outcome.endings.points[i].tolist()),
                ending_gap_errors=_named(ENDINGS, ending_errors[i]),
                replies=_replies(outcome, i) if followed else {},
                enumerated=i in outcome.counted,
                fits=round(float(outcome.fits[i]), _PLACES) if followed else None,
            )
        )
    return tuple(sorted(entries, key=_loss))


def spread_values(
    ways: Sequence[Action], outcome: Outcome, multiplier: int
) -> tuple[SpreadValue, ...]:
    """The entries of a knock's spreads, best first."""
    values = [
        SpreadValue(
            spread=format_spread(way.melds),
            points_lost=lost,
            gap_error=error,
            accepted=_is_accepted(lost, error, match, multiplier),
            match=match,
        )
        for way, (lost, error), match in zip(
            ways, _losses(outcome.points, _PLACES), _match_values(outcome), strict=True
        )
    ]
    return tuple(sorted(values, key=_loss))


def best_way(outcome: Outcome) -> int:
    """The candidate to choose: by the match where there is one to win, else by points."""
    points = outcome.points.means
    chance = points if outcome.chance is None else outcome.chance.means
    return int(np.lexsort((points, chance))[-1])


def _is_accepted(
    points_lost: float, gap_error: float, match: MatchValue | None, multiplier: int
) -> bool:
    """Whether a choice is right: for the match where there is one to win, else by points."""
    if match is None:
        return is_accepted(points_lost, gap_error, multiplier)
    return is_accepted(match.chance_lost, match.gap_error, CHANCE_OF_A_POINT)


def _loss(choice: Compared) -> tuple[float, float]:
    """What choices are sorted by; points tell between equal chances."""
    return 0.0 if choice.match is None else choice.match.chance_lost, choice.points_lost


def _match_values(outcome: Outcome) -> list[MatchValue] | list[None]:
    """What each candidate is worth for the match."""
    chance, margin = outcome.chance, outcome.margin
    if chance is None:
        return [None] * len(outcome.fits)
    return [
        MatchValue(
            chance=round(float(chance.means[i]), _CHANCE_PLACES),
            error=round(float(chance.errors[i]), _CHANCE_PLACES),
            chance_lost=lost,
            gap_error=gap_error,
            margin=None if margin is None else round(float(margin[i]), _PLACES),
        )
        for i, (lost, gap_error) in enumerate(_losses(chance, _CHANCE_PLACES))
    ]


def _losses(estimate: Estimate, places: int) -> list[tuple[float, float]]:
    """What each candidate loses against the best, and the standard errors."""
    best = int(estimate.means.argmax())
    lost = estimate.means[best] - estimate.means
    errors = estimate.gap_errors(best)
    return [
        (round(gap, places), round(error, places))
        for gap, error in zip(lost.tolist(), errors.tolist(), strict=True)
    ]


def _named(names: Sequence[str], amounts: Sequence[float]) -> dict[str, float]:
    """The amounts by name, without those that are nothing."""
    return {
        name: round(amount, _PLACES) for name, amount in zip(names, amounts, strict=True) if amount
    }


def _replies(outcome: Outcome, i: int) -> dict[str, Reply]:
    """What the opponent did next; the first name stands for nothing, which a throw may void."""
    shares, points = outcome.replies.shares[i].tolist(), outcome.replies.points[i].tolist()
    return {
        name: Reply(share=round(share, _PLACES), points=round(scored, _PLACES))
        for name, share, scored in zip(REPLIES, shares, points, strict=True)
        if share
    }
