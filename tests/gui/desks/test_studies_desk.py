"""The Studies desk from the keyboard: done in the background, kept, out of date, refused, taken away."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from generated import generated_collection
from person import Person
from PySide6.QtCore import Qt, QThreadPool
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from sweeps import swept

from jurybox.analysis.studies.records import as_json, name_of
from jurybox.analysis.studies.requests import Request
from jurybox.analysis.studies.study import run_study
from jurybox.collection.facts import STUDY
from jurybox.commands import Judge, SetFact
from jurybox.measures import measure
from jurybox.results.writing import shown
from jurybox_gui.core import tasks
from jurybox_gui.desks.studies.captions import request_text
from jurybox_gui.desks.studies.work import Item
from jurybox_gui.widgets.probe import painted_words

AtStudies = Callable[..., Person]


@pytest.fixture
def at_studies(qtbot: QtBot, qapp: QApplication, home: Path, tmp_path: Path) -> Iterator[AtStudies]:
    """Return a function that opens a generated collection of ranked questions at the Studies desk."""
    people: list[Person] = []

    def at_studies(path: Path | None = None, **how: Any) -> Person:
        if path is not None:
            people.append(Person(qtbot, qapp, home, path, desk="studies", assessor="a1"))
            return people[-1]
        asked = {"kind": "ranked", "questions": 40, "runs": 4, "assessors": 4, "judged": 1.0, "correct": 0.4}
        path = generated_collection(tmp_path / f"{len(people)}.jury", **{**asked, **how})
        people.append(Person(qtbot, qapp, home, path, desk="studies", assessor="a1"))
        return people[-1]

    yield at_studies
    for person in people:
        if person.program.windows:
            person.close()


def done(person: Person) -> Item:
    """Wait for the chosen study."""
    person.wait(lambda: person.desk.chosen is not None and not person.desk.chosen.is_running)
    person.settle()
    item = person.desk.chosen
    assert isinstance(item, Item)
    return item


def type_into(person: Person, key: str, text: str) -> None:
    person.press(key)
    QTest.keyClicks(QApplication.focusWidget(), text)
    person.press("Return")


def test_a_study_is_done_by_one_key_and_is_that_of_the_command_line(at_studies: AtStudies) -> None:
    person = at_studies()
    person.press("R")
    item = done(person)
    assert [one["measure"] for one in item.records] == ["nG@1", "nDCG", "Q"]
    bridge = person.program.bridge
    assert bridge is not None
    assert bridge.scoreboard is not None
    material = bridge.scoreboard
    for record in item.records:
        again = run_study(material, Request("stability", measure(record["measure"])))
        assert as_json(record) == as_json(again)
    assert "change places" not in person.desk.result.sentence.text()
    assert "nG@1" in person.desk.result.sentence.text()
    assert person.desk.result.figure is not None
    assert painted_words(person.desk.result.names) == ["nG@1", "nDCG", "Q"]
    person.press("T")
    assert not person.desk.result.names.isVisible()


def test_parameters_are_typed_and_bad_ones_are_refused(at_studies: AtStudies) -> None:
    person = at_studies()
    person.desk.form.study.setCurrentIndex(1)
    type_into(person, "Shift+T", "50")
    assert done(person).records[0]["trials"] == 50
    type_into(person, "Shift+Z", "10")
    assert {one["size"] for one in done(person).records} == {10}
    count = len(person.desk.work.items)
    type_into(person, "Shift+Z", "x")
    assert "whole number" in person.desk.banner.sentence.text()
    assert len(person.desk.work.items) == count


def test_a_cluster_that_is_none_or_does_not_answer_is_refused(at_studies: AtStudies) -> None:
    person = at_studies()
    type_into(person, "C", "nowhere")
    assert "is not the address of a Dask scheduler" in person.desk.banner.sentence.text()
    assert person.desk.work.items == []
    type_into(person, "C", "tcp://127.0.0.1:1")
    item = done(person)
    assert item.problem.startswith("Nothing answers at tcp://127.0.0.1:1: ")
    person.desk.form.cluster.clear()
    person.press("R")
    assert done(person).records


def test_the_form_shows_what_it_would_do_and_follows_the_study_chosen(at_studies: AtStudies) -> None:
    person = at_studies()
    form = person.desk.form
    assert [field.text() for field in (form.trials, form.set_size, form.seed, form.cluster)] == [
        "1,000",
        "half of all",
        "0",
        "this computer",
    ]
    assert form.variant.isVisible()
    QTest.mouseClick(person.desk.empty.buttons["swap"], Qt.MouseButton.LeftButton)
    assert (form.chosen, form.variant.isVisible()) == ("swap", False)
    QTest.mouseClick(person.desk.empty.buttons["error-rate"], Qt.MouseButton.LeftButton)
    assert (form.trials.text(), form.set_size.text()) == ("50", "5 to half"), "what nobody changed follows"
    assert form.requests()[0].trials is None
    form.study.choose("stability")
    form.measures[1].choose("")
    type_into(person, "Shift+T", "30")
    first = done(person)
    assert [one.trials for one in first.requests] == [30, 30]
    form.study.choose("assessors")
    form.trials.setText("7")
    QTest.mouseClick(form.button, Qt.MouseButton.LeftButton)
    assert len(done(person).requests) == 2
    person.press("Down")
    assert person.desk.chosen is first
    assert (form.chosen, form.trials.text()) == ("stability", "30")
    assert tuple(form.requests()) == first.requests


def test_gold_standard_and_questions_are_chosen_here_for_the_whole_window(at_studies: AtStudies) -> None:
    person = at_studies()
    gold, questions = person.desk.form.gold, person.desk.form.questions
    gold.setCurrentIndex(gold.findData("GAW"))
    gold.activated.emit(gold.currentIndex())
    assert person.program.bridge.gold == "GAW"  # type: ignore[union-attr]
    questions.setCurrentIndex(1)
    questions.activated.emit(1)
    person.settle()
    some = person.program.bridge.questions  # type: ignore[union-attr]
    assert some is not None
    person.press("R")
    assert done(person).records[0]["units"] == len(some)
    assert done(person).records[0]["gold"].startswith("GAW")


@pytest.mark.sweep
def test_the_same_study_is_not_done_a_second_time(at_studies: AtStudies) -> None:
    person = at_studies()
    type_into(person, "Shift+T", "30")  # Return runs it
    first = done(person)
    person.press("R")
    assert done(person) is first
    assert person.desk.work.items == [first]
    type_into(person, "Shift+T", "31")
    other = done(person)
    assert person.desk.work.items == [other, first]
    person.press("A")
    assert done(person) is not other, "A does it again"
    for answer in range(6):
        now = person.session.content_of(answer, 0).label
        person.session.execute(Judge((answer,), "A" if now != "A" else "C", assessor=0))
    person.settle()
    person.press("R")
    assert done(person) not in (first, other)
    assert len(person.desk.work.items) == 4


def test_what_cannot_be_done_is_said_in_a_sentence(at_studies: AtStudies) -> None:
    person = at_studies(runs=1)
    person.press("R")
    person.wait(lambda: person.desk.chosen is None or not person.desk.chosen.is_running)
    text = person.desk.banner.sentence.text() if person.desk.banner else person.desk.chosen.problem
    assert "a study compares runs, and there is one" in text


def test_one_undo_takes_back_keeping_a_study_of_several_measures_and_names_it(at_studies: AtStudies) -> None:
    person = at_studies()
    type_into(person, "Shift+T", "20")
    item = done(person)
    person.press("Shift+K")
    assert len(person.session.facts.studies) == len(item.records) == 3
    person.close()
    person = at_studies(person.path)
    person.press("Ctrl+3", "Ctrl+Z")
    assert not person.session.facts.studies
    text = person.window.status.event_text
    assert text.startswith("Undid keeping the study stability ")
    assert text.count("keeping the study") == 3


def test_one_undo_brings_a_removed_study_back_and_says_so(at_studies: AtStudies) -> None:
    person = at_studies()
    type_into(person, "Shift+T", "20")
    item = done(person)
    person.press("Shift+K", "Del")
    assert not person.session.facts.studies
    person.press("Ctrl+3", "Ctrl+Z")
    assert set(person.session.facts.studies) == set(item.kept)
    assert person.window.status.event_text.count("removing the study") == 3
    person.press("Ctrl+Shift+Z")
    assert person.window.status.event_text.startswith("Redid removing the study stability ")


@pytest.mark.parametrize("is_kept", [False, True])
def test_a_removed_study_is_brought_back_by_its_notice(at_studies: AtStudies, is_kept: bool) -> None:
    person = at_studies()
    type_into(person, "Shift+T", "20")
    item = done(person)
    person.press(*(["Shift+K"] if is_kept else []), "Del")
    assert not person.desk.work.items
    banner = person.desk.banner
    assert banner is not None
    assert banner.sentence.text().startswith("Removed: Stability and ties, ")
    banner.buttons[0].click()
    assert person.desk.work.items == [item]
    assert person.desk.chosen is item
    assert set(person.session.facts.studies) == set(item.kept)
    assert len(item.kept) == (3 if is_kept else 0)
    assert person.desk.banner is None


def test_a_study_that_undo_brought_back_is_not_listed_twice(at_studies: AtStudies) -> None:
    person = at_studies()
    type_into(person, "Shift+T", "20")
    item = done(person)
    person.press("Shift+K", "Del")
    banner = person.desk.banner
    assert banner is not None
    person.press("Ctrl+Z")
    banner.buttons[0].click()
    assert [one.kept for one in person.desk.work.items] == [item.kept]


@pytest.mark.sweep
def test_a_study_is_kept_reopened_and_marked_out_of_date(at_studies: AtStudies) -> None:
    person = at_studies()
    type_into(person, "Shift+T", "20")
    item = done(person)
    person.press("Shift+K")
    assert item.kept == tuple(map(name_of, item.records))
    assert item.kept[2] == "stability Q, one-subset, size 20, 20 trials, seed 0, GA"
    assert set(person.session.facts.studies) == set(item.kept)
    assert not item.stale
    for answer in person.session.catalog.answers_of(0).tolist():
        now = person.session.content_of(answer, 0).label
        person.session.execute(Judge((answer,), "A" if now != "A" else "C", assessor=0))
    person.wait(lambda: item.stale)
    assert "out of date" in item.state
    person.press("A")
    again = done(person)
    assert again is not item
    assert [one["trials"] for one in again.records] == [20, 20, 20]
    assert len(person.desk.work.items) == 2
    person.close()
    person = at_studies(person.path)
    person.wait(lambda: len(person.desk.work.items) == 1)
    (kept,) = person.desk.work.items
    assert (kept.measures, kept.stale, len(kept.kept)) == ("nG@1, nDCG, Q", True, 3)
    assert len(person.desk.result.figure.curves) == 3
    asked = person.desk.result.aside.text()
    assert "One subset, 20 trials, seed 0, sets of 20, drawn from 40 of 40 questions" in asked
    person.press("Del")
    assert len(person.session.facts.studies) == 0


@pytest.mark.parametrize("several", [3, *swept([1])])
def test_the_window_closed_during_studies_leaves_nothing_behind(
    at_studies: AtStudies, several: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    person = at_studies(runs=12)
    before = person.path.read_bytes()
    person.desk.form.trials.setText("1000000")
    person.desk.form.set_size.setText("19")
    for seed in range(several):
        person.desk.form.seed.setText(str(seed))
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_R)
    person.wait(lambda: any(one.done for one in person.desk.work.items))
    studies = list(person.desk.work.items)
    assert [one.is_running for one in studies] == [True] * several
    session, stopped = person.session, list[bool]()
    close = session.close
    monkeypatch.setattr(session, "close", lambda: (stopped.extend(not one.is_running for one in studies), close()))
    person.program.quit()
    assert stopped == [True] * several  # before the file is closed, which may have much to do
    tasks.stop_all()  # as the program does when its last window is gone
    assert QThreadPool.globalInstance().activeThreadCount() == 0
    person.close()
    person.qtbot.waitUntil(lambda: not tasks.any_under_way())
    assert not any(one.records for one in studies)
    assert person.path.read_bytes() == before
    assert [one.name for one in person.path.parent.glob(f"{person.path.name}*")] == [person.path.name]


def test_studies_over_sizes_have_a_picture_for_each_measure(at_studies: AtStudies) -> None:
    person = at_studies()
    person.desk.form.study.setCurrentIndex(2)
    type_into(person, "Shift+Z", "4:10:3")
    person.wait(lambda: not any(one.is_running for one in person.desk.work.items))
    assert [one.measures for one in person.desk.work.items] == ["nG@1", "nDCG", "Q"]
    for item in person.desk.work.items:
        assert item.records[0]["sizes"] == [4, 7, 10]
        assert "Sets of 4 to 10, 50 trials" in request_text(item.records[0])
    count = len(person.desk.work.items)
    type_into(person, "Shift+Z", "10:4")
    assert "names no size" in person.desk.banner.sentence.text()
    assert len(person.desk.work.items) == count


def test_the_margin_is_chosen_for_stability_alone(at_studies: AtStudies) -> None:
    person = at_studies()
    person.desk.form.margin.setCurrentIndex(1)
    person.press("R")
    assert {one["margin"] for one in done(person).records} == {"larger-magnitude"}
    assert "margin of the larger magnitude" in person.desk.result.aside.text()
    person.desk.form.study.setCurrentIndex(1)
    assert not person.desk.form.margin.isEnabled()
    assert {one.margin for one in person.desk.form.requests()} == {"larger"}


def test_it_is_stopped_at_once_and_leaves_nothing_behind(at_studies: AtStudies) -> None:
    person = at_studies()
    person.press("Shift+T")
    QTest.keyClicks(QApplication.focusWidget(), "1000000")
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)
    person.wait(lambda: person.desk.chosen is not None and person.desk.chosen.done > 0)
    assert person.desk.chosen.is_running
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Escape)
    assert person.desk.work.items == []
    assert QThreadPool.globalInstance().waitForDone(5000)


@pytest.mark.sweep
def test_two_studies_stand_beside_each_other(at_studies: AtStudies) -> None:
    person = at_studies()
    type_into(person, "Shift+T", "20")
    first = done(person)
    person.press("P")
    assert person.desk.banner is not None, "nothing else is shown yet: it says what to do"
    person.desk.form.study.setCurrentIndex(3)
    person.press("R")
    second = done(person)
    assert first.held
    held = person.desk.beside[0]
    assert person.desk.result.item is second
    assert held.item is first
    assert held.isVisible()
    assert not person.desk.beside[1].isVisible()
    third = person.desk.work.items[1]
    person.desk.choose(third)
    person.press("P", "Up")
    assert [one.item for one in person.desk.beside if one.isVisible()] == [first, third]
    person.press("P")
    assert [one.held for one in (first, second, third)] == [False, True, True]
    person.desk.choose(third)
    person.press("P")
    assert [one.item for one in person.desk.beside if one.isVisible()] == [second]
    person.desk.choose(second)
    person.press("P")
    assert not held.isVisible()


def test_numbers_are_copied_and_written(at_studies: AtStudies, tmp_path: Path, monkeypatch: Any) -> None:
    person = at_studies()
    type_into(person, "Shift+T", "20")
    item = done(person)
    person.press("T")
    assert person.desk.result.pages.currentWidget() is person.desk.result.table
    person.press("Ctrl+Shift+C")
    text = QGuiApplication.clipboard().text()
    assert text.splitlines()[0].split("\t")[0] == "fuzziness"
    assert len(text.splitlines()) == 11
    rates = [float(line.split("\t")[1]) for line in text.splitlines()[1:]]
    assert rates == [point["error_rate"] for point in item.records[0]["points"]]
    assert any(rate != round(rate, 3) for rate in rates)
    assert person.desk.banner.sentence.text() == "The table is on the clipboard, with unrounded numbers."
    person.press("Ctrl+Shift+L")
    copied = QGuiApplication.clipboard().text()
    assert copied.startswith("% Study stability of nG@1, nDCG, Q\n% 20 trials, seed 0;")
    assert "\\begin{tabular}{r" in copied
    asked = "jurybox_gui.desks.studies.desk.ask_picture"
    target, picture = tmp_path / "out.json", tmp_path / "out.svg"
    monkeypatch.setattr(asked, lambda *those, **_: those[-1](target))
    person.press("E")
    written = json.loads(target.read_text(encoding="utf-8"))
    assert written == [as_json(one) for one in item.records]
    monkeypatch.setattr(asked, lambda *those, **_: those[-1](picture))
    person.press("E")
    person.wait(lambda: person.desk.banner.sentence.text() == "Written: out.svg")
    assert picture.read_bytes().startswith(b"<?xml")


@pytest.mark.sweep
def test_every_study_has_its_result(at_studies: AtStudies) -> None:
    person = at_studies(questions=60)
    for at in range(person.desk.form.study.count()):
        person.desk.form.study.setCurrentIndex(at)
        type_into(person, "Shift+T", "")
        item = done(person)
        assert item.records, item.problem
        assert person.desk.result.sentence.text().endswith(".")
        table = person.desk.result.table
        head, rows, *_ = shown(table.frame, undefined="–")
        assert (table.model.head, table.model.rows) == (head, rows)
        assert rows


def test_a_study_done_again_takes_the_place_of_the_one_kept_and_another_stands_beside_it(at_studies: AtStudies) -> None:
    person = at_studies()
    type_into(person, "Shift+T", "20")
    first = done(person)
    person.press("Shift+K")
    person.press("A")
    again = done(person)
    person.press("Shift+K")
    assert again is not first
    assert again.kept == tuple(map(name_of, first.records))
    type_into(person, "Shift+T", "30")
    other = done(person)
    person.press("Shift+K")
    assert (len(again.kept), len(other.kept)) == (3, 3)
    person.desk.choose(again)
    person.press("Del")
    kept = person.session.facts.studies
    assert {record["trials"] for record in kept.values()} == {30}
    assert len(kept) == 3


def test_a_study_that_somebody_else_kept_stands_in_the_list_too(at_studies: AtStudies) -> None:
    person = at_studies()
    type_into(person, "Shift+T", "20")
    mine = done(person)
    person.press("Shift+K")
    replaced = mine.kept[2]
    theirs = {**person.session.facts.studies[replaced], "trials": 99}
    person.session.execute(SetFact(f"{STUDY}{replaced}", theirs))
    person.settle()
    assert mine.kept == tuple(map(name_of, mine.records[:2]))
    assert [item.records[0]["trials"] for item in person.desk.work.items if len(item.records) == 1] == [99]
    person.session.execute(SetFact(f"{STUDY}by hand", {**theirs, "trials": 98}))
    person.settle()
    person.session.execute(SetFact("panel", []))
    person.settle()
    assert [item.kept for item in person.desk.work.items].count(("by hand",)) == 1


def test_where_nothing_may_be_entered_a_kept_study_stays(at_studies: AtStudies) -> None:
    person = at_studies()
    type_into(person, "Shift+T", "20")
    item = done(person)
    person.press("Shift+K")
    person.session.saver.only_read("The collection is on a read-only disk.")
    person.press("Del")
    assert "read-only disk" in person.desk.banner.sentence.text()
    assert person.desk.work.items == [item]
    assert len(item.kept) == 3


def test_a_file_that_cannot_be_written_is_shown(at_studies: AtStudies, tmp_path: Path) -> None:
    person = at_studies()
    type_into(person, "Shift+T", "20")
    done(person)
    person.desk.write_to(tmp_path / "nowhere" / "study.json")
    assert "cannot be written" in person.desk.banner.sentence.text()


@pytest.mark.sweep
def test_the_desk_goes_while_a_study_is_under_way(at_studies: AtStudies) -> None:
    person = at_studies()
    person.desk.form.trials.setText("200000")
    person.press("R")
    person.session.execute(SetFact("mode", "judging"))
    person.settle()
    assert person.window.desk == "judge"


def test_a_study_of_no_measure_is_refused(at_studies: AtStudies) -> None:
    person = at_studies()
    for combo in person.desk.form.measures:
        combo.clear()
    person.press("R")
    assert person.desk.banner.sentence.text() == "Choose a measure to study."
    assert person.desk.work.items == []


def test_the_form_has_room_in_wide_windows_and_an_edge_in_low_ones(at_studies: AtStudies) -> None:
    person = at_studies()
    type_into(person, "Shift+T", "20")
    done(person)
    widths, edges = [], []
    for size in ((1920, 1080), (960, 540)):
        person.window.resize(*size)
        person.settle()
        widths.append(person.desk.form.gold.width())
        edges.append(person.desk.form_edge.isVisible())
    assert widths[0] > widths[1] + 40
    assert edges == [False, True]


@pytest.mark.parametrize("width", [960, 1280, 1440])
def test_the_column_is_as_wide_as_the_chosen_names(at_studies: AtStudies, width: int) -> None:
    person = at_studies()
    form = person.desk.form
    person.window.resize(width, 800)
    person.settle()
    before = form.width()
    form.gold.setItemText(form.gold.currentIndex(), "Panel of four, levels 0 to 3")
    form.variant.setCurrentIndex(1)
    person.settle()
    assert all(one.width() >= one.minimumSizeHint().width() for one in form.choices if one.isVisible())
    form.gold.setItemText(form.gold.currentIndex(), "a name that is longer than any room " * 4)
    form.variant.setCurrentIndex(0)
    person.settle()
    assert before < form.width() < person.desk.result.width(), "the result keeps the larger part"
