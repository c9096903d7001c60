"""What holds for the whole collection, set from the command line."""

from pathlib import Path
from typing import Any

import pytest


@pytest.fixture
def pooled(run: Any, tmp_path: Path) -> Path:
    """A run of three documents of which one is judged, as pooled judgments leave them."""
    run_file, qrels, file = tmp_path / "run.txt", tmp_path / "qrels.txt", tmp_path / "pool.jury"
    run_file.write_text("1 Q0 a 1 3.0 r\n1 Q0 b 2 2.0 r\n1 Q0 c 3 1.0 r\n")
    qrels.write_text("1 0 b 1\n")
    assert run("new", file).status == 0
    assert run("import", file, run_file, "--as", "trec-run").status == 0
    assert run("import", file, qrels, "--as", "trec-qrels").status == 0
    return file


def score(run: Any, file: Path, *words: str) -> Any:
    return run("score", file, "--measure", "AP", "--format", "json", *words).json["runs"]


def test_what_unjudged_answers_count_is_followed_by_every_command(run: Any, pooled: Path) -> None:
    listed = run("setup", pooled, "--format", "json").json["setup"]
    assert [(row["setting"], row["from"]) for row in listed] == [
        ("mode", "default"),
        ("gold", "default"),
        ("panel", "default"),
        ("unjudged", "default"),
    ]
    assert listed[-1]["value"].startswith("nonrelevant: ")
    usual = score(run, pooled)
    done = run("setup", pooled, "--unjudged", "condensed")
    assert "condensed: unjudged answers are taken out of the lists" in done.out
    assert score(run, pooled) == score(run, pooled, "--unjudged", "condensed") != usual
    folder = pooled.parent / "report"
    assert run("report", pooled, "-o", folder).status == 0
    assert "condensed" in next(folder.glob("*.html")).read_text()
    assert run("setup", pooled, "--unjudged", "default").status == 0
    assert score(run, pooled) == usual


def test_gold_standard_and_mode_are_set_together_or_not_at_all(run: Any, small: Path) -> None:
    assert run("setup", small, "--gold", "majority+lenient", "--mode", "judging").status == 0
    listed = {row["setting"]: row for row in run("setup", small, "--format", "json").json["setup"]}
    assert (listed["gold"]["value"], listed["gold"]["from"]) == ("majority+lenient", "chosen")
    assert listed["mode"]["value"] == "judging"
    refused = run("setup", small, "--gold", "assessor:Zoe", "--mode", "open")
    assert "Zoe" in refused.refusal
    assert "majority+lenient" in run("setup", small).out
    assert run("setup", small, "--gold", "default", "--mode", "open").status == 0
    assert "chosen" not in run("setup", small).out
