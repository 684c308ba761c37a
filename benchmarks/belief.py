"""Predicted against true hands of the opponent, by turn: ``python -m benchmarks.belief [DEALS]``.

The base policy plays itself. Before each draw the sampled worlds are compared with the hand that
the opponent really holds: its deadwood, and card by card the chance that it holds the card (as a
loss in bits; "blind" is what the same loss is when every unseen card is equally likely).
"""

import sys
from collections import defaultdict
from math import log2
from random import Random

from trainer.game import PRESETS, Deal, cards_of, deadwood
from trainer.solver import choose, warm_up
from trainer.solver.belief import sample_worlds

WORLDS = 64
SEED = 1


def main(deals: int = 300) -> None:
    warm_up()
    rng = Random(SEED)
    rows: dict[int, list[tuple[float, float, float, float]]] = defaultdict(list)
    for number in range(deals):
        deal = Deal.start(PRESETS["oklahoma"], 2, number % 2, rng)
        while deal.phase not in ("layoff", "over"):
            if deal.phase == "draw":
                rows[deal.table.turns[1 - deal.turn]].append(compare(deal, rng))
            deal = deal.after(choose(deal.position(deal.turn)))
    print(
        f"{deals} deals of the base policy against itself, {WORLDS} worlds a decision, seed {SEED}"
    )
    print("turn  decisions  true  predicted  difference  bits lost  blind")
    for turn, found in sorted(rows.items()):
        true, predicted, bits, blind = (
            sum(column) / len(found) for column in zip(*found, strict=True)
        )
        print(
            f"{turn:4}  {len(found):9}  {true:4.1f}  {predicted:9.1f}  {predicted - true:+10.1f}"
            f"  {bits:9.3f}  {blind:5.3f}"
        )


def compare(deal: Deal, rng: Random) -> tuple[float, float, float, float]:
    """True and predicted deadwood, and the loss in bits a card of the belief and of no belief."""
    position = deal.position(deal.turn)
    held = deal.hands[1 - deal.turn] or 0
    worlds = sample_worlds(position, WORLDS, seed=rng.randrange(2**53))
    predicted = sum(deadwood(world.hands[1]) for world in worlds) / WORLDS
    hidden = cards_of(position.unseen)
    missing = (held & position.unseen).bit_count()
    bits = blind = 0.0
    for card in hidden:
        seen = sum(world.hands[1] >> card & 1 for world in worlds)
        share = missing / len(hidden)
        chance = (seen + share) / (WORLDS + 1)
        bits -= log2(chance if held >> card & 1 else 1 - chance)
        blind -= log2(share if held >> card & 1 else 1 - share)
    return deadwood(held), predicted, bits / len(hidden), blind / len(hidden)


if __name__ == "__main__":
    main(*(int(word) for word in sys.argv[1:]))
