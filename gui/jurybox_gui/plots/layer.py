"""One layer of a figure on the screen: what it is painted within, Qt knows itself."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QPen
from PySide6.QtWidgets import QGraphicsRectItem


class Layer(QGraphicsRectItem):
    """A subclass paints within `rect()`, which it sets.

    Qt asks every item for its bounds several times for each painting. Those of a rectangle it has itself;
    for an item of our own it would ask in Python.
    """

    def __init__(self) -> None:
        super().__init__()
        self.setPen(QPen(Qt.PenStyle.NoPen))  # a pen would widen the bounds
