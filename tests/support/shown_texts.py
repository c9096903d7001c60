"""A program that shows desks of a collection and prints their texts as JSON, by desk.

For a process of its own, since the language is chosen when the program begins: `shown_texts.py FILE ASSESSOR
DESK...`. Texts are those of labels, buttons, menus, fields and tables, tips, and what screen readers say.
"""

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path

from PySide6.QtCore import QAbstractItemModel, QAbstractListModel, QModelIndex, Qt, qInstallMessageHandler
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractItemView, QComboBox, QWidget

from jurybox.settings import Settings
from jurybox_gui.core.pending import end_pauses
from jurybox_gui.core.tasks import stop_all
from jurybox_gui.run import qt_application, quiet
from jurybox_gui.shell.application import Application

_ASKED = ("text", "toolTip", "accessibleName", "accessibleDescription", "placeholderText", "title")
_ROLES = (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole)
_ROWS = 12


def texts_of(window: QWidget) -> Iterator[str]:
    """Yield every text of a window, seen or not."""
    for widget in (window, *window.findChildren(QWidget)):
        for name in _ASKED:
            found = widget.property(name)
            yield found if isinstance(found, str) else ""
        yield from (action.text() for action in widget.actions())
        if isinstance(widget, QComboBox):
            yield from (widget.itemText(at) for at in range(widget.count()))
        elif isinstance(widget, QAbstractItemView) and widget.model() is not None:
            yield from _cells(widget.model())


def _cells(model: QAbstractItemModel) -> Iterator[str]:
    nowhere = QModelIndex()
    columns = 1 if isinstance(model, QAbstractListModel) else model.columnCount(nowhere)
    for column in range(columns):
        head = model.headerData(column, Qt.Orientation.Horizontal, Qt.ItemDataRole.DisplayRole)
        yield head if isinstance(head, str) else ""
        for row in range(min(model.rowCount(nowhere), _ROWS)):
            for role in _ROLES:
                found = model.index(row, column).data(role)
                yield found if isinstance(found, str) else ""


def main(file: Path, assessor: str, desks: list[str]) -> None:
    """Print the texts of each desk, and end."""
    qInstallMessageHandler(quiet)
    app = Application(qt_application(), Settings(Path(os.devnull) / "settings.json"), asks=False)
    app.theme.reduced_motion = True
    found = {}
    for desk in desks:
        window = app.show(file, assessor=assessor, desk=desk)
        window.resize(1280, 800)
        while not app.is_settled:
            QTest.qWait(10)
            end_pauses()
        found[desk] = [text for text in dict.fromkeys(texts_of(window)) if text]
    json.dump(found, sys.stdout)
    sys.stdout.flush()
    app.quit()
    stop_all()
    os._exit(0)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], sys.argv[3:])
