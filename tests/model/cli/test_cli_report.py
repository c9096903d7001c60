"""`jurybox report`: what it writes, that it can be made again, and what it will not overwrite."""

import csv
import json
import shutil
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from demo_file import demo_file

from jurybox.analysis.standings import standings
from jurybox.collection.state import State
from jurybox.commands import SetFact
from jurybox.commands.labels import Judge
from jurybox.lists import and_list
from jurybox.measures import measure
from jurybox.reports.document import Document, Paragraph, Section, html_of
from jurybox.results.agreement import FIGURES
from jurybox.results.frame import make_frame
from jurybox.results.writing import csv as csv_file
from jurybox.results.writing import latex as latex_file
from jurybox.results.writing import markdown as markdown_file
from jurybox.scoring import scoreboard_of
from jurybox.session import open_session


def no_picture(figure: object, form: str) -> bytes:
    raise AssertionError(f"{figure} is drawn as {form}")


ARGUMENTS = ("--measure", "accuracy", "--measure", "F1", "--draws", "40")


def test_a_report_holds_what_the_collection_says_and_holds_until_a_judgment(
    run: Any, demo: Path, tmp_path: Path
) -> None:
    mine, folder = Path(shutil.copy(demo, tmp_path / "mine.jury")), tmp_path / "report"
    assert run("report", mine, "-o", folder, *ARGUMENTS).status == 0
    names = {path.relative_to(folder).as_posix() for path in folder.rglob("*")}
    assert {
        "report.html",
        "report.tex",
        "report.json",
        "collection.jury",
        "tables/scores-accuracy.csv",
        "tables/scores-f1.tex",
        "tables/pairs-accuracy.md",
        "tables/agreement.csv",
        "figures/roc.svg",
        "figures/roc.pdf",
        "participants/heron.html",
        "participants/heron.zip",
    } <= names
    with closing(State(mine)) as state:
        board = scoreboard_of(state.collection)
        expected = standings(board, measure("accuracy"), draws=40)
        unit = int(board.decided(0)[0][0])
        label = "incorrect" if board.truth[unit] else "correct"
    with (folder / "tables" / "scores-accuracy.csv").open(encoding="utf-8") as lines:
        rows = list(csv.DictReader(lines))
    assert [row["run"] for row in rows] == [row.row.name for row in expected]
    assert [float(row["accuracy"]) for row in rows] == [row.row.score.value for row in expected]
    assert [row["mark"] for row in rows] == [row.mark for row in expected]
    manifest = json.loads((folder / "report.json").read_text(encoding="utf-8"))
    assert manifest["measures"] == "accuracy; F1"
    assert len(manifest["heads of the chains"].split()[0]) == 64
    assert run("report", mine, "-o", folder, "--verify").out == "The report is valid.\n"
    spoiled = Path(shutil.copytree(folder, tmp_path / "spoiled"))
    (spoiled / "tables" / "pairs-accuracy.md").unlink()
    (spoiled / "tables" / "agreement.tex").write_text("x", encoding="utf-8")
    found = run("report", mine, "-o", spoiled, "--verify")
    assert found.status == 1
    assert "tables/pairs-accuracy.md is missing." in found.out
    assert "tables/agreement.tex is not what" in found.out
    with closing(open_session(mine)) as session:
        session.execute(Judge((unit,), label, kind="adjudication"))
    told = run("report", mine, "-o", folder, "--verify").out
    assert "tables/scores-accuracy.csv is not what" in told
    assert "collection.jury has another log than the collection." in told
    assert run("report", folder / "collection.jury", "-o", folder, "--verify").out == "The report is valid.\n"


@pytest.mark.sweep
def test_nothing_of_anybodys_is_overwritten(run: Any, demo: Path, tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("mine", encoding="utf-8")
    assert "contains other files" in run("report", demo, "-o", tmp_path, *ARGUMENTS).refusal
    assert "contains no report" in run("report", demo, "-o", tmp_path, "--verify").refusal
    (tmp_path / "damaged").mkdir()
    (tmp_path / "damaged" / "report.json").write_text("[", encoding="utf-8")
    assert "damaged" in run("report", demo, "-o", tmp_path / "damaged", "--verify").refusal
    blocked = tmp_path / "thesis.tex" / "report"
    assert "could not be written" in run("report", demo, "-o", blocked, *ARGUMENTS).refusal


@pytest.mark.parametrize("text", ["<script>&", "a|b*_`", "50 % of_{x}\\~^", "†\n‡"])
def test_text_of_others_stays_text_in_every_form(text: str) -> None:
    rows_of_it = ((text, 0.5), (text, float("nan")))
    table = make_frame("t", text, ("run", "n"), rows_of_it, notes=(text,))
    page = html_of(Document(text, text, (Section(text, (Paragraph(text), table)),)), no_picture)
    assert "<script>" not in page
    assert page.count("<tr>") == 3
    assert len(markdown_file(table).split("\n")) == 9
    assert "<script>" not in markdown_file(table)
    rows = [line for line in latex_file(table).split("\n") if line.endswith("\\\\") and not line.startswith("%")]
    assert len(rows) == 3
    assert all(row.replace("\\&", "").count("&") == 1 for row in rows)
    assert list(csv.reader(csv_file(table).splitlines(keepends=True))) == [["run", "n"], [text, "0.5"], [text, ""]]


def table_of(folder: Path, name: str) -> list[dict[str, str]]:
    with (folder / "tables" / f"{name}.csv").open(encoding="utf-8") as lines:
        return list(csv.DictReader(lines))


@pytest.mark.sweep
def test_a_report_of_series_has_the_official_scores_and_says_what_is_left_out(run: Any, tmp_path: Path) -> None:
    mine, folder = demo_file(tmp_path / "series.jury", "series"), tmp_path / "report"
    assert run("report", mine, "-o", folder, "--draws", "20").status == 0
    manifest = json.loads((folder / "report.json").read_text(encoding="utf-8"))
    shown = manifest["measures"].split("; ")
    assert shown[0] == "series"
    assert "by-type" in shown
    told = json.loads(run("score", mine, "--measure", "series", "--format", "json").out)
    expected = {one["run"]: one["measure"]["series"] for one in told["runs"]}
    for row in table_of(folder, "scores-series"):
        score = expected[row["run"]]
        assert row["series"] == ("" if score["value"] is None else str(score["value"]))
        assert str(score["left_out"]) in row.values()
    by_type = folder / "tables" / "scores-by-type.csv"
    assert by_type.read_text(encoding="utf-8").startswith("run,rank,by-type,")
    assert run("report", mine, "-o", folder, "--verify").out == "The report is valid.\n"


@pytest.mark.sweep
def test_agreement_in_a_report_is_that_of_the_command_for_all_that_is_labeled(run: Any, tmp_path: Path) -> None:
    mine, folder = demo_file(tmp_path / "series.jury", "series"), tmp_path / "report"
    assert run("report", mine, "-o", folder, "--measure", "accuracy", "--seed", "3").status == 0
    schemes = 0
    for path in sorted((folder / "tables").glob("agreement*.csv")):
        scheme = path.stem.removeprefix("agreement").removeprefix("-")
        how = ["--scheme", scheme] if scheme else []
        told = json.loads(run("agreement", mine, *how, "--seed", "3", "--format", "json").out)
        names = {title: name for name, title in FIGURES.items()}
        for row in table_of(folder, path.stem):
            figure = names[row["agreement"]]
            value = told[figure]
            assert row["value"] == ("" if value is None else str(value))
            between = told["intervals"].get(figure, {})
            if between.get("low") is not None:
                assert (row["low"], row["high"]) == (str(between["low"]), str(between["high"]))
        schemes += 1
    assert (folder / "tables" / "agreement-importance.csv").exists()
    assert schemes >= 3


@pytest.mark.sweep
def test_a_report_has_the_guidelines(run: Any, demo: Path, tmp_path: Path) -> None:
    mine, folder = Path(shutil.copy(demo, tmp_path / "mine.jury")), tmp_path / "report"
    with closing(open_session(mine, assessor="organiser")) as session:
        session.execute(SetFact("guideline:correct", "Right, and the text says so."))
    assert run("report", mine, "-o", folder, *ARGUMENTS).status == 0
    assert {"label": "correct", "text": "Right, and the text says so."} in table_of(folder, "guidelines")
    assert "Right, and the text says so." in (folder / "report.html").read_text(encoding="utf-8")


@pytest.mark.sweep
def test_tables_of_a_report_are_in_the_order_of_the_ranking_and_hold_bounds(
    run: Any, demo: Path, tmp_path: Path
) -> None:
    assert run("report", demo, "-o", tmp_path / "report", *ARGUMENTS).status == 0

    def rows(name: str) -> list[dict[str, str]]:
        return table_of(tmp_path / "report", name)

    ranked = [row["run"] for row in rows("scores-accuracy")]
    assert ranked != sorted(ranked)
    tested = {row["run"] for row in rows("pairs-accuracy")}
    assert [row["run"] for row in rows("pairs-accuracy")] == [name for name in ranked if name in tested]
    assert [name for name in rows("pairs-accuracy")[0] if name in tested] == [name for name in ranked if name in tested]
    for a in rows("pairs-accuracy"):
        for b in rows("pairs-accuracy"):
            assert a[b["run"]] == b[a["run"]]
    with closing(State(demo)) as state:
        board = scoreboard_of(state.collection)
        run_named = {board.name_of(run): run for run in board.runs}
        for row in rows("scores-accuracy"):
            bounds = board.bounds(measure("accuracy"), run_named[row["run"]])
            assert (float(row["lowest"]), float(row["highest"])) == (bounds.low, bounds.high)
            assert float(row["CI low"]) <= float(row["accuracy"]) <= float(row["CI high"])


@pytest.mark.parametrize("judges", [("Ana", "Ben"), ("Ana", "Ben", "Cam")])
def test_who_only_decided_is_not_counted_among_the_judges(run: Any, tmp_path: Path, judges: tuple[str, ...]) -> None:
    labels = "".join(f"{who},f1,a,{('correct', 'incorrect')[at % 2]},\n" for at, who in enumerate(judges))
    tables = {
        "questions": "question,kind,text\nf1,factoid,Which river?\n",
        "answers": "question,answer,text\nf1,a,Arno\n",
        "responses": "run,question,rank,answer\none,f1,1,a\n",
        "judgments": f"assessor,question,answer,label,kind\n{labels}Dan,f1,a,correct,adjudication\n",
    }
    (tmp_path / "tables").mkdir()
    for name, text in tables.items():
        (tmp_path / "tables" / f"{name}.csv").write_text(text, encoding="utf-8")
    file, folder = tmp_path / "c.jury", tmp_path / "report"
    run("new", file)
    assert run("import", file, tmp_path / "tables").status == 0
    assert run("report", file, "-o", folder, "--draws", "10").status == 0
    page = (folder / "report.html").read_text(encoding="utf-8")
    assert f"The labels of {len(judges)} judges count, those of everybody who judges: {and_list(judges)}." in page
    assert "decided by Dan (1)" in page
