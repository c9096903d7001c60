"""Views of the Scores desk: gold standards side by side, judges as runs, tables taken along."""

import csv
import io
import re
from collections.abc import Callable, Iterator
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from copied import copied
from demo_file import demo_file
from generated import generated_collection
from person import Person
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
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


RUNS, NUMBERS = "Runs by measures", "The numbers of this view"
FIRST, SECOND, *MORE = map(measure, ("nG@1", "nDCG", "Q", "Hit@1", "AP"))
"""The measures of ranked questions."""


def view(person: Person, *keys: str) -> Read:
    """Press the key of a view, and take its table along."""
    person.press(*keys)
    table = copied(person)
    assert table is not None, person.seen.text
    return table


def beside(person: Person, gold: str) -> None:
    """Compare with a gold standard that is typed."""
    person.press("Shift+B")
    person.type(gold)
    person.press("Return")


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
    golds = ("GAW", "assessor:a2+strict")
    for gold in golds:
        beside(person, gold)

    def agrees() -> bool:
        here = {row.run: row for row in fresh(person).standing(FIRST)}
        moved = False
        for gold in golds:
            there = {row.run: row for row in fresh(person, gold).standing(FIRST)}
            words = comparison_words(person.session.catalog, person.session.facts, gold)
            table = person.seen.table(RUNS)
            assert table.column(words) == [score_text(there[run].score.value) for run in here]
            for place, run in enumerate(here):
                rose = (here[run].rank or 0) - (there[run].rank or 0)
                tip = person.tip_of(RUNS, place, words)
                assert words in tip
                assert ("higher than in this table" in tip, "lower than in this table" in tip) == (rose > 0, rose < 0)
                moved |= bool(rose)
        return moved

    assert agrees()
    for answer in (0, 7, 13):
        relabel(person, answer)
        agrees()
    person.click("More choices (1 set)")
    person.choose("Compare with", person.seen.choices["Compare with"][0])
    assert "More choices" in person.seen.buttons
    assert len(person.seen.table(RUNS).heads) == 4 + 7


def test_the_legend_says_so_where_a_score_lies_outside_its_bounds(come: Callable[..., Person], tmp_path: Path) -> None:
    person = come(demo_file(tmp_path / "d.jury", "community"), desk="scores", assessor="visitor")
    one = measure(person.seen.marks["Ranked by"])
    outside = []
    for row in person.board.standing(one):
        bounds = person.board.bounds(one, row.run)
        outside.append(not bounds.low - 1e-9 <= row.score.value <= bounds.high + 1e-9)
    assert set(outside) == {True, False}
    assert "a score can be outside" in person.seen.heard
    head = person.seen.table(RUNS).heads[4]
    assert ["outside this range" in person.tip_of(RUNS, row, head) for row in range(len(outside))] == outside


def test_boards_follow_what_the_window_selects(opened: Opened) -> None:
    person = opened(judged=0.8)
    bridge, one = person.program.bridge, FIRST
    assert bridge is not None
    beside(person, "GAW")
    bridge.select_questions(frozenset(range(0, 30, 2)))
    bridge.set_unjudged("nonrelevant")
    relabel(person, 3)
    for gold in ("", "GAW"):
        live, full = bridge.board(gold or None), fresh(person, gold)
        assert live is not None
        assert [live.score(one, run) for run in live.runs] == [full.score(one, run) for run in full.runs]
    person.settle()
    assert "count as not relevant" in person.seen.heard
    with pytest.raises(Refused):
        bridge.board("LOO:nobody")


@pytest.mark.sweep
def test_judges_and_the_asker_are_ranked_with_the_runs(opened: Opened) -> None:
    person = opened()
    beside(person, "GAW")
    runs = person.seen.table(RUNS).column("Run")
    assert len(runs) == 5
    person.click("More choices (1 set)")
    person.choose("Rank", "runs, judges and asker")
    board = fresh(person, humans=True)
    assert len(board.runs) > 5
    assert person.seen.table(RUNS).column("Run") == [row.name for row in board.standing(FIRST)]
    assert "judge a1" in person.seen.table(RUNS).column("Run")
    assert len(person.board.runs) == 5
    person.choose("Rank", "judges and asker, unranked")
    words = comparison_words(person.session.catalog, person.session.facts, "GAW")
    for at, name in enumerate(person.seen.table(RUNS).column("Run")):
        if name not in runs:
            assert "than in this table" not in person.tip_of(RUNS, at, words)
    judge = person.seen.table(RUNS).column("Run").index("judge a1")
    assert "95 % interval" in person.tip_of(RUNS, judge, str(FIRST))
    person.choose("Rank", "runs only")
    assert len(person.seen.table(RUNS).rows) == 5


@pytest.mark.sweep
def test_bounds_intervals_and_marks_come_later_and_are_those_of_the_analysis(opened: Opened) -> None:
    person = opened(judged=0.99, questions=120, correct=0.3)

    def agrees(shown: Read) -> list[object]:
        board = fresh(person)
        found = standings(board, FIRST)
        intervals = [each.interval and (each.interval.low, each.interval.high) for each in found]
        bounds = [board.bounds(FIRST, each.row.run) for each in found]
        assert [*column(shown, "run")] == [each.row.name for each in found]
        assert [mark or "" for mark in column(shown, "mark").values()] == [each.mark for each in found]
        assert [*zip(*(column(shown, f"interval {end}").values() for end in ("from", "to")), strict=True)] == intervals
        assert [*zip(*(column(shown, end).values() for end in ("lowest", "highest")), strict=True)] == [
            (each.low, each.high) for each in bounds
        ]
        assert any(each.low < each.high for each in bounds)
        return intervals

    shown = view(person)
    before = agrees(shown)
    assert any(column(shown, "mark").values())
    assert "sign test" in shown.notes
    relabel(person, 0)
    assert "not updated yet" in person.seen.heard
    person.settle()
    assert "not updated yet" not in person.seen.heard
    assert agrees(view(person)) != [None] * len(before)


@pytest.mark.sweep
def test_lines_join_runs_without_a_significant_difference_by_the_test_chosen(opened: Opened) -> None:
    person = opened(questions=60, runs=7)

    def agrees(**how: Any) -> list[str]:
        table = read(results.p_values(fresh(person), FIRST, **how))
        p = {(str(row[0]), name): row[at] for row in table.rows for at, name in enumerate(table.head[1:], 1)}
        shown = person.seen.table(RUNS)
        names, words = shown.column("Run"), [row[1] for row in shown.rows]
        joined: set[tuple[str, ...]] = set()
        for name, said in zip(names, words, strict=True):
            for line in re.findall(r"between (.*?) \(", said):
                names_of_line = tuple(re.split(", | and ", line))
                assert name in names_of_line
                joined.add(names_of_line)
        for line in joined:
            assert list(line) == names[names.index(line[0]) :][: len(line)], "a line has no gap"
            assert all(p[a, b] >= 0.05 for a, b in combinations(line, 2))
        apart = [(a, b) for a, b in pairwise(names) if not any({a, b} <= set(line) for line in joined)]
        assert all(p[pair] < 0.05 for pair in apart)
        return words

    assert any("sign test, Holm, p ≥ .05" in words for words in agrees())
    heard = person.seen.heard
    assert "Runs joined by a line do not differ significantly." in heard or "Line: no significant" in heard
    person.click("More choices")
    person.choose("Test", "Tukey HSD test")
    assert any("Tukey HSD test, p ≥ .05" in words for words in agrees(test="tukey"))
    board = fresh(person)
    for each in (SECOND, *MORE):
        for at, row in enumerate(board.standing(FIRST)):
            bounds = board.bounds(each, row.run)
            if bounds.low < bounds.high:
                assert f"{score_text(bounds.low)} to {score_text(bounds.high)}" in person.tip_of(RUNS, at, str(each))
    person.click_head(RUNS, "Rank")
    ranks = [*map(int, person.seen.table(RUNS).column("Rank"))]
    assert ranks == sorted(ranks, reverse=True)
    assert not any(row[1] for row in person.seen.table(RUNS).rows), "lines are of the order of scores"


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
    for one in VIEWS:
        person.press(one.key or one.shares.value.key)
        assert person.seen.marks["View"] == one.title
        if not any(table.rows for table in person.seen.tables):
            assert one.name in {"series", "targets", "golds"}, one.name
            assert any(word.endswith(".") for word in person.seen.said)
    person.press("Esc")
    assert person.seen.marks["View"] == RUNS


def test_pairs_are_those_of_the_sign_test_with_holm(opened: Opened) -> None:
    person = opened(questions=60)
    values = fresh(person).unit_values(FIRST).values
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


@pytest.mark.sweep
def test_the_test_of_runs_and_its_correction_are_chosen_by_key(opened: Opened) -> None:
    person = opened(questions=60)
    person.press("Shift+P", "Shift+C")
    assert "Test" not in person.seen.marks, "the live table tests by marks alone"
    view(person, "P")
    assert {"Test", "Correction"} <= set(person.seen.marks)
    person.choose("Test", "Paired t test")
    person.choose("Correction", "Benjamini-Hochberg")
    shown = view(person)
    assert shown.rows == read(results.p_values(fresh(person), FIRST, test="t", correction="bh")).rows
    assert "paired t test" in shown.notes
    assert "(Benjamini-Hochberg)" in shown.notes
    person.choose("Test", "Tukey HSD test")
    assert "Correction" not in person.seen.marks, "Tukey's is for all pairs already"
    assert view(person).rows == read(results.p_values(fresh(person), FIRST, test="tukey")).rows
    person.choose("Test", "Wilcoxon signed-rank test")
    against = view(person, "R")
    assert "Test" in person.seen.marks
    assert "Correction" not in person.seen.marks, "two runs are one test"
    names = against.head[2:4]
    found = results.compare(
        fresh(person), *(person.session.catalog.run_named[name] for name in names), [FIRST], test="wilcoxon"
    )
    p = found.loc[str(FIRST), "p"]
    assert "Wilcoxon signed-rank test over" in against.notes
    assert f"p = {p:.4f}".replace("0.", ".", 1) in against.notes
    assert f"Cohen's d = {score_text(found.loc[str(FIRST), 'd'])} [" in against.notes


@pytest.mark.sweep
def test_tukey_and_questions_needed_have_views_that_lead_on(opened: Opened) -> None:
    person = opened(questions=60)
    needed = view(person, "Shift+Q")
    expected = read(results.power(fresh(person), (FIRST, SECOND, *MORE)))
    width = len(expected.head)
    assert [row[:width] for row in needed.rows] == [tuple(row) for row in expected.rows]
    table = view(person, "Shift+Down", "Return")
    assert person.seen.marks["View"] == "ANOVA and Tukey's HSD"
    found = results.tukey(fresh(person), measure(person.seen.marks["Ranked by"]))
    width = len(read(found).head)
    assert [row[:width] for row in table.rows] == [tuple(row) for row in read(found).rows]
    strong = person.desk.page.sheet.strong
    assert len(strong) == sum(found["p"] < 0.05) > 0, "a trivial collection"
    assert {column for _, column in strong} == {person.seen.table(NUMBERS).heads.index("p")}
    against = view(person, "Shift+Down", "Return")
    assert person.seen.marks["View"] == "Run against run"
    assert against.head[2:4] in {table.rows[0][:2], table.rows[1][:2]}
    person.press("Esc", "Esc")
    assert person.seen.marks["View"] == "Questions needed"
    assert person.seen.marks["Ranked by"] == str(FIRST)


def test_a_measure_of_whole_runs_says_which_test_it_has(opened: Opened) -> None:
    person = opened(kind="validation", questions=30, runs=3)
    assert person.seen.marks["Ranked by"] == "F1"
    person.press("P")
    assert "randomization test" in person.seen.heard
    person.choose("Test", "Paired t test")
    assert copied(person) is None
    assert "F1 has no score per unit, so there is no paired t test" in person.seen.heard
    person.choose("Test", "Randomization test")
    assert copied(person) is not None


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
    chosen = person.seen.table(RUNS).column("Run")[0]
    table = view(person, "R")
    found = fresh(person).unit_values(FIRST)
    first, second = (person.session.catalog.run_named[name] for name in table.head[2:4])
    assert table.head[2] == chosen
    assert len(table.rows) == len(found.units)
    named = {question.name: at for at, question in enumerate(person.session.catalog.questions)}
    for question, _, *cells in table.rows:
        at = found.units.tolist().index(named[str(question)])
        a, b = found.values[at, first], found.values[at, second]
        assert [np.nan if cell is None else cell for cell in cells] == pytest.approx([a, b, a - b], nan_ok=True)
    apart_of = [row[4] for row in table.rows if row[4] is not None]
    assert apart_of == sorted(apart_of, reverse=True)
    assert view(person, "X", "X").head[3] != table.head[3]


def test_categories_are_scored_anew_over_their_questions(opened: Opened) -> None:
    person = opened()
    one, catalog = FIRST, person.session.catalog
    beside(person, "GAW")
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
    values = fresh(person).unit_values(FIRST).values
    scored = int((~np.isnan(values).all(axis=1)).sum())
    assert sum(counts) == scored
    assert max(counts) - min(counts) <= 1
    assert person.desk.page.sheet.figure is not None
    assert "left out" in view(person, "I").notes


def test_orders_are_compared_by_kendall(opened: Opened) -> None:
    person = opened()
    beside(person, "GAW")
    table = view(person, "A")
    board, other = fresh(person), fresh(person, "GAW")
    one, two = FIRST, SECOND
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
    before = person.seen.table(NUMBERS)
    # A busy computer may take longer for one label than the pause that ends the judging.
    monkeypatch.setattr(Pause, "start", lambda pause, *_: Delay.start(pause, 3_600_000))
    for answer in range(0, 24, 2):
        relabel(person, answer)
    assert "have changed" in person.seen.heard
    assert person.seen.table(NUMBERS) == before
    person.settle()
    assert "have changed" not in person.seen.heard
    assert person.seen.table(NUMBERS) != before


def test_series_of_a_mixed_collection(opened: Opened) -> None:
    person = opened(kind="factoid", questions=42)
    table = view(person, "Shift+S")
    one, catalog = measure(person.seen.marks["Ranked by"]), person.session.catalog
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
    one, measures = FIRST, (FIRST, SECOND, *MORE)
    person.press("Ctrl+Shift+C")
    lines = [line.split("\t") for line in desk.text().splitlines()]
    assert lines[0][:3] == ["run", "rank", str(one)]
    assert [line[0] for line in lines[1:]] == [row.name for row in board.standing(one)]
    scores = {row.name: row.score.value for row in board.standing(one)}
    assert {line[0]: float(line[2]) for line in lines[1:]} == scores
    assert any(score != round(score, 3) for score in scores.values())
    counted = [f"{measures[-1]} {what}" for what in COUNTED]
    assert lines[0][-3 - len(measures) :] == [*counted, *(f"{each} {JUDGED}" for each in measures)]
    person.press("Ctrl+Shift+L")
    assert "\\begin{tabular}" in desk.text()
    person.press("Ctrl+Shift+M")
    assert desk.text().count("| --- |") or "|---|" in desk.text()
    person.press("E")
    person.wait(lambda: bool(person.window.findChildren(QFileDialog)))
    dialog = person.window.findChildren(QFileDialog)[0]
    path = tmp_path / "scores.csv"
    dialog.fileSelected.emit(str(path))
    dialog.reject()
    person.settle()
    rows = list(csv.DictReader(io.StringIO(path.read_text(encoding="utf-8"))))
    assert [float(row[str(one)]) for row in rows] == [row.score.value for row in board.standing(one)]
    assert str(path) in person.seen.heard
    with pytest.raises(Refused, match="not a form of tables"):
        write_tables([person.desk.table()], tmp_path / "scores.xls")


@pytest.mark.sweep
def test_any_measure_under_any_gold_standard_stands_beside_by_keys(opened: Opened) -> None:
    person = opened()
    beside(person, "Hit@1 under BA")
    relabel(person, 3)
    board, one = fresh(person, "BA"), measure("Hit@1")
    there = {row.run: row for row in board.standing(one)}
    words = "Hit@1 under BA"
    shown = next(head for head in person.seen.table(RUNS).heads if head.startswith("Hit@1") and head != "Hit@1")
    here = fresh(person).standing(FIRST)
    assert person.seen.table(RUNS).column(shown) == [score_text(there[row.run].score.value) for row in here]
    for place, row in enumerate(here):
        tip, rose = person.tip_of(RUNS, place, shown), (row.rank or 0) - (there[row.run].rank or 0)
        assert words in tip
        assert ("higher than in this table" in tip, "lower than in this table" in tip) == (rose > 0, rose < 0)
    assert column(view(person), "Hit@1 (BA)") == {row.name: row.score.value for row in board.standing(one)}
    assert view(person, "W").head[1:4:2] == ("nG@1", "nDCG")
    heads = [view(person, "X").head[3] for _ in range(5)]
    assert heads == [*map(str, MORE), "Hit@1 (BA)", "nDCG"]
    before = view(person)
    after = view(person, "I")
    assert "left out" in after.notes
    assert [row[1:] for row in after.rows] != [row[1:] for row in before.rows]
    beside(person, "Hit@1 under assessor:nobody")
    assert "nobody" in person.seen.heard
    person.press("T")
    assert shown in person.seen.table(RUNS).heads


def test_pairs_that_are_open_are_shown_even_while_plain_means_are_not(opened: Opened) -> None:
    person = opened(runs=7, judged=0.94, correct=0.3)
    table = view(person, "Shift+J")
    assert table.head[1:] == tuple(row[0] for row in table.rows)
    words = [str(cell).split() for row in table.rows for cell in row[1:] if cell]
    assert {cell[0] == "open" for cell in words} == {True, False}
    bridge = person.program.bridge
    assert bridge is not None
    bridge.next_best.toggle()
    person.settle()
    assert person.seen.table(NUMBERS).rows
    person.press("C")
    assert not person.seen.tables


@pytest.mark.sweep
def test_the_chooser_lists_every_measure_that_applies(opened: Opened) -> None:
    person = opened(kind="factoid", questions=42)
    listed = person.seen.choices["Ranked by"]
    kinds = {question.kind for question in person.session.catalog.questions}
    applying = {one.name for one in MEASURES if kinds & set(one.kinds)}
    assert {name for name in applying if not name.startswith("rejected(")} <= set(listed)
    rejected = {f"rejected: {which}": f"rejected({which})" for which in ("0", "1", "0.5", "P(C|A)", "P(¬C|A)")}
    assert list(listed[-5:]) == list(rejected)
    assert len(listed) == len(set(listed))
    for words, name in rejected.items():
        person.choose("Ranked by", words)
        assert person.seen.marks["Ranked by"] == words
        table, best = person.seen.table(RUNS), fresh(person).standing(measure(name))[0]
        run = table.heads.index("Run")
        assert table.rows[0][run : run + 2] == (best.name, score_text(best.score.value))


@pytest.mark.sweep
def test_measures_are_added_and_left_out(opened: Opened) -> None:
    person = opened()
    person.press("Shift+M")
    person.type("nDCG(cutoff=1")
    person.press(")", "Return")
    added = measure("nDCG(cutoff=1)")
    table = person.seen.table(RUNS)
    assert table.heads[4] == added.name
    assert {each.name for each in (FIRST, SECOND, *MORE)} < set(table.heads)
    assert table.rows[0][4] == score_text(fresh(person).standing(added)[0].score.value)
    person.press("Del")
    assert added.name not in person.seen.table(RUNS).heads
    person.press(*["Del"] * 6)
    assert len(person.seen.table(RUNS).heads) == len(table.heads) - 5
    assert person.seen.table(RUNS).rows[0][3]


def test_parameters_are_typed_and_what_is_none_is_shown(opened: Opened) -> None:
    person = opened()
    for name in examples(person.session.catalog):
        assert measure(name).name == name
    person.press("Shift+M")
    person.type("nothing")
    person.press("Return")
    assert "there is no measure 'nothing'" in person.seen.heard
    person.press("Shift+G")
    person.type("GAW(weights=3:1:0)")
    person.press("Return")
    assert person.program.bridge.gold == "GAW(weights=3:1:0)"  # type: ignore[union-attr]
    assert person.seen.table(RUNS).rows[0][4] == score_text(fresh(person).standing(FIRST)[0].score.value)
