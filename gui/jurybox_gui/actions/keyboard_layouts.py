"""Positions of keys: which digit or letter of the US keyboard a key is, whatever the layout prints.

Label keys are digits and letters. On a French keyboard the digits need Shift, on a Russian or Greek one there
is no A; the position of the key (its scan code) still identifies it.
"""

from __future__ import annotations

import sys
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import Qt

from jurybox_gui.actions.chords import Chord, Mod, mods_of

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent

_ROWS = ("1234567890", "QWERTYUIOP", "ASDFGHJKL", "ZXCVBNM")
# First scan code of each row. X11 and Wayland: the kernel's code plus 8. Windows: the keyboard's own.
_X11_ROWS = (10, 24, 38, 52)
_WINDOWS_ROWS = (2, 16, 30, 44)
# macOS has no scan codes; its virtual key codes name the position of the key (Carbon, Events.h).
_MAC = {
    "1234567890": (18, 19, 20, 21, 23, 22, 26, 28, 25, 29),
    "QWERTYUIOP": (12, 13, 14, 15, 17, 16, 32, 34, 31, 35),
    "ASDFGHJKL": (0, 1, 2, 3, 5, 4, 38, 40, 37),
    "ZXCVBNM": (6, 7, 8, 9, 11, 45, 46),
}


def _by_rows(starts: tuple[int, ...]) -> dict[int, str]:
    return {start + n: sign for start, row in zip(starts, _ROWS, strict=True) for n, sign in enumerate(row)}


_PLACES: dict[str, dict[int, str]] = {
    "linux": _by_rows(_X11_ROWS),
    "win32": _by_rows(_WINDOWS_ROWS),
    "darwin": {code: sign for row, codes in _MAC.items() for code, sign in zip(codes, row, strict=True)},
}


class Press(NamedTuple):
    """The facts of a key event, independent of Qt: enough to decide, and easy to make up in a test."""

    key: int
    modifiers: Mod = Mod.NoModifier
    scan: int = 0
    virtual: int = 0
    repeat: bool = False

    @classmethod
    def of(cls, event: QKeyEvent) -> Press:
        """Take the facts from an event."""
        return cls(
            event.key(), event.modifiers(), event.nativeScanCode(), event.nativeVirtualKey(), event.isAutoRepeat()
        )


def place_of(press: Press, system: str = sys.platform) -> str:
    """Return the digit or letter at this key's position on a US keyboard, empty if none or unknown.

    The number pad has positions of its own and is ignored. A synthetic event (scan code 0, on macOS also
    virtual code 0) has no position.
    """
    if press.modifiers & Mod.KeypadModifier:
        return ""
    if system == "darwin":
        return _PLACES["darwin"].get(press.virtual, "") if press.scan or press.virtual else ""
    return _PLACES["win32" if system == "win32" else "linux"].get(press.scan, "")


@lru_cache(maxsize=512)
def readings(press: Press, system: str = sys.platform) -> tuple[Chord, ...]:
    """Return the chords a key press may mean, best first; the caller takes the first it knows.

    1. A key of the digit row means its digit, even where the layout prints `&` or `é`.
    2. What the layout says the key is.
    3. Signs that the layout reaches with Shift or AltGr only, without those.
    4. A digit typed with Shift (French), without it.
    5. A key whose sign is not a Latin one: the letter at its place.
    """
    mods = mods_of(press.modifiers)
    place = place_of(press, system)
    key = _same_key(press.key)
    shift = Mod.ShiftModifier in mods
    found: list[Chord] = []
    if place.isdigit():
        found.append(Chord(ord(place), mods))
    found.append(Chord(key, mods))
    if _is_sign(key):
        found.append(Chord(key, mods - {Mod.ShiftModifier}))
        if mods >= {Mod.ControlModifier, Mod.AltModifier}:
            found.append(Chord(key))
    if shift and _is_digit(key):
        found.append(Chord(key, mods - {Mod.ShiftModifier}))
    if place.isalpha() and key > 0x7F and not _is_named(key):
        found.append(Chord(ord(place), mods))
    return tuple(dict.fromkeys(found))


def _same_key(key: int) -> int:
    """Enter of the number pad is Enter; Shift+Tab arrives as a key of its own."""
    same = {int(Qt.Key.Key_Enter): int(Qt.Key.Key_Return), int(Qt.Key.Key_Backtab): int(Qt.Key.Key_Tab)}
    return same.get(key, key)


def _is_digit(key: int) -> bool:
    return ord("0") <= key <= ord("9")


def _is_named(key: int) -> bool:
    """Whether it is a key such as F1, Home or Shift, not a character."""
    return key >= 0x01000000


def _is_sign(key: int) -> bool:
    return 0x20 < key < 0x7F and not chr(key).isalnum()
