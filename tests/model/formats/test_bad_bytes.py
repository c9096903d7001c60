"""Files whose bytes no editor would show: made here, each refused with one sentence and its place."""

import gzip
import os
from pathlib import Path

import pytest

from jurybox.collection.findings import ImportFinding
from jurybox.collection.staging import LARGEST_ROW
from jurybox.errors import Refused
from jurybox.formats.imports import prepare

HEADER = b"question,kind,text\n"


def only_error(path: Path) -> ImportFinding:
    with prepare([path], as_format="tables") as prepared:
        (error,) = (found for found in prepared.report.findings if found.severity == "error")
    return error


def refused(tmp_path: Path, data: bytes, name: str = "questions.csv") -> ImportFinding:
    path = tmp_path / name
    path.write_bytes(data)
    return only_error(path)


def test_latin_1_is_named_by_byte_and_line(tmp_path: Path) -> None:
    found = refused(tmp_path, HEADER + b"q1,factoid,Who?\nq2,factoid,Qui\xe9n?\n")
    assert (found.file, found.line) == ("questions.csv", 3)
    assert found.sentence == "Byte 50 of the file (0xE9) is not UTF-8. Save the file as UTF-8."


@pytest.mark.parametrize("ending", [b"\r", b"\r\n", b"\n"])
def test_a_bad_byte_far_into_a_file_is_found_whatever_ends_the_lines(tmp_path: Path, ending: bytes) -> None:
    lines = [b"question,kind,text", *(b"q%d,factoid,%s" % (n, b"x" * 700) for n in range(2000))]
    good = ending.join(lines) + ending
    found = refused(tmp_path, good + b"q,factoid,\xff" + ending)
    assert found.line == 2002
    assert found.sentence == f"Byte {len(good) + 11:,} of the file (0xFF) is not UTF-8. Save the file as UTF-8."


def test_a_character_cut_off_at_the_end_is_named(tmp_path: Path) -> None:
    data = HEADER + "q1,factoid,né".encode()[:-1]
    found = refused(tmp_path, data)
    assert found.line == 2
    assert found.sentence.startswith(f"Byte {len(data)} of the file (0xC3) is not UTF-8.")


def test_a_character_across_two_stretches_of_the_search_is_no_fault(tmp_path: Path) -> None:
    start = HEADER + b"q1,factoid,"
    pad = b"x" * ((1 << 20) - len(start) - 1)
    found = refused(tmp_path, start + pad + "é".encode() + b"\nq2,factoid,\xfe\n")
    assert (found.line, "0xFE" in found.sentence) == (3, True)


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-be"])
def test_utf_16_is_named(tmp_path: Path, encoding: str) -> None:
    mark = b"\xfe\xff" if encoding == "utf-16-be" else b""
    found = refused(tmp_path, mark + (HEADER + b"q1,factoid,Who?\n").decode().encode(encoding))
    assert (found.line, found.sentence) == (1, "The file is UTF-16. Save it as UTF-8.")


def test_a_nul_is_refused(tmp_path: Path) -> None:
    found = refused(tmp_path, HEADER + b"q1,factoid,Who?\nq2,factoid,W\0ho?\n")
    assert found.line == 3
    assert found.sentence.startswith("This line contains a NUL character")


def test_a_broken_gzip_file(tmp_path: Path) -> None:
    found = refused(tmp_path, HEADER, "questions.csv.gz")
    assert found.sentence == "This is not a whole compressed file. Pack it again, or give the unpacked file."


def test_a_gzip_file_cut_off(tmp_path: Path) -> None:
    rows = b"".join(b"q%d,factoid,%s?\n" % (n, os.urandom(20).hex().encode()) for n in range(500))
    found = refused(tmp_path, gzip.compress(HEADER + rows)[:-500], "questions.csv.gz")
    assert found.sentence == "This is not a whole compressed file. Pack it again, or give the unpacked file."


def test_a_folder_in_the_place_of_a_file(tmp_path: Path) -> None:
    (tmp_path / "questions.csv").mkdir()
    found = only_error(tmp_path)
    assert found.file == "questions.csv"
    assert found.sentence == "This is a folder, not a file. Move it away, or put the file in its place."


def test_a_file_that_may_not_be_read(tmp_path: Path) -> None:
    path = tmp_path / "questions.csv"
    path.write_bytes(HEADER)
    path.chmod(0)
    if os.access(path, os.R_OK):
        pytest.skip("this user may read everything")
    assert only_error(path).sentence == "It cannot be read (Permission denied). Check its permissions."


@pytest.mark.sweep
def test_a_cell_beyond_the_largest(tmp_path: Path) -> None:
    found = refused(tmp_path, HEADER + b'q1,factoid,"' + b"word\n" * 4_000_001 + b'"\n')
    assert found.line == 2
    assert found.sentence.startswith("A cell that begins in this row is longer than 20,000,000 characters.")


def test_a_line_beyond_the_largest(tmp_path: Path) -> None:
    found = refused(tmp_path, HEADER + b"q1,factoid," + b"x," * 10_000_001 + b"\n")
    assert (found.line, found.sentence) == (2, "This line is longer than 20,000,000 characters. Shorten it.")


def test_a_row_beyond_the_largest_is_named_and_the_others_are_kept(tmp_path: Path) -> None:
    half = b"\xc3\xa9" * 5_000_000
    path = tmp_path / "questions.csv"
    path.write_bytes(
        b"question,kind,text,guideline\nq0,factoid,a,b\nq1,factoid," + half + b"," + half + b"\nq2,list,c,d\n"
    )
    with prepare([path]) as prepared:
        (found,) = (found for found in prepared.report.findings if found.severity == "error")
        names = [name for (name,) in prepared.staging.db.execute("SELECT question FROM in_questions")]
    assert (found.line, names) == (3, ["q0", "q2"])
    assert found.sentence == f"This row is longer than {LARGEST_ROW:,} bytes. Shorten it, or split the text."


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "questions.csv")
    found = only_error(tmp_path)
    assert found.sentence == "It is a pipe, not a file. Put a file in its place."


def test_a_name_that_is_no_text(tmp_path: Path) -> None:
    (tmp_path / "questions.csv").write_bytes(HEADER)
    name = os.fsdecode(b"r\xe9sum\x1b[2J.csv")
    try:
        (tmp_path / name).write_bytes(b"a,b\n")
    except OSError:
        pytest.skip("this file system knows no such names")
    assert only_error(tmp_path).file == r"r\udce9sum\x1b[2J.csv"
    runs = tmp_path / os.fsdecode(b"r\xe9.csv")
    runs.write_bytes(b"run\nr1\nr1\n")
    assert only_error(runs).place == r"r\udce9.csv:3"
    runs.unlink()
    with pytest.raises(Refused, match="does not exist") as refusal:
        prepare([runs])
    str(refusal.value).encode("utf-8")


def test_a_file_without_end_comes_to_an_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("jurybox.formats.tables.MOST_ROWS", 1000)
    found = refused(tmp_path, b"run\n" + b"".join(b"r%d\n" % n for n in range(1001)), "runs.csv")
    assert (found.line, found.sentence) == (1002, "There are more than 1,000 rows. Import them as several files.")


def test_a_file_of_no_known_name_or_columns(tmp_path: Path) -> None:
    path = tmp_path / "mystery.csv"
    path.write_bytes(b"a,b\n1,2\n")
    with pytest.raises(Refused, match="is not imported yet: nothing was stored"):
        prepare([path])
    assert only_error(path).sentence.startswith("This is not one of the tables.")


def test_what_does_not_exist(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="does not exist"):
        prepare([tmp_path / "nothing"])
    with pytest.raises(Refused, match="No file"):
        prepare([])
    (tmp_path / "questions.csv").write_bytes(HEADER)
    with pytest.raises(Refused, match="'mine' is not a format that can be imported"):
        prepare([tmp_path], as_format="mine")
