"""What tells taking the upcard from leaving it, at the offer and in a draw.

Taking is looked at with the throw that leaves least deadwood.
"""

from __future__ import annotations

from trainer.coach.contrast import Contrast
from trainer.coach.facts import (
    after_taking,
    fitting_known,
    melds_upcard,
    outs,
)
from trainer.coach.patterns import Evidence, Figures, Pattern
from trainer.game import (
    Position,
    best_spreads,
    deadwood,
    format_card,
    format_hand,
    is_meld,
    rank_of,
)

LOW = 3
"""The highest rank of a low card."""
MUCH = 7
"""Points of deadwood for which a low card is worth taking."""
SOME = 5
"""Points, ..."""
OUTS = 2
"""... or live outs, for which an upcard that melds with nothing yet is worth taking."""
OFTEN = 0.25
"""Share of the worlds from which on an opponent often takes what I leave."""


def _figures(position: Position) -> Figures:
    after, _ = after_taking(position)
    return {"deadwood": deadwood(position.hand), "after": after}


def _taking(position: Position) -> str:
    """What taking the upcard does for the deadwood."""
    now = deadwood(position.hand)
    after, throw = after_taking(position)
    verb, change = ("brings", f"from {now} to {after}") if after != now else ("leaves", f"at {now}")
    return f"taking it and throwing {format_card(throw)} {verb} your deadwood {change}"


def _upcard(position: Position) -> int:
    return position.table.pile[-1]


def _evidence(position: Position, text: str, **more: float) -> Evidence:
    return Evidence(text, 1 << _upcard(position), {**_figures(position), **more})


# -- it was best to take ---------------------------------------------------------------------------


def take_gin(contrast: Contrast) -> Evidence | None:
    """Taking the upcard melds every card."""
    position = contrast.position
    after, throw = after_taking(position)
    if after:
        return None
    upcard = format_card(_upcard(position))
    return _evidence(position, f"With {upcard} every card melds but {format_card(throw)}: gin.")


def take_knock(contrast: Contrast) -> Evidence | None:
    """Taking the upcard allows a knock."""
    position = contrast.position
    after, _ = after_taking(position)
    if after > position.limit:
        return None
    text = (
        f"{format_card(_upcard(position))} lets you knock, the limit being {position.limit}: "
        f"{_taking(position)}."
    )
    return _evidence(position, text, limit=position.limit)


def take_extends(contrast: Contrast) -> Evidence | None:
    """The upcard lengthens a meld that is there already."""
    position = contrast.position
    upcard = 1 << _upcard(position)
    lengthened = next(
        (
            meld & ~upcard
            for spread in best_spreads(contrast.best.left)
            for meld in spread.melds
            if meld & upcard and is_meld(meld & ~upcard)
        ),
        0,
    )
    if not lengthened:
        return None
    text = (
        f"{format_card(_upcard(position))} lengthens {format_hand(lengthened)}: "
        f"{_taking(position)}."
    )
    return _evidence(position, text)


def take_meld(contrast: Contrast) -> Evidence | None:
    """The upcard makes a meld."""
    position = contrast.position
    if not melds_upcard(position):
        return None
    return _evidence(position, f"{format_card(_upcard(position))} melds: {_taking(position)}.")


def low_upcard(contrast: Contrast) -> Evidence | None:
    """An ace, 2 or 3 in place of a card that costs 7 points more."""
    position = contrast.position
    after, _ = after_taking(position)
    low = rank_of(_upcard(position)) < LOW
    if not low or deadwood(position.hand) - after < MUCH:
        return None
    text = f"{format_card(_upcard(position))} melds with nothing yet, but {_taking(position)}."
    return _evidence(position, text)


def denies(contrast: Contrast) -> Evidence | None:
    """The upcard fits what the next player was seen to take."""
    position = contrast.position
    fitting = fitting_known(_upcard(position), position.table.known[1], position.unseen)
    if not fitting:
        return None
    text = (
        f"{format_card(_upcard(position))} fits {format_hand(fitting)}, which your opponent was "
        f"seen to take; {_taking(position)}."
    )
    return _evidence(position, text)


def take_builds(contrast: Contrast) -> Evidence | None:
    """The upcard does not meld, but saves 5 points or adds two live outs."""
    position = contrast.position
    now, later = (_outs(position, hand) for hand in (position.hand, contrast.best.left))
    after, _ = after_taking(position)
    if later - now < OUTS and deadwood(position.hand) - after < SOME:
        return None
    text = (
        f"{format_card(_upcard(position))} melds with nothing yet, but {_taking(position)} and "
        f"your live outs from {now} to {later}."
        if later != now
        else f"{format_card(_upcard(position))} melds with nothing yet, but {_taking(position)}."
    )
    return _evidence(position, text, outs=now, outs_after=later)


def _outs(position: Position, hand: int) -> int:
    return outs(hand, position.unseen).bit_count()


def saves_points(contrast: Contrast) -> Evidence | None:
    """Taking leaves less deadwood."""
    position = contrast.position
    after, _ = after_taking(position)
    if after >= deadwood(position.hand):
        return None
    text = f"{format_card(_upcard(position))} melds with nothing yet, but {_taking(position)}."
    return _evidence(position, text)


def leaves_them(contrast: Contrast) -> Evidence | None:
    """Passed, the upcard is often taken by the opponent."""
    share = contrast.chosen.value.taken
    if share is None or share < OFTEN:
        return None
    upcard = _upcard(contrast.position)
    text = (
        f"Left lying, {format_card(upcard)} is taken by them in {share:.0%} of the sampled deals."
    )
    return Evidence(text, 1 << upcard, {"taken_chosen": share})


# -- it was best to leave it -----------------------------------------------------------------------


def leave_meld(contrast: Contrast) -> Evidence | None:
    """The upcard melds, and yet an unknown card is worth more."""
    position = contrast.position
    if not melds_upcard(position):
        return None
    text = f"{format_card(_upcard(position))} melds, and {_taking(position)}. {_unknown(position)}"
    return _evidence(position, text, **_stock(position))


def take_nothing(contrast: Contrast) -> Evidence | None:
    """The upcard melds with nothing."""
    position = contrast.position
    if melds_upcard(position):
        return None
    text = (
        f"{format_card(_upcard(position))} melds with nothing you hold: {_taking(position)}. "
        f"{_unknown(position)}"
    )
    return _evidence(position, text, **_stock(position))


def _stock(position: Position) -> Figures:
    return {"outs": _outs(position, position.hand), "unseen": position.unseen.bit_count()}


def _unknown(position: Position) -> str:
    count, unseen = _outs(position, position.hand), position.unseen.bit_count()
    return f"Of the {unseen} unseen cards {count or 'none'} would meld with your hand as it is."


TAKING = (
    Pattern("take-gin", "upcard", take_gin),
    Pattern("take-knock", "upcard", take_knock),
    Pattern("take-extends", "upcard", take_extends),
    Pattern("take-meld", "upcard", take_meld),
    Pattern("low-upcard", "upcard", low_upcard),
    Pattern("denies", "upcard", denies),
    Pattern("take-builds", "upcard", take_builds),
    Pattern("deadwood", "upcard", saves_points),
    Pattern("leaves-them", "denial", leaves_them),
)
LEAVING = (
    Pattern("leave-meld", "upcard", leave_meld),
    Pattern("take-nothing", "upcard", take_nothing),
)
