"""Broken files: each gives one sentence at one place. The mark ¤ stands where it must point.

A ``*`` stands for any words: sentences of the game room are tested over there.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.content_files import DISCARD, KNOCK, LAYOFF, count, lesson, meld, puzzle
from trainer.content import BrokenFile, load_lesson, load_puzzle, read_position_text
from trainer.content.daily import read_schedule

MARK = "¤"


def place(text: str) -> tuple[str, int, int]:
    """The text without its mark, and where that stood, from 1."""
    before, _, after = text.partition(MARK)
    return before + after, before.count("\n") + 1, len(before) - before.rfind("\n")


def titled(title: str) -> str:
    return puzzle(title=title)


YAML = {
    "bare no": (titled("¤no"), 'YAML reads no as false, a truth value: write "no" in quotes'),
    "bare Yes": (titled("¤Yes"), 'YAML reads Yes as true, a truth value: write "Yes" in quotes'),
    "bare on": (titled("¤on"), 'YAML reads on as true, a truth value: write "on" in quotes'),
    "number": (titled("¤7"), 'YAML reads 7 as a number: write "7" in quotes'),
    "octal": (
        titled("¤010"),
        'YAML reads 010 as 8, in base eight: write 10 for the number, or "010" in quotes for the '
        "text",
    ),
    "hexadecimal": (
        titled("¤0x1F"),
        'YAML reads 0x1F as 31: write 31 for the number, or "0x1F" in quotes for the text',
    ),
    "underscores": (
        titled("¤1_000"),
        'YAML reads 1_000 as 1000: write 1000 for the number, or "1_000" in quotes for the text',
    ),
    "sixties": (
        titled("¤7:30"),
        'YAML reads 7:30 as 450, counting in sixties: write "7:30" in quotes',
    ),
    "huge": (titled("¤" + "9" * 5000), "the number 999999999999999... is far too large"),
    "fraction": (
        titled("¤1.5"),
        'YAML reads 1.5 as a number with a fraction: write a whole number, or "1.5" in quotes for '
        "a text",
    ),
    "date": (
        titled("¤2026-12-01"),
        'YAML reads 2026-12-01 as a date: write "2026-12-01" in quotes',
    ),
    "nothing": (
        puzzle().replace("title: A choice", "¤title:"),
        "'title' has no value: write a text, in quotes if it begins with #",
    ),
    "only a comment": (
        puzzle().replace("title: A choice", "¤title: # 1"),
        "'title' has no value: write a text, in quotes if it begins with #",
    ),
    "null": (
        puzzle().replace("title: A choice", "¤title: ~"),
        "'title' has no value: write a text",
    ),
    "colon in a text": (
        titled("which¤: one"),
        "a ':' in the middle of a text, or a line indented too far: put a text that contains ': ' "
        "in quotes, and give keys of one mapping the same indentation",
    ),
    "no list": (puzzle(hints="").replace("hints", "¤hints"), "'hints' has no value: write a list"),
    "colon in an item": (
        puzzle(hints="\n  - ¤look here: at the end"),
        "item 1 of 'hints' is a mapping to YAML: a text that contains ': ' must stand in quotes",
    ),
    "hash in a text": (
        titled("card ¤# 3"),
        "the text ends before this #, what follows is a comment to YAML: put the text in quotes, "
        "or the comment on a line of its own",
    ),
    "hash in a text of two lines": (
        puzzle(prompt="one\n  two ¤# three"),
        "the text ends before this #, what follows is a comment to YAML: put the text in quotes, "
        "or the comment on a line of its own",
    ),
    "tab": (
        puzzle().replace("  dealer", "¤\tdealer"),
        "the line is indented with a tab: YAML allows spaces only",
    ),
    "tab after spaces": (
        puzzle().replace("  hand:", " ¤\thand:"),
        "the line is indented with a tab: YAML allows spaces only",
    ),
    "text behind a quote": (
        titled('"A" ¤choice'),
        "nothing may follow the closing quote: put the whole text in quotes, of the other kind if "
        "it has some inside",
    ),
    "apostrophe": (
        titled("'it'¤s'"),
        "nothing may follow the closing quote: put the whole text in quotes, of the other kind if "
        "it has some inside",
    ),
    "text behind a bracket": (
        titled("[7h 8h] ¤[9h]"),
        "nothing may follow the closing ]: put the whole text in quotes",
    ),
    "open quote": (
        titled("fine") + 'author: ¤"me\n',
        "the text that begins here has no closing quote",
    ),
    "quote closed later": (
        titled('¤"A choice'),
        "the quote that opens here is closed on line 10 only: close it where its text ends",
    ),
    "open list": (
        titled("x") + "themes: ¤[outs\n",
        "the list that begins here is not closed: add the ], and put a text that begins with [ in "
        "quotes",
    ),
    "empty open list": (
        "themes: [\n¤",
        "a bracket before this place is not closed, or a text is missing: close it with ] or }",
    ),
    "open mapping": (
        titled("x") + "author: ¤{a: b\n",
        "the mapping that begins here is not closed: add the }, and put a text that begins with { "
        "in quotes",
    ),
    "escape": (
        titled('"¤\\d"'),
        "a \\ in double quotes begins an escape: use single quotes, or write \\\\",
    ),
    "star": (
        titled("¤*really* hard"),
        "a text that begins with * or & must stand in quotes: YAML takes it for a copy or its name",
    ),
    "ampersand": (
        titled("¤&c a choice"),
        "a text that begins with * or & must stand in quotes: YAML takes it for a copy or its name",
    ),
    "copies of copies": (
        "a: ¤&a [x, x]\nb: &b [*a, *a]\n",
        "a text that begins with * or & must stand in quotes: YAML takes it for a copy or its name",
    ),
    "at sign": (titled("¤@home"), "a text that begins with @ must stand in quotes"),
    "backquote": (titled("¤`knock 3d`"), "a text that begins with ` must stand in quotes"),
    "percent": (titled("¤%"), "a text that begins with % must stand in quotes"),
    "question mark": (titled("¤? no"), "a text that begins with ? must stand in quotes"),
    "comma": (
        titled("¤, and"),
        "a text that begins with a comma or a bracket must stand in quotes",
    ),
    "dash": (
        titled("¤- a"),
        "a '- ' may not follow on the line of its key: start the list on the next line, or put the "
        "text in quotes",
    ),
    "bar": (
        titled("¤| 7h 8h"),
        "a text that begins with | or > must stand in quotes: alone at the end of a line they "
        "begin a text of several lines",
    ),
    "big gin unquoted": (
        puzzle().replace('"x x s/Kd p/9c s"', "¤!!"),
        "a text that begins with ! must be quoted",
    ),
    "tag": (
        titled("¤!wow a choice"),
        "the tag !wow is not used here: take it out, and put a text that begins with ! in quotes",
    ),
    "binary": (
        titled("¤!!binary aGk="),
        "the tag !!binary is not used here: take it out, and put a text that begins with ! in "
        "quotes",
    ),
    "no colon": (
        puzzle().replace("title: A choice", "¤title A choice"),
        "this line is neither 'key: value' nor '- item': add the ':', or indent the line if it "
        "goes on with the text above",
    ),
    "indentation": (
        puzzle().replace("  hand:", " ¤hand:"),
        "this does not go on with what stands above: keys of one mapping and items of one list "
        "have the same indentation",
    ),
    "duplicate key": (
        puzzle() + "¤title: Another\n",
        "the key 'title' stands twice, first on line 3: take one out",
    ),
    "duplicate key deep down": (
        puzzle() + "  ¤hand: 2c\n",
        "the key 'hand' stands twice, first on line 8: take one out",
    ),
    "list as a key": (puzzle() + "? ¤[a]\n: b\n", "a key must be a plain word"),
    "two documents": (puzzle() + "¤---\na: b\n", "a file holds one document: take out this '---'"),
    "empty": ("¤", "the file is empty"),
    "only comments": ("¤# nothing yet\n", "the file is empty"),
    "a list": ("¤- a\n", "the file is no mapping: write lines of the form 'key: value'"),
    "a text": ("¤hello\n", "the file is no mapping: write lines of the form 'key: value'"),
    "control character": (
        titled("a ¤\x07 choice"),
        "the control character U+0007 stands here: take it out",
    ),
    "column in characters": (
        titled('"♥♥"') + "author: 'é♥' ¤x\n",
        "nothing may follow the closing quote: put the whole text in quotes, of the other kind if "
        "it has some inside",
    ),
    "far too deep": (
        "a: " + "[" * 999 + "¤" + "[" * 5000,
        "lists in lists, far too deep: take brackets out",
    ),
}

PUZZLES = {
    "unknown key": (
        puzzle() + "¤hnits: [a]\n",
        "a puzzle has no key 'hnits', did you mean 'hints'? (its keys: ask, id, prompt, hints, "
        "explain, themes, answers, format, title, author, rating, position, knock)",
    ),
    "key of another question": (
        puzzle() + "¤hand: 2c\n",
        "a puzzle has no key 'hand' (its keys: ask, id, prompt, hints, explain, themes, answers, "
        "format, title, author, rating, position, knock)",
    ),
    "no title": (
        puzzle().replace("title: A choice\n", "").replace("format", "¤format"),
        "the key 'title' is missing: add it",
    ),
    "no question": (
        puzzle().replace("ask: decide\n", "").replace("format", "¤format"),
        "the key 'ask' is missing: add it",
    ),
    "unknown question": (
        puzzle(ask="¤decid"),
        "there is no question 'decid', did you mean 'decide'? (there are: decide, arrange, count, "
        "meld, legal, limit, score)",
    ),
    "newer format": (puzzle(format="¤2"), "'format' is '2': write 1"),
    "format as text": (puzzle(format='¤"1"'), "'format' is '1': write a whole number"),
    "zeros in front": (
        puzzle(format="¤09"),
        "'format' is 09: write the number without zeros in front",
    ),
    "empty text": (
        puzzle(title='¤""'),
        "'title' is empty: write something, or take the key out",
    ),
    "list for a text": (
        puzzle(title="¤[a, b]"),
        "'title' is a list: write one text, in quotes if it begins with - or [",
    ),
    "text for a list": (puzzle(themes="¤outs"), "'themes' is 'outs': write a list"),
    "mapping for a list": (
        puzzle(themes="¤{a: b}"),
        "'themes' is a mapping of keys: write a list",
    ),
    "three hints": (puzzle(hints="¤[a, b, c]"), "'hints' has 3 items: 2 are the most"),
    "no in a list": (
        puzzle(themes="[outs, ¤no]"),
        'YAML reads no as false, a truth value: write "no" in quotes',
    ),
    "list for a mapping": (
        puzzle("position: ¤[a]\n"),
        "'position' is a list: write a mapping of keys",
    ),
    "text for a mapping": (
        puzzle("position: ¤6h\n"),
        "'position' is '6h': write a mapping of keys",
    ),
    "bad id": (
        puzzle(id="¤My_Puzzle"),
        "the id 'My_Puzzle' has other signs than small letters, digits and single hyphens",
    ),
    "another file's id": (
        puzzle(id="¤q"),
        "the id is 'q', but by its name the file holds 'p': make them agree",
    ),
    "no hand": (
        puzzle(DISCARD.replace("  hand", "  # hand")).replace("position", "¤position"),
        "the key 'hand' is missing: add it",
    ),
    "unknown key of the position": (
        puzzle(DISCARD.replace("drawn", "¤darwn")),
        "a position has no key 'darwn', did you mean 'drawn'? (its keys: rules, players, dealer, "
        "first_upcard, hand, drawn, history, spread, deadwood, laid, score)",
    ),
    "unreadable card": (
        puzzle(DISCARD.replace("2c 3c", "¤2x 3c")),
        "hand: *'2x'*",
    ),
    "duplicate card": (
        puzzle(DISCARD.replace("hand: 2c 3c", "hand: ¤3c 3c")),
        "hand: *'3c' stands twice*",
    ),
    "twelve cards": (
        puzzle(DISCARD.replace("hand: ", "hand: ¤8c ")),
        "the hand has 12 cards*",
    ),
    "unreadable history": (
        puzzle(DISCARD.replace('"x x s/Kd p/9c s"', '¤"x y"')),
        "cannot read 'y' in the history*",
    ),
    "illegal history": (
        puzzle(DISCARD.replace('"x x s/Kd p/9c s"', '¤"x x p/Kd s"')),
        "step 3 of the history*cannot take the upcard*",
    ),
    "not my turn": (
        puzzle(DISCARD.replace('"x x s/Kd p/9c s"', '¤"x x s/Kd s"')),
        "seat 1 is to act*",
    ),
    "unknown preset": (
        puzzle(DISCARD + "  rules: ¤oklohoma\n"),
        "there is no preset 'oklohoma', did you mean 'oklahoma'?*",
    ),
    "unknown rule": (
        puzzle(DISCARD + "  rules:\n    ¤gin_bonsu: 20\n"),
        "a set of rules has no key 'gin_bonsu', did you mean 'gin_bonus'? (its keys: preset, "
        "fixed_limit, ace_limit, spade_doubles, gin_bonus, big_gin_bonus, knock_bonus, "
        "undercut_bonus, must_gin, melds_after_gin, may_rediscard, knock_face_down, void_stock, "
        "next_dealer, max_players, target, hollywood, game_bonus, box, shutout_doubles)",
    ),
    "rule out of range": (
        puzzle(DISCARD + "  rules: {gin_bonus: ¤-5}\n"),
        "gin_bonus is -5*",
    ),
    "rule of a wrong kind": (
        puzzle(DISCARD + "  rules: {must_gin: ¤1}\n"),
        "'must_gin' is '1': write true or false",
    ),
    "rule with a choice": (
        puzzle(DISCARD + "  rules: {next_dealer: ¤winer}\n"),
        "'next_dealer' is 'winer', did you mean 'winner'?: write alternate or winner",
    ),
    "rule that may be null": (
        puzzle(DISCARD + "  rules: {target: ¤none}\n"),
        "'target' is 'none': write a whole number or null",
    ),
    "too many players": (
        puzzle(DISCARD + "  players: ¤5\n"),
        "players is 5*",
    ),
    "wrong drawn": (
        puzzle(DISCARD.replace("drawn: 5s", "drawn: ¤8s")),
        "8s was drawn*",
    ),
    "bool for a dealer": (
        puzzle(DISCARD.replace("dealer: them", "dealer: ¤off")),
        'YAML reads off as false, a truth value: write "off" in quotes',
    ),
    "finished match": (
        puzzle(DISCARD + "  score: ¤[100, 20]\n"),
        "score is [100, 20]*",
    ),
    "octal score": (
        puzzle(DISCARD + "  score: [10, ¤012]\n"),
        'YAML reads 012 as 10, in base eight: write 12 for the number, or "012" in quotes for the '
        "text",
    ),
    "no spread": (
        puzzle(KNOCK.replace('"x x s/Kd s"', '"x x s/Kd!"')).replace("position", "¤position"),
        "the history ends with a knock*",
    ),
    "no run": (
        puzzle(LAYOFF.replace('spread: "7h 8h 9h', 'spread: ¤"7h 8h Th')),
        "spread: *7h 8h Th is no run*",
    ),
    "illegal action text": (
        puzzle(DISCARD + "action: ¤throw it\n", ask="legal"),
        "cannot read the action 'throw it'*",
    ),
    "no upcard": (
        puzzle("first_upcard: ¤6x\n", ask="limit"),
        "cannot read the card '6x'*",
    ),
    "number for a card": (
        puzzle("first_upcard: ¤6\n", ask="limit"),
        'YAML reads 6 as a number: write "6" in quotes',
    ),
    "no cards": (
        puzzle('cards: ¤" "\n', ask="meld"),
        "there are no cards here: write some, as in 7h 8h Td",
    ),
}

MINE = "2c 3c 4c 7d 7h 7s 9s 9d 9h Kc"  # three melds and Kc: 10 points
THEIRS = "5c 6c 8c 8d Th Ts Jh Js Qd Ks"  # no meld at all


def finished(**keys: str) -> str:
    """A finished deal in which I have knocked with 10 under a ten."""
    named = {"first_upcard": "Td", "knocker": "me", "mine": MINE, "theirs": THEIRS, **keys}
    return puzzle("".join(f"{key}: {value}\n" for key, value in named.items()), ask="score")


SCORES = {
    "shared card": (
        finished(theirs="¤" + THEIRS.replace("5c", "2c")),
        "2c is in both hands: take it out of one",
    ),
    "nine cards": (
        finished(theirs="¤" + THEIRS[3:]),
        "'theirs' has 9 cards: once somebody is out it has 10",
    ),
    "ten cards for big gin": (
        finished(going_out="big gin", mine="¤" + MINE),
        "'mine' has 10 cards: once somebody is out it has 11",
    ),
    "neither me nor them": (
        finished(knocker="¤her"),
        "'knocker' is 'her': write me or them",
    ),
    "over the limit": (
        finished(first_upcard="9d").replace("format", "¤format"),
        "the knocker has 10 points of deadwood, and the limit is 9: nobody may knock",
    ),
    "gin only": (
        finished(first_upcard="Ad").replace("format", "¤format"),
        "the knocker has 10 points of deadwood, and the deal is gin only: nobody may knock",
    ),
    "no gin": (
        finished(going_out="¤gin"),
        "that is no gin: the knocker has 10 points of deadwood",
    ),
    "gin called a knock": (
        finished(going_out="¤knock", mine=MINE.replace("Kc", "5c"), theirs=THEIRS[3:] + " Kc"),
        "the knocker has no deadwood: write 'going_out: gin'",
    ),
    "no big gin": (
        finished(
            going_out="¤big gin",
            rules="online",
            mine=MINE.replace("Kc", "5c 6c"),
            theirs=THEIRS[6:] + " Kc 2s",
        ),
        "the rules 'online' play without big gin",
    ),
    "melds of other cards": (
        finished(spread="¤Th Jh Qh"),
        "Th Jh Qh is not in the knocker's hand",
    ),
    # 3h in the set or in the run leaves 9 points either way; 5h 6h fit the run only.
    "several spreads": (
        finished(
            mine="2h 3h 4h 3c 3d 9c 9d 9s Ac 2d", theirs="5h 6h 8c Td Ts Jh Js Qd Ks Kd"
        ).replace("format", "¤format"),
        "the knock could lie in several ways that score differently: write its 'spread'",
    ),
}

LESSONS = {
    "unknown key": (
        lesson("say: hi") + "¤author: me\n",
        "a lesson has no key 'author' (its keys: format, id, number, title, objective, requires, "
        "steps)",
    ),
    "no steps": (
        lesson().replace("steps:", "steps: ¤[]"),
        "'steps' is an empty list: write at least one item",
    ),
    "text as a step": (
        lesson().replace("steps:", "steps: [¤hi]"),
        "item 1 of 'steps' is 'hi': write a mapping of keys",
    ),
    "number 0": (lesson("say: hi", number="¤0"), "'number' is 0: write 1 or more"),
    "number with a fraction": (
        lesson("say: hi", number="¤1.5"),
        'YAML reads 1.5 as a number with a fraction: write a whole number, or "1.5" in quotes for '
        "a text",
    ),
    "empty step": (
        lesson('¤say: ""'),
        "an empty step: write 'say', 'show' or 'ask'",
    ),
    "unknown key of a text": (
        lesson("say: hi\n¤sohw: 7h"),
        "a step that asks nothing has no key 'sohw', did you mean 'show'? (its keys: say, show)",
    ),
    "bare no in a text": (
        lesson("say: ¤no"),
        'YAML reads no as false, a truth value: write "no" in quotes',
    ),
    "unreadable show": (
        lesson('show: ¤"7h | 8x"'),
        "cannot read the card '8x'*",
    ),
    "exercise without id": (
        lesson("¤ask: count\nhand: 7h"),
        "the key 'id' is missing: add it",
    ),
    "exercise without hand": (
        lesson("¤ask: count\nid: a"),
        "the key 'hand' is missing: add it",
    ),
    "id taken": (
        lesson(count("a"), count("b"), meld("¤a")),
        "the id 'a' is taken by line 8: choose another",
    ),
    "unknown key of an exercise": (
        lesson(count("a", "7h", "¤them: [outs]")),
        "this exercise has no key 'them', did you mean 'themes'? (its keys: ask, id, prompt, "
        "hints, explain, themes, answers, hand)",
    ),
}


def check_broken(tmp_path: Path, name: str, marked: str, sentence: str) -> None:
    text, line, column = place(marked)
    path = tmp_path / f"{name}.yaml"
    path.write_text(text)
    with pytest.raises(BrokenFile) as broken:
        (load_lesson if name == "l" else load_puzzle)(path)
    assert said(sentence, f"{path}:{line}:{column}: ", str(broken.value))


def said(sentence: str, start: str, message: str) -> bool:
    """Whether a message is a sentence behind its place; prints both if it is not."""
    pattern = re.escape(sentence).replace(r"\*", ".*")
    same = re.fullmatch(re.escape(start) + pattern, message) is not None
    if not same:
        print(f"wanted {start}{sentence}\ngot    {message}")
    return same


@pytest.mark.parametrize("case", [*YAML, *PUZZLES, *SCORES])
def test_broken_puzzle(tmp_path: Path, case: str) -> None:
    check_broken(tmp_path, "p", *{**YAML, **SCORES, **PUZZLES}[case])


@pytest.mark.parametrize("case", LESSONS)
def test_broken_lesson(tmp_path: Path, case: str) -> None:
    check_broken(tmp_path, "l", *LESSONS[case])


@pytest.mark.parametrize("case", YAML)
def test_pure_python_loader_refuses_it_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, case: str
) -> None:
    """Where PyYAML is built without libyaml the words differ, not whether and where it is read."""
    import yaml

    monkeypatch.setattr("trainer.content.tree._LOADER", yaml.SafeLoader)
    text, line, _ = place(YAML[case][0])
    path = tmp_path / "p.yaml"
    path.write_text(text)
    with pytest.raises(BrokenFile) as broken:
        load_puzzle(path)
    assert broken.value.problem.line == line


def test_not_utf8(tmp_path: Path) -> None:
    path = tmp_path / "p.yaml"
    path.write_bytes(b"format: 1\ntitle: caf\xe9\n")
    with pytest.raises(BrokenFile, match=r"p\.yaml:2:11: byte 0xe9 is not UTF-8: save the file as"):
        load_puzzle(path)


def test_missing_file_and_folder(tmp_path: Path) -> None:
    with pytest.raises(BrokenFile, match=r"p\.yaml:1:1: there is no such file: check its name"):
        load_puzzle(tmp_path / "p.yaml")
    with pytest.raises(BrokenFile, match=":1:1: this is a folder: name a file in it"):
        load_puzzle(tmp_path)


def test_number_in_the_file_name(tmp_path: Path) -> None:
    text, line, column = place(lesson("say: hi", number="¤2"))
    path = tmp_path / "03-l.yaml"
    path.write_text(text)
    with pytest.raises(BrokenFile) as broken:
        load_lesson(path)
    assert str(broken.value) == (
        f"{path}:{line}:{column}: the file name says lesson 3, the file 2: make them agree"
    )


def test_position_from_a_text() -> None:
    text, line, column = place("dealer: me\nfirst_upcard: ¤6x\nhand: 2c\n")
    with pytest.raises(BrokenFile) as broken:
        read_position_text(text, Path("<standard input>"))
    start = f"<standard input>:{line}:{column}: "
    assert said("first_upcard: cannot read the card '6x'*", start, str(broken.value))


DAILY = {
    "no id": (
        "2026-12-01 a\n¤2026-12-02\n",
        "cannot read '2026-12-02': write 2026-12-01 puzzle-id",
    ),
    "no such day": ("¤2026-02-30 a\n", "there is no day 2026-02-30"),
    "same day": (
        "# days\n2026-12-01 a\n\n¤2026-12-01 b\n",
        "2026-12-01 does not come after 2026-12-01 on line 2: add new days at the end only",
    ),
    "back in time": (
        "2026-12-02 a\n¤2026-12-01 b\n",
        "2026-12-01 does not come after 2026-12-02 on line 1: add new days at the end only",
    ),
}


@pytest.mark.parametrize("case", DAILY)
def test_broken_daily_list(tmp_path: Path, case: str) -> None:
    text, line, column = place(DAILY[case][0])
    path = tmp_path / "daily.txt"
    path.write_text(text)
    with pytest.raises(BrokenFile) as broken:
        read_schedule(path)
    assert str(broken.value) == f"{path}:{line}:{column}: {DAILY[case][1]}"
