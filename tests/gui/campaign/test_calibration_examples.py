"""From what differs in the calibration round to a guideline with an example, whose version labels carry."""

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from person import Person
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from small import small_collection

from jurybox.collection.file import open_reading
from jurybox.collection.log import guideline_versions
from jurybox.commands import SetFact
from jurybox_gui.desks.campaign.guidelines import GuidelinesSheet
from jurybox_gui.widgets.probe import painted_words

Come = Callable[..., Person]
LABELS = [*((0, at, "correct") for at in range(3)), *((1, at, "correct" if at else "incorrect") for at in range(3))]


@pytest.fixture
def person(come: Come, tmp_path: Path) -> Person:
    """The organizer, after two people judged the calibration round and differ about one answer."""
    person = come(small_collection(tmp_path / "small.jury", labels=LABELS), assessor="organiser")
    person.session.execute(SetFact("calibration", ["q1"]))
    person.window.show_desk("campaign")
    person.settle()
    return person


def sheet_of(person: Person) -> GuidelinesSheet:
    person.press("Shift+G")
    sheet = person.window.findChild(GuidelinesSheet)
    assert isinstance(sheet, GuidelinesSheet)
    return sheet


def test_what_differs_becomes_an_example_with_a_version(person: Person) -> None:
    sheet = sheet_of(person)
    words = painted_words(person.window)
    assert "Calibration answers that assessors label differently" in words
    assert {"“What is 1?”", "“Answer 1”"} <= set(words)
    assert sheet.examples is not None
    assert [button.text() for button in sheet.examples.buttons] == ["Correct (1)", "Incorrect (1)"]
    sheet.examples.buttons[1].click()
    assert QApplication.focusWidget() is sheet.fields["incorrect"]
    QTest.keyClicks(QApplication.focusWidget(), "it says nothing of 1.")
    person.press("Ctrl+Return")
    text = "For example: “What is 1?” “Answer 1”, because it says nothing of 1."
    assert person.session.facts.guidelines == {"incorrect": text}
    assert person.session.facts.guideline_version == "1"


def test_labels_given_afterwards_carry_the_version_and_show_the_example(person: Person) -> None:
    sheet = sheet_of(person)
    assert sheet.examples is not None
    sheet.examples.buttons[0].click()
    person.press("Ctrl+Return")
    person.program.sit("Ana")
    person.window.show_desk("judge")
    person.settle()
    assert any(word.startswith("For example: “What is 1?”") for word in person.words())
    assert any("version 1" in word for word in person.words())
    person.press("2")
    person.wait(lambda: not person.session.saving.pending)
    with closing(open_reading(person.session.path)) as db:
        versions = guideline_versions(db)
        labels = [row for (row,) in db.execute("SELECT id FROM entry WHERE kind = 'judgment' ORDER BY id")]
    assert [versions.get(row) for row in labels] == [None] * len(LABELS) + ["1"]


def test_without_differences_there_are_fields_alone(come: Come, tmp_path: Path) -> None:
    person = come(small_collection(tmp_path / "small.jury"), assessor="organiser", desk="campaign")
    person.settle()
    sheet = sheet_of(person)
    assert sheet.examples is None
    assert sheet.fields["correct"].placeholderText()  # what assessors see as long as nothing is written
    words = painted_words(person.window)
    assert "Cannot tell" in words
    assert not any(word.startswith("Calibration round") for word in words)


def test_the_organizer_sees_how_far_people_agree_over_the_round(person: Person) -> None:
    sheet_of(person)
    # Three answers with two labels each, of which one differs: 5 times correct, 1 time incorrect. Observed
    # disagreement 2/6, expected 2 * 5 * 1 / (6 * 5): alpha is 0.
    text = "Calibration round: 3 answers judged by two people or more, raw agreement .667, alpha .000."
    assert text in painted_words(person.window)


def test_before_two_people_judged_the_round_no_agreement_is_shown(come: Come, tmp_path: Path) -> None:
    labels = [(0, 0, "correct"), (0, 4, "correct"), (1, 4, "correct")]
    person = come(small_collection(tmp_path / "small.jury", labels=labels), assessor="organiser")
    person.session.execute(SetFact("calibration", ["q1"]))
    person.window.show_desk("campaign")
    person.settle()
    sheet_of(person)
    assert "Calibration round: no answer has been judged by two people yet." in painted_words(person.window)


def test_agreement_without_differences_says_why_there_is_no_alpha(come: Come, tmp_path: Path) -> None:
    labels = [(who, 0, "correct") for who in (0, 1)]
    person = come(small_collection(tmp_path / "small.jury", labels=labels), assessor="organiser")
    person.session.execute(SetFact("calibration", ["q1"]))
    person.window.show_desk("campaign")
    person.settle()
    assert sheet_of(person).examples is None
    text = " ".join(word.strip() for word in painted_words(person.window))  # on as many lines as it needs
    assert "Calibration round: 1 answer judged by two people or more, raw agreement 1.000, no alpha: " in text
