"""A person at the real program: its windows off screen, keys on whatever has the keyboard, eyes that read."""

import math
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from functools import cache
from itertools import count, takewhile
from pathlib import Path
from typing import Any, TypeVar

import pytest
from demo_file import demo_file
from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPoint, Qt, QThreadPool
from PySide6.QtGui import QAccessible, QAccessibleInterface, QAction, QHelpEvent, QKeySequence, QTextDocumentFragment
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QComboBox,
    QHeaderView,
    QMenu,
    QTableView,
    QToolTip,
    QWidget,
)
from pytestqt.qtbot import QtBot
from spots import Spot, names, places_of, widget_at

from jurybox.collection.codes import LABEL_OF_CODE
from jurybox.collection.state import State
from jurybox.gold import Gold
from jurybox.measures import MEASURES
from jurybox.scoring import Scoreboard
from jurybox.session import Session
from jurybox.settings import Settings
from jurybox_gui.core.pending import end_pauses, is_pausing
from jurybox_gui.desks.label_schemes import LETTERS
from jurybox_gui.shell.application import Application
from jurybox_gui.shell.window import Window
from jurybox_gui.widgets.probe import Probe, painted_words


@pytest.fixture
def demo(tmp_path: Path) -> Path:
    """A copy of the bundled demo."""
    return demo_file(tmp_path / "demo.jury")


@pytest.fixture
def come(qtbot: QtBot, qapp: QApplication, home: Path, tmp_path: Path) -> Iterator[Callable[..., "Person"]]:
    """Return a function that lets somebody open a collection; all windows are closed afterwards.

    `tmp_path` is deleted after that: a window that closes may have something to save.
    """
    people: list[Person] = []

    def come(path: Path | None = None, **how: Any) -> Person:
        people.append(Person(qtbot, qapp, home, path, **how))
        return people[-1]

    yield come
    for person in people:
        if person.program.windows:
            person.close()


_Widget = TypeVar("_Widget", bound=QWidget)
VALIDATION = tuple(one for one in MEASURES if "validation" in one.kinds)


class Person:
    """Somebody who opens a collection, presses keys, looks at the windows and closes them."""

    def __init__(self, qtbot: QtBot, app: QApplication, home: Path, path: Path | None, **how: Any) -> None:
        self.qtbot = qtbot
        self.path = path
        self.program = Application(app, Settings(home / "settings.json"), asks=False)
        self.program.show(path, **how)
        if path is not None:
            self.wait(lambda: self.program.bridge is not None or bool(self.program.message))
        else:
            self.wait(lambda: bool(self.window.desk))  # the start page, or what was open last
        self.settle()

    @property
    def window(self) -> Window:
        """The first window."""
        return self.program.window

    @property
    def session(self) -> Session:
        """The open collection."""
        assert self.program.bridge is not None
        return self.program.bridge.session

    @property
    def desk(self) -> Any:
        """The desk in front of the first window."""
        return self.window.desk_widget(self.window.desk)

    @property
    def seen(self) -> Probe:
        """What the first window's page in front shows, and what can be done there."""
        return self.window.probe()

    @property
    def board(self) -> Scoreboard:
        """The scores that all desks of the open collection show."""
        assert self.program.bridge is not None
        assert self.program.bridge.scoreboard is not None
        return self.program.bridge.scoreboard

    def asked(self, kind: str) -> int:
        """Return the first question of a kind that is assigned to who is at work here."""
        catalog, who = self.session.catalog, self.session.assessor
        assert who is not None
        mine = catalog.assigned_to(who)
        return next(
            at for at, one in enumerate(catalog.questions) if one.kind == kind and mine[catalog.answers_of(at)].any()
        )

    @property
    def free_letter(self) -> str:
        """A letter that no action of any desk has, and that gives no label."""
        registry = self.window.registry
        taken = {key for spec in registry.specs() if not spec.yields for key in registry.keys(spec.id)}
        return next(chr(at) for at in range(ord("Z"), ord("A"), -1) if chr(at) not in {*taken, *LETTERS})

    def wait(self, until: Callable[[], bool]) -> None:
        """Wait for something to come true."""
        self.qtbot.waitUntil(until)

    def see(self) -> None:
        """Wait until what was done is saved and drawn; what begins only after a pause has not begun yet."""
        self.wait(lambda: self.program.is_settled)

    def settle(self) -> None:
        """Wait until all has happened that follows from what was done; pauses are cut short."""
        self.see()
        while is_pausing():
            end_pauses()
            self.wait(lambda: self.program.is_settled)
        self.qtbot.wait(1)
        for _ in range(2):
            QApplication.sendPostedEvents()  # each layout that changes asks for that of what holds it

    def press(self, *keys: str) -> None:
        """Press keys as they are printed (`1`, `Ctrl+Z`), each after the screen is up to date."""
        for key in keys:
            sequence = QKeySequence(key)
            assert sequence.toString(), key
            combined = sequence[0]
            popup = QApplication.activePopupWidget()
            front = popup and (popup.focusWidget() or popup.findChild(QAbstractItemView) or popup)
            target = front or QApplication.focusWidget() or self.window
            QTest.keyClick(target, combined.key(), combined.keyboardModifiers())
            self.settle()

    def click(self, name: str, across: float = 0.5, down: float = 0.5, *, settles: bool = True) -> None:
        """Click what has this name (see `Spot`), once it is shown and can be clicked, and wait for what follows."""
        pixel = self.place_of(Spot(name, across, down))
        widget = widget_at(pixel)
        assert widget is not None
        QTest.mouseClick(widget, Qt.MouseButton.LeftButton, pos=widget.mapFromGlobal(pixel))
        if settles:
            self.settle()

    def place_of(self, spot: Spot) -> QPoint:
        """Return the first pixel of the screen that a click on something goes to, once it is there."""
        try:
            self.wait(lambda: bool(places_of(spot)))
        except TimeoutError as error:
            raise AssertionError(f"never seen: {spot}; there are: {names()}") from error
        return QPoint(*places_of(spot)[0])

    def choose(self, field: str, choice: str) -> None:
        """Choose from the combo of this name, by its list, as opened by its key."""
        combo = self._named(QComboBox, field)
        combo.showPopup()
        rows = [combo.itemText(at) for at in range(combo.count())]
        combo.view().setCurrentIndex(combo.model().index(rows.index(choice), 0))
        QTest.keyClick(combo.view(), Qt.Key.Key_Return)
        self.window.activateWindow()  # off screen, a list that closes leaves no window active
        self.wait(self.window.isActiveWindow)
        self.settle()

    def click_head(self, table: str, head: str) -> None:
        """Click the head of a column of the table of this name."""
        view = self._named(QTableView, table)
        heads, at = view.horizontalHeader(), self.seen.table(table).heads.index(head)
        at = next(section for section in range(heads.count()) if _shown_before(heads, section) == at)
        place = QPoint(heads.sectionViewportPosition(at) + heads.sectionSize(at) // 2, heads.height() // 2)
        QTest.mouseClick(heads.viewport(), Qt.MouseButton.LeftButton, pos=place)
        self.settle()

    def click_cell(self, table: str, row: int, head: str = "", *, twice: bool = False) -> None:
        """Click a cell of the table or a row of the list of this name, or click it twice."""
        view, place = self._cell(table, row, head)
        QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
        if twice:
            QTest.mouseDClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
        self.settle()

    def tip_of(self, table: str, row: int, head: str = "") -> str:
        """Return the tool tip of a cell, without markup; "" if there is none."""
        view, place = self._cell(table, row, head)
        QApplication.sendEvent(
            view.viewport(), QHelpEvent(QHelpEvent.Type.ToolTip, place, view.viewport().mapToGlobal(place))
        )
        shown = QTextDocumentFragment.fromHtml(QToolTip.text()).toPlainText()
        QToolTip.hideText()
        return shown

    def _cell(self, table: str, row: int, head: str) -> tuple[QAbstractItemView, QPoint]:
        view = self._named(QAbstractItemView, table)
        column = 0
        if isinstance(view, QTableView):
            at = self.seen.table(table).heads.index(head)
            heads = view.horizontalHeader()
            column = next(section for section in range(heads.count()) if _shown_before(heads, section) == at)
        index = view.model().index(row, column)
        view.scrollTo(index)
        return view, view.visualRect(index).center()

    def _named(self, kind: type[_Widget], name: str) -> _Widget:
        """Return what is shown of a kind under a name."""
        found = self.window.findChildren(kind)
        return next(one for one in found if one.isVisible() and one.accessibleName() == name)

    def type(self, words: str) -> None:
        """Type into what has the keyboard."""
        QTest.keyClicks(QApplication.focusWidget() or self.window, words)
        self.settle()

    def close(self) -> None:
        """Close all windows, as from the menu."""
        self.program.quit()
        QThreadPool.globalInstance().waitForDone()
        self.qtbot.wait(1)
        assert self.program.bridge is None
        self.program.deleteLater()

    # What can be seen

    def words(self) -> list[str]:
        """Return every text that any window shows, says to a screen reader or would show when asked."""
        windows = self.program.windows
        return [word for window in windows for word in (*painted_words(window), *said_words(window)) if word]


def said_words(window: Window) -> list[str]:
    """Return the texts that a window has without painting them, such as tips and names for screen readers."""
    found = [window.windowTitle()]
    for part in [window, *window.findChildren(QObject)]:
        found += _texts_of(part)
    return [*found, *_heard(QAccessible.queryAccessibleInterface(window))]


def _shown_before(heads: QHeaderView, section: int) -> int:
    """Return at which place a section is shown; -1 if it is hidden."""
    return -1 if heads.isSectionHidden(section) else sum(not heads.isSectionHidden(at) for at in range(section))


def labels_in(path: Path, name: str) -> dict[int, str]:
    """Return the labels of an assessor as a fresh reading of the file has them."""
    with closing(State(path)) as state:
        row = state.ledger.labels[state.catalog.assessor_named[name]]
        return {at: LABEL_OF_CODE[int(code)] for at, code in enumerate(row) if code}


def scores_of(board: Scoreboard) -> dict[tuple[str, int], tuple[float, ...]]:
    """Return all scores with bounds, undefined ones as infinity, so that they can be compared."""
    found = {}
    for one in VALIDATION:
        for run in board.runs:
            score, bounds = board.score(one, run), board.bounds(one, run)
            values = (score.value, bounds.low, bounds.high)
            numbers = tuple(math.inf if math.isnan(value) else value for value in values)
            found[one.name, run] = (*numbers, score.units, score.waiting, score.left_out)
    return found


def scores_in(path: Path, gold: str) -> dict[tuple[str, int], tuple[float, ...]]:
    """Return what a scoreboard says that was built anew from the file."""
    with closing(State(path)) as state:
        board = Scoreboard(state.collection, Gold.parse(gold))
        return scores_of(board)


_SAYINGS = (
    "text",
    "toolTip",
    "statusTip",
    "whatsThis",
    "accessibleName",
    "accessibleDescription",
    "toPlainText",
    "placeholderText",
    "title",
    "windowTitle",
    "objectName",
    "currentText",
)


@cache
def _sayings(kind: type[QObject]) -> tuple[str, ...]:
    """Return the methods by which objects of a class say something."""
    return tuple(name for name in _SAYINGS if callable(getattr(kind, name, None)))


def _texts_of(part: QObject) -> list[str]:
    found = []
    if isinstance(part, (QWidget, QAction, QMenu)):
        for name in _sayings(type(part)):
            with suppress(TypeError):  # a method of our own that only has the same name
                found += [text for text in (getattr(part, name)(),) if isinstance(text, str)]
    if isinstance(part, QAbstractItemView) and part.model() is not None:
        found += list(_listed(part.model()))
    return found


_ROLES = (
    Qt.ItemDataRole.DisplayRole,
    Qt.ItemDataRole.ToolTipRole,
    Qt.ItemDataRole.AccessibleTextRole,
    Qt.ItemDataRole.AccessibleDescriptionRole,
)


def _listed(model: QAbstractItemModel) -> Iterator[str]:
    for row in range(min(model.rowCount(QModelIndex()), 2000)):
        for index in takewhile(QModelIndex.isValid, (model.index(row, column) for column in count())):
            yield from (str(value) for value in map(index.data, _ROLES) if value is not None)


def _heard(interface: QAccessibleInterface | None, deep: int = 0) -> Iterator[str]:
    if interface is None or deep > 12:
        return
    for part in (QAccessible.Text.Name, QAccessible.Text.Description, QAccessible.Text.Value):
        yield interface.text(part)
    for at in range(min(interface.childCount(), 300)):
        yield from _heard(interface.child(at), deep + 1)
