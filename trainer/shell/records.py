"""Deals that are kept, as a list and as text records; everything there is, out and in again."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from rich.text import Text

from trainer.content import read_records
from trainer.content.tree import read_text
from trainer.game import Deal, to_line
from trainer.progress import ProgressError, Store, StoredDeal, read_export, write_export
from trainer.session.records import deal_of, keep_records, match_of
from trainer.session.sitting import Study
from trainer.shell.desk import Desk
from trainer.shell.draw import Columns


def result_for(deal: Deal, seat: int) -> str:
    """How a deal ended for a seat, in a few words."""
    result = deal.result
    if deal.phase != "over":
        return "not finished"
    if result is None:
        return "score not known"
    if result.winner is None:
        return "void"
    verb = "won" if result.winner == seat else "lost"
    return f"{verb} {max(result.points)}, {result.kind}"


def deals_rows(store: Store) -> list[dict[str, object]]:
    """The deals that are kept, the latest first, as plain values."""
    rows: list[dict[str, object]] = []
    for stored in reversed(store.deals()):
        deal = deal_of(stored)
        rows.append(
            {
                "id": stored.id,
                "at": stored.at.astimezone().isoformat(timespec="minutes"),
                "rules": deal.rules.preset,
                "players": deal.players,
                "number": stored.number if stored.match_id else None,
                "result": result_for(deal, stored.seat),
                "reviewed": bool(store.review(stored.id, stored.seat)),
            }
        )
    return rows


def show_deals(desk: Desk, store: Store, most: int = 20) -> None:
    """The latest deals that are kept, a line each.

    Raises:
        ProgressError: they cannot be read.
    """
    rows = deals_rows(store)
    if not rows:
        desk.say("No deal has been finished yet. `play` deals one.")
        return
    cells = [[Text(name, style="dim") for name in ("deal", "when", "rules", "result", "")]]
    cells += [
        [
            Text(str(row["id"]), style="bold"),
            Text(str(row["at"])[:16].replace("T", " ")),
            Text(str(row["rules"])),
            Text(str(row["result"])),
            Text("reviewed" if row["reviewed"] else "", style="dim"),
        ]
        for row in rows[:most]
    ]
    desk.show(Columns(cells, needed=2))
    if len(rows) > most:
        desk.say(f"and {len(rows) - most} more", "dim")
    desk.say("`review ID` looks at one; the first letters of its id are enough.", "dim")


def record_lines(store: Store, name: str, *, match: bool, every: bool) -> list[str]:
    """Text records, a line each: of one deal, of its whole match, or of every deal.

    Raises:
        ProgressError: there is no such deal, or it cannot be read.
    """
    if every:
        return [stored.record for stored in store.deals()]
    stored = store.deal(name)
    return [to_line(match_of(store, stored)) if match else stored.record]


def export_everything(study: Study, path: Path) -> None:
    """Write all progress to a file.

    Raises:
        ProgressError: it cannot be read or written.
    """
    write_export(path, study.store.export(study.clock()))


def bring_in(desk: Desk, study: Study, name: str, seat: int | None = None) -> list[StoredDeal]:
    """Import a file: an export of everything, or records of deals and matches (- for stdin).

    Raises:
        ContentError: a record cannot be read, or breaks the rules.
        GameError: nobody's hand is known, or not that of ``seat``.
        ProgressError: the file is a broken export, or nothing can be saved.
    """
    path = Path("<standard input>" if name == "-" else name)
    text = sys.stdin.read() if name == "-" else _export_or_text(path)
    if _is_export(text):
        data = text.encode() if name == "-" else read_export(path)
        merged = study.store.merge(data, path.name)
        desk.say(f"{merged.attempts} answers and {merged.matches} matches are new here.")
        for match in merged.parted:
            desk.say(f"Match {match[:8]} was played on here too: your course was kept.")
        return []
    kept = keep_records(study.store, read_records(path, text), study.clock(), seat)
    for stored in kept:
        desk.say(f"Deal {stored.id} is kept: `review {stored.id}` looks at it.")
    return kept


def _export_or_text(path: Path) -> str:
    try:
        return read_export(path).decode("utf-8-sig")
    except (ProgressError, UnicodeDecodeError):
        return read_text(path)  # says what is wrong, with the place


def _is_export(text: str) -> bool:
    """Whether a text is an export of everything; its document says so first."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return False
    return isinstance(value, dict) and "format" in value
