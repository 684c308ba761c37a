"""A practice match, kept move by move so that it can be taken up where it stopped.

A match is its rules, its seed and its events, one line an action. Everything else, the cards of
every deal included, follows from those, so neither a crash nor a restart can deal again. Between
the actions stand notes of what the tutor did, which change the course only where one was taken
back: ``tutor warn mistake``, ``warned discard 8d``, ``undo``.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from random import Random

from trainer.coach.questions import Decide
from trainer.game import Action, Deal, Illegal, Match, Position, Result, Rules, to_line
from trainer.progress import StoredDeal, StoredMatch, fingerprint
from trainer.session.sitting import Item, Sitting, Study, question_text
from trainer.session.tutor import Note, Tutor
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
    tutor: Tutor = field(default_factory=Tutor)
    notes: list[Note] = field(default_factory=list)
    """What the tutor did so far, in all deals."""
    events: int = 0
    _decisions: list[Deal] = field(default_factory=list, repr=False)
    """The deal at hand before each action of mine that stands."""
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
            run._replay(line)
        if run.standing.over:
            # The end was stored, but the program stopped before the match was closed.
            study.store.finish_match(record.id, study.clock())
        return run

    def _replay(self, line: str) -> None:
        """Carry out an event: an action, or a note."""
        kind, _, rest = line.partition(" ")
        if kind == "tutor":
            self.tutor = Tutor.read(rest)
            self.events += 1
            return
        if self.deal.phase == "over":
            self._next_deal()
        if kind == "warned":
            self._note(Note(self.number, len(self.deal.table.history), "warned", rest))
        elif line == "undo":
            self._undo()
        else:
            self._take(Action.parse(line))

    def _take(self, action: Action) -> None:
        """Carry out an action that is stored, or about to be."""
        if self.deal.turn == ME:
            self._decisions.append(self.deal)
        self.deal = self.deal.after(action)
        self.events += 1
        self._sitting = None

    def _undo(self) -> None:
        undone = self.deal
        if not self._decisions:
            raise Illegal("cannot undo: nothing has been done in this deal")
        self.deal = self._decisions.pop()
        step = len(self.deal.table.history)
        self._note(Note(self.number, step, "undo", str(undone.table.history[step])))
        self._sitting = None

    def _note(self, note: Note) -> None:
        self.notes.append(note)
        self.events += 1

    def _next_deal(self) -> None:
        result = self.result
        assert result is not None
        self.match = self.match.after(result)
        self.deal = _deal(self.match, self.record.seed)
        self._decisions.clear()

    @property
    def number(self) -> int:
        """Which deal of the match is at hand, from 1."""
        return self.match.deals + 1

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
        return f"{self.record.id[:8]}-{self.number}"

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
                question_id=question_id(self.position),
                question=Decide(self.position),
            )
            self._sitting = Sitting(self.study, item)
        return self._sitting

    def read(self, text: str) -> Action:
        """The action of mine that a text means, complete.

        Raises:
            GameError: the text cannot be read, or the rules forbid the action.
        """
        return self.position.completed(Decide(self.position).read(text))

    def act(self, text: str) -> Action:
        """Read an action of mine and carry it out.

        Raises:
            GameError, ProgressError: as :meth:`read` and :meth:`do`; nothing happens.
        """
        action = self.read(text)
        self.do(action)
        return action

    def do(self, action: Action) -> None:
        """Carry out an action of mine, stored before anything answers it.

        Raises:
            GameError: the rules forbid the action; nothing happens.
            ProgressError: the action cannot be saved; nothing happens.
        """
        self.position.check(action)
        self._store(action)
        self._take(action)

    @property
    def last(self) -> tuple[Position, Action] | None:
        """My last decision in this deal and what I did; None if there is none that stands."""
        if not self._decisions:
            return None
        before = self._decisions[-1]
        action = self.deal.table.history[len(before.table.history)]
        return before.position(ME, self.match.score), action

    def take_back(self, *, seen: bool = True) -> Action:
        """Take back what I did last, with what was answered to it. The same cards come again.

        ``seen`` is whether I have seen what came of it: a card drawn and seen cannot be unseen.

        Raises:
            Illegal: there is nothing to take back, or a card of the stock has been seen.
            ProgressError: it cannot be saved; nothing happens.
        """
        if self.deal.phase == "over":
            raise Illegal("cannot take back: the deal is over")
        if self.last is None:
            raise Illegal("cannot take back: you have done nothing in this deal yet")
        _, action = self.last
        if action.kind == "stock" and seen:
            raise Illegal("cannot take back the draw: you have seen the card")
        self._append("undo")
        self._undo()
        return action

    def warned(self, action: Action) -> None:
        """Note that the tutor has warned of an action, once for a decision and action.

        Raises:
            ProgressError: it cannot be saved.
        """
        note = Note(self.number, len(self.deal.table.history), "warned", str(action))
        if note not in self.notes:
            self._append(f"warned {action}")
            self._note(note)

    def teach(self, tutor: Tutor) -> None:
        """Change what the tutor does.

        Raises:
            ProgressError: it cannot be saved; nothing happens.
        """
        if tutor != self.tutor:
            self._append(f"tutor {tutor}")
            self.tutor = tutor
            self.events += 1

    def _append(self, note: str) -> None:
        self.study.store.append_event(self.record.id, note)

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
            number=self.number,
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


def question_id(position: Position) -> str:
    """What a decision of a match is called: the same again when it comes back by an undo."""
    return fingerprint(question_text(Decide(position)))


def first_deal(rules: Rules, players: int, seed: int) -> Deal:
    """The deal with which a match begins."""
    return _deal(_match(rules, players, seed), seed)


def _deal(match: Match, seed: int) -> Deal:
    """The next deal of a match: it follows from the seed and the number of the deal."""
    rng = Random(f"{seed} deal {match.deals + 1}")
    return Deal.start(match.rules, match.players, match.dealer, rng)
