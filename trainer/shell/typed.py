"""A deal played by typed lines: in a pipe, on a dumb terminal, for a screen reader."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from trainer.coach.questions import Decide
from trainer.game import Action, GameError, Position
from trainer.progress import ProgressError
from trainer.session.play import MatchRun
from trainer.session.thinking import Thinking
from trainer.session.tutor import objection, refutation
from trainer.shell.ask import PROMPT, answer_words, show_hint
from trainer.shell.board import capital, position_view, score_words, who
from trainer.shell.commands import GOING_OUT, WORDS, key_of, teach, told
from trainer.shell.desk import LEAVE, Desk, Left
from trainer.shell.draw import Line
from trainer.shell.going_out import way_line, ways_out
from trainer.shell.table_view import history_view
from trainer.shell.tutoring import objection_words, refutation_view
from trainer.shell.views import action_words
from trainer.shell.warmup import prepare_solver
from trainer.solver.errors import SolverError


def by_lines(desk: Desk, run: MatchRun, thinking: Thinking) -> Callable[[], None]:
    """What plays the deal at hand until it is over.

    It raises Left when the learner leaves, and ProgressError or SolverError where an opponent's
    action cannot be saved or not be found.
    """

    def play() -> None:
        if not run.my_turn:
            _offer_back(desk, run)  # the program was stopped before the tutor had its answer
        while run.deal.phase != "over":
            if run.my_turn:
                _decide(desk, run)
            else:
                thinking.stop()
                _replies(desk, run)

    return play


def _replies(desk: Desk, run: MatchRun) -> None:
    prepare_solver(desk, run.kernels)
    said = []
    try:
        while run.deal.phase != "over" and not run.my_turn:
            upcard = run.deal.table.upcard
            move = run.reply()
            player = capital(who(move.seat, run.deal.players))
            said.append(f"{action_words(move.action, upcard, player)}.")
    finally:
        if said:  # what was played is told, also where the next move cannot be saved
            desk.say(" ".join(said))


def _decide(desk: Desk, run: MatchRun) -> None:
    position = run.position
    desk.gap()
    desk.show(position_view(position, desk.pen))
    question = Decide(position)
    limit = f"limit {position.limit}" if position.limit else "gin only"
    desk.terminal.toolbar = f" {limit}   {score_words(run.match.score)}   h hint   q leave   ? help"
    desk.say(question.prompt(), "bold")
    while True:
        line = desk.read(f"  {PROMPT}", lambda: [*answer_words(question), *WORDS])
        try:
            if _carried_out(desk, run, line):
                return
        except GameError as error:
            desk.refuse(error.sentence)
        except (ProgressError, SolverError) as error:
            if not desk.terminal.interactive:
                raise
            desk.fail(error.sentence)
        except KeyboardInterrupt:
            if not desk.terminal.interactive:
                raise
            desk.say("Stopped; the move is still yours.", "dim")


def _carried_out(desk: Desk, run: MatchRun, line: str) -> bool:
    """Carry out a typed line; whether that made a move.

    Raises:
        Left: the line was to leave.
        GameError: the line cannot be read, or the rules forbid it.
        ProgressError, SolverError: it cannot be saved, or not be analysed.
    """
    position, key = run.position, key_of(line)
    word, _, rest = line.partition(" ")
    if word.lower() == "tutor":
        desk.say(teach(run, rest))
    elif key == "q":
        raise Left
    elif key == "h":
        if run.sitting.item.needs_solver and run.sitting.next_hint_analyses:
            prepare_solver(desk)
        show_hint(desk, run.sitting)
    elif key == "u":
        desk.say(f"Taken back: {run.take_back().label}.")
        return True
    elif key == "v":
        desk.show(history_view(position, desk.pen))
    elif not line or key in ("?", "m"):
        desk.say(f"Write {Decide(position).form}.", "dim")
        desk.say("Or `hint`, `history`, `undo`, `tutor warn` or another, `q` to leave.", "dim")
    elif key in ("k", "g"):
        way = _chosen_way(desk, position, "knock" if key == "k" else "gin")
        return way is not None and _acted(desk, run, way)
    else:
        action = run.read(line)
        if action.kind in GOING_OUT and desk.terminal.interactive:
            desk.show(way_line(position, action, desk.pen))
            if not _agreed(desk, "This ends your play in the deal. Sure?"):
                return False
        return _acted(desk, run, action)
    return False


def _chosen_way(desk: Desk, position: Position, kind: Literal["knock", "gin"]) -> Action | None:
    """Ask for throw and spread; None where it shall not be."""
    if position.ask != "discard":
        position.table.check(Action(kind))  # refuses, with what is due first
    ways = ways_out(position, kind)
    for number, way in enumerate(ways, start=1):
        desk.show(Line(f"{number:>2}").extend(way_line(position, way, desk.pen)))
    while True:
        line = desk.read("  Number of the way to lay it down (1), n for no > ").lower()
        if line in ("n", "no", *LEAVE):
            return None
        if line in ("", *(str(number) for number in range(1, len(ways) + 1))):
            return ways[int(line or 1) - 1]
        desk.refuse(f"'{line}' is no number from 1 to {len(ways)}")


def _agreed(desk: Desk, question: str) -> bool:
    """Ask a question that wants a yes."""
    desk.say(question, "bold")
    return desk.read("  y or n > ").lower() in ("y", "yes")


def _acted(desk: Desk, run: MatchRun, action: Action) -> bool:
    """Do something, unless the tutor's warning is heeded; whether it was done."""
    if run.tutor.speaks_in_play and run.sitting.item.needs_solver:
        prepare_solver(desk)
    position = run.position
    verdict = objection(run, action)
    if verdict is not None and not _agreed(desk, objection_words(verdict)):
        return False
    run.do(action)
    for sentence in told(position, action):
        desk.say(sentence, "dim")
    _offer_back(desk, run)
    return True


def _offer_back(desk: Desk, run: MatchRun) -> None:
    """Where the tutor has something against the last action: say it, and offer to take it back."""
    verdict = refutation(run)
    if verdict is not None:
        desk.show(refutation_view(verdict, desk.pen))
        if _agreed(desk, "Take it back?"):
            desk.say(f"Taken back: {run.take_back(seen=False).label}.")
