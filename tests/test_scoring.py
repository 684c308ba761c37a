"""Limits, legal actions, scores of deals and of matches, against the reference and by hand."""

import json
from collections import Counter
from dataclasses import asdict, fields, replace
from pathlib import Path
from random import Random

import pytest

from tests import reference
from tests.hands import BIT, mask, random_defender, random_knock, text_cards, text_spread
from trainer import game

DATA = Path(__file__).parent / "data"
SCORES = json.loads((DATA / "scores.json").read_text(encoding="utf-8"))
MATCHES = json.loads((DATA / "matches.json").read_text(encoding="utf-8"))
HOLLYWOOD = json.loads((DATA / "hollywood.json").read_text(encoding="utf-8"))

NUMBER = {card: index for index, card in enumerate(reference.DECK)}
EVERY_LABEL = {"take", "pass", "stock", "pile", "big gin"} | {
    f"{verb} {card}" for verb in ("discard", "knock", "gin") for card in reference.DECK
}


# Presets and limits


@pytest.mark.parametrize("name", reference.PRESETS)
def test_preset_plays_as_its_page_says(name: str) -> None:
    assert game.PRESETS[name].preset == name
    assert reference.options_like(game.PRESETS[name]) == reference.PRESETS[name]


def test_presets_are_these() -> None:
    assert list(game.PRESETS) == list(reference.PRESETS)
    assert {f.name for f in fields(game.Rules)} - {"preset"} == set(asdict(reference.Options()))


@pytest.mark.parametrize("name", reference.PRESETS)
def test_limit_and_multiplier_of_every_upcard(name: str) -> None:
    options = reference.PRESETS[name]
    for card, number in NUMBER.items():
        assert game.PRESETS[name].limit(number) == reference.knock_limit(options, card)
        assert game.PRESETS[name].multiplier(number) == reference.multiplier(options, card)


def test_limits_by_hand() -> None:
    """Ace to king: as the pages have it."""
    by_value = [2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10]
    for name in ("oklahoma", "online", "pocket", "ruby"):
        assert [game.PRESETS[name].limit(rank) for rank in range(13)] == [0, *by_value]
    assert [game.PRESETS["rulebook"].limit(rank) for rank in range(13)] == [1, *by_value]
    assert [game.PRESETS["knock10"].limit(rank) for rank in range(13)] == [10] * 13


# The score of one deal


def finished(
    rules: game.Rules,
    first_upcard: str,
    hands: list[reference.Cards],
    knocker: int,
    out: game.Action,
    *,
    laid: dict[int, reference.Cards],
    drawn: str,
) -> game.Deal:
    """A deal in which all pass, the knocker draws a card and goes out at once.

    The hands are those after the knocker's discard; for big gin the knocker has one card more.
    `laid` gives what a seat lays off; who is not in it lays off as well as the trainer can.
    """
    dealt = [mask(hand) for hand in hands]
    dealt[knocker] &= ~BIT[drawn]
    players = len(hands)
    used = set(reference.cards_in(hands)) | {first_upcard, drawn}
    deck = [NUMBER[drawn], *(NUMBER[card] for card in reference.DECK if card not in used)]
    dealer = (knocker - 1) % players
    deal = game.Deal.of(rules, dealer, NUMBER[first_upcard], tuple(dealt), tuple(deck))
    for _ in range(players):
        deal = deal.after(game.Action("pass"))
    deal = deal.after(game.Action("stock")).after(out)
    while deal.phase == "layoff":
        seat = deal.turn
        if seat in laid:
            lay = mask(laid[seat])
        else:
            lay = game.best_layoff(deal.table.spread, mask(hands[seat])).laid
        deal = deal.after(game.Action("lay", laid=lay))
    return deal


def result_of(deal: game.Deal) -> reference.DealScore:
    result = deal.result
    assert result is not None
    return reference.DealScore(result.kind, result.points, result.winner, result.deadwood)


@pytest.mark.parametrize("case", SCORES, ids=lambda case: case["name"])
def test_worked_scores(case: dict[str, object]) -> None:
    rules = game.Rules.from_value(case["rules"])
    first_upcard, out, knocker = str(case["first_upcard"]), case["out"], case["knocker"]
    laid_texts, hand_texts = case.get("laid", {}), case["hands"]
    assert isinstance(knocker, int)
    assert isinstance(laid_texts, dict)
    assert isinstance(hand_texts, list)
    hands = [reference.cards(text) for text in hand_texts]
    laid = {int(seat): reference.cards(text) for seat, text in laid_texts.items()}
    expected = reference.DealScore(
        str(case["kind"]),
        tuple(case["points"]),  # type: ignore[arg-type]
        case["winner"],  # type: ignore[arg-type]
        tuple(case["deadwood"]),  # type: ignore[arg-type]
    )
    options = reference.options_like(rules)
    spread = reference.spread(str(case.get("spread", "")))
    if out == "knock":
        slow = reference.score_knock(options, first_upcard, hands, knocker, spread, laid=laid)
    else:
        slow = reference.score_gin(options, first_upcard, hands, knocker)
    assert slow == expected
    drawn = str(case.get("discard", "Th"))
    text = "big gin" if out == "big gin" else f"{out} {drawn}"
    action = game.Action.parse(text + (f": {case['spread']}" if out == "knock" else ""))
    deal = finished(rules, first_upcard, hands, knocker, action, laid=laid, drawn=drawn)
    assert result_of(deal) == expected
    assert game.Deal.from_mapping(deal.to_mapping()).result == deal.result


def random_rules(random: Random) -> game.Rules:
    """A preset, half the time with some of its options changed."""
    rules = game.PRESETS[random.choice(list(game.PRESETS))]
    if random.random() < 0.5:
        return rules
    return replace(
        rules,
        fixed_limit=random.choice([None, None, 10, 5]),
        ace_limit=random.choice([0, 1]),
        spade_doubles=random.random() < 0.5,
        gin_bonus=random.choice([20, 25]),
        big_gin_bonus=random.choice([None, 31, 50]),
        knock_bonus=random.choice([0, 20]),
        undercut_bonus=random.choice([10, 20, 25]),
        must_gin=random.random() < 0.5,
        melds_after_gin=random.random() < 0.5,
        may_rediscard=random.random() < 0.5,
    )


def test_scores_of_random_knocks_and_gins() -> None:
    """3,000 deals over all options and two to four players, scored by both sides."""
    seed = 9000
    random = Random(seed)
    kinds: Counter[str] = Counter()
    for number in range(3_000):
        rules = random_rules(random)
        players = random.randint(2, rules.max_players)
        size = reference.hand_size(players)
        melds, knocker_hand = random_knock(random, size, limit=10)
        knocker = random.randrange(players)
        used, hands = knocker_hand, [knocker_hand] * players
        for seat in range(players):
            if seat != knocker:
                hands[seat] = random_defender(random, size, melds, used)
                used |= hands[seat]
        options = reference.options_like(rules)
        own = reference.deadwood_of(knocker_hand, melds)
        free = sorted(set(reference.DECK) - used)
        upcards = [c for c in free if own == 0 or reference.knock_limit(options, c) >= own]
        if not upcards or (rules.must_gin and reference.deadwood(knocker_hand) == 0 < own):
            continue
        first_upcard = random.choice(upcards)
        drawn = random.choice([card for card in free if card != first_upcard])
        where = f"seed {seed}, deal {number}: {rules} {first_upcard} {hands} {melds}"
        if own:
            action = game.Action("knock", NUMBER[drawn], tuple(mask(meld) for meld in melds))
            # A knock that is no gin, though the hand could have been laid out as one, is legal.
            could_gin = drawn_makes_gin(knocker_hand, drawn, rules)
            if rules.must_gin and could_gin:
                continue
            some = {s: random_layoff(random, melds, hands[s]) for s in range(players)}
            laid = {s: lay for s, lay in some.items() if s != knocker and random.random() < 0.3}
            slow = reference.score_knock(options, first_upcard, hands, knocker, melds, laid=laid)
        else:
            action, laid = game.Action("gin", NUMBER[drawn]), {}
            slow = reference.score_gin(options, first_upcard, hands, knocker)
        deal = finished(rules, first_upcard, hands, knocker, action, laid=laid, drawn=drawn)
        assert result_of(deal) == slow, where
        kinds[slow.kind] += 1
    assert min(kinds[kind] for kind in ("knock", "undercut", "gin")) > 100, kinds


def drawn_makes_gin(hand: reference.Cards, drawn: str, rules: game.Rules) -> bool:
    eleven = hand | {drawn}
    big = rules.big_gin_bonus is not None and reference.deadwood(eleven) == 0
    return big or any(reference.deadwood(eleven - {card}) == 0 for card in eleven)


def random_layoff(
    random: Random, melds: reference.Spread, hand: reference.Cards
) -> reference.Cards:
    return random.choice(sorted(reference.all_layoffs(melds, hand), key=sorted))


# Legal actions, and whole deals


def test_random_deals_step_by_step() -> None:
    """Whole deals: the legal actions of each step, 52 cards, the end, and the score."""
    seed = 10_000
    random = Random(seed)
    endings: Counter[str] = Counter()
    for number in range(160):
        rules = random_rules(random)
        players = random.randint(2, rules.max_players)
        deal = game.Deal.start(rules, players, random.randrange(players), random)
        while deal.phase != "over":
            where = f"seed {seed}, deal {number}, step {len(deal.table.history)}: {rules}"
            check_step(deal, random, where)
            before, action = deal, likely(random, deal)
            deal = deal.after(action)
        assert result_of(deal) == slow_result(before, action, deal), where
        endings[result_of(deal).kind] += 1
    assert endings["void"] > 5, endings
    assert endings["knock"] > 20, endings
    assert endings["gin"] > 5, endings


def check_step(deal: game.Deal, random: Random, where: str) -> None:
    table, position = deal.table, deal.position(deal.turn)
    stock, upcard = deal.stock, table.first_upcard
    assert stock is not None
    assert len(stock) == table.stock
    everywhere = [card for hand in deal.hands for card in game.cards_of(hand or 0)]
    laid = [card for some in table.laid for card in game.cards_of(some)]
    assert sorted([*everywhere, *laid, *stock, *table.pile]) == list(range(52)), where
    actions = position.legal_actions()
    legal = {action.label for action in actions}
    assert len(legal) == len(actions), where
    for action in actions:
        position.check(action)
    hand = text_cards(position.hand)
    if position.ask == "layoff":
        layoffs = reference.all_layoffs(text_spread(table.spread), hand)
        assert {action.laid for action in actions} == set(map(mask, layoffs)), where
        return
    state = {
        "ask": position.ask,
        "options": reference.options_like(deal.rules),
        "first_upcard": reference.DECK[upcard],
        "hand": hand,
        "taken": None if table.taken is None else reference.DECK[table.taken],
        "passed": sum(table.turns) == 0,
    }
    assert legal == reference.legal_actions(state), where
    for label in random.sample(sorted(EVERY_LABEL - legal), 12):
        if label.startswith("knock") and label.replace("knock", "gin") in legal:
            continue  # a knock without a spread, at no deadwood: taken for the gin it is
        with pytest.raises(game.Illegal) as caught:
            position.check(game.Action.parse(label))
        assert caught.value.sentence


def likely(random: Random, deal: game.Deal) -> game.Action:
    """Mostly an action that leaves little deadwood, so that deals end in all ways."""
    actions = deal.legal_actions()
    going = [a for a in actions if a.kind in ("knock", "gin", "big gin")]
    if going and random.random() < 0.6:
        return random.choice(going)
    if deal.phase == "discard" and random.random() < 0.9:
        hand = deal.position(deal.turn).hand
        return min(actions, key=lambda a: (game.deadwood(hand & ~(1 << (a.card or 0))), a.label))
    return random.choice(actions)


def slow_result(before: game.Deal, last: game.Action, deal: game.Deal) -> reference.DealScore:
    """The score of a finished deal, by the reference."""
    options = reference.options_like(deal.rules)
    first_upcard = reference.DECK[deal.table.first_upcard]
    if last.kind == "discard":
        stock_is_low = before.table.stock <= options.void_stock
        assert stock_is_low or before.table.pile_takes >= 50
        return reference.score_void(deal.players)
    hands = [text_cards(hand or 0) for hand in deal.hands]
    knocker = deal.table.knocker
    assert knocker is not None
    if last.kind != "lay":
        return reference.score_gin(options, first_upcard, hands, knocker)
    order = [(knocker + step) % deal.players for step in range(1, deal.players)]
    laid = {s: text_cards(lay) for s, lay in zip(order, deal.table.laid, strict=True)}
    for seat, lay in laid.items():
        hands[seat] |= lay
    melds = text_spread(deal.table.spread)
    return reference.score_knock(options, first_upcard, hands, knocker, melds, laid=laid)


@pytest.mark.parametrize(
    ("name", "hand", "taken", "legal"),
    [
        # Under a limit of 5 the six would have to go, were it not just taken from the pile.
        ("oklahoma", "7h 8h 9h Jc Qc Kc 4s 4d 4h 3c 6d", None, {"knock 6d": True}),
        ("oklahoma", "7h 8h 9h Jc Qc Kc 4s 4d 4h 3c 6d", "6d", {"knock 6d": False}),
        # With gin in the hand pocket leaves nothing else; ruby leaves the choice.
        ("pocket", "7h 8h 9h Jc Qc Kc 4s 4d 4h 4c Kd", None, {"gin Kd": True, "discard Kd": False}),
        ("ruby", "7h 8h 9h Jc Qc Kc 4s 4d 4h 4c Kd", None, {"gin Kd": True, "discard Kd": True}),
        # Big gin: not in online, where any card that leaves ten melded is gin.
        ("ruby", "7h 8h 9h Th Jc Qc Kc 4s 4d 4h 4c", None, {"big gin": True, "gin 7h": True}),
        ("online", "7h 8h 9h Th Jc Qc Kc 4s 4d 4h 4c", None, {"big gin": False, "gin 7h": True}),
        # The gin needs the card just taken to go back: no gin, no obligation.
        ("pocket", "7h 8h 9h Jc Qc Kc 4s 4d 4h 4c Kd", "Kd", {"gin Kd": False, "discard 4c": True}),
    ],
)
def test_legal_discards_by_hand(
    name: str, hand: str, taken: str | None, legal: dict[str, bool]
) -> None:
    found = reference.legal_actions(
        {
            "ask": "discard",
            "options": reference.PRESETS[name],
            "first_upcard": "5c",
            "hand": reference.cards(hand),
            "taken": taken,
            "passed": False,
        }
    )
    mapping: dict[str, object] = {
        "rules": name,
        "dealer": "me",
        "first_upcard": "5c",
        "hand": hand,
        "history": f"x x s/{taken} p" if taken else "x x s/5d s",
    }
    ours = {a.label for a in game.Position.from_mapping(mapping).legal_actions()}
    assert ours == found
    assert {label: label in ours for label in legal} == legal


# Matches


def play(match: game.Match, winner: int | None, points: tuple[int, ...]) -> game.Match:
    kind = "void" if winner is None else "knock"
    return match.after(game.Result(kind, points, winner, (0,) * len(points)))  # type: ignore[arg-type]


@pytest.mark.parametrize("case", MATCHES, ids=lambda case: case["name"])
def test_worked_matches(case: dict[str, object]) -> None:
    rules = game.Rules.from_value(case["rules"])
    players, dealer, deals = case["players"], case["dealer"], case["deals"]
    assert isinstance(players, int)
    assert isinstance(dealer, int)
    assert isinstance(deals, list)
    match = game.Match.start(rules, players, dealer)
    slow = reference.new_match(reference.options_like(rules), players, dealer)
    dealers = []
    for winner, points in deals:
        assert not match.over
        match = play(match, winner, tuple(points))
        slow = reference.after_deal(slow, reference.DealScore("knock", tuple(points), winner, ()))
        dealers.append(match.dealer)
        check_match(match, slow, str(case["name"]))
    assert dealers == case["dealers"]
    assert match.over == case["over"]
    assert match.winner == case["winner"]
    assert list(match.score.points) == case["points"]
    if "margins" in case:
        settlements = match.settlements()
        assert [list(s.margins) for s in settlements] == case["margins"]
        assert list(settlements[0].totals) == case["totals"]


def check_match(match: game.Match, slow: reference.MatchState, where: str) -> None:
    """The trainer's match and the reference's are in the same state."""
    assert match.dealer == slow.dealer, where
    assert match.over == slow.over, where
    if slow.options.hollywood:
        found = [(column.points, column.deals_won) for column in match.score.columns]
    else:
        found = [(match.score.points, match.score.deals_won)]
    assert found == [(column.points, column.deals_won) for column in slow.columns], where
    if not slow.over:
        return
    for settlement, column in zip(match.settlements(), slow.columns, strict=True):
        assert settlement.winner == column.winner(slow.options), where
        if settlement.winner is not None:
            margins = {
                seat: margin
                for seat, margin in enumerate(settlement.margins)
                if seat != settlement.winner
            }
            assert margins == column.margins(slow.options), where
    if len(slow.columns) == 1:
        assert match.winner == slow.columns[0].winner(slow.options), where


def test_worked_hollywood_match() -> None:
    rules = game.Rules.from_value(HOLLYWOOD["rules"])
    match = game.Match.start(rules, 2, HOLLYWOOD["dealer"])
    slow = reference.new_match(reference.options_like(rules), 2, HOLLYWOOD["dealer"])
    for number, deal in enumerate(HOLLYWOOD["deals"]):
        assert not match.over
        points = (deal["points"], 0) if deal["winner"] == 0 else (0, deal["points"])
        match = play(match, deal["winner"], points)
        slow = reference.after_deal(slow, reference.DealScore("knock", points, deal["winner"], ()))
        check_match(match, slow, f"deal {number}")
        assert [list(column.points) for column in match.score.columns] == deal["columns"]
    assert match.over
    settled = match.settlements()
    assert [s.winner for s in settled] == [s["winner"] for s in HOLLYWOOD["settled"]]
    assert [list(s.totals) for s in settled] == [s["totals"] for s in HOLLYWOOD["settled"]]
    assert [list(s.margins) for s in settled] == [s["margins"] for s in HOLLYWOOD["settled"]]
    assert match.winner == HOLLYWOOD["winner"]


def test_hollywood_is_for_two() -> None:
    rules = game.Rules.from_value({"preset": "oklahoma", "hollywood": True})
    with pytest.raises(game.Illegal, match=r"players is 3.*two players"):
        game.Match.start(rules, 3, 0)


def test_random_matches() -> None:
    """600 matches over targets, bonuses, Hollywood and two to four players, deal by deal."""
    seed = 11_000
    random = Random(seed)
    for number in range(600):
        hollywood = random.random() < 0.4
        rules = replace(
            game.Rules(),
            target=random.choice([100, 150, 250] if hollywood else [None, 100, 100, 150, 250]),
            hollywood=hollywood,
            game_bonus=random.choice([0, 100]),
            box=random.choice([0, 20, 25]),
            shutout_doubles=random.random() < 0.5,
            next_dealer=random.choice(["alternate", "winner"]),
        )
        players = 2 if hollywood else random.randint(2, 4)
        dealer = random.randrange(players)
        match = game.Match.start(rules, players, dealer)
        slow = reference.new_match(reference.options_like(rules), players, dealer)
        lucky = random.random()  # one seat wins more often, so that shutouts happen
        while not slow.over:
            winner, points = random_points(random, players, lucky)
            match = play(match, winner, points)
            slow = reference.after_deal(slow, reference.DealScore("knock", points, winner, ()))
            check_match(match, slow, f"seed {seed}, match {number}: {rules} {slow.deals}")
        with pytest.raises(game.Illegal, match="over"):
            play(match, 0, (10,) + (0,) * (players - 1))


def random_points(random: Random, players: int, lucky: float) -> tuple[int | None, tuple[int, ...]]:
    """What a deal may bring: nothing, points for one, with more players also for several."""
    if random.random() < 0.1:
        return None, (0,) * players
    winner = 0 if random.random() < lucky else random.randrange(players)
    points = [0] * players
    points[winner] = random.choice([5, 10, 20, 25, 30, 60])
    if players > 2 and random.random() < 0.4:
        points[(winner + 1) % players] = random.choice([10, 25, 60])
    return winner, tuple(points)


def test_endless_pile_taking_is_void() -> None:
    """Fifty takes in a row from the discard pile: the deal ends, though the stock is full."""
    deal = game.Deal.start(game.PRESETS["oklahoma"], 2, 0, Random(12_000))
    takes = 0
    while deal.phase != "over":
        kinds = {action.kind: action for action in deal.legal_actions()}
        deal = deal.after(kinds["take" if deal.phase == "offer" else "pile"])
        takes += 1
        deal = deal.after(next(a for a in deal.legal_actions() if a.kind == "discard"))
    assert takes == 50
    assert result_of(deal) == reference.score_void(2)
    assert deal.table.stock == 31
