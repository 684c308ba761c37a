"""Candidates certified, or refused with the reason.

A candidate becomes a puzzle if which of its actions are right is sure, at `SIGMAS` standard errors
on either side, in deals played to their end; a single right answer must be better than the next by
`MARGIN` points; and the best action has to be right against every opponent of the panel.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from trainer.coach.choices import Choice, choices
from trainer.coach.questions import Decide
from trainer.coach.twins import twins
from trainer.content.certify import MARGIN, SIGMAS, unfit_for_puzzle
from trainer.game import to_line
from trainer.lab.lines import Lines, done
from trainer.lab.mine import Candidate
from trainer.solver.analyse import analyse
from trainer.solver.analysis import ACCEPTED_LOSS, Analysis
from trainer.solver.panel import PANEL

FIRST_PLAYOUTS = 2048
MOST_PLAYOUTS = 32_768
"""What is not sure after so many playouts is refused."""


class Tried(msgspec.Struct, frozen=True):
    """What became of a candidate: a line of the file of those tried."""

    candidate: Candidate
    refused: str = ""
    """Why it is no puzzle."""
    analysis: Analysis | None = None
    """The receipt-to-be."""


def certified(candidate: Candidate) -> Tried:
    """Try a candidate.

    Raises:
        SolverError: it cannot be analysed here.
    """
    question = candidate.question
    playouts = FIRST_PLAYOUTS
    while True:
        analysis = analyse(question.position, playouts=playouts)
        options = choices(question, analysis)
        refused, factor = _refusal(options, analysis)
        if refused or factor <= 1.0:
            break
        if playouts == MOST_PLAYOUTS:
            refused = "too close to tell"
            break
        # Errors shrink with the root of the playouts; a tenth more saves another run.
        playouts = min(MOST_PLAYOUTS, int(playouts * factor * factor * 1.1) + 1)
    refused = refused or next(unfit_for_puzzle(options, analysis), "")
    if not refused and analysis.tier == "estimate":
        refused, analysis = _before_the_panel(question, analysis)
    if refused:
        return Tried(candidate, refused)
    return Tried(candidate, analysis=analysis)


def _refusal(options: Sequence[Choice], analysis: Analysis) -> tuple[str, float]:
    """Why a candidate is surely no puzzle, and how many times too large the errors are."""
    losses = [(loss.amount / analysis.unit, loss.error / analysis.unit) for _, loss, _ in options]
    factor = 0.0
    single = sum(accepted for _, _, accepted in options) == 1
    for lost, error in losses[1:]:
        if error:
            reach = SIGMAS * error
            if single and lost + reach < MARGIN and lost - reach > ACCEPTED_LOSS:
                return "the next best action is nearly as good", 0.0
            factor = max(factor, reach / max(abs(lost - ACCEPTED_LOSS), 0.01))
    return "", factor


def _before_the_panel(question: Decide, analysis: Analysis) -> tuple[str, Analysis]:
    """Why the answer depends on who the opponent is, if it does; the analysis with the panel."""
    position = question.position
    if question.knock is None:
        full = analyse(position, playouts=analysis.playouts, panel=True)
        against = next((o.opponent for o in full.panel if not o.survives), "")
        return (f"wrong against '{against}'" if against else ""), full
    best = choices(question, analysis)[0].text
    for name in PANEL:
        other = analyse(position, playouts=analysis.playouts, opponent=name)
        if not any(c.text == best and c.accepted for c in choices(question, other)):
            return f"wrong against '{name}'", analysis
    return "", analysis


def likeness(question: Decide) -> str:
    """A text that is the same for all twins of a question, and for no other."""
    alike = (twin for twin in twins(question) if isinstance(twin, Decide))
    return min(f"{twin.knock} {to_line(twin.position)}" for twin in alike)


def certify_all(
    file: Lines[Tried], candidates: Iterable[Candidate], scheduler: str | None = None
) -> Iterator[Tried]:
    """Try candidates into a file, see `trainer.lab.lines.done`; no two twins are tried.

    Raises:
        OSError, SolverError: as :class:`trainer.lab.lines.Lines`, or the cluster cannot be used.
    """
    seen = {likeness(tried.candidate.question) for tried in file.read()}
    fresh = []
    for candidate in candidates:
        like = likeness(candidate.question)
        if like not in seen:
            seen.add(like)
            fresh.append(candidate)
    return file.keep(done(certified, fresh, scheduler))
