"""Plain rows are staged as columns: what is found, said and stored is what comes of rows, to a byte."""

import tempfile
from collections.abc import Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import pytest
from examples import examples
from hypothesis import given, settings
from hypothesis import strategies as st

from jurybox.collection.column_rows import NamedAnswers
from jurybox.collection.digests import changed_rows, without_digest
from jurybox.collection.file import create, open_reading, open_writing
from jurybox.collection.judged_rows import JudgedAnswers
from jurybox.collection.log import count_import
from jurybox.collection.ranked_rows import RankedRows
from jurybox.collection.schema import OUR_TABLES
from jurybox.collection.soundness import verify
from jurybox.formats.imports import import_into, prepare

TABLES = tuple(table for table in (*OUR_TABLES, "digest") if table != "local")  # it has a random id

PLAIN = ["1 Q0 d 1 2.5 r", "1 Q0 e 2 2.0 r", "2 Q0 d 1 -0.0 r", "2 Q0 g\u00e9 2 -1 r"]
OTHER = ["1 Q0 e 1 9 s", "1 Q0 x 2 8.125 s"]
QRELS = ["1 0 d 1", "1 0 e 0", "2 0 d 2", "2 0 g\u00e9 1"]
NUGGETS = ["question,nugget,text,importance", "9,n,A nugget,vital"]
NAMED = ["1 ana d 1", "1 ana e 0", "1 bob d 0", "2 bob d 1"]
CASES: dict[str, tuple[dict[str, list[str]], dict[str, list[str]]]] = {
    "plain lists": ({}, {"a.run": PLAIN, "b.run": OTHER}),
    "beside a stored run": ({"a.run": PLAIN}, {"b.run": OTHER}),
    "a stored run again": ({"a.run": PLAIN}, {"a.run": PLAIN, "b.run": OTHER}),
    "a stored run, other answers": ({"a.run": PLAIN}, {"a.run": [*OTHER, "1 Q0 d 1 2.5 r"]}),
    "an answer twice": ({}, {"a.run": [*PLAIN, "2 Q0 d 3 -2 r"]}),
    "a list in two parts": ({}, {"a.run": [*PLAIN, "1 Q0 f 3 1 r"]}),
    "a list in two files": ({}, {"a.run": PLAIN, "b.run": ["1 Q0 f 3 1 r"]}),
    "a run in two files": ({}, {"a.run": PLAIN[:2], "b.run": PLAIN[2:]}),
    "nothing found": ({}, {"a.run": ["1 Q0 NIL 1 1 r", *PLAIN[2:]]}),
    "unknown pooled answer": ({}, {"a.run": [*PLAIN, f"3 Q0 pool:{'0' * 32} 1 1 r"]}),
    "a broken line": ({}, {"a.run": [*PLAIN, "3 Q0 d"]}),
    "judgments": ({}, {"a.qrels": QRELS}),
    "judgments of two files": ({}, {"ana.qrels": QRELS, "bob.qrels": ["2 0 d 0", "1 0 x 1", "3 0 y 1"]}),
    "judgments of two assessors": ({}, {"a.qrels": NAMED}),
    "judgments in two folders": ({}, {"ana/x.qrels": QRELS, "bob/x.qrels": QRELS[:3]}),
    "a file of one name in two folders": ({}, {"a/x.qrels": QRELS[:2], "b/x.qrels": QRELS[2:]}),
    "rounds": ({}, {"a.qrels": ["1 1 d 1", "1 2 e 0", "2 1 d 1"]}),
    "finer grades, not judged and junk": (
        {},
        {"a.qrels": [*QRELS, "2 0 h 4", "2 0 i -1", "2 0 j -2", "3 0 k -1", "2 0 l 3"]},
    ),
    "only not judged": ({}, {"a.qrels": ["1 0 d -1", "1 0 e -1"]}),
    "judged twice": ({}, {"a.qrels": [*QRELS, "2 0 d 2", "1 0 e 0"]}),
    "judged twice, otherwise": ({}, {"a.qrels": [*QRELS, "2 0 d 0"]}),
    "judgments of no answer": ({}, {"a.qrels": [*QRELS, "2 0 NIL 1", f"2 0 pool:{'0' * 32} 1"]}),
    "judgments again": ({"a.qrels": QRELS}, {"a.qrels": [*QRELS, "2 0 h 1"]}),
    "judgments changed": ({"a.qrels": QRELS}, {"a.qrels": ["1 0 d 0", "1 0 new 1"]}),
    "judgments of others": ({"a.qrels": QRELS}, {"b.qrels": ["1 0 d 0", "2 0 h 1", "4 0 d 1"]}),
    "judgments of a run": ({"a.run": PLAIN}, {"b.qrels": [*QRELS, "1 0 z 1"]}),
    "a run of what is judged": ({"a.qrels": QRELS}, {"a.run": PLAIN, "b.run": OTHER}),
    "judgments beside runs": ({}, {"a.run": PLAIN, "b.run": OTHER, "a.qrels": QRELS}),
    "judgments of answers that no run gave": ({"a.run": PLAIN[:2]}, {"a.run": PLAIN, "a.qrels": QRELS}),
    "judgments of other kinds": (
        {"questions.csv": ["question,kind,text,nil_correct", "1,factoid,Who?,yes", "2,validation,When?,"]},
        {"a.qrels": [*QRELS, "1 0 f 2"]},
    ),
    "judgments of what has no known answer": (
        {"questions.csv": ["question,kind,text,nil_correct", "1,factoid,Who?,yes"]},
        {"a.qrels": ["1 0 d 1", "1 0 e 0"]},
    ),
    "judgments with a name": ({}, {"a.qrels": QRELS, "collection.csv": ["key,value", "name,y"]}),
    "judgments of somebody unknown": ({}, {"a.qrels": QRELS, "assessors.csv": ["assessor", "zoe"]}),
    "responses of an unknown run": ({}, {"a.run": PLAIN, "runs.csv": ["run", "s"]}),
    "matches beside judgments": (
        {"questions.csv": ["question,kind,text", "9,other,Why?"], "nuggets.csv": NUGGETS},
        {"a.qrels": QRELS, "matches.csv": ["assessor,question,answer,nugget,support", "ana,1,d,n,yes"]},
    ),
    "judgments of questions without labels": (
        {"questions.csv": ["question,kind,text", "1,other,Why?"]},
        {"a.qrels": QRELS},
    ),
    "many answers": ({}, {"a.qrels": [f"{at // 50} 0 d{at} {at % 2}" for at in range(9_000)]}),
    "beside tables": ({}, {"a.run": PLAIN, "questions.csv": ["question,kind,text", "1,factoid,Who?"]}),
}


def outcome(path: Path, sources: Sequence[Path], **options: Any) -> list[object]:
    """Import, and return all that is said before and held after."""
    found: list[object] = []
    with prepare(sources, into=path, **options) as prepared:
        report = prepared.report
        found += [report.counted, [str(one) for one in report.findings], report.runs, report.skippable]
        found += [[(file.name, dict(file.rows), prepared.first_rows(file)) for file in prepared.files]]
        if report.ok:
            with closing(open_writing(path)) as db:
                db.execute("BEGIN IMMEDIATE")
                found.append(str(prepared.store(db)))
                count_import(db)
                db.execute("COMMIT")
    with closing(open_reading(path)) as db:
        found += [(table, db.execute(f"SELECT * FROM {table}").fetchall()) for table in TABLES]
        assert [*verify(db, whole=True), *changed_rows(db), without_digest(db)] == [""]
    return found


def both_ways(before: dict[str, list[str]], files: dict[str, list[str]], **options: Any) -> list[object]:
    """Import as columns and as rows, and return what came of it, which must be the same."""
    ways, last = [], list[object]()
    for as_rows in (False, True):
        with tempfile.TemporaryDirectory() as place:
            path = Path(place) / "x.jury"
            create(path, name="x")
            for number, given_files in enumerate((before, files)):
                (folder := Path(place) / str(number)).mkdir()
                for name, lines in given_files.items():
                    (folder / name).parent.mkdir(exist_ok=True)
                    (folder / name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
                if given_files:
                    with ExitStack() as patches:
                        for each in (RankedRows, JudgedAnswers, NamedAnswers) if as_rows else ():
                            patches.enter_context(patch.object(each, "add", return_value=False))
                        codes = Random(number)
                        patches.enter_context(patch("os.urandom", codes.randbytes))
                        patches.enter_context(patch("time.time_ns", lambda: 1_700_000_000_000_000_000))
                        last = outcome(path, [folder], **options)
            ways.append(last)
    assert ways[0] == ways[1]
    return ways[0]


@pytest.mark.parametrize("case", CASES)
def test_columns_become_what_rows_become(case: str) -> None:
    both_ways(*CASES[case])


def test_rows_are_looked_at_where_a_run_is_renamed() -> None:
    found = both_ways({}, {"a.run": PLAIN}, run="mine")
    assert "mine" in str(found)


@pytest.mark.parametrize("skip", [False, True])
@pytest.mark.parametrize("bad", ["2 0 h x", "2 0 i", "2 0 NIL 1", "2 0 d 0"])
def test_columns_become_what_rows_become_where_lines_are_bad(bad: str, *, skip: bool) -> None:
    files = {"a.qrels": [*QRELS[:2], bad, *QRELS[2:]], "b.qrels": ["1 0 d 1"]}
    both_ways({}, files, as_format="trec-qrels", skip_bad_lines=skip)


def test_rows_are_looked_at_where_an_assessor_is_named() -> None:
    found = both_ways({}, {"a.qrels": QRELS, "b.qrels": ["2 0 h 1"]}, assessor="zoe")
    assert "zoe" in str(found)


def test_plain_judgments_and_answers_are_no_rows(tmp_path: Path) -> None:
    (tmp_path / "a.qrels").write_text("".join(f"{line}\n" for line in QRELS), encoding="utf-8")
    with prepare([tmp_path]) as prepared:
        assert len(prepared.staging.judged) == len(prepared.staging.named) == len(QRELS)
        for table in ("in_judgments", "in_answers", "known_answer", "said"):
            assert prepared.staging.db.execute(f"SELECT count(*) FROM {table}").fetchone() == (0,)


def test_plain_lists_are_no_rows(tmp_path: Path) -> None:
    (tmp_path / "a.run").write_text("".join(f"{line}\n" for line in PLAIN), encoding="utf-8")
    with prepare([tmp_path]) as prepared:
        assert len(prepared.staging.ranked) == len(PLAIN)
        assert prepared.staging.db.execute("SELECT count(*) FROM in_responses").fetchone() == (0,)


def test_what_was_stored_meanwhile_is_not_stored_again(tmp_path: Path) -> None:
    source, path = tmp_path / "a.run", tmp_path / "x.jury"
    source.write_text("".join(f"{line}\n" for line in PLAIN), encoding="utf-8")
    create(path, name="x")
    with prepare([source], into=path) as prepared:
        import_into(path, [source])
        with closing(open_writing(path)) as db:
            db.execute("BEGIN IMMEDIATE")
            assert prepared.store(db).counts == {}
            db.execute("COMMIT")
            assert db.execute("SELECT count(*) FROM response").fetchone() == (len(PLAIN),)


judged = st.lists(
    st.builds(
        "{} {} {} {}".format,
        st.sampled_from("123"),
        st.sampled_from(["0", "0", "0", "ana"]),
        st.sampled_from(["d", "e", "\u65e5", "NIL", "f", "g"]),
        st.sampled_from(["0", "1", "2", "-1", "-2", "4"]),
    ),
    max_size=8,
)
lists_of_runs = st.dictionaries(
    st.tuples(st.sampled_from("rs"), st.sampled_from("12")),
    st.lists(st.tuples(st.sampled_from(["d", "e", "\u65e5", "NIL"]), st.sampled_from("0123"))),
).map(
    lambda lists: [
        f"{question} Q0 {answer} 1 {score} {run}" for (run, question), given in lists.items() for answer, score in given
    ]
)


@settings(max_examples=examples(60), deadline=None)
@given(before=lists_of_runs, first=lists_of_runs, second=lists_of_runs)
@pytest.mark.sweep
def test_columns_become_what_rows_become_for_all_files(before: list[str], first: list[str], second: list[str]) -> None:
    both_ways({"x.run": before} if before else {}, {"a.run": first, "b.run": second, "c.run": PLAIN})


@settings(max_examples=examples(60), deadline=None)
@given(before=judged, first=judged, second=judged, runs=lists_of_runs, skip=st.booleans())
@pytest.mark.sweep
def test_columns_become_what_rows_become_for_all_judgments(
    before: list[str], first: list[str], second: list[str], runs: list[str], skip: bool
) -> None:
    files = {"ana.qrels": first, "bob.qrels": second, "c.qrels": QRELS, "r.run": runs}
    both_ways({"ana.qrels": before} if before else {}, files, skip_bad_lines=skip)
