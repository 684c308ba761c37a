"""The base policy for Python."""

from __future__ import annotations

from trainer.game import ALL, Action, Position, best_layoff
from trainer.solver.codes import Terms, View
from trainer.solver.compile import warm_up

NAME = "base"


def choose(position: Position) -> Action:
    """The base policy's action in a position; a layoff is the best one.

    Raises:
        trainer.game.Illegal: it is not seat 0's turn.
        SolverError: numba is missing.
    """
    if position.ask == "layoff":
        return Action("lay", laid=best_layoff(position.table.spread, position.hand).laid)
    warm_up()
    from trainer.solver.view import action_of, view_of

    view = view_of(position)
    return position.completed(action_of(choice_in(view, view.terms)))


def choice_in(view: View, terms: Terms) -> int:
    """The base policy's choice in a view, under some terms; the kernels are loaded."""
    from trainer.solver.kernel_policy import decide

    hand = int(view.hands[0])
    elsewhere = view.spot.dead
    for cards in view.known[1:].tolist():
        elsewhere |= cards
    unseen = ALL & ~(hand | elsewhere)
    return decide(terms, view.spot, hand, unseen, int(view.known[1]), int(view.turns[0]))
