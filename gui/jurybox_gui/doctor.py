"""The command `jurybox doctor`: facts about this computer for a bug report.

Qt ends the whole process if it cannot start, so its part runs in a child process. Nothing is sent anywhere,
and the home folder is written as `~`.
"""

from __future__ import annotations

import json
import locale
import os
import platform
import shutil
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, NamedTuple

from jurybox import __version__
from jurybox.collection.backup import backup_folder
from jurybox.language import tr, trn
from jurybox.paths import data_folder, settings_file
from jurybox.resources import asset

_LIBRARIES = (
    "PySide6-Essentials",
    "numpy",
    "pandas",
    "pyqtgraph",
    "matplotlib",
    "sqlite-utils",
    "rapidfuzz",
    "click",
    "platformdirs",
)
_VARIABLES = (
    "DISPLAY",
    "WAYLAND_DISPLAY",
    "XDG_SESSION_TYPE",
    "XDG_CURRENT_DESKTOP",
    "QT_QPA_PLATFORM",
    "QT_SCALE_FACTOR",
    "QT_FONT_DPI",
    "QT_IM_MODULE",
)
_FLUSHES = 20
_SLOW = 0.1
"""Seconds for a saved label above which an assessor notices: network drives and worn-out cards."""
_PATIENCE = 60.0
_SCRIPTS = ("Japanese", "Arabic", "Hebrew", "Thai", "Devanagari", "Korean", "SimplifiedChinese")


class Finding(NamedTuple):
    """One line of the report; `problem` says what to do, and is empty if all is well."""

    part: str
    name: str
    value: str
    problem: str = ""


def examine(file: Path | None = None) -> list[Finding]:
    """Return what is known of this installation, its libraries, Qt, the fonts and the disks.

    file: a collection; the disk below it is measured too. Missing or unwritable folders and a Qt that does
    not start are findings with a problem, never errors.
    """
    return [*_program(), *_libraries(), *_system(), *_window(), *_places(file)]


def _program() -> list[Finding]:
    made = "frozen" if getattr(sys, "frozen", False) else "installed"
    return [
        Finding("Program", "Jurybox", f"{__version__}, {made} in {_short(Path(__file__).resolve().parent)}"),
        Finding("Program", "Assets", _short(asset(""))),
    ]


def _libraries() -> list[Finding]:
    found = [Finding("Versions", "Python", f"{platform.python_version()} {platform.python_implementation()}")]
    found.append(Finding("Versions", "SQLite", sqlite3.sqlite_version))
    for name in _LIBRARIES:
        try:
            found.append(Finding("Versions", name, version(name)))
        except PackageNotFoundError:
            # A frozen program includes the code of its libraries without their metadata.
            found.append(Finding("Versions", name, _version_of_module(name)))
    return found


def _version_of_module(name: str) -> str:
    from importlib import import_module

    module = {"PySide6-Essentials": "PySide6"}.get(name, name.replace("-", "_"))
    try:
        return str(getattr(import_module(module), "__version__", "present"))
    except ImportError:
        return "missing"


def _system() -> list[Finding]:
    encoding = locale.getpreferredencoding(do_setlocale=False)
    library = " ".join(platform.libc_ver()) or "unknown"
    described = [
        Finding("System", "System", f"{_distribution()}; {platform.platform()}"),
        Finding("System", "C library", library),
        Finding("System", "Processors", str(os.cpu_count())),
        Finding(
            "System",
            "Locale",
            f"{locale.setlocale(locale.LC_CTYPE)}, text {encoding}, files {sys.getfilesystemencoding()}",
        ),
        Finding("System", "Time zone", f"{time.tzname[0]}, UTC{time.strftime('%z')}"),
    ]
    variables = [f"{name}={os.environ[name]}" for name in _VARIABLES if name in os.environ]
    return [*described, Finding("System", "Display variables", ", ".join(variables) or "none")]


def _distribution() -> str:
    try:
        return platform.freedesktop_os_release().get("PRETTY_NAME", platform.system())
    except OSError:
        return platform.system()


def _window() -> list[Finding]:
    """Return Qt's information on displays and fonts, asked for in a child process."""
    ourselves = [sys.executable] if getattr(sys, "frozen", False) else [sys.executable, "-m", "jurybox_gui"]
    shown = sys.platform in ("win32", "darwin") or {"DISPLAY", "WAYLAND_DISPLAY"} & os.environ.keys()
    environ = dict(os.environ)
    if not shown:
        environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    try:
        child = subprocess.run(  # noqa: S603 - this very program
            [*ourselves, "doctor", "--qt"], env=environ, capture_output=True, timeout=_PATIENCE, check=False
        )
        output, status = child.stdout, child.returncode
        words = child.stderr.decode(errors="replace").strip()
    except subprocess.TimeoutExpired:
        output, status, words = (b"", -1, tr("It did not answer within {patience:.0f} seconds.", patience=_PATIENCE))
    try:
        described = json.loads(output)
    except ValueError:
        problem = tr("Qt does not start, so no window opens: install what the message names.")
        return [Finding("Window", "Qt", _one_line(words) or f"exit status {status}", problem)]
    return [Finding(*line) for line in described]


def describe_qt() -> list[Finding]:
    """Start Qt in this process and return its platform, screens, and the font families found."""
    from PySide6.QtCore import qVersion
    from PySide6.QtGui import QFontDatabase, QFontInfo

    from jurybox_gui.run import qt_application
    from jurybox_gui.theme.fonts import families, font

    app = qt_application()
    found = [Finding("Window", "Qt", f"{qVersion()}, platform {app.platformName()}")]
    for screen in app.screens():
        size, ratio = screen.size(), screen.devicePixelRatio()
        text = f"{size.width()}x{size.height()} at {ratio:.0%}, {screen.logicalDotsPerInch():.0f} dpi"
        found.append(Finding("Window", f"Screen {screen.name()}".strip(), text))
    family = QFontInfo(font(13)).family()
    problem = (
        "" if family == families()[0] else tr("{families} is missing: install Jurybox again.", families=families()[0])
    )
    found.append(Finding("Fonts", "Interface", family, problem))
    for script in _SCRIPTS:
        able = QFontDatabase.families(getattr(QFontDatabase.WritingSystem, script))
        many = f" and {len(able) - 1} more" if len(able) > 1 else ""
        found.append(Finding("Fonts", script, f"{able[0]}{many}" if able else "none on this computer"))
    return found


def _places(file: Path | None) -> list[Finding]:
    """Return where files are kept, whether they are writable, and how fast the disk stores a label."""
    places = {
        "Settings": settings_file().parent,
        "Demos and crash reports": data_folder(),
        "Temporary files": Path(tempfile.gettempdir()),
    }
    if file is None:
        backups = Finding("Files", "Backups", "beside each collection, in FILE.jury.backups")
    else:
        places["Collection"] = file.resolve().parent
        backups = Finding("Files", "Backups", _short(backup_folder(file.resolve())))
    return [*(_place(name, folder) for name, folder in places.items()), backups]


def _place(name: str, folder: Path) -> Finding:
    there = folder
    while not there.exists() and there != there.parent:
        there = there.parent
    absent = "" if folder == there else " (not made yet)"
    try:
        free = shutil.disk_usage(there).free / 1e9
        with tempfile.TemporaryDirectory(dir=there, prefix=".jurybox-doctor-") as room:
            seconds = sorted(_saved_in(Path(room)))
    except (OSError, sqlite3.Error) as error:
        problem = tr("Nothing can be saved there ({error}): choose another folder or make it writable.", error=error)
        return Finding("Files", name, f"{_short(folder)}{absent}", problem)
    middle, worst = statistics.median(seconds), seconds[-1]
    text = f"{_short(folder)}{absent}; {free:.1f} GB free; a label is on disk in {middle * 1e3:.1f} ms"
    problem = "" if middle < _SLOW else tr("This disk is slow: keep collections on a local disk.")
    return Finding("Files", name, f"{text} (slowest of {_FLUSHES}: {worst * 1e3:.1f} ms)", problem)


def _saved_in(room: Path) -> list[float]:
    """Return the seconds of durable commits of one row, with the settings that a collection uses."""
    seconds = []
    with closing(sqlite3.connect(room / "flush.db", isolation_level=None)) as db:
        for setting in ("journal_mode = DELETE", "synchronous = EXTRA", "fullfsync = ON"):
            db.execute(f"PRAGMA {setting}")
        db.execute("CREATE TABLE entry (id INTEGER PRIMARY KEY, label TEXT) STRICT")
        for _ in range(_FLUSHES):
            begin = time.perf_counter()
            db.execute("BEGIN IMMEDIATE")
            db.execute("INSERT INTO entry (label) VALUES ('correct')")
            db.execute("COMMIT")
            seconds.append(time.perf_counter() - begin)
    return seconds


def as_text(findings: list[Finding]) -> str:
    """Return findings as aligned lines under their parts, with problems marked, ready to paste."""
    lines: list[str] = []
    wide = max(len(each.name) for each in findings)
    part = ""
    for each in findings:
        if each.part != part:
            part = each.part
            lines += ["", part] if lines else [part]
        lines.append(f"  {each.name:<{wide}}  {_one_line(each.value)}")
        if each.problem:
            lines.append(f"  {'':<{wide}}  PROBLEM: {_one_line(each.problem)}")
    problems = sum(bool(each.problem) for each in findings)
    end = tr("No problems found.") if not problems else trn("{n} problem found.", "{n} problems found.", problems)
    return "\n".join([*lines, "", end])


def as_data(findings: list[Finding]) -> dict[str, Any]:
    """Return findings as plain data for JSON: parts, their lines, and whether all is well."""
    parts: dict[str, dict[str, str]] = {}
    for each in findings:
        parts.setdefault(each.part, {})[each.name] = each.value
    problems = [f"{each.name}: {each.problem}" for each in findings if each.problem]
    return {"ok": not problems, "problems": problems, **parts}


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _short(path: Path) -> str:
    """Return a path with the home folder, which holds a person's name, written as ~."""
    try:
        return str(Path("~") / path.relative_to(Path.home()))
    except (ValueError, RuntimeError):
        return str(path)
