"""Decisions judged by an analysis: grades at their boundaries, and reasons with their numbers.

The analyses are made up, so that every number in a reason can be worked out by hand.
"""

from collections.abc import Mapping

import msgspec
import pytest

from tests.content_files import solver
from tests.hands import text_cards
from tests.reference import deadwood
from tests.test_coach_read import DRAW, GIN, LAYOFF, OFFER, TURN, decide
from trainer.coach.grades import PASSING, grade, too_close
from trainer.coach.judge import judge
from trainer.coach.themes import RULES_OF_THUMB, THEMES
from trainer.coach.verdict import Verdict
from trainer.game import PRESETS, format_hand, parse_hand
from trainer.solver.analysis import Loss, Reply, is_accepted

Shares = dict[str, float]

KNOCK = {
    "dealer": "me",
    "first_upcard": "6h",
    "hand": "2c 3c 4c 7d 7h 7s 9s 9d 9h Kc 2d",
    "drawn": "2d",
    "history": "x x s/Kd s",
}
"""Kc thrown leaves 2, 2d thrown leaves 10; Ac and 5c lengthen the run, 7c and 9c the sets."""


BIG_GIN = {
    **GIN,
    "dealer": "me",
    "hand": "2c 3c 4c 5c 7d 7h 7s 9s 9d 9h 9c",
    "drawn": "5c",
    "history": "x x s/Kd s",
}


def verdict_on(
    mapping: Mapping[str, object],
    losses: Mapping[str, float],
    text: str,
    gap_error: float = 0.05,
    *,
    split: Mapping[str, tuple[Shares, Shares, Shares]] | None = None,
    replies: Mapping[str, dict[str, Reply]] | None = None,
) -> Verdict:
    """The verdict on an answer, by an analysis that claims these losses and errors.

    ``split`` has an action's shares, points and errors of points by ending.
    """
    question = decide(mapping)
    claims = dict(losses) or {question.position.legal_actions()[0].label: 0.0}
    analysis = solver(claims, gap_error)(question.position, 65536)
    actions = []
    for value in analysis.actions:
        shares, points, errors = (split or {}).get(value.action, ({}, {}, {}))
        followed = (replies or {}).get(value.action, {})
        actions.append(
            msgspec.structs.replace(
                value,
                value=sum(reply.points for reply in followed.values()) or value.value,
                endings=shares,
                ending_points=points,
                ending_gap_errors=errors,
                replies=followed,
                fits=0.0 if followed else None,
            )
        )
    analysis = msgspec.structs.replace(analysis, actions=tuple(actions))
    verdict = judge(question, question.read(text), analysis)
    for reason in verdict.reasons:
        assert reason.theme in THEMES
        assert reason.text.endswith(".")
        parse_hand(reason.cards)
    assert msgspec.json.decode(msgspec.json.encode(verdict), type=Verdict) == verdict
    return verdict


def told(verdict: Verdict) -> list[str]:
    """The reasons' texts."""
    return [reason.text for reason in verdict.reasons]


# -- the ladder ------------------------------------------------------------------------------------

BOUNDARIES = [
    (0.0, "right"),
    (0.5, "right"),
    (0.5001, "fine"),
    (0.7499, "fine"),
    (0.75, "inaccuracy"),
    (1.4999, "inaccuracy"),
    (1.5, "mistake"),
    (2.9999, "mistake"),
    (3.0, "blunder"),
    (5.9999, "blunder"),
    (6.0, "howler"),
    (60.0, "howler"),
]


@pytest.mark.parametrize(("lost", "name"), BOUNDARIES)
@pytest.mark.parametrize("multiplier", [1, 2])
def test_the_ladder(lost: float, name: str, multiplier: int) -> None:
    """A deal that counts double is judged by half the points."""
    assert grade(lost * multiplier, 0.0, multiplier) == name


@pytest.mark.parametrize(("lost", "name"), BOUNDARIES)
def test_credit_is_given_for_exactly_what_is_accepted(lost: float, name: str) -> None:
    for multiplier in (1, 2):
        for error in (0.0, lost / 2, lost / 2 - 0.001, lost):
            given = grade(lost * multiplier, max(0.0, error), multiplier)
            assert (given in PASSING) == is_accepted(lost * multiplier, max(0.0, error), multiplier)
    assert (name in PASSING) == (lost < 0.75)


def test_what_cannot_be_told_from_the_best_is_right() -> None:
    assert grade(5.0, 2.5, 1) == "right"
    assert grade(5.0, 2.4999, 1) == "blunder"
    assert grade(5.0, 2.5, 2) == "right"
    assert grade(5.0, 2.4999, 2) == "mistake"


def test_an_unsure_right_is_too_close_to_count() -> None:
    assert too_close(Loss(0.5, 0.26), 1)
    assert not too_close(Loss(0.5, 0.25), 1)  # inseparable, but sure enough
    assert not too_close(Loss(0.6, 0.26), 1)  # separable
    assert not too_close(Loss(0.5, 0.26), 2)  # half the error, seen from a single deal
    unsure = verdict_on(TURN, {"discard Kc": 0.0, "discard Jc": 1.0}, "Jc", gap_error=0.6)
    assert unsure.grade == "right"
    assert not unsure.rated
    sure = verdict_on(TURN, {"discard Kc": 0.0, "discard Jc": 0.4}, "Jc", gap_error=0.2)
    assert sure.grade == "right"
    assert sure.rated


# -- discards --------------------------------------------------------------------------------------

LOSSES = {"discard Kc": 0.0, "discard Jc": 0.2, "discard 7d": 2.0, "discard 3c": 7.0}


def test_a_discard_mistake_has_its_cost_its_reasons_and_a_rule() -> None:
    verdict = verdict_on(TURN, LOSSES, "7d")
    assert (verdict.grade, verdict.best, verdict.points_lost) == ("mistake", "discard Kc", 2.0)
    assert verdict.accepted == ("discard Kc", "discard Jc")
    # 7d 7h wait for 7c 7s, 7d 9d for 8d; Kc only for Qc, with Jc. Kc is 10 points, 7d is 7.
    assert told(verdict) == [
        "This loses about 2.0 points (± 0.1): it was best to throw Kc.",
        "Kc waits for one card, Qc; 7d for 3 cards, 7c 8d 7s.",
        "Of 58 deadwood, throwing 7d leaves 51, throwing Kc 48.",
    ]
    assert [reason.rule for reason in verdict.reasons] == ["", RULES_OF_THUMB["inside-run"], ""]


def test_the_numbers_are_the_references() -> None:
    hand = text_cards(parse_hand(str(TURN["hand"])))
    assert deadwood(hand) == 58
    assert deadwood(hand - {"7d"}) == 51
    assert deadwood(hand - {"Kc"}) == 48
    unseen = text_cards(decide(TURN).position.unseen)
    for thrown, outs in (("7d", "Ac 5c Qc 9h"), ("Kc", "Ac 5c 7c 8d 9h 7s")):
        left = hand - {thrown}
        points = {"A": 1, "T": 10, "J": 10, "Q": 10, "K": 10}
        found = {
            card
            for card in unseen
            if deadwood(left | {card}) < deadwood(left) + points.get(card[0], int(card[0], 36))
        }
        assert found == set(outs.split())


def test_a_broken_meld_is_named() -> None:
    verdict = verdict_on(TURN, LOSSES, "3c")
    assert verdict.grade == "howler"
    assert told(verdict)[1] == (
        "3c belongs to a meld: of 58 deadwood, throwing it leaves 64, throwing Kc 48."
    )
    assert verdict.reasons[1].theme == "breaks-meld"


def test_near_answers_are_called_near() -> None:
    as_good = verdict_on(TURN, LOSSES, "Jc")
    assert as_good.grade == "right"
    assert told(as_good)[0] == (
        "As good as the best: to throw Kc gains only about 0.2 points (± 0.1)."
    )
    fine = verdict_on(TURN, {"discard Kc": 0.0, "discard Jc": 0.7}, "Jc")
    assert fine.grade == "fine"
    close = verdict_on(TURN, {"discard Kc": 0.0, "discard Jc": 1.0}, "Jc", gap_error=0.6)
    assert told(close)[0] == (
        "Too close to tell from the best: to throw Kc is about 1.0 points (± 1.2) better, "
        "within the error."
    )


def test_the_best_answer_says_how_clear_it_was() -> None:
    clear = verdict_on(TURN, {"discard Kc": 0.0, "discard Jc": 2.0}, "Kc")
    # Jc: three pairs of Jd Jh Js, and Tc Qc (9c is thrown, Kc mine). Kc: three pairs of Kd Kh Ks.
    assert told(clear) == [
        "The next best, to throw Jc, loses about 2.0 points (± 0.1).",
        "4 pairs that are out meld with Jc, 3 with Kc.",
    ]
    unclear = verdict_on(TURN, {"discard Kc": 0.0, "discard Jc": 1.0}, "Kc", gap_error=0.6)
    assert told(unclear) == [
        "To throw Jc is just as good: the difference is within the error.",
        "Both are fine: Kc gives them less (3 pairs want it, not 4).",
    ]


def test_what_each_of_two_good_throws_is_for() -> None:
    verdict = verdict_on(TURN, {"discard Kc": 0.0, "discard 5s": 0.3}, "5s")
    assert told(verdict) == [
        "As good as the best: to throw Kc gains only about 0.3 points (± 0.1).",
        "Both are fine: Kc leaves less deadwood (48, not 53) and gives them less (3 pairs want it, "
        "not 6), 5s leaves more live outs (7, not 6).",
    ]


# Points by ending: Kc gains 0.5 in my gins, 1 in my knocks, 0.6 in their gins, and loses 0.1 in
# undercuts, which is all of the gap of 2.0. The errors are made up.
SPLIT = {
    "discard Kc": (
        {"my gin": 0.10, "my knock": 0.40, "their gin": 0.30, "void": 0.2},
        {"my gin": 4.0, "my knock": 6.0, "their gin": -12.0},
        {},
    ),
    "discard 7d": (
        {"my gin": 0.08, "my knock": 0.30, "their gin": 0.43, "my undercut": 0.19},
        {"my gin": 3.5, "my knock": 5.0, "their gin": -12.6, "my undercut": 0.1},
        {"my gin": 0.3, "my knock": 0.2, "their gin": 0.1, "my undercut": 0.01},
    ),
}


def test_the_gap_is_told_by_endings() -> None:
    verdict = verdict_on(TURN, LOSSES, "7d", split=SPLIT)
    assert told(verdict)[-1] == (
        "Where the 2.0 points go: knocks you win +1.0 (30% of the deals, not 40%), their gins +0.6 "
        "(43% of the deals, not 30%), knocks of theirs that you undercut -0.1 (19% of the deals, "
        "not 0%), all else +0.5."
    )
    assert verdict.reasons[-1].figures == {
        "my knock": 1.0,
        "their gin": 0.6,
        "my undercut": -0.1,
    }
    near = verdict_on(TURN, {**LOSSES, "discard 7d": 0.9}, "7d", 0.6, split=SPLIT)
    assert "points go" not in " ".join(told(near))


def test_a_reason_whose_endings_are_noise_is_not_given() -> None:
    """Deadwood shows in the deals that are lost, or in knocks of mine."""
    chosen = SPLIT["discard 7d"]
    unsure = {**chosen[2], "my knock": 0.6, "their gin": 0.4}
    split = {**SPLIT, "discard 7d": (chosen[0], chosen[1], unsure)}
    assert [r.theme for r in verdict_on(TURN, LOSSES, "7d", split=SPLIT).reasons] == [
        "cost",
        "inside-run",
        "deadwood",
        "endings",
    ]
    assert [r.theme for r in verdict_on(TURN, LOSSES, "7d", split=split).reasons] == [
        "cost",
        "inside-run",
        "endings",
    ]


def test_the_reply_that_hurts() -> None:
    replies = {
        "discard Kc": {
            "takes it and plays on": Reply(share=0.1, points=-0.3),
            "leaves it and plays on": Reply(share=0.9, points=2.3),
        },
        "discard 7d": {
            "takes it and knocks": Reply(share=0.2, points=-4.0),
            "leaves it and plays on": Reply(share=0.8, points=4.0),
        },
    }
    verdict = verdict_on(TURN, LOSSES, "7d", replies=replies)
    # After 7d the value is 0: a knock in a fifth of the deals costs 4 points, 20 each.
    assert told(verdict)[-1] == (
        "The reply that hurts: the opponent takes it and knocks in 20% of the sampled deals, after "
        "Kc in 0%; these are worth -20.0 to you."
    )
    assert "They take 7d in 20% of the sampled deals, Kc in 10%." in told(verdict)[1]
    assert verdict.reasons[1].theme == "taken"  # by count both have 3 pairs: 7c 7s, 5d 6d, 6d 8d
    harmless = {**replies, "discard 7d": replies["discard Kc"]}
    verdict = verdict_on(TURN, LOSSES, "7d", replies=harmless)
    assert "reply" not in {reason.theme for reason in verdict.reasons}
    assert "taken" not in {reason.theme for reason in verdict.reasons}


def test_a_card_that_fits_what_was_taken_is_named() -> None:
    mapping = {**TURN, "first_upcard": "Td", "history": "x p/9c s"}
    verdict = verdict_on(mapping, {"discard Kc": 0.0, "discard 9d": 2.0}, "9d")
    assert "9d fits Td, which your opponent was seen to take." in told(verdict)
    assert "feeds-known" in {reason.theme for reason in verdict.reasons}


def test_pairs_that_are_out_are_counted() -> None:
    verdict = verdict_on(TURN, {"discard Kc": 0.0, "discard 5s": 2.0}, "5s")
    # 5c 5d 5h: three pairs; 3s 4s, 4s 6s, 6s 7s: three. Kc: Kh Ks Kd: three (Jc is mine).
    assert told(verdict)[-1] == (
        "Every card around 5s is still out: 6 pairs that are out meld with 5s, 3 with Kc."
    )


# -- knocks and gin --------------------------------------------------------------------------------


def test_a_knock_that_was_missed() -> None:
    verdict = verdict_on(KNOCK, {"knock Kc": 0.0, "discard 2d": 4.0}, "2d")
    assert told(verdict) == [
        "This loses about 4.0 points (± 0.1): it was best to knock, throwing Kc.",
        "It is only your turn 1, and hands are still full of deadwood. Throwing Kc takes your "
        "deadwood from 12 to 2, and this deal's limit of 6 allows a knock.",
    ]


def test_a_knock_too_early() -> None:
    verdict = verdict_on(KNOCK, {"discard Kc": 0.0, "knock Kc": 2.0}, "k Kc")
    assert told(verdict)[1:] == [
        "With Kc thrown 4 cards make gin: Ac 5c 7c 9c. The knock would be for 2.",
    ]


def test_a_knock_with_the_wrong_card() -> None:
    mapping = {**KNOCK, "hand": "2c 3c 4c 7d 7h 7s 9s 9d 9h 4d 2d"}
    verdict = verdict_on(mapping, {"knock 4d": 0.0, "knock 2d": 2.0}, "k 2d")
    assert told(verdict)[1:] == [
        "Of 6 deadwood, throwing 2d leaves 4, throwing 4d 2.",
    ]


@pytest.mark.parametrize(
    ("mapping", "text", "theme", "sentence"),
    [
        (TURN, "k 7d", "illegal", "Cannot knock: deadwood 51 is over this deal's limit of 6."),
        (
            {**KNOCK, "first_upcard": "Ah"},
            "k Kc",
            "gin-only",
            "Cannot knock: the first upcard is Ah, this deal is gin only.",
        ),
        (KNOCK, "gin Kc", "illegal", "Cannot go gin Kc: that leaves 2 points of deadwood, not"),
        (
            {**DRAW, "hand": f"{DRAW['hand']} Qs", "history": "x p/Qs p"},
            "Qs",
            "illegal",
            "Cannot discard Qs: Qs was just taken from the discard pile and may not go back",
        ),
        (LAYOFF, "lay Td", "illegal", "Cannot lay Td: those cards do not all fit"),
        (LAYOFF, "lay 4d", "illegal", "Cannot lay 4d"),
        (
            {**BIG_GIN, "rules": "online"},
            "big gin",
            "illegal",
            "Cannot go big gin: the rules 'online' play without it",
        ),
    ],
)
def test_what_the_rules_forbid_is_wrong_with_the_rule(
    mapping: Mapping[str, object], text: str, theme: str, sentence: str
) -> None:
    verdict = verdict_on(mapping, {}, text)
    assert verdict.grade == "wrong"
    assert not verdict.passed
    assert verdict.reasons[0].theme == theme
    assert verdict.reasons[0].text.startswith(sentence)
    assert verdict.best == verdict.accepted[0]


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({}, "After Kc every card is melded: gin, 25 points and your opponent's deadwood."),
        (
            {"first_upcard": "6s"},
            "After Kc every card is melded: gin, 50 points and twice your opponent's deadwood.",
        ),
    ],
)
def test_a_gin_that_was_missed(changes: dict[str, object], sentence: str) -> None:
    verdict = verdict_on({**GIN, **changes}, {"gin Kc": 0.0, "discard Kc": 9.0}, "Kc")
    assert told(verdict)[1] == sentence
    knocked = verdict_on({**GIN, **changes}, {"gin Kc": 0.0}, "knock Kc")
    assert knocked.answer == "gin Kc"
    assert knocked.grade == "right"


def test_big_gin_and_gin() -> None:
    missed = verdict_on(BIG_GIN, {"big gin": 0.0, "gin 9c": 6.0}, "gin 9c")
    assert told(missed)[1] == (
        "All 11 cards are melded: big gin, 31 points and your opponent's deadwood."
    )
    waited = verdict_on(BIG_GIN, {"discard 9c": 0.0, "big gin": 3.0, "gin 9c": 4.0}, "big gin")
    assert told(waited)[1].startswith("With 9c thrown you hold 0 deadwood and wait for")
    waited = verdict_on(BIG_GIN, {"discard 9c": 0.0, "big gin": 3.0, "gin 9c": 4.0}, "gin 9c")
    assert told(waited)[1].startswith("With 9c thrown you hold")


def test_a_spread_that_keeps_a_gin_back_is_wrong_and_told_why() -> None:
    mapping = {**GIN, "dealer": "me", "first_upcard": "Td", "history": "x x s/Kd s"}
    verdict = verdict_on(mapping, {"gin Kc": 0.0}, "knock Kc: 7d 7h 7s | 9s 9d 9h | 3c 4c 5c")
    assert verdict.grade == "wrong"
    assert told(verdict) == ["After Kc every card can be melded: that is gin."]


# -- offers and draws ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mapping", "best", "text", "theme", "sentence"),
    [
        (
            {**OFFER, "first_upcard": "5c"},
            "take",
            "pass",
            "take-extends",
            "5c lengthens 2c 3c 4c: taking it and throwing Jc brings your deadwood from 53 to 43.",
        ),
        (
            DRAW,
            "stock",
            "pile",
            "take-nothing",
            "Qs melds with nothing you hold: taking it and throwing Jc leaves your deadwood at 53. "
            "Of the 40 unseen cards 8 would meld with your hand as it is.",
        ),
        (
            {**OFFER, "first_upcard": "2d"},
            "take",
            "pass",
            "low-upcard",
            "2d melds with nothing yet, but taking it and throwing Jc brings your deadwood from 53 "
            "to 45.",
        ),
        (
            {**OFFER, "first_upcard": "5c"},
            "pass",
            "take",
            "leave-meld",
            "5c melds, and taking it and throwing Jc brings your deadwood from 53 to 43. Of the 41 "
            "unseen cards 7 would meld with your hand as it is.",
        ),
    ],
)
def test_reasons_for_the_upcard(
    mapping: Mapping[str, object], best: str, text: str, theme: str, sentence: str
) -> None:
    verdict = verdict_on(mapping, {best: 0.0, text: 3.0}, text)
    assert verdict.grade == "blunder"
    assert told(verdict)[0].startswith("This loses about 3.0 points (± 0.1): it was best to ")
    assert verdict.reasons[1].theme == theme
    assert verdict.reasons[1].text == sentence


def test_the_only_legal_action_is_right() -> None:
    verdict = verdict_on({**OFFER, "history": "x x"}, {}, "stock")
    assert verdict.grade == "right"
    assert told(verdict) == ["It was the only legal action."]


# -- layoffs ---------------------------------------------------------------------------------------


def layoff(hand: str, spread: str, text: str, loose: str = "", first_upcard: str = "Th") -> Verdict:
    """The verdict on a layoff, which needs no made-up analysis."""
    mapping = {
        "dealer": "me",
        "first_upcard": first_upcard,
        "hand": hand,
        "history": "x x s/Kd!",
        "spread": spread,
        "deadwood": loose,
    }
    return verdict_on(mapping, {}, text)


def test_a_card_that_fits_was_missed() -> None:
    # 6h fits 7h 8h 9h; Td 2c 2d 3s 4d Ks Qs 8c 9c are left with it or without it.
    verdict = layoff(str(LAYOFF["hand"]), str(LAYOFF["spread"]), "lay nothing")
    assert verdict.grade == "howler"
    assert verdict.points_lost == 6.0
    assert verdict.reasons[-1].theme == "layoff"
    assert told(verdict)[1].endswith("6 points less.")


def test_a_chain_was_missed() -> None:
    verdict = layoff("6h 5h 3d Ks Qd 9c 8d 2s Jh Td", "7h 8h 9h | Jc Qc Kc", "lay 6h")
    assert verdict.best == "lay 5h 6h"
    assert told(verdict)[-1] == "5h fits once the card before lies there."
    assert verdict.reasons[-1].theme == "chain"


def test_a_card_of_ones_own_meld_does_more_on_the_knockers() -> None:
    # 6h is the fourth of a set; without it the set stands, and 5h follows it to the run.
    hand = "6h 6c 6d 6s 5h Ks Qd 2s Jh 3d"
    for text in ("lay nothing", "lay 6h"):
        verdict = layoff(hand, "7h 8h 9h | Tc Jc Qc", text)
        assert verdict.best == "lay 5h 6h"
        assert verdict.points_lost == 5.0
    assert told(verdict)[-1] == "5h fits once the card before lies there."
    missed = layoff(hand, "7h 8h 9h | Tc Jc Qc", "lay nothing")
    assert told(missed)[-1] == (
        "6h sits in a meld of your own at first sight, yet does more on the knocker's."
    )
    assert missed.reasons[-1].theme == "remeld"


def test_a_meld_of_ones_own_was_broken() -> None:
    verdict = layoff("6h 6c 6d Ks Qd 4s 2s Jh 3d 8s", "7h 8h 9h | Tc Jc Qc", "lay 6h")
    assert verdict.best == "lay nothing"
    assert told(verdict)[-1] == "6h is worth more in your own melds."
    assert verdict.reasons[-1].theme == "remeld"
    assert verdict.points_lost == 12.0


def test_the_knockers_count_is_set_against_mine() -> None:
    spread, loose = "7h 8h 9h | Jc Qc Kc | 3s 3d 3h", "Ac"
    wins = layoff("6h Td 2c 2d 4d 5c Ks Qs 8c 9c", spread, "lay 6h", loose)
    left = deadwood(frozenset(["Td", "2c", "2d", "4d", "5c", "Ks", "Qs", "8c", "9c"]))
    assert told(wins)[-1] == f"The knocker's deadwood is 1, yours is {left}: the knock wins."
    low = layoff("6h Th As 2c 4c 4d 4s 6c 6d 6s", spread, "lay Th 6h", "9c", first_upcard="9d")
    assert "you undercut" in told(low)[-1]


def test_a_layoff_in_a_deal_that_counts_double_is_not_judged_twice_as_hard() -> None:
    single = layoff("6h Td 2c 2d 4d 5c Ks Qs 8c 9c", "7h 8h 9h | Jc Qc Kc | 5s 6s 7s", "nothing")
    double = layoff(
        "6h Td 2c 2d 4d 5c Ks Qs 8c 9c",
        "7h 8h 9h | Jc Qc Kc | 5s 6s 7s",
        "nothing",
        first_upcard="Ts",
    )
    assert double.points_lost == 2 * single.points_lost
    assert double.grade == single.grade


# -- what must not happen --------------------------------------------------------------------------


def test_an_analysis_of_another_position_is_refused() -> None:
    question = decide(TURN)
    other = solver({})(decide(KNOCK).position, 65536)
    with pytest.raises(ValueError, match="it is of another position"):
        judge(question, question.read("5s"), other)
    with pytest.raises(ValueError, match="there is none"):
        judge(question, question.read("5s"))
    with pytest.raises(ValueError, match="is no answer to a question of kind 'decide'"):
        judge(question, 5, other)


def test_every_action_of_every_position_gets_a_verdict() -> None:
    """Whatever the solver may say is best, no reason stumbles over it."""
    for mapping in (OFFER, DRAW, TURN, GIN, KNOCK, LAYOFF):
        for preset in PRESETS:
            question = decide({**mapping, "rules": preset})
            labels = [action.label for action in question.position.legal_actions()]
            for best in labels if len(labels) < 30 else labels[:30]:
                analysis = solver({best: 0.0}, 0.1)(question.position, 65536)
                for label in labels:
                    verdict = judge(question, question.read(label), analysis)
                    assert verdict.reasons, (format_hand(question.position.hand), best, label)
