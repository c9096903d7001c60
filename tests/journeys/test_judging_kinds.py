"""Assessors of every kind of question, with real keys in the real window: 100 answers A, B, C, and more."""

from collections.abc import Callable
from contextlib import closing
from itertools import cycle
from pathlib import Path

import pytest
from generator import write_tables
from hidden import nothing_is_given_away
from person import Person, labels_in
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from reading_tests import write_reading_test
from sweeps import swept

from jurybox.collection.file import create
from jurybox.commands import Judge, SetFact
from jurybox.formats.imports import import_into
from jurybox.session import open_session
from jurybox_gui.widgets.probe import painted_words

Come = Callable[..., Person]


def collection(folder: Path, kind: str, questions: int, answers: int) -> Path:
    """Make a collection of one kind with four runs, in which a1 and a2 are to judge everything."""
    if kind == "reading":
        write_reading_test(folder / "tables", questions)
    else:
        write_tables(
            folder / "tables",
            kind=kind,  # type: ignore[arg-type]
            questions=questions,
            answers_per_question=answers,
            runs=4,
            assessors=2,
            judged=0.0,
        )
        (folder / "tables" / "judgments.csv").unlink()
    path = folder / f"{kind}.jury"
    create(path, name="Mills and forts")
    import_into(path, [folder / "tables"])
    return path


def judge(person: Person, count: int, keys: str) -> dict[int, str]:
    """Press label keys, round and round, and nothing else; return what was labeled with which key."""
    given: dict[int, str] = {}
    for _, key in zip(range(count), cycle(keys), strict=False):
        given[person.desk.queue_cursor.answer] = key
        person.press(key)
    return given


@pytest.mark.parametrize("questions", [8, *swept([20])])
@pytest.mark.sweep
def test_a_hundred_answers_take_a_hundred_keys(come: Come, tmp_path: Path, questions: int) -> None:
    answers = 5 * questions
    path = collection(tmp_path, "ranked", questions, 5)
    person = come(path, assessor="a1")
    given = judge(person, answers, "ABCA1B2C3")
    assert len(given) == answers
    words = {"1": "A", "2": "B", "3": "C"}
    assert labels_in(path, "a1") == {answer: words.get(key, key) for answer, key in given.items()}
    assert f"All {answers} answers are done." in " ".join(painted_words(person.window))
    person.press("Shift+A")
    assert person.desk.queue_cursor.quality(person.desk.queue_cursor.question) == "A"


@pytest.mark.sweep
def test_fifty_answers_with_their_documents_take_fifty_keys(come: Come, tmp_path: Path) -> None:
    path = collection(tmp_path, "factoid", 10, 5)
    person = come(path, assessor="a1")
    words = {"R": "correct", "X": "inexact", "U": "unsupported", "W": "incorrect", "4": "incorrect"}
    given: dict[int, str] = {}
    for _, key in zip(range(50), cycle("WRX4WU"), strict=False):
        assert person.desk.center.reader.found_text.text().startswith("Answer string found")
        given[person.desk.queue_cursor.answer] = words[key]
        person.press(key)
    assert labels_in(path, "a1") == given
    assert len(given) == 50
    for _ in range(5):
        person.press("Ctrl+Z")
    assert len(labels_in(path, "a1")) == 45
    person.close()
    again = come(path, assessor="a1")
    assert again.desk.queue_cursor.said(again.desk.queue_cursor.answer) == ""
    assert again.desk.queue.count.text() == "45 of 50"


@pytest.mark.sweep
def test_a_reading_test_of_twenty_questions_takes_twenty_keys(come: Come, tmp_path: Path) -> None:
    path = collection(tmp_path, "reading", 20, 4)
    person = come(path, assessor="a1")
    chosen: dict[int, int] = {}
    for _, key in zip(range(20), cycle("2314"), strict=False):
        chosen[person.desk.queue_cursor.question] = int(key)
        person.press(key)
    assert len(chosen) == 20
    said = labels_in(path, "a1")
    for question, option in chosen.items():
        answers = person.session.catalog.answers_of(question).tolist()
        wanted = ["correct" if n == option else "incorrect" for n in range(1, 5)]
        assert [said[answer] for answer in answers] == wanted
    assert person.desk.queue.count.text() == "20 of 20"
    assert person.desk.queue.pace.figures[0] == ("20", "today")
    person.press("Ctrl+Z")
    assert len(labels_in(path, "a1")) == 76
    assert person.desk.queue.count.text() == "19 of 20"


@pytest.mark.parametrize(
    ("kind", "keys"),
    [
        ("ranked", "1 2 Shift+A M Down M 3 Down"),
        *swept([("factoid", "R X U Shift+M W T K"), ("reading", "2 3 Up K 1")]),
    ],
)
def test_nothing_is_given_away_while_judging(come: Come, tmp_path: Path, kind: str, keys: str) -> None:
    path = collection(tmp_path, kind, 8, 6)
    with closing(open_session(path, assessor="organiser")) as session:
        session.execute(SetFact("mode", "judging"))
        session.execute(SetFact("calibration", ["q000001", "r01"]))
        session.execute(SetFact("repeats", 0.3))
        session.flush()
    with closing(open_session(path, assessor="a2")) as session:
        label = "A" if kind == "ranked" else "correct"
        session.execute(Judge(tuple(range(session.catalog.answer_count)), label))
        session.flush()
    person = come(path, assessor="a1")
    for key in keys.split():
        person.press(key)
        nothing_is_given_away(person, path)
    person.press("?")
    nothing_is_given_away(person, path)
    person.press("Esc", "Ctrl+K")
    for typed in ("run", "team", "score", "a2", "mark", "rate"):
        field = QApplication.focusWidget()
        field.clear()
        QTest.keyClicks(field, typed)
        nothing_is_given_away(person, path, typed)
    person.press("Esc")
    for menu in person.window.menus.findChildren(QMenu):
        menu.aboutToShow.emit()
    nothing_is_given_away(person, path)
