"""The game itself: cards, melds, rules, deals, what a player sees, matches, and their text forms.

Pure Python on ints. This room knows nothing of the others.
"""

from trainer.game.actions import Action, format_history, parse_history
from trainer.game.cards import (
    ALL,
    CARD_NAMES,
    POINTS,
    RANKS,
    SUITS,
    cards_of,
    format_card,
    format_hand,
    hand_of,
    parse_card,
    parse_hand,
    points,
    rank_of,
    suit_of,
)
from trainer.game.deal import Deal
from trainer.game.errors import Ambiguous, GameError, Illegal, Unreadable
from trainer.game.layoffs import Layoff, best_layoff, can_lay, layoff_targets, layoffs
from trainer.game.match import Column, Match, Score, Settlement
from trainer.game.melds import (
    MELDS,
    Spread,
    all_spreads,
    best_spreads,
    deadwood,
    explain_no_meld,
    format_spread,
    is_meld,
    is_run,
    is_set,
    melded,
    parse_spread,
    spreads_within,
)
from trainer.game.position import Position
from trainer.game.record import MatchRecord, stages
from trainer.game.rules import PRESETS, Rules, suggestion
from trainer.game.score import Result, score_deal
from trainer.game.table import Table
from trainer.game.text import from_line, to_line

__all__ = [
    "ALL",
    "CARD_NAMES",
    "MELDS",
    "POINTS",
    "PRESETS",
    "RANKS",
    "SUITS",
    "Action",
    "Ambiguous",
    "Column",
    "Deal",
    "GameError",
    "Illegal",
    "Layoff",
    "Match",
    "MatchRecord",
    "Position",
    "Result",
    "Rules",
    "Score",
    "Settlement",
    "Spread",
    "Table",
    "Unreadable",
    "all_spreads",
    "best_layoff",
    "best_spreads",
    "can_lay",
    "cards_of",
    "deadwood",
    "explain_no_meld",
    "format_card",
    "format_hand",
    "format_history",
    "format_spread",
    "from_line",
    "hand_of",
    "is_meld",
    "is_run",
    "is_set",
    "layoff_targets",
    "layoffs",
    "melded",
    "parse_card",
    "parse_hand",
    "parse_history",
    "parse_spread",
    "points",
    "rank_of",
    "score_deal",
    "spreads_within",
    "stages",
    "suggestion",
    "suit_of",
    "to_line",
]
