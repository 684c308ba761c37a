"""Two deals of a match on the screen, by keys and by typed commands: all that happens in play."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.matches import learner, reference_score
from tests.screen import CTRL_D, DOWN, ENTER, HOME, RIGHT, Screen
from tests.test_shell_play import TYPED, match_now, move, seeded
from trainer.game import Action, Position, best_layoff, best_spreads, deadwood
from trainer.session.play import MatchRun
from trainer.shell.going_out import ways_out
from trainer.shell.held import Held
from trainer.solver import warm_up

SEED = 69
"""Of a match in which I can knock with a choice of spreads, and lay off in the deal after it."""


@pytest.fixture(autouse=True, scope="module")
def _kernels() -> None:
    """Compile once, here, so that no test waits for it in a window."""
    warm_up()


def to_card(position: Position, card: int) -> str:
    """The keys that move the cursor to a card of a hand that lies as it comes."""
    held = Held()
    held.show(position.hand, position.drawn)
    return HOME + RIGHT * held.order.index(card)


def keys_for(position: Position, action: Action) -> str:
    """The keys that carry out an action; a knock or gin in its first way."""
    match action.kind:
        case "pass" | "stock":
            return action.kind[0]
        case "take" | "pile":
            return "d"
        case "discard":
            assert action.card is not None
            return to_card(position, action.card) + ENTER + ENTER
        case _:
            return ("g" if "gin" in action.kind else "k") + ENTER


def done(screen: Screen, before: MatchRun) -> MatchRun:
    """The match once my action is stored and the others have answered."""

    def answered() -> bool:
        now = match_now()
        return now.events > before.events and (now.my_turn or now.deal.phase == "over")

    screen.wait(answered, "an answer")
    return match_now()


def play_until(screen: Screen, stop: Callable[[Position], bool]) -> MatchRun:
    """Play by keys until a decision of mine is of a kind, or the deal is over."""
    run = match_now()
    while run.deal.phase != "over" and not stop(run.position):
        action = run.read(learner(run.position))
        screen.type(keys_for(run.position, action))
        run = done(screen, run)
    return run


def has_meld(position: Position) -> bool:
    """Whether a card is to be thrown from a hand with a meld in it."""
    return position.ask == "discard" and bool(best_spreads(position.hand)[0].melds)


def ends(position: Position) -> bool:
    """Whether I am about to knock or to lay off."""
    return position.ask == "layoff" or learner(position).startswith("knock")


def worst_throw(position: Position) -> Action:
    """The throw that leaves most deadwood: it tears up a meld."""
    throws = [action for action in position.legal_actions() if action.kind == "discard"]
    return max(throws, key=lambda action: deadwood(position.hand & ~(1 << (action.card or 0))))


def test_two_deals_by_keys(home: Path) -> None:
    """A hint, a warning heeded, a kill, a knock with a chosen spread, layoffs, and the review."""
    with Screen(home, "play", columns=80, program=seeded(home, SEED)) as screen:
        screen.see("First upcard")
        screen.type("h")
        screen.see("Hint 1 of 4")
        screen.type(":tutor warn" + ENTER)
        screen.see("warns before you commit an error")
        run = play_until(screen, has_meld)
        torn = worst_throw(run.position)
        screen.type(keys_for(run.position, torn))
        screen.see("Sure?")
        screen.type("n")
        screen.type(":tutor off" + ENTER)
        screen.see("says nothing; a hint comes when you ask")
        assert match_now().deal == run.deal  # the warning was heeded
        assert [note.kind for note in match_now().notes] == ["warned"]
        before = match_now()
        screen.kill()
    with Screen(home, "play", columns=80) as screen:
        screen.see("First upcard")
        assert match_now().deal == before.deal
        run = play_until(screen, ends)
        ways = ways_out(run.position, "knock")
        assert len({way.melds for way in ways if way.card == ways[0].card}) > 1
        screen.type("k" + DOWN)
        screen.see(f"2 of {len(ways)}" if len(ways) > 6 else "> throw")
        screen.type(ENTER)
        run = done(screen, run)
        assert run.deal.table.spread == ways[1].melds
        assert run.deal.table.knocker == 0
        result = run.result
        assert result is not None
        assert result.points == reference_score(run.deal).points
        screen.see("Enter to go on, r to review the deal")
        screen.enter("r", "Error rate")
        screen.enter("q", "r to review the deal")
        screen.type(ENTER)
        screen.wait(lambda: match_now().number == 2, "the second deal")
        run = play_until(screen, ends)
        position = run.position
        best = best_layoff(position.table.spread, position.hand).laid
        assert position.ask == "layoff"
        assert best
        held = Held()
        held.show(position.hand, position.drawn)
        for card in held.order:
            if best >> card & 1:
                screen.type(to_card(position, card) + ENTER)
        screen.type("l")
        screen.see("Sure?")
        screen.type(ENTER)
        run = done(screen, run)
        assert run.deal.table.laid == (best,)
        assert run.result is not None
        assert run.result.points == reference_score(run.deal).points
        screen.see("Enter to go on, r to review the deal")
        screen.type(CTRL_D)
        screen.see("The match is kept")


def test_two_deals_by_typed_commands(home: Path) -> None:
    """The same: a hint, a warning heeded, a kill, a knock with a chosen spread, layoffs."""
    with Screen(home, "play", columns=80, program=seeded(home, SEED), **TYPED) as screen:
        screen.enter("h", "Hint 1 of 4")
        screen.enter("tutor warn", "warns before you commit an error")
        while not has_meld(match_now().position):
            move(screen)
            screen.prompted()
        run = match_now()
        torn = worst_throw(run.position)
        screen.enter(str(torn), "Sure?")
        screen.enter("n")
        screen.enter("tutor off", "says nothing; a hint comes when you ask")
        assert match_now().deal == run.deal  # the warning was heeded
        assert [note.kind for note in match_now().notes] == ["warned"]
        before = match_now()
        screen.kill()
    with Screen(home, "play", columns=80, **TYPED) as screen:
        screen.see("You go on with your match")
        screen.prompted()
        assert match_now().deal == before.deal
        while not ends(match_now().position):
            move(screen)
            screen.prompted()
        chosen = ways_out(match_now().position, "knock")[1]
        screen.enter(str(chosen), "This ends your play in the deal. Sure?")
        screen.enter("y", "Enter to go on, r to review the deal")
        assert match_now().deal.table.spread == chosen.melds
        screen.enter("", "Deal 2,")
        while not ends(match_now().position):
            move(screen)
            screen.prompted()
        position = match_now().position
        best = best_layoff(position.table.spread, position.hand).laid
        assert best
        screen.enter(str(Action("lay", laid=best)), "r to review the deal")
        run = match_now()
        assert run.deal.table.laid == (best,)
        assert run.result is not None
        assert run.result.points == reference_score(run.deal).points


def test_what_is_long_makes_the_piles_small(home: Path) -> None:
    """In a small window the help is shown to its last line, and the piles as cards after it."""
    with Screen(home, "play", columns=80, rows=24, program=seeded(home, SEED)) as screen:
        screen.see("discard pile")
        assert "┌" in screen.text
        screen.type("?")
        screen.see("The tutor says nothing; a hint comes when you ask")
        assert "┌" not in screen.text
        screen.type("q")
        assert screen.ended() == 0
