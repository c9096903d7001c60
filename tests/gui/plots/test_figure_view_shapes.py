"""The painter for the screen: areas, bars, boxes, steps and dots; zooming, moving, pointing at anything."""

from collections.abc import Iterator

import numpy as np
import pyqtgraph as pg
import pytest
from fake_spaces import RATES, counts_at
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from jurybox.figures import (
    Axis,
    Figure,
    Line,
    Point,
    SizeCurve,
    bars_of_runs,
    boxes_by_series,
    error_rate_by_size,
    hardness_by_category,
    operating_point,
    question_scatter,
    rank_lines,
    roc_space,
)
from jurybox_gui.plots.frame import frame_of
from jurybox_gui.plots.spots import spot_at
from jurybox_gui.plots.thinning import heaps, thinned
from jurybox_gui.plots.view import FigureView
from jurybox_gui.theme.theme import theme
from jurybox_gui.widgets.probe import painted_words
from jurybox_gui.widgets.run_names import know_run_names

PAPER = (("low", 0.45, 0.55), ("middle", 0.5, 0.45), ("high", 0.55, 0.4))
POINTS = [operating_point(name, n, counts_at(t, f)) for n, (name, t, f) in enumerate(RATES)]


@pytest.fixture
def view(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> Iterator[FigureView]:
    monkeypatch.setattr(theme(), "_reduced_motion", True)
    monkeypatch.setitem(pg.CONFIG_OPTIONS, "mouseRateLimit", 0)  # a test moves faster than a hand
    shown = FigureView()
    shown.resize(600, 536)
    shown.show()
    qtbot.waitUntil(lambda: shown.windowHandle() is not None and shown.windowHandle().isExposed())
    yield shown
    shown.close()
    shown.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def grabbed(view: FigureView) -> QImage:
    return view.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)


def send(view: FigureView, event: QEvent, spot: QPointF) -> None:
    del spot
    port = view.childAt(QPoint(300, 300))
    assert port is not None
    QApplication.sendEvent(port, event)


def wheel(view: FigureView, spot: QPointF, steps: int) -> None:
    at = view.mapToGlobal(spot)
    event = QWheelEvent(
        spot,
        at,
        QPoint(),
        QPoint(0, 120 * steps),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    send(view, event, spot)


def mouse(view: FigureView, kind: QEvent.Type, spot: QPointF, *, down: bool) -> None:
    button = Qt.MouseButton.NoButton if kind == QEvent.Type.MouseMove else Qt.MouseButton.LeftButton
    held = Qt.MouseButton.LeftButton if down else Qt.MouseButton.NoButton
    event = QMouseEvent(kind, spot, view.mapToGlobal(spot), button, held, Qt.KeyboardModifier.NoModifier)
    send(view, event, spot)


def click(view: FigureView, spot: QPointF) -> None:
    mouse(view, QEvent.Type.MouseButtonPress, spot, down=True)
    mouse(view, QEvent.Type.MouseButtonRelease, spot, down=False)


def drag(view: FigureView, start: QPointF, end: QPointF) -> None:
    mouse(view, QEvent.Type.MouseButtonPress, start, down=True)
    mouse(view, QEvent.Type.MouseMove, end, down=True)
    mouse(view, QEvent.Type.MouseButtonRelease, end, down=False)


def plot_of(view: FigureView) -> QRectF:
    assert view.figure is not None
    return frame_of(view.figure, view.width(), view.height(), compact=False).plot


def pixel(view: FigureView, x: float, y: float) -> QColor:
    figure = view.figure
    assert figure is not None
    frame = frame_of(figure, view.width(), view.height(), compact=False)
    return QColor(grabbed(view).pixel(frame.pixel(x, y).toPoint()))


def test_a_picture_that_is_not_square_takes_the_room_there_is(view: FigureView) -> None:
    wide = frame_of(rank_lines([("a", 0)], ["x"], [[1.0]]), 600, 400, compact=False).plot
    assert (wide.width(), wide.height()) == (600 - 52 - 14, 400 - 60 - 52)
    long_names = hardness_by_category({"a very long name of a category": (1, 2, 3)}, "Q")
    assert frame_of(long_names, 600, 400, compact=False).plot.left() > 150
    many = boxes_by_series([f"series {n}" for n in range(64)], np.zeros((2, 64)), "score")
    assert frame_of(many, 600, 400, compact=False).turned


def test_bars_are_painted_where_their_numbers_say(view: FigureView) -> None:
    view.set_figure(bars_of_runs(["a", "b"], [3, 4], [0.5, 1.0], "F1"))
    assert pixel(view, 0.25, 1.0) == QColor(theme().run_style(3).color)
    assert pixel(view, 0.75, 1.0) == QColor(theme().tokens.surf)
    assert pixel(view, 0.75, 0.0) == QColor(theme().run_style(4).color)


def test_parts_of_bars_differ_in_ink(view: FigureView) -> None:
    view.set_figure(hardness_by_category({"LOVE": (2, 2, 2)}, "Q"))
    shades = [pixel(view, x, 0.3).lightness() for x in (0.05, 0.4, 0.95)]
    assert shades[0] - shades[1] > 30
    assert shades[1] - shades[2] > 30


def test_boxes_stand_between_their_quartiles(view: FigureView) -> None:
    view.set_figure(boxes_by_series(["S1"], np.linspace(0, 1, 41)[:, None], "score"))
    ground = QColor(theme().tokens.surf)
    assert pixel(view, 0.2, 0.6) != ground
    assert pixel(view, 0.2, 0.9) == ground
    assert pixel(view, 0.2, 0.5) == QColor(theme().tokens.text)


def test_an_area_tints_what_it_encloses(view: FigureView) -> None:
    area = Line.through("a", [0, 0.5, 0.5, 0], [0, 0, 1, 1], run=0)
    view.set_figure(Figure("Area", Axis("x"), Axis("y"), areas=(area,)))
    assert pixel(view, 0.3, 0.53) != pixel(view, 0.7, 0.53)


def test_steps_run_level_and_gaps_stay_empty(view: FigureView) -> None:
    step = Line.through("a", [0.0, 0.55, 1.0], [0.33, 0.33, 0.77], run=0, steps="before")
    gap = Line.through("b", [0.0, 0.1, 0.2, 0.5, 1.0], [0.1, 0.1, np.nan, 0.1, 0.1], run=1)
    view.set_figure(Figure("Steps", Axis("x"), Axis("y"), curves=(step, gap)))
    image = grabbed(view)
    frame = frame_of(view.figure, view.width(), view.height(), compact=False)

    def inked(x: float, y: float) -> bool:
        at = frame.pixel(x, y).toPoint()
        near = [QColor(image.pixel(at.x() + dx, at.y() + dy)).saturation() for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
        return max(near) > 60

    assert inked(0.75, 0.77)
    assert not inked(0.75, 0.5)
    assert inked(0.05, 0.1)
    assert not inked(0.35, 0.1)


def test_the_wheel_zooms_about_the_pointer_and_a_double_click_shows_all(view: FigureView) -> None:
    view.set_figure(roc_space(POINTS, prevalence=0.2))
    received: list[bool] = []
    view.zoom_changed.connect(received.append)
    before = view.place_of(3)
    assert before is not None
    wheel(view, before, 2)
    after = view.place_of(3)
    assert after is not None
    assert (after - before).manhattanLength() < 1  # Qt gives the pointer of a wheel in whole pixels
    assert view.is_zoomed
    assert view.place_of(11) is None
    click(view, before)
    mouse(view, QEvent.Type.MouseButtonDblClick, before, down=True)
    mouse(view, QEvent.Type.MouseButtonRelease, before, down=False)
    assert not view.is_zoomed
    assert view.place_of(11) is not None
    assert received == [True, False]


def test_the_wheel_over_an_axis_zooms_this_one_alone(view: FigureView) -> None:
    view.set_figure(roc_space(POINTS, prevalence=0.2))
    plot = plot_of(view)
    below = QPointF(plot.left(), plot.bottom() + 10)
    before = view.place_of(5)
    wheel(view, below, 1)
    after = view.place_of(5)
    assert before is not None
    assert after is not None
    assert view.is_zoomed
    assert after.y() == before.y()
    assert after.x() - plot.left() > 1.2 * (before.x() - plot.left())


def test_dragging_moves_the_part_and_never_leaves_the_picture(view: FigureView) -> None:
    view.set_figure(roc_space(POINTS, prevalence=0.2))
    view.zoom(2.0)
    shown = next(n for n in range(len(POINTS)) if view.place_of(n) is not None)
    before = view.place_of(shown)
    assert before is not None
    start = QPointF(300, 300)
    drag(view, start, start + QPointF(30, 20))
    after = view.place_of(shown)
    assert after is not None
    assert (after - before - QPointF(30, 20)).manhattanLength() < 1e-6
    drag(view, start, start + QPointF(9000, 9000))
    corner = QPointF(plot_of(view).left(), plot_of(view).top())
    origin = view.place_of(0)
    view.reset_zoom()
    whole = view.place_of(0)
    assert origin is not None
    assert whole is not None
    assert (origin - corner - 2 * (whole - corner)).manhattanLength() < 1e-6


def test_another_picture_begins_unzoomed_and_a_moved_point_keeps_the_zoom(view: FigureView) -> None:
    view.set_figure(roc_space(POINTS, prevalence=0.2))
    view.zoom(3.0)
    points = [operating_point("tokyo-b", 3, counts_at(0.4, 0.3)), *POINTS[4:]]
    view.set_figure(roc_space(points, prevalence=0.2))
    assert view.is_zoomed
    view.set_figure(rank_lines([("a", 0), ("b", 1)], ["x", "y"], [[1, 2], [2, 1]]))
    assert not view.is_zoomed
    grabbed(view)


def test_zooming_keeps_directions_and_limits(view: FigureView) -> None:
    """In the paper's orientation the y axis runs downward, and a point between two others stays between."""
    ends = [operating_point(name, n, counts_at(t, f)) for n, (name, t, f) in enumerate(PAPER)]
    view.set_figure(roc_space(ends, orientation="paper"))
    whole = [view.place_of(n) for n in range(3)]
    view.zoom(2.0)
    inside = [view.place_of(n) for n in range(3)]
    center = plot_of(view).center()
    for before, after in zip(whole, inside, strict=True):
        assert before is not None
        assert after is not None
        assert (after - center - 2 * (before - center)).manhattanLength() < 1e-6
    view.zoom(0.1)
    assert not view.is_zoomed
    assert [view.place_of(n) for n in range(3)] == whole
    for _ in range(60):
        view.zoom(2.0, whole[1])
    near = view.place_of(1)
    view.zoom(2.0, whole[1])
    assert view.place_of(1) == near, "closer than a two-hundredth of an axis"


def test_the_right_button_and_an_unzoomed_picture_move_nothing(view: FigureView) -> None:
    view.set_figure(roc_space(POINTS, prevalence=0.2))
    before = grabbed(view)
    start = QPointF(300, 300)
    drag(view, start, start + QPointF(60, 40))
    assert not view.is_zoomed
    assert grabbed(view) == before


def test_everything_can_be_pointed_at(view: FigureView) -> None:
    bars = bars_of_runs(["a", "b"], [3, 4], [0.5, 1.0], "F1")
    frame = frame_of(bars, 600, 536, compact=False)
    found = spot_at(bars, frame, frame.pixel(0.2, 1.0))
    assert found is not None
    assert (found.run, found.lines) == (3, [("a", ""), ("F1", ".500")])
    boxes = boxes_by_series(["S1"], [[0.1], [0.2], [0.3]], "score")
    frame = frame_of(boxes, 600, 536, compact=False)
    found = spot_at(boxes, frame, frame.pixel(0, 0.5))
    assert found is not None
    assert ("median", ".200") in found.lines
    cloud = question_scatter(["q1", "q2"], [0.2, 0.8], [0.3, 0.6], ("a", "b"))
    frame = frame_of(cloud, 600, 536, compact=False)
    found = spot_at(cloud, frame, frame.pixel(0.8, 0.6) + QPointF(2, 2))
    assert found is not None
    assert found.lines[0] == ("q2", "")
    assert spot_at(cloud, frame, frame.pixel(0.5, 0.1)) is None
    ranks = rank_lines([("one", 7)], ["nG@1", "Q"], [[0.5, 0.4]])
    frame = frame_of(ranks, 600, 536, compact=False)
    found = spot_at(ranks, frame, frame.pixel(1, 1))
    assert found is not None
    assert found.run == 7
    assert ("at", "Q") in found.lines


def test_pointing_at_a_bar_shows_its_plate_and_a_click_chooses_its_run(view: FigureView) -> None:
    view.set_figure(bars_of_runs(["a", "b"], [3, 4], [0.5, 1.0], "F1"))
    before = grabbed(view)
    chosen: list[int] = []
    view.run_chosen.connect(chosen.append)
    frame = frame_of(view.figure, view.width(), view.height(), compact=False)
    spot = frame.pixel(0.3, 0.0)
    mouse(view, QEvent.Type.MouseMove, spot, down=False)
    assert grabbed(view) != before
    click(view, spot)
    assert chosen == [4]


def test_long_lines_lose_what_no_pixel_shows() -> None:
    x = np.linspace(0, 400, 100_000)
    y = 200 + 50 * np.sin(x / 40)
    across, up = thinned(x, y)
    assert len(across) < 3000
    assert (across[0], across[-1]) == (x[0], x[-1])
    assert np.abs(np.interp(x, across, up) - y).max() < 1
    assert thinned(x[:100], y[:100])[0] is not None
    assert len(thinned(x[:100], y[:100])[0]) == 100


def test_the_last_number_at_the_axis_is_written_whole(view: FigureView) -> None:
    view.set_figure(error_rate_by_size([SizeCurve(0.01, 0.02, [500, 1000], [0.4, 0.2], 0.45, 0.002)], 2000.0, 0.05))
    image, below = grabbed(view), range(view.height() - 50, view.height())
    inks = [len({image.pixel(x, y) for y in below}) for x in (image.width() - 12, image.width() - 1)]
    assert inks[0] > 1
    assert inks[1] == 1, "2,000 reaches beyond the edge"


def dark_at(image: QImage, spot: QPointF, radius: float) -> int:
    """Return how many pixels within a radius are darker than the lines of the grid."""
    reach = int(radius) + 1
    return sum(
        image.pixelColor(int(spot.x()) + dx, int(spot.y()) + dy).lightness() < 190
        for dx in range(-reach, reach + 1)
        for dy in range(-reach, reach + 1)
        if dx * dx + dy * dy <= radius * radius
    )


def test_questions_on_the_edge_are_whole_and_many_in_one_place_are_a_larger_disc(view: FigureView) -> None:
    names = [f"Q{n}" for n in range(11)]
    across, up = [1.0] * 9 + [0.5, 0.0], [1.0] * 9 + [0.5, 0.3]
    view.set_figure(question_scatter(names, across, up, ("nG@1", "nDCG")))
    assert view.figure is not None
    frame = frame_of(view.figure, view.width(), view.height(), compact=False)
    image = grabbed(view)
    nine, one, edge = (dark_at(image, frame.pixel(x, y), 14) for x, y in ((1, 1), (0.5, 0.5), (0, 0.3)))
    assert nine > 4 * one
    corner = frame.pixel(1, 1) + QPointF(5, -5)  # beyond both edges of the plot
    assert dark_at(image, corner, 1.5)
    assert edge > one, "with the axis through it"
    assert dark_at(image, frame.pixel(0, 0.3) - QPointF(2, 0), 1.5)
    spot = spot_at(view.figure, frame, frame.pixel(1, 1))
    assert spot is not None
    assert spot.lines[0][0] == "Q0, Q1, Q2 and 6 more"


def test_equal_points_are_one_heap_and_its_area_is_their_number() -> None:
    places, sizes = heaps(np.array([(1.0, 2.0)] * 9 + [(0.0, 0.0)] + [(3.0, 3.0)] * 100))
    assert places.tolist() == [[0, 0], [1, 2], [3, 3]]
    assert sizes.tolist() == [1, 3, 4], "a heap of a hundred is no larger than one of sixteen"


def test_a_circle_on_the_edge_and_a_part_of_no_length(view: FigureView) -> None:
    figure = boxes_by_series(["person"], [[0.2], [0.25], [0.3], [0.25], [1.0]], "accuracy")
    view.set_figure(figure)
    frame = frame_of(figure, view.width(), view.height(), compact=False)
    (box,) = figure.boxes
    assert box.outside == (1.0,)
    assert dark_at(grabbed(view), frame.pixel(box.at, 1.0) - QPointF(0, 2.5), 1.5)
    figure = hardness_by_category({"Language": [0, 2, 0], "Home": [1, 1, 0]}, "nG@1")
    view.set_figure(figure)
    frame = frame_of(figure, view.width(), view.height(), compact=False)
    image, end = grabbed(view), frame.pixel(1.0, 0)
    column = [image.pixelColor(int(end.x()) - 2 + dx, int(end.y())).lightness() for dx in range(5)]
    assert min(column) > 110, "no sliver of the hard ones, of which there are none"


@pytest.mark.parametrize("runs", [1, 11, 15, 16, 66, 200])
def test_ranks_at_the_axis_do_not_touch_however_many_runs_there_are(runs: int) -> None:
    axis = rank_lines([(f"r{n}", n) for n in range(runs)], ["a"], [[float(n)] for n in range(runs)]).y
    assert axis.ticks[0] == 1
    assert len(axis.ticks) <= 16
    assert max(axis.ticks) <= runs
    if runs <= 15:
        assert list(axis.ticks) == list(range(1, runs + 1))
    else:
        assert {tick % 5 for tick in axis.ticks[1:]} == {0}


def test_names_and_values_of_many_bars_do_not_cover_each_other(view: FigureView) -> None:
    names = [f"run {n}" for n in range(66)]
    shown = {}
    for count in (10, 66):
        view.set_figure(bars_of_runs(names[:count], range(count), [0.5] * count, "F1"))
        words = painted_words(view)
        shown[count] = {name for name in names if name in words}, ".500" in words
    assert shown[10] == (set(names[:10]), True)
    some, valued = shown[66]
    assert 10 < len(some) < 40
    assert not valued


def test_many_areas_over_each_other_stay_light(view: FigureView) -> None:
    def shade(count: int) -> int:
        square = np.array([0.0, 1.0, 1.0, 0.0]), np.array([0.0, 0.0, 1.0, 1.0])
        areas = tuple(Line.through(f"spread {at}", *square, hue=0) for at in range(count))
        view.set_figure(Figure("Areas", Axis("x"), Axis("y"), areas=areas), at_once=True)
        return grabbed(view).pixelColor(310, 270).lightness()

    ground, one, few, many = (shade(count) for count in (0, 1, 4, 11))
    assert abs(one - ground) > 3, "one is seen"
    assert abs(many - ground) <= abs(few - ground) + 4


def test_runs_in_one_place_have_one_name(view: FigureView) -> None:
    points = [Point("alder", 0, 0.5, 0.5), Point("birch", 1, 0.5, 0.5), Point("cedar", 2, 0.2, 0.2)]
    for chosen, named in ((None, ("alder, birch", "cedar")), (1, ("birch, alder", "cedar"))):
        figure = Figure("Space", Axis("x"), Axis("y"), points=tuple(points)).emphasizing(chosen)
        view.set_figure(figure, at_once=True)
        assert view.named() == named
        assert set(named) <= set(painted_words(view))


def test_long_names_in_one_place_are_cut_by_what_they_share(view: FigureView) -> None:
    names = ["a-team-of-some-university_alder", "a-team-of-some-university_birch", "a-team-of-some-university_cedar"]
    points = [Point(name, at, *((0.5, 0.5) if at < 2 else (0.2, 0.2))) for at, name in enumerate(names)]
    know_run_names(names)
    view.set_figure(Figure("Space", Axis("x"), Axis("y"), points=tuple(points)), at_once=True)
    assert view.named() == ("…alder, …birch", names[2])
    assert "…alder, …birch" in painted_words(view)
    know_run_names(())
