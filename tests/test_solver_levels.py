"""The opponents of practice matches: their mistakes and styles, and that they keep the rules."""

from collections.abc import Iterator
from itertools import islice, product
from random import Random

import pytest

from tests.solver_deals import random_decisions
from trainer.game import Deal, Illegal, Position, Rules, Unreadable, best_layoff
from trainer.solver.levels import LEVELS, STYLES, Opponent
from trainer.solver.players import play_as

SEED = 611
OPPONENTS = [Opponent(level, style) for level, style in product(LEVELS, STYLES)]


def decisions(number: int, seed: int = SEED) -> Iterator[Position]:
    """Decisions from deals of every preset, with every number of players."""
    return islice((position for _, position in random_decisions(Random(seed))), number)


def answers(name: str, hand: str, history: str, tries: int = 150) -> set[str]:
    """All that an opponent does in a deal of limit 10, over many seeds. It moves first."""
    position = Position.from_mapping(
        {
            "rules": "knock10",
            "dealer": "them",
            "first_upcard": "Td",
            "hand": hand,
            "drawn": hand.rsplit(maxsplit=1)[-1] if history.endswith("s") else None,
            "history": history,
        }
    )
    opponent = Opponent.parse(name)
    return {play_as(opponent, position, seed).label for seed in range(tries)}


# -- the mistakes of beginners ---------------------------------------------------------------------

TURN = "x x s/Kd s/7s s"
CAN_KNOCK = "Ac 2c 3c 4c 5c 9d 9h 9s 2d 8s Kh"  # throwing Kh leaves 2 + 8


@pytest.mark.parametrize("level", ["beginner", "casual"])
def test_who_slips_overlooks_a_spread_that_could_knock(level: str) -> None:
    assert {"knock Kh", "discard Kh"} <= answers(level, CAN_KNOCK, TURN)


def test_who_slips_overlooks_gin() -> None:
    gin = "Ac 2c 3c 4c 5c 6c 7c 9d 9h 9s Kh"
    found = answers("beginner", gin, TURN)
    assert {"gin Kh", "discard Kh"} <= found
    assert answers("steady", gin, TURN) == {"gin Kh"}


def test_who_slips_breaks_up_a_meld_that_it_overlooks() -> None:
    hand = "Tc Jc Qc 2d 2h 2s Ac 4h 3d 5s 6h"
    run = {"discard Tc", "discard Jc", "discard Qc"}
    assert answers("beginner", hand, TURN) & run
    assert answers("steady", hand, TURN) == {"discard 6h"}


def test_who_slips_leaves_a_meld_lying_and_takes_what_makes_a_pair() -> None:
    melds = "7c 8c Kc Qs 2h 4d 9s Jh 3d 5s", "x x s/Kd s/9c"
    pair = "7c 8d Kc Qs 2h 4d 9s Jh 3c 5s", "x x s/Kd s/7h"
    assert answers("beginner", *melds) == answers("beginner", *pair) == {"stock", "pile"}
    for level in ("steady", "skilled", "expert", "master"):
        assert answers(level, *melds, tries=5) == {"pile"}
    assert answers("steady", *pair) == {"stock"}


def test_lower_levels_throw_what_the_other_is_known_to_want() -> None:
    """They took Qc and Qd: of two cards that cost the same, Qs is live and Kh is not."""
    hand, history = "2c 3c 4c 5c 9d 9h 9s Kh Qs 8s 6d", "x x s/Qc p/3d s/Qd p/4h s"
    assert answers("steady", hand, history) == {"discard Kh", "discard Qs"}
    for name in ("skilled", "expert", "master", "steady-defensive"):
        assert answers(name, hand, history, tries=5) == {"discard Kh"}, name


LATE = "x x s/Kd s/Ks s/Kc s/Kh s/Qd s/Qs s/Qh s/Qc s/Jd s/Js s/Jh s/Jc s"
EIGHT = "Ac 2c 3c 4c 5c 9d 9h 9s 2d 6s 8s"  # throwing 8s leaves 2 + 6


@pytest.mark.parametrize("level", ["beginner", "casual", "steady"])
def test_lower_levels_knock_at_the_first_chance(level: str) -> None:
    assert "knock 8s" in answers(level, EIGHT, LATE)
    assert "knock 8s" not in answers(f"{level}-camper", EIGHT, LATE)


def test_skilled_waits_late_unless_it_is_eager() -> None:
    assert answers("skilled", EIGHT, LATE).isdisjoint({"knock 8s", "knock 6s"})
    assert answers("skilled-eager", EIGHT, LATE) == {"knock 8s"}


# -- styles ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", ["beginner", "steady", "skilled", "expert"])
def test_the_eager_knock_whenever_they_may_and_campers_never(level: str) -> None:
    chances = 0
    for number, position in enumerate(decisions(1200)):
        kinds = {action.kind for action in position.legal_actions()}
        if "knock" in kinds:
            chances += 1
            eager = play_as(Opponent(level, "eager"), position, number)
            assert eager.kind in ("knock", "gin", "big gin"), position.to_mapping()
            camper = play_as(Opponent(level, "camper"), position, number)
            assert camper.kind != "knock", position.to_mapping()
    assert chances > 40


# -- the rules -------------------------------------------------------------------------------------


@pytest.mark.parametrize("opponent", OPPONENTS, ids=str)
def test_choices_keep_the_rules_and_follow_from_the_seed(opponent: Opponent) -> None:
    """Every preset, two to four players; the solver, which takes longer, fewer positions."""
    for number, position in enumerate(decisions(60 if opponent.level == "master" else 300)):
        action = play_as(opponent, position, SEED + number)
        position.check(action)
        assert play_as(opponent, position, SEED + number) == action, position.to_mapping()


def test_layoffs_are_the_best_ones() -> None:
    position = Position.from_mapping(
        {
            "rules": "knock10",
            "dealer": "them",
            "first_upcard": "Td",
            "hand": "9s Th Kh Kd Ks 2c 4s 6d Ad 8h",
            "history": "x x s/Kc s/3d!",
            "spread": "9c 9d 9h | Jc Qc Tc | 2d 2h 2s",
            "deadwood": "Ac",
        }
    )
    best = best_layoff(position.table.spread, position.hand)
    assert best.laid
    for opponent in OPPONENTS:
        assert play_as(opponent, position, 1).laid == best.laid


def test_who_is_not_to_act_is_not_asked() -> None:
    deal = Deal.start(Rules(), 2, 0, Random(SEED))
    with pytest.raises(Illegal, match="seat 1 is to act"):
        play_as(Opponent(), deal.position(0), 1)


# -- names -----------------------------------------------------------------------------------------


def test_names_go_round() -> None:
    assert [Opponent.parse(str(opponent)) for opponent in OPPONENTS] == OPPONENTS
    assert str(Opponent("expert")) == "expert"
    assert str(Opponent("expert", "eager")) == "expert-eager"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("mastr", "there is no level 'mastr', did you mean 'master'. write beginner, casual"),
        ("grandmother", "there is no level 'grandmother': write beginner, casual"),
        ("expert-campr", "there is no style 'campr', did you mean 'camper'. write balanced"),
        ("", "there is no level ''"),
    ],
)
def test_unknown_names_are_refused(text: str, sentence: str) -> None:
    with pytest.raises(Unreadable, match=sentence.replace("?", r"\?")):
        Opponent.parse(text)
