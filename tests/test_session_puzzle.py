"""Puzzles, dailies and single sittings: what is recorded, what comes next, what a hint costs."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import msgspec
import pytest

from tests.content_files import DISCARD, LAYOFF, puzzle, solver, write
from trainer.coach.judge import judge
from trainer.coach.questions import (
    Arrange,
    Count,
    Decide,
    IsLegal,
    IsMeld,
    KnockLimit,
    Question,
    ScoreDeal,
)
from trainer.coach.verdict import Verdict
from trainer.content import Library, read_position_text
from trainer.game import Action, Position, Rules, parse_card, parse_hand, parse_spread
from trainer.progress import Store
from trainer.session.puzzle import next_puzzle, sit
from trainer.session.run import PuzzleRun
from trainer.session.sitting import Item, Sitting, Study, best_answer, question_text
from trainer.solver.analysis import Analysis, SpreadValue

NOW = datetime(2026, 11, 30, 20, tzinfo=UTC)
TODAY = date(2026, 11, 30)


class Solver:
    """A stand-in for the solver that counts how often and how hard it was asked."""

    def __init__(self, losses: dict[str, float], gap_error: float = 0.05) -> None:
        self.asked: list[int] = []
        self.solve = solver(losses, gap_error)

    def __call__(self, position: Position, *, playouts: int = 65536) -> Analysis:
        self.asked.append(playouts)
        return self.solve(position, playouts)


LOSSES = {"discard Kc": 0.0, "discard Jc": 0.2, "discard 7d": 2.0}


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "p.sqlite3") as opened:
        yield opened


def study(store: Store, solve: Solver | None = None, today: date = TODAY) -> Study:
    """A study at one moment."""
    return Study(store, lambda: NOW, lambda: today, solve or Solver({}))


def position_of(text: str) -> Position:
    """The position of a piece of YAML."""
    lines = [line[2:] for line in text.splitlines()[1:]]
    return read_position_text("\n".join(lines), Path("p.yaml"))


def sitting(store: Store, question: Question, solve: Solver | None = None) -> Sitting:
    """A sitting with a question of the learner's own."""
    return Sitting(study(store, solve), Item("puzzle", "p", "p", question))


# -- one answer ------------------------------------------------------------------------------------


def test_an_answer_is_recorded_with_all_that_is_known_of_it(store: Store) -> None:
    solve = Solver(LOSSES)
    verdict = sitting(store, Decide(position_of(DISCARD)), solve).answer("7d")
    assert verdict.grade == "mistake"
    (attempt,) = store.attempts()
    assert attempt.answer == "discard 7d"
    assert attempt.grade == "mistake"
    assert attempt.points_lost == 2.0
    assert attempt.local_date == TODAY
    assert attempt.at == NOW
    assert attempt.rated
    assert attempt.first
    assert not attempt.forced
    assert msgspec.json.decode(attempt.verdict, type=Verdict) == verdict


def test_exact_answers_have_no_points_to_lose_in_the_error_rate(store: Store) -> None:
    sitting(store, Count(parse_hand("7h 8h 9h Kc"))).answer("11")
    (attempt,) = store.attempts()
    assert attempt.grade == "wrong"
    assert attempt.points_lost is None
    assert store.stats(TODAY).error_rate.decisions == 0


def test_layoffs_count_in_the_error_rate(store: Store) -> None:
    verdict = sitting(store, Decide(position_of(LAYOFF))).answer("lay nothing")
    (attempt,) = store.attempts()
    assert attempt.points_lost == verdict.points_lost == 21.0
    assert store.stats(TODAY).error_rate.decisions == 1


def test_what_the_rules_forbid_costs_no_points(store: Store) -> None:
    solve = Solver(LOSSES)
    verdict = sitting(store, Decide(position_of(DISCARD)), solve).answer("k 5s")
    assert verdict.grade == "wrong"
    assert store.attempts()[0].points_lost is None


def test_a_forced_move_is_no_decision(store: Store) -> None:
    forced = Position.from_mapping(
        {"dealer": "them", "first_upcard": "6h", "hand": "2c 3c 4c 7d 7h 9s 9d Jc Kc Ad"}
        | {"history": "x x"}
    )
    assert sitting(store, Decide(forced)).answer("s").passed
    assert store.attempts()[0].forced
    assert store.stats(TODAY).error_rate.decisions == 0


def test_an_unsure_analysis_is_refined_once(store: Store) -> None:
    unsure = Solver({"discard Kc": 0.0, "discard Jc": 0.5}, gap_error=0.6)
    verdict = sitting(store, Decide(position_of(DISCARD)), unsure).answer("Jc")
    assert unsure.asked == [65536, 4 * 65536]
    assert verdict.analysis is not None
    assert verdict.analysis.playouts == 4 * 65536
    assert not verdict.rated  # 0.3 is still more than 0.25
    assert not store.attempts()[0].rated
    sure = Solver(LOSSES)
    assert sitting(store, Decide(position_of(DISCARD)), sure).answer("Jc").rated
    assert sure.asked == [65536]


def test_a_receipt_is_graded_from_and_nothing_is_solved(store: Store) -> None:
    position = position_of(DISCARD)
    receipt = solver(LOSSES)(position, 65536)
    solve = Solver({"discard 7d": 0.0})
    item = Item("puzzle", "p", "p", Decide(position), receipt=receipt)
    assert not item.needs_solver
    assert Sitting(study(store, solve), item).answer("7d").grade == "mistake"
    assert solve.asked == []
    assert Item("puzzle", "p", "p", Decide(position)).needs_solver
    assert not Item("puzzle", "p", "p", Decide(position_of(LAYOFF))).needs_solver
    assert not Item("puzzle", "p", "p", Count(parse_hand("7h 8h 9h"))).needs_solver


def test_an_analysis_is_made_once_for_a_question(store: Store) -> None:
    solve = Solver(LOSSES)
    asked = sitting(store, Decide(position_of(DISCARD)), solve)
    for _ in range(5):
        asked.hint()
    asked.answer("7d")
    assert solve.asked == [65536]


# -- hints -----------------------------------------------------------------------------------------


def test_hints_come_in_four_stages_and_cost_the_rating(store: Store) -> None:
    solve = Solver(LOSSES)
    asked = sitting(store, Decide(position_of(DISCARD)), solve)
    early = asked.next_hint_analyses
    first, second = asked.hint(), asked.hint()
    assert (first.stage, second.stage) == (1, 2)
    assert solve.asked == []  # the first two need no analysis
    assert (early, asked.next_hint_analyses) == (False, True)
    third = asked.hint()
    assert third.text.startswith("One of these is right: discard 7d, or discard Kc. With 7d ")
    fourth = asked.hint()
    assert fourth.verdict is not None
    assert fourth.verdict.best == "discard Kc"
    assert fourth.verdict.grade == "right"
    assert asked.hint() == fourth
    assert asked.revealed
    assert asked.answer("Kc").passed
    (attempt,) = store.attempts()
    assert (attempt.hints, attempt.rated) == (4, False)


def test_hints_shown_survive_a_restart(store: Store) -> None:
    asked = sitting(store, Count(parse_hand("7h 8h 9h Kc")))
    asked.hint()
    asked.hint()
    again = sitting(store, Count(parse_hand("7h 8h 9h Kc")))
    assert again.stage == 2
    again.answer("10")
    assert store.attempts()[0].hints == 2
    assert sitting(store, Count(parse_hand("7h 8h 9h Kc"))).stage == 0


CARDS = parse_hand("3c 4c 5c 9d 9h 9s Js Qs Ks 6d")
QUESTIONS: list[Question] = [
    Arrange(CARDS),
    Arrange(parse_hand("2c 5d 9h Ks")),
    Count(CARDS),
    Count(parse_hand("3c 4c 5c")),
    IsMeld(parse_hand("3c 4c 5c")),
    IsMeld(parse_hand("3c 4c 6c")),
    IsLegal(position_of(DISCARD), Action.parse("knock 5s")),
    IsLegal(position_of(DISCARD), Action.parse("discard 5s")),
    KnockLimit(Rules(), 0),
    KnockLimit(Rules(), 7),
    *(
        ScoreDeal(
            Rules(undercut_bonus=bonus),
            9,
            0,
            (CARDS, parse_hand(hand)),
            parse_spread("3c 4c 5c | 9d 9h 9s | Js Qs Ks"),
            "knock",
        )
        for bonus, hand in (
            (25, "2c 6c 7c 9c Th Td 4h Ah 2h Kd"),
            (25, "2c 6c 7c 9c 8h 8d 8s Ah 2h Ad"),
            (0, "2c 6c 7c 9c 8h 8d 8s Ah 3h 2d"),
        )
    ),
]


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: str(question.kind))
def test_the_last_hint_shows_an_answer_that_is_right(store: Store, question: Question) -> None:
    """Also where the answer is that nobody scores, or that there is no meld."""
    asked = sitting(store, question)
    for _ in range(4):
        hint = asked.hint()
    assert hint.verdict is not None
    assert hint.verdict.passed
    assert judge(question, question.read(best_answer(question))).passed
    assert asked.answer(hint.verdict.best).passed


def test_the_last_hint_of_a_settled_knock_shows_its_spread(store: Store) -> None:
    hand = "Ac 2c 3c 7d 7h 7s 9s 9d 9h Kc 2d"
    position = Position.from_mapping(
        {"dealer": "me", "first_upcard": "Th", "hand": hand, "history": "x x s/Kd s"}
    )
    knock, best, other = "knock Kc", "Ac 2c 3c | 7d 7h 7s | 9d 9h 9s", "7d 7h 7s | 9d 9h 9s"
    analysis = solver({knock: 0.0})(position, 65536)
    spreads = tuple(
        SpreadValue(spread=text, points_lost=lost, gap_error=0.1, accepted=not lost)
        for text, lost in ((best, 0.0), (other, 4.0))
    )
    actions = tuple(
        msgspec.structs.replace(value, spread=best, spreads=spreads)
        if value.action == knock
        else value
        for value in analysis.actions
    )
    receipt = msgspec.structs.replace(analysis, actions=actions)
    question = Decide(position, parse_card("Kc"))
    asked = Sitting(study(store), Item("puzzle", "p", "p", question, receipt=receipt))
    for _ in range(4):
        hint = asked.hint()
    assert hint.verdict is not None
    assert hint.verdict.passed
    assert hint.verdict.best == f"{knock}: {best}"
    wrong = asked.answer(other)
    assert wrong.grade == "blunder"
    assert wrong.reasons[0].text == f"This loses about 4.0 points (± 0.2) to {best}."
    assert wrong.reasons[1].text.startswith("Your spread declares 8 points, the other 2.")


def test_a_changed_question_has_another_text() -> None:
    texts = {question_text(question) for question in QUESTIONS}
    texts |= {question_text(Decide(position_of(text))) for text in (DISCARD, LAYOFF)}
    assert len(texts) == len(QUESTIONS) + 2
    knock = position_of(DISCARD)
    assert question_text(Decide(knock)) != question_text(Decide(knock, 3))


# -- puzzles ---------------------------------------------------------------------------------------


def count_puzzle(id: str) -> str:
    """A puzzle whose answer is 10."""
    return puzzle("hand: 7h 8h 9h Kc\n", id=id, title=id.upper(), ask="count")


@pytest.fixture
def library(tmp_path: Path) -> Library:
    folder = write(tmp_path / "content", **{f"p_{id}": count_puzzle(id) for id in "abcd"})
    return Library(shipped=folder)


def solve(library: Library, store: Store, id: str, text: str) -> None:
    """Answer a puzzle."""
    sit(library.puzzle(id), study(store)).answer(text)


def following(library: Library, store: Store) -> str | None:
    """The id of the next puzzle."""
    found = next_puzzle(library, store, TODAY)
    return None if found is None else found.id


def test_the_next_puzzle(library: Library, store: Store) -> None:
    assert following(library, store) == "a"
    solve(library, store, "a", "11")
    assert following(library, store) == "b"  # a was missed a moment ago
    solve(library, store, "b", "10")
    assert following(library, store) == "a"  # now it waits
    sit(library.puzzle("c"), study(store)).hint()
    assert following(library, store) == "c"  # was left open after a hint
    solve(library, store, "c", "10")
    solve(library, store, "a", "10")
    assert following(library, store) == "d"
    solve(library, store, "d", "12")
    assert following(library, store) == "d"  # nothing else is left
    solve(library, store, "d", "10")
    assert following(library, store) is None


def test_skipped_puzzles_come_last(library: Library, store: Store) -> None:
    store.skip_puzzle("a", NOW)
    assert following(library, store) == "b"
    for id in "bcd":
        solve(library, store, id, "10")
    assert following(library, store) == "a"


def test_a_puzzle_that_cannot_be_read_is_passed_over(library: Library, store: Store) -> None:
    library.puzzle_files["a"].write_text("format: 1\nid: [")
    assert following(library, store) == "b"


def test_a_puzzle_that_is_gone_is_not_offered(library: Library, store: Store) -> None:
    solve(library, store, "a", "11")
    library.puzzle_files["a"].unlink()
    again = Library(shipped=library.shipped)
    for id in "bcd":
        solve(again, store, id, "10")
    assert following(again, store) is None


# -- the daily -------------------------------------------------------------------------------------


def test_a_daily_solved_on_its_date_keeps_the_streak(library: Library, store: Store) -> None:
    for day in (28, 29, 30):
        when = date(2026, 11, day)
        asked = sit(library.puzzle("a"), study(store, today=when), when)
        assert asked.item.source == "daily"
        asked.answer("10")
    assert store.streak(TODAY).current == 3


def test_another_date_does_not_count(library: Library, store: Store) -> None:
    sit(library.puzzle("a"), study(store), date(2026, 11, 29)).answer("10")
    assert store.streak(TODAY).current == 0
    (daily,) = store.dailies()
    assert daily.solved_on == TODAY


def test_a_daily_belongs_to_the_day_on_which_it_was_put(library: Library, store: Store) -> None:
    """Thinking past midnight costs no streak."""
    days = iter([TODAY, date(2026, 12, 1)])
    late = Study(store, lambda: NOW, lambda: next(days), Solver({}))
    sit(library.puzzle("a"), late, TODAY).answer("10")
    assert store.attempts()[0].local_date == TODAY
    assert store.streak(TODAY).current == 1


def test_a_revealed_daily_is_not_solved(library: Library, store: Store) -> None:
    asked = sit(library.puzzle("a"), study(store), TODAY)
    for _ in range(4):
        asked.hint()
    assert asked.answer("10").passed
    assert store.dailies()[0].solved_on is None
    assert store.puzzle_states()["a"] == "waiting"


# -- which puzzle, and runs of them ----------------------------------------------------------------


@pytest.fixture
def bank(tmp_path: Path) -> Library:
    """Puzzles of 1100, 1300, ... 1900, every other one about counting."""
    texts = {
        f"p_r{rating}": puzzle(
            "hand: 7h 8h 9h Kc\n",
            id=f"r{rating}",
            ask="count",
            rating=str(rating),
            themes="[count]" if rating % 400 == 300 else "\n  - melds\n  - high-card",
        )
        for rating in range(1100, 2000, 200)
    }
    folder = write(tmp_path / "bank", **texts)
    (folder / "puzzles" / "daily.txt").write_text("2026-11-29 r1100\n2026-12-20 r1500\n")
    return Library(shipped=folder)


def test_heads_say_what_puzzles_say(bank: Library) -> None:
    for one in bank.puzzles:
        head = bank.puzzle_heads[one.id]
        assert (head.rating, head.themes) == (one.rating, one.themes)
    assert bank.puzzle_heads["r1300"].themes == ("melds", "high-card")
    shipped = Library()
    for one in shipped.puzzles:
        assert shipped.puzzle_heads[one.id].themes == one.themes


def chosen(bank: Library, store: Store, day: date = TODAY, **wish: str) -> str | None:
    found = next_puzzle(bank, store, day, **wish)
    return None if found is None else found.id


def test_the_next_puzzle_is_near_the_learners_rating(bank: Library, store: Store) -> None:
    assert chosen(bank, store) == "r1300"  # 1500 is kept for a daily to come
    assert chosen(bank, store, date(2026, 12, 21)) == "r1500"
    assert chosen(bank, store, difficulty="harder") == "r1700"
    assert chosen(bank, store, difficulty="easier") == "r1100"
    assert chosen(bank, store, theme="melds", difficulty="harder") == "r1700"
    assert chosen(bank, store, theme="count", difficulty="harder") == "r1900"
    assert chosen(bank, store, theme="layoff") is None
    solve(bank, store, "r1300", "10")
    assert store.rating().value > 1500
    assert chosen(bank, store) == "r1700"


def test_a_daily_to_come_is_in_no_other_mode(bank: Library, store: Store) -> None:
    for name in ("r1100", "r1300", "r1700", "r1900"):
        solve(bank, store, name, "10")
    assert chosen(bank, store) is None
    run = PuzzleRun.new(bank, study(store), "streak", 1)
    assert "r1500" not in run.waiting


def test_a_streak_ends_with_the_first_miss(bank: Library, store: Store) -> None:
    run = PuzzleRun.new(bank, study(store), "streak", 1)
    assert set(run.waiting) == {"r1100", "r1300", "r1700", "r1900"}
    for answer in ("10", "10", "11"):
        asked = run.next()
        assert asked is not None
        run.count(asked, asked.answer(answer))
    assert run.over
    assert run.next() is None
    assert (run.solved, run.missed) == (2, 1)
    assert run.best() == 0
    run.finish()
    assert run.best() == 2
    assert store.rated_attempts() == []
    assert len(store.drills()) == 1


def test_hints_are_misses_in_a_run(bank: Library, store: Store) -> None:
    run = PuzzleRun.new(bank, study(store), "streak", 1)
    asked = run.next()
    assert asked is not None
    asked.hint()
    run.count(asked, asked.answer("10"))
    assert run.over


def test_the_clock_ends_a_timed_run(bank: Library, store: Store) -> None:
    now = [NOW]
    moving = Study(store, lambda: now[0], lambda: TODAY, Solver({}))
    run = PuzzleRun.new(bank, moving, "timed", 1, 3)
    assert run.left == timedelta(minutes=3)
    asked = run.next()
    assert asked is not None
    now[0] += timedelta(minutes=2, seconds=59)
    assert run.count(asked, asked.answer("10"))
    last = run.next()
    assert last is not None
    now[0] += timedelta(seconds=1)
    assert run.left == timedelta(0)
    assert not run.count(last, last.answer("10"))
    assert run.over
    assert run.solved == 1


def test_easy_puzzles_come_first_and_no_two_runs_are_alike(bank: Library, store: Store) -> None:
    orders = {
        tuple(PuzzleRun.new(bank, study(store), "streak", seed).waiting) for seed in range(50)
    }
    assert len(orders) > 1
    assert all(order.index("r1100") < order.index("r1900") for order in orders)
