"""The keyed table: what each key does, and how it looks in windows of all sizes."""

from pathlib import Path
from random import Random

import pytest

from tests.keyed import keys_for, seated
from tests.matches import cheap, fast_folder, reference_score
from trainer.game import PRESETS, format_card
from trainer.shell.desk import Left

SEED = 11


def test_whole_deals_by_keys() -> None:
    """Every action has its key: deals of all presets are played, and score as the reference's."""
    ended = set()
    with fast_folder() as folder:
        for seed, rules in enumerate([*PRESETS.values()] * 3):
            place = folder / str(seed)
            place.mkdir()
            with seated(place, SEED + seed, rules) as player:
                for _ in range(400):
                    if player.over:
                        break
                    keys_for(player, cheap(player.run.position, "learner"))
                result = player.run.result
                assert result is not None, f"seed {SEED + seed}: the deal does not end"
                assert result.points == reference_score(player.run.deal).points
                ended.add((result.kind, result.winner))
    assert {kind for kind, _ in ended} >= {"knock", "gin"}


def test_any_keys_at_all() -> None:
    """Whoever leans on the keyboard gets sentences, never an error."""
    keys = ["left", "right", "up", "down", "home", "end", "enter", "escape", *"sdpxlkghmuv?yn z"]
    lines = ["", "7h", "knock", "k 7h", "tutor warn", "tutor nobody", "lay 7h", "hint", "sort", "%"]
    with fast_folder() as folder:
        for seed in range(6):
            rng = Random(SEED + seed)
            place = folder / str(seed)
            place.mkdir()
            with seated(place, seed) as player:
                for _ in range(600):
                    if player.over:
                        break
                    typed = rng.random() < 0.1
                    player.press(f":{rng.choice(lines)}" if typed else rng.choice(keys))
                    columns = rng.choice((80, 50, 20))
                    assert all(len(line) <= columns for line in player.lines(columns))
                events = player.run.study.store.match_events(player.run.record.id)
                assert len(events) == player.run.events


def test_keys_are_for_their_time(tmp_path: Path) -> None:
    with seated(tmp_path) as player:
        player.press("s")
        assert "Cannot stock: the first upcard is on offer" in player.text
        player.press("k")
        assert "Cannot knock: the first upcard is on offer" in player.text
        player.press("z")
        assert "z does nothing here" in player.text
        player.press("escape")
        assert "does nothing" not in player.text
        player.press("escape")
        assert "q leaves" in player.text
        with pytest.raises(Left):
            player.press("q")


def test_lifting_and_throwing(tmp_path: Path) -> None:
    with seated(tmp_path) as player:
        while player.run.position.ask != "discard":
            player.press("p" if player.run.position.ask == "offer" else "s")
        player.press("home")
        before = player.lines()
        player.press("enter")
        lifted = player.lines()
        card = format_card(player.table.held.card)
        title = next(n for n, line in enumerate(before) if "Your hand" in line)
        assert not before[title + 1]
        assert lifted[title + 1].strip()[0] == card[0]  # it stands a line higher
        assert "Enter" in player.keys
        player.press("escape")
        assert player.lines() == before
        thrown = player.table.held.card
        player.press("enter", "enter")
        assert player.run.deal.table.thrown[0] == 1 << thrown
        assert f"You threw {card[0]}" in player.text
