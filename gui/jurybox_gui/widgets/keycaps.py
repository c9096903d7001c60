"""Key caps: every working key is printed where it works."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QAbstractButton, QApplication, QSizePolicy, QWidget
from shiboken6 import isValid

from jurybox.language import tr
from jurybox.lists import comma_list, labeled
from jurybox_gui.actions.chords import cap_text, chord
from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import Grid, Px, Tokens
from jurybox_gui.widgets.painting import CENTER, paint_box, paint_line, paint_text, text_width

if TYPE_CHECKING:
    from PySide6.QtGui import QEnterEvent, QMouseEvent, QPaintEvent


CAP_HEIGHT = 20
CAP_GAP = 4
_SIDE = 6
_CALLED = {"Esc": tr("Close")}
"""The function of a key that is printed without words."""


@lru_cache(maxsize=256)
def key_cap_width(key: str) -> int:
    """Return the width of the cap of one key name in pixels; never narrower than high."""
    return max(CAP_HEIGHT, round(text_width(cap_text(key), font(Px.CAP, 500))) + 2 * _SIDE + 1)


def key_caps_width(keys: Sequence[str]) -> int:
    """Return the width of several caps in a row."""
    return sum(map(key_cap_width, keys)) + CAP_GAP * max(0, len(keys) - 1)


def paint_key_cap(
    painter: QPainter, left: float, middle: float, key: str, tokens: Tokens, *, dim: bool = False
) -> float:
    """Paint the cap of one key name with its left edge at `left`, centered on `middle`.

    Returns its right edge. `dim` is for keys that cannot be pressed now.
    """
    width = key_cap_width(key)
    box = QRectF(round(left), round(middle - CAP_HEIGHT / 2), width, CAP_HEIGHT)
    paint_box(painter, box, Grid.R_KEY, tokens.surf, tokens.line if dim else tokens.line2)
    foot = box.bottom() - 1.5
    ends = QPointF(box.left() + 3, foot), QPointF(box.right() - 3, foot)
    paint_line(painter, *ends, tokens.line if dim else tokens.line2)
    code = tokens.text3 if dim else tokens.text2
    paint_text(painter, box.adjusted(0, 0, 0, -1), cap_text(key), font(Px.CAP, 500), code, CENTER)
    return box.right()


def paint_key_caps(painter: QPainter, right: float, middle: float, keys: Sequence[str], tokens: Tokens) -> float:
    """Paint several caps in a row that ends at `right`; return the left edge of the first."""
    left = right - key_caps_width(keys)
    at = left
    for key in keys:
        at = paint_key_cap(painter, at, middle, key, tokens) + CAP_GAP
    return left


class KeyCap(QAbstractButton):
    """One or more key caps, optionally with their function, as a quiet hint.

    A click on a cap presses its key. The focus stays where it is: the focused widget gets the key.
    """

    def __init__(self, keys: str | Sequence[str], says: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._keys: tuple[str, ...] = (keys,) if isinstance(keys, str) else tuple(keys)
        self._says = says
        self._at = 0.0
        self._keyboard: QWidget | None = None
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.clicked.connect(self._press)
        self._name()

    def _name(self) -> None:
        caps = comma_list(map(cap_text, self._keys))
        says = self._says or _CALLED.get(self._keys[0], "")
        self.setAccessibleName(labeled(says, caps) if says else tr("Key {caps}", caps=caps))

    def sizeHint(self) -> QSize:
        width = key_caps_width(self._keys)
        if self._says:
            width += 8 + round(text_width(self._says, font(Px.ASIDE))) + 2
        return QSize(width, CAP_HEIGHT + 2)

    def minimumSizeHint(self) -> QSize:
        # Return the same: a cut key cap is unreadable.
        return self.sizeHint()

    def enterEvent(self, event: QEnterEvent) -> None:
        # Note the focused widget: a click moves the focus behind the cap before the cap gets the click.
        self._keyboard = QApplication.focusWidget()
        super().enterEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        # Note which cap is clicked; the words belong to the last one.
        self._at = event.position().x()
        super().mousePressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        tokens = theme().tokens
        painter = QPainter(self)
        if self.isEnabled() and (self.underMouse() or self.isDown()):
            paint_box(painter, QRectF(self.rect()), Grid.R_KEY, tokens.hover)
        middle = self.height() / 2
        at = 0.0
        for key in self._keys:
            at = paint_key_cap(painter, at, middle, key, tokens) + CAP_GAP
        if self._says:
            room = QRectF(at + CAP_GAP, 0, self.width() - at - CAP_GAP, self.height())
            paint_text(painter, room, self._says, font(Px.ASIDE), tokens.text2)
        painter.end()

    def _press(self) -> None:
        key, right = self._keys[-1], 0.0
        for name in self._keys:
            right += key_cap_width(name) + CAP_GAP
            if self._at < right:
                key = name
                break
        press_key(self, key, self._keyboard)


def press_key(cap: QWidget, key: str, keyboard: QWidget | None = None) -> None:
    """Press a key for the focused widget in the window of a cap, or for `keyboard`, which had the focus."""
    has_it = keyboard if keyboard is not None and isValid(keyboard) else QApplication.focusWidget()
    target = has_it if has_it is not None and has_it.window() is cap.window() else cap.window()
    target.setFocus()
    from PySide6.QtGui import QKeyEvent

    code, mods = chord(key)
    held = Qt.KeyboardModifier.NoModifier
    for mod in mods:
        held |= mod
    for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
        QApplication.sendEvent(target, QKeyEvent(kind, code, held))
