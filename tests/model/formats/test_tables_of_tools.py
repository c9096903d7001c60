"""Tables and records as annotation tools and libraries write them: what is proposed, and what is stored by it."""

import json
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from jurybox.collection.file import create, open_reading
from jurybox.errors import UnknownFormat
from jurybox.formats.column_maps import ColumnMap, parse_columns
from jurybox.formats.imports import PreparedImport, prepare
from jurybox.formats.recognition import proposed_option
from jurybox.formats.table_samples import proposal, sample_of
from jurybox.session import open_session

Verdicts = set[tuple[str, str, str, str | None]]
WIDE = [("Who wrote it?", "Ana Poe", True, "Ben Roe", False), ("Where is it?", "Bergen", False, "in Oslo", True)]


def written(folder: Path, content: object) -> Path:
    """Write a table as text, records as JSON lines, a dictionary as one object."""
    if isinstance(content, str):
        path, text = folder / ("x.tsv" if "\t" in content else "x.csv"), content
    elif isinstance(content, dict):
        path, text = folder / "x.json", json.dumps(content, separators=(",", ":"))
    else:
        path, text = folder / "x.jsonl", "\n".join(map(json.dumps, content))  # type: ignore[call-overload]
    path.write_text(text, encoding="utf-8")
    return path


def proposed(path: Path) -> ColumnMap:
    sample = sample_of(path)
    assert sample is not None
    return proposal(sample)


def verdicts(file: Path) -> Verdicts:
    """Return who said what of which text to which question."""
    with closing(open_reading(file)) as db:
        return set(
            db.execute(
                "SELECT s.name, coalesce(nullif(q.text, ''), q.name), coalesce(nullif(a.text, ''), a.name), e.label "
                "FROM entry e JOIN assessor s ON s.id = e.assessor JOIN answer a ON a.id = e.answer "
                "JOIN question q ON q.id = a.question WHERE e.label IS NOT NULL"
            )
        )


def stored(file: Path, prepared: PreparedImport) -> Verdicts:
    with prepared, closing(open_session(file)) as session:
        assert prepared.report.ok, prepared.report.lines()
        session.store(prepared.store)
    return verdicts(file)


def wide(*names: str) -> str:
    lines = [",".join(f"{cell}".replace("True", "yes").replace("False", "no") for cell in row) for row in WIDE]
    return "\n".join([",".join(names), *lines]) + "\n"


OF_WIDE: Verdicts = {
    ("x", "Who wrote it?", "Ana Poe", "correct"),
    ("x", "Who wrote it?", "Ben Roe", "incorrect"),
    ("x", "Where is it?", "Bergen", "incorrect"),
    ("x", "Where is it?", "in Oslo", "correct"),
}
POTATO = "user\tinstance_id\tdisplayed_text\tverdict:::correct\tverdict:::incorrect"
OF_MILL: Verdicts = {("ana", "i1", "The mill, 1402.", "correct"), ("ben", "i1", "The mill, 1402.", "incorrect")}


def argilla(*responses: Mapping[str, str]) -> dict[str, Any]:
    fields = {"question": "Which river is it?", "answer": "The Tarn"}
    return {"id": "r1", "status": "completed", "fields": fields, "responses": {"verdict": list(responses)},
            "suggestions": {"verdict": {"value": "correct", "agent": "m1"}}}  # fmt: skip


def prodigy(number: int, accept: Sequence[str], answer: str = "accept") -> dict[str, Any]:
    return {"text": f"The mill {number}", "_input_hash": number - 1234, "_task_hash": number, "accept": accept,
            "answer": answer, "_annotator_id": "ana"}  # fmt: skip


READ: Sequence[tuple[str, object, Verdicts]] = [
    ("answers and verdicts by ending", wide("question", "answer_one", "judge_one", "answer_two", "judge_two"), OF_WIDE),
    ("by a capital letter", wide("Question", "answerA", "labelA", "answerB", "labelB"), OF_WIDE),
    ("by a number", wide("question", "response1", "correct1", "response2", "correct2"), OF_WIDE),
    ("by beginning", wide("question", "gpt_answer", "gpt_correct", "llama_answer", "llama_correct"), OF_WIDE),
    (
        "records, with a right answer beside",
        [
            {"question": q, "gold_answer": "Ana", "answer_one": a, "judge_one": x, "answer_two": b, "judge_two": y}
            for q, a, x, b, y in WIDE
        ],
        OF_WIDE,
    ),
    (
        "ratings of several people in a record",
        [argilla({"value": "correct", "user_id": "ana"}, {"value": "incorrect", "user_id": "ben"})],
        {("ana", "Which river is it?", "The Tarn", "correct"), ("ben", "Which river is it?", "The Tarn", "incorrect")},
    ),
    (
        "ratings and users in lists of their own",
        [
            {"id": "r1", "question": "Which river is it?", "answer": "The Tarn", "verdict.suggestion": "correct",
             "verdict.responses": ["correct", "incorrect"], "verdict.responses.users": ["ana", "ben"],
             "verdict.responses.status": ["submitted", "submitted"]},
        ],
        {("ana", "Which river is it?", "The Tarn", "correct"), ("ben", "Which river is it?", "The Tarn", "incorrect")},
    ),
    (
        "what a crowd said under the names of a platform",
        "INPUT:task,OUTPUT:label,ASSIGNMENT:worker_id\nt1,no,w1\nt1,yes,w2\nt2,yes,w1\n",
        {("w1", "t1", "t1", "incorrect"), ("w2", "t1", "t1", "correct"), ("w1", "t2", "t2", "correct")},
    ),
    (
        "a rating that was discarded",
        [argilla({"value": "correct", "user_id": "ana"}, {"value": "incorrect", "user_id": "b", "status": "draft"})],
        {("ana", "Which river is it?", "The Tarn", "correct")},
    ),
    (
        "lists of one label and of none",
        [
            {"id": 1, "text": "The mill.", "label": ["correct"], "Comments": ["twice"]},
            {"id": 2, "text": "Odo.", "label": [], "Comments": []},
        ],
        {("x", "1", "The mill.", "correct")},
    ),
    (
        "a column for each label",
        f"{POTATO}\ttime\nana\ti1\tThe mill, 1402.\t1\t\t6\nben\ti1\tThe mill, 1402.\t\t1\t9\n",
        OF_MILL,
    ),
    (
        "a column for each label, with the label in it",
        f"{POTATO}\nana\ti1\tThe mill, 1402.\tcorrect\t\nben\ti1\tThe mill, 1402.\t\tincorrect\n",
        OF_MILL,
    ),
    (
        "choices of tasks, some of them ignored",
        [prodigy(1, ["correct"]), prodigy(2, ["incorrect"]), prodigy(3, ["correct"], "ignore"), prodigy(4, [])],
        {("ana", "-1233", "The mill 1", "correct"), ("ana", "-1232", "The mill 2", "incorrect")},
    ),
    (
        "grades of topics and documents",
        {"q_1": {"d_1": 1, "d_2": 0}, "q_2": {"d_3": 2}},
        {("x", "q_1", "d_1", "B"), ("x", "q_1", "d_2", "C"), ("x", "q_2", "d_3", "A")},
    ),
    (
        "what a crowd said of each question",
        "question,worker,answer\n1,w1,0\n1,w2,1\n2,w1,1\n",
        {("w1", "1", "1", "incorrect"), ("w2", "1", "1", "correct"), ("w1", "2", "2", "correct")},
    ),
    (
        "a verdict beside an annotator",
        "qid,response,verdict,annotator\nq1,Ana,correct,x\nq2,Ben,incorrect,y\n",
        {("x", "q1", "Ana", "correct"), ("y", "q2", "Ben", "incorrect")},
    ),
]  # fmt: skip


@pytest.mark.parametrize(("content", "said"), [case[1:] for case in READ], ids=[case[0] for case in READ])
def test_what_is_proposed_stores_each_verdict_under_its_text(tmp_path: Path, content: object, said: Verdicts) -> None:
    create(tmp_path / "c.jury")
    path = written(tmp_path, content)
    with pytest.raises(UnknownFormat) as asked:
        prepare([path])
    assert asked.value.tables == (path,)
    columns = proposed(path)
    assert columns.problem == ""
    assert f"{columns}".split(",")[0] in str(asked.value)
    assert stored(tmp_path / "c.jury", prepare([path], into=tmp_path / "c.jury", columns=[columns])) == said


NOT_PROPOSED: Sequence[tuple[str, object, str]] = [
    ("pairs with a winner", "question,run_a,run_b,answer_a,answer_b,winner\nq1,x,y,Oslo,Rome,x\n", "in pairs (winner"),
    ("pairs without", "question,model_a,model_b,answer_a,answer_b,better\nq1,x,y,Oslo,Rome,x\n", "in pairs (model_a"),
    (
        "chosen and rejected",
        [{"prompt": "Who is it?", "chosen": "Ana", "rejected": "Ben"}],
        "in pairs (chosen, rejected",
    ),
    ("one label for two texts", "question,answer_a,answer_b,label\nWho is it?,Ana,Ben,correct\n", "any of them"),
    ("labels of other endings", "question,answer_1,answer_2,judge_x,judge_y\nWho?,Ana,Ben,yes,no\n", "any of them"),
    ("a column for each label", "qid,text,judge_correct,judge_incorrect\nq1,Ana did,1,0\n", "column for each label"),
    (
        "a figure for each label",
        [{"id": "x1", "text": "The mill.", "cats": {"correct": 1.0, "incorrect": 0.0}}],
        "each label",
    ),
    ("figures alone", "id,status,acc\n1,done,1.0\n2,open,0.0\n3,done,1.0\n", "No column is a question"),
]


@pytest.mark.parametrize(
    ("content", "told"), [case[1:] for case in NOT_PROPOSED], ids=[case[0] for case in NOT_PROPOSED]
)
def test_nothing_is_proposed_where_a_verdict_could_go_wrong(tmp_path: Path, content: object, told: str) -> None:
    path = written(tmp_path, content)
    sample = sample_of(path)
    assert sample is not None
    assert told in proposed_option(sample)
    assert proposal(sample).problem


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (
            "id,question,license,answer\n1,Who wrote it?,MIT,Ana\n2,Where is it?,CC,Oslo\n",
            {"id": "question", "question": "question-text", "answer": "text"},
        ),
        (
            "question,answer,rating,source\nWho wrote it?,Ana,good,wiki\nWhere is it?,Oslo,bad,wiki\n",
            {"question": "question-text", "answer": "text", "rating": "label"},
        ),
        (
            "item,gold,worker,response\n1,1,w1,0\n1,1,w2,1\n2,0,w1,1\n",
            {"item": "question", "worker": "assessor", "response": "label"},
        ),
        (
            [
                {"question": f"Who wrote {n}?", "answer": "Ana did", "ground_truth": "Ana", "faithfulness": 0.5}
                for n in (1, 2)
            ],
            {"question": "question-text", "answer": "text"},
        ),
        ({"q1": {"d1": 0.9, "d2": 0.1}}, {"topic": "question", "docno": "answer", "score": "score"}),
    ],
)
def test_what_stands_beside_the_data_is_not_proposed(tmp_path: Path, content: object, expected: dict[str, str]) -> None:
    assert dict(proposed(written(tmp_path, content)).columns) == expected


def test_a_crowd_with_several_answers_to_a_question_is_refused(tmp_path: Path) -> None:
    path = written(tmp_path, "question,worker,answer\n1,w1,0\n1,w1,1\n")
    with prepare([path], columns=[parse_columns("question=question,worker=assessor,answer=label")]) as prepared:
        (found,) = [one for one in prepared.report.findings if one.severity == "error"]
        assert (found.code, found.line) == ("columns-no-answer", 3)


@pytest.mark.parametrize("first", ["", "sep=;\n", '"sep=;"\n', "SEP=;\r\n"])
def test_tables_of_other_countries_have_a_line_for_the_separator_and_decimal_commas(tmp_path: Path, first: str) -> None:
    path = written(tmp_path, f'{first}qid;system;response;conf\nq1;A;"Odo; Finch";0,75\nq2;A;Ida;,15\n')
    columns = "qid=question,system=run,response=text,conf=confidence"
    with pytest.raises(UnknownFormat, match=f"--columns {columns}"):
        prepare([path])
    with prepare([path], columns=[parse_columns(columns, "factoid")]) as prepared:
        assert prepared.report.ok, prepared.report.lines()
        prepared.staging.spread()
        rows = prepared.staging.db.execute(
            "SELECT question, text, confidence FROM in_responses ORDER BY row"
        ).fetchall()
        assert rows == [("q1", "Odo; Finch", 0.75), ("q2", "Ida", 0.15)]


def test_a_list_of_two_labels_is_an_error_and_one_of_notes_is_joined(tmp_path: Path) -> None:
    records = [
        {"qid": "1", "text": "The mill.", "label": ["correct", "incorrect"]},
        {"qid": "2", "text": "Odo.", "label": ["correct"], "note": ["twice", "which?"]},
    ]
    columns = parse_columns("qid=question,text=text,label=label,note=note", "factoid")
    with prepare([written(tmp_path, records)], columns=[columns]) as prepared:
        assert {one.line for one in prepared.report.findings if one.code == "columns-label"} == {1}
        prepared.staging.spread()
        assert prepared.staging.db.execute("SELECT note FROM in_judgments").fetchall() == [("twice\nwhich?",)]


def test_of_two_labels_with_times_the_latest_counts(tmp_path: Path) -> None:
    rows = "q1,Odo,correct,Ana,2024-03-10T12:00:00Z\nq1,Odo,incorrect,Ana,2024-03-10T10:00:00Z\n"
    text = f"qid,text,label,judge,created_at\n{rows}"
    columns = parse_columns("qid=question,text=text,label=label,judge=assessor,created_at=judged-at", "factoid")
    create(tmp_path / "c.jury")
    prepared = prepare([written(tmp_path, text)], into=tmp_path / "c.jury", columns=[columns])
    assert "columns-earlier" in {one.code for one in prepared.report.findings}
    assert stored(tmp_path / "c.jury", prepared) == {("Ana", "q1", "Odo", "correct")}
