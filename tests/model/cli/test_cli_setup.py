"""What holds for the whole collection, set from the command line."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from jurybox.collection.file import open_reading
from jurybox.commands import SetFact
from jurybox.session import open_session


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
        ("title", "chosen"),
        ("mode", "default"),
        ("gold", "default"),
        ("panel", "default"),
        ("unjudged", "default"),
    ]
    assert listed[-1]["value"].startswith("nonrelevant: ")
    usual = score(run, pooled)
    done = run("setup", pooled, "--unjudged", "condensed")
    assert "condensed: unjudged answers are removed from the lists" in done.out
    assert score(run, pooled) == score(run, pooled, "--unjudged", "condensed") != usual
    folder = pooled.parent / "report"
    assert run("report", pooled, "-o", folder).status == 0
    assert "unjudged answers are removed from the lists" in next(folder.glob("*.html")).read_text()
    assert run("setup", pooled, "--unjudged", "default").status == 0
    assert score(run, pooled) == usual


def test_what_no_question_follows_is_said_to_be_without_effect(run: Any, small: Path) -> None:
    assert "unjudged" not in run("setup", small).out
    done = run("setup", small, "--unjudged", "condensed")
    assert "condensed: without effect, since no question here is ranked" in done.out
    assert "unjudged" not in run("setup", small, "--unjudged", "default").out


def test_gold_standard_and_mode_are_set_together_or_not_at_all(run: Any, small: Path) -> None:
    assert run("setup", small, "--gold", "majority+lenient", "--mode", "judging").status == 0
    listed = {row["setting"]: row for row in run("setup", small, "--format", "json").json["setup"]}
    assert (listed["gold"]["value"], listed["gold"]["from"]) == ("majority+lenient", "chosen")
    assert listed["mode"]["value"] == "judging"
    refused = run("setup", small, "--gold", "assessor:Zoe", "--mode", "open")
    assert "Zoe" in refused.refusal
    assert "majority+lenient" in run("setup", small).out
    assert run("setup", small, "--gold", "default", "--mode", "open").status == 0
    listed = run("setup", small, "--format", "json").json["setup"]
    assert {row["setting"] for row in listed if row["from"] == "chosen"} == {"title"}


@pytest.mark.parametrize(
    "words",
    [
        "setup FILE --mode judging",
        "assessors FILE --panel Ana",
        "assign FILE --remove Zoe",
        "study stability FILE --measure accuracy --trials 20 --keep",
        "withdraw FILE one",
        "baseline FILE all-yes",
        "assign FILE --to Ana --to Ben",
    ],
)
@pytest.mark.sweep
def test_what_is_not_on_the_disk_is_reported(
    run: Any, small: Path, monkeypatch: pytest.MonkeyPatch, words: str
) -> None:
    with closing(open_session(small, assessor="Zoe")):
        before = stored_rows(small)
    command = [small if word == "FILE" else word for word in words.split()]

    def full(*_: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    with monkeypatch.context() as faulty:
        faulty.setattr("jurybox.collection.jobs.insert_entries", full)
        faulty.setattr("jurybox.collection.jobs.count_import", full)
        refusal = run(*command).refusal
        assert "disk" in refusal
        assert refusal.endswith(". Nothing was changed; run the command again.")
        assert "by itself" not in refusal
    assert stored_rows(small) == before
    assert run(*command).status == 0
    assert stored_rows(small) != before


def stored_rows(path: Path) -> list[list[tuple[Any, ...]]]:
    with closing(open_reading(path)) as db:
        return [db.execute(f"SELECT * FROM {table} ORDER BY id").fetchall() for table in ("entry", "run", "assignment")]


def test_the_organizer_speaks_in_whoevers_file_it_is(run: Any, small: Path) -> None:
    with closing(open_session(small, assessor="organiser")) as session:
        session.execute(SetFact("seat", "Ana"))
        session.flush()
    assert run("setup", small, "--gold", "majority+lenient").status == 0
    assert run("study", "stability", small, "--measure", "accuracy", "--trials", "20", "--keep").status == 0
    with closing(open_session(small, assessor="organiser")) as session:
        assert [session.catalog.assessors[one.entry.assessor].name for one in session.history(2)] == [
            "organiser",
            "organiser",
        ]
        session.undo()
        session.undo()
        assert session.facts.gold == ""
        session.flush()
