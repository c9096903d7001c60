"""Zoom of the whole window: its steps, its limit on a small screen, and the scale that Qt is given."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from boards import list_collection
from demo_file import demo_file
from person import Person
from PySide6.QtCore import QPoint, QPointF, QSize, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from jurybox.settings import Settings
from jurybox_gui.core.pending import end_pauses
from jurybox_gui.shell.session_restore import last_session, remember_session, restore_size
from jurybox_gui.shell.zoom import REOPEN, STEPS, keep_zoom, largest, scaled, stepped, zoom_of

Come = Callable[..., Person]


def test_zoom_goes_by_steps_and_back() -> None:
    assert [stepped(100, way) for way in (1, -1, 0)] == [110, 90, 100]
    assert stepped(300, 1) == 300
    assert stepped(STEPS[0], -1) == STEPS[0]
    assert stepped(200, 0) == 100


@pytest.mark.parametrize(
    ("screen", "at", "most"),
    [((1920, 1080), 100, 200), ((960, 540), 100, 100), ((960, 540), 200, 200), ((640, 480), 100, 70)],
)
def test_no_zoom_leaves_less_room_than_the_desks_need(screen: tuple[int, int], at: int, most: int) -> None:
    assert largest(QSize(*screen), at) == most


@pytest.mark.parametrize("kept", [{}, {"zoom": []}, {"zoom": ["large"]}, {"zoom": ["99"]}, {"zoom": "125"}])
def test_a_zoom_that_there_is_not_is_none(tmp_path: Path, kept: dict[str, object]) -> None:
    path = tmp_path / "settings.json"
    path.write_text(json.dumps({"display": kept}), encoding="utf-8")
    assert zoom_of(Settings(path)) == 100


def test_the_zoom_multiplies_the_scale_of_the_desktop(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only for Qt in this program: what it starts later has the desktop's scale alone."""
    monkeypatch.setenv("QT_SCALE_FACTOR", "2")
    with scaled(125):
        assert float(os.environ["QT_SCALE_FACTOR"]) == 2.5
    assert os.environ["QT_SCALE_FACTOR"] == "2"
    monkeypatch.delenv("QT_SCALE_FACTOR")
    with scaled(150):
        assert float(os.environ["QT_SCALE_FACTOR"]) == 1.5
    with scaled(100):
        assert "QT_SCALE_FACTOR" not in os.environ


def test_qt_takes_the_zoom() -> None:
    code = "from jurybox_gui.run import qt_application\nprint(qt_application(150).primaryScreen().devicePixelRatio())"
    environment = os.environ | {"QT_QPA_PLATFORM": "offscreen"}
    environment.pop("QT_SCALE_FACTOR", None)
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=True)
    assert ran.stdout.strip() == "1.5"


def test_a_window_is_as_large_on_the_screen_at_any_zoom(person_window: Person) -> None:
    window, settings = person_window.window, person_window.program.settings
    window.resize(760, 520)
    remember_session(settings, window, None, 125)
    assert settings["session"]["size"] == ["950x650"]
    window.resize(720, 480)
    restore_size(window, settings, 125)
    assert (window.width(), window.height()) == (760, 520)


@pytest.fixture
def person_window(come: Come) -> Person:
    """Somebody before the start page."""
    return come()


def test_keys_change_the_zoom_and_the_program_begins_again(
    person_window: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    person = person_window
    monkeypatch.setattr("jurybox_gui.shell.application.largest", lambda _size, _zoom: 200)
    program = person.program
    person.press("Ctrl++", "Ctrl++")
    assert zoom_of(program.settings) == 125
    assert program.message == "Zoom 125 % is used when Jurybox is next started."
    person.press("Ctrl+0")
    assert (zoom_of(program.settings), program.message) == (100, "")
    keep_zoom(program.settings, 200)
    person.press("Ctrl++")
    assert program.message == "Zoom stays at 200 %: at 250 % the desks would not fit this screen."
    program.may_begin_again = True
    closed = []
    monkeypatch.setattr(program, "quit", lambda: closed.append(True))
    person.press("Ctrl+-")
    assert closed
    assert not program.begins_again, "a window that stays open keeps the program"


def test_the_program_that_begins_again_reopens_what_was_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings, file = Settings(tmp_path / "settings.json"), tmp_path / "c.jury"
    file.touch()
    settings["restore"] = False
    settings["session"] = {"file": [str(file)], "desk": ["scores"]}
    assert last_session(settings) is None
    monkeypatch.setenv(REOPEN, "1")
    last = last_session(settings)
    assert last is not None
    assert (last.path, last.desk) == (file, "scores")


def test_a_board_is_reopened_where_one_was(come: Come, tmp_path: Path) -> None:
    person = come(list_collection(tmp_path / "l.jury", answers=9), assessor="Ana")
    person.program.bridge.goto(5)  # type: ignore[union-attr]
    person.settle()
    assert (person.window.desk, person.desk.here) == ("lists", 5)
    person.close()
    again = come()
    again.wait(lambda: again.program.bridge is not None)
    again.settle()
    assert (again.window.desk, again.desk.here) == ("lists", 5)


def turn(window: QWidget, over: QWidget, notches: int) -> None:
    """Turn the wheel over a widget of a window with Ctrl held."""
    spot = over.mapTo(window, over.rect().center())
    turned = QPoint(0, 120 * notches)
    control = Qt.KeyboardModifier.ControlModifier
    QTest.wheelEvent(window.windowHandle(), QPointF(spot), turned, QPoint(), control)
    QApplication.processEvents()


def test_ctrl_and_the_wheel_zoom_the_window_and_size_the_answers(
    come: Come, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("jurybox_gui.shell.application.largest", lambda _size, _zoom: 200)
    person = come(demo_file(tmp_path / "d.jury", "validation"))
    settings = person.program.settings
    before = settings["text_size"]
    turn(person.window, person.desk.pane.viewport(), 1)
    assert (settings["text_size"], zoom_of(settings)) == (before + 1, 100)
    person.settle()
    assert person.desk.pane.font().pixelSize() == before + 1
    turn(person.window, person.window.status, 1)
    assert zoom_of(settings) == 110
    turn(person.window, person.window.status, -1)
    assert zoom_of(settings) == 100


def test_a_zoom_chosen_just_before_the_end_is_used_at_the_next_start(come: Come, home: Path) -> None:
    person = come()
    QTest.keyClick(person.window, Qt.Key.Key_Minus, Qt.KeyboardModifier.ControlModifier)
    person.window.close()
    end_pauses()  # nothing is left that could use it now
    assert zoom_of(Settings(home / "settings.json")) == 90
