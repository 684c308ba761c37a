"""Deals kept as text records, and what reviews of them found."""

import sqlite3

from trainer.progress.database import fetch, insert
from trainer.progress.errors import ProgressError
from trainer.progress.records import StoredDeal, StoredReview

IN_ORDER = "SELECT * FROM deals ORDER BY at, match_id, number, id"


def keep(connection: sqlite3.Connection, deal: StoredDeal) -> None:
    """Keep a deal; one that is here already stays as it is."""
    insert(connection, "deals", deal, "ON CONFLICT DO NOTHING")


def find(connection: sqlite3.Connection, name: str) -> StoredDeal:
    """The deal whose id is, or begins with, a name; the latest one for an empty name.

    Raises ProgressError where there is none, or more than one.
    """
    deals = fetch(connection, StoredDeal, IN_ORDER)
    if not deals:
        raise ProgressError("no deal has been finished yet: 'play' deals one")
    if not name:
        return deals[-1]
    found = [deal for deal in deals if deal.id == name] or [
        deal for deal in deals if deal.id.startswith(name)
    ]
    if not found:
        raise ProgressError(f"there is no deal {name!r}: 'deals' lists those that are kept")
    if len(found) > 1:
        ids = ", ".join(deal.id for deal in found[:4])
        raise ProgressError(f"several deals begin with {name!r} ({ids}): write more of the id")
    return found[0]


def keep_review(connection: sqlite3.Connection, review: StoredReview) -> None:
    """Keep a part of a review; a newer one takes its place."""
    insert(connection, "reviews", review, "ON CONFLICT DO UPDATE SET line = excluded.line")


def parts(connection: sqlite3.Connection, deal_id: str, seat: int) -> dict[str, str]:
    """The lines of a review, by part."""
    rows = fetch(
        connection,
        StoredReview,
        "SELECT * FROM reviews WHERE deal_id = ? AND seat = ?",
        deal_id,
        seat,
    )
    return {row.part: row.line for row in rows}
