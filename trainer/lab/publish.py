"""Certified candidates written as puzzles, if the checker has no objection."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Collection, Iterable, Iterator
from datetime import date, timedelta
from pathlib import Path
from random import Random

from trainer.coach.questions import Decide
from trainer.coach.reasons import main_theme
from trainer.coach.score import BY_SCORE
from trainer.content.check import check
from trainer.content.errors import ContentError
from trainer.content.library import SUFFIX, Library
from trainer.content.own import NEUTRAL_HINTS, write_mapping
from trainer.content.receipts import Receipt, receipts_path, write_receipts
from trainer.content.truth import accepted_answers
from trainer.game import format_card, to_line
from trainer.lab.certifying import Tried, likeness
from trainer.solver.analysis import Analysis

WORDS = Path(__file__).with_name("words.txt")
"""Two lines of words: one of each names a puzzle, and says nothing of it."""


def names(taken: Collection[str]) -> Iterator[str]:
    """Ids that are not taken, in an order that puts none beside one with which it shares a word."""
    first, second = (line.split() for line in WORDS.read_text("utf-8").splitlines())
    total = len(first) * len(second)
    for number in range(total):
        one, other = divmod(number * 577 % total, len(second))
        name = f"{first[one]}-{second[other]}"
        if name not in taken:
            yield name


def publish(folder: Path, tried: Iterable[Tried], most: int) -> Iterator[Path]:
    """Write up to so many certified candidates as puzzles into a folder; the files written.

    Left out is what is there already, in whatever suits, and what the checker refuses.

    Raises:
        OSError: the folder cannot be written to.
    """
    library = Library(shipped=folder.parent)
    asked = (puzzle.exercise.question for puzzle in library.puzzles)
    there = {likeness(question) for question in asked if isinstance(question, Decide)}
    free = names(library.puzzle_files)
    name = next(free)
    for each in in_turn(tried):
        like = likeness(each.candidate.question)
        if like not in there and write(folder / f"{name}{SUFFIX}", each):
            there.add(like)
            yield folder / f"{name}{SUFFIX}"
            name = next(free)
            most -= 1
        if most == 0:
            return


def in_turn(tried: Iterable[Tried]) -> Iterator[Tried]:
    """The certified ones: kinds in turn, and within a kind limits and doubling."""
    shelves: dict[str, list[Tried]] = {}
    for each in tried:
        if not each.refused:
            shelves.setdefault(each.candidate.kind, []).append(each)
    shown: Counter[tuple[str, int, int]] = Counter()
    while shelves:
        for kind in list(shelves):
            following = min(shelves[kind], key=lambda each: shown[_place(each)])
            shelves[kind].remove(following)
            if not shelves[kind]:
                del shelves[kind]
            shown[_place(following)] += 1
            yield following


def _place(tried: Tried) -> tuple[str, int, int]:
    position = tried.candidate.question.position
    return tried.candidate.kind, position.limit, position.multiplier


def write(path: Path, tried: Tried) -> bool:
    """Write a puzzle with its receipt; nothing is left of it where the checker has an objection."""
    question, analysis = tried.candidate.question, tried.analysis
    assert analysis is not None  # it is certified
    mapping: dict[str, object] = {
        "format": 1,
        "id": path.stem,
        "title": path.stem.replace("-", " ").capitalize(),
        "author": "okgin",
        "themes": themes(question, analysis),
        "ask": "decide",
        "position": question.position.to_mapping(),
    }
    if question.knock is not None:
        mapping["knock"] = format_card(question.knock)
    mapping["answers"] = list(accepted_answers(question, analysis))
    receipt = Receipt(to_line(question.position), analysis)
    write_receipts(path, {path.stem: receipt} if analysis.tier == "estimate" else {})
    for hints in ((), NEUTRAL_HINTS):
        if hints:
            mapping["hints"] = list(hints)
        write_mapping(path, mapping)
        if not check([path], Library(shipped=path.parent.parent), solve=lambda *_: analysis):
            return True
    path.unlink()
    receipts_path(path).unlink(missing_ok=True)
    return False


def themes(question: Decide, analysis: Analysis) -> list[str]:
    """What a puzzle is about: what sets the best apart from the best wrong one, and the deal."""
    position = question.position
    by_score = analysis.by_match and not analysis.best_in_points.accepted
    found = (
        main_theme(position, analysis) if question.knock is None else None,
        BY_SCORE if by_score else None,
        "gin-only" if position.limit == 0 else None,
        "spade" if position.multiplier > 1 else None,
    )
    return [theme for theme in dict.fromkeys(found) if theme is not None]


WEEK = 7


def days_to_come(library: Library, days: int) -> Iterator[tuple[date, str]]:
    """Puzzles for so many days after the end of the daily list, easy on Mondays, hard on Sundays.

    They are half as many as the days, each shown twice, so that some puzzles are left for other
    modes; none of them is in the list.

    Raises:
        ContentError: there are too few puzzles, or the list cannot be read.
    """
    listed = library.schedule
    heads = library.puzzle_heads
    fresh = [name for name in library.puzzle_ids if name not in set(listed.values())]
    wanted = -(-days // 2)
    if len(fresh) < wanted:
        raise ContentError(
            f"{days} days need {wanted} puzzles that no date has yet: there are {len(fresh)}"
        )
    # Every so-many-th by rating, so that those left over are as easy and as hard.
    ranked = sorted(fresh, key=lambda name: (heads[name].rating, name))
    chosen = [ranked[place * len(ranked) // wanted] for place in range(wanted)]
    bands = [
        deque(chosen[day * wanted // WEEK : (day + 1) * wanted // WEEK]) for day in range(WEEK)
    ]
    for band in bands:
        Random(len(chosen)).shuffle(band)
    first = max(listed) + timedelta(days=1)
    for day in (first + timedelta(days=number) for number in range(days)):
        band = bands[day.weekday()]
        yield day, band[0]
        band.rotate(-1)
