"""The players of practice games and ladders for Python: the base policy, the learnt one, search."""

from __future__ import annotations

from collections.abc import Callable

from trainer.game import Action, Position, best_layoff
from trainer.solver import policy
from trainer.solver.analyse import default_seed
from trainer.solver.compile import warm_up
from trainer.solver.errors import SolverError
from trainer.solver.view import action_of, state_of, view_of

WORLDS = 256
"""Worlds that ``search`` samples for a decision."""


def player(name: str) -> Callable[[Position], Action]:
    """A function that chooses an action in a position, as `policy.choose` does.

    ``learnt`` and ``search`` play with two players; with more the base policy plays for them.

    Raises:
        SolverError: no such player.
    """
    players = {"base": policy.choose, "learnt": choose_learnt, "search": choose_search}
    if name not in players:
        raise SolverError(f"there is no player '{name}': write {', '.join(players)}")
    return players[name]


def choose_learnt(position: Position) -> Action:
    """The learnt policy's action; a layoff is the best one.

    Raises:
        trainer.game.Illegal: it is not seat 0's turn.
        SolverError: numba is missing.
    """
    return _choose(position, worlds=0)


def choose_search(position: Position) -> Action:
    """The action that search finds, the same each time; a layoff is the best one.

    Raises:
        trainer.game.Illegal: it is not seat 0's turn.
        SolverError: numba is missing.
    """
    return _choose(position, worlds=WORLDS)


def _choose(position: Position, worlds: int) -> Action:
    if position.ask == "layoff":
        return Action("lay", laid=best_layoff(position.table.spread, position.hand).laid)
    if position.players != 2:
        return policy.choose(position)
    warm_up()
    from trainer.solver.kernel_learnt import decide_learnt
    from trainer.solver.weights import nets

    view = view_of(position)
    state = state_of(position, view)
    if worlds:
        from trainer.solver.kernel_search import decide_search

        seed = default_seed(position)
        choice = decide_search(view.terms, state, view.records, worlds, seed, nets())
    else:
        choice = decide_learnt(view.terms, state, nets())
    return position.completed(action_of(choice))
