"""Key names to chords: the one place that reads `Ctrl+K`, `PgDn` or `?` and prints key caps."""

import sys
from functools import lru_cache
from typing import NamedTuple

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence

Mod = Qt.KeyboardModifier
COUNTED = (Mod.ControlModifier, Mod.AltModifier, Mod.MetaModifier, Mod.ShiftModifier)

_ALIASES = {"PgDn": "PgDown", "Enter": "Return", "Delete": "Del", "Insert": "Ins", "Escape": "Esc"}
_LONG = {"PgDown": "PageDown", "PgUp": "PageUp", "Del": "Delete", "Ins": "Insert", "Esc": "Escape"}
_MODS = {"Ctrl": Mod.ControlModifier, "Alt": Mod.AltModifier, "Meta": Mod.MetaModifier, "Shift": Mod.ShiftModifier}
_CAPS = {"PgDown": "PgDn", "Return": "Enter", "Left": "←", "Right": "→", "Up": "↑", "Down": "↓", "-": "−"}
_MAC_CAPS = {"Ctrl": "⌘", "Alt": "⌥", "Shift": "⇧", "Meta": "⌃"}


class Chord(NamedTuple):
    """A key with its modifiers; the number pad, Caps Lock and AltGr are not part of it."""

    key: int
    mods: frozenset[Mod] = frozenset()

    @property
    def plain(self) -> bool:
        """Whether the key could be typing: no Ctrl, Alt or Meta, and not a function key."""
        if self.mods - {Mod.ShiftModifier}:
            return False
        return not Qt.Key.Key_F1 <= self.key <= Qt.Key.Key_F35


def mods_of(modifiers: Mod) -> frozenset[Mod]:
    """Return the modifiers that count for a chord."""
    return frozenset(mod for mod in COUNTED if modifiers & mod)


@lru_cache(maxsize=512)
def chord(name: str) -> Chord:
    """Read a portable key name such as `Ctrl+K`, `Space`, `?`. ValueError names one that is not a key."""
    head, last = _split(name)
    key = _key(_ALIASES.get(last, last))
    mods = [_MODS.get(part) for part in head.split("+") if part]
    if key is None or None in mods:
        raise ValueError(f"{name!r} is not a key")
    return Chord(key, frozenset(mod for mod in mods if mod is not None))


def sequence(name: str) -> QKeySequence:
    """Return a key name as Qt's own shortcut."""
    head, last = _split(name)
    return QKeySequence.fromString(head + _ALIASES.get(last, last))


def _key(name: str) -> int | None:
    if len(name) == 1 and not name.isspace():
        return ord(name.upper())
    named = Qt.Key.__members__.get(f"Key_{_LONG.get(name, name)}")
    return None if named is None or len(name) < 2 else int(named)


def _split(name: str) -> tuple[str, str]:
    """Split `Ctrl++` into `Ctrl+` and `+`."""
    cut = name.rfind("+", 0, -1)
    return (name[: cut + 1], name[cut + 1 :]) if cut > 0 else ("", name)


@lru_cache(maxsize=512)
def cap_text(name: str, system: str = sys.platform) -> str:
    """Return the text on the key cap of a key name: `Ctrl+1`, `↓`, `PgDn`; symbols on macOS."""
    head, last = _split(name)
    last = _ALIASES.get(last, last)
    last = _CAPS.get(last, last.upper() if len(last) == 1 else last)
    if system != "darwin":
        return head + last
    signs = "".join(_MAC_CAPS.get(part, part) for part in head.split("+") if part)
    return signs + last
