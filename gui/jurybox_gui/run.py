"""The start of Qt and of the first window."""

from __future__ import annotations

import gc
import locale
import os
import signal
import sys

# Before PySide, which reads the source of each module that is loaded behind it, see below.
from jurybox.errors import Refused
from jurybox.language import LANGUAGE, tr
from jurybox.settings import Settings
from jurybox_gui.shell.zoom import begin_again, scaled, zoom_of

# isort: split
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QLocale, QObject, QTimer, QtMsgType, qInstallMessageHandler
from PySide6.QtWidgets import QApplication

from jurybox_gui.shell.application import Application


def _spare_sources() -> None:
    """Keep PySide from reading the source of every module imported from now on.

    It searches the source for Qt, to support `from __feature__ import ...`, which is not used here. That
    takes a tenth of the time until the first painting, and a fifth of the load time of numpy, pyqtgraph and
    pandas.
    """
    feature = sys.modules.get("shibokensupport.feature")
    if feature is not None and "feature_imported" in vars(feature):
        vars(feature)["feature_imported"] = lambda _module: None


_spare_sources()


def qt_application(zoom: int = 100) -> QApplication:
    """Return the one QApplication, in the style on which the program's painting relies.

    A new one is scaled by `zoom`, in percent of the desktop's scale.

    The style is named at the start: a later `setStyle` returns a QStyle, and creating that class with all its
    enumerations takes as long as building the window. Numbers and dates are written in English, as everything
    else, whatever the language of the computer, which Qt would otherwise use for the whole process.
    """
    found = QApplication.instance()
    if isinstance(found, QApplication):
        return found
    with scaled(zoom):
        app = QApplication(["jurybox", "-style", "fusion"])
    QLocale.setDefault(QLocale("en_US"))
    locale.setlocale(locale.LC_TIME, "C")
    app.setApplicationName("jurybox")
    app.setApplicationDisplayName("Jurybox")
    app.setDesktopFileName("org.jurybox.Jurybox")
    _translate_qt(app)
    return app


def _translate_qt(app: QApplication) -> None:
    """Make Qt's own dialogs use the language in force; English is built in."""
    if LANGUAGE != "en":
        from PySide6.QtCore import QLibraryInfo, QTranslator

        from jurybox_gui.core.qt_words import MissingQtWords

        app.installTranslator(MissingQtWords(app))  # asked last, being installed first
        translator = QTranslator(app)
        folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
        if translator.load(f"qtbase_{LANGUAGE}", folder):
            app.installTranslator(translator)


def _refuse_instead_of_aborting(kind: QtMsgType, _context: object, _message: str) -> None:
    """End with one sentence where Qt cannot use the display; Qt would print a page and abort."""
    if kind != QtMsgType.QtFatalMsg:
        return
    display = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY") or ""
    sentence = tr(
        "Qt cannot use the display {display}, so no window can be shown. To see the cause: jurybox doctor",
        display=display,
    )
    print(sentence, file=sys.stderr, flush=True)
    os._exit(2)


def check_display(instead: str) -> None:
    """Refuse to show a window without a display; `instead` is a command that makes a picture.

    A display that is named but does not answer is refused as soon as Qt looks for it.
    """
    needs_display = sys.platform.startswith("linux") and not os.environ.get("QT_QPA_PLATFORM")
    if needs_display and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        raise Refused(
            tr(
                "There is no display, so no window can be shown. For a picture of a desk use: {instead}",
                instead=instead,
            )
        )
    qInstallMessageHandler(_refuse_instead_of_aborting)


def run_window(
    file: Path | None,
    *,
    assessor: str | None = None,
    desk: str = "judge",
    follow: tuple[Path, Path] | None = None,
    then: Callable[[Application], object] | None = None,
) -> int:
    """Show the window until it is closed. Refused, with an alternative, if there is no display.

    `follow` is a folder of assessors' own files and the collection they belong to; `then` is called as soon
    as the window has been shown with nothing opened in it.
    """
    check_display("jurybox shot FILE --desk judge -o judge.png")
    gc.disable()  # what is loaded for the window stays: a search for garbage in it would find none
    from jurybox_gui.core.tasks import stop_all
    from jurybox_gui.crash import install
    from jurybox_gui.shell.application import Application

    settings = Settings()
    app = qt_application(zoom_of(settings))
    qInstallMessageHandler(quiet)
    shell = Application(app, settings)
    shell.may_begin_again = follow is None and then is None
    install(shell)
    _let_ctrl_c_through(app, shell, shell.quit)
    window = shell.show(file, assessor=assessor, desk=desk, restore=follow is None and then is None)
    gc.freeze()
    if follow is not None:
        window.painted.connect(lambda: shell.campaign_files.follow_folder(*follow))
    if then is not None:
        window.painted.connect(lambda: then(shell))
    status = app.exec()
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # a second Ctrl-C stops the wait for the threads
    stop_all()
    return begin_again() if shell.begins_again else status


def run_stage(name: str, *, assessor: str | None = None, with_story: bool = False) -> int:
    """Show the stage until it is closed: of a file, or of a fresh private copy of the demo of that name.

    Raises Refused for an unknown file or demo, and if there is no story or no display.
    """
    check_display("jurybox shot FILE --stage -o stage.png")
    from jurybox_gui.audience.host import AudienceHost
    from jurybox_gui.core.garbage import collect_between_events
    from jurybox_gui.core.tasks import stop_all
    from jurybox_gui.crash import install_on_stage
    from jurybox_gui.stage.program import StageProgram, open_named
    from jurybox_gui.stage.window import show_on_stage

    app = qt_application()
    qInstallMessageHandler(quiet)
    program = StageProgram(app)
    install_on_stage(program)
    collect_between_events(program)  # the thread that serves phones must not delete a window
    program.opened.connect(AudienceHost(program).attach)
    window = open_named(program, name, assessor=assessor, with_story=with_story)
    program.ended.connect(app.quit)
    _let_ctrl_c_through(app, program, program.close_window)
    show_on_stage(window)
    status = app.exec()
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    stop_all()
    return status


def _let_ctrl_c_through(app: QApplication, shell: QObject, leave: Callable[[], object]) -> None:
    """Close as from the menu on Ctrl-C in the terminal; a slow timer lets Python see the signal.

    Closing waits for the event loop, which may not be running yet when the signal arrives.
    """
    signal.signal(signal.SIGINT, lambda *_: QTimer.singleShot(0, shell, leave))
    tick = QTimer(app, interval=500)
    tick.timeout.connect(lambda: None)
    tick.start()


def quiet(kind: QtMsgType, _context: object, message: str) -> None:
    """Suppress Qt's messages except serious ones."""
    if kind in {QtMsgType.QtCriticalMsg, QtMsgType.QtFatalMsg}:
        sys.stderr.write(f"{message}\n")
