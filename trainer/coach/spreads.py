"""Why one way to lay down a knock is better than another."""

from __future__ import annotations

from trainer.coach.facts import loss_text, points_text
from trainer.coach.grades import inseparable
from trainer.coach.verdict import Reason
from trainer.game import (
    Action,
    Position,
    format_hand,
    format_spread,
    layoff_targets,
    melded,
    parse_spread,
    points,
)
from trainer.solver.analysis import ActionValue, Analysis


def spread_reasons(
    position: Position, action: Action, knock: ActionValue, analysis: Analysis
) -> tuple[Reason, ...]:
    """What the spread costs against the best one, its deadwood, and the live cards that fit it."""
    best = parse_spread(knock.spread)
    left = position.hand & ~(1 << (action.card or 0))
    mine, theirs = (_offer(position, left, melds) for melds in (action.melds, best))
    if action.melds == best:
        return (Reason("spread-choice", f"It declares {points_text(mine[0])}. {_fits(mine[1])}"),)
    text = format_spread(best)
    spread = knock.find_spread(format_spread(action.melds))
    if spread is None or inseparable(*analysis.loss(spread)):
        cost = Reason("close", f"{text} is as good: the difference is within the error.")
    else:
        cost = Reason(
            "cost",
            f"This loses {loss_text(analysis.loss(spread), by_match=analysis.by_match)} to {text}.",
        )
    why = (
        f"Your spread declares {points_text(mine[0])}, the other {theirs[0]}. "
        f"Yours: {_fits(mine[1])} The other: {_fits(theirs[1])}"
    )
    return (cost, Reason("spread-choice", why, format_hand(mine[1] & ~theirs[1])))


def _offer(position: Position, left: int, melds: tuple[int, ...]) -> tuple[int, int]:
    """The deadwood a spread declares, and the cards out there that fit it at once."""
    return points(left & ~melded(melds)), layoff_targets(melds) & ~position.hand & _out(position)


def _out(position: Position) -> int:
    """Cards a defender may hold."""
    cards = position.unseen
    for known in position.table.known[1:]:
        cards |= known
    return cards


def _fits(cards: int) -> str:
    held = cards.bit_count()
    if not held:
        return "no card that is out fits it."
    fit = "cards that are out fit" if held > 1 else "card that is out fits"
    return f"{held} {fit}: {format_hand(cards)}."
