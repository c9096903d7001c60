"""Scores says on how many units each column, the bars of a run, a copied table and a view rest."""

import csv
import io
from collections.abc import Callable
from pathlib import Path

import pytest
from demo_file import demo_file
from person import Person, come
from PySide6.QtCore import Qt
from small import small_collection

from jurybox.collection.file import create
from jurybox.commands import SetFact
from jurybox.formats.imports import import_into
from jurybox.results.writing import csv as csv_file
from jurybox.scoring.coverage import short_of
from jurybox_gui.desks.scores.bars import unit_bars

__all__ = ["come"]

Come = Callable[..., Person]

RANKED = {
    "questions": "question,kind,text\nq1,ranked,Why?\nq2,ranked,How?\nq3,ranked,Who?\n",
    "answers": "question,answer,text\nq1,a,1\nq1,b,2\nq2,c,3\nq2,d,4\nq3,e,5\nq3,f,6\n",
    "runs": "run\none\ntwo\n",
    "responses": "run,question,answer,rank\none,q1,a,1\none,q2,d,1\none,q3,e,1\ntwo,q1,b,1\n",
    "assessors": "assessor,kind\nAna,person\nBen,person\n",
    "judgments": "question,answer,assessor,kind,label\n"
    "q1,a,Ana,judgment,A\nq1,b,Ana,judgment,C\nq1,a,Ben,judgment,A\nq1,b,Ben,judgment,B\n"
    "q2,c,Ana,judgment,A\nq2,d,Ana,judgment,C\nq3,e,Ana,judgment,C\nq3,f,Ana,judgment,A\n",
}
"""Ana judged all three questions, Ben the first alone."""


@pytest.fixture
def partly(tmp_path: Path) -> Path:
    """Return a collection of the tables above."""
    folder = tmp_path / "tables"
    folder.mkdir()
    for name, text in RANKED.items():
        (folder / f"{name}.csv").write_text(text, encoding="utf-8")
    create(tmp_path / "p.jury")
    import_into(tmp_path / "p.jury", [folder])
    return tmp_path / "p.jury"


def test_the_legend_says_where_leaving_somebody_out_changes_nothing(come: Come, partly: Path) -> None:
    person = come(partly, assessor="organiser")
    person.session.execute(SetFact("gold", "LOO:Ben"))
    person.press("Ctrl+2")
    text = "2 of 3 ranked questions have no label of Ben: leaving it out changes nothing there"
    person.wait(lambda: text in person.desk.live.notes)
    person.session.execute(SetFact("gold", "GAW"))
    person.wait(lambda: "GAW" in person.desk.live.notes)
    assert "Ben" not in person.desk.probe().heard


def test_a_column_under_another_gold_standard_has_its_own_coverage(come: Come, tmp_path: Path) -> None:
    """Two answers of twelve are disputed, and four unjudged; the other gold standard asks Ana alone."""
    labels = [(who, answer, "correct" if answer % 3 else "incorrect") for who in (0, 1) for answer in range(6)]
    labels += [(0, answer, "correct") for answer in (6, 7)] + [(1, answer, "incorrect") for answer in (6, 7)]
    person = come(small_collection(tmp_path / "s.jury", labels=labels), assessor="organiser")
    person.press("Ctrl+2")
    person.desk.choice.toggle_gold_column("assessor:Ana")
    table = person.desk.live.view.table
    person.wait(lambda: bool(table.rows) and bool(table.rows[0].gold_scores))
    named = person.desk.options.gold_columns.currentText()
    assert named == "Ana, correct only"
    last = table.position("gold:assessor:Ana+strict")
    there = person.program.bridge.board("assessor:Ana")
    one = person.desk.choice.one
    assert short_of(table.coverage_of(last)) == f"{there.score(one, 0).units} of 12"
    assert table.headerData(last, Qt.Orientation.Horizontal) == named
    tip = table.headerData(last, Qt.Orientation.Horizontal, Qt.ItemDataRole.ToolTipRole)
    assert f"under Ana, correct only rests on {there.score(one, 0).units} of 12 answers" in str(tip)
    rows = list(csv.DictReader(io.StringIO(csv_file(person.desk.table()))))
    counts = [value for name, value in rows[0].items() if name.endswith("(assessor:Ana+strict) units")]
    assert counts == [str(there.score(one, 0).units)]


def test_the_bars_of_a_run_count_what_is_excluded(come: Come, tmp_path: Path) -> None:
    person = come(demo_file(tmp_path / "series.jury", "series"), assessor="organiser")
    person.session.execute(SetFact("gold", "majority+lenient"))
    board = person.program.bridge.board("majority+lenient")
    one = next(one for one in board.measures if str(one) == "accuracy")
    score = board.score(one, 0)
    assert score.left_out
    text = unit_bars(board, one, 0).summary
    assert text == f"{score.units} questions scored, {score.waiting} pending, {score.left_out} excluded"
