"""The learner's numbers as one self-contained page: plots are drawn into it, nothing is fetched."""

from __future__ import annotations

import html
import io
from collections.abc import Callable, Mapping
from datetime import date, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from trainer.progress import Numbers, ProgressError, Stats, Strength
from trainer.shell.views import stats_rows

if TYPE_CHECKING:
    from matplotlib.axes import Axes

STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 50rem; margin: 2rem auto; padding: 0 1rem;
  color: #222; background: #fff; }
svg { max-width: 100%; height: auto; }
table { border-collapse: collapse; } th, td { text-align: left; padding: .1rem 1.5rem .1rem 0; }
"""
INK, SHADE = "#1b6e3c", "#bcdcc8"
THEMES = 15


def write_report(path: Path, stats: Stats, numbers: Numbers, today: date) -> None:
    """Write the page.

    Raises:
        ProgressError: the plotting library is missing, or the file cannot be written.
    """
    page = report(stats, numbers, today)
    try:
        path.write_text(page, encoding="utf-8")
    except OSError as error:
        raise ProgressError(
            f"{path} cannot be written ({error.strerror}): choose another place for it"
        ) from None


def report(stats: Stats, numbers: Numbers, today: date) -> str:
    """The page as text.

    Raises:
        ProgressError: the plotting library is missing.
    """
    rows = "".join(
        f"<tr><th>{html.escape(name)}</th><td>{html.escape(value)}</td></tr>"
        for name, value in stats_rows(stats)
    )
    plots = "".join(
        f"<h2>{html.escape(title)}</h2>\n{svg}\n" for title, svg in _plots(numbers, today)
    )
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>okgin: your numbers, {today}</title><style>{STYLE}</style></head>\n"
        f"<body><h1>Your numbers, {today}</h1>\n<table>{rows}</table>\n{plots}</body></html>\n"
    )


def _plots(numbers: Numbers, today: date) -> list[tuple[str, str]]:
    """Title and picture of each plot that there is something for."""
    found = []
    if numbers.ratings:
        found.append(("Rating", _drawn(lambda axes: _rating(axes, numbers))))
    if any(week.strength.error_rate.mean is not None for week in numbers.weeks):
        found.append(("Points lost a decision", _drawn(lambda axes: _error_rate(axes, numbers))))
    if numbers.by_theme:
        names = dict(list(numbers.by_theme.items())[:THEMES])
        found.append(("Solved by theme", _drawn(lambda axes: _bars(axes, names), len(names))))
    if numbers.by_limit:
        limits = {str(limit) if limit else "gin": s for limit, s in numbers.by_limit.items()}
        found.append(
            ("Solved by knock limit", _drawn(lambda axes: _bars(axes, limits), len(limits)))
        )
    if numbers.calendar:
        found.append(("Answers a day", _drawn(lambda axes: _days(axes, numbers.calendar, today))))
    return found


def _drawn(draw: Callable[[Axes], None], bars: int = 8) -> str:
    """A plot as SVG, the same for the same numbers."""
    try:
        import matplotlib as mpl
        from matplotlib.figure import Figure
    except ImportError:
        raise ProgressError(
            "plots need a library that is not installed: pip install 'okgin[plots]'"
        ) from None
    with mpl.rc_context({"svg.hashsalt": "okgin", "svg.fonttype": "none"}):
        figure = Figure(figsize=(8, 1.2 + 0.3 * bars), layout="constrained")
        axes = figure.add_subplot()
        draw(axes)
        for side in ("top", "right"):
            axes.spines[side].set_visible(False)
        out = io.StringIO()
        figure.savefig(out, format="svg", metadata={"Date": None})
    text = out.getvalue()
    return text[text.index("<svg") :]


def _rating(axes: Axes, numbers: Numbers) -> None:
    values = [attempt.after.value for attempt in numbers.ratings]
    reach = [2 * attempt.after.deviation for attempt in numbers.ratings]
    places = range(1, len(values) + 1)
    low = [value - within for value, within in zip(values, reach, strict=True)]
    high = [value + within for value, within in zip(values, reach, strict=True)]
    axes.fill_between(places, low, high, color=SHADE)
    axes.plot(places, values, color=INK, marker="o", markersize=3)
    axes.set_xlabel("rated puzzles")


def _error_rate(axes: Axes, numbers: Numbers) -> None:
    weeks = [week for week in numbers.weeks if week.strength.error_rate.mean is not None]
    rates = [week.strength.error_rate for week in weeks]
    means = [rate.mean or 0.0 for rate in rates]
    pairs = list(zip(means, rates, strict=True))
    below = [0.0 if rate.low is None else mean - rate.low for mean, rate in pairs]
    above = [0.0 if rate.high is None else rate.high - mean for mean, rate in pairs]
    labels = [str(week.monday) for week in weeks]
    axes.errorbar(labels, means, yerr=[below, above], color=INK, marker="o", capsize=3)
    axes.set_ylim(bottom=0)
    axes.tick_params(axis="x", rotation=45)


def _bars(axes: Axes, strengths: Mapping[str, Strength]) -> None:
    names = list(strengths)[::-1]
    shares = [100 * strengths[name].share for name in names]
    axes.barh(names, shares, color=INK)
    for place, name in enumerate(names):
        axes.text(101, place, str(strengths[name].answers), va="center")
    axes.set_xlim(0, 108)
    axes.set_xlabel("% solved at first; on the right, answers")


def _days(axes: Axes, counts: Mapping[date, int], today: date) -> None:
    first = max(min(counts), today - timedelta(days=364))
    days = [first + timedelta(days=n) for n in range((today - first).days + 1)]
    axes.bar(range(len(days)), [counts.get(day, 0) for day in days], color=INK, width=1.0)
    ticks = range(0, len(days), 1 + len(days) // 8)
    axes.set_xticks(list(ticks), [str(days[place]) for place in ticks])
    axes.tick_params(axis="x", rotation=45)
