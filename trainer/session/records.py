"""Deals as text records: those of practice matches, and those that come from elsewhere."""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import datetime

from trainer.game import Deal, GameError, Illegal, Match, MatchRecord, Score, from_line, to_line
from trainer.progress import ProgressError, Store, StoredDeal, fingerprint

_ID = 8  # hexadecimal digits of a record's hash that make its id


def deal_of(stored: StoredDeal) -> Deal:
    """The deal of a record, replayed.

    Raises:
        ProgressError: the record cannot be read any more.
    """
    try:
        return from_line(Deal, stored.record)
    except GameError as error:
        raise ProgressError(
            f"the record of deal {stored.id} is damaged: {error.sentence}"
        ) from None


def score_of(stored: StoredDeal, deal: Deal) -> Score | None:
    """The score of the match before a deal; None where it belongs to none.

    Raises:
        ProgressError: it cannot be read any more.
    """
    if not stored.score:
        return None
    try:
        return Score.from_value(json.loads(stored.score), deal.players, deal.rules)
    except ValueError as error:
        raise ProgressError(f"the score of deal {stored.id} is damaged: {error}") from None


def match_of(store: Store, stored: StoredDeal) -> MatchRecord:
    """All finished deals of the match that a deal belongs to, as one record.

    Raises:
        ProgressError: the deal is of no match, or a record cannot be read.
    """
    if stored.match_id is None:
        raise ProgressError(f"deal {stored.id} belongs to no match: leave out --match")
    deals = [deal_of(other) for other in store.deals() if other.match_id == stored.match_id]
    first = deals[0]
    return MatchRecord(first.rules, first.players, first.table.dealer, tuple(deals))


def keep_records(
    store: Store, records: Iterable[Deal | MatchRecord], now: datetime, seat: int | None = None
) -> list[StoredDeal]:
    """Keep records that come from elsewhere; one that is kept already is found again.

    ``seat`` is the learner's: by default the first whose hand is known.

    Raises:
        Illegal: nobody's hand is known, or not that of ``seat``.
        ProgressError: the records cannot be saved.
    """
    here = {deal.record: deal for deal in store.deals()}
    kept = []
    for record in records:
        for deal in _stored(record, now, seat):
            if deal.record not in here:
                store.keep_deal(deal)
                here[deal.record] = deal
            kept.append(here[deal.record])
    return kept


def _stored(record: Deal | MatchRecord, now: datetime, seat: int | None) -> list[StoredDeal]:
    id = fingerprint(to_line(record))[:_ID]
    if isinstance(record, Deal):
        return [StoredDeal(id=id, seat=learners_seat(record, seat), at=now, record=to_line(record))]
    match = Match.start(record.rules, record.players, record.first_dealer)
    stored = []
    for number, deal in enumerate(record.deals, start=1):
        stored.append(
            StoredDeal(
                id=f"{id}-{number}",
                match_id=id,
                number=number,
                seat=learners_seat(deal, seat),
                at=now,
                score=json.dumps(match.score.to_value()),
                record=to_line(deal),
            )
        )
        match = match if deal.result is None else match.after(deal.result)
    return stored


def learners_seat(deal: Deal, seat: int | None) -> int:
    """The seat a deal is reviewed for: the one asked for, else the first whose hand is known.

    Raises:
        Illegal: that hand is not known, or none is.
    """
    known = [number for number, hand in enumerate(deal.dealt) if hand is not None]
    if not known:
        raise Illegal("no hand is known in this record: write that of one seat at least", "hands")
    if seat is None:
        return known[0]
    if seat not in known:
        raise Illegal(
            f"the hand of seat {seat} is not known in this record: there is seat "
            f"{' and seat '.join(map(str, known))}",
            "hands",
        )
    return seat
