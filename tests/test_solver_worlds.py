"""Every sampled world looks like the same position to the player it was sampled for."""

from itertools import islice
from random import Random

import pytest

from tests.solver_deals import random_decisions
from trainer.game import (
    ALL,
    PRESETS,
    Deal,
    Illegal,
    Position,
    cards_of,
    deadwood,
    hand_of,
    parse_card,
    parse_hand,
)
from trainer.solver.belief import World, sample_worlds

SEED = 5077


def rebuilt(position: Position, world: World, rng: Random) -> Deal:
    """A whole deal with this history that ends in this world.

    The draws from the stock are not told by the position. Any will do that the rules allow, so
    they are guessed, the card thrown in the same turn first.
    """
    error = None
    for attempt in range(300):
        try:
            return replay(position, world, rng if attempt else None)
        except Illegal as refused:
            error = refused
    raise AssertionError(f"no deal leads to {world}: {error}")


def replay(position: Position, world: World, rng: Random | None) -> Deal:
    table = position.table
    steps = list(table.steps())
    known_before = []  # by step, the cards its seat had shown to hold
    upcards = []
    walk = type(table).start(table.rules, table.players, table.dealer, table.first_upcard)
    for seat, action in steps:
        known_before.append(walk.known[seat])
        upcards.append(walk.upcard)
        walk = walk.after(action)
    hands = list(world.hands)
    draws: list[int] = []
    thrown: dict[int, int] = {}  # by seat, the throw that comes after the step in hand
    for k in range(len(steps) - 1, -1, -1):
        seat, action = steps[k]
        if action.kind == "discard":
            assert action.card is not None
            hands[seat] |= 1 << action.card
            thrown[seat] = action.card
        elif action.kind in ("take", "pile"):
            upcard = upcards[k]
            assert upcard is not None
            hands[seat] &= ~(1 << upcard)
        elif action.kind == "stock":
            free = cards_of(hands[seat] & ~known_before[k])
            card = thrown.get(seat, -1)
            if rng is not None or card not in free:
                card = (rng or Random(0)).choice(free)
            hands[seat] &= ~(1 << card)
            draws.append(card)
    deck = (*reversed(draws), *world.stock)
    deal = Deal.of(table.rules, table.dealer, table.first_upcard, tuple(hands), deck)
    for _, action in steps:
        deal = deal.after(action)
    return deal


def test_worlds_look_like_the_position() -> None:
    rng = Random(SEED)
    for _, position in islice(random_decisions(rng), 1200):
        for world in sample_worlds(position, 3, seed=rng.randrange(2**53)):
            where = f"seed {SEED}: {position.to_mapping()}, {world}"
            cards = [card for held in world.hands for card in cards_of(held)] + list(world.stock)
            assert sorted(cards + list(position.table.pile)) == list(range(52)), where
            assert world.hands[0] == position.hand
            deal = rebuilt(position, world, rng)
            assert deal.hands == world.hands, where
            assert deal.stock == world.stock, where
            assert deal.position(0).table == position.table, where
            assert deal.position(0).hand == position.hand, where


def test_who_must_go_gin_is_never_given_a_gin_hand() -> None:
    # They took 7d and threw Kc: a hand that was gin then would have been laid down.
    text = {
        "rules": "pocket",
        "players": 2,
        "dealer": "me",
        "first_upcard": "7d",
        "hand": "Ac 3c 5h 9h Jd Qs 2s 4s 6d 8c",
        "history": "p/Kc",
    }
    position = Position.from_mapping(text)
    for world in sample_worlds(position, 2000, seed=1):
        eleven = world.hands[1] | hand_of([parse_card("Kc")])
        assert all(
            deadwood(eleven & ~(1 << card)) > 0
            for card in cards_of(eleven)
            if card != parse_card("7d")
        )


def test_a_stock_card_that_the_history_names_stays_where_it_went() -> None:
    position = Position.from_mapping(
        {
            "players": 2,
            "dealer": "me",
            "first_upcard": "6h",
            "hand": "Ac 3c 5h 9h Jd Qs 2s 4s 6d 8c",
            "history": "x x s7d/Kc",
        }
    )
    seven = parse_hand("7d")
    assert all(world.hands[1] & seven for world in sample_worlds(position, 200, seed=3))


def test_worlds_depend_on_seed_and_number_only() -> None:
    _, position = next(random_decisions(Random(7)))
    many = sample_worlds(position, 40, seed=11)
    assert sample_worlds(position, 10, seed=11, first=30) == many[30:]
    assert sample_worlds(position, 40, seed=12) != many
    assert len(set(many)) > 35


@pytest.mark.parametrize("players", [2, 3, 4])
def test_fresh_worlds_are_uniform(players: int) -> None:
    """Before anybody has acted every unseen card is as likely in any place."""
    deal = Deal.start(PRESETS["oklahoma"], players, players - 1, Random(players))
    position = deal.position(0)
    worlds = sample_worlds(position, 20000, seed=5)
    unseen = ALL & ~position.hand & ~(1 << position.first_upcard)
    size = position.table.hand_size
    chance = size / unseen.bit_count()
    for card in cards_of(unseen):
        for seat in range(1, players):
            held = sum(world.hands[seat] >> card & 1 for world in worlds) / len(worlds)
            assert held == pytest.approx(chance, abs=5 * (chance * (1 - chance) / 20000) ** 0.5)
        first = sum(world.stock[0] == card for world in worlds) / len(worlds)
        share = 1 / unseen.bit_count()
        assert first == pytest.approx(share, abs=5 * (share / 20000) ** 0.5)


def test_a_declined_upcard_is_seldom_of_use() -> None:
    # The opponent let 7d lie and drew from the stock instead.
    position = Position.from_mapping(
        {
            "players": 2,
            "dealer": "me",
            "first_upcard": "7d",
            "hand": "Ac 3c 5h 9h Jd Qs 2s 4s 6c 8c",
            "history": "x x s/Kc",
        }
    )
    uses = [parse_hand(text) for text in ("7c 7h", "7c 7s", "7h 7s", "5d 6d", "6d 8d", "8d 9d")]
    worlds = sample_worlds(position, 4000, seed=9)
    useful = sum(any(world.hands[1] & pair == pair for pair in uses) for world in worlds)
    # Of random hands 1 - (1 - 10*9 / (40*39)) ** 6 = 30 % would hold one of these pairs.
    assert useful / len(worlds) < 0.08
