"""What views show and what they must not: lines, columns, cards in prose, and answers kept back."""

import io
from random import Random

import pytest
from rich.console import Console, RenderableType
from rich.text import Text

from tests.solver_deals import random_decisions
from tests.test_coach_read import GIN, LAYOFF, OFFER, TURN, decide
from trainer.coach.questions import (
    Arrange,
    Count,
    Decide,
    IsLegal,
    KnockLimit,
    Question,
    ScoreDeal,
)
from trainer.game import PRESETS, Action, Rules, cards_of, format_card, parse_card, parse_hand
from trainer.shell.draw import Columns, Line, Margin, Pen
from trainer.shell.views import question_view

LETTERS = Pen(glyphs=False)
GLYPHS = Pen(glyphs=True)


def shown(view: RenderableType | None, width: int = 100) -> str:
    """A view as plain text in a window of so many columns."""
    console = Console(file=io.StringIO(), width=width, color_system=None, legacy_windows=False)
    if view is not None:
        console.print(view)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


# -- nothing is given away -------------------------------------------------------------------------

SCORE = ScoreDeal(
    Rules(),
    parse_card("6s"),
    1,
    (parse_hand("2c 6c 9c Th Td 4h 4d 2h Ah Kd"), parse_hand("3c 4c 5c 9d 9h 9s Js Qs Ks 6d")),
    (parse_hand("3c 4c 5c"), parse_hand("9d 9h 9s"), parse_hand("Js Qs Ks")),
    "knock",
)


@pytest.mark.parametrize(
    ("question", "secrets"),
    [
        (IsLegal(decide(TURN).position, Action.parse("knock 5s")), ("[", "deadwood", "knock with")),
        (IsLegal(decide(GIN).position, Action.parse("gin Kc")), ("[", "deadwood", "knock with")),
        (decide(GIN, "9h"), ("[", "deadwood")),
        (Arrange(parse_hand("3c 4c 5c 9d 9h 9s Js Qs Ks 6d")), ("[", "deadwood", "6d loose")),
        (Count(parse_hand("3c 4c 5c 9d 9h 9s Js Qs Ks 6d")), ("[", "deadwood")),
        (SCORE, ("double", "deadwood", "limit")),
        (KnockLimit(Rules(), 3), ("4", "or less")),
    ],
)
def test_a_question_shows_nothing_that_it_asks_for(
    question: Question, secrets: tuple[str, ...]
) -> None:
    text = shown(question_view(question, LETTERS))
    for secret in secrets:
        assert secret not in text


def test_the_limit_is_shown_where_it_is_wanted() -> None:
    text = shown(question_view(decide(TURN), LETTERS))
    assert "First upcard 6h: knock with 6 or less" in text
    assert "[2c 3c 4c]  -  Ad 5s 7d 7h 9d 9s Jc Kc   58 deadwood   drawn 5s" in text
    ace = shown(question_view(decide({**TURN, "first_upcard": "As"}), LETTERS))
    assert "First upcard As: gin only, counts double" in ace


def test_other_rules_are_named_wherever_they_matter() -> None:
    for question in (
        decide({**OFFER, "rules": "ruby"}),
        KnockLimit(PRESETS["ruby"], 3),
        ScoreDeal(PRESETS["ruby"], 3, 0, SCORE.hands[::-1], SCORE.spread, "knock"),
    ):
        assert "rules ruby" in shown(question_view(question, LETTERS))
    changed = {"preset": "ruby", "gin_bonus": 20}
    assert "rules ruby, gin bonus 20" in shown(
        question_view(decide({**OFFER, "rules": changed}), LETTERS)
    )


@pytest.mark.parametrize("width", [20, 31, 50, 80, 120])
def test_every_position_shows_the_whole_hand_in_any_window(width: int) -> None:
    seed = 17
    decisions = random_decisions(Random(seed))
    for number in range(60):
        _, position = next(decisions)
        for pen in (LETTERS, GLYPHS):
            text = shown(Margin(question_view(Decide(position), pen) or ""), width)
            where = f"seed {seed}, number {number}, width {width}"
            assert all(len(line) <= width for line in text.splitlines()), where
            assert all(line == line.rstrip() for line in text.splitlines()), where
            hand = text.partition("Your hand")[2]
            for card in cards_of(position.hand):
                name = format_card(card)
                drawn = name if pen is LETTERS else pen.card(card).plain
                assert drawn in hand, where
            for part in text.split("[")[1:]:
                assert "\n" not in part.partition("]")[0], where


def test_a_layoff_shows_the_knock() -> None:
    text = shown(question_view(decide({**LAYOFF, "deadwood": "Ac"}), LETTERS))
    assert "They knocked  [Jc Qc Kc]  [7h 8h 9h]  [5s 6s 7s]  -  Ac   1 deadwood" in text


# -- prose -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "drawn"),
    [
        ("Throw Kc, not 7h.", "Throw K♣, not 7♥."),
        ("Type `lay 7h`, then 8h.", "Type lay 7h, then 8♥."),
        ("Write 'knock 3d' for 3d.", "Write 'knock 3d' for 3♦."),
        ("the knocker's 6h and this deal's 7h", "the knocker's 6♥ and this deal's 7♥"),
        ("10h or Th", "T♥ or T♥"),
        ("Ash and 2nd are no cards", "Ash and 2nd are no cards"),
        ("(7h 8h)", "(7♥ 8♥)"),
    ],
)
def test_cards_in_prose(text: str, drawn: str) -> None:
    assert GLYPHS.prose(text).plain == drawn


# -- layout ----------------------------------------------------------------------------------------


def test_lines_break_between_pieces_only() -> None:
    line = Line("Your hand").add(LETTERS.meld(parse_hand("7h 8h 9h"))).add("tail", 3)
    assert shown(line, 40) == "Your hand  [7h 8h 9h]   tail\n"
    assert shown(line, 25) == "Your hand  [7h 8h 9h]\ntail\n"
    assert shown(line, 15) == "Your hand\n[7h 8h 9h]\ntail\n"


def test_columns_leave_out_what_there_is_no_room_for() -> None:
    rows = [[Text(cell) for cell in row] for row in (("abc", "1", "long"), ("d", "22", "cell"))]
    table = Columns(rows, needed=2, right=(1,))
    assert shown(table, 30) == "abc   1  long\nd    22  cell\n"
    assert shown(table, 12) == "abc   1\nd    22\n"
    assert shown(table, 5) == "abc\n1\nd  22\n"


def test_a_margin_leaves_no_blanks_behind() -> None:
    view = Margin(Text("some words that have to be wrapped "))
    assert shown(view, 50) == "  some words that have to be wrapped\n"
    assert shown(view, 20) == "some words that have\nto be wrapped\n"
