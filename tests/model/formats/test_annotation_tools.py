"""Exports of annotation tools: which label counts, what is an id and what a text, and what is asked or refused."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import xlsxwriter

from jurybox.errors import Refused
from jurybox.formats.column_maps import parse_columns
from jurybox.formats.imports import PreparedImport, prepare
from jurybox.formats.label_words import parse_words

DATA = {"qid": "q1", "question_text": "Who built the mill?", "docid": "a1", "text": "Odo Finch"}


def result(control: str, *values: object, type_: str = "choices") -> dict[str, Any]:
    where = {"textarea": "text", "rating": "rating", "number": "number"}.get(type_, type_)
    value: object = list(values) if type_ in ("choices", "textarea", "taxonomy", "labels") else values[0]
    return {"from_name": control, "to_name": "t", "type": type_, "value": {where: value}}


def said(by: object, *results: Mapping[str, Any], **more: object) -> dict[str, Any]:
    return {"completed_by": by, "result": list(results), **more}


def task(*annotations: Mapping[str, Any], **data: str) -> dict[str, Any]:
    return {"data": data or DATA, "annotations": list(annotations), "predictions": []}


def verdict(label: str) -> dict[str, Any]:
    return result("verdict", label)


def put(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


def rows(prepared: PreparedImport, table: str, columns: str) -> list[tuple[object, ...]]:
    prepared.staging.spread()
    return prepared.staging.db.execute(f"SELECT {columns} FROM in_{table} ORDER BY row").fetchall()


def codes(prepared: PreparedImport, severity: str) -> list[str]:
    return [found.code for found in prepared.report.findings if found.severity == severity]


def sentence(prepared: PreparedImport, code: str) -> str:
    return next(found.sentence for found in prepared.report.findings if found.code == code)


TWO_CONTROLS = task(said(7, result("fluency", "correct"), verdict("incorrect")))
MORNING = {"created_at": "2024-03-10T10:00:00Z"}
NOON = {"created_at": "2024-03-10T12:00:00Z"}

LABELS: Sequence[tuple[str, Sequence[dict[str, Any]], dict[str, Any], Sequence[tuple[object, ...]], Sequence[str]]] = [
    (
        "the control that was asked for",
        [TWO_CONTROLS],
        {"control": "verdict"},
        [("7", "incorrect", None, None)],
        ["labelstudio-controls-left-out"],
    ),
    (
        "notes of two fields",
        [
            task(
                said(
                    5,
                    verdict("correct"),
                    result("why", "see", type_="textarea"),
                    result("source", "page 3", "page 4", type_="textarea"),
                )
            )
        ],
        {},
        [("5", "correct", None, "see\npage 3\npage 4")],
        [],
    ),
    (
        "skipped, then labeled",
        [task(said(6, was_cancelled=True, **MORNING), said(6, verdict("incorrect"), **NOON))],
        {},
        [("6", "incorrect", None, None)],
        ["labelstudio-earlier"],
    ),
    (
        "labeled, then skipped",
        [task(said(6, verdict("incorrect"), **MORNING), said(6, was_cancelled=True, **NOON))],
        {},
        [("6", None, "skipped", None)],
        ["labelstudio-earlier"],
    ),
    (
        "skipped behind a label without times",
        [task(said(6, verdict("incorrect")), said(6, was_cancelled=True))],
        {},
        [("6", "incorrect", None, None)],
        ["labelstudio-earlier"],
    ),
    (
        "the last change, not the last in the file",
        [
            task(
                said(6, verdict("correct"), **MORNING, updated_at="2024-03-11T09:00:00Z"),
                said(6, verdict("incorrect"), **NOON),
            )
        ],
        {},
        [("6", "correct", None, None)],
        ["labelstudio-earlier"],
    ),
    (
        "one task twice in a file",
        [task(said(6, verdict("correct"), **NOON)), task(said(6, verdict("incorrect"), **MORNING))],
        {},
        [("6", "correct", None, None)],
        ["labelstudio-earlier"],
    ),
    (
        "an annotation that says nothing",
        [task(said(6, verdict("correct"), **MORNING), said(6, **NOON))],
        {},
        [("6", "correct", None, None)],
        ["labelstudio-earlier"],
    ),
    (
        "capital letters",
        [task(said(1, verdict("Correct")), said(2, verdict("INCORRECT")), said(3, verdict("Cannot-tell")))],
        {},
        [("1", "correct", None, None), ("2", "incorrect", None, None), ("3", None, "cannot-tell", None)],
        [],
    ),
    (
        "words",
        [task(said(1, verdict("Good")), said(2, verdict("Poor")), said(3, verdict("n/a")), said(4, verdict("Hm")))],
        {"words": parse_words("good=correct,poor=incorrect,n/a=,hm=cannot-tell")},
        [
            ("1", "correct", None, None),
            ("2", "incorrect", None, None),
            ("3", None, None, None),
            ("4", None, "cannot-tell", None),
        ],
        [],
    ),
    (
        "words that are labels themselves",
        [task(said(1, verdict("correct")), said(2, verdict("incorrect")))],
        {"words": parse_words("correct=incorrect,incorrect=correct")},
        [("1", "incorrect", None, None), ("2", "correct", None, None)],
        [],
    ),
    (
        "stars",
        [task(said(1, result("stars", 4, type_="rating")), said(2, result("stars", 1, type_="rating")))],
        {},
        [("1", "4", None, None), ("2", "1", None, None)],
        [],
    ),
    ("a number", [task(said(1, result("grade", 3.0, type_="number")))], {}, [("1", "3", None, None)], []),
    (
        "a step of a taxonomy",
        [task(said(1, result("kind", ["correct"], type_="taxonomy")))],
        {},
        [("1", "correct", None, None)],
        [],
    ),
    (
        "spans beside a label",
        [task(said(1, verdict("correct"), result("part", "Person", type_="labels")))],
        {},
        [("1", "correct", None, None)],
        ["labelstudio-results-left-out"],
    ),
    (
        "one choice, said of two regions",
        [task(said(1, verdict("correct"), verdict("correct")))],
        {},
        [("1", "correct", None, None)],
        [],
    ),
]


@pytest.mark.parametrize(
    ("tasks", "how", "judged", "warned"), [case[1:] for case in LABELS], ids=[c[0] for c in LABELS]
)
def test_the_label_that_counts_is_read(
    tmp_path: Path,
    tasks: Sequence[dict[str, Any]],
    how: dict[str, Any],
    judged: Sequence[tuple[object, ...]],
    warned: Sequence[str],
) -> None:
    with prepare([put(tmp_path / "x.json", json.dumps(tasks))], **how) as prepared:
        assert prepared.report.ok, prepared.report.lines()
        assert rows(prepared, "judgments", "assessor, label, state, note") == judged
        assert codes(prepared, "warning") == warned


REFUSED: Sequence[tuple[str, Sequence[dict[str, Any]], dict[str, Any], str, str]] = [
    ("two controls", [TWO_CONTROLS], {}, "labelstudio-which-control", "--control fluency or --control verdict"),
    (
        "two controls, bad lines skipped",
        [TWO_CONTROLS],
        {"skip_bad_lines": True},
        "labelstudio-which-control",
        "'fluency' (1), 'verdict' (1)",
    ),
    ("a control that is none", [TWO_CONTROLS], {"control": "style"}, "labelstudio-no-control", "'fluency' (1)"),
    (
        "two choices",
        [task(said(5, result("verdict", "correct", "incorrect")))],
        {},
        "labelstudio-several-choices",
        "'correct', 'incorrect'",
    ),
    (
        "a word",
        [task(said(5, verdict("Good")), said(6, verdict("correct")))],
        {},
        "columns-words-unknown",
        "--words good=correct",
    ),
    ("half a star", [task(said(5, result("stars", 3.5, type_="rating")))], {}, "labelstudio-choice", "'3.5'"),
]


FAULTS = ["incorrect", "is_wrong", "isWrong", "Hallucination", "not_correct", "spam", "error", "unsupported"]


@pytest.mark.parametrize("name", FAULTS)
@pytest.mark.parametrize("yes", ["yes", "1", "true"])
def test_a_yes_to_a_fault_is_never_a_yes_to_the_answer(name: str, yes: str, tmp_path: Path) -> None:
    result = {"from_name": name, "type": "choices", "value": {"choices": [yes]}}
    task = {
        "id": 1,
        "data": {"question": "Who?", "answer": "Odo"},
        "annotations": [{"completed_by": 1, "result": [result]}],
    }
    table = put(tmp_path / "x.csv", f"question,text,{name}\nWho?,Odo,{yes}\n")
    columns = parse_columns(f"question=question-text,text=text,{name}=label", "factoid")
    words = ((yes, "incorrect"),)
    ways: list[tuple[Path, dict[str, Any], dict[str, Any]]] = [
        (put(tmp_path / "x.json", json.dumps([task])), {}, {"words": words}),
        (table, {"columns": [columns]}, {"columns": [replace(columns, words=words)]}),
    ]
    for path, asked, told in ways:
        with prepare([path], **asked) as prepared:
            assert "columns-words-unknown" in codes(prepared, "error")
            assert f"{yes}=LABEL" in sentence(prepared, "columns-words-unknown")
        with prepare([path], **told) as prepared:
            assert prepared.report.ok, prepared.report.lines()
            assert rows(prepared, "judgments", "label") == [("incorrect",)]


@pytest.mark.parametrize("name", ["correct", "verdict", "is_correct", "supported", "Badr", "notes", "relevance"])
def test_a_yes_to_any_other_name_is(name: str, tmp_path: Path) -> None:
    table = put(tmp_path / "x.csv", f"question,text,{name}\nWho?,Odo,yes\n")
    columns = [parse_columns(f"question=question-text,text=text,{name}=label", "factoid")]
    with prepare([table], columns=columns) as prepared:
        assert rows(prepared, "judgments", "label") == [("correct",)]


@pytest.mark.parametrize(("tasks", "how", "code", "told"), [case[1:] for case in REFUSED], ids=[c[0] for c in REFUSED])
def test_what_has_no_one_label_is_refused_with_the_cure(
    tmp_path: Path, tasks: Sequence[dict[str, Any]], how: dict[str, Any], code: str, told: str
) -> None:
    with prepare([put(tmp_path / "x.json", json.dumps(tasks))], **how) as prepared:
        assert code in codes(prepared, "error")
        assert told in sentence(prepared, code)


def test_tasks_with_texts_are_questions_and_answers_of_one_kind(tmp_path: Path) -> None:
    tasks = [
        task(said(1, verdict("correct")), question="Who built the mill?", answer="Odo Finch"),
        task(question="When did it burn?", answer="1512"),
    ]
    with prepare([put(tmp_path / "x.json", json.dumps(tasks))]) as prepared:
        assert prepared.report.ok, prepared.report.lines()
        assert rows(prepared, "questions", "kind, text") == [
            ("validation", "Who built the mill?"),
            ("validation", "When did it burn?"),
        ]
        assert rows(prepared, "answers", "text") == [("Odo Finch",), ("1512",)]
        assert rows(prepared, "judgments", "label") == [("correct",)]


@pytest.mark.parametrize(
    ("data", "ids", "texts"),
    [
        ({"question": "q1", "answer": "a1"}, ("q1", "a1"), (None, None)),
        ({"question": "mill", "answer": "finch", "text": "Odo"}, ("mill", "finch"), (None, "Odo")),
        ({"question": "mill no", "kind": "factoid", "answer": "the first"}, ("mill no", "the first"), (None, None)),
        ({"qid": "q1", "question": "Who?", "answer": "1512"}, ("q1", None), ("Who?", "1512")),
        ({"qid": "q1", "question": "Mill", "answer_id": "a", "answer": "Odo"}, ("q1", "a"), ("Mill", "Odo")),
    ],
)
def test_ids_of_tasks_are_told_from_texts(
    tmp_path: Path, data: dict[str, str], ids: tuple[str, str | None], texts: tuple[str | None, str | None]
) -> None:
    path = put(tmp_path / "x.json", json.dumps([task(said(1, verdict("correct")), **data)]))
    with prepare([path]) as prepared:
        assert rows(prepared, "questions", "question, text") == [(ids[0], texts[0])]
        (answer,) = rows(prepared, "answers", "answer, text")
        assert answer[1] == texts[1]
        assert ids[1] is None or answer[0] == ids[1]


def test_a_control_is_only_asked_of_label_studio(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="--control is for exports of Label Studio"):
        prepare([put(tmp_path / "q.qrels", "q1 0 d1 1\n")], control="verdict")


def test_labels_of_tables_are_read_in_any_case_and_by_words(tmp_path: Path) -> None:
    put(tmp_path / "questions.csv", "question,kind,text\nq1,factoid,Who?\n")
    put(tmp_path / "answers.csv", "question,answer,text\nq1,a1,Odo\nq1,a2,Ida\nq1,a3,Una\n")
    put(tmp_path / "judgments.csv", "assessor,question,answer,label\nAna,q1,a1,Correct\nAna,q1,a2,Nope\nAna,q1,a3,?\n")
    with prepare([tmp_path], words=parse_words("nope=Incorrect,?=")) as prepared:
        assert prepared.report.ok, prepared.report.lines()
        assert rows(prepared, "judgments", "label") == [("correct",), ("incorrect",), (None,)]


@pytest.mark.parametrize("between", [" ", "\t"])
def test_words_in_qrels_are_read_by_words(tmp_path: Path, between: str) -> None:
    grades = ("Relevant", "partly", "no", "n/a", "spam", "1", "1.0")
    lines = [between.join(("q1", "0", f"d{at}", grade)) for at, grade in enumerate(grades)]
    path = put(tmp_path / "x.qrels", "\n".join(lines) + "\n")
    words = parse_words("relevant=2,partly=B,no=C,n/a=,spam=junk")
    with prepare([path], words=words) as prepared:
        assert prepared.report.ok, prepared.report.lines()
        labels = [("A", None), ("B", None), ("C", None), (None, None), (None, "junk"), ("B", None), ("B", None)]
        assert rows(prepared, "judgments", "label, state") == labels
    with prepare([path]) as prepared:
        assert "--words relevant=1" in sentence(prepared, "qrels-grade")
        assert prepared.report.errors == 5


def test_a_model_that_did_not_answer_gives_no_label(tmp_path: Path) -> None:
    judged = [2, None, "0", " 1 ", 3.0]
    records = [
        {"model": "m1", "qid": "q1", "docid": f"d{at}", "query": "A kite?", "passage": "A toy.", "judgment": grade}
        for at, grade in enumerate(judged)
    ]
    with prepare([put(tmp_path / "x.jsonl", "\n".join(map(json.dumps, records)))]) as prepared:
        assert prepared.report.ok, prepared.report.lines()
        assert [label for (label,) in rows(prepared, "judgments", "label")] == ["2", "0", "1", "3"]
        assert len(rows(prepared, "answers", "answer")) == len(judged)
        assert "1 answer has no judgment" in sentence(prepared, "llm-no-judgment")


def test_blanks_around_the_name_of_a_person_are_no_part_of_it(tmp_path: Path) -> None:
    put(tmp_path / "questions.csv", "question,kind,text\nq1,factoid,Who?\nq2,factoid,Where?\n")
    put(tmp_path / "assignments.csv", "assessor,question\nAna,q1\nAna ,q2\n\u00a0Ana,q2\n")
    with prepare([tmp_path]) as prepared:
        assert {name for (name,) in rows(prepared, "assignments", "assessor")} == {"Ana"}


@pytest.mark.parametrize("id_", ["1.58066143613276E+18", "1,5E+15", "9E+99", "1.580661e+18"])
@pytest.mark.parametrize("way", ["columns", "tables"])
def test_ids_that_a_spreadsheet_shortened_are_refused(tmp_path: Path, id_: str, way: str) -> None:
    if way == "columns":
        put(tmp_path / "e.csv", f'qid,text,verdict\n"{id_}",one,correct\n')
        columns = [parse_columns("qid=question,text=text,verdict=label", "factoid")]
    else:
        put(tmp_path / "questions.csv", f'question,kind,text\n"{id_}",factoid,Who?\n')
        columns = []
    with prepare([tmp_path], columns=columns) as prepared:
        assert "Format the column as text" in sentence(prepared, "id-shortened")
        assert not prepared.report.ok


@pytest.mark.parametrize(
    ("id_", "is_long"),
    [(1580661436132757506, True), (-1234567890123456, True), (123456789012345, False), ("1580661436132757506", False)],
)
def test_long_numbers_of_a_workbook_are_refused_and_long_texts_kept(tmp_path: Path, id_: object, is_long: bool) -> None:
    path = tmp_path / "x.xlsx"
    with xlsxwriter.Workbook(path) as book:
        sheet = book.add_worksheet()
        sheet.write_row(0, 0, ["qid", "text", "verdict", "far"])
        sheet.write_row(1, 0, [id_, "one", "correct", 10**17])
    columns = parse_columns("qid=question,text=text,verdict=label", "factoid")
    with prepare([path], columns=[columns]) as prepared:
        assert ("workbook-long-number" in codes(prepared, "error")) == is_long
        assert is_long or rows(prepared, "questions", "question") == [(str(id_),)]


def test_words_of_columns_are_read_once(tmp_path: Path) -> None:
    words = parse_words("correct=incorrect,incorrect=correct")
    columns = parse_columns("q=question,a=text,l=label", "factoid", words)
    with prepare(
        [put(tmp_path / "x.csv", "q,a,l\n1,x,correct\n1,y,incorrect\n")], columns=[columns], words=words
    ) as prepared:
        assert rows(prepared, "judgments", "label") == [("incorrect",), ("correct",)]
