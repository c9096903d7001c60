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
    QTimer,
    QVariantAnimation,
    Signal,
)
from PySide6.QtGui import QBrush, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QGraphicsView, QWidget

from jurybox.figures import Figure
from jurybox_gui.plots.backdrop import Backdrop
from jurybox_gui.plots.curves import Curves
from jurybox_gui.plots.frame import COMPACT, FULL, Frame, square
from jurybox_gui.plots.marks import Marks
from jurybox_gui.theme.palette import color
from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import Grid

_WORDS_AFTER_MS = 400


class FigureView(QWidget):
    """Paints a `Figure`. The run of each point is what it is called by in signals and methods.

    `compact` is the small kind: ticks at the ends only, no values at lines, no name but the chosen
    run's. `ground` is the token of the color it is painted on. A click or a hover reaches the nearest
    marker. Keys are left to the desk.
    """

    run_chosen = Signal(int)
    run_hovered = Signal(object)

    def __init__(self, *, compact: bool = False, ground: str = "surf", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._compact = compact
        self._ground = ground
        self._figure: Figure | None = None
        self._canvas = _canvas(self)
        self._backdrop = Backdrop(compact=compact, ground=ground)
        self._marks = Marks(compact=compact, ground=ground)
        self._curves = Curves()
        for item in (self._backdrop, self._curves, self._marks):
            self._canvas.scene().addItem(item)
        self._motion = QVariantAnimation(self, startValue=0.0, endValue=1.0, duration=Grid.POINT_MS)
        self._motion.setEasingCurve(QEasingCurve.Type.OutCubic)
        self._motion.valueChanged.connect(self._marks.set_progress)
        self._words = QTimer(self, singleShot=True, interval=_WORDS_AFTER_MS)
        self._words.timeout.connect(self._tell)
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
        self.setAccessibleName(figure.title)
        self._words.start()
        frame = self._frame()
        if old is None or (old.title, old.backdrop) != (figure.title, figure.backdrop):
            self._backdrop.show_figure(figure, frame, self._room())
        self._curves.show_figure(figure, frame)
        self._show_points(figure, frame, at_once=at_once)
        return True

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
        return self._figure.text_alternative() if self._figure else ""

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
        """Take the mouse of the canvas: hover and click choose among markers, nothing zooms."""
        del watched
        if event.type() == QEvent.Type.Leave:
            self._hover(None)
            return False
        if not isinstance(event, QMouseEvent):
            return event.type() in {QEvent.Type.Wheel, QEvent.Type.ContextMenu}
        spot = event.position()
        if event.type() == QEvent.Type.MouseMove:
            self._hover(self._marks.run_at(spot))
        elif event.type() == QEvent.Type.MouseButtonPress and event.button() == Qt.MouseButton.LeftButton:
            self._click(spot)
        return True

    # --- inside --------------------------------------------------------------------------------

    def _room(self) -> QRectF:
        return QRectF(self.rect())

    def _frame(self) -> Frame:
        figure = self._figure
        if figure is None:
            raise ValueError("there is no figure to lay out")
        plot = square(self.width(), self.height(), COMPACT if self._compact else FULL)
        return Frame(plot, figure.x, figure.y)

    def _relay(self) -> None:
        if self._figure is None:
            return
        frame = self._frame()
        self._backdrop.show_figure(self._figure, frame, self._room())
        self._curves.show_figure(self._figure, frame)
        self._show_points(self._figure, frame, at_once=True)

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
        if run is not None:
            self.run_chosen.emit(run)

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


def _canvas(parent: QWidget) -> QGraphicsView:
    canvas: QGraphicsView = pg.GraphicsView(parent, background=None)
    canvas.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    canvas.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)
    return canvas
