"""Random deals for the tests of the solver, played through the game room."""

from collections.abc import Iterator
from random import Random

from trainer.game import PRESETS, Action, Deal, Position, deadwood


def random_deal(rng: Random) -> Deal:
    """A fresh deal of any preset, with any number of players that it seats."""
    rules = rng.choice(list(PRESETS.values()))
    players = rng.randint(2, rules.max_players)
    return Deal.start(rules, players, rng.randrange(players), rng)


def human_action(deal: Deal, rng: Random) -> Action:
    """Now and then any legal action, mostly one that lowers deadwood and does not end the deal."""
    legal = deal.legal_actions()
    going_on = [a for a in legal if a.kind not in ("knock", "gin", "big gin")] or legal
    if deal.phase != "discard" or rng.random() < 0.2:
        return rng.choice(going_on if rng.random() < 0.9 else legal)
    hand = deal.hands[deal.turn]
    assert hand is not None
    return min(going_on, key=lambda a: deadwood(hand & ~(1 << a.card)) if a.card is not None else 0)


def random_path(rng: Random) -> Iterator[Deal]:
    """All stages of one random deal, the fresh one first."""
    deal = random_deal(rng)
    yield deal
    while deal.phase != "over":
        deal = deal.after(human_action(deal, rng))
        yield deal


def random_decisions(rng: Random, per_deal: int = 4) -> Iterator[tuple[Deal, Position]]:
    """An endless supply of decisions (no layoffs), with the deals in which they come up."""
    while True:
        stages = [deal for deal in random_path(rng) if deal.phase in ("offer", "draw", "discard")]
        for deal in rng.sample(stages, min(per_deal, len(stages))):
            yield deal, deal.position(deal.turn)
