"""How questions, verdicts, tables of actions, rules and statistics look."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.text import Text

from trainer.coach.choices import choices
from trainer.coach.facts import points_text
from trainer.coach.grades import Grade, grade, grade_of
from trainer.coach.questions import (
    Arrange,
    Count,
    Decide,
    IsLegal,
    IsMeld,
    KnockLimit,
    Question,
    ScoreDeal,
    said,
)
from trainer.coach.rulebook import rules_page
from trainer.coach.verdict import Reason, Verdict
from trainer.game import Action, Result, Rules, format_card
from trainer.progress import Stats
from trainer.shell.board import (
    capital,
    position_view,
    rules_words,
    score_deal_view,
    verb,
    who,
)
from trainer.shell.draw import Columns, Margin, Pen
from trainer.solver.analyse import BASE
from trainer.solver.analysis import ActionValue, Analysis, Loss

MARKS: dict[Grade, tuple[str, str]] = {
    "right": ("+", "bold green"),
    "fine": ("+", "green"),
    "inaccuracy": ("?!", "yellow"),
    "mistake": ("?", "bold yellow"),
    "blunder": ("??", "bold red"),
    "howler": ("???", "bold red"),
    "wrong": ("x", "bold red"),
}
"""A mark in letters for every grade; the colour only helps."""


def question_view(question: Question, pen: Pen) -> RenderableType | None:
    """The cards a question is about; None where its sentence says it all.

    Nothing is shown that the question asks for: no melds where melds are asked, no limit where the
    limit decides.
    """
    match question:
        case Decide():
            return position_view(question.position, pen, arranged=question.knock is None)
        case IsLegal():
            view = position_view(question.position, pen, limit=False, arranged=False)
            return Group(view, pen.prose(f"The action: {said(question.action)}"))
        case Arrange() | Count():
            return pen.unarranged(question.hand)
        case ScoreDeal():
            return score_deal_view(question, pen)
        case KnockLimit() if question.rules != Rules():
            return Text(f"rules {rules_words(question.rules)}", style="dim")
        case IsMeld() | KnockLimit():
            return None


# -- verdicts -----------------------------------------------------------------------------------


def verdict_view(verdict: Verdict, pen: Pen, explain: str = "") -> RenderableType:
    """A verdict: grade and cost, the reasons, and what the author adds."""
    told: Sequence[Reason] = verdict.reasons
    if explain and verdict.passed and verdict.tier == "exact":
        told = ()  # the author's words say best why it is right; a wrong one has its own reasons
    elif not verdict.passed and verdict.tier == "estimate":
        told = [reason for reason in told if reason.theme != "cost"]  # the headline has said it
    more = [Margin(pen.prose(explain))] if explain else []
    return Group(_headline(verdict, pen), reasons_view(told, pen), *more)


def reasons_view(reasons: Sequence[Reason], pen: Pen) -> RenderableType:
    """Reasons, one after the other, the first with its rule of thumb."""
    lines = []
    for reason in reasons:
        lines.append(Margin(pen.prose(reason.text)))
        if reason.rule:
            lines.append(Margin(pen.prose(reason.rule, "italic")))
    return Group(*lines)


def _headline(verdict: Verdict, pen: Pen) -> Text:
    mark, style = MARKS[verdict.grade]
    line = Text(f"{mark} {verdict.grade}", style=style)
    line.append("  ")
    line.append_text(pen.prose(verdict.answer))
    if not verdict.rated:
        line.append("   too close to tell, not rated", style="dim")
    elif verdict.grade not in ("right", "wrong"):
        if verdict.tier == "exact":
            line.append(f"   {points_text(verdict.points_lost)} lost")
        else:
            line.append(f"   {_cost(verdict)}")
    if verdict.grade != "right" and verdict.best != verdict.answer:
        line.append("   best: ")
        line.append_text(pen.prose(verdict.best))
    if verdict.grade == "right" and len(verdict.accepted) > 1:
        others = [text for text in verdict.accepted if text != verdict.answer]
        line.append_text(pen.prose(f"   as good: {'; '.join(others[:3])}", "dim"))
    return line


def _cost(verdict: Verdict) -> str:
    """What an answer lost by estimate: of the match, where that is judged, and points."""
    lost, error = verdict.loss
    if verdict.by_match:
        points = f"{verdict.points_lost:.1f} points"
        return f"{100 * lost:.1f} % of the match lost (± {200 * error:.1f}), {points}"
    return f"{lost:.1f} points lost (± {2 * error:.1f})"


def table_view(analysis: Analysis, pen: Pen, rows: int = 12) -> RenderableType:
    """All actions of an analysis, the best first, with their errors and endings.

    Where there is a match to win, the chances of that stand beside the points, and what is lost is
    lost of these.
    """
    match = analysis.best.match
    head = ["action", "points"]
    if match is not None:
        head += ["match"] if match.margin is None else ["match", "margin"]
    head += ["lost", ""]
    needed = len(head)
    spreads = any(value.spread for value in analysis.actions)
    if analysis.tier != "exact":
        head += ["gin", "win", "cut", "they"]
        head += ["lay down"] if spreads else []
    cells = [[Text(name, style="dim") for name in head]]
    cells += [_row(value, analysis, pen, spreads) for value in analysis.actions[:rows]]
    right = {*range(1, needed - 1), *range(needed, needed + 4)}
    lines: list[RenderableType] = [Columns(cells, needed=needed, right=right)]
    if len(analysis.actions) > rows:
        lines.append(Text(f"and {len(analysis.actions) - rows} more", style="dim"))
    if match is not None:
        lines.append(Text(MATCH, style="dim"))
    if analysis.tier != "exact":
        lines.append(Text(ENDINGS, style="dim"))
    lines.append(Text(provenance(analysis), style="dim"))
    return Group(*lines)


ENDINGS = "gin, win, cut, they: you go gin, your knock wins, it is undercut, they end the deal."
MATCH = "match: your chance to win it in percent, from this score, between equal players."


def _row(value: ActionValue, analysis: Analysis, pen: Pen, spreads: bool) -> list[Text]:
    mark, style = MARKS[grade_of(value, analysis)]
    exact, match = analysis.tier == "exact", value.match
    cells = [
        pen.prose(value.action),
        Text(
            f"{round(value.value, 1):+g}"
            if exact
            else f"{value.value:+.1f} ± {2 * value.error:.1f}"
        ),
    ]
    if match is not None:
        error = "" if exact else f" ± {200 * match.error:.1f}"
        cells.append(Text(f"{100 * match.chance:.1f}{error}"))
        cells += [] if match.margin is None else [Text(f"{match.margin:+.0f}")]
    lost = (
        Text(f"{round(value.points_lost, 1):g}") if exact else _lost(analysis.loss(value), analysis)
    )
    cells += [lost, Text(mark, style=style)]
    if exact:
        return cells
    share = value.endings
    shares = (
        share.get("my gin", 0.0),
        share.get("my knock", 0.0),
        share.get("undercut by them", 0.0),
        share.get("their knock", 0.0) + share.get("their gin", 0.0),
    )
    cells += [Text(f"{part:.0%}") for part in shares]
    return [*cells, pen.prose(value.spread)] if spreads else cells


def _lost(loss: Loss, analysis: Analysis) -> Text:
    """What is lost with its margin of error: points, or percent of the match."""
    if not loss.amount:
        return Text("-")
    lost, error = (100 * part if analysis.by_match else part for part in loss)
    sign = " %" if analysis.by_match else ""
    return Text(f"{lost:.1f}{sign} ± {2 * error:.1f}")


def choices_view(question: Decide, analysis: Analysis, pen: Pen) -> RenderableType:
    """What can be chosen in a decision: all actions, or the spreads of a settled knock."""
    if question.knock is None:
        return table_view(analysis, pen)
    cells = [[Text(name, style="dim") for name in ("spread", "lost", "")]]
    for choice in choices(question, analysis):
        mark, style = MARKS[grade(*choice.loss, analysis.unit)]
        cells.append(
            [
                pen.prose(choice.text.partition(": ")[2]),
                _lost(choice.loss, analysis),
                Text(mark, style=style),
            ]
        )
    return Group(Columns(cells, needed=3, right=(1,)), Text(provenance(analysis), style="dim"))


def provenance(analysis: Analysis) -> str:
    """What the figures of an analysis rest on."""
    if analysis.tier == "exact":
        return "Exact: no hidden card matters here."
    players = (
        "everybody plays on as 'base'"
        if analysis.opponent == BASE
        else f"you play on as 'learnt' and they as '{analysis.opponent}'"
    )
    counted = any(value.enumerated for value in analysis.actions)
    return (
        f"Estimated from {analysis.playouts:,} sampled deals; ± is the margin of error. Model: "
        f"hidden cards '{analysis.belief}', {players}."
        + (" Going out is counted over all hands they may hold." if counted else "")
    )


def panel_view(analysis: Analysis, pen: Pen) -> RenderableType:
    """What becomes of the best action against other opponents."""
    best = analysis.best.action
    cells = [[Text(name, style="dim") for name in ("against", "best", f"{best} loses", "")]]
    for opinion in analysis.panel:
        lost = _lost(analysis.loss(opinion), analysis)
        verdict = Text("holds" if opinion.survives else "does not hold")
        row = [Text(opinion.opponent), pen.prose(opinion.best), lost, verdict]
        cells.append(row)
    said = "holds against all of them" if analysis.survives else "does not hold against all of them"
    return Group(Columns(cells, needed=4, right=(2,)), pen.prose(f"{best} {said}."))


# -- the end of a deal ----------------------------------------------------------------------------


def result_words(result: Result) -> str:
    """How a deal ended, said to seat 0."""
    winner, players = result.winner, len(result.points)
    if winner is None:
        return "The deal is void: nobody scores."
    others = [seat for seat in range(players) if seat != winner]
    counts = " and ".join(str(result.deadwood[seat]) for seat in others)
    held = f"with {result.deadwood[winner]} against {counts}"
    ended = {
        "knock": f"{verb('win', winner, players)} the deal {held}",
        "undercut": f"{verb('undercut', winner, players)} {held}",
    }.get(result.kind, f"went {result.kind}")
    scored = [
        f"{capital(who(seat, players))} {verb('score', seat, players)} {result.points[seat]}."
        for seat in others
        if result.points[seat]
    ]
    headline = f"{capital(who(winner, players))} {ended}: {result.points[winner]} points."
    return " ".join([headline, *scored])


# -- rules and statistics ------------------------------------------------------------------------


def rules_view(rules: Rules, pen: Pen) -> RenderableType:
    """The rules page of a set of rules."""
    lines: list[RenderableType] = [Text(f"Oklahoma Gin, rules '{rules.preset}'", style="bold")]
    for heading, sentences in rules_page(rules):
        lines.append(Text(heading, style="underline"))
        lines += [Margin(pen.prose(sentence)) for sentence in sentences]
    return Group(*lines)


def stats_view(stats: Stats) -> RenderableType:
    """What the learner has done so far."""
    rows = [[Text(name), Text(value)] for name, value in stats_rows(stats)]
    return Columns(rows, needed=2)


def stats_rows(stats: Stats) -> list[tuple[str, str]]:
    """Names and figures of the statistics page."""
    grades = ", ".join(f"{count} {grade}" for grade, count in stats.by_grade.items())
    rows = [("answers", f"{stats.attempts}{': ' if grades else ''}{grades}")]
    rate = stats.error_rate
    if rate.mean is not None:
        within = "" if rate.low is None else f" ({rate.low:.2f} to {rate.high:.2f})"
        provisional = ", provisional" if rate.provisional else ""
        rows.append(("error rate", f"{rate.mean:.2f} points a decision{within}{provisional}"))
    return [
        *rows,
        ("lessons finished", str(stats.lessons_finished)),
        ("puzzles solved", str(stats.puzzles_solved)),
        ("daily streak", f"{stats.streak.current} (best {stats.streak.longest})"),
        ("matches", f"{stats.matches_finished} finished, {stats.matches_open} open"),
    ]


def action_words(action: Action, upcard: int | None, player: str) -> str:
    """What a player did, for the log of a deal; ``upcard`` is the one they may have taken."""
    taken = "the upcard" if upcard is None else format_card(upcard)
    past = {
        "take": f"took {taken}",
        "pass": "passed",
        "stock": "drew from the stock",
        "pile": f"took {taken}",
        "big gin": "went big gin",
    }
    if action.kind in past:
        return f"{player} {past[action.kind]}"
    words = {"discard": "threw", "knock": "knocked, throwing", "gin": "went gin, throwing"}
    if action.kind in words:
        return f"{player} {words[action.kind]} {action.label.split()[-1]}"
    laid = action.label.removeprefix("lay ")
    return f"{player} laid off {laid}"
