"""The pre-flight's report, and checks that no folder of malformed files shows alone."""

import pytest
from by_names import Rows, add, by_names, new_collection, rows, sentences, staged

from jurybox.collection.findings import ImportFinding, shown
from jurybox.collection.import_store import store_import
from jurybox.collection.preflight import preflight, state_of

QUESTIONS = rows("question,kind,text\nq1,factoid,Who?\nq2,validation,Is it?")
ANSWERS = rows("question,answer,text\nq1,a1,Orban\nq2,b1,Yes")


def report_of(**tables: Rows) -> list[str]:
    with staged({"questions": QUESTIONS, "answers": ANSWERS} | tables) as staging:
        return sentences(preflight(staging))


def test_one_fault_is_told_once_though_much_depends_on_it() -> None:
    told = report_of(
        questions=rows("question,kind,text\nq1,facts,Who?\n,validation,Is it?"),
        responses=rows("run,question,rank,answer\nr,q1,1,a1\nr,q2,,b1\nr,q2,,NIL"),
        judgments=rows("assessor,question,answer,label\nAna,q1,a1,A\nAna,q2,b1,correct"),
    )
    assert len(told) == 2
    assert told[0].startswith("questions.csv:3: question is missing.")
    assert told[1].startswith("questions.csv:2: kind is 'facts'.")


def test_faults_of_different_kinds_are_all_told() -> None:
    told = report_of(
        responses=rows("run,question,rank,answer\nr,q9,1,a1\nr,q1,x,a1\nr,q1,2,a7"),
        judgments=rows("assessor,question,answer,label\nAna,q1,a1,A"),
    )
    assert [line.split(": ")[0] for line in told] == [
        "responses.csv:3",
        "responses.csv:2",
        "responses.csv:4",
        "judgments.csv:2",
    ]


def test_runs_and_assessors_named_nowhere_else_are_made() -> None:
    with new_collection() as db:
        tables = {
            "questions": QUESTIONS,
            "answers": ANSWERS,
            "responses": rows("run,question,rank,answer\nr2,q1,1,a1\nr1,q1,1,a1"),
            "times": rows("run,question,seconds\nr3,q1,1"),
            "judgments": rows("assessor,question,answer,label\nBen,q1,a1,R\nAna,q1,a1,R"),
        }
        report = add(db, tables)
        assert (report.of("runs").found, report.of("runs").new, report.of("assessors").new) == (0, 3, 2)
        told = by_names(db)
        assert [run[0] for run in told["run"]] == ["r2", "r1", "r3"]
        assert told["assessor"] == [("Ben", "person"), ("Ana", "person")]


def test_documents_that_are_missing() -> None:
    answers = rows("question,answer,text,document\nq1,a1,Orban,D1\nq2,b1,Yes,D2")
    with staged({"questions": QUESTIONS, "answers": answers}) as staging:
        report = preflight(staging)
        assert (report.warnings, sentences(report, "note")) == (
            0,
            ["Answers name documents, but there is none: whether an answer is unsupported cannot be seen."],
        )
    documents = rows("document,text\nD1,She did.")
    with staged({"questions": QUESTIONS, "answers": answers, "documents": documents}) as staging:
        assert sentences(preflight(staging), "warning") == [
            "answers.csv:3: Document 'D2' is not among the documents: it cannot be shown beside the answer."
        ]


def test_what_is_only_odd_is_a_warning() -> None:
    tables = {
        "questions": [*QUESTIONS, {"question": "q3", "kind": "other", "text": "More?"}],
        "answers": rows("question,answer,text,best\nq1,a1,Orban,yes\nq1,a2,,yes\nq1,,x,\nq1,, x,\nq2,b1,Yes,"),
        "judgments": rows("assessor,question,answer,label\nAna,q1,a1,R\nAna,q1,a1,correct"),
        "nuggets": rows(
            "question,nugget,text,importance,assessor\nq3,1,,vital,Ana\nq3,2,it,okay,Ana\nq3,2,that,okay,Ben"
        ),
    }
    with new_collection() as db:
        report = add(db, tables)
        assert sentences(report, "warning") == [
            "nuggets.csv:4: Nugget '2' has another wording here than in nuggets.csv line 3; both are kept.",
            "judgments.csv:3: This judgment appears twice: also in judgments.csv line 2. It is stored once.",
            "answers.csv:5: This answer is pooled with the equal one in answers.csv line 4.",
            "answers.csv:3: Question 'q1' has another best answer already. Check which one it is.",
            "answers.csv:3: This answer has no text: there is nothing to read when it is judged.",
            "nuggets.csv:2: Nugget '1' has no text. Nothing can be matched with it.",
        ]
        assert report.ok
        wordings = [row[6] for row in by_names(db)["said"] if row[0] == "nugget"]
        assert wordings == ["it", "that"]


def test_the_same_staging_can_be_checked_again() -> None:
    with new_collection() as first, new_collection() as second:
        add(second, {"questions": rows("question,kind,text\nq1,list,Who?")})
        with staged({"questions": QUESTIONS, "answers": ANSWERS}) as staging:
            assert preflight(staging).of("questions").new == 2
            assert preflight(staging, second).errors == 1
            again = preflight(staging, first)
            assert (again.errors, again.of("questions").new) == (0, 2)
        assert state_of(first) != state_of(second)


def test_the_report_as_values_and_as_lines() -> None:
    with staged({"runs": rows("run,seconds\nr1,0")}) as staging:
        report = preflight(staging)
    assert report.as_dict() == {
        "format": "",
        "decided": "",
        "ok": False,
        "errors": 1,
        "warnings": 0,
        "notes": 0,
        "second_column": None,
        "grades_read_as": None,
        "tables": [{"table": "runs", "found": 1, "new": 1, "there": 0, "waiting": 0, "repeated": 0}],
        "lost": {"runs": {"lost": 1, "people": {}}},
        "runs": [],
        "findings": [
            {
                "file": "runs.csv",
                "line": 2,
                "code": "cell-value",
                "sentence": "seconds is '0'. Write seconds above 0, as a plain number such as 1.5; or leave it empty.",
                "severity": "error",
            }
        ],
    }
    lines = report.lines()
    assert lines[0] == "runs: 1 new"
    assert lines[1].startswith("error: runs.csv:2: seconds is '0'.")
    assert lines[-1] == "1 error, 0 warnings."


@pytest.mark.parametrize(
    ("finding", "text"),
    [
        (ImportFinding("a.csv", 3, "Bad.", "error", "bad"), "a.csv:3: Bad."),
        (ImportFinding("a.csv", None, "Bad.", "error", "bad"), "a.csv: Bad."),
        (ImportFinding(None, None, "Bad.", "error", "bad"), "Bad."),
    ],
)
def test_places(finding: ImportFinding, text: str) -> None:
    assert str(finding) == text


def test_texts_in_sentences_are_short_and_in_one_line() -> None:
    assert shown("a\nb") == r"'a\nb'"
    assert len(shown("x" * 500)) == 60
    assert shown("x" * 500).endswith("...'")


def test_rows_that_refer_to_nothing_can_be_left_out_with_what_refers_to_them() -> None:
    tables = {
        "questions": QUESTIONS,
        "answers": [*ANSWERS, *rows("question,answer,text\nq9,c1,Nobody")],
        "responses": rows("run,question,rank,answer\nr,q1,1,a1\nr,q9,1,c1"),
        "judgments": rows("assessor,question,answer,label\nAna,q1,a1,R\nAna,q9,c1,R\nAna,q1,a7,R"),
    }
    with staged(tables) as staging:
        report = preflight(staging)
        assert (report.ok, report.skippable) == (False, 4)
    with new_collection() as db, staged(tables, skip_bad_lines=True) as staging:
        report = preflight(staging, db)
        assert report.ok
        told = sentences(report, "warning")
        assert [line.split(": ")[:2] for line in told] == [
            ["answers.csv:4", "Left out"],
            ["responses.csv:3", "Left out"],
            ["judgments.csv:3", "Left out"],
            ["judgments.csv:4", "Left out"],
        ]
        assert (report.of("answers").found, report.of("judgments").found) == (2, 1)
        assert preflight(staging, db).warnings == report.warnings  # checked again before it is stored
        db.execute("BEGIN")
        store_import(staging, db)
        db.execute("COMMIT")
        assert db.execute("SELECT count(*) FROM answer").fetchone() == (2,)
        assert db.execute("SELECT count(*) FROM entry").fetchone() == (1,)


def test_new_assessors_are_named() -> None:
    judged = {"questions": QUESTIONS, "answers": ANSWERS}
    with new_collection() as db:
        judgments = rows("assessor,question,answer,label\nAna,q1,a1,R\nBen,q1,a1,R")
        assert "New assessors: 'Ana', 'Ben'." in sentences(add(db, judged | {"judgments": judgments}), "note")
        judgments = rows("assessor,question,answer,label\nAnna,q1,a1,R\nana,q1,a1,R")
        told = sentences(add(db, judged | {"judgments": judgments}), "warning")
        assert "New assessors: 'Anna', 'ana'." in told
        assert "'Ana' and 'ana' differ only in case, and are two assessors." in told
        again = add(db, judged | {"judgments": judgments})
        assert not any("New assessor" in told for told in sentences(again, "warning"))


def test_a_second_response_to_a_factoid_question_is_a_warning_unless_the_run_ranks_answers() -> None:
    questions = rows("question,kind,text\n" + "\n".join(f"q{n},factoid,Who?" for n in range(4)))
    answers = rows("question,answer,text\n" + "\n".join(f"q{n},a{n},Orban" for n in range(4)))
    once = "run,question,rank,answer\n" + "\n".join(f"r,q{n},1,a{n}" for n in range(4))
    tables = {"questions": questions, "answers": answers}
    with staged(tables | {"responses": rows(f"{once}\nr,q2,2,NIL")}) as staging:
        (told,) = sentences(preflight(staging), "warning")
        assert told.startswith("responses.csv:6: Run 'r' gives 2 responses to question 'q2'")
    ranked = once + "".join(f"\nr,q{n},2,NIL" for n in range(4))
    with staged(tables | {"responses": rows(ranked)}) as staging:
        assert sentences(preflight(staging), "warning") == []
