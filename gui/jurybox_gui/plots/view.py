"""The screen painter of figures: shows a figure, moves its points, reports what is hovered and clicked."""

from collections.abc import Callable

import pyqtgraph as pg
from pyqtgraph.GraphicsScene.mouseEvents import MouseClickEvent
from PySide6.QtCore import QEasingCurve, QEvent, QObject, QPointF, QRectF, QSize, Qt, QVariantAnimation, Signal
from PySide6.QtGui import QBrush, QContextMenuEvent, QFocusEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QGraphicsView, QWidget

from jurybox.figures import Figure, text_alternative
from jurybox_gui.core.pending import Pause
from jurybox_gui.plots.axes import PlotAxes
from jurybox_gui.plots.backdrop import Backdrop
from jurybox_gui.plots.curves import Curves
from jurybox_gui.plots.frame import Frame, frame_of
from jurybox_gui.plots.marks import Marks
from jurybox_gui.plots.shapes import Shapes
from jurybox_gui.plots.spots import Spot, SpotPlate, spot_at
from jurybox_gui.theme.palette import color
from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import Grid, Px

_WORDS_AFTER_MS = 400
_FAR = 4  # distance, px, after which a press on a name becomes a drag
_BESIDE = 3.0


class FigureView(QWidget):
    """Paints a `Figure`. Signals and methods identify points by their run.

    `compact` is the small form: ticks only at the ends, no values at lines, only the chosen run's name.
    `ground` is the token of the background color. A click or a hover goes to the nearest marker, else to the
    bar, box or dot under the pointer. Dragging a name moves it, and a double click on it puts it back where
    there is room. The wheel zooms about the pointer, dragging moves the visible part, a double click shows
    everything again. Keys are left to the desk.
    """

    run_chosen = Signal(int)
    run_hovered = Signal(object)
    zoom_changed = Signal(bool)
    """Whether only part of the picture is shown."""
    name_moved = Signal(int, object)
    """A run, and the new position of its name (`Point.moved`); None: wherever there is room."""

    def __init__(self, *, compact: bool = False, ground: str = "surf", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._compact = compact
        self._ground = ground
        self._figure: Figure | None = None
        self._canvas = _canvas(self, self._click)
        self._backdrop = Backdrop(compact=compact, ground=ground)
        self._marks = Marks(compact=compact, ground=ground)
        self._shapes = Shapes(ground=ground)
        self._curves = Curves()
        self._plate = SpotPlate()
        self._axes = PlotAxes(self._canvas.scene(), compact=compact)
        self._axes.view.sigRangeChangedManually.connect(self._show_part)
        self._ends: list[list[float]] = []
        self._is_part = False
        self._held: tuple[int, QPointF, QPointF] | None = None
        for item in (self._backdrop, self._shapes, self._curves, self._marks, self._plate):
            self._canvas.scene().addItem(item)
        self._motion = QVariantAnimation(self, startValue=0.0, endValue=1.0, duration=Grid.POINT_MS)
        self._motion.setEasingCurve(QEasingCurve.Type.OutCubic)
        self._motion.valueChanged.connect(self._marks.set_progress)
        self._words = Pause(self, _WORDS_AFTER_MS, self._tell)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus if compact else Qt.FocusPolicy.StrongFocus)
        self.setProperty("ring", -1)
        self.setProperty("thin-ring", 1)  # a heavy one would dominate the picture
        self._canvas.viewport().installEventFilter(self)
        theme().changed.connect(self._dye)
        self._dye()

    def focusInEvent(self, event: QFocusEvent) -> None:
        # Have a ring only if Tab led here: a desk focuses its picture by itself, to give it the keys.
        tabbed = event.reason() in {Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason}
        self.setProperty("ring", Grid.R_KEY if tabbed else -1)
        super().focusInEvent(event)

    # --- what is shown -------------------------------------------------------------------------

    def set_figure(self, figure: Figure, *, at_once: bool = False) -> bool:
        """Show `figure`; return whether anything differs from what is shown.

        If the same runs have new places, they move there in 240 ms, unless motion is reduced, the view is
        hidden, or `at_once` is set; nothing is rebuilt.
        """
        if figure == self._figure:
            return False
        old, self._figure = self._figure, figure
        if old is None or (old.title, old.x, old.y) != (figure.title, figure.x, figure.y):
            self._axes.show_whole(figure)
            self._note_part()
            self._plate.show_spot(None, self._room())
        self.setAccessibleName(figure.title)
        self._words.start()
        shown = self._shown()
        frame = self._frame(shown)
        self._axes.lay_out(frame, self._room())
        new_curves = self._curves.show_figure(shown, frame)
        if old is None or new_curves or (old.title, old.backdrop) != (figure.title, figure.backdrop):
            self._backdrop.show_figure(shown, frame, self._room(), self._curves.paths)
        self._shapes.show_figure(shown, frame, self._room())
        self._show_points(shown, frame, at_once=at_once)
        return True

    def zoom(self, factor: float, at: QPointF | None = None) -> None:
        """Show a part magnified by `factor` about a pixel, by default the center of the plot."""
        if self._figure is None or self._compact:
            return
        self._axes.zoom(factor, at)
        self._show_part()

    def reset_zoom(self) -> None:
        """Show all of the picture again."""
        if self._figure is not None and self._is_part:
            self._axes.show_whole(self._figure)
            self._show_part()

    @property
    def is_zoomed(self) -> bool:
        """Whether only a part is shown."""
        return self._is_part

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

    def nudge_name(self, run: int, right: float, down: float) -> None:
        """Move a run's name by this many type sizes, as dragging it does."""
        place = self._marks.name_place(run) or (_BESIDE, 0.0)
        if self._marks.place_of(run) is not None:
            self._put_name(run, (place[0] + right, place[1] + down))
            self._drop_name(run)

    def name_place(self, run: int) -> tuple[float, float] | None:
        """Return where a run's name is, as in `Point.moved`; None if it is not shown."""
        return self._marks.name_place(run)

    def named(self) -> tuple[str, ...]:
        """Return the names that are written beside points."""
        return self._marks.named()

    def text_alternative(self) -> str:
        """Return the picture in words."""
        return text_alternative(self._figure) if self._figure else ""

    # --- Qt ------------------------------------------------------------------------------------

    def sizeHint(self) -> QSize:
        # Return a good size; the plot is the largest square that fits.
        return QSize(180, 180) if self._compact else QSize(490, 536)

    def minimumSizeHint(self) -> QSize:
        return QSize(110, 110) if self._compact else QSize(260, 300)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._canvas.setGeometry(self.rect())
        self._relay()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # Hover over what is under the mouse; the right button only opens the menu of a run.
        del watched
        if event.type() == QEvent.Type.Leave:
            self._hover(None)
            self._plate.show_spot(None, self._room())
        elif isinstance(event, QMouseEvent):
            if self._moves_name(event):
                return True
            if event.type() == QEvent.Type.MouseMove and not event.buttons():
                self._point(event.position())
            return event.button() == Qt.MouseButton.RightButton
        return isinstance(event, QContextMenuEvent) and not self._takes_menu(QPointF(event.pos()))

    def _takes_menu(self, spot: QPointF) -> bool:
        """Choose the run under the pointer, whose menu the window opens; return whether there is one."""
        run = self._run_under(spot)
        if run is not None:
            self.run_chosen.emit(run)
        return run is not None

    def _run_under(self, spot: QPointF) -> int | None:
        """Return the run of the marker, name or line under the pointer."""
        run = self._marks.run_at(spot)
        if run is None and not self._compact:
            run = self._marks.name_at(spot)
        if run is None:
            found = self._spot(spot)
            run = None if found is None else found.run
        return run

    # --- moving names ------------------------------------------------------------------

    def _moves_name(self, event: QMouseEvent) -> bool:
        """Handle a mouse event that concerns a name; return whether it does."""
        spot, kind = event.position(), event.type()
        if self._held is not None:
            return self._drag(spot, kind)
        if self._compact or event.button() != Qt.MouseButton.LeftButton or self._marks.run_at(spot) is not None:
            return False
        run = self._marks.name_at(spot)
        if run is None:
            return False
        if kind == QEvent.Type.MouseButtonDblClick:
            self.name_moved.emit(run, None)
            return True
        place = self._marks.name_place(run)
        if kind != QEvent.Type.MouseButtonPress or place is None:
            return False
        self._held = run, spot, QPointF(*place)
        return True

    def _drag(self, spot: QPointF, kind: QEvent.Type) -> bool:
        if self._held is None:
            return False
        run, start, place = self._held
        away = spot - start
        is_far = away.manhattanLength() >= _FAR
        if kind == QEvent.Type.MouseMove and is_far:
            self._put_name(run, (place.x() + away.x() / Px.ASIDE, place.y() + away.y() / Px.ASIDE))
        elif kind == QEvent.Type.MouseButtonRelease:
            self._held = None
            if is_far:
                self._drop_name(run)
            else:
                self.run_chosen.emit(run)
        return True

    def _put_name(self, run: int, place: tuple[float, float]) -> None:
        if self._figure is not None:
            names = {p.name: p.moved for p in self._figure.points if p.moved is not None}
            names |= {p.name: place for p in self._figure.points if p.run == run}
            self.set_figure(self._figure.with_names_at(names), at_once=True)

    def _drop_name(self, run: int) -> None:
        """Emit the new position of a name: within the plot, wherever it was dragged."""
        self.name_moved.emit(run, self._marks.name_place(run))

    # --- internals --------------------------------------------------------------------------------

    def _room(self) -> QRectF:
        return QRectF(self.rect())

    def _shown(self) -> Figure:
        """Return the figure restricted to the visible part of its axes."""
        if self._figure is None:
            raise ValueError("there is no figure to lay out")
        return self._axes.shown(self._figure)

    def _frame(self, figure: Figure) -> Frame:
        return frame_of(figure, self.width(), self.height(), compact=self._compact)

    def _show_part(self, _axes: object = None) -> None:
        if self._note_part():
            self._relay()

    def _note_part(self) -> bool:
        """Note which part is visible; return whether it changed."""
        ends, self._ends = self._ends, self._axes.view.viewRange()
        before, self._is_part = self._is_part, self._figure is not None and self._shown() is not self._figure
        if before != self._is_part:
            self.zoom_changed.emit(self._is_part)
        return bool(ends != self._ends)

    def _relay(self) -> None:
        if self._figure is None:
            return
        shown = self._shown()
        frame = self._frame(shown)
        self._axes.lay_out(frame, self._room())
        self._curves.show_figure(shown, frame)
        self._backdrop.show_figure(shown, frame, self._room(), self._curves.paths)
        self._shapes.show_figure(shown, frame, self._room())
        self._plate.show_spot(None, self._room())
        self._show_points(shown, frame, at_once=True)

    def _show_points(self, figure: Figure, frame: Frame, *, at_once: bool) -> None:
        self._motion.stop()
        moves = self._marks.show_points(figure.points, frame, self._room(), self._backdrop.values)
        self._backdrop.leave_out_under(self._marks.written())
        if moves and not at_once and self.isVisible() and not theme().reduced_motion:
            self._motion.start()
        elif moves:
            self._marks.set_progress(1.0)

    def _click(self, event: MouseClickEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            return
        if event.double():
            self.reset_zoom()
            return
        run = self._run_under(QPointF(event.scenePos()))
        if run is not None:
            self.run_chosen.emit(run)

    def _point(self, spot: QPointF) -> None:
        """Hover over the nearest marker, else over what is below the pointer."""
        run = self._marks.run_at(spot)
        found = self._spot(spot) if run is None else None
        self._plate.show_spot(found, self._room())
        over_name = not self._compact and run is None and self._marks.name_at(spot) is not None
        self._hover(run, over_name=over_name)

    def _spot(self, spot: QPointF) -> Spot | None:
        if self._figure is None or self._compact:
            return None
        shown = self._shown()
        return spot_at(shown, self._frame(shown), spot)

    def _hover(self, run: int | None, *, over_name: bool = False) -> None:
        shape = Qt.CursorShape.ArrowCursor if run is None else Qt.CursorShape.PointingHandCursor
        if run is None and over_name:
            shape = Qt.CursorShape.OpenHandCursor
        self._canvas.viewport().setCursor(shape)
        if self._marks.set_hovered(run):
            self.run_hovered.emit(run)

    def _tell(self) -> None:
        self.setAccessibleDescription(self.text_alternative())

    def _dye(self) -> None:
        self._canvas.setBackgroundBrush(QBrush(color(getattr(theme().tokens, self._ground))))
        self._axes.dye()
        self._backdrop.update()
        self._marks.update()
        self._curves.update()
        self._shapes.update()


def _canvas(parent: QWidget, clicked: Callable[[MouseClickEvent], None]) -> QGraphicsView:
    canvas = pg.GraphicsView(parent, background=None)
    canvas.scene().sigMouseClicked.connect(clicked)
    canvas.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    canvas.viewport().setFocusPolicy(Qt.FocusPolicy.NoFocus)  # pyqtgraph makes it a tab stop without a name
    canvas.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)
    view: QGraphicsView = canvas
    return view
