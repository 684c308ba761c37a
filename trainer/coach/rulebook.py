"""The rules page, written from a :class:`~trainer.game.Rules` value, so that it cannot differ."""

from __future__ import annotations

from trainer.game import Rules
from trainer.game.table import PILE_TAKES

Section = tuple[str, list[str]]
"""A heading and its sentences."""


def rules_page(rules: Rules) -> list[Section]:
    """The rules of a match in sections of plain sentences."""
    return [
        ("The deal", _dealing(rules)),
        ("Your turn", _turns(rules)),
        ("The knock limit", _limit(rules)),
        ("Ending a deal", _ending(rules)),
        ("Scoring a deal", _scoring(rules)),
        ("The match", _match(rules)),
    ]


def _dealing(rules: Rules) -> list[str]:
    sentences = ["Two players get ten cards each."]
    if rules.max_players > 2:
        sentences.append(f"Three players{' or four' if rules.max_players == 4 else ''} get seven.")
    sentences.append(
        "The next card is turned up: it is the first upcard and starts the discard pile. The rest "
        "is the stock."
    )
    sentences.append(
        "The first upcard is offered to the player left of the dealer first, then on around to the "
        "dealer. If all pass, the player left of the dealer draws from the stock."
    )
    follows = (
        "The winner of a deal deals the next."
        if rules.next_dealer == "winner"
        else "The deal passes to the left."
    )
    return [*sentences, f"{follows} After a void deal the same player deals again."]


def _turns(rules: Rules) -> list[str]:
    back = (
        "A card just taken from the pile may be thrown back."
        if rules.may_rediscard
        else "A card just taken from the pile may not be thrown back in the same turn."
    )
    return [
        "Draw the top card of the stock or the upcard, then discard one card.",
        back,
        "Melds are sets, three or four cards of a rank, and runs, three or more of a suit in "
        "sequence. The ace is low: A-2-3 is a run, Q-K-A is not. A card stands in one meld only.",
        "Deadwood is what stands in no meld: an ace 1, a face card 10, others their number.",
    ]


def _limit(rules: Rules) -> list[str]:
    if rules.fixed_limit is not None:
        sentences = [f"You may knock with {rules.fixed_limit} or less deadwood in every deal."]
    else:
        ace = (
            "an ace means gin only"
            if rules.ace_limit == 0
            else f"an ace sets it to {rules.ace_limit}"
        )
        sentences = [
            "The first upcard sets how low your deadwood must be to knock, for the whole deal: "
            f"2 to 10 their number, faces 10, {ace}."
        ]
    if rules.spade_doubles:
        sentences.append(
            "A spade as first upcard doubles everything the deal scores, its bonuses included"
            + (", but no boxes and no game bonus." if rules.box or rules.game_bonus else ".")
        )
    return sentences


def _ending(rules: Rules) -> list[str]:
    face_down = " face down" if rules.knock_face_down else ""
    sentences = [
        f"To knock, discard a card{face_down} after your draw and lay down your melds, with "
        "deadwood within the limit. Any spread within the limit will do.",
        "The others may then add cards to your melds, one after the other; what is left of their "
        "hands they meld as best they can.",
        "With no deadwood at all you go gin: nobody lays off."
        + ("" if rules.melds_after_gin else " The others' own melds do not count either."),
    ]
    if rules.must_gin:
        sentences.append("Who can go gin must.")
    if rules.big_gin_bonus is not None:
        sentences.append("Eleven melded cards after the draw are big gin: nothing is discarded.")
    if rules.void_stock:
        sentences.append(
            f"A discard without a knock that leaves {rules.void_stock} cards in the stock ends the "
            "deal void: nobody scores."
        )
    else:
        sentences.append("When the stock is empty after a discard, the deal is void.")
    return [
        *sentences,
        f"It is void too when the upcard has been taken {PILE_TAKES} times in a row.",
    ]


def _scoring(rules: Rules) -> list[str]:
    plus = f"{rules.knock_bonus} and " if rules.knock_bonus else ""
    sentences = [
        f"A knocker who is lower scores {plus}the difference.",
        f"A defender who is level or lower undercuts: {rules.undercut_bonus} and the difference.",
        f"Gin scores {rules.gin_bonus} and the others' deadwood.",
    ]
    if rules.big_gin_bonus is not None:
        sentences.append(f"Big gin scores {rules.big_gin_bonus} and the others' deadwood.")
    if rules.max_players > 2:
        sentences.append(
            "With more than two players the knocker settles with each defender, and a bonus for "
            "gin is scored once. Where several undercut, the lowest of them wins the deal."
        )
    return sentences


def _match(rules: Rules) -> list[str]:
    if rules.target is None:
        return ["One deal is played; a void deal is a draw."]
    sentences = [f"The first to {rules.target} points wins."]
    if rules.hollywood:
        sentences = [
            f"Hollywood: three columns, each to {rules.target} points. Your first win goes into "
            "the first column, the second into the first two, the third and later into all three. "
            "A column that is won takes no more; the match ends when all three are."
        ]
    if rules.game_bonus:
        sentences.append(f"The winner of the match gets {rules.game_bonus} more.")
    if rules.box:
        sentences.append(f"Every deal won is worth {rules.box} more at the end.")
    if rules.shutout_doubles:
        sentences.append("Over an opponent who won no deal, the winner's final margin is doubled.")
    return sentences
