"""Missed questions that come back, on the screen."""

from __future__ import annotations

import json

from rich.text import Text

from trainer.content import Library
from trainer.progress import Drill, forecast
from trainer.session.drill import drill_item
from trainer.session.sitting import Item, Sitting, Study
from trainer.shell.ask import ask, show_verdict
from trainer.shell.desk import Desk, Left
from trainer.shell.draw import Columns

DAYS = 14
"""How far a forecast looks."""

FROM = {
    "lesson": "a lesson",
    "puzzle": "a puzzle",
    "daily": "a daily",
    "match": "a deal you played",
}


def drill(desk: Desk, library: Library, study: Study) -> None:
    """Put every missed question that is due, until none is left or the learner leaves.

    Raises:
        ProgressError: the answers cannot be read or saved.
        SolverError: in a batch, a decision cannot be analysed here.
    """
    waiting = due(study)
    if not waiting:
        _none_due(desk, study)
        return
    desk.gap()
    desk.say(
        f"{_questions(len(waiting))} you missed {'are' if len(waiting) > 1 else 'is'} due. "
        "Suits may be renamed: think it through again.",
        "bold",
    )
    for number, one in enumerate(waiting, start=1):
        item = drill_item(one, library, study)
        if item is None:
            continue  # taken out of the lesson, or a puzzle that is gone
        try:
            _put(desk, one, item, study, f"{number} of {len(waiting)}")
        except Left:
            left = len(due(study))
            desk.say(f"{_questions(left)} still due: `drill` goes on.", "dim")
            return
    desk.gap()
    desk.say("That was all that is due today.", "bold green")


def due(study: Study) -> list[Drill]:
    """What is due on the learner's date."""
    today = study.today()
    return [one for one in study.store.drills() if one.due <= today]


def _put(desk: Desk, drill: Drill, item: Item, study: Study, count: str) -> None:
    desk.gap()
    desk.terminal.toolbar = f" drill {count}   h hint   q leave   ? help"
    desk.say(f"Drill {count}, from {FROM[drill.source]}, missed {_times(drill.lapses)}", "dim")
    sitting = Sitting(study, item)
    verdict = ask(desk, sitting, sitting.answer)
    show_verdict(desk, verdict, item.explain, hinted=sitting.stage > 0)
    after = next(one for one in study.store.drills() if one.question_id == drill.question_id)
    days = (after.due - study.today()).days
    desk.say(f"It comes back in {days} day{'s' if days > 1 else ''}, on {after.due}.", "dim")


def _none_due(desk: Desk, study: Study) -> None:
    ahead = study.store.drills()
    if ahead:
        desk.say(f"Nothing is due today. The next comes back on {ahead[0].due}.")
    else:
        desk.say("Nothing you missed waits to come back.")


def show_forecast(desk: Desk, study: Study) -> None:
    """How many questions come back on each of the next days.

    Raises:
        ProgressError: the answers cannot be read.
    """
    drills = study.store.drills()
    desk.say(f"{_questions(len(drills))} you missed, by the day they come back:", "bold")
    rows = []
    for day, count in forecast_rows(study):
        rows.append([Text(day), Text(str(count)), Text("#" * min(count, 40), style="green")])
    desk.show(Columns(rows, needed=2, right=(1,)))


def forecast_json(study: Study) -> str:
    """The forecast as one line of JSON, with every question.

    Raises:
        ProgressError: the answers cannot be read.
    """
    drills = [
        {
            "question": one.question_id,
            "source": one.source,
            "due": one.due.isoformat(),
            "returns": one.returns,
            "lapses": one.lapses,
            "stability": one.stability,
        }
        for one in study.store.drills()
    ]
    return json.dumps({"forecast": dict(forecast_rows(study)), "drills": drills})


def forecast_rows(study: Study) -> list[tuple[str, int]]:
    """The next days, and how many questions come back on each."""
    today = study.today()
    counts = forecast(study.store.drills(), today, DAYS)
    ordinal = today.toordinal()
    return [
        (today.fromordinal(ordinal + ahead).isoformat(), count)
        for ahead, count in enumerate(counts)
    ]


def _questions(count: int) -> str:
    return f"{count} question{'' if count == 1 else 's'}"


def _times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{count} times")
