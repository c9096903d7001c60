"""A quiet button that is its own key hint: a cap with a few words, filled while its state is in force."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from jurybox.lists import comma_list
from jurybox_gui.actions.chords import cap_text
from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import Grid, Px
from jurybox_gui.widgets.base_button import PaintedButton, button_name
from jurybox_gui.widgets.focus import paint_focus_ring
from jurybox_gui.widgets.glyphs import label_colors, own_look, paint_label_glyph
from jurybox_gui.widgets.keycaps import key_caps_width, paint_key_cap
from jurybox_gui.widgets.painting import LEFT, RIGHT, paint_box, paint_text, text_width

_HEIGHT = 26
_PAD, _PAD_FRAMED, _HEIGHT_FRAMED = 4, 6, 28
_GAP = 7
_GLYPH, _GLYPH_GAP = 16, 6


def _modifiers(key: str) -> str:
    """Return the modifiers of a key, such as Shift+ for Shift+Up; "" for a plain key."""
    head, plus, last = key.rpartition("+")
    return head + plus if last else ""


class HintButton(PaintedButton):
    """Key caps and words; `cap_last` puts the words first.

    `state` is the label or state it gives, in the colors of its glyph unless another `glyph` is named; the
    glyph of a collection's own label is shown before the words, unless it shows the same text. A button with
    an `action` of its window needs no keys: it prints the user's keys for the action. A `framed` button has a
    border, if it is more than a hint and there is no room for a large button.
    """

    def __init__(
        self,
        text: str,
        keys: Sequence[str] = (),
        parent: QWidget | None = None,
        *,
        action: str = "",
        own_click: bool = False,
        cap_last: bool = False,
        state: str = "",
        glyph: str = "",
        framed: bool = False,
    ) -> None:
        super().__init__(text, parent, action=action, own_click=own_click)
        self._framed = framed
        self._pad, self._height = (_PAD_FRAMED, _HEIGHT_FRAMED) if framed else (_PAD, _HEIGHT)
        self._keys = tuple(keys)
        self._cap_last = cap_last
        self._state = state
        self._glyph = glyph or state
        look = own_look(self._glyph)
        self._glyph_room = 0 if look is None or look.sign == text else _GLYPH + _GLYPH_GAP
        self._given = False
        self.after: HintButton | None = None
        """The button of the same hint before it; what that one prints, this one leaves out."""
        self.then: HintButton | None = None
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._tell()

    @property
    def caps(self) -> tuple[str, ...]:
        """The keys as printed: without the modifiers that the button before it has printed."""
        if self.after is None or not self.after._keys:
            return self._keys
        held = _modifiers(self.after._keys[0])
        return tuple(key.removeprefix(held) if _modifiers(key) == held else key for key in self._keys)

    @property
    def state(self) -> str:
        """The state it gives, as the log spells it."""
        return self._state

    @property
    def given(self) -> bool:
        """Whether its state is in force."""
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

    def print_keys(self, keys: Sequence[str]) -> None:
        """Print other keys on the caps."""
        self._keys = tuple(keys)
        self._tell()
        for button in filter(None, (self, self.then)):
            button.updateGeometry()
            button.update()

    def sizeHint(self) -> QSize:
        return QSize(self.width_with(self.text()), self._height)

    def width_with(self, text: str) -> int:
        """Return the width that it needs for a text."""
        words = round(text_width(text, font(Px.ASIDE, 600 if self._state else 400)))
        gap = _GAP if self._keys and text else 0
        return key_caps_width(self.caps) + gap + self._glyph_room + 2 * self._pad + 2 + words

    def _gap(self) -> int:
        return _GAP if self._keys and self.text() else 0

    def minimumSizeHint(self) -> QSize:
        # Return the same: a cut hint is unreadable.
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        tokens = theme().tokens
        painter = QPainter(self)
        box = QRectF(self.rect()).adjusted(0, 1, 0, -1)
        if self._given:
            pair = label_colors(self._glyph, tokens)
            paint_box(painter, box, Grid.R_KEY, pair.soft, pair.color, 1.5)
        elif self._framed:
            ground = tokens.win if not self.isEnabled() else tokens.hover if self.hot else tokens.raised
            paint_box(painter, box, Grid.R_KEY, ground, tokens.ctl if self.isEnabled() else tokens.line)
        elif self.hot:
            paint_box(painter, box, Grid.R_KEY, tokens.hover)
        caps, pad = key_caps_width(self.caps), self._pad
        left = box.right() - pad - caps if self._cap_last else pad
        for key in self.caps:
            left = paint_key_cap(painter, left, box.center().y(), key, tokens, dim=not self.isEnabled()) + 4
        beside = caps + self._gap()
        inside = box.adjusted(pad, 0, -pad - beside, 0)
        if not self._cap_last:
            inside = box.adjusted(pad + beside, 0, -pad, 0)
        if self._glyph_room:
            spot = QRectF(inside.left(), round(inside.center().y() - _GLYPH / 2), _GLYPH, _GLYPH)
            paint_label_glyph(painter, spot, self._glyph, tokens, gray=not self.isEnabled())
            inside.setLeft(inside.left() + self._glyph_room)
        ink = tokens.text if self._given else tokens.text2 if self.isEnabled() else tokens.text3
        face = font(Px.ASIDE, 600 if self._given else 400)
        paint_text(painter, inside, self.text(), face, ink, RIGHT if self._cap_last else LEFT)
        if self.hasFocus():
            paint_focus_ring(painter, box.adjusted(3, 3, -3, -3), 2, tokens)
        painter.end()

    def _tell(self) -> None:
        self.setAccessibleName(button_name(self.spoken, comma_list(map(cap_text, self._keys)), given=self._given))
