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

from jurybox.measures import measure
from jurybox.results.cells import score_text
from jurybox_gui.desks.scores.views import BY_NAME
from jurybox_gui.widgets.probe import ProbedTable

Opened = Callable[..., Person]
RUNS = "Runs by measures"


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


VIEW = "The numbers of this view"


def show(person: Person, *keys: str) -> ProbedTable:
    """Press keys; return the table of the view, as it is read."""
    person.press(*keys)
    return person.seen.table(VIEW)


def choose(person: Person, row: int, column: int) -> str:
    """Go to a cell by keys; return its text."""
    person.press(*["Shift+Up"] * 40, *["Shift+Left"] * 10, *["Shift+Down"] * row, *["Shift+Right"] * column)
    assert person.seen.table(VIEW).chosen == row
    return person.seen.table(VIEW).rows[row][column]


def score_of(person: Person, run: str) -> str:
    """Return the score that ranks a run in the live table."""
    table = person.seen.table(RUNS)
    return table.rows[table.column("Run").index(run)][4]


@pytest.mark.sweep
def test_a_category_leads_to_its_questions_to_one_of_them_and_to_the_answer(opened: Opened) -> None:
    person = opened()
    bridge, catalog = person.program.bridge, person.session.catalog
    assert bridge is not None
    table = show(person, "C")
    shown = choose(person, 1, 4)
    name, run = table.rows[1][0], table.heads[4]
    person.press("Return")
    assert person.seen.marks["View"] == RUNS
    assert bridge.questions == {at for at, q in enumerate(catalog.questions) if q.category == name}
    live = person.seen.table(RUNS)
    assert live.column("Run")[live.chosen] == run
    assert score_of(person, run) == shown
    assert "Press Esc to go back to Categories." in person.seen.heard
    person.press(".")
    asked = {catalog.questions[at].name: at for at in bridge.questions or ()}
    (unit,) = (at for name, at in asked.items() if name in re.split(r"\W+", person.seen.text))
    wanted: list[int] = []
    bridge.answer_wanted.connect(wanted.append)
    person.press("Return")
    responses = catalog.responses
    mine = (responses.run == catalog.run_named[run]) & (responses.question == unit)
    first = responses.answer[mine][responses.rank[mine].argmin()]
    assert wanted == [first], "the answer that the run returned first"
    person.press("Ctrl+2")
    table = show(person, "Esc")
    assert person.seen.marks["View"] == "Categories"
    assert bridge.questions is None
    assert table.chosen >= 0
    assert "to go back" not in person.seen.heard
    person.press("Esc")
    assert person.seen.marks["View"] == RUNS


def test_a_pair_leads_to_the_two_runs_and_a_question_to_its_score(opened: Opened) -> None:
    person = opened()
    catalog, one = person.session.catalog, measure("nDCG")
    show(person, "Shift+D")
    choose(person, 1, 2)
    table = show(person, "Return")
    assert (person.seen.marks["View"], person.seen.marks["Ranked by"]) == ("All pairs, tested", "nDCG")
    choose(person, 0, 3)
    upper, lower = table.rows[0][0], table.heads[3]
    table = show(person, "Return")
    assert person.seen.marks["View"] == "Run against run"
    assert table.heads[2:4] == (upper, lower)
    shown = choose(person, 2, 3)
    person.press("Return")
    live = person.seen.table(RUNS)
    assert live.column("Run")[live.chosen] == lower
    assert table.rows[2][0] in re.split(r"\W+", person.seen.text)
    unit = next(at for at, question in enumerate(catalog.questions) if question.name == table.rows[2][0])
    explanation = person.board.explain(one, catalog.run_named[lower], unit)
    assert score_text(explanation.score.value) == shown
    assert explanation.with_numbers in person.seen.heard
    for name in ("Run against run", "All pairs, tested", "Score differences"):
        show(person, "Esc")
        assert person.seen.marks["View"] == name
    assert person.seen.marks["Ranked by"] == "nG@1"


def beside(person: Person, gold: str) -> None:
    """Compare with a gold standard that is typed."""
    person.press("Shift+B")
    person.type(gold)
    person.press("Return")


def test_a_score_under_another_gold_standard_is_explained_under_it(opened: Opened) -> None:
    person = opened()
    bridge = person.program.bridge
    assert bridge is not None
    beside(person, "Hit@1 under BA")
    table = show(person, "Shift+F")
    shown = choose(person, 2, table.heads.index("Hit@1 (BA)"))
    person.press("Return")
    assert (bridge.gold, person.seen.marks["Ranked by"]) == ("BA", "Hit@1")
    assert "Hit@1 (BA)" not in person.seen.table(RUNS).heads
    assert score_of(person, table.rows[2][0]) == shown
    table = show(person, "Esc")
    assert (bridge.gold, person.seen.marks["Ranked by"]) == ("GA", "nG@1")
    assert "Hit@1 (BA)" in table.heads


@pytest.mark.sweep
def test_thirds_and_medians_lead_to_their_questions(opened: Opened) -> None:
    person = opened()
    bridge = person.program.bridge
    assert bridge is not None
    for key, column in (("Shift+H", 4), ("Shift+Z", 3)):
        table = show(person, key)
        for row in range(2):
            count = choose(person, row, column)
            person.press("Return")
            assert len(bridge.questions or ()) == int(count)
            show(person, "Esc")
        assert person.seen.table(VIEW).rows == table.rows


def test_another_view_by_key_forgets_the_way_back(opened: Opened) -> None:
    person = opened()
    show(person, "C")
    person.press("Return")
    assert "Shift" in person.seen.heard
    choose(person, 0, 2)
    person.press("Return")
    assert person.seen.marks["View"] == RUNS
    assert "Press Esc to go back to Categories." in person.seen.heard
    show(person, "Shift+H")
    person.press("Esc")
    assert person.seen.marks["View"] == RUNS
    assert "to go back" not in person.seen.heard
    assert person.program.bridge.questions is not None  # type: ignore[union-attr]


@pytest.mark.sweep
def test_a_click_twice_goes_down_and_rows_of_series_lead_to_their_questions(opened: Opened) -> None:
    person = opened(kind="factoid", questions=42)
    bridge, catalog = person.program.bridge, person.session.catalog
    assert bridge is not None
    person.press("Right")
    for key in ("Shift+S", "V"):
        table = show(person, key)
        row = len(table.rows) - 1
        person.click_cell(VIEW, row, table.heads[2], twice=True)
        assert person.seen.marks["View"] == RUNS
        asked_in = {catalog.questions[at].series for at in bridge.questions or ()}
        names = {catalog.series[at].name for at in asked_in if at is not None}
        assert names == {table.rows[row][0]}
        show(person, "Esc")
    assert bridge.questions is None


@pytest.mark.sweep
def test_every_number_of_every_view_leads_somewhere(opened: Opened) -> None:
    person = opened()
    beside(person, "Hit@1 under BA")
    for one in BY_NAME.values():
        person.press(one.key or one.shares.value.key)
        if one.make is None or (sheet := person.desk.page.sheet) is None:
            continue
        table = read(sheet.frame)
        last = len(table.rows) - 1
        for row in {0, last // 2, last}:
            found = [sheet.behind(row, column) for column in range(1, len(table.head))]
            if one.name == "alike" and row >= 6:
                continue
            assert all(found), (one.name, row)


def test_numbers_of_one_column_are_printed_in_one_style(come: Callable[..., Person], tmp_path: Path) -> None:
    """The parts of a series are .000, 1.000 and .400 below each other, not 0, 1 and .400."""
    person = come(demo_file(tmp_path / "a.jury", "series"), desk="scores")
    person.press(".")
    values = re.findall(r"value ([\d.]+)", person.seen.heard)
    assert {".000", "1.000"} < set(values)
    assert all("." in value for value in values)
