"""Tables as people bring them: line ends, marks, packed, tabbed, in pieces, under other names."""

import gzip
from pathlib import Path

import pytest

from jurybox.collection.staging import Staging
from jurybox.formats.bad_files import BadFile
from jurybox.formats.delimited import DelimitedReader
from jurybox.formats.imports import prepare
from jurybox.formats.read_options import ReadOptions
from jurybox.formats.registry import FORMATS
from jurybox.formats.source_files import FormatImport

Rows = list[tuple[object, ...]]


def questions(path: Path, data: bytes) -> Rows:
    path.write_bytes(data)
    with prepare([path]) as prepared:
        assert prepared.report.ok, prepared.report.lines()
        return prepared.staging.db.execute("SELECT question, text, line FROM in_questions").fetchall()


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize("last", [True, False])
def test_line_ends_and_marks(ending: str, mark: str, last: bool, tmp_path: Path) -> None:
    lines = ["question,kind,text", "1.10,factoid,Who?", "", ",,", 'q,list,"When, or"']
    text = mark + ending.join(lines) + (ending if last else "")
    found = questions(tmp_path / "questions.csv", text.encode())
    assert found == [("1.10", "Who?", 2), ("q", "When, or", 5)]


def test_lines_inside_a_cell_are_kept_and_counted(tmp_path: Path) -> None:
    data = 'question,kind,text\r\nq1,factoid,"a\r\nb\rc\nd"\r\nq2,list,x\r\n'
    assert questions(tmp_path / "questions.csv", data.encode()) == [("q1", "a\r\nb\rc\nd", 2), ("q2", "x", 6)]


def test_white_space_and_odd_characters_are_kept(tmp_path: Path) -> None:
    text = " \u00a0x\u2028y\u200f\ufeff\v é e\u0301 \U0001f600 "
    data = f"question,kind,text\nq1,factoid,{text}\n"
    assert questions(tmp_path / "questions.csv", data.encode()) == [("q1", text, 2)]


@pytest.mark.parametrize(
    ("name", "between"), [("questions.csv", ";"), ("questions.csv", "\t"), ("questions.tsv", ";"), ("x.csv", ";")]
)
def test_tables_are_read_whatever_is_between_their_cells(tmp_path: Path, name: str, between: str) -> None:
    rows = [("question", "kind", "text"), ("q1", "factoid", "Who, when?")]
    data = "\n".join(between.join(row) for row in rows) + "\n"
    assert questions(tmp_path / name, data.encode()) == [("q1", "Who, when?", 2)]


def test_a_table_between_semicolons_has_decimal_commas(tmp_path: Path) -> None:
    (tmp_path / "questions.csv").write_text("question;kind;text\nq1;factoid;Who?\n")
    (tmp_path / "responses.csv").write_text("run;question;rank;answer;text;confidence\nr;q1;1;;0,5;0,75\n")
    with prepare([tmp_path]) as prepared:
        assert prepared.report.ok, prepared.report.lines()
        prepared.staging.spread()
        assert prepared.staging.db.execute("SELECT text, confidence FROM in_responses").fetchall() == [("0,5", 0.75)]


def test_tabs(tmp_path: Path) -> None:
    data = b'question\tkind\ttext\nq1\tfactoid\tWho, when?\nq2\tlist\t"a\tb"\n'
    found = [("q1", "Who, when?", 2), ("q2", "a\tb", 3)]
    assert questions(tmp_path / "questions.tsv", data) == found
    assert questions(tmp_path / "questions.tsv.gz", gzip.compress(data)) == found


def test_columns_in_any_order(tmp_path: Path) -> None:
    assert questions(tmp_path / "questions.csv", b"text, kind ,question\nWho?,list,q1\n") == [("q1", "Who?", 2)]


def test_a_file_of_another_name_is_known_by_its_columns(tmp_path: Path) -> None:
    assert questions(tmp_path / "late.csv", b"question,kind,text\nq1,list,Who?\n") == [("q1", "Who?", 2)]
    with prepare([tmp_path / "late.csv"]) as prepared:
        assert prepared.report.decided == "Read as tables, because the file has the columns of questions."


def test_a_row_out_of_two_files_of_one_table(tmp_path: Path) -> None:
    paths = []
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        paths.append(tmp_path / name / "runs.csv")
        paths[-1].write_text(f"run\n{name}\n\n{name}\n", encoding="utf-8")
    with prepare(paths) as prepared:
        told = [(found.file, found.line) for found in prepared.report.findings if found.severity == "error"]
    assert told == [("one/runs.csv", 4), ("two/runs.csv", 4)]


def test_two_folders(tmp_path: Path) -> None:
    for name, table, text in (
        ("a", "questions", "question,kind,text\nq1,list,x\n"),
        ("b", "answers", "question,answer,text\nq1,a1,y\n"),
    ):
        (tmp_path / name).mkdir()
        (tmp_path / name / f"{table}.csv").write_text(text, encoding="utf-8")
    with prepare([tmp_path / "b", tmp_path / "a"]) as prepared:
        assert prepared.report.ok
        assert prepared.report.of("answers").new == 1


def test_what_stands_beside_is_left_alone_and_said(tmp_path: Path) -> None:
    (tmp_path / "runs.csv").write_text("run\nr1\n", encoding="utf-8")
    for name in (".hidden", "README", "readme.txt", "notes.md", "settings.toml", "LICENSE"):
        (tmp_path / name).write_text("x", encoding="utf-8")
    with prepare([tmp_path]) as prepared:
        assert prepared.report.ok
        told = {found.file for found in prepared.report.findings if "was ignored" in found.sentence}
    assert told == {".hidden", "README", "readme.txt", "notes.md", "settings.toml", "LICENSE"}


def test_run_and_assessor_may_be_said_beside_the_file(tmp_path: Path) -> None:
    (tmp_path / "questions.csv").write_text("question,kind,text\nq1,factoid,Who?\n", encoding="utf-8")
    (tmp_path / "answers.csv").write_text("question,answer,text\nq1,a1,Orban\n", encoding="utf-8")
    (tmp_path / "responses.csv").write_text("question,rank,answer\nq1,1,a1\n", encoding="utf-8")
    (tmp_path / "judgments.csv").write_text("question,answer,label\nq1,a1,R\n", encoding="utf-8")
    with prepare([tmp_path]) as prepared:
        assert prepared.report.errors == 2
    with prepare([tmp_path], run="mine", assessor="Ana") as prepared:
        assert prepared.report.ok
        db = prepared.staging.db
        assert db.execute("SELECT run FROM in_responses").fetchall() == [("mine",)]
        assert db.execute("SELECT assessor FROM in_judgments").fetchall() == [("Ana",)]


def test_an_apostrophe_before_what_runs_is_taken_off_and_said(tmp_path: Path) -> None:
    path = tmp_path / "judgments.csv"
    path.write_text(
        "assessor,question,answer,label,note\n'=Ana,q1,a1,R,'tis\nBen,q1,a1,-1,'-5\n'@B,'=q,a,R,''=\n", encoding="utf-8"
    )
    with prepare([path]) as prepared:
        rows = prepared.staging.db.execute("SELECT assessor, question, label, note FROM in_judgments").fetchall()
        (told, _assessors) = (found for found in prepared.report.findings if found.severity == "note")
    assert rows == [("=Ana", "q1", "correct", "'tis"), ("Ben", "q1", "incorrect", "'-5"), ("@B", "=q", "correct", "'=")]
    assert told.sentence.startswith("2 rows have a cell with an apostrophe before =, +, -, @")


def test_the_signs_of_tables(tmp_path: Path) -> None:
    told = FORMATS["tables"].signs.place
    assert told
    (tmp_path / "empty").mkdir()
    (tmp_path / "page.html").write_text("question,kind,text\n", encoding="utf-8")
    (tmp_path / "other.csv").write_text("a,b\n", encoding="utf-8")
    (tmp_path / "nothing.csv").write_text("", encoding="utf-8")
    (tmp_path / "bytes.csv").write_bytes(b"\xff\xfe")
    assert [told(path) for path in sorted(tmp_path.iterdir())] == [None] * 5
    (tmp_path / "empty" / "times.tsv.gz").write_bytes(b"")
    assert told(tmp_path / "empty") == "the folder contains times.tsv.gz"


def test_a_format_reads_without_a_pre_flight_too(tmp_path: Path) -> None:
    (tmp_path / "runs.csv").write_text("run\nr1\n", encoding="utf-8")
    read = FORMATS["tables"].read
    assert read
    with Staging() as staging:
        read(FormatImport(staging, ReadOptions()), [tmp_path])
        assert staging.found["runs"] == 1


def test_the_reader_yields_the_line_that_each_row_begins_in(tmp_path: Path) -> None:
    path = tmp_path / "x.csv"
    path.write_text('a,b\n"1\n2",3\n\n4,5\n"6', encoding="utf-8")
    rows = []
    with pytest.raises(BadFile) as raised:
        rows.extend(iter(DelimitedReader(path)))
    assert raised.value.line == 6
    assert [line for line, _ in rows] == [1, 2, 5]
    path.write_text('a,b\n"1\n2",3\n\n4,5\n', encoding="utf-8")
    assert list(DelimitedReader(path)) == [(1, ["a", "b"]), (2, ["1\n2", "3"]), (5, ["4", "5"])]
