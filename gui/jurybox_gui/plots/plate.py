"""The plate of what is pointed at, above everything else in the picture."""

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from jurybox_gui.plots.spots import Spot
from jurybox_gui.plots.tip import paint_tip


class Plate(QGraphicsItem):
    """Paints the plate of a bar, a box or a dot, or nothing."""

    def __init__(self) -> None:
        super().__init__()
        self._spot: Spot | None = None
        self._bounds = QRectF()

    def show_spot(self, spot: Spot | None, bounds: QRectF) -> bool:
        """Show a spot's plate in a view, or none; return whether that is another one than before."""
        if spot == self._spot and bounds == self._bounds:
            return False
        if bounds != self._bounds:
            self.prepareGeometryChange()
        self._spot, self._bounds = spot, bounds
        self.update()
        return True

    def boundingRect(self) -> QRectF:
        """Return the whole view."""
        return self._bounds

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """Paint the plate."""
        del option, widget
        if self._spot is not None:
            paint_tip(painter, self._bounds, self._spot.at, self._spot.lines)
