"""``okgin lab``: measuring and training. Compiled code is loaded when a command runs."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from trainer.lab.ladder import Ladder

USAGE = 2


@click.group()
def lab() -> None:
    """Measure bots, train the learnt policy, mine puzzles."""


@lab.command()
@click.argument("a")
@click.argument("b")
@click.option("--rules", "preset", help="A preset; knock10 if not given. OpenSpiel plays its own.")
@click.option("--pairs", default=500, show_default=True, type=click.IntRange(min=2))
@click.option("--seed", default=1, show_default=True, type=click.IntRange(0, 2**53 - 1))
@click.option(
    "--worlds", type=click.IntRange(min=1), help="Of a search; as many as in play if not given."
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def ladder(  # noqa: PLR0917  (one for each option)
    a: str,
    b: str,
    preset: str | None,
    pairs: int,
    seed: int,
    worlds: int | None,
    as_json: bool,
) -> None:
    """Play bot A against bot B: mirrored pairs of games, the same cards with seats swapped."""
    from trainer.game import Rules
    from trainer.lab import ladder as ladders
    from trainer.solver.players import WORLDS

    rules = Rules.from_value(preset or "knock10")
    refereed = ladders.SPIEL in (a, b)
    if refereed and preset is not None:
        click.echo(f"okgin: openspiel plays its own rules: leave out --rules {preset}", err=True)
        sys.exit(USAGE)
    try:
        if worlds is not None and (refereed or not any(map(ladders.searches, (a, b)))):
            click.echo(f"okgin: no bot here searches {worlds} worlds: leave out --worlds", err=True)
            sys.exit(USAGE)
        found = ladders.play(a, b, rules, pairs=pairs, seed=seed, worlds=worlds or WORLDS)
    except ladders.UnknownBot as error:
        click.echo(f"okgin: {error}", err=True)
        sys.exit(USAGE)
    if refereed:
        from trainer.lab.spiel import DIFFERENCES

        _show(found, f"single deals by OpenSpiel's rules ({DIFFERENCES})", as_json)
    else:
        _show(found, rules.preset, as_json)


@lab.command()
@click.argument("target", type=click.Choice(["policy", "search"]))
@click.option("--pairs", default=1000, show_default=True, type=click.IntRange(min=2))
@click.option("--seed", default=1, show_default=True, type=click.IntRange(0, 2**53 - 1))
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def exploit(target: str, pairs: int, seed: int, as_json: bool) -> None:
    """Fit a best response to the policy or the search, and play it against that."""
    from functools import partial

    from trainer.lab.exploit import exploit as respond

    found = respond(target, pairs=pairs, seed=seed, progress=partial(click.echo, err=True))
    _show(found, "oklahoma with each deal counting once", as_json)


def _show(found: Ladder, played: str, as_json: bool) -> None:
    """Print what a ladder found, and what was played."""
    from dataclasses import asdict

    if as_json:
        click.echo(json.dumps(asdict(found)))
        return
    click.echo(f"{found.a} against {found.b}, {played}, {found.games} games, seed {found.seed}")
    low, high = found.games_won_ci
    click.echo(f"games won       {found.games_won:.1%}  ({low:.1%} to {high:.1%})")
    low, high = found.points_per_deal_ci
    click.echo(f"points a deal   {found.points_per_deal:+.2f}  ({low:+.2f} to {high:+.2f})")


@lab.command()
@click.option("--seed", default=1, show_default=True, type=click.IntRange(0, 2**53 - 1))
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="Another file.")
def train(seed: int, out: Path | None) -> None:
    """Make the learnt policy's weights from nothing, in some minutes."""
    from trainer.lab.train import save
    from trainer.lab.train import train as make
    from trainer.solver.weights import PATH

    nets = make(seed, progress=click.echo)
    save(nets, out or PATH)
    click.echo(f"written to {out or PATH}")


@lab.command("fit-belief")
@click.option("--seed", default=1, show_default=True, type=click.IntRange(0, 2**53 - 1))
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="Another file.")
def fit_belief(seed: int, out: Path | None) -> None:
    """Make the belief's parameters from nothing, in some minutes."""
    from trainer.lab.fit_belief import fit
    from trainer.solver.belief_data import PATH, save

    weights, survival = fit(seed, progress=click.echo)
    save(weights, survival, out or PATH)
    click.echo(f"written to {out or PATH}")


@lab.command()
@click.option("--rules", "preset", default="oklahoma", show_default=True, help="A preset.")
@click.option("--deals", default=2000, show_default=True, type=click.IntRange(min=1))
@click.option("--seed", default=1, show_default=True, type=click.IntRange(0, 2**53 - 1))
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option("--svg", type=click.Path(dir_okay=False, path_type=Path), help="Draw it, too.")
def belief(preset: str, deals: int, seed: int, as_json: bool, svg: Path | None) -> None:
    """Compare what the belief predicts of an opponent's hand with what it holds."""
    from dataclasses import asdict

    from trainer.game import Rules
    from trainer.lab.calibration import calibrate, draw
    from trainer.solver.errors import SolverError

    found = calibrate(Rules.from_value(preset), deals=deals, seed=seed)
    if svg is not None:
        try:
            draw(found, svg)
        except SolverError as error:
            click.echo(f"okgin: {error}", err=True)
            sys.exit(USAGE)
    if as_json:
        click.echo(json.dumps([asdict(part) for part in found]))
        return
    click.echo(f"{deals} deals of each opponent against learnt, {preset}, seed {seed}")
    for part in found:
        click.echo(f"\n{part.opponent}, style {part.belief}: at most {part.worst:.1f} points off")
        click.echo("throws  decisions  true  predicted  difference  normal  hasty  patient")
        for turn in part.turns:
            click.echo(
                f"{turn.turn:6}  {turn.decisions:9}  {turn.true:4.1f}  {turn.predicted:9.1f}"
                f"  {turn.off:+5.1f} ±{turn.error:3.1f}  {turn.normal:6.0%}  {turn.hasty:5.0%}"
                f"  {turn.patient:7.0%}"
            )
        for piece in part.parts:
            click.echo(f"chance that a card is held, {piece.name}: predicted / true / cards")
            for chance in piece.bins:
                click.echo(f"  {chance.predicted:6.1%}  {chance.true:6.1%}  {chance.cards:8}")


@lab.command()
@click.option("--deals", default=60_000, show_default=True, type=click.IntRange(min=1))
@click.option("--seed", default=1, show_default=True, type=click.IntRange(0, 2**32))
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="Another file.")
def outcomes(deals: int, seed: int, out: Path | None) -> None:
    """Count how deals end in self-play at every knock limit; match chances rest on it."""
    from trainer.lab.outcomes import count
    from trainer.solver.outcomes import PATH, save
    from trainer.solver.weights import version

    save(count(deals, seed, progress=click.echo), version(), out or PATH)
    click.echo(f"written to {out or PATH}")


@lab.command()
@click.argument("out", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--seeds", default=20, show_default=True, type=click.IntRange(min=1))
@click.option("--first", default=1, show_default=True, type=click.IntRange(min=0))
def mine(out: Path, seeds: int, first: int) -> None:
    """Play sixteen deals a seed, and keep the decisions in OUT that may make puzzles."""
    from trainer.lab.lines import Lines
    from trainer.lab.mine import Batch
    from trainer.lab.mine import mine as dig

    with _stopping("run it again with the same OUT to go on"):
        for batch in dig(Lines(out, Batch), range(first, first + seeds)):
            click.echo(f"seed {batch.seed}: {len(batch.found)} candidates")


@lab.command()
@click.argument("mined", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.argument("out", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--scheduler", metavar="ADDRESS", help="Of a Dask cluster that does the work.")
def certify(mined: Path, out: Path, scheduler: str | None) -> None:
    """Certify what was MINED, or refuse it with the reason; all of it is kept in OUT."""
    from trainer.lab.certifying import Tried, certify_all
    from trainer.lab.lines import Lines
    from trainer.lab.mine import Batch

    found = [candidate for batch in Lines(mined, Batch).read() for candidate in batch.found]
    with _stopping("run it again with the same OUT to go on"):
        for number, tried in enumerate(certify_all(Lines(out, Tried), found, scheduler), start=1):
            said = f"refused: {tried.refused}" if tried.refused else "certified"
            click.echo(f"{number}: {tried.candidate.kind}, {said}")


@lab.command()
@click.argument("tried", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option("--most", default=400, show_default=True, type=click.IntRange(min=1))
def publish(tried: Path, folder: Path, most: int) -> None:
    """Write what was certified in TRIED as puzzles into FOLDER, kinds and limits in turn."""
    from trainer.lab.certifying import Tried
    from trainer.lab.lines import Lines
    from trainer.lab.publish import publish as press

    for path in press(folder, Lines(tried, Tried).read(), most):
        click.echo(f"wrote {path}")


@lab.command()
@click.option("--write", is_flag=True, help="Put the ratings into the puzzles' files.")
def rate(write: bool) -> None:
    """Rate the shipped puzzles by who of a panel of bots solves them."""
    from trainer.content.heads import write_rating
    from trainer.content.library import Library
    from trainer.lab.rating import rate as judge

    library = Library()
    found, agreement = judge(library)
    for name, rating in found.items():
        click.echo(f"{name}: {rating}")
        if write:
            write_rating(library.puzzle_files[name], rating)
    click.echo(f"{len(found)} puzzles; rank correlation of the panel's halves {agreement:.2f}")


@lab.command()
@click.option("--days", default=400, show_default=True, type=click.IntRange(min=14))
def schedule(days: int) -> None:
    """Append days to the shipped daily list, with puzzles that no date has yet."""
    from trainer.content.daily import FILE
    from trainer.content.library import Library
    from trainer.lab.publish import days_to_come

    library = Library()
    lines = [f"{day} {name}\n" for day, name in days_to_come(library, days)]
    with (library.shipped / "puzzles" / FILE).open("a", encoding="utf-8") as file:
        file.writelines(lines)
    click.echo(f"appended {len(lines)} days")


@lab.command()
def bank() -> None:
    """Count the shipped puzzles by kind, limit, theme and difficulty."""
    from collections import Counter

    from trainer.coach.questions import Decide
    from trainer.content.library import Library
    from trainer.lab.mine import kind_of

    counts: dict[str, Counter[str]] = {
        name: Counter() for name in ("kind", "limit", "rules", "theme", "rating")
    }
    for puzzle in Library().puzzles:
        question = puzzle.exercise.question
        counts["theme"].update(puzzle.themes)
        counts["rating"][f"{(puzzle.rating or 1500) // 200 * 200}+"] += 1
        if isinstance(question, Decide):
            position = question.position
            counts["kind"][kind_of(question)] += 1
            counts["limit"][str(position.limit or "gin")] += 1
            counts["limit"]["doubled"] += position.multiplier > 1
            counts["rules"][position.rules.preset] += 1
        else:
            counts["kind"][question.kind] += 1
    click.echo(f"{len(Library().puzzle_ids)} puzzles")
    for name, found in counts.items():
        click.echo(f"{name}: " + ", ".join(f"{key} {n}" for key, n in found.most_common()))


@contextmanager
def _stopping(advice: str) -> Iterator[None]:
    """Let Ctrl-C end the work with a sentence; what is done is kept."""
    from trainer.solver.errors import SolverError

    try:
        yield
    except KeyboardInterrupt:
        click.echo(f"stopped; what is done is kept: {advice}", err=True)
        sys.exit(130)
    except SolverError as error:
        click.echo(f"okgin: {error}", err=True)
        sys.exit(1)


@lab.command()
@click.option("--rules", "preset", default="oklahoma", show_default=True, help="A preset.")
@click.option("--matches", default=4000, show_default=True, type=click.IntRange(min=2))
@click.option("--seed", default=1, show_default=True, type=click.IntRange(0, 2**32))
def equity(preset: str, matches: int, seed: int) -> None:
    """Compare predicted chances to win a match with matches of self-play from the same scores."""
    from trainer.game import Rules
    from trainer.lab.outcomes import forecasts

    click.echo(f"{matches} matches from each score, {preset}, seed {seed}")
    click.echo("mine  theirs  deals  predicted    won  error  off by")
    for found in forecasts(Rules.from_value(preset), matches, seed):
        off = (found.won - found.predicted) / found.error
        click.echo(
            f"{found.points[0]:4}  {found.points[1]:6}  {('I', 'they')[found.dealer]:>5}"
            f"  {found.predicted:9.1%}  {found.won:5.1%}  {found.error:5.1%}  {off:+.1f} errors"
        )
