"""The opponent of the duplicate deals: simple, in plain Python, and never changed.

Everybody who plays the deal of a date must meet the same opponent, on any machine and with any
version of okgin. So it rests on the game room only, knows no chance, and a test keeps a digest of
what it plays. One that plays otherwise gets the next number, for dates that are still to come.
"""

from __future__ import annotations

from trainer.game import Action, Position, best_layoff, cards_of, deadwood

VERSION = 1
WORDS = (
    "the opponent of all duplicate deals: it takes an upcard that melds, keeps what waits for most "
    "cards, and knocks as soon as it may"
)


def frozen(position: Position, seed: int = 0) -> Action:  # noqa: ARG001  (of a policy's form)
    """What it does in a position.

    Raises:
        Illegal: it is not seat 0's turn.
    """
    match position.ask:
        case "offer":
            return Action("take" if _wants_upcard(position) else "pass")
        case "draw":
            forced = position.table.stock_forced
            return Action("stock" if forced or not _wants_upcard(position) else "pile")
        case "layoff":
            return Action("lay", laid=best_layoff(position.table.spread, position.hand).laid)
        case _:
            return _throw(position)


def _wants_upcard(position: Position) -> bool:
    """Whether the upcard leaves less deadwood in a meld, or lets one go out."""
    upcard = position.table.upcard
    if upcard is None:
        return False
    held = position.hand | 1 << upcard
    least = min(deadwood(held & ~(1 << card)) for card in cards_of(position.hand))
    melds = deadwood(held) <= deadwood(position.hand)
    return least <= position.limit or (melds and least < deadwood(position.hand))


def _throw(position: Position) -> Action:
    actions = position.legal_actions()
    going_out = [action for action in actions if action.kind in ("big gin", "gin", "knock")]
    throws = [action for action in actions if action.kind == "discard"]
    # Big gin before gin before a knock, and of these the one that leaves least.
    order = ("big gin", "gin", "knock")
    if going_out:
        return min(
            going_out,
            key=lambda action: (
                order.index(action.kind),
                deadwood(position.hand & ~_bit(action.card)),
                action.card or 0,
            ),
        )
    return min(throws, key=lambda action: (_cost(position, action.card), action.card or 0))


def _cost(position: Position, card: int | None) -> int:
    """Twice the deadwood that a throw leaves, less the cards that would add none to it."""
    left = position.hand & ~_bit(card)
    count = deadwood(left)
    outs = sum(deadwood(left | 1 << unseen) <= count for unseen in cards_of(position.unseen))
    return 2 * count - outs


def _bit(card: int | None) -> int:
    return 0 if card is None else 1 << card
