"""Plain buttons: a bordered one with its key on it, and a quiet one that looks like a link."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import Grid, Px, Tokens
from jurybox_gui.widgets.base_button import PaintedButton, button_name
from jurybox_gui.widgets.focus import RING_ROOM, paint_focus_ring
from jurybox_gui.widgets.keycaps import key_cap_width, paint_key_cap
from jurybox_gui.widgets.painting import CENTER, LEFT, paint_box, paint_text, text_width

_PAD = 12
_HEIGHT = 30


class PlainButton(PaintedButton):
    """A button with words and, at its right end, its key; `main` fills it with the accent color.

    `quiet` has no border and the color of a link. `wide` stretches it, with its words on the left.
    """

    def __init__(
        self,
        text: str,
        key: str = "",
        parent: QWidget | None = None,
        *,
        action: str = "",
        own_click: bool = False,
        main: bool = False,
        quiet: bool = False,
        wide: bool = False,
    ) -> None:
        super().__init__(text, parent, action=action, own_click=own_click)
        self._key = key
        self._main = main
        self._quiet = quiet
        self._wide = wide
        across = QSizePolicy.Policy.Expanding if wide else QSizePolicy.Policy.Fixed
        self.setSizePolicy(across, QSizePolicy.Policy.Fixed)
        self._tell()

    def set_key(self, key: str) -> None:
        """Print another key on the cap; an empty one prints none."""
        self._key = key
        self._tell()
        self.updateGeometry()
        self.update()

    def print_keys(self, keys: Sequence[str]) -> None:
        """Print the first of these keys, or none."""
        self.set_key(keys[0] if keys else "")

    def sizeHint(self) -> QSize:
        pad = 4 if self._quiet else _PAD
        cap = key_cap_width(self._key) + 8 if self._key else 0
        words = text_width(self.text(), font(Px.BASE, 600))
        return QSize(round(words + cap + 2 * pad + 2 * RING_ROOM) + 2, _HEIGHT + 2 * RING_ROOM)

    def minimumSizeHint(self) -> QSize:
        # Return the same: a cut button is unreadable.
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        tokens = theme().tokens
        painter = QPainter(self)
        box = QRectF(self.rect()).adjusted(RING_ROOM, RING_ROOM, -RING_ROOM, -RING_ROOM)
        self._paint_ground(painter, box, tokens)
        pad = 4 if self._quiet else _PAD
        right = box.right() - pad
        if self._key:
            right -= key_cap_width(self._key)
            paint_key_cap(painter, right, box.center().y(), self._key, tokens, dim=not self.isEnabled())
            right -= 8
        room = QRectF(box.left() + pad, box.top(), right - box.left() - pad, box.height())
        face = font(Px.BASE, 500 if self._quiet else 600)
        align = LEFT if self._wide or self._quiet or self._key else CENTER
        paint_text(painter, room, self.text(), face, self._ink(tokens), align)
        if self.hasFocus():
            paint_focus_ring(painter, box, Grid.R_BUTTON, tokens)
        painter.end()

    def _ink(self, tokens: Tokens) -> str:
        if not self.isEnabled():
            return tokens.text3
        if self._main:
            return tokens.onacc
        return tokens.accent if self._quiet else tokens.text

    def _paint_ground(self, painter: QPainter, box: QRectF, tokens: Tokens) -> None:
        over = self.hot
        if self._quiet:
            if over:
                paint_box(painter, box, Grid.R_BUTTON, tokens.hover)
        elif not self.isEnabled():
            paint_box(painter, box, Grid.R_BUTTON, tokens.win, tokens.line)
        elif self._main:
            paint_box(painter, box, Grid.R_BUTTON, tokens.accent, tokens.text2 if over else None)
        elif over:
            paint_box(painter, box, Grid.R_BUTTON, tokens.hover, tokens.text2)
        else:
            paint_box(painter, box, Grid.R_BUTTON, tokens.raised, tokens.ctl)

    def _tell(self) -> None:
        self.setAccessibleName(button_name(self.text(), self._key))
