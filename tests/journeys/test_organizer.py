"""The organizer's way with keys alone: a campaign of four, started, judged on at home, merged, followed."""

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from person import Person
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication
from small import small_collection

from jurybox.campaign.handouts import hand_out
from jurybox.campaign.seats import organizes
from jurybox.collection.state import State
from jurybox.commands import Judge, SetFact
from jurybox.session import open_session
from jurybox_gui.desks.campaign.planner import Planner
from jurybox_gui.widgets.probe import painted_words

Come = Callable[..., Person]
FOUR = ("Ana Lindqvist", "Ben", "Chie", "Dana")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A collection without assessors, as after an import."""
    return small_collection(tmp_path / "campaign.jury", questions=24, assessors=(), runs=("wombat", "quokka"))


def type_in(person: Person, words: str) -> None:
    """Type into whatever has the keyboard."""
    QTest.keyClicks(QApplication.focusWidget(), words)
    person.settle()


def with_four(person: Person) -> None:
    """Open the page and enter four assessors."""
    person.press("Ctrl+6")
    assert person.window.desk == "campaign"
    for name in FOUR:
        person.press("+")
        type_in(person, name)
        person.press("Return")
        stored(person)


def stored(person: Person) -> None:
    """Wait until bulk work is done and shown."""
    person.wait(lambda: not person.program.campaign_files.storing)
    person.settle()


def assigned(path: Path) -> dict[str, set[int]]:
    """Return everybody's questions, as a fresh reading of the file has them."""
    with closing(State(path)) as state:
        catalog = state.catalog
        return {
            who.name: {int(catalog.answer_question[a]) for a in catalog.assigned_to(at).nonzero()[0]}
            for at, who in enumerate(catalog.assessors)
        }


def test_a_name_that_differs_only_in_case_is_asked_about_and_can_be_corrected(come: Come, path: Path) -> None:
    person = come(path, assessor="organiser")
    with_four(person)
    person.press("+")
    type_in(person, "ben")
    person.press("Return")
    assert "There is Ben already. Press Enter again if ben is a different person." in painted_words(person.window)
    person.press("Return")
    stored(person)
    assert [row.name for row in person.desk.model.rows] == [*FOUR, "ben"]
    person.desk.view.choose(4)
    person.press("R", "Shift+Tab", "Ctrl+A")
    type_in(person, "Eve")
    person.press("Return")
    stored(person)
    assert [row.name for row in person.desk.model.rows] == [*FOUR, "Eve"]
    person.press("Ctrl+J")
    type_in(person, "chie")
    person.press("Down", "Return")
    assert "Chie exists already. Is chie someone else?" in " ".join(painted_words(person.window))
    person.press("Return")
    assert person.session.catalog.assessors[person.session.assessor or 0].name == "Chie"
    assert len(person.session.catalog.assessors) == 6


def test_who_has_entered_something_keeps_the_name(come: Come, path: Path) -> None:
    person = come(path, assessor="organiser")
    with_four(person)
    person.program.sit("Ben")
    person.session.execute(Judge((0,), "correct"))
    person.settle()
    person.desk.view.choose(1)
    person.press("R", "Shift+Tab", "Ctrl+A")
    type_in(person, "Bill")
    person.press("Return")
    stored(person)
    assert "only assessors without entries can be renamed" in " ".join(painted_words(person.window))
    assert "Bill" not in person.session.catalog.assessor_named


def listed(person: Person) -> list[str]:
    """Return the names of the assessors on the page."""
    return [row.name for row in person.desk.model.rows]


def test_an_assessor_added_by_mistake_is_removed_and_comes_back_by_undo(come: Come, path: Path) -> None:
    person = come(path, assessor="organiser")
    with_four(person)
    person.desk.view.choose(1)
    person.press("Delete")
    assert person.program.message.startswith("Ben is removed; ")
    assert listed(person) == ["Ana Lindqvist", "Chie", "Dana"]
    assert "Ben" not in person.program.seats()
    person.press("A")
    planned(person)
    planner = person.window.findChild(Planner)
    assert planner is not None
    assert "Ben" not in planner.names
    person.press("Escape", "Ctrl+Z")
    assert listed(person) == [*FOUR]
    person.desk.view.choose(1)
    person.press("Delete", "+")
    type_in(person, "Ben")
    person.press("Return")
    stored(person)
    assert listed(person) == [*FOUR]
    assert len(person.session.catalog.assessors) == 5


def test_who_has_judged_or_is_to_judge_is_not_removed_and_all_reasons_are_named(come: Come, path: Path) -> None:
    person = come(path, assessor="organiser")
    with_four(person)
    person.program.sit("Ben")
    person.session.execute(Judge((0,), "correct"))
    person.program.sit("organiser")
    at = person.session.catalog.assessor_named["Ben"]
    person.session.execute(SetFact("panel", [person.session.catalog.assessors[at].code.hex()]))
    person.settle()
    person.desk.view.choose(1)
    person.press("Delete")
    assert "1 entry in the log, which keeps everything; they are on the panel" in person.program.message
    assert listed(person) == [*FOUR]


def planned(person: Person) -> None:
    """Wait until the planner has worked out what it comes to."""
    person.wait(lambda: (one := person.window.findChild(Planner)) is not None and not one.busy)
    person.settle()


def test_a_campaign_of_four_with_overlap_is_set_up_and_started_by_keys(come: Come, path: Path) -> None:
    person = come(path, assessor="organiser")
    with_four(person)
    assert [row.name for row in person.desk.model.rows] == list(FOUR)
    assert [row.cells()[1] for row in person.desk.model.rows] == ["not started"] * 4
    assert "Nobody has started. Assign questions to Ana Lindqvist, Ben, Chie and 1 other" in " ".join(
        painted_words(person.window)
    )
    person.press("A")
    planned(person)
    words = painted_words(person.window)
    assert "12 questions" in " ".join(words)
    person.press("Tab", "Tab")  # past the questions to the calibration set
    type_in(person, "4")
    planned(person)
    person.press("Ctrl+Return")
    person.wait(lambda: bool(person.session.catalog.assigned[0].size))
    person.settle()
    dealt = assigned(path)
    everybody = set.intersection(*(dealt[name] for name in FOUR))
    assert len(everybody) >= 4
    for question in range(24):
        judges = [name for name in FOUR if question in dealt[name]]
        assert len(judges) in {2, 4}
    sizes = [len(dealt[name]) for name in FOUR]
    assert max(sizes) - min(sizes) <= 1
    assert len(person.session.facts.calibration) == 4

    person.press("A")
    planned(person)
    person.window.findChild(Planner).form.clear.click()
    stored(person)
    assert not person.session.catalog.assigned[0].size
    assert len(person.session.facts.calibration) == 4

    person.press("Shift+M")
    assert person.session.facts.mode == "judging"
    assert person.window.desk == "campaign"
    assert "wombat" in person.words()
    person.press("Ctrl+J")
    type_in(person, "Ben")
    person.press("Return")
    assert not {"scores", "spaces", "campaign"} & set(person.window.available())
    assert person.window.desk == "judge"
    answer = person.desk.queue_cursor.answer
    person.press("1")
    assert person.session.content_of(answer).label == "correct"
    assert not {"wombat", "quokka"} & set(person.words())
    person.close()


def test_only_who_says_they_organize_sees_the_runs(come: Come, path: Path) -> None:
    with closing(open_session(path, assessor="organiser")) as session:
        session.execute(SetFact("mode", "judging"))
        session.flush()
    person = come(path, assessor="Ana Lindqvist")
    person.press("Ctrl+6", "Ctrl+M", "Ctrl+Shift+A")
    assert person.window.desk == "judge"
    visible = {action.objectName() for action in person.window.registry.findChildren(QAction) if action.isVisible()}
    assert {name for name in visible if name.startswith("campaign.")} == {"campaign.organise"}
    person.window.registry.trigger("campaign.organise")
    person.settle()
    assert "Do you organize this collection?" in person.words()
    person.press("Return")
    assert not {"scores", "spaces", "campaign"} & set(person.window.available())
    person.window.registry.trigger("campaign.organise")
    person.settle()
    person.press("Left", "Return")
    assert person.window.desk == "campaign"
    assert "scores" in person.window.available()
    person.close()
    again = come()
    assert again.session.path == path
    assert not organizes(again.session)
    assert not {"scores", "spaces", "campaign"} & set(again.window.available())


def test_what_comes_back_is_merged_and_a_folder_is_followed(come: Come, path: Path, tmp_path: Path) -> None:
    person = come(path, assessor="organiser")
    with_four(person)
    person.press("A")
    planned(person)
    person.press("Ctrl+Return")
    person.wait(lambda: bool(person.session.catalog.assigned[0].size))
    person.settle()
    folder = tmp_path / "own"
    folder.mkdir()
    person.program.campaign_files.write_own("Ben", folder / "ben.jury")
    person.settle()
    assert "ben.jury is ready for Ben." in person.words()
    with closing(open_session(folder / "ben.jury")) as own:
        for answer in range(3):
            own.execute(Judge((answer,), "correct"))
        own.flush()

    (copy_message,) = (one for one in person.window.findChildren(QAbstractButton) if one.text() == "Copy message")
    copy_message.click()
    assert "Hello Ben," in QGuiApplication.clipboard().text()
    person.program.campaign_files.preview_paths(person.window, [folder / "ben.jury"])
    person.wait(lambda: "Merging adds 3 entries." in person.words())
    assert any("Nothing has been changed yet" in text for text in person.words())
    (ben,) = (row for row in person.desk.model.rows if row.name == "Ben")
    assert ben.progress.judged == 0
    person.press("Return")
    stored(person)
    assert "3 entries are new." in person.words()
    (ben,) = (row for row in person.desk.model.rows if row.name == "Ben")
    assert ben.progress.judged == 3

    person.program.campaign_files.follow_folder(folder, path)
    person.wait(lambda: person.program.campaign_files.follower is not None)
    person.settle()
    assert person.window.desk == "campaign"
    assert person.session.path != path
    person.press("Shift+M")
    assert person.session.facts.mode == "open"
    with closing(open_session(folder / "ben.jury")) as own:
        own.execute(Judge((3,), "incorrect"))
        own.flush()
    person.program.campaign_files.look()
    who = person.session.catalog.assessor_named["Ben"]
    person.wait(lambda: int((person.session.ledger.labels[who] != 0).sum()) == 4)
    copy = person.session.path
    person.close()
    assert not copy.exists()


def test_handing_out_needs_no_own_words(come: Come, path: Path) -> None:
    with closing(open_session(path, assessor="Ana Lindqvist")) as session:
        session.flush()
    result = hand_out(path, "Ana Lindqvist", path.with_name("own.jury"))
    person = come(result.path)
    assert not {"scores", "spaces", "campaign"} & set(person.window.available())
    assert person.session.catalog.runs == ()
    person.press("1", "2")
    assert int((person.session.ledger.labels[0] != 0).sum()) == 2
