"""Whole matches for tests: a cheap policy in place of the solver's, and the reference's scores."""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

from tests import reference
from tests.hands import text_cards, text_spread
from trainer.game import (
    POINTS,
    Action,
    Deal,
    Position,
    best_layoff,
    deadwood,
    format_card,
    to_line,
)


def cheap(position: Position, salt: str | int = "") -> Action:
    """A policy that needs no kernels: it melds what it can, and follows from what it sees."""
    random = Random(f"{salt}{to_line(position)}")
    match position.ask:
        case "offer":
            return Action("take") if _helps(position) else Action("pass")
        case "draw":
            may = not position.table.stock_forced
            return Action("pile") if may and _helps(position) else Action("stock")
        case "layoff":
            best = best_layoff(position.table.spread, position.hand)
            return Action("lay", laid=best.laid if random.random() < 0.8 else 0)
        case _:
            return _throw(position, random)


def _helps(position: Position) -> bool:
    upcard = position.table.pile[-1]
    return deadwood(position.hand | 1 << upcard) < deadwood(position.hand) + POINTS[upcard]


def _throw(position: Position, random: Random) -> Action:
    legal = position.legal_actions()
    for kind in ("big gin", "gin", "knock"):
        ending = [action for action in legal if action.kind == kind]
        if ending and random.random() < 0.7:
            return random.choice(ending)
    throws = [action for action in legal if action.kind == "discard"] or legal
    return min(throws, key=lambda action: deadwood(position.hand & ~(1 << (action.card or 0))))


def learner(position: Position) -> str:
    """What the learner of a test types."""
    return str(cheap(position, "learner"))


def reference_score(deal: Deal) -> reference.DealScore:
    """The score of a finished deal by the reference, from its cards alone."""
    table = deal.table
    options = reference.options_like(deal.rules)
    if table.knocker is None:
        return reference.score_void(deal.players)
    hands = [text_cards(hand or 0) for hand in deal.hands]
    upcard = format_card(table.first_upcard)
    going_out = table.history[-1 - len(table.laid)].kind
    if going_out != "knock":
        return reference.score_gin(options, upcard, hands, table.knocker)
    laid = {}
    for step, cards in enumerate(table.laid, start=1):
        seat = (table.knocker + step) % deal.players
        laid[seat] = text_cards(cards)
        hands[seat] |= laid[seat]
    return reference.score_knock(
        options, upcard, hands, table.knocker, text_spread(table.spread), laid=laid
    )


@contextmanager
def fast_folder() -> Iterator[Path]:
    """A folder in memory where there is one: whole matches are thousands of transactions."""
    memory = Path("/dev/shm")
    folder = Path(tempfile.mkdtemp(dir=memory if memory.is_dir() else None))
    try:
        yield folder
    finally:
        shutil.rmtree(folder)
