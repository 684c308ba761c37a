"""The rules page follows the rules in play: every field of them is told, and its number."""

from dataclasses import fields

import pytest

from trainer.coach.rulebook import rules_page
from trainer.game import PRESETS, Rules
from trainer.game.table import PILE_TAKES

CHANGES: dict[str, tuple[object, str]] = {
    "fixed_limit": (7, "knock with 7 or less"),
    "ace_limit": (1, "an ace sets it to 1"),
    "spade_doubles": (False, ""),
    "gin_bonus": (37, "Gin scores 37"),
    "big_gin_bonus": (53, "Big gin scores 53"),
    "knock_bonus": (17, "scores 17 and the difference"),
    "undercut_bonus": (19, "undercuts: 19 and"),
    "must_gin": (True, "Who can go gin must."),
    "melds_after_gin": (False, "own melds do not count either"),
    "may_rediscard": (True, "may be thrown back."),
    "knock_face_down": (True, "face down"),
    "void_stock": (5, "leaves 5 cards in the stock"),
    "next_dealer": ("winner", "The winner of a deal deals the next."),
    "max_players": (3, "Three players get seven"),
    "target": (150, "first to 150 points"),
    "hollywood": (True, "Hollywood"),
    "game_bonus": (100, "gets 100 more"),
    "box": (25, "worth 25 more"),
    "shutout_doubles": (True, "doubled"),
}
"""By field, a value that is not the default, and what the page then says; empty if less."""


def page(rules: Rules) -> str:
    """The whole page as one text."""
    return " ".join(sentence for _, section in rules_page(rules) for sentence in section)


@pytest.mark.parametrize("field", [field.name for field in fields(Rules)])
def test_every_field_is_told(field: str) -> None:
    if field == "preset":
        return  # a name, which heads the page
    value, words = CHANGES[field]
    plain, changed = page(Rules()), page(Rules.from_value({field: value}))
    assert changed != plain
    assert words in changed
    if words:
        assert words not in plain


@pytest.mark.parametrize("rules", PRESETS.values(), ids=list(PRESETS))
def test_the_page_has_the_numbers_of_its_rules(rules: Rules) -> None:
    text = page(rules)
    assert f"Gin scores {rules.gin_bonus} and" in text
    assert f"undercuts: {rules.undercut_bonus} and" in text
    assert ("Big gin scores" in text) == (rules.big_gin_bonus is not None)
    assert ("doubles everything" in text) == rules.spade_doubles
    assert ("gin only" in text) == (rules.fixed_limit is None and rules.ace_limit == 0)
    assert ("Three players" in text) == (rules.max_players > 2)
    assert ("settles with each defender" in text) == (rules.max_players > 2)
    assert f"{PILE_TAKES} times in a row" in text
