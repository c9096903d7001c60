"""Files are read, checked and stored as columns; row by row, by the plainest reading, comes to the same."""

import io
import json
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

import pytest
from examples import examples
from hypothesis import example, given, settings
from hypothesis import strategies as st

from jurybox.collection.cell_types import plain_reals, real
from jurybox.collection.column_writes import insert_columns
from jurybox.collection.entries import as_hashed
from jurybox.collection.findings import Report
from jurybox.collection.import_tables import TABLES
from jurybox.collection.staging import Staging, in_name
from jurybox.formats import delimited
from jurybox.formats.bad_files import BadFile
from jurybox.formats.delimited import blocks_of
from jurybox.formats.not_text import HEAD, not_text
from jurybox.formats.read_options import ORDERS, Order, ReadOptions
from jurybox.formats.source_files import FormatImport, columns_in
from jurybox.formats.trec_qrels import read as read_qrels
from jurybox.formats.trec_runs import read as read_runs

UNDECODED = "not UTF-8"
ENDS = (b"\n", b"\r", b"\r\n")
pieces = st.lists(
    st.sampled_from(
        [*ENDS, b"a", b" ", b"\t", "\xe9\u3000".encode(), b"\xe9", b"\0", b"x" * 30, b"\xef\xbb\xbf", b"1 Q0 d 1 2.5 r"]
    ),
    max_size=40,
).map(b"".join)
cells = st.sampled_from(["q1", "d", "2.5", "\u65e5\u672c", "1e400", "-0", "NIL", "1.10", "007"])


def singly(path: Path) -> tuple[list[tuple[int, str]], str]:
    """Return the lines of a file up to the first bad one, and what is wrong with that."""
    found = []
    try:
        file = io.StringIO(path.read_bytes().removeprefix(b"\xef\xbb\xbf").decode(), newline=None)
    except UnicodeDecodeError:
        return [], UNDECODED
    for number, line in enumerate(file, 1):
        if len(line) > delimited.LARGEST_VALUE:
            return found, f"{number}: This line is longer than {delimited.LARGEST_VALUE:,}"
        if "\0" in line:
            return found, f"{number}: This line contains a NUL"
        if line.strip():
            found.append((number, line.strip("\n")))
    return found, ""


@settings(max_examples=examples(150), deadline=None)
@given(data=pieces, most=st.sampled_from([25, 20_000_000]), size=st.integers(1, 30))
def test_lines_are_those_that_are_read_one_by_one(data: bytes, most: int, size: int) -> None:
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        path = Path(folder) / "x"
        path.write_bytes(data)
        patch.setattr(delimited, "LARGEST_VALUE", most)
        patch.setattr(delimited, "SMALLEST_BLOCK", size)
        expected, problem = singly(path)
        found, trouble = read_blocks(path)
        what = not_text(data[:HEAD], path)
    if what and "NUL" in problem:
        problem = f"None: {what}"
    if problem == UNDECODED:  # which is met as soon as its stretch is read, before or after other faults
        assert trouble
    else:
        assert found == expected
        assert trouble.startswith(problem)
        assert bool(trouble) == bool(problem)


def read_blocks(path: Path) -> tuple[list[tuple[int, str]], str]:
    """Return all lines that come, and what ended them."""
    found: list[tuple[int, str]] = []
    try:
        for numbers, texts in blocks_of(path):
            found += zip(numbers, texts, strict=True)
    except BadFile as error:
        return found, f"{error.line}: {error.sentence}"
    return found, ""


def test_lines_before_a_bad_byte_come_out_first(tmp_path: Path) -> None:
    path = tmp_path / "x.run"
    path.write_bytes(b"one\n\ntwo\n" + b"x\n" * 50_000 + b"\xff\n")
    found, trouble = read_blocks(path)
    assert found[:3] == [(1, "one"), (3, "two"), (4, "x")]
    assert 45_000 < len(found) <= 50_002
    assert trouble == "50004: Byte 100,010 of the file (0xFF) is not UTF-8. Save the file as UTF-8."


@settings(max_examples=examples(100), deadline=None)
@given(rows=st.lists(st.lists(cells, min_size=1, max_size=5), min_size=1, max_size=8), width=st.integers(1, 5))
def test_columns_of_lines_are_their_cells(rows: list[list[str]], width: int) -> None:
    lines = ["  ".join(row) for row in rows]
    columns = columns_in(lines, width)
    if any(len(row) != width for row in rows):
        assert columns is None
    else:
        assert columns == [list(column) for column in zip(*rows, strict=True)]


@settings(max_examples=examples(100), deadline=None)
@given(texts=st.lists(st.one_of(st.text("0123456789.+-eE_ \u0665", max_size=6), cells), min_size=1, max_size=6))
@example(texts=["1" * 400])
@example(texts=["1_0"])
@example(texts=["nan", "1"])
def test_numbers_read_at_once_are_those_read_one_by_one(texts: list[str]) -> None:
    found = plain_reals(texts)
    if found is not None:
        assert list(map(repr, found)) == [repr(real(text)) for text in texts]
    plain = all(set(text) <= set("0123456789.+-") for text in texts)
    try:
        singly = [real(text) for text in texts]
    except ValueError:
        assert found is None
    else:
        assert (found == singly) == plain


@pytest.mark.parametrize("count", [1, 2, 299, 300, 301, 1_000])
def test_rows_are_stored_in_order_whether_or_not_they_fill_a_statement(count: int) -> None:
    columns: dict[str, list[object]] = {
        "same": ["r"] * count,
        "a": list(range(count)),
        "b": [None if at % 3 else f"\u65e5{at}?" for at in range(count)],
        "c": [at / 7 for at in range(count)],
    }
    with closing(sqlite3.connect(":memory:")) as db:
        db.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, a, b, c, same)")
        insert_columns(db, "t", columns)
        assert db.execute("SELECT same, a, b, c FROM t ORDER BY id").fetchall() == list(
            zip(*columns.values(), strict=True)
        )


@settings(max_examples=examples(100), deadline=None)
@given(
    fields=st.lists(
        st.one_of(st.none(), st.text(max_size=5), st.integers(-5, 5), st.floats(allow_nan=False)), max_size=4
    )
)
@pytest.mark.sweep
def test_fields_are_hashed_as_json_in_any_parts(fields: list[str | float | None]) -> None:
    whole = json.dumps(fields, ensure_ascii=True, separators=(",", ":"))
    assert f"[{as_hashed(*fields)}]" == whole
    if len(fields) > 1:
        assert f"[{as_hashed(*fields[:1])},{as_hashed(*fields[1:])}]" == whole


def contents(staging: Staging) -> dict[str, list[tuple[object, ...]]]:
    """Return all staged rows, and what was found."""
    held: dict[str, list[tuple[object, ...]]] = {
        table: staging.db.execute(f"SELECT * FROM {in_name(table)} ORDER BY row").fetchall() for table in TABLES
    }
    held["findings"] = [
        (found.file, found.line, found.sentence, found.severity)
        for found in Report(findings=tuple(staging.findings.listed())).findings
    ]
    named = staging.db.execute("SELECT DISTINCT file, run FROM in_responses WHERE run IS NOT NULL")
    assert staging.runs.keys() == set(named)
    held["runs"] = list(staging.runs)
    held["broken"], held["found"] = [tuple(sorted(staging.broken))], sorted(staging.found.items())
    return held


odd_cells = st.sampled_from(["", "q1", "NIL", "no", "yes", "1", "-1", "2.5", "x\0", "\ud800", "pool:1", "0.5"])


@settings(max_examples=examples(60), deadline=None)
@given(
    table=st.sampled_from(sorted(TABLES)),
    rows=st.lists(st.lists(odd_cells, min_size=16, max_size=16), min_size=1, max_size=6),
    skip=st.booleans(),
)
def test_a_sheet_takes_columns_as_it_takes_rows(table: str, rows: list[list[str]], skip: bool) -> None:
    names = TABLES[table].column_names
    texts = [row[: len(names)] for row in rows]
    with Staging(skip_bad_lines=skip) as one, Staging(skip_bad_lines=skip) as other:
        with one.sheet(table, "x.csv", names) as sheet:
            for line, row in enumerate(texts, 2):
                sheet.row(line, row)
        with other.sheet(table, "x.csv", names) as sheet:
            sheet.columns(range(2, len(texts) + 2), list(zip(*texts, strict=True)))
        assert contents(one) == contents(other)


lines_of_runs = st.lists(
    st.one_of(
        st.tuples(
            st.sampled_from(["1", "2"]),
            st.sampled_from(["d", "e", "f", "NIL", "g\u00e9"]),
            st.sampled_from(["1", "2", "x", "-3"]),
            st.sampled_from(["2.5", "2.50", "1", "-1", "1e2"]),
            st.sampled_from(["r", "s"]),
        ).map(lambda row: f"{row[0]} Q0 {row[1]} {row[2]} {row[3]} {row[4]}"),
        st.sampled_from(["", "1 Q0 d 1 2.5 r and more", "1 Q0 d", "1 Q0 d 1 inf r"]),
    ),
    max_size=14,
)


def right(lines: list[str], order: Order) -> list[bool]:
    """Return which lines of a file are responses: a longer one only if other lines have its tag."""
    cells = [text.split() for text in lines]
    tags = {each[5] for each in cells if len(each) == 6}
    return [
        (len(each) == 6 or (len(each) > 6 and each[5] in tags))
        and each[4] != "inf"
        and (order != "rank" or each[3] != "x")
        for each in cells
    ]


def ordered(files: dict[str, list[str]], order: Order) -> list[tuple[str, int, str, str, int, str]]:
    """Return file, line, run, question, rank and answer of every response, as the documentation says."""
    rows = []
    for name, lines in files.items():
        for line, (text, is_right) in enumerate(zip(lines, right(lines, order), strict=True), 1):
            if is_right:
                question, _, answer, rank, score, run = text.split()[:6]
                number = int(rank) if rank.lstrip("-").isdigit() else None
                keys = {
                    "score": (-float(score), [-ord(sign) for sign in answer] + [1], line),
                    "rank": (number or 0, line),
                    "file": (line,),
                }
                rows.append((name, line, run, question, answer, keys[order]))
    runs = list(dict.fromkeys(row[2] for row in rows))
    lists = list(dict.fromkeys((row[2], row[3]) for row in rows))
    names = list(files)
    rows.sort(key=lambda row: (runs.index(row[2]), lists.index((row[2], row[3])), names.index(row[0]), row[5]))
    found, last, number = [], None, 0
    for name, line, run, question, answer, _ in rows:
        number = number + 1 if (name, run, question) == last else 1
        last = (name, run, question)
        found.append((name, line, run, question, number, answer))
    return found


@settings(max_examples=examples(120), deadline=None)
@given(first=lines_of_runs, second=lines_of_runs, order=st.sampled_from(ORDERS), grouped=st.booleans())
@pytest.mark.sweep
def test_lists_come_in_order_wherever_their_lines_are(
    first: list[str], second: list[str], order: Order, grouped: bool
) -> None:
    if grouped:
        first, second = (
            sorted(lines, key=lambda text: text.split()[5:] + text.split()[:1]) for lines in (first, second)
        )
    files = {"a.run": first, "b.run": second}
    with tempfile.TemporaryDirectory() as folder, Staging(skip_bad_lines=True) as staging:
        for name, lines in files.items():
            (Path(folder) / name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        read_runs(FormatImport(staging, ReadOptions(order=order)), [Path(folder) / name for name in files])
        staging.spread()
        found = staging.db.execute(
            "SELECT f.name, line, run, question, rank, coalesce(answer, 'NIL') FROM in_responses s "
            "JOIN file f ON f.id = s.file ORDER BY row"
        ).fetchall()
        named = staging.db.execute("SELECT question, answer FROM in_answers").fetchall()
        told = [found.code for found in staging.findings.listed() if found.severity == "warning"]
        bad = [code for code in told if code not in {"run-rank-word", "run-more-columns"}]
        runs = list(dict.fromkeys(run for _, run in staging.runs))
    assert found == ordered(files, order)
    assert runs == list(dict.fromkeys(row[2] for row in found))
    mentioned = [(row[3], row[5]) for row in sorted(found, key=lambda row: (row[0], row[1])) if row[5] != "NIL"]
    assert named == list(dict.fromkeys(mentioned))
    wrong = [
        text
        for lines in files.values()
        for text, is_right in zip(lines, right(lines, order), strict=True)
        if not is_right
    ]
    assert len(bad) == sum(map(bool, wrong))
    ranks = [text.split()[3] for lines in files.values() for text in lines if len(text.split()) >= 6]
    assert ("run-rank-word" in told) == (order != "rank" and "x" in ranks)


@settings(max_examples=examples(60), deadline=None)
@given(
    rows=st.lists(
        st.tuples(
            st.sampled_from(["1", "2"]),
            st.sampled_from(["0", "A"]),
            st.sampled_from("defgh"),
            st.sampled_from(["0", "1", "3", "-1", "x", "L2"]),
        ),
        min_size=1,
        max_size=12,
    )
)
def test_qrels_are_those_of_lines_read_one_by_one(rows: list[tuple[str, str, str, str]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        results = []
        for name, gap in (("at-once", ""), ("singly", "1 0 d\n")):  # a bad line, so that each is looked at
            path = Path(folder) / name / "x.qrels"
            path.parent.mkdir()
            path.write_text("".join(" ".join(row) + "\n" for row in rows) + gap)
            with Staging(skip_bad_lines=True) as staging:
                read_qrels(FormatImport(staging, ReadOptions(second_column="assessors")), [path])
                held = contents(staging)
            held["findings"] = [found for found in held["findings"] if "3 columns" not in str(found)]
            results.append(held)
    assert results[0] == results[1]
