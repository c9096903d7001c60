#!/usr/bin/env python3
"""Set Jurybox up beside this file and start it: `python3 run.py demo`, `python3 run.py test`.

Standard library only. The first run makes .venv and installs the locked packages into it; later runs find
the stamp, install nothing and need no network. Exit status 3: something is missing that it may not install.
"""

from __future__ import annotations

import ctypes
import hashlib
import importlib.util
import os
import shutil
import signal
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import NoReturn

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
STAMP = VENV / "jurybox-ready"  # digests of the installed locks; "unfinished" while an installation runs
MEMORY = Path("/dev/shm")  # noqa: S108 - where it has room, tests keep their files in it: no write waits for a disk
ROOM_IN_MEMORY = 4 << 30  # bytes: the tests take about one GB, this is enough for several who test at once
WHEELHOUSE = ROOT / "wheelhouse"  # where it exists, packages come from it and never from the network
OLDEST = (3, 11)
VERSION = f"{sys.version_info[0]}.{sys.version_info[1]}"
ROOMS = ("model", "gui")
RUNTIME, TEST = "requirements.lock", "requirements-test.lock"
HELP = """python3 run.py demo         open the demo collection (without a display: its pictures, in demo-out/)
python3 run.py test [...]   run the tests; what follows goes to pytest
python3 run.py WORD [...]   any other command of jurybox, for example: python3 run.py score FILE.jury
The first run installs all that is needed into the folder .venv; later runs work without a network."""

MOVE = "Copy Jurybox to a folder of your own on a local disk and run the same command there."
AGAIN = "Check the network and the free space, then run the same command again."

# Libraries that Qt loads and its wheels do not bring, with their Debian and Ubuntu packages: no fewer do.
LIBRARIES = {
    "offscreen": {
        "libEGL.so.1": "libegl1",
        "libGL.so.1": "libgl1",
        "libglib-2.0.so.0": "libglib2.0-0",
        "libdbus-1.so.3": "libdbus-1-3",
        "libfontconfig.so.1": "libfontconfig1",
        "libxkbcommon.so.0": "libxkbcommon0",
    },
    "xcb": {
        "libxcb-cursor.so.0": "libxcb-cursor0",
        "libxcb-icccm.so.4": "libxcb-icccm4",
        "libxcb-keysyms.so.1": "libxcb-keysyms1",
        "libxcb-shape.so.0": "libxcb-shape0",
        "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    },
    "wayland": {"libwayland-cursor.so.0": "libwayland-cursor0", "libwayland-egl.so.1": "libwayland-egl1"},
}


def say(sentence: str) -> None:
    """Print to standard error, so that `run.py score FILE --format json` leaves clean output."""
    print(sentence, file=sys.stderr, flush=True)


def refuse(sentence: str) -> NoReturn:
    """Say why it cannot go on, and leave with status 3."""
    say(sentence)
    raise SystemExit(3)


def run(*words: str | Path, platform: str = "", cwd: Path | None = None) -> int:
    """Run a program in sight and return its exit status as a shell would."""
    status = subprocess.call([str(word) for word in words], env=environment(platform), cwd=cwd)
    return status if status >= 0 else 128 - status


def quietly(*words: str | Path) -> bool:
    """Run a step of the set-up, showing what it said only if it failed; whether it succeeded."""
    environ = {**os.environ, "PIP_USER": "0", "DEBIAN_FRONTEND": "noninteractive"}
    child = subprocess.run([str(word) for word in words], check=False, env=environ, capture_output=True)
    if child.returncode:
        say((child.stdout + child.stderr).decode(errors="replace").strip())
    return child.returncode == 0


def environment(platform: str) -> dict[str, str]:
    """Return the variables for a child that shall use this Qt platform ("" lets Qt choose)."""
    return {**os.environ, "QT_QPA_PLATFORM": platform} if platform else dict(os.environ)


def chosen_platform() -> str:
    """Return what the user set, else "" where Qt finds a display, else "offscreen"."""
    shown = sys.platform in ("win32", "darwin") or {"DISPLAY", "WAYLAND_DISPLAY"} & os.environ.keys()
    return os.environ.get("QT_QPA_PLATFORM") or ("" if shown else "offscreen")


def is_loadable(library: str) -> bool:
    """Tell whether the dynamic loader finds this library."""
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def missing_packages(platform: str) -> list[str]:
    """Return the Debian packages without which Qt cannot start on this platform, or .venv cannot be made."""
    if not shutil.which("apt-get"):
        return []  # no Debian: the trial start of Qt decides, and its own words name what is missing
    wanted = dict(LIBRARIES["offscreen"])
    if platform == "xcb" or (not platform and os.environ.get("DISPLAY")):
        wanted.update(LIBRARIES["xcb"])
    if platform == "wayland" or (not platform and os.environ.get("WAYLAND_DISPLAY")):
        wanted.update(LIBRARIES["wayland"])
    packages = [package for library, package in wanted.items() if not is_loadable(library)]
    if not importlib.util.find_spec("ensurepip"):
        packages.insert(0, f"python{VERSION}-venv")
    return packages


def install_packages(packages: list[str]) -> None:
    """Install what is missing as root; as an ordinary user name the one command, and stop."""
    if not packages:
        return
    command = "apt-get install --no-install-recommends " + " ".join(packages)
    if os.geteuid() != 0:
        refuse(f"Some system packages are missing. Run this, then the same command again:\n  sudo {command}")
    say("Installing the system packages " + " ".join(packages) + " ...")
    options = ("-qq", "-y", "-o", "Dpkg::Use-Pty=0", "--no-install-recommends")
    if not (quietly("apt-get", "-qq", "update") and quietly("apt-get", "install", *options, *packages)):
        refuse(f"The system packages could not be installed; apt-get says why above. By hand:\n  {command}")


def digest(lock: str) -> str:
    """Return the name of an environment: this lock, for this version of Python."""
    interpreter = f"{VERSION} {sysconfig.get_platform()}".encode()
    return hashlib.sha256((ROOT / lock).read_bytes() + interpreter).hexdigest()


def stamp() -> list[str]:
    """Return what the stamp says; empty without a stamp or without a Python beside it."""
    return STAMP.read_text("ascii").split() if STAMP.exists() and PYTHON.exists() else []


def is_sound() -> bool:
    """Tell whether .venv can be built upon: whole, of this version of Python, no installation broken off."""
    if not PYTHON.exists() or stamp() == ["unfinished"]:
        return False
    check = f"import pip, sys; sys.exit(sys.version_info[:2] != {sys.version_info[:2]})"
    return subprocess.call([PYTHON, "-c", check], stderr=subprocess.DEVNULL) == 0


def make_venv() -> None:
    """Make .venv anew; one that this file did not make is left alone."""
    if VENV.exists() and not STAMP.exists():
        refuse(f"The folder .venv was made by hand and does not fit Python {VERSION}: rename it and try again.")
    if VENV.exists():
        shutil.rmtree(VENV)
    VENV.mkdir()
    STAMP.write_text("unfinished", "ascii")
    if not quietly(sys.executable, "-m", "venv", VENV):
        refuse(f"The folder .venv could not be made in {ROOT}; the reason stands above. {MOVE}")


def install(lock: str) -> None:
    """Install the lock into .venv with every hash checked, make model/ and gui/ importable, and stamp it."""
    if not is_sound():
        make_venv()
    source = "the folder wheelhouse" if WHEELHOUSE.is_dir() else "the Python Package Index"
    say(f"Installing the Python packages of {lock} into .venv from {source} (140 to 235 MB), once ...")
    STAMP.write_text("unfinished", "ascii")
    offline = ("--no-index", "--find-links", WHEELHOUSE) if WHEELHOUSE.is_dir() else ()
    # Three of four modules are never imported: each is compiled when it is, unless bytecode is not to be kept then.
    compiled = () if sys.dont_write_bytecode else ("--no-compile",)
    options = ("--quiet", "--disable-pip-version-check", "--only-binary=:all:", "--require-hashes", *offline, *compiled)
    if not quietly(PYTHON, "-m", "pip", "install", *options, "-r", ROOT / lock):
        refuse(f"The Python packages could not be installed; pip says why above. {AGAIN}")
    site = Path(sysconfig.get_path("purelib", "venv", {"base": str(VENV)}))
    # Relative lines, so that the folder may be moved or renamed, in any script.
    (site / "jurybox.pth").write_text("".join(os.path.relpath(ROOT / room, site) + "\n" for room in ROOMS))
    # The test lock holds all that the runtime lock holds.
    STAMP.write_text("\n".join(digest(each) for each in {lock, RUNTIME}), "ascii")


def qt_trouble(platform: str) -> str:
    """Start Qt in a child, since it aborts where it cannot start; return "" or what the child said."""
    trial = "from PySide6 import QtSvg, QtWidgets; QtWidgets.QApplication([])"
    child = subprocess.run([PYTHON, "-c", trial], check=False, env=environment(platform), capture_output=True)
    words = (child.stdout + child.stderr).decode(errors="replace").strip()
    return "" if child.returncode == 0 else words or f"It ended with status {child.returncode}."


def prepare(lock: str, platform: str) -> str:
    """Make everything ready and return the Qt platform that starts here: the chosen one, else "offscreen"."""
    if digest(lock) not in stamp():
        install_packages(missing_packages(platform))
        install(lock)
    trouble = qt_trouble(platform)
    if trouble and missing_packages(platform):
        install_packages(missing_packages(platform))
        trouble = qt_trouble(platform)
    if trouble and platform != "offscreen":
        say(f"Qt cannot open a window on this display:\n{trouble}")
        return prepare(lock, "offscreen")
    if trouble:
        cure = "If no missing library is named above, delete the folder .venv and run the same command again."
        refuse(f"Qt does not start:\n{trouble}\n{cure}")
    return platform


def jurybox(*words: str | Path, platform: str = "") -> int:
    """Run the jurybox command."""
    return run(PYTHON, "-m", "jurybox_gui", *words, platform=platform)


def demo(words: list[str]) -> int:
    """Open the demo collection, or write pictures of it where there is no display."""
    platform = prepare(RUNTIME, chosen_platform())
    if words or platform != "offscreen":
        return jurybox("demo", *words)  # with words it draws nothing: the command says itself what it needs
    say("There is no display here, so the demo is drawn off-screen, as pictures.")
    folder = ROOT / "demo-out"
    folder.mkdir(exist_ok=True)
    collection = folder / "validation.jury"
    collection.unlink(missing_ok=True)
    status = jurybox("demo", "validation", "--no-window", "--to", collection, platform=platform)
    for desk in ("judge", "scores", "spaces"):
        picture = folder / f"{desk}.png"
        status = status or jurybox("shot", collection, "--desk", desk, "-o", picture, platform=platform)
        if not status:
            print(picture)
    if not status:
        say("To see the window itself, run the same command on a computer with a screen (or through ssh -X).")
    return status


def test(words: list[str]) -> int:
    """Run the tests, off-screen unless QT_QPA_PLATFORM says otherwise; all of them in several processes."""
    platform = prepare(TEST, os.environ.get("QT_QPA_PLATFORM") or "offscreen")
    # Without bytecode every process would compile the program and all tests again, for half a minute.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    # Much of a window's test is waiting for a timer: one process more than there are cores keeps them busy.
    several = () if words else ("-n", str((os.cpu_count() or 1) + 1), "--dist", "worksteal")
    command = (PYTHON, "-m", "pytest", *several, *words)
    if "TMPDIR" in os.environ or not has_room(MEMORY):
        return run(*command, platform=platform, cwd=ROOT)
    import tempfile

    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # what lies in memory goes, however the tests end
    with tempfile.TemporaryDirectory(prefix="jurybox-", dir=MEMORY, ignore_cleanup_errors=True) as folder:
        os.environ["TMPDIR"] = folder
        return run(*command, platform=platform, cwd=ROOT)


def has_room(folder: Path) -> bool:
    """Tell whether tests may keep files and programs in this folder, and whether all of them fit."""
    if not os.access(folder, os.W_OK | os.X_OK):
        return False
    disk = os.statvfs(folder)
    return disk.f_bavail * disk.f_frsize >= ROOM_IN_MEMORY and not disk.f_flag & os.ST_NOEXEC


def main(words: list[str]) -> int:
    """Run one command; return its exit status."""
    if not words or words[0] in ("-h", "--help", "help"):
        print(HELP)
        return 0
    if sys.version_info < OLDEST:
        refuse(f"Jurybox needs Python 3.11 or newer, and this is Python {VERSION}.")
    if words[0] in ("demo", "test"):
        return (demo if words[0] == "demo" else test)(words[1:])
    prepare(RUNTIME, chosen_platform())
    return jurybox(*words)  # the command itself knows which of its jobs need a display


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
    except OSError as trouble:
        refuse(f"Jurybox could not be set up: {trouble}. {MOVE}")
