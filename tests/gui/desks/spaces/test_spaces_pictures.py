"""The Spaces desk with real scores: every picture, thresholds, r, hiding, the table, taking away."""

import math
import shutil
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import pairwise
from pathlib import Path

import pytest
from generator import write_tables
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMainWindow
from pytestqt.qtbot import QtBot
from sweeps import swept

from jurybox.collection.file import create, open_writing
from jurybox.figures import Crossing, csv_of, rows_of
from jurybox.formats.imports import prepare
from jurybox.session import open_session
from jurybox.settings import Settings
from jurybox_gui.actions.registry import ActionRegistry
from jurybox_gui.actions.router import KeyRouter
from jurybox_gui.core.bridge import Bridge
from jurybox_gui.desks.spaces import ACTIONS, SpacesDesk
from jurybox_gui.desks.spaces.drawing import SPACES, picture_choices
from jurybox_gui.desks.spaces.time_weight_panel import TimeWeightPanel
from jurybox_gui.theme.theme import theme
from jurybox_gui.widgets.labels import PlainLabel
from jurybox_gui.widgets.probe import painted_words

KINDS = ("validation", "factoid", "ranked")


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A small collection of each kind."""
    return {kind: collection(tmp_path_factory.mktemp(kind), kind) for kind in KINDS}


def collection(folder: Path, kind: str) -> Path:
    file, tables = folder / f"{kind}.jury", folder / "tables"
    write_tables(tables, kind=kind, questions=24, answers_per_question=4, runs=5, judged=1.0, correct=0.3)
    create(file, name=kind)
    with prepare([tables], into=file) as prepared, closing(open_writing(file)) as db:
        db.execute("BEGIN IMMEDIATE")
        prepared.store(db)
        db.execute("COMMIT")
    return file


class Seat:
    """A window with the desk in it, over a real session, and the keys of the program."""

    def __init__(self, qtbot: QtBot, file: Path, home: Path) -> None:
        self.qtbot = qtbot
        self.session = open_session(file)
        self.bridge = Bridge(self.session, Settings(home / "settings.json"))
        self.desk = SpacesDesk(self.bridge, theme())
        self.window = QMainWindow()
        self.window.setCentralWidget(self.desk)
        self.registry = ActionRegistry(self.window)
        self.registry.add(ACTIONS, target=self.desk)
        self.registry.set_desk("spaces")
        self.router = KeyRouter(
            self.window, self.registry.key_map, lambda action, _event: self.registry.trigger(action)
        )
        self.window.resize(1212, 744)
        self.window.show()
        self.window.activateWindow()
        qtbot.waitUntil(lambda: self.desk.snapshot is not None)
        self.desk.activate()

    def show(self, choice: str) -> None:
        combo = self.desk.tools.picture
        combo.setCurrentIndex([combo.itemData(n) for n in range(combo.count())].index(choice))
        self.qtbot.waitUntil(lambda: not self.desk.background.is_busy)

    def do(self, name: str) -> None:
        self.registry.trigger(f"spaces.{name}")

    def close(self) -> None:
        self.window.close()
        self.window.deleteLater()
        self.bridge.close()
        self.session.close()


Sit = Callable[[str], Seat]


@pytest.fixture
def sit(qtbot: QtBot, files: dict[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Sit]:
    monkeypatch.setattr(theme(), "_reduced_motion", True)
    seats: list[Seat] = []

    def make(kind: str) -> Seat:
        file = tmp_path / f"{kind}.jury"
        shutil.copyfile(files[kind], file)
        seats.append(Seat(qtbot, file, tmp_path))
        return seats[-1]

    yield make
    for seat in seats:
        seat.close()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.mark.parametrize("kind", ["validation", *swept(["factoid", "ranked"])])
@pytest.mark.sweep
def test_every_picture_is_drawn_or_says_why_not(sit: Sit, kind: str) -> None:
    seat = sit(kind)
    drawn = 0
    for _, choice in picture_choices():
        seat.show(str(choice))
        text = seat.desk.pages.empty.accessibleName() if seat.desk.pages.empty.isVisible() else ""
        if text:
            assert text.endswith(".")
            continue
        drawn += 1
        assert all(rows_of(figure) for figure in seat.desk.figures())
        seat.window.grab()
    assert drawn >= 12


@pytest.mark.parametrize(("kind", "first"), [("validation", SPACES), ("factoid", "non-response"), ("ranked", "runs")])
def test_the_desk_begins_with_a_picture_that_the_collection_has(sit: Sit, kind: str, first: str) -> None:
    assert sit(kind).desk.choice == first


def test_the_threshold_moves_a_second_point_of_the_chosen_run(sit: Sit) -> None:
    seat = sit("validation")
    seat.bridge.select_run(2)
    balance = seat.desk.spaces.balance
    threshold = balance.threshold
    assert threshold.isVisible()
    (brief,) = (one for one in balance.findChildren(PlainLabel) if one.text().startswith("ROC points stay;"))
    for wide, seen in ((700, True), (300, False)):
        balance.resize(wide, balance.height())
        assert brief.isVisible() is seen
    board = seat.bridge.scoreboard
    assert board is not None
    curve = board.curve(2)
    assert curve is not None
    seat.do("higher")
    assert threshold.step is not None
    for view, x in ((seat.desk.spaces.roc, curve.fpr), (seat.desk.spaces.precision_recall, curve.tpr)):
        assert view.figure is not None
        extra = [p for p in view.figure.points if p.aside]
        assert [(p.run, p.x) for p in extra] == [(2, x[threshold.step])]
    threshold.slider.setValue(threshold.slider.maximum())
    assert seat.desk.spaces.roc.figure is not None
    assert (seat.desk.spaces.roc.figure.points[-1].x, seat.desk.spaces.roc.figure.points[-1].y) == (1, 1)
    seat.bridge.select_run(3)
    assert threshold.step is None
    seat.do("higher")
    seat.do("judged")
    assert not any(p.aside for p in seat.desk.spaces.roc.figure.points)


def test_hull_and_area_can_be_filled_in_and_taken_away(sit: Sit) -> None:
    seat = sit("validation")
    seat.do("hull")
    seat.do("area")
    assert [area.name.split()[0] for area in seat.desk.spaces.roc.figure.areas] == ["convex", "AUC"]
    assert [area.name for area in seat.desk.spaces.precision_recall.figure.areas] == ["convex hull"]
    seat.do("hull")
    seat.do("area")
    assert seat.desk.spaces.roc.figure.areas == ()


def test_a_hidden_run_is_hidden_in_every_picture_and_only_one_can_be_left(sit: Sit) -> None:
    seat = sit("validation")
    seat.bridge.select_run(1)
    seat.do("hide")
    for view in (seat.desk.spaces.roc, seat.desk.spaces.precision_recall):
        assert 1 not in view.figure.runs
    assert "run-2" in [seat.desk.spaces.runs.text(row, 0) for row in range(5)]
    seat.show("runs")
    assert 1 not in seat.desk.one.view.figure.runs
    seat.do("hide")
    assert 1 in seat.desk.one.view.figure.runs
    seat.do("only")
    assert seat.desk.one.view.figure.runs == (1,)
    seat.do("only")
    assert seat.desk.one.view.figure.runs == (0, 1, 2, 3, 4)


def test_a_click_on_a_marker_in_the_list_hides_and_with_shift_isolates(sit: Sit) -> None:
    seat = sit("validation")
    table = seat.desk.spaces.runs.table
    rect = table.visualRect(table.model().index(2, 0))
    spot = QPoint(rect.left() + 20, rect.center().y())
    hidden = table.model().row(2).run
    seat.qtbot.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    assert seat.desk.hidden == {hidden}
    shift = Qt.KeyboardModifier.ShiftModifier
    seat.qtbot.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, shift, spot)
    assert seat.desk.hidden == set(range(5)) - {hidden}


def test_lines_that_are_no_runs_can_be_hidden_too(sit: Sit) -> None:
    seat = sit("ranked")
    seat.show("means")
    before = len(seat.desk.one.view.figure.curves)
    seat.desk.hide_run(-1)
    assert len(seat.desk.one.view.figure.curves) == before - 1


def test_pictures_that_cannot_be_drawn_are_marked_in_the_list_with_the_reason(sit: Sit) -> None:
    seat = sit("ranked")
    combo, role = seat.desk.tools.picture, Qt.ItemDataRole
    assert combo.itemData(0, role.ForegroundRole) is None, "nobody has opened the list"
    combo.showPopup()
    seat.qtbot.waitUntil(combo.view().isVisible)
    dimmed = {str(combo.itemData(n)) for n in range(combo.count()) if combo.itemData(n, role.ForegroundRole)}
    assert {"spaces", "preference", "non-response", "series"} <= dimmed
    assert dimmed.isdisjoint({"runs", "means", "ranks", "paper:clef-2006"})
    said = combo.itemData(combo.findData("preference"), role.ToolTipRole)
    assert "Not available: no run says yes or no about an answer." in said
    combo.hidePopup()
    seat.show("preference")
    assert seat.desk.choice == "preference", "it can be chosen, and says why there as well"


def test_r_moves_the_curves_and_sorts_the_ranking_anew(sit: Sit) -> None:
    seat = sit("factoid")
    seat.show("paper:clef-2006")
    assert seat.desk.one.time.isVisible()
    seat.desk.one.time.set_r(math.log(5 / 3))
    rows = seat.desk.one.rows
    assert [rows.text(n, 0) for n in range(4)] == ["daedalus1", "priberam", "daedalus2", "tokyo"]
    lines = seat.desk.one.view.figure.iso_lines
    seat.do("more")
    assert seat.desk.one.view.figure.iso_lines != lines
    seat.desk.one.time.set_r(math.log(7))
    assert [rows.text(n, 0) for n in range(4)] == ["daedalus1", "priberam", "daedalus2", "alicante"]
    seat.do("judged")
    assert seat.desk.one.time.r == 1.0


def test_the_keys_jump_from_one_change_of_places_to_the_next(sit: Sit) -> None:
    seat = sit("factoid")
    seat.show("paper:clef-2006")
    panel = seat.desk.one.time
    panel.set_r(0.0)
    orders = []
    for _ in range(4):
        orders.append([seat.desk.one.rows.text(n, 0) for n in range(6)])
        seat.do("higher")
    assert all(a != b for a, b in pairwise(orders))
    assert len(panel.slider.marks) >= 4
    here = panel.r
    seat.do("lower")
    assert panel.r < here


def test_the_panel_names_who_passes_whom(qtbot: QtBot) -> None:
    panel = TimeWeightPanel()
    qtbot.addWidget(panel)
    panel.show_crossings([Crossing(0.5, 0, 1), Crossing(1.5, 0, 2)], {0: "slow", 1: "b", 2: "c"})
    panel.set_r(1.0)
    panel.resize(900, panel.sizeHint().height())
    assert "Before: b passes slow at r = 0.5000" in painted_words(panel)
    assert "Next: c passes slow at r = 1.5000" in painted_words(panel)
    panel.set_r(2.0)
    assert "Next: none, the order stays as it is" in painted_words(panel)
    panel.set_r(-3)
    assert panel.r == 0.0
    assert "Before: none, the same order as by MRR alone" in painted_words(panel)


def test_the_scale_holds_r_when_the_crossings_change(qtbot: QtBot) -> None:
    panel, names = TimeWeightPanel(), {0: "slow", 1: "b"}
    qtbot.addWidget(panel)
    panel.resize(900, panel.sizeHint().height())
    panel.show_crossings([Crossing(18.0, 0, 1)], names)
    panel.set_r(15.0)
    panel.show_crossings([Crossing(0.5, 0, 1)], names)
    assert panel.r * 1000 == panel.slider.value() == 15_000
    assert "r = 15.000" in painted_words(panel)
    panel.step(-1)
    assert panel.r == pytest.approx(14.95)


def test_a_crossing_beyond_the_scale_is_named_as_such_and_not_jumped_to(qtbot: QtBot) -> None:
    panel = TimeWeightPanel()
    qtbot.addWidget(panel)
    panel.resize(900, panel.sizeHint().height())
    panel.show_crossings([Crossing(2.0, 0, 1), Crossing(30.0, 0, 2)], {0: "A", 1: "B", 2: "C"})
    panel.jump(1)
    assert panel.r == pytest.approx(2.001)
    assert "Next: C passes A at r = 30.0000, beyond this scale" in painted_words(panel)
    assert panel.slider.marks == (2000.0,)
    panel.jump(1)
    assert panel.r == pytest.approx(2.001)


def test_the_table_holds_what_the_picture_shows(sit: Sit) -> None:
    seat = sit("validation")
    seat.do("table")
    assert seat.desk.pages.table.isVisible()
    model = seat.desk.pages.table.table.model()
    cells = {str(model.index(row, 0).data()) for row in range(model.rowCount())}
    assert {"run", "run-1 (chosen)", "run-5"} <= cells
    assert model.is_head(0)
    seat.show("runs")
    assert seat.desk.pages.table.isVisible()
    seat.do("table")
    assert seat.desk.one.isVisible()


def test_measures_can_be_chosen_where_a_picture_shows_one(sit: Sit) -> None:
    seat = sit("ranked")
    seat.show("questions")
    measure, against = seat.desk.tools.measure, seat.desk.tools.against
    assert measure.isVisible()
    assert against.isVisible()
    measure.setCurrentIndex(measure.findText("Q"))
    against.setCurrentIndex(against.findText("nDCG"))
    figure = seat.desk.one.view.figure
    assert (figure.x.name, figure.y.name) == ("mean Q", "mean nDCG")
    seat.show("runs")
    assert not against.isVisible()
    assert seat.desk.one.view.figure.x.name == "Q"
    assert seat.desk.tools.measures == ("Q",)  # the second is not to be seen, and so it does not count
    seat.show("spaces")
    assert seat.desk.tools.measures == ()


def test_rejected_estimators_and_candidates_can_be_switched(sit: Sit) -> None:
    seat = sit("factoid")
    estimator = seat.desk.tools.estimator
    estimator.setCurrentIndex(estimator.findData("rejected(1)"))
    assert {line.dashed for line in seat.desk.one.view.figure.iso_lines} == {True, False}
    has = any(p.aside for p in seat.desk.one.view.figure.points)
    seat.do("candidates")
    assert not any(p.aside for p in seat.desk.one.view.figure.points)
    seat.do("candidates")
    assert any(p.aside for p in seat.desk.one.view.figure.points) == has


def test_both_spaces_are_written_into_one_file(sit: Sit, tmp_path: Path) -> None:
    seat = sit("validation")
    seat.desk.export_to(tmp_path / "spaces.csv")
    seat.qtbot.waitUntil(lambda: seat.desk.message.startswith("Written"))
    assert [path.name for path in tmp_path.glob("spaces*")] == ["spaces.csv"]
    assert (tmp_path / "spaces.csv").read_text(encoding="utf-8") == csv_of(*seat.desk.spaces.figures)
    seat.desk.message = ""
    seat.show("runs")
    seat.desk.export_to(tmp_path / "runs.svg")
    seat.qtbot.waitUntil(lambda: seat.desk.message == "Written: runs.svg")
    assert (tmp_path / "runs.svg").read_bytes().startswith(b"<?xml")


def test_a_place_that_cannot_be_written_is_shown(sit: Sit, tmp_path: Path) -> None:
    seat = sit("validation")
    (tmp_path / "file").write_text("")
    seat.desk.export_to(tmp_path / "file" / "a.csv")
    seat.qtbot.waitUntil(lambda: "cannot be written" in seat.desk.message)
    assert seat.desk.spaces.roc.isVisible()


def test_a_copy_is_an_image_and_the_same_in_words(sit: Sit) -> None:
    seat = sit("validation")
    seat.do("copy")
    data = QGuiApplication.clipboard().mimeData()
    assert data.hasImage()
    assert "ROC space" in data.text()
    assert "Precision-recall space" in data.text()


def test_zoom_keys_reach_the_space_that_has_the_keyboard(sit: Sit) -> None:
    seat = sit("validation")
    seat.desk.spaces.precision_recall.setFocus()
    seat.qtbot.keyClick(seat.desk.spaces.precision_recall, Qt.Key.Key_Plus)
    assert seat.desk.spaces.precision_recall.is_zoomed
    assert not seat.desk.spaces.roc.is_zoomed
    seat.qtbot.keyClick(seat.desk.spaces.precision_recall, Qt.Key.Key_Home)
    assert not seat.desk.spaces.precision_recall.is_zoomed


def test_keys_go_through_the_pictures(sit: Sit) -> None:
    seat = sit("validation")
    seat.qtbot.keyClick(seat.desk.spaces.roc, Qt.Key.Key_P)
    assert seat.desk.choice == "preference"
    assert seat.bridge.scoreboard is not None
    bars = [bar.value for bar in seat.desk.one.view.figure.bars if bar.name == "run-1"]
    assert sum(bars) == seat.bridge.scoreboard.units
