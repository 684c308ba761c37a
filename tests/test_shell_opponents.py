"""Choosing whom to play against, and a deal of three by typed commands."""

from pathlib import Path

import pytest

from tests.matches import reference_score
from tests.screen import ENTER, Screen
from tests.test_shell_play import TYPED, match_now, play_on, seeded
from tests.test_shell_terminals import batch
from trainer.game import Result
from trainer.progress import Store, database_path
from trainer.shell.views import result_words
from trainer.solver import warm_up
from trainer.solver.levels import LEVELS, STYLES


@pytest.fixture(autouse=True, scope="module")
def _kernels() -> None:
    """Compile once, here, so that no test waits for it in a window."""
    warm_up(more=["kernel_levels"])


def test_the_help_lists_who_there_is(home: Path) -> None:
    told = batch(home, "play", "--help").stdout
    lines = [line.split(None, 1) for line in told.splitlines()]
    for name, level in LEVELS.items():
        assert [name, level.words] in lines
    for name, style in STYLES.items():
        assert [name, style.words] in lines
    assert batch(home, typed="play --help\n").stdout.count("Levels, each of which beats") == 1


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--level", "mastr"], "there is no level 'mastr', did you mean 'master'? write beginner,"),
        (["--style", "odd"], "there is no style 'odd': write balanced, eager, camper, defensive"),
        (["--players", "5"], "players is 5: the rules 'oklahoma' are for 2 to 4 players"),
        (["--players", "two"], "Invalid value for '--players': 'two' is not a valid integer"),
        (["ruby", "--players", "3"], "players is 3: the rules 'ruby' are for 2 players"),
        (["--levle", "expert"], "No such option '--levle'."),
    ],
)
def test_what_there_is_not_is_refused(home: Path, words: list[str], sentence: str) -> None:
    done = batch(home, "play", *words)
    assert (done.returncode, done.stdout) == (2, "")
    assert sentence in " ".join(done.stderr.split())
    in_shell = batch(home, typed=f"play {' '.join(words)}\n")
    assert sentence[1:] in " ".join(in_shell.stdout.split())
    assert not database_path().exists()


def test_the_choice_is_kept_with_the_match_and_for_the_next(home: Path) -> None:
    first = batch(home, "play", "--level", "beginner", "--style", "eager", typed="q\n")
    assert "You play against beginner-eager: " in first.stdout
    assert "You go on with your match" in batch(home, "play", typed="q\n").stdout
    other = batch(home, "play", "ruby", typed="q\n").stdout
    assert "You go on" not in other
    assert "You play against beginner-eager: " in other
    assert "You play against steady: " in batch(home, "play", "--level=steady", typed="q\n").stdout
    with Store() as store:
        chosen = [match.opponents for match in store.matches()]
    assert chosen == ["beginner-eager", "beginner-eager", "steady"]


def test_a_deal_of_three_by_typed_commands(home: Path) -> None:
    with Screen(
        home, "play", "--players", "3", columns=100, program=seeded(home), **TYPED
    ) as screen:
        screen.see("You play against two opponents, skilled: ")
        run = play_on(screen)
        result = run.result
        assert result is not None
        assert result.points == reference_score(run.deal).points
        screen.see("Seat 2's cards")
        points = run.standing.score.points
        screen.see(f"Score: you {points[0]}, seat 1 {points[1]}, seat 2 {points[2]}.")
        screen.enter("r", "Error rate")
        assert "The account of luck is kept for two players only." in screen.flat
        screen.enter("q", "r to review the deal")
        screen.enter("", "Deal 2,")
        screen.prompted()
        before = match_now()
        screen.kill()
    with Screen(home, "play", columns=100, **TYPED) as screen:
        screen.see("You go on with your match")
        screen.prompted()
        assert match_now().deal == before.deal
        screen.type("q" + ENTER)
        assert screen.ended() == 0


@pytest.mark.parametrize(
    ("result", "words"),
    [
        (
            Result("knock", (31, 0, 0), 0, (4, 20, 19)),
            "You win the deal with 4 against 20 and 19: 31 points.",
        ),
        (
            Result("undercut", (12, 0, 27), 2, (20, 8, 6)),
            "Seat 2 undercuts with 6 against 20 and 8: 27 points. You score 12.",
        ),
        (Result("gin", (0, 70, 0, 0), 1, (9, 0, 20, 16)), "Seat 1 went gin: 70 points."),
        (Result("void", (0, 0, 0), None, (0, 0, 0)), "The deal is void: nobody scores."),
        (Result("knock", (0, 15), 1, (20, 5)), "They win the deal with 5 against 20: 15 points."),
        (Result("undercut", (30, 0), 0, (5, 10)), "You undercut with 5 against 10: 30 points."),
    ],
)
def test_results_in_words(result: Result, words: str) -> None:
    assert result_words(result) == words
