"""What a theme is made of: a condition that tells two actions apart, with its evidence."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Literal, NamedTuple

import msgspec

from trainer.coach.contrast import LOST, WON, Contrast
from trainer.coach.themes import RULES_OF_THUMB
from trainer.coach.verdict import Reason
from trainer.game import format_hand

Topic = Literal[
    "building",
    "deadwood",
    "drawing",
    "safety",
    "care",
    "upcard",
    "denial",
    "ending",
    "clock",
    "risk",
    "layoffs",
]
"""What a theme is about. Of themes with one topic only the first that applies is told."""

Figures = dict[str, float]


class Evidence(NamedTuple):
    """What a theme found: a sentence, the cards it is about, and the numbers it quotes."""

    text: str
    cards: int
    figures: Figures


class Pattern(NamedTuple):
    """A theme, its topic, and the condition: None where it does not tell the actions apart."""

    theme: str
    topic: Topic
    find: Callable[[Contrast], Evidence | None]


MOST = 3
"""Reasons that are told of one answer."""

_SHOWS: dict[Topic, tuple[Sequence[str], ...]] = {
    "deadwood": (LOST, ("my knock", "undercut by them")),
    "drawing": (("my gin",), ("my knock",), WON),
    "safety": (LOST,),
    "denial": (LOST,),
    "risk": (("undercut by them",),),
    "layoffs": (("my knock",), ("undercut by them",)),
}
"""Topics that show in some endings only: one such part of the gap must be more than noise. The
other topics may explain any part of it, and reasons are given for gaps that are more than noise."""

_FOREMOST = frozenset({"breaks-meld"})
"""Themes that are told first, whatever else there is."""


def matters(contrast: Contrast, topic: Topic) -> bool:
    """Whether the part of the gap that a topic can explain is more than noise."""
    if topic == "safety" and contrast.chosen.value.replies:
        return contrast.more_taken and contrast.by_takes > 0.0
    if topic not in _SHOWS or not contrast.split:
        return True
    return any(contrast.part_counts(endings) for endings in _SHOWS[topic])


def _weight(contrast: Contrast, topic: Topic) -> float:
    """How much a topic may explain, in points, to tell the most important first."""
    weights = {
        "building": contrast.by_wins,
        "drawing": contrast.by_wins / 2,  # the same deals as building, seen one turn ahead
        "deadwood": contrast.by_size,
        "safety": contrast.by_takes,
    }
    return weights.get(topic, 0.0)


def separating(contrast: Contrast, patterns: Iterable[Pattern]) -> list[Reason]:
    """The reasons that tell two actions apart, the most important first, the first with its rule.

    One for each topic, that of the first pattern that applies.
    """
    found: dict[Topic, Reason] = {}
    for theme, topic, find in patterns:
        if topic in found or not matters(contrast, topic):
            continue
        evidence = find(contrast)
        if evidence is not None:
            text, cards, figures = evidence
            found[topic] = Reason(theme, text, format_hand(cards), figures=figures)
    order = sorted(
        found,
        key=lambda topic: (found[topic].theme not in _FOREMOST, -_weight(contrast, topic)),
    )
    reasons = [found[topic] for topic in order[:MOST]]
    return [
        msgspec.structs.replace(reason, rule="" if number else RULES_OF_THUMB[reason.theme])
        for number, reason in enumerate(reasons)
    ]
