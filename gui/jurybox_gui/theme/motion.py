"""Whether the desktop asks for reduced motion, which Qt 6.11 does not report: it reports contrast only."""

from __future__ import annotations

import os
import shutil
import sys
from functools import cache
from pathlib import Path

_PATIENCE = 1.0
_SCHEMAS = {"CINNAMON": "org.cinnamon.desktop.interface", "MATE": "org.mate.interface"}
_GNOME = "org.gnome.desktop.interface"


@cache
def desktop_asks_for_less_motion() -> bool:
    """Return whether animations are off in this desktop; read once, False if unknown.

    Sources: GNOME and desktops with its settings (`gsettings`), KDE Plasma (`kdeglobals`, animation duration
    0), Windows (client area animations), macOS (*Reduce motion*).
    """
    if sys.platform == "win32":
        return _on_windows()
    if sys.platform == "darwin":
        return _said("defaults", "read", "com.apple.universalaccess", "reduceMotion") == "1"
    desktops = os.environ.get("XDG_CURRENT_DESKTOP", "").upper().split(":")
    if "KDE" in desktops:
        return _on_plasma()
    if desktops == [""]:
        return False
    schema = next((_SCHEMAS[one] for one in desktops if one in _SCHEMAS), _GNOME)
    return _said("gsettings", "get", schema, "enable-animations") == "false"


def _said(program: str, *words: str) -> str:
    import subprocess  # few desktops are asked

    found = shutil.which(program)
    if found is None:
        return ""
    try:
        return subprocess.run(  # noqa: S603 - fixed words, a program of the desktop
            [found, *words], capture_output=True, text=True, timeout=_PATIENCE, check=False
        ).stdout.strip()
    except (OSError, subprocess.SubprocessError):
        return ""


def _on_plasma() -> bool:
    from configparser import ConfigParser, Error

    home = Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config")
    settings = ConfigParser(strict=False, interpolation=None)
    try:
        settings.read(home / "kdeglobals", encoding="utf-8")
        return settings.getfloat("KDE", "AnimationDurationFactor", fallback=1.0) == 0
    except (Error, OSError, ValueError):
        return False


def _on_windows() -> bool:
    import ctypes

    asked, animated = 0x1042, ctypes.c_int(1)  # SPI_GETCLIENTAREAANIMATION
    user32 = ctypes.windll.user32  # type: ignore[attr-defined, unused-ignore]
    known = user32.SystemParametersInfoW(asked, 0, ctypes.byref(animated), 0)
    return bool(known) and not animated.value
