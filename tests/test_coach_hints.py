"""Hints: four stages, of which the first two never name an accepted answer."""

from random import Random

import pytest

from tests.content_files import solver
from tests.hands import mask, meld_rich_hand, random_defender, random_hand, random_knock
from tests.solver_deals import random_decisions
from tests.test_coach_read import DRAW, GIN, LAYOFF, OFFER, TURN, decide
from trainer.coach.choices import choices
from trainer.coach.hints import STAGES, hints
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
from trainer.coach.reasons import main_theme
from trainer.coach.themes import QUESTIONS, THEMES
from trainer.content.leaks import leak, named_cards
from trainer.content.truth import accepted_answers
from trainer.game import (
    PRESETS,
    Action,
    GameError,
    Position,
    Rules,
    cards_of,
    format_hand,
    parse_hand,
)
from trainer.solver.analysis import Analysis


def random_analysis(random: Random, position: Position) -> Analysis:
    """An analysis that likes any action best, and accepts some others."""
    labels = [action.label for action in position.legal_actions()]
    losses = {label: random.choice((0.3, 2.0, 9.0)) for label in labels}
    losses[random.choice(labels)] = 0.0
    return solver(losses, 0.01)(position, 65536)


def check(question: Question, analysis: Analysis | None, where: str) -> None:
    """The stages of a question's hints are there and say nothing too early."""
    stages = hints(question, analysis, ())
    assert len(stages) == STAGES - 1, where
    accepted = accepted_answers(question, analysis)
    for text in stages[:2]:
        assert text.endswith((".", "?")), where
        assert "  " not in text, where
        assert not named_cards(text), f"{where}: {text}"
        assert leak(text, question, accepted) is None, f"{where}: {text}"
    # The third stage names two answers of a decision, one of them right, unless there are no more.
    if isinstance(question, Decide) and analysis is not None:
        right = [c.text for c in choices(question, analysis) if c.accepted]
        wrong = [c.text for c in choices(question, analysis) if not c.accepted]
        if len(right + wrong) == 1:
            assert "only one thing" in stages[2], where
        elif wrong and question.position.ask in ("offer", "draw"):
            assert leak(stages[2], question, accepted) is None, where
        elif wrong:
            assert any(text in stages[2] for text in right), where
            assert any(text in stages[2] for text in wrong), where
        else:
            assert "Every answer" in stages[2], where


def test_decisions_from_random_deals() -> None:
    seed = 2026
    random = Random(seed)
    asks = set()
    decisions = random_decisions(random)
    for number in range(600):
        _, position = next(decisions)
        asks.add(position.ask)
        where = f"seed {seed}, number {number}, {position.to_mapping()}"
        check(Decide(position), random_analysis(random, position), where)
    assert asks == {"offer", "draw", "discard"}


def test_layoffs() -> None:
    seed = 3
    random = Random(seed)
    for number in range(150):
        spread, hand = random_knock(random, 10, 10)
        defender = random_defender(random, 10, spread, hand)
        deck = sorted(cards_of(~(mask(hand) | mask(defender)) & (1 << 52) - 1))
        first, thrown = random.sample(deck, 2)
        try:
            position = Position.from_mapping(
                {
                    "rules": {"preset": "oklahoma", "fixed_limit": 10},
                    "dealer": "me",
                    "first_upcard": format_hand(1 << first),
                    "hand": format_hand(mask(defender)),
                    "history": f"x x s/{format_hand(1 << thrown)}!",
                    "spread": " | ".join(format_hand(mask(meld)) for meld in spread),
                }
            )
        except GameError:
            continue  # a gin, or no melds: nothing is laid off
        analysis = solver({})(position, 65536)
        check(Decide(position), analysis, f"seed {seed}, number {number}")


def test_exact_questions() -> None:
    seed = 4
    random = Random(seed)
    for number in range(200):
        where = f"seed {seed}, number {number}"
        size = random.choice((7, 10, 11))
        hand = random_hand(random, size) if number % 2 else meld_rich_hand(random, size)
        check(Arrange(mask(hand)), None, where)
        check(Count(mask(hand)), None, where)
        check(IsMeld(mask(random_hand(random, 3))), None, where)
        check(KnockLimit(random.choice(list(PRESETS.values())), random.randrange(52)), None, where)
        spread, knocker = random_knock(random, 10, 10)
        defender = random_defender(random, 10, spread, knocker)
        melds = tuple(mask(meld) for meld in spread)
        hands = (mask(knocker), mask(defender))
        check(ScoreDeal(Rules(), random.randrange(52), 0, hands, melds, "knock"), None, where)


@pytest.mark.parametrize("action", ["knock 5s", "discard 5s", "stock", "big gin", "gin 5s"])
def test_questions_of_the_rules(action: str) -> None:
    question = IsLegal(decide(TURN).position, Action.parse(action))
    check(question, None, action)
    about_counting = "count" in hints(question, None, ())[0]
    assert about_counting == (action.split(maxsplit=1)[0] in ("knock", "gin", "big"))


@pytest.mark.parametrize(
    ("mapping", "action", "truth"),
    [
        (TURN, "stock", "You hold 11 cards: this turn's draw is made."),
        (TURN, "pile", "You hold 11 cards: this turn's draw is made."),
        (DRAW, "discard Kc", "You hold 10 cards: this turn's draw is still to come."),
        (OFFER, "knock Kc", "You hold 10 cards: this turn's draw is still to come."),
        (TURN, "discard 5s", "This turn's card came from the stock."),
        (
            {**DRAW, "hand": f"{DRAW['hand']} Qs", "history": "x p/Qs p"},
            "discard Qs",
            "This turn you took Qs from the discard pile.",
        ),
        (OFFER, "take", "The first upcard is on offer, and nobody has passed it so far."),
        ({**OFFER, "history": "x x"}, "pile", "Everybody has passed the first upcard."),
        (LAYOFF, "lay 6h", "The melds take these cards: "),
        (LAYOFF, "stock", "A knock is on the table."),
        (TURN, "lay 5s", "Has anybody knocked yet?"),
        (TURN, "knock Kc", "After that throw your deadwood is 48 at best. The limit is 6."),
        (GIN, "gin Kc", "After that throw your deadwood is 0 at best. The limit is 6."),
    ],
)
def test_the_third_hint_about_a_rule_is_true(
    mapping: dict[str, object], action: str, truth: str
) -> None:
    question = IsLegal(decide(mapping).position, Action.parse(action))
    assert hints(question, None, ())[2].startswith(truth)


def test_that_nothing_melds_or_fits_is_not_said() -> None:
    """A count of none would be the whole answer."""
    question = Arrange(parse_hand("2c 5d 9h Ks"))
    assert not any(character.isdigit() for character in " ".join(hints(question, None, ())[:2]))
    nothing_fits = {
        **LAYOFF,
        "spread": "7h 8h 9h | Jc Qc Kc | As Ah Ac",
        "hand": "5d Td 2c 2d 3s 4d Ks Qs 8c 9d",
    }
    stages = hints(Decide(Position.from_mapping(nothing_fits)), None, ())
    assert stages[1].startswith("A card may fit only after another")
    one_fits = hints(decide(LAYOFF), None, ())
    assert one_fits[1].startswith("1 of your cards fits at once.")


def test_a_card_that_may_not_go_back_is_not_counted_with() -> None:
    """The knock that throwing it back would allow is not hinted at."""
    mapping = {
        **GIN,
        "hand": "2c 3c 4c 7d 7h 7s 9s 9d 9h Ad Kc",
        "drawn": "Kc",
        "history": "x p/Kc p",
    }
    position = Position.from_mapping({**mapping, "dealer": "them"})
    assert "Your deadwood can be 10" not in hints(Decide(position), None, ())[1]
    assert "live cards" in hints(Decide(position), None, ())[1]


def test_authors_hints_come_first() -> None:
    question = Count(parse_hand("7h 8h 9h Kc"))
    generated = hints(question, None, ())
    assert hints(question, None, ("Mine.",)) == ["Mine.", *generated[1:]]
    assert hints(question, None, ("Mine.", "Too.")) == ["Mine.", "Too.", generated[2]]


def test_the_idea_of_the_answer_is_asked_for() -> None:
    """Where the analysis is known, the second stage leads to its theme and names nothing."""
    position = decide(TURN).position
    analysis = solver({"discard Kc": 0.0, "discard 7d": 2.0})(position, 65536)
    assert main_theme(position, analysis) == "inside-run"
    told = hints(Decide(position), analysis, ())
    assert told[1] == (
        "Your hand waits for 7 live cards. How many cards can join each of your combinations?"
    )
    # 7d gives up 7c 8d 7s and keeps Qc; Kc gives up Qc: see the test of the same throw's reasons.
    assert told[2] == (
        "One of these is right: discard 7d, or discard Kc. With 7d thrown you hold 51 deadwood and "
        "4 live outs; 3 pairs that are out meld with 7d. With Kc thrown you hold 48 deadwood and 6 "
        "live outs; 3 pairs that are out meld with Kc."
    )


def test_questions_that_lead_to_a_theme_name_no_card() -> None:
    for theme, question in QUESTIONS.items():
        assert theme in THEMES
        assert question.endswith("?")
        assert not named_cards(question)
