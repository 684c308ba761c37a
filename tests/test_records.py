"""Records: matches and positions written, replayed, and refused with the step and the reason."""

from __future__ import annotations

import random
from typing import Any

import pytest

from trainer.game import (
    PRESETS,
    Action,
    Deal,
    GameError,
    Illegal,
    MatchRecord,
    Position,
    Rules,
    deadwood,
    from_line,
    to_line,
)


def played(rules: Rules, players: int, seed: int, deals: int = 60) -> MatchRecord:
    """A match of eager players: whoever can go out does."""
    rng = random.Random(seed)
    record = MatchRecord(rules, players, rng.randrange(players))
    for _ in range(deals):
        if record.match.over:
            break
        deal = Deal.start(rules, players, record.match.dealer, rng)
        while deal.phase != "over":
            legal = deal.legal_actions()
            outs = [a for a in legal if a.kind in ("knock", "gin", "big gin")]
            throws = [a for a in legal if a.kind == "discard"]
            hand = deal.hands[deal.turn] or 0
            if outs:
                action = rng.choice(outs)
            elif throws:
                action = min(throws, key=lambda a: deadwood(hand & ~(1 << (a.card or 0))))
            else:
                action = rng.choice(legal)
            deal = deal.after(action)
        record = MatchRecord(rules, players, record.first_dealer, (*record.deals, deal))
    return record


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_match_is_written_and_replayed(preset: str, players: int) -> None:
    rules = PRESETS[preset]
    if players > rules.max_players:
        with pytest.raises(Illegal, match=f"players is {players}"):
            MatchRecord.from_mapping({"rules": preset, "players": players})
        return
    record = played(rules, players, seed=players)
    again = from_line(MatchRecord, to_line(record))
    assert again == record
    assert again.match.score == record.match.score
    assert again.match.over


def test_hollywood_and_single_deals_are_replayed() -> None:
    for rules in (Rules(hollywood=True), Rules(target=None)):
        record = played(rules, 2, seed=7)
        again = from_line(MatchRecord, to_line(record))
        assert again == record
        assert again.match.over
        assert again.match.settlements() == record.match.settlements()


def test_a_match_with_a_wrong_deal_is_refused_by_its_number() -> None:
    record = played(PRESETS["oklahoma"], 2, seed=3)
    mapping = record.to_mapping()
    deals: Any = mapping["deals"]
    wrong = {**deals[1], "dealer": 1 - deals[1]["dealer"]}
    with pytest.raises(GameError, match=r"^deal 2"):
        MatchRecord.from_mapping({**mapping, "deals": [deals[0], wrong, *deals[2:]]})
    with pytest.raises(Illegal, match="comes after the end of the match"):
        MatchRecord.from_mapping({**mapping, "deals": [*deals, deals[0]]})
    steps = deals[0]["history"].split()
    broken = {**deals[0], "history": " ".join([*steps[:2], "x", *steps[2:]])}
    with pytest.raises(GameError, match=r"^deal 1: step \d+ of the history"):
        MatchRecord.from_mapping({**mapping, "deals": [broken]})


BASE: dict[str, object] = {
    "rules": "oklahoma",
    "dealer": "them",
    "first_upcard": "6h",
    "hand": "2c 3c 4c 7d 7h 9s 9d Jc Kc Ad 5s",
    "drawn": "5s",
    "history": "x x s/Kd p/Kh s",
}

IMPOSSIBLE: dict[str, tuple[dict[str, object], str, str]] = {
    "unknown key": ({"hnad": "2c"}, "hnad", "did you mean 'hand'"),
    "unknown preset": ({"rules": "rubi"}, "rules", "did you mean 'ruby'"),
    "unknown rule": ({"rules": {"preset": "ruby", "tarket": 1}}, "rules", "'target'"),
    "five players": ({"players": 5}, "players", "players is 5"),
    "too many for the preset": ({"rules": "ruby", "players": 3}, "players", "2 players"),
    "dealer missing": ({"dealer": None}, "dealer", "dealer is missing"),
    "dealer no seat": ({"dealer": 2}, "dealer", "seat 2"),
    "dealer ambiguous": ({"players": 3}, "dealer", "write the seat"),
    "unreadable upcard": ({"first_upcard": "6x"}, "first_upcard", "'6x'"),
    "hand of ten to discard": ({"hand": "2c 3c 4c 7d 7h 9s 9d Jc Kc 5s"}, "hand", "10 cards"),
    "hand of twelve": ({"hand": "2c 3c 4c 7d 7h 9s 9d Jc Kc Ad 5s 8s"}, "hand", "12 cards"),
    "card twice": ({"hand": "2c 2c 4c 7d 7h 9s 9d Jc Kc Ad 5s"}, "hand", "'2c' stands twice"),
    "card in the pile": ({"hand": "6h 3c 4c 7d 7h 9s 9d Jc Kc Ad 5s"}, "hand", "6h"),
    "card the opponent took": ({"hand": "Kd 3c 4c 7d 7h 9s 9d Jc Kc Ad 5s"}, "hand", "Kd"),
    "drawn not held": ({"drawn": "8s"}, "drawn", "8s"),
    "drawn against history": ({"history": "x x s/Kd p/Kh s9s"}, "drawn", "9s"),
    "history unreadable": ({"history": "x x s/Kd q"}, "history", "'q'"),
    "throws what was just taken": ({"history": "p/6h"}, "history", "just taken"),
    "third pass": ({"history": "x x x"}, "history", "step 3"),
    "passed upcard taken": ({"history": "x x p/2d"}, "history", "everybody has passed"),
    "throws a card from the pile": ({"history": "x x s/Kd s/Kd"}, "history", "discard pile"),
    "two draws": ({"history": "x x s s"}, "history", "step 4"),
    "not my turn": ({"history": "x x s/Kd"}, "history", "seat 1 is to act"),
    "spread without a knock": ({"spread": "7c 8c 9c"}, "spread", "does not end with a knock"),
    "deadwood without a knock": ({"deadwood": "2d"}, "deadwood", "does not end with a knock"),
    "score for three": ({"score": [1, 2, 3]}, "score", "2 whole numbers"),
    "match already over": ({"score": [100, 20]}, "score", "over"),
    "columns without Hollywood": (
        {
            "score": {
                "points": [0, 0],
                "deals_won": [0, 0],
                "columns": [{"points": [0, 0], "deals_won": [0, 0]}] * 3,
            }
        },
        "score",
        "Hollywood",
    ),
}


@pytest.mark.parametrize("name", IMPOSSIBLE)
def test_impossible_positions_are_refused(name: str) -> None:
    change, field, quoted = IMPOSSIBLE[name]
    mapping = {**BASE, **change}
    mapping = {key: value for key, value in mapping.items() if value is not None}
    with pytest.raises(GameError) as refused:
        Position.from_mapping(mapping)
    assert refused.value.field == field
    assert quoted in refused.value.sentence


KNOCKED: dict[str, object] = {
    "dealer": "them",
    "first_upcard": "9h",
    "hand": "Jc Jh Js Qc Qh Qs 4h 6h 9s Ts",
    "history": "x x s/2d s/Kd!",
    "spread": "Kc Kh Ks | 7c 8c 9c 10c",
}

SPREADS: dict[str, tuple[dict[str, object], str, str]] = {
    "no spread": ({"spread": None}, "spread", "write the knocker's melds"),
    "gin": ({"spread": "Kc Kh Ks | 7c 8c 9c Tc | 2c 2h 2s"}, "spread", "after gin"),
    "my card": ({"spread": "Jd Qd Kd | 7c 8c 9c Tc"}, "spread", "Kd"),
    "no meld": ({"spread": "Kc Kh 2s"}, "spread", "no meld"),
    "deadwood of the wrong size": ({"deadwood": "2c"}, "deadwood", "3 cards are left"),
    "deadwood over the limit": ({"deadwood": "8d 8s 2h"}, "spread", "over this deal's limit of 9"),
    "drawn": ({"drawn": "4h"}, "drawn", "discard decision only"),
    "hand of eleven": (
        {"hand": "Jc Jh Js Qc Qh Qs 4h 6h 9s Ts 2h"},
        "hand",
        "a layoff decision is made with 10",
    ),
}


@pytest.mark.parametrize("name", SPREADS)
def test_impossible_knocks_are_refused(name: str) -> None:
    change, field, quoted = SPREADS[name]
    mapping = {**KNOCKED, **change}
    mapping = {key: value for key, value in mapping.items() if value is not None}
    assert Position.from_mapping(KNOCKED).ask == "layoff"
    with pytest.raises(GameError) as refused:
        Position.from_mapping(mapping)
    assert quoted in refused.value.sentence
    assert refused.value.field == field


def test_every_action_has_one_text() -> None:
    seed = 11
    rng = random.Random(seed)
    for _ in range(60):
        deal = Deal.start(rng.choice(list(PRESETS.values())), 2, rng.randrange(2), rng)
        while deal.phase != "over":
            legal = deal.legal_actions()
            for action in legal:
                assert Action.parse(str(action)) == action, f"seed {seed}: {action}"
            deal = deal.after(rng.choice(legal))
