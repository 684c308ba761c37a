"""How the review of a deal looks: its account, its mistakes, the course of the deal."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean

from rich.console import Group, RenderableType
from rich.text import Text

from trainer.coach.grades import Grade
from trainer.coach.review import (
    Decided,
    Review,
    account_words,
    effect,
    entries,
    line_words,
    luck,
    result_of,
)
from trainer.game import Action, Deal, Position, melded, points
from trainer.progress.stats import ErrorRate, error_rate
from trainer.shell.board import first_upcard, position_view
from trainer.shell.draw import Columns, Line, Margin, Pen
from trainer.shell.views import MARKS, verdict_view


def rate_of(review: Review) -> ErrorRate:
    """The error rate of a review: points lost a decision, unforced and told apart."""
    losses = review.losses
    return error_rate(len(losses), sum(losses), sum(loss * loss for loss in losses))


def rate_words(review: Review) -> str:
    """The error rate as a sentence."""
    rate = rate_of(review)
    forced = sum(decided.forced for decided in review.decisions)
    rest = f", {forced} forced left out" if forced else ""
    if rate.mean is None:
        return f"No decision to rate{rest}."
    within = "" if rate.low is None else f" ({rate.low:.2f} to {rate.high:.2f})"
    return f"Error rate {rate.mean:.2f} points a decision{within}: {rate.decisions} unforced{rest}."


def mark_words(review: Review) -> str:
    """The deal's mark as a sentence, and what hints took off it."""
    if review.mark is None:
        return ""
    helped = sum(decided.hints > 0 for decided in review.decisions if decided.counts)
    said = f", less for hints in {helped} decision{'' if helped == 1 else 's'}" if helped else ""
    return f"Mark: {review.mark} of 100{said}."


def headline(review: Review) -> str:
    """What the deal came to, in a sentence."""
    if review.result is None:
        return f"Deal {review.deal}: its score is not known."
    if review.result == 0:
        return f"Deal {review.deal}: nobody scored."
    verb = "won" if review.result > 0 else "lost"
    parts = [f"Deal {review.deal}: you {verb} {abs(review.result):g}."]
    if review.account is not None:
        mine, theirs = (entry.amount for entry in entries(review.account, review.seat)[3:])
        lucky = luck(review.account, review.seat).amount
        parts.append(f"Luck {lucky:+.1f}, your play {mine:+.1f}, their play {theirs:+.1f}.")
    return " ".join(parts)


def summary_view(review: Review, deal: Deal, pen: Pen, *, every: bool = False) -> RenderableType:
    """The whole review on one page; ``every`` lists all decisions, not only those to look at."""
    lines: list[RenderableType] = [
        Text(headline(review), style="bold"),
        first_upcard(deal.table, pen),
        *hands_view(review, deal, pen),
        Text(),
    ]
    if review.account is not None:
        lines += [account_view(review, pen), Text()]
    elif review.no_account != review.not_judged:
        lines += [pen.prose(review.no_account, "dim"), Text()]
    lines.append(decisions_view(review, pen, every=every))
    lines.append(pen.prose(" ".join(filter(None, (rate_words(review), mark_words(review))))))
    if review.not_judged:
        lines.append(pen.prose(f"Not everything is judged: {review.not_judged}.", "yellow"))
    return Group(*lines)


def hands_view(review: Review, deal: Deal, pen: Pen) -> list[RenderableType]:
    """All hands at the end, as far as they are known."""
    shown: list[RenderableType] = []
    names = [_name(seat, review) for seat in range(deal.players)]
    width = max(map(len, names))
    for seat in (*range(review.seat, deal.players), *range(review.seat)):
        hand = deal.hands[seat]
        line = Line(f"{names[seat]:<{width}}")
        if hand is None:
            shown.append(line.add("not known", style="dim"))
        elif seat == deal.table.knocker and deal.table.spread:
            loose = hand & ~melded(deal.table.spread)
            line.extend(pen.spread(deal.table.spread, loose))
            shown.append(line.add(f"{points(loose)} deadwood", 3, "dim"))
        else:
            shown.append(line.extend(pen.hand(hand)))
    return shown


def _name(seat: int, review: Review) -> str:
    if seat == review.seat:
        return "You"
    return "They" if review.players == 2 else f"Seat {seat}"


def account_view(review: Review, pen: Pen) -> RenderableType:
    """The account of luck, which sums up to the result, and what it is."""
    book = review.account
    assert book is not None
    rows = [[Text("account of the deal", style="dim"), Text("points", style="dim"), Text()]]
    for entry in entries(book, review.seat):
        error = Text(f"± {2 * entry.error:.1f}" if entry.error else "", style="dim")
        rows.append([Text(entry.name), Text(f"{entry.amount:+.1f}"), error])
    total = result_of(book, review.seat)
    rows.append([Text("result", style="bold"), Text(f"{total:+.1f}", style="bold"), Text()])
    return Group(Columns(rows, needed=2, right=(1,)), pen.prose(account_words(book), "dim"))


def decisions_view(review: Review, pen: Pen, *, every: bool) -> RenderableType:
    """The decisions in the order of play, a line each."""
    wanted = [
        (number, decided)
        for number, decided in enumerate(review.decisions, start=1)
        if every or decided.verdict.grade != "right"
    ]
    counts = grade_counts(review)
    said = ", ".join(f"{count} {grade}" for grade, count in counts.items())
    total = len(review.decisions)
    head = pen.prose(f"{total} decision{'' if total == 1 else 's'}{': ' if said else ''}{said}.")
    if not wanted:
        return head
    matched = any(decided.verdict.chance_lost for _, decided in wanted)
    names = ("no.", "turn", "you did", "best", "lost", "", *(["match"] * matched), "about")
    rows = [[Text(name, style="dim") for name in names]]
    rows += [_decided_row(number, decided, pen, matched) for number, decided in wanted]
    return Group(head, Columns(rows, needed=5, right=(0, 1, 4, 6) if matched else (0, 1, 4)))


def grade_counts(review: Review) -> dict[Grade, int]:
    """How many decisions got each grade, the best grade first."""
    grades = [decided.verdict.grade for decided in review.decisions]
    return {grade: grades.count(grade) for grade in MARKS if grade in grades}


def _decided_row(number: int, decided: Decided, pen: Pen, matched: bool) -> list[Text]:
    verdict = decided.verdict
    mark, style = MARKS[verdict.grade]
    why = decided.why
    if not verdict.rated:
        lost = Text("too close", style="dim")
    else:
        lost = Text(f"{verdict.points_lost:.1f}" if verdict.points_lost else "-")
    chance = decided.verdict.chance_lost
    return [
        Text(str(number)),
        Text(str(decided.turn)),
        pen.prose(Action.parse(verdict.answer).label),
        pen.prose(Action.parse(verdict.best).label) if verdict.grade != "right" else Text("-"),
        lost,
        Text(mark, style=style),
        *([Text(f"{100 * chance:.1f} %" if chance else "")] * matched),
        Text("" if why is None or not decided.mistaken else why.theme.replace("-", " ")),
    ]


def decision_view(
    number: int, decided: Decided, position: Position, review: Review, pen: Pen
) -> RenderableType:
    """One decision: what was seen, the verdict with its reasons, and the better line."""
    lines: list[RenderableType] = [
        Text(f"Decision {number} of {len(review.decisions)}, turn {decided.turn}", style="bold"),
        position_view(position, pen),
        Text(),
        verdict_view(decided.verdict, pen),
    ]
    words = line_words(decided)
    if words:
        lines.append(Margin(pen.prose(words)))
    return Group(*lines)


def course_view(review: Review, pen: Pen) -> RenderableType:
    """The course of the deal: what each turn did, showed and hid, and what it was worth."""
    book = review.account
    of_account = ("luck", "play") if book is not None else ()
    names = ("", "did", "deadwood", *of_account, "known to hold")
    rows = [[Text(name, style="dim") for name in names]]
    for turn in review.turns:
        row = [
            Text(_name(turn.seat, review)),
            pen.prose(turn.did),
            Text("?" if turn.deadwood is None else str(turn.deadwood)),
        ]
        if book is not None:
            done = effect(book, turn, review.seat)
            row.append(Text("" if done.luck is None else f"{done.luck:+.1f}"))
            row.append(Text(f"{done.play:+.1f}" if done.play else ""))
        rows.append([*row, pen.prose(turn.known or "-")])
    notes = [_shown_words(review)]
    if book is not None:
        notes.append("Luck and play are in your points, as in the account.")
    return Group(
        Columns(rows, needed=3, right=(2, 3, 4) if book is not None else (2,)),
        *(pen.prose(note, "dim") for note in notes),
    )


def _shown_words(review: Review) -> str:
    """What the opponents' play revealed, in a sentence."""
    turns = [turn for turn in review.turns if turn.seat != review.seat]
    if not turns:
        return "They had no turn."
    taken = sum("took" in turn.did for turn in turns)
    known = fmean(len(turn.known.split()) for turn in turns)
    whose = "They" if review.players == 2 else "The others"
    return (
        f"{whose} took {taken} card{'' if taken == 1 else 's'} from the pile: of their hands you "
        f"could know {known:.1f} cards on average."
    )


def mistake_after(review: Review, at: int, step: int) -> int | None:
    """The index of the next mistake after (or, with -1, before) one; None if there is none."""
    marks: Sequence[int] = [
        index for index, decided in enumerate(review.decisions) if decided.mistaken
    ]
    later = [index for index in marks if (index > at if step > 0 else index < at)]
    if not later:
        return None
    return later[0] if step > 0 else later[-1]
