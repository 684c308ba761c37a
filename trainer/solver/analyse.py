"""The solver's one verb: what is every legal action of a position worth?

Nothing here imports numba or numpy until a position needs playouts.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from trainer.game import Action, Position, spreads_within, to_line
from trainer.solver.analysis import ActionValue, Analysis, Opinion, SpreadValue
from trainer.solver.compile import load_kernel, warm_up
from trainer.solver.errors import SolverError
from trainer.solver.exact import exact_values

if TYPE_CHECKING:
    from trainer.solver.playouts import Outcome

Cancel = Callable[[], bool] | None

VERSION = "3"
"""Changes with anything that changes the figures of an analysis."""
DEFAULT_PLAYOUTS = 2048
BASE = "base"
"""The base policy, by which all seats of a deal may play on."""
LEARNT = "learnt"
"""The learnt policy in a mixture of its styles."""
_SPREAD_STREAM = 0x5BD1E995  # sets apart the seed of the worlds that compare a knock's spreads
_SEEDS = 2**53  # seeds below this stay whole in every JSON reader


def analyse(
    position: Position,
    *,
    playouts: int = DEFAULT_PLAYOUTS,
    seed: int | None = None,
    opponent: str | None = None,
    panel: bool = False,
    cancelled: Cancel = None,
) -> Analysis:
    """Value every legal action of the decision that seat 0 has to make.

    A longer run of the same seed begins with the worlds of a shorter one; ``playouts`` is the
    number of worlds, each played once for every action.

    Args:
        position: an offer, a draw, a discard or a layoff of seat 0.
        playouts: worlds, at least 2; an exact answer needs none.
        seed: 0 to 2**53 - 1; by default derived from position, rules and solver version.
        opponent: ``base``, by which all seats play on, or a name of `panel.PANEL`, who plays
            against the learnt policy; with more than two players, only ``base``. By default that
            of `default_opponent`.
        panel: also try the best action against all of `panel.PANEL`; for two players.
        cancelled: asked now and then; once it is true the analysis stops.

    Raises:
        trainer.game.Illegal: it is not seat 0's turn.
        SolverError: numba is missing, or playouts, seed or opponent are not possible.
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
    if opponent is None:
        opponent = default_opponent(position)
    warm_up()
    from trainer.solver.panel import BELIEF, PANEL, PLAYED

    inquiry = _Inquiry(position, playouts, seed, cancelled)
    table = inquiry.table(opponent)
    panelists = PANEL if panel and position.players == 2 else ()
    return _analysis(
        position,
        table,
        tier="estimate",
        playouts=playouts,
        seed=seed,
        belief=PLAYED if opponent == BASE else BELIEF,
        opponent=opponent,
        panel=tuple(
            inquiry.opinion(table[0].action, name, table if name == opponent else None)
            for name in panelists
        ),
    )


def default_opponent(position: Position) -> str:
    """Who is assumed unless another is named: the learnt policy where there is one opponent."""
    return LEARNT if position.players == 2 else BASE


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
    panel: tuple[Opinion, ...] = (),
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
        panel=panel,
    )


class _Inquiry:
    """A position, and how it is to be looked into."""

    def __init__(self, position: Position, playouts: int, seed: int, cancelled: Cancel) -> None:
        from trainer.solver.equity import stakes_of
        from trainer.solver.view import view_of

        self.position = position
        self.playouts = playouts
        self.seed = seed
        self.cancelled = cancelled
        self.view = view_of(position)
        self.stakes = stakes_of(position)

    def table(self, opponent: str) -> tuple[ActionValue, ...]:
        """The entries of all actions against an opponent, best first."""
        from trainer.solver.tables import action_values

        actions, spreads = self.candidates(opponent)
        outcome = self.outcome(actions, opponent)
        return action_values(self.position, actions, spreads, outcome, replies=opponent != BASE)

    def candidates(self, opponent: str) -> tuple[list[Action], list[tuple[SpreadValue, ...]]]:
        """All actions, a knock with its spread of most value; and the spreads of each knock.

        Spreads meet in worlds of their own, so that the choice flatters no knock.
        """
        from trainer.solver.tables import best_way, spread_values

        ways = [self.ways(action) for action in self.position.legal_actions()]
        several = [way for choice in ways if len(choice) > 1 for way in choice]
        outcome = self.outcome(several, opponent, _SPREAD_STREAM) if several else None
        actions: list[Action] = []
        spreads: list[tuple[SpreadValue, ...]] = []
        first = 0
        for choice in ways:
            if outcome is None or len(choice) == 1:
                actions.append(choice[0])
                spreads.append(())
                continue
            own = outcome.part(first, first + len(choice))
            first += len(choice)
            actions.append(choice[best_way(own)])
            spreads.append(spread_values(choice, own, self.position.multiplier))
        return actions, spreads

    def ways(self, action: Action) -> list[Action]:
        """An action, or a knock with each spread that it may be laid down in."""
        if action.kind != "knock":
            return [action]
        assert action.card is not None  # a knock throws a card
        position = self.position
        return [
            replace(action, melds=spread.melds)
            for spread in spreads_within(position.hand & ~(1 << action.card), position.limit)
            if spread.loose
        ]

    def outcome(self, ways: Sequence[Action], opponent: str, stream: int = 0) -> Outcome:
        """What becomes of some actions against an opponent."""
        from trainer.solver.playouts import run
        from trainer.solver.view import candidates_of

        candidates, seed = candidates_of(ways), self.seed ^ stream
        if opponent == BASE:
            load_kernel("kernel_playout")
            from trainer.solver.table_play import table_play

            play = table_play(self.view, candidates, seed)
            return run(play, self.playouts, self.cancelled, self.stakes)
        if self.position.players > 2:
            raise SolverError(
                f"with {self.position.players} players the opponents are 'base', not '{opponent}'"
            )
        from trainer.solver.contest import contest, counted

        play = contest(self.position, self.view, candidates, opponent, seed)
        sampled = run(play, self.playouts, self.cancelled, self.stakes)
        return counted(
            sampled, self.view, candidates, opponent, self.stakes, cancelled=self.cancelled
        )

    def opinion(
        self, best: str, opponent: str, table: tuple[ActionValue, ...] | None = None
    ) -> Opinion:
        """What becomes of the best action against an opponent, whose table may be known."""
        table = table or self.table(opponent)
        entry = next(entry for entry in table if entry.action == best)
        return Opinion(
            opponent=opponent,
            best=table[0].action,
            points_lost=entry.points_lost,
            gap_error=entry.gap_error,
            match=entry.match,
            survives=entry.accepted,
        )
