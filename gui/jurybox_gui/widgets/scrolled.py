"""A column that may be taller than its room: it scrolls without looking different."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget


def scrolled(inside: QWidget) -> QScrollArea:
    """Return an area that scrolls `inside` vertically: no frame, no background, no focus of its own."""
    area = QScrollArea()
    area.setWidget(inside)
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    for part in (area, area.viewport(), inside):
        part.setAutoFillBackground(False)
    return area
