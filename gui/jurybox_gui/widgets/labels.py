"""Labels that show plain text only, in a color of the theme."""

from typing import Literal

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.palette import color
from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import Px
from jurybox_gui.widgets.keyed import KeyedWords
from jurybox_gui.widgets.painting import one_line, paint_text

Role = Literal["text", "text2", "text3", "accent", "good", "mid", "bad", "viol", "slate"]


class PlainLabel(QLabel):
    """A label that never interprets its text as markup.

    `px` and `weight` are its type, `role` the token of its color. With `elide` it is one line that is cut
    with an ellipsis if needed; with `wrap` it breaks into lines. A `keyed` label shows the user's keys in
    place of actions in braces, such as `{edit.undo}`.
    """

    def __init__(
        self,
        text: str = "",
        parent: QWidget | None = None,
        *,
        px: int = Px.BASE,
        weight: int = 400,
        role: Role = "text",
        tabular: bool = False,
        elide: bool = False,
        wrap: bool = False,
        keyed: bool = False,
    ) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setFont(font(px, weight, tabular=tabular))
        self.setWordWrap(wrap)
        self._elide = elide
        self._role: Role = role
        self._written = ""
        self._words = KeyedWords(self, lambda: self.setText(self._written)) if keyed else None
        if elide:
            self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._dye()
        self.setText(text)

    def setText(self, text: str) -> None:
        self._written = text
        super().setText(text if self._words is None else self._words(text))

    def setTextFormat(self, kind: Qt.TextFormat) -> None:
        if kind != Qt.TextFormat.PlainText:
            raise ValueError("a PlainLabel shows plain text only")
        super().setTextFormat(kind)

    def set_role(self, role: Role) -> None:
        """Use the color of another token."""
        self._role = role
        self._dye()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._dye()

    def minimumSizeHint(self) -> QSize:
        hint = super().minimumSizeHint()
        return QSize(0, hint.height()) if self._elide else hint

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self._elide:
            super().paintEvent(event)
            return
        painter = QPainter(self)
        code = getattr(theme().tokens, self._role)
        paint_text(painter, self.contentsRect(), self.text(), self.font(), code, self.alignment())
        painter.end()

    def is_cut(self) -> bool:
        """Whether the text is longer than fits now."""
        return QFontMetrics(self.font()).horizontalAdvance(one_line(self.text())) > self.width()

    def _dye(self) -> None:
        wanted = color(getattr(theme().tokens, self._role))
        mine = self.palette()
        if mine.color(QPalette.ColorRole.WindowText) != wanted:
            mine.setColor(QPalette.ColorRole.WindowText, wanted)
            self.setPalette(mine)
