"""The solver's one verb: what is every legal action of a position worth?

Nothing here imports numba or numpy until a position needs playouts.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from trainer.game import Action, Position, format_spread, layoff_targets, spreads_within, to_line
from trainer.solver.analysis import ActionValue, Analysis, is_accepted
from trainer.solver.codes import ENDINGS
from trainer.solver.compile import warm_up
from trainer.solver.errors import SolverError
from trainer.solver.exact import exact_values

if TYPE_CHECKING:
    from trainer.solver.codes import View
    from trainer.solver.playouts import Sums

VERSION = "1"
"""Changes with anything that changes the figures of an analysis."""
DEFAULT_PLAYOUTS = 2048
_SPREAD_PLAYOUTS = 256  # worlds in which the spreads of a knock are compared
_MOST_SPREADS = 8  # spreads compared for one knock
_SPREAD_STREAM = 0x5BD1E995  # sets the seed of those worlds apart
_PLACES = 4  # decimals kept of points


def analyse(
    position: Position,
    *,
    playouts: int = DEFAULT_PLAYOUTS,
    seed: int | None = None,
    cancelled: Callable[[], bool] | None = None,
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
        SolverError: numba is missing, or fewer than 2 playouts.
        Cancelled: stopped on request.
    """
    exact = exact_values(position)
    if exact is not None:
        return _analysis(position, exact, tier="exact")
    if playouts < 2:
        raise SolverError(f"playouts is {playouts}: an estimate needs at least 2")
    if seed is None:
        seed = default_seed(position)
    warm_up()
    from trainer.solver import belief, policy
    from trainer.solver.playouts import run
    from trainer.solver.view import candidates_of, view_of

    view = view_of(position)
    actions = _with_best_spreads(position, view, position.legal_actions(), playouts, seed)
    sums = run(view, candidates_of(actions), playouts, seed, cancelled)
    table = _table(position, actions, sums)
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
    return int.from_bytes(digest, "big") >> 11  # 53 bits, which JSON readers keep whole


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


def _table(position: Position, actions: Sequence[Action], sums: Sums) -> tuple[ActionValue, ...]:
    """The entries of all actions, best first."""
    means, errors = sums.means, sums.errors
    best = int(means.argmax())
    gap_errors = sums.gap_errors(best)
    entries = []
    for i, action in enumerate(actions):
        lost = round(float(means[best] - means[i]), _PLACES)
        gap_error = round(float(gap_errors[i]), _PLACES)
        shares = sums.endings[i] / sums.worlds
        entries.append(
            ActionValue(
                action=action.label,
                value=round(float(means[i]), _PLACES),
                error=round(float(errors[i]), _PLACES),
                points_lost=lost,
                gap_error=gap_error,
                accepted=is_accepted(lost, gap_error, position.multiplier),
                spread=format_spread(action.melds) if action.kind == "knock" else "",
                endings={
                    name: round(float(share), _PLACES)
                    for name, share in zip(ENDINGS, shares, strict=True)
                    if share
                },
            )
        )
    return tuple(sorted(entries, key=lambda entry: entry.points_lost))


def _with_best_spreads(
    position: Position, view: View, actions: Sequence[Action], playouts: int, seed: int
) -> list[Action]:
    """The actions, each knock with the spread of most value.

    The spreads are compared in worlds of their own, so that the choice does not favour the knock
    in the worlds that value it.
    """
    from trainer.solver.playouts import run
    from trainer.solver.view import candidates_of

    options = [_spread_options(position, action) for action in actions]
    variants = [variant for several in options if len(several) > 1 for variant in several]
    if not variants:
        return [several[0] for several in options]
    sums = run(
        view, candidates_of(variants), min(playouts, _SPREAD_PLAYOUTS), seed ^ _SPREAD_STREAM
    )
    value = dict(zip(variants, sums.means.tolist(), strict=True))
    return [max(several, key=lambda variant: value.get(variant, 0.0)) for several in options]


def _spread_options(position: Position, action: Action) -> list[Action]:
    """A knock with each spread worth a thought, least deadwood first; other actions unchanged.

    A spread with more deadwood is worth one only if it offers fewer cards to lay off on.
    """
    if action.kind != "knock":
        return [action]
    assert action.card is not None  # a knock throws a card
    kept: list[tuple[int, Action]] = []
    for spread in spreads_within(position.hand & ~(1 << action.card), position.limit):
        targets = layoff_targets(spread.melds)
        if spread.loose and not any(targets & better == better for better, _ in kept):
            kept.append((targets, replace(action, melds=spread.melds)))
    return [variant for _, variant in kept[:_MOST_SPREADS]]
