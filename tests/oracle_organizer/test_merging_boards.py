"""Whatever is done apart and however it is brought together: one state, the same scores, whole chains."""

import csv
import random
import shutil
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from dumps import in_force
from mixed_tables import Mixed
from oracle_organizer.busy_copies import Copies, merge
from sweeps import swept

from jurybox.collection import log
from jurybox.collection.check import check
from jurybox.collection.file import open_reading
from jurybox.collection.state import State
from jurybox.errors import Refused
from jurybox.formats.tables import export_tables
from jurybox.gold import Gold
from jurybox.scoring import Scoreboard

GOLDS = ("adjudicated+strict", "majority+lenient", "GAW", "UFBA")


def hashes(path: Path) -> set[bytes]:
    """The entries of a log, which must be whole."""
    with closing(open_reading(path)) as db:
        assert check(db) == []
        return {hash_ for (hash_,) in db.execute("SELECT hash FROM entry")}


def exported(path: Path) -> dict[str, list[tuple[tuple[str, str], ...]]]:
    """All tables of a file, rows in any order."""
    folder = path.with_suffix(".out")
    export_tables(path, folder)
    found = {}
    for page in folder.glob("*.csv"):
        with page.open(encoding="utf-8", newline="") as file:
            found[page.stem] = sorted(tuple(row.items()) for row in csv.DictReader(file))
    return found


def scores(path: Path) -> dict[tuple[str, str, str], Any]:
    """All scores under several gold standards, as text, by the names of measures and runs."""
    found = {}
    with closing(State(path)) as state:
        for gold in GOLDS:
            try:
                board = Scoreboard(state.collection, Gold.parse(gold))
            except Refused as refusal:
                found[gold, "", ""] = str(refusal)
                continue
            for one in board.measures:
                for run in board.runs:
                    found[gold, one.name, board.name_of(run)] = repr(board.score(one, run).value)
    return found


def brought_together(copies: Copies, turn: int) -> Path:
    """Merge all files into a copy of one of the whole ones, in an order by lot, some of them twice."""
    base = copies.lot.choice(copies.whole)
    made = copies.home.with_name(f"all{turn}.jury")
    shutil.copyfile(base, made)
    order = copies.files * 2
    copies.lot.shuffle(order)
    for one in order:
        merge(made, one)
    assert sum(merge(made, one) for one in copies.files) == 0
    return made


def work_apart(seed: int, folder: Path, monkeypatch: pytest.MonkeyPatch, events: int = 25) -> Copies:
    """Make a collection of all kinds of question and let things happen to copies of it."""
    lot = random.Random(seed)
    mixed = Mixed(seed, one_grouper=bool(seed % 2))
    copies = Copies(mixed.file(folder / f"home{seed}.jury"), mixed.people, lot)
    monkeypatch.setattr(log, "now", copies.now)
    for _ in range(events):
        copies.happen()
    return copies


def same_however(copies: Copies) -> None:
    """Check that however the files are brought together the same comes of it."""
    together = [brought_together(copies, turn) for turn in range(3)]
    every = set().union(*map(hashes, copies.files))
    states = [in_force(one) for one in together]
    rows = [exported(one) for one in together]
    numbers = [scores(one) for one in together]
    for one, state, tables, score in zip(together, states, rows, numbers, strict=True):
        known = hashes(one)
        assert known <= every
        assert known == hashes(together[0])
        assert state == states[0]
        for name in tables:
            assert tables[name] == rows[0][name], name
        assert score == numbers[0]
    for path in copies.whole:
        assert hashes(path) <= hashes(together[0])


@pytest.mark.parametrize("seed", [1, *swept([2])])
@pytest.mark.sweep
def test_work_on_all_boards_comes_together_in_any_order(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copies = work_apart(seed, tmp_path, monkeypatch)
    assert copies.told > 20
    assert len(copies.files) > 2
    same_however(copies)


@pytest.mark.soak
def test_much_work_on_all_boards_comes_together_in_any_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told = 0
    for seed in range(100, 220):
        folder = tmp_path / str(seed)
        folder.mkdir()
        copies = work_apart(seed, folder, monkeypatch, events=40)
        same_however(copies)
        told += copies.told
        shutil.rmtree(folder)
    print(told)
    assert told > 5000
