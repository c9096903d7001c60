"""Buttons click, say what they are, and the label in force can be seen without color."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QAbstractButton, QLineEdit, QScrollArea, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.theme import Choice, Theme, theme
from jurybox_gui.theme.tokens import DARK, LIGHT, MARKERS, Grid, RunStyle
from jurybox_gui.widgets.buttons import PlainButton
from jurybox_gui.widgets.choices import CheckBox
from jurybox_gui.widgets.focus import FocusRing
from jurybox_gui.widgets.glyphs import LABELS, label_colors, paint_label_glyph
from jurybox_gui.widgets.hint_button import HintButton
from jurybox_gui.widgets.hint_row import hint_buttons
from jurybox_gui.widgets.keycaps import KeyCap, key_cap_width
from jurybox_gui.widgets.label_button import LabelButton, least_width
from jurybox_gui.widgets.painting import text_width
from jurybox_gui.widgets.rail import Rail, RailEntry
from jurybox_gui.widgets.runmarks import marker_path, paint_run_marker
from jurybox_gui.widgets.slider import Slider

Dress = Callable[[Choice], Theme]
ENTRIES = [
    RailEntry("judge", "Judge", "judge", "Ctrl+1"),
    RailEntry("d", "Disagreements", "disagreements", short="Disagree"),
]


def canvas(side: int = 26, ground: str = "#FFFFFF") -> QImage:
    made = QImage(side, side, QImage.Format.Format_RGB32)
    made.fill(QColor(ground))
    return made


def glyph(label: str, side: int = 26, *, gray: bool = True) -> QImage:
    made = canvas(side)
    painter = QPainter(made)
    paint_label_glyph(painter, QRectF(0, 0, side, side), label, LIGHT, gray=gray)
    painter.end()
    return made


def differing(one: QImage, other: QImage) -> int:
    spots = [(x, y) for x in range(one.width()) for y in range(one.height())]
    return sum(abs(one.pixelColor(*at).lightness() - other.pixelColor(*at).lightness()) > 60 for at in spots)


@pytest.mark.parametrize("side", [16, 26])
def test_every_label_is_shown_by_its_shape_alone(dressed: Dress, side: int) -> None:
    dressed("light")
    drawn = {label: glyph(label, side) for label in LABELS}
    names = list(LABELS)
    for n, one in enumerate(names):
        for other in names[n + 1 :]:
            assert differing(drawn[one], drawn[other]) >= side // 3, f"{one} and {other}"


def test_gray_is_gray_and_painters_are_left_as_they_were(dressed: Dress) -> None:
    dressed("light")
    shown = glyph("correct")
    colors = [shown.pixelColor(x, 13) for x in range(26)]
    assert all(c.red() == c.green() == c.blue() for c in colors)
    made = canvas()
    painter = QPainter(made)
    painter.setPen(QColor("#123456"))
    for label in (*LABELS, "unknown label"):
        paint_label_glyph(painter, QRectF(0, 0, 26, 26), label, DARK)
    assert painter.pen().color() == QColor("#123456")
    painter.end()
    assert label_colors("A", LIGHT).color == LIGHT.good
    assert label_colors("unheard of", LIGHT).color == LIGHT.slate


@pytest.mark.parametrize("marker", MARKERS)
def test_markers_are_of_one_size_and_open_ones_are_hollow(dressed: Dress, marker: str) -> None:
    dressed("light")
    box = marker_path(marker).boundingRect()
    assert 0.85 <= box.width() <= 1.2
    for filled in (True, False):
        made = canvas(40, LIGHT.surf)
        painter = QPainter(made)
        middle = QRectF(made.rect()).center()
        paint_run_marker(painter, middle, 24, RunStyle("#AD3A57", marker, filled))
        painter.end()
        ink = made.pixelColor(20, 20)
        assert (ink == QColor("#AD3A57")) is filled


def test_a_halo_frees_the_marker_from_its_row(dressed: Dress) -> None:
    dressed("light")
    made = canvas(40, LIGHT.accsoft)
    painter = QPainter(made)
    style = theme().run_style(0)
    paint_run_marker(painter, QRectF(made.rect()).center(), 12, style, halo=LIGHT.surf)
    painter.end()
    assert made.pixelColor(20, 20 - 8) == QColor(LIGHT.surf)
    assert made.pixelColor(2, 2) == QColor(LIGHT.accsoft)
    with pytest.raises(ValueError, match="no marker"):
        marker_path("pentagram")


@pytest.fixture
def button(qtbot: QtBot, dressed: Dress) -> LabelButton:
    dressed("light")
    made = LabelButton("B", "Partly answers", "helps, incomplete", "2")
    qtbot.addWidget(made)
    made.resize(220, Grid.LABEL_BUTTON)
    made.show()
    return made


def ground(button: QAbstractButton) -> QColor:
    return button.grab().toImage().pixelColor(12, 10)


def test_the_states_of_a_label_button(button: LabelButton) -> None:
    button.setAttribute(Qt.WidgetAttribute.WA_UnderMouse, on=False)
    assert ground(button) == QColor(LIGHT.raised)
    button.setAttribute(Qt.WidgetAttribute.WA_UnderMouse)
    assert ground(button) == QColor(LIGHT.hover)
    button.given = True
    assert ground(button) == QColor(LIGHT.mids)
    assert "given" in button.accessibleName()
    button.setEnabled(False)
    assert ground(button) == QColor(LIGHT.win)


def test_a_label_button_says_what_it_is(button: LabelButton) -> None:
    assert button.accessibleName() == "Partly answers, key 2"
    assert button.accessibleDescription() == "helps, incomplete"
    button.set_key("")
    assert button.accessibleName() == "Partly answers"
    assert button.label == "B"


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space])
def test_buttons_are_clicked_by_keys(qtbot: QtBot, button: LabelButton, key: Qt.Key) -> None:
    with qtbot.waitSignal(button.clicked):
        qtbot.keyClick(button, key)


def test_the_name_is_whole_even_in_a_narrow_button(button: LabelButton) -> None:
    assert button.minimumSizeHint().width() < button.sizeHint().width()
    small = button._fitting_font(60).pixelSize()
    assert (button._fitting_font(500).pixelSize(), small) == (14, 12)


def test_plain_buttons_show_their_key(qtbot: QtBot, dressed: Dress) -> None:
    dressed("light")
    plain, keyed = PlainButton("Import"), PlainButton("Import", "Ctrl+I")
    for made in (plain, keyed):
        qtbot.addWidget(made)
    assert keyed.sizeHint().width() - plain.sizeHint().width() == key_cap_width("Ctrl+I") + 8
    assert keyed.accessibleName() == "Import, key Ctrl+I"
    keyed.set_key("")
    assert keyed.sizeHint() == plain.sizeHint()
    main = PlainButton("Import", main=True)
    qtbot.addWidget(main)
    main.resize(main.sizeHint())
    assert main.grab().toImage().pixelColor(8, main.height() // 2) == QColor(LIGHT.accent)
    main.setEnabled(False)
    assert main.grab().toImage().pixelColor(8, main.height() // 2) == QColor(LIGHT.win)


def test_key_caps_are_as_wide_as_their_words(qtbot: QtBot, dressed: Dress) -> None:
    dressed("light")
    assert key_cap_width("1") == 20
    assert key_cap_width("Backspace") > key_cap_width("Esc") > 20
    cap = KeyCap(("Up", "Down"), "choose")
    qtbot.addWidget(cap)
    assert cap.accessibleName() == "choose: ↑, ↓"
    one = KeyCap(("Up",), "choose")
    qtbot.addWidget(one)
    assert one.sizeHint().width() == cap.sizeHint().width() - key_cap_width("Down") - 4
    assert cap.minimumSizeHint() == cap.sizeHint()


def test_the_rail_changes_desks(qtbot: QtBot, dressed: Dress) -> None:
    dressed("light")
    rail = Rail(ENTRIES, [RailEntry("keys", "Keys", "keys", "?")])
    qtbot.addWidget(rail)
    rail.resize(Grid.RAIL, 600)
    rail.show()
    with qtbot.waitSignal(rail.chosen) as emitted:
        qtbot.mouseClick(rail.button("d"), Qt.MouseButton.LeftButton)
    assert emitted.args == ["d"]
    assert rail.button("d").isChecked()
    assert not rail.button("judge").isChecked()
    with qtbot.waitSignal(rail.pressed) as emitted:
        qtbot.mouseClick(rail.button("keys"), Qt.MouseButton.LeftButton)
    assert emitted.args == ["keys"]
    rail.set_available(["judge"])
    assert rail.button("judge").isVisible()
    assert not rail.button("d").isVisible()
    assert rail.button("keys").isVisible()
    rail.set_current(None)
    assert not any(rail.button(entry.id).isChecked() for entry in ENTRIES)


def test_the_rail_shortens_only_what_does_not_fit(qtbot: QtBot, dressed: Dress) -> None:
    dressed("light")
    narrow, wide = Rail(ENTRIES), Rail(ENTRIES, wide=True)
    for rail in (narrow, wide):
        qtbot.addWidget(rail)
    assert narrow.button("d").accessibleName() == "Disagreements"
    assert narrow.button("d").toolTip() == "<qt>Disagreements</qt>"
    assert narrow.button("judge").toolTip() == "<qt>Judge</qt>"  # its key is known in a window
    assert narrow.button("d")._word(62) == "Disagree"
    # How wide a word is depends on the font of the computer; where it fits, it stands whole.
    assert wide.button("d")._word(400) == "Disagreements"


def test_a_box_is_checked_by_mouse_and_key(qtbot: QtBot, dressed: Dress) -> None:
    dressed("light")
    box = CheckBox("Check <b>me</b>")
    qtbot.addWidget(box)
    box.show()
    qtbot.mouseClick(box, Qt.MouseButton.LeftButton, pos=QPoint(60, 10))
    assert box.isChecked()
    assert box.grab().toImage().pixelColor(7, box.height() // 2 - 5) == QColor(LIGHT.accent)
    qtbot.keyClick(box, Qt.Key.Key_Space)
    assert not box.isChecked()
    box.setTristate()
    box.setCheckState(Qt.CheckState.PartiallyChecked)
    assert not box.grab().isNull()


def test_a_slider_goes_where_it_is_clicked(qtbot: QtBot, dressed: Dress) -> None:
    dressed("light")
    slider = Slider("Class balance", ("1 %", "50 %", "99 %"))
    slider.setRange(1, 99)
    slider.set_marks((22,))
    qtbot.addWidget(slider)
    slider.resize(220, 50)
    slider.show()
    qtbot.mouseClick(slider, Qt.MouseButton.LeftButton, pos=QPoint(110, 18))
    assert slider.value() == 50
    assert slider.x_of(50) == pytest.approx(110, abs=1)
    qtbot.mousePress(slider, Qt.MouseButton.LeftButton, pos=QPoint(110, 18))
    qtbot.mouseMove(slider, QPoint(219, 18))
    qtbot.mouseRelease(slider, Qt.MouseButton.LeftButton, pos=QPoint(219, 18))
    assert slider.value() == 99
    qtbot.mousePress(slider, Qt.MouseButton.LeftButton, pos=QPoint(219, 18))
    qtbot.mousePress(slider, Qt.MouseButton.RightButton, pos=QPoint(219, 18))
    with qtbot.assertNotEmitted(slider.sliderReleased):
        qtbot.mouseRelease(slider, Qt.MouseButton.RightButton, pos=QPoint(219, 18))
    with qtbot.waitSignal(slider.sliderReleased):
        qtbot.mouseRelease(slider, Qt.MouseButton.LeftButton, pos=QPoint(219, 18))
    qtbot.keyClick(slider, Qt.Key.Key_Left)
    assert slider.value() == 98


def test_the_ring_follows_the_focus(qtbot: QtBot, dressed: Dress) -> None:
    dressed("light")
    window = QWidget()
    outer = QVBoxLayout(window)
    area = QScrollArea()
    inside = QWidget()
    inside.resize(200, 2_000)
    field = QLineEdit(inside)
    field.setGeometry(20, 20, 100, 24)
    plain = QWidget(inside)
    plain.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    plain.setGeometry(20, 60, 100, 24)
    area.setWidget(inside)
    outer.addWidget(area)
    ring = FocusRing(window)
    window.resize(300, 300)
    qtbot.addWidget(window)
    window.show()
    qtbot.waitExposed(window)
    window.activateWindow()
    field.setFocus()
    qtbot.waitUntil(ring.isVisible)
    where = field.mapTo(window, QPoint(0, 0))
    assert ring.geometry() == field.rect().translated(where).adjusted(-4, -4, 4, 4)
    area.verticalScrollBar().setValue(30)
    assert ring.geometry().top() == where.y() - 4 - 30
    area.verticalScrollBar().setValue(900)
    assert not ring.isVisible()
    area.verticalScrollBar().setValue(0)
    assert ring.isVisible()
    plain.setFocus()
    assert not ring.isVisible()
    plain.setProperty("ring", 6)
    field.setFocus()
    plain.setFocus()
    assert ring.isVisible()
    assert ring.radius_of(plain) == 6


def test_a_brief_name_takes_two_lines_before_it_is_cut(qtbot: QtBot) -> None:
    face = font(12, 600)
    for name in ("Unsupported", "Mayoría", "裏付けなし"):
        assert least_width(name, face) == text_width(name, face), "one word is not cut"
    for name, half in (("No se puede decidir", "No se puede"), ("判断できない", "きない")):
        assert least_width(name, face) == text_width(half, face)
    button = LabelButton("cannot-tell", "No se puede decidir", "text unusable", "K", brief=True)
    qtbot.addWidget(button)
    whole = LabelButton("cannot-tell", "No se puede decidir", "text unusable", "K")
    qtbot.addWidget(whole)
    assert button.minimumSizeHint().width() < whole.minimumSizeHint().width()


def test_two_keys_of_a_hint_are_printed_in_full_more_without_what_they_share(qtbot: QtBot) -> None:
    for count in (2, 4):
        hint = hint_buttons(("", "", "", "")[:count], "Question")
        qtbot.addWidget(hint)
        buttons = hint.findChildren(HintButton)
        for button in buttons:
            button.print_keys(("Ctrl+Up",))
        shared = "Ctrl+Up" if count == 2 else "Up"
        assert [button.caps for button in buttons] == [("Ctrl+Up",), *[(shared,)] * (count - 1)]
