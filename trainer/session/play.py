"""A practice match, kept move by move so that it can be taken up where it stopped.

A match is its rules, its seed and its events, one line an action. Everything else, the cards of
every deal included, follows from those, so neither a crash nor a restart can deal again.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from random import Random

from trainer.coach.questions import Decide
from trainer.game import Action, Deal, Match, Position, Result, Rules, to_line
from trainer.progress import StoredDeal, StoredMatch
from trainer.session.sitting import Item, Sitting, Study
from trainer.solver.levels import Opponent
from trainer.solver.players import kernels_of, play_as

ME = 0

Policy = Callable[[Position, int], Action]
"""Chooses an action in a position; its chances follow from the seed it is given."""


@dataclass(frozen=True)
class Move:
    """One action of a seat, with the deal after it."""

    seat: int
    action: Action
    deal: Deal


@dataclass
class MatchRun:
    """A match between the learner (seat 0) and one to three opponents."""

    study: Study
    record: StoredMatch
    match: Match
    deal: Deal
    opponents: tuple[Opponent, ...]
    """Who sits in the seats from 1 on."""
    policy: Policy | None = None
    """Plays in place of all of them."""
    events: int = 0
    asked: int = 0
    """Decisions of mine in this match, which name their questions."""
    _sitting: Sitting | None = field(default=None, repr=False)

    @classmethod
    def new(
        cls,
        rules: Rules,
        seed: int,
        study: Study,
        policy: Policy | None = None,
        opponents: Sequence[Opponent] = (Opponent(),),
    ) -> MatchRun:
        """Begin a match; the first dealer is drawn by lot from the seed.

        Raises:
            Illegal: rules that do not seat so many players.
            ProgressError: the match cannot be saved.
        """
        match = _match(rules, 1 + len(opponents), seed)
        names = " ".join(map(str, opponents))
        record = study.store.create_match(json.dumps(rules.to_value()), seed, study.clock(), names)
        return cls(study, record, match, _deal(match, seed), tuple(opponents), policy)

    @classmethod
    def resume(
        cls,
        record: StoredMatch,
        study: Study,
        policy: Policy | None = None,
    ) -> MatchRun:
        """Take up a match where its events end.

        Raises:
            GameError: an event is against the rules, or there is no such opponent.
            ProgressError: the events cannot be read.
        """
        rules = Rules.from_value(json.loads(record.rules))
        opponents = opponents_of(record)
        match = _match(rules, 1 + len(opponents), record.seed)
        run = cls(study, record, match, _deal(match, record.seed), opponents, policy)
        for line in study.store.match_events(record.id):
            run._take(Action.parse(line))
        if run.standing.over:
            # The end was stored, but the program stopped before the match was closed.
            study.store.finish_match(record.id, study.clock())
        return run

    def _take(self, action: Action) -> None:
        """Carry out an action that is stored, or about to be."""
        if self.deal.phase == "over":
            self._next_deal()
        if self.deal.turn == ME:
            self.asked += 1
        self.deal = self.deal.after(action)
        self.events += 1
        self._sitting = None

    def _next_deal(self) -> None:
        result = self.result
        assert result is not None
        self.match = self.match.after(result)
        self.deal = _deal(self.match, self.record.seed)

    @property
    def kernels(self) -> list[str]:
        """What the opponents need compiled, besides the kernels of an analysis."""
        needed = (kernels_of(opponent, self.match.players) for opponent in self.opponents)
        return list(dict.fromkeys(name for names in needed for name in names))

    @property
    def result(self) -> Result | None:
        """The result of the deal at hand, once it is over."""
        return self.deal.result

    @property
    def standing(self) -> Match:
        """The match with the deal at hand counted, if it is over."""
        result = self.result
        return self.match if result is None else self.match.after(result)

    @property
    def deal_id(self) -> str:
        """What the deal at hand is called once it is kept."""
        return f"{self.record.id[:8]}-{self.match.deals + 1}"

    @property
    def my_turn(self) -> bool:
        """Whether a decision of mine is due."""
        return self.deal.phase != "over" and self.deal.turn == ME

    @property
    def position(self) -> Position:
        """What I see."""
        return self.deal.position(ME, self.match.score)

    @property
    def sitting(self) -> Sitting:
        """The decision at hand, for hints and for a verdict."""
        if self._sitting is None:
            item = Item(
                source="match",
                source_id=self.record.id,
                question_id=f"{self.record.id}/{self.asked + 1}",
                question=Decide(self.position),
            )
            self._sitting = Sitting(self.study, item)
        return self._sitting

    def act(self, text: str) -> Action:
        """Carry out my action, stored before anything answers it.

        Raises:
            GameError: the text cannot be read, or the rules forbid the action; nothing happens.
            ProgressError: the action cannot be saved; nothing happens.
        """
        position = self.position
        action = position.completed(Decide(position).read(text))
        self._store(action)
        self._take(action)
        return action

    def reply(self) -> Move:
        """Let the opponent whose turn it is act.

        Its chances follow from the seed of the match and from how far the deal has come, so that
        it answers the same when it is asked again.

        Raises:
            ProgressError: the action cannot be saved; nothing happens.
            SolverError: the opponent cannot play here.
        """
        seat = self.deal.turn
        position = self.deal.position(seat, self.match.score)
        moment = f"{self.record.seed} deal {self.match.deals + 1}, {len(self.deal.table.history)}"
        act = self.policy or partial(play_as, self.opponents[seat - 1])
        action = position.completed(act(position, Random(moment).getrandbits(53)))
        self._store(action)
        self._take(action)
        return Move(seat, action, self.deal)

    def _store(self, action: Action) -> None:
        self.study.store.append_event(self.record.id, str(action), self._finished_by(action))
        if self.standing_after(action).over:
            self.study.store.finish_match(self.record.id, self.study.clock())

    def _finished_by(self, action: Action) -> StoredDeal | None:
        """The deal at hand as it is kept, if an action ends it."""
        deal = self.deal.after(action)
        if deal.phase != "over":
            return None
        return StoredDeal(
            id=self.deal_id,
            match_id=self.record.id,
            number=self.match.deals + 1,
            seat=ME,
            at=self.study.clock(),
            score=json.dumps(self.match.score.to_value()),
            record=to_line(deal),
        )

    def standing_after(self, action: Action) -> Match:
        """The match if the deal at hand ends with an action."""
        result = self.deal.after(action).result
        return self.match if result is None else self.match.after(result)

    def next_deal(self) -> bool:
        """Go on to the next deal; False when the match is over.

        Raises:
            ValueError: the deal at hand is not over.
        """
        if self.deal.phase != "over":
            raise ValueError("the deal at hand is not over")
        if self.standing.over:
            return False
        self._next_deal()
        return True


def opponents_of(record: StoredMatch) -> tuple[Opponent, ...]:
    """Who a stored match is played against.

    Raises:
        Unreadable: there is no such opponent.
    """
    return tuple(map(Opponent.parse, record.opponents.split())) or (Opponent(),)


def _match(rules: Rules, players: int, seed: int) -> Match:
    """The match before its first deal."""
    return Match.start(rules, players, Random(f"{seed} dealer").randrange(players))


def _deal(match: Match, seed: int) -> Deal:
    """The next deal of a match: it follows from the seed and the number of the deal."""
    rng = Random(f"{seed} deal {match.deals + 1}")
    return Deal.start(match.rules, match.players, match.dealer, rng)
