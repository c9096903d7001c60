"""The line over the table: what the last label said and moved; finding runs; choosers behind *More*."""

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from demo_file import demo_file
from person import Person
from PySide6.QtCore import Qt
from small import small_collection

from jurybox.measures import measure
from jurybox.results.cells import score_text
from jurybox.scoring import RunScore
from jurybox_gui.desks.scores.last_label import moved_runs
from jurybox_gui.tables.score_rows import ScoreRow

Come = Callable[..., Person]


@pytest.fixture
def person(come: Come, tmp_path: Path) -> Person:
    """Return somebody at the scores of the validation demo."""
    return come(demo_file(tmp_path / "d.jury"), desk="scores", assessor="visitor")


RUNS = "Runs by measures"


def standing(person: Person) -> dict[str, tuple[int | None, str]]:
    """Return rank and score of each run as the scoreboard has them."""
    return {row.name: (row.rank, score_text(row.score.value)) for row in person.board.standing(measure("F1"))}


def test_a_label_given_on_judge_is_told_with_the_runs_it_moved_and_undone(person: Person) -> None:
    before = standing(person)
    assert not [name for name in person.seen.buttons if name.startswith("Undo")]
    person.press("Ctrl+1")
    asked = next(word for word in person.seen.words if word.startswith("Question V")).removeprefix("Question ")
    person.press("1", "Ctrl+2")
    after = standing(person)
    assert after != before
    last = next(word for word in person.seen.said if f" {asked}: correct" in word)
    told = dict(re.findall(r"; (\S+) ([^;]*)", last))
    for name, words in told.items():
        ranks = re.match(r"(\S+) to (\S+), F1", words)
        assert (ranks is not None) == (before[name][0] != after[name][0])
        assert ranks is None or tuple(map(int, ranks.groups())) == (before[name][0], after[name][0])
        assert before[name][1] == after[name][1] or words.endswith(f"F1 {before[name][1]} to {after[name][1]}")
    assert {name for name in after if after[name] != before[name]} <= set(told)
    turned = [name for name in told if before[name][0] != after[name][0]]
    assert turned, "the first label of the demo turns two runs"
    assert list(told)[: len(turned)] == turned, "runs with another rank come first"
    assert f"{asked}: correct" in person.seen.words
    assert f"{before[turned[0]][0]} to {after[turned[0]][0]}" in person.seen.text
    person.click("Undo")
    assert standing(person) == before
    assert f"{asked}: undone" in person.seen.words
    person.press("Right")
    assert asked not in person.seen.text, "the line is about the measure that ranks"


def row(run: int, rank: int | None, value: float) -> ScoreRow:
    return ScoreRow(run, f"run {run}", rank, 0, False, (RunScore(value, "", 1, 0, 0),), None)


def test_moved_runs_are_sorted_by_how_far_they_went() -> None:
    before = [row(0, 1, 0.9), row(1, 2, 0.5), row(2, 3, 0.4), row(3, None, float("nan")), row(4, 5, 0.1)]
    after = [row(2, 1, 0.95), row(0, 2, 0.9), row(1, 3, 0.45), replace(before[3]), row(4, 5, 0.2)]
    moved = moved_runs(before, after, 0)
    assert [one.run for one in moved] == [2, 0, 1, 4]
    assert [one.in_words("F1") for one in moved] == [
        "3 to 1, F1 .400 to .950",
        "1 to 2, F1 .900",
        "2 to 3, F1 .500 to .450",
        "F1 .100 to .200",
    ]


@pytest.mark.sweep
def test_runs_are_found_by_name_and_esc_shows_all_again(person: Person) -> None:
    table = person.seen.table(RUNS)
    names, ranks = table.column("Run"), dict(zip(table.column("Run"), table.column("Rank"), strict=True))
    person.press("/")
    person.type("tarn")
    found = person.seen.table(RUNS)
    assert found.column("Run") == [name for name in names if "tarn" in name] != names
    assert found.column("Rank") == [ranks[name] for name in found.column("Run")], "ranks are those among all runs"
    assert any(word.startswith(f"2 of {len(names)} runs shown.") for word in person.seen.said)
    person.type(" nobody")
    assert person.seen.table(RUNS).rows == ()
    assert any("No run matches “tarn nobody”." in word for word in person.seen.said)
    person.press("Esc")
    assert person.seen.table(RUNS).column("Run") == names
    person.press("Down")
    assert person.seen.table(RUNS).chosen == 1, "the table has the keyboard"


@pytest.mark.sweep
def test_choosers_are_behind_more_and_open_by_their_keys(person: Person) -> None:
    assert "Sort by" not in person.seen.marks
    person.click("More choices")
    assert "Sort by" in person.seen.marks
    person.click("More choices")
    assert "Sort by" not in person.seen.marks
    person.press("O", "End", "Return")
    assert person.seen.marks["Sort by"] == "pending"
    pending = [*map(int, person.seen.table(RUNS).column("pending"))]
    assert pending == sorted(pending, reverse=True)
    person.choose("Sort by", "pending")
    assert person.seen.marks["Sort by"] == "pending, reversed"
    assert [*map(int, person.seen.table(RUNS).column("pending"))] == sorted(pending)
    person.choose("Sort by", "score")
    assert person.seen.marks["Sort by"] == "score"
    person.choose("Compare with", "Majority, correct only")
    assert "More choices (1 set)" in person.seen.buttons


def test_an_empty_page_offers_to_import_runs(come: Come, tmp_path: Path) -> None:

    person = come(small_collection(tmp_path / "s.jury", runs=()), desk="scores", assessor="Ana")
    assert "No runs to score yet" in person.seen.words
    assert [name for name in person.seen.buttons if name.startswith("Import files…")]


def test_no_line_is_drawn_where_no_difference_could_be_shown(come: Come, tmp_path: Path) -> None:
    """Four series are scored: whatever the scores, a corrected p-value cannot come below .05."""
    person = come(demo_file(tmp_path / "d.jury", "series"), desk="scores", assessor="visitor")
    assert not any(row[1] for row in person.seen.table(RUNS).rows), "no words of lines"
    said = person.seen.heard
    assert "Too little is judged to show that runs differ." in said
    assert "4 series cannot show a significant difference" in said


@pytest.mark.sweep
def test_equal_coverage_is_said_once_and_other_beside_its_column(come: Come, tmp_path: Path) -> None:
    person = come(demo_file(tmp_path / "d.jury", "series"), desk="scores", assessor="visitor")
    table = person.desk.live.view.table
    said = {column.id: table.coverage_in_head(at) for at, column in enumerate(table.columns)}
    assert said["main"] == "4 of 12"
    assert said["measure:accuracy"] == "29 of 54"
    person.close()
    person = come(demo_file(tmp_path / "v.jury"), desk="scores", assessor="visitor")
    table = person.desk.live.view.table
    said = {column.id: table.coverage_in_head(at) for at, column in enumerate(table.columns)}
    assert said["main"] == "962 of 1,022"
    assert not any(words for id_, words in said.items() if id_ != "main")
    recall, role = table.position("measure:recall"), Qt.ItemDataRole.ToolTipRole
    tip = table.headerData(recall, Qt.Orientation.Horizontal, role)
    assert "962 of 1,022" in str(tip)
