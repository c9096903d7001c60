"""A row of key caps with what each of them does."""

from PySide6.QtWidgets import QHBoxLayout, QWidget

from jurybox_gui.pieces.keycaps import KeyCap
from jurybox_gui.pieces.labels import PlainLabel
from jurybox_gui.theme.tokens import Px

Hint = tuple[tuple[str, ...], str]
"""Keys, and what they do."""


class HintRow(QWidget):
    """Quiet hints beside each other, from the left."""

    def __init__(self, *hints: Hint, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 4, 0, 0)
        line.setSpacing(6)
        for keys, words in hints:
            line.addWidget(KeyCap(keys))
            line.addWidget(PlainLabel(words, px=Px.ASIDE, role="text2"))
            line.addSpacing(8)
        line.addStretch(1)
