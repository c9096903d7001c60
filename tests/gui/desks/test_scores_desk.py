"""The Scores desk: rows as the scoreboard has them, live, explained, at every width."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from demo_file import demo_file
from generator import write_tables
from patient_bot import PatientBot
from person import Person
from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QHelpEvent, QPaintEvent, QRegion
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolTip, QWidget
from small import small_collection
from sweeps import swept

from jurybox.collection.file import create
from jurybox.commands import Judge, adjudicate
from jurybox.formats.imports import import_into
from jurybox.measures import measure
from jurybox.results.cells import score_text
from jurybox_gui.desks.scores.bars import DECISIONS, UnitBars, binned, unit_bars
from jurybox_gui.desks.scores.columns import column_widths
from jurybox_gui.theme.theme import theme
from jurybox_gui.theme.tokens import Grid
from jurybox_gui.widgets.probe import painted_words

LABELS = [(who, answer, "correct" if answer % 3 else "incorrect") for who in (0, 1) for answer in range(8)]


AtScores = Callable[..., Person]


@pytest.fixture
def at_scores(qtbot: PatientBot, qapp: QApplication, home: Path, tmp_path: Path) -> Iterator[AtScores]:
    """Return a function that opens a small collection at the Scores desk."""
    people: list[Person] = []

    def at_scores(**how: Any) -> Person:
        path = small_collection(tmp_path / f"{len(people)}.jury", **{"labels": LABELS, **how})
        people.append(Person(qtbot, qapp, home, path, desk="scores", assessor="Ana"))
        return people[-1]

    yield at_scores
    for person in people:
        person.close()


@pytest.fixture
def at_ranked(qtbot: PatientBot, qapp: QApplication, home: Path, tmp_path: Path) -> Iterator[AtScores]:
    """Return a function that opens a generated collection of ranked questions at the Scores desk."""
    people: list[Person] = []

    def at_ranked() -> Person:
        write_tables(tmp_path / "ranked", kind="ranked", questions=12, assessors=4, judged=1.0, correct=0.4)
        path = tmp_path / "ranked.jury"
        create(path)
        import_into(path, [tmp_path / "ranked"])
        people.append(Person(qtbot, qapp, home, path, desk="scores", assessor="a1"))
        return people[-1]

    yield at_ranked
    for person in people:
        person.close()


def shown(person: Person) -> list[dict[str, str]]:
    """Return the table as it is read, row by row, its cells by the ids of their columns."""
    table = person.desk.live.view.table
    return [
        {column.id: str(table.index(row, at).data()) for at, column in enumerate(table.columns)}
        for row in range(table.rowCount())
    ]


def agrees(person: Person) -> None:
    """Every number on the desk is the scoreboard's."""
    board = person.program.bridge.scoreboard  # type: ignore[union-attr]
    assert board is not None
    desk = person.desk
    main = desk.choice.measures[desk.choice.main]
    others = [one for one in desk.choice.measures if one != main]
    rows = shown(person)
    assert [row["run"] for row in rows] == [row.name for row in board.standing(main)]
    for row, place in zip(rows, board.standing(main), strict=True):
        assert row["rank"] == ("" if place.rank is None else str(place.rank))
        assert row["main"] == score_text(board.score(main, place.run).value)
        for one in others:
            assert row[f"measure:{one.name}"] == score_text(board.score(one, place.run).value)
        assert row["pending"] == str(board.score(main, place.run).waiting)


@pytest.mark.sweep
def test_rows_follow_every_label_and_measure(at_scores: AtScores) -> None:
    person = at_scores()
    agrees(person)
    for answer, label in ((8, "correct"), (9, "incorrect"), (0, "correct"), (1, "incorrect")):
        person.session.execute(Judge((answer,), label))
        person.session.execute(Judge((answer,), label, assessor=1))
        person.settle()
        agrees(person)
    for _ in range(8):
        person.press("Right")
        agrees(person)
    person.press("Left", "Left")
    agrees(person)


def test_runs_are_chosen_with_arrows_and_taken_apart_below(at_scores: AtScores) -> None:
    person = at_scores()
    desk, bridge = person.desk, person.program.bridge
    assert bridge is not None
    board = bridge.scoreboard
    assert board is not None
    order = [row.run for row in board.standing(measure("F1"))]
    assert desk.live.chosen == order[0]
    person.press("Down")
    assert desk.live.chosen == order[1] == bridge.selected_run
    explanation = board.explain(measure("F1"), order[1])
    words = " ".join([*painted_words(desk.live.detail), *painted_words(desk.live.detail.panel)])
    assert explanation.with_numbers.split(" = ")[1] in words
    assert f"over {explanation.score.units} answers" in words
    person.press("Up", "Up")
    assert desk.live.chosen == order[0]


def test_another_measure_ranks_when_it_is_chosen_or_clicked(at_scores: AtScores) -> None:
    person = at_scores()
    desk = person.desk
    combo = desk.tools.measure
    combo.setCurrentIndex(combo.findData("qa_accuracy"))
    combo.activated.emit(combo.currentIndex())
    person.settle()
    assert desk.choice.measures[desk.choice.main].name == "qa_accuracy"
    agrees(person)
    head = desk.live.view.horizontalHeader()
    x = head.sectionViewportPosition(6) + head.sectionSize(6) // 2
    QTest.mouseClick(head.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(x, 30))
    person.settle()
    assert desk.choice.measures[desk.choice.main].name == "F1"
    agrees(person)


@pytest.mark.sweep
def test_a_click_on_a_head_sorts_and_rank_sorts_by_score_again(come: Callable[..., Person], tmp_path: Path) -> None:
    person = come(demo_file(tmp_path / "d.jury"), desk="scores", assessor="visitor")
    person.settle()
    desk, view = person.desk, person.desk.live.view
    order = [row.run for row in view.table.rows]
    ranks = {row.run: row.rank for row in view.table.rows}
    assert any(row.mark for row in view.table.rows)

    def click(column: str) -> None:
        head, at = view.horizontalHeader(), view.table.position(column)
        x = head.sectionViewportPosition(at) + head.sectionSize(at) // 2
        QTest.mouseClick(head.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(x, 30))
        person.settle()

    click("run")
    names = [row.name for row in view.table.rows]
    assert names == sorted(names, key=str.casefold)
    assert names != [desk.board.name_of(run) for run in order]
    assert {row.run: row.rank for row in view.table.rows} == ranks
    assert not any(row.mark for row in view.table.rows), "a mark is against the run below by score"
    assert desk.live.legend.text().startswith("Sorted by Run; click Rank to sort by score.")
    desk.live.view.run_chosen.emit(view.table.rows[0].run)
    person.press("Down")
    assert desk.live.chosen == view.table.rows[1].run, "keys follow the rows as they are shown"
    click("run")
    assert [row.name for row in view.table.rows] == names[::-1]
    click("silent")
    silent = [row.silent for row in view.table.rows]
    assert silent == sorted(silent, reverse=True)
    assert len(set(silent)) > 1
    now = person.session.content_of(0, 0).label
    person.session.execute(Judge((0,), "incorrect" if now == "correct" else "correct", assessor=0))
    person.settle()
    silent = [row.silent for row in view.table.rows]
    assert silent == sorted(silent, reverse=True), "a label does not sort by score again"
    click("rank")
    shown = [row.rank for row in view.table.rows]
    assert shown == sorted(shown)
    assert "Sorted by" not in desk.live.legend.text()
    click("run")
    click("main")
    assert view.sort is None


def test_gold_and_questions_hold_for_the_whole_program(at_scores: AtScores) -> None:
    person = at_scores()
    tools = person.desk.tools
    for at in range(tools.gold.count()):
        tools.gold.setCurrentIndex(at)
        tools.gold.activated.emit(at)
        person.settle()
        assert person.program.bridge.gold == tools.gold.itemData(at)  # type: ignore[union-attr]
        agrees(person)


@pytest.mark.parametrize("room", [600, 1200, *swept((944, 1840, 3000))])
@pytest.mark.parametrize("length", [3, 200, *swept([40])])
@pytest.mark.sweep
def test_columns_fill_the_room_and_cut_no_head(at_scores: AtScores, room: int, length: int) -> None:
    person = at_scores(runs=("r" * length, "b"))
    table = person.desk.live.view.table
    widths, least, run = column_widths(table, room), column_widths(table, 0), table.position("run")
    assert sum(widths) == max(room, sum(least))
    move, bounds = table.position("move"), table.position("bounds")
    assert widths[move] + widths[bounds] >= least[move] + least[bounds], "one has the room of both, if need be"
    rest = [at for at in range(len(widths)) if at not in {move, bounds}]
    assert all(widths[at] >= least[at] for at in rest)
    if room >= 1200:
        assert widths[table.position("bounds")] >= 200
        assert widths[run] > least[run] or length == 3


def test_a_narrow_table_gives_the_range_the_room_of_moves_until_a_run_moves(at_scores: AtScores) -> None:
    person = at_scores()
    table = person.desk.live.view.table
    move, bounds = table.position("move"), table.position("bounds")
    wide, narrow = column_widths(table, 1400), column_widths(table, 0)
    assert wide[move] > 0 == narrow[move]
    loose = sum(narrow) + 60  # as much as the columns take before they come closer
    narrow = column_widths(table, loose)
    assert narrow[bounds] >= 160
    table.set_rows([replace(row, move=1) for row in table.rows], table.columns)
    moved = column_widths(table, loose)
    assert moved[move] == wide[move]
    assert moved[bounds] <= narrow[bounds] - wide[move] + 8


def test_columns_come_closer_before_the_last_is_out_of_sight(at_scores: AtScores) -> None:
    person = at_scores()
    table = person.desk.live.view.table
    least = column_widths(table, 0)
    for room in range(sum(least), sum(least) + 90):
        widths = column_widths(table, room)
        assert sum(widths) == room
        assert all(wide >= few for wide, few in zip(widths, least, strict=True)), "air only"


def test_rows_are_lower_where_all_of_them_have_room_then(at_scores: AtScores) -> None:
    person = at_scores(runs=tuple(f"run {n}" for n in range(10)))
    view = person.desk.live.view
    high = Grid.ROW_SCORES
    for room, tall in ((10 * high, high), (10 * high - 30, 24), (5 * high, high)):
        view.resize(view.width(), view.height() - view.viewport().height() + room)
        assert view.rowHeight(0) == tall
        person.settle()
        assert (view.verticalScrollBar().maximum() > 0) is (room < 10 * tall)


def test_the_chosen_run_has_the_room_that_rows_leave(at_scores: AtScores) -> None:
    person = at_scores(runs=tuple(f"run {n}" for n in range(10)))
    view, detail = person.desk.live.view, person.desk.live.detail
    low = detail.sizeHint().height()
    person.window.resize(1280, 900)
    person.settle()
    assert detail.height() > low
    assert view.spare_with(10) >= 0, "all rows are seen"
    high = detail.height()
    person.desk.live.last_label.find_field.setText("9")
    person.settle()
    assert (len(view.table.rows), detail.height()) == (1, high), "nothing jumps while somebody types"
    person.desk.live.last_label.find_field.setText("")
    person.settle()
    person.window.resize(1280, 660)
    person.settle()
    assert detail.height() == low
    person.window.resize(960, 540)
    person.settle()
    assert not detail.isVisible()


@pytest.mark.parametrize("size", [(1024, 700), *swept([((1280, 800),), ((1920, 1080),)])])
@pytest.mark.sweep
def test_nothing_is_out_of_reach_at_any_size(at_scores: AtScores, size: tuple[int, int]) -> None:
    person = at_scores(runs=tuple(f"run {n} with a rather long name of its own" for n in range(40)))
    person.window.resize(*size)
    person.qtbot.rest()
    view = person.desk.live.view
    assert view.horizontalHeader().length() == view.viewport().width()
    assert not view.horizontalScrollBar().isVisible()
    assert view.verticalScrollBar().maximum() > 0
    for _ in range(39):
        person.press("Down")
    row = view.table.row_of(person.desk.live.chosen)
    assert row == 39
    person.qtbot.rest()
    assert view.viewport().rect().contains(view.visualRect(view.table.index(row, view.table.position("run"))).center())


class Painted(QObject):
    """The places of a widget that are painted while it is watched."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self.region = QRegion()
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QPaintEvent):
            self.region += event.region()
        return False


def test_choosing_another_run_paints_its_row_and_the_one_left(at_scores: AtScores) -> None:
    person = at_scores(runs=tuple(f"run {n}" for n in range(6)))
    view = person.desk.live.view
    person.press("Down")
    painted = Painted(view.viewport())
    person.press("Down")
    rows = [view.visualRect(view.table.index(row, view.table.position("run"))) for row in range(6)]
    assert view.viewport().rect().contains(rows[5])
    assert [painted.region.intersects(row) for row in rows] == [False, True, True, False, False, False]
    assert all((QRegion(row) - painted.region).isEmpty() for row in rows[1:3])
    person.press("Ctrl+D")
    assert all(painted.region.intersects(row) for row in rows)


@pytest.mark.qt_log_ignore("This plugin does not support raise()", extend=True)
def test_a_tip_says_a_cell_in_full_and_letter_by_letter(at_scores: AtScores) -> None:
    person = at_scores(runs=("<b>odd</b> & long", "two"), labels=())
    view = person.desk.live.view
    words = [view.table.words(view.table.index(0, column)) for column in range(view.table.columnCount())]
    assert words[view.table.position("run")] in {"<b>odd</b> & long", "two"}
    assert words[view.table.position("bounds")].startswith("F1 undefined: no answer is complete yet")
    assert "over 0 of 12 answers, 12 pending" in words[view.table.position("bounds")]
    assert "once the 12 answers pending are judged too" in words[view.table.position("bounds")]
    for row in (0, 1):
        place = view.visualRect(view.table.index(row, view.table.position("run"))).center()
        event = QHelpEvent(QEvent.Type.ToolTip, place, view.viewport().mapToGlobal(place))
        QApplication.sendEvent(view.viewport(), event)
        assert "<b>" not in QToolTip.text()
        assert QToolTip.text().startswith("<qt>")
    QToolTip.hideText()


def test_bars_count_what_the_scoreboard_counts(at_scores: AtScores) -> None:
    person = at_scores()
    bridge = person.program.bridge
    assert bridge is not None
    board, catalog = bridge.scoreboard, bridge.session.catalog
    assert board is not None
    easy = dict.fromkeys(range(4), 0.0)
    scored = dict.fromkeys(range(4), 0)
    for run in board.runs:
        for answer, value in board.units_of(run):
            question = int(catalog.answer_question[answer])
            easy[question] += value == 1
            scored[question] += 1
    easy = {at: easy[at] / scored[at] if scored[at] else -1.0 for at in easy}
    for run in board.runs:
        bars = unit_bars(board, measure("F1"), run)
        right = sum(value == 1 for _, value in board.units_of(run))
        wrong = sum(value == 0 for _, value in board.units_of(run))
        assert bars.summary == f"{right} right, {wrong} wrong, 0 silent, {12 - right - wrong} not counted"
        assert sorted(bars.units.tolist()) == [0, 1, 2, 3]
        sentences = [bars.tell(at) for at in range(4)]
        counted = [tuple(int(one) for one in re.findall(r" (\d+) ", words)) for words in sentences]
        assert [sum(one) for one in zip(*counted, strict=True)] == [right, wrong, 0, 12 - right - wrong]
        assert [words.split(":")[0] for words in sentences] == [catalog.questions[at].name for at in bars.units]
        assert bars.units.tolist() == sorted(bars.units.tolist(), key=lambda at: -easy[at])
        assert np.allclose(bars.parts.sum(axis=1), 1)


def test_many_questions_are_averaged_into_as_many_bars_as_pixels() -> None:
    parts = np.random.default_rng(1).random((1000, 4))
    assert binned(parts, 2000) is parts
    for most in (1, 7, 333, 999):
        rows = binned(parts, most)
        sizes = np.diff(np.append(np.arange(most) * 1000 // most, 1000))
        assert len(rows) == most
        assert np.allclose((rows * sizes[:, None]).sum(axis=0), parts.sum(axis=0))


@pytest.mark.parametrize("questions", [60, 300])
def test_what_is_not_counted_is_an_outline_in_bars_of_any_width(at_scores: AtScores, questions: int) -> None:
    person = at_scores()
    person.window.resize(1280, 800)
    person.settle()
    detail = person.desk.live.detail
    nothing, none = np.tile([0.0, 0.0, 0.0, 1.0], (questions, 1)), np.zeros(questions)
    bars = UnitBars("question", np.arange(questions), nothing, DECISIONS, str, "", "", none, "all")
    detail.show_run("alder", 0, bars, detail.panel.shown)
    image, ink = detail.grab().toImage(), theme().tokens.mid.lower()
    inked = [image.pixelColor(x, y).name() == ink for x in range(60, 500) for y in range(50, 200)]
    assert any(inked), "it is drawn"
    assert sum(inked) < len(inked) / 2, "and not solid"


def test_bars_of_ranked_questions_are_their_scores(at_ranked: AtScores) -> None:
    person = at_ranked()
    bridge = person.program.bridge
    assert bridge is not None
    board, one = bridge.scoreboard, person.desk.choice.measures[0]
    assert board is not None
    assert one.name == "nG@1"
    assert [each.name for each in person.desk.choice.measures] == ["nG@1", "nDCG", "Q", "Hit@1", "AP"]
    found = board.unit_values(one)
    assert len(found.units)
    for run in board.runs:
        bars = unit_bars(board, one, run)
        mine = dict(zip(found.units.tolist(), found.values[:, found.runs.index(run)].tolist(), strict=True))
        assert [mine[int(unit)] for unit in bars.units] == bars.parts[:, 0].tolist()
        assert bars.summary.startswith(f"{len(found.units)} question")
    assert person.desk.live.view.table.columns[-1].id == "pending"
    assert all(column.id != "silent" for column in person.desk.live.view.table.columns)


def test_bars_tell_right_from_wrong_by_their_side_and_show_what_all_runs_do(at_scores: AtScores) -> None:
    person = at_scores()
    bridge = person.program.bridge
    assert bridge is not None
    board, catalog = bridge.scoreboard, bridge.session.catalog
    assert board is not None
    for run in board.runs:
        bars = unit_bars(board, measure("F1"), run)
        assert [part.shape for part in bars.legend] == ["up", "down", "dashed", "outlined"]
        for at, unit in enumerate(bars.units.tolist()):
            decisions = [
                value == 1
                for one in board.runs
                for answer, value in board.units_of(one)
                if catalog.answer_question[answer] == unit
            ]
            share = sum(decisions) / len(decisions) if decisions else 0.0
            assert bars.all_runs[at] == pytest.approx(share)
    person.desk.live.detail.grab()


def test_units_without_a_bar_are_one_box_beside_the_bars(at_ranked: AtScores) -> None:
    person = at_ranked()
    detail = person.desk.live.detail
    whole = detail._strip().width()
    assert person.desk.live.breakdown.bars.pending == 0
    person.session.execute(Judge((0,), None, assessor=0))
    person.settle()
    assert person.desk.live.breakdown.bars.pending == 1
    assert detail._strip().width() < whole
    assert "pending" in painted_words(detail)


@pytest.mark.sweep
def test_rows_slide_to_their_new_places_unless_motion_is_reduced(come: Callable[..., Person], tmp_path: Path) -> None:
    person = come(demo_file(tmp_path / "d.jury"), desk="scores", assessor="visitor")
    view, look = person.desk.live.view, theme()
    tall = view.verticalHeader().defaultSectionSize()
    before = {row.run: at for at, row in enumerate(view.table.rows)}
    reduced = look.reduced_motion
    try:
        look.reduced_motion = False
        view.sort_by(view.table.columns[0])
        after = {row.run: at for at, row in enumerate(view.table.rows)}
        assert list(after) == list(before)[::-1]
        moved = [run for run in after if after[run] != before[run]]
        starts = [tall * (before[run] - after[run]) for run in moved]
        assert [view.painter.shift(run) for run in moved] == starts
        person.wait(lambda: not any(view.painter.shift(run) for run in after))
        look.reduced_motion = True
        view.sort_by(view.table.columns[0])
        assert {row.run: at for at, row in enumerate(view.table.rows)} == before
        assert not any(view.painter.shift(run) for run in before)
    finally:
        look.reduced_motion = reduced


def test_a_click_on_a_bar_goes_to_the_question(at_scores: AtScores) -> None:
    person = at_scores()
    detail = person.desk.live.detail
    asked = detail._bars.units[1]
    strip = detail._strip()
    place = QPoint(round(strip.left() + strip.width() * 0.4), round(strip.center().y()))
    QTest.mouseClick(detail, Qt.MouseButton.LeftButton, pos=place)
    person.settle()
    assert person.window.desk == "scores"
    assert person.session.catalog.questions[int(asked)].name in detail.panel.shown.title
    QTest.mouseClick(detail, Qt.MouseButton.LeftButton, pos=place)
    person.settle()
    assert person.window.desk == "judge"
    assert person.desk.queue_cursor.answer in person.session.catalog.answers_of(int(asked))


def test_a_question_is_taken_apart_down_to_who_judged_what(at_scores: AtScores) -> None:
    person = at_scores()
    person.session.execute(Judge((1,), "incorrect", assessor=1))
    person.settle()
    person.desk.live.breakdown.choose(0)
    shown = person.desk.live.detail.panel.shown
    assert shown.head[-1] == "judged correct"
    labels = [[person.session.content_of(answer, who).label for who in (0, 1)] for answer in range(3)]
    counted = [(said.count("correct"), len(said) - said.count(None)) for said in labels]
    assert [row[-1] for row in shown.rows] == [f"{correct} of {whole}" for correct, whole in counted]
    assert [row[1] for row in shown.rows][1] == "not settled"
    person.session.execute(adjudicate((1,), "correct"))
    person.settle()
    assert person.desk.live.detail.panel.shown.rows[1][-1] == "1 of 2, decided correct"


def test_a_bar_keeps_its_colors_when_its_question_is_taken_apart(at_scores: AtScores) -> None:
    person = at_scores()
    detail, apart = person.desk.live.detail, person.desk.live.breakdown
    strip = detail._strip()
    pitch = round(strip.width() / len(apart.bars.units))

    def inside(bar: int) -> list[int]:
        picture = detail.grab().toImage()
        across = round(strip.left()) + bar * pitch + pitch // 2
        return [picture.pixel(across, down) for down in range(round(strip.top()) + 3, round(strip.bottom()) - 3)]

    before = [inside(bar) for bar in range(4)]
    assert len({color for bar in before for color in bar}) > 1
    for bar in range(4):
        person.press(".")
        assert apart.place() == bar
        assert inside(bar) == before[bar]


def test_a_question_is_taken_apart_by_keys_and_shown_on_judge(at_ranked: AtScores) -> None:
    person = at_ranked()
    board = person.program.bridge.scoreboard  # type: ignore[union-attr]
    assert board is not None
    desk = person.desk
    assert "÷" in desk.live.detail.panel.shown.explanation.with_numbers
    person.press(".", ".", ",")
    unit, run = int(desk.live.breakdown.bars.units[0]), desk.live.chosen
    assert desk.live.breakdown.unit == unit
    shown_now = desk.live.detail.panel.shown
    assert shown_now.explanation == board.explain(desk.choice.measures[0], run, unit)
    assert shown_now.head == board.explain(desk.choice.measures[0], run, unit).table.head  # type: ignore[union-attr]
    assert len(shown_now.rows) == len(person.session.catalog.answers_of(unit))
    words = " ".join(painted_words(desk.live.detail.panel))
    assert person.session.catalog.questions[unit].name in words
    person.press("Esc")
    assert desk.live.breakdown.unit is None
    person.press(".", "Return")
    person.settle()
    assert person.window.desk == "judge"
    assert person.desk.queue_cursor.question == unit
