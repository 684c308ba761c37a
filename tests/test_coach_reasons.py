"""Reasons against the slow twin: random mistakes of bot games, and a table of positions.

What a reason says is worked out again by `tests.slow_reasons`, which shares no code with the coach.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from tests import slow_reasons as slow
from tests.reference import cards
from trainer.coach.contrast import LOST, WON
from trainer.coach.patterns import MOST
from trainer.coach.reasons import reasons_for
from trainer.coach.review import QUOTED
from trainer.coach.themes import RULES_OF_THUMB
from trainer.coach.verdict import Reason
from trainer.game import PRESETS, Deal, Position
from trainer.solver.analyse import BASE, analyse
from trainer.solver.analysis import ActionValue, Analysis
from trainer.solver.policy import choose

SEED = 4096
MISTAKES = 500
PLAYOUTS = 48


def entry(value: ActionValue) -> slow.Entry:
    """An action as the slow twin sees it."""
    return slow.Entry(
        action=value.action,
        spread=value.spread,
        endings=value.endings,
        points=value.ending_points,
        taken=value.taken,
        fits=value.fits,
        split=bool(value.ending_gap_errors),
    )


def compared(position: Position, chosen: ActionValue, analysis: Analysis) -> slow.Compared:
    """An action beside the best one, as the slow twin sees them."""
    scene = slow.Scene(position.to_mapping(), position.rules, analysis.playouts)
    return slow.Compared(scene, entry(chosen), entry(analysis.best))


def recount(reason: Reason, twin: slow.Compared, where: str) -> None:
    """Work out every number of a reason again."""
    assert reason.figures, where
    for name, number in reason.figures.items():
        again = slow.figure(twin, reason.theme, name, cards(reason.cards))
        assert number == pytest.approx(again), f"{where}: {name} of {reason}"


def bot_mistakes(random: Random) -> Iterator[tuple[Position, ActionValue, Analysis]]:
    """Wrong actions in decisions of bot games, up to two of a decision."""
    while True:
        preset = random.choice(list(PRESETS.values()))
        deal = Deal.start(preset, 2, random.randrange(2), random)
        while deal.phase != "over":
            position = deal.position(deal.turn)
            if deal.phase != "layoff" and random.random() < 0.3:
                opponent = "learnt" if random.random() < 0.7 else BASE
                analysis = analyse(position, playouts=PLAYOUTS, opponent=opponent)
                wrong = [value for value in analysis.actions if not value.accepted]
                if analysis.tier == "estimate":
                    # The worst are nearly always broken melds: two of the nearest four say more.
                    for value in random.sample(wrong[:4], min(2, len(wrong))):
                        yield position, value, analysis
            deal = deal.after(choose(position))


def contradicts(chosen: ActionValue, analysis: Analysis, reasons: tuple[Reason, ...]) -> str:
    """What in some reasons is at odds with the analysis; empty if nothing is."""
    best = analysis.best
    cost = reasons[0]
    if cost.theme != "cost" or cost.figures["points_lost"] != chosen.points_lost:
        return "the cost"
    if chosen.value > best.value:
        return "the best action"
    for reason in reasons:
        if reason.theme == "endings":
            for name, part in reason.figures.items():
                if part != pytest.approx(
                    best.ending_points.get(name, 0.0) - chosen.ending_points.get(name, 0.0),
                    abs=1e-3,
                ):
                    return f"the part of {name}"
                if abs(part) <= 2 * chosen.ending_gap_errors.get(name, 0.0):
                    return f"{name}, which is noise"
        if (
            reason.theme == "reply"
            and reason.figures["share_chosen"] <= reason.figures["share_best"]
        ):
            return "the reply"
    sides = [
        sum(best.ending_points.get(n, 0.0) - chosen.ending_points.get(n, 0.0) for n in names)
        for names in (WON, LOST)
    ]
    if sum(sides) != pytest.approx(chosen.points_lost, abs=2e-3):
        return "the sum of the endings"
    return ""


def test_random_mistakes_of_bot_games() -> None:
    """Every reason is right by enumeration, its numbers too, and nothing contradicts."""
    random = Random(SEED)
    mistakes = bot_mistakes(random)
    main: Counter[str] = Counter()
    for number in range(MISTAKES):
        position, chosen, analysis = next(mistakes)
        where = f"seed {SEED}, mistake {number}: {chosen.action} in {position.to_mapping()}"
        reasons = reasons_for(position, chosen, analysis)
        assert contradicts(chosen, analysis, reasons) == "", where
        why = [reason for reason in reasons if reason.theme not in QUOTED]
        assert len(why) <= MOST, where
        main[why[0].theme if why else "none"] += 1
        if not why:
            continue
        twin = compared(position, chosen, analysis)
        right = slow.holding(twin)
        for reason in why:
            assert reason.theme in right.values(), f"{where}: {reason}, not one of {right}"
            recount(reason, twin, where)
        assert why[0].rule == RULES_OF_THUMB[why[0].theme]
    assert len(main) > 20, main
    assert main["none"] < MISTAKES / 10, main
