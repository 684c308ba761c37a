"""The exact core beside two public engines, and where they play otherwise than we do.

OpenSpiel and RLCard are an optional extra. Each difference has a test of its own that names it, so
that a change on either side is seen.
"""

from collections import Counter
from collections.abc import Callable
from importlib import import_module
from random import Random
from types import ModuleType
from typing import Any

import pytest

from tests import reference
from tests.hands import mask, meld_rich_hand, random_hand, text_cards
from trainer import game

KNOCK10 = game.PRESETS["knock10"]
# As OpenSpiel plays: the card just taken may go back.
AS_OPENSPIEL = reference.Options(
    fixed_limit=10, spade_doubles=False, big_gin_bonus=None, may_rediscard=True
)


# OpenSpiel


@pytest.fixture(scope="module")
def pyspiel() -> ModuleType:
    module: ModuleType = pytest.importorskip("pyspiel", reason="open-spiel is not installed")
    return module


class OpenSpiel:
    """OpenSpiel's helpers on our cards. Its melds have at most five cards."""

    def __init__(self, pyspiel: ModuleType) -> None:
        self.module = pyspiel
        self.names = pyspiel.gin_rummy
        self.utils = pyspiel.gin_rummy.GinRummyUtils(13, 4, 10)

    def card(self, card: str) -> int:
        return int(self.utils.card_int(card))

    def hand(self, hand: reference.Cards) -> list[int]:
        return [self.card(card) for card in sorted(hand)]

    def cards(self, numbers: list[int]) -> reference.Cards:
        return frozenset(self.utils.card_string(number) for number in numbers)

    def declarations(self, melds: tuple[int, ...]) -> list[int]:
        """The actions that put down these melds; a longer run goes down in pieces."""
        actions = []
        for meld in melds:
            ordered = game.cards_of(meld)
            while ordered:
                size = len(ordered) if len(ordered) <= 5 else 3
                piece = [self.card(reference.DECK[card]) for card in ordered[:size]]
                actions.append(self.names.MELD_ACTION_BASE + self.utils.meld_to_int(piece))
                ordered = ordered[size:]
        return actions

    def start(self, deal: game.Deal) -> Any:
        """OpenSpiel's state after the same deal. Its seat 0 acts first, so our seat 1 deals."""
        state = self.module.load_game("gin_rummy").new_initial_state()
        dealt = [card for hand in deal.dealt for card in game.cards_of(hand or 0)]
        for card in [*dealt, deal.table.first_upcard]:
            state.apply_action(self.card(reference.DECK[card]))
        return state


@pytest.fixture(scope="module")
def spiel(pyspiel: ModuleType) -> OpenSpiel:
    return OpenSpiel(pyspiel)


def test_openspiel_deadwood_of_ten_cards(spiel: OpenSpiel) -> None:
    seed = 20_000
    random = Random(seed)
    for number in range(10_000):
        make = random_hand if number % 2 else meld_rich_hand
        hand = make(random, 10)
        where = f"seed {seed}, hand {number}: {sorted(hand)}"
        assert spiel.utils.min_deadwood(spiel.hand(hand)) == game.deadwood(mask(hand)), where


def test_openspiel_discards_that_let_one_knock(spiel: OpenSpiel) -> None:
    seed = 20_001
    random = Random(seed)
    for number in range(2_000):
        hand, limit = meld_rich_hand(random, 11), random.randint(0, 10)
        theirs = spiel.cards(spiel.utils.legal_discards(spiel.hand(hand), limit))
        ours = {card for card in hand if game.deadwood(mask(hand - {card})) <= limit}
        assert theirs == ours, f"seed {seed}, hand {number}: {sorted(hand)} limit {limit}"


def test_difference_openspiel_deadwood_of_eleven_cards(spiel: OpenSpiel) -> None:
    """OpenSpiel melds all eleven first and then drops the highest loose card: not always best.

    Throwing the three of spades leaves A-2-3, 3-4-5-6 and T-J-Q: gin.
    """
    hand = reference.cards("Ah 2h 3h 3c 4c 5c 6c 3s Ts Js Qs")
    assert min(game.deadwood(mask(hand - {card})) for card in hand) == 0
    assert min(reference.deadwood(hand - {card}) for card in hand) == 0
    assert game.deadwood(mask(hand - {"3s"})) == 0
    assert spiel.utils.min_deadwood(spiel.hand(hand)) == 1
    # The list of discards is right all the same.
    assert spiel.cards(spiel.utils.legal_discards(spiel.hand(hand), 0)) == {"3s"}


def test_difference_openspiel_eleven_cards_at_random(spiel: OpenSpiel) -> None:
    """Where the two differ OpenSpiel always finds more deadwood than there is, and rarely."""
    seed = 20_002
    random = Random(seed)
    low = frozenset(card for card in reference.DECK if card[0] in "A2345678")
    differing = 0
    for number in range(3_000):
        hand = meld_rich_hand(random, 11, low)
        ours = min(game.deadwood(mask(hand - {card})) for card in hand)
        theirs = spiel.utils.min_deadwood(spiel.hand(hand))
        where = f"seed {seed}, hand {number}: {sorted(hand)}"
        assert ours <= theirs, where
        if ours < theirs:
            differing += 1
            assert ours == min(reference.deadwood(hand - {card}) for card in hand), where
    assert 0 < differing < 60


def test_openspiel_plays_along(spiel: OpenSpiel) -> None:
    """Whole deals in step with OpenSpiel: legal actions, knocks, layoffs, scores.

    Named differences: OpenSpiel lets the card just taken go back; a tie after a knock scores
    nothing there; a chain of layoffs stops after two cards; when two cards are left in the stock
    the next player may still knock with the upcard, where our deal is void.
    """
    seed = 20_003
    random = Random(seed)
    seen: Counter[str] = Counter()
    for number in range(150):
        deal = game.Deal.start(KNOCK10, 2, 1, random)
        where = f"seed {seed}, deal {number}"
        play_along(spiel, deal, lambda deal: sensible(random, deal), seen, where)
    for kind in ("knock", "undercut", "gin", "void", "laid"):
        assert seen[kind] >= 2, seen


def play_along(
    spiel: OpenSpiel,
    deal: game.Deal,
    choose: Callable[[game.Deal], game.Action],
    seen: Counter[str],
    where: str,
) -> game.Deal:
    state = spiel.start(deal)
    while deal.phase != "over":
        assert state.current_player() == deal.turn, where
        if deal.phase == "layoff":
            deal = lay_off_along(spiel, state, deal, seen, where)
            continue
        assert set(state.legal_actions()) == expected_actions(spiel, deal), where
        action = choose(deal)
        if action.kind in ("take", "pile"):
            state.apply_action(spiel.names.DRAW_UPCARD_ACTION)
        elif action.kind == "pass":
            state.apply_action(spiel.names.PASS_ACTION)
        elif action.kind == "stock":
            assert deal.stock is not None
            state.apply_action(spiel.names.DRAW_STOCK_ACTION)
            state.apply_action(spiel.card(reference.DECK[deal.stock[0]]))
        elif action.kind == "discard":
            state.apply_action(spiel.card(reference.DECK[action.card or 0]))
        else:
            go_out_along(spiel, state, deal, action)
        deal = deal.after(action)
    compare_ends(spiel, state, deal, seen, where)
    return deal


def sensible(random: Random, deal: game.Deal) -> game.Action:
    """Takes what it can use, throws the least useful card, knocks at times and gins at once."""
    actions = deal.legal_actions()
    if deal.phase != "discard":
        return random.choice(actions)
    gins = [action for action in actions if action.kind == "gin"]
    knocks = [action for action in actions if action.kind == "knock"]
    if gins:
        return random.choice(gins)
    if knocks and random.random() < 0.3:
        return random.choice(knocks)
    hand = deal.position(deal.turn).hand
    discards = [action for action in actions if action.kind == "discard"]
    return min(discards, key=lambda a: (game.deadwood(hand & ~(1 << (a.card or 0))), str(a)))


def going_out_cards(deal: game.Deal) -> tuple[set[str], set[str]]:
    """Cards that OpenSpiel may throw, and those with which it may knock or go gin."""
    labels = reference.legal_actions(
        {
            "ask": "discard",
            "options": AS_OPENSPIEL,
            "first_upcard": reference.DECK[deal.table.first_upcard],
            "hand": text_cards(deal.position(deal.turn).hand),
            "taken": None,
            "passed": False,
        }
    )
    plain = {label[-2:] for label in labels if label.startswith("discard")}
    return plain, {label[-2:] for label in labels if not label.startswith("discard")}


def expected_actions(spiel: OpenSpiel, deal: game.Deal) -> set[int]:
    """OpenSpiel's legal actions, from ours and the named differences."""
    names = spiel.names
    if deal.phase == "offer":
        return {names.DRAW_UPCARD_ACTION, names.PASS_ACTION}
    if deal.phase == "draw":
        kinds = {action.kind for action in deal.legal_actions()}
        upcard = {names.DRAW_UPCARD_ACTION} if "pile" in kinds else set()
        return {names.DRAW_STOCK_ACTION} | upcard
    plain, out = going_out_cards(deal)
    ours = {action.label for action in deal.legal_actions()}
    taken = deal.table.taken
    back = set() if taken is None else {reference.DECK[taken]}
    assert {label[-2:] for label in ours if label.startswith("discard")} == plain - back
    assert {label[-2:] for label in ours if not label.startswith("discard")} == out - back
    knock = {names.KNOCK_ACTION} if out else set()
    return {spiel.card(card) for card in plain} | knock


def go_out_along(spiel: OpenSpiel, state: Any, deal: game.Deal, action: game.Action) -> None:
    """A knock or gin: the knock, the discard, each meld, and the end of the melds."""
    assert action.card is not None
    state.apply_action(spiel.names.KNOCK_ACTION)
    _, out = going_out_cards(deal)
    assert spiel.cards(state.legal_actions()) == out
    state.apply_action(spiel.card(reference.DECK[action.card]))
    left = deal.position(deal.turn).hand & ~(1 << action.card)
    melds = action.melds or game.best_spreads(left)[0].melds
    for declared in spiel.declarations(melds):
        assert declared in state.legal_actions()
        state.apply_action(declared)
    state.apply_action(spiel.names.PASS_ACTION)


def lay_off_along(
    spiel: OpenSpiel, state: Any, deal: game.Deal, seen: Counter[str], where: str
) -> game.Deal:
    """The best layoff card by card, as far as OpenSpiel lets it go on."""
    melds, hand = deal.table.spread, deal.position(deal.turn).hand
    best = game.best_layoff(melds, hand).laid
    laid = 0
    while True:
        fitting = {
            card for card in game.cards_of(hand & ~laid) if game.can_lay(melds, laid | 1 << card)
        }
        offered = spiel.cards([a for a in state.legal_actions() if a < 52])
        if offered != {reference.DECK[card] for card in fitting}:
            # The third card of a chain: ours fits by the rules, theirs is not offered.
            assert offered < {reference.DECK[card] for card in fitting}, where
            assert laid.bit_count() >= 2, where
            seen["chain cut short"] += 1
        following = [
            card for card in fitting if best >> card & 1 and reference.DECK[card] in offered
        ]
        if not following:
            break
        laid |= 1 << following[0]
        state.apply_action(spiel.card(reference.DECK[following[0]]))
        seen["laid"] += 1
    state.apply_action(spiel.names.PASS_ACTION)
    put_down(spiel, state, hand & ~laid)
    return deal.after(game.Action("lay", laid=laid))


def put_down(spiel: OpenSpiel, state: Any, hand: int) -> None:
    """The defender's own melds."""
    for declared in spiel.declarations(game.best_spreads(hand)[0].melds):
        state.apply_action(declared)
    if not state.is_terminal():
        state.apply_action(spiel.names.PASS_ACTION)


def compare_ends(
    spiel: OpenSpiel, state: Any, deal: game.Deal, seen: Counter[str], where: str
) -> None:
    result = deal.result
    assert result is not None
    seen[result.kind] += 1
    if result.kind == "void":
        # Difference: with two cards in the stock OpenSpiel lets the next player knock or pass.
        assert state.current_phase() == spiel.names.Phase.WALL, where
        assert set(state.legal_actions()) <= {spiel.names.PASS_ACTION, spiel.names.KNOCK_ACTION}
        state.apply_action(spiel.names.PASS_ACTION)
        assert state.returns() == [0, 0]
        return
    if result.kind == "gin":
        # After gin OpenSpiel asks for the loser's melds, not for layoffs.
        loser = deal.position(1 - (deal.table.knocker or 0)).hand
        assert all(action >= spiel.names.PASS_ACTION for action in state.legal_actions())
        put_down(spiel, state, loser)
    assert state.is_terminal(), where
    ahead = result.points[0] - result.points[1]
    if result.deadwood[0] == result.deadwood[1]:
        # Difference: a tie after a knock scores nothing there, here it is an undercut.
        assert (result.kind, abs(ahead)) == ("undercut", KNOCK10.undercut_bonus), where
        seen["tie"] += 1
        ahead = 0
    assert state.returns() == [ahead, -ahead], where


def test_difference_openspiel_tie(spiel: OpenSpiel) -> None:
    """Three against three: 25 for the undercut by our pages, nothing in OpenSpiel."""
    knocker = game.parse_hand("7h 8h 9h Jc Qc Kc 4s 4d 4h 3c")
    defender = game.parse_hand("2c 2d 2h 5s 6s 7s Tc Td Ts 3d")
    first_upcard, drawn = game.parse_card("6h"), game.parse_card("Kd")
    used = knocker | defender | 1 << first_upcard | 1 << drawn
    deck = (drawn, *game.cards_of(game.ALL & ~used))
    deal = game.Deal.of(KNOCK10, 1, first_upcard, (knocker, defender), deck)
    script = iter([*map(game.Action.parse, ("pass", "pass", "stock", "knock Kd"))])
    seen: Counter[str] = Counter()
    ended = play_along(spiel, deal, lambda _: next(script), seen, "tie")
    assert ended.result is not None
    assert ended.result.points == (0, 25)
    assert seen == {"undercut": 1, "tie": 1}


def test_difference_openspiel_long_chain(spiel: OpenSpiel) -> None:
    """5-6-7 takes 8, 9, T one after another; OpenSpiel stops offering after the second."""
    melds = game.parse_spread("5h 6h 7h | Kc Kd Ks")
    hand = game.parse_hand("8h 9h Th Ac 2d 3s 4c 6s 9d Qc")
    assert game.can_lay(melds, game.parse_hand("8h 9h Th"))
    table, defender = reference.spread("5h 6h 7h | Kc Kd Ks"), text_cards(hand)
    assert reference.cards("8h 9h Th") in reference.all_layoffs(table, defender)
    laid_down = [spiel.utils.meld_to_int(spiel.hand(meld)) for meld in sorted(table, key=sorted)]
    offered = [
        spiel.cards(spiel.utils.all_layoffs(laid_down, [spiel.card(card) for card in before]))
        & defender - set(before)
        for before in ([], ["8h"], ["8h", "9h"])
    ]
    assert offered == [{"8h"}, {"9h"}, set()]


# RLCard


@pytest.fixture(scope="module")
def rlcard() -> dict[str, Any]:
    game_room = "rlcard.games.gin_rummy"
    pytest.importorskip("rlcard", reason="rlcard is not installed")
    return {
        "Card": import_module("rlcard.games.base").Card,
        "going_out": import_module(f"{game_room}.judge").get_going_out_cards,
        "melding": import_module(f"{game_room}.utils.melding"),
        "utils": import_module(f"{game_room}.utils.utils"),
    }


def rlcard_hand(rlcard: dict[str, Any], hand: reference.Cards) -> list[Any]:
    return [rlcard["Card"](suit=card[1].upper(), rank=card[0]) for card in sorted(hand)]


def from_rlcard(cards: list[Any]) -> reference.Cards:
    return frozenset(card.rank + card.suit.lower() for card in cards)


def test_rlcard_melds_ten_cards_as_we_do(rlcard: dict[str, Any]) -> None:
    """Least deadwood, and every spread that reaches it."""
    seed = 21_000
    random = Random(seed)
    for number in range(4_000):
        make = random_hand if number % 2 else meld_rich_hand
        hand = make(random, 10)
        where = f"seed {seed}, hand {number}: {sorted(hand)}"
        theirs = rlcard_hand(rlcard, hand)
        clusters = rlcard["melding"].get_best_meld_clusters(theirs)
        spreads = {frozenset(from_rlcard(meld) for meld in cluster) for cluster in clusters}
        ours = {
            frozenset(text_cards(meld) for meld in spread.melds)
            for spread in game.best_spreads(mask(hand))
        }
        # RLCard does not list the spread without a meld.
        assert spreads == ours - {frozenset()}, where
        least = rlcard["utils"].get_deadwood_count(theirs, clusters[0] if clusters else [])
        assert least == game.deadwood(mask(hand)), where


def test_rlcard_going_out(rlcard: dict[str, Any]) -> None:
    """Which discards let one knock with ten, and which are gin.

    Named differences: RLCard lists a gin discard among the knocks too, where some poorer spread
    leaves a few points; and where all eleven cards are melded it names any card of a longer meld,
    be it from the middle of a run, where ours names all those that leave ten cards melded.
    """
    seed = 21_001
    random = Random(seed)
    for number in range(2_000):
        hand = meld_rich_hand(random, 11)
        where = f"seed {seed}, hand {number}: {sorted(hand)}"
        knocks, gins = map(from_rlcard, rlcard["going_out"](rlcard_hand(rlcard, hand), 10))
        left = {card: game.deadwood(mask(hand - {card})) for card in hand}
        our_gins = {card for card in hand if left[card] == 0}
        assert knocks - our_gins == {card for card in hand if 0 < left[card] <= 10}, where
        if game.deadwood(mask(hand)) == 0:
            assert gins, where
            assert our_gins, where
        else:
            assert gins == our_gins, where


def test_difference_rlcard_has_no_layoffs(rlcard: dict[str, Any]) -> None:
    """RLCard counts the defender's hand as it is; ours lays the eight and nine off first."""
    defender = reference.cards("8h 9h Ac 2d 3s 4c 6s 9d Jd Qc")
    assert rlcard["utils"].get_deadwood_count(rlcard_hand(rlcard, defender), []) == 62
    melds = game.parse_spread("5h 6h 7h | Kc Kd Ks")
    assert game.best_layoff(melds, mask(defender)).deadwood == 45
