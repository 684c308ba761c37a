"""The fixed vocabulary of themes: what puzzles are about and what reasons are given under."""

from __future__ import annotations

THEMES: dict[str, str] = {
    # what a hand is
    "melds": "what is a set or a run, and what is not",
    "count": "counting deadwood at its best",
    "better-spread": "another choice of melds leaves less deadwood",
    "card-twice": "a card counted in two melds",
    "card-value": "a card counted at a wrong value",
    # rules
    "illegal": "what the rules forbid",
    "offer": "taking or passing the first upcard",
    "turn": "the order of a turn: draw, then discard",
    "limit": "how low deadwood must be to knock in this deal",
    "gin-only": "an ace turned up: only gin ends the deal",
    "spade": "a spade turned up: the deal counts double",
    "score": "what a finished deal scores",
    "gin-missed": "gin was there and was not declared",
    "big-gin": "eleven melded cards",
    # building
    "breaks-meld": "the throw breaks up a meld",
    "deadwood": "the deadwood a choice leaves",
    "outs": "unseen cards that would meld",
    "dead-outs": "a combination whose cards are all gone",
    "high-card": "a high card that waits for nothing",
    "take-meld": "an upcard that melds",
    "take-nothing": "an upcard that does not meld",
    # defence
    "safety": "what a discard is worth to the opponent",
    "feeds-known": "a discard that fits what the opponent was seen to take",
    # ending the deal
    "knock": "knocking now rather than later",
    "wait": "playing on rather than knocking",
    "undercut": "the risk that a defender counts as low",
    "knock-count": "which card to throw as one knocks",
    "spread-choice": "which spread to lay down",
    "layoff": "cards that fit the knocker's melds",
    "chain": "a layoff that opens the way for the next",
    "remeld": "a card of one's own meld worth more on the knocker's",
    # what analyses say
    "cost": "what the choice loses against the best",
    "endings": "how deals ended after each choice",
    "close": "choices too close to tell apart",
}
