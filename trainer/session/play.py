"""A practice match, kept move by move so that it can be taken up where it stopped.

A match is its rules, its seed and its events, one line an action. Everything else, the cards of
every deal included, follows from those, so neither a crash nor a restart can deal again.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from trainer.coach.questions import Decide
from trainer.game import Action, Deal, Match, Position, Result, Rules, to_line
from trainer.progress import StoredDeal, StoredMatch
from trainer.session.sitting import Item, Sitting, Study
from trainer.solver.policy import choose

ME = 0
THEM = 1


@dataclass(frozen=True)
class Move:
    """One action of a seat, with the deal after it."""

    seat: int
    action: Action
    deal: Deal


@dataclass
class MatchRun:
    """A two-player match between the learner (seat 0) and the base policy (seat 1)."""

    study: Study
    record: StoredMatch
    match: Match
    deal: Deal
    policy: Callable[[Position], Action] = choose
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
        policy: Callable[[Position], Action] = choose,
    ) -> MatchRun:
        """Begin a match; the first dealer is drawn by lot from the seed.

        Raises:
            Illegal: rules that do not seat two players.
            ProgressError: the match cannot be saved.
        """
        match = Match.start(rules, 2, Random(f"{seed} dealer").randrange(2))
        record = study.store.create_match(json.dumps(rules.to_value()), seed, study.clock())
        return cls(study, record, match, _deal(match, seed), policy)

    @classmethod
    def resume(
        cls,
        record: StoredMatch,
        study: Study,
        policy: Callable[[Position], Action] = choose,
    ) -> MatchRun:
        """Take up a match where its events end.

        Raises:
            GameError: an event is against the rules.
            ProgressError: the events cannot be read.
        """
        rules = Rules.from_value(json.loads(record.rules))
        match = Match.start(rules, 2, Random(f"{record.seed} dealer").randrange(2))
        run = cls(study, record, match, _deal(match, record.seed), policy)
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
        """Let the opponent act.

        Raises:
            ProgressError: the action cannot be saved; nothing happens.
        """
        position = self.deal.position(THEM, self.match.score)
        action = position.completed(self.policy(position))
        self._store(action)
        self._take(action)
        return Move(THEM, action, self.deal)

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


def _deal(match: Match, seed: int) -> Deal:
    """The next deal of a match: it follows from the seed and the number of the deal."""
    return Deal.start(match.rules, 2, match.dealer, Random(f"{seed} deal {match.deals + 1}"))
