"""Nothing is lost: killed at any moment, an answer is there as a whole or not at all."""

import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from itertools import count
from pathlib import Path
from typing import NoReturn

from tests.test_progress import NOON, attempt, later
from trainer.progress import LessonStep, Store

KILLS = 500


def answer(path: Path, told: int) -> NoReturn:
    """Answer question after question and say so after each, until killed."""
    try:
        with Store(path) as store:
            match = store.open_match() or store.create_match("oklahoma", 1, NOON)
            for number in count(len(store.match_events(match.id))):
                record(store, number, match.id)
                os.write(told, b"%d\n" % (number + 1))
    finally:
        os._exit(1)  # it is not this process's to tidy up


def record(store: Store, number: int, match_id: str) -> None:
    """One answer that moves a lesson and a match, now and then longer than a page."""
    given = attempt(
        f"q{number}",
        source="match",
        source_id=match_id,
        at=later(number),
        verdict="x" * (number % 7 * 3000),
    )
    step = LessonStep("melds", str(number + 1))
    store.record_attempt(given, lesson_step=step, match_line=f"line {number}")


def whole_answers(path: Path) -> int:
    """How many answers are there; fails if part of one is."""
    if not path.exists():
        return 0
    connection = sqlite3.connect(path)
    assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    connection.close()
    with Store(path) as store:
        attempts = store.attempts()
        match = store.open_match()
        lines = store.match_events(match.id) if match else []
        lesson = store.lessons().get("melds")
    total = len(attempts)
    assert [one.question_id for one in attempts] == [f"q{number}" for number in range(total)]
    assert lines == [f"line {number}" for number in range(total)]
    assert (lesson.step if lesson else "0") == str(total)
    return total


def test_killed_at_random_moments(tmp_path: Path) -> None:
    seed = random.randrange(2**32)
    print(f"seed {seed}")
    rng = random.Random(seed)
    answers = 0
    path = tmp_path / "none" / "progress.sqlite3"
    for kill in range(KILLS):
        if kill % 3 == 0:  # a new one, so that its creation is interrupted too
            path = tmp_path / str(kill) / "progress.sqlite3"
        heard, told = os.pipe()
        child = os.fork()
        if child == 0:
            answer(path, told)
        os.close(told)
        with open(heard) as pipe:
            if rng.random() < 0.6:
                pipe.readline()
            time.sleep(rng.random() ** 2 * 0.03)
            os.kill(child, signal.SIGKILL)
            _, status = os.waitpid(child, 0)
            assert os.waitstatus_to_exitcode(status) == -signal.SIGKILL
            said = pipe.read().split()
        found = whole_answers(path)
        # What was said to be saved is there, and at most the one answer not yet said.
        if said:
            assert int(said[-1]) <= found <= int(said[-1]) + 1
        answers += found
    print(f"{KILLS} kills, {answers} answers read back")


def test_cut_off_at_any_byte(tmp_path: Path) -> None:
    """The -wal file cut anywhere, as a crash of the machine may leave it."""
    seed = random.randrange(2**32)
    print(f"seed {seed}")
    rng = random.Random(seed)
    path = tmp_path / "progress.sqlite3"
    wal = tmp_path / "progress.sqlite3-wal"
    with Store(path) as store:
        match = store.create_match("oklahoma", 1, NOON)
        sizes = []
        for number in range(8):
            record(store, number, match.id)
            sizes.append(wal.stat().st_size)
        data, log = path.read_bytes(), wal.read_bytes()
    assert sizes == sorted(set(sizes))
    cuts = [size + near for size in sizes for near in (-1, 0)]
    cuts += [rng.randrange(sizes[0], sizes[-1]) for _ in range(150)]
    for cut in cuts:
        copy = tmp_path / "copy" / path.name
        copy.parent.mkdir()
        copy.write_bytes(data)
        copy.with_name(wal.name).write_bytes(log[:cut])
        assert whole_answers(copy) == sum(size <= cut for size in sizes)
        shutil.rmtree(copy.parent)


def test_several_processes_start_on_nothing_at_once(tmp_path: Path) -> None:
    path = tmp_path / "progress.sqlite3"
    code = (
        "import sys; from pathlib import Path; from trainer.progress import Store\n"
        "from tests.test_progress import attempt\n"
        "with Store(Path(sys.argv[1])) as store:\n"
        "    for number in range(20): store.record_attempt(attempt(f'{sys.argv[2]}-{number}'))\n"
    )
    processes = [
        subprocess.Popen([sys.executable, "-c", code, str(path), str(number)])
        for number in range(4)
    ]
    assert [process.wait() for process in processes] == [0] * 4
    with Store(path) as store:
        assert len({one.question_id for one in store.attempts()}) == 80
