"""What a learner who wants to play asks for."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

from trainer.game import GameError, Rules
from trainer.progress import Store
from trainer.session.play import MatchRun, opponents_of
from trainer.session.sitting import Study
from trainer.solver.levels import Opponent


@dataclass(frozen=True)
class Wish:
    """A match as it is wished for; None is whatever there is, or is usual."""

    rules: Rules | None = None
    opponent: Opponent | None = None
    players: int | None = None

    @classmethod
    def read(cls, preset: str, level: str, style: str, players: int | None) -> Wish:
        """A wish in words; an empty one wishes nothing.

        Raises:
            GameError: a name that there is not.
        """
        named = {"level": level, "style": style}
        named = {field: name for field, name in named.items() if name}
        return cls(
            Rules.from_value(preset) if preset else None,
            Opponent(**named) if named else None,
            players,
        )

    def fits(self, run: MatchRun) -> bool:
        """Whether a match is as wished for."""
        return (
            self.rules in (None, run.match.rules)
            and self.players in (None, run.match.players)
            and (self.opponent is None or set(run.opponents) == {self.opponent})
        )

    def begin(self, study: Study, seed: int) -> MatchRun:
        """A new match; who does not say against whom meets who was met last.

        Raises:
            Illegal: the rules do not seat so many players.
            ProgressError: the match cannot be saved.
        """
        rules, players = self.rules or Rules(), self.players or 2
        rules.check_players(players)
        opponent = self.opponent or _latest(study.store)
        return MatchRun.new(rules, seed, study, opponents=(opponent,) * (players - 1))


def _latest(store: Store) -> Opponent:
    """The opponent of the latest match."""
    for record in reversed(store.matches()):
        with suppress(GameError):  # by another version, with other opponents
            return opponents_of(record)[0]
    return Opponent()
