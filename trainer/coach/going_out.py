"""What tells going out from playing on, and one way to go out from another."""

from __future__ import annotations

from math import comb

from trainer.coach.contrast import Contrast, Side
from trainer.coach.facts import cards_text, hidden, some
from trainer.coach.patterns import Evidence, Figures, Pattern
from trainer.game import (
    Position,
    deadwood,
    format_hand,
    layoff_targets,
    parse_spread,
)

EARLY = 3
"""Up to this turn a knock is early."""
LAST_DRAWS = 2
"""With so few draws of my own left, the wall is near."""
FEW_HANDS = 1000
"""Up to so many possible hands the opponent's is nearly known."""
GIN_DRAWS = 2
"""Cards that make gin for which a hand may wait."""
RISKY = 0.05
"""Share of undercuts from which on they are told of."""


def _knock_words(position: Position, knock: Side) -> str:
    return (
        f"Throwing {knock.name} takes your deadwood from {deadwood(position.hand)} to "
        f"{knock.deadwood}, and this deal's limit of {position.limit} allows a knock"
    )


def _knock_figures(position: Position, knock: Side) -> Figures:
    return {
        "deadwood": deadwood(position.hand),
        "count": knock.deadwood,
        "limit": position.limit,
    }


# -- it was best to go out -------------------------------------------------------------------------


def big_gin(contrast: Contrast) -> Evidence | None:
    """All eleven cards are melded."""
    if contrast.best.action.kind != "big gin":
        return None
    position = contrast.position
    bonus = (position.rules.big_gin_bonus or 0) * position.multiplier
    text = (
        f"All {position.hand.bit_count()} cards are melded: big gin, {bonus} points and "
        f"{_whose(position)} deadwood."
    )
    return Evidence(text, 0, {"bonus": bonus})


def gin_missed(contrast: Contrast) -> Evidence | None:
    """Gin was there."""
    if contrast.best.action.kind != "gin":
        return None
    position = contrast.position
    bonus = position.rules.gin_bonus * position.multiplier
    text = (
        f"After {contrast.best.name} every card is melded: gin, {bonus} points and "
        f"{_whose(position)} deadwood."
    )
    return Evidence(text, 1 << contrast.best.card, {"bonus": bonus})


def _whose(position: Position) -> str:
    whose = "your opponent's" if position.players == 2 else "your opponents'"
    return f"twice {whose}" if position.multiplier == 2 else whose


def early_knock(contrast: Contrast) -> Evidence | None:
    """A knock in one of the first three turns."""
    turn = contrast.position.table.turns[0] + 1
    if turn > EARLY:
        return None
    text = f"It is only your turn {turn}, and hands are still full of deadwood. {_knock(contrast)}"
    return _knocking(contrast, text, turn=turn)


def known_hand(contrast: Contrast) -> Evidence | None:
    """There are few hands left that the opponent may hold."""
    position = contrast.position
    held = position.table.known[1].bit_count()
    hands = comb(position.unseen.bit_count(), position.rules.hand_size(2) - held)
    if position.players != 2 or hands > FEW_HANDS:
        return None
    text = f"You know {held} of their cards, which leaves {hands} hands they may hold. "
    return _knocking(contrast, text + _knock(contrast), hands=hands)


def knock(contrast: Contrast) -> Evidence | None:
    """A knock that the limit allows, at any time."""
    return _knocking(contrast, _knock(contrast))


def _knocking(contrast: Contrast, text: str, **more: float) -> Evidence:
    best = contrast.best
    figures = _knock_figures(contrast.position, best) | _won(best) | more
    return Evidence(text, 1 << best.card, figures)


def _won(knock: Side) -> Figures:
    """How often a knock wins, and what it wins then."""
    share = knock.share(("my knock",))
    if not share or not knock.value.ending_points:
        return {}
    return {"wins": share, "each": knock.points(("my knock",)) / share}


def _knock(contrast: Contrast) -> str:
    """What a knock wins, told of the better action."""
    words, won = _knock_words(contrast.position, contrast.best), _won(contrast.best)
    if not won:
        return f"{words}."
    return (
        f"{words}: it wins in {won['wins']:.0%} of the sampled deals, {won['each']:.0f} points "
        "each time."
    )


def wall(contrast: Contrast) -> Evidence | None:
    """Hardly a draw is left before the deal is void."""
    position = contrast.position
    draws = draws_left(position)
    if draws > LAST_DRAWS:
        return None
    left = "no draw" if not draws else "one draw" if draws == 1 else f"{draws} draws"
    text = (
        f"{position.table.stock} cards are left in the stock, {left} of yours before the deal is "
        "void and nobody scores."
    )
    return Evidence(text, 0, {"stock": position.table.stock, "draws": draws})


def draws_left(position: Position) -> int:
    """Draws from the stock that are mine once this turn is over, if everybody draws from it."""
    # Every round takes one card a player; the deal is void once the discard leaves no more.
    return max(0, position.table.stock - position.rules.void_stock) // position.players


# -- it was best to play on ------------------------------------------------------------------------


def wait_for_gin(contrast: Contrast) -> Evidence | None:
    """Playing on, two or more cards make gin, and the sampled deals have more gins."""
    chosen, best = contrast.chosen, contrast.best
    draws = best.gin_draws
    oftener = contrast.swapped.oftener(best.share(("my gin",)), chosen.share(("my gin",)))
    unlikely = contrast.split and not oftener
    if chosen.action.kind != "knock" or draws.bit_count() < GIN_DRAWS or unlikely:
        return None
    text = (
        f"With {best.name} thrown {draws.bit_count()} cards make gin: {some(draws)}. The "
        f"knock would be for {chosen.deadwood}"
    )
    figures: Figures = {"gin_best": draws.bit_count(), "count": chosen.deadwood}
    if contrast.split:
        figures["gins"] = best.share(("my gin",))
        text += f"; playing on, you go gin in {figures['gins']:.0%} of the sampled deals"
    return Evidence(f"{text}.", draws, figures)


def wait(contrast: Contrast) -> Evidence | None:
    """A knock is allowed, but nobody has to."""
    position, chosen = contrast.position, contrast.chosen
    if chosen.action.kind != "knock":
        return _going_on(contrast, "", {})
    stock = position.table.stock
    text = (
        f"{_knock_words(position, chosen)}, but you need not: {stock} cards are left in the stock. "
    )
    figures = _knock_figures(position, chosen) | {"stock": stock}
    return _going_on(contrast, text, figures)


def _going_on(contrast: Contrast, text: str, figures: Figures) -> Evidence:
    best = contrast.best
    live = best.outs
    waits = f"{cards_text(live, 'live out')}: {some(live)}" if live else "no live card"
    text += f"With {best.name} thrown you hold {best.deadwood} deadwood and wait for {waits}."
    more = {"deadwood_best": best.deadwood, "outs_best": live.bit_count()}
    return Evidence(text, live, figures | more)


def undercut(contrast: Contrast) -> Evidence | None:
    """The chosen knock is undercut more often."""
    end = ("undercut by them",)
    chosen, best = contrast.chosen, contrast.best
    risk, instead = chosen.share(end), best.share(end)
    if risk < RISKY or risk <= instead:
        return None
    knocks = best.action.kind == "knock"
    other = f"one with {best.deadwood}" if knocks else "playing on, you are undercut later"
    text = (
        f"A knock with {chosen.deadwood} is undercut in {risk:.0%} of the sampled deals; {other} "
        f"in {instead:.0%}."
    )
    return Evidence(text, 1 << chosen.card, {"undercut_chosen": risk, "undercut_best": instead})


# -- two knocks ------------------------------------------------------------------------------------


def knock_count(contrast: Contrast) -> Evidence | None:
    """The better knock leaves less deadwood."""
    chosen, best = contrast.chosen, contrast.best
    if chosen.deadwood <= best.deadwood:
        return None
    text = (
        f"Of {deadwood(contrast.position.hand)} deadwood, throwing {chosen.name} leaves "
        f"{chosen.deadwood}, throwing {best.name} {best.deadwood}."
    )
    figures: Figures = {"deadwood_chosen": chosen.deadwood, "deadwood_best": best.deadwood}
    return Evidence(text, 1 << chosen.card | 1 << best.card, figures)


def knock_layoffs(contrast: Contrast) -> Evidence | None:
    """More cards that are out fit the chosen knock."""
    chosen, best = (_targets(side) for side in (contrast.chosen, contrast.best))
    if chosen.bit_count() <= best.bit_count():
        return None
    text = (
        f"{chosen.bit_count()} cards that are out fit your melds when you throw "
        f"{contrast.chosen.name}: {format_hand(chosen)}; when you throw {contrast.best.name}, "
        f"{best.bit_count() or 'none'}."
    )
    figures: Figures = {"fit_chosen": chosen.bit_count(), "fit_best": best.bit_count()}
    return Evidence(text, chosen & ~best, figures)


def _targets(knock: Side) -> int:
    return layoff_targets(parse_spread(knock.value.spread)) & hidden(knock.position)


GIN = (
    Pattern("big-gin", "ending", big_gin),
    Pattern("gin-missed", "ending", gin_missed),
)
KNOCKING = (
    Pattern("early-knock", "ending", early_knock),
    Pattern("known-hand", "ending", known_hand),
    Pattern("knock", "ending", knock),
    Pattern("wall", "clock", wall),
)
WAITING = (
    Pattern("wait-for-gin", "ending", wait_for_gin),
    Pattern("wait", "ending", wait),
    Pattern("undercut", "risk", undercut),
)
KNOCKS = (
    Pattern("knock-count", "ending", knock_count),
    Pattern("knock-layoffs", "layoffs", knock_layoffs),
    Pattern("undercut", "risk", undercut),
)
