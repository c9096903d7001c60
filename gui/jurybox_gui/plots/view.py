"""One painter of figures for the screen: shows a figure, moves its points, tells what is pointed at."""

import pyqtgraph as pg
from PySide6.QtCore import (
    QEasingCurve,
    QEvent,
    QObject,
    QPointF,
    QRectF,
    QSize,
    Qt,
    QVariantAnimation,
    Signal,
)
from PySide6.QtGui import QBrush, QMouseEvent, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QGraphicsView, QWidget

from jurybox.figures import Figure, text_alternative
from jurybox_gui.core.pending import Pause
from jurybox_gui.plots.backdrop import Backdrop
from jurybox_gui.plots.curves import Curves
from jurybox_gui.plots.frame import Frame, frame_of
from jurybox_gui.plots.marks import Marks
from jurybox_gui.plots.plate import Plate
from jurybox_gui.plots.shapes import Shapes
from jurybox_gui.plots.spots import Spot, spot_at
from jurybox_gui.plots.zooming import Part, moved, zoomed
from jurybox_gui.theme.palette import color
from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import Grid

_WORDS_AFTER_MS = 400
_WHEEL = 1.25


class FigureView(QWidget):
    """Paints a `Figure`. The run of each point is what it is called by in signals and methods.

    `compact` is the small kind: ticks at the ends only, no values at lines, no name but the chosen
    run's. `ground` is the token of the color it is painted on. A click or a hover reaches the nearest
    marker, else the bar, box or dot below the pointer. The wheel zooms about the pointer, dragging moves
    the part shown, a double click shows all of it again. Keys are left to the desk.
    """

    run_chosen = Signal(int)
    run_hovered = Signal(object)
    zoom_changed = Signal(bool)
    """Whether only a part of the picture is shown."""

    def __init__(self, *, compact: bool = False, ground: str = "surf", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._compact = compact
        self._ground = ground
        self._figure: Figure | None = None
        self._canvas = _canvas(self)
        self._backdrop = Backdrop(compact=compact, ground=ground)
        self._marks = Marks(compact=compact, ground=ground)
        self._shapes = Shapes(ground=ground)
        self._curves = Curves()
        self._plate = Plate()
        self._part: Part | None = None
        self._drag: QPointF | None = None
        for item in (self._backdrop, self._shapes, self._curves, self._marks, self._plate):
            self._canvas.scene().addItem(item)
        self._motion = QVariantAnimation(self, startValue=0.0, endValue=1.0, duration=Grid.POINT_MS)
        self._motion.setEasingCurve(QEasingCurve.Type.OutCubic)
        self._motion.valueChanged.connect(self._marks.set_progress)
        self._words = Pause(self, _WORDS_AFTER_MS, self._tell)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus if compact else Qt.FocusPolicy.StrongFocus)
        self.setProperty("ring", -1 if compact else Grid.R_BUTTON)
        self._canvas.viewport().installEventFilter(self)
        theme().changed.connect(self._dye)
        self._dye()

    # --- what is shown -------------------------------------------------------------------------

    def set_figure(self, figure: Figure, *, at_once: bool = False) -> bool:
        """Show `figure`; return whether anything differs from what is shown.

        If the same runs stand elsewhere, they move there in 240 ms, unless motion is reduced, nobody
        sees it, or it is to happen `at_once`; nothing is built anew.
        """
        if figure == self._figure:
            return False
        old, self._figure = self._figure, figure
        if old is None or (old.title, old.x, old.y) != (figure.title, figure.x, figure.y):
            self._set_part(None)
            self._plate.show_spot(None, self._room())
        self.setAccessibleName(figure.title)
        self._words.start()
        shown = self._shown()
        frame = self._frame(shown)
        if old is None or (old.title, old.backdrop) != (figure.title, figure.backdrop):
            self._backdrop.show_figure(shown, frame, self._room())
        self._shapes.show_figure(shown, frame, self._room())
        self._curves.show_figure(shown, frame)
        self._show_points(shown, frame, at_once=at_once)
        return True

    def zoom(self, factor: float, at: QPointF | None = None) -> None:
        """Show a part `factor` times as large about a pixel, the middle of the plot if none is given."""
        if self._figure is None or self._compact:
            return
        frame = self._frame(self._shown())
        place = frame.plot.center() if at is None else at
        self._set_part(zoomed(self._figure, self._part, factor, frame.value(place)))
        self._relay()

    def reset_zoom(self) -> None:
        """Show all of the picture again."""
        if self._part is not None:
            self._set_part(None)
            self._relay()

    @property
    def is_zoomed(self) -> bool:
        """Whether only a part is shown."""
        return self._part is not None

    def set_hovered(self, run: int | None) -> None:
        """Show the plate of a run as if the pointer were over it, or none."""
        self._marks.set_hovered(run)

    @property
    def figure(self) -> Figure | None:
        """The figure shown, None at first."""
        return self._figure

    def place_of(self, run: int) -> QPointF | None:
        """Return the pixel of a run's marker in this widget, None if it has no place."""
        return self._marks.place_of(run)

    def named(self) -> tuple[str, ...]:
        """Return the names that are written beside points."""
        return self._marks.named()

    def text_alternative(self) -> str:
        """Return the picture in words."""
        return text_alternative(self._figure) if self._figure else ""

    # --- Qt ------------------------------------------------------------------------------------

    def sizeHint(self) -> QSize:
        """Return a good size; the plot is the largest square that fits."""
        return QSize(180, 180) if self._compact else QSize(490, 536)

    def minimumSizeHint(self) -> QSize:
        """Return the least size in which names can be read."""
        return QSize(110, 110) if self._compact else QSize(260, 300)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay the figure out anew."""
        super().resizeEvent(event)
        self._canvas.setGeometry(self.rect())
        self._relay()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take the mouse of the canvas: choose, point, zoom and move."""
        del watched
        if event.type() == QEvent.Type.Leave:
            self._hover(None)
            self._plate.show_spot(None, self._room())
            return False
        if isinstance(event, QWheelEvent):
            self.zoom(_WHEEL ** (event.angleDelta().y() / 120), event.position())
            return not self._compact
        if not isinstance(event, QMouseEvent):
            return event.type() == QEvent.Type.ContextMenu
        self._mouse(event)
        return True

    def _mouse(self, event: QMouseEvent) -> None:
        spot, left = event.position(), event.button() == Qt.MouseButton.LeftButton
        if event.type() == QEvent.Type.MouseMove and self._drag is not None:
            self._move(spot)
        elif event.type() == QEvent.Type.MouseMove:
            self._point(spot)
        elif event.type() == QEvent.Type.MouseButtonDblClick and left:
            self.reset_zoom()
        elif event.type() == QEvent.Type.MouseButtonPress and left:
            self._drag = spot if self.is_zoomed else None
            self._click(spot)
        elif event.type() == QEvent.Type.MouseButtonRelease:
            self._drag = None

    # --- inside --------------------------------------------------------------------------------

    def _room(self) -> QRectF:
        return QRectF(self.rect())

    def _shown(self) -> Figure:
        """Return the figure on the part of its axes that is shown."""
        if self._figure is None:
            raise ValueError("there is no figure to lay out")
        return self._figure if self._part is None else self._part.of(self._figure)

    def _frame(self, figure: Figure) -> Frame:
        return frame_of(figure, self.width(), self.height(), compact=self._compact)

    def _set_part(self, part: Part | None) -> None:
        if part != self._part:
            before, self._part = self._part, part
            if (before is None) != (part is None):
                self.zoom_changed.emit(part is not None)

    def _relay(self) -> None:
        if self._figure is None:
            return
        shown = self._shown()
        frame = self._frame(shown)
        self._backdrop.show_figure(shown, frame, self._room())
        self._shapes.show_figure(shown, frame, self._room())
        self._curves.show_figure(shown, frame)
        self._plate.show_spot(None, self._room())
        self._show_points(shown, frame, at_once=True)

    def _show_points(self, figure: Figure, frame: Frame, *, at_once: bool) -> None:
        self._motion.stop()
        moves = self._marks.show_points(figure.points, frame, self._room(), self._backdrop.values)
        if moves and not at_once and self.isVisible() and not theme().reduced_motion:
            self._motion.start()
        elif moves:
            self._marks.set_progress(1.0)

    def _click(self, spot: QPointF) -> None:
        if not self._compact:
            self.setFocus(Qt.FocusReason.MouseFocusReason)
        run = self._marks.run_at(spot)
        if run is None:
            found = self._spot(spot)
            run = None if found is None else found.run
        if run is not None:
            self.run_chosen.emit(run)

    def _point(self, spot: QPointF) -> None:
        """Point at the nearest marker, else at what lies below the pointer."""
        run = self._marks.run_at(spot)
        found = self._spot(spot) if run is None else None
        self._plate.show_spot(found, self._room())
        self._hover(run)

    def _spot(self, spot: QPointF) -> Spot | None:
        if self._figure is None or self._compact:
            return None
        shown = self._shown()
        return spot_at(shown, self._frame(shown), spot)

    def _move(self, spot: QPointF) -> None:
        """Move the part shown with the pointer."""
        if self._figure is None or self._drag is None:
            return
        frame = self._frame(self._shown())
        (x0, y0), (x1, y1) = frame.value(self._drag), frame.value(spot)
        self._drag = spot
        self._set_part(moved(self._figure, self._part, (x0 - x1, y0 - y1)))
        self._relay()

    def _hover(self, run: int | None) -> None:
        shape = Qt.CursorShape.ArrowCursor if run is None else Qt.CursorShape.PointingHandCursor
        self._canvas.viewport().setCursor(shape)
        if self._marks.set_hovered(run):
            self.run_hovered.emit(run)

    def _tell(self) -> None:
        self.setAccessibleDescription(self.text_alternative())

    def _dye(self) -> None:
        self._canvas.setBackgroundBrush(QBrush(color(getattr(theme().tokens, self._ground))))
        self._backdrop.update()
        self._marks.update()
        self._curves.update()
        self._shapes.update()


def _canvas(parent: QWidget) -> QGraphicsView:
    canvas: QGraphicsView = pg.GraphicsView(parent, background=None)
    canvas.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    canvas.viewport().setFocusPolicy(Qt.FocusPolicy.NoFocus)  # pyqtgraph makes it a tab stop without a name
    canvas.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)
    return canvas
