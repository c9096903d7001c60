"""Words that had no room are told by a tip, before what the tip says otherwise."""

from PySide6.QtCore import QEvent, QPoint, QRect
from PySide6.QtGui import QHelpEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QApplication, QToolTip, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from jurybox_gui.theme.fonts import font
from jurybox_gui.widgets.cut_tips import TellsCutLines, TipsOfCutLines, cut_lines
from jurybox_gui.widgets.labels import PlainLabel
from jurybox_gui.widgets.painting import paint_text
from jurybox_gui.widgets.tips import set_tip

LONG = "A sentence <b>that</b> is much longer than the room that it has"


class Two(TellsCutLines, QWidget):
    """Paints a cut line above a whole one."""

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        painter = QPainter(self)
        paint_text(painter, QRect(0, 0, self.width(), 20), LONG, font(13), "#000000")
        paint_text(painter, QRect(0, 20, self.width(), 20), "Short", font(13), "#000000")
        painter.end()


def told(widget: QWidget, at: QPoint) -> str:
    """Return the tip that Qt shows there: it asks the widget, then what holds it."""
    QToolTip.showText(QPoint(), "")
    here: QWidget | None = widget
    while here is not None:
        event = QHelpEvent(QEvent.Type.ToolTip, here.mapFromGlobal(widget.mapToGlobal(at)), QPoint())
        if QApplication.sendEvent(here, event) and event.isAccepted():
            return QToolTip.text()
        here = here.parentWidget()
    return ""


def test_a_cut_label_without_a_tip_is_told_by_what_holds_it(qtbot: QtBot) -> None:
    whole = TipsOfCutLines()
    qtbot.addWidget(whole)
    cut, short = PlainLabel(LONG, elide=True), PlainLabel("Short", elide=True)
    column = QVBoxLayout(whole)
    column.addWidget(cut)
    column.addWidget(short)
    whole.resize(160, 80)
    whole.show()
    assert told(cut, cut.rect().center()) == (
        "<qt>A sentence &lt;b&gt;that&lt;/b&gt; is much longer than the room that it has</qt>"
    )
    assert not told(short, short.rect().center())
    assert [line.text for line in cut_lines(whole)] == [LONG]
    whole.resize(900, 80)
    whole.grab()
    assert not told(cut, cut.rect().center())


def test_a_tip_of_its_own_comes_after_the_cut_line(qtbot: QtBot) -> None:
    two = Two()
    qtbot.addWidget(two)
    two.resize(160, 40)
    set_tip(two, "What it is for")
    two.show()
    assert told(two, QPoint(20, 10)).endswith("room that it has<br>What it is for</qt>")
    assert told(two, QPoint(20, 30)) == "<qt>What it is for</qt>"
    set_tip(two, LONG)
    assert told(two, QPoint(20, 10)).count("sentence") == 1
