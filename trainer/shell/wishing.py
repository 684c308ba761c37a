"""What `play` takes, on the command line as in the shell: a preset, and who to play against."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import click

from trainer.game import GameError
from trainer.session.wish import Wish
from trainer.solver.levels import DEFAULT_LEVEL, DEFAULT_STYLE, LEVELS, STYLES, Level, Style


def _listed(title: str, entries: Mapping[str, Level] | Mapping[str, Style]) -> str:
    width = max(map(len, entries))
    lines = [f"  {name:<{width}}  {entry.words}" for name, entry in entries.items()]
    return "\n".join(["\b", title, *lines])


HELP = f"""Play a practice match under a PRESET, or go on with the open one.

Whatever is named picks the match: the latest open one that is like that, or else a new one.

{_listed("Levels, each of which beats the one before:", LEVELS)}

{_listed("Styles, at any level:", STYLES)}

Who names neither meets the opponent of the latest match again, at first {DEFAULT_LEVEL} and
{DEFAULT_STYLE}.
"""

PLAY = click.Command(
    "play",
    params=[
        click.Argument(["preset"], default=""),
        click.Option(["--level"], default="", metavar="NAME", help="How well the opponents play."),
        click.Option(["--style"], default="", metavar="NAME", help="What they lean to."),
        click.Option(["--players"], type=int, metavar="N", help="2 to 4, you included; usually 2."),
    ],
    callback=Wish.read,
    help=HELP,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)


def read_wish(words: Sequence[str], program: str) -> Wish | None:
    """Read what follows ``play``; None where only its help was wanted, and has been shown.

    Raises:
        GameError: a name that there is not, or words that cannot be read.
    """
    try:
        wish = PLAY.main(args=list(words), prog_name=program, standalone_mode=False)
    except click.UsageError as error:
        sentence = error.format_message().rstrip(".")
        raise GameError(f"{sentence} (see '{program} --help')") from None
    return wish if isinstance(wish, Wish) else None
