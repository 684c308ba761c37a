"""A practice match on the screen, played by typed commands against the real opponent."""

from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest

from tests.matches import cheap, learner, reference_score
from tests.screen import CTRL_D, ENTER, Screen
from tests.test_session_match import no_solver
from tests.test_shell_terminals import batch
from trainer.game import format_card
from trainer.progress import Store, database_path
from trainer.session.play import MatchRun
from trainer.session.sitting import Study
from trainer.shell.commands import GOING_OUT
from trainer.solver import warm_up


@pytest.fixture(autouse=True, scope="module")
def _kernels() -> None:
    """Compile once, here, so that no test waits for it in a window."""
    warm_up()


TYPED: dict[str, Any] = {"ACCESSIBLE": "1"}
"""A terminal on which the match is played by typed lines."""

SEED = 5
"""Of the matches that are played on: with some seeds the first deal decides the match."""
SEEDED = """
import secrets

secrets.randbits = lambda bits: {seed}
from trainer.__main__ import start

start()
"""


def seeded(home: Path, seed: int = SEED) -> str:
    """The program with the same cards every time."""
    path = home / "seeded.py"
    path.write_text(SEEDED.format(seed=seed))
    return str(path)


def match_now() -> MatchRun:
    """The match as it is stored; the opponent has moved, so no policy is asked."""
    with Store(database_path()) as store:
        (record,) = store.matches()
        study = Study(
            store, lambda: datetime(2026, 11, 30, tzinfo=UTC), lambda: date(2026, 11, 30), no_solver
        )
        return MatchRun.resume(record, study, cheap)


def move(screen: Screen) -> MatchRun:
    """Type what the cheap policy would do, if the deal is not over; the match before that."""
    screen.prompted()
    run = match_now()
    if run.deal.phase != "over":
        assert run.my_turn, screen.text
        action = run.read(learner(run.position))
        screen.enter(str(action))
        if action.kind in GOING_OUT:
            screen.enter("y")
    return run


def play_on(screen: Screen, most: int = 200) -> MatchRun:
    """Play until the deal is over."""
    for _ in range(most):
        run = move(screen)
        if run.deal.phase == "over":
            return run
    raise AssertionError("the deal does not end")


def test_a_practice_deal_by_typed_commands(home: Path) -> None:
    with Screen(home, columns=100, program=seeded(home), **TYPED) as screen:
        screen.enter("play", "Oklahoma Gin, rules oklahoma, to 100.")
        screen.enter("", "Write")
        screen.enter("?", "Write")
        screen.enter("7z", "Cannot read")
        screen.enter("h", "Hint 1 of 4")
        screen.enter("h", "Hint 2 of 4")
        screen.enter("h", "Hint 3 of 4")
        screen.enter("h", "gin, win, cut, they")
        assert "points" in screen.flat
        assert match_now().my_turn
        screen.type("sto")
        screen.cancel()
        run = play_on(screen)
        result, scored = run.result, reference_score(run.deal)
        assert result is not None
        assert result.points == scored.points
        screen.see("Score: you")
        assert f"you {run.standing.score.points[0]}, they {run.standing.score.points[1]}" in (
            screen.flat
        )
        screen.enter("r", "Error rate")
        assert f"Deal {run.deal_id}: " in screen.flat
        screen.enter("q", "r to review the deal")
        screen.enter("", "Deal 2,")
        screen.type(CTRL_D)
        screen.see("The match is kept: play goes on at this very point.")


def test_a_match_is_taken_up_after_a_kill(home: Path) -> None:
    with Screen(home, columns=100, program=seeded(home), **TYPED) as screen:
        screen.enter("play", "rules oklahoma")
        for _ in range(6):
            move(screen)
        screen.prompted()
        before = match_now()
        screen.kill()
    with Screen(home, "play", columns=100, **TYPED) as screen:
        screen.see("You go on with your match under 'oklahoma'")
        screen.prompted()
        after = match_now()
        assert after.deal == before.deal
        if after.my_turn:
            hand = [format_card(card) for card in range(52) if after.position.hand >> card & 1]
            shown = screen.flat.rpartition("Your hand")[2]
            assert all(card in shown for card in hand)
        screen.type("q" + ENTER)
        assert screen.ended() == 0


def test_another_preset_puts_no_match_away(home: Path) -> None:
    with Screen(home, columns=100, **TYPED) as screen:
        screen.enter("play", "rules oklahoma")
        screen.enter("q", "The match is kept")
        screen.enter("play ruby", "rules ruby, to 150.")
        screen.enter("q", "The match is kept")
        screen.enter("play oklahoma", "You go on with your match under 'oklahoma'")
        screen.enter("q", "The match is kept")
        screen.enter("play", "You go on with your match under 'ruby'")
        screen.enter("q", "The match is kept")
        screen.enter("stats", "0 finished, 2 open")
        screen.enter("play robber", "There is no preset 'robber'")


def test_a_match_that_cannot_be_taken_up_keeps_nobody_from_playing(home: Path) -> None:
    with Store(database_path()) as store:
        record = store.create_match('"oklahoma"', 5, datetime(2026, 11, 30, tzinfo=UTC))
        store.append_event(record.id, "discard Kd")
        broken = store.create_match("nonsense", 5, datetime(2026, 11, 30, 1, tzinfo=UTC))
    assert broken.state == "open"
    with Screen(home, columns=100, **TYPED) as screen:
        screen.enter("play", "rules oklahoma")
        assert screen.flat.count("An open match cannot be taken up and is put away") == 2


def test_a_deal_piped(home: Path) -> None:
    done = batch(home, "play", typed="h\nnonsense\n")
    assert "Cannot read" in done.stdout
    assert "The match is kept" in done.stdout
    assert done.returncode == 2
    assert done.stderr == ""
