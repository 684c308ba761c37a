"""Counts of how deals end, and the chances that rest on them beside matches that were played."""

from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from trainer.game import PRESETS
from trainer.lab.cli import lab
from trainer.lab.outcomes import STARTS, count, forecasts
from trainer.solver import outcomes
from trainer.solver.outcomes import BY_KNOCK, BY_UNDERCUT, NO_SCORE, SHAPE

SEED = 7


def test_counts_are_the_same_on_any_number_of_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    many = count(1200, SEED)
    monkeypatch.setattr("os.cpu_count", lambda: 1)
    assert np.array_equal(count(1200, SEED), many)
    assert not np.array_equal(count(1200, SEED + 1), many)
    assert many.shape == SHAPE
    for which, limit in np.ndindex(SHAPE[:2]):
        ended = many[which, limit]
        scored = ended[:, : outcomes.GIN_BARE].sum() + ended[:, NO_SCORE].sum()
        assert scored == 1200
        assert bool(ended[:, BY_KNOCK].sum()) == (limit > 0), "a limit of 0 allows no knock"
        assert ended[:, BY_UNDERCUT, limit + 1 :].sum() == 0, "an undercut is within the limit"
        gins = ended[:, outcomes.GIN_MELDED].sum()
        assert gins == ended[:, outcomes.GIN_BARE].sum()
        points = np.arange(outcomes.DIFFERENCES)
        bare = (ended[:, outcomes.GIN_BARE] * points).sum()
        assert bare >= (ended[:, outcomes.GIN_MELDED] * points).sum()


def test_the_shipped_counts_are_what_the_lab_finds() -> None:
    """By another seed: mean points of the dealer and the other."""
    shipped, fresh = outcomes.counts(), count(3000, SEED)
    points = np.arange(outcomes.DIFFERENCES)
    for which, limit in np.ndindex(SHAPE[:2]):
        for side in (0, 1):
            found = []
            for ended in (shipped[which, limit], fresh[which, limit]):
                deals = ended[:, : outcomes.GIN_BARE].sum() + ended[:, NO_SCORE].sum()
                won = ended[side, : outcomes.GIN_BARE]
                found.append((won @ points).sum() / deals + 25 * won[1:].sum() / deals)
            # A deal's points have a standard deviation of at most 26.
            assert abs(found[0] - found[1]) < 4.5 * 26 * (1 / 3000 + 1 / 60000) ** 0.5


@pytest.mark.slow
@pytest.mark.parametrize("name", ["oklahoma", "rulebook"])
def test_chances_are_those_of_matches_of_self_play(name: str) -> None:
    found = forecasts(PRESETS[name], 600, SEED)
    assert len(found) == 2 * len(STARTS)
    for each in found:
        error = (each.predicted * (1 - each.predicted) / 600) ** 0.5
        # The model knows nothing of what players learn of each other's style from deal to deal.
        assert abs(each.won - each.predicted) < 4 * error + 0.01, f"seed {SEED}: {each}"
    mean = sum(each.won - each.predicted for each in found) / len(found)
    assert abs(mean) < 0.025


def test_the_command_writes_a_file_that_can_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "deep" / "outcomes.npz"
    done = CliRunner().invoke(lab, ["outcomes", "--deals", "600", "--out", str(path)])
    assert done.exit_code == 0, done.output
    assert f"written to {path}" in done.output
    outcomes.counts.cache_clear()
    monkeypatch.setattr(outcomes, "PATH", path)
    assert outcomes.counts().shape == SHAPE
    assert outcomes.counts()[:, :, :, : outcomes.GIN_BARE].sum() > 0
    outcomes.counts.cache_clear()
