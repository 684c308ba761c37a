"""The command line: the shell's verbs without the shell, and exit codes.

0 right or done, 1 wrong or a check failed, 2 usage or unreadable input, 130 interrupted. Data goes
to standard output, messages to standard error. Each command imports what it needs when it runs, so
that ``okgin --version`` and the first prompt come at once.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, NoReturn

import click

from trainer import __version__
from trainer.lab.cli import lab
from trainer.shell.streams import prepare_streams, printable

if TYPE_CHECKING:
    from trainer.game import Position
    from trainer.shell.app import App
    from trainer.solver.analysis import Analysis

RIGHT, WRONG, USAGE, INTERRUPTED = 0, 1, 2, 130


@click.group(invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, message="okgin %(version)s")
@click.pass_context
def okgin(context: click.Context) -> None:
    """Learn Oklahoma Gin. Without a command, the interactive shell opens."""
    if context.invoked_subcommand is None:
        _with_app(lambda app: app.run(), shell=True)


def _with_app(use: Callable[[App], object], *, saves: bool = False, shell: bool = False) -> None:
    """Do something in the shell's app, and exit with the code of the worst that happened.

    Lines that could not be read count in a batch only, where nobody could type them again; in the
    interactive shell nothing counts. ``saves`` is for what is of no use where nothing can be saved.

    Raises:
        ProgressError: nothing can be saved, and it has to be.
    """
    from trainer.progress import ProgressError
    from trainer.shell.app import App

    app = App.open()
    with app.store:
        notice = app.store.notice() if saves else None
        if notice:
            raise ProgressError(notice)
        use(app)
    desk = app.desk
    if shell and desk.terminal.interactive:
        return
    if desk.wrong or desk.failed:
        sys.exit(WRONG)
    if desk.unread and not desk.terminal.interactive:
        sys.exit(USAGE)


@okgin.command()
@click.argument("lesson", default="")
def learn(lesson: str) -> None:
    """Work through a LESSON (an id or a file), or go on with the course."""
    _with_app(lambda app: app.learn(lesson), saves=True)


@okgin.command()
@click.argument("words", nargs=-1)
def puzzle(words: tuple[str, ...]) -> None:
    """Solve a puzzle: an id or a file; 'easier' or 'harder', a theme; or the next that waits."""
    _with_app(lambda app: app.puzzle(" ".join(words)), saves=True)


@okgin.command()
def streak() -> None:
    """Solve puzzles until the first miss."""
    _with_app(lambda app: app.streak(), saves=True)


@okgin.command()
@click.argument("minutes", type=click.IntRange(1, 60), default=3)
@click.option("--no-clock", is_flag=True, help="Do not show the time that is left.")
def timed(minutes: int, no_clock: bool) -> None:
    """Solve as many puzzles as you can in so many MINUTES."""
    _with_app(lambda app: app.timed(f"{minutes}{' quiet' if no_clock else ''}"), saves=True)


@okgin.command()
@click.argument("words", nargs=-1)
@click.option("--date", "day", metavar="D", default="", help="Another date, as 2026-11-30.")
def daily(words: tuple[str, ...], day: str) -> None:
    """Solve the puzzle of the day; or 'archive', 'calendar', 'share', 'rollover HOUR'."""
    _with_app(lambda app: app.daily(" ".join((*words, day)).strip()), saves=True)


@okgin.command(add_help_option=False, context_settings={"ignore_unknown_options": True})
@click.argument("words", nargs=-1, type=click.UNPROCESSED)
def play(words: tuple[str, ...]) -> None:
    """Play a practice match, or go on with the open one."""
    from trainer.shell.wishing import read_wish

    wish = read_wish(words, "okgin play")
    if wish is not None:
        _with_app(lambda app: app.play(wish), saves=True)


@okgin.command()
@click.argument("date", default="")
def duplicate(date: str) -> None:
    """Play the deal of the day or of a DATE, the same for everybody; 'list' shows the others."""
    _with_app(lambda app: app.duplicate(date), saves=True)


@okgin.command()
@click.option("--forecast", is_flag=True, help="Tell when questions come back.")
@click.option("--json", "as_json", is_flag=True, help="Print the forecast as JSON.")
def drill(forecast: bool, as_json: bool) -> None:
    """Answer again what you missed and what is due."""
    if not as_json:
        _with_app(lambda app: app.drill("forecast" if forecast else ""), saves=not forecast)
        return
    from trainer.shell.drill import forecast_json

    _with_app(lambda app: click.echo(forecast_json(app.study)))


@okgin.command()
@click.argument("preset", default="")
def rules(preset: str) -> None:
    """Print the rules of a PRESET."""
    _with_app(lambda app: app.rules(preset))


@okgin.command()
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option("--html", metavar="FILE", help="Write a page with plots.")
def stats(as_json: bool, html: str | None) -> None:
    """Print what you have done so far, over time, by theme and by knock limit."""
    if not as_json and html is None:
        _with_app(lambda app: app.stats())
        return
    from pathlib import Path

    from trainer.progress import Store
    from trainer.shell.app import stats_today
    from trainer.shell.numbers import numbers_json
    from trainer.shell.report import write_report

    with Store() as store:
        figures, day = stats_today(store)
        if html is not None:
            write_report(Path(html), figures, store.numbers(), day)
            click.echo(f"Wrote {html}.", err=True)
        if as_json:
            click.echo(numbers_json(figures, store.numbers()))


@okgin.command()
@click.argument("file")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option(
    "--playouts", type=click.IntRange(2, 10_000_000), help="Sampled deals for each action."
)
@click.option("--seed", type=click.IntRange(0, 2**53 - 1), help="Seed of the sampled deals.")
@click.option(
    "--opponent",
    help="Who sits against you: learnt (the default), learnt-eager, learnt-hoarder or simple; "
    "base plays on all seats, always so among three and four.",
)
@click.option("--panel", is_flag=True, help="Try the best action against four opponents as well.")
def solve(  # noqa: PLR0917  (one for each option)
    file: str,
    as_json: bool,
    playouts: int | None,
    seed: int | None,
    opponent: str | None,
    panel: bool,
) -> None:
    """Analyse the position in FILE (- for standard input)."""
    from trainer.shell.solving import analysis_json, read_position, show_solution
    from trainer.solver.analyse import BASE, DEFAULT_PLAYOUTS, analyse
    from trainer.solver.panel import PANEL

    opponents = (BASE, *PANEL)
    if opponent is not None and opponent not in opponents:
        raise click.BadParameter(
            f"there is no opponent '{opponent}': write {', '.join(opponents)}",
            param_hint="'--opponent'",
        )

    def solved(position: Position) -> Analysis:
        return analyse(
            position,
            playouts=playouts or DEFAULT_PLAYOUTS,
            seed=seed,
            opponent=opponent,
            panel=panel,
        )

    if as_json:
        click.echo(analysis_json(solved(read_position(file))))
    else:
        _with_app(lambda app: show_solution(app.desk, file, solved))


@okgin.command()
@click.argument("deal", default="")
@click.option("--seat", type=click.IntRange(0, 3), help="Whose decisions; by default yours.")
@click.option("--html", metavar="FILE", help="Write it as a page.")
@click.option("--svg", metavar="FILE", help="Write it as a picture.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def review(deal: str, seat: int | None, html: str | None, svg: str | None, as_json: bool) -> None:
    """Look back at a DEAL (an id, or a file with a record), or at the latest one."""
    from pathlib import Path

    from trainer.shell import reviewing, sharing

    def show(app: App) -> None:
        desk = sharing.to_messages(app.desk) if as_json else app.desk
        stored = reviewing.find_deal(app.study, deal, seat)
        made = reviewing.Reviewing.open(desk, app.study, stored, seat)
        for name, kind in ((html, "html"), (svg, "svg")):
            if name is not None:
                sharing.draw_picture(made, Path(name), kind)
                desk.say(f"Wrote {name}.")
        if as_json:
            click.echo(sharing.as_json(made))
        elif html is None and svg is None:
            if desk.terminal.interactive:
                made.run()
            else:
                made.show_summary()
                made.show_mistakes()

    _with_app(show)


@okgin.command()
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def deals(as_json: bool) -> None:
    """List the deals that are kept."""
    if not as_json:
        _with_app(lambda app: app.deals())
        return
    from trainer.progress import Store
    from trainer.shell.records import deals_rows

    with Store() as store:
        click.echo(json.dumps(deals_rows(store)))


@okgin.command()
@click.argument("deal", default="")
@click.option("--match", is_flag=True, help="All finished deals of its match, as one record.")
@click.option("--all", "every", is_flag=True, help="Every deal that is kept, a line each.")
def record(deal: str, match: bool, every: bool) -> None:
    """Print the text record of a DEAL (an id), or of the latest one."""
    from trainer.progress import Store
    from trainer.shell.records import record_lines

    with Store() as store:
        for line in record_lines(store, deal, match=match, every=every):
            click.echo(line)


@okgin.command("export")
@click.argument("file")
def export_(file: str) -> None:
    """Write everything you have done to FILE, to be imported elsewhere."""
    from pathlib import Path

    from trainer.shell.records import export_everything

    _with_app(lambda app: export_everything(app.study, Path(file)))


@okgin.command("import")
@click.argument("file")
@click.option("--seat", type=click.IntRange(0, 3), help="Your seat in records of deals.")
def import_(file: str, seat: int | None) -> None:
    """Import FILE: everything from elsewhere, or records of deals and matches (- for stdin)."""
    from trainer.shell.records import bring_in

    _with_app(lambda app: bring_in(app.desk, app.study, file, seat), saves=True)


@okgin.command()
@click.argument("cards")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def deadwood(cards: str, as_json: bool) -> None:
    """Print the least deadwood of a hand and the spreads that reach it."""
    from trainer import game

    hand = game.parse_hand(cards)
    held = hand.bit_count()
    if not 1 <= held <= 11:
        raise game.Unreadable(
            f"'{cards}' has {held} cards: write 1 to 11, a hand has ten (seven with more players) "
            "and one more after the draw"
        )
    spreads = [game.format_spread(spread.melds) for spread in game.best_spreads(hand)]
    least = game.deadwood(hand)
    if as_json:
        click.echo(json.dumps({"deadwood": least, "spreads": spreads}))
        return
    click.echo(f"deadwood {least}")
    for spread in spreads:
        click.echo(f"  {spread or 'no meld'}")


@okgin.command()
@click.option("--melds", required=True, help="The knocker's melds, as '7h 8h 9h | Jc Qc Kc'.")
@click.option("--hand", required=True, help="The defender's cards.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def layoff(melds: str, hand: str, as_json: bool) -> None:
    """Print the best layoff of a hand on a knocker's melds."""
    from trainer import game

    spread = game.parse_spread(melds)
    if not spread:
        raise game.Unreadable("the melds are missing: write what the knocker laid down")
    cards = game.parse_hand(hand)
    both = game.melded(spread) & cards
    if both:
        raise game.Unreadable(
            f"{game.format_hand(both)} is in the melds and in the hand: take it out of one"
        )
    if cards.bit_count() > 10:
        raise game.Unreadable(
            f"'{hand}' has {cards.bit_count()} cards: a defender holds at most ten"
        )
    best = game.best_layoff(spread, cards)
    own = game.format_spread(best.spread.melds)
    if as_json:
        laid = game.format_hand(best.laid)
        click.echo(json.dumps({"deadwood": best.deadwood, "laid": laid, "spread": own}))
        return
    click.echo(game.Action("lay", laid=best.laid).label)
    click.echo(f"deadwood {best.deadwood}")
    click.echo(f"  {own or 'no meld'}")


@okgin.command()
@click.argument("paths", nargs=-1)
@click.option("--update", is_flag=True, help="Solve again and rewrite the receipts.")
def check(paths: tuple[str, ...], update: bool) -> None:
    """Check lessons and puzzles: all that is shipped, or the files and folders in PATHS."""
    from trainer.shell.checking import run_check

    sys.exit(WRONG if run_check(paths, rewrite=update) else RIGHT)


@okgin.command()
@click.argument("name", metavar="[ID]", required=False)
@click.option("--all", "every", is_flag=True, help="Every puzzle and lesson.")
@click.option("--sample", type=click.IntRange(min=1), help="Only so many of them, drawn by lot.")
@click.option("--seed", default=1, show_default=True, type=int, help="Of the lot.")
def verify(name: str | None, every: bool, sample: int | None, seed: int) -> None:
    """Reproduce the receipt of a puzzle or lesson: its figures, and those of another seed."""
    from trainer.shell.checking import run_verify

    if every == (name is not None):
        raise click.UsageError("name one puzzle or lesson, or write --all")
    sys.exit(WRONG if run_verify(name, sample, seed) else RIGHT)


okgin.add_command(lab)


def main() -> NoReturn:
    """Run the command line and exit with its code; whatever goes wrong is one sentence."""
    prepare_streams()
    try:
        okgin(prog_name="okgin", standalone_mode=False)
        sys.stdout.flush()
        sys.exit(RIGHT)
    except (click.Abort, KeyboardInterrupt):
        click.echo("Interrupted; your place is kept.", err=True)
        sys.exit(INTERRUPTED)
    except BrokenPipeError:
        # The reader has gone: nothing more can be said, and Python must not try at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(WRONG)
    except Exception as error:
        sentence, code = _told(error)
        click.echo(f"okgin: {printable(sentence)}", err=True)
        sys.exit(code)


def _told(error: Exception) -> tuple[str, int]:
    """An error as a sentence, and its exit code; what nobody foresaw is reported to a file."""
    from trainer.content import ContentError
    from trainer.game import GameError
    from trainer.progress import ProgressError
    from trainer.shell.crash import crash_report
    from trainer.solver.errors import SolverError

    match error:
        case click.UsageError():
            command = error.ctx.command_path if error.ctx else "okgin"
            return f"{error.format_message().rstrip('.')} (see '{command} --help')", USAGE
        case GameError():
            return error.sentence, USAGE
        case ContentError():
            return str(error), USAGE
        case ProgressError() | SolverError():
            return error.sentence, WRONG
        case OSError():
            # A disk that is full, a folder that may not be written, an installation in pieces.
            where = f"{error.filename}: " if error.filename else ""
            return f"{where}{error.strerror or error}", WRONG
    return crash_report(error), WRONG
