"""The Spaces desk used as a person uses it: real clicks, real keys, labels that come in."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from fake_spaces import RATES, FakeBridge, counts_at, many_runs
from patient_bot import PatientBot
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QPointF, Qt
from PySide6.QtWidgets import QApplication, QMainWindow
from sweeps import swept

from jurybox.measures.inputs import Counts
from jurybox_gui.actions.registry import ActionRegistry
from jurybox_gui.actions.router import KeyRouter
from jurybox_gui.desks.spaces import ACTIONS, SpacesDesk
from jurybox_gui.plots.view import FigureView
from jurybox_gui.theme.theme import Choice, theme
from jurybox_gui.widgets.focus import FocusRing
from jurybox_gui.widgets.tips import tip_text

POISON = '<img src="file:///etc/hostname"> &amp; <b>x'


class Seat:
    """A window with the desk in it and the keys of the program."""

    def __init__(self, qtbot: PatientBot, bridge: FakeBridge, size: tuple[int, int]) -> None:
        self.qtbot, self.bridge = qtbot, bridge
        self.desk = SpacesDesk(bridge, theme())
        self.window = QMainWindow()
        self.window.setCentralWidget(self.desk)
        self.registry = ActionRegistry(self.window)
        self.registry.add(ACTIONS, target=self.desk)
        self.registry.set_desk("spaces")
        self.router = KeyRouter(
            self.window, self.registry.key_map, lambda action, _event: self.registry.trigger(action)
        )
        self.window.resize(*size)
        self.window.show()
        self.window.activateWindow()
        qtbot.waitUntil(lambda: self.desk.snapshot is not None)
        self.desk.activate()
        qtbot.waitUntil(self.desk.spaces.roc.hasFocus)

    def key(self, *keys: Qt.Key) -> None:
        for key in keys:
            target = self.window.focusWidget()
            assert target is not None
            self.qtbot.keyClick(target, key)

    def turn(self) -> None:
        self.qtbot.rest()

    def click(self, view: FigureView, run: int) -> None:
        place = view.place_of(run)
        assert place is not None
        port = view.childAt(place.toPoint())
        assert port is not None
        self.qtbot.mouseClick(port, Qt.MouseButton.LeftButton, pos=place.toPoint())

    def chosen_everywhere(self) -> set[int | None]:
        chosen: set[int | None] = set()
        for view in (self.desk.spaces.roc, self.desk.spaces.precision_recall):
            figure = view.figure
            assert figure is not None
            chosen.add(next((p.run for p in figure.points if p.emphasized), None))
        row = self.desk.spaces.runs.table.currentIndex().row()
        names = [run.name for run in self.bridge.session.catalog.runs]
        chosen.add(names.index(self.desk.spaces.runs.text(row, 0)) if row >= 0 else None)
        return chosen

    def places(self, view: FigureView) -> dict[int, QPointF | None]:
        return {run: view.place_of(run) for run in self.desk.snapshot.runs}


@pytest.fixture(autouse=True)
def still(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(theme(), "_reduced_motion", True)


Sit = Callable[..., Seat]


@pytest.fixture
def sit(qtbot: PatientBot) -> Iterator[Sit]:
    """Open windows and hold them until the test is over, as the program holds its own."""
    seats: list[Seat] = []

    def make(bridge: FakeBridge, size: tuple[int, int] = (1212, 744)) -> Seat:
        seats.append(Seat(qtbot, bridge, size))
        return seats[-1]

    yield make
    for seat in seats:
        seat.window.close()
        seat.window.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.fixture
def seat(sit: Sit) -> Seat:
    return sit(FakeBridge())


def test_the_best_run_is_chosen_until_somebody_chooses(seat: Seat) -> None:
    assert seat.bridge.selected_run is None
    assert seat.chosen_everywhere() == {0}
    seat.bridge.put(0, counts_at(0.1, 0.3))
    seat.turn()
    assert seat.chosen_everywhere() == {0}


def test_a_click_on_a_point_chooses_the_run_in_both_spaces_and_the_list(seat: Seat) -> None:
    seat.click(seat.desk.spaces.roc, 7)
    assert seat.bridge.selected_run == 7
    assert seat.chosen_everywhere() == {7}
    seat.click(seat.desk.spaces.precision_recall, 4)
    assert seat.bridge.selected_run == 4
    assert seat.chosen_everywhere() == {4}
    assert "icia-ro2" in seat.desk.spaces.outcomes.words()


def test_a_click_in_the_list_chooses_too(seat: Seat) -> None:
    table = seat.desk.spaces.runs.table
    spot = table.visualRect(table.model().index(2, 0)).center()
    seat.qtbot.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    assert seat.bridge.selected_run == 2
    assert seat.chosen_everywhere() == {2}


def test_a_run_chosen_on_another_desk_is_chosen_here(seat: Seat) -> None:
    seat.bridge.select_run(5)
    assert seat.chosen_everywhere() == {5}


def test_up_and_down_walk_the_list(seat: Seat) -> None:
    order = [seat.desk.spaces.runs.text(row, 0) for row in range(13)]
    seat.key(Qt.Key.Key_Down, Qt.Key.Key_Down)
    assert seat.bridge.session.catalog.runs[seat.bridge.selected_run or 0].name == order[2]
    seat.key(Qt.Key.Key_Up)
    assert seat.bridge.session.catalog.runs[seat.bridge.selected_run or 0].name == order[1]
    seat.key(*[Qt.Key.Key_Up] * 4)
    assert seat.chosen_everywhere() == {0}


def test_only_tab_draws_a_ring_around_a_picture(seat: Seat) -> None:
    ring = FocusRing(seat.window)
    roc, other = seat.desk.spaces.roc, seat.desk.spaces.precision_recall
    assert roc.hasFocus()
    assert not ring.isVisible()
    other.setFocus(Qt.FocusReason.TabFocusReason)
    seat.qtbot.waitUntil(ring.isVisible)
    assert ring.geometry() == other.rect().translated(other.mapTo(seat.window, QPoint(0, 0)))
    seat.click(roc, 0)
    seat.qtbot.waitUntil(roc.hasFocus)
    assert not ring.isVisible()


def test_tab_goes_to_the_other_space_and_on(seat: Seat) -> None:
    seat.key(Qt.Key.Key_Tab)
    assert seat.desk.spaces.precision_recall.hasFocus()
    seat.key(Qt.Key.Key_Tab)
    assert seat.desk.spaces.runs.table.hasFocus()
    seat.qtbot.keyClick(seat.desk.spaces.runs.table, Qt.Key.Key_Tab, Qt.KeyboardModifier.ShiftModifier)
    assert seat.desk.spaces.precision_recall.hasFocus()


@pytest.mark.sweep
def test_brackets_change_the_class_balance_and_0_takes_it_back(seat: Seat) -> None:
    desk = seat.desk
    roc, other = seat.places(desk.spaces.roc), seat.places(desk.spaces.precision_recall)
    seat.key(Qt.Key.Key_BracketRight)
    assert desk.spaces.balance.share == pytest.approx(0.22)
    seat.key(*[Qt.Key.Key_BracketRight] * 3)
    assert desk.spaces.balance.share == pytest.approx(0.25)
    seat.key(Qt.Key.Key_BracketLeft)
    assert desk.spaces.balance.share == pytest.approx(0.24)
    assert seat.places(desk.spaces.roc) == roc
    moved = seat.places(desk.spaces.precision_recall)
    for run, place in other.items():
        there = moved[run]
        assert place is not None
        assert there is not None
        assert there.x() == place.x()
        assert there.y() < place.y()
    figure = desk.spaces.precision_recall.figure
    assert figure is not None
    assert figure.references[0].y[0] == pytest.approx(0.24)
    tpr, fpr = desk.snapshot.points[3].tpr, desk.snapshot.points[3].fpr
    assert figure.points[3].y == pytest.approx(tpr * 0.24 / (tpr * 0.24 + fpr * 0.76))
    seat.key(Qt.Key.Key_0)
    assert desk.spaces.balance.share is None
    assert seat.places(desk.spaces.precision_recall) == other


def test_the_slider_can_be_dragged(seat: Seat) -> None:
    slider = seat.desk.spaces.balance.slider
    spot = QPoint(slider.width() // 2, 16)
    seat.qtbot.mousePress(slider, Qt.MouseButton.LeftButton, pos=spot)
    assert seat.desk.spaces.balance.share == pytest.approx(0.5, abs=0.01)
    seat.qtbot.mouseMove(slider, QPoint(slider.width() + 50, 16))
    assert seat.desk.spaces.balance.share == 0.99
    seat.qtbot.mouseRelease(slider, Qt.MouseButton.LeftButton, pos=spot)
    slider.setFocus()
    seat.qtbot.keyClick(slider, Qt.Key.Key_Left)
    assert seat.desk.spaces.balance.share == 0.98
    seat.qtbot.keyClick(slider, Qt.Key.Key_Home)
    assert seat.desk.spaces.balance.share == 0.01


def test_a_label_moves_exactly_the_points_whose_counts_moved(seat: Seat) -> None:
    roc, other = seat.places(seat.desk.spaces.roc), seat.places(seat.desk.spaces.precision_recall)
    seat.bridge.put(6, counts_at(0.80, 0.22))
    seat.qtbot.waitUntil(lambda: seat.places(seat.desk.spaces.roc) != roc)
    for before, after in (
        (roc, seat.places(seat.desk.spaces.roc)),
        (other, seat.places(seat.desk.spaces.precision_recall)),
    ):
        assert [run for run in before if before[run] != after[run]] == [6]
    row = [seat.desk.spaces.runs.text(n, 0) for n in range(13)].index("ilk-07")
    assert seat.desk.spaces.runs.text(row, 1) == ".80"


def test_a_label_that_moves_no_count_draws_nothing(seat: Seat, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = seat.desk.snapshot
    drawn: list[object] = []
    monkeypatch.setattr(seat.desk, "_draw", lambda: drawn.append(1))
    seat.bridge.put(6, counts_at(0.77, 0.24))
    seat.turn()
    assert drawn == []
    assert seat.desk.snapshot is shown


def test_a_hidden_desk_waits_until_it_is_seen(seat: Seat) -> None:
    seat.window.hide()
    before = seat.desk.snapshot
    seat.bridge.put(6, counts_at(0.2, 0.22))
    seat.turn()
    assert seat.desk.snapshot is before
    seat.window.show()
    seat.qtbot.waitUntil(lambda: seat.desk.snapshot is not before)


def test_what_is_pointed_at_shows_in_both_spaces_and_the_list(seat: Seat) -> None:
    before = seat.desk.spaces.precision_recall.grab().toImage()
    place = seat.desk.spaces.roc.place_of(7)
    assert place is not None
    port = seat.desk.spaces.roc.childAt(place.toPoint())
    assert port is not None
    seat.qtbot.hover(port, port.mapFrom(seat.desk.spaces.roc, place.toPoint()))
    seat.qtbot.waitUntil(lambda: seat.desk.spaces.precision_recall.grab().toImage() != before)
    table = seat.desk.spaces.runs.table
    assert table.itemDelegate().hovered == 7


def test_iso_lines_and_orientation_can_be_chosen(seat: Seat) -> None:
    tools, desk = seat.desk.tools, seat.desk
    tools.iso.setCurrentIndex(tools.iso.findText("accuracy"))
    assert desk.spaces.roc.figure is not None
    assert {line.name[:4] for line in desk.spaces.roc.figure.iso_lines} == {"acc."}
    tools.iso.setCurrentIndex(tools.iso.findText("none"))
    assert desk.spaces.roc.figure.iso_lines == ()
    tools.orientation.setCurrentIndex(1)
    assert desk.spaces.roc.figure.x.name == "true positive rate"
    assert desk.spaces.precision_recall.figure is not None
    assert desk.spaces.precision_recall.figure.x.name == "recall"


def test_gold_and_questions_reach_the_bridge(seat: Seat) -> None:
    tools = seat.desk.tools
    last = tools.gold.count() - 1
    tools.gold.setCurrentIndex(last)
    tools.gold.activated.emit(last)
    assert seat.bridge.gold == tools.gold.itemData(last) != "adjudicated+strict"
    tools.questions.setCurrentIndex(1)
    tools.questions.activated.emit(1)
    assert seat.bridge.questions == {0, 2, 4}
    seat.turn()
    assert tools.questions.currentData() == "category:person"
    seat.bridge.select_questions(frozenset((1,)))
    seat.turn()
    assert tools.questions.currentText() == "as chosen elsewhere, 1"


def test_before_a_unit_is_complete_a_sentence_stands_there_and_then_goes(seat: Seat) -> None:
    assert seat.bridge.scoreboard is not None
    seat.bridge.scoreboard.waiting = 500
    for run in range(12):
        seat.bridge.scoreboard.put(run, Counts())
    seat.bridge.put(12, Counts())
    seat.qtbot.waitUntil(seat.desk.pages.empty.isVisible)
    assert "500 answers wait" in seat.desk.pages.empty.accessibleName()
    assert not seat.desk.spaces.roc.isVisible()
    for run, (_, tpr, fpr) in enumerate(RATES):
        seat.bridge.put(run, counts_at(tpr, fpr))
    seat.qtbot.waitUntil(seat.desk.spaces.roc.isVisible)


def test_a_poisoned_run_name_is_shown_letter_by_letter(sit: Sit) -> None:
    seat = sit(FakeBridge([(POISON, 0.7, 0.2), *RATES[1:]]))
    assert POISON in seat.desk.spaces.roc.named()
    assert POISON in seat.desk.spaces.roc.text_alternative()
    rows = [seat.desk.spaces.runs.text(row, 0) for row in range(13)]
    assert POISON in rows
    model = seat.desk.spaces.runs.table.model()
    tip = model.index(rows.index(POISON), 0).data(Qt.ItemDataRole.ToolTipRole)
    assert tip == tip_text(POISON)
    assert "<img" not in tip
    seat.click(seat.desk.spaces.roc, 0)
    assert POISON in seat.desk.spaces.outcomes.words()
    seat.desk.spaces.hover(0)
    seat.window.grab()


def test_the_list_goes_where_there_is_no_room_and_grows_where_there_is(sit: Sit) -> None:
    seat = sit(FakeBridge(), size=(900, 700))
    assert not seat.desk.spaces.runs.isVisible()
    seat.window.resize(1850, 1000)
    assert seat.desk.spaces.runs.isVisible()
    assert seat.desk.spaces.runs.width() > 300


@pytest.mark.sweep
def test_numbers_stay_under_their_heads_beside_a_scroll_bar(sit: Sit) -> None:
    few, many = sit(FakeBridge()), sit(FakeBridge(many_runs(60)))
    ends = []
    for seat in (few, many):
        table = seat.desk.spaces.runs.table
        seat.turn()
        margin = table.itemDelegate().margin
        right = table.visualRect(table.model().index(0, 3)).right() - margin
        ends.append(table.viewport().mapTo(seat.desk.spaces.runs, QPoint(right, 0)).x())
    assert many.desk.spaces.runs.table.verticalScrollBar().isVisible()
    assert abs(ends[0] - ends[1]) <= 2


SMALL, LARGE = (1212, 744), (1852, 1024)
PAINTED = [
    ("light", 60, SMALL),
    ("dark", 60, LARGE),
    *swept([("light", 13, SMALL), ("dark", 13, SMALL), ("light", 13, LARGE), ("dark", 13, LARGE)]),
    *swept([("dark", 60, SMALL), ("light", 60, LARGE)]),
]


@pytest.mark.parametrize(("choice", "runs", "size"), PAINTED)
@pytest.mark.sweep
def test_it_paints_in_both_themes_and_sizes(
    sit: Sit, dressed: Callable[[Choice], None], tmp_path: Path, choice: Choice, runs: int, size: tuple[int, int]
) -> None:
    dressed(choice)
    seat = sit(FakeBridge(RATES if runs == 13 else many_runs(runs)), size=size)
    seat.turn()
    image = seat.window.grab().toImage()
    assert image.save(str(tmp_path / f"spaces-{choice}-{runs}-{size[0]}.png"))
    surf = theme().tokens.surf
    assert image.pixelColor(8, 60).name().upper() == surf
    named = set(seat.desk.spaces.roc.named()) & set(seat.desk.spaces.precision_recall.named())
    assert len(named) == 13 if runs == 13 else len(named) >= 5


@pytest.fixture
def dressed(qapp: QApplication) -> Iterator[Callable[[Choice], None]]:
    def dress(choice: Choice) -> None:
        theme().choose(choice)
        theme().apply(qapp)

    dress("light")
    yield dress
    dress("light")
