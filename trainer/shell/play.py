"""A practice match on the screen."""

from __future__ import annotations

from trainer.coach.questions import Decide
from trainer.game import Action, GameError, best_layoff, deadwood, melded
from trainer.progress import ProgressError
from trainer.session.play import ME, MatchRun
from trainer.session.sitting import Study
from trainer.session.wish import Wish
from trainer.shell.ask import PROMPT, answer_words
from trainer.shell.board import (
    capital,
    first_upcard,
    position_view,
    rules_words,
    score_words,
    verb,
    who,
)
from trainer.shell.desk import HELP, HINT, LEAVE, Desk, Left
from trainer.shell.draw import Line
from trainer.shell.reviewing import Reviewing
from trainer.shell.views import action_words, result_words, table_view
from trainer.shell.warmup import prepare_solver, start_solver
from trainer.solver.errors import SolverError


def open_match(desk: Desk, study: Study, wish: Wish, seed: int) -> MatchRun:
    """The match to play: the latest open one that is as wished for, or a new one.

    Raises:
        GameError: the rules do not seat so many players.
        ProgressError: the match cannot be read or saved.
    """
    for record in reversed(study.store.matches()):
        if record.state != "open":
            continue
        try:
            run = MatchRun.resume(record, study)
        except (GameError, ValueError) as error:
            # Written by another version, or by hand: nobody shall be kept from playing by it.
            study.store.finish_match(record.id, study.clock())
            desk.fail(f"an open match cannot be taken up and is put away ({error})")
            continue
        if run.standing.over or not wish.fits(run):
            continue
        desk.say(
            f"You go on with your match under '{run.match.rules.preset}', deal "
            f"{run.match.deals + 1}, {score_words(run.match.score)}.",
            "dim",
        )
        return run
    return wish.begin(study, seed)


def play(desk: Desk, run: MatchRun) -> None:
    """Play until the match is over or the learner leaves.

    Raises:
        ProgressError: an action cannot be saved.
        SolverError: the opponent cannot play here.
    """
    rules = run.match.rules
    goal = "one deal" if rules.target is None else f"to {rules.target}"
    desk.gap()
    desk.say(
        f"Oklahoma Gin, rules {rules_words(rules)}, {goal}. `h` analyses, `?` helps, `q` leaves.",
        "bold",
    )
    desk.say(f"You play against {_opponents(run)}.", "dim")
    start_solver(run.kernels)
    try:
        while True:
            if run.deal.phase == "over":
                _deal_over(desk, run)
                if run.standing.over:
                    _match_over(desk, run)
                    desk.say("`review` looks back at the last deal, `deals` lists them all.", "dim")
                    return
                _between_deals(desk, run)
                run.next_deal()
                continue
            if not run.deal.table.history:
                _deal_begins(desk, run)
            if run.my_turn:
                _my_decision(desk, run)
            else:
                _their_turn(desk, run)
    except Left:
        desk.say("The match is kept: `play` goes on at this very point.")


def _opponents(run: MatchRun) -> str:
    several = ("", "two opponents, ", "three opponents, ")[len(run.opponents) - 1]
    kinds = [f"{kind}: {kind.words}" for kind in dict.fromkeys(run.opponents)]
    return several + "; ".join(kinds)


def _deal_begins(desk: Desk, run: MatchRun) -> None:
    dealer = who(run.deal.table.dealer, run.deal.players)
    desk.gap()
    desk.say(f"Deal {run.match.deals + 1}, {dealer} dealt.", "bold")
    desk.show(first_upcard(run.deal.table, desk.pen))


def _their_turn(desk: Desk, run: MatchRun) -> None:
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


def _my_decision(desk: Desk, run: MatchRun) -> None:
    position = run.position
    desk.gap()
    desk.show(position_view(position, desk.pen))
    question = Decide(position)
    limit = f"limit {position.limit}" if position.limit else "gin only"
    desk.terminal.toolbar = (
        f" {limit}   {score_words(run.match.score)}   h analysis   q leave   ? help"
    )
    desk.say(question.prompt(), "bold")
    while True:
        line = desk.read(f"  {PROMPT}", lambda: answer_words(question))
        word = line.lower()
        if word in LEAVE:
            raise Left
        try:
            if word in HINT:
                _analysis(desk, run)
                continue
            if not word or word in HELP:
                desk.say(f"Write {question.form}; `h` shows the analysis, `q` leaves.", "dim")
                continue
            hand = position.hand
            action = run.act(line)
        except GameError as error:
            desk.refuse(error.sentence)
            continue
        except (ProgressError, SolverError) as error:
            if not desk.terminal.interactive:
                raise
            desk.fail(error.sentence)
            continue
        except KeyboardInterrupt:
            if not desk.terminal.interactive:
                raise
            desk.say("Stopped; the move is still yours.", "dim")
            continue
        _told(desk, run, action, hand)
        return


def _analysis(desk: Desk, run: MatchRun) -> None:
    if run.sitting.item.needs_solver:
        prepare_solver(desk)
    analysis = run.sitting.analysis()
    if analysis is not None:
        desk.show(table_view(analysis, desk.pen))


def _told(desk: Desk, run: MatchRun, action: Action, hand: int) -> None:
    if action.kind in ("stock", "pile", "take"):
        return  # the card drawn is seen in the next view of the hand
    desk.say(f"{action_words(action, None, 'You')}.", "dim")
    if action.kind == "lay":
        best = best_layoff(run.deal.table.spread, hand)
        left = deadwood(hand & ~action.laid)
        if left > best.deadwood:
            label = Action("lay", laid=best.laid).label
            desk.say(f"You keep {left} deadwood; to {label} would have left {best.deadwood}.")


def _deal_over(desk: Desk, run: MatchRun) -> None:
    deal, result = run.deal, run.result
    assert result is not None
    desk.gap()
    desk.say(result_words(result), "bold")
    names = [_whose(seat, deal.players) for seat in range(deal.players)]
    width = max(map(len, names))
    for seat, name in enumerate(names):
        hand = deal.hands[seat] or 0
        if seat == deal.table.knocker and deal.table.spread:
            loose = hand & ~melded(deal.table.spread)
            view = desk.pen.spread(deal.table.spread, loose)
        else:
            view = desk.pen.hand(hand)
        desk.show(Line(f"{name:<{width}}").extend(view))
    score = run.standing.score
    desk.say(f"Score: {score_words(score)}.")
    for number, column in enumerate(score.columns, start=1):
        desk.say(f"  column {number}: you {column.points[0]}, they {column.points[1]}", "dim")


def _whose(seat: int, players: int) -> str:
    if seat == ME:
        return "Your cards"
    return "Their cards" if players == 2 else f"Seat {seat}'s cards"


def _between_deals(desk: Desk, run: MatchRun) -> None:
    """Wait for Enter, with the review of the deal on offer.

    Raises:
        Left: the learner does not want to go on.
    """
    while desk.pause("  Enter to go on, r to review the deal ", ("r", "review")):
        try:
            Reviewing.open(desk, run.study, run.study.store.deal(run.deal_id)).run()
        except ProgressError as error:
            desk.fail(error.sentence)
        except KeyboardInterrupt:
            if not desk.terminal.interactive:
                raise
            desk.say("Stopped; what is reviewed is kept.", "dim")


def _match_over(desk: Desk, run: MatchRun) -> None:
    match = run.standing
    desk.gap()
    if match.winner is None:
        desk.say("The match is drawn.", "bold")
    else:
        winner = capital(who(match.winner, match.players))
        desk.say(f"{winner} {verb('win', match.winner, match.players)} the match.", "bold")
    for settlement in match.settlements():
        if settlement.winner is None:
            continue
        extras = [
            f"{name} {', '.join(map(str, amounts[:-1]))} and {amounts[-1]}"
            for name, amounts in (("boxes", settlement.boxes), ("bonus", settlement.bonus))
            if any(amounts)
        ]
        if any(settlement.shutout):
            extras.append("a shutout, doubled")
        margins = " and ".join(
            str(margin)
            for seat, margin in enumerate(settlement.margins)
            if seat != settlement.winner
        )
        more = f" ({', '.join(extras)})" if extras else ""
        desk.say(f"Final margin: {who(settlement.winner, match.players)} by {margins}{more}.")
