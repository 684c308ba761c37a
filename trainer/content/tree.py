"""A YAML file as plain values in which every key and value knows its line and column.

YAML has traps: ``no`` is a truth value, ``010`` is eight, ``7:30`` is 450, a date is a date, and
an unquoted ``#`` ends a text. What can only be a slip is refused here, what depends on the kind
that is wanted in :mod:`trainer.content.shapes`.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path

import yaml

from trainer.content.errors import BrokenFile, Problem
from trainer.content.syntax import ALIAS, syntax_error

At = tuple[str | int, ...]
"""The way to a value: keys of mappings and, from 0, places in lists."""

MOST_BYTES = 1_000_000
"""No lesson is a tenth as long; what is longer takes YAML minutes."""

PROSE = frozenset({"title", "objective", "say", "prompt", "explain", "hints"})
"""Keys whose texts are sentences, in which a ``#`` may well be meant."""

# libyaml is some ten times faster; where PyYAML was built without it, its own loader does.
_LOADER: type[yaml.SafeLoader | yaml.CSafeLoader] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_RESOLVER = yaml.resolver.Resolver()
_CONSTRUCTOR = yaml.constructor.SafeConstructor()
_CONTROL = yaml.reader.Reader.NON_PRINTABLE
_INT = re.compile(r"[-+]?(0|[1-9][0-9]{0,14})")
_TAG = "tag:yaml.org,2002:"


def tag_of(node: yaml.Node) -> str:
    """The short name of a node's kind: str, int, bool, null, map, seq, ..."""
    return node.tag.removeprefix(_TAG)


@dataclass(frozen=True)
class Document:
    """The plain value of a file (a mapping) and where each part of it stands."""

    path: Path
    value: dict[str, object]
    nodes: dict[At, yaml.Node]
    keys: dict[At, yaml.Node]

    def get(self, at: At) -> object:
        """The plain value there; None where there is none."""
        value: object = self.value
        for step in at:
            if isinstance(step, str) and isinstance(value, dict):
                value = value.get(step)
            elif isinstance(step, int) and isinstance(value, list):
                value = value[step]
            else:
                return None
        return value

    def place(self, at: At, *, key: bool = False) -> tuple[int, int]:
        """Line and column, from 1, of a value; of its key if asked or if that says more.

        What is not in the file is shown at what it is missing from.
        """
        while at not in self.nodes:
            at = at[:-1]
        node = self.nodes[at]
        block = isinstance(node, yaml.CollectionNode) and not node.flow_style
        if at in self.keys and (key or block or tag_of(node) == "null"):
            node = self.keys[at]
        return node.start_mark.line + 1, node.start_mark.column + 1

    def error(self, at: At, sentence: str, *, key: bool = False) -> BrokenFile:
        """An error at a value, or at its key."""
        return BrokenFile(self.path, *self.place(at, key=key), sentence)

    def problem(self, at: At, sentence: str, *, key: bool = False) -> Problem:
        """A problem at a value, or at its key."""
        return self.error(at, sentence, key=key).problem


def read_text(path: Path) -> str:
    """The text of a file.

    Raises:
        BrokenFile: the file cannot be read, is not UTF-8 or holds control characters.
    """
    if os.path.exists(path) and not (os.path.isfile(path) or os.path.isdir(path)):
        # A pipe, say: nobody may ever write into it.
        raise BrokenFile(path, 1, 1, "this is no regular file: name one that is")
    try:
        with path.open("rb") as file:
            raw = file.read(MOST_BYTES + 1)
    except FileNotFoundError:
        raise BrokenFile(path, 1, 1, "there is no such file: check its name") from None
    except IsADirectoryError:
        raise BrokenFile(path, 1, 1, "this is a folder: name a file in it") from None
    except (OSError, ValueError) as error:  # a ValueError where no file can have such a name
        why = error.strerror if isinstance(error, OSError) else error
        raise BrokenFile(
            path, 1, 1, f"the file cannot be read ({why}): check its name and permissions"
        ) from error
    if len(raw) > MOST_BYTES:
        raise BrokenFile(
            path, 1, 1, f"the file is larger than {MOST_BYTES:,} bytes: split it into several"
        )
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = raw[: error.start].decode("utf-8-sig", "replace")
        raise _at_end_of(
            path, before, f"byte {raw[error.start]:#04x} is not UTF-8: save the file as UTF-8"
        ) from error
    return _checked(path, text)


def _checked(path: Path, text: str) -> str:
    control = _CONTROL.search(text)
    if control is not None:
        code = f"U+{ord(control[0]):04X}"
        raise _at_end_of(
            path, text[: control.start()], f"the control character {code} stands here: take it out"
        )
    return text


def _at_end_of(path: Path, before: str, sentence: str) -> BrokenFile:
    lines = before.split("\n")
    return BrokenFile(path, len(lines), len(lines[-1]) + 1, sentence)


def read_document(path: Path, text: str | None = None) -> Document:
    """Read a YAML file whose top level is a mapping; a ``text`` stands in for the file's.

    Raises:
        BrokenFile: the file cannot be read, is not YAML, or holds one of YAML's traps.
    """
    text = read_text(path) if text is None else _checked(path, text)
    try:
        _refuse_aliases(path, text)
        root = yaml.compose(text, Loader=_LOADER)
        if root is None:
            raise BrokenFile(path, 1, 1, "the file is empty")
        reader = _Reader(path, text)
        value = reader.plain(root, ())
    except yaml.YAMLError as error:
        raise syntax_error(path, text, error) from error
    except RecursionError:
        raise BrokenFile(path, 1, 1, "lists in lists, far too deep: take some out") from None
    if not isinstance(value, dict):
        line, column = root.start_mark.line + 1, root.start_mark.column + 1
        raise BrokenFile(
            path, line, column, "the file is no mapping: write lines of the form 'key: value'"
        )
    return Document(path, value, reader.nodes, reader.keys)


def _refuse_aliases(path: Path, text: str) -> None:
    """Refuse ``&`` and ``*``: a text loses them unseen, and chains of copies eat all memory."""
    if "&" not in text and "*" not in text:
        return
    for event in yaml.parse(text, Loader=_LOADER):
        anchor = getattr(event, "anchor", None)
        if anchor is not None and event.start_mark is not None:
            line, column = event.start_mark.line + 1, event.start_mark.column + 1
            raise BrokenFile(path, line, column, ALIAS)


class _Reader:
    """Turns the nodes of one file into plain values and notes where they stand."""

    def __init__(self, path: Path, text: str) -> None:
        self.path = path
        self.text = text
        self.lines = text.splitlines()
        self.nodes: dict[At, yaml.Node] = {}
        self.keys: dict[At, yaml.Node] = {}

    def error(self, mark: yaml.Mark, sentence: str) -> BrokenFile:
        return BrokenFile(self.path, mark.line + 1, mark.column + 1, sentence)

    def plain(self, node: yaml.Node, at: At) -> object:
        """The plain value of a node: dict, list, str, int, bool or None."""
        self.nodes[at] = node
        if isinstance(node, yaml.ScalarNode):
            return self._scalar(node, at)
        if tag_of(node) not in ("map", "seq"):
            raise self._tagged(node)
        if isinstance(node, yaml.SequenceNode):
            return [self.plain(item, (*at, place)) for place, item in enumerate(node.value)]
        mapping: dict[str, object] = {}
        for key_node, value_node in node.value:
            if not isinstance(key_node, yaml.ScalarNode):
                raise self.error(key_node.start_mark, "a key must be a plain word")
            key = key_node.value
            if key in mapping:
                first = self.keys[*at, key].start_mark.line + 1
                raise self.error(
                    key_node.start_mark,
                    f"the key '{key}' stands twice, first on line {first}: take one out",
                )
            self.keys[*at, key] = key_node
            mapping[key] = self.plain(value_node, (*at, key))
        return mapping

    def _tagged(self, node: yaml.Node) -> BrokenFile:
        return self.error(
            node.start_mark,
            f"the tag {node.tag.replace(_TAG, '!!')} is not used here: take it out, and put a text "
            "that begins with ! in quotes",
        )

    def _scalar(self, node: yaml.ScalarNode, at: At) -> object:
        tag, text = tag_of(node), node.value
        if tag in ("str", "value", "merge"):
            self._check_comment(node, at)
            return text
        if node.style or _resolved(text) != node.tag:
            raise self._tagged(node)
        if tag == "null":
            return None
        if tag == "bool":
            return text.lower() in ("yes", "true", "on")
        if tag == "int" and _INT.fullmatch(text):
            return int(text)
        raise self.error(node.start_mark, _number_trap(tag, node))

    def _check_comment(self, node: yaml.ScalarNode, at: At) -> None:
        """Refuse a sentence that an unquoted ``#`` cuts short."""
        keys = [step for step in at if isinstance(step, str)]
        if node.style or not keys or keys[-1] not in PROSE:
            return
        end = node.end_mark
        rest = self.lines[end.line][end.column :] if end.line < len(self.lines) else ""
        found = re.match(r"\s+#", rest)
        if found is not None:
            raise BrokenFile(
                self.path,
                end.line + 1,
                end.column + found.end(),
                "the text ends before this #, what follows is a comment to YAML: put the text in "
                "quotes, or the comment on a line of its own",
            )


def _resolved(text: str) -> str:
    """The tag that YAML gives an unquoted text of its own accord."""
    tag: str = _RESOLVER.resolve(yaml.ScalarNode, text, (True, False))  # type: ignore[no-untyped-call]
    return tag


def _number_trap(tag: str, node: yaml.ScalarNode) -> str:
    """What YAML makes of a number or date that nobody writes on purpose."""
    text = node.value
    if tag == "timestamp":
        return f'YAML reads {text} as a date: write "{text}" in quotes'
    if tag == "float":
        return (
            f"YAML reads {text} as a number with a fraction: write a whole number, "
            f'or "{text}" in quotes for a text'
        )
    if len(text) > 15:
        return f"the number {text[:15]}... is far too large"
    try:
        number = _CONSTRUCTOR.construct_yaml_int(node)
    except ValueError:
        return f'{text} looks like a number to YAML and is none: write "{text}" in quotes'
    if ":" in text:
        return f'YAML reads {text} as {number}, counting in sixties: write "{text}" in quotes'
    if re.fullmatch(r"[-+]?0[0-7_]+", text):
        return (
            f"YAML reads {text} as {number}, in base eight: write {text.lstrip('-+0') or '0'} for "
            f'the number, or "{text}" in quotes for the text'
        )
    return (
        f"YAML reads {text} as {number}: write {number} for the number, "
        f'or "{text}" in quotes for the text'
    )
