"""The generator of collections: what was asked for is there, for every kind, and again for the same seed."""

import csv
import tracemalloc
from collections import Counter
from pathlib import Path
from typing import Any, get_args

import pytest
from generator import rows, write_tables
from generator_plan import HEADERS, STRETCH, Kind, Plan
from generator_texts import Text, answer_text, question_text

from jurybox.formats.imports import prepare

KINDS = get_args(Kind)


def table(plan: Plan, name: str) -> list[dict[str, str]]:
    columns = HEADERS[plan.kind][name].split(",")
    return [dict(zip(columns, row, strict=True)) for row in rows(plan, name)]


def content(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("text", get_args(Text))
@pytest.mark.sweep
def test_the_import_takes_every_kind_without_a_complaint(tmp_path: Path, kind: Kind, text: Text) -> None:
    write_tables(tmp_path / "made", kind=kind, questions=24, text=text)
    with prepare([tmp_path / "made"]) as prepared:
        # New people are named. Not everything is judged: of nuggets, the report says how many pairs wait.
        told = ["New assessors: ", *(["are not listed"] if kind == "other" else [])]
        findings = [str(one) for one in prepared.report.findings]
        assert len(findings) == len(told)
        assert all(any(words in one for one in findings) for words in told)
        assert prepared.report.ok


@pytest.mark.parametrize("kind", KINDS)
def test_files_hold_the_rows_in_memory(tmp_path: Path, kind: Kind) -> None:
    options: dict[str, Any] = {"kind": kind, "questions": 12, "seed": 5, "abstain": 0.2, "text": "mixed"}
    write_tables(tmp_path, **options)
    assert set(content(tmp_path)) == {f"{name}.csv" for name in HEADERS[kind]}
    for name, header in HEADERS[kind].items():
        with (tmp_path / f"{name}.csv").open(encoding="utf-8", newline="") as page:
            found = [tuple(row) for row in csv.reader(page)]
        assert found == [tuple(header.split(",")), *rows(Plan(**options), name)]


@pytest.mark.parametrize("kind", KINDS)
def test_a_seed_makes_the_same_bytes_and_another_seed_others(tmp_path: Path, kind: Kind) -> None:
    for name, seed in (("one", 1), ("again", 1), ("other", 2)):
        write_tables(tmp_path / name, kind=kind, questions=30, seed=seed)
    assert content(tmp_path / "one") == content(tmp_path / "again")
    assert content(tmp_path / "one")["responses.csv"] != content(tmp_path / "other")["responses.csv"]


@pytest.mark.parametrize("kind", KINDS)
def test_the_counts_are_those_asked_for(kind: Kind) -> None:
    plan = Plan(kind=kind, questions=31, answers_per_question=7, runs=5, assessors=2)
    assert len({row["question"] for row in table(plan, "questions")}) == 31
    assert {row["kind"] for row in table(plan, "questions")} == {kind}
    answers = table(plan, "answers")
    assert set(Counter(row["question"] for row in answers).values()) == {7}
    assert len({row["answer"] for row in answers}) == 31 * 7
    assert [row["run"] for row in table(plan, "runs")] == [f"run-{n}" for n in range(1, 6)]
    assert Counter(row["panel"] for row in table(plan, "assessors")) == {"yes": 2, "no": 1}
    assert len(table(plan, "assignments")) == 62


@pytest.mark.parametrize("kind", KINDS)
def test_every_name_is_known(kind: Kind) -> None:
    plan = Plan(kind=kind, questions=40, abstain=0.1)
    question_of = {row["answer"]: row["question"] for row in table(plan, "answers")}
    people = {row["assessor"] for row in table(plan, "assessors")}
    runs = {row["run"] for row in table(plan, "runs")}
    for name in HEADERS[kind]:
        for row in table(plan, name):
            assert row.get("assessor", "a1") in people
            assert row.get("run", "run-1") in runs
            if row.get("answer", "") not in ("", "NIL"):
                assert question_of[row["answer"]] == row["question"]


@pytest.mark.parametrize("kind", ["validation", "factoid", "list", "ranked"])
def test_shares_of_labels_and_of_correct_answers(kind: Kind) -> None:
    plan = Plan(kind=kind, questions=800, answers_per_question=5, judged=0.7, correct=0.2)
    judgments = [row for row in table(plan, "judgments") if not row["kind"]]
    given = [row["label"] for row in judgments if row["label"]]
    assert len(given) / (3 * 4000) == pytest.approx(0.7, abs=0.02)
    states = {row["state"] for row in judgments if not row["label"]}
    assert states == {"skipped", "cannot-tell", "deferred"}
    best = "A" if kind == "ranked" else "correct"
    share = Counter(given)[best] / len(given)
    assert share == pytest.approx(0.2, abs=0.05)
    pairs = {(row["assessor"], row["answer"]) for row in judgments}
    assert len(pairs) == len(judgments)


def test_everything_judged_and_nothing_judged() -> None:
    full = table(Plan(questions=20, judged=1.0), "judgments")
    assert sum(bool(row["label"]) and not row["kind"] for row in full) == 20 * 6 * 3
    assert table(Plan(questions=20, judged=0.0, assessors=0), "judgments") == []


def test_adjudications_settle_answers_with_two_labels() -> None:
    judgments = table(Plan(questions=400), "judgments")
    settled = [row["answer"] for row in judgments if row["kind"] == "adjudication"]
    labels: dict[str, set[str]] = {}
    for row in judgments:
        if not row["kind"] and row["label"]:
            labels.setdefault(row["answer"], set()).add(row["label"])
    assert len(settled) > 50
    assert all(labels[answer] == {"correct", "incorrect"} for answer in settled)
    assert len(set(settled)) == len(settled)


def test_validation_runs_decide_and_abstain() -> None:
    plan = Plan(questions=500, abstain=0.1)
    responses = table(plan, "responses")
    kept = len(responses) / (4 * 3000)
    empty = sum(not row["decision"] for row in responses) / (4 * 3000)
    assert kept == pytest.approx(0.95, abs=0.01)
    assert empty == pytest.approx(0.05, abs=0.01)
    for row in responses:
        assert bool(row["confidence"]) == bool(row["decision"])
        assert not row["confidence"] or 0.5 <= float(row["confidence"]) <= 1
    chosen = Counter((row["run"], row["question"]) for row in responses if row["selected"])
    assert set(chosen.values()) == {1}
    assert {row["decision"] for row in responses if row["selected"]} == {"yes"}


def test_the_first_run_sees_better_than_the_last() -> None:
    plan = Plan(questions=500, correct=0.3, judged=1.0)
    labels = {row["answer"]: row["label"] for row in table(plan, "judgments") if row["assessor"] == "a1"}
    agreed = Counter(
        row["run"]
        for row in table(plan, "responses")
        if (row["decision"] == "yes") == (labels[row["answer"]] == "correct")
    )
    assert agreed["run-1"] > agreed["run-2"] > agreed["run-4"] > 0


def test_ranked_runs_return_every_answer_once() -> None:
    plan = Plan(kind="ranked", questions=20, answers_per_question=9)
    by_run: dict[tuple[str, str], list[dict[str, str]]] = {}
    for row in table(plan, "responses"):
        by_run.setdefault((row["run"], row["question"]), []).append(row)
    for listed in by_run.values():
        assert [row["rank"] for row in listed] == [str(rank) for rank in range(1, 10)]
        assert len({row["answer"] for row in listed}) == 9
        scores = [float(row["score"]) for row in listed]
        assert scores == sorted(scores, reverse=True)
    best = Counter(row["question"] for row in table(plan, "answers") if row["best"] == "yes")
    assert set(best.values()) == {1}


def test_factoid_runs_use_nil_and_keep_candidates_back() -> None:
    plan = Plan(kind="factoid", questions=300, abstain=0.2)
    responses = table(plan, "responses")
    assert set(Counter((row["run"], row["question"]) for row in responses).values()) == {1}
    assert {row["answered"] for row in responses} == {"yes", "no"}
    assert any(row["answer"] == "NIL" for row in responses)
    empty = {row["question"] for row in table(plan, "questions") if row["nil_correct"]}
    assert len(empty) == 30
    judged = table(plan, "judgments")
    assert not any(row["label"] == "correct" for row in judged if row["question"] in empty)
    assert len(table(plan, "times")) == 4 * 300


def test_list_and_other_questions_have_what_their_measures_need() -> None:
    lists = Plan(kind="list", questions=60, correct=0.4)
    grouped = table(lists, "distinct")
    assert len({row["answer"] for row in grouped}) == len(grouped) > 100
    assert len(table(lists, "instances")) == 20
    others = Plan(kind="other", questions=10, judged=1.0)
    assert len(table(others, "nuggets")) == 10 * 4 * 3
    assert len(table(others, "matches")) == 60 * 4 * 3
    assert {row["support"] for row in table(others, "matches")} == {"yes", "partial", "no"}


def test_texts_in_every_script() -> None:
    texts = {row[4] for row in rows(Plan(questions=88, text="mixed"), "answers")}
    assert any("\u3040" <= letter <= "\u30ff" for text in texts for letter in text)
    assert any("\u0600" <= letter <= "\u06ff" for text in texts for letter in text)
    assert any("e\u0301" in text for text in texts)
    assert any("a<b>" in text for text in texts)
    assert any(len(text) > 9000 for text in texts)
    assert all(len(row[4]) > 9000 for row in rows(Plan(questions=3, text="long"), "answers"))
    assert max(len(row[4]) for row in rows(Plan(questions=88, text="short"), "answers")) < 400


def test_no_two_questions_and_no_two_answers_of_one_are_alike() -> None:
    assert len({question_text("mixed", q) for q in range(3000)}) == 3000
    for text in get_args(Text):
        assert len({answer_text(text, 5, a) for a in range(132)}) == 132


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"kind": "essay"}, "kind is one of"),
        ({"text": "latin"}, "text is one of"),
        ({"questions": -1}, "questions is 0 or more, not -1"),
        ({"answers_per_question": 0}, "answers_per_question is 1 or more, not 0"),
        ({"judged": 1.5}, "judged is a share from 0 to 1, not 1.5"),
    ],
)
def test_options_that_make_no_sense_are_refused(options: dict[str, Any], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        Plan(**options)


def test_a_table_of_another_kind_is_refused() -> None:
    with pytest.raises(ValueError, match="'nuggets'"):
        list(rows(Plan(), "nuggets"))


def test_memory_does_not_grow_with_the_collection() -> None:
    def peak(questions: int) -> int:
        tracemalloc.start()
        try:
            for _ in rows(Plan(questions=questions, answers_per_question=5, runs=1), "responses"):
                pass
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

    one = STRETCH // 5
    assert peak(4 * one) < 1.5 * peak(one)
