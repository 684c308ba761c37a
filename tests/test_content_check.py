"""The checker finds every kind of fault, at its place, and nothing in content that is in order."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.content_files import DISCARD, KNOCK, LAYOFF, count, lesson, meld, puzzle, solver, write
from trainer.content import Library
from trainer.content.certify import FIRST_PLAYOUTS, MOST_PLAYOUTS, Solve
from trainer.content.check import check, update
from trainer.game import Position
from trainer.solver.analysis import Analysis

CLAIMS = {"discard Kc": 0.0, "discard Jc": 3.0, "knock 3h": 0.0, "knock 2d": 0.2}
"""Kc is the one right throw of DISCARD; of KNOCK two knocks are right."""

EIGHT = [count(f"a{n}", "7h 8h 9h Kc") for n in range(4)] + [meld(f"b{n}") for n in range(4)]
LAID = '["lay 6h 3s 4s 8s"]'


def content(folder: Path) -> Path:
    """A content folder in which everything is in order."""
    folder = write(
        folder,
        l_01_one=lesson(*EIGHT, id="one"),
        l_02_two=lesson(*EIGHT, id="two", number="2", requires="[one]"),
        p_alone=puzzle(id="alone", answers="[Kc]", themes="[outs]"),
        p_several=puzzle(KNOCK, id="several", answers='["k 2d", "knock 3h"]'),
        p_exact=puzzle(LAYOFF, id="exact", answers=LAID),
    )
    (folder / "puzzles" / "daily.txt").write_text("2026-12-01 alone\n2026-12-02 exact\n")
    (folder / "puzzles" / "README.md").write_text("Puzzles.\n")
    return folder


def problems(folder: Path, solve: Solve | None = None, *, renew: bool = True) -> list[str]:
    """What the checker says of a shipped folder, with files named from the folder."""
    library = Library(shipped=folder)
    if renew:
        update([], library, solve=solver(CLAIMS))
    found = check([], Library(shipped=folder), solve=solve or solver(CLAIMS))
    assert found == sorted(found, key=lambda problem: (problem.path, problem.line))
    return [str(problem).removeprefix(f"{folder}/") for problem in found]


def test_nothing_wrong(tmp_path: Path) -> None:
    assert problems(content(tmp_path)) == []


def edit(name: str, old: str, new: str) -> Callable[[Path], None]:
    def change(folder: Path) -> None:
        text = (folder / name).read_text()
        assert old in text
        (folder / name).write_text(text.replace(old, new, 1))

    return change


def add(name: str, text: str) -> Callable[[Path], None]:
    def change(folder: Path) -> None:
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)

    return change


def remove(name: str) -> Callable[[Path], None]:
    return lambda folder: (folder / name).unlink()


FAULTS: dict[str, tuple[Callable[[Path], None], list[str]]] = {
    "broken file": (
        edit("puzzles/alone.yaml", "title: A choice", "title: no"),
        [
            'puzzles/alone.yaml:3:8: YAML reads no as false, a truth value: write "no" in quotes',
        ],
    ),
    "impossible position": (
        edit("puzzles/alone.yaml", "/9c", "/9s"),
        ["puzzles/alone.yaml:10:9: 9s cannot be in the hand*"],
    ),
    "unknown theme": (
        edit("puzzles/alone.yaml", "[outs]", "[outs, out]"),
        ["puzzles/alone.yaml:6:16: there is no theme 'out', did you mean 'outs'?"],
    ),
    "unknown theme in a lesson": (
        edit("lessons/01-one.yaml", "    hand", "    themes: [cuont]\n    hand"),
        ["lessons/01-one.yaml:9:14: there is no theme 'cuont', did you mean 'count'?"],
    ),
    "wrong answer": (
        edit("puzzles/alone.yaml", "[Kc]", "[Jc]"),
        [
            "puzzles/alone.yaml:5:1: 'discard Kc' is right too: add it",
            "puzzles/alone.yaml:5:11: 'Jc' is not right: right is 'discard Kc'",
        ],
    ),
    "right answer missing": (
        edit("puzzles/several.yaml", '["k 2d", ', "["),
        ["puzzles/several.yaml:5:1: 'knock 2d' is right too: add it"],
    ),
    "illegal answer": (
        edit("puzzles/alone.yaml", "[Kc]", '[Kc, "knock Kc"]'),
        ["puzzles/alone.yaml:5:15: cannot knock*"],
    ),
    "unreadable answer": (
        edit("puzzles/alone.yaml", "[Kc]", "[Kc, take]"),
        ["puzzles/alone.yaml:5:15: *take*"],
    ),
    "wrong exact answer": (
        edit(
            "lessons/01-one.yaml",
            "    hand: 7h 8h 9h Kc",
            "    hand: 7h 8h 9h Kc\n    answers: [9]",
        ),
        [
            "lessons/01-one.yaml:10:5: '10' is right too: add it",
            "lessons/01-one.yaml:10:15: '9' is not right: right is '10'",
        ],
    ),
    "wrong layoff": (
        edit("puzzles/exact.yaml", LAID, "[lay 6h]"),
        [
            "puzzles/exact.yaml:5:1: 'lay 6h 3s 4s 8s' is right too: add it",
            "puzzles/exact.yaml:5:11: 'lay 6h' is not right: right is 'lay 6h 3s 4s 8s'",
        ],
    ),
    "several answers, none listed": (
        edit("puzzles/several.yaml", 'answers: ["k 2d", "knock 3h"]\n', ""),
        [
            "puzzles/several.yaml:5:1: 'knock 3h', 'knock 2d' are all right: a puzzle lists "
            "several right answers in 'answers'",
        ],
    ),
    "hint leaks a card": (
        edit("puzzles/alone.yaml", "themes", "hints: [Look closely., Is Kc of use?]\nthemes"),
        ["puzzles/alone.yaml:6:24: the hint gives the answer away: it says 'Kc'"],
    ),
    "hint leaks a number": (
        edit("lessons/01-one.yaml", "    hand", "    hints: ['10 points.']\n    hand"),
        ["lessons/01-one.yaml:9:13: the hint gives the answer away: it says '10'"],
    ),
    "title leaks": (
        edit("puzzles/alone.yaml", "A choice", "The king of clubs"),
        ["puzzles/alone.yaml:3:8: the title gives the answer away: it says 'Kc'"],
    ),
    "id and file name leak": (
        add("puzzles/kc-or-jc.yaml", puzzle(id="kc-or-jc")),
        ["puzzles/kc-or-jc.yaml:2:5: the id gives the answer away: it says 'kc'"],
    ),
    "id of an exercise leaks": (
        edit(
            "lessons/01-one.yaml",
            "  - ask",
            "  - ask: decide\n    id: kc\n"
            + "".join(f"    {line}\n" for line in DISCARD.splitlines())
            + "  - ask",
        ),
        ["lessons/01-one.yaml:8:9: the id gives the answer away: it says 'kc'"],
    ),
    "duplicate id": (
        add("lessons/03-one.yaml", lesson(*EIGHT, id="one", number="3")),
        [
            "lessons/01-one.yaml:2:5: the id 'one' is taken by *03-one.yaml: choose another",
            "lessons/03-one.yaml:2:5: the id 'one' is taken by *01-one.yaml: choose another",
        ],
    ),
    "a lesson and a puzzle of one id": (
        add("puzzles/two.yaml", puzzle(id="two")),
        [
            "lessons/02-two.yaml:2:5: the id 'two' is taken by *puzzles/two.yaml: choose another",
            "puzzles/two.yaml:2:5: the id 'two' is taken by *02-two.yaml: choose another",
        ],
    ),
    "duplicate number": (
        add("lessons/02-three.yaml", lesson(*EIGHT, id="three", number="2")),
        [
            "lessons/02-three.yaml:3:9: the number 2 is taken by the lesson 'two'",
            "lessons/02-two.yaml:3:9: the number 2 is taken by the lesson 'three'",
        ],
    ),
    "unknown lesson required": (
        edit("lessons/02-two.yaml", "[one]", "[one, tow]"),
        ["lessons/02-two.yaml:6:17: there is no lesson 'tow', did you mean 'two'?"],
    ),
    "lessons in a circle": (
        edit("lessons/01-one.yaml", "steps", "requires: [two]\nsteps"),
        [
            "lessons/01-one.yaml:6:12: one requires two requires one: "
            "lessons cannot wait for one another",
            "lessons/02-two.yaml:6:12: two requires one requires two: "
            "lessons cannot wait for one another",
        ],
    ),
    "lesson that requires itself": (
        edit("lessons/02-two.yaml", "[one]", "[two]"),
        ["lessons/02-two.yaml:6:12: two requires two: lessons cannot wait for one another"],
    ),
    "too few exercises": (
        add("lessons/01-one.yaml", lesson(*EIGHT[1:], id="one")),
        ["lessons/01-one.yaml:6:1: the lesson has 7 exercises: 8 are the least"],
    ),
    "one kind of exercise": (
        add("lessons/01-one.yaml", lesson(*[count(f"a{n}") for n in range(8)], id="one")),
        ["lessons/01-one.yaml:6:1: every exercise is of one kind: 2 kinds are the least"],
    ),
    "stray file": (
        add("lessons/notes.txt", ""),
        ["lessons/notes.txt:1:1: a stray file, neither lesson nor puzzle: take it out"],
    ),
    "wrong suffix": (
        add("puzzles/new.yml", puzzle(id="new")),
        ["puzzles/new.yml:1:1: a stray file, neither lesson nor puzzle: call it 'new.yaml'"],
    ),
    "stray folder": (
        add("puzzles/old/x.yaml", ""),
        ["puzzles/old:1:1: a folder among the files: move its files up, or take it out"],
    ),
    "stray receipts": (
        add("puzzles/gone.receipts.json", "{}"),
        ["puzzles/gone.receipts.json:1:1: receipts without their 'gone.yaml': take them out"],
    ),
    "daily list among lessons": (
        add("lessons/daily.txt", ""),
        ["lessons/daily.txt:1:1: a stray file, neither lesson nor puzzle: take it out"],
    ),
    "unknown daily": (
        add("puzzles/daily.txt", "2026-12-01 alone\n2026-12-02  lost\n"),
        ["puzzles/daily.txt:2:13: there is no puzzle 'lost' to show"],
    ),
    "daily out of order": (
        add("puzzles/daily.txt", "2026-12-02 alone\n2026-12-01 exact\n"),
        ["puzzles/daily.txt:2:1: 2026-12-01 does not come after 2026-12-02 on line 1*"],
    ),
    "puzzle without a choice": (
        add(
            "puzzles/exact.yaml",
            puzzle(
                LAYOFF.replace("6h Td 2c 2d 3s 4s 8s Qs", "Ad 4c 2c 2d 3s 3d 9d Qs"), id="exact"
            ),
        ),
        ["puzzles/exact.yaml:5:1: every answer is right: a puzzle needs a wrong one"],
    ),
}


def like(found: list[str], wanted: list[str]) -> bool:
    from fnmatch import fnmatchcase

    return len(found) == len(wanted) and all(
        fnmatchcase(one, pattern.replace("[", "[[]"))
        for one, pattern in zip(found, wanted, strict=True)
    )


@pytest.mark.parametrize("fault", FAULTS)
def test_fault_is_found(tmp_path: Path, fault: str) -> None:
    change, wanted = FAULTS[fault]
    change(content(tmp_path))
    found = problems(tmp_path)
    assert like(found, wanted), "\n".join(found)


# -- receipts --------------------------------------------------------------------------------------


def alone(folder: Path) -> Path:
    """A folder with one puzzle; ``discard Kc`` is right."""
    return write(folder, p_alone=puzzle(id="alone"))


PLACE = "puzzles/alone.yaml:5:1: "


def test_estimate_without_receipt(tmp_path: Path) -> None:
    assert problems(alone(tmp_path), renew=False) == [
        PLACE + "this estimate has no receipt for just this position: run check --update"
    ]


def test_hints_are_checked_without_a_receipt_too(tmp_path: Path) -> None:
    edit("puzzles/alone.yaml", "title", "hints: [Kc]\ntitle")(alone(tmp_path))
    assert problems(tmp_path, renew=False)[0].endswith("gives the answer away: it says 'Kc'")


def test_receipt_of_a_changed_position(tmp_path: Path) -> None:
    problems(alone(tmp_path))
    edit("puzzles/alone.yaml", "7h", "8h")(tmp_path)
    assert problems(tmp_path, renew=False) == [
        PLACE + "this estimate has no receipt for just this position: run check --update"
    ]


def test_exact_answers_need_no_receipt(tmp_path: Path) -> None:
    folder = write(tmp_path, p_exact=puzzle(LAYOFF, id="exact", answers=LAID))
    assert problems(folder) == []
    assert [path.name for path in (folder / "puzzles").iterdir()] == ["exact.yaml"]


def test_receipt_of_another_version(tmp_path: Path) -> None:
    found = problems(alone(tmp_path), solver(CLAIMS, version="2"))
    assert found == [
        PLACE + "the receipt is stale: it is of solver version 1 (estimate), this is version 2 "
        "(estimate): run check --update"
    ]


def test_receipt_that_does_not_hold(tmp_path: Path) -> None:
    """At 8192 and 4096 playouts the errors are 0.141 and 0.2, jointly 0.245: five are 1.22."""
    assert problems(alone(tmp_path), solver(CLAIMS, shift=1.0)) == []
    found = problems(tmp_path, solver(CLAIMS, shift=1.5), renew=False)
    assert found == [
        PLACE + "the receipt says that 'discard Kc' is worth 5.00, a new analysis says 6.50: more "
        "than 5 standard errors (0.24) apart: run check --update"
    ]
    found = problems(tmp_path, solver({**CLAIMS, "discard Jc": 5.0}), renew=False)
    assert "the receipt says that 'discard Jc' is worth 2.00, a new analysis says 0.00" in found[0]


def test_tampered_receipt(tmp_path: Path) -> None:
    problems(alone(tmp_path))
    edit("puzzles/alone.receipts.json", '"accepted":false', '"accepted":true')(tmp_path)
    found = problems(tmp_path, renew=False)
    assert any("contradicts itself about 'discard Jc'" in line for line in found)


def test_receipts_of_nothing(tmp_path: Path) -> None:
    problems(alone(tmp_path))
    edit("puzzles/alone.receipts.json", '"alone"', '"other"')(tmp_path)
    assert problems(tmp_path, renew=False) == [
        "puzzles/alone.receipts.json:1:1: the receipt of 'other' belongs to no decision: "
        "run check --update",
        PLACE + "this estimate has no receipt for just this position: run check --update",
    ]


def test_broken_receipts(tmp_path: Path) -> None:
    alone(tmp_path)
    add("puzzles/alone.receipts.json", "{")(tmp_path)
    assert problems(tmp_path, renew=False)[0].startswith(
        "puzzles/alone.receipts.json:1:1: these are no receipts ("
    )
    assert problems(tmp_path) == []  # update has written them anew


def margins(tmp_path: Path, losses: dict[str, float], gap_error: float = 0.05) -> list[str]:
    solve = solver({"discard Kc": 0.0, **losses}, gap_error)
    alone(tmp_path)
    update([], Library(shipped=tmp_path), solve=solve)
    found = check([], Library(shipped=tmp_path), solve=solve)
    return [problem.sentence for problem in found]


def test_single_answer_by_a_margin(tmp_path: Path) -> None:
    assert margins(tmp_path, {"discard Jc": 1.5}) == []


def test_single_answer_by_too_little(tmp_path: Path) -> None:
    assert margins(tmp_path, {"discard Jc": 1.4}) == [
        "'discard Jc' is nearly as good as the one right answer: it loses 1.40 +- 0.42 points, "
        "and a single answer needs a margin of 1.50 points"
    ]


def test_single_answer_that_is_not_sure(tmp_path: Path) -> None:
    """1.6 less three times 0.3 is 0.7, on the other side of 0.75."""
    assert margins(tmp_path, {"discard Jc": 1.6}, gap_error=0.3) == [
        "'discard Jc' may be right or wrong: it loses 1.60 +- 0.90 points, and 0.75 points is "
        "the boundary; choose a clearer position"
    ]


def test_two_answers_of_which_one_is_not_sure(tmp_path: Path) -> None:
    edit("puzzles/alone.yaml", "title", "answers: [Kc, Jc]\ntitle")(alone(tmp_path))
    solve = solver({"discard Kc": 0.0, "discard Jc": 0.7}, gap_error=0.1)
    update([], Library(shipped=tmp_path), solve=solve)
    found = check([], Library(shipped=tmp_path), solve=solve)
    assert [problem.sentence for problem in found] == [
        "'discard Jc' may be right or wrong: it loses 0.70 +- 0.30 points, and 0.75 points is "
        "the boundary; choose a clearer position"
    ]


def test_double_deal_halves_the_margin(tmp_path: Path) -> None:
    """Under a spade 2.8 points are worth 1.4, and an error of 0.28 is worth 0.14."""
    text = puzzle(DISCARD.replace("6h", "6s"), id="alone")
    write(tmp_path, p_alone=text)
    solve = solver({"discard Kc": 0.0, "discard Jc": 2.8}, gap_error=0.1)
    update([], Library(shipped=tmp_path), solve=solve)
    found = check([], Library(shipped=tmp_path), solve=solve)
    assert ["1.40 +- 0.42 points" in problem.sentence for problem in found] == [True]


def test_too_close_to_tell_in_a_lesson(tmp_path: Path) -> None:
    step = "ask: decide\nid: x\n" + DISCARD
    write(tmp_path, l_01_one=lesson(step, *EIGHT, id="one"))
    solve = solver({"discard Kc": 0.0, "discard Jc": 0.5}, gap_error=0.3)
    update([], Library(shipped=tmp_path), solve=solve)
    found = check([], Library(shipped=tmp_path), solve=solve)
    assert [problem.sentence for problem in found] == [
        "whether 'discard Jc' is right is too close to tell: it loses 0.50 +- 0.90 points"
    ]


def test_update_spends_what_is_needed(tmp_path: Path) -> None:
    """The error of 65536 playouts is 0.08; 0.15 takes a bit more than 18600."""
    asked: list[int] = []
    inner = solver({"discard Kc": 0.0}, gap_error=0.08)

    def solve(position: Position, playouts: int) -> Analysis:
        asked.append(playouts)
        return inner(position, playouts)

    changed = update([], Library(shipped=alone(tmp_path)), solve=solve)
    assert [path.name for path in changed] == ["alone.receipts.json"]
    assert asked[:2] == [2, FIRST_PLAYOUTS]
    assert 18600 < asked[2] < 22000
    assert len(asked) == 3
    assert update([], Library(shipped=tmp_path), solve=solve) == []  # a current receipt is kept
    assert asked[3:] == [2]


def test_update_knows_when_to_stop(tmp_path: Path) -> None:
    asked: list[int] = []
    inner = solver({"discard Kc": 0.0, "discard Jc": 0.75}, gap_error=0.5)

    def solve(position: Position, playouts: int) -> Analysis:
        asked.append(playouts)
        return inner(position, playouts)

    update([], Library(shipped=alone(tmp_path)), solve=solve)
    assert asked == [2, FIRST_PLAYOUTS, MOST_PLAYOUTS]


def test_update_takes_out_receipts_that_are_not_needed(tmp_path: Path) -> None:
    folder = alone(tmp_path)
    problems(folder)
    add("puzzles/alone.yaml", puzzle(LAYOFF, id="alone", answers=LAID))(folder)
    changed = update([], Library(shipped=folder), solve=solver(CLAIMS))
    assert [path.name for path in changed] == ["alone.receipts.json"]
    assert not (folder / "puzzles" / "alone.receipts.json").exists()


# -- paths and progress ----------------------------------------------------------------------------


def test_files_and_folders_of_the_learner(tmp_path: Path) -> None:
    """A short lesson is fine there; ids must still differ from the shipped ones."""
    library = Library(shipped=content(tmp_path / "shipped"))
    own = write(
        tmp_path / "own",
        l_short=lesson(count("a"), id="short", number="9"),
        l_one=lesson(count("a"), id="one", number="8"),
    )
    solve = solver(CLAIMS)
    found = check([own], library, solve=solve)
    assert [problem.sentence for problem in found] == [
        f"the id 'one' is taken by {tmp_path / 'shipped/lessons/01-one.yaml'}: choose another"
    ]
    assert check([own / "lessons" / "short.yaml"], library, solve=solve) == []
    assert len(check([own / "lessons"], library, solve=solve)) == 1
    [missing] = check([own / "lessons" / "none.yaml"], library, solve=solve)
    assert missing.sentence == "there is no such file: check its name"


def test_receipts_and_daily_list_by_name(tmp_path: Path) -> None:
    folder = content(tmp_path)
    problems(folder)
    library = Library(shipped=folder)
    paths = [folder / "puzzles" / name for name in ("alone.receipts.json", "daily.txt")]
    assert check(paths, library, solve=solver(CLAIMS)) == []


def test_progress_is_told(tmp_path: Path) -> None:
    told: list[tuple[float, str]] = []
    library = Library(shipped=content(tmp_path))
    check([], library, lambda share, what: told.append((share, what)), solve=solver(CLAIMS))
    shares = [share for share, _ in told]
    assert shares == sorted(shares)
    assert told[0] == (0.0, "one: a0")
    assert told[-1] == (1.0, "done")
    assert len(told) == 2 * 8 + 3 + 1
