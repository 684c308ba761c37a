"""Judging questions with one provable answer, and explaining a wrong one exactly."""

from __future__ import annotations

from trainer.coach.facts import loose_text, points_text
from trainer.coach.questions import (
    Arrange,
    Count,
    IsLegal,
    IsMeld,
    KnockLimit,
    ScoreDeal,
    said,
)
from trainer.coach.verdict import Reason, Verdict
from trainer.game import (
    CARD_NAMES,
    POINTS,
    Illegal,
    Position,
    Result,
    Spread,
    all_spreads,
    best_layoff,
    best_spreads,
    cards_of,
    deadwood,
    explain_no_meld,
    format_card,
    format_hand,
    format_spread,
    is_meld,
    is_run,
    is_set,
    melded,
    points,
    score_deal,
)


def _verdict(
    right: bool, answer: str, best: str, accepted: tuple[str, ...], *reasons: Reason, lost: int = 0
) -> Verdict:
    return Verdict(
        grade="right" if right else "wrong",
        answer=answer,
        best=best,
        accepted=accepted,
        tier="exact",
        points_lost=float(lost),
        reasons=reasons,
    )


def spread_text(spread: Spread) -> str:
    """A spread with its deadwood: ``7h 8h 9h, loose Kc: 10``."""
    melds = format_spread(spread.melds) or "no meld"
    loose = format_hand(spread.loose) or "nothing"
    return f"{melds}, loose {loose}: {loose_text(spread.loose)}"


# -- arranging and counting ------------------------------------------------------------------------


def judge_arrange(question: Arrange, groups: tuple[int, ...]) -> Verdict:
    """Judge a choice of melds: they must be melds, disjoint, and leave least deadwood."""
    best = best_spreads(question.hand)
    accepted = tuple(format_spread(spread.melds) or "none" for spread in best)
    answer = format_spread(groups) or "none"
    fault = _group_fault(groups)
    if fault is not None:
        return _verdict(False, answer, accepted[0], accepted, fault, _best_is(best[0]))
    loose = question.hand & ~melded(groups)
    lost = points(loose) - best[0].deadwood
    if lost == 0:
        return _verdict(True, answer, accepted[0], accepted, _best_is(Spread(groups, loose)))
    why = Reason(
        "better-spread",
        f"Your melds leave {loose_text(loose)}; {lost} less is possible.",
        format_hand(loose),
    )
    return _verdict(False, answer, accepted[0], accepted, why, _best_is(best[0]), lost=lost)


def _group_fault(groups: tuple[int, ...]) -> Reason | None:
    seen = 0
    for group in groups:
        if not is_meld(group):
            return Reason("melds", f"{explain_no_meld(group)}.", format_hand(group))
        if group & seen:
            card = CARD_NAMES[cards_of(group & seen)[0]]
            return Reason(
                "card-twice", f"{card} is counted twice: a card may stand in one meld only.", card
            )
        seen |= group
    return None


def _best_is(spread: Spread) -> Reason:
    return Reason("count", f"At its best: {spread_text(spread)}.", format_hand(spread.loose))


def judge_count(question: Count, answer: int) -> Verdict:
    """Judge a count of deadwood, and find the likely slip behind a wrong one."""
    least = deadwood(question.hand)
    best = best_spreads(question.hand)[0]
    if answer == least:
        return _verdict(True, str(answer), str(least), (str(least),), _best_is(best))
    slip = _count_slip(question.hand, answer, least)
    reasons = (_best_is(best),) if slip is None else (slip, _best_is(best))
    return _verdict(False, str(answer), str(least), (str(least),), *reasons, lost=answer - least)


def _count_slip(hand: int, answer: int, least: int) -> Reason | None:
    """What was probably counted, where the wrong number gives it away."""
    for spread in all_spreads(hand):
        if spread.deadwood == answer:
            return Reason(
                "better-spread",
                f"{answer} is what {format_spread(spread.melds) or 'no meld at all'} leaves; "
                f"another spread leaves {answer - least} less.",
                format_hand(spread.loose),
            )
    loose = best_spreads(hand)[0].loose
    for name, wrong in (("face cards", _faces_by_rank), ("aces", _aces_high)):
        if any(wrong(card) != POINTS[card] for card in cards_of(loose)) and answer == sum(
            wrong(card) for card in cards_of(loose)
        ):
            return Reason(
                "card-value",
                f"It looks as if the {name} were counted at another value: "
                "an ace is 1, jack, queen and king are 10 each.",
                format_hand(loose),
            )
    both = [meld for spread in all_spreads(hand) for meld in spread.melds]
    for one in both:
        for other in both:
            shared = one & other
            overlapping = shared and one != other and shared not in (one, other)
            if overlapping and points(hand & ~(one | other)) == answer:
                card = CARD_NAMES[cards_of(shared)[0]]
                return Reason(
                    "card-twice",
                    f"{answer} counts {card} in both {format_hand(one)} and {format_hand(other)}: "
                    "a card may stand in one meld only.",
                    card,
                )
    return None


def _faces_by_rank(card: int) -> int:
    return card % 13 + 1


def _aces_high(card: int) -> int:
    return 11 if card % 13 == 0 else POINTS[card]


# -- yes or no, and the limit ----------------------------------------------------------------------


def judge_meld(question: IsMeld, answer: bool) -> Verdict:
    """Judge whether cards were rightly called a meld."""
    cards = format_hand(question.cards)
    if is_set(question.cards):
        why = f"{cards} is a set: {question.cards.bit_count()} cards of one rank."
    elif is_run(question.cards):
        why = f"{cards} is a run: one suit, in sequence."
    else:
        why = f"{explain_no_meld(question.cards)}."
    return _yes_no(answer, question.answer, Reason("melds", why, cards))


def judge_legal(question: IsLegal, answer: bool) -> Verdict:
    """Judge whether an action was rightly called legal."""
    try:
        question.position.check(question.action)
    except Illegal as error:
        return _yes_no(answer, False, Reason("illegal", f"{_sentence(error.sentence)}."))
    return _yes_no(answer, True, Reason("illegal", _why_legal(question)))


def _why_legal(question: IsLegal) -> str:
    position, action = question.position, question.action
    if action.kind == "knock" and action.card is not None:
        left = position.hand & ~(1 << action.card)
        count = points(left & ~melded(action.melds)) if action.melds else deadwood(left)
        return (
            f"After {format_card(action.card)} your deadwood is {count}, and this deal's limit is "
            f"{position.limit}: you may knock."
        )
    if action.kind == "gin" and action.card is not None:
        return f"After {format_card(action.card)} every card is melded: that is gin, at any limit."
    if action.kind == "big gin":
        return "All eleven cards are melded: that is big gin."
    return f"Nothing forbids it: you may {said(action)}."


def _yes_no(answer: bool, truth: bool, *reasons: Reason) -> Verdict:
    words = {True: "yes", False: "no"}
    return _verdict(answer == truth, words[answer], words[truth], (words[truth],), *reasons)


def _sentence(text: str) -> str:
    return text[0].upper() + text[1:]


def judge_limit(question: KnockLimit, answer: int) -> Verdict:
    """Judge a knock limit."""
    limit = question.rules.limit(question.first_upcard)
    card = format_card(question.first_upcard)
    rank = question.first_upcard % 13
    if limit == 0:
        why = f"{card} is an ace: nobody may knock in this deal, it ends with gin or void."
        theme = "gin-only"
    elif question.rules.fixed_limit is not None:
        why, theme = f"These rules set the limit to {limit} in every deal.", "limit"
    elif rank >= 10:
        why, theme = f"{card} is a face card, and faces count 10.", "limit"
    else:
        why = f"{card} sets the limit to its own value, {points_text(limit)}, for the whole deal."
        theme = "limit"
    words = "gin only" if limit == 0 else str(limit)
    given = "gin only" if answer == 0 else str(answer)
    return _verdict(answer == limit, given, words, (words,), Reason(theme, why, card))


# -- scoring ---------------------------------------------------------------------------------------


def judge_score(question: ScoreDeal, answer: int) -> Verdict:
    """Judge a score, written from my side, and find the likely slip behind a wrong one."""
    result, work = score_of(question)
    truth = result.points[0] - result.points[1]
    reasons = [Reason("score", work)]
    if answer != truth:
        slip = _score_slip(question, answer, truth)
        if slip is not None:
            reasons.insert(0, slip)
    return _verdict(
        answer == truth,
        _who(answer),
        _who(truth),
        (_who(truth),),
        *reasons,
        lost=abs(truth - answer),
    )


def _who(amount: int) -> str:
    return f"me {amount}" if amount > 0 else f"them {-amount}" if amount < 0 else "nobody 0"


def score_of(question: ScoreDeal) -> tuple[Result, str]:
    """The result of a knocked deal, and how it comes about in one sentence."""
    mine = question.knocker == 0
    knocker_hand = question.hands[question.knocker]
    defender_hand = question.hands[1 - question.knocker]
    names = ("you", "your opponent") if mine else ("your opponent", "you")
    has = ("have", "has") if mine else ("has", "have")
    loose = knocker_hand & ~melded(question.spread)
    layoff = best_layoff(question.spread, defender_hand)
    if question.going_out == "knock":
        counts = [points(loose), layoff.deadwood]
        laid = f" after laying off {format_hand(layoff.laid)}" if layoff.laid else ""
        work = f"{names[0]} {has[0]} {counts[0]} deadwood, {names[1]} {has[1]} {counts[1]}{laid}"
    else:
        whole = not question.rules.melds_after_gin
        counts = [0, points(defender_hand) if whole else deadwood(defender_hand)]
        work = f"{names[1]} {has[1]} {counts[1]} deadwood and may not lay off after gin"
    by_seat = counts if mine else counts[::-1]
    result = score_deal(
        question.rules, question.first_upcard, question.knocker, by_seat, question.going_out
    )
    rules = question.rules
    bonus = {
        "knock": rules.knock_bonus,
        "undercut": rules.undercut_bonus,
        "gin": rules.gin_bonus,
        "big gin": rules.big_gin_bonus or 0,
        "void": 0,
    }[result.kind]
    difference = abs(counts[1] - counts[0])
    doubled = 2 if rules.multiplier(question.first_upcard) == 2 else 1
    word = {"undercut": "an undercut", "knock": "the knock wins"}.get(result.kind, result.kind)
    terms = f"{bonus} + {difference}" if bonus else str(difference)
    twice = f", times 2 under {format_card(question.first_upcard)}" if doubled == 2 else ""
    total = max(result.points)
    return result, f"{_sentence(work)}: {word}, {terms}{twice} makes {total}."


def _score_slip(question: ScoreDeal, answer: int, truth: int) -> Reason | None:
    rules = question.rules
    if answer == -truth:
        if question.going_out == "knock" and _is_tie(question):
            return Reason("undercut", "Equal counts are an undercut: the defender scores.")
        return Reason("score", "The amount is right, but it goes to the other side.")
    if rules.multiplier(question.first_upcard) == 2 and 2 * answer == truth:
        return Reason("spade", "The first upcard is a spade: everything in this deal is doubled.")
    if rules.multiplier(question.first_upcard) == 1 and answer == 2 * truth:
        return Reason("spade", "Only a spade as first upcard doubles a deal.")
    if question.going_out == "knock":
        without = points(question.hands[question.knocker] & ~melded(question.spread))
        unlaid = deadwood(question.hands[1 - question.knocker]) - without
        factor = rules.multiplier(question.first_upcard)
        if abs(answer) == abs(unlaid) * factor:
            return Reason(
                "layoff",
                "That forgets the layoffs: the defender adds cards to the knocker's melds.",
            )
    for name, bonus in (("undercut", rules.undercut_bonus), ("gin", rules.gin_bonus)):
        if abs(abs(truth) - abs(answer)) == bonus * rules.multiplier(question.first_upcard):
            return Reason("score", f"Mind the bonus of {bonus} for {name}.")
    return None


def _is_tie(question: ScoreDeal) -> bool:
    loose = question.hands[question.knocker] & ~melded(question.spread)
    defender = question.hands[1 - question.knocker]
    return best_layoff(question.spread, defender).deadwood == points(loose)


def illegal_verdict(position: Position, answer: str, best: str, why: Illegal) -> Verdict:
    """The verdict on an action that the rules forbid in a position."""
    theme = "gin-only" if position.limit == 0 and "gin only" in why.sentence else "illegal"
    return _verdict(False, answer, best, (best,), Reason(theme, f"{_sentence(why.sentence)}."))
