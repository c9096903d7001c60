"""Families of files: one for each run or assessor, in folders, packed, without endings, and twice."""

import gzip
import json
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import pytest

from jurybox.collection.file import create, open_reading
from jurybox.collection.findings import Report
from jurybox.formats.imports import import_into, prepare
from jurybox.formats.registry import FORMATS
from jurybox.formats.source_files import stem_of


class Found(NamedTuple):
    """The report of an import, with who says something in it, and what responds."""

    report: Report
    assessors: set[str]
    runs: set[str]

    def said(self, severity: str) -> list[str]:
        """Return findings of a severity, but for those of questions and answers without a text."""
        found = (str(one) for one in self.report.findings if one.severity == severity)
        return [one for one in found if "has no text" not in one]


def files(folder: Path, texts: Mapping[str, str | bytes]) -> Path:
    """Write files below a folder, and return it."""
    for name, text in texts.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode() if isinstance(text, str) else text)
    return folder


def found_in(*sources: Path, into: Path | None = None, **asked: str) -> Found:
    """Prepare an import."""
    with prepare(sources, into=into, run=asked.get("run"), assessor=asked.get("assessor")) as prepared:
        prepared.staging.spread()
        db = prepared.staging.db
        assessors, runs = set[str](), set[str]()
        for table, column, names in (
            ("in_judgments", "assessor", assessors),
            ("in_nuggets", "assessor", assessors),
            ("in_matches", "assessor", assessors),
            ("in_responses", "run", runs),
        ):
            names.update(name for (name,) in db.execute(f"SELECT {column} FROM {table} WHERE {column} <> ''"))
        return Found(prepared.report, assessors, runs)


def qrels(*grades: int, question: str = "1", group: str = "0") -> str:
    """Qrels of a question."""
    return "".join(f"{question} {group} d{at} {grade}\n" for at, grade in enumerate(grades))


def trec_run(tag: str, order: str, questions: str = "1") -> str:
    """A run that ranks documents of one letter."""
    return "".join(
        f"{question} Q0 {document} 1 {9 - at} {tag}\n" for question in questions for at, document in enumerate(order)
    )


@pytest.mark.parametrize(
    ("name", "stem"),
    [
        ("ana.txt", "ana"),
        ("ana", "ana"),
        ("ana.qrels.txt.gz", "ana"),
        ("gpt-4.1", "gpt-4.1"),
        ("gpt-4.1.jsonl", "gpt-4.1"),
        ("llama-3.1-8b", "llama-3.1-8b"),
        ("bm25.v2.run", "bm25.v2"),
        ("qrels.ana", "qrels.ana"),
        ("a%2Fb.txt", "a/b"),
        (".txt", ".txt"),
    ],
)
def test_only_endings_of_data_files_are_no_part_of_a_name(name: str, stem: str) -> None:
    assert stem_of(name) == stem


@pytest.mark.parametrize("ending", ["", ".txt", ".qrels", ".gz", ".txt.gz"])
def test_a_file_for_each_assessor_with_dots_in_their_names(ending: str, tmp_path: Path) -> None:
    texts = {"gpt-4.1": qrels(1, 0), "gpt-4.5": qrels(2, 1), "Ana": qrels(0, 0)}
    packed = {
        f"{name}{ending}": gzip.compress(text.encode()) if ending.endswith("gz") else text
        for name, text in texts.items()
    }
    found = found_in(files(tmp_path / "of", packed))
    assert (found.report.errors, found.assessors) == (0, set(texts))


@pytest.mark.parametrize("named", ["the folder", "its folders"])
def test_files_of_one_name_in_folders_of_assessors_are_called_as_their_folders(named: str, tmp_path: Path) -> None:
    """Without this, Ben's judgment that equals Ana's was dropped, and both were one assessor called q1."""
    folder = files(
        tmp_path / "of",
        {
            "ana/q1.txt": qrels(1, 0),
            "ana/q2.txt": qrels(2, question="2"),
            "ben/q1.txt": qrels(1, 0),
            "ben/q3.txt": qrels(0, question="3"),
        },
    )
    sources = [folder] if named == "the folder" else [folder / "ana", folder / "ben"]
    found = found_in(*sources)
    assert found.assessors == {"ana", "ben"}
    assert (found.report.errors, found.report.of("judgments").new) == (0, 6)
    assert any("ana/q1.txt" in one and "the name of its folder, 'ana', is used" in one for one in found.said("note"))


def test_parts_of_one_assessor_in_several_folders_stay_together(tmp_path: Path) -> None:
    folder = files(
        tmp_path / "of",
        {"first/ana.txt": qrels(1, 0), "first/ben.txt": qrels(0, 0), "second/ana.txt": qrels(2, question="2")},
    )
    found = found_in(folder)
    assert (found.report.errors, found.assessors) == (0, {"ana", "ben"})
    told = "2 files of one name are read as of one assessor, 'ana': first/ana.txt, second/ana.txt."
    assert told in found.said("note")


def test_neither_files_nor_folders_name_an_assessor_who_judges_once(tmp_path: Path) -> None:
    texts = {"a/x.txt": qrels(1), "a/y.txt": qrels(0), "b/x.txt": qrels(0)}
    found = found_in(files(tmp_path / "of", texts))
    assert found.assessors == {"x", "y"}
    assert any("b/x.txt:1: This row has" in one and "a/x.txt line 1" in one for one in found.said("error"))


def test_levels_of_several_assessors_are_in_folders(tmp_path: Path) -> None:
    texts = {"ana/1.rel": "d1 L1\nd2 L0\n", "ben/1.rel": "d1 L1\nd2 L2\n", "bm25/1.res": "d1\nd2\n"}
    found = found_in(files(tmp_path / "of", texts))
    assert (found.report.errors, found.assessors, found.runs) == (0, {"ana", "ben"}, {"bm25"})


def test_tables_beside_files_that_name_nobody(tmp_path: Path) -> None:
    texts = {"questions.csv": "question,kind,text\n1,ranked,Which?\n"}
    texts |= {"ana/x.qrels": qrels(1, 0), "ben/x.qrels": qrels(0, 0)}
    found = found_in(files(tmp_path / "of", texts))
    assert (found.report.errors, found.assessors) == (0, {"ana", "ben"})


def test_rag_nuggets_in_folders_of_assessors(tmp_path: Path) -> None:
    def record(importance: str) -> str:
        return json.dumps({"qid": "1", "nuggets": [{"text": "fact", "importance": importance}]})

    texts = {"ana/nuggets.jsonl": record("vital"), "ben/nuggets.jsonl": record("okay")}
    found = found_in(files(tmp_path / "of", texts))
    assert (found.report.errors, found.assessors) == (0, {"ana", "ben"})


@pytest.mark.parametrize("again", ["the same path", "a file of the folder"])
def test_a_file_that_is_named_twice_is_read_once(again: str, tmp_path: Path) -> None:
    folder = files(tmp_path / "of", {"ana.txt": qrels(1, 0), "ben.txt": qrels(0, 0)})
    path = folder / "ana.txt"
    found = found_in(*([path, path] if again == "the same path" else [folder, path]))
    assert found.report.of("judgments").found == (2 if again == "the same path" else 4)
    assert not found.said("warning")


def test_what_is_said_twice_is_counted_as_repeated_and_equal_files_are_named(tmp_path: Path) -> None:
    folder = files(tmp_path / "of", {"ana": qrels(1, 0), "ana.txt": qrels(1, 0)})
    found = found_in(folder)
    counted = found.report.of("judgments")
    assert (counted.found, counted.new, counted.there, counted.repeated) == (4, 2, 0, 2)
    assert "judgments: 4 found (2 new, 2 repeated)" in found.report.lines()
    assert "ana.txt: This file is equal to 'ana'. If it is a copy, leave it out." in found.said("warning")
    made = tmp_path / "c.jury"
    create(made)
    import_into(made, [folder])
    again = found_in(folder, into=made).report.of("judgments")
    assert (again.new, again.there, again.repeated) == (0, 2, 2)


def test_runs_of_one_name_that_answer_differently_are_called_as_their_files(tmp_path: Path) -> None:
    """Many systems write the same tag into every file; lists of several files were mixed into one run."""
    made, texts = tmp_path / "c.jury", {"bm25.txt": trec_run("x", "abc"), "dense.v2": trec_run("x", "dcb")}
    folder = files(tmp_path / "of", texts)
    found = found_in(folder)
    assert (found.report.errors, found.runs) == (0, {"bm25", "dense.v2"})
    assert any("Run 'x' answers the same question differently in 2 files" in one for one in found.said("warning"))
    create(made)
    import_into(made, [folder])
    with closing(open_reading(made)) as db:
        lists = db.execute(
            "SELECT u.name, group_concat(a.name, '') FROM (SELECT * FROM response ORDER BY id) p "
            "JOIN run u ON u.id = p.run JOIN answer a ON a.id = p.answer GROUP BY u.name"
        ).fetchall()
    assert dict(lists) == {"bm25": "abc", "dense.v2": "dcb"}


def test_runs_of_one_name_and_one_file_name_are_called_as_their_folders(tmp_path: Path) -> None:
    texts = {"bm25/run.txt": trec_run("x", "abc"), "dense/run.txt": trec_run("x", "dcb")}
    assert found_in(files(tmp_path / "of", texts)).runs == {"bm25", "dense"}


def test_runs_are_not_called_as_runs_of_the_collection(tmp_path: Path) -> None:
    made = tmp_path / "c.jury"
    create(made)
    import_into(made, [files(tmp_path / "first", {"bm25.txt": trec_run("bm25", "abc")})])
    texts = {"bm25.txt": trec_run("x", "cba"), "dense.txt": trec_run("x", "dcb")}
    found = found_in(files(tmp_path / "of", texts), into=made)
    assert found.report.errors == 0
    assert len(found.runs) == 2
    assert "bm25" not in found.runs


def test_parts_of_a_run_stay_one_run(tmp_path: Path) -> None:
    texts = {"part1": trec_run("x", "abc", "12"), "part2": trec_run("x", "ba", "34")}
    found = found_in(files(tmp_path / "of", texts))
    assert (found.report.errors, found.runs, found.said("warning")) == (0, {"x"}, [])
    assert any("part1: The file is called 'part1', but its lines name run 'x'" in one for one in found.said("note"))


def test_a_copy_of_a_run_is_stored_once(tmp_path: Path) -> None:
    texts = {"x.txt": trec_run("x", "abc", "12"), "x (1).txt": trec_run("x", "abc", "12")}
    found = found_in(files(tmp_path / "of", texts))
    assert (found.report.errors, found.runs) == (0, {"x"})
    counted = found.report.of("responses")
    assert (counted.found, counted.new, counted.there, counted.repeated) == (12, 6, 0, 6)
    assert sum("are stored once" in one for one in found.said("warning")) == 2


def test_lists_of_trec_qa_runs_of_one_name_are_not_joined(tmp_path: Path) -> None:
    made = tmp_path / "c.jury"
    create(made)
    import_into(made, [files(tmp_path / "q", {"questions.csv": "question,kind,text\n1.1,list,Which?\n"})])
    texts = {"one.txt": "1.1 x NYT1 Rome\n1.1 x NYT1 Oslo\n", "two.txt": "1.1 x NYT1 Bern\n"}
    found = found_in(files(tmp_path / "of", texts), into=made)
    assert (found.report.errors, found.runs) == (0, {"one", "two"})


def test_a_nuggetizer_file_for_each_run_with_one_name_in_all_and_no_endings(tmp_path: Path) -> None:
    def record(answer: str) -> str:
        nugget = {"text": "fact", "importance": "vital", "assignment": "support"}
        of_run = {"run_id": "x", "answer_text": answer}
        return json.dumps({"query": "Q?", "qid": "q", "nuggets": [nugget]} | of_run)

    folder = files(tmp_path / "of", {"bm25": record("one"), "dense": "\ufeff\n" + record("two")})
    found = found_in(folder)
    assert (found.report.errors, found.runs) == (0, {"bm25", "dense"})
    assert found.report.of("matches").new == 2
    assert found.assessors == {"nuggetizer"}


def test_names_in_files_against_names_of_files(tmp_path: Path) -> None:
    texts = {"ana": qrels(1, 0, group="ben"), "ben": qrels(0, 0, group="ana")}
    found = found_in(files(tmp_path / "of", texts))
    told = "ana: The file is called 'ana', but its lines name assessor 'ben', which is used."
    assert found.assessors == {"ana", "ben"}
    assert told in found.said("warning")
    texts = {"input.bm25": trec_run("bm25", "abc"), "dense": trec_run("d9", "dcb")}
    found = found_in(files(tmp_path / "runs", texts))
    assert [one for one in found.said("note") if "is called" in one] == [
        "dense: The file is called 'dense', but its lines name run 'd9', which is used."
    ]


def test_a_run_or_assessor_that_is_not_used_is_said(tmp_path: Path) -> None:
    folder = files(tmp_path / "of", {"one": trec_run("a", "abc"), "two": trec_run("b", "abc")})
    assert "--run x is not used: the files name 2 runs (a, b)." in found_in(folder, run="x").said("warning")
    found = found_in(folder / "one", run="x")
    assert found.runs == {"x"}
    assert "Run 'a' is named 'x', as requested." in found.said("note")
    record = {"model": "m", "query": "Q", "qid": "1", "docid": "d", "passage": "p", "judgment": 1}
    models = files(tmp_path / "models", {"m.jsonl": json.dumps(record)})
    assert found_in(models, assessor="x").assessors == {"x"}


def task(who: object, choice: str, text: str = "it is") -> str:
    """A Label Studio export of one task."""
    result = {"type": "choices", "value": {"choices": [choice]}}
    data = {"question": "q", "answer": "a", "text": text}
    return json.dumps([{"data": data, "annotations": [{"completed_by": who, "result": [result]}]}])


def test_a_label_studio_file_for_each_assessor_has_the_same_tasks(tmp_path: Path) -> None:
    folder = files(tmp_path / "of", {"ana.json": task("ana", "A"), "ben.json": task("ben", "B")})
    found = found_in(folder)
    assert (found.report.errors, found.assessors) == (0, {"ana", "ben"})
    made = tmp_path / "c.jury"
    create(made)
    for name in ("ana", "ben"):
        import_into(made, [folder / f"{name}.json"])
    assert found_in(folder, into=made).report.of("judgments").there == 2
    other = files(tmp_path / "other", {"ana.json": task("ana", "A"), "ben.json": task("ben", "B", "it was")})
    assert any("Answer 'a' of question 'q' appears twice" in one for one in found_in(other).said("error"))


def test_names_of_answer_validation_runs_come_back(tmp_path: Path) -> None:
    xml = '<i><q id="1"><q_str>Q</q_str><a id="1" value=""><a_str>A</a_str><t_str doc="d"/></a></q></i>'
    made, back = tmp_path / "c.jury", tmp_path / "back.jury"
    create(made)
    rows = "run,question,rank,answer,decision\nour/run.v2,1,,1,yes\n"
    import_into(made, [files(tmp_path / "q", {"q.xml": xml})])
    import_into(made, [files(tmp_path / "r", {"responses.csv": rows})])
    write = FORMATS["ave"].write
    assert write
    write(made, tmp_path / "out")
    create(back)
    import_into(back, [tmp_path / "out"])
    with closing(open_reading(back)) as db:
        assert db.execute("SELECT name FROM run").fetchall() == [("our/run.v2",)]


def test_fields_that_are_not_read_are_said(tmp_path: Path) -> None:
    nugget = {"text": "fact", "importance": "vital", "assignment": "support", "reasoning": "since"}
    record = {"query": "Q?", "qid": "q", "run_id": "r", "answer_text": "a b", "response_length": 2}
    record |= {"nuggets": [nugget, nugget | {"text": "other"}], "trace": [1]}
    of_model = {"model": "m", "query": "Q", "qid": "1", "docid": "d", "passage": "p", "judgment": 1}
    tasks = json.loads(task("ana", "A"))
    tasks[0]["data"]["system"] = "bm25"
    for name, text, told in (
        ("r.jsonl", json.dumps(record), "Fields that are left out: nuggets.reasoning (2), trace (1)."),
        ("m.jsonl", json.dumps(of_model | {"few_shot": 0}), "Fields that are left out: few_shot (1)."),
        ("t.json", json.dumps(tasks), "Fields that are left out: data.system (1)."),
    ):
        folder = files(tmp_path / name.partition(".")[0], {name: text})
        assert told in found_in(folder).said("note")
    nothing = files(tmp_path / "nothing", {"m.jsonl": json.dumps(of_model)})
    assert not any("left out" in one for one in found_in(nothing).said("note"))


def test_rows_with_errors_are_not_called_repeated(tmp_path: Path) -> None:
    (tmp_path / "n.txt").write_text("1.4 1\tvital\tBorn in Oslo\n1.4 2\tokay\tSings\n", encoding="utf-8")
    found = found_in(tmp_path / "n.txt")
    assert found.report.errors == 2
    assert "nuggets: 2 found (0 new)" in found.report.lines()
