"""Analyses of positions with a score: chances of the match beside points, and judged by them."""

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from random import Random

import msgspec
import numpy as np
import pytest

from tests.content_files import puzzle, solver, write
from tests.test_coach_read import LAYOFF, TURN, decide
from tests.test_shell_views import shown
from tests.test_solver_knocks import going_out
from trainer.coach.choices import choices
from trainer.coach.judge import judge
from trainer.content.certify import outdated, unfit_for_puzzle
from trainer.content.check import check, update
from trainer.content.library import Library
from trainer.game import Action, Position, Score
from trainer.shell.draw import Pen
from trainer.shell.solving import analysis_json
from trainer.shell.views import table_view, verdict_view
from trainer.solver.analyse import analyse
from trainer.solver.analysis import CHANCE_OF_A_POINT, Analysis, MatchValue
from trainer.solver.equity import stakes, stakes_of
from trainer.solver.knocks import knock_outcomes
from trainer.solver.playouts import Played, run
from trainer.solver.view import candidates_of, view_of

SEED = 612

KNOCKING = {
    "dealer": "me",
    "first_upcard": "8h",
    "hand": "2c 2d 2s 4h 5h 6h 9c 9d 9s 3s Kd",
    "history": "x x s/Kh s/Jh s/Qs s",
}
"""A turn in which a knock is legal."""


def stated(mapping: Mapping[str, object], score: object, **changes: object) -> Position:
    """A position with a score."""
    return Position.from_mapping({**mapping, "score": score, **changes})


# -- playouts --------------------------------------------------------------------------------------


def test_chances_and_their_errors_come_from_the_same_worlds_as_the_points() -> None:
    rng = np.random.default_rng(5)
    points = rng.integers(-131, 132, (300, 3)).astype(float)
    score = Score((60, 70), (2, 2))
    worth = stakes(Position.from_mapping({**TURN, "rules": "ruby"}).rules, score, 0, 1)
    assert worth is not None
    assert worth.margin is not None

    def play(first: int, worlds: int) -> Played:
        part = points[first : first + worlds]
        nothing = np.zeros(part.shape, np.int64)
        return Played(part, nothing, nothing)

    outcome = run(play, 300, None, worth)
    chances = worth.chance[points.astype(int) + worth.most]
    assert outcome.chance is not None
    assert outcome.chance.means == pytest.approx(chances.mean(axis=0))
    assert outcome.chance.errors == pytest.approx(chances.std(axis=0, ddof=1) / 300**0.5)
    apart = (chances - chances[:, [1]]).std(axis=0, ddof=1) / 300**0.5
    assert outcome.chance.gap_errors(1) == pytest.approx(apart, abs=1e-9)
    margins = worth.margin[points.astype(int) + worth.most].mean(axis=0)
    assert outcome.margin == pytest.approx(margins)
    plain = run(play, 300)
    assert plain.chance is None
    assert plain.points.means == pytest.approx(outcome.points.means)


def test_a_doubled_deal_has_every_other_result() -> None:
    position = stated(TURN, [40, 40], first_upcard="6s")
    worth = stakes_of(position)
    single = stakes(position.rules, Score((40, 40), (0, 0)), position.dealer, 1)
    assert worth is not None
    assert single is not None
    assert worth.multiplier == 2
    assert worth.chance[worth.most + 10] == single.chance[single.most + 20]
    assert worth.of(np.array([20.0, -20.0]))[0].tolist() == [
        single.chance[single.most + 20],
        single.chance[single.most - 20],
    ]


# -- analyses --------------------------------------------------------------------------------------


@pytest.mark.parametrize("opponent", ["base", "learnt"])
def test_both_currencies_of_an_analysis(opponent: str) -> None:
    position = stated(KNOCKING, [20, 90])
    found = analyse(position, playouts=512, seed=3, opponent=opponent)
    plain = analyse(Position.from_mapping(KNOCKING), playouts=512, seed=3, opponent=opponent)
    assert plain.best_for_match is None
    assert not plain.by_match
    assert found.by_match
    assert found.best_for_match == found.best
    assert found.best_in_points.points_lost == 0.0
    values = {entry.action: entry.value for entry in plain.actions if not entry.spread}
    assert {e.action: e.value for e in found.actions if not e.spread} == values
    lost = []
    for entry in found.actions:
        assert entry.match is not None
        assert entry.match.margin is None
        assert 0.0 <= entry.match.chance <= 1.0
        assert entry.accepted == (
            entry.match.chance_lost / CHANCE_OF_A_POINT < 0.75
            or entry.match.chance_lost <= 2 * entry.match.gap_error
        )
        lost.append(entry.match.chance_lost)
    assert lost == sorted(lost)
    assert lost[0] == 0.0


def test_counted_knocks_have_counted_chances() -> None:
    rng = Random(SEED)
    position = replace(going_out(rng, 100_000), score=Score((70, 85), (2, 3)))
    worth = stakes_of(position)
    assert worth is not None
    view = view_of(position)
    counted = 0
    for entry in analyse(position, playouts=256, opponent="learnt").actions:
        assert entry.match is not None
        if not entry.enumerated:
            assert entry.match.error > 0.0 or len(entry.endings) == 1
            continue
        counted += 1
        assert entry.match.error == 0.0
        spread = f": {entry.spread}" if entry.spread else ""
        (ways,) = knock_outcomes(view, candidates_of([Action.parse(entry.action + spread)]))
        places = [way.points // worth.multiplier + worth.most for way in ways]
        chance = sum(
            way.chance * worth.chance[place] for way, place in zip(ways, places, strict=True)
        )
        assert entry.match.chance == pytest.approx(chance, abs=2e-6), f"seed {SEED}"
    assert counted


def test_the_panel_judges_by_the_match_too() -> None:
    found = analyse(stated(KNOCKING, [80, 90]), playouts=64, seed=3, opponent="learnt", panel=True)
    for opinion in found.panel:
        assert opinion.match is not None
        if opinion.best == found.best.action:
            assert opinion.survives
            assert opinion.match.chance_lost == 0.0


def test_a_layoff_is_proved_in_points_and_has_its_chances() -> None:
    found = analyse(stated(LAYOFF, [50, 60]))
    plain = analyse(Position.from_mapping(LAYOFF))
    assert not found.by_match
    assert [e.action for e in found.actions] == [e.action for e in plain.actions]
    assert [e.accepted for e in found.actions] == [e.accepted for e in plain.actions]
    matches = [entry.match for entry in found.actions]
    assert all(match is not None and match.error == 0.0 for match in matches)
    chances = [match.chance for match in matches if match is not None]
    assert chances == sorted(chances, reverse=True)


# -- grades ----------------------------------------------------------------------------------------


def by_score(lost: Mapping[str, tuple[float, float]], gap_error: float = 0.0005) -> Analysis:
    """An analysis of TURN that claims these losses in points and in chance."""
    plain = solver({action: points for action, (points, _) in lost.items()}, 0.05)(
        decide(TURN).position, 65536
    )
    entries = []
    for entry in plain.actions:
        chance = lost.get(entry.action, (0.0, 0.2))[1]
        match = MatchValue(
            chance=0.6 - chance,
            error=0.001,
            chance_lost=chance,
            gap_error=gap_error if chance else 0.0,
        )
        accepted = chance < 0.0045 or chance <= 2 * gap_error
        entries.append(msgspec.structs.replace(entry, match=match, accepted=accepted))
    entries.sort(key=lambda entry: entry.match.chance_lost if entry.match else 0.0)
    return msgspec.structs.replace(plain, actions=tuple(entries))


LOST = {"discard Kc": (3.0, 0.0), "discard Jc": (0.0, 0.02), "discard 7d": (5.0, 0.004)}


@pytest.mark.parametrize(
    ("answer", "grade", "best"),
    [("Kc", "right", "discard Kc"), ("Jc", "blunder", "discard Kc"), ("7d", "fine", "discard Kc")],
)
def test_a_stated_score_is_judged_by_the_match(answer: str, grade: str, best: str) -> None:
    question = decide(TURN)
    verdict = judge(question, question.read(answer), by_score(LOST))
    assert (verdict.grade, verdict.best) == (grade, best)
    assert verdict.by_match
    assert verdict.chance_lost == LOST[verdict.answer][1]
    assert verdict.points_lost == LOST[verdict.answer][0]
    told = [reason for reason in verdict.reasons if reason.theme == "play-to-the-score"]
    assert len(told) == (answer != "7d")
    for reason in told:
        assert "60.0%" in reason.text
        assert "58.0%" in reason.text
        assert "about 2.0 % of the match (± 0.1)" in reason.text


@pytest.mark.parametrize(
    ("lost", "grade"),
    [
        (0.003, "right"),
        (0.00449, "fine"),
        (0.00451, "inaccuracy"),
        (0.00901, "mistake"),
        (0.01801, "blunder"),
        (0.03601, "howler"),
    ],
)
def test_the_ladder_in_chances(lost: float, grade: str) -> None:
    question = decide(TURN)
    claims = {"discard Kc": (0.0, 0.0), "discard Jc": (9.0, lost)}
    assert judge(question, question.read("Jc"), by_score(claims, 0.0)).grade == grade


def test_noise_in_chances_marks_nobody_wrong() -> None:
    question = decide(TURN)
    claims = {"discard Kc": (0.0, 0.0), "discard Jc": (9.0, 0.03)}
    verdict = judge(question, question.read("Jc"), by_score(claims, 0.015))
    assert verdict.grade == "right"
    assert not verdict.rated
    assert judge(question, question.read("Jc"), by_score(claims, 0.0149)).grade == "blunder"


def test_the_checker_speaks_of_the_match() -> None:
    question = decide(TURN)
    receipt = by_score({"discard Kc": (0.0, 0.0), "discard Jc": (9.0, 0.005)})
    options = choices(question, receipt)
    assert list(unfit_for_puzzle(options, receipt)) == [
        "'discard Jc' may be right or wrong: it loses 0.50 +- 0.15 % of the match, and 0.45 % of "
        "the match is the boundary; choose a clearer position"
    ]
    assert outdated(receipt, receipt) is None
    moved = msgspec.structs.replace(
        receipt,
        actions=tuple(
            msgspec.structs.replace(
                entry, match=msgspec.structs.replace(entry.match, chance=entry.match.chance + 0.01)
            )
            for entry in receipt.actions
            if entry.match is not None
        ),
    )
    why = outdated(receipt, moved)
    assert why is not None
    assert "match" in why


def checked(tmp_path: Path, receipt: Analysis) -> list[str]:
    """What the checker says of a puzzle by the score, if this is how it is analysed."""
    text = puzzle(id="alone", themes="[play-to-the-score]", title="Ninety")
    write(tmp_path, p_alone=text)
    library = Library(shipped=tmp_path)

    def solve(position: Position, playouts: int) -> Analysis:
        return msgspec.structs.replace(receipt, playouts=playouts)

    update([], library, solve=solve)
    return [problem.sentence for problem in check([], library, solve=solve)]


def test_what_is_to_be_decided_by_the_score_is(tmp_path: Path) -> None:
    claims = {"discard Kc": (3.0, 0.0), "discard Jc": (0.0, 0.02)}
    assert checked(tmp_path / "a", by_score(claims)) == []
    (same,) = checked(
        tmp_path / "b", by_score({"discard Kc": (0.0, 0.0), "discard Jc": (3.0, 0.02)})
    )
    assert same == (
        "'play-to-the-score' does not fit: the position has 'discard Kc' right, which is best in "
        "points too"
    )
    plain = solver({"discard Kc": 0.0})(decide(TURN).position, 65536)
    (none,) = checked(tmp_path / "c", plain)
    assert none.endswith("the position states no score that can be played for")


# -- what is shown ---------------------------------------------------------------------------------


def test_tables_and_verdicts_show_the_match() -> None:
    analysis = by_score(LOST)
    table = shown(table_view(analysis, Pen(glyphs=False)))
    kept = next(line for line in table.splitlines() if "discard Kc" in line)
    assert kept.split()[:9] == ["discard", "Kc", "+2.0", "±", "0.1", "60.0", "±", "0.2", "-"]
    lost = next(line for line in table.splitlines() if "discard Jc" in line)
    assert "2.0 % ± 0.1" in lost
    assert "your chance to win it in percent" in table
    question = decide(TURN)
    verdict = judge(question, question.read("Jc"), analysis)
    told = shown(verdict_view(verdict, Pen(glyphs=False)))
    assert "2.0 % of the match lost (± 0.1), 0.0 points" in told
    assert "At this score" in told
    entry = json.loads(analysis_json(analysis))
    assert (entry["best"], entry["best_for_match"]) == ("discard Kc", "discard Kc")
    assert entry["best_in_points"] == "discard Jc"
    assert entry["actions"][0]["match"]["chance"] == 0.6
