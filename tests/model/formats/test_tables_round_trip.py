"""Export then import gives the same collection, whatever is in it."""

import sqlite3
import tempfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from by_names import add, by_names, new_collection
from examples import examples
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from jurybox.collection.entries import STATES
from jurybox.collection.file import create, open_reading
from jurybox.collection.import_store import store_import
from jurybox.csv_files import guard, unguard
from jurybox.formats.imports import import_into, prepare
from jurybox.formats.tables import write_tables
from jurybox.kinds import KIND_NAMES, KINDS

Row = dict[str, str]
Draw = Callable[..., Any]

_ODD = "\t\n\r\v\x1f\x7f \"',;=+-@'|\u00a0\u2028\u200f\u0301éאあ😀\ufeff0123456789aZ"
texts = st.text(st.sampled_from(_ODD), min_size=1, max_size=8) | st.sampled_from(
    ["=HYPERLINK(1)", "-1", "'-1", "''=x", "1.10", "007", "NA", "None", "a\r\nb", "x" * 300, "@home", "+", "'"]
)
maybe = st.just("") | texts
yes_no = st.sampled_from(["", "yes", "no"])
numbers = st.floats(allow_nan=False, allow_infinity=False).map(repr)
seconds = st.floats(min_value=1e-6, max_value=1e6).map(repr)
units = st.just("") | st.floats(min_value=0, max_value=1).map(repr)
moments = st.just("") | st.integers(0, 3_000_000_000).map(
    lambda s: f"20{s % 80 + 10}-0{s % 9 + 1}-1{s % 9}T0{s % 7}:{s % 50 + 10}:{s % 49 + 10}.{s % 900 + 100}Z"
)
PEOPLE = ("Ana", "=Ben", "Ç'em")


def names(count: int) -> st.SearchStrategy[list[str]]:
    """Ids: different texts, none of which means something of its own."""
    return st.lists(texts, min_size=count, max_size=count, unique=True)


@st.composite
def collections(draw: Draw) -> dict[str, list[Row]]:
    """Draw the tables of a small collection with everything that there can be in one."""
    questions = draw(_questions())
    answers = [answer for question in questions for answer in draw(_answers(question))]
    runs = [
        {"run": name, "team": draw(maybe), "lang": draw(maybe), "seconds": draw(st.just("") | seconds)}
        | {"description": draw(maybe), "origin": draw(st.sampled_from(["", "baseline"]))}
        for name in draw(names(2))
    ]
    nuggets, votes = draw(_nuggets(questions))
    tables = {
        "questions": questions,
        "options": [{"question": questions[0]["question"], "option": n, "text": draw(texts)} for n in draw(names(2))],
        "answers": answers,
        "documents": [{"document": n, "text": draw(texts), "title": draw(maybe), "url": ""} for n in draw(names(2))],
        "runs": runs,
        "responses": [row for run in runs for row in draw(_responses(run["run"], questions, answers))],
        "times": [{"run": runs[0]["run"], "question": q["question"], "seconds": draw(seconds)} for q in questions],
        "assessors": [
            {"assessor": name, "kind": kind, "panel": draw(yes_no)}
            for name, kind in zip(PEOPLE, ("person", "model", "asker"), strict=True)
        ],
        "assignments": draw(_assignments(questions, answers)),
        "judgments": draw(_judgments(questions, answers)),
        "nuggets": votes,
        "matches": draw(_matches(answers, nuggets)),
        "distinct": draw(_groups(answers)),
        "instances": [{"question": questions[1]["question"], "group": n, "text": draw(texts)} for n in draw(names(2))],
        "collection": draw(_facts(runs)),
    }
    return {table: rows for table, rows in tables.items() if rows}


@st.composite
def _questions(draw: Draw) -> list[Row]:
    kinds = KIND_NAMES
    series = draw(names(2))
    targets = {name: (draw(texts), draw(texts)) for name in series}
    rows = []
    for kind, name in zip(kinds, draw(names(len(kinds))), strict=True):
        of = draw(st.just("") | st.sampled_from(series))
        target, type_ = targets.get(of, ("", ""))
        rows.append(
            {"question": name, "kind": kind, "text": draw(texts), "series": of, "target": target}
            | {"target_type": type_, "position": draw(st.sampled_from(["", "0", "12"])), "category": draw(maybe)}
            | {"nil_correct": draw(yes_no), "lang": draw(maybe), "guideline": draw(maybe)}
            | {"status": draw(st.sampled_from(["", "unjudged"]))}
        )
    return rows


@st.composite
def _answers(draw: Draw, question: Row) -> list[Row]:
    return [
        {"question": question["question"], "answer": name, "text": draw(texts), "document": draw(maybe)}
        | {"support": draw(maybe), "author": draw(maybe), "posted_at": draw(maybe), "best": draw(yes_no)}
        for name in draw(names(2))
    ]


@st.composite
def _responses(draw: Draw, run: str, questions: list[Row], answers: list[Row]) -> list[Row]:
    rows = []
    for question in questions:
        kind, name = question["kind"], question["question"]
        given_ids = [answer["answer"] for answer in answers if answer["question"] == name]
        count = draw(st.integers(0, 3))
        picked = draw(st.permutations([*given_ids, "text", "NIL"]))[:count]
        for rank, answer in enumerate(picked):
            if answer == "NIL" and not KINDS[kind].nil:
                continue
            row = {"run": run, "question": name, "rank": str(rank), "answer": answer, "text": ""}
            if answer == "text":
                row |= {"answer": "", "text": draw(texts), "document": draw(maybe), "support": draw(maybe)}
            elif answer != "NIL":
                row["text"] = draw(maybe)
            selected = "yes" if rank == 0 and draw(st.booleans()) else ""
            rows.append(row | {"selected": selected} | draw(_sureness(kind, selected)))
    return rows


@st.composite
def _sureness(draw: Draw, kind: str, selected: str) -> Row:
    decision = draw(st.just("yes") if selected else yes_no) if KINDS[kind].decides else ""
    answered = "" if decision else draw(yes_no)
    return {"decision": decision, "answered": answered, "confidence": draw(units), "score": draw(numbers)}


@st.composite
def _assignments(draw: Draw, questions: list[Row], answers: list[Row]) -> list[Row]:
    whole = [{"assessor": PEOPLE[0], "question": q["question"], "answer": ""} for q in questions[:2]]
    parts = [{"assessor": PEOPLE[1], "question": a["question"], "answer": a["answer"]} for a in answers[3:5]]
    return draw(st.sampled_from([[], whole, parts, whole + parts]))


@st.composite
def _remarks(draw: Draw) -> Row:
    return {"note": draw(maybe), "seconds_active": draw(st.just("") | seconds), "judged_at": draw(moments)}


@st.composite
def _judgments(draw: Draw, questions: list[Row], answers: list[Row]) -> list[Row]:
    kinds = {question["question"]: question["kind"] for question in questions}
    rows = []
    for answer in answers:
        labels = KINDS[kinds[answer["question"]]].labels
        for who in PEOPLE:
            said = {"label": draw(st.sampled_from(["", *labels])), "state": ""}
            if not said["label"]:
                said["state"] = draw(st.sampled_from(["", *STATES]))
            kind = draw(st.sampled_from(["", "repeat"])) if who != PEOPLE[2] else "adjudication"
            about = {"assessor": who, "question": answer["question"], "answer": answer["answer"]}
            rows.append(about | said | {"kind": kind} | draw(_remarks()))
    quality = {"assessor": PEOPLE[0], "question": questions[0]["question"], "answer": "", "label": "A"}
    return [*rows, quality | {"state": "", "kind": ""} | draw(_remarks())]


@st.composite
def _nuggets(draw: Draw, questions: list[Row]) -> tuple[list[tuple[str, str]], list[Row]]:
    question = next(q["question"] for q in questions if q["kind"] == "other")
    made = draw(names(2))
    rows = []
    for name in made:
        voters = draw(st.permutations([*PEOPLE[:2], ""]))[: draw(st.integers(1, 3))]
        for at, who in enumerate(voters):
            row = {"question": question, "nugget": name, "assessor": who, "text": "", "weight": "", "source": ""}
            if at == 0:
                row |= {"text": draw(texts), "weight": draw(units), "source": draw(maybe)}
            vote = draw(st.sampled_from(["vital", "okay", "cannot-tell"] + ([""] if at == 0 else [])))
            rows.append(row | {"importance": vote} | (draw(_remarks()) if vote else {}))
    return [(question, name) for name in made], rows


@st.composite
def _matches(draw: Draw, answers: list[Row], nuggets: list[tuple[str, str]]) -> list[Row]:
    return [
        {"assessor": who, "question": question, "answer": answer["answer"], "nugget": nugget}
        | {"support": draw(st.sampled_from(["yes", "partial", "no", "skipped"]))}
        | draw(_remarks())
        for question, nugget in nuggets
        for answer in answers
        if answer["question"] == question
        for who in PEOPLE[: draw(st.integers(0, 2))]
    ]


@st.composite
def _groups(draw: Draw, answers: list[Row]) -> list[Row]:
    return [
        {"question": answer["question"], "answer": answer["answer"], "group": draw(texts), "assessor": who}
        | draw(_remarks())
        for answer in answers[2:4]
        for who in ("", PEOPLE[0])[: draw(st.integers(0, 2))]
    ]


@st.composite
def _facts(draw: Draw, runs: list[Row]) -> list[Row]:
    every = [
        {"key": "name", "value": draw(texts)},
        {"key": "description", "value": draw(texts)},
        {"key": "mode", "value": draw(st.sampled_from(["open", "judging"]))},
        {"key": "gold", "value": "majority+lenient"},
        {"key": "seat", "value": "Ana"},
        {"key": "guideline:correct", "value": draw(texts)},
        {"key": f"withdrawn:{runs[0]['run']}", "value": "yes"},
    ]
    return [row for row in every if draw(st.booleans())]


@given(collections())
@settings(max_examples=examples(30), deadline=None, suppress_health_check=list(HealthCheck))
def test_every_collection_comes_back(tables: dict[str, list[Row]]) -> None:
    with new_collection() as first, new_collection() as second:
        report = add(first, tables)
        assert report.ok, report.lines()
        with tempfile.TemporaryDirectory() as folder:
            target = Path(folder) / "out"
            written = write_tables(first, target)
            _import(second, target)
            assert by_names(second) == by_names(first)
            assert {file.stem for file in target.iterdir()} == set(written.rows)
            again = Path(folder) / "again"
            write_tables(second, again)
            for file in target.iterdir():
                assert (again / file.name).read_bytes() == file.read_bytes()


def _import(db: sqlite3.Connection, source: Path) -> None:
    with prepare([source]) as prepared:
        assert prepared.report.ok, prepared.report.lines()
        db.execute("BEGIN")
        store_import(prepared.staging, db)
        db.execute("COMMIT")


@given(st.text())
def test_guarding_a_cell_is_undone_exactly(text: str) -> None:
    assert unguard(guard(text)) == text


@given(st.text(st.sampled_from("'=+-@\t\n1.e ax"), max_size=6))
def test_guarding_is_undone_where_it_matters_most(text: str) -> None:
    written = guard(text)
    assert unguard(written) == text
    runs = written[:1] in tuple("=+-@\t\n")
    assert not runs or float(written) is not None


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        ("=1+1", "'=1+1"),
        ("-5 degrees", "'-5 degrees"),
        ("-5", "-5"),
        ("+1e3", "+1e3"),
        ("'-ism", "''-ism"),
        ("'tis", "'tis"),
        ("@home", "'@home"),
        ("\tx", "'\tx"),
        ("", ""),
        ("a=b", "a=b"),
    ],
)
def test_what_a_spreadsheet_would_run_is_guarded(text: str, cell: str) -> None:
    assert guard(text) == cell


DEMO = Path(__file__).parents[3] / "assets" / "demos" / "validation"


def test_the_demo_comes_back(tmp_path: Path) -> None:
    first, second = tmp_path / "first.jury", tmp_path / "second.jury"
    create(first, name="Demo")
    create(second, name="Demo")
    stored = import_into(first, [DEMO])
    assert stored.counts["answer"] > 500
    with closing(open_reading(first)) as db:
        write_tables(db, tmp_path / "out")
        told = by_names(db)
    import_into(second, [tmp_path / "out"])
    with closing(open_reading(second)) as db:
        assert by_names(db) == told
