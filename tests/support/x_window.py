"""The real program in a process of its own, which tells on its standard output what the window shows.

A line `?` on its standard input is answered with one line of JSON: what is shown; a line `where` with where
on the screen things are that the pointer can open; a `Spot` as a JSON list with where it is.
A timer beats every few milliseconds in the window's thread; the longest gap between two beats is the longest
moment for which nothing would move.
Run as: python x_window.py WORDS, with the words of `jurybox`.
"""

import json
import os
import sys
import time
import traceback
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "model"), str(ROOT / "gui")]

from PySide6.QtCore import QEvent, QObject, QRect, QSocketNotifier, Qt, QTimer  # noqa: E402
from PySide6.QtGui import QAccessible, QInputMethodEvent, QKeyEvent  # noqa: E402
from PySide6.QtWidgets import (  # noqa: E402
    QAbstractScrollArea,
    QApplication,
    QComboBox,
    QFileDialog,
    QMenu,
    QMenuBar,
    QTextEdit,
    QToolTip,
    QWidget,
)
from spots import Spot, places_of  # noqa: E402

from jurybox_gui.actions.keymap import is_typing  # noqa: E402
from jurybox_gui.actions.router import keeps_keys  # noqa: E402
from jurybox_gui.core.pending import is_pausing  # noqa: E402

BEAT_MS = 4
_SLIVER = 40
"""What shows fewer pixels than this is not clicked."""


class Beats(QObject):
    """The longest gap between two beats of the window's thread since it was last asked for, in ms."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._last, self._longest = time.perf_counter(), 0.0
        timer = QTimer(self, interval=BEAT_MS, timerType=Qt.TimerType.PreciseTimer)
        timer.timeout.connect(self._beat)
        timer.start()

    def take(self) -> float:
        """Return it and begin anew."""
        self._beat()
        longest, self._longest = self._longest, 0.0
        return longest * 1e3

    def _beat(self) -> None:
        now = time.perf_counter()
        self._longest = max(self._longest, now - self._last)
        self._last = now


class Heard(QObject):
    """Counts what reaches the program: keys, repeats of held keys, clicks, texts of an input method."""

    def __init__(self, app: QApplication) -> None:
        super().__init__(app)
        self.counts = {"keys": 0, "repeats": 0, "clicks": 0, "composed": 0}
        app.installEventFilter(self)  # the keys of a popup reach no window that has the focus

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Count; let everything through."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and watched.isWindowType():
            self.counts["repeats" if event.isAutoRepeat() else "keys"] += 1
        elif event.type() == QEvent.Type.MouseButtonRelease and watched.isWindowType():
            self.counts["clicks"] += 1
        elif isinstance(event, QInputMethodEvent) and event.preeditString():
            self.counts["composed"] += 1
        return False


def shown(app: QApplication, program: Any = None) -> dict[str, Any]:
    """Return what can be seen: where the keyboard is, what lies above the desk, whether work goes on.

    `program`: the program to look at, where it is not the only one.
    """
    from jurybox_gui.shell.application import Application

    focus = QApplication.focusWidget()
    dialogs = [one for one in QApplication.topLevelWidgets() if isinstance(one, QFileDialog)]
    found: dict[str, Any] = {
        "focus": type(focus).__name__,
        "said": "" if focus is None else focus.accessibleName(),
        "typed": _typed(focus),
        "typing": is_typing(focus),
        "menu_bar": isinstance(focus, QMenuBar),
        "tip": QToolTip.text() if QToolTip.isVisible() else "",
        "overlay": _overlay(focus),
        "acceptable": _acceptable(focus),
        "dialog": next((one.windowTitle() for one in dialogs if one.isVisible()), ""),
    }
    found |= _popup()
    program = program or next(iter(app.findChildren(Application)), None)
    return found if program is None or not program.windows else found | _of_program(program)


def _popup() -> dict[str, Any]:
    """Return what pops up in front: its class, how many menus are open, and the letters of what they hold."""
    popup = QApplication.activePopupWidget()
    menus = [one for one in QApplication.topLevelWidgets() if isinstance(one, QMenu) and one.isVisible()]
    inside = popup.actions() if isinstance(popup, QMenu) else ()
    return {
        "popup": "" if popup is None else type(popup).__name__,
        "menus": len(menus),
        "inside": [_letter(one.text()) for one in inside if one.menu() and one.isVisible()],
        "letters": [_letter(one.text()) for one in inside if not one.menu()],
    }


def _letter(text: str) -> str:
    return text.replace("&&", "").partition("&")[2][:1].lower()


def places(app: QApplication) -> dict[str, Any]:
    """Return the pixels in the middle of what opens by the pointer, and the letters of the menus.

    Lists of choices, buttons of labels, areas that scroll, and the texts among these, by the names that a
    screen reader says.
    """
    from jurybox_gui.shell.application import Application
    from jurybox_gui.widgets.label_button import LabelButton

    window = next(iter(app.findChildren(Application))).window
    bar: QMenuBar = window.menus
    return {
        "menus": [
            (one.text(), _letter(one.text()), _pixel(bar, bar.actionGeometry(one)))
            for one in bar.actions()
            if one.isVisible()
        ],
        "choices": _seen(window, QComboBox),
        "labels": _seen(window, LabelButton),
        "areas": _seen(window, QAbstractScrollArea),
        "texts": _seen(window, QTextEdit),
        "desk": _pixel(window, window.rect()),
        "tip": _pixel(window.rail, window.rail.button("keys").geometry()),
    }


def _seen(window: QWidget, kind: type[QWidget]) -> list[tuple[str, tuple[int, int]]]:
    found = [one for one in window.findChildren(kind) if one.isVisible() and one.isEnabled()]
    return [
        (one.accessibleName() or type(one).__name__, _pixel(one, one.visibleRegion().boundingRect()))
        for one in found
        if one.visibleRegion().boundingRect().width() >= _SLIVER
    ]


def _pixel(widget: QWidget, part: QRect) -> tuple[int, int]:
    middle = widget.mapToGlobal(part.center())
    return middle.x(), middle.y()


def _typed(focus: QWidget | None) -> str:
    text = getattr(focus, "text", None)
    return str(text()) if callable(text) else ""


def _overlay(widget: QWidget | None) -> str:
    widget = _sheet(widget)
    return type(widget).__name__ if keeps_keys(widget) else ""


def _acceptable(widget: QWidget | None) -> bool:
    """Return whether a sheet has the keyboard whose main button can be clicked."""
    accept = getattr(_sheet(widget), "accept", None)
    return isinstance(accept, QWidget) and accept.isEnabled()


def _sheet(widget: QWidget | None) -> QWidget | None:
    while widget is not None and not widget.property("keepsKeys"):
        widget = widget.parentWidget()
    return widget


_DONE: dict[Any, list[str]] = {}
"""The actions done since somebody first looked, by the registry of a window."""


def _of_program(program: Any) -> dict[str, Any]:
    window = program.window
    if window.registry not in _DONE:
        _DONE[window.registry] = []
        window.registry.triggered.connect(_DONE[window.registry].append)
    found = {"desk": window.desk, "message": program.message, "idle": program.idle, "path": ""}
    found["done"] = list(_DONE[window.registry])
    found["settled"] = program.is_settled and not is_pausing()
    if program.bridge is None:
        return found
    session = program.bridge.session
    saving = session.saving
    found |= {
        "path": str(session.path),
        "waiting": window.status.waiting,
        "synced": program.hub.state is not None and program.hub.state.connected,
        "writable": saving.read_only is None,
        "saved": not saving.pending,
        "entries": saving.entries,
        "storing": program.campaign_files.storing,
        "who": "" if session.assessor is None else session.catalog.assessors[session.assessor].name,
        "mode": session.facts.mode,
    }
    if window.desk == "judge":
        found |= _of_judge(window.desk_widget("judge"))
    elif window.desk == "disagreements":
        desk = window.desk_widget("disagreements")
        found |= {"row": desk.view.currentIndex().row(), "rows": len(desk.view.list.disputes)}
    elif window.desk in {"lists", "nuggets"}:
        board: Any = window.desk_widget(window.desk)
        found |= {"paused": False, "answer": board.here, "question": board.question, "painted": board.gate.open}
    return found


def _of_judge(desk: Any) -> dict[str, Any]:
    reader, options = desk.center.reader, desk.page.options if desk.page is not None else ()
    return {
        "answer": desk.queue_cursor.answer,
        "question": desk.queue_cursor.question,
        "painted": desk.gate.open,
        "label": desk.queue_cursor.here,
        "options": len(options),
        "document": reader.shows_document,
        "found": reader.found_text.text(),
        "hits": reader.find_bar.count.text(),
        "scrolled": reader.pane.verticalScrollBar().value(),
        "note": desk.center.bar.note.text(),
        "paused": desk.labeling.paused,
    }


def main() -> None:
    """Run the program as from a terminal, and answer."""
    from jurybox.settings import Settings
    from jurybox_gui.cli import main as jurybox
    from jurybox_gui.run import qt_application

    Settings()["new_answer_ms"] = 0  # keys are pressed faster than anybody reads
    app = qt_application()
    beats, heard = Beats(app), Heard(app)

    def answer() -> None:
        asked = os.read(0, 4096)
        if not asked:
            os._exit(3)  # whoever asked is gone
        reply: dict[str, Any] = {}
        try:
            if asked.startswith(b"["):
                QAccessible.setActive(True)  # lists tell of changes only where somebody listens
                reply = {"places": places_of(Spot(*json.loads(asked)))}
            elif asked == b"where\n":
                reply = places(app)
            else:
                reply = shown(app) | heard.counts | {"still": beats.take()}
        finally:
            if not reply:  # whoever asked would wait for ever
                traceback.print_exc()
                os._exit(4)
        print(json.dumps(reply), flush=True)

    notifier = QSocketNotifier(0, QSocketNotifier.Type.Read, app)
    notifier.activated.connect(answer)
    jurybox()


if __name__ == "__main__":
    main()
