"""Views of the Scores desk: gold standards side by side, judges as runs, tables taken along."""

import csv
import io
from collections.abc import Callable, Iterator
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from demo_file import demo_file
from generated import generated_collection
from person import Person
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog
from pytestqt.qtbot import QtBot
from read_frame import Read, read

from jurybox import results
from jurybox.analysis.correlations import kendall
from jurybox.analysis.significance import corrected_matrix, sign_matrix
from jurybox.analysis.standings import standings
from jurybox.commands import Judge
from jurybox.errors import Refused
from jurybox.figures.bars import HARDNESS
from jurybox.gold import Gold
from jurybox.measures import MEASURES, measure
from jurybox.results.cells import score_text
from jurybox.results.frame import COUNTED, JUDGED
from jurybox.scoring import Scoreboard
from jurybox_gui.core.pending import Delay, Pause
from jurybox_gui.desks.export import write_tables
from jurybox_gui.desks.gold_choices import comparison_words
from jurybox_gui.desks.scores.actions import examples
from jurybox_gui.desks.scores.options import BESIDE_THEM, EVERYBODY, NOBODY
from jurybox_gui.desks.scores.views import VIEWS
from jurybox_gui.widgets.hint_button import HintButton

Opened = Callable[..., Person]


@pytest.fixture
def opened(qtbot: QtBot, qapp: QApplication, home: Path, tmp_path: Path) -> Iterator[Opened]:
    """Return a function that opens a generated collection at the Scores desk."""
    people: list[Person] = []

    def opened(**how: Any) -> Person:
        asked = {"kind": "ranked", "questions": 30, "runs": 5, "assessors": 4, "judged": 1.0, "correct": 0.4}
        path = generated_collection(tmp_path / f"{len(people)}.jury", **{**asked, **how})
        people.append(Person(qtbot, qapp, home, path, desk="scores", assessor="a1"))
        return people[-1]

    yield opened
    for person in people:
        person.close()


def fresh(person: Person, gold: str = "", *, humans: bool = False) -> Scoreboard:
    """Return a scoreboard that is built anew from what is judged now."""
    session, bridge = person.session, person.program.bridge
    assert bridge is not None
    chosen = Gold.parse(gold or bridge.gold)
    board = Scoreboard(session.collection, chosen, unjudged=bridge.unjudged, humans=humans)
    board.select(bridge.questions)
    return board


def view(person: Person, key: str) -> Read:
    """Press the key of a view and wait for its table."""
    person.press(key)
    person.wait(lambda: not person.desk.page.is_busy)
    table = person.desk.table()
    assert table is not None, person.desk.page.notes.text()
    return read(table)


def column(table: Read, head: str) -> dict[Any, Any]:
    at = table.head.index(head)
    return {row[0]: row[at] for row in table.rows}


def relabel(person: Person, answer: int) -> None:
    """Say something else of an answer; what is computed only when judging pauses is not computed yet."""
    now = person.session.content_of(answer, 0).label
    person.session.execute(Judge((answer,), "A" if now != "A" else "B", assessor=0))
    person.see()


@pytest.mark.sweep
def test_other_gold_standards_stand_beside_with_places_and_follow_labels(opened: Opened) -> None:
    person = opened(questions=8, runs=9)
    desk, one = person.desk, person.desk.choice.measures[0]
    for name in ("GAW", "assessor:a2+strict"):
        combo = desk.options.gold_columns
        combo.setCurrentIndex(combo.findData(name))
        combo.activated.emit(combo.currentIndex())
        person.settle()
    assert desk.choice.golds == ("GAW", "assessor:a2+strict")

    def agrees() -> None:
        here = {row.run: row for row in fresh(person).standing(one)}
        for at, gold in enumerate(desk.choice.golds):
            there = {row.run: row for row in fresh(person, gold).standing(one)}
            shown = desk.live.view.table.position(f"gold:{gold}")
            assert desk.live.view.table.headerData(
                shown, desk.live.view.horizontalHeader().orientation()
            ) == comparison_words(person.session.catalog, person.session.facts, gold)
            for place, row in enumerate(desk.live.rows):
                assert row.gold_scores[at].score == there[row.run].score
                assert row.gold_scores[at].rose == (here[row.run].rank or 0) - (there[row.run].rank or 0)
                index = desk.live.view.table.index(place, shown)
                assert index.data() == score_text(there[row.run].score.value)
                assert comparison_words(
                    person.session.catalog, person.session.facts, gold
                ) in desk.live.view.table.words(index)

    agrees()
    for answer in (0, 7, 13):
        relabel(person, answer)
        agrees()
    assert any(found.rose for row in desk.live.rows for found in row.gold_scores)
    desk.options.gold_columns.setCurrentIndex(0)
    desk.options.gold_columns.activated.emit(0)
    person.settle()
    assert desk.choice.golds == ()
    assert all(not row.gold_scores for row in desk.live.rows)


def test_an_arrow_points_up_where_the_run_ranks_better_under_the_other_gold_standard(
    come: Callable[..., Person], tmp_path: Path
) -> None:
    person = come(demo_file(tmp_path / "d.jury", "community"), desk="scores", assessor="visitor")
    desk = person.desk
    desk.choice.toggle_gold_column("BA")
    person.settle()
    table = desk.live.view.table
    shown = table.position("gold:BA")
    here = {row.run: row.rank or 0 for row in fresh(person).standing(desk.choice.one)}
    there = {row.run: row.rank or 0 for row in fresh(person, "BA").standing(desk.choice.one)}
    gains = {run: rank - there[run] for run, rank in here.items()}
    assert min(gains.values()) < 0 < max(gains.values())
    for place, row in enumerate(desk.live.rows):
        told = table.words(table.index(place, shown))
        assert row.gold_scores[0].rose == gains[row.run]
        assert ("higher than in this table" in told) == (gains[row.run] > 0)
        assert ("lower than in this table" in told) == (gains[row.run] < 0)


def test_the_legend_says_so_where_a_score_lies_outside_its_bounds(come: Callable[..., Person], tmp_path: Path) -> None:
    person = come(demo_file(tmp_path / "d.jury", "community"), desk="scores", assessor="visitor")
    person.settle()
    desk = person.desk
    outside = [
        row
        for row in desk.live.rows
        if not row.bounds.low - 1e-9 <= row.scores[desk.choice.main].value <= row.bounds.high + 1e-9
    ]
    assert 0 < len(outside) < len(desk.live.rows)
    assert "a score can be outside" in desk.live.notes
    table = desk.live.view.table
    column = table.position("bounds")
    for place, row in enumerate(desk.live.rows):
        assert ("outside this range" in table.words(table.index(place, column))) == (row in outside)


def test_boards_follow_what_the_window_selects(opened: Opened) -> None:
    person = opened(judged=0.8)
    bridge, desk = person.program.bridge, person.desk
    assert bridge is not None
    one = desk.choice.measures[0]
    desk.choice.toggle_gold_column("GAW")
    bridge.select_questions(frozenset(range(0, 30, 2)))
    bridge.set_unjudged("nonrelevant")
    relabel(person, 3)
    for gold in ("", "GAW"):
        live, full = bridge.board(gold or None), fresh(person, gold)
        assert live is not None
        assert [live.score(one, run) for run in live.runs] == [full.score(one, run) for run in full.runs]
    assert "count as not relevant" in desk.live.notes
    with pytest.raises(Refused):
        bridge.board("LOO:nobody")


@pytest.mark.sweep
def test_judges_and_the_asker_are_ranked_with_the_runs(opened: Opened) -> None:
    person = opened()
    desk, one = person.desk, person.desk.choice.measures[0]
    desk.choice.toggle_gold_column("GAW")
    assert len(desk.live.rows) == 5
    desk.choice.rank_people(EVERYBODY)
    person.settle()
    board = fresh(person, humans=True)
    assert len(desk.live.rows) == len(board.runs) > 5
    assert [row.name for row in desk.live.rows] == [row.name for row in board.standing(one)]
    assert "judge a1" in {row.name for row in desk.live.rows}
    assert len(person.program.bridge.scoreboard.runs) == 5  # type: ignore[union-attr]
    desk.choice.rank_people(BESIDE_THEM)
    person.settle()
    for row in desk.live.rows:
        if row.run >= 5:
            assert row.gold_scores[0].rose == 0
    person.wait(lambda: not desk.live.background.is_busy)
    judge = next(row for row in desk.live.rows if row.run >= 5)
    assert judge.interval is not None
    desk.choice.rank_people(NOBODY)
    person.settle()
    assert len(desk.live.rows) == 5


@pytest.mark.sweep
def test_bounds_intervals_and_marks_come_later_and_are_those_of_the_analysis(opened: Opened) -> None:
    person = opened(judged=0.99, questions=120, correct=0.3)
    desk, one = person.desk, person.desk.choice.measures[0]
    person.wait(lambda: not desk.live.background.is_busy)
    board = fresh(person)
    found = standings(board, one)
    assert [(row.run, row.interval, row.mark) for row in desk.live.rows] == [
        (each.row.run, each.interval, each.mark) for each in found
    ]
    assert [row.bounds for row in desk.live.rows] == [board.bounds(one, row.run) for row in desk.live.rows]
    assert any(row.bounds.low < row.bounds.high for row in desk.live.rows)
    assert any(row.mark for row in desk.live.rows)
    assert "sign test" in desk.live.notes
    before = [row.interval for row in desk.live.rows]
    relabel(person, 0)
    assert desk.live.background.stale
    assert "not updated yet" in desk.live.notes
    assert {row.interval for row in desk.live.rows} == set(before)
    person.wait(lambda: not desk.live.background.is_busy)
    assert not desk.live.background.stale
    board = fresh(person)
    again = standings(board, one)
    assert [row.interval for row in desk.live.rows] == [each.interval for each in again]
    assert [row.bounds for row in desk.live.rows] == [board.bounds(one, row.run) for row in desk.live.rows]


@pytest.mark.sweep
def test_lines_join_runs_without_a_significant_difference_by_the_test_chosen(opened: Opened) -> None:
    person = opened(questions=60, runs=7)
    desk, one = person.desk, person.desk.choice.measures[0]

    def agrees(**how: Any) -> list[tuple[str, ...]]:
        person.wait(lambda: not desk.live.background.is_busy)
        table = read(results.p_values(fresh(person), one, **how))
        p = {(str(row[0]), name): row[at] for row in table.rows for at, name in enumerate(table.head[1:], 1)}
        names = [row.name for row in desk.live.rows]
        joined: dict[int, list[str]] = {}
        for row in desk.live.rows:
            for each in row.joined:
                joined.setdefault(each.line, []).append(row.name)
                assert row.name in each.words
        for line in joined.values():
            assert line == names[names.index(line[0]) :][: len(line)], "a line has no gap"
            assert all(p[a, b] >= 0.05 for a, b in combinations(line, 2))
        apart = [(a, b) for a, b in pairwise(names) if not any({a, b} <= set(line) for line in joined.values())]
        assert all(p[pair] < 0.05 for pair in apart)
        return [tuple(line) for line in joined.values()]

    assert agrees()
    assert "sign test, Holm, p ≥ .05" in desk.live.rows[0].joined[0].words
    legend = desk.live.legend.text()
    assert (
        "Runs joined by a line do not differ significantly." in legend or "Line: no significant difference." in legend
    )
    desk.choice.test_by("tukey")
    agrees(test="tukey")
    assert "Tukey HSD test, p ≥ .05" in desk.live.rows[0].joined[0].words
    small = [row.ranges for row in desk.live.rows]
    board = fresh(person)
    assert small == [
        (None, *(board.bounds(each, row.run) for each in desk.choice.measures[1:])) for row in desk.live.rows
    ]
    desk.live.view.sort_by(desk.live.view.table.columns[0])
    person.settle()
    ranks = [row.rank or 0 for row in desk.live.view.table.rows]
    assert ranks == sorted(ranks, reverse=True)
    assert not any(row.joined for row in desk.live.view.table.rows), "lines are of the order of scores"


def test_a_mark_goes_where_another_run_stands_below(opened: Opened) -> None:
    person = opened(questions=60)
    desk = person.desk
    person.wait(lambda: not desk.live.background.is_busy)
    run = next(row.run for row in desk.live.rows if row.mark)
    standing, _ = desk.live.background.standings[run]
    desk.live.background.standings[run] = (standing, -1)
    desk.live.background.changed.emit()
    assert not next(row.mark for row in desk.live.rows if row.run == run)


@pytest.mark.sweep
def test_every_view_has_a_key_and_a_table_or_says_why_not(opened: Opened) -> None:
    person = opened()
    desk = person.desk
    for one in VIEWS:
        person.press(one.key or one.shares.value.key)
        person.wait(lambda: not desk.page.is_busy)
        assert desk.choice.view == one.name
        assert desk.tools.view.currentData() == one.name
        if desk.table() is None:
            assert one.name in {"series", "targets", "golds"}, one.name
            assert desk.page.notes.text().endswith(".")
    person.press("Esc")
    assert desk.choice.view == "table"


def test_pairs_are_those_of_the_sign_test_with_holm(opened: Opened) -> None:
    person = opened(questions=60)
    board, one = fresh(person), person.desk.choice.measures[0]
    values = board.unit_values(one).values
    p = np.array([[test.p for test in row] for row in sign_matrix(values)])
    expected = corrected_matrix(p)
    table = view(person, "P")
    for name, *cells in table.rows:
        for other, cell in zip(table.head[2:], cells[1:], strict=True):
            a, b = (person.session.catalog.run_named[one] for one in (str(name), other))
            assert cell == (None if a == b else expected[a, b])
    assert "sign test" in table.notes
    strong = person.desk.page.sheet.strong
    assert strong
    assert all(read(person.desk.table()).rows[row][at] < 0.05 for row, at in strong)


def choose(person: Person, key: str, combo: Any, value: str) -> None:
    """Open a list by its key, go to an entry with the arrow keys, take it, and wait for the view."""
    person.press(key)
    person.wait(lambda: combo.view().isVisible())
    ahead = combo.findData(value) - combo.currentIndex()
    for _ in range(abs(ahead)):
        QTest.keyClick(combo.view(), Qt.Key.Key_Down if ahead > 0 else Qt.Key.Key_Up)
    QTest.keyClick(combo.view(), Qt.Key.Key_Return)
    person.wait(lambda: not combo.view().isVisible())
    person.settle()
    person.wait(lambda: not person.desk.page.is_busy)


@pytest.mark.sweep
def test_the_test_of_runs_and_its_correction_are_chosen_by_key(opened: Opened) -> None:
    person = opened(questions=60)
    desk, one = person.desk, person.desk.choice.measures[0]
    person.press("Shift+P", "Shift+C")
    assert not desk.options.test.isVisible(), "the live table tests by marks alone"
    view(person, "P")
    assert desk.options.test.isVisible()
    assert desk.options.correction.isVisible()
    choose(person, "Shift+P", desk.options.test, "t")
    choose(person, "Shift+C", desk.options.correction, "bh")
    expected = read(results.p_values(fresh(person), one, test="t", correction="bh"))
    assert read(desk.table()).rows == expected.rows
    assert "paired t test" in desk.page.notes.text()
    assert "(Benjamini-Hochberg)" in desk.page.notes.text()
    choose(person, "Shift+P", desk.options.test, "tukey")
    assert not desk.options.correction.isVisible(), "Tukey's is for all pairs already"
    assert read(desk.table()).rows == read(results.p_values(fresh(person), one, test="tukey")).rows
    choose(person, "Shift+P", desk.options.test, "wilcoxon")
    against = view(person, "R")
    assert desk.options.test.isVisible()
    assert not desk.options.correction.isVisible(), "two runs are one test"
    names = against.head[2:4]
    found = results.compare(
        fresh(person), *(person.session.catalog.run_named[name] for name in names), [one], test="wilcoxon"
    )
    p = found.loc[str(one), "p"]
    assert "Wilcoxon signed-rank test over" in against.notes
    assert f"p = {p:.4f}".replace("0.", ".", 1) in against.notes
    assert f"Cohen's d = {score_text(found.loc[str(one), 'd'])} [" in against.notes
    person.press("T")
    assert not desk.options.test.isVisible()


@pytest.mark.sweep
def test_tukey_and_questions_needed_have_views_that_lead_on(opened: Opened) -> None:
    person = opened(questions=60)
    desk, one = person.desk, person.desk.choice.measures[0]
    needed = view(person, "Shift+Q")
    measures = desk.choice.measures
    assert needed.rows == read(results.power(fresh(person), measures)).rows
    person.press("Shift+Down", "Return")
    person.wait(lambda: not desk.page.is_busy)
    assert desk.choice.view == "tukey"
    table = read(desk.table())
    expected = results.tukey(fresh(person), desk.choice.one)
    assert table.rows == read(expected).rows
    small = sum(expected["p"] < 0.05)
    assert len(desk.page.sheet.strong) == small > 0, "a trivial collection"
    heads = [desk.page.model.headerData(at, Qt.Orientation.Horizontal) for at in range(5)]
    assert {column for _, column in desk.page.sheet.strong} == {heads.index("p")}
    person.press("Shift+Down", "Return")
    person.wait(lambda: not desk.page.is_busy)
    assert desk.choice.view == "against"
    assert (
        tuple(read(desk.table()).head[2:4]) == table.rows[1][:2]
        or tuple(read(desk.table()).head[2:4]) == table.rows[0][:2]
    )
    person.press("Esc", "Esc")
    person.wait(lambda: not desk.page.is_busy)
    assert desk.choice.view == "power"
    assert desk.choice.one == one


def test_a_measure_of_whole_runs_says_which_test_it_has(opened: Opened) -> None:
    person = opened(kind="validation", questions=30, runs=3)
    desk = person.desk
    desk.choice.name_measure("F1")
    assert "randomization test" in view(person, "P").notes
    choose(person, "Shift+P", desk.options.test, "t")
    assert desk.table() is None
    assert "F1 has no score per unit, so there is no paired t test" in desk.page.notes.text()
    choose(person, "Shift+P", desk.options.test, "randomization")
    assert desk.table() is not None


def test_a_picture_without_room_gives_way_to_the_numbers(opened: Opened) -> None:
    person = opened(questions=60)
    view(person, "R")
    picture = person.desk.page.picture
    assert picture.isVisible()
    person.window.resize(960, 540)
    person.wait(lambda: not picture.isVisible())
    assert person.desk.page.rows.isVisible()
    person.window.resize(1280, 800)
    person.wait(picture.isVisible)


def test_a_view_has_its_title_once_and_markers_of_runs(opened: Opened) -> None:
    person = opened(questions=6)
    page = person.desk.page
    view(person, "P")
    runs = person.session.catalog.runs
    assert {page.model.rows[row][0] for row in range(len(runs))} == {run.name for run in runs}
    marked = page.model.index(0, 0).data(Qt.ItemDataRole.DecorationRole)
    assert not marked.isNull()
    assert page.model.index(0, 1).data(Qt.ItemDataRole.DecorationRole) is None
    view(person, "W")
    assert page.picture is not None
    assert page.picture.figure.title == ""
    assert page.picture.accessibleName() == page.title.text() != ""
    assert page.rows.x() > page.picture.geometry().right(), "a square picture has the numbers beside it"
    caps = [button.caps for button in page.keys.findChildren(HintButton)[:4]]
    assert caps == [("Shift+Up",), ("Down",), ("Left",), ("Right",)]
    view(person, "Shift+R")
    assert page.rows.y() > page.picture.geometry().bottom()


def test_run_against_run_goes_question_by_question(opened: Opened) -> None:
    person = opened()
    desk, one = person.desk, person.desk.choice.measures[0]
    table = view(person, "R")
    found = fresh(person).unit_values(one)
    first, second = (person.session.catalog.run_named[name] for name in table.head[2:4])
    assert first == desk.live.chosen
    assert len(table.rows) == len(found.units)
    for question, _, a, b, apart in table.rows:
        at = found.units.tolist().index([q.name for q in person.session.catalog.questions].index(question))
        expected = (found.values[at, first], found.values[at, second])
        assert (a, b, apart) == pytest.approx((*expected, expected[0] - expected[1]), nan_ok=True)
    apart_of = [row[4] for row in table.rows if not np.isnan(row[4])]
    assert apart_of == sorted(apart_of, reverse=True)
    person.press("X", "X")
    person.wait(lambda: not desk.page.is_busy)
    assert read(desk.table()).head[3] != table.head[3]


def test_categories_are_scored_anew_over_their_questions(opened: Opened) -> None:
    person = opened()
    one, catalog = person.desk.choice.measures[0], person.session.catalog
    person.desk.choice.toggle_gold_column("GAW")
    table, rankings = view(person, "C"), view(person, "Y")
    for gold in ("", "GAW"):
        board = fresh(person, gold)
        for row in table.rows:
            name, counted, cells = row[0], row[1:4], row[4:]
            board.select(frozenset(at for at, q in enumerate(catalog.questions) if q.category == name))
            scores = [board.score(one, catalog.run_named[run]) for run in table.head[4:]]
            if not gold:
                assert cells == pytest.approx([score.value for score in scores], abs=1e-12)
                assert {tuple(score)[2:] for score in scores} == {counted}
            head = f"{one} (GAW)" if gold else str(one)
            block = [each for each in rankings.rows if each[0] == name]
            printed = {each[1]: each[rankings.head.index(head)] for each in block}
            for run, score in zip(table.head[4:], scores, strict=True):
                assert printed[run] == pytest.approx(score.value, abs=1e-12)
    assert {row[0] for row in rankings.rows} == {"all", *(row[0] for row in table.rows)}


def test_hardness_counts_thirds_and_leaves_a_run_out(opened: Opened) -> None:
    person = opened()
    table = view(person, "Shift+H")
    counts = [sum(column(table, name).values()) for name in HARDNESS]
    values = fresh(person).unit_values(person.desk.choice.measures[0]).values
    scored = int((~np.isnan(values).all(axis=1)).sum())
    assert sum(counts) == scored
    assert max(counts) - min(counts) <= 1
    assert person.desk.page.sheet.figure is not None
    person.press("I")
    person.wait(lambda: not person.desk.page.is_busy)
    assert "left out" in read(person.desk.table()).notes


def test_orders_are_compared_by_kendall(opened: Opened) -> None:
    person = opened()
    desk = person.desk
    desk.choice.toggle_gold_column("GAW")
    table = view(person, "A")
    board, other = fresh(person), fresh(person, "GAW")
    one, two = desk.choice.measures[:2]
    scores = {
        str(one): [board.score(one, run).value for run in board.runs],
        str(two): [board.score(two, run).value for run in board.runs],
        f"{one} (GAW)": [other.score(one, run).value for run in board.runs],
    }
    for name, values in scores.items():
        for head, others in scores.items():
            assert column(table, head)[name] == kendall(values, others)
    ranks = view(person, "Shift+K")
    assert ranks.head == ("run", "GA", "GAW")
    assert dict(zip([r[0] for r in ranks.rows], [r[1] for r in ranks.rows], strict=True)) == {
        row.name: row.rank for row in board.standing(one)
    }


def test_a_view_is_marked_while_it_is_out_of_date_and_made_again(
    opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    person = opened()
    view(person, "C")
    before = person.desk.table()
    # A busy computer may take longer for one label than the pause that ends the judging.
    monkeypatch.setattr(Pause, "start", lambda pause, *_: Delay.start(pause, 3_600_000))
    for answer in range(0, 24, 2):
        relabel(person, answer)
    assert "have changed" in person.desk.page.notes.text()
    assert person.desk.table() is before
    person.settle()
    assert "have changed" not in person.desk.page.notes.text()
    assert person.desk.table() is not before


def test_series_of_a_mixed_collection(opened: Opened) -> None:
    person = opened(kind="factoid", questions=42)
    table = view(person, "Shift+S")
    one, catalog = person.desk.choice.measures[person.desk.choice.main], person.session.catalog
    board = fresh(person)
    for name, units, pending, excluded, *cells in table.rows:
        at = next(n for n, series in enumerate(catalog.series) if series.name == name)
        board.select(frozenset(q for q, asked in enumerate(catalog.questions) if asked.series == at))
        scores = [board.score(one, catalog.run_named[run]) for run in table.head[4:]]
        assert cells == pytest.approx([score.value for score in scores], abs=1e-12, nan_ok=True)
        assert {tuple(score)[2:] for score in scores} == {(units, pending, excluded)}
    assert view(person, "Shift+Z").rows


def test_tables_are_taken_along_by_key(opened: Opened, tmp_path: Path) -> None:
    person = opened()
    desk, board = QGuiApplication.clipboard(), fresh(person)
    one = person.desk.choice.measures[0]
    person.press("Ctrl+Shift+C")
    lines = [line.split("\t") for line in desk.text().splitlines()]
    assert lines[0][:3] == ["run", "rank", str(one)]
    assert [line[0] for line in lines[1:]] == [row.name for row in board.standing(one)]
    scores = {row.name: row.score.value for row in board.standing(one)}
    assert {line[0]: float(line[2]) for line in lines[1:]} == scores
    assert any(score != round(score, 3) for score in scores.values())
    measures = person.desk.choice.measures
    counted = [f"{measures[-1]} {what}" for what in COUNTED]
    assert lines[0][-3 - len(measures) :] == [*counted, *(f"{each} {JUDGED}" for each in measures)]
    person.press("Ctrl+Shift+L")
    assert "\\begin{tabular}" in desk.text()
    person.press("Ctrl+Shift+M")
    assert desk.text().count("| --- |") or "|---|" in desk.text()
    person.press("E")
    person.wait(lambda: bool(person.desk.findChildren(QFileDialog)))
    dialog = person.desk.findChildren(QFileDialog)[0]
    path = tmp_path / "scores.csv"
    dialog.fileSelected.emit(str(path))
    dialog.reject()
    person.settle()
    rows = list(csv.DictReader(io.StringIO(path.read_text(encoding="utf-8"))))
    assert [float(row[str(one)]) for row in rows] == [row.score.value for row in board.standing(one)]
    assert str(path) in person.desk.live.legend.text()
    with pytest.raises(Refused, match="not a form of tables"):
        write_tables([person.desk.table()], tmp_path / "scores.xls")


@pytest.mark.sweep
def test_any_measure_under_any_gold_standard_stands_beside_by_keys(opened: Opened) -> None:
    person = opened()
    desk = person.desk
    person.press("Shift+B")
    QTest.keyClicks(QApplication.focusWidget(), "Hit@1 under BA")
    person.press("Return")
    assert desk.choice.golds == ("Hit@1 under BA",)
    board, one = fresh(person, "BA"), measure("Hit@1")
    there = {row.run: row.rank for row in board.standing(one)}
    here = {row.run: row.rank for row in fresh(person).standing(desk.choice.one)}
    shown = desk.live.view.table.position("gold:Hit@1 under BA")
    relabel(person, 3)
    here = {row.run: row.rank for row in fresh(person).standing(desk.choice.one)}
    for place, row in enumerate(desk.live.rows):
        assert row.gold_scores[0].score == board.score(one, row.run)
        assert row.gold_scores[0].rose == (here[row.run] or 0) - (there[row.run] or 0)
        index = desk.live.view.table.index(place, shown)
        assert index.data() == score_text(board.score(one, row.run).value)
        assert "Hit@1 under BA" in desk.live.view.table.words(index)
    assert column(read(desk.table()), "Hit@1 (BA)") == {row.name: row.score.value for row in board.standing(one)}
    table = view(person, "W")
    assert table.head[1:4:2] == ("nG@1", "nDCG")
    heads = []
    for _ in range(5):
        person.press("X")
        person.wait(lambda: not desk.page.is_busy)
        heads.append(read(desk.table()).head[3])
    assert heads == [*(str(each) for each in desk.choice.measures[2:]), "Hit@1 (BA)", "nDCG"]
    before = desk.table()
    person.press("I")
    person.wait(lambda: not desk.page.is_busy)
    assert "left out" in read(desk.table()).notes
    assert [row[1:] for row in read(desk.table()).rows] != [row[1:] for row in read(before).rows]
    person.press("Shift+B")
    QTest.keyClicks(QApplication.focusWidget(), "Hit@1 under assessor:nobody")
    person.press("Return")
    assert "nobody" in desk.page.notes.text()
    assert desk.choice.golds == ("Hit@1 under BA",)


def test_pairs_that_are_open_are_shown_even_while_plain_means_are_not(opened: Opened) -> None:
    person = opened(runs=7, judged=0.94, correct=0.3)
    table = view(person, "Shift+J")
    assert table.head[1:] == tuple(row[0] for row in table.rows)
    words = [cell.split() for row in table.rows for cell in row[1:] if cell]
    assert {cell[0] == "open" for cell in words} == {True, False}
    bridge = person.program.bridge
    assert bridge is not None
    bridge.next_best.toggle()
    person.wait(lambda: not person.desk.page.is_busy)
    assert person.desk.table() is not None
    assert person.desk.page.isVisible()
    person.press("C")
    assert person.desk.empty.isVisible()


@pytest.mark.sweep
def test_the_chooser_lists_every_measure_that_applies(opened: Opened) -> None:
    person = opened(kind="factoid", questions=42)
    desk, combo = person.desk, person.desk.tools.measure
    listed = [combo.itemData(at) for at in range(combo.count())]
    kinds = {question.kind for question in person.session.catalog.questions}
    assert {one.name for one in MEASURES if kinds & set(one.kinds)} <= set(listed)
    rejected = [f"rejected({which})" for which in ("0", "1", "0.5", "P(C|A)", "P(¬C|A)")]
    assert listed[-5:] == rejected
    assert len(listed) == len(set(listed))
    for name in rejected:
        combo.choose(name)
        combo.activated.emit(combo.currentIndex())
        person.settle()
        one = measure(name)
        assert desk.choice.one == one
        assert combo.currentData() == name
        row = desk.live.rows[0]
        assert row.scores[desk.choice.main] == fresh(person).score(one, row.run)


@pytest.mark.sweep
def test_measures_are_added_and_left_out(opened: Opened) -> None:
    person = opened()
    desk = person.desk
    person.press("Shift+M")
    QTest.keyClicks(QApplication.focusWidget(), "nDCG(cutoff=1")
    person.press(")", "Return")
    added = desk.choice.measures[desk.choice.main]
    assert added == measure("nDCG(cutoff=1)")
    assert len(desk.choice.measures) == 6
    assert desk.live.view.table.index(0, desk.live.view.table.position("main")).data() == score_text(
        fresh(person).standing(added)[0].score.value
    )
    person.press("Del")
    assert added not in desk.choice.measures
    for _ in range(6):
        person.press("Del")
    assert len(desk.choice.measures) == 1
    assert desk.live.view.table.index(0, desk.live.view.table.position("run")).data()


def test_parameters_are_typed_and_what_is_none_is_shown(opened: Opened) -> None:
    person = opened()
    desk = person.desk
    for name in examples(person.session.catalog):
        assert measure(name).name == name
    person.press("Shift+M")
    QTest.keyClicks(QApplication.focusWidget(), "nothing")
    person.press("Return")
    assert "there is no measure 'nothing'" in desk.live.legend.text()
    person.press("Shift+G")
    QTest.keyClicks(QApplication.focusWidget(), "GAW(weights=3:1:0)")
    person.press("Return")
    assert person.program.bridge.gold == "GAW(weights=3:1:0)"  # type: ignore[union-attr]
    assert desk.live.rows[0].scores[0] == fresh(person).standing(desk.choice.measures[0])[0].score
