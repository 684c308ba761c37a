"""What tells two throws apart: a pattern a theme, the particular ones before the general ones.

In every sentence the worse throw is ``chosen`` and the better one ``best``. "Waits for" is about
two cards of the hand that a third makes a meld of; live are the unseen ones of these.
"""

from __future__ import annotations

from trainer.coach.contrast import Contrast
from trainer.coach.facts import (
    always_melded,
    cards_text,
    partners,
    some,
    triangles,
    wanted_with,
    wants,
)
from trainer.coach.patterns import Evidence, Figures, Pattern
from trainer.game import POINTS, cards_of, deadwood, format_hand, rank_of

HIGH = 8
"""Points from which a card is high."""
LOW_LIMIT = 4
"""Up to this limit few hands can knock, so that melds count for more than points."""
HIGH_LIMIT = 8
"""From this limit on, a hand of two melds and small cards can knock."""
MUCH = 7
"""Points of deadwood that make a difference of their own."""
SOME = 5


def _counts(contrast: Contrast) -> Figures:
    """What both throws leave: deadwood and live outs."""
    chosen, best = contrast.chosen, contrast.best
    return {
        "deadwood_chosen": chosen.deadwood,
        "deadwood_best": best.deadwood,
        "outs_chosen": chosen.outs.bit_count(),
        "outs_best": best.outs.bit_count(),
    }


def _outs_words(contrast: Contrast) -> str:
    chosen, best = contrast.chosen, contrast.best
    return (
        f"throwing {chosen.name} leaves {cards_text(chosen.outs, 'live out')}, throwing "
        f"{best.name} {best.outs.bit_count()}"
    )


def _keeps_points(contrast: Contrast, least: int = 1) -> bool:
    """Whether the chosen throw leaves more deadwood, and not because it breaks a meld."""
    return contrast.saves_deadwood(least) and breaks_meld(contrast) is None


# -- building --------------------------------------------------------------------------------------


def breaks_meld(contrast: Contrast) -> Evidence | None:
    """The chosen card is melded in every best spread, the best one is not, and deadwood rises."""
    chosen, best = contrast.chosen, contrast.best
    fixed = always_melded(contrast.position.hand)
    if not fixed >> chosen.card & 1 or fixed >> best.card & 1 or not contrast.saves_deadwood():
        return None
    now = deadwood(contrast.position.hand)
    text = (
        f"{chosen.name} belongs to a meld: of {now} deadwood, throwing it leaves "
        f"{chosen.deadwood}, throwing {best.name} {best.deadwood}."
    )
    return Evidence(text, 1 << chosen.card, {"deadwood": now, **_counts(contrast)})


def breaks_triangle(contrast: Contrast) -> Evidence | None:
    """The chosen card is of a loose triangle with three live outs or more, and outs are lost."""
    chosen, best = contrast.chosen, contrast.best
    if not contrast.fewer_outs:
        return None
    for triangle in triangles(contrast.chosen.loose):
        if triangle >> chosen.card & 1 and not triangle >> best.card & 1:
            live = _wanted_within(triangle) & chosen.position.unseen
            if live.bit_count() >= 3:
                text = (
                    f"{format_hand(triangle)} are a triangle that waits for {cards_text(live)}, "
                    f"{format_hand(live)}: {_outs_words(contrast)}."
                )
                return Evidence(text, triangle, {"live": live.bit_count(), **_counts(contrast)})
    return None


def _wanted_within(cards: int) -> int:
    wanted = 0
    for card in cards_of(cards):
        wanted |= wanted_with(card, cards)
    return wanted


def _outs_before_points(contrast: Contrast) -> Evidence | None:
    """The chosen throw takes off more deadwood, and leaves fewer live outs."""
    chosen, best = contrast.chosen, contrast.best
    if not contrast.fewer_outs or chosen.deadwood >= best.deadwood:
        return None
    text = (
        f"Throwing {chosen.name} saves {best.deadwood - chosen.deadwood} points of deadwood, but "
        f"{_outs_words(contrast)}."
    )
    return Evidence(text, best.outs & ~chosen.outs, _counts(contrast))


def gin_only(contrast: Contrast) -> Evidence | None:
    """In a deal that only gin ends, points are saved at the price of live outs."""
    return _outs_before_points(contrast) if contrast.position.limit == 0 else None


def low_limit(contrast: Contrast) -> Evidence | None:
    """Under a limit of 1 to 4, points are saved at the price of live outs."""
    return _outs_before_points(contrast) if 0 < contrast.position.limit <= LOW_LIMIT else None


def inside_run(contrast: Contrast) -> Evidence | None:
    """The best throw waits for a single card by nature, the chosen one for two live ones."""
    chosen, best = contrast.chosen, contrast.best
    one, more = best.waits, chosen.live
    if not contrast.fewer_outs or more.bit_count() < 2:
        return None
    if one.bit_count() != 1 or not best.live:
        return None
    text = (
        f"{best.name} waits for one card, {format_hand(one)}; {chosen.name} for "
        f"{cards_text(more)}, {format_hand(more)}."
    )
    return Evidence(text, one | more, {"live_chosen": more.bit_count(), "live_best": 1})


def dead_outs(contrast: Contrast) -> Evidence | None:
    """All that the best throw waits for is gone; the chosen one still waits for something."""
    chosen, best = contrast.chosen, contrast.best
    gone, live = best.waits, chosen.live
    if not contrast.fewer_outs or not gone or best.live or not live:
        return None
    text = (
        f"{best.name} waits for {format_hand(gone)}, and {_none_left(gone)}; {chosen.name} waits "
        f"for {format_hand(live)}."
    )
    return Evidence(text, gone | live, {"live_chosen": live.bit_count(), "live_best": 0})


def _none_left(cards: int) -> str:
    return "that is gone" if cards.bit_count() == 1 else "all of them are gone"


def half_dead(contrast: Contrast) -> Evidence | None:
    """Half or more of what the best throw waits for is gone, and the chosen one waits for more."""
    chosen, best = contrast.chosen, contrast.best
    fresh, live, more = best.waits, best.live, chosen.live
    dying = 0 < 2 * live.bit_count() <= fresh.bit_count()
    if not contrast.fewer_outs or not dying or more.bit_count() <= live.bit_count():
        return None
    text = (
        f"Of the {cards_text(fresh)} that {best.name} waits for only {format_hand(live)} "
        f"{'is' if live.bit_count() == 1 else 'are'} left; {chosen.name} waits for "
        f"{format_hand(more)}."
    )
    figures: Figures = {
        "fresh_best": fresh.bit_count(),
        "live_best": live.bit_count(),
        "live_chosen": more.bit_count(),
    }
    return Evidence(text, live | more, figures)


def breaks_pair(contrast: Contrast) -> Evidence | None:
    """The chosen card is one of a loose pair of a rank with a live third, and outs are lost."""
    return _breaks_two(contrast, same_rank=True)


def breaks_run(contrast: Contrast) -> Evidence | None:
    """The chosen card is one of two loose neighbours with a live third, and outs are lost."""
    return _breaks_two(contrast, same_rank=False)


def _breaks_two(contrast: Contrast, *, same_rank: bool) -> Evidence | None:
    chosen, best = contrast.chosen, contrast.best
    if not contrast.fewer_outs:
        return None
    lost = best.outs & ~chosen.outs
    found = [
        (pair, wants(pair) & chosen.position.unseen)
        for pair in partners(chosen.card, contrast.chosen.loose & ~(1 << best.card))
        if wants(pair) & lost and _same_rank(pair) == same_rank
    ]
    pair, live = max(found, key=lambda entry: entry[1].bit_count(), default=(0, 0))
    if not live:
        return None
    text = f"{format_hand(pair)} wait for {format_hand(live)}: {_outs_words(contrast)}."
    return Evidence(text, pair, {"live": live.bit_count(), **_counts(contrast)})


def _same_rank(pair: int) -> bool:
    return len({rank_of(card) for card in cards_of(pair)}) == 1


def build_first(contrast: Contrast) -> Evidence | None:
    """Whatever the limit, points are saved at the price of live outs."""
    return _outs_before_points(contrast)


def fewer_outs(contrast: Contrast) -> Evidence | None:
    """Live outs are lost."""
    if not contrast.fewer_outs:
        return None
    chosen, best = contrast.chosen, contrast.best
    lost, gained = best.outs & ~chosen.outs, chosen.outs & ~best.outs
    against = f", against {format_hand(gained)}" if gained else ""
    words = _outs_words(contrast)
    text = f"{words[0].upper()}{words[1:]}: {format_hand(lost)}{against} make the difference."
    return Evidence(text, lost | gained, _counts(contrast))


# -- deadwood --------------------------------------------------------------------------------------


def high_card(contrast: Contrast) -> Evidence | None:
    """The best throw is a high card that waits for nothing live; a cheaper one was thrown."""
    chosen, best = contrast.chosen, contrast.best
    worth = POINTS[best.card]
    idle = worth >= HIGH and not best.live and contrast.chosen.loose >> best.card & 1
    if not idle or POINTS[chosen.card] >= worth or not _keeps_points(contrast):
        return None
    text = (
        f"{best.name} waits for no live card and counts {worth}: throwing it leaves "
        f"{best.deadwood} deadwood, throwing {chosen.name} {chosen.deadwood}."
    )
    return Evidence(text, 1 << best.card, {"points": worth, **_counts(contrast)})


def high_limit(contrast: Contrast) -> Evidence | None:
    """Under a limit of 8 or more, live outs are kept at the price of 5 points or more."""
    chosen, best = contrast.chosen, contrast.best
    limit = contrast.position.limit
    more = chosen.outs.bit_count() > best.outs.bit_count()
    if limit < HIGH_LIMIT or not more or not _keeps_points(contrast, SOME):
        return None
    text = (
        f"The limit is {limit}, and small cards can knock: {best.name} thrown leaves "
        f"{best.deadwood} deadwood, {chosen.name} {chosen.deadwood}. That is worth more than the "
        f"live outs, of which {chosen.name} leaves {chosen.outs.bit_count()} and {best.name} "
        f"{best.outs.bit_count() or 'none'}."
    )
    return Evidence(text, 1 << best.card, {"limit": limit, **_counts(contrast)})


def reduce_first(contrast: Contrast) -> Evidence | None:
    """The best throw takes off 7 points more, and the chosen one has no fewer outs to show."""
    if contrast.fewer_outs or not _keeps_points(contrast, MUCH):
        return None
    return _deadwood_words(contrast)


def more_deadwood(contrast: Contrast) -> Evidence | None:
    """The chosen throw leaves more deadwood."""
    return _deadwood_words(contrast) if _keeps_points(contrast) else None


def _deadwood_words(contrast: Contrast) -> Evidence:
    chosen, best = contrast.chosen, contrast.best
    now = deadwood(contrast.position.hand)
    text = (
        f"Of {now} deadwood, throwing {chosen.name} leaves {chosen.deadwood}, throwing "
        f"{best.name} {best.deadwood}."
    )
    cards = 1 << chosen.card | 1 << best.card
    return Evidence(text, cards, {"deadwood": now, **_counts(contrast)})


# -- drawing ---------------------------------------------------------------------------------------


def gin_draws(contrast: Contrast) -> Evidence | None:
    """The best throw leaves more cards whose draw makes gin."""
    chosen, best = contrast.chosen, contrast.best
    more, fewer = best.gin_draws, chosen.gin_draws
    if more.bit_count() <= fewer.bit_count():
        return None
    text = (
        f"With {best.name} thrown {cards_text(more)} would make gin ({some(more)}), "
        f"with {chosen.name} thrown {fewer.bit_count() or 'none'}."
    )
    figures: Figures = {"gin_chosen": fewer.bit_count(), "gin_best": more.bit_count()}
    return Evidence(text, more & ~fewer, figures)


def knock_draws(contrast: Contrast) -> Evidence | None:
    """The best throw leaves more cards whose draw allows a knock."""
    chosen, best = contrast.chosen, contrast.best
    more, fewer = best.knock_draws.bit_count(), chosen.knock_draws.bit_count()
    limit = contrast.position.limit
    if not limit or more <= fewer:
        return None
    text = (
        f"With {best.name} thrown {more} of {contrast.position.unseen.bit_count()} unseen cards "
        f"would let you knock within {limit} next turn, with {chosen.name} thrown "
        f"{fewer or 'none'}."
    )
    cards = best.knock_draws & ~chosen.knock_draws
    return Evidence(text, cards, {"knock_chosen": fewer, "knock_best": more})


THROWS = (
    Pattern("breaks-meld", "building", breaks_meld),
    Pattern("breaks-triangle", "building", breaks_triangle),
    Pattern("gin-only", "building", gin_only),
    Pattern("low-limit", "building", low_limit),
    Pattern("dead-outs", "building", dead_outs),
    Pattern("half-dead", "building", half_dead),
    Pattern("inside-run", "building", inside_run),
    Pattern("breaks-pair", "building", breaks_pair),
    Pattern("breaks-run", "building", breaks_run),
    Pattern("build-first", "building", build_first),
    Pattern("outs", "building", fewer_outs),
    Pattern("high-card", "deadwood", high_card),
    Pattern("high-limit", "deadwood", high_limit),
    Pattern("reduce-first", "deadwood", reduce_first),
    Pattern("deadwood", "deadwood", more_deadwood),
    Pattern("gin-draws", "drawing", gin_draws),
    Pattern("knock-draws", "drawing", knock_draws),
)
