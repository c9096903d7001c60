"""T10: 100,000 points against pyqtgraph's ScatterPlotItem, 13 curves against a bare QPainter polyline.

Every round gives both new numbers and paints them. Run by hand: python tests/speed/bench_plots.py
"""

from common import interleaved, median, p99, report_ratio  # isort: skip - sets the paths that the others need

import numpy as np
import pyqtgraph as pg
from fake_spaces import RATES, counts_at, many_runs
from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QImage, QPainter, QPen, QPolygonF
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QGraphicsView, QWidget

from jurybox.figures import Axis, Figure, Line, OperatingPoint, hull_area, operating_point, roc_line, roc_space
from jurybox.measures.curves import score_curve
from jurybox_gui.plots.curves import polyline
from jurybox_gui.plots.view import FigureView
from jurybox_gui.theme.theme import theme

SIDE = 536
POINTS = 100_000
CURVES, STEPS = 13, 1500


def bare(lines: list[QPolygonF], image: QImage) -> None:
    """Paint polylines and nothing else, without any widget."""
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.fillRect(image.rect(), QColor("white"))
    for n, line in enumerate(lines):
        painter.setPen(QPen(QColor.fromHsv(27 * n, 200, 180), 1))
        painter.drawPolyline(line)
    painter.end()


def paint(widget: QWidget) -> None:
    """Paint a view now, as its window would."""
    canvas = widget if isinstance(widget, QGraphicsView) else widget.findChild(QGraphicsView)
    assert isinstance(canvas, QGraphicsView)
    canvas.viewport().repaint()


def shown(widget: QWidget) -> None:
    """Show a widget off screen; an unexposed window would not paint at all."""
    widget.resize(490, SIDE)
    widget.show()
    assert QTest.qWaitForWindowExposed(widget)


def points_against_scatter() -> None:
    """Print how many times faster a cloud is than the item."""
    rng = np.random.default_rng(0)
    clouds = [(rng.random(POINTS), rng.random(POINTS)) for _ in range(4)]
    axis = Axis("value")
    view = FigureView()
    shown(view)
    plot = pg.PlotWidget(background="w")
    item = pg.ScatterPlotItem(size=4, pen=None, brush=pg.mkBrush(40, 80, 200, 120))
    plot.addItem(item)
    plot.setXRange(0, 1)
    plot.setYRange(0, 1)
    shown(plot)

    def ours(number: int) -> None:
        x, y = clouds[number % 4]
        view.set_figure(Figure("Cloud", axis, axis, clouds=(Line.through("a", x, y),)))
        paint(view)

    def theirs(number: int) -> None:
        item.setData(*clouds[number % 4])
        paint(plot)

    mine, item_times = interleaved(15, ours, theirs, warm=2)
    ratio = median(item_times) / median(mine)
    report_ratio("T10", f"ScatterPlotItem / ours, {POINTS:,} points", ratio, 15, at_most=False)
    print(f"     p99 / p99: {p99(item_times) / p99(mine):.2f}")


def curves_against_bare() -> None:
    """Print how many times a bare painter's polylines the 13 curves cost, new ones and the same again."""
    rng = np.random.default_rng(0)
    sets = [[np.sort(rng.random((2, STEPS))) for _ in range(CURVES)] for _ in range(4)]
    view = FigureView()
    shown(view)
    image = QImage(490, SIDE, QImage.Format.Format_RGB32)
    polylines = [
        [QPolygonF([QPointF(a * 490, SIDE - b * SIDE) for a, b in zip(*c.tolist(), strict=True)]) for c in cs]
        for cs in sets
    ]
    axis = Axis("rate")
    figures = [
        Figure("Curves", axis, axis, curves=tuple(Line.through(str(n), *c, run=n) for n, c in enumerate(cs)))
        for cs in sets
    ]

    def ours(number: int) -> None:
        view.set_figure(figures[number % 4])
        paint(view)

    def theirs(number: int) -> None:
        bare(polylines[number % 4], image)

    def paint_ours(_number: int) -> None:
        paint(view)

    def paint_theirs(_number: int) -> None:
        bare(polylines[0], image)

    mine, plain = interleaved(60, ours, theirs)
    report_ratio("T10", f"{CURVES} new curves / bare QPainter", median(mine) / median(plain), 4)
    mine, plain = interleaved(100, paint_ours, paint_theirs)
    report_ratio("T10", f"{CURVES} curves painted again / bare QPainter", median(mine) / median(plain), 4)


def one_moved_point() -> None:
    """Print what one moved point costs beside a figure laid out for the first time."""
    theme().reduced_motion = True
    view = FigureView()
    shown(view)
    points = [operating_point(name, n, counts_at(t, f)) for n, (name, t, f) in enumerate(RATES)]
    places = [operating_point("tokyo-b", 3, counts_at(0.69 + n / 200, 0.1)) for n in range(8)]

    def figure(place: OperatingPoint) -> Figure:
        return roc_space([*points[:3], place, *points[4:]], prevalence=0.216)

    def moved(number: int) -> None:
        view.set_figure(figure(places[number % 8]))
        paint(view)

    def anew(number: int) -> None:
        view.resize(490, SIDE - number % 2)
        view.set_figure(figure(places[number % 8]))
        paint(view)

    one, all_anew = interleaved(60, moved, anew)
    print(f"     a moved point / the figure laid out anew, 13 runs: {median(one) / median(all_anew):.2f}")
    same, _ = interleaved(200, lambda _: view.set_figure(figure(places[0])), lambda _: None)
    print(f"     nothing moved / a moved point: {median(same) / median(one):.3f}")


def sixty_runs() -> None:
    """Print what a frame of 60 runs and a curve of 100,000 thresholds costs beside a bare polyline of it."""
    rng = np.random.default_rng(1)
    truth = rng.random(POINTS) < 0.2
    curves = [score_curve(truth, rng.normal(0, 1, POINTS) + shift * truth) for shift in (1.0, 1.2, 1.4, 1.6)]
    lines = [roc_line("run", 3, curve) for curve in curves]
    points = [operating_point(name, n, counts_at(t, f)) for n, (name, t, f) in enumerate(many_runs(60))]
    view = FigureView()
    shown(view)
    image = QImage(490, SIDE, QImage.Format.Format_RGB32)
    polylines = [polyline(line.x * 490, SIDE - line.y * SIDE) for line in lines]

    def ours(number: int) -> None:
        view.set_figure(roc_space(points, prevalence=0.2, curves=[lines[number % 4]]))
        paint(view)

    def theirs(number: int) -> None:
        bare([polylines[number % 4]], image)

    mine, plain = interleaved(30, ours, theirs, warm=4)
    report_ratio("T10", "60 runs and a curve of 100,000 thresholds / bare polyline", median(mine) / median(plain), 4)
    hulls, drawn = interleaved(10, lambda _: hull_area(points, curves), theirs, warm=1)
    print(f"     hull of four such curves / bare polyline: {median(hulls) / median(drawn):.2f}")


def main() -> None:
    """Measure and print."""
    app = QApplication([])
    theme().choose("light")
    theme().apply(app)
    points_against_scatter()
    curves_against_bare()
    one_moved_point()
    sixty_runs()


if __name__ == "__main__":
    main()
