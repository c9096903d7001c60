"""Key names are read, printed and refused in one place."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence

from jurybox_gui.actions.chords import Chord, Mod, cap_text, chord, sequence

CTRL, SHIFT, ALT = Mod.ControlModifier, Mod.ShiftModifier, Mod.AltModifier


@pytest.mark.parametrize(
    ("name", "key", "mods"),
    [
        ("1", Qt.Key.Key_1, ()),
        ("a", Qt.Key.Key_A, ()),
        ("?", Qt.Key.Key_Question, ()),
        ("+", Qt.Key.Key_Plus, ()),
        ("-", Qt.Key.Key_Minus, ()),
        ("Ctrl++", Qt.Key.Key_Plus, (CTRL,)),
        ("Ctrl+-", Qt.Key.Key_Minus, (CTRL,)),
        ("Ctrl+Shift+Left", Qt.Key.Key_Left, (CTRL, SHIFT)),
        ("Alt+F4", Qt.Key.Key_F4, (ALT,)),
        ("PgDn", Qt.Key.Key_PageDown, ()),
        ("PgUp", Qt.Key.Key_PageUp, ()),
        ("Enter", Qt.Key.Key_Return, ()),
        ("Esc", Qt.Key.Key_Escape, ()),
        ("Space", Qt.Key.Key_Space, ()),
        ("Ins", Qt.Key.Key_Insert, ()),
        ("Delete", Qt.Key.Key_Delete, ()),
        ("Backspace", Qt.Key.Key_Backspace, ()),
        ("[", Qt.Key.Key_BracketLeft, ()),
    ],
)
def test_names_are_read_as_qt_reads_them(name: str, key: Qt.Key, mods: tuple[Mod, ...]) -> None:
    assert chord(name) == Chord(int(key), frozenset(mods))
    assert not sequence(name).isEmpty()
    assert sequence(name).toString() == QKeySequence(sequence(name).toString()).toString()


@pytest.mark.parametrize("name", ["", " ", "Strg+K", "Ctrl+", "Nonsense", "Ctrl+K, Ctrl+B"])
def test_what_is_no_key_is_refused_by_name(name: str) -> None:
    with pytest.raises(ValueError, match="is not a key"):
        chord(name)


@pytest.mark.parametrize(
    ("name", "plain"),
    [("1", True), ("Shift+Space", True), ("Esc", True), ("F2", False), ("Ctrl+1", False), ("Alt+A", False)],
)
def test_plain_keys_could_be_typing(name: str, plain: bool) -> None:
    assert chord(name).plain is plain


def test_what_caps_print() -> None:
    printed = [cap_text(name, "linux") for name in ("Ctrl+K", "a", "PgDown", "Return", "Left", "-", "Esc")]
    assert printed == ["Ctrl+K", "A", "PgDn", "Enter", "←", "−", "Esc"]
    assert cap_text("Shift+Left", "linux") == "Shift+←"
    assert cap_text("Ctrl+Shift+K", "darwin") == "⌘⇧K"
