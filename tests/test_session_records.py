"""Deals as text records: kept when they end, exported, imported, replayed, or refused."""

import json
from datetime import UTC, datetime
from pathlib import Path
from random import Random

import pytest

from tests.matches import cheap, learner
from tests.test_session_match import study
from trainer.content import BrokenFile, read_records
from trainer.game import PRESETS, Deal, Illegal, MatchRecord, Rules, from_line, stages, to_line
from trainer.progress import ProgressError, Store
from trainer.session.play import MatchRun
from trainer.session.records import deal_of, keep_records, learners_seat, match_of, score_of

NOW = datetime(2026, 12, 1, 20, tzinfo=UTC)

TYPED = """\
rules: oklahoma
dealer: 1
first_upcard: 6h
hands: ["2c 3c 4c 7d 7h 9s 9d Jc Kc Ad", "?"]
history: "x x s5s/Kc s/Jh p/9d s/Qs sKd/Kd s/2d!"
spread: "8c 8d 8h | Td Jd Qd"
deadwood: As Ah 2s 2h
laid: [""]
"""


def played(store: Store, rules: Rules, seed: int) -> MatchRun:
    """A whole match."""
    run = MatchRun.new(rules, seed, study(store), cheap)
    while True:
        if run.deal.phase == "over":
            if not run.next_deal():
                return run
        elif run.my_turn:
            run.act(learner(run.position))
        else:
            run.reply()


def test_finished_deals_are_kept_and_make_up_the_match(tmp_path: Path) -> None:
    with Store(tmp_path / "p.sqlite3") as store:
        for seed, rules in enumerate(PRESETS.values()):
            run = played(store, rules, seed)
            deals = [deal for deal in store.deals() if deal.match_id == run.record.id]
            assert [deal.number for deal in deals] == list(range(1, run.standing.deals + 1))
            assert deal_of(deals[-1]) == run.deal
            assert score_of(deals[-1], run.deal) == run.match.score
            whole = match_of(store, deals[0])
            assert whole.match == run.standing
            assert from_line(MatchRecord, to_line(whole)) == whole


def test_a_record_travels(tmp_path: Path) -> None:
    """Exported, imported elsewhere, the same deals; imported again, nothing new."""
    with Store(tmp_path / "a.sqlite3") as here, Store(tmp_path / "b.sqlite3") as there:
        run = played(here, PRESETS["ruby"], 4)
        whole = match_of(here, here.deal())
        text = f"{to_line(whole)}\n\n{to_line(run.deal)}\n"
        records = read_records(tmp_path / "x", text)
        assert records == [whole, run.deal]
        kept = keep_records(there, records, NOW)
        assert [deal_of(deal) for deal in kept] == [*whole.deals, run.deal]
        assert kept[-1] == kept[-2]
        assert [deal.score for deal in kept[:-1]] == [deal.score for deal in here.deals()]
        assert keep_records(there, records, NOW) == kept
        assert len(there.deals()) == len(whole.deals)
        assert keep_records(here, [run.deal], NOW) == [here.deal()]
        assert there.merge(here.export(NOW)).matches == 1
        assert {deal.id for deal in here.deals()} < {deal.id for deal in there.deals()}
        assert there.merge(here.export(NOW)).matches == 0


def test_an_illegal_step_is_refused_with_its_number_and_the_reason(tmp_path: Path) -> None:
    rng = Random(5)
    deal = Deal.start(Rules(), 2, 0, rng)
    for _ in range(9):
        deal = deal.after(rng.choice(deal.legal_actions()))
    line = json.dumps({**deal.to_mapping(), "history": f"{deal.to_mapping()['history']} x"})
    with pytest.raises(BrokenFile, match=r"x:1:1: .*step 10\b.*cannot pass"):
        read_records(tmp_path / "x", line)
    with pytest.raises(BrokenFile, match=r"x:5:10: .*step 12\b.*2h is not in your hand"):
        read_records(tmp_path / "x", TYPED.replace("sKd/Kd", "sKd/2h"))
    with pytest.raises(BrokenFile, match="x:2:"):
        read_records(tmp_path / "x", f'{to_line(deal)}\n{{"deals": 3}}\n')
    with pytest.raises(BrokenFile, match="x:1:3: this line is no JSON"):
        read_records(tmp_path / "x", "{ 'deals': 3}")


def test_a_deal_typed_from_a_real_table(tmp_path: Path) -> None:
    """Hidden cards are not known: it is read, kept for the known seat, and found by its id."""
    (tmp_path / "table.yaml").write_text(TYPED, encoding="utf-8")
    (deal,) = read_records(tmp_path / "table.yaml")
    assert isinstance(deal, Deal)
    with Store(tmp_path / "p.sqlite3") as store:
        (kept,) = keep_records(store, [deal], NOW)
        assert (kept.seat, kept.score, kept.match_id) == (0, "", None)
        assert store.deal(kept.id[:3]) == store.deal() == kept
        assert score_of(kept, deal) is None
        with pytest.raises(ProgressError, match="belongs to no match"):
            match_of(store, kept)
        with pytest.raises(Illegal, match="seat 1 is not known"):
            keep_records(store, [deal], NOW, seat=1)
        with pytest.raises(ProgressError, match="no deal 'zz'"):
            store.deal("zz")
    assert learners_seat(deal, None) == 0
    nobody = Deal.of(deal.rules, 0, deal.table.first_upcard, (None, None), None)
    with pytest.raises(Illegal, match="no hand is known"):
        learners_seat(nobody, None)


def test_stages_lead_through_a_deal(tmp_path: Path) -> None:
    (deal,) = read_records(tmp_path / "x", TYPED)
    assert isinstance(deal, Deal)
    *_, (last, action) = stages(deal)
    assert last.after(action) == deal
    assert [action for _, action in stages(deal)] == list(deal.table.history)


def test_no_deal_yet(tmp_path: Path) -> None:
    with (
        Store(tmp_path / "p.sqlite3") as store,
        pytest.raises(ProgressError, match="no deal has been finished"),
    ):
        store.deal()
