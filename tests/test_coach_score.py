"""Scores of finished deals: the truth against the reference, and the slip behind a wrong one."""

from random import Random
from typing import Literal

import pytest

from tests import reference
from tests.hands import (
    mask,
    meld_rich_hand,
    random_defender,
    random_knock,
)
from tests.test_coach_exact import told, verdict_on
from trainer.coach.questions import ScoreDeal
from trainer.coach.scoring import result_of
from trainer.game import PRESETS, Rules, best_spreads, parse_card, parse_hand, parse_spread

GoingOut = Literal["knock", "gin", "big gin"]

KNOCKER = "3c 4c 5c 9d 9h 9s Js Qs Ks 6d"
"""Three melds and 6d: a knock with 6."""
DEFENDER = "2c 6c 9c Th Td 4h 4d 2h Ah Kd"
"""Lays off 2c 6c on the run and 9c on the set; Th Td 4h 4d 2h Ah Kd are left: 41."""


def deal(
    knocker: str = KNOCKER,
    defender: str = DEFENDER,
    *,
    mine: bool = True,
    upcard: str = "Td",
    rules: Rules | None = None,
    going_out: GoingOut = "knock",
    spread: str = "",
) -> ScoreDeal:
    """A question about a finished deal."""
    hands = parse_hand(knocker), parse_hand(defender)
    return ScoreDeal(
        rules=rules or Rules(),
        first_upcard=parse_card(upcard),
        knocker=0 if mine else 1,
        hands=hands if mine else (hands[1], hands[0]),
        spread=parse_spread(spread) if spread else best_spreads(hands[0])[0].melds,
        going_out=going_out,
    )


GIN = "3c 4c 5c 9d 9h 9s Js Qs Ks Ts"
BIG_GIN = "3c 4c 5c 9d 9h 9s Js Qs Ks Ts 6c"
LOW = "2c 6c 7c 9c Ah 2h Ad 8d 8h 8s"
"""Against KNOCKER: 2c 6c 7c go on the run, 9c on the set; the eights meld; Ah 2h Ad leave 4."""
STRANGER = "8c Th Td 4h 4d 2h Ah Kd 7h 7d"
"""Fits nothing and melds nothing: 63."""


@pytest.mark.parametrize(
    ("question", "answer", "sentence"),
    [
        (
            deal(),
            "me 35",
            "You have 6 deadwood, your opponent has 41 after laying off 2c 6c 9c: the knock wins, "
            "35 makes 35.",
        ),
        (
            deal(mine=False),
            "them 35",
            "Your opponent has 6 deadwood, you have 41 after laying off 2c 6c 9c",
        ),
        (
            deal(upcard="Ts"),
            "me 70",
            "the knock wins, 35 times 2 under Ts makes 70.",
        ),
        (
            deal(defender=LOW),
            "them 27",
            "your opponent has 4 after laying off 2c 6c 7c 9c: an undercut, 25 + 2 makes 27.",
        ),
        (
            deal(defender=LOW, mine=False, upcard="6s"),
            "me 54",
            "an undercut, (25 + 2) times 2 under 6s makes 54.",
        ),
        (
            deal(GIN, going_out="gin"),
            "me 83",
            "Your opponent has 58 deadwood and may not lay off after gin: gin, 25 + 58 makes 83.",
        ),
        (
            deal(BIG_GIN, "2c 9c Th Td 4h 4d 2h Ah Kd 7d", going_out="big gin"),
            "me 90",
            "big gin, 31 + 59 makes 90.",
        ),
        (
            deal(GIN, "4h 5h 6h Th Td 4d 2h Ah Kd 7d", going_out="gin", rules=PRESETS["rulebook"]),
            "me 84",
            "has 59 points in hand, melds included, and may not lay off: gin, 25 + 59 makes 84.",
        ),
        (deal(rules=PRESETS["rulebook"]), "me 55", "the knock wins, 20 + 35 makes 55."),
    ],
)
def test_the_working_is_shown(question: ScoreDeal, answer: str, sentence: str) -> None:
    right = verdict_on(question, answer)
    assert right.passed, right
    assert sentence in told(right)
    assert sentence in told(verdict_on(question, "me 1"))


@pytest.mark.parametrize(
    ("question", "answer", "theme", "sentence"),
    [
        (deal(), "them 35", "score", "The amount is right, but it goes to the other side."),
        (deal(), "me 52", "layoff", "That forgets the layoffs: the defender adds cards to the kno"),
        (deal(), "me 44", "layoff", "That lays off 2c 6c; laying off 2c 6c 9c leaves 41, not 50."),
        (deal(), "me 60", "score", "A knock that wins scores no bonus; 25 is for an undercut."),
        (deal(), "me 66", "score", "A knock that wins scores no bonus; 31 is for big gin."),
        (
            deal(defender=STRANGER),
            "me 63",
            "score",
            "The knocker's own 6 come off: the difference is scored.",
        ),
        (deal(), "me 70", "spade", "Only a spade as first upcard doubles a deal."),
        (
            deal(rules=PRESETS["pocket"]),
            "me 70",
            "spade",
            "Under these rules no deal is doubled.",
        ),
        (deal(upcard="Ts"), "me 35", "spade", "The first upcard is a spade: everything in this"),
        (deal(defender=LOW), "me 27", "score", "The amount is right, but it goes to the other si"),
        (deal(defender=LOW), "them 2", "score", "That forgets the bonus of 25 for an undercut."),
        (
            deal(defender=LOW, upcard="6s"),
            "them 29",
            "spade",
            "The 25 for an undercut are doubled too.",
        ),
        (
            deal("3c 4c 5c 9d 9h 9s Js Qs Ks 4s", LOW),
            "me 25",
            "undercut",
            "Equal counts are an undercut: the defender scores.",
        ),
        (
            deal(GIN, going_out="gin"),
            "me 66",
            "layoff",
            "Nobody lays off after gin.",
        ),
        (deal(GIN, going_out="gin"), "me 58", "score", "That forgets the bonus of 25 for gin."),
        (deal(GIN, going_out="gin"), "me 89", "score", "Gin scores 25; 31 is for big gin."),
        (
            deal(BIG_GIN, "2c 9c Th Td 4h 4d 2h Ah Kd 7d", going_out="big gin"),
            "me 84",
            "score",
            "Big gin scores 31; 25 is for an undercut.",
        ),
        (
            deal(GIN, "4h 5h 6h Th Td 4d 2h Ah Kd 7d", going_out="gin", rules=PRESETS["rulebook"]),
            "me 69",
            "score",
            "Under these rules the defender's melds count too after gin.",
        ),
        (
            deal(rules=PRESETS["rulebook"]),
            "me 35",
            "score",
            "That forgets the bonus of 20 for a knock that wins.",
        ),
    ],
)
def test_the_slip_behind_a_wrong_score(
    question: ScoreDeal, answer: str, theme: str, sentence: str
) -> None:
    verdict = verdict_on(question, answer)
    assert not verdict.passed
    assert len(verdict.reasons) == 2, told(verdict)
    assert verdict.reasons[0].theme == theme
    assert verdict.reasons[0].text.startswith(sentence)


def test_no_slip_is_made_up() -> None:
    verdict = verdict_on(deal(), "me 36")
    assert len(verdict.reasons) == 1
    assert verdict.points_lost == 1


def test_a_tie_without_a_bonus_is_nobodys() -> None:
    question = deal(
        "3c 4c 5c 9d 9h 9s Js Qs Ks 4s", LOW, rules=Rules(undercut_bonus=0), upcard="Td"
    )
    for text in ("nobody", "nobody 0", "0", "void"):
        assert verdict_on(question, text).passed
    assert verdict_on(question, "me 4").best == "nobody 0"


def test_random_scores_against_the_reference() -> None:
    seed = 5
    random = Random(seed)
    for number in range(400):
        preset, rules = random.choice(list(PRESETS.items()))
        options = reference.PRESETS[preset]
        upcard = random.choice(reference.DECK)
        limit = reference.knock_limit(options, upcard)
        where = f"seed {seed}, number {number}, {preset} under {upcard}"
        going_out: GoingOut = "knock"
        if limit and random.random() < 0.7:
            spread, hand = random_knock(random, 10, limit)
            if reference.deadwood_of(hand, spread) == 0:
                continue
            defender = random_defender(random, 10, spread, hand)
            seat = random.randrange(2)
            hands = (hand, defender) if seat == 0 else (defender, hand)
            slow = reference.score_knock(options, upcard, hands, seat, spread)
        else:
            going_out = "gin"
            hand = meld_rich_hand(random, 10)
            while reference.deadwood(hand):
                hand = meld_rich_hand(random, 10)
            spread = min(reference.best_spreads(hand), key=lambda s: sorted(map(sorted, s)))
            defender = random_defender(random, 10, spread, hand)
            seat = random.randrange(2)
            hands = (hand, defender) if seat == 0 else (defender, hand)
            slow = reference.score_gin(options, upcard, hands, seat)
        question = ScoreDeal(
            rules=rules,
            first_upcard=parse_card(upcard),
            knocker=0 if seat == 0 else 1,
            hands=(mask(hands[0]), mask(hands[1])),
            spread=tuple(mask(meld) for meld in spread),
            going_out=going_out,
        )
        assert result_of(question).points == slow.points, where
        assert result_of(question).kind == slow.kind, where
        truth = slow.points[0] - slow.points[1]
        text = f"me {truth}" if truth > 0 else f"them {-truth}" if truth else "nobody"
        right = verdict_on(question, text)
        assert right.passed, where
        assert right.reasons[-1].text.endswith(f"makes {max(slow.points)}."), where
        for wrong in (truth + 1, -truth, 2 * truth, truth // 2, truth + 25, truth - 25):
            if wrong != truth:
                text = f"me {wrong}" if wrong > 0 else f"them {-wrong}" if wrong else "nobody"
                assert not verdict_on(question, text).passed, where
