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


def studies(person: Person) -> list[str]:
    """Return the list of studies, as it is read."""
    shown = [table for table in person.seen.tables if table.name == "Studies"]
    return [row for table in shown for (row,) in table.rows]


def kept_by(person: Person) -> list[dict[str, Any]]:
    """Keep the chosen study; return what is kept of it."""
    before = set(person.session.facts.studies)
    person.press("Shift+K")
    return [record for name, record in person.session.facts.studies.items() if name not in before]


def type_into(person: Person, key: str, text: str) -> None:
    person.press(key)
    QTest.keyClicks(QApplication.focusWidget(), text)
    person.press("Return")


def test_a_study_is_done_by_one_key_and_is_that_of_the_command_line(at_studies: AtStudies) -> None:
    person = at_studies()
    person.press("R")
    seen = person.seen
    assert len([word for word in seen.words if word in {"nG@1", "nDCG", "Q"}]) == 3 + 3, "in the form and as lines"
    assert "change places" not in seen.heard
    assert "With nG@1 and a margin of 5 %, " in seen.heard
    assert any(word.startswith("Stability\n") for word in seen.said)
    person.press("T")
    assert len([word for word in person.seen.words if word == "nG@1"]) < 3 + 3
    records = kept_by(person)
    assert [one["measure"] for one in records] == ["nG@1", "nDCG", "Q"]
    for record in records:
        assert as_json(record) == as_json(run_study(person.board, Request("stability", measure(record["measure"]))))


def test_parameters_are_typed_and_bad_ones_are_refused(at_studies: AtStudies) -> None:
    person = at_studies()
    person.choose("Study", "Swap method")
    type_into(person, "Shift+T", "50")
    assert "50 trials" in person.seen.heard
    type_into(person, "Shift+Z", "10")
    assert "sets of 10" in person.seen.heard
    assert {one["size"] for one in kept_by(person)} == {10}
    before = studies(person)
    type_into(person, "Shift+Z", "x")
    assert "whole number" in person.seen.heard
    assert studies(person) == before


def test_a_cluster_that_is_none_or_does_not_answer_is_refused(at_studies: AtStudies) -> None:
    person = at_studies()
    type_into(person, "C", "nowhere")
    assert "is not the address of a Dask scheduler" in person.seen.heard
    assert not studies(person)
    type_into(person, "C", "tcp://127.0.0.1:1")
    assert "Nothing answers at tcp://127.0.0.1:1: " in person.seen.heard
    person.press("C", "Ctrl+A", "Backspace", "Return")
    assert any(row.endswith(": done") for row in studies(person))


def test_the_form_shows_what_it_would_do_and_follows_the_study_chosen(at_studies: AtStudies) -> None:
    person = at_studies()
    asked = ("Study", "Sets", "Trials", "Set size", "Seed", "Compute on")

    def form() -> tuple[str | None, ...]:
        marks = person.seen.marks
        return tuple(marks.get(name) for name in asked)

    assert form() == ("Stability and ties", "one subset a trial", "1,000", "half of all", "0", "this computer")
    person.click("Swap method")
    assert form()[:2] == ("Swap method", None)
    person.click("Error rate by size")
    assert (form()[2], person.seen.marks["Set sizes"]) == ("50", "5 to half"), "what nobody changed follows"
    person.choose("Study", "Stability and ties")
    person.choose("Measure 2", "none")
    type_into(person, "Shift+T", "30")
    assert [row.partition(": ")[0] for row in studies(person)] == ["Stability and ties, nG@1, Q"]
    first = form()
    person.choose("Study", "Exchange of assessors")
    type_into(person, "Shift+T", "7")
    assert len(studies(person)) == 2
    person.press("Down")
    assert person.seen.table("Studies").chosen == 1
    assert form() == first
    assert (first[0], first[2]) == ("Stability and ties", "30")


def test_gold_standard_and_questions_are_chosen_here_for_the_whole_window(at_studies: AtStudies) -> None:
    person = at_studies()
    person.choose("Gold standard", "GAW: Panel, votes added up")
    assert person.program.bridge.gold == "GAW"  # type: ignore[union-attr]
    person.choose("Questions", person.seen.choices["Questions"][1])
    some = person.program.bridge.questions  # type: ignore[union-attr]
    assert some is not None
    person.press("R")
    assert f"drawn from {len(some)} of {len(some)} questions" in person.seen.heard
    assert ", GAW, version" in person.seen.heard


@pytest.mark.sweep
def test_the_same_study_is_not_done_a_second_time(at_studies: AtStudies) -> None:
    person = at_studies()
    type_into(person, "Shift+T", "30")  # Return runs it
    person.press("R")
    assert len(studies(person)) == 1
    type_into(person, "Shift+T", "31")
    assert len(studies(person)) == 2
    person.press("A")
    assert len(studies(person)) == 3, "A does it again"
    for answer in range(6):
        now = person.session.content_of(answer, 0).label
        person.session.execute(Judge((answer,), "A" if now != "A" else "C", assessor=0))
    person.settle()
    person.press("R")
    assert len(studies(person)) == 4


def test_what_cannot_be_done_is_said_in_a_sentence(at_studies: AtStudies) -> None:
    person = at_studies(runs=1)
    person.press("R")
    assert "a study compares runs, and there is one" in person.seen.heard


def test_one_undo_takes_back_keeping_a_study_of_several_measures_and_names_it(at_studies: AtStudies) -> None:
    person = at_studies()
    type_into(person, "Shift+T", "20")
    assert len(kept_by(person)) == 3
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
    person.press("Shift+K")
    kept = dict(person.session.facts.studies)
    person.press("Del")
    assert not person.session.facts.studies
    person.press("Ctrl+3", "Ctrl+Z")
    assert person.session.facts.studies == kept
    assert person.window.status.event_text.count("removing the study") == 3
    person.press("Ctrl+Shift+Z")
    assert person.window.status.event_text.startswith("Redid removing the study stability ")


@pytest.mark.parametrize("is_kept", [False, True])
def test_a_removed_study_is_brought_back_by_its_notice(at_studies: AtStudies, is_kept: bool) -> None:
    person = at_studies()
    type_into(person, "Shift+T", "20")
    person.press(*(["Shift+K"] if is_kept else []))
    before, kept = studies(person), dict(person.session.facts.studies)
    person.press("Del")
    assert not studies(person)
    assert any(word.startswith("Removed: Stability and ties, ") for word in person.seen.said)
    person.click("Bring back")
    assert studies(person) == before
    assert person.seen.table("Studies").chosen == 0
    assert person.session.facts.studies == kept
    assert len(kept) == (3 if is_kept else 0)
    assert "Removed: " not in person.seen.heard


def test_a_study_that_undo_brought_back_is_not_listed_twice(at_studies: AtStudies) -> None:
    person = at_studies()
    type_into(person, "Shift+T", "20")
    person.press("Shift+K", "Del", "Ctrl+Z")
    before = studies(person)
    person.click("Bring back")
    assert studies(person) == before
    assert len(before) == 1


@pytest.mark.sweep
def test_a_study_is_kept_reopened_and_marked_out_of_date(at_studies: AtStudies) -> None:
    person = at_studies()
    type_into(person, "Shift+T", "20")
    kept = kept_by(person)
    names = tuple(map(name_of, kept))
    assert names[2] == "stability Q, one-subset, size 20, 20 trials, seed 0, GA"
    assert set(person.session.facts.studies) == set(names)
    assert "out of date" not in studies(person)[0]
    for answer in person.session.catalog.answers_of(0).tolist():
        now = person.session.content_of(answer, 0).label
        person.session.execute(Judge((answer,), "A" if now != "A" else "C", assessor=0))
    person.wait(lambda: "out of date" in studies(person)[0])
    person.press("A")
    assert ["out of date" in row for row in studies(person)] == [False, True]
    assert "20 trials" in person.seen.heard
    person.close()
    person = at_studies(person.path)
    person.wait(lambda: len(studies(person)) == 1)
    assert studies(person)[0].startswith("Stability and ties, nG@1, nDCG, Q: ")
    assert "out of date" in studies(person)[0]
    assert "One subset, 20 trials, seed 0, sets of 20, drawn from 40 of 40 questions" in person.seen.heard
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
    running = list(person.desk.work.items)
    assert [one.is_running for one in running] == [True] * several
    session, stopped = person.session, list[bool]()
    close = session.close
    monkeypatch.setattr(session, "close", lambda: (stopped.extend(not one.is_running for one in running), close()))
    person.program.quit()
    assert stopped == [True] * several  # before the file is closed, which may have much to do
    tasks.stop_all()  # as the program does when its last window is gone
    assert QThreadPool.globalInstance().activeThreadCount() == 0
    person.close()
    person.qtbot.waitUntil(lambda: not tasks.any_under_way())
    assert not any(one.records for one in running)
    assert person.path.read_bytes() == before
    assert [one.name for one in person.path.parent.glob(f"{person.path.name}*")] == [person.path.name]


def test_studies_over_sizes_have_a_picture_for_each_measure(at_studies: AtStudies) -> None:
    person = at_studies()
    person.choose("Study", "Error rate by size")
    type_into(person, "Shift+Z", "4:10:3")
    rows = studies(person)
    assert [row.partition(": ")[0] for row in rows] == [f"Error rate by size, {one}" for one in ("nG@1", "nDCG", "Q")]
    for _ in rows:
        assert "Sets of 4 to 10, 50 trials" in person.seen.heard
        assert [one["sizes"] for one in kept_by(person)] == [[4, 7, 10]]
        person.press("Down")
    rows = studies(person)
    type_into(person, "Shift+Z", "10:4")
    assert "names no size" in person.seen.heard
    assert studies(person) == rows


def test_the_margin_is_chosen_for_stability_alone(at_studies: AtStudies) -> None:
    person = at_studies()
    person.choose("Margin", "share of the larger magnitude")
    person.press("R")
    assert {one["margin"] for one in kept_by(person)} == {"larger-magnitude"}
    assert "margin of the larger magnitude" in person.seen.heard
    person.choose("Study", "Swap method")
    assert "Margin" not in person.seen.marks
    person.press("R")
    assert "margin of the larger magnitude" not in person.seen.heard


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
    first = person.desk.chosen
    person.press("P")
    assert person.desk.banner is not None, "nothing else is shown yet: it says what to do"
    person.choose("Study", "Measure by collection size")
    person.press("R")
    person.settle()
    second = person.desk.chosen
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
    person.press("T")
    assert "fuzziness" in {head for table in person.seen.tables for head in table.heads}
    person.press("Ctrl+Shift+C")
    assert "The table is on the clipboard, with unrounded numbers." in person.seen.said
    text = QGuiApplication.clipboard().text()
    assert text.splitlines()[0].split("\t")[0] == "fuzziness"
    assert len(text.splitlines()) == 11
    rates = [float(line.split("\t")[1]) for line in text.splitlines()[1:]]
    assert any(rate != round(rate, 3) for rate in rates)
    person.press("Ctrl+Shift+L")
    copied = QGuiApplication.clipboard().text()
    assert copied.startswith("% Study stability of nG@1, nDCG, Q\n% 20 trials, seed 0;")
    assert "\\begin{tabular}{r" in copied
    asked = "jurybox_gui.desks.studies.desk.ask_picture"
    target, picture = tmp_path / "out.json", tmp_path / "out.svg"
    monkeypatch.setattr(asked, lambda *those, **_: those[-1](target))
    person.press("E")
    written = json.loads(target.read_text(encoding="utf-8"))
    assert rates == [point["error_rate"] for point in written[0]["points"]]
    monkeypatch.setattr(asked, lambda *those, **_: those[-1](picture))
    person.press("E")
    person.wait(lambda: "Written: out.svg" in person.seen.said)
    assert picture.read_bytes().startswith(b"<?xml")
    assert written == [as_json(one) for one in kept_by(person)]


@pytest.mark.sweep
def test_every_study_has_its_result(at_studies: AtStudies) -> None:
    person = at_studies(questions=60)
    for name in person.seen.choices["Study"]:
        person.choose("Study", name)
        type_into(person, "Shift+T", "")
        person.press("T")
        head, rows, *_ = shown(person.desk.result.table.frame, undefined="–")
        assert rows
        (seen,) = (one for one in person.seen.tables if one.name != "Studies")
        assert len(seen.rows) == len(rows)
        assert [cell for row in seen.rows for cell in row] == [str(cell) for row in rows for cell in row]
        assert len(seen.heads) == len(head)
        person.press("T")


def test_a_study_done_again_takes_the_place_of_the_one_kept_and_another_stands_beside_it(at_studies: AtStudies) -> None:
    person = at_studies()
    type_into(person, "Shift+T", "20")
    first = kept_by(person)
    person.press("A", "Shift+K")
    assert set(person.session.facts.studies) == set(map(name_of, first))
    type_into(person, "Shift+T", "30")
    assert len(kept_by(person)) == 3
    assert len(person.session.facts.studies) == 6
    person.press("Down", "Del")
    kept = person.session.facts.studies
    assert {record["trials"] for record in kept.values()} == {30}
    assert len(kept) == 3


def test_a_study_that_somebody_else_kept_stands_in_the_list_too(at_studies: AtStudies) -> None:
    person = at_studies()
    type_into(person, "Shift+T", "20")
    replaced = name_of(kept_by(person)[2])
    assert len(studies(person)) == 1
    theirs = {**person.session.facts.studies[replaced], "trials": 99}
    person.session.execute(SetFact(f"{STUDY}{replaced}", theirs))
    person.settle()
    before = studies(person)
    assert [row.partition(": ")[0] for row in before].count("Stability and ties, Q") == 1
    person.session.execute(SetFact(f"{STUDY}by hand", {**theirs, "trials": 98}))
    person.settle()
    person.session.execute(SetFact("panel", []))
    person.settle()
    assert len(studies(person)) == len(before) + 1
    trials = set()
    for _ in studies(person):
        trials |= {each for each in ("20 trials", "98 trials", "99 trials") if each in person.seen.heard}
        person.press("Down")
    assert trials == {"20 trials", "98 trials", "99 trials"}


def test_where_nothing_may_be_entered_a_kept_study_stays(at_studies: AtStudies) -> None:
    person = at_studies()
    type_into(person, "Shift+T", "20")
    person.press("Shift+K")
    person.session.saver.only_read("The collection is on a read-only disk.")
    person.press("Del")
    assert "read-only disk" in person.seen.heard
    assert len(studies(person)) == 1
    assert len(person.session.facts.studies) == 3


def test_a_file_that_cannot_be_written_is_shown(at_studies: AtStudies, tmp_path: Path) -> None:
    person = at_studies()
    type_into(person, "Shift+T", "20")
    person.desk.write_to(tmp_path / "nowhere" / "study.json")
    person.settle()
    assert "cannot be written" in person.seen.heard


@pytest.mark.sweep
def test_the_desk_goes_while_a_study_is_under_way(at_studies: AtStudies) -> None:
    person = at_studies()
    person.press("Shift+T")
    person.qtbot.keyClicks(QApplication.focusWidget(), "200000")
    person.qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)
    person.session.execute(SetFact("mode", "judging"))
    person.settle()
    assert person.window.desk == "judge"


def test_a_study_of_no_measure_is_refused(at_studies: AtStudies) -> None:
    person = at_studies()
    for combo in person.desk.form.measures:
        combo.clear()
    person.press("R")
    assert "Choose a measure to study." in person.seen.said
    assert not studies(person)


def test_the_form_has_room_in_wide_windows_and_an_edge_in_low_ones(at_studies: AtStudies) -> None:
    person = at_studies()
    type_into(person, "Shift+T", "20")
    person.settle()
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
