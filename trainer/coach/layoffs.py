"""Why one layoff is better than another. All of it is proved."""

from __future__ import annotations

from trainer.coach.facts import loose_text, points_text
from trainer.coach.verdict import Reason
from trainer.game import (
    Action,
    Position,
    best_spreads,
    deadwood,
    format_hand,
    format_spread,
    layoff_targets,
    layoffs,
    points,
)
from trainer.solver.analysis import ActionValue


def layoff_reasons(
    position: Position, chosen: ActionValue, best: ActionValue
) -> tuple[Reason, ...]:
    """What the chosen layoff leaves, what the best one leaves, and the idea that was missed."""
    hand, melds = position.hand, position.table.spread
    mine = Action.parse(chosen.action).laid
    theirs = Action.parse(best.action).laid
    left, least = deadwood(hand & ~mine), deadwood(hand & ~theirs)
    found = [_left(hand, mine)]
    if left > least:
        found.append(_better(hand, theirs, left - least))
        idea = _missed_idea(melds, hand, mine, theirs)
        if idea is not None:
            found.append(idea)
    shown = position.deadwood_shown
    if shown:
        count = points(shown)
        against = f"The knocker's deadwood is {count}, yours is {left}"
        end = "you undercut" if left <= count else "the knock wins"
        found.append(Reason("undercut" if left <= count else "score", f"{against}: {end}."))
    return tuple(found)


def _left(hand: int, laid: int) -> Reason:
    spread = best_spreads(hand & ~laid)[0]
    melds = format_spread(spread.melds) or "no meld"
    what = f"Laying off {format_hand(laid)}" if laid else "Laying off nothing"
    text = f"{what} leaves {loose_text(spread.loose)}, with {melds} of your own."
    return Reason("layoff", text, format_hand(laid))


def _better(hand: int, laid: int, gain: int) -> Reason:
    spread = best_spreads(hand & ~laid)[0]
    melds = format_spread(spread.melds) or "no meld"
    what = f"Laying off {format_hand(laid)}" if laid else "Laying off nothing"
    text = (
        f"{what} leaves {loose_text(spread.loose)}, with {melds} of your own: "
        f"{points_text(gain)} less."
    )
    return Reason("cost", text, format_hand(laid))


def _missed_idea(melds: tuple[int, ...], hand: int, mine: int, best: int) -> Reason | None:
    """The idea behind the better layoff: a broken meld kept, a re-meld, a chain, a missed card."""
    missed = best & ~mine
    if not missed:
        back = mine & ~best
        text = f"{format_hand(back)} {_verb(back, 'is', 'are')} worth more in your own melds."
        return Reason("remeld", text, format_hand(back))
    loose = best_spreads(hand)[0].loose
    moved = missed & ~loose
    if moved and min(deadwood(hand & ~laid) for laid in layoffs(melds, loose)) > deadwood(
        hand & ~best
    ):
        text = (
            f"{format_hand(moved)} {_verb(moved, 'sits', 'sit')} in a meld of your own at first "
            f"sight, yet {_verb(moved, 'does', 'do')} more on the knocker's."
        )
        return Reason("remeld", text, format_hand(moved))
    later = missed & ~layoff_targets(melds)
    if later:
        text = (
            f"{format_hand(later)} {_verb(later, 'fits', 'fit')} once the card before lies there."
        )
        return Reason("chain", text, format_hand(later))
    text = f"{format_hand(missed)} {_verb(missed, 'fits', 'fit')} the knocker's melds."
    return Reason("layoff", text, format_hand(missed))


def _verb(cards: int, one: str, several: str) -> str:
    return one if cards.bit_count() == 1 else several
