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
from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QPaintEvent, QRegion
from PySide6.QtWidgets import QApplication, QWidget
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
from jurybox_gui.widgets.probe import ProbedTable, painted_words

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


RUNS = "Runs by measures"
MEASURES_OF_RANKED = ("nG@1", "nDCG", "Q", "Hit@1", "AP")


def ranking(person: Person) -> ProbedTable:
    """Return the table of runs as it is read."""
    return person.seen.table(RUNS)


def agrees(person: Person, *, main: str = "") -> None:
    """Every number on the desk is the scoreboard's."""
    board, table = person.board, ranking(person)
    ranked_by = measure(main or person.seen.marks["Ranked by"])
    order = board.standing(ranked_by)
    assert table.column("Run") == [row.name for row in order]
    assert table.column("Rank") == ["" if row.rank is None else str(row.rank) for row in order]
    assert table.heads[4] == ranked_by.name
    assert table.column("pending") == [str(board.score(ranked_by, row.run).waiting) for row in order]
    measures = [head for head in table.heads if head not in {"Rank", "", "Move", "Run", "silent", "pending"}]
    assert len(measures) > 2
    for name in measures:
        values = (board.score(measure(name), row.run).value for row in order)
        assert table.column(name) == [score_text(value) for value in values]


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
    board = person.board
    order = [row.run for row in board.standing(measure("F1"))]
    assert ranking(person).chosen == 0
    person.press("Down")
    assert ranking(person).chosen == 1
    explanation = board.explain(measure("F1"), order[1])
    assert explanation.with_numbers.split(" = ")[1] in person.seen.text
    assert f"over {explanation.score.units} answers" in person.seen.text
    assert any(word.startswith(f"{board.name_of(order[1])}: F1 ") for word in person.seen.said)
    person.press("Up", "Up")
    assert ranking(person).chosen == 0


def test_another_measure_ranks_when_it_is_chosen_or_clicked(at_scores: AtScores) -> None:
    person = at_scores()
    person.choose("Ranked by", "qa_accuracy")
    agrees(person, main="qa_accuracy")
    person.click_head(RUNS, "F1")
    agrees(person, main="F1")


@pytest.mark.sweep
def test_a_click_on_a_head_sorts_and_rank_sorts_by_score_again(come: Callable[..., Person], tmp_path: Path) -> None:
    person = come(demo_file(tmp_path / "d.jury"), desk="scores", assessor="visitor")
    by_score = ranking(person).column("Run")
    ranks = dict(zip(by_score, ranking(person).column("Rank"), strict=True))
    assert "**" in person.seen.words
    person.click_head(RUNS, "Run")
    names = ranking(person).column("Run")
    assert names == sorted(names, key=str.casefold)
    assert names != by_score
    assert dict(zip(names, ranking(person).column("Rank"), strict=True)) == ranks
    assert "**" not in person.seen.words, "a mark is against the run below by score"
    assert any(word.startswith("Sorted by Run; click Rank to sort by score.") for word in person.seen.said)
    person.click_cell(RUNS, 0, "Run")
    person.press("Down")
    assert ranking(person).chosen == 1, "keys follow the rows as they are shown"
    person.click_head(RUNS, "Run")
    assert ranking(person).column("Run") == names[::-1]

    def silent() -> list[int]:
        return [*map(int, ranking(person).column("silent"))]

    person.click_head(RUNS, "silent")
    assert silent() == sorted(silent(), reverse=True)
    assert len(set(silent())) > 1
    now = person.session.content_of(0, 0).label
    person.session.execute(Judge((0,), "incorrect" if now == "correct" else "correct", assessor=0))
    person.settle()
    assert silent() == sorted(silent(), reverse=True), "a label does not sort by score again"
    person.click_head(RUNS, "Rank")
    shown = [*map(int, ranking(person).column("Rank"))]
    assert shown == sorted(shown)
    assert "Sorted by" not in person.seen.heard
    person.click_head(RUNS, "Run")
    person.click_head(RUNS, "F1")
    assert [*map(int, ranking(person).column("Rank"))] == shown


def test_gold_and_questions_hold_for_the_whole_program(at_scores: AtScores) -> None:
    person = at_scores()
    golds = person.seen.choices["Gold standard"]
    for name in golds:
        person.choose("Gold standard", name)
        assert person.seen.marks["Gold standard"] == name
        agrees(person)
        person.press("Ctrl+4")
        assert person.seen.marks["Gold standard"] == name
        person.press("Ctrl+2")


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
    person.press("/")
    person.type("9")
    assert (len(ranking(person).rows), detail.height()) == (1, high), "nothing jumps while somebody types"
    person.press("Esc")
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
    row = ranking(person).chosen
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


def test_a_tip_says_a_cell_in_full_and_letter_by_letter(at_scores: AtScores) -> None:
    person = at_scores(runs=("<b>odd</b> & long", "two"), labels=())
    assert ranking(person).column("Run")[0] in {"<b>odd</b> & long", "two"}
    tip = person.tip_of(RUNS, 0, "F1")
    assert tip.startswith("F1 undefined: no answer is complete yet")
    assert "over 0 of 12 answers, 12 pending" in tip
    assert "once the 12 answers pending are judged too" in tip
    assert {person.tip_of(RUNS, row, "Run") for row in (0, 1)} == {"<b>odd</b> & long", "two"}


def test_bars_count_what_the_scoreboard_counts(at_scores: AtScores) -> None:
    person = at_scores()
    board, catalog = person.board, person.session.catalog
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
    board, one = person.board, measure("nG@1")
    heads = ranking(person).heads
    assert [head for head in heads if head in {"nG@1", "nDCG", "Q", "Hit@1", "AP"}] == [
        "nG@1",
        "nDCG",
        "Q",
        "Hit@1",
        "AP",
    ]
    assert person.seen.marks["Ranked by"] == "nG@1"
    found = board.unit_values(one)
    assert len(found.units)
    for run in board.runs:
        bars = unit_bars(board, one, run)
        mine = dict(zip(found.units.tolist(), found.values[:, found.runs.index(run)].tolist(), strict=True))
        assert [mine[int(unit)] for unit in bars.units] == bars.parts[:, 0].tolist()
        assert bars.summary.startswith(f"{len(found.units)} question")
    assert heads[-1] == "pending"
    assert "silent" not in heads


def test_bars_tell_right_from_wrong_by_their_side_and_show_what_all_runs_do(at_scores: AtScores) -> None:
    person = at_scores()
    board, catalog = person.board, person.session.catalog
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
    bars = unit_bars(person.board, measure("F1"), person.board.standing(measure("F1"))[0].run)
    asked = int(bars.units[1])
    name = person.session.catalog.questions[asked].name
    assert name not in person.seen.words
    detail = next(word for word in person.seen.said if re.match(r"\w+: F1 ", word))
    person.click(detail, 0.25, 0.55)
    assert person.window.desk == "scores"
    assert name in person.seen.text
    person.click(next(word for word in person.seen.said if re.match(r"\w+: F1 ", word)), 0.25, 0.55)
    assert person.window.desk == "judge"
    assert f"Question {name}" in person.seen.words


def test_a_question_is_taken_apart_down_to_who_judged_what(at_scores: AtScores) -> None:
    person = at_scores()
    person.session.execute(Judge((1,), "incorrect", assessor=1))
    person.settle()
    bars = unit_bars(person.board, measure("F1"), person.board.standing(measure("F1"))[0].run)
    person.press(*["."] * (bars.units.tolist().index(0) + 1))
    said = next(word for word in person.seen.said if "judged correct" in word)
    labels = [[person.session.content_of(answer, who).label for who in (0, 1)] for answer in range(3)]
    counted = [f"{said.count('correct')} of {len(said) - said.count(None)}" for said in labels]
    assert re.findall(r"judged correct (\d of \d)", said) == counted
    assert "not settled" in said.split("; ")[-2]
    person.session.execute(adjudicate((1,), "correct"))
    person.settle()
    assert any("judged correct 1 of 2, decided correct" in word for word in person.seen.said)


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
    board, one = person.board, measure("nG@1")
    run = board.standing(one)[0].run

    def said() -> str:
        return person.seen.heard

    assert board.explain(one, run).with_numbers in said()
    person.press(".", ".", ",")
    unit = int(unit_bars(board, one, run).units[0])
    explained = board.explain(one, run, unit)
    assert explained.with_numbers in said()
    assert explained.table is not None
    assert set(explained.table.head) <= set(person.seen.words)
    assert said().count(f"{explained.table.head[0]} ") >= len(person.session.catalog.answers_of(unit))
    name = person.session.catalog.questions[unit].name
    assert name in person.seen.text
    person.press("Esc")
    assert board.explain(one, run).with_numbers in said()
    person.press(".", "Return")
    assert person.window.desk == "judge"
    assert f"Question {name}" in person.seen.words
