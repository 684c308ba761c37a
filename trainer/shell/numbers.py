"""The learner's numbers on the screen and as JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, timedelta

import msgspec
from rich.console import Group, RenderableType
from rich.text import Text

from trainer.progress import Numbers, Stats, Strength
from trainer.shell.draw import Columns
from trainer.shell.views import stats_view

BLOCKS, LETTERS = "▁▂▃▄▅▆▇█", "_.-=+*#@"
"""Eight heights, with glyphs and without."""
SHADES = ".-+*#"
"""A date's answers in the calendar: none, and up to 5, 15, 40 and more."""
SHADE_STEPS = (0, 5, 15, 40)
POINTS = 40
"""Columns of a curve."""
WEEKS = 16
THEMES = 12


def numbers_view(stats: Stats, numbers: Numbers, today: date, glyphs: bool) -> RenderableType:
    """All of it, a paragraph a kind."""
    parts: list[RenderableType] = [stats_view(stats)]
    if numbers.ratings:
        values = [attempt.after.value for attempt in numbers.ratings]
        parts += _titled(
            f"Rating {values[-1]:.0f} after {len(values)} puzzles, "
            f"from {min(values):.0f} to {max(values):.0f}",
            Text(curve(values, glyphs)),
        )
    rates = [week for week in numbers.weeks if week.strength.error_rate.mean is not None]
    if rates:
        means = [week.strength.error_rate.mean or 0.0 for week in rates]
        parts += _titled(
            f"Points lost a decision by week since {rates[0].monday}: {means[0]:.2f} at first, "
            f"{means[-1]:.2f} now",
            Text(curve(means, glyphs)),
        )
    if numbers.by_theme:
        named = {name: numbers.by_theme[name] for name in list(numbers.by_theme)[:THEMES]}
        parts += _titled("By theme, first answers", _table("theme", named))
    if numbers.by_limit:
        named = {str(limit) if limit else "gin": s for limit, s in numbers.by_limit.items()}
        parts += _titled("By knock limit, first answers", _table("limit", named))
    if numbers.calendar:
        parts += _titled("Answers a day", *_calendar(numbers.calendar, today))
    return Group(*parts)


def _titled(title: str, *views: RenderableType) -> list[RenderableType]:
    return [Text(), Text(title, style="bold"), *views]


def curve(values: Sequence[float], glyphs: bool, points: int = POINTS) -> str:
    """Values as one line of heights; more than fit are averaged in groups."""
    count = min(points, len(values))
    groups = [
        values[i * len(values) // count : (i + 1) * len(values) // count] for i in range(count)
    ]
    means = [sum(group) / len(group) for group in groups]
    low, high = min(means), max(means)
    heights = BLOCKS if glyphs else LETTERS
    reach = high - low or 1.0
    return "".join(heights[round((mean - low) / reach * (len(heights) - 1))] for mean in means)


def _table(name: str, strengths: Mapping[str, Strength]) -> Columns:
    head = [Text(word, style="dim") for word in (name, "answers", "solved", "points lost")]
    rows = [head]
    for key, strength in strengths.items():
        rate = strength.error_rate
        lost = "" if rate.mean is None else f"{rate.mean:.2f}"
        cells = (key, str(strength.answers), f"{strength.share:.0%}", lost)
        rows.append([Text(cell) for cell in cells])
    return Columns(rows, needed=3, right=(1, 2, 3))


def _calendar(counts: Mapping[date, int], today: date) -> list[RenderableType]:
    """The latest weeks, one a column, Monday at the top."""
    monday = today - timedelta(days=today.weekday() + 7 * (WEEKS - 1))
    lines: list[RenderableType] = []
    for weekday, name in enumerate(("Mo", "Tu", "We", "Th", "Fr", "Sa", "Su")):
        days = [monday + timedelta(days=7 * week + weekday) for week in range(WEEKS)]
        marks = [shade(counts.get(day, 0)) if day <= today else " " for day in days]
        lines.append(Text(f"{name} {' '.join(marks)}".rstrip()))
    lines.append(Text(f"from {monday}; more answers, darker: {' '.join(SHADES)}", style="dim"))
    return lines


def shade(count: int) -> str:
    """The mark of a date by its answers."""
    return SHADES[sum(count > step for step in SHADE_STEPS)]


def numbers_json(stats: Stats, numbers: Numbers) -> str:
    """All of it as one line of JSON."""
    value = msgspec.to_builtins(stats)
    value["numbers"] = msgspec.to_builtins(numbers, str_keys=True)
    rating = numbers.ratings[-1].after if numbers.ratings else None
    value["rating"] = msgspec.to_builtins(rating)
    return msgspec.json.encode(value).decode()
