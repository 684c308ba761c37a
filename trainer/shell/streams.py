"""The standard streams: some are closed, some lack signs, and some inputs are no text."""

from __future__ import annotations

import codecs
import io
import os
import re
import sys

PLAIN = {
    "♣": "c",
    "♦": "d",
    "♥": "h",
    "♠": "s",
    "±": "+-",
    "·": "-",
    "─": "-",
    "…": ".",
    "’": "'",
    "–": "-",
    "\u00a0": " ",
}
"""What is written where the encoding of the output lacks a sign; for others a question mark."""


_ENDLESS = re.compile(r"\S{300,}")


def printable(text: str) -> str:
    """A text fit to be shown that may quote anything.

    Control characters, which could make a terminal do things, are written out, and what no person
    typed is cut short.
    """
    short = _ENDLESS.sub(lambda word: f"{word[0][:60]}...", text)
    return "".join(
        sign if sign.isprintable() or sign == "\n" else f"\\x{ord(sign):02x}" for sign in short
    )


def prepare_streams() -> None:
    """Make the standard streams fit for anything.

    An output writes plain signs for what its encoding lacks, an input reads any bytes, and a stream
    that is closed is as good as empty. (Opening it also keeps other files from taking its place.)
    """
    codecs.register_error("okgin-plain", _plain)
    for name, mode, errors in (
        ("stdin", "r", "replace"),
        ("stdout", "w", "okgin-plain"),
        ("stderr", "w", "okgin-plain"),
    ):
        stream = getattr(sys, name)
        if stream is None:
            # Not to be closed: it lives as long as the program.
            nothing = os.open(os.devnull, os.O_RDWR)
            empty = open(nothing, mode, encoding="utf-8", closefd=False)  # noqa: SIM115
            setattr(sys, name, empty)
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=errors)


def _plain(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    signs = error.object[error.start : error.end]
    return "".join(PLAIN.get(sign, "?") for sign in signs), error.end
