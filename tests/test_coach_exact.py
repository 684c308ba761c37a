"""Questions with one provable answer: right ones, and every kind of mistake told exactly."""

from random import Random

import msgspec
import pytest

from tests import reference
from tests.hands import mask, meld_rich_hand
from trainer.coach.judge import judge
from trainer.coach.questions import Arrange, Count, IsLegal, IsMeld, KnockLimit, Question
from trainer.coach.themes import THEMES
from trainer.coach.verdict import Verdict
from trainer.game import (
    PRESETS,
    Action,
    Position,
    Rules,
    format_hand,
    parse_card,
    parse_hand,
    parse_spread,
)


def verdict_on(question: Question, text: str) -> Verdict:
    """The verdict on a text, checked for what every verdict must be."""
    verdict = judge(question, question.read(text))
    assert verdict.tier == "exact"
    assert verdict.grade in ("right", "wrong")
    assert verdict.passed == (verdict.grade == "right")
    assert verdict.best == verdict.accepted[0]
    assert (verdict.answer in verdict.accepted) == verdict.passed
    assert verdict.points_lost >= 0
    for reason in verdict.reasons:
        assert reason.theme in THEMES
        assert reason.text.endswith((".", "?"))
        assert reason.text[0] == reason.text[0].upper()
        assert "  " not in reason.text
        parse_hand(reason.cards)
    again = msgspec.json.decode(msgspec.json.encode(verdict), type=Verdict)
    assert again == verdict
    return verdict


def told(verdict: Verdict) -> str:
    """All reasons as one text."""
    return " ".join(reason.text for reason in verdict.reasons)


def first_theme(verdict: Verdict) -> str:
    """What the first reason is about."""
    return verdict.reasons[0].theme


# -- arranging -------------------------------------------------------------------------------------

TWO_WAYS = "5c 6c 7c 7d 7h Kd 2s"
"""The 7c goes with the run or with a set: 5c 6c 7c leaves 7 7 10 2, the set leaves 5 6 10 2."""


@pytest.mark.parametrize(
    ("hand", "answer", "right"),
    [
        ("7h 8h 9h Jc Jd Jh 2s", "7h 8h 9h | Jc Jd Jh", True),
        ("7h 8h 9h Jc Jd Jh 2s", "[Jh Jd Jc] [9h 8h 7h]", True),
        ("7h 8h 9h Jc Jd Jh 2s", "JcJdJh/7h8h9h", True),
        ("7h 8h 9h Jc Jd Jh 2s", "7h 8h 9h", False),
        ("2c 5d 9h Ks", "none", True),
        ("2c 5d 9h Ks", "no melds", True),
        ("7h 8h 9h Ks", "none", False),
        (TWO_WAYS, "7c 7d 7h", True),
        (TWO_WAYS, "5c 6c 7c", False),
    ],
)
def test_arranging(hand: str, answer: str, right: bool) -> None:
    assert verdict_on(Arrange(parse_hand(hand)), answer).passed == right


def test_a_better_spread_is_shown_with_its_sums() -> None:
    verdict = verdict_on(Arrange(parse_hand(TWO_WAYS)), "5c 6c 7c")
    assert verdict.points_lost == 3
    assert told(verdict) == (
        "Your melds leave 2 + 7 + 7 + 10 = 26; 3 less is possible. "
        "At its best: 7c 7d 7h, loose 5c 6c Kd 2s: 2 + 5 + 6 + 10 = 23."
    )
    assert first_theme(verdict) == "better-spread"


def test_the_order_of_melds_is_no_other_answer() -> None:
    """Whoever writes melds in another order is not told that the same melds are as good."""
    question = Arrange(parse_hand("3c 3d 3h 4c 4d 4h 5c 5d 5h Ks"))
    verdict = verdict_on(question, "5c 5d 5h | 4c 4d 4h | 3c 3d 3h")
    assert verdict.answer == "3c 3d 3h | 4c 4d 4h | 5c 5d 5h"
    assert len(verdict.accepted) == 2
    assert len(set(verdict.accepted)) == 2


@pytest.mark.parametrize(
    ("hand", "answer", "theme", "sentence"),
    [
        (
            "5c 6c 7c 7d 7h Kd 2s",
            "5c 6c 7c | 7c 7d 7h",
            "card-twice",
            "7c is counted twice: a card may stand in one meld only.",
        ),
        (
            "Qs Ks As 2d 5h",
            "Qs Ks As",
            "melds",
            "As Qs Ks is no run: the ace stands below the 2, never above the king.",
        ),
        (
            "Ks As 2s 5h 9d",
            "Ks As 2s",
            "melds",
            "As 2s Ks is no run: the ranks do not follow one another without a gap.",
        ),
        ("5c 6d 7c Kd", "5c 6d 7c", "melds", "5c 7c 6d is no run: a run is all of one suit."),
        ("5c 6c 8c Kd", "5c 6c 8c", "melds", "without a gap."),
        ("5c 5d 8c Kd", "5c 5d", "melds", "5c 5d is no meld: a meld has at least three cards."),
        ("5c 5d 8c Kd", "5c 5d 8c", "melds", "neither one rank nor one suit in sequence."),
    ],
)
def test_what_is_no_meld_is_said(hand: str, answer: str, theme: str, sentence: str) -> None:
    verdict = verdict_on(Arrange(parse_hand(hand)), answer)
    assert verdict.grade == "wrong"
    assert first_theme(verdict) == theme
    assert sentence in verdict.reasons[0].text


def test_random_arrangements_against_the_reference() -> None:
    seed = 20261130
    random = Random(seed)
    for number in range(300):
        hand = meld_rich_hand(random, random.choice((7, 10, 11)))
        question = Arrange(mask(hand))
        spreads = sorted(reference.all_spreads(hand), key=lambda s: sorted(map(sorted, s)))
        chosen = random.choice(spreads)
        text = " | ".join(" ".join(sorted(meld)) for meld in chosen) or "none"
        verdict = verdict_on(question, text)
        lost = reference.deadwood_of(hand, chosen) - reference.deadwood(hand)
        where = f"seed {seed}, hand {number}: {format_hand(mask(hand))}, {text}"
        assert verdict.points_lost == lost, where
        assert verdict.passed == (lost == 0), where
        assert len(verdict.accepted) == len(reference.best_spreads(hand)), where
        if lost:
            left = reference.deadwood_of(hand, chosen)
            assert f"{left}; {lost} less is possible" in verdict.reasons[0].text, where
        best = reference.deadwood(hand)
        assert verdict.reasons[-1].text.endswith(f"{best}."), where


# -- counting --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "answer", "theme", "sentence"),
    [
        (
            TWO_WAYS,
            26,
            "better-spread",
            "26 is what 5c 6c 7c leaves; another spread leaves 3 less.",
        ),
        (
            TWO_WAYS,
            44,
            "better-spread",
            "44 is what no meld at all leaves; another spread leaves 21",
        ),
        (TWO_WAYS, 12, "card-twice", "12 counts 7c in both 5c 6c 7c and 7c 7d 7h"),
        (
            "7h 8h 9h Jc Qd Ks 2s",
            38,
            "card-value",
            "38 would be right if jacks, queens and kings counted 11, 12 and 13, but each counts",
        ),
        ("7h 8h 9h Ad Kc 3s", 24, "card-value", "24 would be right if an ace counted 11, but it"),
        ("Qs Ks As 2d 5h", 7, "melds", "7 would be right if As Qs Ks were a run, but the ace"),
        ("Ks As 2s 5h 9d", 14, "melds", "14 would be right if As 2s Ks were a run"),
    ],
)
def test_slips_in_counting(hand: str, answer: int, theme: str, sentence: str) -> None:
    verdict = verdict_on(Count(parse_hand(hand)), str(answer))
    assert verdict.grade == "wrong"
    assert first_theme(verdict) == theme
    assert verdict.reasons[0].text.startswith(sentence)


def test_a_card_counted_twice_beside_a_third_meld() -> None:
    """The slip is found in a hand that has more melds than the two that share a card."""
    question = Count(parse_hand("5c 6c 7c 7d 7h Js Qs Ks 2d 9h"))
    verdict = verdict_on(question, "11")
    assert first_theme(verdict) == "card-twice"
    assert "11 counts 7c in both" in told(verdict)


def test_a_wrong_count_without_a_known_slip_still_shows_the_best() -> None:
    verdict = verdict_on(Count(parse_hand("7h 8h 9h Kc 2d")), "13")
    assert told(verdict) == "At its best: 7h 8h 9h, loose Kc 2d: 2 + 10 = 12."
    assert verdict.points_lost == 1


def test_a_count_too_low_costs_as_much_as_one_too_high() -> None:
    question = Count(parse_hand("7h 8h 9h Kc 2d"))
    assert verdict_on(question, "11").points_lost == verdict_on(question, "13").points_lost == 1


def test_random_counts_against_the_reference() -> None:
    seed = 7
    random = Random(seed)
    for number in range(300):
        hand = meld_rich_hand(random, random.choice((7, 10, 11)))
        least = reference.deadwood(hand)
        question = Count(mask(hand))
        where = f"seed {seed}, hand {number}: {format_hand(mask(hand))}"
        assert verdict_on(question, f"{least} points").passed, where
        other = least + random.choice((-3, -1, 1, 2, 5, 10))
        if other < 0:
            continue
        verdict = verdict_on(question, str(other))
        assert not verdict.passed, where
        claimed = [reason for reason in verdict.reasons if reason.theme == "better-spread"]
        left = {reference.deadwood_of(hand, spread) for spread in reference.all_spreads(hand)}
        assert bool(claimed) == (other in left), where


# -- melds -----------------------------------------------------------------------------------------


def test_every_meld_and_every_near_miss() -> None:
    for meld in reference.ALL_MELDS:
        verdict = verdict_on(IsMeld(mask(meld)), "yes")
        assert verdict.passed
        word = "set" if len({card[0] for card in meld}) == 1 else "run"
        assert f"is a {word}" in told(verdict)
    seed = 11
    random = Random(seed)
    for number in range(2000):
        cards = frozenset(random.sample(reference.DECK, random.choice((2, 3, 4))))
        if random.random() < 0.5:  # near misses: a meld with one card exchanged
            meld = random.choice([m for m in reference.ALL_MELDS if len(m) <= 4])
            others = sorted(frozenset(reference.DECK) - meld)
            cards = meld - {random.choice(sorted(meld))} | {random.choice(others)}
        is_one = cards in reference.ALL_MELD_SET
        verdict = verdict_on(IsMeld(mask(cards)), "no")
        assert verdict.passed != is_one, f"seed {seed}, number {number}"
        assert ("is no" in told(verdict)) != is_one, f"seed {seed}, number {number}"


# -- legal or not ----------------------------------------------------------------------------------

TURN = {
    "dealer": "me",
    "first_upcard": "6h",
    "hand": "3c 4c 5c 6c Jd Jh Js Ah 2s 3d Kd",
    "drawn": "3d",
    "history": "x x s/Qc s/9h s/Qh s",
}
TAKEN = {
    "dealer": "them",
    "first_upcard": "5s",
    "hand": "2d 3d 4d 7c 8c 8h Ts Jd Qh Ac 9c",
    "history": "x x s/Kd s/9c p",
}
ACE = {**TURN, "first_upcard": "As", "hand": "3c 4c 5c 6c Jd Jh Js 9d 9s 9c Kd", "drawn": "9c"}


@pytest.mark.parametrize(
    ("mapping", "action", "answer", "theme", "sentence"),
    [
        (
            TURN,
            "knock Kd",
            "yes",
            "illegal",
            "After Kd your deadwood is 6, and this deal's limit is 6: you may knock.",
        ),
        (
            {**TURN, "hand": "3c 4c 5c 6c Jd Jh Js Ah 2s 4d Kd", "drawn": "Ah"},
            "knock Kd",
            "no",
            "illegal",
            "Cannot knock: deadwood 7 is over this deal's limit of 6.",
        ),
        (TURN, "gin Kd", "no", "illegal", "leaves 6 points of deadwood"),
        (TURN, "big gin", "no", "illegal", "16 points of deadwood"),
        (TURN, "stock", "no", "illegal", "You cannot draw from the stock: you have drawn"),
        (TURN, "pile", "no", "illegal", "You cannot take the upcard: you have drawn"),
        (TURN, "discard 3d", "yes", "illegal", "Nothing forbids it: you may throw 3d."),
        (TURN, "discard 4d", "no", "illegal", "4d is not in your hand"),
        (TAKEN, "discard 9c", "no", "illegal", "9c was just taken from the discard pile"),
        (TAKEN, "discard 8c", "yes", "illegal", "you may throw 8c."),
        (ACE, "knock 9s", "no", "illegal", "the first upcard is As, this deal is gin only"),
        (ACE, "gin Kd", "yes", "illegal", "After Kd every card is melded: that is gin, at any"),
        (
            {**TURN, "hand": "3c 4c 5c 6c Jd Jh Js Jc 9d 9s 9c", "drawn": "9c"},
            "big gin",
            "yes",
            "illegal",
            "All eleven cards are melded: that is big gin.",
        ),
        (
            {**TURN, "rules": "pocket", "hand": "3c 4c 5c 6c Jd Jh Js 9d 9s 9c Kd", "drawn": "9c"},
            "discard Kd",
            "no",
            "illegal",
            "with no deadwood you must go gin",
        ),
        (
            {"dealer": "them", "first_upcard": "6c", "hand": "9d 9s 2h 3h Jc Qc 8d Kh As 4d"},
            "stock",
            "no",
            "illegal",
            "You cannot draw from the stock: the first upcard is on offer",
        ),
        (
            {
                "dealer": "them",
                "first_upcard": "6c",
                "hand": "9d 9s 2h 3h Jc Qc 8d Kh As 4d",
                "history": "x x",
            },
            "pile",
            "no",
            "illegal",
            "everybody has passed it",
        ),
    ],
)
def test_legal_or_not(
    mapping: dict[str, object], action: str, answer: str, theme: str, sentence: str
) -> None:
    question = IsLegal(Position.from_mapping(mapping), Action.parse(action))
    right = verdict_on(question, answer)
    assert right.passed
    assert right.reasons[0].theme == theme
    assert sentence in told(right)
    wrong = verdict_on(question, "no" if answer == "yes" else "yes")
    assert not wrong.passed
    assert told(wrong) == told(right)


# -- limits ----------------------------------------------------------------------------------------


def test_every_limit_of_every_preset() -> None:
    for preset, rules in PRESETS.items():
        options = reference.PRESETS[preset]
        for card in reference.DECK:
            limit = reference.knock_limit(options, card)
            question = KnockLimit(rules, parse_card(card))
            text = "gin" if limit == 0 else str(limit)
            assert verdict_on(question, text).passed, (preset, card)
            wrong = verdict_on(question, str(limit + 1))
            assert not wrong.passed
            number = "gin" if limit == 0 else str(limit) if options.fixed_limit else ""
            assert number in told(wrong), (preset, card)


@pytest.mark.parametrize(
    ("rules", "card", "theme", "sentence"),
    [
        (Rules(), "As", "gin-only", "As is an ace: nobody may knock in this deal"),
        (Rules(), "Qh", "limit", "Qh is a face card, and faces count 10."),
        (Rules(), "Th", "limit", "Th sets the limit to its own value, 10 points"),
        (PRESETS["rulebook"], "Ac", "limit", "Ac is an ace, and under these rules an ace sets the"),
        (Rules(ace_limit=5), "Ac", "limit", "an ace sets the limit to 5."),
        (PRESETS["knock10"], "Ac", "limit", "These rules set the limit to 10 in every deal."),
        (Rules(fixed_limit=0), "7h", "gin-only", "These rules set the limit to 0 in every deal."),
    ],
)
def test_why_the_limit_is_so(rules: Rules, card: str, theme: str, sentence: str) -> None:
    verdict = verdict_on(KnockLimit(rules, parse_card(card)), "97")
    assert first_theme(verdict) == theme
    assert sentence in told(verdict)


def test_a_spread_reads_back() -> None:
    """The accepted texts of an arrangement are read as what they say."""
    question = Arrange(parse_hand(TWO_WAYS))
    for text in verdict_on(question, "none").accepted:
        assert verdict_on(question, text).answer == text
        assert parse_spread(text)
