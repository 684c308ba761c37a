"""How a position looks to its player, and a finished deal."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields

from rich.console import Group, RenderableType
from rich.text import Text

from trainer.coach.questions import ScoreDeal
from trainer.game import PRESETS, Position, Rules, Score, Table, cards_of, melded, points
from trainer.shell.draw import Line, Pen


def position_view(
    position: Position, pen: Pen, *, limit: bool = True, arranged: bool = True
) -> RenderableType:
    """A position as its player sees it.

    A question about the limit or about melds leaves those for the learner to see: ``limit`` says
    what the first upcard decides, ``arranged`` puts the hand in its best spread.
    """
    table = position.table
    facts = _first_upcard(position, pen, limit)
    facts.add(f"{who(position.dealer, position.players)} dealt", 3, "dim")
    facts.add(f"stock {table.stock}", 3, "dim")
    if position.score is not None:
        facts.add(score_words(position.score), 3, "dim")
    if position.rules != Rules():
        facts.add(f"rules {rules_words(position.rules)}", 3, "dim")
    lines: list[RenderableType] = [facts]
    for seat, known in enumerate(table.known):
        if seat and known:
            took = f"{capital(who(seat, position.players))} took and still"
            hold = verb("hold", seat, position.players)
            lines.append(Line(f"{took} {hold}").extend(pen.cards(cards_of(known))))
    lines += _throws(position, pen)
    if table.knocker is not None:
        knocked = Line(f"{capital(who(table.knocker, position.players))} knocked")
        knocked.extend(pen.spread(table.spread, position.deadwood_shown))
        if position.deadwood_shown:
            knocked.add(f"{points(position.deadwood_shown)} deadwood", 3, "dim")
        lines.append(knocked)
    elif table.pile and (table.phase != "discard" or not limit):
        # Once drawn, nobody can take it any more; whether that is so may be the question.
        lines.append(Line("Upcard").add(pen.card(table.pile[-1])))
    hand = Line("Your hand").extend(
        pen.hand(position.hand) if arranged else pen.unarranged(position.hand)
    )
    if position.drawn is not None:
        hand.add(Text("drawn ", style="dim") + pen.card(position.drawn), 3)
    return Group(*lines, Text(), hand)


def _first_upcard(position: Position, pen: Pen, limit: bool) -> Line:
    if limit:
        return Line().add(first_upcard(position.table, pen))
    return Line().add(Text("First upcard ") + pen.card(position.first_upcard))


def first_upcard(table: Table, pen: Pen) -> Text:
    """What the first upcard decides: ``First upcard 6h: knock with 6 or less``."""
    first = Text("First upcard ") + pen.card(table.first_upcard)
    first.append(f": knock with {table.limit} or less" if table.limit else ": gin only")
    if table.multiplier == 2:
        first.append(", counts double", style="bold")
    return first


def rules_words(rules: Rules) -> str:
    """Rules in a few words: the preset, and what differs from it."""
    base = PRESETS[rules.preset]
    changed = [
        f"{field.name.replace('_', ' ')} {getattr(rules, field.name)}"
        for field in fields(rules)
        if getattr(rules, field.name) != getattr(base, field.name)
    ]
    return ", ".join([rules.preset, *changed])


def score_words(score: Score) -> str:
    """The score, mine first: ``you 40, they 62``."""
    if len(score.points) == 2:
        return f"you {score.points[0]}, they {score.points[1]}"
    others = ", ".join(f"seat {seat} {points}" for seat, points in enumerate(score.points) if seat)
    return f"you {score.points[0]}, {others}"


def _throws(position: Position, pen: Pen) -> list[RenderableType]:
    """Who threw what, the oldest first."""
    by_seat: dict[int, list[int]] = {}
    for seat, action in position.table.steps():
        if action.kind in ("discard", "knock", "gin") and action.card is not None:
            by_seat.setdefault(seat, []).append(action.card)
    if not by_seat:
        return []
    line = Line()
    for seat in sorted(by_seat, reverse=True):
        line.add(f"{capital(who(seat, position.players))} threw", 3)
        line.extend(pen.cards(by_seat[seat]), gap=1)
    return [line]


def who(seat: int, players: int) -> str:
    """A player as seat 0 calls them: ``you``, ``they``, or with more of them ``seat 2``."""
    if seat == 0:
        return "you"
    return "they" if players == 2 else f"seat {seat}"


def verb(word: str, seat: int, players: int) -> str:
    """A verb that goes with :func:`who`: ``you win``, ``they win``, ``seat 2 wins``."""
    return word if seat == 0 or players == 2 else f"{word}s"


def capital(text: str) -> str:
    """A text that begins a sentence."""
    return text[0].upper() + text[1:]


def score_deal_view(question: ScoreDeal, pen: Pen) -> RenderableType:
    """A finished deal whose score is asked; what it counts is left for the learner to see."""
    mine = question.knocker == 0
    loose = question.hands[question.knocker] & ~melded(question.spread)
    facts = Line().add(Text("First upcard ") + pen.card(question.first_upcard))
    if question.rules != Rules():
        facts.add(f"rules {rules_words(question.rules)}", 3, "dim")
    ended = "knocked" if question.going_out == "knock" else f"went {question.going_out}"
    shown = Line(f"{'You' if mine else 'They'} {ended}").extend(pen.spread(question.spread, loose))
    held: Callable[[int], Line] = pen.unarranged
    other = Line("They hold" if mine else "You hold").extend(
        held(question.hands[1 - question.knocker])
    )
    return Group(facts, shown, other)
