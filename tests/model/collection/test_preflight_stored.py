"""A second import adds; whatever contradicts what is stored is an error that names both."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing

import pytest
from by_names import Rows, add, by_names, new_collection, rows, sentences

from jurybox.collection.digests import changed_rows
from jurybox.collection.entries import Content, Subject
from jurybox.collection.log import LogWriter
from jurybox.collection.staging import OnContradiction

FIRST = {
    "questions": rows(
        "question,kind,text,series,target,position,category,nil_correct\n"
        "1.1,factoid,Who?,1,Crips,1,person,no\n1.2,list,Which?,1,Crips,2,,\n5,other,More?,,,,,\n"
        "9,validation,Is it?,,,,,"
    ),
    "options": rows("question,option,text\n1.1,a,Orban"),
    "answers": rows(
        "question,answer,text,document,support,best\n1.1,a1,Orban,D1,She did.,yes\n1.1,a2,Hallam,,,\n"
        "1.2,b1,Halcyon,,,\n5,e1,Red,,,\n9,v1,Yes,,,\n1.2,,Meridian,,,"
    ),
    "documents": rows("document,text,title\nD1,She did.,Log"),
    "runs": rows("run,team,seconds\nr1,Tarn,2.5"),
    "responses": rows(
        "run,question,rank,answer,text,decision,confidence\nr1,1.1,1,a1,,,0.5\nr1,1.2,1,b1,,,\nr1,1.2,2,,Meridian,,\n"
        "r1,9,,v1,,yes,"
    ),
    "times": rows("run,question,seconds\nr1,1.1,4"),
    "assessors": rows("assessor,kind,panel\nAna,person,yes\nBen,person,no"),
    "assignments": rows("assessor,question,answer\nAna,1.1,\nBen,1.1,a1"),
    "judgments": rows(
        "assessor,question,answer,label,state,note,kind\nAna,1.1,a1,correct,,sure,\nBen,1.1,a1,inexact,,,\n"
        "Ana,1.1,a1,correct,,,adjudication\nAna,1.1,,A,,,\nBen,1.1,a2,,skipped,,"
    ),
    "nuggets": rows("question,nugget,text,importance,assessor,weight\n5,1,it was red,vital,Ana,0.5"),
    "matches": rows("assessor,question,answer,nugget,support\nAna,5,e1,1,yes"),
    "distinct": rows("question,answer,group,assessor\n1.2,b1,g1,Ana"),
    "instances": rows("question,group,text\n1.2,g2,Aurora"),
    "collection": rows("key,value\nmode,open\nname,Ferries\nwithdrawn:r1,yes"),
}


@pytest.fixture(scope="module")
def first() -> bytes:
    with new_collection() as made:
        report = add(made, FIRST)
        assert report.ok, report.lines()
        return made.serialize()


@pytest.fixture
def db(first: bytes) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as made:
        made.deserialize(first)
        yield made


@pytest.mark.parametrize("table", FIRST)
def test_each_table_alone_again_is_there_already(table: str, db: sqlite3.Connection) -> None:
    before = by_names(db)
    report = add(db, {table: FIRST[table]})
    assert report.ok, report.lines()
    assert [counted.new for counted in report.counted] == [0]
    assert report.of(table).there == len(FIRST[table])
    assert by_names(db) == before


def test_everything_again_is_there_already(db: sqlite3.Connection) -> None:
    before = by_names(db)
    report = add(db, FIRST)
    assert (report.ok, sum(counted.new for counted in report.counted)) == (True, 0)
    assert by_names(db) == before
    assert report.lines()[-1] == "0 errors, 0 warnings. Nothing here is new to the collection."


@pytest.mark.parametrize(
    ("table", "text", "told"),
    [
        (
            "questions",
            "question,kind,text\n1.1,list,Who?",
            "The kind of question '1.1' is 'list' here, but 'factoid' in the collection. Make them ",
        ),
        (
            "questions",
            "question,kind,text,nil_correct\n1.1,factoid,Who?,yes",
            "The nil correct of question '1.1' is yes here, but no in the collection",
        ),
        (
            "questions",
            "question,kind,text,series\n1.1,factoid,Who?,2",
            "The series of question '1.1' is '2' here, but '1'",
        ),
        (
            "questions",
            "question,kind,text,series,target\n1.3,list,Who?,1,Bloods",
            "The target of series '1' is 'Bloods'",
        ),
        ("options", "question,option,text\n1.1,a,Hallam", "The text of option 'a' is 'Hallam' here, but 'Orban'"),
        ("answers", "question,answer,text\n1.1,a1,Hallam", "The text of answer 'a1' is 'Hallam' here, but 'Orban'"),
        (
            "answers",
            "question,answer,text,document\n1.1,a2,Hallam,D1",
            "The document of answer 'a2' is 'D1' here, but empty",
        ),
        ("documents", "document,text\nD1,He did.", "The text of document 'D1' is 'He did.' here, but 'She did.'"),
        ("runs", "run,team\nr1,Heron", "The team of run 'r1' is 'Heron' here, but 'Tarn'"),
        ("assessors", "assessor,kind\nAna,model", "The kind of assessor 'Ana' is 'model' here, but 'person'"),
        ("assessors", "assessor,panel\nAna,no", "Ana is not on the panel here, but is in the collection."),
        ("times", "run,question,seconds\nr1,1.1,5", "The time of run 'r1' for question '1.1' is 5.0 here, but 4.0"),
        (
            "nuggets",
            "question,nugget,text,importance,assessor,weight\n5,1,,,Ana,0.7",
            "The weight of nugget '1' is 0.7",
        ),
        (
            "nuggets",
            "question,nugget,text,importance,assessor\n5,1,it was blue,,Ana",
            "This row has 'it was blue', but in the",
        ),
        (
            "nuggets",
            "question,nugget,text,importance,assessor\n5,1,,okay,Ana",
            "This row has 'okay', but in the collection Ana",
        ),
        ("instances", "question,group,text\n1.2,g2,Dawn", "The text of instance 'g2' is 'Dawn' here, but 'Aurora'"),
        (
            "judgments",
            "assessor,question,answer,label\nAna,1.1,a1,W",
            "This row has 'incorrect', but in the collection Ana has 'correct'. Leave the row out",
        ),
        (
            "judgments",
            "assessor,question,answer,label\nBen,1.1,a2,correct",
            "This row has 'correct', but in the collection Ben has 'skipped'",
        ),
        (
            "judgments",
            "assessor,question,answer,label,note\nAna,1.1,a1,correct,unsure",
            "This has the note 'unsure', but in the collection Ana",
        ),
        (
            "judgments",
            "assessor,question,answer,label\nAna,1.1,,B",
            "This row has 'B', but in the collection Ana has 'A'",
        ),
        (
            "judgments",
            "assessor,question,answer,label,kind\nBen,1.1,a1,X,adjudication",
            "This row has 'inexact', but in the collection Ana",
        ),
        (
            "matches",
            "assessor,question,answer,nugget,support\nAna,5,e1,1,no",
            "This row has 'no', but in the collection Ana has 'yes'",
        ),
        (
            "distinct",
            "question,answer,group,assessor\n1.2,b1,g9,Ana",
            "This row has 'g9', but in the collection Ana has 'g1'",
        ),
        ("collection", "key,value\nmode,judging", "The mode is 'judging' here, but 'open' in the collection."),
        (
            "responses",
            "run,question,rank,answer\nr1,1.1,1,a2",
            "This response of run 'r1' to question '1.1' is not the one",
        ),
        (
            "responses",
            "run,question,rank,answer\nr1,1.1,2,a1",
            "This response of run 'r1' to question '1.1' is not the one",
        ),
        (
            "responses",
            "run,question,rank,answer,decision\nr1,9,,v1,no",
            "This response of run 'r1' to question '9' is not the one",
        ),
        (
            "responses",
            "run,question,rank,answer\nr1,1.2,1,b1",
            "Run 'r1' has 1 responses to question '1.2' here, but 2",
        ),
        (
            "responses",
            "run,question,rank,answer,document\nr9,1.1,1,a1,D2",
            "The document of answer 'a1' is 'D2' here, but 'D1'",
        ),
    ],
)
def test_a_contradiction_names_both(table: str, text: str, told: str, db: sqlite3.Connection) -> None:
    before = by_names(db)
    report = add(db, {table: rows(text)})
    (found,) = sentences(report)
    assert found.startswith(f"{table}.csv:2: {told}")
    assert by_names(db) == before


@pytest.mark.parametrize(
    ("table", "text", "what", "at"),
    [
        (
            "questions",
            "question,kind,text,lang\n1.1,factoid,Who?,en",
            "SELECT lang FROM question WHERE name = '1.1'",
            "en",
        ),
        (
            "nuggets",
            "question,nugget,text,importance,assessor,source\n5,1,,,Ana,paper",
            "SELECT source FROM nugget",
            "paper",
        ),
        ("runs", "run,description\nr1,fast", "SELECT description FROM run WHERE name = 'r1'", "fast"),
        (
            "judgments",
            "assessor,question,answer,label,note\nBen,1.1,a1,X,why",
            "SELECT note FROM entry WHERE note = 'why' AND label = 'inexact'",
            "why",
        ),
    ],
)
def test_what_is_empty_in_the_collection_is_completed(
    table: str, text: str, what: str, at: object, db: sqlite3.Connection
) -> None:
    report = add(db, {table: rows(text)})
    assert (report.ok, sum(counted.new for counted in report.counted)) == (True, 1), report.lines()
    assert db.execute(what).fetchone() == (at,)
    assert not list(changed_rows(db)), "digests follow"
    assert sum(counted.new for counted in add(db, {table: rows(text)}).counted) == 0


def test_two_values_for_what_is_empty_contradict_each_other(db: sqlite3.Connection) -> None:
    told = "question,nugget,text,importance,assessor,source\n5,1,,,Ana,paper\n5,1,,,Ben,web"
    (found,) = sentences(add(db, {"nuggets": rows(told)}))
    assert found.startswith("nuggets.csv:3: The source of nugget '1' is 'web' here and 'paper' in nuggets.csv line 2.")


LATER: dict[str, Rows] = {"judgments": rows("assessor,question,answer,label\nAna,1.1,a1,W\nCem,1.2,b1,R\nCem,1.2,b1,W")}


@pytest.mark.parametrize(
    ("rule", "stored", "fresh", "told"),
    [
        (None, "correct", None, ["2: This row has", "4: This row has"]),
        (
            "first",
            "correct",
            "correct",
            ["2: Left out: This row has", "4: Left out: This row has 'incorrect', but judgm"],
        ),
        (
            "later",
            "incorrect",
            "incorrect",
            ["2: In the place of that in the collection", "3: Left out: This row has 'cor"],
        ),
        ("neither", None, None, ["2: Both left out: This row has", "4: Both left out: This row has"]),
    ],
)
def test_who_imports_says_which_of_contradicting_labels_counts(
    rule: OnContradiction | None, stored: str | None, fresh: str | None, told: list[str], db: sqlite3.Connection
) -> None:
    report = add(db, LATER, on_contradiction=rule)
    assert (report.ok, report.contradictions) == (rule is not None, 0 if rule else 2)
    found = sentences(report) if rule is None else sentences(report, "warning")
    at = [line.removeprefix("judgments.csv:") for line in found if "This row has" in line]
    assert [one.startswith(said) for one, said in zip(sorted(at), told, strict=True)] == [True, True], at
    labels = {
        (who, answer): label
        for kind, who, _, answer, _, _, label, *_ in by_names(db)["said"]
        if kind == "judgment" and who in ("Ana", "Cem")
    }
    assert (labels.get(("Ana", "a1")), labels.get(("Cem", "b1"))) == (stored, fresh)


def test_a_setting_of_the_collection_is_replaced_by_no_file(db: sqlite3.Connection) -> None:
    other: dict[str, Rows] = {"collection": rows("key,value\nmode,judging")}
    assert [add(db, other, on_contradiction=rule).ok for rule in ("later", "neither", "first")] == [False, False, True]


def test_a_contradiction_writes_names_as_they_are(db: sqlite3.Connection) -> None:
    assert add(db, {"runs": rows("run,team\nr_1,Tarn")}).ok
    (found,) = sentences(add(db, {"runs": rows("run,team\nr_1,Heron")}))
    assert "The team of run 'r_1' is 'Heron' here" in found


def test_a_second_import_adds_beside_what_is_there(db: sqlite3.Connection) -> None:
    more = {
        "questions": rows("question,kind,text,series,position\n1.1,factoid,Who?,1,1\n1.3,factoid,When?,1,3"),
        "answers": rows("question,answer,text\n1.3,c1,In 1909"),
        "responses": rows("run,question,rank,answer\nr1,1.3,1,c1\nr2,1.1,1,a2"),
        "assessors": rows("assessor,kind,panel\nCem,person,yes"),
        "judgments": rows("assessor,question,answer,label\nCem,1.3,c1,correct"),
        "collection": rows("key,value\ngold,majority"),
    }
    report = add(db, {key: more[key] for key in ("questions", "answers", "assessors", "judgments", "collection")})
    assert report.ok, report.lines()
    report = add(db, {"responses": more["responses"]})
    assert (report.of("runs").new, report.of("responses").new) == (1, 2)
    told = by_names(db)
    assert told["run"][-1][0] == "r2"
    panel = next(row for row in told["said"] if row[5] == "panel")
    assert panel[6] == ("Ana", "Cem")
    assert next(row[6] for row in told["said"] if row[5] == "gold") == '"majority"'
    assert told["question"][-1][:5] == ("1.3", "factoid", "When?", "1", 3)


def test_a_withdrawn_run_joins_those_that_are(db: sqlite3.Connection) -> None:
    assert add(db, {"runs": rows("run\nr2"), "collection": rows("key,value\nwithdrawn:r2,yes")}).ok
    facts = [row[6] for row in by_names(db)["said"] if row[5] == "withdrawn"]
    assert facts == ['["r1", "r2"]']


def judge(db: sqlite3.Connection, content: Content) -> None:
    """Let Ben say something of answer b1, as the window does."""
    db.execute("BEGIN")
    LogWriter(db, act="do").write(1, "judgment", Subject(1, 2), content)
    db.execute("COMMIT")


LABEL: dict[str, Rows] = {"judgments": rows("assessor,question,answer,label\nBen,1.2,b1,correct")}


@pytest.mark.parametrize("content", [Content(), Content(note="think again")])
def test_what_says_nothing_any_more_is_replaced_and_its_note_kept(content: Content, db: sqlite3.Connection) -> None:
    judge(db, content)
    assert add(db, LABEL).ok
    about = [row for row in by_names(db)["said"] if row[:4] == ("judgment", "Ben", "1.2", "b1")]
    assert [(row[6], row[8]) for row in about] == [("correct", content.note)]


def test_a_conflict_in_the_collection_contradicts(db: sqlite3.Connection) -> None:
    judge(db, Content("correct"))
    judge(db, Content("incorrect"))
    (told,) = sentences(add(db, LABEL))
    assert "in the collection Ben has 'incorrect'" in told


def test_a_row_without_a_label_says_nothing(db: sqlite3.Connection) -> None:
    before = by_names(db)
    report = add(db, {"judgments": rows("assessor,question,answer,label\nAna,1.1,a1,\nAna,1.1,a2,")})
    assert (report.ok, report.of("judgments").waiting, report.of("judgments").new) == (True, 2, 0)
    assert by_names(db) == before


def test_more_findings_than_are_shown_are_counted(db: sqlite3.Connection) -> None:
    report = add(db, {"answers": [{"question": "x", "answer": f"a{n}", "text": "t"} for n in range(500)]})
    assert report.errors == 500
    assert len([found for found in report.findings if found.severity == "error"]) == 21
    assert "480 more findings of this kind." in report.lines()[-2]


def test_an_id_that_only_looks_pooled_is_held_against_its_text() -> None:
    with new_collection() as db:
        first = {"questions": FIRST["questions"], "answers": rows("question,answer,text\n1.1,pool:7,Orban")}
        report = add(db, first)
        assert report.ok, report.lines()
        report = add(db, {"answers": rows("question,answer,text\n1.1,pool:7,Hallam")})
        (found,) = sentences(report)
        assert "The text of answer 'pool:7' is 'Hallam' here, but 'Orban' in the collection." in found
