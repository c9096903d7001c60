"""Text of any script and length in a few lines: breaks anywhere if needed, and reports when it is cut."""

import re
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QSize, Signal
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPaintEvent, QResizeEvent, QTextLayout, QTextOption
from PySide6.QtWidgets import QSizePolicy, QWidget

from jurybox_gui.core.pending import Delay
from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.palette import color
from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import Px
from jurybox_gui.widgets.direction import is_right_to_left
from jurybox_gui.widgets.labels import Role

_READ_MAX = 4_000
_WIDTHS = 4  # layouts ask alternately for the height at the present width and at future ones
_LONG_GAP = re.compile(r"\s{3,}")
_GAPS = {ord(sign): " " for sign in "\n\r\t\v\f\x1c\x1d\x1e\x85\u2028\u2029"} | {0: "\u2400"}


class WrappedText(QWidget):
    """Plain text that breaks into at most `lines` lines; right-to-left text is aligned right.

    `cut_changed(bool)` reports whether text is cut at this width. After a resize it is emitted in the next
    turn of the event loop: showing or hiding a widget during a layout leaves others in wrong places.
    """

    cut_changed = Signal(bool)

    def __init__(
        self,
        parent: QWidget | None = None,
        *,
        px: int = Px.BASE,
        weight: int = 400,
        role: Role = "text",
        lines: int = 3,
        leading: float = 1.21,
    ) -> None:
        super().__init__(parent)
        self._text = ""
        self._role: Role = role
        self._lines = lines
        self._leading = leading
        self._use(font(px, weight))
        self._cut = False
        self._from_right = False
        self._laid: dict[int, _Laid] = {}
        self._resized = Delay(self, 0, self._tell)
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    @property
    def font_px(self) -> int:
        """The type size, px."""
        return self._face.pixelSize()

    @property
    def text(self) -> str:
        """The text as set."""
        return self._text

    @property
    def is_cut(self) -> bool:
        """Whether part of the text is cut at the present width."""
        return self._layout(self.width()).cut

    def set_text(self, text: str, *, px: int | None = None, weight: int | None = None) -> None:
        """Show another text, optionally in another type size."""
        face = font(px or self._face.pixelSize(), weight or int(self._face.weight()))
        if text == self._text and face == self._face:
            return
        self._text = text
        self._use(face)
        self._from_right = is_right_to_left(text)
        self.setAccessibleName(text[:_READ_MAX])
        self._lay_out_again()

    def set_lines(self, lines: int) -> None:
        """Allow this many lines."""
        if lines != self._lines:
            self._lines = lines
            self._lay_out_again()

    def heightForWidth(self, width: int) -> int:
        return round(max(1, self._layout(width).layout.lineCount()) * self._pitch) + 1

    def sizeHint(self) -> QSize:
        return QSize(200, self.heightForWidth(self.width() or 400))

    def minimumSizeHint(self) -> QSize:
        # Return one line; the width does not matter.
        return QSize(0, round(self._pitch))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._resized.start()

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        layout = self._layout(self.width()).layout
        painter = QPainter(self)
        painter.setPen(color(getattr(theme().tokens, self._role)))
        ascent = QFontMetricsF(self._face).ascent()
        extra = (self._pitch - QFontMetricsF(self._face).height()) / 2
        for n in range(layout.lineCount()):
            line = layout.lineAt(n)
            line.setPosition(QPointF(0, n * self._pitch + extra + ascent - line.ascent()))
            left = self.width() - line.naturalTextWidth() if self._from_right else 0.0
            line.draw(painter, QPointF(left, 0))
        painter.end()

    def _use(self, face: QFont) -> None:
        self._face = face
        self._pitch = max(face.pixelSize() * self._leading, QFontMetricsF(face).height())

    def _lay_out_again(self) -> None:
        self._laid.clear()
        self.updateGeometry()
        self._tell()
        self.update()

    def _tell(self) -> None:
        cut = self.is_cut
        if cut != self._cut:
            self._cut = cut
            self.cut_changed.emit(cut)

    def _layout(self, width: int) -> "_Laid":
        if width not in self._laid:
            if len(self._laid) == _WIDTHS:
                del self._laid[next(iter(self._laid))]
            self._laid[width] = self._lay_out(width)
        return self._laid[width]

    def _lay_out(self, width: int) -> "_Laid":
        whole, cut = _shown(self._text)
        layout, used = _lines(whole, self._face, width, self._lines)
        units = whole.encode("utf-16-le")
        if used < len(units) // 2 or cut:
            head = units[: max(0, used - 3) * 2].decode("utf-16-le", "ignore").rstrip()
            return _Laid(_lines(head + "\u2026", self._face, width, self._lines)[0], cut=True)
        return _Laid(layout, cut=False)


@dataclass(frozen=True, slots=True)
class _Laid:
    layout: QTextLayout
    cut: bool


def isolated(text: str) -> str:
    """Return a text to list among others: a right-to-left one does not change their order (UAX 9)."""
    return f"\u2068{text}\u2069" if is_right_to_left(text) else text


def _shown(text: str) -> tuple[str, bool]:
    """Return the part of a text that is ever laid out, with odd characters replaced, and whether it is cut.

    White space around it is dropped, and longer gaps inside become two spaces.
    """
    whole = text.strip()
    part = _LONG_GAP.sub("  ", whole[:_READ_MAX].translate(_GAPS))
    return part.encode("utf-8", "replace").decode(), len(whole) > _READ_MAX


def _lines(text: str, face: QFont, width: int, most: int) -> tuple[QTextLayout, int]:
    """Lay out at most this many lines; return them and how many UTF-16 units they contain."""
    layout = QTextLayout(text, face)
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(option)
    layout.setCacheEnabled(True)
    layout.beginLayout()
    used = 0
    for _ in range(most):
        line = layout.createLine()
        if not line.isValid():
            break
        line.setLineWidth(max(1, width))
        used = line.textStart() + line.textLength()
    layout.endLayout()
    return layout, used
