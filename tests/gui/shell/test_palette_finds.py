"""Ctrl+K in the real window: actions, questions by number and words, runs."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from person import Person
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QListView
from small import small_collection
from sweeps import swept

from jurybox.commands import Judge
from jurybox.demos import demo_copy
from jurybox_gui.dialogs.palette import CommandPalette
from jurybox_gui.widgets.empty_state import EmptyState
from jurybox_gui.widgets.probe import painted_words

Come = Callable[..., Person]


def typed(person: Person, words: str) -> list[Any]:
    """Open the palette, type, and return what is found."""
    person.press("Ctrl+K")
    QTest.keyClicks(QApplication.focusWidget(), words)
    palette = person.window.shell._palette
    assert palette is not None
    return [hit.item for hit in palette.hits()]


@pytest.mark.parametrize("words", ["q3", *swept(["What is 3", "WHAT IS 3?"])])
def test_a_question_is_found_by_number_or_words_before_it_was_ever_shown(
    come: Come, tmp_path: Path, words: str
) -> None:
    person = come(small_collection(tmp_path / "small.jury"), assessor="Ana")
    found = [item for item in typed(person, words) if item.group == "Questions"]
    assert [(item.lead, item.text) for item in found] == [("q3", "What is 3?")]
    for _ in range(12):
        if person.window.shell._palette.current().item.group == "Questions":
            break
        person.press("Down")
    person.press("Return")
    assert person.desk.queue_cursor.answer in person.session.catalog.answers_of(2)


@pytest.mark.parametrize("height", [540, 800, *swept([700, 1080])])
def test_before_anything_is_typed_the_desk_in_front_comes_first(come: Come, height: int) -> None:
    person = come(demo_copy("validation"), assessor="visitor")
    person.window.resize(960, height)
    person.press("Ctrl+K")
    (palette,) = person.window.findChildren(CommandPalette)
    (view,) = palette.findChildren(QListView)
    assert [hit.item.detail for hit in palette.hits()][:8] == ["Judge"] * 8
    assert not {"Correct", "Incorrect", "Skip: leave it to others"} & {hit.text for hit in palette.hits()}
    rows = [view.visualRect(view.model().index(at, 0)) for at in range(view.model().rowCount())]
    assert any(row.bottom() + 1 == view.viewport().height() for row in rows)
    for _ in range(11):
        person.press("Down")
    current = view.visualRect(view.currentIndex())
    assert view.viewport().rect().contains(current)
    assert current.top() % current.height() == 0


@pytest.mark.sweep
def test_measures_and_gold_standards_are_found(come: Come) -> None:
    person = come(demo_copy("community"))
    found = [item for item in typed(person, "ndcg") if item.group == "Rank by"]
    assert found[0].text == "nDCG"
    person.press("Esc")
    found[0].do()
    assert person.window.desk == "scores"
    assert str(person.desk.choice.one) == "nDCG"
    golds = [item for item in typed(person, "adjudicated") if item.group == "Gold standards"]
    person.press("Esc")
    golds[0].do()
    assert person.program.bridge.gold.startswith("adjudicated")  # type: ignore[union-attr]


def test_a_question_is_shown_also_when_the_judge_desk_never_was(come: Come, tmp_path: Path) -> None:
    person = come(small_collection(tmp_path / "small.jury"), assessor="Ana", desk="scores")
    (found,) = [item for item in typed(person, "q4") if item.group == "Questions"]
    person.press("Esc")
    found.do()
    person.settle()
    assert person.window.desk == "judge"
    assert person.desk.queue_cursor.answer in person.session.catalog.answers_of(3)


def test_questions_of_an_import_are_found(come: Come, tmp_path: Path) -> None:
    from jurybox.formats.imports import prepare
    from jurybox.formats.tables import export_tables

    export_tables(small_collection(tmp_path / "more.jury", questions=9), tmp_path / "tables")
    person = come(small_collection(tmp_path / "small.jury"), assessor="Ana")
    assert [item for item in typed(person, "What is 9") if item.group == "Questions"] == []
    person.press("Esc")
    with prepare([tmp_path / "tables"], into=person.session.path) as prepared:
        person.session.store(prepared.store)
    person.settle()
    assert [item.lead for item in typed(person, "What is 9") if item.group == "Questions"] == ["q9"]
    person.press("Esc")


def test_a_run_opens_the_scores_with_it_chosen(come: Come, tmp_path: Path) -> None:
    person = come(small_collection(tmp_path / "small.jury", runs=("alpha", "omega")), assessor="Ana")
    assert [item.text for item in typed(person, "omega")] == ["omega"]
    person.press("Return")
    assert person.window.desk == "scores"
    assert person.program.bridge is not None
    assert person.program.bridge.selected_run == 1


def test_actions_are_done_from_everywhere(come: Come, tmp_path: Path) -> None:
    person = come(small_collection(tmp_path / "small.jury"), assessor="Ana")
    assert any(item.text == "Spaces" for item in typed(person, "spaces"))
    person.press("Return")
    assert person.window.desk == "spaces"
    typed(person, "zzzz nothing")
    assert "Nothing found" in person.words()
    person.press("Return", "Esc")
    assert person.window.desk == "spaces"


@pytest.mark.parametrize(("words", "desk"), [("nuggets", "nuggets"), *swept([("list", "lists")])])
@pytest.mark.sweep
def test_questions_of_a_kind_are_found_by_its_name(come: Come, home: Path, words: str, desk: str) -> None:
    person = come(demo_copy("series"))
    found = [item for item in typed(person, words) if item.group == "Questions"]
    assert found
    assert {person.session.catalog.questions[at].kind for at in named(person, found)} == {
        "list" if desk == "lists" else "other"
    }
    person.press("Esc")
    found[0].do()
    person.settle()
    assert person.window.desk == desk


def named(person: Person, found: list[Any]) -> list[int]:
    """Return the positions of the questions that rows of the palette lead to."""
    names = [question.name for question in person.session.catalog.questions]
    return [names.index(item.lead) for item in found]


def test_a_question_begins_where_ones_own_queue_does(come: Come, tmp_path: Path) -> None:
    """With its first open answer, not with the one that was imported first."""
    person = come(small_collection(tmp_path / "small.jury", answers=6), assessor="Ana")
    answers = person.session.catalog.answers_of(2).tolist()
    person.session.execute(Judge(tuple(answers[:2]), "correct"))
    person.settle()
    queue = person.desk.queue_cursor.current_queue()
    wanted = int(queue.answers[queue.enter(queue.row_of_question(2))])
    assert wanted not in answers[:2]
    (found,) = [item for item in typed(person, "q3") if item.group == "Questions"]
    person.press("Esc")
    found.do()
    person.settle()
    assert person.desk.queue_cursor.answer == wanted


def test_the_name_at_the_foot_is_a_button(come: Come, tmp_path: Path) -> None:
    person = come(small_collection(tmp_path / "small.jury"))
    status, asked = person.window.status, []
    assert "Choose your name…" in painted_words(status)
    status.who_pressed.connect(lambda: asked.append(True))
    assert status.name.text() == "Choose your name…"
    while QApplication.focusWidget() is not status.name:
        QTest.keyClick(QApplication.focusWidget() or person.window, Qt.Key.Key_Tab)
    QTest.keyClick(status.name, Qt.Key.Key_Space)
    person.settle()
    assert len(asked) == 1
    person.press("Esc")
    QTest.mouseClick(status.name, Qt.MouseButton.LeftButton)
    person.settle()
    assert len(asked) == 2
    assert "Your name" in painted_words(person.window)
    (page,) = [one for one in person.desk.findChildren(EmptyState) if one.isVisible()]
    assert [one.text() for one in page.buttons] == ["Choose name…"]


@pytest.mark.parametrize(
    ("words", "action"), [("kappa", "Disagreements"), ("nDCG", "Scores"), ("resolve", "Disagreements")]
)
@pytest.mark.sweep
def test_a_desk_is_found_by_what_it_is_for(come: Come, tmp_path: Path, words: str, action: str) -> None:
    person = come(small_collection(tmp_path / "small.jury"), assessor="Ana")
    assert action in [item.text for item in typed(person, words) if item.group == "Actions"]
