"""Judging questions with one provable answer, and explaining a wrong one exactly."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

from trainer.coach.facts import loose_text, points_text
from trainer.coach.questions import (
    Arrange,
    Count,
    IsLegal,
    IsMeld,
    KnockLimit,
    said,
)
from trainer.coach.verdict import Reason, Verdict
from trainer.game import (
    CARD_NAMES,
    POINTS,
    Action,
    Illegal,
    Position,
    Spread,
    all_spreads,
    best_spreads,
    cards_of,
    deadwood,
    explain_no_meld,
    format_card,
    format_hand,
    format_spread,
    hand_of,
    is_meld,
    is_run,
    is_set,
    melded,
    points,
)


def verdict_of(
    right: bool, answer: str, best: str, accepted: tuple[str, ...], *reasons: Reason, lost: int = 0
) -> Verdict:
    """The verdict on an exact answer; ``lost`` is in points, where that means something."""
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
    groups = tuple(sorted(groups, key=lambda group: group & -group))  # as best_spreads has them
    answer = format_spread(groups) or "none"
    fault = _group_fault(groups)
    if fault is not None:
        return verdict_of(False, answer, accepted[0], accepted, fault, _best_is(best[0]))
    loose = question.hand & ~melded(groups)
    lost = points(loose) - best[0].deadwood
    if lost == 0:
        return verdict_of(True, answer, accepted[0], accepted, _best_is(Spread(groups, loose)))
    why = Reason(
        "better-spread",
        f"Your melds leave {loose_text(loose)}; {lost} less is possible.",
        format_hand(loose),
    )
    return verdict_of(False, answer, accepted[0], accepted, why, _best_is(best[0]), lost=lost)


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
        return verdict_of(True, str(answer), str(least), (str(least),), _best_is(best))
    slip = _count_slip(question.hand, answer, least)
    reasons = (_best_is(best),) if slip is None else (slip, _best_is(best))
    return verdict_of(
        False, str(answer), str(least), (str(least),), *reasons, lost=abs(answer - least)
    )


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
    for value, belief in _WRONG_VALUES:
        counted = sum(value(card) for card in cards_of(loose))
        if answer == counted != least:
            return Reason("card-value", f"{answer} would be right if {belief}.", format_hand(loose))
    melds = sorted({meld for spread in all_spreads(hand) for meld in spread.melds})
    for one, other in combinations(melds, 2):
        shared = one & other
        if shared and shared not in (one, other) and deadwood(hand & ~(one | other)) == answer:
            card = CARD_NAMES[cards_of(shared)[0]]
            return Reason(
                "card-twice",
                f"{answer} counts {card} in both {format_hand(one)} and {format_hand(other)}: "
                "a card may stand in one meld only.",
                card,
            )
    for corner in _corners(hand):
        if deadwood(hand & ~corner) == answer:
            return Reason(
                "melds",
                f"{answer} would be right if {format_hand(corner)} were a run, but "
                "the ace stands below the 2, never above the king.",
                format_hand(corner),
            )
    return None


_WRONG_VALUES: tuple[tuple[Callable[[int], int], str], ...] = (
    (
        lambda card: card % 13 + 1,
        "jacks, queens and kings counted 11, 12 and 13, but each counts 10",
    ),
    (
        lambda card: 11 if card % 13 == 0 else POINTS[card],
        "an ace counted 11, but it counts 1",
    ),
)
"""What a card is often taken to count, and how that is told."""


def _corners(hand: int) -> list[int]:
    """The cards of a hand that would be runs if runs went around the corner."""
    found = []
    for suit in range(4):
        for ranks in ((0, 12, 11), (1, 0, 12)):
            cards = hand_of(13 * suit + rank for rank in ranks)
            if hand & cards == cards:
                found.append(cards)
    return found


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
        # What is typed as "stock" is said as "draw from the stock".
        why = error.sentence.replace(
            f"cannot {question.action}:", f"you cannot {said(question.action)}:"
        )
        return _yes_no(answer, False, Reason("illegal", f"{sentence(why)}."))
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
    return verdict_of(answer == truth, words[answer], words[truth], (words[truth],), *reasons)


def sentence(text: str) -> str:
    """A text with a capital at its beginning."""
    return text[0].upper() + text[1:]


def judge_limit(question: KnockLimit, answer: int) -> Verdict:
    """Judge a knock limit."""
    limit = question.rules.limit(question.first_upcard)
    card = format_card(question.first_upcard)
    rank = question.first_upcard % 13
    theme = "limit" if limit else "gin-only"
    if question.rules.fixed_limit is not None:
        why = f"These rules set the limit to {limit} in every deal."
    elif limit == 0:
        why = f"{card} is an ace: nobody may knock in this deal, it ends with gin or void."
    elif rank == 0:
        why = f"{card} is an ace, and under these rules an ace sets the limit to {limit}."
    elif rank >= 10:
        why = f"{card} is a face card, and faces count 10."
    else:
        why = f"{card} sets the limit to its own value, {points_text(limit)}, for the whole deal."
    words = "gin only" if limit == 0 else str(limit)
    given = "gin only" if answer == 0 else str(answer)
    return verdict_of(answer == limit, given, words, (words,), Reason(theme, why, card))


# -- what the rules forbid -------------------------------------------------------------------------


def illegal_verdict(
    position: Position, answer: str, accepted: tuple[str, ...], why: Illegal
) -> Verdict:
    """The verdict on an action that the rules forbid in a position; the best one comes first."""
    theme = "gin-only" if position.limit == 0 and "gin only" in why.sentence else "illegal"
    return verdict_of(
        False, answer, accepted[0], accepted, Reason(theme, f"{sentence(why.sentence)}.")
    )


def gin_kept_back(knock: Action, accepted: tuple[str, ...]) -> Verdict:
    """The verdict on a knock whose spread keeps deadwood that could be melded to gin."""
    card = format_card(knock.card or 0)
    told = Reason("gin-missed", f"After {card} every card can be melded: that is gin.", card)
    return verdict_of(False, str(knock), accepted[0], accepted, told)
