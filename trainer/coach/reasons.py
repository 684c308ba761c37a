"""Why one decision is worse than another, in the game's own terms.

What it cost, where the points went by how the deals ended, and what the opponent's replies did
come from the analysis that graded the answer. The reasons between are counted from the position, in
`throws`, `safety`, `upcards` and `going_out`: they stand beside the figures as evidence. One is
given only where it tells the two actions apart, and the part of the gap that it can explain is more
than noise.
"""

from __future__ import annotations

from collections.abc import Sequence

from trainer.coach.contrast import Contrast, Side
from trainer.coach.facts import loss_text, points_text
from trainer.coach.going_out import GIN, KNOCKING, KNOCKS, WAITING
from trainer.coach.grades import inseparable
from trainer.coach.layoffs import layoff_reasons
from trainer.coach.patterns import Pattern, separating
from trainer.coach.safety import SAFETY
from trainer.coach.throws import THROWS
from trainer.coach.upcards import LEAVING, TAKING
from trainer.coach.verdict import Reason
from trainer.game import Position, format_hand
from trainer.solver.analysis import INSEPARABLE, ActionValue, Analysis

ENDING_WORDS = {
    "my gin": "your gins",
    "my knock": "knocks you win",
    "undercut by them": "knocks of yours that are undercut",
    "their knock": "knocks they win",
    "their gin": "their gins",
    "my undercut": "knocks of theirs that you undercut",
}
"""Endings of :data:`trainer.solver.codes.ENDINGS` that score, as a person says them."""

QUIET = "leaves it and plays on"
"""The reply of :data:`trainer.solver.codes.REPLIES` that punishes nothing."""

TOLD_ENDINGS = 3
"""Endings of which the points are told; the others are put together."""


def reasons_for(position: Position, chosen: ActionValue, analysis: Analysis) -> tuple[Reason, ...]:
    """The reasons that set the chosen action apart from the best, the cost first.

    For the best action, those that set it apart from the next.
    """
    best = analysis.best
    if position.ask == "layoff":
        return layoff_reasons(position, chosen, best)
    if chosen.action == best.action:
        return _praise(position, analysis)
    contrast = Contrast.of(position, chosen, best, analysis)
    if analysis.tier == "exact":
        return (_exact_cost(contrast), *separating(contrast, patterns_for(contrast)))
    if chosen.accepted:
        return (_nearness(contrast), *_each_has(contrast))
    return (_cost(contrast), *_apart(contrast))


def _apart(contrast: Contrast) -> list[Reason]:
    """What tells the actions apart, where the points went, and the reply that hurts."""
    told = separating(contrast, patterns_for(contrast))
    figures = (_endings(contrast), _reply(contrast))
    return [*told, *(reason for reason in figures if reason is not None)]


def main_theme(position: Position, analysis: Analysis) -> str | None:
    """The theme that sets the best action apart from the best wrong one, if there is one."""
    wrong = next((value for value in analysis.actions if not value.accepted), None)
    if wrong is None or analysis.tier == "exact":
        return None
    contrast = Contrast.of(position, wrong, analysis.best, analysis)
    return next((r.theme for r in separating(contrast, patterns_for(contrast))), None)


def patterns_for(contrast: Contrast) -> Sequence[Pattern]:
    """The themes that may tell two actions apart, by what these do."""
    chosen, best = contrast.chosen.action.kind, contrast.best.action.kind
    if best in ("take", "pile"):
        return TAKING
    if best in ("pass", "stock"):
        return LEAVING
    if best in ("gin", "big gin"):
        return GIN
    if best == "discard":
        return (*THROWS, *SAFETY) if chosen == "discard" else WAITING
    return KNOCKS if chosen == "knock" else KNOCKING


# -- what it cost ----------------------------------------------------------------------------------


def _plus_minus(value: ActionValue, analysis: Analysis) -> str:
    return loss_text(analysis.loss(value), by_match=analysis.by_match)


def _gap(value: ActionValue) -> dict[str, float]:
    return {"points_lost": value.points_lost, "gap_error": value.gap_error}


def _exact_cost(contrast: Contrast) -> Reason:
    value = contrast.chosen.value
    text = f"You lose {points_text(value.points_lost)}: it was best to {contrast.best.said}."
    return Reason("cost", text, figures=_gap(value))


def _cost(contrast: Contrast) -> Reason:
    """What the choice loses, with twice its joint standard error."""
    value = contrast.chosen.value
    text = (
        f"This loses {_plus_minus(value, contrast.analysis)}: it was best to {contrast.best.said}."
    )
    return Reason("cost", text, figures=_gap(value))


def _nearness(contrast: Contrast) -> Reason:
    """That an accepted choice is as good as the best, or nearly."""
    value, doing = contrast.chosen.value, contrast.best.said
    gain = _plus_minus(value, contrast.analysis)
    if inseparable(*contrast.analysis.loss(value)):
        text = f"Too close to tell from the best: to {doing} is {gain} better, within the error."
    else:
        text = f"As good as the best: to {doing} gains only {gain}."
    return Reason("close", text, figures=_gap(value))


def _praise(position: Position, analysis: Analysis) -> tuple[Reason, ...]:
    """For the best answer: how clear it was, and why."""
    if len(analysis.actions) == 1:
        return (Reason("illegal", "It was the only legal action."),)
    best, second = analysis.best, analysis.actions[1]
    contrast = Contrast.of(position, second, best, analysis)
    doing = contrast.chosen.said
    if analysis.tier == "exact":
        return (Reason("cost", "No action scores more."),)
    if inseparable(*analysis.loss(second)):
        text = f"To {doing} is just as good: the difference is within the error."
        return (Reason("close", text, figures=_gap(second)), *_each_has(contrast))
    text = f"The next best, to {doing}, loses {_plus_minus(second, analysis)}."
    cost = Reason("cost", text, figures=_gap(second))
    if second.accepted:
        return (cost, *_each_has(contrast))
    return (cost, *separating(contrast, patterns_for(contrast)))


# -- near-ties -------------------------------------------------------------------------------------


def _each_has(contrast: Contrast) -> list[Reason]:
    """What each of two throws, both fine, is for: nothing where neither has anything."""
    if {contrast.chosen.action.kind, contrast.best.action.kind} != {"discard"}:
        return []
    for_chosen, for_best = (
        _merits(contrast.chosen, contrast.best),
        _merits(contrast.best, contrast.chosen),
    )
    if not for_chosen and not for_best:
        return []
    parts = [
        f"{side.name} {' and '.join(merits)}"
        for side, merits in ((contrast.best, for_best), (contrast.chosen, for_chosen))
        if merits
    ]
    figures: dict[str, float] = {}
    for who, side in (("chosen", contrast.chosen), ("best", contrast.best)):
        figures |= {
            f"deadwood_{who}": float(side.deadwood),
            f"outs_{who}": float(side.outs.bit_count()),
            f"pairs_{who}": float(len(side.pairs)),
        }
    cards = format_hand(1 << contrast.chosen.card | 1 << contrast.best.card)
    return [Reason("close", f"Both are fine: {', '.join(parts)}.", cards, figures)]


def _merits(one: Side, other: Side) -> list[str]:
    """In what a throw is better than another."""
    merits = []
    if one.deadwood < other.deadwood:
        merits.append(f"leaves less deadwood ({one.deadwood}, not {other.deadwood})")
    mine, theirs = one.outs.bit_count(), other.outs.bit_count()
    if mine > theirs:
        merits.append(f"leaves more live outs ({mine}, not {theirs})")
    if len(one.pairs) < len(other.pairs):
        merits.append(f"gives them less ({len(one.pairs)} pairs want it, not {len(other.pairs)})")
    return merits


# -- where the points went -------------------------------------------------------------------------


def _endings(contrast: Contrast) -> Reason | None:
    """The gap by how the deals ended: the parts come from the same worlds and sum to it."""
    lost = contrast.best.value.value - contrast.chosen.value.value
    if not contrast.split or lost <= 0:
        return None  # for the match even what scores more may be worse
    parts = {name: contrast.part((name,)) for name in ENDING_WORDS}
    errors = contrast.chosen.value.ending_gap_errors
    told = [
        name
        for name in sorted(parts, key=lambda name: -abs(parts[name]))
        if abs(parts[name]) > INSEPARABLE * errors.get(name, 0.0)
    ][:TOLD_ENDINGS]
    if not told:
        return None
    words = [
        f"{ENDING_WORDS[name]} {parts[name]:+.1f} ({contrast.chosen.share((name,)):.0%} of the "
        f"deals, not {contrast.best.share((name,)):.0%})"
        for name in told
    ]
    rest = lost - sum(parts[name] for name in told)
    text = f"Where the {lost:.1f} points go: {', '.join(words)}, all else {rest:+.1f}."
    return Reason("endings", text, figures={name: round(parts[name], 4) for name in told})


def _reply(contrast: Contrast) -> Reason | None:
    """The reply that punishes the choice, where it comes more often than after the best action."""
    chosen, best = contrast.chosen.value, contrast.best.value
    name = chosen.punishing
    if name is None or name == QUIET:
        return None
    reply = chosen.replies[name]
    instead = best.replies.get(name)
    share = instead.share if instead is not None else 0.0
    if reply.value >= chosen.value or not contrast.oftener(reply.share, share):
        return None
    against = f", after {contrast.best.name} in {share:.0%}" if best.replies else ""
    text = (
        f"The reply that hurts: the opponent {name} in {reply.share:.0%} of the sampled deals"
        f"{against}; these are worth {reply.value:+.1f} to you."
    )
    return Reason("reply", text, figures={"share_chosen": reply.share, "share_best": share})
