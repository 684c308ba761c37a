"""The duplicate deal on the screen."""

from __future__ import annotations

from datetime import date

from rich.text import Text

from trainer.content import NoSuchContent
from trainer.session.duplicate import FIRST, Duplicate, sit_down, standing
from trainer.session.sitting import Study
from trainer.shell.dailies import ARCHIVE, read_day
from trainer.shell.desk import Desk
from trainer.shell.draw import Columns
from trainer.shell.play import play


def duplicate(desk: Desk, study: Study, words: str = "") -> None:
    """Play the deal of today or of a date, or list the latest.

    Raises:
        GameError: the words are no date.
        ContentError: that date has no duplicate deal yet, or never had.
        ProgressError: it cannot be read or saved.
        SolverError: a hint cannot be given here.
    """
    today = study.today()
    if words == "list":
        _listed(desk, study, today)
        return
    day = read_day(words) if words else today
    if not FIRST <= day <= today:
        raise NoSuchContent(
            f"there is no duplicate deal for {day}: they go from {FIRST} to {today}"
        )
    before = standing(study, day)
    if before is None or before.result is None:
        desk.gap()
        desk.say(f"The duplicate deal of {day}: everybody is dealt these cards.", "bold")
        play(desk, sit_down(study, day))
    after = standing(study, day)
    if after is not None and after.result is not None:
        desk.say(told(after))


def told(deal: Duplicate) -> str:
    """What came of a finished deal, against par."""
    above = deal.against_par or 0
    how = f"{above} above" if above > 0 else f"{-above} below" if above else "level with"
    return (
        f"Duplicate of {deal.day}: {deal.result:+d} points, {how} par ({deal.par:+d}, what your "
        "opponent makes of your cards)."
    )


def _listed(desk: Desk, study: Study, today: date) -> None:
    rows = [[Text(name, style="dim") for name in ("date", "points", "par", "against par")]]
    for ordinal in range(
        max(FIRST.toordinal(), today.toordinal() - ARCHIVE + 1), today.toordinal() + 1
    ):
        day = date.fromordinal(ordinal)
        deal = standing(study, day)
        if deal is None:
            cells = [str(day), "not played", "", ""]
        elif deal.result is None:
            cells = [str(day), "begun", "", ""]
        else:
            cells = [str(day), f"{deal.result:+d}", f"{deal.par:+d}", f"{deal.against_par:+d}"]
        rows.append([Text(cell) for cell in cells])
    desk.show(Columns(rows, needed=2, right=(1, 2, 3)))
    desk.say("`duplicate DATE` plays one.", "dim")
