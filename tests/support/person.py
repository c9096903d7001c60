"""A person at the real program: its windows off screen, keys on whatever has the keyboard, eyes that read."""

import math
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from functools import cache
from itertools import count, takewhile
from pathlib import Path
from typing import Any

import pytest
from demo_file import demo_file
from PySide6.QtCore import QAbstractItemModel, QBuffer, QModelIndex, QObject, QPoint, Qt, QThreadPool
from PySide6.QtGui import QAccessible, QAccessibleInterface, QAction, QKeySequence, QPainter
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QApplication, QMenu, QWidget
from pytestqt.qtbot import QtBot

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
            target = QApplication.focusWidget() or self.window
            QTest.keyClick(target, combined.key(), combined.keyboardModifiers())
            self.settle()

    def click(self, text: str) -> None:
        """Click the button that has this text, once it is shown and can be clicked."""
        self.wait(lambda: bool(self._buttons(text)))
        self.qtbot.mouseClick(self._buttons(text)[0], Qt.MouseButton.LeftButton)

    def _buttons(self, text: str) -> list[QAbstractButton]:
        every = self.window.findChildren(QAbstractButton)
        return [one for one in every if one.text() == text and one.isVisible() and one.isEnabled()]

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


def painted_words(widget: QWidget) -> list[str]:
    """Return the strings that a widget and all in it paint, as an SVG painter receives them."""
    buffer, generator = QBuffer(), QSvgGenerator()
    generator.setOutputDevice(buffer)
    generator.setSize(widget.size())
    painter = QPainter(generator)
    widget.render(painter, QPoint())
    painter.end()
    tree = ET.fromstring(bytes(buffer.data().data()))
    return ["".join(one.itertext()) for one in tree.iter() if one.tag.endswith("}text")]


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
