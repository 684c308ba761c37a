"""A learner's own small lesson and puzzles, with receipts, for the tests of the shell."""

from pathlib import Path

from tests.content_files import DISCARD, LAYOFF, count, lesson, meld, puzzle, solver, write
from trainer.coach.questions import Decide
from trainer.content import load_lesson, load_puzzle
from trainer.content.receipts import Receipt, write_receipts
from trainer.game import to_line

KNOCK_POSITION = """\
  dealer: me
  first_upcard: 6h
  hand: "3c 4c 5c 6c Jd Jh Js Ah 2s 3d Kd"
  drawn: 3d
  history: "x x s/Qc s/9h s/Qh s"
"""

SCORE = """\
ask: score
id: sum
first_upcard: 6s
knocker: them
mine: 2c 6c 9c Th Td 4h 4d 2h Ah Kd
theirs: 3c 4c 5c 9d 9h 9s Js Qs Ks 6d
"""

LOSSES = {"discard Kc": 0.0, "discard Jc": 0.2, "discard 7d": 2.0}
"""What the receipts say that throws cost; others cost 10."""

STEPS = [
    "say: Welcome. `lay 7h` is typed, 7h is drawn.",
    'show: "7h 8h 9h | Jc Jd Jh | Kc 2d"',
    count(
        "one",
        "7h 8h 9h Kc",
        'hints: ["Look at the hearts.", "A king is a face card."]',
        "explain: The king is left.",
    ),
    meld("two", "Qs Ks As"),
    "ask: arrange\nid: three\nhand: 5c 6c 7c 7d 7h Kd 2s",
    f"ask: legal\nid: four\naction: knock Kd\nposition:\n{KNOCK_POSITION}",
    "ask: limit\nid: five\nfirst_upcard: As",
    SCORE,
    f"ask: decide\nid: throw\n{DISCARD}",
    f"ask: decide\nid: lay\n{LAYOFF}",
    "say: Well done.",
]

ANSWERS = ["10", "no", "7c 7d 7h", "yes", "gin", "them 70", "Kc", "lay 6h 3s 4s 8s"]
"""Right answers to the exercises, in their order."""


def write_content(home: Path) -> None:
    """Write the lesson ``small`` and the puzzles ``first`` and ``second``."""
    folder = write(
        home / "content",
        l_99_small=lesson(*STEPS, id="small", number="99", title="Small", objective="To test."),
        p_first=puzzle(id="first", title="First", themes="[outs]"),
        p_second=puzzle(LAYOFF, id="second", title="Second", themes="[layoff]"),
    )
    small = load_lesson(folder / "lessons" / "99-small.yaml")
    first = load_puzzle(folder / "puzzles" / "first.yaml")
    for path, exercises in ((small.path, small.exercises), (first.path, (first.exercise,))):
        receipts = {
            exercise.id: Receipt(
                to_line(exercise.question.position),
                solver(LOSSES)(exercise.question.position, 65536),
            )
            for exercise in exercises
            if isinstance(exercise.question, Decide) and exercise.id != "lay"
        }
        write_receipts(path, receipts)
