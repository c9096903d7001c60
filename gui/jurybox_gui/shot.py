"""Pictures of desks without a display: the real window, off screen, grabbed once it is complete."""

from __future__ import annotations

import os
import re
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QRect
from PySide6.QtGui import QKeySequence, QPixmap

from jurybox.disk import make_folder, write_whole
from jurybox.errors import Refused
from jurybox.language import tr

if TYPE_CHECKING:
    from jurybox_gui.shell.application import Application
    from jurybox_gui.shell.window import Window
    from jurybox_gui.widgets.probe import Probe

_PATIENCE = 300.0
_TURN_MS = 20
_NOWHERE = Path(os.devnull) / "settings.json"
"""A path without settings, where none can be written: a picture shows the defaults and stores nothing."""


def take_shot(
    file: Path | None,
    desk: str,
    output: Path,
    *,
    theme: str = "light",
    size: str = "1280x800",
    assessor: str | None = None,
    keys: str = "",
) -> None:
    """Write a PNG of a desk; collection and keys go the same way as with a person.

    Errors behind the window are raised, and nothing is written: half a desk is not a picture of it.
    """
    with _shown(file, desk, theme, size, assessor, keys) as window:
        picture = window.grab()
    _write(picture, output)


def read_desk(
    file: Path | None,
    desk: str,
    *,
    theme: str = "light",
    size: str = "1280x800",
    assessor: str | None = None,
    keys: str = "",
) -> Probe:
    """Return what `take_shot` takes a picture of in words: what the page in front shows, and what can be done there."""
    with _shown(file, desk, theme, size, assessor, keys) as window:
        return window.probe()


@contextmanager
def _shown(file: Path | None, desk: str, theme: str, size: str, assessor: str | None, keys: str) -> Iterator[Window]:
    """Show a desk off screen until it is complete, after some keys. Refused if the collection cannot be opened."""
    wide, tall = _size(size)
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    from PySide6.QtCore import qInstallMessageHandler

    from jurybox_gui.run import quiet

    qInstallMessageHandler(quiet)
    pressed = _sequences(keys)
    with _nothing_wrong() as wrong, _program(theme) as app:
        window = app.show(file, assessor=assessor, desk=desk)
        window.resize(wide, tall)
        _settle(app, wrong)
        _press(app, pressed, wrong)
        if file is not None and app.bridge is None and not wrong:
            raise Refused(app.message or tr("{file} could not be opened.", file=file))
        yield window


def take_stage_shot(
    name: str,
    output: Path,
    *,
    theme: str = "light",
    size: str = "1024x768",
    assessor: str | None = None,
    with_story: bool = False,
    keys: str = "",
) -> None:
    """Write a PNG of the stage, after some keys: of a file, or of a fresh copy of the demo of that name."""
    wide, tall = _size(size)
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    from PySide6.QtCore import qInstallMessageHandler
    from PySide6.QtTest import QTest

    from jurybox.settings import Settings
    from jurybox_gui.core.tasks import stop_all
    from jurybox_gui.run import qt_application, quiet
    from jurybox_gui.stage.program import StageProgram, open_named

    qInstallMessageHandler(quiet)
    pressed = _sequences(keys)
    with _nothing_wrong() as wrong:
        program = StageProgram(qt_application(), Settings(_NOWHERE))
        look = program.theme
        look.choose("dark" if theme == "dark" else "light")
        look.reduced_motion = True
        window = open_named(program, name, assessor=assessor, with_story=with_story)
        try:
            window.resize(wide, tall)
            window.show()
            _wait(lambda: program.is_settled, wrong)
            for key in pressed:
                QTest.keySequence(program.window or window, key)
                _wait(lambda: program.is_settled, wrong)
            picture = (program.window or window).grab()
        finally:
            program.close()
            stop_all()
    _write(picture, output)


def take_handout(name: str, output: Path, *, assessor: str | None = None) -> Path:
    """Write the handout page of a collection; everything its assessor judged counts as judged on stage."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    from jurybox.settings import Settings
    from jurybox_gui.core.tasks import stop_all
    from jurybox_gui.run import qt_application
    from jurybox_gui.stage.handout import write_handout
    from jurybox_gui.stage.program import StageProgram, open_named

    program = StageProgram(qt_application(), Settings(_NOWHERE))
    try:
        director = open_named(program, name, assessor=assessor).director
        director.note_judged()
        return write_handout(director, output)
    finally:
        program.close()
        stop_all()


def _wait(settled: Callable[[], bool], wrong: Sequence[BaseException]) -> None:
    """Run the stage until it is drawn and everything is saved."""
    ends = time.monotonic() + _PATIENCE
    _turn()
    while not wrong and not settled():
        if time.monotonic() > ends:
            raise Refused(
                tr(
                    "The stage was not complete after {patience:.0f} s, so there is no picture of it.",
                    patience=_PATIENCE,
                )
            )
        _turn()


def _size(text: str) -> tuple[int, int]:
    found = re.fullmatch(r"(\d{3,4})x(\d{3,4})", text)
    if not found:
        raise Refused(tr("{text!r} is not a size; write it like 1280x800, of up to 9999 pixels.", text=text))
    return int(found[1]), int(found[2])


@contextmanager
def _nothing_wrong() -> Iterator[list[BaseException]]:
    """Collect uncaught errors behind the window, and raise the first one at the end."""
    wrong: list[BaseException] = []
    sys.excepthook = lambda _kind, error, _trace: wrong.append(error)
    try:
        yield wrong
    finally:
        sys.excepthook = sys.__excepthook__
    if wrong:
        raise wrong[0]


@contextmanager
def _program(theme: str) -> Iterator[Application]:
    """Run the program in one of the themes, without animations, until the picture is taken."""
    from PySide6.QtCore import QCoreApplication, QEvent

    from jurybox.settings import Settings
    from jurybox_gui.core.tasks import stop_all
    from jurybox_gui.run import qt_application
    from jurybox_gui.shell.application import Application

    app = Application(qt_application(), Settings(_NOWHERE), asks=False)
    app.theme.choose("dark" if theme == "dark" else "light")
    app.theme.reduced_motion = True
    try:
        yield app
    finally:
        windows = app.windows.copy()
        app.quit()
        stop_all()  # unfinished work must not outlive the objects it reports to
        for one in (*windows, app):
            one.deleteLater()  # otherwise it reacts to the theme of the next picture
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def _settle(app: Application, wrong: Sequence[BaseException]) -> None:
    """Run the program until the window is complete, cutting its pauses short, since nobody uses it.

    An error behind the window ends the wait: `_nothing_wrong` raises it.
    """
    from jurybox_gui.core.pending import end_pauses, is_pausing

    ends = time.monotonic() + _PATIENCE
    before: list[QRect] | None = None
    _turn()
    # A list that gets less room shrinks its parent one turn later, so compare until nothing moves.
    while not wrong and not (app.is_settled and not is_pausing() and before == _places(app)):
        if time.monotonic() > ends:
            raise Refused(
                tr(
                    "The desk was not complete after {patience:.0f} s, so there is no picture of it.",
                    patience=_PATIENCE,
                )
            )
        if app.is_settled:
            end_pauses()
        before = _places(app)
        _turn()


def _places(app: Application) -> list[QRect]:
    """Return the position of everything visible."""
    from PySide6.QtWidgets import QWidget

    seen = (one for window in app.windows for one in window.findChildren(QWidget) if one.isVisible())
    return [one.geometry() for one in seen]


def _turn() -> None:
    """Run the event loop for a moment."""
    from PySide6.QtCore import QCoreApplication, QEventLoop, QTimer

    loop = QEventLoop()
    QTimer.singleShot(_TURN_MS, loop.quit)
    loop.exec()
    QCoreApplication.sendPostedEvents()  # each changed layout requests that of its parent


def _press(app: Application, keys: Sequence[QKeySequence], wrong: Sequence[BaseException]) -> None:
    """Press keys as a person does, each for the focused widget, once the previous one has taken effect."""
    from PySide6.QtTest import QTest
    from PySide6.QtWidgets import QApplication

    for key in keys:
        QTest.keySequence(QApplication.focusWidget() or app.window, key)
        _settle(app, wrong)


def _sequences(keys: str) -> list[QKeySequence]:
    """Return the named keys, such as `1 Ctrl+Z Space`."""
    from PySide6.QtGui import QKeySequence

    found = [QKeySequence(name) for name in keys.split()]
    for name, sequence in zip(keys.split(), found, strict=True):
        if not sequence.toString():
            raise Refused(tr("{name!r} is not a key; write keys like: 1 Space Ctrl+Z", name=name))
    return found


def _write(picture: QPixmap, output: Path) -> None:
    from PySide6.QtCore import QBuffer, QIODevice

    made = QBuffer()
    made.open(QIODevice.OpenModeFlag.WriteOnly)
    picture.save(made, "PNG")
    try:
        make_folder(output.parent)
        write_whole(output, bytes(made.data().data()))
    except OSError as error:
        raise Refused(tr("{output} cannot be written: {reason}.", output=output, reason=error.strerror)) from error
