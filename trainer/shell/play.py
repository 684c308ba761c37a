"""A practice match on the screen."""

from __future__ import annotations

from dataclasses import replace

from trainer.game import GameError, melded
from trainer.progress import ProgressError
from trainer.session.play import ME, MatchRun
from trainer.session.sitting import Study
from trainer.session.thinking import Thinking
from trainer.session.wish import Wish
from trainer.shell.board import capital, first_upcard, rules_words, score_words, verb, who
from trainer.shell.desk import Desk, Left
from trainer.shell.draw import Line
from trainer.shell.reviewing import Reviewing
from trainer.shell.typed import by_lines
from trainer.shell.views import result_words
from trainer.shell.warmup import start_solver
from trainer.solver.frozen import WORDS as FROZEN
from trainer.solver.frozen import frozen


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
        f"Oklahoma Gin, rules {rules_words(rules)}, {goal}. `h` hints, `?` helps, `q` leaves.",
        "bold",
    )
    desk.say(f"You play against {_opponents(run)}.", "dim")
    desk.say(f"The tutor {run.tutor.words}; `tutor` changes that.", "dim")
    start_solver(run.kernels)
    study, thinking = run.study, Thinking()
    run.study = replace(study, solve=thinking)
    keyed = desk.terminal.interactive and not desk.terminal.linear
    if keyed:
        from trainer.shell.keyboard import by_keys  # it needs prompt_toolkit

        play_deal = by_keys(desk, run, thinking)
    else:
        play_deal = by_lines(desk, run, thinking)
    try:
        while True:
            if run.deal.phase != "over":
                if not run.deal.table.history:
                    _deal_begins(desk, run)
                play_deal()
            _deal_over(desk, run)
            if run.standing.over:
                _match_over(desk, run)
                desk.say("`review` looks back at the last deal, `deals` lists them all.", "dim")
                return
            _between_deals(desk, run, study)
            run.next_deal()
    except Left:
        again = "duplicate" if run.policy is frozen else "play"
        desk.say(f"The match is kept: `{again}` goes on at this very point.")
    finally:
        thinking.close()


def _opponents(run: MatchRun) -> str:
    if run.policy is frozen:
        return FROZEN
    several = ("", "two opponents, ", "three opponents, ")[len(run.opponents) - 1]
    kinds = [f"{kind}: {kind.words}" for kind in dict.fromkeys(run.opponents)]
    return several + "; ".join(kinds)


def _deal_begins(desk: Desk, run: MatchRun) -> None:
    dealer = who(run.deal.table.dealer, run.deal.players)
    desk.gap()
    desk.say(f"Deal {run.match.deals + 1}, {dealer} dealt.", "bold")
    desk.show(first_upcard(run.deal.table, desk.pen))


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


def _between_deals(desk: Desk, run: MatchRun, study: Study) -> None:
    """Wait for Enter, with the review of the deal on offer.

    Raises:
        Left: the learner does not want to go on.
    """
    while desk.pause("  Enter to go on, r to review the deal ", ("r", "review")):
        try:
            Reviewing.open(desk, study, study.store.deal(run.deal_id)).run()
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
