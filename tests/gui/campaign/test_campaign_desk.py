"""The Campaign page: what it shows, what its keys set, what stays possible while a folder is followed."""

import re
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from demo_file import demo_file
from generated import generated_collection
from person import Person
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from small import small_collection

from jurybox.campaign.progress import AssessorPace, CampaignProgress
from jurybox.collection.backup import backup_folder
from jurybox.collection.file import create
from jurybox.commands import Judge, SetFact, adjudicate
from jurybox.session import open_session
from jurybox_gui.desks.campaign.conflicts_sheet import ConflictsSheet
from jurybox_gui.desks.campaign.freeze_sheet import FreezeSheet
from jurybox_gui.desks.campaign.guidelines import GuidelinesSheet
from jurybox_gui.desks.campaign.panel_sheet import PanelSheet
from jurybox_gui.desks.campaign.people import COLUMNS, PersonRow, columns_in
from jurybox_gui.desks.campaign.planner import Planner
from jurybox_gui.dialogs.ask import Ask
from jurybox_gui.widgets.labels import PlainLabel
from jurybox_gui.widgets.probe import painted_words

Come = Callable[..., Person]
GOLD = "Gold standard of the collection"
UNJUDGED = "What unjudged answers of ranked lists count as"


@pytest.fixture
def person(come: Come, tmp_path: Path) -> Person:
    """The organizer before the Campaign page of a small collection."""
    path = small_collection(
        tmp_path / "small.jury",
        labels=[(0, at, "correct") for at in range(12)] + [(1, 0, "correct"), (1, 0, "incorrect")],
    )
    person = come(path, assessor="organiser", desk="campaign")
    person.settle()
    return person


def choose(person: Person, ask: Ask, words: str) -> None:
    """Choose an entry of a list by the arrow key and Enter."""
    for _ in range(ask.list.count()):
        if ask.list.currentItem().text() == words:
            break
        person.press("Down")
    assert ask.list.currentItem().text() == words
    person.press("Return")


def stored(person: Person) -> None:
    """Wait until bulk work is done and shown."""
    person.wait(lambda: not person.program.campaign_files.storing)
    person.settle()


def test_everybody_is_shown_with_what_they_did(person: Person) -> None:
    person.settle()
    words = painted_words(person.window)
    for seen in ("Ana", "12 of 12", "done", "Ben", "0 of 1", "1 open", "one", "two"):
        assert seen in words
    assert any(word.startswith("1 conflict: both labels are kept") for word in words)
    assert "Open: everybody sees everything" in person.words()


def test_campaign_has_a_place_in_the_rail_that_shows_where_one_is(person: Person) -> None:
    rail, window = person.window.rail, person.window
    assert rail.button("campaign").isVisible()
    person.press("Ctrl+2")
    assert (rail.button("campaign").isChecked(), rail.button("scores").isChecked()) == (False, True)
    QTest.mouseClick(rail.button("campaign"), Qt.MouseButton.LeftButton)
    person.settle()
    assert window.desk == "campaign"
    assert (rail.button("campaign").isChecked(), rail.button("scores").isChecked()) == (True, False)
    person.press("Ctrl+2", "Ctrl+6")
    assert rail.button("campaign").isChecked()
    assert not rail.button("scores").isChecked()


def test_the_rows_add_up_to_the_head_with_what_is_set_aside(come: Come, tmp_path: Path) -> None:
    labels = [(who, at, "correct") for who in (0, 1) for at in range(9 + who)]
    path = small_collection(tmp_path / "small.jury", labels=labels)
    with closing(open_session(path, assessor="Ana")) as session:
        session.execute(Judge((10,), state="cannot-tell"))
        session.execute(Judge((11,), state="junk"))
    person = come(path, assessor="organiser", desk="campaign")
    rows = [row for (row,) in person.seen.table("Assessors").rows]
    counted = [tuple(map(int, found)) for row in rows for found in re.findall(r"(\d+) of (\d+) judged", row)]
    aside = sum(int(found) for word in person.seen.words for found in re.findall(r"(\d+) set aside", word))
    assert [sum(numbers) for numbers in zip(*counted, strict=True)] == [19, 22]
    assert aside == 2
    assert any(
        word.startswith("judged: 86 % (19 of 22); open: 1 (2 set aside); finished: 1 (of 2 people); ")
        for word in person.seen.said
    )
    for size in ((960, 540), (1600, 900)):
        person.window.resize(*size)
        person.settle()
        words = painted_words(person.window)
        assert {"86 %", "judged", "open", "finished"} <= set(words)
        assert ("9 of 12, 2 set aside" in words) != ("Set aside" in words)
        assert "Conflicts" not in words, "a column in which nobody has anything is left out"


def test_a_description_takes_two_lines_and_none_in_a_low_window(person: Person) -> None:
    sentence = "Twelve targets, each with questions for one fact, for a list and for others. "
    person.session.execute(SetFact("description", (sentence * 2).strip()))
    person.window.resize(1280, 800)
    person.settle()
    assert (sentence * 2).strip() in person.seen.text
    assert (sentence * 2).strip() not in person.seen.words, "two lines"
    person.window.resize(960, 540)
    person.settle()
    assert "Twelve targets" not in person.seen.text


def test_freezing_counts_the_disagreements_that_their_desk_lists(come: Come, tmp_path: Path) -> None:
    """All kinds of them: in this demo judges also differ about the quality of questions."""
    person = come(demo_file(tmp_path / "c.jury", "community"), assessor="organiser", desk="campaign")
    person.press("Shift+F")
    waits = person.window.findChild(FreezeSheet).waits.text()
    person.press("Esc", "Ctrl+3")
    person.settle()
    assert "185 disagreements are not resolved." in waits
    assert any(word.startswith("open: 185") for word in person.seen.said)


def test_the_next_step_has_the_button_that_does_it(come: Come, tmp_path: Path) -> None:
    labels = [(who, at, "correct") for who in (0, 1) for at in range(10 + 2 * who)]
    path = small_collection(tmp_path / "small.jury", labels=labels)
    with closing(open_session(path, assessor="Ana")) as session:
        session.execute(Judge((10,), "correct"))
    person = come(path, assessor="organiser", desk="campaign")
    session = person.session

    def offers(button: str) -> list[str]:
        return [name for name in person.seen.buttons if name.startswith(button)]

    assert "Waiting for 1 label from Ana." in person.seen.said
    assert len(offers("Merge returned files…")) == 1, "it is there once"
    session.execute(Judge((11,), "incorrect", assessor=0))
    person.wait(lambda: bool(offers("Show disagreements")))
    assert "All labels are there. Resolve 1 disagreement." in person.seen.said
    session.execute(SetFact("gold", "majority+strict"))
    person.wait(lambda: bool(offers("Freeze gold standard…")))
    assert "All labels are there, and the gold standard needs no decisions." in person.seen.heard
    session.execute(SetFact("gold", None))
    person.wait(lambda: bool(offers("Show disagreements")))
    person.press("Shift+F")
    assert (
        person.window.findChild(FreezeSheet).waits.text()
        == "1 disagreement is not resolved. 1 question: labels differ."
    )
    person.press("Esc")
    session.execute(adjudicate((11,), "correct"))
    person.wait(lambda: bool(offers("Freeze gold standard…")))
    assert offers("Merge returned files…")
    person.click("Freeze gold standard…")
    (sheet,) = (one for one in person.window.findChildren(FreezeSheet) if one.is_open)
    assert sheet.waits.isHidden()
    person.press("Return")
    person.wait(lambda: bool(offers("Write report…")))
    session.execute(Judge((11,), None, assessor=0))
    person.wait(lambda: "1 label is open, as after a late run." in person.seen.heard)
    (name,) = session.facts.frozen
    assert "The gold standard is frozen, but" in person.seen.heard
    assert f"score by “{name}”, as frozen" in person.seen.heard


def test_an_empty_collection_asks_for_files_and_for_people(come: Come, tmp_path: Path) -> None:
    create(tmp_path / "empty.jury")
    person = come(tmp_path / "empty.jury", assessor="organiser", desk="campaign")
    assert [name for name in person.seen.buttons if name.startswith("Import files…")]
    assert "There is nothing to judge yet. Import questions and runs." in person.seen.said


def test_who_does_not_organize_is_offered_to(come: Come, tmp_path: Path) -> None:
    person = come(small_collection(tmp_path / "small.jury"), assessor="Ana", desk="campaign")
    person.click("I organize this collection…")
    assert "I organize this collection…" not in person.seen.buttons


def test_the_setup_is_said_in_words_of_the_field_and_has_room(person: Person) -> None:
    person.window.resize(1280, 800)
    person.settle()
    words = painted_words(person.window)
    assert {"Repeated answers", "Calibration set", "Assignments", "Panel"} <= set(words)
    person.session.execute(SetFact("repeats", 0.05))
    person.settle()
    assert "5% of the answers" in painted_words(person.window)


def test_conflicts_are_shown_side_by_side_and_lead_to_the_answer(person: Person) -> None:
    assert any("C shows them." in word for word in painted_words(person.window))
    person.press("C")
    (sheet,) = person.window.findChildren(ConflictsSheet)
    model = sheet.table.model()
    row = [str(model.index(1, column).data()) for column in range(model.columnCount())]
    assert row[:3] == ["Ben", "label", "q1"]
    assert sorted(row[4].split(" / ")) == ["correct", "incorrect"]
    person.session.sit("Ben")
    person.press("Return")
    assert person.window.desk == "judge"
    assert "Question q1" in person.seen.words
    assert any(word.startswith("Answer 1 of ") for word in person.seen.words)
    assert "two labels" in person.seen.heard


def test_panel_mode_and_guidelines_are_steps_that_can_be_undone(person: Person) -> None:
    session = person.session
    person.press("P")
    sheet = person.window.findChild(PanelSheet)
    assert [box.isChecked() for box in sheet.boxes.values()] == [
        one.kind == "person" for one in session.catalog.assessors
    ]
    assert sheet.effect.text().startswith("No panel: every person judges")
    person.press("Ctrl+Return")
    assert session.facts.panel == (), "nothing was chosen, and nobody fell off"
    person.press("P")
    sheet = person.window.findChild(PanelSheet)
    for who in set(sheet.boxes) - {0, 1}:
        QTest.mouseClick(sheet.boxes[who], Qt.MouseButton.LeftButton)
    assert sheet.effect.text().startswith("Only labels of Ana and Ben count")
    assert sheet.effect.text().endswith("Gold standard: Adjudicated, correct only.")
    person.press("Ctrl+Return")
    assert session.facts.panel == (0, 1)
    person.press("P", "Space", "Ctrl+Return")
    assert session.facts.panel == (1,)
    person.press("P", "Esc")
    assert session.facts.panel == (1,)
    person.press("Ctrl+Z", "Ctrl+Z")
    assert session.facts.panel == ()
    person.press("Shift+M")
    assert session.facts.mode == "judging"
    person.press("Ctrl+Z")
    assert session.facts.mode == "open"
    person.press("Shift+G")
    sheet = person.window.findChild(GuidelinesSheet)
    assert list(sheet.fields) == ["correct", "incorrect", "cannot-tell"]
    assert "Assessors see them beside the answer. Once you save them, labels record version 1." in [
        one.text() for one in sheet.findChildren(PlainLabel) if not one.visibleRegion().isEmpty()
    ]
    QTest.keyClicks(QApplication.focusWidget(), "It says so.")
    person.press("Ctrl+Return")
    assert session.facts.guidelines == {"correct": "It says so."}
    assert not backup_folder(session.path).exists()


def test_a_run_is_withdrawn_after_a_backup_and_no_undo_brings_it_back(person: Person) -> None:
    person.press("W")
    assert person.window.findChild(Ask) is not None
    QTest.keyClicks(QApplication.focusWidget(), "two")
    person.press("Return")
    stored(person)
    assert person.session.facts.withdrawn == frozenset((1,))
    assert "withdrawn" in painted_words(person.window)
    assert len(list(backup_folder(person.session.path).iterdir())) == 1
    person.press("Ctrl+Z")
    assert person.session.facts.withdrawn == frozenset((1,))
    person.press("W")
    QTest.keyClicks(QApplication.focusWidget(), "three")
    person.press("Return")
    assert "There is no run 'three'. Nothing was changed." in person.words()
    person.desk.facts.run_clicked.emit(1)
    stored(person)
    assert person.session.facts.withdrawn == frozenset()


def test_names_that_cannot_be_are_shown_and_nothing_is_entered(person: Person) -> None:
    before = len(person.session.catalog.assessors)
    person.press("+")
    person.press("Return")
    assert "An assessor needs a name." in person.words()
    QTest.keyClicks(QApplication.focusWidget(), "Ana")
    person.press("Return")
    assert any("There is an assessor Ana already" in word for word in person.words())
    person.press("Esc")
    assert len(person.session.catalog.assessors) == before
    person.press("R", "Down", "Ctrl+Return")
    person.wait(lambda: person.session.catalog.assessors[0].kind == "model")
    person.press("Ctrl+Z")
    person.wait(lambda: person.session.catalog.assessors[0].kind == "person")


def test_a_name_that_is_refused_late_leaves_the_kind_as_it_was(person: Person) -> None:
    """Another program enters something under the name while it is changed here."""
    person.press("+")
    QTest.keyClicks(QApplication.focusWidget(), "Dana")
    person.press("Return")
    stored(person)
    at = person.session.catalog.assessor_named["Dana"]
    people = person.seen.table("Assessors")
    at_dana = next(row for row, (words,) in enumerate(people.rows) if words.startswith("Dana, "))
    person.press(*["Down"] * (at_dana - people.chosen))
    person.press("R", "Down", "Shift+Tab", "Ctrl+A")
    QTest.keyClicks(QApplication.focusWidget(), "Dora")
    with closing(open_session(person.path, assessor="Dana")) as elsewhere:
        elsewhere.execute(Judge((0,), "correct"))
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)
    stored(person)
    assert "Nothing was changed." in person.window.message
    assert person.session.catalog.assessors[at].name == "Dana"
    assert person.session.catalog.assessors[at].kind == "person"


def test_name_and_kind_change_together(person: Person) -> None:
    person.press("+")
    QTest.keyClicks(QApplication.focusWidget(), "Dana")
    person.press("Return")
    stored(person)
    at = person.session.catalog.assessor_named["Dana"]
    people = person.seen.table("Assessors")
    at_dana = next(row for row, (words,) in enumerate(people.rows) if words.startswith("Dana, "))
    person.press(*["Down"] * (at_dana - people.chosen))
    person.press("R", "Down", "Shift+Tab", "Ctrl+A")
    QTest.keyClicks(QApplication.focusWidget(), "gpt")
    person.press("Return")
    stored(person)
    dana = person.session.catalog.assessors[at]
    assert (dana.name, dana.kind) == ("gpt", "model")


def test_one_judgment_is_counted_in_the_singular(come: Come, tmp_path: Path) -> None:
    path = small_collection(tmp_path / "one.jury", questions=1, answers=1, assessors=["Ana"])
    person = come(path, assessor="organiser", desk="campaign")
    person.press("A")
    person.wait(person.window.findChild(Planner).accept.isEnabled)
    words = " ".join(painted_words(person.window))
    assert "1 judgment in all, 0 of them already made" in words
    assert "1 new assignment, 0 removed" in words


def test_ctrl_enter_stores_no_plan_before_its_preview_is_seen(person: Person) -> None:
    person.press("A")
    planner = person.window.findChild(Planner)
    person.wait(planner.accept.isEnabled)
    planner.form.seed.setFocus()
    QTest.keyClick(planner.form.seed, Qt.Key.Key_7)
    assert not planner.accept.isEnabled()
    QTest.keyClick(planner.form.seed, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    person.settle()
    person.wait(planner.accept.isEnabled)
    person.settle()
    assert planner.is_open
    assert not person.session.catalog.assigned[0].size
    person.press("Ctrl+Return")
    stored(person)
    assert person.session.catalog.assigned[0].size


def test_ctrl_enter_is_the_main_button_whichever_button_has_the_keyboard(person: Person) -> None:
    person.press("P")
    sheet = person.window.findChild(PanelSheet)
    for who in set(sheet.boxes) - {0}:
        QTest.mouseClick(sheet.boxes[who], Qt.MouseButton.LeftButton)
    sheet.refuse.setFocus()
    person.press("Ctrl+Return")
    assert person.session.facts.panel == (0,)


@pytest.mark.parametrize("control", [Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.NoModifier])
def test_a_held_enter_does_not_confirm_a_name_that_is_like_another(
    person: Person, control: Qt.KeyboardModifier
) -> None:
    before = len(person.session.catalog.assessors)
    person.press("+")
    QTest.keyClicks(QApplication.focusWidget(), "ana")
    field = QApplication.focusWidget()
    for repeated in (False, True, True):
        kind = QEvent.Type.KeyPress
        QApplication.sendEvent(field, QKeyEvent(kind, Qt.Key.Key_Return, control, "\r", repeated))
    stored(person)
    assert any("There is Ana already." in word for word in person.words())
    assert len(person.session.catalog.assessors) == before
    QTest.keyClick(field, Qt.Key.Key_Return, control)
    stored(person)
    assert len(person.session.catalog.assessors) == before + 1


@pytest.mark.usefixtures("qapp")
def test_columns_go_where_there_is_no_room_and_names_stay() -> None:
    assert [column.title for _, column in columns_in(2000)] == [column.title for column in COLUMNS]
    narrow = [column.title for _, column in columns_in(700)]
    assert narrow[:2] == ["Judged", "Left"]
    assert "Done by" in narrow
    assert "Set aside" not in narrow


def test_rows_are_spoken() -> None:
    pace = AssessorPace(9, 90.0, 1, 360.0, 0, 1)
    one = CampaignProgress(0, "Ana", 20, 9, 1, 10, 0, 0, pace, 0.1, 2_000_000_000_000)
    row = PersonRow(0, "Ana", "a person", in_panel=True, sits=True, progress=one)
    assert row.aside == "a person, on the panel, current assessor"
    assert row.spoken().startswith(f"Ana, {row.aside}, 9 of 20 judged, 360 per hour, done by ")
    assert row.cells()[1:5] == ("10 open", "1", "", "360")
    idle = PersonRow(1, "Ben", "a person", in_panel=False, sits=False)
    assert idle.spoken() == "Ben, a person, nothing is assigned"
    assert idle.cells()[1] == "unassigned"
    free = PersonRow(1, "Ben", "a person", in_panel=False, sits=False, free=True)
    assert free.spoken() == "Ben, a person, not started"
    assert free.cells()[1] == "not started"


def test_a_baseline_is_chosen_added_and_shown_among_the_runs(person: Person) -> None:
    person.window.registry.trigger("campaign.baseline")
    (ask,) = person.window.findChildren(Ask)
    shown = [ask.list.item(at).text() for at in range(ask.list.count())]
    kinds = [line.split(":")[0] for line in shown]
    assert kinds == ["random", "length", "time", "all-yes", "half-yes"]
    for _ in range(kinds.index("all-yes")):
        person.press("Down")
    person.press("Return")
    stored(person)
    assert person.window.message.startswith("The baseline all-yes is added: 12 responses.")
    (made,) = [run for run in person.session.catalog.runs if run.origin == "baseline"]
    assert made.name == "all-yes"
    assert "all-yes" in painted_words(person.window)


def test_a_baseline_that_cannot_be_is_refused_in_a_sentence(person: Person) -> None:
    person.program.campaign_files.add_baseline("time")
    stored(person)
    assert person.window.message.startswith("No answer says when it was posted")
    person.program.campaign_files.add_baseline("random")
    stored(person)
    person.program.campaign_files.add_baseline("random")
    stored(person)
    assert person.window.message.startswith("There is a run 'random' already.")
    assert [run.name for run in person.session.catalog.runs] == ["one", "two", "random"]


def test_assessors_who_judge_blind_are_offered_no_baseline(person: Person) -> None:
    action = person.window.registry.action("campaign.baseline")
    assert action.isVisible()
    person.session.execute(SetFact("mode", "judging"))
    person.program.sit("Ana")
    person.settle()
    assert not action.isVisible()
    assert not action.isEnabled()


def test_the_gold_standard_of_the_collection_is_shown_whatever_the_window_looks_at(person: Person) -> None:
    bridge = person.program.bridge
    assert bridge is not None
    person.session.execute(SetFact("gold", "majority+lenient"))
    bridge.set_gold("adjudicated+strict")
    person.settle()
    assert person.seen.marks[GOLD].startswith("Majority")
    person.session.execute(SetFact("gold", None))
    person.settle()
    assert person.seen.marks[GOLD] == person.seen.choices[GOLD][0]


def test_a_panel_of_four_can_choose_its_gold_standard(come: Come, tmp_path: Path) -> None:
    generated_collection(tmp_path / "c.jury", kind="ranked", questions=6, runs=3, assessors=4, judged=1.0)
    person = come(tmp_path / "c.jury", assessor="Chair", desk="campaign")
    person.settle()
    catalog = person.session.catalog
    members = [catalog.assessors[catalog.assessor_named[f"a{n}"]] for n in range(1, 5)]
    person.session.execute(SetFact("panel", [one.code.hex() for one in members]))
    person.program.bridge.set_gold("majority+strict")  # type: ignore[union-attr]
    person.settle()
    assert any(name.startswith("GA: Panel of four") for name in person.seen.choices[GOLD])


def test_in_a_narrow_window_g_asks_for_the_gold_standard(person: Person) -> None:
    person.window.resize(1000, 700)
    person.settle()
    assert GOLD not in person.seen.marks
    person.press("G")
    ask = person.window.findChild(Ask)
    assert ask is not None
    choose(person, ask, "Majority, correct only")
    assert person.session.facts.gold == "majority+strict"
    person.press("G", "Return")
    assert person.session.facts.gold == "majority+strict", "the list opens at the one in force"


def test_what_unjudged_answers_count_is_chosen_for_the_collection(come: Come, tmp_path: Path) -> None:
    generated_collection(tmp_path / "c.jury", kind="ranked", questions=6, runs=3, assessors=2, judged=0.5)
    person = come(tmp_path / "c.jury", assessor="Chair", desk="campaign")
    person.settle()
    assert person.seen.marks[UNJUDGED].startswith("Default: unjudged ")
    person.window.resize(1000, 700)
    person.settle()
    person.press("Shift+U")
    ask = person.window.findChild(Ask)
    assert ask is not None
    choose(person, ask, "Unjudged is removed from lists")
    assert person.session.facts.unjudged == "condensed"
    person.settle()
    assert person.program.bridge.scoreboard.unjudged == "condensed"  # type: ignore[union-attr]
    person.press("Ctrl+Z")
    assert person.session.facts.unjudged == ""


def test_where_nothing_is_ranked_unjudged_answers_are_no_choice(person: Person) -> None:
    assert GOLD in person.seen.marks
    assert UNJUDGED not in person.seen.marks
    person.press("Shift+U")
    assert person.window.findChild(Ask) is None
