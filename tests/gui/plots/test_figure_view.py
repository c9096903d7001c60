"""The painter of figures: what moves, what is skipped, what a pointer reaches, what is shown of a name."""

from collections.abc import Callable, Iterator

import numpy as np
import pytest
from fake_spaces import BASELINES, RATES, counts_at, many_runs
from patient_bot import PatientBot
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QImage, QMouseEvent
from PySide6.QtWidgets import QApplication, QGraphicsItem, QGraphicsView

from jurybox.figures import Axis, Figure, Line, OperatingPoint, operating_point, precision_recall_space, roc_space
from jurybox_gui.plots.backdrop import Backdrop
from jurybox_gui.plots.curves import cloud_image
from jurybox_gui.plots.marks import Marks
from jurybox_gui.plots.view import FigureView
from jurybox_gui.theme.theme import Choice, theme

SHARE = 108 / 500
POISON = '<img src="file:///etc/hostname"><b>bold</b> & a<b'


def points_of(rates: list[tuple[str, float, float]] | None = None) -> list[OperatingPoint]:
    return [
        operating_point(name, n, counts_at(t, f), baseline=name in BASELINES)
        for n, (name, t, f) in enumerate(rates or RATES)
    ]


@pytest.fixture
def view(qtbot: PatientBot) -> Iterator[FigureView]:
    shown = FigureView()
    shown.resize(490, 536)
    shown.show()
    qtbot.waitUntil(lambda: shown.windowHandle() is not None and shown.windowHandle().isExposed())
    yield shown
    shown.close()
    shown.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.fixture
def dressed(qapp: QApplication) -> Iterator[Callable[[Choice], None]]:
    def dress(choice: Choice) -> None:
        theme().choose(choice)
        theme().apply(qapp)

    dress("light")
    yield dress
    dress("light")


@pytest.fixture
def still(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(theme(), "_reduced_motion", True)


@pytest.fixture
def paints(monkeypatch: pytest.MonkeyPatch) -> dict[str, int]:
    """How often the backdrop and the runs were painted; comes before the view, whose methods Qt remembers."""
    count = {"backdrop": 0, "marks": 0}

    def counting(kind: type[QGraphicsItem], name: str) -> None:
        paint = kind.paint

        def counted(self: QGraphicsItem, *args: object) -> None:
            count[name] += 1
            paint(self, *args)

        monkeypatch.setattr(kind, "paint", counted)

    counting(Backdrop, "backdrop")
    counting(Marks, "marks")
    return count


def grabbed(view: FigureView) -> QImage:
    return view.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)


def move_to(view: FigureView, spot: QPointF) -> None:
    port = view.childAt(spot.toPoint())
    assert port is not None
    event = QMouseEvent(
        QEvent.Type.MouseMove,
        spot,
        view.mapToGlobal(spot),
        Qt.MouseButton.NoButton,
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
    )
    QApplication.sendEvent(port, event)


def click_at(qtbot: PatientBot, view: FigureView, spot: QPointF) -> None:
    port = view.childAt(spot.toPoint())
    assert port is not None
    qtbot.mouseClick(port, Qt.MouseButton.LeftButton, pos=spot.toPoint())


def test_every_run_is_named_and_stands_where_its_rates_say(view: FigureView) -> None:
    view.set_figure(roc_space(points_of(), prevalence=SHARE).emphasizing(3))
    assert set(view.named()) == {name for name, _, _ in RATES}
    corner, best = view.place_of(11), view.place_of(1)
    assert corner is not None
    assert best is not None
    assert (corner.x(), corner.y()) == (52 + 424, 60)
    assert best.x() == pytest.approx(52 + 424 * round(392 * 0.04) / 392)
    assert view.place_of(99) is None


def test_a_low_plot_is_wider_than_high(view: FigureView) -> None:
    low = [("a", 0.9, 0.3), ("b", 0.85, 0.32), ("c", 0.8, 0.35), ("d", 0.95, 0.28), ("e", 0.7, 0.3)]
    view.set_figure(precision_recall_space(points_of(low), prevalence=SHARE, iso="F(1)").emphasizing(1))
    first, last = view.place_of(4), view.place_of(3)
    assert first is not None
    assert last is not None
    assert last.x() - first.x() == pytest.approx(424 * 0.25, abs=2), "a high view has a square"
    view.resize(490, 370)
    first, last = view.place_of(4), view.place_of(3)
    assert first is not None
    assert last is not None
    assert last.x() - first.x() == pytest.approx(1.45 * (370 - 112) * 0.25, abs=2)
    view.resize(360, 370)
    last = view.place_of(3)
    assert last is not None
    assert last.x() <= 360 - 14, "it is no wider than its view"


def test_the_papers_orientation_has_the_best_corner_at_the_upper_right(view: FigureView) -> None:
    perfect = operating_point("perfect", 0, counts_at(1.0, 0.0))
    view.set_figure(roc_space([perfect], prevalence=SHARE, orientation="paper"))
    place = view.place_of(0)
    assert place is not None
    assert (place.x(), place.y()) == (52 + 424, 60)


def test_the_same_figure_is_not_painted_twice(qtbot: PatientBot, paints: dict[str, int], view: FigureView) -> None:
    figure = roc_space(points_of(), prevalence=SHARE)
    assert view.set_figure(figure)
    qtbot.waitUntil(lambda: bool(paints["backdrop"]))
    qtbot.wait(1)
    before = dict(paints)
    assert before["backdrop"]
    assert not view.set_figure(roc_space(points_of(), prevalence=SHARE))
    qtbot.rest()
    assert paints == before


def test_a_moved_point_moves_alone_and_the_backdrop_stays(
    qtbot: PatientBot, paints: dict[str, int], view: FigureView, still: None
) -> None:
    points = points_of()
    view.set_figure(roc_space(points, prevalence=SHARE))
    qtbot.waitUntil(lambda: bool(paints["backdrop"]))
    qtbot.wait(1)
    before = {p.run: view.place_of(p.run) for p in points}
    backdrops, marks = paints["backdrop"], paints["marks"]
    points[4] = operating_point(points[4].name, 4, counts_at(0.55, 0.05))
    assert view.set_figure(roc_space(points, prevalence=SHARE))
    after = {p.run: view.place_of(p.run) for p in points}
    assert [run for run in before if before[run] != after[run]] == [4]
    qtbot.waitUntil(lambda: paints["marks"] > marks)
    assert paints["backdrop"] == backdrops


def test_a_point_travels_and_arrives(qtbot: PatientBot, view: FigureView) -> None:
    points = points_of()
    view.set_figure(roc_space(points, prevalence=SHARE))
    start = view.place_of(0)
    points[0] = operating_point("uned-ev2", 0, counts_at(0.2, 0.8))
    view.set_figure(roc_space(points, prevalence=SHARE))
    assert view.place_of(0) == start
    goal = QPointF(52 + 424 * round(392 * 0.8) / 392, 484 - 424 * round(108 * 0.2) / 108)
    seen: set[float] = set()

    def arrived() -> bool:
        place = view.place_of(0)
        assert place is not None
        seen.add(place.x())
        return bool((place - goal).manhattanLength() < 1e-6)

    qtbot.waitUntil(arrived)
    assert any(start is not None and start.x() < x < goal.x() for x in seen)


def test_a_hidden_view_and_a_drag_move_at_once(qtbot: PatientBot, view: FigureView) -> None:
    points = points_of()
    view.set_figure(roc_space(points, prevalence=SHARE))
    points[0] = operating_point("uned-ev2", 0, counts_at(0.2, 0.8))
    view.set_figure(roc_space(points, prevalence=SHARE), at_once=True)
    place = view.place_of(0)
    assert place is not None
    assert place.x() == pytest.approx(52 + 424 * round(392 * 0.8) / 392)
    view.hide()
    view.set_figure(roc_space(points_of(), prevalence=SHARE))
    place = view.place_of(0)
    assert place is not None
    assert place.x() == pytest.approx(52 + 424 * round(392 * 0.07) / 392)


def test_a_click_reaches_the_nearest_marker_and_nothing_else(qtbot: PatientBot, view: FigureView) -> None:
    view.set_figure(precision_recall_space(points_of(), prevalence=SHARE))
    chosen: list[int] = []
    view.run_chosen.connect(chosen.append)
    place = view.place_of(3)
    assert place is not None
    click_at(qtbot, view, place + QPointF(4, -5))
    assert chosen == [3]
    click_at(qtbot, view, QPointF(80, 90))
    assert chosen == [3]
    assert view.hasFocus()


def test_pointing_shows_the_values_and_leaving_ends_it(qtbot: PatientBot, view: FigureView) -> None:
    view.set_figure(roc_space(points_of(), prevalence=SHARE))
    before = grabbed(view)
    received: list[int | None] = []
    view.run_hovered.connect(received.append)
    place = view.place_of(7)
    assert place is not None
    move_to(view, place)
    move_to(view, place + QPointF(1, 1))
    assert received == [7]
    assert grabbed(view) != before
    port = view.childAt(QPoint(5, 5))
    assert port is not None
    QApplication.sendEvent(port, QEvent(QEvent.Type.Leave))
    assert received == [7, None]
    assert grabbed(view) == before


def test_nothing_zooms(qtbot: PatientBot, view: FigureView) -> None:
    view.set_figure(roc_space(points_of(), prevalence=SHARE, curves=[Line.through("a", [0, 1], [0, 1], run=0)]))
    before = grabbed(view)
    port = view.childAt(QPoint(200, 200))
    assert port is not None
    qtbot.mousePress(port, Qt.MouseButton.RightButton, pos=QPoint(150, 400))
    qtbot.mouseMove(port, QPoint(300, 450))
    qtbot.mouseRelease(port, Qt.MouseButton.RightButton, pos=QPoint(300, 450))
    assert QApplication.activePopupWidget() is None
    assert grabbed(view) == before


def test_a_name_is_shown_letter_by_letter(qtbot: PatientBot, view: FigureView, still: None) -> None:
    """A name full of markup paints as much ink as its letters; as rich text it would be short and bold."""
    rates = [(POISON, 0.5, 0.5)]
    view.set_figure(roc_space(points_of(rates), iso=None))
    assert view.named() == (POISON,)
    assert POISON in view.text_alternative()
    view.set_figure(roc_space(points_of([("x", 0.5, 0.5)]), iso=None))
    short = ink_right_of_the_middle(view)
    view.set_figure(roc_space(points_of(rates), iso=None))
    assert ink_right_of_the_middle(view) > 5 * short
    view.set_hovered(0)
    grabbed(view)


def ink_right_of_the_middle(view: FigureView) -> int:
    image = grabbed(view)
    place = view.place_of(0)
    assert place is not None
    dark = 0
    for x in range(int(place.x()) + 9, int(place.x()) + 150):
        for y in range(int(place.y()) - 7, int(place.y()) + 8):
            dark += QColor(image.pixel(x, y)).lightness() < 100
    return dark


def test_a_run_without_a_place_is_shown_in_words_only(view: FigureView) -> None:
    lost = OperatingPoint("lost", 5, float("nan"), 0.2, 0.0, float("nan"))
    view.set_figure(roc_space([*points_of()[:2], lost], prevalence=SHARE))
    assert view.place_of(5) is None
    assert "lost" in view.text_alternative()
    assert "lost" not in view.named()


def test_screen_readers_get_the_title_at_once_and_the_table_soon(qtbot: PatientBot, view: FigureView) -> None:
    view.set_figure(roc_space(points_of(), prevalence=SHARE).emphasizing(3))
    assert view.accessibleName() == "ROC space"
    qtbot.waitUntil(lambda: "tokyo-b (chosen)" in view.accessibleDescription())


def test_no_points_and_no_room_are_no_error(view: FigureView) -> None:
    view.set_figure(roc_space([], prevalence=SHARE))
    assert view.named() == ()
    view.set_figure(roc_space(points_of(), prevalence=SHARE))
    view.resize(40, 40)
    grabbed(view)
    view.resize(490, 536)
    assert len(view.named()) == len(RATES)


def test_another_theme_repaints_ground_and_curves(view: FigureView, dressed: Callable[[Choice], None]) -> None:
    curve = Line.through("a", np.linspace(0, 1, 50), np.linspace(0, 1, 50) ** 0.3, run=0)
    view.set_figure(roc_space(points_of(), prevalence=SHARE, curves=[curve]))
    dressed("dark")
    dark = grabbed(view)
    assert QColor(dark.pixel(2, 2)) == QColor(theme().tokens.surf)
    dressed("light")
    light = grabbed(view)
    assert QColor(light.pixel(2, 2)) == QColor(theme().tokens.surf)


def test_curves_come_change_and_go(view: FigureView) -> None:
    grid = np.linspace(0, 1, 200)
    curves = [Line.through(str(n), grid, grid ** (0.2 + n / 10), run=n) for n in range(4)]
    none = grabbed_with(view, [])
    four = grabbed_with(view, curves)
    assert four != none
    assert grabbed_with(view, curves[:1]) not in (none, four)
    assert grabbed_with(view, []) == none


def grabbed_with(view: FigureView, curves: list[Line]) -> QImage:
    view.set_figure(roc_space(points_of()[:1], curves=curves))
    return grabbed(view)


def test_the_curve_of_the_chosen_run_is_wider(view: FigureView) -> None:
    curve = Line.through("all", (0.1, 0.9), (0.5, 0.5), run=0)

    def inked(chosen: int | None) -> int:
        view.set_figure(Figure("one", Axis("x", 0, 1), Axis("y", 0, 1), curves=(curve,), chosen=chosen))
        image, middle = view.grab().toImage(), view.width() // 2
        return sum(255 - image.pixelColor(middle, at).red() for at in range(70, image.height() - 70))

    none, chosen = inked(None), inked(0)
    assert chosen - none > 60, "of 178, the red that the color of the run takes away"


def test_dots_of_no_run_have_the_marker_and_color_of_none(view: FigureView) -> None:
    ends = Line.through("no difference", (0.2, 0.8), (0.5, 0.5), dots=True)
    view.set_figure(Figure("ends", Axis("x", 0, 1), Axis("y", 0, 1), curves=(ends,)))
    image = view.grab().toImage()
    colors = {image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())}
    assert QColor(theme().tokens.text2).name() in colors
    assert QColor(theme().run_style(0).color).name() not in colors


def test_a_curve_runs_where_its_numbers_say_in_both_orientations(view: FigureView) -> None:
    level = 317.5 / 424  # the middle of a pixel
    step = Line.through("a", [0.0, 0.25, 0.25, 1.0], [0.5, 0.5, level, level], run=0)
    for orientation, x, y in (("usual", 0.53, level), ("paper", level, 0.53)):
        view.set_figure(roc_space([], iso=None, curves=[step], orientation=orientation))
        figure = view.figure
        assert figure is not None
        across = 52 + 424 * x
        up = 484 - 424 * y if figure.y.low < figure.y.high else 60 + 424 * y
        image = grabbed(view)
        wanted = QColor(theme().run_style(0).color)
        near = [QColor(image.pixel(int(across) + dx, int(up) + dy)) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
        assert any(abs(c.hue() - wanted.hue()) < 12 and c.saturation() > 100 for c in near), orientation


def test_a_compact_view_names_the_chosen_run_only(qtbot: PatientBot) -> None:
    small = FigureView(compact=True)
    qtbot.addWidget(small)
    small.resize(190, 190)
    small.show()
    small.set_figure(roc_space(points_of(many_runs(60)), prevalence=SHARE).emphasizing(7))
    assert small.named() == ("team07-run",)
    assert small.focusPolicy() == Qt.FocusPolicy.NoFocus


def test_a_cloud_is_dense_where_points_are() -> None:
    x = np.array([0.06] * 100 + [0.95, 2.0, np.nan])
    y = np.array([0.06] * 100 + [0.95, 0.5, 0.5])
    image = cloud_image(x, y, (10, 20), "#102030")
    assert image.shape == (20, 10, 4)
    assert image[18, 0].tolist() == [16, 32, 48, 255]
    assert 0 < image[1, 9, 3] < 255
    assert np.count_nonzero(image[..., 3]) == 2


def test_a_cloud_lies_where_its_points_are(view: FigureView) -> None:
    rng = np.random.default_rng(1)
    cloud = Line.through("answers", 0.2 + 0.1 * rng.random(5000), 0.7 + 0.1 * rng.random(5000), run=0)
    axis = Axis("share")
    view.set_figure(Figure("Cloud", axis, Axis("value"), clouds=(cloud,)))
    image = grabbed(view)
    inside = QColor(image.pixel(52 + 424 // 4, round(484 - 424 * 0.75)))
    outside = QColor(image.pixel(52 + 424 * 6 // 10 + 7, round(484 - 424 * 0.33)))
    assert inside.saturation() > 60
    assert outside == QColor(theme().tokens.surf)


@pytest.mark.parametrize("size", [(450, 374), (490, 536)])
def test_the_name_of_a_line_covers_no_marker_of_any_run(
    qtbot: PatientBot, view: FigureView, size: tuple[int, int]
) -> None:
    """Runs on the line of random precision, where its name usually is, at both sizes."""
    view.resize(*size)
    crowd = [(f"r{n}", 0.1 + 0.05 * n, 0.1 + 0.05 * n) for n in range(8)]
    points = points_of(crowd)
    view.set_figure(precision_recall_space(points, prevalence=points[0].precision), at_once=True)
    qtbot.rest()
    backdrop = next(item for item in view.findChild(QGraphicsView).scene().items() if isinstance(item, Backdrop))
    written = backdrop.values[-1]
    for n in range(8):
        place = view.place_of(n)
        assert place is not None
        across = written[0] - 5 < place.x() < written[2] + 5
        assert not (across and written[1] - 5 < place.y() < written[3] + 5)
    assert written[2] <= view.width()
    assert written[3] <= view.height()


def test_lines_that_stay_look_as_if_painted_anew(qtbot: PatientBot, still: None) -> None:
    """Lines of equal F stay where they are while the share of correct answers moves."""

    def seen(*shares: float) -> QImage:
        small = FigureView(compact=True)
        qtbot.addWidget(small)
        small.resize(240, 240)
        for share in shares:
            small.set_figure(precision_recall_space(points_of(), prevalence=share))
            picture = small.grab().toImage()
        return picture

    assert seen(0.2, 0.25, 0.3, 0.35) == seen(0.35)
    assert seen(0.2, 0.25, 0.3) != seen(0.35)
