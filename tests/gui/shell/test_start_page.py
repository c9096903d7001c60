"""The start page: what it lists, by which keys it opens it, what it says of files that are gone."""

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from demo_file import demo_file
from person import Person
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QScrollArea
from series import ITEMS, LISTED, series_collection
from small import small_collection

from jurybox.commands import Judge, Match
from jurybox.demos import demos
from jurybox.formats.registry import FORMATS
from jurybox.measures import measure
from jurybox.session import open_session
from jurybox_gui.desks.start.drop_field import DROPPABLES, DropField
from jurybox_gui.desks.start.page import StartPage
from jurybox_gui.desks.start.recent import describe
from jurybox_gui.desks.start.rows import StartRow
from jurybox_gui.widgets.cut_tips import cut_lines
from jurybox_gui.widgets.probe import painted_words

Come = Callable[..., Person]
_PLAIN = Qt.KeyboardModifier.NoModifier


def opened_before(home: Path, *paths: Path) -> None:
    """Write the settings of somebody who opened these collections, the last one first."""
    import json

    (home / "settings.json").write_text(json.dumps({"recent": [str(path) for path in paths]}))


@pytest.mark.sweep
def test_recent_collections_stand_with_digits_and_figures(come: Come, home: Path, tmp_path: Path) -> None:
    half = small_collection(tmp_path / "half.jury", labels=[(0, at, "correct") for at in range(6)])
    done = small_collection(
        tmp_path / "done.jury", questions=1, answers=1, runs=("r",), assessors=("A",), labels=[(0, 0, "correct")]
    )
    opened_before(home, half, done, tmp_path / "gone.jury")
    person = come()
    person.wait(lambda: "6 of 12" in painted_words(person.window))
    words = painted_words(person.window)
    assert "half.jury, 2 runs, 12 answers, 2 assessors" in words
    assert "done.jury, 1 run, 1 answer, 1 assessor" in words
    assert "all" in words
    assert any(word.startswith("today ") for word in words)
    assert any(word.startswith("Moved or deleted: ") for word in words), "the path may be cut"
    assert any(f"Moved or deleted: {tmp_path / 'gone.jury'}" in word for word in person.words())
    assert {"1", "2", "3", "6"} <= set(words)


def test_names_of_recent_collections_have_room_on_a_projector(come: Come, home: Path, tmp_path: Path) -> None:
    opened_before(home, demo_file(tmp_path / "community.jury", "community"))
    person = come()
    person.window.resize(960, 540)
    person.wait(lambda: "267 of 291" in painted_words(person.window))
    (row,) = [row for row in person.window.findChildren(StartRow) if row.row.key == "1"]
    assert row.row.name == "Asking a community"
    words = painted_words(row)
    assert row.row.name in words
    assert any(word.startswith("community.jury, 11 runs, 291 answers") for word in words)


def test_a_digit_opens_and_what_it_opened_comes_first_next_time(come: Come, home: Path, tmp_path: Path) -> None:
    first, second = (small_collection(tmp_path / name) for name in ("a.jury", "b.jury"))
    opened_before(home, first, second)
    person = come()
    person.press("2")
    person.wait(lambda: person.program.bridge is not None)
    person.settle()
    assert person.session.path == second
    assert person.program.settings["recent"] == [str(second), str(first)]
    person.window.show_desk("start")
    person.settle()
    assert person.window.desk == "start"
    person.press("2")
    person.wait(lambda: person.session.path == first)
    person.settle()


def test_a_french_digit_opens_and_a_held_one_opens_once(come: Come, home: Path, tmp_path: Path) -> None:
    first, second = (small_collection(tmp_path / name) for name in ("a.jury", "b.jury"))
    opened_before(home, first, second)
    person = come()
    opened: list[Path] = []
    person.program.open_file = opened.append
    for repeat in (False, True, True):
        event = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Eacute, _PLAIN, 11, 0, 0, "é", repeat)
        QApplication.sendEvent(QApplication.focusWidget(), event)
    assert opened == [second]


@pytest.mark.sweep
def test_arrows_and_enter_open_the_demo(come: Come, home: Path, tmp_path: Path) -> None:
    opened_before(home, small_collection(tmp_path / "a.jury"))
    person = come()
    person.press("Down", "Down", "Up", "Up")  # round to the last demo
    assert person.window.findChild(StartPage) is not None
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)
    person.wait(lambda: person.program.bridge is not None)
    person.settle()
    assert person.session.path.name.startswith("validation-")
    assert home in person.session.path.parents
    assert "V" in person.session.catalog.questions[0].name
    before = person.session.path
    person.program.open_demo()
    person.wait(lambda: person.session.path != before)
    person.settle()
    assert before.exists()


def test_a_row_of_a_file_that_is_gone_tells_so(come: Come, home: Path, tmp_path: Path) -> None:
    opened_before(home, tmp_path / "gone.jury")
    person = come()
    person.press("1")
    person.settle()
    assert person.program.message == f"{tmp_path / 'gone.jury'} does not exist."
    assert person.window.desk == "start"


def test_describing_never_raises(tmp_path: Path) -> None:
    path = small_collection(tmp_path / "x.jury")
    data = path.read_bytes()
    for size in (0, 50, 100, 5000, 20000):
        path.write_bytes(data[:size])
        row = describe(path, "1")
        assert row.key == "1"
        assert row.name
    assert describe(tmp_path, "2").aside


def test_answers_that_were_matched_with_nuggets_are_judged(tmp_path: Path) -> None:
    made = series_collection(tmp_path / "series.jury")
    with closing(open_session(made, assessor="Ana")) as session:
        session.execute(Judge(LISTED[:2], "correct"))
        session.execute(Match(ITEMS[0], 0, "no"))
    assert describe(made, "1").figures == "3 of 11"


def test_rows_keep_their_height_in_a_low_window_and_scroll(come: Come, home: Path, tmp_path: Path) -> None:
    opened_before(home, *(small_collection(tmp_path / f"{n}.jury") for n in range(5)))
    person = come()
    person.window.resize(960, 540)
    person.settle()
    (page,) = person.window.findChildren(StartPage)
    assert len(page.rows) == 8
    assert all(row.height() >= row.sizeHint().height() for row in page.rows)
    first, last = page.rows[0], page.rows[-1]
    assert last.visibleRegion().boundingRect().height() < last.height()
    person.press("Up")
    assert last.hasFocus()
    assert last.visibleRegion().boundingRect().height() == last.height()
    person.press("Down")
    assert first.hasFocus()
    assert first.visibleRegion().boundingRect().height() == first.height()


def test_what_is_left_to_do_is_ones_own(tmp_path: Path) -> None:
    """All answers of the demo have labels of others; the part of who sits there is open."""
    path = demo_file(tmp_path / "v.jury")
    row = describe(path, "1")
    assert (row.figures, row.share) == ("0 of 20", 0.0)
    assert row.aside.endswith("your part as visitor")
    with closing(open_session(path, assessor="visitor")) as session:
        mine = session.catalog.assigned_to(session.assessor or 0).nonzero()[0].tolist()
        session.execute(Judge((mine[0],), "correct"))
    assert describe(path, "1").figures == "1 of 20"


def test_every_format_is_named_where_files_are_dropped() -> None:
    named = [name for one in DROPPABLES for name in one.formats]
    assert sorted(named) == sorted(FORMATS)


def test_every_demo_has_an_icon_and_a_promise_of_its_own(come: Come) -> None:
    person = come()
    (page,) = person.window.findChildren(StartPage)
    rows = [row.row for row in page.rows]
    assert [row.aside for row in rows] == [one.promise for one in demos()]
    assert all(row.aside for row in rows)
    assert len({row.icon for row in rows}) == len(rows)


def test_the_leader_changes_while_three_answers_are_judged(come: Come, tmp_path: Path) -> None:
    """What the start page promises of the demo of validation, when one labels as the others did."""
    person = come(demo_file(tmp_path / "v.jury"))
    session, words, leaders = person.session, person.session.ledger.codes, []
    for _ in range(3):
        answer = person.desk.here
        others = {words.word(int(codes[answer])) for codes in session.ledger.labels} - {"", None}
        leaders.append(leader(person))
        person.press("1" if "correct" in others else "2")
    assert len({*leaders, leader(person)}) > 1, leaders


def leader(person: Person) -> str:
    """Return the run that leads in the ranking beside the answer."""
    board = person.program.bridge.scoreboard  # type: ignore[union-attr]
    return str(board.standing(measure("F1"))[0].name)


def test_every_word_of_what_can_be_dropped_has_room_in_a_high_window(come: Come, home: Path) -> None:
    person = come()
    for size in ((1280, 800), (1920, 1080)):
        person.window.resize(*size)
        person.settle()
        (field,) = person.window.findChildren(DropField)
        assert field.height() == field.needed()
        assert [line.text for line in cut_lines(field)] == []


def test_the_start_page_of_a_low_window_needs_no_scrolling(come: Come, home: Path) -> None:
    person = come()
    person.window.resize(960, 540)
    person.settle()
    (page,) = person.window.findChildren(StartPage)
    (scroll,) = page.findChildren(QScrollArea)
    assert scroll.verticalScrollBar().maximum() == 0
    (field,) = page.findChildren(DropField)
    assert [line.text for line in cut_lines(field)] == [], "every word of what can be dropped has room"
