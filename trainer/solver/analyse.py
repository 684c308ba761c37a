"""The solver's one verb: what is every legal action of a position worth?

Nothing here imports numba or numpy until a position needs playouts.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from trainer.game import Action, Position, format_spread, spreads_within, to_line
from trainer.solver.analysis import ActionValue, Analysis, SpreadValue, is_accepted
from trainer.solver.codes import ENDINGS
from trainer.solver.compile import warm_up
from trainer.solver.errors import SolverError
from trainer.solver.exact import exact_values

if TYPE_CHECKING:
    from trainer.solver.playouts import Sums

Cancel = Callable[[], bool] | None

VERSION = "2"
"""Changes with anything that changes the figures of an analysis."""
DEFAULT_PLAYOUTS = 2048
_SPREAD_STREAM = 0x5BD1E995  # sets apart the seed of the worlds that compare a knock's spreads
_SEEDS = 2**53  # seeds below this stay whole in every JSON reader
_PLACES = 4  # decimals kept of points


def analyse(
    position: Position,
    *,
    playouts: int = DEFAULT_PLAYOUTS,
    seed: int | None = None,
    cancelled: Cancel = None,
) -> Analysis:
    """Value every legal action of the decision that seat 0 has to make.

    A longer run of the same seed begins with the worlds of a shorter one; ``playouts`` is the
    number of worlds, each played once for every action.

    Args:
        position: an offer, a draw, a discard or a layoff of seat 0.
        playouts: worlds, at least 2; an exact answer needs none.
        seed: 0 to 2**53 - 1; by default derived from position, rules and solver version.
        cancelled: asked now and then; once it is true the analysis stops.

    Raises:
        trainer.game.Illegal: it is not seat 0's turn.
        SolverError: numba is missing, or playouts or seed are out of range.
        Cancelled: stopped on request.
    """
    exact = exact_values(position)
    if exact is not None:
        return _analysis(position, exact, tier="exact")
    if playouts < 2:
        raise SolverError(f"playouts is {playouts}: an estimate needs at least 2")
    if seed is None:
        seed = default_seed(position)
    if not 0 <= seed < _SEEDS:
        raise SolverError(f"seed is {seed}: write a whole number from 0 to {_SEEDS - 1}")
    warm_up()
    from trainer.solver import belief, policy
    from trainer.solver.playouts import run
    from trainer.solver.view import candidates_of, view_of

    view = view_of(position)

    def compare(ways: Sequence[Action]) -> Sums:
        """Spreads meet in worlds of their own, so that the choice flatters no knock."""
        return run(view, candidates_of(ways), playouts, seed ^ _SPREAD_STREAM, cancelled)

    actions = []
    spreads = {}
    for action in position.legal_actions():
        chosen: Action = action
        values: tuple[SpreadValue, ...] = ()
        if action.kind == "knock":
            chosen, values = _best_spread(position, action, compare)
        actions.append(chosen)
        spreads[chosen] = values
    sums = run(view, candidates_of(actions), playouts, seed, cancelled)
    table = _table(position, actions, spreads, sums)
    return _analysis(
        position,
        table,
        tier="estimate",
        playouts=playouts,
        seed=seed,
        belief=belief.NAME,
        opponent=policy.NAME,
    )


def default_seed(position: Position) -> int:
    """The seed of a position: the same on every machine, for this version of the solver."""
    text = f"{VERSION} {to_line(position)}"
    digest = hashlib.blake2b(text.encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big") % _SEEDS


def _analysis(
    position: Position,
    actions: tuple[ActionValue, ...],
    *,
    tier: Literal["exact", "estimate"],
    playouts: int = 0,
    seed: int = 0,
    belief: str = "",
    opponent: str = "",
) -> Analysis:
    return Analysis(
        ask=position.ask,
        tier=tier,
        rules=position.rules.to_value(),
        playouts=playouts,
        seed=seed,
        belief=belief,
        opponent=opponent,
        version=VERSION,
        multiplier=position.multiplier,
        actions=actions,
    )


def _table(
    position: Position,
    actions: Sequence[Action],
    spreads: Mapping[Action, tuple[SpreadValue, ...]],
    sums: Sums,
) -> tuple[ActionValue, ...]:
    """The entries of all actions, best first."""
    best = int(sums.means.argmax())
    gaps = _gaps(sums, best)
    entries = []
    for i, action in enumerate(actions):
        lost, gap_error = gaps[i]
        shares = sums.endings[i] / sums.worlds
        entries.append(
            ActionValue(
                action=action.label,
                value=round(float(sums.means[i]), _PLACES),
                error=round(float(sums.errors[i]), _PLACES),
                points_lost=lost,
                gap_error=gap_error,
                accepted=is_accepted(lost, gap_error, position.multiplier),
                spread=format_spread(action.melds) if action.kind == "knock" else "",
                spreads=spreads.get(action, ()),
                endings={
                    name: round(float(share), _PLACES)
                    for name, share in zip(ENDINGS, shares, strict=True)
                    if share
                },
            )
        )
    return tuple(sorted(entries, key=lambda entry: entry.points_lost))


def _gaps(sums: Sums, best: int) -> list[tuple[float, float]]:
    """Points lost against one candidate, and their standard errors."""
    lost = sums.means[best] - sums.means
    errors = sums.gap_errors(best)
    return [
        (round(gap, _PLACES), round(error, _PLACES))
        for gap, error in zip(lost.tolist(), errors.tolist(), strict=True)
    ]


def _best_spread(
    position: Position, knock: Action, compare: Callable[[Sequence[Action]], Sums]
) -> tuple[Action, tuple[SpreadValue, ...]]:
    """A knock with its spread of most value, and all its spreads where there is a choice."""
    assert knock.card is not None  # a knock throws a card
    ways = [
        replace(knock, melds=spread.melds)
        for spread in spreads_within(position.hand & ~(1 << knock.card), position.limit)
        if spread.loose
    ]
    if len(ways) == 1:
        return ways[0], ()
    sums = compare(ways)
    best = int(sums.means.argmax())
    values = [
        SpreadValue(
            spread=format_spread(way.melds),
            points_lost=lost,
            gap_error=error,
            accepted=is_accepted(lost, error, position.multiplier),
        )
        for way, (lost, error) in zip(ways, _gaps(sums, best), strict=True)
    ]
    return ways[best], tuple(sorted(values, key=lambda value: value.points_lost))
