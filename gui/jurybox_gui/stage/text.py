"""Large text on stage: as many whole lines as fit, any script, with parts of it emphasized."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from unicodedata import bidirectional

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QTextLayout, QTextOption
from PySide6.QtWidgets import QSizePolicy, QWidget

from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.palette import color
from jurybox_gui.theme.theme import theme
from jurybox_gui.widgets.painting import one_line

_LEADING = 1.24


@dataclass(frozen=True, slots=True)
class Passage:
    """A text with the token of its color, weight, size in type sizes, and the most lines it may take.

    `smaller`: sizes, each with its most lines, of which the first that shows the whole text is used if it
    would be cut. `shorter`: the text shown instead if it takes more than one line.
    """

    text: str
    role: str = "text"
    weight: int = 400
    size: float = 1.0
    lines: int = 2
    smaller: tuple[tuple[float, int], ...] = ()
    shorter: str = ""

    def that_fits(self, px: int, width: float) -> Passage:
        """Return the form of the passage that shows most of it at a type size and a width."""
        if self.shorter:
            return self if self._fits(px, width, 1) else replace(self, text=self.shorter)
        forms = (self, *(replace(self, size=size, lines=lines) for size, lines in self.smaller))
        return next((one for one in forms if one._fits(px, width, one.lines)), forms[-1])

    def _fits(self, px: int, width: float, most: int) -> bool:
        return len(_broken(self.text, max(1, round(px * self.size)), self.weight, width, most + 1)) <= most


class StageText(QWidget):
    """Paints passages one below the other from the top; its size hint covers all their lines.

    It asks for room for `keeps` lines even with fewer, so that the widgets around it do not move.
    """

    def __init__(self, name: str, parent: QWidget | None = None, *, keeps: int = 0) -> None:
        super().__init__(parent)
        self._keeps = keeps
        self._passages: tuple[Passage, ...] = ()
        self._px = 28
        self._name = name
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setAccessibleName(name)

    @property
    def words(self) -> str:
        """Everything shown, as one text."""
        return " ".join(one.text for one in self._passages if one.text)

    @property
    def is_cut(self) -> bool:
        """Whether some text has no room."""
        laid_out = self._laid_out(float(self.width()))
        used = sum(len(lines) * high for _, lines, high in laid_out)
        return used > self.height() + 2 or any(lines[-1].endswith("…") for _, lines, _ in laid_out)

    def show_passages(self, *passages: Passage) -> None:
        """Show passages; empty ones take no room."""
        shown = tuple(one for one in passages if one.text)
        if shown == self._passages:
            return
        self._passages = shown
        self.setAccessibleDescription(self.words)
        self.updateGeometry()
        self.update()

    def set_px(self, px: int) -> None:
        """Use this type size."""
        if px != self._px:
            self._px = px
            self.updateGeometry()
            self.update()

    def heightForWidth(self, width: int) -> int:
        needed = sum(round(len(lines) * high) for _, lines, high in self._laid_out(float(width)))
        return max(needed, round(self._keeps * self._px * _LEADING))

    def sizeHint(self) -> QSize:
        return QSize(self._px * 10, self.heightForWidth(max(self.width(), self._px * 10)))

    def minimumSizeHint(self) -> QSize:
        # Return no room: on a small stage text is cut first.
        return QSize(0, 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        painter = QPainter(self)
        top = 0.0
        for passage, lines, high in self._laid_out(float(self.width())):
            for line in lines:
                if top + high > self.height() + 2:
                    break
                self._paint_line(painter, passage, line, top, high)
                top += high
        painter.end()

    def _paint_line(self, painter: QPainter, passage: Passage, line: str, top: float, high: float) -> None:
        painter.setFont(font(self._face_px(passage), passage.weight))
        painter.setPen(color(getattr(theme().tokens, passage.role)))
        side = Qt.AlignmentFlag.AlignRight if _from_right(line) else Qt.AlignmentFlag.AlignLeft
        side |= Qt.AlignmentFlag.AlignAbsolute
        painter.drawText(QRectF(0, top, self.width(), high), side | Qt.AlignmentFlag.AlignVCenter, line)

    def _face_px(self, passage: Passage) -> int:
        return max(1, round(self._px * passage.size))

    def _laid_out(self, width: float) -> list[tuple[Passage, list[str], float]]:
        shown = [one.that_fits(self._px, width) for one in self._passages]
        return [(one, _lines(one, self._face_px(one), width), self._face_px(one) * _LEADING) for one in shown]


def _from_right(text: str) -> bool:
    strong = next((way for mark in text if (way := bidirectional(mark)) in {"L", "R", "AL"}), "L")
    return strong != "L"


@lru_cache(maxsize=64)
def _broken(text: str, px: int, weight: int, width: float, most: int) -> tuple[str, ...]:
    """Return a text in lines that fit a width; the last of `most` ends in … if some text is left."""
    shown, face = one_line(text), font(px, weight)
    layout = QTextLayout(shown, face)
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(option)
    lines: list[str] = []
    layout.beginLayout()
    while (line := layout.createLine()).isValid():
        line.setLineWidth(max(width, 1.0))
        # Positions are those of UTF-16, in which Qt counts.
        start, length = line.textStart(), line.textLength()
        part = shown.encode("utf-16-le", "surrogatepass")[2 * start : 2 * (start + length)]
        if len(lines) == most - 1:
            rest = shown.encode("utf-16-le", "surrogatepass")[2 * start :].decode("utf-16-le", "replace")
            lines.append(QFontMetricsF(face).elidedText(rest, Qt.TextElideMode.ElideRight, width))
            break
        lines.append(part.decode("utf-16-le", "replace").strip())
    layout.endLayout()
    return tuple(lines)


def _lines(passage: Passage, px: int, width: float) -> list[str]:
    return list(_broken(passage.text, px, passage.weight, width, passage.lines))
