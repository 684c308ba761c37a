"""The duplicate deal: on a date the same cards for everybody, against one and the same opponent.

The result is compared with par: what the opponent itself makes of the learner's cards.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import date
from hashlib import sha256

from trainer.game import Deal, Rules
from trainer.progress import StoredMatch
from trainer.session.play import ME, MatchRun, first_deal
from trainer.session.records import deal_of
from trainer.session.sitting import Study
from trainer.solver.frozen import VERSION, frozen

FIRST = date(2026, 12, 1)
"""The first date with a duplicate deal."""

RULES = Rules(target=None)


@dataclass(frozen=True)
class Duplicate:
    """What came of the deal of a date, in points, the learner's less the opponent's."""

    day: date
    result: int | None
    """None as long as it is not finished."""
    par: int

    @property
    def against_par(self) -> int | None:
        """Points above par."""
        return None if self.result is None else self.result - self.par


def seed_of(day: date) -> int:
    """What the cards of a date follow from."""
    return int(sha256(f"duplicate {VERSION} {day}".encode()).hexdigest()[:12], 16)


def match_id(day: date) -> str:
    """What the deal of a date is kept as: the same on every machine, so that exports join."""
    return f"{day:%Y%m%d}-duplicate-{VERSION}"


def sit_down(study: Study, day: date) -> MatchRun:
    """The deal of a date, from where it was left.

    Raises:
        ProgressError: it cannot be read or saved.
    """
    record = _record(study, day)
    if record is None:
        rules = json.dumps(RULES.to_value())
        record = study.store.create_match(rules, seed_of(day), study.clock(), id=match_id(day))
    return MatchRun.resume(record, study, frozen)


def _record(study: Study, day: date) -> StoredMatch | None:
    return study.store.match(match_id(day))


def played_out(day: date) -> Deal:
    """The deal of a date as the opponent plays it on both sides."""
    deal = first_deal(RULES, 2, seed_of(day))
    while deal.phase != "over":
        position = deal.position(deal.turn)
        deal = deal.after(position.completed(frozen(position)))
    return deal


def par(day: date) -> int:
    """What the opponent makes of the learner's cards."""
    return margin(played_out(day))


def margin(deal: Deal) -> int:
    """The learner's points of a finished deal less the opponent's."""
    assert deal.result is not None
    return deal.result.points[ME] - deal.result.points[1 - ME]


def standing(study: Study, day: date) -> Duplicate | None:
    """What came of the deal of a date; None where it was not begun.

    Raises:
        ProgressError: it cannot be read.
    """
    if _record(study, day) is None:
        return None
    stored = next((d for d in study.store.deals() if d.match_id == match_id(day)), None)
    return Duplicate(day, None if stored is None else margin(deal_of(stored)), par(day))
