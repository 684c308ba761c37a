"""The account of luck: it sums up to the result, and the luck of draws is none in the mean."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from itertools import islice
from math import sqrt

import msgspec
import pytest

from tests.test_lab_arena import replayed
from trainer.game import PRESETS, Action, Deal, Rules, hand_of
from trainer.lab import kernel_arena as arena
from trainer.lab.ladder import play_out
from trainer.session import review
from trainer.solver.account import Account, OpenDeal, account, as_the_cards_lay, default_seed
from trainer.solver.errors import Cancelled

SEED = 20261201
DEALS = 1000
MIXES = (("learnt", "simple"), ("base", "learnt"), ("camper", "eager"))
CLOSE = 1e-3
"""Points within which an account sums up to the result."""


def opened(deal: Deal) -> OpenDeal:
    """A finished deal, laid open."""
    found = review.opened(deal)
    assert found is not None
    return found


def finished(number: int, seed: int) -> list[Deal]:
    """So many deals played by several players under all presets."""
    deals = []
    each = -(-number // (len(MIXES) * len(PRESETS)))
    for mix, (first, second) in enumerate(MIXES):
        for place, preset in enumerate(PRESETS.values()):
            rules = replace(preset, target=None)
            _, log = play_out(
                first, second, rules, pairs=each, seed=seed + 100 * mix + place, logged=2 * each
            )
            rows = [row for row in log.tolist() if row[arena.CHOICES]]
            deals += [replayed(row, rules)[0] for row in islice(rows, each)]
    return deals[:number]


def summed(book: Account) -> tuple[float, float]:
    """What the shares and the totals come to."""
    return sum(share.amount for share in book.shares), sum(total.amount for total in book.totals)


@pytest.mark.slow
def test_accounts_sum_up_and_draws_are_fair() -> None:
    """1,000 deals; the luck of every seat's n-th draw is 0 within its error.

    Some forty means are tested: one of 2,000 is beyond three and a half errors by chance.
    """
    lucks: dict[tuple[int, int], list[float]] = defaultdict(list)
    by_seat: dict[int, list[float]] = defaultdict(list)
    deals = finished(DEALS, SEED)
    assert len(deals) == DEALS
    for number, deal in enumerate(deals):
        book = account(opened(deal), playouts=2)
        where = f"seed {SEED}, deal {number}"
        for total in summed(book):
            assert total == pytest.approx(book.result, abs=CLOSE), where
        draws = {0: 0, 1: 0}
        for share in book.shares:
            if share.kind == "draw":
                assert share.seat is not None
                lucks[share.seat, draws[share.seat]].append(share.amount)
                by_seat[share.seat].append(share.amount)
                draws[share.seat] += 1
    tested = 0
    for key, amounts in [*lucks.items(), *by_seat.items()]:
        if len(amounts) < 30:
            continue  # too few for a normal distribution
        tested += 1
        mean = sum(amounts) / len(amounts)
        error = sqrt(sum((x - mean) ** 2 for x in amounts) / (len(amounts) - 1) / len(amounts))
        assert abs(mean) < 3.5 * error, f"seed {SEED}, {key}: {mean:.2f} +- {error:.2f}"
    assert tested > 15


def test_errors_say_how_far_an_estimate_may_be_off() -> None:
    """Two accounts from different seeds differ as their errors let expect."""
    off = []
    for deal in finished(18, SEED + 7):
        one, other = (account(opened(deal), playouts=200, seed=seed) for seed in (1, 2))
        for a, b in zip(one.totals, other.totals, strict=True):
            if a.error:
                off.append((a.amount - b.amount) ** 2 / (a.error**2 + b.error**2))
    assert len(off) > 50
    assert 0.5 < sum(off) / len(off) < 1.7, f"seed {SEED}"


def test_figures_repeat_and_do_not_depend_on_threads() -> None:
    deal = opened(finished(1, SEED + 9)[0])
    one = account(deal, playouts=100, threads=1)
    assert one == account(deal, playouts=100, threads=3, seed=default_seed(deal))
    assert msgspec.json.decode(msgspec.json.encode(one), type=Account) == one


def test_the_policys_own_decisions_change_nothing() -> None:
    """In a deal that the policy played for both, only cards make the result."""
    rules = replace(PRESETS["oklahoma"], target=None)
    _, log = play_out("learnt", "learnt", rules, pairs=6, seed=SEED, logged=12)
    for row in log.tolist():
        deal = replayed(row, rules)[0]
        book = account(opened(deal), playouts=60)
        for seat in (0, 1):
            assert book.total("decision", seat).amount == pytest.approx(0, abs=1e-9)
        shares = [share for share in book.shares if share.kind == "decision"]
        assert not any(share.amount or share.action for share in shares)


def test_a_card_that_wins_at_once_is_luck_and_not_taking_it_is_not() -> None:
    """One card from gin: drawing it is luck, throwing it back is not."""
    hand = hand_of([0, 1, 2, 13, 14, 15, 26, 27, 28, 51])
    other = hand_of([4, 20, 9, 25, 11, 24, 36, 38, 46, 49])
    rest = [card for card in range(52) if not (hand | other) >> card & 1 and card != 31]
    gin = [3, *(card for card in rest if card != 3)]
    deal = Deal.of(Rules(), 1, 31, (hand, other), tuple(gin))
    for text in ("pass", "pass", "stock", "gin Ks"):
        deal = deal.after(Action.parse(text))
    assert deal.result is not None
    book = account(opened(deal), playouts=300)
    draw = next(share for share in book.shares if share.kind == "draw")
    assert (draw.card, draw.seat) == ("4c", 0)
    assert draw.amount > 5
    thrown = Deal.of(Rules(), 1, 31, (hand, other), tuple(gin))
    for text in ("pass", "pass", "stock", "discard 4c"):
        thrown = thrown.after(Action.parse(text))
    while thrown.phase != "over":
        thrown = thrown.after(thrown.legal_actions()[0])
    book = account(opened(thrown), playouts=300)
    missed = next(share for share in book.shares if share.step == 3)
    assert (missed.action, missed.instead) == ("discard 4c", "gin Ks")
    assert missed.amount < -5


def test_a_poor_layoff_and_a_poor_spread_are_decisions() -> None:
    """They change the score after the knock, and nothing else does."""
    seen = 0
    for deal in finished(60, SEED + 11):
        history = deal.table.history
        if history[-1].kind != "lay" or not history[-1].laid:
            continue
        poor = Deal.of(
            deal.rules, deal.table.dealer, deal.table.first_upcard, deal.dealt, deal.deck
        )
        for action in (*history[:-1], Action("lay")):
            poor = poor.after(action)
        book = account(opened(poor), playouts=2)
        share = book.shares[-1]
        best, worse = opened(deal).result, opened(poor).result
        assert share.amount == worse - best
        assert bool(share.action) == (worse != best)
        seen += 1
    assert seen > 3


def test_a_line_as_the_cards_lay_is_legal_and_scores_what_it_says() -> None:
    checked = 0
    for deal in finished(18, SEED + 13):
        whole = opened(deal)
        at = Deal.of(whole.rules, whole.dealer, whole.first_upcard, whole.hands, whole.stock)
        for step, action in enumerate(whole.actions[:9]):
            if at.phase in ("draw", "offer"):
                for other in at.legal_actions():
                    course, result = as_the_cards_lay(whole, step, other)
                    end = at
                    for move in course:
                        if move.kind in ("knock", "gin", "big gin"):
                            break
                        end = end.after(move)
                    else:
                        assert end.phase == "over"
                        assert result == 0
                    checked += 1
            at = at.after(action)
    assert checked > 50


def test_it_can_be_stopped() -> None:
    deal = opened(finished(1, SEED)[0])
    with pytest.raises(Cancelled):
        account(deal, playouts=2, cancelled=lambda: True)
    shares: list[float] = []
    account(deal, playouts=2, progress=shares.append)
    assert shares == sorted(shares)
    assert 0 <= shares[0] < shares[-1] < 1
