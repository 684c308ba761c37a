"""The shell as a person uses it: the real program in a pseudo-terminal."""

import sqlite3
from contextlib import closing
from datetime import date
from pathlib import Path

import pytest

from tests.screen import CTRL_D, ENTER, TAB, UP, Screen
from tests.shell_content import ANSWERS, write_content
from trainer.progress import Store, database_path


@pytest.fixture
def own(home: Path) -> Path:
    """A learner's home with content of their own."""
    write_content(home)
    return home


def exercise(number: int) -> str:
    """How the header of an exercise begins."""
    return f"Small, exercise {number} of 8"


def to_exercise(screen: Screen, number: int) -> None:
    """Open the small lesson and answer rightly up to an exercise."""
    screen.enter("learn small", "Welcome.")
    screen.enter("", "[7♥ 8♥ 9♥]")
    screen.enter("", exercise(1))
    for index in range(1, number):
        screen.enter(ANSWERS[index - 1], exercise(index + 1))


def test_a_whole_lesson_with_a_wrong_answer(own: Path) -> None:
    with Screen(own) as screen:
        screen.see("Oklahoma Gin trainer.")
        to_exercise(screen, 1)
        assert "Welcome. lay 7h is typed, 7♥ is drawn." in screen.flat
        assert "[7♥ 8♥ 9♥] [J♣ J♦ J♥] 2♦ K♣" in screen.flat
        screen.enter("20", "x wrong 20 best: 10")
        assert "At its best: 7♥ 8♥ 9♥, loose K♣: 10." in screen.flat
        assert "The king is left." in screen.flat
        assert "Next time, h gives a hint before you answer." in screen.flat
        for number, answer in enumerate(ANSWERS[1:-1], start=3):
            screen.enter(answer, exercise(number))
        screen.enter(ANSWERS[-1], "Well done.")
        screen.enter("", "Once more, the one you missed.")
        screen.enter("ten", "Cannot read 'ten': write a whole number, as in 23.")
        screen.enter("10", "Lesson 99 is done: Small.")
        screen.enter("lessons", "Small done")
        screen.type(CTRL_D)
        assert screen.ended() == 0
    with Store(database_path()) as store:
        assert store.lessons()["small"].finished_at is not None
        grades = [attempt.grade for attempt in store.attempts()]
        assert grades == ["wrong", *["right"] * len(ANSWERS)]


def test_mistakes_are_explained(own: Path) -> None:
    wrong = [
        ("yes", "A♠ Q♠ K♠ is no run: the ace stands below the 2, never above the king."),
        ("5c 6c 7c", "Your melds leave 2 + 7 + 7 + 10 = 26; 3 less is possible."),
        ("no", "After K♦ your deadwood is 6, and this deal's limit is 6: you may knock."),
        ("1", "A♠ is an ace: nobody may knock in this deal, it ends with gin or void."),
        ("them 35", "The first upcard is a spade: everything in this deal is doubled."),
        ("7d", "? mistake discard 7♦ 2.0 points lost (± 0.1) best: discard K♣"),
        ("lay nothing", "leaves 2 + 2 + 8 + 9 + 10 + 10 = 41, with no meld of your own: 21"),
    ]
    with Screen(own) as screen:
        to_exercise(screen, 2)
        for answer, reason in wrong:
            screen.enter(answer, reason)
        assert "K♣ waits for one card, Q♣; 7♦ for 3 cards, 7♣ 8♦ 7♠." in screen.flat
        assert "One out is half of two: let go of the gap first." in screen.flat
        assert "Of 58 deadwood, throwing 7♦ leaves 51, throwing K♣ 48." in screen.flat
        assert "??? howler lay nothing 21 points lost best: lay 6♥ 3♠ 4♠ 8♠" in screen.flat
        screen.enter("", "Once more, the 7 you missed.")


def test_a_puzzle_with_hints(own: Path) -> None:
    with Screen(own) as screen:
        screen.enter("puzzle first", "What do you throw, and do you knock?")
        assert "outs" not in screen.flat  # themes would give it away
        screen.enter("", "Write a card to throw, as in '3d', or 'knock 3d'")
        screen.enter("h", "Hint 1 of 4: For each loose card, ask what it waits for")
        screen.enter("hint", "Hint 2 of 4: Your hand waits for")
        screen.enter("h", "Hint 3 of 4: One of these is right: discard 7♦, or discard K♣.")
        screen.enter("h", "The answer: discard K♣")
        assert "2.0 ± 0.1" in screen.flat
        screen.enter("h", "The answer: discard K♣")
        screen.enter("Kc", "+ right discard K♣")
        assert "Themes: outs" in screen.flat
        assert "It counts as unsolved and comes back: puzzle first tries again." in screen.flat
        screen.enter("puzzles", "first First waiting")
        screen.enter("puzzle first", "What do you throw")
        screen.enter("7d", "? mistake")
        screen.enter("puzzle first", "What do you throw")
        screen.enter("Jc", "+ right discard J♣ as good: discard K♣")
        screen.enter("puzzles", "first First solved")


def test_help_is_everywhere(own: Path) -> None:
    with Screen(own) as screen:
        screen.enter("?", "go on with the course")
        screen.enter("h", "go on with the course")
        screen.enter("learn small", "Welcome.")
        screen.enter("?", "Enter goes on, q leaves; your place is kept.")
        screen.enter("", "[7♥ 8♥ 9♥]")
        screen.enter("", exercise(1))
        screen.enter("?", "Answer with a number of points.")
        screen.enter("q", "Your place in 'Small' is kept (exercise 1 of 8): learn small goes on.")
        screen.enter("lern", "There is no command 'lern'. Did you mean 'learn'? 'help' lists them.")
        screen.enter("stats now", "'stats' takes nothing after it, not 'now'.")
        screen.enter("learn nothing", "There is no lesson 'nothing'")
        screen.enter("rules roby", "There is no preset 'roby', did you mean 'ruby'?")
        screen.enter("daily tomorrow", "Cannot read the date 'tomorrow': write it as 2026-11-30.")
        screen.enter("daily 1999-01-01", "There is no daily for 1999-01-01")
        screen.enter("solve", "Name a file with a position, as in 'solve position.yaml'.")
        screen.enter("solve nowhere.yaml", "nowhere.yaml")
        screen.enter("rules ruby", "The first to 150 points wins.")
        screen.enter("stats", "lessons finished")
        screen.type("quit" + ENTER)
        assert screen.ended() == 0


def test_ctrl_c_cancels_the_line_and_ctrl_d_leaves(own: Path) -> None:
    with Screen(own) as screen:
        screen.prompted()
        screen.type("learn sm")
        screen.cancel()
        to_exercise(screen, 1)
        screen.type("99")
        screen.cancel()
        screen.cancel()
        screen.cancel()
        screen.enter("10", "+ right 10")
        screen.leave()
        screen.see("Your place in 'Small' is kept (exercise 2 of 8)")
        screen.enter("learn small", "You go on where you left off.")
        screen.leave()
        screen.type(CTRL_D)
        screen.see("Goodbye. Everything is kept.")
        assert screen.ended() == 0
    with Store(database_path()) as store:
        assert [attempt.answer for attempt in store.attempts()] == ["10"]


def test_ctrl_c_at_a_text_loses_nothing(own: Path) -> None:
    with Screen(own) as screen:
        screen.enter("learn small", "Welcome.")
        screen.cancel()
        screen.enter("", "[7♥ 8♥ 9♥]")
        screen.enter("q", "Your place in 'Small' is kept")
        assert screen.flat.count("Welcome.") == 1


def test_completion_and_history(own: Path) -> None:
    with Screen(own) as screen:
        screen.prompted()
        screen.type("learn sma" + TAB)
        screen.see("okgin> learn small")
        screen.type(ENTER)
        screen.see("Welcome.")
        screen.enter("q", "Your place")
        screen.type("lea" + TAB)
        screen.see("okgin> learn", 2)
        screen.type(" arr" + TAB)
        screen.see("okgin> learn arranging-a-hand")
        screen.cancel()
        screen.type(UP + UP)
        screen.see("okgin> learn small", 2)
        screen.type(ENTER)
        screen.see("Welcome.", 2)
        screen.enter("", "[7♥ 8♥ 9♥]")
        screen.enter("", exercise(1))
        screen.enter("10", exercise(2))
        screen.type("y" + TAB)
        screen.see("> yes")
        screen.cancel()
        screen.enter("no", exercise(3))
        screen.type("7c 7d 7" + TAB)  # one of the hand's cards, although the line goes on
        screen.see("> 7c 7d 7h")
    with Screen(own) as screen:  # history is kept from run to run
        screen.prompted()
        screen.type(UP)
        screen.see("okgin> no")


def test_the_toolbar_says_where_one_is(own: Path) -> None:
    with Screen(own) as screen:
        screen.see("help for commands, Ctrl-D leaves")
        to_exercise(screen, 1)
        screen.see("Small, exercise 1 of 8 h hint ? help")


KILLS = ["at a text", "in an exercise", "after a hint", "after a wrong answer", "at the end"]


@pytest.mark.parametrize("moment", KILLS)
def test_nothing_is_lost_by_a_kill(own: Path, moment: str) -> None:
    with Screen(own) as screen:
        if moment == "at a text":
            screen.enter("learn small", "Welcome.")
            screen.enter("", "[7♥ 8♥ 9♥]")
        else:
            to_exercise(screen, 2)
        if moment == "in an exercise":
            screen.type("n")
        if moment == "after a hint":
            screen.enter("h", "Hint 1 of 4")
        if moment == "after a wrong answer":
            screen.enter("yes", "x wrong yes")
        if moment == "at the end":
            screen.enter("no", exercise(3))
            for number, answer in enumerate(ANSWERS[2:-1], start=4):
                screen.enter(answer, exercise(number))
            screen.enter(ANSWERS[-1], "Well done.")
        screen.kill()
    with Screen(own, "learn", "small") as screen:
        screen.see("You go on where you left off.")
        screen.prompted()
        match moment:
            case "at a text":
                screen.see("[7♥ 8♥ 9♥]")
                screen.enter("", exercise(1))
            case "in an exercise":
                screen.see(exercise(2))
                screen.enter("no", exercise(3))
            case "after a hint":
                screen.see("(you have had 1 of 4 hints here)")
                screen.enter("h", "Hint 2 of 4")
            case "after a wrong answer":
                screen.see(exercise(3))
            case _:
                screen.see("Well done.")
                screen.type(ENTER)
                screen.see("Lesson 99 is done: Small.")
                assert screen.ended() == 0


def test_the_daily(own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The shipped list begins on 2026-11-30; a date of it is for practice, and counts no streak."""
    with Screen(own, "daily", "--date", "2026-11-30") as screen:
        screen.see("Daily of 2026-11-30:")
        screen.prompted()
        screen.type(CTRL_D)
        screen.see("The puzzle waits for you.")
        assert screen.ended() == 0
    with Store(database_path()) as store:
        assert [daily.day for daily in store.dailies()] == [date(2026, 11, 30)]


def test_a_mistake_is_drilled_when_it_is_due(own: Path) -> None:
    """Here from the day before yesterday, since nothing comes back on the same day."""
    with Screen(own, "puzzle", "second") as screen:
        screen.prompted()
        screen.type(f"lay nothing{ENTER}")
        screen.see("It counts as unsolved")
        assert screen.ended() == 1
    with Screen(own) as screen:
        screen.enter("drill", "Nothing is due today. The next comes back on")
        screen.enter("drill forecast", "1 question you missed, by the day they come back:")
        screen.enter("drill now", "Cannot drill 'now': write 'drill' or 'drill forecast'.")
        screen.type(CTRL_D)
        assert screen.ended() == 0
    with closing(sqlite3.connect(database_path())) as connection:
        connection.execute("UPDATE attempts SET local_date = date(local_date, '-2 days')")
        connection.commit()
    with Screen(own, "drill") as screen:
        screen.see("1 question you missed is due.")
        screen.see("Drill 1 of 1, from a puzzle, missed once")
        screen.prompted()
        screen.type(CTRL_D)
        screen.see("1 question still due: drill goes on.")
        assert screen.ended() == 0
    with Screen(own, "drill") as screen:
        screen.prompted()
        screen.type(f"lay nothing{ENTER}")
        screen.see("It comes back in 1 day, on")
        assert screen.ended() == 1


def test_puzzles_against_the_clock(own: Path) -> None:
    with Screen(own, "timed", "1") as screen:
        screen.see("How many puzzles can you solve in 1 minute?")
        screen.see("[1:00]")
        screen.see("misses, 0:5")  # the clock runs in the line below, too
        screen.type(f"q{ENTER}")
        assert screen.ended() == 0
    with Screen(own, "timed", "1", "--no-clock") as screen:
        screen.see("0 solved, 0 of 3 misses q ends the run")
        assert "1:00" not in screen.text
        screen.type(f"zzz{ENTER}")
        screen.type(f"q{ENTER}")
        assert screen.ended() == 0
    with Store(database_path()) as store:
        assert store.runs() == []  # nothing was answered


def test_a_rated_puzzle_and_a_streak(own: Path) -> None:
    with Screen(own) as screen:
        screen.enter("puzzle layoff", "Which cards do you lay off?")
        screen.enter("lay 6h 3s 4s 8s", "Your rating: ")
        assert "give or take" in screen.flat
        assert "provisional" in screen.flat
        screen.enter("timed soon", "Cannot read 'soon': write the minutes (1 to 60)")
        screen.enter("streak", "How many puzzles can you solve before the first miss?")
        screen.enter("q", "okgin> ")
        screen.type(CTRL_D)
        assert screen.ended() == 0
