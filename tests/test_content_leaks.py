"""What gives an answer away, and what is allowed to be said."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.content_files import DISCARD, KNOCK, LAYOFF, puzzle
from trainer.coach.questions import Question
from trainer.content import load_puzzle
from trainer.content.leaks import leak, named_cards, named_in_slug
from trainer.content.truth import accepted_answers
from trainer.game import parse_hand

OFFER = """\
position:
  dealer: them
  first_upcard: 6h
  hand: 2c 3c 4c 7d 7h 9s 9d Jc Kc Ad
"""
DRAW = OFFER + '  history: "x x s/6d p/Qd"\n'


def question(tmp_path: Path, text: str) -> Question:
    path = tmp_path / "p.yaml"
    path.write_text(text)
    return load_puzzle(path).exercise.question


THROW_KC = ("discard Kc",)
KNOCK_2D = ("knock 2d", "knock 3h")
WAIT = ("discard 2d",)

# text of a puzzle, the right answers, a hint, what of it leaks
DECISIONS = [
    (DISCARD, THROW_KC, "Throw Kc.", "Kc"),
    (DISCARD, THROW_KC, "Look at K♣.", "Kc"),
    (DISCARD, THROW_KC, "What is the King of Clubs good for?", "Kc"),
    (DISCARD, THROW_KC, "Think about your king.", "king"),
    (DISCARD, THROW_KC, "Are KcJc worth keeping?", "Kc"),
    (DISCARD, THROW_KC, "What is Jc good for?", None),
    (DISCARD, THROW_KC, "The jack waits for two cards, 7d for one.", None),
    (DISCARD, THROW_KC, "Which high card waits for nothing?", None),
    (DISCARD, ("discard 7d",), "Two sevens are a pair; keep Kc.", None),
    (DISCARD, ("discard As",), "As long as it waits for nothing.", "As"),
    (DISCARD, ("discard Th",), "10h is safe.", "Th"),
    (KNOCK, KNOCK_2D, "Knock at once.", "Knock at once"),
    (KNOCK, KNOCK_2D, "Your count is low: you should knock.", "should knock"),
    (KNOCK, KNOCK_2D, "Knock now, or play on?", None),
    (KNOCK, KNOCK_2D, "With how much could you knock?", None),
    (KNOCK, WAIT, "Do not knock yet.", "Do not knock"),
    (KNOCK, WAIT, "Better to play on.", "play on"),
    (KNOCK, ("knock 3h", "discard 3h"), "The three of hearts.", "3h"),
    (OFFER, ("take",), "Take it.", "Take it"),
    (OFFER, ("take",), "You can take it or pass.", None),
    (OFFER, ("take",), "What would 6h do for 7h?", None),
    (OFFER, ("pass",), "Leave it.", "Leave it"),
    (DRAW, ("stock",), "Draw from the stock.", "Draw from the stock"),
    (DRAW, ("stock",), "How many cards of the stock help?", None),
    (DRAW, ("pile",), "Take the upcard.", "Take the upcard"),
    (DRAW, ("pile",), "Does the upcard meld?", None),
    (DRAW, ("stock", "pile"), "Take the upcard.", None),
    (LAYOFF, ("lay 6h 4s",), "6h fits.", "6h"),
    (LAYOFF, ("lay 6h 4s",), "Look at both ends of each run.", None),
    (LAYOFF, ("lay nothing",), "Here nothing fits.", "nothing fits"),
]


@pytest.mark.parametrize(("text", "accepted", "hint", "said"), DECISIONS)
def test_decisions(
    tmp_path: Path, text: str, accepted: tuple[str, ...], hint: str, said: str | None
) -> None:
    assert leak(hint, question(tmp_path, puzzle(text)), accepted) == said


# kind, keys, a hint, what of it leaks; the right answer is worked out from the rules
FACTS = [
    ("count", "hand: 7h 8h 9h Kc 3d", "It is 13.", "13"),  # 10 + 3
    ("count", "hand: 7h 8h 9h Kc 3d", "Thirteen, as it happens.", "Thirteen"),
    ("count", "hand: 7h 8h 9h Kc 3d", "13 cards make a suit.", None),
    ("count", "hand: 7h 8h 9h Kc 3d", "Not 130, not 1.13, not 13h.", None),
    ("count", "hand: 7h 8h 9h 3d", "A meld has at least three cards.", None),
    ("count", "hand: 7h 8h 9h 3d", "Only three points.", "three"),
    ("count", "hand: 7h 8h 9h Kc Qc Jd 3d", "Thirty-three.", "Thirty-three"),  # 10+10+10+3
    ("arrange", "hand: 7h 8h 9h Kc 3d", "Start with 7h 8h 9h.", "7h 8h 9h"),
    ("arrange", "hand: 7h 8h 9h Kc 3d", "What goes with 7h and 8h?", None),
    ("limit", "first_upcard: Kd", "Faces count 10.", "10"),
    ("limit", "first_upcard: Kd", "Faces count ten.", "ten"),
    ("limit", "first_upcard: Kd", "What do faces count?", None),
    ("limit", "first_upcard: Ah", "Only gin will do.", "gin"),
    ("limit", "first_upcard: Ah", "An ace is special.", None),
    ("limit", "first_upcard: 8h", "Is it 8h that counts?", None),
    ("meld", "cards: Qd Kd Ad", "No, the ace is low.", "No"),
    ("meld", "cards: Qd Kd Ad", "These are not a run.", "These are not a run"),
    ("meld", "cards: Qd Kd Ad", "Is it a run? Where does the ace stand?", None),
    ("legal", DISCARD + "action: knock 5s", "This is not legal.", "This is not legal"),
    ("legal", DISCARD + "action: knock 5s", "The limit is that of the first upcard.", None),
]


@pytest.mark.parametrize(("kind", "keys", "hint", "said"), FACTS)
def test_facts(tmp_path: Path, kind: str, keys: str, hint: str, said: str | None) -> None:
    asked = question(tmp_path, puzzle(keys + "\n", ask=kind))
    assert leak(hint, asked, accepted_answers(asked, None)) == said


def test_score(tmp_path: Path) -> None:
    """5 + 6 + 8 + 8 and six tens are 87, nothing melds or fits; Kc is 10: 77 for me."""
    keys = (
        "first_upcard: Td\nknocker: me\nmine: 2c 3c 4c 7d 7h 7s 9s 9d 9h Kc\n"
        "theirs: 5d 6c 8c 8d Th Ts Jh Js Qd Ks\n"
    )
    asked = question(tmp_path, puzzle(keys, ask="score"))
    accepted = accepted_answers(asked, None)
    assert accepted == ("me 77",)
    assert leak("It makes 77.", asked, accepted) == "77"
    assert leak("It makes seventy-seven.", asked, accepted) == "seventy-seven"
    assert leak("Who has less?", asked, accepted) is None


def test_cards_named() -> None:
    assert named_cards("7h8h and 10d, the ace of spades; 1h 7x h7 not7h") == parse_hand(
        "7h 8h Td As"
    )


@pytest.mark.parametrize(
    ("slug", "said"),
    [("throw-kc", "kc"), ("keep-10h", "th"), ("king-or-not", None), ("kcx", None), ("kh", None)],
)
def test_slugs(tmp_path: Path, slug: str, said: str | None) -> None:
    asked = question(tmp_path, puzzle())
    assert named_in_slug(slug, asked, ("discard Kc", "discard Th")) == said
