"""Hints in stages: where to look, the idea with its count, two candidates, the whole answer.

The first two stages never name an accepted answer. What an author writes for a question takes the
place of the generated first and second stage.
"""

from __future__ import annotations

from trainer.coach.choices import choices
from trainer.coach.contrast import Side
from trainer.coach.facts import (
    after_taking,
    cards_text,
    joins_known,
    melds_upcard,
    opponents_known,
    outs,
    rank_name,
)
from trainer.coach.questions import (
    Arrange,
    Count,
    Decide,
    IsLegal,
    IsMeld,
    KnockLimit,
    Question,
    ScoreDeal,
)
from trainer.coach.reasons import main_theme
from trainer.coach.scoring import result_of
from trainer.coach.themes import QUESTIONS
from trainer.game import (
    POINTS,
    Action,
    Position,
    best_spreads,
    cards_of,
    deadwood,
    format_card,
    format_hand,
    layoff_targets,
    suit_of,
)
from trainer.solver.analysis import Analysis

STAGES = 4
"""1 nudge, 2 concept, 3 candidates, 4 the whole table."""


def hints(question: Question, analysis: Analysis | None, authored: tuple[str, ...]) -> list[str]:
    """The texts of stages 1 to 3; stage 4 shows the answer, or the table of the analysis."""
    nudge, concept = _generated(question, analysis)
    stages = [*authored[:2], *(nudge, concept)[len(authored[:2]) :]]
    stages.append(_candidates(question, analysis))
    return stages


def _generated(question: Question, analysis: Analysis | None) -> tuple[str, str]:
    match question:
        case Decide():
            return _decision(question, analysis)
        case Arrange() | Count():
            return (
                "Look for ranks you hold three times, and for neighbours in a suit.",
                _meld_count(question.hand),
            )
        case IsMeld():
            return (
                "Is it one rank, or one suit in sequence?",
                "A set is three or four of a rank; a run is three or more of one suit in "
                "sequence, the ace below the 2.",
            )
        case IsLegal() if question.action.kind in ("knock", "gin", "big gin"):
            return (
                "Take the thrown card away and count what is left at its best.",
                "The first upcard says how much deadwood a knock may have; gin may have none.",
            )
        case IsLegal():
            return (
                "Whose turn is it, and what has happened this turn so far?",
                "Draw, then discard; a card just taken may not go back; a knock needs deadwood "
                "within the limit of the first upcard.",
            )
        case KnockLimit():
            return (
                "Only the first upcard counts.",
                "It is the value that the card has as deadwood, but one rank is special.",
            )
        case ScoreDeal():
            return (
                "First the layoffs, then both counts of deadwood, then the difference.",
                "Level or lower undercuts; gin and undercuts have bonuses; a spade doubles all.",
            )


def _meld_count(hand: int) -> str:
    """How many melds there are; that there is none is the answer, and not said."""
    found = len(best_spreads(hand)[0].melds)
    if not found:
        return "A pair is no meld yet, and neighbours are one only as three of a suit."
    melds = "one meld" if found == 1 else f"{found} melds"
    return f"The best spread has {melds}. A card that fits two melds can stand in one only."


def _decision(question: Decide, analysis: Analysis | None) -> tuple[str, str]:
    position = question.position
    if question.knock is not None:
        return (
            "Your deadwood is only half of it: which cards could be laid off on each spread?",
            "Compare the ways to lay your hand down: what each declares, and which cards that are "
            "still out fit its ends and its sets of three.",
        )
    if position.ask == "layoff":
        fitting = (layoff_targets(position.table.spread) & position.hand).bit_count()
        # That nothing fits would be the answer.
        count = f"{fitting} of your cards {'fits' if fitting == 1 else 'fit'} at once. "
        return (
            "Go through the ends of each run and the missing card of each set of three.",
            f"{count if fitting else ''}A card may fit only after another, and a card of your own "
            "meld may do more over there.",
        )
    if position.ask in ("offer", "draw"):
        after, _ = after_taking(position)
        melds = "would" if melds_upcard(position) else "would not"
        return (
            "Does the upcard make a meld, and what would the draw of an unknown card offer?",
            f"With the upcard your deadwood would go from {deadwood(position.hand)} to {after}; "
            f"it {melds} stand in a meld.",
        )
    return _throw_hints(position, None if analysis is None else main_theme(position, analysis))


def _throw_hints(position: Position, theme: str | None) -> tuple[str, str]:
    """``theme`` is that of the answer where it is known: its question leads there."""
    barred = None if position.rules.may_rediscard else position.table.taken
    lowest = min(
        deadwood(position.hand & ~(1 << card)) for card in cards_of(position.hand) if card != barred
    )
    if lowest <= position.limit:
        limit = position.limit or "zero: gin only"
        return (
            "Count your deadwood after the best throw before anything else.",
            f"Your deadwood can be {lowest}, the limit is {limit}. Weigh ending the deal now "
            f"against the {position.table.stock} cards left in the stock.",
        )
    live = outs(position.hand, position.unseen).bit_count()
    idea = QUESTIONS.get(theme or "", "Find the card that does least for that.")
    concept = f"Your hand waits for {live or 'no'} live card{'' if live == 1 else 's'}. {idea}"
    known = opponents_known(position)
    if theme is None and any(joins_known(card, known) for card in cards_of(position.hand)):
        concept += " Mind what your opponent was seen to take."
    return "For each loose card, ask what it waits for and whether that is still out.", concept


def _candidates(question: Question, analysis: Analysis | None) -> str:
    """Two answers, one of them right, in an order that says nothing; else the work half done."""
    match question:
        case Decide() if analysis is not None:
            return _two_choices(question, analysis)
        case Arrange() | Count():
            best = best_spreads(question.hand)[0]
            if isinstance(question, Arrange):
                return f"The best spread leaves {best.deadwood} points of deadwood."
            if not best.melds:
                return "There is no meld in it: every card counts."
            melds = "one meld" if len(best.melds) == 1 else f"{len(best.melds)} melds"
            return f"At its best it has {melds}; {best.loose.bit_count()} of its cards stay loose."
        case IsMeld():
            cards = cards_of(question.cards)
            ranks = ", ".join(rank_name(card) for card in cards)
            suits = len({suit_of(card) for card in cards})
            return f"By rank: {ranks}. Suits: {suits}."
        case IsLegal():
            return _half_legal(question.position, question.action)
        case KnockLimit():
            card = question.first_upcard
            return f"As deadwood {format_card(card)} counts {POINTS[card]}."
        case ScoreDeal():
            mine, theirs = result_of(question).deadwood
            return f"In the end you have {mine} deadwood, and they have {theirs}."
        case _:
            return "Go through the hand card by card."


def _two_choices(question: Decide, analysis: Analysis) -> str:
    options = choices(question, analysis)
    if len(options) == 1:
        return "There is only one thing that the rules allow here."
    wrong = next((option for option in options if not option.accepted), None)
    if wrong is None:
        return "Every answer is near enough to the best to be right."
    if question.position.ask in ("offer", "draw"):
        # There are only two choices: to name both would say nothing.
        live = outs(question.position.hand, question.position.unseen).bit_count()
        unseen = question.position.unseen.bit_count()
        after, _ = after_taking(question.position)
        return (
            f"Of {unseen} unseen cards {live} would meld with your hand as it is. With the upcard "
            f"your deadwood would be {after} at best, and it is {deadwood(question.position.hand)}."
        )
    pair = sorted([options[0].text, wrong.text])
    text = f"One of these is right: {pair[0]}, or {pair[1]}."
    if question.knock is not None:
        return text
    return " ".join([text, *_throws_compared(question.position, analysis, pair)])


def _throws_compared(position: Position, analysis: Analysis, pair: list[str]) -> list[str]:
    """What can be counted about two throws, side by side."""
    sides = [Side(position, value) for value in map(analysis.find, pair) if value is not None]
    return [
        f"With {side.name} thrown you hold {side.deadwood} deadwood and "
        f"{cards_text(side.outs, 'live out')}; {side.pairs_words}."
        for side in sides
        if side.action.kind == "discard"
    ]


def _half_legal(position: Position, action: Action) -> str:
    """What the rule in question looks at, without the conclusion."""
    table = position.table
    if (action.kind == "lay") != (table.phase == "layoff"):
        return "Has anybody knocked yet?" if action.kind == "lay" else "A knock is on the table."
    throws = action.kind in ("discard", "knock", "gin", "big gin")
    held = f"You hold {position.hand.bit_count()} cards"
    if throws and table.phase in ("offer", "draw"):
        return f"{held}: this turn's draw is still to come."
    if not throws and table.phase == "discard":
        return f"{held}: this turn's draw is made."
    if action.kind in ("knock", "gin") and action.card is not None:
        left = deadwood(position.hand & ~(1 << action.card))
        return f"After that throw your deadwood is {left} at best. {_limit_words(position)}"
    if action.kind == "big gin":
        return f"With all your cards your deadwood is {deadwood(position.hand)} at best."
    if action.kind == "discard":
        if table.taken is None:
            return "This turn's card came from the stock."
        return f"This turn you took {format_card(table.taken)} from the discard pile."
    if action.kind == "lay":
        return f"The melds take these cards: {format_hand(layoff_targets(table.spread))}."
    if table.phase == "offer":
        passed = "somebody has" if table.history else "nobody has"
        return f"The first upcard is on offer, and {passed} passed it so far."
    if table.stock_forced:
        return "Everybody has passed the first upcard."
    return "It is your turn to draw, and the first upcard was settled long ago."


def _limit_words(position: Position) -> str:
    return f"The limit is {position.limit}." if position.limit else "The deal is gin only."
