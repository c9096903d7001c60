"""The field that takes a new key, and the portable name of the key that was pressed."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QKeySequenceEdit, QLineEdit, QWidget

from jurybox.language import tr
from jurybox_gui.actions.chords import chord, sequence
from jurybox_gui.actions.keyboard_layouts import Press, place_of
from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.tokens import Px

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


class KeyEdit(QKeySequenceEdit):
    """Shows the one key pressed: emits `taken` with its name, `left` on Esc or when the focus goes.

    Qt's field keeps keys from the actions and from Tab, and prints them. The name is determined here: Qt
    names a key by the character it prints, actions also by its position on the keyboard.
    """

    taken = Signal(str)
    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setMaximumSequenceLength(1)
        self.setAccessibleName(tr("New key"))
        for line in self.findChildren(QLineEdit):
            line.setPlaceholderText(tr("press a key"))
            line.setFont(font(Px.ASIDE))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        # Take a key that an action can have; Esc cancels.
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
            return
        name = key_name(event)
        if name:
            self.setKeySequence(sequence(name))
            self.taken.emit(name)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        # Ignore releases: a key is taken when it is pressed.
        event.accept()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() not in {Qt.FocusReason.ActiveWindowFocusReason, Qt.FocusReason.PopupFocusReason}:
            self.left.emit()


def key_name(event: QKeyEvent) -> str:
    """Return the name of the key an event presses (`Ctrl+K`, `?`); empty if an action cannot have it.

    The number pad counts as the digits it prints, and a symbol counts without the Shift that types it. On
    layouts without Latin letters the position of the key counts.
    """
    press = Press.of(event)
    if press.key in _BARE:
        return ""
    mods = press.modifiers & ~Qt.KeyboardModifier.KeypadModifier
    key = press.key
    place = place_of(press)
    if (place.isdigit() and not mods & Qt.KeyboardModifier.ShiftModifier) or (place and 0x7F < key < 0x01000000):
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
