"""From a number of any view down to its questions, to one question explained, and to the answer on Judge."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from demo_file import demo_file
from generated import generated_collection
from person import Person
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from read_frame import read

from jurybox.results.cells import score_text
from jurybox.results.provenance import AGAINST, PAIRS, TABLE
from jurybox_gui.desks.scores.views import BY_NAME

Opened = Callable[..., Person]


@pytest.fixture
def opened(qtbot: QtBot, qapp: QApplication, home: Path, tmp_path: Path) -> Iterator[Opened]:
    """Return a function that opens a generated collection at the Scores desk."""
    people: list[Person] = []

    def opened(**how: Any) -> Person:
        asked = {"kind": "ranked", "questions": 24, "runs": 5, "assessors": 4, "judged": 1.0, "correct": 0.4}
        path = generated_collection(tmp_path / f"{len(people)}.jury", **{**asked, **how})
        people.append(Person(qtbot, qapp, home, path, desk="scores", assessor="a1"))
        return people[-1]

    yield opened
    for person in people:
        person.close()


def show(person: Person, *keys: str) -> Any:
    """Press keys and wait for the view; return its table."""
    person.press(*keys)
    person.wait(lambda: not person.desk.page.is_busy)
    frame = person.desk.table()
    return None if frame is None else read(frame)


def choose(person: Person, row: int, column: int) -> str:
    """Go to a cell by keys; return its text."""
    rows = person.desk.page.rows
    person.press("Shift+Down")
    while rows.currentIndex().row() < row:
        person.press("Shift+Down")
    while rows.currentIndex().row() > row:
        person.press("Shift+Up")
    while rows.currentIndex().column() < column:
        person.press("Shift+Right")
    while rows.currentIndex().column() > column:
        person.press("Shift+Left")
    return str(rows.currentIndex().data())


@pytest.mark.sweep
def test_a_category_leads_to_its_questions_to_one_of_them_and_to_the_answer(opened: Opened) -> None:
    person = opened()
    desk, bridge = person.desk, person.program.bridge
    assert bridge is not None
    table = show(person, "C")
    shown = choose(person, 1, 4)
    name, run = table.rows[1][0], person.session.catalog.run_named[table.head[4]]
    person.press("Return")
    catalog = person.session.catalog
    assert desk.choice.view == TABLE
    assert bridge.questions == {at for at, q in enumerate(catalog.questions) if q.category == name}
    assert desk.live.chosen == run
    at = desk.live.view.table.row_of(run)
    assert desk.live.view.table.index(at, desk.live.view.table.position("main")).data() == shown
    assert "Press Esc to go back to Categories." in desk.live.legend.text()
    person.press(".")
    unit = desk.live.breakdown.unit
    assert unit in bridge.questions
    wanted: list[int] = []
    bridge.answer_wanted.connect(wanted.append)
    person.press("Return")
    responses = catalog.responses
    mine = (responses.run == run) & (responses.question == unit)
    first = responses.answer[mine][responses.rank[mine].argmin()]
    assert wanted == [first], "the answer that the run returned first"
    person.press("Ctrl+2")
    show(person, "Esc")
    assert desk.choice.view == "categories"
    assert bridge.questions is None
    assert desk.page.rows.currentIndex().isValid()
    assert "Esc goes back" not in desk.live.legend.text()
    person.press("Esc")
    assert desk.choice.view == TABLE


def test_a_pair_leads_to_the_two_runs_and_a_question_to_its_score(opened: Opened) -> None:
    person = opened()
    desk, catalog = person.desk, person.session.catalog
    show(person, "Shift+D")
    choose(person, 1, 2)
    measure = desk.choice.measures[1]
    table = show(person, "Return")
    assert desk.choice.view == PAIRS
    assert desk.choice.one == measure
    choose(person, 0, 3)
    upper, lower = table.rows[0][0], table.head[3]
    table = show(person, "Return")
    assert desk.choice.view == AGAINST
    assert table.head[2:4] == (upper, lower)
    shown = choose(person, 2, 3)
    person.press("Return")
    assert desk.choice.view == TABLE
    assert desk.live.chosen == catalog.run_named[lower]
    assert catalog.questions[desk.live.breakdown.unit].name == table.rows[2][0]
    board = person.program.bridge.scoreboard  # type: ignore[union-attr]
    assert board is not None
    explanation = board.explain(measure, desk.live.chosen, desk.live.breakdown.unit)
    assert score_text(explanation.score.value) == shown
    for view in (AGAINST, PAIRS, "apart"):
        show(person, "Esc")
        assert desk.choice.view == view
    assert desk.choice.main == 0
    assert desk.live.breakdown.unit is None


def test_a_score_under_another_gold_standard_is_explained_under_it(opened: Opened) -> None:
    person = opened()
    desk, bridge = person.desk, person.program.bridge
    assert bridge is not None
    desk.choice.toggle_gold_column("Hit@1 under BA")
    table = show(person, "Shift+F")
    column = table.head.index("Hit@1 (BA)")
    shown = choose(person, 2, column)
    person.press("Return")
    assert (bridge.gold, str(desk.choice.one), desk.choice.golds) == ("BA", "Hit@1", ())
    at = desk.live.view.table.row_of(person.session.catalog.run_named[table.rows[2][0]])
    assert desk.live.view.table.index(at, desk.live.view.table.position("main")).data() == shown
    table = show(person, "Esc")
    assert (bridge.gold, desk.choice.main, desk.choice.golds) == ("GA", 0, ("Hit@1 under BA",))
    assert "Hit@1 (BA)" in table.head


@pytest.mark.sweep
def test_thirds_and_medians_lead_to_their_questions(opened: Opened) -> None:
    person = opened()
    desk, bridge = person.desk, person.program.bridge
    assert bridge is not None
    for key, column in (("Shift+H", 4), ("Shift+Z", 3)):
        table = show(person, key)
        for row in range(2):
            count = choose(person, row, column)
            person.press("Return")
            assert len(bridge.questions or ()) == int(count)
            show(person, "Esc")
        assert read(desk.table()).rows == table.rows
    person.press("Shift+Left", "Shift+Left", "Shift+Left", "Shift+Left")
    assert desk.page.rows.currentIndex().column() == 0


def test_another_view_by_key_forgets_the_way_back(opened: Opened) -> None:
    person = opened()
    desk = person.desk
    show(person, "C")
    person.press("Return")
    assert "Shift" in desk.page.notes.text()
    choose(person, 0, 2)
    person.press("Return")
    assert desk.choice.view == TABLE
    show(person, "Shift+H")
    person.press("Esc")
    assert desk.choice.view == TABLE
    assert not desk.drill_down
    assert person.program.bridge.questions is not None  # type: ignore[union-attr]


@pytest.mark.sweep
def test_a_click_twice_goes_down_and_rows_of_series_lead_to_their_questions(opened: Opened) -> None:
    person = opened(kind="factoid", questions=42)
    desk, bridge = person.desk, person.program.bridge
    assert bridge is not None
    person.press("Right")
    for key in ("Shift+S", "V"):
        table = show(person, key)
        assert table is not None, desk.page.notes.text()
        row = len(table.rows) - 1
        index = desk.page.model.index(row, 2)
        desk.page.rows.setCurrentIndex(index)
        desk.page.rows.doubleClicked.emit(index)
        person.settle()
        assert desk.choice.view == TABLE
        catalog = person.session.catalog
        asked_in = {catalog.questions[at].series for at in bridge.questions or ()}
        names = {catalog.series[at].name for at in asked_in if at is not None}
        assert names == {table.rows[row][0]}
        show(person, "Esc")
    assert bridge.questions is None


@pytest.mark.sweep
def test_every_number_of_every_view_leads_somewhere(opened: Opened) -> None:
    person = opened()
    desk = person.desk
    desk.choice.toggle_gold_column("Hit@1 under BA")
    for one in BY_NAME.values():
        table = show(person, one.key or one.shares.value.key)
        if table is None or one.make is None:
            continue
        sheet = desk.page.sheet
        last = len(table.rows) - 1
        for row in {0, last // 2, last}:
            found = [sheet.behind(row, column) for column in range(1, len(table.head))]
            if one.name == "alike" and row >= 6:
                continue
            assert all(found), (one.name, row)


def test_numbers_of_one_column_are_printed_in_one_style(come: Callable[..., Person], tmp_path: Path) -> None:
    """The parts of a series are .000, 1.000 and .400 below each other, not 0, 1 and .400."""
    person = come(demo_file(tmp_path / "a.jury", "series"), desk="scores")
    person.settle()
    person.press(".")
    said = person.desk.live.detail.panel.accessibleDescription()
    values = re.findall(r"value ([\d.]+)", said)
    assert {".000", "1.000"} < set(values)
    assert all("." in value for value in values)
