"""From the keys of an exercise to a question, or an error at the key that is wrong."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, cast

from trainer.coach.questions import (
    Arrange,
    Count,
    Decide,
    IsLegal,
    IsMeld,
    KnockLimit,
    Question,
    ScoreDeal,
)
from trainer.content.shapes import (
    QUESTIONS,
    DecideForm,
    HandForm,
    LegalForm,
    LimitForm,
    MeldForm,
    PositionForm,
    RulesForm,
    ScoreDealForm,
    only,
    shaped,
)
from trainer.content.tree import At, Document
from trainer.game import (
    Action,
    GameError,
    Position,
    Rules,
    best_layoff,
    best_spreads,
    format_hand,
    melded,
    parse_card,
    parse_hand,
    parse_spread,
    points,
)

Read = TypeVar("Read")


def read_question(document: Document, at: At, ask: str) -> Question:
    """The question in the mapping at a place; ``ask`` is a key of `shapes.QUESTIONS`.

    Raises:
        BrokenFile: a key is missing, cannot be read, or makes an impossible question.
    """
    match shaped(document, at, QUESTIONS[ask]):
        case DecideForm() as form:
            return _decide(document, at, form)
        case HandForm(hand=hand):
            cards = _cards(document, (*at, "hand"), hand)
            return Arrange(cards) if ask == "arrange" else Count(cards)
        case MeldForm(cards=text):
            return IsMeld(_cards(document, (*at, "cards"), text))
        case LegalForm(action=action):
            return IsLegal(
                read_position(document, (*at, "position")),
                pointed(document, (*at, "action"), lambda: Action.parse(action)),
            )
        case LimitForm(first_upcard=card):
            return KnockLimit(
                read_rules(document, (*at, "rules")),
                pointed(document, (*at, "first_upcard"), lambda: parse_card(card)),
            )
        case ScoreDealForm() as form:
            return _score_deal(document, at, form)
    raise AssertionError(f"a form without a question: {ask}")


def _decide(document: Document, at: At, form: DecideForm) -> Decide:
    """A decision; with ``knock`` it is settled that, and how, the learner knocks."""
    position = read_position(document, (*at, "position"))
    if form.knock is None:
        return Decide(position)
    place = (*at, "knock")
    text = form.knock
    card = pointed(document, place, lambda: parse_card(text))
    pointed(document, place, lambda: position.completed(Action("knock", card)))
    return Decide(position, card)


def pointed(document: Document, at: At, read: Callable[[], Read]) -> Read:
    """What ``read`` gives; the game's refusal becomes an error at a place of the file."""
    try:
        return read()
    except GameError as error:
        raise document.error(at, error.sentence) from error


def read_position(document: Document, at: At) -> Position:
    """The position in the mapping at a place.

    Raises:
        BrokenFile: at the key that is unknown, unreadable or contradicts the others.
    """
    only(document, at, PositionForm, what="a position")
    shaped(document, at, PositionForm)
    read_rules(document, (*at, "rules"))
    try:
        return Position.from_mapping(cast("dict[str, object]", document.get(at)))
    except GameError as error:
        raise document.error(_place_of(document, at, error.field), error.sentence) from error


def _place_of(document: Document, at: At, field: str | None) -> At:
    """Where the field of a position's error stands: in the position, or among its rules."""
    if field is None:
        return at
    places: tuple[At, ...] = ((*at, field), (*at, "rules", field))
    return next((place for place in places if place in document.nodes), at)


def read_rules(document: Document, at: At) -> Rules:
    """The rules at a place, a preset's name or a mapping; the default ones if it is not there.

    Raises:
        BrokenFile: at the rule that is unknown or out of its range.
    """
    value = document.get(at)
    if at not in document.nodes:
        return Rules()
    if isinstance(value, dict):
        only(document, at, RulesForm, what="a set of rules")
        shaped(document, at, RulesForm)
    try:
        return Rules.from_value(value)
    except GameError as error:
        raise document.error(_place_of(document, at, error.field), error.sentence) from error


def _cards(document: Document, at: At, text: str) -> int:
    cards = pointed(document, at, lambda: parse_hand(text))
    if not cards:
        raise document.error(at, "there are no cards here: write some, as in 7h 8h Td")
    return cards


def _score_deal(document: Document, at: At, form: ScoreDealForm) -> ScoreDeal:
    """A finished deal; refused if nobody could have gone out like that."""
    rules = read_rules(document, (*at, "rules"))
    card = pointed(document, (*at, "first_upcard"), lambda: parse_card(form.first_upcard))
    mine = _cards(document, (*at, "mine"), form.mine)
    theirs = _cards(document, (*at, "theirs"), form.theirs)
    if mine & theirs:
        raise document.error(
            (*at, "theirs"), f"{format_hand(mine & theirs)} is in both hands: take it out of one"
        )
    hands = {"mine": mine, "theirs": theirs}
    out, other = ("mine", "theirs") if form.knocker == "me" else ("theirs", "mine")
    size = rules.hand_size(2)
    for key, wanted in ((out, size + (form.going_out == "big gin")), (other, size)):
        if hands[key].bit_count() != wanted:
            raise document.error(
                (*at, key),
                f"'{key}' has {hands[key].bit_count()} cards: once somebody is out it has {wanted}",
            )
    spread = _spread(document, at, form, hands[out], hands[other])
    deal = ScoreDeal(
        rules=rules,
        first_upcard=card,
        knocker=0 if form.knocker == "me" else 1,
        hands=(mine, theirs),
        spread=spread,
        going_out=form.going_out,
    )
    place = (*at, "going_out") if (*at, "going_out") in document.nodes else at
    fault = _fault(deal)
    if fault is not None:
        raise document.error(place, fault)
    return deal


def _spread(
    document: Document, at: At, form: ScoreDealForm, knocker: int, defender: int
) -> tuple[int, ...]:
    """The knocker's melds: as written, or the best there are where that leaves no doubt."""
    if form.spread:
        place = (*at, "spread")
        melds = pointed(document, place, lambda: parse_spread(form.spread))
        wrong = melded(melds) & ~knocker
        if wrong:
            raise document.error(place, f"{format_hand(wrong)} is not in the knocker's hand")
        return melds
    best = best_spreads(knocker)
    left = {best_layoff(spread.melds, defender).deadwood for spread in best}
    if form.going_out == "knock" and len(left) > 1:
        raise document.error(
            at, "the knock could lie in several ways that score differently: write its 'spread'"
        )
    return best[0].melds


def _fault(deal: ScoreDeal) -> str | None:
    """Why nobody could have gone out like that."""
    rules, out = deal.rules, deal.going_out
    loose = points(deal.hands[deal.knocker] & ~melded(deal.spread))
    limit = rules.limit(deal.first_upcard)
    if out == "big gin" and rules.big_gin_bonus is None:
        return f"the rules '{rules.preset}' play without big gin"
    if out != "knock" and loose:
        return f"that is no {out}: the knocker has {loose} points of deadwood"
    if out == "knock" and not loose:
        return "the knocker has no deadwood: write 'going_out: gin'"
    if out == "knock" and loose > limit:
        allowed = f"the limit is {limit}" if limit else "the deal is gin only"
        return f"the knocker has {loose} points of deadwood, and {allowed}: nobody may knock"
    return None
