"""Deals against OpenSpiel's simple gin rummy bot, dealt and refereed by OpenSpiel itself.

Its game with ``oklahoma=true`` (knock limit by the first upcard, an ace is gin only) and
``knock_card=10`` differs from ours: gin and undercut count 25 there too, but a tie after a knock
scores nothing, there is no big gin and no doubling under a spade, the card just taken may be thrown
back, the deal goes to the last card of the stock, and its count of eleven cards is wrong in rare
hands. Its simple bot never lays cards off. Our bots play by their own rules as far as they go: what
OpenSpiel does not allow is never asked of it.
"""
