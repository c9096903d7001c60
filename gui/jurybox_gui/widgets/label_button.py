"""The label button: glyph, name, meaning and key; the main target of an assessor."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QSizePolicy, QWidget

from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import Grid, Px, Tokens
from jurybox_gui.widgets.base_button import PaintedButton, button_name
from jurybox_gui.widgets.focus import RING_ROOM, paint_focus_ring
from jurybox_gui.widgets.glyphs import label_colors, paint_label_glyph
from jurybox_gui.widgets.keycaps import key_cap_width, paint_key_cap
from jurybox_gui.widgets.painting import kept, on_lines, paint_box, paint_text, text_width

_PAD, _PAD_BRIEF = 12, 9
_GLYPH = 26
_GLYPH_SMALL = 20
_GAP, _GAP_BRIEF = 11, 8
_COMPACT_HEIGHT, _BRIEF_HEIGHT = 38, 30
_TILE = 44
_STAMPS = 24
_UNCUT = 3
"""How many characters at both ends of a name in kanji or kana stay together."""
_TWO_LINES, _LEAST, _LINE, _LOW_LINE = 38, 32, 15, 13
"""A button lower than this, px, holds only the name, as in a very low window."""
NAME_SIZES = (Px.LEAD, Px.BASE, Px.ASIDE)
"""Type sizes of names, largest first; buttons side by side share one size."""


def least_width(name: str, face: QFont) -> float:
    """Return the least width that holds a name in two lines, broken between words or inside long kanji."""
    between, parts = " ", name.split()
    if len(name) >= 2 * _UNCUT and all("\u3040" <= sign <= "\u9fff" for sign in name):
        between, parts = "", [name[:_UNCUT], *name[_UNCUT:-_UNCUT], name[-_UNCUT:]]
    halves = ((between.join(parts[:at]), between.join(parts[at:])) for at in range(1, len(parts)))
    return min((max(text_width(half, face) for half in both) for both in halves), default=text_width(name, face))


class LabelButton(PaintedButton):
    """A button that gives a label.

    `label` is the label as the log spells it and determines the glyph, unless another `glyph` is named (both
    empty: no glyph, for a button that is not a label); `name` is the text, `meaning` the line below, `key`
    the key name on the cap. `compact` is one line high without a meaning line. `given` marks the label in
    force. `tile` is a compact button that shows only the glyph, for a digit that is its own key. A `brief`
    button is for little room: it is one line high, or two if its name does not fit in one, and the meaning is
    only in the tool tip. `set_form` gives the buttons of one set the same look.
    """

    def __init__(
        self,
        label: str,
        name: str,
        meaning: str = "",
        key: str = "",
        parent: QWidget | None = None,
        *,
        action: str = "",
        own_click: bool = False,
        compact: bool = False,
        tile: bool = False,
        brief: bool = False,
        glyph: str = "",
    ) -> None:
        self._stamps: dict[tuple[object, ...], QPixmap] = {}
        super().__init__(name, parent, action=action, own_click=own_click)
        self._label = label
        self._glyph = glyph or label
        self._meaning = meaning
        self._key = key
        self._compact = compact or tile
        self._tile = tile
        self._brief = brief
        self._given = False
        self._px, self._meaning_lines = NAME_SIZES[0], 1
        tall = QSizePolicy.Policy.Fixed if self._is_low else QSizePolicy.Policy.Maximum
        self.setSizePolicy(QSizePolicy.Policy.Expanding, tall)
        self._tell()

    @property
    def explains(self) -> bool:
        """Whether the meaning of the label fits."""
        return bool(self._meaning) and not self._is_low

    def fits(self, width: float, px: int, lines: int) -> bool:
        """Return whether the whole name fits a width in type of `px`, and the meaning this many lines."""
        room = width - self._around()
        if text_width(self.text(), self._name_font(px)) > room:
            return False
        face = font(Px.ASIDE)
        said = on_lines(self._meaning, face, room, lines) if lines else ()
        return all(text_width(line, face) <= room for line in said)

    def set_form(self, px: int, lines: int) -> None:
        """Print the name in type of at most `px`, the meaning in this many lines.

        0 leaves it to the tool tip.
        """
        if (px, lines) != (self._px, self._meaning_lines):
            self._px, self._meaning_lines = px, lines
            self._stamps.clear()
            self.updateGeometry()
            self.update()

    @property
    def label(self) -> str:
        """The label this button gives."""
        return self._label

    @property
    def given(self) -> bool:
        """Whether this label is in force for the answer shown."""
        return self._given

    @given.setter
    def given(self, given: bool) -> None:
        if given != self._given:
            self._given = given
            self._tell()
            self.update()

    def set_text(self, text: str) -> None:
        """Change the text."""
        self.setText(text)
        self._tell()
        self.updateGeometry()

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
        if self._tile:
            return self.minimumSizeHint()
        words = max(text_width(self.text(), self._name_font(self._px)), self._meaning_width())
        height = Grid.LABEL_BUTTON + _LINE * max(0, self._meaning_lines - 1)
        if self._is_low:
            height = (_COMPACT_HEIGHT if self._compact else _BRIEF_HEIGHT) + 2 * RING_ROOM
        return QSize(round(self._around() + words) + 2, height)

    def minimumSizeHint(self) -> QSize:
        if self._tile:
            return QSize(_TILE + 2 * RING_ROOM, _COMPACT_HEIGHT + 2 * RING_ROOM)
        face = self._name_font(Px.ASIDE)
        words = least_width(self.text(), face) if self._brief else text_width(self.text(), face)
        tall = self.sizeHint().height() if self._is_low else _LEAST
        return QSize(round(self._around() + words) + 2, tall)

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        painter = QPainter(self)
        painter.drawPixmap(0, 0, self._stamp())
        painter.end()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        self._stamps.clear()

    def _stamp(self) -> QPixmap:
        """Return the picture of the button in its present state, painted when first needed."""
        tokens, scale = theme().tokens, self.devicePixelRatioF()
        words = (self.text(), self._meaning, self._key, self._glyph)
        look = (self._given, self.hot, self.hasFocus(), self.isEnabled())
        state = (look, words, self.width(), self.height(), scale, tokens.dark)
        if state not in self._stamps:
            if len(self._stamps) > _STAMPS:
                self._stamps.clear()
            stamp = QPixmap(self.size() * scale)
            stamp.setDevicePixelRatio(scale)
            stamp.fill(Qt.GlobalColor.transparent)
            painter = QPainter(stamp)
            self._paint(painter, tokens)
            painter.end()
            self._stamps[state] = stamp
        return self._stamps[state]

    def _paint(self, painter: QPainter, tokens: Tokens) -> None:
        box = self._border()
        self._paint_ground(painter, box, tokens)
        if self._tile:
            side = min(_GLYPH, box.height() - 6)
            spot = QRectF(box.center().x() - side / 2, box.center().y() - side / 2, side, side)
            self._paint_glyph_at(painter, spot, tokens)
            if self.hasFocus():
                paint_focus_ring(painter, box, Grid.R_BUTTON, tokens)
            return
        left = self._paint_glyph(painter, box, tokens)
        right = self._paint_cap(painter, box, tokens)
        self._paint_words(painter, QRectF(left, box.top(), max(0.0, right - left), box.height()), tokens)
        if self.hasFocus():
            paint_focus_ring(painter, box, Grid.R_BUTTON, tokens)

    def _border(self) -> QRectF:
        """Return the button's border; the focus ring needs the room around it."""
        return QRectF(self.rect()).adjusted(RING_ROOM, RING_ROOM, -RING_ROOM, -RING_ROOM)

    def _paint_ground(self, painter: QPainter, box: QRectF, tokens: Tokens) -> None:
        if not self.isEnabled():
            paint_box(painter, box, Grid.R_BUTTON, tokens.win, tokens.line)
        elif self._given:
            pair = label_colors(self._glyph, tokens)
            paint_box(painter, box, Grid.R_BUTTON, pair.soft, pair.color, 2)
        elif self.hot:
            paint_box(painter, box, Grid.R_BUTTON, tokens.hover, tokens.text2)
        else:
            paint_box(painter, box, Grid.R_BUTTON, tokens.raised, tokens.ctl)

    def _paint_glyph(self, painter: QPainter, box: QRectF, tokens: Tokens) -> float:
        if not self._glyph:
            return box.left() + self._pad
        side = min(self._glyph_side(), box.height() - 6)
        spot = QRectF(box.left() + self._pad, round(box.center().y() - side / 2), side, side)
        self._paint_glyph_at(painter, spot, tokens)
        return spot.right() + self._gap

    def _paint_glyph_at(self, painter: QPainter, spot: QRectF, tokens: Tokens) -> None:
        with kept(painter):
            painter.setOpacity(1.0 if self.isEnabled() else 0.45)
            paint_label_glyph(painter, spot, self._glyph, tokens)

    def _paint_cap(self, painter: QPainter, box: QRectF, tokens: Tokens) -> float:
        if not self._key:
            return box.right() - self._pad
        left = box.right() - self._pad + 2 - key_cap_width(self._key)
        paint_key_cap(painter, left, box.center().y(), self._key, tokens, dim=not self.isEnabled())
        return left - 6

    def _paint_words(self, painter: QPainter, room: QRectF, tokens: Tokens) -> None:
        face = self._fitting_font(room.width())
        code = tokens.text if self.isEnabled() else tokens.text3
        if self._brief and text_width(self.text(), face) > room.width() and room.height() >= 2 * _LOW_LINE:
            lines = on_lines(self.text(), face, room.width())
            top = room.center().y() - _LOW_LINE * len(lines) / 2
            for at, line in enumerate(lines):
                box = QRectF(room.left(), top + at * _LOW_LINE, room.width(), _LOW_LINE)
                paint_text(painter, box, line, face, code)
            return
        small = font(Px.ASIDE)
        most = self._meaning_lines if self.explains else 0
        said = on_lines(self._meaning, small, room.width(), most) if most else ()
        if not said or room.height() < _TWO_LINES + _LINE * (len(said) - 1):
            paint_text(painter, room, self.text(), face, code)
            return
        # Names of a set share one height, also beside a meaning of two lines.
        tall = most if room.height() >= _TWO_LINES + _LINE * (most - 1) else len(said)
        top = room.center().y() - 19 - _LINE * (tall - 1) / 2
        paint_text(painter, QRectF(room.left(), top, room.width(), 20), self.text(), face, code)
        soft = tokens.text2 if self.isEnabled() else tokens.text3
        for at, line in enumerate(said):
            below = QRectF(room.left(), top + 19 + at * _LINE, room.width(), 17)
            paint_text(painter, below, line, small, soft)

    def _fitting_font(self, room: float) -> QFont:
        """Return the largest type in which the name is not cut; wide system fonts need it."""
        for px in [size for size in NAME_SIZES if size <= self._px]:
            face = self._name_font(px)
            if text_width(self.text(), face) <= room:
                return face
        return self._name_font(Px.ASIDE)

    def _name_font(self, px: int) -> QFont:
        return font(px, 600)

    def _meaning_width(self) -> float:
        if not self.explains or not self._meaning_lines:
            return 0.0
        return text_width(self._meaning, font(Px.ASIDE)) / self._meaning_lines

    @property
    def _is_low(self) -> bool:
        """Whether it is one line high."""
        return self._compact or self._brief

    def _glyph_side(self) -> int:
        return _GLYPH_SMALL if self._is_low else _GLYPH

    @property
    def _pad(self) -> int:
        """The padding between border and content: less if little room is expected."""
        return _PAD_BRIEF if self._brief else _PAD

    @property
    def _gap(self) -> int:
        return _GAP_BRIEF if self._brief else _GAP

    def _around(self) -> float:
        glyph = self._glyph_side() + self._gap if self._glyph else 0
        cap = key_cap_width(self._key) + 4 if self._key else 0
        return 2 * RING_ROOM + 2 * self._pad + glyph + cap

    def _tell(self) -> None:
        """Update the name for screen readers."""
        self.setAccessibleName(button_name(self.text(), self._key, given=self._given))
        self.setAccessibleDescription(self._meaning)
