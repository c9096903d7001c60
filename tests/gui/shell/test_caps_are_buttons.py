"""Wherever a key cap is painted, a click on it does what the key does."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from demo_file import demo_file
from person import Person
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QEnterEvent, QImage, QPainter, QRegion
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QApplication, QFileDialog, QWidget
from sweeps import swept

from jurybox_gui.actions.keymap import is_typing
from jurybox_gui.dialogs.keys_sheet import SheetBody
from jurybox_gui.widgets import keycaps
from jurybox_gui.widgets.keycaps import KeyCap
from jurybox_gui.widgets.overlay import Overlay

Come = Callable[..., Person]


class Cap(NamedTuple):
    """A cap that a widget paints, and the middle of it there."""

    key: str
    widget: QWidget
    spot: QPoint


@pytest.fixture
def caps_in(monkeypatch: pytest.MonkeyPatch) -> Callable[[QWidget], list[Cap]]:
    """Return a function that finds every cap which the visible parts of a widget paint."""
    painted: list[tuple[str, QPoint]] = []
    paint_box, cap_text = keycaps.paint_box, keycaps.cap_text

    def print_name(name: str) -> str:
        if painted and not painted[-1][0]:
            painted[-1] = name, painted[-1][1]
        return cap_text(name)

    def paint_ground(painter: QPainter, box: QRectF, *look: Any) -> None:
        if len(look) == 3:
            painted.append(("", painter.deviceTransform().map(box.center()).toPoint()))
        paint_box(painter, box, *look)

    monkeypatch.setattr(keycaps, "cap_text", print_name)
    monkeypatch.setattr(keycaps, "paint_box", paint_ground)

    def find(root: QWidget) -> list[Cap]:
        found = []
        for widget in root.findChildren(QWidget):
            if widget.isVisible() and not widget.visibleRegion().isEmpty():
                painted.clear()
                image = QImage(widget.size(), QImage.Format.Format_ARGB32)
                QWidget.render(widget, image, QPoint(), QRegion(), QWidget.RenderFlag(0))
                found += [Cap(name, widget, spot) for name, spot in painted if widget.visibleRegion().contains(spot)]
        return found

    return find


def put_away(person: Person, desk: str) -> None:
    """Close what a click opened, and come back to the desk."""
    while (popup := QApplication.activePopupWidget()) is not None:
        popup.close()
    for sheet in person.window.findChildren(Overlay):
        sheet.dismiss()
    while (field := QApplication.focusWidget()) is not None and is_typing(field):
        person.window.desk_widget(person.window.desk).setFocus()
    if person.window.desk != desk:
        person.window.show_desk(desk)
    if desk in {"nuggets", "lists"}:
        person.press("Esc")  # leaves what was begun, such as a merge
        if desk == "nuggets" and person.window.desk == desk and not person.desk.may_judge():
            person.press("Shift+T")  # all responses in one list: nothing is judged there
    person.settle()


def click(person: Person, cap: Cap) -> str:
    """Click on a cap; return "" where that did something, else what is wrong."""
    did: list[str] = []
    registry, entries = person.window.registry, len(person.session.ledger)
    registry.triggered.connect(did.append)
    button = cap.widget if isinstance(cap.widget, QAbstractButton) else None
    if button is not None:
        button.clicked.connect(lambda: did.append(cap.key))
        if not button.isEnabled():
            return ""  # it looks so, and its key does nothing either
    QTest.mouseClick(cap.widget, Qt.MouseButton.LeftButton, pos=cap.spot)
    person.settle()
    registry.triggered.disconnect(did.append)
    if did or len(person.session.ledger) != entries or cap.widget.hasFocus():
        return ""
    return f"{cap.key} in {type(cap.widget).__name__} is paint"


PLACES = [
    ("validation", "spaces"),
    *swept(
        [
            ("validation", "judge"),
            ("validation", "disagreements"),
            ("series", "nuggets"),
            ("validation", "scores"),
            ("validation", "studies"),
            ("validation", "campaign"),
            ("series", "judge"),
            ("series", "lists"),
            ("community", "judge"),
            ("community", "disagreements"),
        ]
    ),
]


@pytest.mark.parametrize(("demo", "desk"), PLACES)
def test_every_cap_of_a_desk_is_a_button(
    come: Come,
    tmp_path: Path,
    caps_in: Callable[[QWidget], list[Cap]],
    monkeypatch: pytest.MonkeyPatch,
    demo: str,
    desk: str,
) -> None:
    monkeypatch.setattr(QFileDialog, "open", lambda _dialog: None)
    person = come(demo_file(tmp_path / "demo.jury", demo), assessor="visitor", desk=desk)
    person.window.resize(1280, 800)
    person.settle()
    assert person.window.desk == desk
    wrong: dict[tuple[str, type], str] = {}
    while left := [cap for cap in caps_in(person.window) if (cap.key, type(cap.widget)) not in wrong]:
        wrong[left[0].key, type(left[0].widget)] = click(person, left[0])  # labels get new buttons by it
        put_away(person, desk)
    assert len(wrong) > 1
    assert [one for one in wrong.values() if one] == []


@pytest.mark.parametrize("action", ["edit.settings", *swept(["edit.keys", "help.read", "edit.find"])])
def test_every_cap_of_a_sheet_is_a_button(
    come: Come, tmp_path: Path, caps_in: Callable[[QWidget], list[Cap]], action: str
) -> None:
    person = come(demo_file(tmp_path / "demo.jury"), assessor="visitor")
    assert person.window.registry.trigger(action)
    person.settle()
    (sheet,) = [one for one in person.window.findChildren(Overlay) if one.is_open]
    (close,) = [cap for cap in caps_in(sheet) if cap.key == "Esc"]
    assert isinstance(close.widget, QAbstractButton)
    assert close.widget.accessibleName() == "Close: Esc"
    QTest.mouseClick(close.widget, Qt.MouseButton.LeftButton, pos=close.spot)
    assert not sheet.is_open


@pytest.mark.sweep
def test_caps_of_arrows_move_the_choice(come: Come, tmp_path: Path, caps_in: Callable[[QWidget], list[Cap]]) -> None:
    person = come(demo_file(tmp_path / "demo.jury"), assessor="visitor")
    assert person.window.registry.trigger("edit.find")
    QTest.keyClicks(QApplication.focusWidget(), "e")
    person.settle()
    (sheet,) = [one for one in person.window.findChildren(Overlay) if one.is_open]
    caps = {cap.key: cap for cap in caps_in(sheet) if isinstance(cap.widget, KeyCap)}
    view = sheet.findChild(QAbstractItemView)
    row = view.currentIndex().row()
    seen = []
    for key in ("Down", "Down", "Up"):
        # The pointer comes to the cap, whatever it is over in a window that another test left.
        spot, widget = QPointF(caps[key].spot), caps[key].widget
        QApplication.sendEvent(widget, QEnterEvent(spot, spot, widget.mapToGlobal(spot)))
        QTest.mouseClick(caps[key].widget, Qt.MouseButton.LeftButton, pos=caps[key].spot)
        seen.append(view.currentIndex().row())
    assert row < seen[0] == seen[2] < seen[1]
    assert QApplication.focusWidget().text() == "e"


@pytest.mark.sweep
def test_a_cap_of_the_sheet_of_keys_does_what_its_key_does(come: Come, tmp_path: Path) -> None:
    person = come(demo_file(tmp_path / "demo.jury", "validation"), assessor="visitor")
    done: list[str] = []
    person.window.registry.triggered.connect(done.append)
    here = person.desk.queue_cursor.answer
    for key, action in (("2", "judge.label.2"), ("Shift+G", "judge.guidelines"), ("Ctrl+K", "edit.find")):
        person.press("?")
        (body,) = person.window.findChildren(SheetBody)
        cap = next(box for name, box in body.caps() if name == key)
        QTest.mouseClick(body, Qt.MouseButton.LeftButton, pos=cap.center().toPoint())
        person.settle()
        assert done[-1] == action
        assert not body.isVisible()
    assert person.session.content_of(here).label == "incorrect"
