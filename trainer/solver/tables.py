"""From what playouts came to, the entries of an analysis."""

from __future__ import annotations

from collections.abc import Sequence

from trainer.game import Action, Position, format_spread
from trainer.solver.analysis import ActionValue, Reply, SpreadValue, is_accepted
from trainer.solver.codes import ENDINGS, REPLIES
from trainer.solver.playouts import Estimate, Outcome

_PLACES = 4  # decimals kept of points and shares


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
    gaps = losses(outcome.points)
    best = int(outcome.points.means.argmax())
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
                accepted=is_accepted(lost, gap_error, position.multiplier),
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
    return tuple(sorted(entries, key=lambda entry: entry.points_lost))


def spread_values(
    ways: Sequence[Action], points: Estimate, multiplier: int
) -> tuple[SpreadValue, ...]:
    """The entries of a knock's spreads, best first."""
    values = [
        SpreadValue(
            spread=format_spread(way.melds),
            points_lost=lost,
            gap_error=error,
            accepted=is_accepted(lost, error, multiplier),
        )
        for way, (lost, error) in zip(ways, losses(points), strict=True)
    ]
    return tuple(sorted(values, key=lambda value: value.points_lost))


def losses(estimate: Estimate) -> list[tuple[float, float]]:
    """What each candidate loses against the best, and the standard errors."""
    best = int(estimate.means.argmax())
    lost = estimate.means[best] - estimate.means
    errors = estimate.gap_errors(best)
    return [
        (round(gap, _PLACES), round(error, _PLACES))
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
