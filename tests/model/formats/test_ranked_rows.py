"""Plain lists of runs are staged as columns: what is found, said and stored is what comes of rows."""

import tempfile
from collections.abc import Sequence
from contextlib import closing, nullcontext
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from examples import examples
from hypothesis import given, settings
from hypothesis import strategies as st

from jurybox.collection.check import verify
from jurybox.collection.digests import DIGESTED, changed_rows, without_digest
from jurybox.collection.file import create, open_reading, open_writing
from jurybox.collection.log import count_import
from jurybox.collection.ranked_rows import RankedRows
from jurybox.formats.imports import import_into, prepare

PLAIN = ["1 Q0 d 1 2.5 r", "1 Q0 e 2 2.0 r", "2 Q0 d 1 -0.0 r", "2 Q0 g\u00e9 2 -1 r"]
OTHER = ["1 Q0 e 1 9 s", "1 Q0 x 2 8.125 s"]
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
    "beside tables": ({}, {"a.run": PLAIN, "questions.csv": ["question,kind,text", "1,factoid,Who?"]}),
}


def outcome(path: Path, sources: Sequence[Path], **options: Any) -> list[object]:
    """Import, and return all that is said before and held after, but for random codes."""
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
        for table, columns in DIGESTED.items():
            if table != "assessor":
                found.append(db.execute(f"SELECT id, {columns} FROM {table} ORDER BY id").fetchall())
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
                    (folder / name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
                if given_files:
                    rows = patch.object(RankedRows, "add", return_value=False)
                    with rows if as_rows else nullcontext():
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


lists_of_runs = st.dictionaries(
    st.tuples(st.sampled_from("rs"), st.sampled_from("12")),
    st.lists(st.tuples(st.sampled_from(["d", "e", "\u65e5", "NIL"]), st.sampled_from("0123"))),
).map(
    lambda lists: [
        f"{question} Q0 {answer} 1 {score} {run}"
        for (run, question), given in lists.items()
        for answer, score in given
    ]
)


@settings(max_examples=examples(60), deadline=None)
@given(before=lists_of_runs, first=lists_of_runs, second=lists_of_runs)
@pytest.mark.sweep
def test_columns_become_what_rows_become_for_all_files(
    before: list[str], first: list[str], second: list[str]
) -> None:
    both_ways({"x.run": before} if before else {}, {"a.run": first, "b.run": second, "c.run": PLAIN})
