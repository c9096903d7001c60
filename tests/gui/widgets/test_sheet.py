"""Every piece in every state on one sheet, in both themes: it paints without a warning and is whole."""

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from jurybox_gui.actions.registry import SheetRow
from jurybox_gui.dialogs.keys_sheet import KeysSheet
from jurybox_gui.dialogs.message import Message
from jurybox_gui.dialogs.palette import CommandPalette
from jurybox_gui.dialogs.palette_search import PaletteItem
from jurybox_gui.theme.palette import color
from jurybox_gui.theme.theme import Choice, Theme, theme
from jurybox_gui.theme.tokens import Grid, Px
from jurybox_gui.widgets.banner import Banner
from jurybox_gui.widgets.buttons import PlainButton
from jurybox_gui.widgets.combo import Combo
from jurybox_gui.widgets.empty_state import EmptyState
from jurybox_gui.widgets.fields import Field, SearchField
from jurybox_gui.widgets.focus import FocusRing
from jurybox_gui.widgets.glyphs import LABELS, paint_label_glyph
from jurybox_gui.widgets.keycaps import KeyCap
from jurybox_gui.widgets.label_button import LabelButton
from jurybox_gui.widgets.labels import PlainLabel
from jurybox_gui.widgets.progress import ProgressBar, ProgressLine
from jurybox_gui.widgets.rail import Rail, RailEntry
from jurybox_gui.widgets.runmarks import paint_run_marker
from jurybox_gui.widgets.side_column import SideColumn
from jurybox_gui.widgets.status_line import StatusLine
from jurybox_gui.widgets.text_pane import TextPane
from jurybox_gui.widgets.text_spans import Span

DESKS = [
    RailEntry("judge", "Judge", "judge", "Ctrl+1"),
    RailEntry("scores", "Scores", "scores", "Ctrl+2"),
    RailEntry("disagreements", "Disagreements", "disagreements", "Ctrl+3", short="Disagree"),
    RailEntry("spaces", "Spaces", "spaces", "Ctrl+4"),
    RailEntry("studies", "Studies", "studies", "Ctrl+5"),
]
TEXT = (
    "Two weeks without feeding is no trouble at all, and two months is usually fine if you treat it "
    "right before it goes in. 冷凍すればいいのです。\n\nنص عربي للاختبار\nThe grey liquid on top is alcohol."
)
Dress = Callable[[Choice], Theme]


class Marks(QWidget):
    """The runs and the labels, with color and without."""

    def __init__(self) -> None:
        super().__init__()
        self.setFixedHeight(200)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        tokens = theme().tokens
        for n in range(26):
            at = QPointF(20 + n % 13 * 42, 14 + n // 13 * 24)
            paint_run_marker(painter, at, 12, theme().run_style(n))
        painter.fillRect(QRectF(0, 56, self.width(), 26), color(tokens.accsoft))
        for n in range(13):
            at = QPointF(20 + n * 42, 69)
            paint_run_marker(painter, at, 11, theme().run_style(n), halo=tokens.surf)
        for n, label in enumerate(LABELS):
            for row, gray in enumerate((False, True)):
                box = QRectF(8 + n * 34, 96 + row * 32, 24, 24)
                paint_label_glyph(painter, box, label, tokens, gray=gray)
            paint_label_glyph(painter, QRectF(12 + n * 34, 164, 16, 16), label, tokens)
        painter.end()


def label_buttons() -> QWidget:
    box = QWidget()
    column = QVBoxLayout(box)
    rows = [
        [
            LabelButton("A", "Fully answers", "nothing else needed", "1"),
            LabelButton("B", "Partly answers", "helps, incomplete", "2"),
            LabelButton("C", "Does not answer", "wrong or off topic", "3"),
        ],
        [
            LabelButton("correct", "Correct", "and the text says so", "1"),
            LabelButton("incorrect", "Incorrect", "or not supported", "2"),
            LabelButton("cannot-tell", "Cannot tell", "text unusable", "3"),
        ],
        [
            LabelButton("A", "Fully", key="1", compact=True),
            LabelButton("C", "Not", key="3", compact=True),
            LabelButton("", "Majority", key="Return", compact=True),
        ],
    ]
    for buttons in rows:
        row = QHBoxLayout()
        row.setSpacing(4)
        for button in buttons:
            row.addWidget(button)
        column.addLayout(row)
    rows[0][1].setAttribute(Qt.WidgetAttribute.WA_UnderMouse)
    rows[0][2].setEnabled(False)
    rows[1][1].given = True
    rows[1][1].setObjectName("focused")
    return box


def left_part() -> QWidget:
    box = QWidget()
    column = QVBoxLayout(box)
    pane = TextPane("Answer")
    pane.set_text(TEXT)
    pane.set_spans([Span(10, 30), Span(40, 60, "partial"), Span(64, 90, "current")])
    pane.find_text("is")
    pane.setFixedHeight(170)
    note = Field("Note to this answer")
    column.addWidget(PlainLabel("How long can I keep a sourdough starter?", px=Px.QUESTION, weight=600))
    column.addWidget(Marks())
    column.addWidget(pane)
    column.addWidget(label_buttons())
    column.addWidget(note)
    hints = QHBoxLayout()
    for keys, says in (("Space", "Next"), (("Up", "Down"), "Move"), ("Backspace", "Clear")):
        hints.addWidget(KeyCap(keys, says))
    hints.addStretch(1)
    column.addLayout(hints)
    column.addStretch(1)
    return box


def side_part() -> SideColumn:
    side = SideColumn("Guidelines and history")
    guide = side.add_section("Guidelines", "G")
    guide.add(PlainLabel("Correct, and the asker needs nothing else.", px=Px.ASIDE, role="text2", wrap=True))
    labels = side.add_section("Your labels", "H")
    labels.set_aside("last 9 of 1,118")
    bar = ProgressBar()
    bar.set_progress(1118, 4402)
    labels.add(bar)
    side.add_section("Folded").folded = True
    work = side.add_section("Long work and trouble")
    line = ProgressLine()
    line.set_progress("Swap study, trial 412 of 1,000", 412, 1000)
    work.add(line)
    work.add(Banner('Line 418: "0,7" is no number', "Nothing was imported.", [("Open", "", print)]))
    work.add(Banner("Runs and ranks are hidden", kind="note"))
    work.add(EmptyState("No runs yet", "Drop run files here"))
    side.add_foot(PlainButton("Change keys in Settings", quiet=True))
    return side


def tools() -> QHBoxLayout:
    row = QHBoxLayout()
    row.setContentsMargins(16, 4, 12, 4)
    for name, choices in (("Gold standard", ["Majority of 3 assessors"]), ("Questions", ["All 200"])):
        combo = Combo(name)
        combo.set_choices([(text, text) for text in choices])
        row.addWidget(PlainLabel(name, px=Px.ASIDE, role="text2"))
        row.addWidget(combo)
    row.addStretch(1)
    for button in (PlainButton("New collection", "Ctrl+N"), PlainButton("Import", main=True)):
        row.addWidget(button)
    search = SearchField("Find a question, run, action", "Ctrl+K", opens=True)
    search.setFixedWidth(288)
    row.addWidget(search)
    return row


def sheet() -> QWidget:
    window = QWidget()
    window.setWindowTitle("Pieces")
    rail = Rail(DESKS, [RailEntry("keys", "Keys  ?", "keys", "?")])
    rail.set_current("judge")
    status = StatusLine()
    status.set_state("saved", "Saved 14:32:07", "Entry 4,127")
    status.set_who("Mika Aalto", "Quality A B C")
    body = QHBoxLayout()
    body.setSpacing(0)
    middle = QWidget()
    middle.setAutoFillBackground(True)
    middle.setObjectName("middle")
    inside = QVBoxLayout(middle)
    inside.setContentsMargins(0, 0, 0, 0)
    inside.addLayout(tools())
    inside.addWidget(left_part())
    body.addWidget(rail)
    body.addWidget(middle, 1)
    body.addWidget(side_part())
    column = QVBoxLayout(window)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(0)
    column.addLayout(body, 1)
    column.addWidget(status)
    for state, says in (("saving", "Saving"), ("not-saved", "Not saved: the disk is full"), ("lock", "Read only")):
        line = StatusLine()
        line.set_state(state, says)  # type: ignore[arg-type]
        column.addWidget(line)
    FocusRing(window)
    window.resize(1280, 860)
    return window


ROWS: dict[str, Sequence[SheetRow]] = {
    "Label": [
        SheetRow("Fully answers", ("1", "A")),
        SheetRow("Clear the label", ("Backspace",)),
        SheetRow("Same as another answer", ("E",)),
    ],
    "Move": [
        SheetRow("Next unjudged answer", ("Space",)),
        SheetRow("Next, previous question", ("Right", "Left")),
        SheetRow("First, last open", ("Home", "End")),
    ],
    "Read": [SheetRow("Text larger, smaller", ("+", "-")), SheetRow("Scroll the answer", ("PgDown", "PgUp"))],
    "Nuggets": [SheetRow("Vital, okay", ("V",))],
    "Everywhere": [SheetRow("Find anything", ("Ctrl+K",)), SheetRow("These keys", ("?",))],
}


def items(query: str) -> list[PaletteItem]:
    del query
    return [
        PaletteItem("Actions", "Gold standard: GA, graded by all", print, "Scores", keys=("G",)),
        PaletteItem("Actions", "Show this answer again at the end", print, "Judge", keys=("Shift+Space",)),
        PaletteItem("Questions", "Is garlic that has turned green safe?", print, "5 answers", lead="0093"),
        PaletteItem("Questions", "ガス台の掃除はどのくらいの頻度ですか", print, "6 answers", "0388", words=("gasu",)),
    ]


def colors_of(picture: QImage) -> int:
    small = picture.scaled(QSize(200, 130))
    return len({small.pixel(x, y) for x in range(0, 200, 2) for y in range(0, 130, 2)})


def shot(window: QWidget, place: Path) -> QImage:
    picture = window.grab().toImage()
    assert picture.save(str(place))
    return picture


@pytest.mark.parametrize("choice", ["light", "dark"])
def test_sheet_of_all_pieces(qtbot: QtBot, dressed: Dress, choice: Choice, tmp_path: Path) -> None:
    dressed(choice)
    window = sheet()
    qtbot.addWidget(window)
    window.show()
    qtbot.waitExposed(window)
    window.activateWindow()
    focused = window.findChild(LabelButton, "focused")
    assert focused is not None
    focused.setFocus()
    qtbot.waitUntil(focused.hasFocus)
    picture = shot(window, tmp_path / f"sheet-{choice}.png")
    assert colors_of(picture) > 20
    corner = picture.pixelColor(2, 700)
    assert corner == QColor(theme().tokens.sunk)


@pytest.mark.parametrize("choice", ["light", "dark"])
@pytest.mark.sweep
def test_overlays_above_the_sheet(qtbot: QtBot, dressed: Dress, choice: Choice, tmp_path: Path) -> None:
    dressed(choice)
    window = sheet()
    qtbot.addWidget(window)
    window.show()
    keys = KeysSheet(window)
    keys.show_keys("Keys of the Judge desk", "quality labels A, B, C", ROWS, ["A", "B", "C"])
    before = window.grab().toImage().pixelColor(640, 20)
    assert shot(window, tmp_path / f"keys-{choice}.png").deviceIndependentSize().toSize() == window.size()
    keys.dismiss()
    assert window.grab().toImage().pixelColor(640, 20) != before
    found = CommandPalette(window, [items])
    found.open_palette("Runs are left out while you judge", "ga")
    assert len(found.hits()) == 4
    shot(window, tmp_path / f"palette-{choice}.png")
    found.dismiss()
    message = Message(window)
    message.say(
        "The disk is full: this label is not saved.",
        "All earlier labels are safe. Make room, then try again.",
        [("Try again", print), ("Save a copy elsewhere", print)],
    )
    shot(window, tmp_path / f"message-{choice}.png")
    assert message.is_open


def test_nothing_is_an_ordinary_label(qtbot: QtBot, dressed: Dress) -> None:
    dressed("light")
    window = sheet()
    qtbot.addWidget(window)
    labels = [label for label in window.findChildren(QLabel) if label.text()]
    assert labels
    assert all(label.textFormat() == Qt.TextFormat.PlainText for label in labels)


def test_every_button_fits_its_words_at_its_smallest(qtbot: QtBot, dressed: Dress) -> None:
    dressed("light")
    names = ("Does not answer", "Unsupported", "Cannot tell")
    for name in names:
        button = LabelButton("C", name, "meaning", "3")
        qtbot.addWidget(button)
        # Three in a reading column of 640 px, as at 1280 x 800.
        assert button.minimumSizeHint().width() <= 640 // 3
        assert button.sizeHint().height() == Grid.LABEL_BUTTON
