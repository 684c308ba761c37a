"""``okgin lab`` from the command line."""

import json

import pytest
from click.testing import CliRunner

from trainer.lab.cli import lab
from trainer.lab.ladder import against_openspiel


def run(*arguments: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(lab, arguments)
    return result.exit_code, result.stdout, result.stderr


def test_a_ladder_as_json() -> None:
    code, out, _ = run("ladder", "base", "simple", "--pairs", "20", "--seed", "5", "--json")
    assert code == 0
    found = json.loads(out)
    assert list(found) == [
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
