"""Scores of a collection with several kinds of question and runs with long and Arabic names."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from person import Person, come

from jurybox.collection.file import create
from jurybox.formats.imports import import_into
from jurybox_gui.widgets.painting import noting_cuts

__all__ = ["come"]

Come = Callable[..., Person]

ARABIC = "فريق جامعة القاهرة للإجابة عن الأسئلة"
LONG = "universidad-nacional-de-educacion-a-distancia-run-with-reranker-v2.1-final"
TABLES = {
    "questions": "question,kind,text\nv1,validation,Who?\nv2,validation,What?\nf1,factoid,When?\nr1,ranked,Why?\n",
    "answers": "question,answer,text\nv1,a,one\nv2,b,two\nf1,c,three\nf1,d,four\nr1,e,five\nr1,f,six\n",
    "responses": "run,question,answer,rank,decision\n"
    f"{ARABIC},v1,a,,yes\n{ARABIC},v2,b,,no\n{ARABIC},f1,c,1,\n{ARABIC},r1,e,1,\n{ARABIC},r1,f,2,\n"
    f"{LONG},v1,a,,no\n{LONG},v2,b,,no\n{LONG},f1,d,1,\n{LONG},r1,f,1,\n{LONG},r1,e,2,\n",
    "judgments": "assessor,question,answer,label\n"
    "Ana,v1,a,correct\nAna,v2,b,incorrect\nAna,f1,c,correct\nAna,f1,d,incorrect\nAna,r1,e,A\nAna,r1,f,C\n",
}


@pytest.fixture
def several(tmp_path: Path) -> Path:
    """Return a collection of the tables above; by UF the run with the long name has -1."""
    folder = tmp_path / "tables"
    folder.mkdir()
    for name, text in TABLES.items():
        (folder / f"{name}.csv").write_text(text, encoding="utf-8")
    create(tmp_path / "s.jury")
    import_into(tmp_path / "s.jury", [folder])
    return tmp_path / "s.jury"


@pytest.mark.parametrize("width", [960, 1280])
def test_no_number_is_cut_however_long_the_names_are(come: Come, several: Path, width: int) -> None:
    person = come(several, assessor="Chair", desk="scores")
    person.window.resize(width, 720)
    person.settle()
    table = person.desk.live.view.table
    at = next(n for n, column in enumerate(table.columns) if column.heading == "UF")
    assert {table.columns[at].text(row) for row in table.rows} == {"1.000", "-1.000"}
    with noting_cuts() as cut:
        person.desk.live.view.grab()
    texts = [text for _, _, text in cut]
    assert not [text for text in texts if re.fullmatch(r"-?\d*\.\d+", text)]
    assert any(text == LONG for text in texts), "a trivial example"


def test_bars_of_decisions_are_of_the_questions_that_the_measure_scores(come: Come, several: Path) -> None:
    person = come(several, assessor="Chair", desk="scores")
    assert person.desk.choice.measures[0].name == "F1"
    bars = person.desk.live.breakdown.bars
    assert bars is not None
    names = [person.session.catalog.questions[at].name for at in bars.units.tolist()]
    assert sorted(names) == ["v1", "v2"]
    assert bars.summary.endswith("0 not counted")
    assert bars.order.startswith("2 questions")


def test_a_title_that_begins_with_an_arabic_name_reads_from_left_to_right(come: Come, several: Path) -> None:
    person = come(several, assessor="Chair", desk="scores")
    while person.desk.live.chosen != [run.name for run in person.session.catalog.runs].index(ARABIC):
        person.press("Down")
    person.press("r")
    person.settle()
    shown = person.desk.page.title.text()
    assert shown.startswith(f"\N{LEFT-TO-RIGHT MARK}{ARABIC} against {LONG}")
