"""What the Disagreements desk shows leaves it by keys: to the clipboard, and as files of every form."""

import csv
import io
import json
import re
import zipfile
from collections.abc import Callable
from pathlib import Path

import pandas as pd
import pytest
from generated import generated_collection
from person import Person
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog

from jurybox import results
from jurybox.collection.state import State
from jurybox.results import writing
from jurybox.results.agreement import Agreements
from jurybox_gui.dialogs.ask import Ask
from jurybox_gui.dialogs.picture_sheet import PictureSheet

Come = Callable[..., Person]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "c.jury"
    generated_collection(path, kind="ranked", questions=30, assessors=3, judged=0.9, correct=0.4)
    return path


@pytest.fixture
def person(come: Come, path: Path) -> Person:
    return come(path, desk="disagreements", assessor="Chair")


def found(state: State) -> Agreements:
    return results.find_agreements(state.collection, "quality")


def choices(person: Person) -> list[str]:
    (ask,) = (one for one in person.window.findChildren(Ask) if one.is_open)
    return [ask.list.item(at).text() for at in range(ask.list.count())]


def saved(person: Person, path: Path) -> Path:
    """Name the file in the dialog, and wait until it is written."""
    person.wait(lambda: any(one.isVisible() for one in person.window.findChildren(QFileDialog)))
    (dialog,) = (one for one in person.window.findChildren(QFileDialog) if one.isVisible())
    dialog.fileSelected.emit(str(path))
    dialog.reject()
    person.window.activateWindow()
    person.wait(lambda: f"Written: {path}" in person.program.message)
    person.settle()
    return path


@pytest.mark.sweep
def test_a_table_of_agreement_is_exported_as_the_command_prints_it(person: Person, path: Path, tmp_path: Path) -> None:
    person.press("T", "Shift+T", "E")  # label by label
    assert choices(person) == ["Agreement by label: quality labels", "All tables of agreement"]
    person.press("Return")
    with results.opened(path) as state:
        frame = results.agreement_by_label(found(state))
    assert saved(person, tmp_path / "a.csv").read_text(encoding="utf-8") == writing.csv(frame)
    for name, form in (("a.md", writing.markdown), ("a.tex", writing.latex), ("a.json", writing.json)):
        person.press("E", "Return")
        assert saved(person, tmp_path / name).read_text(encoding="utf-8") == form(frame)


@pytest.mark.sweep
def test_all_tables_of_agreement_go_into_one_file(person: Person, path: Path, tmp_path: Path) -> None:
    person.press("T", "E")
    (sheet,) = (one for one in person.window.findChildren(PictureSheet) if one.is_open)
    sheet.table.click()
    names = choices(person)
    assert names == [
        "Agreement of each pair of assessors: quality labels",
        "Agreement by pair: quality labels",
        "All tables of agreement",
    ]
    person.press("Up", "Return")
    made = json.loads(saved(person, tmp_path / "all.json").read_text(encoding="utf-8"))
    with results.opened(path) as state:
        every = found(state)
        listed = [table["caption"] for table in made["tables"]]
        assert listed[0] == "Agreement: quality labels"
        assert {*names[:2], "Agreement by label: quality labels"} <= set(listed)
        for frame in (results.agreement_figures(every), results.estimated_labels(every)):
            assert json.loads(writing.json(frame)) in made["tables"]
    person.press("Shift+T", "E", "Up", "Return")
    with zipfile.ZipFile(saved(person, tmp_path / "all.xlsx")) as book:
        sheets = re.findall(r'<sheet name="([^"]+)"', book.read("xl/workbook.xml").decode())
    assert len(sheets) == len(listed)
    assert sheets[0] == "agreement"


def test_the_matrix_of_pairs_is_exported_and_copied_as_a_picture(person: Person, tmp_path: Path) -> None:
    person.press("T", "E")
    (sheet,) = (one for one in person.window.findChildren(PictureSheet) if one.is_open)
    sheet.accept.click()
    person.wait(lambda: any(one.isVisible() for one in person.window.findChildren(QFileDialog)))
    (dialog,) = (one for one in person.window.findChildren(QFileDialog) if one.isVisible())
    dialog.fileSelected.emit(str(tmp_path / "pairs.svg"))
    dialog.reject()
    person.wait(lambda: "Written: pairs.svg" in person.program.message)
    made = (tmp_path / "pairs.svg").read_text(encoding="utf-8")
    figure = person.desk.page.figure
    assert all(f">{bar.label}<" in made for bar in figure.bars)
    person.desk.page.copy.click()
    person.settle()
    copied = QGuiApplication.clipboard().mimeData()
    assert copied.hasImage()
    assert "Cohen's kappa" in copied.text()


def test_what_is_shown_is_copied_as_it_is_sorted(person: Person, path: Path) -> None:
    desk = QGuiApplication.clipboard()
    person.press("T", "Ctrl+Shift+C")
    with results.opened(path) as state:
        every = found(state)
    pairs = [results.agreement_matrix(every), results.agreement_by_pair(every)]
    assert desk.text() == "\n\n".join(map(writing.spreadsheet, pairs))
    assert person.program.message == "2 tables are on the clipboard, with unrounded numbers."
    person.press("Shift+T", "V", "V", "Ctrl+Shift+C")  # by how often a label was given, most first
    given = [int(line.split("\t")[1]) for line in desk.text().splitlines()[1:]]
    assert given == sorted(given, reverse=True)
    assert sorted(given) == sorted(results.agreement_by_label(every)["given"])
    person.press("Ctrl+Shift+L")
    assert "\\begin{tabular}" in desk.text()
    person.press("Ctrl+Shift+M")
    assert desk.text().startswith("## Agreement by label")


def test_the_list_and_a_question_side_by_side_are_exported(person: Person, path: Path, tmp_path: Path) -> None:
    person.wait(lambda: bool(person.desk.view.list.disputes))
    person.settle()
    person.press("E")
    rows = read(saved(person, tmp_path / "list.csv"))
    names = [one.name for one in person.session.catalog.questions]
    listed = [(names[each.question], each.effect) for each in person.desk.view.list.disputes]
    assert len(listed) > 10
    assert [row["question"] for row in rows] == [name for name, _ in listed]
    assert [float(row["effect"]) for row in rows] == pytest.approx([effect for _, effect in listed], abs=1e-12)
    person.press("Shift+Right", "E")
    table = person.desk.side.view.table.table
    rows = read(saved(person, tmp_path / "side.csv"))
    assert len(rows) == len(table.disputed)
    people = [person.session.catalog.assessors[who].name for who in table.people]
    assert set(people) < set(rows[0])
    assert isinstance(pd.read_csv(tmp_path / "side.csv"), pd.DataFrame)


def read(path: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(path.read_text(encoding="utf-8"))))
