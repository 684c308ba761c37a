"""Judging the score of a finished deal, and finding the slip behind a wrong one."""

from __future__ import annotations

from collections.abc import Iterator

from trainer.coach.exact import sentence, verdict_of
from trainer.coach.questions import ScoreDeal
from trainer.coach.verdict import Reason, Verdict
from trainer.game import (
    Result,
    best_layoff,
    deadwood,
    format_card,
    format_hand,
    layoffs,
    melded,
    points,
    score_deal,
)


def judge_score(question: ScoreDeal, answer: int) -> Verdict:
    """Judge a score, written from my side, and find the likely slip behind a wrong one."""
    result = result_of(question)
    truth = _signed(result)
    reasons = [Reason("score", _working(question, result))]
    if answer != truth:
        # The first that leads to this very answer: the likelier slips come first.
        slip = next((why for wrong, why in _slips(question, result) if wrong == answer), None)
        if slip is not None:
            reasons.insert(0, slip)
    return verdict_of(
        answer == truth,
        _who(answer),
        _who(truth),
        (_who(truth),),
        *reasons,
        lost=abs(truth - answer),
    )


def _signed(result: Result) -> int:
    return result.points[0] - result.points[1]


def _who(amount: int) -> str:
    return f"me {amount}" if amount > 0 else f"them {-amount}" if amount < 0 else "nobody 0"


def result_of(question: ScoreDeal) -> Result:
    """How the deal of a question ended, with the defender's best layoff."""
    defender = question.hands[1 - question.knocker]
    if question.going_out == "knock":
        return _scored(question, best_layoff(question.spread, defender).deadwood)
    if question.rules.melds_after_gin:
        return _scored(question, deadwood(defender))
    return _scored(question, points(defender))


def _scored(question: ScoreDeal, defender: int) -> Result:
    """The result if the defender is left with so many points."""
    counts = [_loose_points(question), defender]
    return score_deal(
        question.rules,
        question.first_upcard,
        question.knocker,
        counts if question.knocker == 0 else counts[::-1],
        question.going_out,
    )


def _loose_points(question: ScoreDeal) -> int:
    if question.going_out != "knock":
        return 0
    return points(question.hands[question.knocker] & ~melded(question.spread))


def _factor(question: ScoreDeal) -> int:
    return question.rules.multiplier(question.first_upcard)


def _bonuses(question: ScoreDeal) -> dict[str, int]:
    """The bonus of every ending, in points before any doubling."""
    rules = question.rules
    return {
        "knock": rules.knock_bonus,
        "undercut": rules.undercut_bonus,
        "gin": rules.gin_bonus,
        "big gin": rules.big_gin_bonus or 0,
    }


_ENDING_NAMES = {
    "knock": "a knock that wins",
    "undercut": "an undercut",
    "gin": "gin",
    "big gin": "big gin",
}


def _working(question: ScoreDeal, result: Result) -> str:
    """How the score comes about, in one sentence."""
    mine = question.knocker == 0
    knocker, defender = (
        ("you have", "your opponent has") if mine else ("your opponent has", "you have")
    )
    own, theirs = (
        result.deadwood[question.knocker],
        result.deadwood[1 - question.knocker],
    )
    if question.going_out == "knock":
        laid = best_layoff(question.spread, question.hands[1 - question.knocker]).laid
        after = f" after laying off {format_hand(laid)}" if laid else ""
        work = f"{knocker} {own} deadwood, {defender} {theirs}{after}"
    elif question.rules.melds_after_gin:
        work = f"{defender} {theirs} deadwood and may not lay off after {question.going_out}"
    else:
        work = f"{defender} {theirs} points in hand, melds included, and may not lay off"
    bonus = _bonuses(question)[result.kind]
    word = {"undercut": "an undercut", "knock": "the knock wins"}.get(result.kind, result.kind)
    terms = f"{bonus} + {abs(theirs - own)}" if bonus else str(abs(theirs - own))
    if _factor(question) == 2:
        first = format_card(question.first_upcard)
        terms = f"{f'({terms})' if bonus else terms} times 2 under {first}"
    return f"{sentence(work)}: {word}, {terms} makes {max(result.points)}."


def _slips(question: ScoreDeal, result: Result) -> Iterator[tuple[int, Reason]]:
    """Wrong scores with the slip that leads to each."""
    rules, factor, truth = question.rules, _factor(question), _signed(result)
    sign = 1 if truth > 0 else -1
    own, theirs = result.deadwood[question.knocker], result.deadwood[1 - question.knocker]
    difference = abs(theirs - own)
    bonuses = _bonuses(question)
    bonus = bonuses[result.kind]
    name = _ENDING_NAMES[result.kind]

    if result.kind == "undercut" and theirs == own:
        yield -truth, Reason("undercut", "Equal counts are an undercut: the defender scores.")
    yield -truth, Reason("score", "The amount is right, but it goes to the other side.")
    if factor == 2:
        yield (
            truth // 2,
            Reason("spade", "The first upcard is a spade: everything in this deal is doubled."),
        )
        yield (
            sign * (bonus + 2 * difference),
            Reason("spade", f"The {bonus} for {name} are doubled too."),
        )
    elif rules.spade_doubles:
        yield 2 * truth, Reason("spade", "Only a spade as first upcard doubles a deal.")
    else:
        yield 2 * truth, Reason("spade", "Under these rules no deal is doubled.")
    yield from _layoff_slips(question)
    if bonus:
        yield (
            sign * difference * factor,
            Reason("score", f"That forgets the bonus of {bonus} for {name}."),
        )
    for kind, other in bonuses.items():
        if other in (0, bonus):
            continue
        what = f"{sentence(name)} scores {bonus or 'no bonus'}"
        yield (
            sign * (other + difference) * factor,
            Reason("score", f"{what}; {other} is for {_ENDING_NAMES[kind]}."),
        )
    if result.kind == "knock":
        yield (
            sign * (bonus + theirs) * factor,
            Reason("score", f"The knocker's own {own} come off: the difference is scored."),
        )


def _layoff_slips(question: ScoreDeal) -> Iterator[tuple[int, Reason]]:
    """Scores after another layoff than the best, or after one that is not allowed."""
    defender = question.hands[1 - question.knocker]
    best = best_layoff(question.spread, defender)
    if question.going_out != "knock":
        if not question.rules.melds_after_gin:
            yield (
                _signed(_scored(question, deadwood(defender))),
                Reason(
                    "score",
                    f"Under these rules the defender's melds count too after {question.going_out}.",
                ),
            )
        if best.laid:
            yield (
                _signed(_scored(question, best.deadwood)),
                Reason("layoff", f"Nobody lays off after {question.going_out}."),
            )
        return
    for laid in layoffs(question.spread, defender):
        left = deadwood(defender & ~laid)
        if left == best.deadwood:
            continue
        if laid:
            text = f"That lays off {format_hand(laid)}; "
        else:
            text = "That forgets the layoffs: the defender adds cards to the knocker's melds; "
        yield (
            _signed(_scored(question, left)),
            Reason(
                "layoff",
                f"{text}laying off {format_hand(best.laid) or 'nothing'} leaves {best.deadwood}, "
                f"not {left}.",
                format_hand(best.laid),
            ),
        )
