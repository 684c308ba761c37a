"""A table of positions, two for each theme: the reasons that are right, their numbers, the working.

The working of each number, in `tests/data/reasons.json`, lists the cards behind it, as the
reference finds them. The two actions are claimed to be 3 points apart; where a theme needs more,
the entry says how often the throw or upcard is taken, or the knock is undercut.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests import slow_reasons as slow
from tests.content_files import solver
from tests.reference import cards
from tests.test_coach_reasons import compared
from trainer.coach.going_out import GIN, KNOCKING, KNOCKS, WAITING
from trainer.coach.reasons import reasons_for
from trainer.coach.review import QUOTED
from trainer.coach.safety import SAFETY
from trainer.coach.score import BY_SCORE
from trainer.coach.themes import QUESTIONS, RULES_OF_THUMB, THEMES
from trainer.coach.throws import THROWS
from trainer.coach.upcards import LEAVING, TAKING
from trainer.coach.verdict import Reason
from trainer.game import Position, format_spread
from trainer.solver.analysis import ActionValue, Analysis, Reply

ENTRIES: list[dict[str, Any]] = json.loads(
    (Path(__file__).parent / "data" / "reasons.json").read_text()
)
PATTERNS = (*THROWS, *SAFETY, *TAKING, *LEAVING, *GIN, *KNOCKING, *WAITING, *KNOCKS)


def made_up(position: Position, entry: Mapping[str, Any]) -> tuple[ActionValue, Analysis]:
    """The chosen action of an entry, and an analysis that claims what the entry says."""
    chosen, best = entry["chosen"], entry["best"]
    analysis = solver({best: 0.0, chosen: 3.0})(position, 2048)
    actions = []
    for value in analysis.actions:
        if value.action not in (chosen, best):
            continue
        side = 0 if value.action == chosen else 1
        replies, endings = {}, {}
        if "taken" in entry and value.action.split()[0] in ("discard", "pass"):
            share = entry["taken"][side]
            replies = {
                "takes it and plays on": Reply(share=share, points=-10 * share),
                "leaves it and plays on": Reply(share=1 - share, points=value.value + 10 * share),
            }
        if "undercut" in entry:
            endings = {"undercut by them": entry["undercut"][side]}
        actions.append(
            msgspec.structs.replace(
                value,
                replies=replies,
                fits=0.0 if replies else None,
                endings=endings,
                spread=spread_of(position, value.action),
            )
        )
    analysis = msgspec.structs.replace(analysis, actions=tuple(actions))
    return next(value for value in actions if value.action == chosen), analysis


def spread_of(position: Position, label: str) -> str:
    """The melds of a knock, a best spread."""
    legal = {action.label: action for action in position.legal_actions()}
    return format_spread(legal[label].melds) if label.startswith("knock") else ""


def found(entry: Mapping[str, Any]) -> tuple[list[Reason], slow.Compared]:
    """The coach's reasons of an entry, and the slow twin of its two actions."""
    position = Position.from_mapping(entry["position"])
    chosen, analysis = made_up(position, entry)
    reasons = [r for r in reasons_for(position, chosen, analysis) if r.theme not in QUOTED]
    return reasons, compared(position, chosen, analysis)


def names(entries: list[dict[str, Any]]) -> list[str]:
    """Names of the tests: a theme and a number."""
    return [f"{entry['theme']}-{number}" for number, entry in enumerate(entries)]


@pytest.mark.parametrize("entry", ENTRIES, ids=names(ENTRIES))
def test_the_right_reasons(entry: dict[str, Any]) -> None:
    reasons, twin = found(entry)
    assert [reason.theme for reason in reasons] == entry["reasons"]
    assert set(entry["reasons"]) <= set(slow.holding(twin).values())
    reason = next(reason for reason in reasons if reason.theme == entry["theme"])
    assert reason.figures == pytest.approx(entry["figures"])
    for name, number in entry["figures"].items():
        again = slow.figure(twin, reason.theme, name, cards(reason.cards))
        assert number == pytest.approx(again), name


@pytest.mark.parametrize("entry", ENTRIES, ids=names(ENTRIES))
def test_the_working_gives_the_numbers(entry: dict[str, Any]) -> None:
    """The cards or pairs listed are as many, and the points summed as much, as the number says."""
    assert set(entry["working"]) == set(entry["figures"])
    for name, working in entry["working"].items():
        kind, _, listed = working.partition(": ")
        items = [item for item in listed.split(", " if kind == "pairs" else " ") if item != "none"]
        if kind in ("cards", "pairs"):
            assert len(items) == entry["figures"][name], name
        elif " = " in working:
            assert int(working.rpartition(" = ")[2]) == entry["figures"][name], name


def test_every_theme_has_two_positions_and_its_words() -> None:
    themes = [pattern.theme for pattern in PATTERNS]
    listed = [entry["theme"] for entry in ENTRIES]
    assert len(ENTRIES) >= 80
    for theme in themes:
        assert listed.count(theme) >= 2, theme
        assert THEMES[theme]
        assert RULES_OF_THUMB[theme].endswith(".")
    # The score's reason compares the two currencies: its positions are in test_solver_match.
    assert set(RULES_OF_THUMB) == {*themes, BY_SCORE}
    assert set(QUESTIONS) == {pattern.theme for pattern in (*THROWS, *SAFETY)}
