"""Formats of the field from the command line: options of import and export, and what is said of losses."""

import json
import re
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from demo_file import demo_file

from jurybox.collection.state import State
from jurybox.formats.registry import FORMATS, format_names, format_table

Run = Callable[..., Any]


def test_bad_lines_are_left_out_only_where_that_is_asked(run: Run, tmp_path: Path) -> None:
    file, source = tmp_path / "a.jury", tmp_path / "x.run"
    source.write_text("q Q0 a 1 2 r\nq Q0 b 2 high r\nq Q0 c 3 1 r\n")
    assert run("new", file).status == 0
    refused = run("import", file, source, "--as", "trec-run")
    assert refused.status == 1
    assert "error: x.run:2: The score is 'high'." in refused.out
    told = run("import", file, source, "--as", "trec-run", "--skip-bad-lines")
    assert told.status == 0
    assert "warning: x.run:2: Left out: The score is 'high'." in told.out
    assert "2 responses" in told.out


def test_the_order_of_runs_can_be_asked_for(run: Run, tmp_path: Path) -> None:
    source = tmp_path / "x.run"
    source.write_text("q Q0 a 2 2 r\nq Q0 b 1 1 r\n")
    for order, first in (("score", "a"), ("rank", "b"), ("file", "a")):
        file = tmp_path / f"{order}.jury"
        run("new", file)
        assert run("import", file, source, "--order", order).status == 0
        run("export", file, "--as", "trec-run", "-o", tmp_path / order)
        assert (tmp_path / order / "r.run").read_text().split()[2] == first


def test_the_second_column_of_qrels_can_be_said(run: Run, tmp_path: Path) -> None:
    source, file = tmp_path / "x.qrels", tmp_path / "c.jury"
    source.write_text("1 0.5 a 1\n1 1 b 0\n")
    run("new", file)
    told = run("import", file, source, "--dry-run")
    assert "2 values (0.5, 1), and no answer is judged under two: read as rounds" in told.out
    assert json.loads(run("import", file, source, "--dry-run", "--format", "json").out)["second_column"] == "rounds"
    told = run("import", file, source, "--second-column", "assessors")
    assert (told.status, "The second column names 2 assessors: 0.5, 1." in told.out) == (0, True)


def test_a_gold_standard_is_exported_and_losses_are_said(run: Run, tmp_path: Path) -> None:
    file = demo_file(tmp_path / "c.jury", "community")
    told = run("export", file, "--as", "trec-qrels", "-o", tmp_path / "ga.qrels", "--gold", "GA")
    counts = "267 judgments and 24 to be given"
    assert told.out.splitlines() == [f"{tmp_path / 'ga.qrels'}: {counts}; read back and equal."]
    levels = [line.split()[3] for line in (tmp_path / "ga.qrels").read_text().splitlines()]
    assert levels.count("-1") == 24
    assert {"0", "1", "2", "3"} <= set(levels)
    both = run("export", file, "--as", "trec-qrels", "-o", tmp_path / "x", "--gold", "GA", "--assessor", "visitor")
    assert "not both" in both.refusal
    assert "Tables contain the labels of assessors" in run("export", file, "-o", tmp_path / "x", "--gold", "GA").refusal
    said = run("export", file, "--as", "ntcir-cqa", "-o", tmp_path / "runs").out
    assert "3 runs are not named as NTCIR requires" in said
    pooled = run("export", file, "--as", "pyevall", "-o", tmp_path / "p.json").out
    assert "The values are shares of 4 assessors, who are not named." in pooled


def test_where_a_format_is_unknown_one_learns_which_command_names_them(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "a.jury"
    run("new", file)
    (tmp_path / "x.txt").write_text("no format has lines like this one\n", encoding="utf-8")
    refusal = run("import", file, tmp_path / "x.txt").refusal
    assert "jurybox import --help lists the formats, jurybox help files describes them" in refusal
    listed = re.sub(r"-\n +", "-", run("import", "--help").out)
    for name, known in FORMATS.items():
        assert known.read is None or name in listed


@pytest.mark.sweep
def test_every_demo_goes_out_in_every_format_that_can_hold_it(run: Run, tmp_path: Path) -> None:
    held = {
        "community": {"trec-run", "trec-qrels", "ntcireval", "ntcir-cqa", "liveqa", "label-studio", "pyevall"},
        "series": {"trec-qa", "trec-qa-runs", "trec-qa-judgments", "trec-run", "trec-qrels", "label-studio"},
    }
    for name, formats in held.items():
        file = demo_file(tmp_path / f"{name}.jury", name)
        for form in format_names(written=True):
            who = {"liveqa": "visitor", "ntcireval": "visitor", "trec-qa-judgments": "Elif Kaya"}.get(form)
            words = ["--assessor", who] if who and form in formats else []
            told = run("export", file, "--as", form, "-o", tmp_path / f"{name}.{form}", *words)
            assert told.status == 0 or form not in formats, (name, form, told)
            assert "; read back " in told.out if told.status == 0 else told.refusal, (name, form, told)


def test_help_names_every_format(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    made_up = replace(FORMATS["documents"], name="made-up", write=FORMATS["pyevall"].write)
    monkeypatch.setitem(FORMATS, "made-up", made_up)
    for command, written in (("import", False), ("export", True)):
        known = format_names(written=written)
        assert known[-1] == "made-up"
        assert ("documents" in known) is not written
        printed = run(command, "--help").out
        # Long names are broken at their hyphens.
        assert f"{','.join(known)}." in re.sub(r"\s", "", printed)
    assert "| `made-up` |" in format_table()


def test_a_dry_run_of_an_export_lists_what_is_left_out_and_writes_nothing(run: Any, demo: Path, tmp_path: Path) -> None:
    target = tmp_path / "runs"
    told = run("export", demo, "--as", "trec-run", "-o", target, "--dry-run")
    lines = told.out.splitlines()
    assert lines[0] == "This format cannot represent everything:"
    assert any("decisions (yes or no) are left out" in line for line in lines)
    assert lines[-1].endswith("Nothing was written (dry run).")
    assert not target.exists()
    told = run("export", demo, "--as", "trec-run", "-o", target)
    assert told.out.splitlines()[-1].endswith("; read back as written.")
    assert "Missing option" in run("export", demo, "--as", "trec-run").refusal


def test_lengths_of_nuggetizer_files_are_said_to_be_counted(run: Any, tmp_path: Path) -> None:
    source, file = tmp_path / "in.jsonl", tmp_path / "c.jury"
    nuggets = [{"text": "It is old", "importance": "vital", "assignment": "support"}]
    record = {"query": "Q?", "qid": "q1", "answer_text": "It is old.", "response_length": 42, "run_id": "r"}
    source.write_text(json.dumps(record | {"nuggets": nuggets}) + "\n", encoding="utf-8")
    assert run("new", file).status == 0
    assert run("import", file, source).status == 0
    told = run("export", file, "--as", "nuggetizer", "-o", tmp_path / "out.jsonl")
    assert "1 response length is that of the stored text, in words" in told.out
    assert "read back and equal" not in told.out


def test_the_columns_of_a_table_are_proposed_then_read_as_they_are_said(run: Run, tmp_path: Path) -> None:
    file, source = tmp_path / "a.jury", tmp_path / "systems.csv"
    source.write_text("Topic No,system name,response\n1,blue,Paris\n1,red,\n2,blue,NIL\n")
    run("new", file)
    refused = run("import", file, source)
    assert refused.status == 1
    option, kind = re.findall(r"--columns '(.+)' --kind (\w+)", refused.err)[0]
    assert (option, kind) == ("Topic No=question,system name=run,response=text", "factoid")
    told = run("import", file, source, "--columns", option, "--kind", "list", "--dry-run")
    assert told.out.splitlines()[:3] == [
        "run 'blue': 1 answer to 2 questions, 1 NIL, 0 empty",
        "run 'red': 0 answers to 1 question, 0 NIL, 1 empty",
        "Read as columns, by the columns matched.",
    ]
    form = json.loads(run("import", file, source, "--columns", option, "--kind", "list", "--format", "json").out)
    assert form["stored"]
    assert [one["nil"] for one in form["runs"]] == [1, 0]
    (read,) = form["files"]
    assert (read["file"], read["format"]) == ("systems.csv", "columns")
    assert read["rows"] == {"questions": 2, "responses": 3}
    assert run("import", file, source, "--columns", "Topic No=topic").status == 2
    with closing(State(file)) as state:
        assert [one.kind for one in state.catalog.questions] == ["list", "list"]


def test_the_format_of_one_of_several_files_can_be_said(run: Run, tmp_path: Path) -> None:
    file, topics, runs = tmp_path / "a.jury", tmp_path / "t=1.txt", tmp_path / "r.run"
    topics.write_text("1\triver treaty\n2\thop gardens\n")
    runs.write_text("1 Q0 d1 1 2 r\n2 Q0 d1 1 2 r\n")
    run("new", file)
    asked = run("import", file, topics, runs)
    assert asked.status == 1
    (option,) = {*re.findall(r"--as (\S+trec-topics)", asked.err)}
    assert run("import", file, topics, runs, "--as", option).status == 0
    with closing(State(file)) as state:
        assert [one.name for one in state.catalog.questions] == ["1", "2"]
    for wrong in (["--as", f"{tmp_path}/other=trec-run"], ["--as", "trec-run", "--as", "trec-qrels"]):
        assert run("import", file, topics, runs, *wrong).status == 2
