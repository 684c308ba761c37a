"""What YAML itself refuses, said so that a person who never learnt YAML can mend it."""

from __future__ import annotations

import re
from pathlib import Path

import yaml

from trainer.content.errors import BrokenFile

# A pattern of the parser's words (libyaml's and PyYAML's differ), whether the place to show is
# where it gave up or where the construct began, and what to say.
ALIAS = "a text that begins with * or & must stand in quotes: YAML takes it for a copy or its name"

_SENTENCES: tuple[tuple[str, str, str], ...] = (
    (
        r"mapping values are not allowed",
        "problem",
        "a ':' in the middle of a text, or a line indented too far: put a text that contains "
        "': ' in quotes, and give keys of one mapping the same indentation",
    ),
    (
        r"could not find expected ':'",
        "context",
        "this line is neither 'key: value' nor '- item': add the ':', or indent the line if it "
        "goes on with the text above",
    ),
    (
        r"sequence entries are not allowed",
        "problem",
        "a '- ' may not follow on the line of its key: start the list on the next line, or put "
        "the text in quotes",
    ),
    (r"scanning an (alias|anchor)", "context", ALIAS),
    (
        r"mapping keys are not allowed",
        "problem",
        "a text that begins with ? must stand in quotes",
    ),
    (
        r"quoted scalar.*(end of stream|document separator)",
        "context",
        "the text that begins here has no closing quote",
    ),
    (
        r"unknown escape",
        "problem",
        "a \\ in double quotes begins an escape: use single quotes, or write \\\\",
    ),
    (
        r"flow sequence",
        "context",
        "the list that begins here is not closed: add the ], and put a text that begins with [ "
        "in quotes",
    ),
    (
        r"flow mapping",
        "context",
        "the mapping that begins here is not closed: add the }, and put a text that begins with { "
        "in quotes",
    ),
    (
        r"block scalar",
        "context",
        "a text that begins with | or > must stand in quotes: alone at the end of a line they "
        "begin a text of several lines",
    ),
    (r"parsing a tag|\ba tag\b|tag handle", "context", "a text that begins with ! must be quoted"),
    (r"single document", "problem", "a file holds one document: take out this '---'"),
    (
        r"(block mapping|block collection|block sequence)",
        "problem",
        "this does not go on with what stands above: keys of one mapping and items of one list "
        "have the same indentation",
    ),
    (r"nesting depth", "problem", "lists in lists, far too deep: take brackets out"),
    (
        r"flow node",
        "problem",
        "a bracket before this place is not closed, or a text is missing: close it with ] or }",
    ),
    (
        r"expected node content|the node content",
        "problem",
        "a text that begins with a comma or a bracket must stand in quotes",
    ),
    (
        r"directive|<document start>",
        "problem",
        "a line that begins with % is an instruction to YAML: put the text in quotes",
    ),
)


def syntax_error(path: Path, text: str, error: yaml.YAMLError) -> BrokenFile:
    """The error of the YAML parser, in our words and at its place."""
    if not isinstance(error, yaml.MarkedYAMLError):
        return BrokenFile(path, 1, 1, f"this is not YAML: {error}")
    problem, context = error.problem_mark, error.context_mark or error.problem_mark
    if problem is not None and (tab := _indenting_tab(text, problem.line)) is not None:
        sentence = "the line is indented with a tab: YAML allows spaces only"
        return BrokenFile(path, problem.line + 1, tab + 1, sentence)
    words = " ".join(filter(None, (error.context, error.problem)))
    if problem is not None and "cannot start any token" in words:
        return BrokenFile(path, problem.line + 1, problem.column + 1, _no_token(text, problem))
    if problem is not None and "parsing a block" in words:
        quoted = _after_quote(path, text, problem)
        if quoted is not None:
            return quoted
    place, sentence = next(
        ((place, said) for pattern, place, said in _SENTENCES if re.search(pattern, words)),
        ("problem", f"this is not YAML: {words}"),
    )
    mark = problem if place == "problem" else context
    line, column = (0, 0) if mark is None else (mark.line, mark.column)
    return BrokenFile(path, line + 1, column + 1, sentence)


def _after_quote(path: Path, text: str, mark: yaml.Mark) -> BrokenFile | None:
    """The error of something behind a closing quote or bracket, if that is what stands at a mark.

    Where the quoted text runs over several lines, an earlier quote was not closed.
    """
    before = text.splitlines()[mark.line][: mark.column].rstrip() if mark.column else ""
    if before.endswith(("]", "}")):
        return BrokenFile(
            path,
            mark.line + 1,
            mark.column + 1,
            f"nothing may follow the closing {before[-1]}: put the whole text in quotes",
        )
    if not before.endswith(('"', "'")):
        return None
    line, column = _last_start(text)
    if line < mark.line:
        return BrokenFile(
            path,
            line + 1,
            column + 1,
            f"the quote that opens here is closed on line {mark.line + 1} only: "
            "close it where its text ends",
        )
    return BrokenFile(
        path,
        mark.line + 1,
        mark.column + 1,
        "nothing may follow the closing quote: put the whole text in quotes, of the other kind if "
        "it has some inside",
    )


def _last_start(text: str) -> tuple[int, int]:
    """Line and column, from 0, of the last text that the parser could read."""
    start = (0, 0)
    try:
        for event in yaml.parse(text, Loader=yaml.SafeLoader):
            if isinstance(event, yaml.ScalarEvent) and event.start_mark is not None:
                start = (event.start_mark.line, event.start_mark.column)
    except yaml.YAMLError:
        pass
    return start


def _indenting_tab(text: str, line: int) -> int | None:
    """The column of a tab in the indentation of a line."""
    lines = text.splitlines()
    if line >= len(lines):
        return None
    indentation = lines[line][: len(lines[line]) - len(lines[line].lstrip())]
    tab = indentation.find("\t")
    return None if tab < 0 else tab


def _no_token(text: str, mark: yaml.Mark) -> str:
    character = text.splitlines()[mark.line][mark.column : mark.column + 1]
    if character == "\t":
        return "a tab stands between words: write spaces, or put the text in quotes"
    return f"a text that begins with {character} must stand in quotes"
