"""The live strip of the Judge desk: a ranking that moves, two small spaces, nothing on the start-up path."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from fake_spaces import FakeBridge, counts_at, many_runs
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, Qt
from PySide6.QtWidgets import QMainWindow
from pytestqt.qtbot import QtBot

import jurybox
import jurybox_gui
from jurybox_gui.live_strip.ranking import ROW, RankingView
from jurybox_gui.live_strip.strip import LiveStrip
from jurybox_gui.theme.theme import theme
from jurybox_gui.widgets.cut_tips import cut_lines
from jurybox_gui.widgets.probe import painted_words

CHILD = """
import sys
import jurybox_gui.live_strip.strip, jurybox_gui.desks.spaces
print(any(name.split(".")[0] in {"pyqtgraph", "pandas", "scipy"} for name in sys.modules))
"""


class Strip:
    def __init__(self, qtbot: QtBot, bridge: FakeBridge, size: tuple[int, int]) -> None:
        self.bridge = bridge
        self.strip = LiveStrip(bridge, theme())
        self.window = QMainWindow()
        self.window.setCentralWidget(self.strip)
        self.window.resize(*size)
        self.window.show()
        qtbot.waitUntil(
            lambda: bool(self.strip.views) or (self.strip.snapshot is not None and bool(self.strip.snapshot.sentence))
        )

    def rose(self) -> dict[str, int]:
        return {p.point.name: p.rose for p in self.strip.ranking.places if p.rose}


Open = Callable[..., Strip]


@pytest.fixture
def opened(qtbot: QtBot) -> Iterator[Open]:
    """Open strips and hold them until the test is over, as the program holds its own."""
    strips: list[Strip] = []

    def make(bridge: FakeBridge, size: tuple[int, int] = (268, 720)) -> Strip:
        strips.append(Strip(qtbot, bridge, size))
        return strips[-1]

    yield make
    for strip in strips:
        strip.window.close()
        strip.window.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.fixture
def shown(opened: Open, monkeypatch: pytest.MonkeyPatch) -> Strip:
    monkeypatch.setattr(theme(), "_reduced_motion", True)
    return opened(FakeBridge())


@pytest.mark.sweep
def test_slow_libraries_are_not_loaded_with_it() -> None:
    roots = [str(Path(p.__file__ or "").parents[1]) for p in (jurybox, jurybox_gui)]
    code = f"import sys; sys.path[:0] = {roots!r}\n{CHILD}"
    child = subprocess.run([sys.executable, "-c", code], check=False, capture_output=True, text=True)
    assert child.stdout.strip() == "False", child.stderr


def test_ranking_and_spaces_show_all_runs(shown: Strip) -> None:
    places = shown.strip.ranking.places
    assert [p.rank for p in places] == list(range(1, 14))
    assert places[0].point.name == "uned-ev2"
    for view in shown.strip.views:
        assert view.place_of(12) is not None
    assert shown.rose() == {}


def test_an_arrow_stands_until_the_next_label(qtbot: QtBot, shown: Strip) -> None:
    shown.bridge.put(3, counts_at(0.75, 0.08))
    qtbot.waitUntil(lambda: bool(shown.rose()))
    assert shown.rose() == {"tokyo-b": 2, "lcc-deep": -1, "sinai-c1": -1}
    before = shown.strip.ranking.grab().toImage()
    shown.bridge.put(12, counts_at(0.51, 0.50))
    qtbot.waitUntil(lambda: not shown.rose())
    assert shown.strip.ranking.grab().toImage() != before


def test_a_click_chooses_the_run_on_all_desks(qtbot: QtBot, shown: Strip) -> None:
    ranking = shown.strip.ranking
    head = ranking.sizeHint().height() - 13 * ROW
    spot = QPoint(60, head + 2 * ROW + ROW // 2)
    qtbot.mouseClick(ranking, Qt.MouseButton.LeftButton, pos=spot)
    assert shown.bridge.selected_run == ranking.places[2].point.run
    view = shown.strip.views[1]
    place = view.place_of(9)
    assert place is not None
    port = view.childAt(place.toPoint())
    assert port is not None
    qtbot.mouseClick(port, Qt.MouseButton.LeftButton, pos=place.toPoint())
    assert shown.bridge.selected_run == 9
    assert view.named() == ("ntu-base",)


def test_a_name_that_is_cut_is_told_also_where_its_row_was_painted_before(opened: Open) -> None:
    name = "the-run-of-a-team-with-a-name-that-no-column-beside-an-answer-has-room-for"
    ranking = opened(FakeBridge([(name, 0.7, 0.1), ("b", 0.6, 0.2)])).strip.ranking
    ranking.grab()
    assert name in [line.text for line in cut_lines(ranking) if line.widget is ranking]


def test_it_takes_no_keyboard(shown: Strip) -> None:
    widgets = [shown.strip.ranking, *shown.strip.views]
    assert all(w.focusPolicy() == Qt.FocusPolicy.NoFocus for w in widgets)


def test_the_chosen_run_is_always_among_the_rows(opened: Open) -> None:
    strip = opened(FakeBridge(many_runs(60)))
    last = strip.strip.ranking.places[-1].point.run
    assert last not in [p.point.run for p in strip.strip.ranking.visible_places()]
    strip.bridge.select_run(last)
    visible = strip.strip.ranking.visible_places()
    assert visible[-1].point.run == last
    assert len(visible) < 20
    assert f"and {60 - len(visible)} more runs" in painted_words(strip.strip.ranking)


@pytest.mark.parametrize("runs", [3, 13])
def test_no_row_counts_others_where_all_runs_fit(opened: Open, runs: int) -> None:
    ranking = opened(FakeBridge(many_runs(runs))).strip.ranking
    assert len(ranking.visible_places()) == runs
    assert not [words for words in painted_words(ranking) if "more" in words]


def test_rows_slide_to_their_new_places(qtbot: QtBot, opened: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(theme(), "_reduced_motion", False)
    strip = opened(FakeBridge())
    ranking = strip.strip.ranking
    seen: set[float] = set()
    strip.bridge.put(3, counts_at(0.75, 0.08))
    qtbot.waitUntil(lambda: bool(strip.rose()))

    def arrived() -> bool:
        seen.add(ranking.tops()[3])
        return ranking._part == 1.0

    qtbot.waitUntil(arrived)
    assert len(seen) > 1


def test_while_judging_is_closed_it_says_so(opened: Open) -> None:
    bridge = FakeBridge()
    bridge.scoreboard = None
    strip = opened(bridge)
    assert strip.strip.snapshot is not None
    assert "hidden" in strip.strip.snapshot.sentence
    assert not strip.strip.ranking.isVisible()
    assert strip.strip.views == ()


def test_where_not_all_rows_fit_the_spaces_keep_their_size_beside_each_other(qtbot: QtBot, opened: Open) -> None:
    strip = opened(FakeBridge(), (268, 720)).strip
    strip.window().resize(268, strip.ranking.sizeHint().height() + 4 * ROW)
    roc, other = strip.views
    qtbot.waitUntil(lambda: roc.y() == other.y())
    assert roc.height() >= 4 * ROW
    assert strip.ranking.height() < strip.ranking.sizeHint().height()


def test_a_wide_strip_puts_the_spaces_side_by_side(qtbot: QtBot, opened: Open) -> None:
    strip = opened(FakeBridge(), size=(440, 600))
    first, second = strip.strip.views
    qtbot.waitUntil(lambda: first.width() > 0 and second.x() >= first.width())
    assert first.y() == second.y()


def test_words_beside_a_long_name_of_a_measure_take_a_second_line(qtbot: QtBot) -> None:
    view = RankingView()
    qtbot.addWidget(view)
    view.resize(268, 300)
    view.show()
    view.show_places((), None, "29 of 54 questions complete", "F")
    one = view.sizeHint().height()
    view.show_places((), None, "29 of 54 questions complete", "a measure of long name")
    assert view.sizeHint().height() > one
    assert list(cut_lines(view)) == []
    assert " ".join(painted_words(view)) == "a measure of long name 29 of 54 questions complete"
    view.resize(700, 300)
    assert view.sizeHint().height() == one
