"""Receipts reproduced: their own seed, another seed, and what is told of it."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from tests.test_shell_terminals import batch
from trainer.coach.questions import Count, Decide
from trainer.content import Library
from trainer.content.check import SAMPLE, check
from trainer.content.model import Exercise
from trainer.content.verify import verify
from trainer.game import Position, parse_hand
from trainer.solver import Analysis, analyse, warm_up
from trainer.solver.analysis import ActionValue

POSITION = Position.from_mapping(
    {
        "rules": "oklahoma",
        "players": 2,
        "dealer": "them",
        "first_upcard": "6h",
        "hand": "2c 3c 4c 7d 7h 9s 9d Jc Kc Ad 5s",
        "drawn": "5s",
        "history": "x x s/Kd p/9c s",
    }
)


def exercise(receipt: Analysis | None) -> Exercise:
    return Exercise("one", Decide(POSITION), "", receipt=receipt)


@pytest.mark.parametrize("panel", [False, True])
def test_a_receipt_is_reproduced_and_holds(panel: bool) -> None:
    warm_up()
    receipt = analyse(POSITION, playouts=300, panel=panel)
    (found,) = verify([("here", exercise(receipt))])
    assert found.same
    assert found.values == sum(value.error > 0 for value in receipt.actions)
    other = msgspec.structs.replace(receipt, seed=receipt.seed ^ 1)
    (found,) = verify([("here", exercise(other))])
    assert not found.same


def moved(receipt: Analysis, steps: list[float], accepted: bool = True) -> Analysis:
    """The analysis of another seed, each value so many joint errors away."""
    actions: list[ActionValue] = [
        msgspec.structs.replace(
            value,
            value=value.value + step * 2**0.5 * value.error,
            accepted=value.accepted and accepted,
        )
        for value, step in zip(receipt.actions, steps, strict=True)
    ]
    return msgspec.structs.replace(receipt, actions=tuple(actions))


@pytest.mark.parametrize(
    ("steps", "accepted", "beyond", "good"),
    [
        ([0.5, -1.9], True, 0, True),
        ([2.1, -2.5], True, 2, True),
        ([0.0, 5.1], True, 1, False),
        ([0.0, 0.0], False, 0, False),
    ],
)
def test_another_seed_is_counted(
    steps: list[float], accepted: bool, beyond: int, good: bool
) -> None:
    value = ActionValue(
        points_lost=0.0, gap_error=0.0, accepted=True, action="stock", value=3.0, error=0.5
    )
    worse = msgspec.structs.replace(
        value, points_lost=4.0, gap_error=0.4, accepted=False, action="pile", value=-1.0, error=0.3
    )
    receipt = Analysis(
        ask="draw", tier="estimate", rules="oklahoma", playouts=100, seed=9, belief="weighed",
        opponent="learnt", version="3", multiplier=1, actions=(value, worse),
    )  # fmt: skip

    def solve(
        position: Position, *, playouts: int, seed: int, opponent: str, panel: bool
    ) -> Analysis:
        assert (position, playouts, opponent, panel) == (POSITION, 100, "learnt", False)
        return receipt if seed == 9 else moved(receipt, steps, accepted)

    (found,) = verify([("here", exercise(receipt))], solve)
    assert found.same
    assert (found.values, found.beyond) == (2, beyond)
    assert found.worst == pytest.approx(max(map(abs, steps)))
    assert found.good is good


def test_what_has_no_receipt_is_passed_over() -> None:
    asked = [("a", exercise(None)), ("b", Exercise("b", Count(parse_hand("7h 8h 9h")), ""))]
    assert list(verify(asked)) == []


def test_the_command(home: Path) -> None:
    done = batch(home, "verify", "anchor")
    assert done.returncode == 0
    assert "1 receipts: 1 with the same figures by their own seed" in done.stdout
    assert "has no receipt" in batch(home, "verify", "bridge").stdout
    missing = batch(home, "verify", "anchr")
    assert missing.returncode == 2
    assert "no puzzle 'anchr'" in missing.stderr
    for wrong in (("verify",), ("verify", "anchor", "--all")):
        refused = batch(home, *wrong)
        assert refused.returncode == 2
        assert "name one puzzle or lesson, or write --all" in refused.stderr


def test_a_check_of_everything_solves_a_sample_again() -> None:
    """Each receipt of this solver is believed or solved anew; what has none is always solved."""
    library = Library()
    receipts = {
        puzzle.exercise.question.position: puzzle.exercise.receipt
        for puzzle in library.puzzles
        if isinstance(puzzle.exercise.question, Decide)
    }
    for lesson in library.lessons:
        for step in lesson.exercises:
            if isinstance(step.question, Decide):
                receipts[step.question.position] = step.receipt
    solved = []

    def solve(position: Position, playouts: int) -> Analysis:
        solved.append(position)
        return receipts[position] or analyse(position, playouts=playouts)

    assert not check([], library, solve=solve)
    current = [position for position, receipt in receipts.items() if receipt is not None]
    assert len([p for p in set(solved) if p in current]) == min(SAMPLE, len(current))
    assert set(solved) >= set(receipts) - set(current)
    solved.clear()
    assert not check(list(library.folders), library, solve=solve)
    assert set(solved) == set(receipts)
