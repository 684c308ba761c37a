"""What two throws are worth to an opponent: a pattern a theme, the particular ones first."""

from __future__ import annotations

from trainer.coach.contrast import Contrast, Side
from trainer.coach.facts import all_pairs
from trainer.coach.patterns import Evidence, Figures, Pattern
from trainer.game import Position, cards_of, format_hand


def _pairs(contrast: Contrast) -> Figures:
    figures: Figures = {
        "pairs_chosen": len(contrast.chosen.pairs),
        "pairs_best": len(contrast.best.pairs),
    }
    chosen, best = contrast.chosen.value.taken, contrast.best.value.taken
    if chosen is not None and best is not None:
        figures |= {"taken_chosen": chosen, "taken_best": best}
    return figures


def _safety(contrast: Contrast, text: str, cards: int) -> Evidence:
    """A sentence about safety, with how often the sampled opponents take each card."""
    figures = _pairs(contrast)
    if "taken_chosen" in figures:
        text += (
            f" They take {contrast.chosen.name} in {figures['taken_chosen']:.0%} of the sampled "
            f"deals, {contrast.best.name} in {figures['taken_best']:.0%}."
        )
    return Evidence(text, cards, figures)


def _seen(position: Position) -> str:
    return "your opponent was" if position.players == 2 else "an opponent was"


def feeds_meld(contrast: Contrast) -> Evidence | None:
    """The chosen card lengthens a meld that lies in what was taken; the best one does not."""
    chosen, best = contrast.chosen, contrast.best
    if not chosen.lengthens or best.lengthens:
        return None
    text = (
        f"{chosen.name} lengthens {format_hand(chosen.lengthens)}, which "
        f"{_seen(contrast.position)} seen to take."
    )
    return _safety(contrast, text, chosen.lengthens)


def hold_up(contrast: Contrast) -> Evidence | None:
    """The chosen card is of no use to me and fits what was taken; the best one does not fit."""
    chosen, best = contrast.chosen, contrast.best
    idle = chosen.loose >> chosen.card & 1 and not chosen.live
    if not chosen.fits or best.fits or not idle:
        return None
    text = (
        f"{chosen.name} waits for nothing, yet it is worth holding: it fits "
        f"{format_hand(chosen.fits)}, which {_seen(contrast.position)} seen to take."
    )
    return _safety(contrast, text, chosen.fits)


def feeds_known(contrast: Contrast) -> Evidence | None:
    """The chosen card fits what was taken, by a live third card; the best one does not."""
    chosen, best = contrast.chosen, contrast.best
    if not chosen.fits or best.fits:
        return None
    text = (
        f"{chosen.name} fits {format_hand(chosen.fits)}, which {_seen(contrast.position)} seen to "
        "take."
    )
    return _safety(contrast, text, chosen.fits)


def safe_throw(contrast: Contrast) -> Evidence | None:
    """No pair that is out melds with the best throw; some do with the chosen one."""
    chosen, best = contrast.chosen, contrast.best
    if best.pairs or not chosen.pairs:
        return None
    text = f"{best.name} can be of use to nobody but as a layoff; {chosen.pairs_words}."
    return _safety(contrast, text, 1 << best.card)


def wild_throw(contrast: Contrast) -> Evidence | None:
    """Every pair around the chosen card is still out, and more than around the best one."""
    chosen, best = contrast.chosen, contrast.best
    if len(chosen.pairs) != all_pairs(chosen.card) or len(best.pairs) >= len(chosen.pairs):
        return None
    text = (
        f"Every card around {chosen.name} is still out: {chosen.pairs_words}, "
        f"{len(best.pairs)} with {best.name}."
    )
    return _safety(contrast, text, 1 << chosen.card)


def their_throws(contrast: Contrast) -> Evidence | None:
    """The best card matches what an opponent threw, the chosen one does not, and is wilder by 2."""
    chosen, best = contrast.chosen, contrast.best
    if len(chosen.pairs) - len(best.pairs) < 2 or _matching(chosen):
        return None
    matching = _matching(best)
    if not matching:
        return None
    text = (
        f"{format_hand(matching)} came from {_whose(contrast.position)} own hand, so {best.name} "
        f"is less likely to be wanted: {chosen.pairs_words}, {len(best.pairs)} with {best.name}."
    )
    return _safety(contrast, text, matching)


def _whose(position: Position) -> str:
    return "your opponent's" if position.players == 2 else "an opponent's"


def _matching(side: Side) -> int:
    """What opponents threw of the card's rank or next to it in its suit."""
    thrown = 0
    for cards in side.position.table.thrown[1:]:
        thrown |= cards
    return sum(
        1 << other
        for other in cards_of(thrown)
        if other % 13 == side.card % 13
        or (other // 13 == side.card // 13 and abs(other - side.card) == 1)
    )


def safety(contrast: Contrast) -> Evidence | None:
    """More pairs that are out meld with the chosen card."""
    chosen, best = contrast.chosen, contrast.best
    if len(chosen.pairs) <= len(best.pairs):
        return None
    text = f"{chosen.pairs_words}, {len(best.pairs)} with {best.name}."
    return _safety(contrast, text, 1 << chosen.card | 1 << best.card)


def taken(contrast: Contrast) -> Evidence | None:
    """No count shows it, but the sampled opponents take the chosen card more often."""
    chosen, best = contrast.chosen, contrast.best
    if not contrast.oftener(chosen.value.taken, best.value.taken):
        return None
    text = (
        f"By their play so far {chosen.name} is the likelier card to be of use to them, though "
        f"{chosen.pairs_words} and {len(best.pairs)} with {best.name}."
    )
    return _safety(contrast, text, 1 << chosen.card | 1 << best.card)


def too_careful(contrast: Contrast) -> Evidence | None:
    """The chosen card is the safer one, by count and in the sampled deals, and the hand pays."""
    chosen, best = contrast.chosen, contrast.best
    if len(chosen.pairs) >= len(best.pairs):
        return None
    if not (contrast.fewer_outs or contrast.saves_deadwood()):
        return None
    if chosen.value.replies and not contrast.swapped.more_taken:
        return None
    text = (
        f"{chosen.name} is the safer throw ({chosen.pairs_words}, {len(best.pairs)} with "
        f"{best.name}), but that is not worth what it does to your own hand."
    )
    return _safety(contrast, text, 1 << chosen.card | 1 << best.card)


SAFETY = (
    Pattern("feeds-meld", "safety", feeds_meld),
    Pattern("hold-up", "safety", hold_up),
    Pattern("feeds-known", "safety", feeds_known),
    Pattern("safe-throw", "safety", safe_throw),
    Pattern("wild-throw", "safety", wild_throw),
    Pattern("their-throws", "safety", their_throws),
    Pattern("safety", "safety", safety),
    Pattern("taken", "safety", taken),
    Pattern("too-careful", "care", too_careful),
)
