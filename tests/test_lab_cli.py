"""``okgin lab`` from the command line."""

import json
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from trainer.lab import exploit, fit_belief, train
from trainer.lab.calibration import OTHERS, STYLES
from trainer.lab.cli import lab
from trainer.lab.ladder import against_openspiel
from trainer.solver import belief_data
from trainer.solver.players import WORLDS
from trainer.solver.weights import nets

LADDER = [
    "a",
    "b",
    "rules",
    "games",
    "games_won",
    "games_won_ci",
    "points_per_deal",
    "points_per_deal_ci",
    "seed",
]
"""Keys of a ladder as JSON."""


def run(*arguments: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(lab, arguments)
    return result.exit_code, result.stdout, result.stderr


def test_a_ladder_as_json() -> None:
    code, out, _ = run("ladder", "base", "simple", "--pairs", "20", "--seed", "5", "--json")
    assert code == 0
    found = json.loads(out)
    assert list(found) == LADDER
    assert (found["a"], found["b"], found["rules"]) == ("base", "simple", "knock10")
    assert (found["games"], found["seed"]) == (40, 5)
    low, high = found["games_won_ci"]
    assert low < found["games_won"] < high
    assert run("ladder", "base", "simple", "--pairs", "20", "--seed", "5", "--json")[1] == out


def test_a_ladder_in_words() -> None:
    code, out, _ = run("ladder", "base", "simple", "--rules", "oklahoma", "--pairs", "4")
    assert code == 0
    assert "base against simple, oklahoma, 8 games, seed 1" in out


def test_an_unknown_bot_is_a_sentence() -> None:
    code, out, err = run("ladder", "base", "simpel")
    assert code == 2
    assert out == ""
    assert "no bot 'simpel', did you mean 'simple'" in err


@pytest.mark.parametrize("name", ["expert-eagre", "mastr-eager", "expert-"])
def test_an_unknown_opponent_is_a_sentence(name: str) -> None:
    code, _, err = run("ladder", "base", name)
    assert code == 2
    assert f"no bot '{name}'" in err


def test_levels_and_styles_play() -> None:
    def points(a: str, b: str) -> object:
        out = run("ladder", a, b, "--pairs", "40", "--worlds", "4", "--json")[1]
        return json.loads(out)["points_per_deal"]

    assert points("master", "expert") == points("search", "learnt")
    assert points("master", "skilled") == points("search", "base")
    assert points("master", "skilled-eager") != points("master", "skilled")
    assert points("master-camper", "steady") != points("master", "steady")


def test_a_search_of_so_many_worlds() -> None:
    def points(*more: str) -> object:
        out = run("ladder", "search", "simple", "--pairs", "2", "--json", *more)[1]
        return json.loads(out)["points_per_deal"]

    assert points("--worlds", "2") != points("--worlds", "40")
    assert points() == points("--worlds", str(WORLDS))
    code, _, err = run("ladder", "base", "simple", "--worlds", "9")
    assert code == 2
    assert "no bot here searches 9 worlds: leave out --worlds" in err


def test_a_response(monkeypatch: pytest.MonkeyPatch) -> None:
    tiny = exploit.Effort((200,), (), 2)
    monkeypatch.setattr(exploit, "EFFORTS", {"policy": tiny})
    code, out, err = run("exploit", "policy", "--pairs", "4", "--seed", "3", "--json")
    assert code == 0
    found = json.loads(out)
    assert list(found) == LADDER
    assert (found["a"], found["b"], found["games"]) == ("response", "policy", 8)
    assert "round 1 of 1" in err
    out = run("exploit", "policy", "--pairs", "4", "--seed", "3")[1]
    assert "response against policy, oklahoma with each deal counting once, 8 games, seed 3" in out
    assert f"{found['points_per_deal']:+.2f}" in out


def test_training_writes_weights(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    small = partial(train.train, rounds=(300, 300), worlds=300)
    monkeypatch.setattr(train, "train", small)
    path = tmp_path / "some" / "weights.npz"
    code, out, _ = run("train", "--seed", "2", "--out", str(path))
    assert code == 0
    assert f"written to {path}" in out
    with np.load(path) as stored:
        assert stored["nets"].shape == nets().shape
        assert np.array_equal(stored["nets"], small(2))


def test_the_belief_as_json_in_words_and_as_a_picture(tmp_path: Path) -> None:
    code, out, _ = run("belief", "--deals", "60", "--json")
    assert code == 0
    found = json.loads(out)
    assert {(part["opponent"], part["belief"]) for part in found} == {
        *((name, "told") for name in STYLES),
        *((name, "inferred") for name in (*STYLES, *OTHERS)),
    }
    for part in found:
        assert all(turn["decisions"] >= 100 for turn in part["turns"])
        for turn in part["turns"]:
            assert turn["normal"] + turn["hasty"] + turn["patient"] == pytest.approx(1)
            assert 0 < turn["predicted"] < 100
        # A hand of ten: over all cards the chances add up to what is held.
        assert len(part["parts"]) == 3
        bins = [chance for piece in part["parts"] for chance in piece["bins"]]
        cards = sum(chance["cards"] for chance in bins)
        held = sum(chance["cards"] * chance["true"] for chance in bins)
        predicted = sum(chance["cards"] * chance["predicted"] for chance in bins)
        assert 0 < held < cards
        assert predicted == pytest.approx(held, rel=1e-6)
    words = run("belief", "--deals", "60")[1]
    assert "60 deals of each opponent against learnt, oklahoma, seed 1" in words
    assert "camper, style inferred: at most" in words


def test_fitting_the_belief_writes_its_parameters(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    small = partial(fit_belief.fit, decisions=1000)
    monkeypatch.setattr(fit_belief, "fit", small)
    path = tmp_path / "belief.npz"
    code, out, _ = run("fit-belief", "--seed", "2", "--out", str(path))
    assert code == 0
    assert "style 3 of 3" in out
    shipped = belief_data.PATH
    with np.load(path) as fitted, np.load(shipped) as stored:
        assert {key: fitted[key].shape for key in fitted} == {
            key: stored[key].shape for key in stored
        }
        assert all(np.isfinite(fitted[key]).all() for key in fitted)


def test_openspiel_keeps_its_own_rules() -> None:
    code, _, err = run("ladder", "base", "openspiel", "--rules", "oklahoma")
    assert code == 2
    assert "leave out --rules oklahoma" in err


def test_against_openspiel() -> None:
    pytest.importorskip("pyspiel", reason="open-spiel is not installed")
    found = against_openspiel("learnt", 40, 1)
    assert found.games == 80
    assert found.points_per_deal > 3
    assert against_openspiel("learnt", 5, 1) == against_openspiel("learnt", 5, 1)
