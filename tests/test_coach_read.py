"""Reading answers: many ways to write them, and a sentence for what is no answer."""

from collections.abc import Mapping
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from trainer.coach.questions import (
    Arrange,
    Count,
    Decide,
    IsMeld,
    KnockLimit,
    Question,
    ScoreDeal,
)
from trainer.game import Action, GameError, Position, Rules, parse_card, parse_hand

OFFER = {
    "dealer": "them",
    "first_upcard": "6h",
    "hand": "2c 3c 4c 7d 7h 9s 9d Jc Kc Ad",
}
DRAW = {**OFFER, "history": "x p/Qs"}
TURN = {
    "dealer": "them",
    "first_upcard": "6h",
    "hand": "2c 3c 4c 7d 7h 9s 9d Jc Kc Ad 5s",
    "drawn": "5s",
    "history": "x x s/Kd p/9c s",
}
GIN = {**TURN, "hand": "2c 3c 4c 7d 7h 7s 9s 9d 9h 5c Kc", "drawn": "Kc"}
LAYOFF = {
    "dealer": "me",
    "first_upcard": "Th",
    "hand": "6h Td 2c 2d 3s 4d Ks Qs 8c 9c",
    "history": "x x s/Kd!",
    "spread": "7h 8h 9h | Jc Qc Kc | 5s 6s 7s",
}
SCORE = ScoreDeal(Rules(), 0, 0, (0, 0), (), "knock")


def decide(mapping: Mapping[str, object], knock: str = "") -> Decide:
    """A decision in a position."""
    card = parse_card(knock) if knock else None
    return Decide(Position.from_mapping(mapping), card)


@pytest.mark.parametrize(
    ("question", "texts", "action"),
    [
        (decide(OFFER), ("take", "t", "T", "pile", "d"), "take"),
        (decide(OFFER), ("pass", "x", " PASS "), "pass"),
        (decide(DRAW), ("stock", "s"), "stock"),
        (decide(DRAW), ("pile", "p", "d", "take", "t"), "pile"),
        (decide(TURN), ("5s", "5S", "5♠", "discard 5s", "throw 5s", "d 5s"), "discard 5s"),
        (decide(TURN), ("knock 5s", "k 5s", "K  5s"), "knock 5s"),
        (decide(TURN), ("gin 5s", "g 5s"), "gin 5s"),
        (decide(TURN), ("big gin", "b", "Big Gin"), "big gin"),
        (decide(GIN), ("gin", "g"), "gin Kc"),
        (decide(LAYOFF), ("lay Td 6h", "6h Td", "l 6h,td", "10d 6h"), "lay Td 6h"),
        (decide(LAYOFF), ("lay nothing", "nothing", "none", "no"), "lay nothing"),
        (
            decide(GIN, "9h"),
            ("2c 3c 4c 5c | 7d 7h 7s", "[7s 7d 7h] [5c 4c 3c 2c]", "k 9h: 7d7h7s/2c3c4c5c"),
            "knock 9h: 2c 3c 4c 5c | 7d 7h 7s",
        ),
    ],
)
def test_ways_to_write_an_action(question: Decide, texts: tuple[str, ...], action: str) -> None:
    for text in texts:
        assert question.read(text) == Action.parse(action), text
    assert question.read(action) == Action.parse(action)


@pytest.mark.parametrize(
    ("question", "text", "sentence"),
    [
        (decide(OFFER), "p", "'p' could be pass or pile here: write 't' to take, 'x' to pass"),
        (decide(OFFER), "stock", "'stock' does not answer this question: write 'take' or 'pass'"),
        (decide(OFFER), "Kc", "cannot read 'Kc': write 'take' or 'pass'"),
        (decide(DRAW), "pass", "'pass' does not answer this question: write 'stock' or 'pile'"),
        (decide(DRAW), "stock 5d", "nobody knows the next card of the stock"),
        (decide(DRAW), "s 5d", "nobody knows the next card of the stock"),
        (decide(TURN), "6d", "6d is not in your hand (2c 3c 4c Jc Kc Ad 7d 9d 7h 5s 9s)"),
        (decide(TURN), "7x", "cannot read '7x'"),
        (decide(TURN), "knock", "say which card you throw as you knock, as in 'knock 3d'"),
        (decide(TURN), "gin", "say which card you throw as you go gin, as in 'gin 3d'"),
        (decide(TURN), "stock", "'stock' does not answer this question"),
        (decide(TURN), "7d 7h", "cannot read '7d 7h'"),
        (decide(TURN), "discard", "cannot read"),
        (decide(TURN), "knock 5s: 7d 7h", "cannot read '7d 7h' as a meld"),
        (decide(LAYOFF), "lay", "say which cards you lay off, as in 'lay 8h', or 'lay nothing'"),
        (decide(LAYOFF), "l", "say which cards you lay off"),
        (decide(LAYOFF), "lay 7d", "7d is not in your hand"),
        (decide(LAYOFF), "lay 6h 6h", "the card '6h' stands twice"),
        (decide(LAYOFF), "all", "cannot read the card 'all'"),
        (decide(GIN, "9h"), "none", "cannot read"),
        (decide(GIN, "9h"), "9s 9d 9h", "9h is not in your hand after the throw"),
        (Count(parse_hand("7h 8h 9h")), "ten", "cannot read 'ten': write a whole number, as in 23"),
        (Count(parse_hand("7h 8h 9h")), "-1", "cannot read '-1'"),
        (Count(parse_hand("7h 8h 9h")), "3.5", "cannot read '3.5'"),
        (Arrange(parse_hand("7h 8h 9h")), "7h 8h 9c", "9c is not in the hand (7h 8h 9h)"),
        (Arrange(parse_hand("7h 8h 9h")), "7h 7h", "stands twice"),
        (Arrange(parse_hand("7h 8h 9h")), "|", "write the melds, as in '7h 8h 9h | Jc Jd Jh'"),
        (IsMeld(parse_hand("7h 8h 9h")), "maybe", "cannot read 'maybe': write yes or no"),
        (KnockLimit(Rules(), 0), "none", "cannot read 'none'"),
        (SCORE, "23", "cannot read '23': write who scores and how much, as in 'me 23'"),
        (SCORE, "me", "cannot read 'me'"),
        (SCORE, "them -4", "cannot read 'them -4'"),
        (SCORE, "", "cannot read ''"),
    ],
)
def test_what_is_no_answer(question: Question, text: str, sentence: str) -> None:
    with pytest.raises(GameError) as refused:
        question.read(text)
    assert sentence in refused.value.sentence


@pytest.mark.parametrize(
    ("question", "text", "answer"),
    [
        (Count(0), "12 points", 12),
        (Count(0), " 012 ", 12),
        (IsMeld(0), "Y", True),
        (IsMeld(0), "no", False),
        (KnockLimit(Rules(), 0), "gin only", 0),
        (KnockLimit(Rules(), 0), "0", 0),
        (KnockLimit(Rules(), 0), "7", 7),
        (SCORE, "me 23", 23),
        (SCORE, "Me: +23 points", 23),
        (SCORE, "they score 25", -25),
        (SCORE, "nobody", 0),
        (SCORE, "void", 0),
    ],
)
def test_other_answers(question: Question, text: str, answer: object) -> None:
    assert question.read(text) == answer


EVERY_KIND: list[Question] = [
    decide(OFFER),
    decide(DRAW),
    decide(TURN),
    decide(LAYOFF),
    decide(GIN, "9h"),
    Arrange(parse_hand("7h 8h 9h Kc")),
    Count(parse_hand("7h 8h 9h Kc")),
    IsMeld(parse_hand("7h 8h 9h")),
    KnockLimit(Rules(), 0),
    SCORE,
]


PIECES = [
    "k",
    "g",
    "d",
    "s",
    "l",
    "lay",
    "knock",
    "gin",
    "big",
    "7h",
    "Kc",
    "5s",
    "9z",
    ":",
    "|",
    "[",
    "]",
    "/",
    ",",
    "me",
    "23",
    "♥",
]


@settings(max_examples=300, deadline=None)
@given(
    text=st.one_of(
        st.text(max_size=30), st.lists(st.sampled_from(PIECES), max_size=6).map(" ".join)
    )
)
def test_whatever_is_typed_is_read_or_refused(text: str) -> None:
    for question in EVERY_KIND:
        with suppress(GameError):
            question.read(text)


def test_every_form_and_prompt_is_said() -> None:
    for question in EVERY_KIND:
        assert question.form
        if not isinstance(question, ScoreDeal):
            assert question.prompt().endswith(("?", "."))


def test_melds_whose_bars_were_left_out() -> None:
    hand = parse_hand("8c 8d 8h 8s 2d 3d 4d 5d Kc Qh")
    read = Arrange(hand).read("8c 8d 8h 8s 2d 3d 4d 5d")
    assert sorted(read) == sorted((parse_hand("8c 8d 8h 8s"), parse_hand("2d 3d 4d 5d")))
    # Cards that cannot all be melded stay one group, for the judge to say why it is no meld.
    assert Arrange(hand).read("8c 8d 8h 8s 2d") == (parse_hand("8c 8d 8h 8s 2d"),)
