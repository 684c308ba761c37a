"""Mining: decisions from deals between strong bots that may make puzzles.

Deals are played in compiled code and replayed in the game room. A short analysis tells which
decisions seem to have a clear answer. What it finds are candidates and no more: `trainer.lab.bank`
certifies them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import msgspec

from trainer.coach.choices import choices
from trainer.coach.questions import Decide
from trainer.game import PRESETS, Action, Deal, Position, Score, best_spreads, from_line, to_line
from trainer.lab.ladder import play_out
from trainer.lab.lines import Lines
from trainer.lab.logs import actions_of
from trainer.solver.analyse import analyse
from trainer.solver.analysis import ACCEPTED_LOSS, Analysis
from trainer.solver.exact import exact_values
from trainer.solver.levels import Opponent
from trainer.solver.players import play_as

KINDS = ("offer", "draw", "discard", "knock", "spread", "layoff", "score")
"""``knock`` is to knock or to wait, ``spread`` how a settled knock is laid down, ``score`` a
decision in which the score of the match asks for something else than points do."""

PLAYERS = (("learnt", "learnt-eager"), ("learnt", "learnt-hoarder"), ("learnt", "simple"))
"""Who plays the deals that are mined."""
RULES = (*["oklahoma"] * 3, "rulebook", "online", "pocket", "ruby", "knock10")
"""The presets of the seeds, one after the other."""
NAIVE = Opponent("steady")
"""Sees every meld, but only its own hand, and knocks at the first chance."""
GLANCE = 384
"""Playouts of the first look."""
HOPE = 2.0
"""Points by which an answer has to be wrong at the first look, ..."""
MOST_RIGHT = 3
"""... and how many may be right."""
SHARE = 0.2
"""Of the ordinary decisions of a deal that are looked at."""
EASY = 0.1
"""Of the decisions that a player gets right who minds nothing but its own hand, kept."""
SCORES = ((85, 40), (40, 85), (90, 90), (10, 85), (93, 70))
"""Of matches to 100, mine first, that are tried on knocks; other targets scale them."""
_DEALS = 16  # in a batch


class Candidate(msgspec.Struct, frozen=True):
    """A decision that may make a puzzle."""

    kind: str
    position: str
    """In its one-line text."""
    knock: int | None = None
    """The card thrown, where the knock is settled and its spread is asked for."""

    @property
    def question(self) -> Decide:
        """What is asked."""
        return Decide(from_line(Position, self.position), self.knock)


def kind_of(question: Decide) -> str:
    """One of `KINDS`."""
    if question.knock is not None:
        return "spread"
    if question.position.score is not None:
        return "score"
    knocks = any(action.kind == "knock" for action in question.position.legal_actions())
    return "knock" if knocks else question.position.ask


class Batch(msgspec.Struct, frozen=True):
    """What the deals of one seed held: a line of the file of candidates."""

    seed: int
    found: tuple[Candidate, ...]


def mine(file: Lines[Batch], seeds: range) -> Iterator[Batch]:
    """Mine batch after batch into a file; what is in it already is not mined again.

    Raises:
        OSError, SolverError: as :class:`trainer.lab.lines.Lines`.
    """
    mined = {batch.seed for batch in file.read()}
    return file.keep(Batch(seed, tuple(candidates(seed))) for seed in seeds if seed not in mined)


def candidates(seed: int) -> Iterator[Candidate]:
    """The candidates from the deals of a seed."""
    rng = Random(seed)
    preset = RULES[seed % len(RULES)]
    first, second = PLAYERS[seed % len(PLAYERS)]
    rules = replace(PRESETS[preset], target=None)
    _, log = play_out(first, second, rules, pairs=_DEALS // 2, seed=seed, logged=_DEALS)
    for row in log.tolist():
        stages = list(actions_of(row, PRESETS[preset]))
        for deal, _ in stages:
            yield from _looked_at(deal, rng)
        if stages and stages[-1][1].kind == "knock":
            yield from _layoff(*stages[-1])


def _looked_at(deal: Deal, rng: Random) -> Iterator[Candidate]:
    """What a stage of a deal offers, looked at in passing; a knock that is possible always is."""
    position = deal.position(deal.turn)
    actions = position.legal_actions()
    may_knock = any(action.kind == "knock" for action in actions)
    if not may_knock and (len(actions) < 2 or rng.random() >= SHARE):
        return
    analysis = analyse(position, playouts=GLANCE)
    if analysis.tier == "exact":
        return
    question = Decide(position)
    if promising(question, analysis) and (rng.random() < EASY or _tempting(position, analysis)):
        yield _candidate(question)
    settled = next((entry for entry in analysis.actions if entry.spreads), None)
    if settled is not None:
        lying = Decide(position, Action.parse(settled.action).card)
        if promising(lying, analysis):
            yield _candidate(lying)
    if may_knock:
        yield from _by_score(position, rng)


def _by_score(position: Position, rng: Random) -> Iterator[Candidate]:
    """The same decision in a match, if the score asks for something else than points do."""
    target = position.rules.target or 100
    score = tuple(points * target // 100 for points in rng.choice(SCORES))
    scored = replace(position, score=Score.from_value(list(score), 2, position.rules))
    analysis = analyse(scored, playouts=GLANCE)
    question = Decide(scored)
    if not analysis.best_in_points.accepted and promising(question, analysis):
        yield _candidate(question)


def _layoff(deal: Deal, knock: Action) -> Iterator[Candidate]:
    """The layoff after a knock, if it takes two cards or fewer than could be laid off."""
    hand = deal.hands[deal.turn]
    assert hand is not None
    assert knock.card is not None
    spread = best_spreads(hand & ~(1 << knock.card))[0]
    after = deal.after(replace(knock, melds=spread.melds))
    position = after.position(after.turn)
    values = exact_values(position) or ()
    best = Action.parse(values[0].action).laid.bit_count()
    most = max(Action.parse(value.action).laid.bit_count() for value in values)
    if best > 1 or best < most:
        yield _candidate(Decide(position))


def _tempting(position: Position, analysis: Analysis) -> bool:
    """Whether a player goes wrong here who minds nothing but its own hand."""
    entry = analysis.find(play_as(NAIVE, position, 0).label)
    return entry is not None and not entry.accepted


def _candidate(question: Decide) -> Candidate:
    return Candidate(kind_of(question), to_line(question.position), question.knock)


def promising(question: Decide, analysis: Analysis) -> bool:
    """Whether a decision seems to have few right answers, and no other that is nearly right."""
    losses = [option.loss.amount / analysis.unit for option in choices(question, analysis)]
    wrong = [loss for loss in losses if loss >= ACCEPTED_LOSS]
    return len(losses) - len(wrong) <= MOST_RIGHT and bool(wrong) and min(wrong) >= HOPE
