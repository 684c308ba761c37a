"""The review of a deal handed on: as JSON, as a page, or as a picture."""

from __future__ import annotations

import io
import json
import re
from dataclasses import replace
from pathlib import Path

from rich.console import Console

from trainer.coach.review import Decided, entries, line_words, luck, result_of
from trainer.game import format_hand
from trainer.progress import ProgressError
from trainer.shell.desk import Desk
from trainer.shell.draw import Margin, Pen
from trainer.shell.review import course_view, decision_view, headline, rate_of, summary_view
from trainer.shell.reviewing import Reviewing

WIDTH = 96
"""Columns of a picture."""

FONTS = "DejaVu Sans Mono, Menlo, Consolas, monospace"
"""Fonts of a picture: ones that are on the machine, so that nothing is fetched to look at it."""


def to_messages(desk: Desk) -> Desk:
    """The same desk with its messages on standard error: standard output is for data."""
    console = Console(stderr=True, highlight=False)
    terminal = replace(desk.terminal, console=console, linear=True)
    return replace(desk, terminal=terminal)


def as_json(reviewing: Reviewing) -> str:
    """A review as one line of JSON."""
    made, deal = reviewing.review, reviewing.deal
    rate = rate_of(made)
    value: dict[str, object] = {
        "deal": made.deal,
        "seat": made.seat,
        "players": made.players,
        "rules": deal.rules.to_value(),
        "result": made.result,
        "hands": [None if hand is None else format_hand(hand) for hand in deal.hands],
        "error_rate": {
            "decisions": rate.decisions,
            "mean": rate.mean,
            "low": rate.low,
            "high": rate.high,
        },
        "mark": made.mark,
        "decisions": [_decided_value(decided) for decided in made.decisions],
        "turns": [
            {
                "seat": turn.seat,
                "turn": turn.number,
                "did": turn.did,
                "deadwood": turn.deadwood,
                "known": turn.known,
            }
            for turn in made.turns
        ],
        "account": None,
        "notes": [note for note in (made.no_account, made.not_judged) if note],
    }
    if made.account is not None:
        lucky = luck(made.account, made.seat)
        value["account"] = {
            "result": result_of(made.account, made.seat),
            "luck": {"amount": lucky.amount, "error": lucky.error},
            "entries": [entry._asdict() for entry in entries(made.account, made.seat)],
            "policy": made.account.policy,
            "playouts": made.account.playouts,
            "seed": made.account.seed,
        }
    return json.dumps(value)


def _decided_value(decided: Decided) -> dict[str, object]:
    verdict = decided.verdict
    return {
        "step": decided.step,
        "turn": decided.turn,
        "answer": verdict.answer,
        "best": verdict.best,
        "grade": verdict.grade,
        "points_lost": verdict.points_lost,
        "error": verdict.error,
        "match_chance_lost": verdict.chance_lost,
        "rated": verdict.rated,
        "forced": decided.forced,
        "hints": decided.hints,
        "reasons": [reason.text for reason in verdict.reasons],
        "rules_of_thumb": [reason.rule for reason in verdict.reasons if reason.rule],
        "better_line": line_words(decided),
    }


def draw_picture(reviewing: Reviewing, path: Path, kind: str) -> None:
    """Write a review as a page of HTML or an SVG picture.

    Raises:
        ProgressError: the file cannot be written.
    """
    console = Console(
        record=True,
        width=WIDTH,
        file=io.StringIO(),
        force_terminal=True,
        color_system="truecolor",
        highlight=False,
        legacy_windows=False,
    )
    pen = Pen(glyphs=True)
    console.print(Margin(summary_view(reviewing.review, reviewing.deal, pen)))
    console.print()
    console.print(Margin(course_view(reviewing.review, pen)))
    if kind == "html":
        for number, decided in enumerate(reviewing.review.decisions):
            if decided.mistaken:
                reviewing.at = number
                console.print()
                view = decision_view(number + 1, decided, reviewing.position, reviewing.review, pen)
                console.print(Margin(view))
        text = console.export_html(inline_styles=True)
    else:
        text = console.export_svg(title=f"okgin: {headline(reviewing.review)}")
        text = re.sub(r"@font-face \{.*?\}", "", text, flags=re.DOTALL)
        text = text.replace("Fira Code, monospace", FONTS)
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise ProgressError(
            f"{path} cannot be written ({error.strerror}): choose another place for it"
        ) from None
