"""The papers on the command line: all in short, one in full, the misprints, in every form."""

import csv
import io
from typing import Any

import pytest

from jurybox.papers import NAMES, VERDICTS, page, pages


def test_all_papers_are_counted(run: Any) -> None:
    lines = run("papers").out.splitlines()
    for found in pages():
        (line,) = [line for line in lines if line.startswith(f"{found.name} ")]
        assert line.split()[-3:] == [f"{found.count(verdict):,}" for verdict in VERDICTS]
    total = [sum(found.count(verdict) for found in pages()) for verdict in VERDICTS]
    assert next(line for line in lines if line.startswith("all ")).split()[1:] == [f"{count:,}" for count in total]


@pytest.mark.parametrize("name", NAMES)
def test_one_paper_is_shown_cell_by_cell(run: Any, name: str) -> None:
    told, found = run("papers", name).out, page(name)
    assert told.startswith(f"{found.title}\n{found.paper}\n")
    for table in found.tables:
        assert f"\n{table.title}\n{table.note}\n" in told
    assert told.count("  misprint  ") == found.count("misprint")
    assert f"No longer in the text of the paper: {found.lost[0]}" in told


def test_cells_as_json_and_csv_are_those_of_the_page(run: Any) -> None:
    found = page("llopis")
    (told,) = run("papers", "llopis", "--format", "json").json["papers"]
    cells = [cell for table in told["tables"] for cell in table["cells"]]
    assert [(cell["printed"], cell["ours"]) for cell in cells] == [
        (cell.printed, None if cell.ours is None else float(cell.ours)) for cell in found.cells
    ]
    assert told["counts"] == {verdict: found.count(verdict) for verdict in VERDICTS}
    rows = list(csv.reader(io.StringIO(run("papers", "llopis", "--format", "csv").out)))
    assert rows[0] == ["paper", "table", "of", "figure", "printed", "ours", "verdict", "reason"]
    assert [tuple(row[2:]) for row in rows[1:]] == [
        (cell.row, cell.column, cell.printed, cell.shown, cell.verdict, cell.reason) for cell in found.cells
    ]


def test_misprints_alone(run: Any) -> None:
    rows = list(csv.DictReader(io.StringIO(run("papers", "--misprints", "--format", "csv").out)))
    assert len(rows) == sum(found.count("misprint") for found in pages())
    assert {row["verdict"] for row in rows} == {"misprint"}
    assert all(row["reason"] and row["printed"] != row["ours"] for row in rows)
    told = run("papers", "voorhees", "--misprints").out
    assert "1953 pairs" in told
    assert "weights" not in told


@pytest.mark.parametrize(("form", "mark"), [("latex", "\\begin{tabular}{llrrll}"), ("markdown", "| of | figure |")])
def test_tables_for_papers_and_pages(run: Any, form: str, mark: str) -> None:
    told = run("papers", "penas", "--format", form).out
    assert told.count(mark) == len(page("penas").tables)


def test_a_name_that_is_no_paper_is_refused(run: Any) -> None:
    assert run("papers", "salton").refusal.startswith("There is no paper 'salton'; choose from penas,")
