"""`jurybox import`, `export` and `baseline`."""

import csv
import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest


@pytest.fixture
def tables(run: Any, small: Path, tmp_path: Path) -> Path:
    """The tables of the small collection."""
    assert run("export", small, "-o", tmp_path / "tables").status == 0
    return tmp_path / "tables"


@pytest.fixture
def empty(run: Any, tmp_path: Path) -> Path:
    """A collection without anything."""
    run("new", tmp_path / "empty.jury")
    return tmp_path / "empty.jury"


def test_import_reports_and_stores(run: Any, empty: Path, tables: Path) -> None:
    told = run("import", empty, tables)
    assert told.status == 0
    assert "answers: 12 new" in told.out
    assert "0 errors, 0 warnings." in told.out
    assert told.out.splitlines()[-1].startswith("Added: ")
    again = run("import", empty, tables, "--format", "json").json
    assert again["stored"] is True
    assert run("score", empty, "--format", "json").json["runs"][0]["run"] == "one"


def test_dry_run_stores_nothing(run: Any, empty: Path, tables: Path) -> None:
    before = empty.read_bytes()
    told = run("import", empty, tables, "--dry-run")
    assert (told.status, told.out.splitlines()[-1]) == (0, "Nothing was stored (dry run).")
    assert run("import", empty, tables, "--dry-run", "--format", "json").json["stored"] is False
    assert empty.read_bytes() == before


def test_a_dry_run_of_matched_columns_prints_the_first_rows_as_they_are_stored(
    run: Any, empty: Path, tmp_path: Path
) -> None:
    source = tmp_path / "mills.csv"
    source.write_text("qid,reply,verdict,who\n" + "".join(f"q{n},Odo {n},correct,Ana\n" for n in range(9)))
    said = ("--columns", "qid=question,reply=text,verdict=label,who=assessor")
    told = run("import", empty, source, *said, "--dry-run").out.splitlines()
    assert "mills.csv brings answers: question 'q0', text 'Odo 0'." in told
    assert "mills.csv brings judgments: assessor 'Ana', question 'q2', answer '(by its text)', label 'correct'." in told
    assert sum("brings judgments" in line for line in told) == 3
    assert "brings" not in run("import", empty, source, *said).out


def test_an_error_stores_nothing_and_names_the_line(run: Any, empty: Path, tables: Path) -> None:
    responses = tables / "responses.csv"
    with responses.open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))
    rows[3][rows[0].index("decision")] = "perhaps"
    with responses.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(rows)
    before = empty.read_bytes()
    for more in ((), ("--dry-run",)):
        told = run("import", empty, tables, *more)
        assert told.status == 1
        assert "responses.csv:4" in told.out
        assert "Nothing was stored" in told.out
        assert empty.read_bytes() == before
    assert run("import", empty, tables, "--format", "json").json["stored"] is False


def test_json_of_an_import_has_codes_evidence_and_what_is_lost(run: Any, empty: Path, tmp_path: Path) -> None:
    first, second = tmp_path / "first.qrels", tmp_path / "second.qrels"
    first.write_text("1 0 d1 0\n1 0 d9 2\n", encoding="utf-8")
    assert run("import", empty, first, "--assessor", "hana").status == 0
    second.write_text("1 0 d1 1\n1 0 d2 x\n1 0 d3 2\n2 0 d1 0\n2 0 d4 1\n", encoding="utf-8")
    asked = ("import", empty, second, "--assessor", "hana", "--format", "json", "--dry-run")
    refused, skipped = run(*asked).json, run(*asked, "--skip-bad-lines").json
    assert (refused["ok"], skipped["ok"]) == (False, True)
    assert {"qrels-grade", "stored-label-differs"} <= {one["code"] for one in refused["findings"]}
    for told in (refused, skipped):
        (read,) = told["evidence"]
        assert (read["file"], read["format"], read["fit"], read["lines"]) == ("second.qrels", "trec-qrels", 4, 5)
        assert f"Read as trec-qrels, {read['words']}." == told["decided"]
        assert told["lost"] == {"judgments": {"lost": 2, "people": {"hana": {"lost": 1, "of": 4}}}}


def test_json_of_an_import_without_bad_lines_loses_nothing(run: Any, empty: Path, tables: Path) -> None:
    told = run("import", empty, tables, "--format", "json").json
    assert told["lost"] == {}
    assert {(one["format"], one["fit"], one["lines"]) for one in told["evidence"]} == {("tables", None, None)}


def test_a_question_about_formats_shows_what_each_would_store(run: Any, empty: Path, tmp_path: Path) -> None:
    before, file = empty.read_bytes(), tmp_path / "x.txt"
    file.write_text("1 hana d1 in the hall\n2 hana d2 at sea\n", encoding="utf-8")
    run_words = (
        "x.txt brings responses: run 'hana', question '1', rank '1', answer '(by its text)', text 'in the hall', "
        "document 'd1'."
    )
    topic_words = "x.txt brings questions: question '1', kind 'ranked', text 'hana d1 in the hall'."
    told = run("import", empty, file)
    assert (told.status, told.out) == (1, "")
    assert told.err.endswith(f" With --as trec-qa-runs, {run_words} With --as trec-topics, {topic_words}\n")
    asked = run("import", empty, file, "--format", "json")
    assert asked.status == 1
    assert asked.json["stored"] is asked.json["ok"] is False
    assert asked.json["question"] in told.err
    assert [(one["as"], one["option"], one["rows"], one["preview"]) for one in asked.json["choices"]] == [
        ("trec-qa-runs", "--as trec-qa-runs", {"responses": 2}, run_words),
        ("trec-topics", "--as trec-topics", {"questions": 2}, topic_words),
    ]
    assert empty.read_bytes() == before
    (tmp_path / "r.run").write_text("1 Q0 d1 1 4 r\n", encoding="utf-8")
    assert f"With --as {file}=trec-qa-runs, x.txt brings" in run("import", empty, file, tmp_path / "r.run").err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("no-such-folder",), "no-such-folder does not exist. Nothing was stored; correct the name."),
        ((), "Missing argument 'SOURCES...'. See jurybox import --help."),
        (("{file}", "--as", "foo"), "'foo' is not a format that can be imported. Choose from tables"),
    ],
)
def test_import_refuses_with_one_sentence(run: Any, empty: Path, words: tuple[str, ...], said: str) -> None:
    asked = [word.format(file=empty) for word in words]
    assert run("import", empty, *asked).refusal.startswith(said)


def test_export_reads_back_what_it_wrote(run: Any, small: Path, tmp_path: Path) -> None:
    told = run("export", small, "-o", tmp_path / "out", "--assessor", "Ana", "--anonymous")
    assert told.status == 0
    assert told.out.endswith("; read back and equal.\n")
    written = "".join(one.read_text("utf-8") for one in (tmp_path / "out").iterdir())
    assert "Ana" not in written
    assert "Ben" not in written
    assert "exists already. Nothing was written" in run("export", small, "-o", tmp_path / "out").refusal
    assert "'foo' cannot be written; choose from tables" in run("export", small, "--as", "foo", "-o", "x").refusal
    assert "There is no assessor 'Zoe'" in run("export", small, "--assessor", "Zoe", "-o", "x").refusal
    assert run("export", small).refusal == "Missing option '-o' / '--output'. See jurybox export --help."


@pytest.mark.parametrize("kind", ["all-yes", "half-yes", "random"])
def test_baseline_adds_a_run_once(run: Any, small: Path, kind: str) -> None:
    assert run("baseline", small, kind, "--seed", "7", "--name", "mine").out == "Run mine has 12 responses.\n"
    assert "There is a run 'mine' already." in run("baseline", small, kind, "--name", "mine").refusal
    with closing(sqlite3.connect(small)) as db:
        assert db.execute("SELECT origin FROM run WHERE name = 'mine'").fetchone() == ("baseline",)
    names = [one["run"] for one in run("score", small, "--format", "json").json["runs"]]
    assert names == ["one", "two", "mine"]
    assert "is not one of 'all-yes'" in run("baseline", small, "length-and-time").refusal


def test_answer_patterns_are_pointed_to_the_window(run: Any, small: Path, tmp_path: Path) -> None:
    patterns = tmp_path / "patterns"
    patterns.write_text("1.1 Oslo\n1.2 Rom(e|a)\n", encoding="utf-8")
    refused = run("import", small, patterns)
    assert refused.status == 1
    assert "Propose labels by answer patterns on the Judge desk" in refused.err
    assert "or use jurybox patterns" in refused.err
    patterns.write_text("nothing of any kind\n", encoding="utf-8")
    assert "Propose labels" not in run("import", small, patterns).err


def test_words_of_labels_are_said_beside_the_columns(run: Any, tmp_path: Path) -> None:
    file, source = tmp_path / "c.jury", tmp_path / "judged.csv"
    source.write_text("qid,response,relevance\n1,x,Relevant\n1,y,odd\n", encoding="utf-8")
    assert run("new", file).status == 0
    columns = ("--columns", "qid=question,response=text,relevance=label", "--kind", "ranked")
    refused = run("import", file, source, *columns)
    assert refused.status == 1
    assert "--words relevant=A,odd=LABEL" in refused.out
    told = run("import", file, source, *columns, "--words", "relevant=A,odd=cannot-tell")
    assert told.status == 0
    assert "Labels are read as: 'relevant' = A, 'odd' = cannot-tell." in told.out
    assert "is not a word and a label" in run("import", file, source, *columns, "--words", "odd").refusal


def test_the_control_that_is_read_is_asked_with_the_option_to_repeat(run: Any, tmp_path: Path) -> None:
    results = [
        {"from_name": name, "type": "choices", "value": {"choices": [word]}}
        for name, word in (("fluency", "correct"), ("final verdict", "incorrect"))
    ]
    task = {"data": {"qid": "q", "docid": "a"}, "annotations": [{"completed_by": 1, "result": results}]}
    file, source = tmp_path / "c.jury", tmp_path / "tasks.json"
    source.write_text(json.dumps([task]), encoding="utf-8")
    assert run("new", file).status == 0
    asked = run("import", file, source)
    assert asked.status == 1
    assert "Nothing was stored" in asked.out
    assert "--control fluency or --control 'final verdict'" in asked.out
    assert run("log", file).out.count("judgment") == 0
    assert run("import", file, source, "--control", "final verdict").status == 0
    assert "incorrect" in run("log", file).out
    (tmp_path / "c.qrels").write_text("q 0 a 1\n", encoding="utf-8")
    refused = run("import", file, tmp_path / "c.qrels", "--control", "x")
    assert "--control is for exports of Label Studio" in refused.refusal
