"""`freeze`, and what setup, assessors, assign, check, score, export and report say of a campaign."""

from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from jurybox.collection.state import State
from jurybox.commands import adjudicate
from jurybox.session import open_session

Run = Callable[..., Any]


def decide(path: Path, answer: int, label: str) -> None:
    """Decide about an answer, as the organizer."""
    with closing(open_session(path, assessor="organiser")) as session:
        session.execute(adjudicate((answer,), label, ""))
        session.flush()


@pytest.mark.sweep
def test_every_command_says_which_frozen_gold_it_rests_on(run: Run, small: Path, tmp_path: Path) -> None:
    assert "No gold standard was frozen yet." in run("freeze", small).out
    assert "frozen" not in run("score", small, "--format", "json").json
    assert run("check", small).status == 0
    made = run("freeze", small, "official")
    assert made.status == 0
    as_frozen = "Gold standard as frozen under “official” on "
    for words in (("freeze", small), ("score", small), ("score", small, "--by", "unit")):
        told = run(*words)
        assert (told.status, as_frozen in told.out) == (0, True), words
    assert run("check", small).status == 0
    report = tmp_path / "report"
    assert run("report", small, "-o", report, "--draws", "50").status == 0
    assert as_frozen in (report / "report.html").read_text(encoding="utf-8")
    with closing(State(small)) as state:
        digest = state.facts.frozen["official"].digest
    assert digest in (report / "report.html").read_text(encoding="utf-8")
    assert run("report", small, "-o", report, "--verify").status == 0

    decide(small, 1, "incorrect")
    differs = "Differs from gold “official”, frozen on "
    for words in (("freeze", small), ("check", small), ("report", small, "-o", report, "--verify")):
        told = run(*words)
        assert (told.status, differs in told.out) == (1, True), words
    assert run("score", small, "--format", "json").json["frozen"].startswith(differs)
    exported = run("export", small, "--as", "pyevall", "--gold", "adjudicated", "-o", tmp_path / "out")
    assert differs in exported.out
    assert "in 1 answer." in run("score", small).out
    listed = run("freeze", small, "--differences", "--format", "json").json
    assert [(row["answer"], row["frozen"], row["now"]) for row in listed["differences"]] == [
        ("a1.2", "correct", "incorrect")
    ]
    again = run("freeze", small, "second", "--format", "json")
    assert (again.status, again.json["problems"]) == (0, [])
    assert [row["name"] for row in again.json["frozen"]] == ["second", "official"]
    assert [row["changed"] for row in again.json["frozen"]] == [0, 1]
    assert "frozen as official" in run("setup", small).out


def test_what_cannot_be_frozen_is_refused(run: Run, small: Path) -> None:
    assert run("freeze", small, "official").status == 0
    assert "choose another name" in run("freeze", small, "official").refusal
    assert "Choose another name" in run("freeze", small, "adjudicated").refusal
    assert "not both" in run("freeze", small, "x", "--differences").refusal
    assert "--gold chooses what to freeze" in run("freeze", small, "--gold", "majority").refusal
    assert "not a gold standard" in run("freeze", small, "x", "--gold", "nonsense").refusal
    with closing(State(small)) as state:
        assert set(state.facts.frozen) == {"official"}


def test_title_description_and_days_are_set_and_head_the_report(run: Run, small: Path, tmp_path: Path) -> None:
    words = ("--title", "質問 2026", "--description", "Two systems.", "--begins", "2026-11-01")
    assert run("setup", small, *words).status == 0
    assert "from 2026-11-01" in run("setup", small).out
    assert "before the first one" in run("setup", small, "--ends", "2026-10-31").refusal
    assert "is not a day" in run("setup", small, "--ends", "31.10.2026").refusal
    assert run("setup", small, "--ends", "2026-11-30", "--pass-mark", "0.8").status == 0
    report = tmp_path / "report"
    assert run("report", small, "-o", report, "--draws", "50").status == 0
    page = (report / "report.html").read_text(encoding="utf-8")
    for seen in ("質問 2026", "2026-11-01 to 2026-11-30.", "Two systems."):
        assert seen in page
    own = tmp_path / "ana.jury"
    assert run("assign", small, "--hand-out", "Ana", "-o", own).status == 0
    with closing(State(own)) as state:
        facts = state.facts
        assert (facts.name, facts.description, facts.days) == ("質問 2026", "Two systems.", "2026-11-01 to 2026-11-30")
    assert run("setup", small, "--begins", "", "--description", "", "--pass-mark", "0").status == 0
    with closing(State(small)) as state:
        assert (state.facts.days, state.facts.description, state.facts.pass_mark) == ("until 2026-11-30", "", 0.0)


def test_assessors_show_progress_quality_and_days(run: Run, small: Path) -> None:
    quality = run("assessors", small, "--quality", "--format", "json").json["quality"]
    assert [(row["assessor"], row["shared"], row["again"], row["median s"]) for row in quality] == [
        ("Ana", 9, 0, None),
        ("Ben", 9, 0, None),
    ]
    assert quality[0]["with others"] == pytest.approx(8 / 9)
    assert "No calibration set." in run("assessors", small, "--quality").out
    assert "Nothing has been judged here yet." in run("assessors", small, "--days").out
    progress = run("assessors", small, "--progress", "--format", "csv").out.splitlines()
    assert progress[0].startswith("assessor,assigned,judged")


def test_limits_languages_and_picked_calibration_on_the_command_line(run: Run, small: Path) -> None:
    limited = run(
        "assign", small, "--to", "Cid", "--add", "--most-questions", "3", "--dry-run", "--format", "json"
    ).json
    assert (limited["short"], limited["nobody"]) == (1, 0)  # of four questions
    told = run("assign", small, "--to", "Cid", "--to", "Dan", "--add", "--most-answers", "3", "--dry-run")
    assert "lack assessors: everybody else is at their limit." in told.out
    assert "no language 'ja'" in run("assign", small, "--to", "Cid", "--language", "ja").refusal
    assert "--most-questions needs --to" in run("assign", small, "--most-questions", "3").refusal
    assert "goes with --to or alone" in run("assign", small, "--calibrate", "q1", "--everything").refusal
    assert "no question 'q9'" in run("assign", small, "--calibrate", "q9").refusal
    listed = run("assign", small, "--calibrate", "q2", "--calibrate", "q4", "--format", "json").json
    assert listed["calibration"] == ["q2", "q4"]
    words = ("--to", "Cid", "--to", "Dan", "--overlap", "1", "--calibrate", "q1")
    stored = run("assign", small, *words, "--format", "json").json
    assert stored["stored"]
    with closing(State(small)) as state:
        catalog = state.catalog
        assert state.facts.calibration == ("q1",)
        for name in ("Cid", "Dan"):
            answers = catalog.assigned_to(catalog.assessor_named[name])
            assert 0 in catalog.answer_question[answers]


def test_everybodys_file_is_handed_out_on_the_command_line(run: Run, small: Path, tmp_path: Path) -> None:
    folder = tmp_path / "own"
    made = run("assign", small, "--hand-out-all", "-o", folder, "--format", "json").json["files"]
    assert [Path(one["file"]).name for one in made] == ["small-Ana.jury", "small-Ben.jury"]
    assert "exists already" in run("assign", small, "--hand-out-all", "-o", folder).refusal
    assert "Choose one of" in run("assign", small, "--hand-out-all", "--everything").refusal
