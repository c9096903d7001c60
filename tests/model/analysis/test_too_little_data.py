"""No confidence interval from fewer than ten questions, or from one alone; the reason is given everywhere."""

import csv
import json
import math
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from generator import write_tables

from jurybox.analysis.agreement import pair_agreements
from jurybox.analysis.agreement_report import agreement_report, assessor_reports
from jurybox.analysis.intervals import why_no_interval
from jurybox.analysis.label_matrix import label_matrix
from jurybox.collection.file import create
from jurybox.collection.state import State
from jurybox.formats.imports import import_into
from jurybox.results.agreement import Agreements, agreement_figures
from jurybox_gui.cli import program

TABLES = {"kind": "validation", "answers_per_question": 12, "assessors": 3, "runs": 3, "judged": 1.0}


REPORTED = {
    "raw agreement": "raw",
    "Krippendorff's alpha, nominal": "alpha_nominal",
    "Krippendorff's alpha, ordinal": "alpha_ordinal",
    "Fleiss' kappa": "fleiss_kappa",
    "Gwet's AC1": "gwet_ac1",
}
"""What the figures are called in a report, and what in JSON."""


def collection(folder: Path, shared: int) -> Path:
    """Write 12 questions with 12 answers each, of which two people judged so many, and one the rest."""
    write_tables(folder / "t", questions=12, **TABLES)  # type: ignore[arg-type]
    table = folder / "t" / "judgments.csv"
    head, *rows = table.read_text(encoding="utf-8").splitlines()
    first = head.split(",").index("question"), head.split(",").index("assessor")
    names = sorted({row.split(",")[first[0]] for row in rows})[:shared]
    kept = [row for row in rows if row.split(",")[first[1]] == "a1" or row.split(",")[first[0]] in names]
    table.write_text("\n".join([head, *kept, ""]), encoding="utf-8")
    create(folder / "c.jury")
    import_into(folder / "c.jury", [folder / "t"])
    return folder / "c.jury"


@pytest.mark.parametrize(
    ("shared", "why"),
    [
        (1, "no interval: all 12 answers are of one question"),
        (9, "no interval: all 108 answers are of 9 questions, fewer than 10"),
        (10, ""),
    ],
)
def test_questions_that_two_people_judged_make_an_interval(tmp_path: Path, shared: int, why: str) -> None:
    path = collection(tmp_path, shared)
    with closing(State(path)) as state:
        matrix = label_matrix(state.collection, "validation")
        report = agreement_report(state.catalog, matrix, draws=200)
        assert report.overall.items == 12 * shared
        assert report.no_interval == why
        assert report.intervals.keys() == set(REPORTED.values())
        ends = [*report.intervals.values(), *report.label_intervals]
        assert all(math.isnan(one.low) == bool(why) for one in ends)
        assert all(one.low < one.high for one in ends if not why)
        assert all(math.isnan(pair.low) == bool(why) for pair in report.pairs)
        assert all(pair.questions == shared for pair in report.pairs)
        assert bool(report.why_no_pair_intervals) == bool(why)
    done = CliRunner().invoke(program, ["agreement", str(path), "--draws", "200"])
    assert ("No interval: " in done.output) == bool(why)
    assert f"{why.capitalize()}." in done.output or not why


def test_a_pair_needs_ten_questions_and_not_ten_things() -> None:
    labels = np.tile([[0, 1, 0, 1], [0, 1, 1, 1]], 5)
    (of_one,) = pair_agreements(labels, 2, np.zeros(20, dtype=np.int64))
    (of_many,) = pair_agreements(labels, 2, np.arange(20))
    assert (of_one.kappa, of_one.raw) == (of_many.kappa, of_many.raw)
    assert math.isnan(of_one.low)
    assert of_many.low < of_many.kappa.value < of_many.high


def test_a_stretch_of_fewer_than_ten_labels_has_no_interval(tmp_path: Path) -> None:
    with closing(State(collection(tmp_path, 10))) as state:
        matrix = label_matrix(state.collection, "validation")
        parts = [part for one in assessor_reports(state.catalog, state.ledger, matrix) for part in one.drift]
    assert {math.isnan(part.low) for part in parts} == {True, False}
    assert all(math.isnan(part.low) == (part.compared < 10) for part in parts)


def test_the_reason_names_what_there_is() -> None:
    assert why_no_interval(1, "864 items") == "no interval: all 864 items are of one question"
    assert why_no_interval(10, "10 items") == ""


@pytest.mark.sweep
@pytest.mark.usefixtures("quick_pictures")
def test_window_command_and_report_draw_the_same(tmp_path: Path) -> None:
    path = collection(tmp_path, 12)
    done = CliRunner().invoke(program, ["agreement", str(path), "--format", "json"])
    command = json.loads(done.stdout)["intervals"]
    with closing(State(path)) as state:
        matrix = label_matrix(state.collection, "validation")
        window = agreement_report(state.catalog, matrix).intervals
    assert {name: (one.low, one.high, one.method) for name, one in window.items()} == {
        name: (one["low"], one["high"], one["method"]) for name, one in command.items()
    }
    folder = tmp_path / "report"
    done = CliRunner().invoke(program, ["report", str(path), "-o", str(folder)])
    assert done.exit_code == 0, done.output
    with (folder / "tables" / "agreement.csv").open(encoding="utf-8", newline="") as file:
        of_report = {
            REPORTED[row["agreement"]]: (float(row["low"]), float(row["high"])) for row in csv.DictReader(file)
        }
    assert of_report == {name: (one.low, one.high) for name, one in window.items()}


def test_complete_agreement_has_no_interval_of_width_zero(tmp_path: Path) -> None:
    path = collection(tmp_path, 12)
    with closing(State(path)) as state:
        matrix = label_matrix(state.collection, "validation")
        first = next(row for row in matrix.labels if (row >= 0).all())
        agreed = replace(matrix, labels=np.where(matrix.labels >= 0, first, -1).astype(matrix.labels.dtype))
        report = agreement_report(state.catalog, agreed, draws=200)
        assert {getattr(report.overall, name).value for name in report.intervals} == {1.0}
        assert all(math.isnan(one.low) and math.isnan(one.high) for one in report.intervals.values())
        assert all(math.isnan(one.low) for one in report.label_intervals)
        assert report.no_interval == "", "there are enough questions"
        notes = agreement_figures(Agreements(state.catalog, report, (), ())).attrs["notes"]
        assert (
            "No interval of raw agreement, Krippendorff's alpha, nominal, Krippendorff's alpha, ordinal, "
            "Fleiss' kappa, Gwet's AC1: every draw of questions gives the same value."
        ) in notes
