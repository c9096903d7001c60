"""Bounds prepared a few questions at a time are those of one go, also when labels come in between."""

from contextlib import closing
from pathlib import Path

import pytest
from generator import write_tables

from jurybox.changes import changes
from jurybox.collection.codes import LABEL_CODES
from jurybox.collection.file import create
from jurybox.collection.state import State
from jurybox.formats.imports import import_into
from jurybox.gold import Gold
from jurybox.measures import measure
from jurybox.scoring import Scoreboard
from jurybox.scoring.tallies import rankings
from jurybox.scoring.tallies.grades import LevelGrades


@pytest.mark.parametrize("kind", ["ranked", "validation"])
def test_slices_add_up(tmp_path: Path, kind: str) -> None:
    write_tables(tmp_path / "t", kind=kind, questions=30, assessors=4, judged=0.8, correct=0.4)  # type: ignore[arg-type]
    create(tmp_path / "a.jury")
    import_into(tmp_path / "a.jury", [tmp_path / "t"])
    state = State(tmp_path / "a.jury")
    gold = Gold.parse("GAW" if kind == "ranked" else "majority")
    board = Scoreboard(state.collection, gold)
    one = board.measures[0]
    slices = 0
    while not board.prepare_bounds(one, 4):
        slices += 1
        if slices == 2:
            board.update(changes("labels", answers=frozenset((0,)), questions=frozenset((0,))))
    assert (slices > 3) == (kind == "ranked")
    full = Scoreboard(state.collection, gold)
    assert [board.bounds(one, run) for run in board.runs] == [full.bounds(one, run) for run in full.runs]
    assert board.prepare_bounds(measure("accuracy"), 1)
    state.close()


def test_pairs_are_the_same_where_there_is_no_room_for_what_was_tried(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_tables(tmp_path / "t", kind="ranked", questions=30, assessors=3, judged=0.95, correct=0.4)
    create(tmp_path / "a.jury")
    import_into(tmp_path / "a.jury", [tmp_path / "t"])
    found = []
    for room in (rankings.WORTH_KEEPING, 200, 0):
        monkeypatch.setattr(rankings, "WORTH_KEEPING", room)
        with closing(State(tmp_path / "a.jury")) as state:
            board = Scoreboard(state.collection, Gold.parse("GAW"))
            one, pairs = measure("nDCG"), [(a, b) for a in board.runs for b in board.runs if a < b]
            found.append([board.difference(one, *pair) for pair in pairs])
            for label in (LABEL_CODES["A"], LABEL_CODES["B"]):
                state.ledger.labels[:, 0] = label
                board.update(changes("labels", answers=frozenset((0,)), questions=frozenset((0,))))
                found[-1] += [board.difference(one, *pair) for pair in pairs]
    assert found[0] == found[1] == found[2]
    assert len(set(found[0])) > 3


def test_pairs_of_runs_do_not_look_at_the_answers_of_a_pool_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Runs of ad hoc search have thousands of answers for each topic, most of them never judged."""
    answers = 300
    lines = (f"1 Q0 d{at} {at} {answers - at} one\n" for at in range(1, answers + 1))
    (tmp_path / "one.run").write_text("".join(lines), encoding="utf-8")
    lines = (f"1 Q0 d{at} {at} {at} two\n" for at in range(1, answers + 1))
    (tmp_path / "two.run").write_text("".join(lines), encoding="utf-8")
    (tmp_path / "qrels.txt").write_text("1 0 d1 2\n1 0 d2 0\n1 0 d300 1\n", encoding="utf-8")
    create(tmp_path / "a.jury")
    import_into(tmp_path / "a.jury", [tmp_path / name for name in ("one.run", "two.run", "qrels.txt")])
    looked: list[int] = []
    real = LevelGrades.options

    def counted(self: LevelGrades, bits: int) -> list[float | None]:
        looked.append(bits)
        return real(self, bits)

    monkeypatch.setattr(LevelGrades, "options", counted)
    state = State(tmp_path / "a.jury")
    board = Scoreboard(state.collection, Gold.parse("GAW"))
    one = measure("AP")
    whole = [board.bounds(one, run) for run in board.runs]
    looked.clear()
    between = board.difference(one, 0, 1)
    state.close()
    assert not looked, "what could be tried was tried for the bounds of the runs"
    assert whole[0].low - whole[1].high <= between.low < between.high <= whole[0].high - whole[1].low
