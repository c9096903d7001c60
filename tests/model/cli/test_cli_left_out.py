"""`left-out`, `resolve` and `drop`: what keeps questions out, and the decisions of the organizer that settle it."""

from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from undecided import undecided_collection

from jurybox.session import open_session

Run = Callable[..., Any]


@pytest.fixture
def campaign(tmp_path: Path) -> Path:
    return undecided_collection(tmp_path)


def reasons(run: Run, file: Path, *words: str) -> dict[tuple[str, str | None], tuple[str, ...]]:
    told = run("left-out", file, "--format", "json", *words)
    return {(one["question"], one["answer"]): (one["reason"], *one["who"]) for one in told.json["left_out"]}


def scored(run: Run, file: Path) -> int:
    """Return on how many questions accuracy rests."""
    listed = run("score", file, "--measure", "accuracy", "--format", "json").json["runs"]
    found: int = listed[0]["measure"]["accuracy"]["units"]
    return found


OPEN = {
    ("n1", "NIL"): ("nil",),
    ("n2", "NIL"): ("nil",),
    ("c1", "c1a"): ("cannot-tell",),
    ("s1", "s1a"): ("split",),
    ("u1", "u1a"): ("unjudged", "Ben"),
    ("d1", "d1a"): ("no-decision",),
}


def test_every_reason_is_named_once_with_who_and_what_would_settle_it(run: Run, campaign: Path) -> None:
    told = run("left-out", campaign, "--format", "json")
    assert told.status == 1
    assert reasons(run, campaign) == OPEN
    assert told.json["questions"] == 6
    assert told.json["reasons"] == {"nil": 2, "cannot-tell": 1, "split": 1, "unjudged": 1, "no-decision": 1}
    assert scored(run, campaign) == 1
    assert run("score", campaign, "--format", "json").json["not_scored"] == told.json["reasons"]
    shown = run("left-out", campaign).out
    assert "2 questions: nobody decided whether NIL is right." in shown
    assert "labels of Ben" in shown


@pytest.mark.parametrize(
    ("words", "settled", "accuracy"),
    [
        (("nil", "right"), {"n1", "n2"}, 3),
        (("nil", "n1", "wrong"), {"n1"}, 2),
        (("cannot-tell", "correct"), {"c1"}, 2),
        (("cannot-tell", "c1", "incorrect"), {"c1"}, 2),
        (("first-assessor",), {"s1"}, 2),
    ],
)
def test_a_decision_brings_questions_in_and_one_undo_takes_it_back(
    run: Run, campaign: Path, words: tuple[str, ...], settled: set[str], accuracy: int
) -> None:
    words = (*words, "--as", "Ana")
    dry = run("resolve", campaign, *words, "--dry-run", "--format", "json")
    assert not dry.json["stored"]
    assert reasons(run, campaign) == OPEN
    told = run("resolve", campaign, *words, "--format", "json")
    assert told.status == 0, told.out
    assert told.json == {**dry.json, "stored": True}
    assert {one["question"] for one in told.json["decided"]} == settled
    assert {question for question, _ in OPEN} - {question for question, _ in reasons(run, campaign)} == settled
    assert scored(run, campaign) == accuracy
    with closing(open_session(campaign, assessor="Ana")) as session:
        assert session.undo() is not None
        session.flush()
    assert reasons(run, campaign) == OPEN


def test_the_first_assessor_is_the_first_in_the_order_of_assignment(run: Run, campaign: Path) -> None:
    told = run("resolve", campaign, "first-assessor", "--format", "json")
    assert told.json["decided"] == [{"question": "s1", "about": "s1a", "decided as": "incorrect"}]


def test_what_a_bulk_decision_leaves_is_named_and_ends_with_status_1(run: Run, campaign: Path) -> None:
    told = run("resolve", campaign, "majorities", "--format", "json")
    assert told.status == 1
    assert told.json == {"stored": False, "decided": [], "left": [{"question": "s1", "why": "no label has a majority"}]}
    run("setup", campaign, "gold=assessor:Ana")
    assert run("left-out", campaign, "--format", "json").json["reasons"]["nil"] == 2


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("resolve", "nil", "maybe"), "NIL is right or wrong, not 'maybe'. Nothing was changed."),
        (("resolve", "nil", "zz", "right"), "There is no question 'zz'. Nothing was changed."),
        (("resolve", "nil"), "Write nil [QUESTION] right|wrong. Nothing was changed."),
        (("resolve", "majorities", "n1"), "majorities decides all questions: name none. Nothing was changed."),
        (
            ("resolve", "cannot-tell", "blue"),
            (
                "'blue' is not a label of these answers; choose from correct, inexact, unsupported, incorrect. "
                "Nothing was changed."
            ),
        ),
        (("resolve", "nil", "right", "--as", "Zoe"), "There is no assessor 'Zoe' to decide. Nothing was changed."),
        (("drop", "n1"), "Say why n1 is dropped, with --because. Nothing was changed."),
        (("drop", "n1", "--back"), "The question 'n1' is not dropped. Nothing was changed."),
        (("drop", "zz", "--because", "x"), "There is no question 'zz'. Nothing was changed."),
        (("drop", "--back"), "Name the question. Nothing was changed."),
    ],
)
def test_what_cannot_be_decided_is_refused_in_a_sentence(
    run: Run, campaign: Path, words: tuple[str, ...], sentence: str
) -> None:
    command, *rest = words
    assert run(command, campaign, *rest).refusal == sentence
    assert reasons(run, campaign) == OPEN


def test_a_dropped_question_leaves_scores_queues_and_bounds_until_it_is_back(run: Run, campaign: Path) -> None:
    assert run("drop", campaign, "u1", "--because", "ambiguous").status == 0
    assert reasons(run, campaign)["u1", None] == ("dropped",)
    with closing(open_session(campaign, assessor="Ben")) as session:
        asked = {
            session.catalog.questions[at].name for at in session.catalog.answer_question[session.catalog.to_judge[1]]
        }
        assert "u1" not in asked
    listed = run("drop", campaign, "--format", "json").json
    assert listed == {"dropped": [{"question": "u1", "why": "ambiguous"}]}
    assert run("drop", campaign, "u1", "--back").status == 0
    assert reasons(run, campaign) == OPEN


def test_decisions_are_exported_and_come_back_with_an_import(run: Run, campaign: Path, tmp_path: Path) -> None:
    run("resolve", campaign, "nil", "right")
    run("drop", campaign, "u1", "--because", "ambiguous, both ways")
    assert run("export", campaign, "--as", "tables", "-o", tmp_path / "out").status == 0
    again = tmp_path / "again.jury"
    assert run("new", again).status == 0
    told = run("import", again, tmp_path / "out")
    assert told.status == 0, told.out + told.err
    assert reasons(run, again) == reasons(run, campaign)
    assert scored(run, again) == scored(run, campaign) == 3


def test_what_keeps_nothing_out_says_so(run: Run, campaign: Path) -> None:
    for question in ("n1", "n2", "c1", "s1", "u1", "d1"):
        assert run("drop", campaign, question, "--because", "not asked").status == 0
    told = run("left-out", campaign)
    assert told.status == 0
    assert "6 questions: dropped." in told.out


def test_the_report_prints_the_same_list(run: Run, campaign: Path, tmp_path: Path) -> None:
    counts = [line for line in run("left-out", campaign).out.splitlines() if ": " in line and " question" in line[:12]]
    assert run("report", campaign, "-o", tmp_path / "report").status == 0
    page = (tmp_path / "report" / "report.html").read_text("utf-8")
    assert len(counts) == 5
    assert [line for line in counts if line.removesuffix(".") not in page] == []


def test_a_decision_after_freezing_is_told_beside_the_scores_and_moves_no_official_one(
    run: Run, campaign: Path
) -> None:
    run("freeze", campaign, "official")
    before = run("score", campaign, "--gold", "official", "--format", "json").json["runs"]
    assert run("resolve", campaign, "nil", "right").status == 0
    assert run("drop", campaign, "k1", "--because", "late").status == 0
    assert run("score", campaign, "--gold", "official", "--format", "json").json["runs"] == before
    told = run("score", campaign).out
    assert "Differs from gold “official”" in told
    assert "in 1 answer and nuggets, groups or NIL of 3 questions" in told
    run("drop", campaign, "k1", "--back")
    run("freeze", campaign, "again")
    run("drop", campaign, "c1", "--because", "late")
    run("freeze", campaign, "third")
    run("drop", campaign, "c1", "--back")
    for name in ("official", "again", "third"):
        assert run("score", campaign, "--gold", name).status == 0
    problems = run("freeze", campaign, "--format", "json").json["problems"]
    assert [one for one in problems if "gives other labels" in one] == []


def test_nil_is_refused_where_runs_cannot_say_it(run: Run, tmp_path: Path) -> None:
    (tmp_path / "questions.csv").write_text("question,kind,text\nr1,ranked,Rivers\n", encoding="utf-8")
    run("new", tmp_path / "l.jury")
    run("import", tmp_path / "l.jury", tmp_path / "questions.csv")
    told = run("resolve", tmp_path / "l.jury", "nil", "r1", "right")
    assert told.refusal == "Runs cannot answer r1 with NIL. Nothing was changed."


def test_scores_say_what_they_leave_out_and_where_it_is_listed(run: Run, campaign: Path) -> None:
    assert (
        "Not scored: 1 question: labels are missing; 1 question: somebody cannot tell; 1 question: labels differ; "
        "2 questions: nobody decided whether NIL is right; 1 question: no label can decide it under this gold "
        "standard. List: jurybox left-out."
    ) in " ".join(run("score", campaign).out.split())


def test_under_a_frozen_gold_standard_by_name_everything_open_then_is_one_reason(run: Run, campaign: Path) -> None:
    assert run("freeze", campaign, "official").status == 0
    words = ("--gold", "official", "--format", "json")
    told = run("left-out", campaign, *words)
    assert (told.status, told.json["reasons"]) == (0, {"frozen": 6})
    assert run("score", campaign, *words).json["not_scored"] == told.json["reasons"]
