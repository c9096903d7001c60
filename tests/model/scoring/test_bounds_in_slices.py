"""Bounds prepared a few questions at a time are those of one go, also when labels come in between."""

from pathlib import Path

import pytest
from generator import write_tables

from jurybox.changes import changes
from jurybox.collection.file import create
from jurybox.collection.state import State
from jurybox.formats.imports import import_into
from jurybox.gold import Gold
from jurybox.measures import measure
from jurybox.scoring import Scoreboard


@pytest.mark.parametrize("kind", ["ranked", "validation"])
def test_slices_add_up(tmp_path: Path, kind: str) -> None:
    write_tables(tmp_path / "t", kind=kind, questions=30, assessors=4, judged=0.8, correct=0.4)  # type: ignore[arg-type]
    create(tmp_path / "a.jury")
    import_into(tmp_path / "a.jury", [tmp_path / "t"])
    state = State(tmp_path / "a.jury")
    gold = Gold.parse("GAW" if kind == "ranked" else "majority")
    board = Scoreboard(state.catalog, state.ledger, state.facts, gold)
    one = board.measures[0]
    slices = 0
    while not board.prepare_bounds(one, 4):
        slices += 1
        if slices == 2:
            board.update(changes("labels", answers=frozenset((0,)), questions=frozenset((0,))))
    assert (slices > 3) == (kind == "ranked")
    full = Scoreboard(state.catalog, state.ledger, state.facts, gold)
    assert [board.bounds(one, run) for run in board.runs] == [full.bounds(one, run) for run in full.runs]
    assert board.prepare_bounds(measure("accuracy"), 1)
    state.close()
