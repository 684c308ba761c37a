"""The players of practice games and ladders for Python."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from trainer.game import Action, Position, best_layoff
from trainer.solver import policy
from trainer.solver.analyse import analyse, default_seed
from trainer.solver.codes import CAMPER_STYLE, Terms, View
from trainer.solver.compile import warm_up
from trainer.solver.errors import SolverError
from trainer.solver.levels import LEVELS, STYLES, Opponent

if TYPE_CHECKING:
    from trainer.solver.view import Ints

WORLDS = 256
"""Worlds that ``search`` samples for a decision."""
KNOCK_AT_ONCE = 1000
"""A bonus for knocking, in points, that keeps the base policy from waiting."""


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
    if position.ask == "layoff" or position.players != 2:
        return policy.choose(position)
    warm_up()
    from trainer.solver.view import action_of, state_of, view_of

    view = view_of(position)
    state = state_of(position, view)
    return position.completed(
        action_of(_weighed(view, view.terms, state, worlds, default_seed(position)))
    )


def _weighed(view: View, terms: Terms, state: Ints, worlds: int, seed: int) -> int:
    """The choice of the learnt policy, or of search where there are worlds."""
    from trainer.solver.kernel_search import decide
    from trainer.solver.weights import nets

    return decide(terms, state, view.records, worlds, seed, nets())


def play_as(opponent: Opponent, position: Position, seed: int) -> Action:
    """An opponent's action in a position; a layoff is the best one.

    Its chances follow from ``seed``, 0 to 2**53 - 1.

    Raises:
        trainer.game.Illegal: it is not seat 0's turn.
        SolverError: numba is missing.
    """
    if position.ask == "layoff":
        return Action("lay", laid=best_layoff(position.table.spread, position.hand).laid)
    warm_up()
    from trainer.solver.view import action_of, state_of, view_of

    level, style = LEVELS[opponent.level], STYLES[opponent.style].code
    view = view_of(position)
    state = state_of(position, view)
    # To a camper the rules are those of a deal without a limit.
    terms = view.terms._replace(limit=0) if style == CAMPER_STYLE else view.terms
    if position.players > 2 and level.playouts:
        choice = _analysed(position, terms, level.playouts, seed)
    elif level.worlds is not None:
        choice = _weighed(view, terms, state, level.worlds, seed)
    elif level.slips is not None:
        from trainer.solver.kernel_levels import decide_careless

        choice = decide_careless(level.slips, terms, state, seed)
    else:
        # To wait for gin pays against one other; among more of them somebody goes out before.
        soon = terms._replace(knock_bonus=KNOCK_AT_ONCE) if position.players > 2 else terms
        choice = policy.choice_in(view, soon)
    if style:
        from trainer.solver.kernel_levels import restyle

        choice = restyle(style, view.terms, state, choice)
    return position.completed(action_of(choice))


def _analysed(position: Position, terms: Terms, playouts: int, seed: int) -> int:
    """The best choice of an analysis; no knock where the terms know none."""
    from trainer.solver.view import choice_of

    analysis = analyse(position, playouts=playouts, seed=seed)
    actions = [Action.parse(value.action) for value in analysis.actions]
    return choice_of(next(a for a in actions if terms.limit or a.kind != "knock"))


def kernels_of(opponent: Opponent, players: int) -> list[str]:
    """The kernels that a match with an opponent needs besides those of an analysis for two."""
    level = LEVELS[opponent.level]
    weighs = level.worlds is not None and players == 2
    needed = {
        "kernel_search": weighs,
        "kernel_playout": players > 2,
        "kernel_levels": level.slips is not None or STYLES[opponent.style].code != 0,
    }
    return [name for name, wanted in needed.items() if wanted]
