"""How much is judged is said beside every ranked score, and above a ranking that rests on little."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from person import Person
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from jurybox.collection.file import create
from jurybox.formats.imports import import_into
from jurybox.measures import measure
from jurybox.results.if_judged import warning
from jurybox.results.provenance import PAIRS

DEPTH = 2
RUNS = {"one": "abcde", "two": "bacxy", "three": "aefgh"}
QUESTIONS = ("1", "2", "3", "4")


@pytest.fixture
def desk_of(qtbot: QtBot, qapp: QApplication, home: Path, tmp_path: Path) -> Iterator[Callable[[int], Person]]:
    """Return a function that opens runs judged to a depth at the Scores desk."""
    people: list[Person] = []

    def opened(depth: int) -> Person:
        pool = {(q, doc) for q in QUESTIONS for docs in RUNS.values() for doc in docs[:depth]}
        qrels, files = tmp_path / "p.qrels", [tmp_path / f"{name}.run" for name in RUNS]
        qrels.write_text("".join(f"{q} 0 {q}{doc} {int(doc in 'ae')}\n" for q, doc in sorted(pool)), encoding="utf-8")
        for file, (name, docs) in zip(files, RUNS.items(), strict=True):
            lines = (f"{q} Q0 {q}{doc} {at} {9 - at} {name}\n" for q in QUESTIONS for at, doc in enumerate(docs, 1))
            file.write_text("".join(lines), encoding="utf-8")
        path = tmp_path / "pool.jury"
        create(path, name="Pool")
        import_into(path, [qrels])
        import_into(path, files)
        people.append(Person(qtbot, qapp, home, path, desk="scores"))
        return people[-1]

    yield opened
    for person in people:
        person.close()


def test_a_ranking_that_rests_on_little_begins_with_that(desk_of: Callable[[int], Person]) -> None:
    person = desk_of(DEPTH)
    desk, one = person.desk, measure("P@5")
    desk.choice.name_measure("P@5")
    person.wait(lambda: not desk.live.background.is_busy)
    band, board = desk.live.warning, desk.board
    assert band.isVisible()
    assert f"{band.sentence.text()} {band.aside.text()}" == warning(board, [one])
    assert desk.live.notes.startswith(warning(board, [one]))
    table = desk.live.view.table
    at = table.position("judged:P@5")
    assert table.columns[at].shown_heading == "top 5 judged"
    assert {row.name: table.columns[at].text(row) for row in table.rows} == {
        "one": "60 %",
        "two": "40 %",
        "three": "40 %",
    }
    for row in table.rows:
        assert row.if_judged == board.bounds(one, row.run, if_all_judged=True)
        assert row.bounds.low == row.bounds.high == pytest.approx(row.scores[desk.choice.main].value)
        assert "if all were judged" in table.words(table.index(table.row_of(row.run), table.position("main")))
    frame = desk.table()
    assert frame is not None
    assert "lowest if all judged" in frame.columns
    desk.choice.name_measure("nG@1")
    person.wait(lambda: not desk.live.background.is_busy)
    assert not band.isVisible()
    assert all(row.if_judged.low != row.if_judged.low for row in table.rows)


def test_nothing_is_said_where_all_is_judged(desk_of: Callable[[int], Person]) -> None:
    person = desk_of(5)
    desk = person.desk
    desk.choice.name_measure("P@5")
    person.wait(lambda: not desk.live.background.is_busy)
    assert not desk.live.warning.isVisible()
    assert not [column for column in desk.live.view.table.columns if column.tone == "share"]


def test_the_runs_behind_a_cell_of_another_view_are_those_of_its_heads(desk_of: Callable[[int], Person]) -> None:
    person = desk_of(DEPTH)
    desk, page, board = person.desk, person.desk.page, person.desk.board
    desk.choice.name_measure("P@5")
    desk.choice.show_view(PAIRS)
    person.wait(lambda: page.sheet is not None)
    assert page.notes.text().startswith(warning(board, [measure("P@5")]))
    heads = [str(page.model.headerData(at, Qt.Orientation.Horizontal)) for at in range(page.model.columnCount())]
    assert heads[:3] == ["run", "P@5", "top 5 judged"]
    for row in range(page.model.rowCount()):
        for column in range(3, len(heads)):
            page.rows.setCurrentIndex(page.model.index(row, column))
            below, name = page.behind(), str(page.model.index(row, 0).data())
            if name == heads[column]:
                continue
            assert below is not None
            assert {board.name_of(run) for run in (below.run, below.other)} == {name, heads[column]}


def test_expected_scores_have_the_range_that_judging_the_rest_leaves(desk_of: Callable[[int], Person]) -> None:
    person = desk_of(DEPTH)
    desk, bridge = person.desk, person.program.bridge
    assert bridge is not None
    bridge.next_best.toggle()
    person.wait(lambda: bridge.next_best.found is not None)
    assert bridge.next_best.found is not None
    desk.choice.name_measure(str(bridge.next_best.found.measure))
    person.wait(lambda: not desk.live.background.is_busy)
    assert not desk.live.warning.isVisible()
    rows, main = desk.live.view.table.rows, desk.choice.main
    assert all(row.bounds.low == row.bounds.high for row in rows)
    assert all(row.range.low <= row.scores[main].value <= row.range.high for row in rows)
    assert any(row.range.low < row.range.high for row in rows)
    assert desk.live.view.painter.scale is not None
    assert desk.live.view.painter.scale.open


def test_a_run_that_shares_no_question_with_the_judgments_is_named_above_the_table(
    come: Callable[..., Person], tmp_path: Path
) -> None:
    (tmp_path / "x.run").write_text("1 Q0 a 1 4 r\n2 Q0 a 1 3 r\n", encoding="utf-8")
    (tmp_path / "x.qrels").write_text("001 0 a 1\n002 0 a 1\n", encoding="utf-8")
    create(tmp_path / "c.jury", name="Zeros")
    import_into(tmp_path / "c.jury", [tmp_path / "x.qrels", tmp_path / "x.run"])
    live = come(tmp_path / "c.jury", desk="scores").desk.live
    assert live.warning.isVisible()
    said = live.warning.sentence.text()
    assert said.startswith("Run 'r' answers none of the 2 judged questions: judged '001', '002', answered '1', '2'.")
    assert live.notes.startswith(said)


def test_that_the_labels_are_those_of_a_model_is_said_above_the_table(
    come: Callable[..., Person], tmp_path: Path
) -> None:
    tables = {
        "questions": "question,kind,text\nf1,factoid,Which river?\n",
        "answers": "question,answer,text\nf1,a,Arno\n",
        "responses": "run,question,rank,answer\none,f1,1,a\n",
        "assessors": "assessor,kind,panel\nAna,person,no\numb,model,no\n",
        "judgments": "assessor,question,answer,label\nAna,f1,a,correct\numb,f1,a,correct\n",
    }
    for name, text in tables.items():
        (tmp_path / f"{name}.csv").write_text(text, encoding="utf-8")
    create(tmp_path / "c.jury", name="Models")
    import_into(tmp_path / "c.jury", [tmp_path / f"{name}.csv" for name in tables])
    person = come(tmp_path / "c.jury", desk="scores")
    live, bridge = person.desk.live, person.program.bridge
    assert bridge is not None
    assert not live.warning.isVisible()
    bridge.set_gold("assessor:umb")
    person.settle()
    assert live.warning.isVisible()
    assert live.warning.sentence.text() == "By the labels of model umb, not of people."
    assert live.notes.startswith("By the labels of model umb, not of people.")
