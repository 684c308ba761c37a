"""The base policy for Python: what the opponent in a practice game does."""

from __future__ import annotations

from trainer.game import ALL, Action, Position, best_layoff
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
    from trainer.solver.kernel_policy import decide
    from trainer.solver.view import action_of, view_of

    view = view_of(position)
    elsewhere = view.spot.dead
    for cards in view.known[1:].tolist():
        elsewhere |= cards
    choice = decide(
        view.terms,
        view.spot,
        position.hand,
        ALL & ~(position.hand | elsewhere),
        int(view.known[1]),
        int(view.turns[0]),
    )
    return position.completed(action_of(choice))
