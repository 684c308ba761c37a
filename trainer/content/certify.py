"""Receipts made and receipts tested: when an estimate is good enough to grade people by.

A shipped decision is graded from its receipt for good, so the receipt must be sure of every grade
near the boundary between right and wrong. A puzzle with one right answer needs a clear margin; one
with several is fine if it is clear which.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import hypot

from trainer.coach.choices import Choice
from trainer.coach.grades import too_close
from trainer.game import Position
from trainer.solver.analysis import (
    ACCEPTED_LOSS,
    ActionValue,
    Analysis,
    is_accepted,
)

Solve = Callable[[Position, int], Analysis]
"""An analysis of a position with so many playouts."""

SIGMAS = 3.0
"""Standard errors on either side that make an interval."""
MARGIN = 1.5
"""Points, of a deal that counts once, by which a single right answer beats the next."""
WANTED_ERROR = 0.15
"""Standard error of gaps aimed at, in points of a deal that counts once."""

FIRST_PLAYOUTS = 8192
MOST_PLAYOUTS = 65536
"""About ten seconds of two ordinary cores for a discard with a dozen candidates."""
CHECK_PLAYOUTS = 4096

SURE = 5.0
"""Joint standard errors by which a repeated value may differ from its receipt: chance alone
exceeds them once in 1.7 million values, less than once in a thousand checks of 1,500 values."""
ROUNDING = 0.05
"""Points, or percent of the match, by which they may differ in any case: rounding, and endings too
rare for either run."""


def own_solve(position: Position, playouts: int) -> Analysis:
    """The analysis that becomes a receipt: of the position's own seed.

    Raises:
        SolverError: it cannot be analysed here.
    """
    from trainer.solver.analyse import analyse

    return analyse(position, playouts=playouts)


def second_opinion(position: Position, playouts: int) -> Analysis:
    """An analysis from worlds that the receipt has not seen, and always the same ones.

    Raises:
        SolverError: it cannot be analysed here.
    """
    from trainer.solver.analyse import analyse, default_seed

    return analyse(position, playouts=playouts, seed=default_seed(position) ^ 0x0DD5EED)


def certify(position: Position, solve: Solve) -> Analysis:
    """Analyse until every gap is known as well as grading needs, or the most playouts are spent."""
    analysis = solve(position, FIRST_PLAYOUTS)
    playouts = FIRST_PLAYOUTS
    while analysis.tier != "exact" and playouts < MOST_PLAYOUTS:
        factor = max((_shortfall(entry, analysis) for entry in analysis.actions[1:]), default=0.0)
        if factor <= 1.0:
            break
        # Errors shrink with the root of the playouts; a tenth more saves a third run.
        playouts = min(MOST_PLAYOUTS, int(playouts * factor * factor * 1.1) + 1)
        analysis = solve(position, playouts)
    return analysis


def _shortfall(entry: ActionValue, analysis: Analysis) -> float:
    """How many times too large the error of a gap is; 1 or less is good enough."""
    lost, error = (part / analysis.unit for part in analysis.loss(entry))
    wanted = min(WANTED_ERROR, max(abs(lost - ACCEPTED_LOSS) / SIGMAS, WANTED_ERROR / 4))
    return error / wanted


# -- is a receipt good enough? ---------------------------------------------------------------------


def unsure(options: Sequence[Choice], receipt: Analysis) -> Iterator[str]:
    """Why an estimate may not grade anybody yet."""
    for option in options:
        if too_close(option.loss, receipt.unit):
            yield (
                f"whether '{option.text}' is right is too close to tell: it loses "
                f"{_interval(option, receipt)}"
            )
        if is_accepted(*option.loss, receipt.unit) != option.accepted:
            yield f"the receipt contradicts itself about '{option.text}': run check --update"


def unfit_for_puzzle(options: Sequence[Choice], analysis: Analysis) -> Iterator[str]:
    """Why a decision may be no puzzle: no clear answer, or an answer that may change."""
    accepted = [option for option in options if option.accepted]
    if len(accepted) == len(options):
        yield "every answer is right: a puzzle needs a wrong one"
    for option in options[1:]:
        lost, error = (part / analysis.unit for part in option.loss)
        if not error:
            continue  # proved
        reach = SIGMAS * error
        if lost - reach < ACCEPTED_LOSS < lost + reach:
            yield (
                f"'{option.text}' may be right or wrong: it loses {_interval(option, analysis)}, "
                f"and {_amount(analysis, ACCEPTED_LOSS)} is the boundary; choose a clearer position"
            )
        elif len(accepted) == 1 and lost < MARGIN:
            yield (
                f"'{option.text}' is nearly as good as the one right answer: it loses "
                f"{_interval(option, analysis)}, and a single answer needs a margin of "
                f"{_amount(analysis, MARGIN)}"
            )


def _interval(option: Choice, analysis: Analysis) -> str:
    lost, error = (part / analysis.unit for part in option.loss)
    return _amount(analysis, lost, SIGMAS * error)


def _amount(analysis: Analysis, *points: float) -> str:
    """Points of a deal that counts once, or what stands for them in the match; and their error."""
    scale, unit = (100 * analysis.unit, "% of the match") if analysis.by_match else (1.0, "points")
    return f"{' +- '.join(f'{scale * part:.2f}' for part in points)} {unit}"


# -- does a receipt still hold? --------------------------------------------------------------------


def outdated(receipt: Analysis, fresh: Analysis) -> str | None:
    """Why a receipt no longer holds, compared with a new analysis; None if it does."""
    if receipt.version != fresh.version or receipt.tier != fresh.tier:
        return (
            f"the receipt is stale: it is of solver version {receipt.version} ({receipt.tier}), "
            f"this is version {fresh.version} ({fresh.tier})"
        )
    ours = {entry.action: entry for entry in fresh.actions}
    if set(ours) != {entry.action for entry in receipt.actions}:
        return "the receipt lists other actions than are legal"
    if receipt.multiplier != fresh.multiplier or receipt.rules != fresh.rules:
        return "the receipt is of other rules"
    same_best = _named(receipt.best_in_points) == _named(fresh.best_in_points)
    for old in receipt.actions:
        new = ours[old.action]
        if old.spread != new.spread:
            continue  # a knock with another spread is worth something else
        pairs = [("is worth", old.value, new.value, hypot(old.error, new.error))]
        if same_best:
            joint = hypot(old.gap_error, new.gap_error)
            pairs.append(("loses", old.points_lost, new.points_lost, joint))
        if old.match is not None and new.match is not None:
            what = "has a chance of the match, in percent, of"
            joint = 100 * hypot(old.match.error, new.match.error)
            pairs.append((what, 100 * old.match.chance, 100 * new.match.chance, joint))
        for what, then, now, error in pairs:
            if abs(then - now) > SURE * error + ROUNDING:
                return (
                    f"the receipt says that '{old.action}' {what} {then:.2f}, a new analysis says "
                    f"{now:.2f}: more than {SURE:g} standard errors ({error:.2f}) apart"
                )
    return None


def _named(entry: ActionValue) -> tuple[str, str]:
    return entry.action, entry.spread
