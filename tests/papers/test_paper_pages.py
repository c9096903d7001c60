"""The pages of the five papers: every cell equal at the printed precision, or a known misprint."""

import csv
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest

from jurybox.errors import Refused
from jurybox.papers import NAMES, VERDICTS, page, pages
from jurybox.papers.page import PaperTable, Printed, agrees, rounded, table
from jurybox.papers.penas import TABLE_3
from jurybox.papers.rodrigo import TABLE_2 as CUADRO_2
from jurybox.papers.rodrigo import TABLE_3 as CUADRO_3
from jurybox.papers.rodrigo import drawn, matrices
from jurybox.papers.sakai import PATTERNS, TABLE_4, TABLE_24
from jurybox.papers.sakai import TABLE_3 as DISTRIBUTIONS
from jurybox.papers.sakai_rankings import MEASURES, RANKINGS
from jurybox.papers.sakai_tables import COLUMNS, TABLE_23, TABLES

PAGES = {found.name: found for found in pages()}
# equal, misprints, not recomputable
COUNTS = {
    "penas": (18, 1, 0),
    "llopis": (52, 6, 0),
    "voorhees": (16, 2, 5),
    "sakai": (1475, 28, 716),
    "rodrigo": (66, 2, 0),
}
SHARED = Path(__file__).parents[3] / "shared" / "tables"
needs_tables = pytest.mark.skipif(not SHARED.exists(), reason="the tables are not here")


@pytest.mark.parametrize("name", NAMES)
def test_every_cell_is_equal_or_a_known_misprint(name: str) -> None:
    """A cell that differs for no known reason, or agrees though listed as a misprint, raises in `pages`."""
    found = PAGES[name]
    for each in found.tables:
        equal, misprints, lost = (each.count(verdict) for verdict in VERDICTS)
        print(f"{found.paper[:30]}... {each.title}: {equal} equal, {misprints} misprints, {lost} not printed")
        for cell in each.cells:
            assert (cell.ours is None) == (cell.verdict == "not recomputable")
            assert bool(cell.reason) == (cell.verdict != "equal")
            assert cell.ours is None or agrees(cell.ours, cell.printed) == (cell.verdict == "equal")
            assert cell.verdict != "misprint" or cell.shown != cell.printed
            if cell.verdict == "misprint":
                print(f"  {cell.row}, {cell.column}: {cell.printed}, recomputed {cell.shown}: {cell.reason}")
    assert tuple(found.count(verdict) for verdict in VERDICTS) == COUNTS[name]
    assert page(name) == found


def test_the_misprints_of_all_papers_are_counted() -> None:
    totals = [sum(found.count(verdict) for found in PAGES.values()) for verdict in VERDICTS]
    print(f"{totals[0]} cells equal, {totals[1]} misprints, {totals[2]} not recomputable")
    assert totals == [sum(counts[at] for counts in COUNTS.values()) for at in range(3)]


def test_a_name_that_is_no_paper_is_refused() -> None:
    with pytest.raises(Refused, match="no paper 'salton'; choose from penas, llopis, voorhees, sakai, rodrigo"):
        page("salton")


def one(printed: str, ours: float | Fraction | str | None, reason: str = "", lost: str = "") -> PaperTable:
    return table(
        "T", "", [Printed("r", "c", printed, ours)], misprints={("r", "c"): reason} if reason else {}, lost=lost
    )


def test_a_cell_cannot_be_wrong_without_a_reason_nor_have_one_that_is_not_needed() -> None:
    assert one("0.58", 0.584).cell("r", "c").verdict == "equal"
    assert one("0.58", 0.585, "because").cell("r", "c").shown == "0.5850"
    assert one("0.58", None, lost="gone").count("not recomputable") == 1
    for printed, ours, reason in (("0.58", 0.585, ""), ("0.58", 0.58, "because"), ("L3", "L2", ""), ("1", None, "x")):
        with pytest.raises(ValueError, match="r, c"):
            one(printed, ours, reason)
    with pytest.raises(ValueError, match="no cell"):
        table("T", "", [], misprints={("r", "c"): "because"})
    with pytest.raises(ValueError, match="two cells"):
        table("T", "", [Printed("r", "c", "1", 1.0)] * 2)
    with pytest.raises(KeyError):
        one("1", 1.0).cell("r", "d")


def test_values_are_rounded_as_papers_do_halves_up_and_fractions_exactly() -> None:
    assert rounded(0.125, "0.00") == "0.13"
    assert rounded(0.285, "0.28") == "0.29"
    assert rounded(Fraction(1, 3), "0.0000") == "0.3333"
    assert rounded(Fraction(2499999, 10_000_000), ".00") == "0.25"
    assert agrees(0.5, ".5")
    assert not agrees(0.45, "0.4")


def rows(name: str) -> list[dict[str, str]]:
    with (SHARED / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def plain(text: str) -> str:
    return text.rstrip("*†‡ ")


@pytest.mark.needs_data
@needs_tables
def test_what_stands_here_is_what_was_printed_in_the_tables_of_means() -> None:
    for number, found in TABLES.items():
        printed = rows(f"sakai-table{number:02}")
        assert [row["run"] for row in printed] == list(found.rows)
        for row in printed:
            cells = tuple(plain(row[column]) for column in COLUMNS)
            assert [float(cell) for cell in cells] == [float(cell) for cell in found.rows[row["run"]]]
    assert {row["run"]: plain(row["BA-Hit@1"]) for row in rows("sakai-table23")} == TABLE_23


@pytest.mark.needs_data
@needs_tables
def test_what_stands_here_is_what_was_printed_of_rankings() -> None:
    for number, rankings in RANKINGS.items():
        printed = rows(f"sakai-table{number}")
        for name in MEASURES:
            run_of = [row[f"run_{name}"] for row in printed]
            assert [text.split(" (")[0] for text in run_of] == [place.run for place in rankings[name]]
            assert [plain(row[name]) for row in printed] == [place.mean for place in rankings[name]]
            moved = ["".join(mark for mark in text.partition(" (")[2] if mark in "↑↓0123456789") for text in run_of]
            assert moved == [place.moved for place in rankings[name]]


@pytest.mark.needs_data
@needs_tables
def test_what_stands_here_is_what_was_printed_of_levels() -> None:
    of_2 = {row["pattern"]: (int(row["answers"]), row["level"]) for row in rows("sakai-table2")}
    of_21 = {row["pattern"]: row["weight"] for row in rows("sakai-table21")}
    assert {name: (*of_2[name], of_21[name]) for name in of_2} == PATTERNS
    of_24 = {row.pop("level"): tuple(map(int, row.values())) for row in rows("sakai-table24")}
    assert {level: row for level, row in of_24.items() if level != "total"} == TABLE_24
    for columns, file, prefix in ((DISTRIBUTIONS, "sakai-table3", ""), (TABLE_4, "sakai-table4", "n_")):
        for name, column in columns.items():
            pairs = [(row[f"{prefix}{name}"], row[f"q_{name}"]) for row in rows(file)]
            assert {int(n): int(q) for n, q in pairs if n} == column


@pytest.mark.needs_data
@needs_tables
def test_what_stands_here_is_what_was_printed_of_validation_and_non_response() -> None:
    printed = {row.pop("system"): [float(cell) for cell in row.values()] for row in rows("rodrigo-cuadro3")}
    assert {run: [float(cell) for cell in cells] for run, cells in CUADRO_3.items()} == printed
    of_2 = {row.pop("row"): list(map(int, row.values())) for row in rows("rodrigo-cuadro2")}
    wanted = zip(of_2["Respuestas"], of_2["CORRECTAS"], of_2["INCORRECTAS"], strict=True)
    assert list(CUADRO_2) == list(wanted)
    fitting = Counter(row["system"] for row in rows("rodrigo-cuadro3_matrices"))
    assert {run: len(matrices(run)) for run in CUADRO_3} == fitting
    listed = {(row["system"], int(row["tp"]), int(row["fp"])) for row in rows("rodrigo-cuadro3_matrices")}
    assert {(run, *drawn(run)) for run in CUADRO_3} <= listed
    penas = {row["system"]: [float(cell) for cell in list(row.values())[1:]] for row in rows("penas-table3")}
    assert {run: [float(cell) for cell in row] for run, row in TABLE_3.items()} == penas


@pytest.mark.needs_data
@needs_tables
def test_what_stands_here_is_what_was_printed_of_answer_times() -> None:
    from jurybox.papers.llopis import TABLE_1
    from jurybox.papers.llopis import TABLE_2 as MRRT

    assert {row["team"]: (row["MRR"], int(row["t_s"]), row["ef_time"]) for row in rows("llopis-table1")} == TABLE_1
    for r, column in MRRT.items():
        printed = [(row[f"r{r}"], int(row[f"rank{r}"])) for row in rows("llopis-table2")]
        assert printed == column
