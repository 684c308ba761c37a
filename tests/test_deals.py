"""Whole deals: they end, keep 52 cards, score as the reference does, and refuse what is illegal."""

from __future__ import annotations

import random
from collections import Counter
from typing import get_args

import pytest

from tests import reference
from trainer.game import (
    PRESETS,
    Action,
    Deal,
    Illegal,
    Position,
    cards_of,
    deadwood,
    format_card,
    format_hand,
    from_line,
    melded,
    to_line,
)
from trainer.game.actions import Kind

DEALS = 20_000
SEED = 20261130


def everything(deal: Deal) -> list[int]:
    """Every card of the deal, wherever it lies."""
    cards = [*deal.table.pile, *(deal.stock or ())]
    for hand in deal.hands:
        cards += cards_of(hand or 0)
    for laid in deal.table.laid:
        cards += cards_of(laid)
    return cards


def words(hand: int) -> reference.Cards:
    return reference.cards(format_hand(hand))


def reference_score(deal: Deal) -> reference.DealScore:
    """The finished deal scored by the reference, from the cards on the table."""
    table = deal.table
    options = reference.options_like(deal.rules)
    if table.knocker is None:
        return reference.score_void(deal.players)
    first_upcard = format_card(deal.table.first_upcard)
    hands = [hand or 0 for hand in deal.hands]
    if table.phase == "over" and table.history[-1].kind in ("gin", "big gin"):
        return reference.score_gin(options, first_upcard, [words(h) for h in hands], table.knocker)
    laid = {}
    for step, cards in enumerate(table.laid, start=1):
        seat = (table.knocker + step) % deal.players
        hands[seat] |= cards
        laid[seat] = words(cards)
    spread = frozenset(words(meld) for meld in table.spread)
    return reference.score_knock(
        options, first_upcard, [words(h) for h in hands], table.knocker, spread, laid=laid
    )


def pick(deal: Deal, rng: random.Random, style: str) -> Action:
    """A legal action: any, or one that gets deals to all kinds of ends."""
    legal = deal.legal_actions()
    if style == "random":
        return rng.choice(legal)
    if deal.phase == "draw" and len(legal) > 1 and style == "pile":
        return legal[1]
    if deal.phase == "layoff":
        return max(legal, key=lambda a: a.laid.bit_count()) if rng.random() < 0.7 else legal[0]
    if deal.phase != "discard":
        return rng.choice(legal)
    outs = [a for a in legal if a.kind in ("gin", "big gin") or style == "eager"]
    outs = [a for a in outs if a.kind != "discard"]
    if outs:
        return rng.choice(outs)
    throws = [a for a in legal if a.kind == "discard"]
    hand = deal.hands[deal.turn] or 0
    return min(throws, key=lambda a: deadwood(hand & ~(1 << (a.card or 0))))


def illegal_of(deal: Deal, rng: random.Random) -> Action | None:
    """An action that the rules forbid now, by the reference's list of the legal ones."""
    hand = deal.hands[deal.turn] or 0
    card = rng.randrange(52)
    kinds: tuple[Kind, ...] = get_args(Kind)
    kind = rng.choice([kind for kind in kinds if kind != "lay"])
    action = Action(kind, card if kind in ("discard", "knock", "gin") else None)
    if deal.phase == "layoff":
        return action
    state = {
        "ask": deal.phase,
        "options": reference.options_like(deal.rules),
        "first_upcard": format_card(deal.table.first_upcard),
        "hand": words(hand),
        "taken": None if deal.table.taken is None else format_card(deal.table.taken),
        "passed": deal.table.stock_forced,
    }
    said = action.label
    if (deal.phase, kind) in (("offer", "pile"), ("draw", "take")):
        return None  # two words for the same action
    if kind == "knock" and f"gin {format_card(card)}" in reference.legal_actions(state):
        return None  # a knock with nothing loose is a gin
    return None if said in reference.legal_actions(state) else action


@pytest.mark.parametrize("part", range(2))
def test_random_deals_end_and_score(part: int) -> None:
    seed = SEED + part
    rng = random.Random(seed)
    kinds: Counter[str] = Counter()
    refused = 0
    for number in range(DEALS // 2):
        rules = rng.choice(list(PRESETS.values()))
        players = rng.randint(2, rules.max_players)
        deal = Deal.start(rules, players, rng.randrange(players), rng)
        style = rng.choice(["random", *["eager"] * 8, "gin", "pile"])
        steps = 0
        while deal.phase != "over":
            steps += 1
            assert steps < 400, f"deal {number} of seed {seed} does not end"
            if steps % 11 == 0:
                wrong = illegal_of(deal, rng)
                if wrong is not None:
                    refused += 1
                    with pytest.raises(Illegal, match=r"\w+ \w+ \w+"):
                        deal.after(wrong)
            deal = deal.after(pick(deal, rng, style))
            if steps % 5 == 0 or deal.phase == "over":
                cards = everything(deal)
                assert len(cards) == 52, f"seed {seed}, deal {number}"
                assert len(set(cards)) == 52, f"seed {seed}, deal {number}"
        result = deal.result
        assert result is not None
        expected = reference_score(deal)
        assert (result.kind, result.points, result.winner, result.deadwood) == (
            expected.kind,
            expected.points,
            expected.winner,
            expected.deadwood,
        ), f"seed {seed}, deal {number}: {to_line(deal)}"
        kinds[result.kind] += 1
        if number % 50 == 0:
            assert from_line(Deal, to_line(deal)) == deal
    assert min(kinds[kind] for kind in ("knock", "undercut", "gin", "void")) > 10, kinds
    assert refused > 1000


def test_legal_actions_are_those_of_the_reference() -> None:
    seed = SEED + 10
    rng = random.Random(seed)
    seen: Counter[str] = Counter()
    for _ in range(400):
        rules = rng.choice(list(PRESETS.values()))
        players = rng.randint(2, rules.max_players)
        deal = Deal.start(rules, players, rng.randrange(players), rng)
        while deal.phase != "over":
            if deal.phase != "layoff" and rng.random() < 0.3:
                state = {
                    "ask": deal.phase,
                    "options": reference.options_like(rules),
                    "first_upcard": format_card(deal.table.first_upcard),
                    "hand": words(deal.hands[deal.turn] or 0),
                    "taken": None if deal.table.taken is None else format_card(deal.table.taken),
                    "passed": deal.table.stock_forced,
                }
                ours = {action.label for action in deal.legal_actions()}
                assert ours == reference.legal_actions(state), f"seed {seed}: {to_line(deal)}"
                seen[deal.phase] += 1
            deal = deal.after(pick(deal, rng, "gin"))
    assert min(seen[phase] for phase in ("offer", "draw", "discard")) > 50


def test_positions_round_trip_and_agree_with_the_deal() -> None:
    seed = SEED + 20
    rng = random.Random(seed)
    checked = 0
    for _ in range(500):
        rules = rng.choice(list(PRESETS.values()))
        players = rng.randint(2, rules.max_players)
        deal = Deal.start(rules, players, rng.randrange(players), rng)
        while deal.phase != "over":
            if rng.random() < 0.2:
                position = deal.position(deal.turn)
                again = from_line(Position, to_line(position))
                assert again == position, f"seed {seed}: {to_line(position)}"
                assert again.legal_actions() == deal.legal_actions()
                others = [hand or 0 for seat, hand in enumerate(deal.hands) if seat != deal.turn]
                hidden = sum(others) & ~position.table.seen & ~position.deadwood_shown
                assert hidden & position.unseen == hidden
                checked += 1
            deal = deal.after(pick(deal, rng, rng.choice(["random", "eager"])))
    assert checked > 2000


def test_a_deal_with_unknown_hands_is_a_valid_record() -> None:
    """What one player could write down at a table: own draws by name, others unseen."""
    seed = SEED + 30
    rng = random.Random(seed)
    scored = 0
    for _ in range(300):
        deal = Deal.start(PRESETS["oklahoma"], 2, rng.randrange(2), rng)
        history = []
        while deal.phase != "over":
            action = pick(deal, rng, "eager")
            mine = deal.turn == 0
            following = deal.after(action)
            if action.kind == "stock" and mine:
                history.append(f"s{format_card(following.drawn or 0)}")
            elif action.kind == "stock":
                history.append("s")
            elif action.kind in ("take", "pile"):
                history.append("p")
            elif action.kind == "pass":
                history.append("x")
            elif action.kind == "big gin":
                history.append("!!")
            elif action.card is not None:
                bang = "" if action.kind == "discard" else "!"
                history.append(f"/{format_card(action.card)}{bang}")
            deal = following
        full = deal.to_mapping()
        record = {key: value for key, value in full.items() if key not in ("stock", "laid")}
        record["hands"] = [format_hand(deal.dealt[0] or 0), "?"]
        record["history"] = " ".join(history)
        if deal.table.knocker == 1:
            loose = (deal.hands[1] or 0) & ~melded(deal.table.spread)
            record["deadwood"] = format_hand(loose)
        if deal.table.laid:
            record["laid"] = full["laid"]
        read = Deal.from_mapping(record)
        assert read.phase == "over", f"seed {seed}"
        assert read.hands[0] == deal.hands[0]
        assert from_line(Deal, to_line(read)) == read
        if read.result is not None:
            assert read.result == deal.result
            scored += 1
    assert scored > 50
