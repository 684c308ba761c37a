"""Training makes the same weights from the same seed, and they learn something."""

import numpy as np

from trainer.game import PRESETS
from trainer.lab.train import FIRST, Groups, first_nets, fit, play_groups, train
from trainer.solver.kernel_features import FEATURES
from trainer.solver.kernel_learnt import ROWS, UNITS
from trainer.solver.weights import nets

SMALL = (2000, 1000)


def test_training_is_reproducible() -> None:
    one = train(3, SMALL, worlds=1000)
    other = train(3, SMALL, worlds=1000)
    assert np.array_equal(one, other)
    assert not np.array_equal(one, train(4, SMALL, worlds=1000))


def test_what_is_fitted_are_the_contrasts() -> None:
    """Values that are a linear function of the features plus a level of each group's own."""
    rng = np.random.default_rng(1)
    groups, rows = 8000, 3
    features = rng.normal(size=(groups * rows, FEATURES)).astype(np.float32)
    slope = rng.normal(size=FEATURES).astype(np.float32)
    level = np.repeat(rng.normal(0, 3, groups), rows)
    values = (10 * (features @ slope * 0.2 + level)).astype(np.float32)
    which = np.zeros(groups * rows, np.int64)
    data = Groups(features, which, values, np.full(groups, rows, np.int64))
    start = first_nets(rng)
    fitted, loss = start, 0.0
    for _ in range(20):
        fitted, loss = fit(data, fitted, 0.0, rng)
    spread = (features @ slope * 0.2).reshape(groups, rows)
    assert loss < 0.05 * ((spread - spread.mean(axis=1, keepdims=True)) ** 2).sum() / groups


def test_groups_are_decisions() -> None:
    data = play_groups(PRESETS["oklahoma"], FIRST, 1, 1000, nets())
    assert len(data.sizes) == 1000
    assert data.sizes.sum() == len(data.rows) == len(data.values) == len(data.which)
    assert 2 <= data.sizes.min() <= data.sizes.max() <= 5
    assert np.abs(data.rows).max() < 20
    assert set(data.which.tolist()) == {0, 1, 2}


def test_the_shipped_weights_have_the_shape_of_the_code() -> None:
    assert nets().shape == (4, ROWS, UNITS)
    assert np.isfinite(nets()).all()
