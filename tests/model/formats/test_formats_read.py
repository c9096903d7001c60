"""What readers of the field's formats make of small files: ids, orders, columns, what is wrong and where."""

import json
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jurybox.collection.entries import LISTED
from jurybox.collection.file import create, open_reading
from jurybox.collection.pooling import pool_key, pool_ref
from jurybox.errors import Refused
from jurybox.formats.imports import PreparedImport, import_into, prepare
from jurybox.formats.names import file_name, file_names, id_of
from jurybox.formats.read_options import SecondColumn


def put(path: Path, text: str | bytes) -> Path:
    path.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8"))
    return path


def rows(prepared: PreparedImport, table: str, *columns: str) -> list[tuple[object, ...]]:
    if as_columns := prepared.staging.as_columns.get(table):
        blocks = list(as_columns.spread())
        cells = ([cell for block in blocks for cell in block[column]] for column in columns)
        return list(zip(*cells, strict=True))
    listed = ", ".join(f'"{column}"' for column in columns)
    return prepared.staging.db.execute(f"SELECT {listed} FROM in_{table} ORDER BY row").fetchall()


def errors(prepared: PreparedImport) -> list[tuple[int | None, str]]:
    return [(f.line, f.sentence) for f in prepared.report.findings if f.severity == "error"]


def notes(prepared: PreparedImport) -> str:
    return " ".join(found.sentence for found in prepared.report.findings if found.severity != "error")


QA_XML = """<?xml version="1.0" encoding="ISO-8859-1"?>
<!DOCTYPE trec2004qa [ <!ELEMENT trecqa (target+)> <!ATTLIST q id ID #REQUIRED> ]>
<trecqa year="2004" track="main">
<target id = "1" text = "Café de Flore">
  <qa><q id = "1.1" type="FACTOID">
      Where is   it?
  </q></qa>
  <qa><q id = "1.10" type="list">Who wrote there?</q></qa>
  <qa><q id = "1.2" type="OTHER"> Other </q><as><a src="X1" regex="y"/></as></qa>
</target></trecqa>
"""


def test_series_in_latin_1_with_a_document_type_that_lies(tmp_path: Path) -> None:
    with prepare([put(tmp_path / "q.xml", QA_XML.encode("latin-1"))]) as prepared:
        assert prepared.format == "trec-qa"
        assert rows(prepared, "questions", "question", "kind", "text", "target", "position") == [
            ("1.1", "factoid", "Where is it?", "Café de Flore", 1),
            ("1.10", "list", "Who wrote there?", "Café de Flore", 2),
            ("1.2", "other", "Other", "Café de Flore", 3),
        ]
        assert "1 answers and nuggets inside the file are left out" in notes(prepared)


@pytest.mark.parametrize(
    ("old", "new", "line", "told"),
    [
        ('id = "1.1"', 'id = ""', 5, "A question has no id"),
        ("FACTOID", "RIDDLE", 5, "The type of question '1.1' is none of"),
        ('text = "Caf', 'txt = "Caf', 4, "A target needs an id and a text"),
        ("</target>", "", 10, "not well-formed"),
        ("<!ELEMENT trecqa (target+)>", '<!ENTITY lol "lol">', 2, "uses the entity 'lol'"),
        ("ISO-8859-1", "KLINGON-1", 1, "not known"),
    ],
)
def test_what_is_wrong_with_series_is_named(tmp_path: Path, old: str, new: str, line: int, told: str) -> None:
    path = put(tmp_path / "q.xml", QA_XML.replace(old, new).encode("latin-1"))
    with prepare([path], as_format="trec-qa") as prepared:
        (found,) = errors(prepared)
    assert told in found[1]
    assert found[0] == line


def test_an_entity_bomb_and_an_outside_file_are_refused(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("secret")
    bomb = '<!DOCTYPE trecqa [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]><trecqa>&b;</trecqa>'
    outside = f'<!DOCTYPE trecqa [<!ENTITY x SYSTEM "file://{tmp_path}/secret">]><trecqa>&x;</trecqa>'
    for text in (bomb, outside):
        with prepare([put(tmp_path / "q.xml", text)], as_format="trec-qa") as prepared:
            assert "is not expanded" in errors(prepared)[0][1]


RUN = "1.10 Q0 b 1 0.5 r1\n1.10\tQ0\ta  2 0.5 r1\r\n1.1 Q0 a 9 1e1 r1\n1.10 Q0 c 3 2 r1 more junk\n"


def test_runs_are_ordered_by_score_then_answer_downwards(tmp_path: Path) -> None:
    with prepare([put(tmp_path / "x", b"\xef\xbb\xbf" + RUN.encode())]) as prepared:
        assert prepared.format == "trec-run"
        assert rows(prepared, "responses", "question", "rank", "answer", "score") == [
            ("1.10", 1, "c", 2.0),
            ("1.10", 2, "b", 0.5),
            ("1.10", 3, "a", 0.5),
            ("1.1", 1, "a", 10.0),
        ]
        assert rows(prepared, "questions", "question", "kind") == [("1.10", "ranked"), ("1.1", "ranked")]
        assert "follows the sixth column" in notes(prepared)


@pytest.mark.parametrize(("order", "answers"), [("rank", ["b", "a", "c"]), ("file", ["b", "a", "c"])])
def test_another_order_where_it_is_asked_for(tmp_path: Path, order: str, answers: list[str]) -> None:
    with prepare([put(tmp_path / "x", RUN)], order=order) as prepared:  # type: ignore[arg-type]
        found = rows(prepared, "responses", "question", "answer")
    assert [answer for question, answer in found if question == "1.10"] == answers


def test_a_bad_line_refuses_the_file_or_is_left_out_and_listed(tmp_path: Path) -> None:
    path = put(tmp_path / "x", RUN + "1.1 Q0 z 4 high r1\n1.1 Q0 y\n")
    with prepare([path], as_format="trec-run") as prepared:
        assert [line for line, _ in errors(prepared)] == [5, 6]
    with prepare([path], as_format="trec-run", skip_bad_lines=True) as prepared:
        assert prepared.report.ok
        left = [f for f in prepared.report.findings if f.sentence.startswith("Left out:")]
        assert [(f.line, f.severity) for f in left] == [(5, "warning"), (6, "warning")]
        assert len(rows(prepared, "responses", "answer")) == 4


def test_bad_rows_of_tables_can_be_left_out_too(tmp_path: Path) -> None:
    text = "question,kind,text\nq1,factoid,Who?\nq2,riddle,What?\n,list,x\nq3,list\nq4,list,y\n"
    path = put(tmp_path / "questions.csv", text)
    with prepare([path], skip_bad_lines=True) as prepared:
        assert prepared.report.ok
        assert [name for (name,) in rows(prepared, "questions", "question")] == ["q1", "q4"]
        left = {f.line for f in prepared.report.findings if f.sentence.startswith("Left out:")}
    assert left == {3, 4, 5}
    with prepare([path]) as prepared:
        assert not prepared.report.ok


def test_an_unreadable_rest_is_never_left_out(tmp_path: Path) -> None:
    path = put(tmp_path / "questions.csv", b"question,kind,text\nq1,list,a\nq2,list,\xff\nq3,list,c\n")
    with prepare([path], skip_bad_lines=True) as prepared:
        assert [line for line, _ in errors(prepared)] == [3]


def test_qrels_keep_unjudged_and_junk_apart(tmp_path: Path) -> None:
    text = "q 0 a 2\nq 0 b 1\nq 0 c 0\nq 0 d -1\nq 0 e -2\n"
    with prepare([put(tmp_path / "x.qrels", text)], assessor="Ana") as prepared:
        assert rows(prepared, "judgments", "assessor", "answer", "label", "state", "note") == [
            ("Ana", "a", "A", None, None),
            ("Ana", "b", "B", None, None),
            ("Ana", "c", "C", None, None),
            ("Ana", "d", None, None, LISTED),
            ("Ana", "e", None, "junk", None),
        ]
        assert prepared.report.of("judgments").waiting == 1
    with prepare([put(tmp_path / "y", "q 0 a x\nq 0 a 2000000000\nq 0 a -3\n")], as_format="trec-qrels") as prepared:
        assert [line for line, _ in errors(prepared)] == [1, 2, 3]


ROUNDS = "1 0.5 a 1\n1 1 b 0\n1 1.5 c 2\n2 0.5 a 0\n2 5 b 1\n"
BY_TWO = "1 1 a 1\n1 2 a 0\n1 2 b 1\n"
SHARED_OUT = "1 ana a 1\n1 bo b 0\n2 ana a 0\n"


@pytest.mark.parametrize(
    ("text", "asked", "assessors", "open_to"),
    [
        (ROUNDS, None, {"x"}, "rounds"),
        (ROUNDS, "assessors", {"0.5", "1", "1.5", "5"}, "assessors"),
        ("1 1 a 1\n1 1 b 0\n", None, {"x"}, "rounds"),
        (BY_TWO, None, {"1", "2"}, ""),
        (BY_TWO, "assessors", {"1", "2"}, ""),
        (SHARED_OUT, None, {"ana", "bo"}, "assessors"),
        (SHARED_OUT, "rounds", {"x"}, "rounds"),
        ("1 0 a 1\n", "rounds", {"x"}, ""),
        ("1 0 a 1\n1 1 a 0\n1 1 b 0\n", None, {"0", "1"}, ""),
        ("1 Q0 a 1\n1 0 b 0\n1 1 c 0\n", None, {"x"}, "rounds"),
    ],
)
def test_the_second_column_is_rounds_or_assessors(
    tmp_path: Path, text: str, asked: SecondColumn | None, assessors: set[str], open_to: str
) -> None:
    with prepare([put(tmp_path / "x.qrels", text)], second_column=asked) as prepared:
        assert prepared.report.ok, prepared.report.lines()
        assert {name for (name,) in rows(prepared, "judgments", "assessor")} == assessors
        assert prepared.report.second_column == open_to


@pytest.mark.parametrize("text", [ROUNDS, SHARED_OUT, "1 0 a 1\n"])
def test_the_assessor_named_is_who_judged_qrels(tmp_path: Path, text: str) -> None:
    with prepare([put(tmp_path / "x.qrels", text)], assessor="Eva") as prepared:
        assert prepared.report.ok
        assert {name for (name,) in rows(prepared, "judgments", "assessor")} == {"Eva"}
        assert prepared.report.second_column == ""


@pytest.mark.parametrize("asked", [{"assessor": "Eva"}, {"second_column": "rounds"}])
def test_one_assessor_of_answers_judged_twice_is_refused(tmp_path: Path, asked: dict[str, Any]) -> None:
    with prepare([put(tmp_path / "x", BY_TWO)], **asked) as prepared:
        ((_, error),) = errors(prepared)
        assert "Answers are judged under two values of the second column (1, 2)" in error
        assert not any("second column" in note or "rounds" in note for note in notes(prepared))


def test_the_second_column_is_one_thing_in_all_files(tmp_path: Path) -> None:
    files = [put(tmp_path / f"{name}.qrels", f"1 {name} a 1\n1 {name} b 0\n") for name in ("17", "18")]
    with prepare(files) as prepared:
        assert {name for (name,) in rows(prepared, "judgments", "assessor")} == {"17", "18"}


@pytest.mark.parametrize("asked", [None, "rounds"])
def test_each_of_two_files_may_be_an_assessor_in_a_round(tmp_path: Path, asked: SecondColumn | None) -> None:
    files = [put(tmp_path / name, f"1 {at} a {at % 2}\n1 {at} b 0\n") for at, name in ((1, "ana"), (2, "bob"))]
    with prepare(files, second_column=asked) as prepared:
        assert prepared.report.ok, prepared.report.lines()
        assert {name for (name,) in rows(prepared, "judgments", "assessor")} == {"ana", "bob"}
        assert prepared.report.second_column == "rounds"
    with prepare(files, assessor="Eva") as prepared:
        assert "judged under two values of the second column (1, 2)" in errors(prepared)[0][1]


def test_of_many_assessors_some_are_named_and_the_others_counted(tmp_path: Path) -> None:
    text = "".join(f"1 p{at:02} a 1\n" for at in range(34))
    with prepare([put(tmp_path / "x.qrels", text)]) as prepared:
        names = ", ".join(f"p{at:02}" for at in range(8))
        assert f"The second column names 34 assessors: {names} and 26 more." in notes(prepared)


def test_qrels_of_questions_that_are_there_take_their_labels(tmp_path: Path) -> None:
    put(tmp_path / "questions.csv", "question,kind,text\nq,factoid,Who?\n")
    put(tmp_path / "answers.csv", "question,answer,text\nq,a,Ada\n")
    path = tmp_path / "c.jury"
    create(path)
    import_into(path, [tmp_path / "questions.csv", tmp_path / "answers.csv"])
    with prepare([put(tmp_path / "x", "q A a 1\nq B a 0\nq B z 0\n")], into=path) as prepared:
        assert prepared.report.ok, prepared.report.lines()
        assert rows(prepared, "judgments", "assessor", "label") == [
            ("A", "correct"),
            ("B", "incorrect"),
            ("B", "incorrect"),
        ]
        assert rows(prepared, "questions", "question") == []
        assert rows(prepared, "answers", "answer") == [("z",)]


def questions_of_qa(tmp_path: Path) -> Path:
    path = tmp_path / "qa.jury"
    create(path)
    import_into(path, [put(tmp_path / "q.xml", QA_XML.encode("latin-1"))])
    return path


def test_qa_runs_pool_what_is_the_same_and_know_nil(tmp_path: Path) -> None:
    path = questions_of_qa(tmp_path)
    text = "1.1   run1   NYT1.1   in  Paris, France\n1.10 run1 NIL\n"
    text += "1.2 run1 APW2 one thing\n1.2 run1 APW2 more\n"
    with prepare([put(tmp_path / "r", text)], into=path) as prepared:
        assert prepared.format == "trec-qa-runs"
        assert prepared.report.ok, prepared.report.lines()
        assert rows(prepared, "responses", "question", "rank", "nil", "text", "document") == [
            ("1.1", 1, 0, "in  Paris, France", "NYT1.1"),
            ("1.10", 1, 1, None, None),
            ("1.2", 1, 0, "one thing", "APW2"),
            ("1.2", 2, 0, "more", "APW2"),
        ]
    with prepare([tmp_path / "r"]) as prepared:
        assert "'1.1' is neither in these files nor in the collection" in errors(prepared)[0][1]


@pytest.mark.parametrize(
    ("lines", "order"),
    [
        ("1.1 NYT1.1 1 in Paris\n1.1 NYT2 -1 Rome\n1.10 NIL 1\n", "question, document, judgment, answer"),
        ("1.1 1 NYT1.1 in Paris\n1.1 -1 NYT2 Rome\n1.10 1 NIL\n", "question, judgment, document, answer"),
    ],
)
def test_the_order_of_judgment_columns_is_found_out_and_said(tmp_path: Path, lines: str, order: str) -> None:
    path = questions_of_qa(tmp_path)
    with prepare([put(tmp_path / "j", lines)], into=path, assessor="NIST") as prepared:
        assert prepared.format == "trec-qa-judgments"
        assert prepared.report.ok, prepared.report.lines()
        assert f"The columns are read as {order}." in notes(prepared)
        paris = pool_ref(pool_key("1.1", "in Paris", "NYT1.1", None))
        assert rows(prepared, "judgments", "assessor", "answer", "label")[0] == ("NIST", paris, "correct")
        assert "NIL is judged correct for 1 question (1.10)" in notes(prepared)


def test_judgments_of_nil_are_stored_with_the_questions_that_come_with_them(tmp_path: Path) -> None:
    both = "1.1 NIL 1\n1.1 NIL -1\n"
    files = [
        put(tmp_path / "q.xml", QA_XML.encode("latin-1")),
        put(tmp_path / "j", f"1.1 NYT2 -1 Rome\n1.10 NIL 1\n{both}"),
    ]
    with prepare(files, assessor="NIST") as prepared:
        assert prepared.report.ok, prepared.report.lines()
        assert ("1.10", 1) in rows(prepared, "questions", "question", "nil_correct")
        assert ("1.1", None) in rows(prepared, "questions", "question", "nil_correct")
        said = notes(prepared)
        assert "NIL is judged correct for 1 question: stored with the questions, as nil_correct yes." in said
        assert "NIL is judged correct for 1 question (1.1), which is a property of the question" in said
        assert "NIL is judged incorrect for 1 question (1.1), which is a property of the question" in said


def test_liveqa_of_2015_has_questions_and_answers(tmp_path: Path) -> None:
    text = (
        "x\tQ1\t\tTitle\tBody of it\tPets\tAnimals\n"
        "x\tQ1\t4\tFeed it daily.\thttp://a\t\t\nx\tQ1\t-2\t???\thttp://b\t\t\n"
    )
    with prepare([put(tmp_path / "q", text)], assessor="N") as prepared:
        assert prepared.format == "liveqa"
        assert rows(prepared, "questions", "question", "text", "category") == [("Q1", "Title\n\nBody of it", "Animals")]
        assert rows(prepared, "judgments", "label", "state") == [("4", None), (None, "junk")]


def test_liveqa_tells_when_a_repeat_has_another_grade(tmp_path: Path) -> None:
    text = "1 4 All is well.\n1 2 All  is well.\n1 - Never judged at all.\n"
    with prepare([put(tmp_path / "q", text)], assessor="N") as prepared:
        (found,) = (f for f in prepared.report.findings if "is in line 1 too" in f.sentence)
        assert (found.line, found.severity) == (2, "warning")
        assert rows(prepared, "judgments", "label") == [("4",), (None,)]
    with prepare([put(tmp_path / "q", "1 7 All is well.\n1 4\n")], as_format="liveqa") as prepared:
        assert [line for line, _ in errors(prepared)] == [1, 2]


def test_ntcir_runs_are_called_as_their_files(tmp_path: Path) -> None:
    put(tmp_path / "NII-1.run.csv", "23425,92012,91994,91985\r\n007,1.10,1.1\r\n")
    with prepare([tmp_path]) as prepared:
        assert prepared.format == "ntcir-cqa"
        assert rows(prepared, "runs", "run", "team") == [("NII-1", "NII")]
        assert rows(prepared, "responses", "question", "rank", "answer")[2:] == [
            ("23425", 3, "91985"),
            ("007", 1, "1.10"),
            ("007", 2, "1.1"),
        ]


def test_ave_has_gold_support_and_responses(tmp_path: Path) -> None:
    text = """<input><q id="1" lang="EN"><q_str>Who was Yasser Arafat?</q_str>
    <a id="1" value="YES"><a_str>Chairman
        </a_str><t_str doc="LA030394-0270">President Clinton appealed &amp; asked</t_str></a>
    <a id="2" value="UNKNOWN"><a_str>A man</a_str><t_str doc="D">x</t_str></a>
    <a id="3" value=""><a_str>Z</a_str><t_str doc="D">x</t_str></a></q></input>"""
    path = tmp_path / "c.jury"
    create(path)
    with prepare([put(tmp_path / "q.xml", text)], assessor="gold") as prepared:
        assert prepared.format == "ave"
        assert rows(prepared, "answers", "answer", "text", "document", "support")[0] == (
            "1",
            "Chairman",
            "LA030394-0270",
            "President Clinton appealed & asked",
        )
        assert rows(prepared, "judgments", "answer", "label", "state") == [
            ("1", "correct", None),
            ("2", None, "cannot-tell"),
        ]
    import_into(path, [tmp_path / "q.xml"])
    with prepare([put(tmp_path / "uned.txt", "1 1 SELECTED 0.9\n1 2 rejected .5\n1 3 ACCEPTED\n")], into=path) as p:
        assert p.report.ok, p.report.lines()
        assert rows(p, "responses", "run", "answer", "decision", "selected", "confidence") == [
            ("uned", "1", 1, 1, 0.9),
            ("uned", "2", 0, None, 0.5),
            ("uned", "3", 1, None, None),
        ]
    with prepare([put(tmp_path / "u.txt", "1 1 MAYBE 0.9\n1 1 SELECTED 2\n1\n")], as_format="ave") as p:
        assert [line for line, _ in errors(p)] == [1, 2, 3]


def test_label_studio_takes_people_models_and_skips(tmp_path: Path) -> None:
    def said(by: object, *choices: str, **more: object) -> dict[str, object]:
        result = [{"type": "choices", "value": {"choices": list(choices)}}] if choices else []
        return {"completed_by": by, "result": result, **more}

    task = {
        "id": 4,
        "data": {"question": "q", "answer": "1.10", "text": "An answer"},
        "annotations": [
            said(1, "Yes", lead_time=10.744, created_at="2022-11-04T18:50:53.017134Z"),
            said({"id": 2, "email": "ben@example.org"}, was_cancelled=True),
            said(3, "junk"),
        ],
        "predictions": [{"model_version": "model 1", "result": [{"type": "choices", "value": {"choices": ["No"]}}]}],
    }
    with prepare([put(tmp_path / "x.json", json.dumps([task]))]) as prepared:
        assert prepared.format == "label-studio"
        assert prepared.report.ok, prepared.report.lines()
        assert rows(prepared, "judgments", "assessor", "label", "state", "seconds_active") == [
            ("1", "correct", None, 10.744),
            ("ben@example.org", None, "skipped", None),
            ("3", None, "junk", None),
            ("model 1", "incorrect", None, None),
        ]
        assert ("model 1", "model") in rows(prepared, "assessors", "assessor", "kind")
    text = '[\n{"data": {"text": "x"}, "annotations": []},\n5,\n{"data": {"question": "q", "answer": "a"}, '
    text += '"annotations": [{"completed_by": 1, '
    text += '"result": [{"type": "choices", "value": {"choices": ["Z"]}}]}]}\n]'
    with prepare([put(tmp_path / "y.json", text)], as_format="label-studio") as prepared:
        assert [line for line, _ in errors(prepared)] == [2, 3, 4, 1]  # the last asks what the word is


def test_pyevall_items(tmp_path: Path) -> None:
    items = [{"test_case": "T", "id": "q%2F1/1.10", "value": "A"}, {"test_case": "T", "id": "q%2F1/b", "value": None}]
    with prepare([put(tmp_path / "x.json", json.dumps(items))], assessor="Ana") as prepared:
        assert prepared.format == "pyevall"
        assert rows(prepared, "judgments", "question", "answer", "label") == [("q/1", "1.10", "A"), ("q/1", "b", None)]
    shares = '[{"test_case": "T", "id": "a/b", "value": {"B": 0.6, "C": 0.4}}]'
    with prepare([put(tmp_path / "x.json", shares)]) as prepared:
        assert "shares of several assessors" in errors(prepared)[0][1]


def test_models_speak_as_models(tmp_path: Path) -> None:
    lines = [
        {"model": "m", "query": "Who?", "passage": "Ada", "prediction": "##final score: 3", "judgment": 3},
        {"model": "m", "query": "Who?", "passage": "Bob", "prediction": "?", "judgment": 0, "result_status": 0},
        {"model": "m", "qid": "7", "docid": "d", "query": "What?", "passage": "It", "judgment": 1},
    ]
    path = put(tmp_path / "x.jsonl", "\n".join(map(json.dumps, lines)) + "\n")
    with prepare([path]) as prepared:
        assert prepared.format == "llm-judgments"
        assert prepared.report.ok, prepared.report.lines()
        assert rows(prepared, "assessors", "assessor", "kind") == [("m", "model")]
        assert rows(prepared, "judgments", "label", "state", "note") == [
            ("3", None, "##final score: 3"),
            (None, "cannot-tell", "?"),
            ("1", None, None),
        ]
    put(tmp_path / "questions.csv", "question,kind,text\nmine,ranked,Who?\n")
    create(tmp_path / "c.jury")
    import_into(tmp_path / "c.jury", [tmp_path / "questions.csv"])
    with prepare([path], into=tmp_path / "c.jury") as prepared:
        assert [q for (q,) in rows(prepared, "judgments", "question")] == ["mine", "mine", "7"]


def test_a_folder_of_documents(tmp_path: Path) -> None:
    folder = tmp_path / "docs"
    (folder / "more").mkdir(parents=True)
    put(folder / "NYT1.10.txt", "One\r\ntwo")
    put(folder / "more" / "APW 2.TXT", "three")
    path = tmp_path / "c.jury"
    create(path)
    import_into(path, [folder])
    with closing(open_reading(path)) as db:
        assert dict(db.execute("SELECT name, text FROM document")) == {"NYT1.10": "One\ntwo", "APW 2": "three"}
    put(folder / "bad.txt", b"\xff")
    with pytest.raises(Refused, match="not UTF-8"):
        import_into(path, [folder])


@pytest.mark.parametrize("name", ["1.10", "a/b", "..", "con", "%", "%41", "ü?", "", " x ", "-o", "a" * 50, "日本"])
def test_every_id_can_be_the_name_of_a_file(name: str, tmp_path: Path) -> None:
    written = file_name(name)
    (tmp_path / f"{written}.rel").write_text("x")
    assert id_of(written) == name


@given(st.lists(st.sampled_from(["run", "Run", "RUN", "%52un", "%2552un", "ǅ", "ß", "SS", "a b", "A B"])))
def test_no_two_names_of_files_differ_only_in_case(ids: list[str]) -> None:
    names = file_names(ids)
    assert {id_of(name): name for name in names.values()} == names
    assert len({name.casefold() for name in names.values()}) == len(set(ids))
