"""Files that are in order: what is read from them, where they are found, what is not imported."""

from __future__ import annotations

import subprocess
import sys
from datetime import date
from pathlib import Path

import pytest

from tests.content_files import (
    DISCARD,
    KNOCK,
    LAYOFF,
    count,
    lesson,
    meld,
    puzzle,
    solver,
    write,
)
from trainer.coach.questions import (
    Arrange,
    Count,
    Decide,
    IsLegal,
    IsMeld,
    KnockLimit,
    ScoreDeal,
)
from trainer.content import (
    BrokenFile,
    Library,
    NoSuchContent,
    Puzzle,
    Say,
    daily_puzzle,
    load_lesson,
    load_puzzle,
    read_position_file,
    read_position_text,
    shipped_folder,
)
from trainer.content.locate import shipped_root
from trainer.content.receipts import Receipt, read_receipts, receipts_path, write_receipts
from trainer.game import PRESETS, Action, Position, parse_card, parse_hand, to_line


def load(tmp_path: Path, text: str) -> Puzzle:
    path = tmp_path / "p.yaml"
    path.write_text(text)
    return load_puzzle(path)


def test_puzzle_with_everything(tmp_path: Path) -> None:
    found = load(
        tmp_path,
        puzzle(
            title='"Now: or # later"',
            author="Ann",
            themes="[outs, safety]",
            prompt="What now?",
            hints="[one, 'two: three']",
            explain="|\n  Because.\n",
            answers="[5s, discard Jc]",
        ),
    )
    assert (found.id, found.title, found.author) == ("p", "Now: or # later", "Ann")
    assert found.themes == ("outs", "safety")
    exercise = found.exercise
    assert exercise.id == "p"
    assert exercise.prompt == "What now?"
    assert exercise.hints == ("one", "two: three")
    assert exercise.explain == "Because."
    assert exercise.answers == ("5s", "discard Jc")
    assert isinstance(exercise.question, Decide)
    position = exercise.question.position
    assert position.ask == "discard"
    assert position.hand == parse_hand("2c 3c 4c 7d 7h 9s 9d Jc Kc Ad 5s")
    assert position.drawn == parse_card("5s")
    assert position.rules == PRESETS["oklahoma"]
    assert position.limit == 6


def test_prompt_falls_back_on_the_question(tmp_path: Path) -> None:
    assert load(tmp_path, puzzle()).exercise.prompt == "What do you throw, and do you knock?"


def test_rules_of_a_position(tmp_path: Path) -> None:
    rules = "  rules: {preset: ruby, must_gin: yes, target: null, fixed_limit: 4}\n"
    question = load(tmp_path, puzzle(DISCARD + rules)).exercise.question
    assert isinstance(question, Decide)
    assert question.position.rules.preset == "ruby"
    assert question.position.rules.must_gin
    assert question.position.rules.target is None
    assert question.position.limit == 4


def test_every_kind_of_question(tmp_path: Path) -> None:
    hand = parse_hand("7h 8h 9h Kc")
    keys = f"hand: {'7h 8h 9h Kc'}\n"
    assert load(tmp_path, puzzle(keys, ask="count")).exercise.question == Count(hand)
    assert load(tmp_path, puzzle(keys, ask="arrange")).exercise.question == Arrange(hand)
    cards = load(tmp_path, puzzle("cards: 7h 8h 9h Kc\n", ask="meld")).exercise.question
    assert cards == IsMeld(hand)
    limit = load(tmp_path, puzzle("first_upcard: Ah\nrules: rulebook\n", ask="limit"))
    assert limit.exercise.question == KnockLimit(PRESETS["rulebook"], parse_card("Ah"))
    legal = load(tmp_path, puzzle(DISCARD + "action: knock 5s\n", ask="legal")).exercise.question
    assert isinstance(legal, IsLegal)
    assert legal.action == Action("knock", parse_card("5s"))


def test_finished_deal(tmp_path: Path) -> None:
    keys = (
        "first_upcard: Ts\nknocker: them\nmine: 5c 6c 8c 8d Th Ts Jh Js Qd Ks\n"
        "theirs: 2c 3c 4c 7d 7h 7s 9s 9d 9h Kc\n"
    )
    question = load(tmp_path, puzzle(keys, ask="score")).exercise.question
    assert question == ScoreDeal(
        rules=PRESETS["oklahoma"],
        first_upcard=parse_card("Ts"),
        knocker=1,
        hands=(
            parse_hand("5c 6c 8c 8d Th Ts Jh Js Qd Ks"),
            parse_hand("2c 3c 4c 7d 7h 7s 9s 9d 9h Kc"),
        ),
        spread=(parse_hand("2c 3c 4c"), parse_hand("7d 7h 7s"), parse_hand("9s 9d 9h")),
        going_out="knock",
    )


def test_spread_as_written(tmp_path: Path) -> None:
    """Three of a rank laid as deadwood: 3c 3d loose, so that nobody lays off on the set."""
    keys = (
        "first_upcard: Td\nknocker: me\nmine: 2h 3h 4h 3c 3d 9c 9d 9s Ac 2d\n"
        "theirs: 5h 6h 8c Td Ts Jh Js Qd Ks Kd\nspread: 9c 9d 9s | 3c 3d 3h\n"
    )
    question = load(tmp_path, puzzle(keys, ask="score")).exercise.question
    assert isinstance(question, ScoreDeal)
    assert set(question.spread) == {parse_hand("9c 9d 9s"), parse_hand("3c 3d 3h")}


def test_lesson(tmp_path: Path) -> None:
    path = tmp_path / "01-l.yaml"
    path.write_text(
        lesson(
            'say: |\n  Cards such as 7h: # is a sign.\nshow: "7h 8h 9h | Qc Kc Ac"',
            count("one", "7h 8h 9h Kc", "themes: [count]"),
            meld("two"),
            requires="[a, b]",
        )
    )
    found = load_lesson(path)
    assert (found.id, found.number, found.title, found.objective) == ("l", 1, "T", "O")
    assert found.requires == ("a", "b")
    say = found.steps[0]
    assert say == Say(
        "Cards such as 7h: # is a sign.", (parse_hand("7h 8h 9h"), parse_hand("Qc Kc Ac"))
    )
    assert [exercise.id for exercise in found.exercises] == ["one", "two"]
    assert found.exercises[0].themes == ("count",)


@pytest.mark.parametrize("text", [DISCARD, KNOCK, LAYOFF])
def test_positions_round_trip(tmp_path: Path, text: str) -> None:
    import yaml

    inner = "\n".join(line[2:] for line in text.splitlines()[1:])
    position = read_position_text(inner, Path("-"))
    path = tmp_path / "position.yaml"
    path.write_text(yaml.safe_dump(position.to_mapping()))
    assert read_position_file(path) == position


# -- receipts --------------------------------------------------------------------------------------


def position_of(found: Puzzle) -> Position:
    assert isinstance(found.exercise.question, Decide)
    return found.exercise.question.position


def test_receipts_come_with_the_exercise(tmp_path: Path) -> None:
    found = load(tmp_path, puzzle())
    assert found.exercise.receipt is None
    position = position_of(found)
    analysis = solver({"discard Kc": 0.0})(position, 1000)
    write_receipts(found.path, {"p": Receipt(to_line(position), analysis)})
    assert receipts_path(found.path).name == "p.receipts.json"
    assert read_receipts(found.path)["p"].analysis == analysis
    assert load_puzzle(found.path).exercise.receipt == analysis


def test_receipt_of_another_position_is_not_used(tmp_path: Path) -> None:
    found = load(tmp_path, puzzle())
    analysis = solver({"discard Kc": 0.0})(position_of(found), 1000)
    write_receipts(found.path, {"p": Receipt(to_line(position_of(found)), analysis)})
    assert load(tmp_path, puzzle(DISCARD.replace("Jc", "Js"))).exercise.receipt is None


def test_unreadable_receipts(tmp_path: Path) -> None:
    path = tmp_path / "p.yaml"
    receipts_path(path).write_text('{"p": {"position": 3}}')
    with pytest.raises(BrokenFile, match=r"p\.receipts\.json:1:1: these are no receipts \(.*\): "):
        load(tmp_path, puzzle())


def test_no_receipts_no_file(tmp_path: Path) -> None:
    path = tmp_path / "p.yaml"
    receipts_path(path).write_text("{}")
    write_receipts(path, {})
    assert list(tmp_path.iterdir()) == []


# -- the library -----------------------------------------------------------------------------------


@pytest.fixture
def library(tmp_path: Path) -> Library:
    shipped = write(
        tmp_path / "shipped",
        l_02_second=lesson(count("a"), id="second", number="2"),
        l_01_first=lesson(meld("a"), id="first"),
        p_b=puzzle(id="b"),
        p_a=puzzle(id="a"),
    )
    own = write(
        tmp_path / "own",
        l_mine=lesson(count("a"), id="mine", number="9"),
        p_b=puzzle(id="b", title="Another"),
        p_broken="id: [",
    )
    return Library(own, tmp_path / "missing", shipped=shipped)


def test_order_and_names(library: Library) -> None:
    assert library.lesson_ids == ("first", "second", "mine")
    assert library.puzzle_ids == ("a", "b", "broken")
    assert [found.number for found in library.lessons] == [1, 2, 9]
    assert [found.id for found in library.puzzles] == ["a", "b"]


def test_broken_files_do_no_harm_to_the_others(library: Library) -> None:
    assert [Path(fault.problem.path).name for fault in library.faults] == ["broken.yaml"]
    with pytest.raises(BrokenFile, match="is not closed"):
        library.puzzle("broken")


def test_the_shipped_file_wins(library: Library) -> None:
    assert library.puzzle("b").title == "A choice"


def test_by_id_number_or_file(library: Library, tmp_path: Path) -> None:
    assert library.lesson("second").id == "second"
    assert library.lesson("2").id == "second"
    assert library.lesson("first") is library.lesson("1")
    path = tmp_path / "elsewhere.yaml"
    path.write_text(puzzle(id="elsewhere"))
    assert library.puzzle(str(path)).id == "elsewhere"


def test_no_such_content(library: Library) -> None:
    with pytest.raises(NoSuchContent) as missing:
        library.lesson("secnd")
    assert str(missing.value) == (
        "there is no lesson 'secnd', did you mean 'second'? (there are: first, second, mine)"
    )
    with pytest.raises(NoSuchContent, match="there is no lesson '7'"):
        library.lesson("7")
    with pytest.raises(BrokenFile, match=r"nowhere\.yaml:1:1: there is no such file"):
        library.puzzle("nowhere.yaml")


def test_of_many_names_a_few_are_told(tmp_path: Path) -> None:
    folder = tmp_path / "puzzles"
    folder.mkdir()
    for number in range(50):
        (folder / f"p{number:02}.yaml").write_text("")
    with pytest.raises(NoSuchContent, match=r"there are: 50, among them p00, p01, p02\)"):
        Library(shipped=tmp_path).puzzle("q")


def test_one_lesson_reads_one_file(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []

    def load(path: Path) -> object:
        read.append(path.name)
        return load_lesson(path)

    monkeypatch.setattr("trainer.content.library.load_lesson", load)
    library.lesson("second")
    library.lesson("second")
    assert read == ["02-second.yaml"]


def test_daily(library: Library) -> None:
    assert daily_puzzle(date(2026, 12, 1), library) is None
    fresh = Library(shipped=library.shipped)
    (library.shipped / "puzzles" / "daily.txt").write_text(
        "# from the first day on\n\n2026-12-01 b\n2026-12-02 a\n2026-12-04 b\n"
    )
    assert daily_puzzle(date(2026, 11, 30), fresh) is None
    assert daily_puzzle(date(2026, 12, 2), fresh) == "a"
    assert [daily_puzzle(date(2026, 12, day), fresh) for day in (5, 6, 7, 8)] == list("abba")


# -- the locator -----------------------------------------------------------------------------------


def test_wheel_layout(tmp_path: Path) -> None:
    package = tmp_path / "site-packages" / "trainer"
    write(package / "shipped")
    write(tmp_path / "site-packages")  # another distribution's folders of the same names
    assert shipped_root(package) == package / "shipped"
    assert shipped_folder("puzzles", package) == package / "shipped" / "puzzles"


def test_checkout_layout(tmp_path: Path) -> None:
    write(tmp_path)
    assert shipped_folder("lessons", tmp_path / "trainer") == tmp_path / "lessons"


def test_nothing_shipped(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"are missing beside .*: install okgin again"):
        shipped_root(tmp_path / "trainer")


def test_this_installation() -> None:
    assert Library().lesson_ids[:2] == ("melds-and-values", "arranging-a-hand")
    assert Library().faults == ()


def test_reading_needs_no_compiled_code() -> None:
    """Shipped questions are read, receipts included, without numba or numpy."""
    program = (
        "import sys; from trainer.content import Library; library = Library(); "
        "library.lessons, library.puzzles; import trainer.content.check; "
        "print([name for name in ('numba', 'numpy', 'sqlite3', 'rich') if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"
