"""From a key that was pressed to its portable name."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QKeySequence

from jurybox_gui.actions.chords import chord
from jurybox_gui.actions.layouts import Press, place_of

_BARE = frozenset(
    int(key)
    for key in (
        Qt.Key.Key_Control,
        Qt.Key.Key_Shift,
        Qt.Key.Key_Alt,
        Qt.Key.Key_AltGr,
        Qt.Key.Key_Meta,
        Qt.Key.Key_CapsLock,
        Qt.Key.Key_NumLock,
        Qt.Key.Key_unknown,
    )
)


def key_name(event: QKeyEvent) -> str:
    """Return the name of the key an event presses (`Ctrl+K`, `?`); empty for one that cannot be an action's.

    The number pad counts as the digits it prints, and a sign is itself without the Shift that reaches it.
    On layouts without Latin letters the place of the key counts.
    """
    press = Press.of(event)
    if press.key in _BARE:
        return ""
    mods = press.modifiers & ~Qt.KeyboardModifier.KeypadModifier
    key = press.key
    place = place_of(press)
    if (place.isdigit() and not mods & Qt.KeyboardModifier.ShiftModifier) or (
        place and 0x7F < key < 0x01000000
    ):
        key = ord(place)
    elif 0x20 < key < 0x7F and not chr(key).isalnum():
        mods &= ~Qt.KeyboardModifier.ShiftModifier
    if key == int(Qt.Key.Key_Enter):
        key = int(Qt.Key.Key_Return)
    name = QKeySequence(key | int(mods.value)).toString(QKeySequence.SequenceFormat.PortableText)
    try:
        chord(name)
    except ValueError:
        return ""
    return name
