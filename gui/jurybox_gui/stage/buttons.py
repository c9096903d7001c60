"""Buttons of the stage in its type size: a glyph where it is a label, the name, and the key."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.theme import theme
from jurybox_gui.widgets.base_button import button_name
from jurybox_gui.widgets.glyphs import label_colors, paint_label_glyph
from jurybox_gui.widgets.painting import CENTER, LEFT, paint_box, paint_text, text_width


class StageButton(QAbstractButton):
    """A button with a key cap; it never takes the focus, since the stage handles the keys."""

    def __init__(self, text: str, key: str, glyph: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._key, self._glyph, self._px, self._given = key, glyph, 28, False
        self.name = text
        self.setText(text)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self._name()

    @property
    def given(self) -> bool:
        """Whether this label is in force for the answer shown."""
        return self._given

    @given.setter
    def given(self, given: bool) -> None:
        if given != self._given:
            self._given = given
            self._name()
            self.update()

    def set_words(self, text: str) -> None:
        """Change the text."""
        if text != self.text():
            self.setText(text)
            self._name()
            self.updateGeometry()

    def set_px(self, px: int) -> None:
        """Use this type size, px."""
        if px != self._px:
            self._px = px
            self.updateGeometry()
            self.update()

    def _name(self) -> None:
        self.setAccessibleName(button_name(self.text() or self.name, self._key, given=self._given))

    def sizeHint(self) -> QSize:
        return QSize(self.width_for(self.text(), self._px), round(self._px * 1.62))

    def width_for(self, text: str, px: int) -> int:
        """Return the width with another text and type size."""
        wide = text_width(text, font(px, 600)) + (px * 1.1 if text else px * 0.4)
        wide += px * 1.25 if self._glyph else 0
        wide += max(px * 1.1, text_width(self._key, font(round(px * 0.8), 600)) + px * 0.5) if self._key else 0
        return round(wide)

    def minimumSizeHint(self) -> QSize:
        # Return the whole size: labels wrap to another line instead of being cut.
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        painter, tokens, px = QPainter(self), theme().tokens, self._px
        box = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        fill, border = tokens.raised, tokens.ctl
        if self._given and self._glyph:
            pair = label_colors(self._glyph, tokens)
            fill, border = pair.soft, pair.color
        elif not self.isEnabled():
            fill, border = tokens.win, tokens.line
        elif self.underMouse() or self.isDown():
            fill, border = tokens.hover, tokens.text2
        paint_box(painter, box, px * 0.22, fill, border, 3.0 if self._given else 1.5)
        at = box.left() + px * 0.4
        if self._glyph:
            side = px * 0.95
            square = QRectF(at, box.center().y() - side / 2, side, side)
            paint_label_glyph(painter, square, self._glyph, tokens, gray=not self.isEnabled())
            at += px * 1.25
        code = tokens.text if self.isEnabled() else tokens.text3
        key_face = font(round(px * 0.8), 600)
        key_wide = max(px * 0.95, text_width(self._key, key_face) + px * 0.4) if self._key else 0.0
        right = box.right() - px * 0.35 - key_wide
        paint_text(painter, QRectF(at, box.top(), right - at - px * 0.15, box.height()), self.text(),
                   font(px, 600), code, LEFT)  # fmt: skip
        if self._key:
            cap = QRectF(right, box.center().y() - px * 0.52, key_wide, px * 1.04)
            paint_box(painter, cap, px * 0.14, tokens.surf, tokens.line2, 1.5)
            paint_text(painter, cap, self._key, key_face, tokens.text2, CENTER)
        painter.end()
