"""Why one decision is worse than another, in the game's own terms.

The cost and the shares of the endings come from the analysis that graded the answer. Everything
else is counted from the position and stands beside them as evidence: deadwood, live outs, what a
discard could complete, what the limit allows.
"""

from __future__ import annotations

from trainer.coach.facts import (
    after_taking,
    always_melded,
    hidden,
    joins_known,
    melds_upcard,
    opponents_known,
    outs,
    points_text,
    useful_pairs,
)
from trainer.coach.grades import inseparable
from trainer.coach.layoffs import layoff_reasons
from trainer.coach.questions import said
from trainer.coach.verdict import Reason
from trainer.game import Action, Position, deadwood, format_card, format_hand
from trainer.solver.analysis import ActionValue, Analysis

ENDING_WORDS = {
    "my gin": "you go gin",
    "my knock": "your knock wins",
    "undercut by them": "your knock is undercut",
    "their knock": "they knock and win",
    "their gin": "they go gin",
    "my undercut": "you undercut them",
    "void": "the deal is void",
}
"""Endings of :data:`trainer.solver.codes.ENDINGS`, as a person says them."""

NOTABLE_SHIFT = 0.04
"""Endings are quoted where their share differs by at least so much between two choices."""


def reasons_for(position: Position, chosen: ActionValue, analysis: Analysis) -> tuple[Reason, ...]:
    """The reasons that set the chosen action apart from the best, the cost first."""
    best = analysis.best
    if position.ask == "layoff":
        return layoff_reasons(position, chosen, best)
    if chosen.action == best.action:
        return _praise(position, analysis)
    mine, theirs = Action.parse(chosen.action), Action.parse(best.action)
    found = [_cost(chosen, analysis)]
    if not inseparable(chosen.points_lost, chosen.gap_error):
        shift = _endings(chosen, best, analysis)
        if shift is not None:
            found.append(shift)
    if position.ask in ("offer", "draw"):
        found.append(_upcard_reason(position, takes=theirs.kind in ("take", "pile")))
    else:
        found += _discard_reasons(position, mine, theirs)
    return tuple(found)


def _plus_minus(points_lost: float, error: float) -> str:
    return f"about {points_lost:.1f} points (± {2 * error:.1f})"


def _cost(chosen: ActionValue, analysis: Analysis) -> Reason:
    """What the choice loses, with twice its joint standard error."""
    best = analysis.best
    doing = said(Action.parse(best.action))
    if analysis.tier == "exact":
        text = f"You lose {points_text(chosen.points_lost)}: it was best to {doing}."
        return Reason("cost", text)
    cost = _plus_minus(chosen.points_lost, chosen.gap_error)
    if inseparable(chosen.points_lost, chosen.gap_error):
        return Reason(
            "close",
            f"Too close to tell from the best: to {doing} is {cost} better, within the error.",
        )
    if chosen.accepted:
        return Reason("close", f"As good as the best: to {doing} gains only {cost}.")
    return Reason("cost", f"This loses {cost}: it was best to {doing}.")


def _praise(position: Position, analysis: Analysis) -> tuple[Reason, ...]:
    """For the best answer: how clear it was, and what it keeps."""
    if len(analysis.actions) == 1:
        return (Reason("illegal", "It was the only legal action."),)
    best, second = analysis.best, analysis.actions[1]
    doing = said(Action.parse(second.action))
    if analysis.tier == "exact":
        text = "No action scores more."
    elif inseparable(second.points_lost, second.gap_error):
        text = f"To {doing} is just as good: the difference is within the error."
    else:
        cost = _plus_minus(second.points_lost, second.gap_error)
        text = f"The next best, to {doing}, loses {cost}."
    found = [Reason("cost", text)]
    action = Action.parse(best.action)
    if action.kind == "discard" and action.card is not None:
        left = position.hand & ~(1 << action.card)
        live = outs(left, position.unseen)
        if live:
            found.append(
                Reason(
                    "outs",
                    f"It leaves {deadwood(left)} deadwood and {live.bit_count()} live outs: "
                    f"{format_hand(live)}.",
                    format_hand(live),
                )
            )
    return tuple(found)


def _endings(chosen: ActionValue, best: ActionValue, analysis: Analysis) -> Reason | None:
    """The endings whose shares differ most between the two choices."""
    names = [name for name in ENDING_WORDS if name in chosen.endings or name in best.endings]
    shifts = sorted(
        names,
        key=lambda name: -abs(chosen.endings.get(name, 0.0) - best.endings.get(name, 0.0)),
    )
    told = [
        f"{ENDING_WORDS[name]} in {chosen.endings.get(name, 0.0):.0%} of the sampled deals, "
        f"not {best.endings.get(name, 0.0):.0%}"
        for name in shifts[:2]
        if abs(chosen.endings.get(name, 0.0) - best.endings.get(name, 0.0)) >= NOTABLE_SHIFT
    ]
    if not told or analysis.tier == "exact":
        return None
    return Reason("endings", f"After your choice {'; '.join(told)}.")


# -- offers and draws ------------------------------------------------------------------------------


def _upcard_reason(position: Position, *, takes: bool) -> Reason:
    """What the upcard does for the hand; ``takes`` is whether it was best to take it."""
    upcard = format_card(position.table.pile[-1])
    now = deadwood(position.hand)
    after, throw = after_taking(position)
    change = f"from {now} to {after}" if after != now else f"at {now}"
    verb = "brings" if after != now else "leaves"
    taking = f"taking it and throwing {format_card(throw)} {verb} your deadwood {change}"
    melds = melds_upcard(position)
    if takes:
        text = (
            f"{upcard} melds: {taking}"
            if melds
            else f"{upcard} melds with nothing yet, but {taking}"
        )
        return Reason("take-meld" if melds else "deadwood", f"{text}.", upcard)
    what = "melds, and" if melds else "melds with nothing you hold:"
    text = (
        f"{upcard} {what} {taking}. It also shows a card, and gives up the draw of an unknown one."
    )
    return Reason("take-meld" if melds else "take-nothing", text, upcard)


# -- discards, knocks and gins -------------------------------------------------------------------


def _discard_reasons(position: Position, mine: Action, best: Action) -> list[Reason]:
    if best.kind in ("gin", "big gin"):
        return [_gin_missed(position, best)]
    assert best.card is not None  # only big gin throws nothing
    if mine.card is None or mine.kind == "gin":
        return [_waiting(position, best.card)] if best.kind == "discard" else []
    if mine.kind == best.kind == "discard":
        return _two_throws(position, mine.card, best.card)
    if mine.kind == best.kind:
        return [_limit_allows(position, mine, best), _deadwood(position, mine.card, best.card)]
    waiting = mine.card if mine.kind == "discard" else best.card
    return [_limit_allows(position, mine, best), _waiting(position, waiting)]


def _gin_missed(position: Position, best: Action) -> Reason:
    if best.kind == "big gin":
        bonus = (position.rules.big_gin_bonus or 0) * position.multiplier
        return Reason(
            "big-gin",
            f"All {position.hand.bit_count()} cards are melded: big gin, {bonus} points and "
            f"{_opponents(position)} deadwood.",
        )
    card = format_card(best.card or 0)
    bonus = position.rules.gin_bonus * position.multiplier
    text = (
        f"After {card} every card is melded: gin, {bonus} points and {_opponents(position)} "
        "deadwood."
    )
    return Reason("gin-missed", text, card)


def _opponents(position: Position) -> str:
    whose = "your opponent's" if position.players == 2 else "your opponents'"
    return f"twice {whose}" if position.multiplier == 2 else whose


def _limit_allows(position: Position, mine: Action, best: Action) -> Reason:
    """What the limit allowed, told of the knock in question."""
    knock = mine if mine.kind == "knock" else best
    count = deadwood(position.hand & ~(1 << (knock.card or 0)))
    card = format_card(knock.card or 0)
    allowed = (
        f"Throwing {card} takes your deadwood from {deadwood(position.hand)} to {count}, and this "
        f"deal's limit of {position.limit} allows a knock"
    )
    if mine.kind == best.kind:
        return Reason("knock-count", f"{allowed} with either card.", card)
    if mine.kind == "knock":
        left = position.table.stock
        return Reason(
            "wait", f"{allowed}, but you need not: {left} cards are left in the stock.", card
        )
    return Reason("knock", f"{allowed}.", card)


def _waiting(position: Position, card: int) -> Reason:
    """What playing on leaves and waits for."""
    left = position.hand & ~(1 << card)
    live = outs(left, position.unseen)
    waits = f"{live.bit_count()} live outs: {format_hand(live)}" if live else "no live card"
    text = (
        f"Playing on with {format_card(card)} thrown, you hold {deadwood(left)} deadwood and wait "
        f"for {waits}."
    )
    return Reason("outs", text, format_hand(live))


def _deadwood(position: Position, mine: int, best: int) -> Reason:
    """What two throws leave of the deadwood there is."""
    count, better = (deadwood(position.hand & ~(1 << card)) for card in (mine, best))
    my_card, best_card = format_card(mine), format_card(best)
    now = deadwood(position.hand)
    if always_melded(position.hand) >> mine & 1 and count > better:
        text = (
            f"{my_card} belongs to a meld: of {now} deadwood, throwing it leaves {count}, throwing "
            f"{best_card} {better}."
        )
        return Reason("breaks-meld", text, my_card)
    text = f"Of {now} deadwood, throwing {my_card} leaves {count}, throwing {best_card} {better}."
    return Reason("deadwood", text, f"{my_card} {best_card}")


def _two_throws(position: Position, mine: int, best: int) -> list[Reason]:
    """What two discards leave, lose and give, side by side."""
    after_mine = position.hand & ~(1 << mine)
    after_best = position.hand & ~(1 << best)
    found = [_deadwood(position, mine, best), _outs_reason(position, after_mine, after_best)]
    safety = _safety_reason(position, mine, best)
    return [*found, safety] if safety is not None else found


def _outs_reason(position: Position, after_mine: int, after_best: int) -> Reason:
    mine = outs(after_mine, position.unseen)
    best = outs(after_best, position.unseen)
    lost, gained = best & ~mine, mine & ~best
    kept = mine & best
    parts = []
    if lost:
        parts.append(f"you lose {lost.bit_count()} ({format_hand(lost)})")
    if gained:
        parts.append(f"you gain {gained.bit_count()} ({format_hand(gained)})")
    if not parts:
        parts.append("nothing changes")
    parts.append(f"{format_hand(kept)} stay" if kept else "none stay")
    text = f"Live outs {mine.bit_count()} against {best.bit_count()}: {', '.join(parts)}."
    return Reason("outs", text, format_hand(lost | gained))


def _safety_reason(position: Position, mine: int, best: int) -> Reason | None:
    known = opponents_known(position)
    joined = joins_known(mine, known)
    if joined and not joins_known(best, known):
        text = (
            f"{format_card(mine)} fits {format_hand(joined)}, which "
            f"{'your opponent was' if position.players == 2 else 'an opponent was'} seen to take."
        )
        return Reason("feeds-known", text, format_hand(joined))
    mine_pairs = len(useful_pairs(mine, hidden(position)))
    best_pairs = len(useful_pairs(best, hidden(position)))
    if mine_pairs == best_pairs:
        return None
    text = (
        f"Pairs still out that would meld with the throw: {mine_pairs} for {format_card(mine)}, "
        f"{best_pairs} for {format_card(best)}."
    )
    return Reason("safety", text, f"{format_card(mine)} {format_card(best)}")
