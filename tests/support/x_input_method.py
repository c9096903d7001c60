"""A real input method on an X server: ibus with Anthy, which turns typed Latin letters into Japanese."""

import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_ENGINE = Path("/usr/share/ibus-anthy/engine/main.py")
_NEEDED = ("dbus-daemon", "ibus", "ibus-daemon")


def missing() -> str:
    """Return why no input method can be had here, empty if one can."""
    absent = [name for name in _NEEDED if not shutil.which(name)]
    absent += [] if _ENGINE.exists() else ["ibus-anthy"]
    return f"needs {', '.join(absent)}" if absent else ""


@contextmanager
def japanese(display: str, home: Path) -> Iterator[dict[str, str]]:
    """Start a session bus and ibus with Anthy in use; yield what a program's environment needs."""
    environment = os.environ | {
        "DISPLAY": display,
        "PATH": "/usr/bin:/bin",  # the system's own Python has the bindings that Anthy's engine needs
        "XDG_RUNTIME_DIR": str(home),
        "GSETTINGS_BACKEND": "memory",
    }
    quiet = {"stderr": subprocess.DEVNULL}
    bus = subprocess.Popen(
        ["dbus-daemon", "--session", "--nofork", "--print-address"],
        stdout=subprocess.PIPE,
        text=True,
        env=environment,
        **quiet,
    )
    assert bus.stdout
    address = {"DBUS_SESSION_BUS_ADDRESS": bus.stdout.readline().strip()}
    environment |= address
    subprocess.run(["ibus", "write-cache"], env=environment, check=True, stdout=subprocess.DEVNULL, **quiet)
    daemon = subprocess.Popen(
        ["ibus-daemon", "--xim", "--panel=disable", "--config=disable"],
        env=environment,
        stdout=subprocess.DEVNULL,
        **quiet,
    )
    try:
        _use_anthy(environment)
        more = {"QT_IM_MODULE": "ibus", "XDG_RUNTIME_DIR": str(home)}
        yield address | more
    finally:
        for one in (daemon, bus):
            one.terminate()
            one.communicate()


def _use_anthy(environment: dict[str, str]) -> None:
    for _ in range(60):
        time.sleep(0.25)
        subprocess.run(["ibus", "engine", "anthy"], env=environment, check=False, capture_output=True)
        now = subprocess.run(["ibus", "engine"], env=environment, check=False, capture_output=True, text=True)
        if now.stdout.strip() == "anthy":
            return
    raise OSError("ibus does not take Anthy into use")
