"""The same question in other clothes, so that the idea is learnt and not the picture.

A *twin* has its suits renamed. No rule tells suits apart but one: under Oklahoma rules a spade
turned up doubles the deal. A renaming is used only where the first upcard keeps the limit and the
multiplier of the deal, so that an analysis of the question holds for its twin word for word.

A *relative* is a new question of the same kind, for those questions that are answered exactly.
"""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import permutations
from random import Random

import msgspec

from trainer.coach.questions import (
    Arrange,
    Count,
    Decide,
    IsLegal,
    IsMeld,
    KnockLimit,
    Question,
    ScoreDeal,
    in_order,
)
from trainer.game import (
    ALL,
    Action,
    Position,
    Rules,
    Table,
    cards_of,
    format_spread,
    hand_of,
    parse_spread,
)
from trainer.solver.analysis import Analysis

Suits = tuple[int, ...]
"""What each of the four suits becomes."""

RENAMINGS: tuple[Suits, ...] = tuple(permutations(range(4)))[1:]
"""All but the one that changes nothing."""

_NAMES_CARDS = re.compile(r"\b(10|[A2-9TJQK])[cdhs]\b|club|diamond|heart|spade", re.IGNORECASE)


def twins(question: Question) -> list[Question]:
    """The question and all its twins; some may look the same."""
    suits = [suits for suits in RENAMINGS if _keeps_the_deal(question, suits)]
    return [question, *(twin(question, renamed) for renamed in suits)]


def renaming(question: Question, rng: Random) -> Suits | None:
    """Suits for a twin that looks different; None where there is none."""
    fitting = [
        suits
        for suits in RENAMINGS
        if _keeps_the_deal(question, suits) and twin(question, suits) != question
    ]
    return rng.choice(fitting) if fitting else None


def _keeps_the_deal(question: Question, suits: Suits) -> bool:
    """Whether the first upcard still sets the same limit and the same multiplier."""
    match question:
        case Decide() | IsLegal():
            rules, first = question.position.rules, question.position.first_upcard
        case KnockLimit() | ScoreDeal():
            rules, first = question.rules, question.first_upcard
        case _:
            return True
    return _terms(rules, first) == _terms(rules, _card(first, suits))


def _terms(rules: Rules, first_upcard: int) -> tuple[int, int]:
    return rules.limit(first_upcard), rules.multiplier(first_upcard)


def twin(question: Question, suits: Suits) -> Question:
    """The question with its suits renamed."""
    match question:
        case Decide(position, knock):
            return Decide(
                _position(position, suits), None if knock is None else _card(knock, suits)
            )
        case Arrange(hand):
            return Arrange(_hand(hand, suits))
        case Count(hand):
            return Count(_hand(hand, suits))
        case IsMeld(cards):
            return IsMeld(_hand(cards, suits))
        case IsLegal(position, action):
            return IsLegal(_position(position, suits), _action(action, suits))
        case KnockLimit(rules, first_upcard):
            return KnockLimit(rules, _card(first_upcard, suits))
        case ScoreDeal():
            mine, theirs = question.hands
            return replace(
                question,
                first_upcard=_card(question.first_upcard, suits),
                hands=(_hand(mine, suits), _hand(theirs, suits)),
                spread=_melds(question.spread, suits),
            )


def twin_analysis(analysis: Analysis, suits: Suits) -> Analysis:
    """The analysis of a question's twin: the same figures under other names."""
    return msgspec.structs.replace(
        analysis,
        actions=tuple(
            msgspec.structs.replace(
                value,
                action=_label(value.action, suits),
                spread=_spread(value.spread, suits),
                spreads=tuple(
                    msgspec.structs.replace(entry, spread=_spread(entry.spread, suits))
                    for entry in value.spreads
                ),
            )
            for value in analysis.actions
        ),
        panel=tuple(
            msgspec.structs.replace(opinion, best=_label(opinion.best, suits))
            for opinion in analysis.panel
        ),
    )


def relative(question: Question, rng: Random) -> Question | None:
    """A near relative of an exact question: one card of it is another; None for other kinds."""
    match question:
        case Arrange(hand):
            return Arrange(_one_changed(hand, rng))
        case Count(hand):
            return Count(_one_changed(hand, rng))
        case KnockLimit(rules, first_upcard):
            others = [card for card in range(52) if card % 13 != first_upcard % 13]
            return KnockLimit(rules, rng.choice(others))
        case _:
            return None


def keeps_its_words(text: str) -> bool:
    """Whether a text about a question holds for its twin: it names neither cards nor suits."""
    return _NAMES_CARDS.search(text) is None


def _one_changed(hand: int, rng: Random) -> int:
    out, into = rng.choice(cards_of(hand)), rng.choice(cards_of(ALL & ~hand))
    return hand & ~(1 << out) | 1 << into


# -- cards and what is made of them, renamed -------------------------------------------------------


def _card(card: int, suits: Suits) -> int:
    return 13 * suits[card // 13] + card % 13


def _hand(hand: int, suits: Suits) -> int:
    return hand_of([_card(card, suits) for card in cards_of(hand)])


def _melds(melds: tuple[int, ...], suits: Suits) -> tuple[int, ...]:
    return in_order(tuple(_hand(meld, suits) for meld in melds))


def _action(action: Action, suits: Suits) -> Action:
    return Action(
        action.kind,
        None if action.card is None else _card(action.card, suits),
        _melds(action.melds, suits),
        _hand(action.laid, suits),
    )


def _label(action: str, suits: Suits) -> str:
    return _action(Action.parse(action), suits).label


def _spread(spread: str, suits: Suits) -> str:
    return format_spread(_melds(parse_spread(spread), suits)) if spread else ""


def _position(position: Position, suits: Suits) -> Position:
    table = position.table
    start = Table.start(table.rules, table.players, table.dealer, _card(table.first_upcard, suits))
    return replace(
        position,
        table=start.replay([_action(action, suits) for action in table.history]),
        hand=_hand(position.hand, suits),
        drawn=None if position.drawn is None else _card(position.drawn, suits),
        deadwood_shown=_hand(position.deadwood_shown, suits),
    )
