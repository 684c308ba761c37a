"""Twins of questions: other suits, the same question and the same verdicts."""

from itertools import permutations
from random import Random

import pytest

from tests.content_files import LAYOFF, solver
from tests.test_session_puzzle import QUESTIONS, position_of
from trainer.coach.choices import choices
from trainer.coach.judge import judge
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
from trainer.coach.twins import (
    keeps_its_words,
    relative,
    renaming,
    twin,
    twin_analysis,
)
from trainer.content import Library
from trainer.game import Position, Rules, deadwood, parse_card, parse_hand
from trainer.session.sitting import best_answer
from trainer.solver.exact import exact_values

SHIPPED: list[Question] = [
    *(exercise.question for lesson in Library().lessons for exercise in lesson.exercises),
    *(puzzle.exercise.question for puzzle in Library().puzzles),
]


def rules_and_upcard(question: Question) -> tuple[Rules, int] | None:
    match question:
        case Decide() | IsLegal():
            return question.position.rules, question.position.first_upcard
        case KnockLimit() | ScoreDeal():
            return question.rules, question.first_upcard
    return None


@pytest.mark.parametrize("question", SHIPPED + QUESTIONS, ids=lambda question: str(question.kind))
def test_a_twin_differs_in_suits_only(question: Question) -> None:
    rng = Random(question.kind)
    for _ in range(5):
        suits = renaming(question, rng)
        if suits is None:
            assert isinstance(question, IsMeld | KnockLimit | Count | Arrange)
            return
        other = twin(question, suits)
        assert other != question
        back = tuple(suits.index(suit) for suit in range(4))
        assert twin(other, back) == twin(question, (0, 1, 2, 3))  # its melds are in order
        first, second = rules_and_upcard(question), rules_and_upcard(other)
        if first is not None and second is not None:
            assert first[0].limit(first[1]) == second[0].limit(second[1])
            assert first[0].multiplier(first[1]) == second[0].multiplier(second[1])
        if not isinstance(question, Decide):
            answer = best_answer(other)
            verdict = judge(other, other.read(answer))
            assert verdict.passed
            if not isinstance(question, Arrange):
                assert answer == best_answer(question)


def test_every_legal_action_has_its_twin() -> None:
    for question in SHIPPED:
        if not isinstance(question, Decide) or question.knock is not None:
            continue
        suits = renaming(question, Random(1))
        assert suits is not None
        other = twin(question, suits)
        assert isinstance(other, Decide)
        best = question.position.legal_actions()[0].label
        analysis = solver({best: 0.0})(question.position, 65536)
        renamed = twin_analysis(analysis, suits)
        legal = {action.label for action in other.position.legal_actions()}
        assert {value.action for value in renamed.actions} == legal
        for choice, same in zip(choices(question, analysis), choices(other, renamed), strict=True):
            assert choice.loss == same.loss
            assert judge(other, other.read(same.text), renamed).loss == same.loss


def test_an_exact_analysis_of_a_twin_is_the_twin_of_the_analysis() -> None:
    position = position_of(LAYOFF)
    for suits in {renaming(Decide(position), Random(seed)) for seed in range(100)}:
        assert suits is not None
        other = twin(Decide(position), suits)
        assert isinstance(other, Decide)
        renamed = twin_analysis(solver({})(position, 1), suits)
        values = exact_values(other.position)
        assert values is not None
        assert {value.action: value.points_lost for value in values} == {
            value.action: value.points_lost for value in renamed.actions
        }


@pytest.mark.parametrize("first", ["Th", "Ts"])
@pytest.mark.parametrize("doubles", [True, False])
def test_a_spade_turned_up_stays_one_where_spades_double(first: str, doubles: bool) -> None:
    position = Position.from_mapping(
        {
            "rules": {"spade_doubles": doubles},
            "dealer": "them",
            "first_upcard": first,
            "hand": "2c 3c 4c 7d 7h 9s 9d Jc Kc Ad",
            "history": "",
        }
    )
    seen = {
        twin(Decide(position), suits).position.first_upcard // 13  # type: ignore[union-attr]
        for seed in range(200)
        if (suits := renaming(Decide(position), Random(seed))) is not None
    }
    if not doubles:
        assert seen == {0, 1, 2, 3}
    else:
        assert seen == ({3} if first == "Ts" else {0, 1, 2})


def test_a_question_with_one_look_has_no_twin() -> None:
    assert renaming(IsMeld(parse_hand("7c 7d 7h 7s")), Random(1)) is None
    assert renaming(KnockLimit(Rules(), parse_card("8s")), Random(1)) is None


def test_twins_are_drawn_from_all_renamings() -> None:
    question = Count(parse_hand("2c 5d 9h Ks"))
    seen = {renaming(question, Random(seed)) for seed in range(400)}
    assert seen == set(permutations(range(4))) - {(0, 1, 2, 3)}


def test_relatives_are_new_questions_of_the_kind() -> None:
    hand = parse_hand("7h 8h 9h Kc 2d")
    for seed in range(20):
        near = relative(Count(hand), Random(seed))
        assert isinstance(near, Count)
        assert (near.hand & hand).bit_count() == 4
        assert near.hand.bit_count() == 5
        assert judge(near, deadwood(near.hand)).passed
        other = relative(KnockLimit(Rules(), 0), Random(seed))
        assert isinstance(other, KnockLimit)
        assert other.first_upcard % 13
    assert relative(IsMeld(hand), Random(1)) is None


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("Look at the whole hand.", True),
        ("A king weighs ten.", True),
        ("Look at the hearts.", False),
        ("The 7h fits.", False),
        ("Ten of Spades", False),
        ("10d", False),
    ],
)
def test_a_text_that_names_cards_or_suits_is_not_kept(text: str, kept: bool) -> None:
    assert keeps_its_words(text) == kept
