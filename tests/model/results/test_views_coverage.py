"""Every view of scores says on how many units its numbers rest: below the table, in CSV, in its picture."""

import csv
import io
from collections.abc import Callable
from pathlib import Path

import pytest
from demo_file import demo_file
from read_frame import read
from view_requests import Ask, request_of

from jurybox.figures import rows_of
from jurybox.results import views_of_groups, views_of_orders, views_of_pairs, views_of_rankings
from jurybox.results.views import ResultView, ViewRequest
from jurybox.results.writing import csv as csv_file
from jurybox.results.writing import latex as latex_file
from jurybox.results.writing import markdown as markdown_file
from jurybox.scoring.coverage import lines_of, of_runs

VIEWS: tuple[Callable[[ViewRequest], ResultView], ...] = (
    views_of_pairs.all_pairs,
    views_of_pairs.tukey_pairs,
    views_of_pairs.questions_needed,
    views_of_pairs.open_pairs,
    views_of_pairs.run_against_run,
    views_of_pairs.pairs_apart,
    views_of_groups.series,
    views_of_rankings.series_tables,
    views_of_groups.hardness,
    views_of_groups.zero_medians,
    views_of_orders.rank_by_measures,
    views_of_orders.rank_by_golds,
    views_of_orders.how_alike,
    views_of_orders.means,
    views_of_orders.two_measures,
)
COUNTS = ("units", "pending", "excluded")


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.sweep
def test_a_view_carries_what_it_rests_on(view: Callable[[ViewRequest], ResultView], tmp_path: Path) -> None:
    file = demo_file(tmp_path / "series.jury", "series")
    request = request_of(file, "accuracy", "MRR", gold_columns=("accuracy under majority+lenient",))
    sheet, one = view(request), request.main
    each = of_runs(request.board, one, request.board.runs)
    assert any(on.pending or on.excluded for on in each), "a trivial collection"
    told, table = " ".join(lines_of([(str(one), each)])), sheet.frame
    amount = told.partition(" rest")[2].partition(" on ")[2].removesuffix(".")
    assert amount.split(": ")[-1] in read(table).notes
    for form in (latex_file(table), markdown_file(table)):
        assert each[0].short in form
    rows = list(csv.DictReader(io.StringIO(csv_file(table))))
    name = str(one) if f"{one} units" in rows[0] else str(request.board.gold)
    numbers = [int(rows[0][f"{name} {what}"]) for what in COUNTS]
    assert numbers == [each[0].units, each[0].pending, each[0].excluded]
    if sheet.picture is not None:
        assert amount.split(": ")[-1] in sheet.picture.caption
        assert str(request.board.gold) in sheet.picture.caption
        drawn = {row[1:3]: row[5] for row in rows_of(sheet.picture) if row[0] == "coverage"}
        assert drawn[name, "units"] == each[0].units


def test_a_column_that_rests_on_little_is_named(tmp_path: Path) -> None:
    file = demo_file(tmp_path / "series.jury", "series")
    request = request_of(file, "accuracy", "MRR", gold_columns=("accuracy under majority+strict",))
    told = read(views_of_orders.means(request).frame).notes
    assert "accuracy (majority+strict) rests on less than half: 19 of 54 factoid questions" in told


@pytest.mark.parametrize("view", [views_of_groups.categories, views_of_rankings.category_tables])
def test_categories_say_so_too(view: Callable[[ViewRequest], ResultView], ask: Ask) -> None:
    request = ask("nG@1", "nDCG")
    assert "on 24 of 24 questions" in read(view(request).frame).notes
    assert set(COUNTS) <= set(read(view(request).frame).head)


def test_groups_are_counted_as_on_the_command_line(tmp_path: Path) -> None:
    request = request_of(demo_file(tmp_path / "series.jury", "series"), "F-list", "accuracy")
    table = read(views_of_groups.series(request).frame)
    assert table.head[1:4] == COUNTS
    board = request.frozen.board()
    for row in table.rows:
        at = next(at for at, one in enumerate(request.catalog.series) if one.name == row[0])
        board.select(frozenset(q for q, one in enumerate(request.catalog.questions) if one.series == at))
        assert row[1:4] == tuple(board.score(request.main, 0))[2:]
    assert request.board.questions is None, "the scores are over all questions again"
    assert len(table.rows) > 1
