"""One layer of a figure on the screen; Qt itself knows its bounds."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QPen
from PySide6.QtWidgets import QGraphicsRectItem


class Layer(QGraphicsRectItem):
    """A subclass paints within `rect()`, which it sets.

    Qt asks every item for its bounds several times in each painting. It knows those of a rectangle itself;
    for a custom item it would have to ask Python.
    """

    def __init__(self) -> None:
        super().__init__()
        self.setPen(QPen(Qt.PenStyle.NoPen))  # a pen would widen the bounds
