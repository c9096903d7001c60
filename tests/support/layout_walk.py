"""Walks through desks, boards and sheets in one language and prints what is wrong with their layout, as JSON.

`python layout_walk.py PLACES SIZES FILE...`: places such as `judge` or `judge+edit.settings` (an action
that opens a sheet), sizes such as 960x540, both with commas. A process, because the language of the
program is chosen when it begins (JURYBOX_LANGUAGE, JURYBOX_CATALOGS).
"""

from __future__ import annotations

import json
import os
import sys
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

from layout_faults import faults_of
from patience import looks
from PySide6.QtCore import QCoreApplication, QEventLoop, QTimer, qInstallMessageHandler

from jurybox.settings import Settings
from jurybox_gui.core.pending import end_pauses, is_pausing
from jurybox_gui.core.tasks import stop_all
from jurybox_gui.run import qt_application, quiet
from jurybox_gui.shell.application import Application
from jurybox_gui.widgets.overlay import Overlay

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

_BOARDS = {"lists", "nuggets"}


def main(places: str, sizes: str, *files: str) -> None:
    """Print a list of [place, size, what is wrong]."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    qInstallMessageHandler(quiet)
    qt = qt_application()
    found: list[tuple[str, str, str]] = []
    for file in files:
        by_board = groupby(places.split(","), lambda place: place.partition("+")[0] in _BOARDS and place)
        for board, some in by_board:
            app = Application(qt, Settings(Path(os.devnull) / "settings.json"), asks=False)
            app.theme.reduced_motion = True
            # A board has a question only where one comes to it, as when a file is opened there.
            desk = board.partition("+")[0] if board else "judge"
            window = app.show(Path(file), assessor="visitor", desk=desk)
            settle(app)
            for place in some:
                found += _faults_at(app, window, Path(file).stem, place, sizes.split(","))
            app.quit()
            stop_all()
    print(json.dumps(found))


def _faults_at(
    app: Application, window: QWidget, name: str, place: str, sizes: list[str]
) -> list[tuple[str, str, str]]:
    found = []
    desk, *actions = place.split("+")
    if app.window.desk != desk:
        app.window.show_desk(desk)
        settle(app)
    for action in actions:
        if not app.window.registry.trigger(action):
            return [(f"{name} {place}", "", f"{action} cannot be done")]
        settle(app)
    for size in sizes:
        window.resize(*map(int, size.split("x")))
        settle(app)
        open_now = _open(window)
        within = open_now[-1].panel if open_now else window
        found += [(f"{name} {place}", size, fault) for fault in faults_of(within)]
        if folder := os.environ.get("JURYBOX_LAYOUT_PICTURES"):
            window.grab().save(str(Path(folder) / f"{name}-{place.replace('+', '-')}-{size}.png"))
    for overlay in reversed(_open(window)):
        overlay.dismiss()
    if actions and not open_now:
        app.window.registry.trigger(actions[-1])  # what showed a page takes it away
    settle(app)
    return found


def _open(window: QWidget) -> list[Overlay]:
    return [one for one in window.findChildren(Overlay) if one.is_open]


def settle(app: Application) -> None:
    """Let the program work until all is shown, without pauses."""
    for _ in looks():
        _turn()
        if app.is_settled:
            if not is_pausing():
                break
            end_pauses()
    else:
        raise TimeoutError("the window did not settle")
    for _ in range(3):
        _turn()


def _turn() -> None:
    loop = QEventLoop()
    QTimer.singleShot(1, loop.quit)
    loop.exec()
    QCoreApplication.sendPostedEvents()  # each layout that changes asks for that of what holds it


if __name__ == "__main__":
    main(*sys.argv[1:])
