"""Every view of scores says on how many units its numbers rest: below the table, in CSV, in its picture."""

import csv
import io
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from demo_file import demo_file
from views_asked import Ask, asked_of

from jurybox.figures import rows_of
from jurybox.reports import sheets_groups, sheets_orders, sheets_pairs, sheets_rankings
from jurybox.reports.forms import csv_file, latex_file, markdown_file
from jurybox.reports.sheet import Asked, Sheet
from jurybox.scoring.coverage import lines_of, of_runs

VIEWS: tuple[Callable[[Asked], Sheet], ...] = (
    sheets_pairs.all_pairs,
    partial(sheets_pairs.all_pairs, by_lot=True),
    sheets_pairs.open_pairs,
    sheets_pairs.run_against_run,
    sheets_pairs.pairs_apart,
    sheets_groups.series,
    sheets_rankings.series_tables,
    sheets_groups.hardness,
    sheets_groups.zero_medians,
    sheets_orders.rank_by_measures,
    sheets_orders.rank_by_golds,
    sheets_orders.how_alike,
    sheets_orders.means,
    sheets_orders.two_measures,
)
COUNTS = ("units", "pending", "excluded")


@pytest.mark.parametrize("view", VIEWS)
def test_a_view_carries_what_it_rests_on(view: Callable[[Asked], Sheet], tmp_path: Path) -> None:
    file = demo_file(tmp_path / "series.jury", "series")
    asked = asked_of(file, "accuracy", "MRR", beside=("accuracy under majority+lenient",))
    sheet, one = view(asked), asked.main
    each = of_runs(asked.board, one, asked.board.runs)
    assert any(on.pending or on.excluded for on in each), "a trivial collection"
    told, table = " ".join(lines_of([(str(one), each)])), sheet.table
    amount = told.partition(" rest")[2].partition(" on ")[2].removesuffix(".")
    assert amount.split(": ")[-1] in table.told
    for form in (latex_file(table), markdown_file(table)):
        assert each[0].short in form
    rows = list(csv.DictReader(io.StringIO(csv_file(table))))
    name = str(one) if f"{one} units" in rows[0] else str(asked.board.gold)
    numbers = [int(rows[0][f"{name} {what}"]) for what in COUNTS]
    assert numbers == [each[0].units, each[0].pending, each[0].excluded]
    if sheet.picture is not None:
        assert amount.split(": ")[-1] in sheet.picture.caption
        assert str(asked.board.gold) in sheet.picture.caption
        drawn = {row[1:3]: row[5] for row in rows_of(sheet.picture) if row[0] == "coverage"}
        assert drawn[name, "units"] == each[0].units


def test_a_column_that_rests_on_little_is_named(tmp_path: Path) -> None:
    file = demo_file(tmp_path / "series.jury", "series")
    asked = asked_of(file, "accuracy", "MRR", beside=("accuracy under majority+strict",))
    told = sheets_orders.means(asked).table.told
    assert "accuracy (majority+strict) rests on less than half: 19 of 54 factoid questions" in told


@pytest.mark.parametrize("view", [sheets_groups.categories, sheets_rankings.category_tables])
def test_categories_say_so_too(view: Callable[[Asked], Sheet], ask: Ask) -> None:
    asked = ask("nG@1", "nDCG")
    assert "on 24 of 24 questions" in view(asked).table.told
    assert set(COUNTS) <= set(view(asked).table.head)


def test_groups_are_counted_as_on_the_command_line(tmp_path: Path) -> None:
    asked = asked_of(demo_file(tmp_path / "series.jury", "series"), "F-list", "accuracy")
    table = sheets_groups.series(asked).table
    assert table.head[1:4] == COUNTS
    board = asked.frozen.board()
    for row in table.rows:
        at = next(at for at, one in enumerate(asked.catalog.series) if one.name == row[0])
        board.select(frozenset(q for q, one in enumerate(asked.catalog.questions) if one.series == at))
        assert row[1:4] == tuple(board.score(asked.main, 0))[2:]
    assert asked.board.questions is None, "the scores are over all questions again"
    assert len(table.rows) > 1
