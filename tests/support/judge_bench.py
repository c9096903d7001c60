"""A Judge desk in a window of its own, with keys routed as in the program, over a real file."""

from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from sqlite3 import Connection

from PySide6.QtCore import QEvent, Qt, QThreadPool
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMainWindow, QWidget
from pytestqt.qtbot import QtBot

from jurybox.collection.entries import Content, Subject, answer_digest, question_digest
from jurybox.collection.file import create, open_writing
from jurybox.collection.log import LogWriter, new_assessor
from jurybox.session import Session, open_session
from jurybox.settings import Settings
from jurybox_gui.actions.registry import ActionRegistry
from jurybox_gui.actions.router import KeyRouter
from jurybox_gui.actions.spec import Action
from jurybox_gui.core.bridge import Bridge
from jurybox_gui.core.pending import is_drawing
from jurybox_gui.core.poster import Poster
from jurybox_gui.desks.judging.answer import ACTIONS, JudgeDesk
from jurybox_gui.theme.theme import theme


@dataclass(frozen=True)
class Given:
    """An answer of a question: its string, the text it is judged by, the document that is from."""

    text: str
    support: str | None = None
    document: str | None = None
    name: str | None = None


@dataclass(frozen=True)
class Asked:
    """A question and its answers."""

    name: str
    text: str
    answers: Sequence[Given]
    kind: str = "validation"
    category: str | None = None
    guideline: str | None = None
    options: Sequence[tuple[str, str]] = ()
    series: str | None = None
    nil_correct: bool | None = None


def write_collection(
    path: Path,
    questions: Sequence[Asked],
    *,
    assessors: Sequence[str] = ("Ana", "Ben"),
    assigned: Sequence[tuple[int, int]] = (),
    documents: dict[str, str] | None = None,
    runs: Sequence[str] = (),
) -> Path:
    """Create a collection; `assigned` are (assessor, question) by position, none: all judge all."""
    create(path, name="Bridges and trams")
    with closing(open_writing(path)) as db:
        db.execute("BEGIN IMMEDIATE")
        db.executemany(
            "INSERT INTO document (name, text, title) VALUES (?, ?, ?)",
            [(name, text, name.title()) for name, text in (documents or {}).items()],
        )
        series = list(dict.fromkeys(asked.series for asked in questions if asked.series))
        db.executemany("INSERT INTO series (name, target) VALUES (?, ?)", [(s, f"the {s}") for s in series])
        for number, asked in enumerate(questions, 1):
            _write_question(db, number, asked, series)
        _write_runs(db, runs, [n for n, asked in enumerate(questions, 1) for _ in asked.answers])
        for name in assessors:
            new_assessor(db, name)
        for who, question in assigned:
            db.execute("INSERT INTO assignment (assessor, question) VALUES (?, ?)", (who + 1, question + 1))
        db.execute("COMMIT")
    return path


def _write_question(db: Connection, number: int, asked: Asked, series: Sequence[str]) -> None:
    """Write a question with its options and answers."""
    digest = question_digest(asked.name, asked.kind, asked.text)
    place = (series.index(asked.series) + 1, number) if asked.series else (None, None)
    db.execute(
        "INSERT INTO question (name, kind, text, category, guideline, series, position, nil_correct, digest) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (asked.name, asked.kind, asked.text, asked.category, asked.guideline, *place, asked.nil_correct, digest),
    )
    db.executemany(
        "INSERT INTO option (question, name, text) VALUES (?, ?, ?)", [(number, *option) for option in asked.options]
    )
    for at, given in enumerate(asked.answers):
        name = given.name or f"secret-{number}-{at}"
        said = answer_digest(digest, name, given.text, given.document, given.support)
        db.execute(
            "INSERT INTO answer (question, name, text, document, support, best, digest) VALUES (?, ?, ?, ?, ?, 0, ?)",
            (number, name, given.text, given.document, given.support, said),
        )


def _write_runs(db: Connection, runs: Sequence[str], owners: Sequence[int]) -> None:
    """Write runs that decide on every answer, each on every other one with yes; `owners` are questions."""
    for r, run in enumerate(runs, 1):
        db.execute("INSERT INTO run (name, origin) VALUES (?, 'submitted')", (run,))
        db.executemany(
            "INSERT INTO response (run, question, answer, nil, answered, decision, selected) "
            "VALUES (?, ?, ?, 0, 1, ?, 0)",
            [(r, owner, answer, (answer + r) % 2) for answer, owner in enumerate(owners, 1)],
        )


def say_twice(path: Path, assessor: int, question: int, answer: int, labels: Sequence[str]) -> None:
    """Enter several labels of one answer that know nothing of each other, as two copies of a file would."""
    for label in labels:
        with closing(open_writing(path)) as db:
            db.execute("BEGIN IMMEDIATE")
            LogWriter(db).write(assessor, "judgment", Subject(question, answer), Content(label))
            db.execute("COMMIT")


class Bench:
    """The desk, its window and its session; `press` and `type_text` work as hands do."""

    def __init__(
        self, qtbot: QtBot, path: Path, home: Path, assessor: str | None, size: tuple[int, int], *, strip: bool = False
    ) -> None:
        self.qtbot = qtbot
        self.poster = Poster()
        self._closed = False
        self.settings = Settings(home / "settings.json")
        self.settings["live_strip"] = strip
        self.session: Session = open_session(path, assessor=assessor, post=self.poster.post)
        qtbot.waitUntil(lambda: self.session.saving.read_only is None)
        self.bridge = Bridge(self.session, self.settings)
        self.window = _Window()
        self.desk = JudgeDesk(self.bridge, theme())
        self.window.setCentralWidget(self.desk)
        self.registry = ActionRegistry(self.window)
        self.registry.add(
            (
                Action("edit.undo", "Undo", keys=("Ctrl+Z",), do=Session.undo),
                Action("edit.redo", "Redo", keys=("Ctrl+Y",), do=Session.redo),
            ),
            target=self.session,
        )
        self.registry.add(ACTIONS, target=self.desk)
        self.desk.redrawn.connect(self.registry.ask_again)
        self.registry.attach(self.window)
        self.registry.set_desk("judge")
        self.router = KeyRouter(self.window, self.registry.key_map, self._take)
        self.window.router = self.router
        self.window.resize(*size)
        self.window.show()
        self.window.activateWindow()
        qtbot.waitUntil(lambda: QApplication.activeWindow() is self.window)
        self.desk.activate()
        self.settle()

    def settle(self) -> None:
        """Wait until an answer is painted, if there is one, and what follows it was drawn."""
        desk = self.desk
        self.qtbot.waitUntil(lambda: not (desk.is_busy or is_drawing()))

    def press(self, *keys: str) -> None:
        """Press keys one after the other, each after the screen is up to date."""
        for key in keys:
            self.hit(key)
            self.settle()

    def click(self, button: QWidget) -> None:
        """Click a button as soon as it can be clicked."""
        self.qtbot.waitUntil(button.isEnabled)
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)

    def hit(self, key: str, *, repeat: bool = False, stamp: int = 0) -> None:
        """Press one key now, whatever the screen shows."""
        code, modifiers, text = _KEYS.get(key) or (Qt.Key(ord(key.upper())), Qt.KeyboardModifier.NoModifier, key)
        target = QApplication.focusWidget() or self.window
        if not repeat and not stamp:
            QTest.keyClick(target, code, modifiers)
            return
        event = QKeyEvent(QEvent.Type.KeyPress, code, modifiers, text, repeat)
        event.setTimestamp(stamp)
        QApplication.sendEvent(target, event)

    def type_text(self, text: str) -> None:
        """Type into whatever has the keyboard."""
        target = QApplication.focusWidget()
        assert target is not None
        QTest.keyClicks(target, text)

    @property
    def answer(self) -> int:
        """The answer shown."""
        answer = self.desk.queue_cursor.answer
        assert answer is not None
        return answer

    def label(self, answer: int) -> str | None:
        """What is said of an answer now."""
        content = self.session.content_of(answer)
        return content.label or content.state

    def given(self) -> str:
        """The label or state that the buttons show as given."""
        bar = self.desk.center.bar
        names = [
            name
            for name, button in (*bar.states.items(), *bar.buttons.items())
            if button.given and not button.isHidden()
        ]
        assert len(names) <= 1
        return names[0] if names else ""

    def shown_text(self) -> str:
        """What the text pane shows."""
        return self.desk.center.reader.pane.toPlainText()

    def marked(self) -> list[str]:
        """The parts of the text that are highlighted."""
        return [s.cursor.selectedText() for s in self.desk.center.reader.pane.extraSelections()]

    def words(self) -> list[str]:
        """Everything that any widget of the window says of itself or shows."""
        found: list[str] = []
        for widget in [self.window, *self.window.findChildren(QWidget)]:
            for name in ("text", "accessibleName", "accessibleDescription", "toolTip", "toPlainText"):
                says: Callable[[], object] | None = getattr(widget, name, None)
                text = says() if callable(says) else says
                found += [text] if isinstance(text, str) else []
        return found

    def close(self) -> None:
        """Close the window and let go of the file; a second time there is nothing to do."""
        if self._closed:
            return
        self._closed = True
        self.window.close()
        QThreadPool.globalInstance().waitForDone(5000)
        self.bridge.close()
        self.session.close()
        self.window.deleteLater()
        # At once: the next test's window may change the theme, and the desk would draw what is closed.
        QApplication.sendPostedEvents(self.window, QEvent.Type.DeferredDelete.value)

    def _take(self, action: str, event: QKeyEvent) -> bool:
        if not self.desk.admits(self.registry.spec(action), event):
            return True
        return self.registry.trigger(action)


Open = Callable[..., Bench]
"""What the fixture `bench` is: it opens a desk over some questions or a file."""


class _Window(QMainWindow):
    router: KeyRouter | None = None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self.router is None or not self.router.route(event):
            super().keyPressEvent(event)


_NONE, _CTRL = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier
_KEYS: dict[str, tuple[Qt.Key, Qt.KeyboardModifier, str]] = {
    "Space": (Qt.Key.Key_Space, _NONE, " "),
    "Enter": (Qt.Key.Key_Return, _NONE, "\r"),
    "Esc": (Qt.Key.Key_Escape, _NONE, "\x1b"),
    "Backspace": (Qt.Key.Key_Backspace, _NONE, "\b"),
    "Home": (Qt.Key.Key_Home, _NONE, ""),
    "End": (Qt.Key.Key_End, _NONE, ""),
    "Up": (Qt.Key.Key_Up, _NONE, ""),
    "Down": (Qt.Key.Key_Down, _NONE, ""),
    "Left": (Qt.Key.Key_Left, _NONE, ""),
    "Right": (Qt.Key.Key_Right, _NONE, ""),
    "PgDn": (Qt.Key.Key_PageDown, _NONE, ""),
    "PgUp": (Qt.Key.Key_PageUp, _NONE, ""),
    "Ctrl+Z": (Qt.Key.Key_Z, _CTRL, "\x1a"),
    "Ctrl+Y": (Qt.Key.Key_Y, _CTRL, "\x19"),
    "Ctrl+F": (Qt.Key.Key_F, _CTRL, "\x06"),
    "Shift+Backspace": (Qt.Key.Key_Backspace, Qt.KeyboardModifier.ShiftModifier, "\b"),
    **{f"Pad{n}": (Qt.Key(Qt.Key.Key_0 + n), Qt.KeyboardModifier.KeypadModifier, str(n)) for n in range(1, 10)},
    **{f"Shift+{letter}": (Qt.Key(ord(letter)), Qt.KeyboardModifier.ShiftModifier, letter) for letter in "ABCEGLQRT"},
}
