"""Ratings of puzzles: the fit against one that is worked out, and what the bots are."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.test_content_verify import POSITION
from trainer.coach.questions import Decide
from trainer.content.heads import read_head, write_rating
from trainer.lab.rating import MEAN, PRIOR, Guesser, Judge, rank_correlation, ratings
from trainer.solver.analysis import ActionValue, Analysis


def log_chance(bots: list[float], puzzles: list[float], chances: list[list[float]]) -> float:
    """The logarithm of how likely the chances are, and the ratings before them; slow and plain."""
    total = 0.0
    for bot, row in zip(bots, chances, strict=True):
        total -= bot**2 / (2 * PRIOR**2)
        for puzzle, share in zip(puzzles, row, strict=True):
            expected = 1 / (1 + 10 ** ((puzzle - bot) / 400))
            total += share * np.log(expected) + (1 - share) * np.log(1 - expected)
    return total - sum(puzzle**2 for puzzle in puzzles) / (2 * PRIOR**2)


def test_the_fit_is_the_likeliest() -> None:
    """Climbed to step by step from afar, by nothing but comparing."""
    chances = [[1.0, 0.5, 0.0], [1.0, 1.0, 0.25]]
    values = [0.0] * 5
    step = 64.0
    while step > 0.01:
        better = [
            [*values[:n], values[n] + move, *values[n + 1 :]]
            for n in range(5)
            for move in (step, -step)
        ]
        best = max(better, key=lambda v: log_chance(v[:2], v[2:], chances))
        if log_chance(best[:2], best[2:], chances) > log_chance(values[:2], values[2:], chances):
            values = best
        else:
            step /= 2
    middle = sum(values[2:]) / 3
    expected = [MEAN + value - middle for value in values[2:]]
    # Only differences count but for the priors, which pull less than a few points here.
    assert ratings(np.array(chances)) == pytest.approx(expected, abs=15)


def test_harder_is_higher_and_alike_is_alike() -> None:
    found = ratings(np.array([[1, 1, 0, 0], [1, 1, 1, 0], [0.5, 0.5, 0, 0]]))
    assert found[0] == found[1] < found[2] < found[3]


def test_rank_correlation_by_hand() -> None:
    """Ranks 1 2 3 4 5 against 2 1 4 3 5: 1 - 6 * 4 / (5 * 24); ties share a rank."""
    one, other = np.array([1.0, 2, 3, 4, 5]), np.array([20.0, 10, 40, 30, 50])
    assert rank_correlation(one, other) == pytest.approx(0.8)
    assert rank_correlation(one, -one) == pytest.approx(-1)
    tied = np.array([1.0, 1, 2, 2])
    assert rank_correlation(tied, np.array([5.0, 5, 9, 9])) == pytest.approx(1)


def test_guessers_and_judges() -> None:
    right = ActionValue(
        points_lost=0.0, gap_error=0.0, accepted=True, action="stock", value=3.0, error=0.3
    )
    wrong = ActionValue(
        points_lost=4.0, gap_error=0.4, accepted=False, action="pile", value=-1.0, error=0.3
    )
    analysis = Analysis(
        ask="draw", tier="estimate", rules="oklahoma", playouts=100, seed=9, belief="weighed",
        opponent="learnt", version="3", multiplier=1, actions=(right, wrong),
    )  # fmt: skip
    question = Decide(POSITION)
    assert Guesser()(question, analysis) == 0.5
    assert Judge(0.1)(question, analysis) == 1.0
    # The difference of two errors of 4 points has 5.66: one standard deviation is 0.7 of it.
    assert Judge(4.0)(question, analysis) == pytest.approx(0.76, abs=0.07)


def test_a_rating_is_written_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "one.yaml"
    text = "format: 1\nid: one\ntitle: One  # a comment\nask: count\nhand: 2c 3c\n"
    path.write_text(text, "utf-8")
    write_rating(path, 1612)
    assert read_head(path).rating == 1612
    assert path.read_text("utf-8").replace("rating: 1612\n", "") == text
    write_rating(path, 900)
    assert path.read_text("utf-8").count("rating: ") == 1
    assert read_head(path).rating == 900
