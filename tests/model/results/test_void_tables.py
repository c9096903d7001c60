"""Tables in which nothing can be computed: a sentence that says why, in the place of dashes."""

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from small import small_collection

from jurybox_gui.cli import program

ONE = [(0, n, "correct") for n in range(12)]
APART = [(n % 2, n, "correct") for n in range(12)]
SHARED = [*ONE, (1, 0, "incorrect")]
WHY = {
    "one": "No agreement can be computed: only Ana has labeled answers (12), and two judges are needed.",
    "apart": "No agreement can be computed: none of the 12 answers labeled has labels of two judges.",
    "none": "No agreement can be computed: no judge has labeled answers in this way yet.",
}


def run(*words: object) -> Any:
    found = CliRunner().invoke(program, [str(word) for word in words])
    assert found.exit_code == 0, found.output
    return found.output


@pytest.mark.parametrize(("name", "labels"), [("one", ONE), ("apart", APART), ("none", [])])
@pytest.mark.parametrize("by", ["figure", "label", "category", "pair", "assessor"])
def test_dashes_give_way_to_the_reason(tmp_path: Path, name: str, labels: Any, by: str) -> None:
    path = small_collection(tmp_path / "s.jury", labels=labels)
    assert run("agreement", path, "--by", by) == f"{WHY[name]}\n"
    assert run("agreement", path, "--by", by, "--format", "markdown") == f"\n{WHY[name]}\n"
    assert run("agreement", path, "--by", by, "--format", "latex") == f"% {WHY[name]}\n"


def test_programs_still_get_rows_and_null(tmp_path: Path) -> None:
    path = small_collection(tmp_path / "s.jury", labels=ONE)
    rows = list(csv.DictReader(io.StringIO(run("agreement", path, "--format", "csv"))))
    assert {row["agreement"]: row["value"] for row in rows}["raw agreement"] == ""
    found = json.loads(run("agreement", path, "--format", "json"))
    assert (found["raw"], found["reason"]) == (None, "nothing was labeled by two assessors")


def test_one_shared_answer_is_enough_for_a_table(tmp_path: Path) -> None:
    path = small_collection(tmp_path / "s.jury", labels=SHARED)
    printed = run("agreement", path)
    assert "No agreement" not in printed
    assert [line.split()[-3] for line in printed.splitlines() if line.startswith("raw")] == [".000"]
    assert "validation: 1 answers have several labels; 2 assessors." in printed


def test_nothing_of_the_kind_is_said_as_it_is(tmp_path: Path) -> None:
    path = small_collection(tmp_path / "s.jury", labels=SHARED)
    assert "Every assessor of these labels is a judge." in run("agreement", path, "--by", "other")
    assert "kappa" not in run("agreement", path, "--by", "other").splitlines()[0]


@pytest.mark.usefixtures("quick_pictures")
def test_a_report_says_it_once_and_has_no_table_of_dashes(tmp_path: Path) -> None:
    path = small_collection(tmp_path / "s.jury", labels=ONE)
    run("report", path, "-o", tmp_path / "report", "--draws", 20)
    page = (tmp_path / "report" / "report.html").read_text(encoding="utf-8")
    assert page.count(WHY["one"]) == 1
    assert "Krippendorff&#x27;s alpha, nominal" not in page
    assert WHY["one"] in (tmp_path / "report" / "report.tex").read_text(encoding="utf-8")
    assert not (tmp_path / "report" / "tables" / "agreement.csv").exists()
    assert run("report", path, "-o", tmp_path / "report", "--verify") == "The report is valid.\n"
