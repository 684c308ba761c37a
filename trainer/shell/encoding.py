"""Outputs that lack signs, and inputs that are no text."""

from __future__ import annotations

import codecs
import io
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


def tolerate_encodings() -> None:
    """Write plain signs for what an output cannot encode, and read any bytes without failing."""
    codecs.register_error("okgin-plain", _plain)
    for stream, errors in (
        (sys.stdin, "replace"),
        (sys.stdout, "okgin-plain"),
        (sys.stderr, "okgin-plain"),
    ):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=errors)


def _plain(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    signs = error.object[error.start : error.end]
    return "".join(PLAIN.get(sign, "?") for sign in signs), error.end
