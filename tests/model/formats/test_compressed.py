"""Compressed files are read like the files in them, and Parquet files like tables, in the child."""

import bz2
import gzip
import lzma
from collections.abc import Callable
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile, ZipInfo

import pytest

from jurybox.errors import Refused
from jurybox.formats.column_maps import parse_columns
from jurybox.formats.imports import prepare

QRELS = b"q1 0 d1 1\nq1 0 d2 0\n"


def zipped(data: bytes, *names: str) -> bytes:
    file = BytesIO()
    with ZipFile(file, "w") as packed:
        for name in names:
            packed.writestr(ZipInfo(name), data)  # of no moment: every process names the same cases
    return file.getvalue()


@pytest.mark.parametrize(
    ("ending", "pack"),
    [
        ("gz", gzip.compress),
        ("bz2", bz2.compress),
        ("xz", lzma.compress),
        ("zip", lambda data: zipped(data, "folder/ana.qrels", "__MACOSX/._ana.qrels")),
    ],
)
def test_a_compressed_file_is_read_like_the_file_in_it(
    ending: str, pack: Callable[[bytes], bytes], tmp_path: Path
) -> None:
    file = tmp_path / f"ana.qrels.{ending}"
    file.write_bytes(pack(QRELS))
    with prepare([file]) as prepared:
        report = prepared.report
        assert (report.ok, report.format, report.of("judgments").new) == (True, "trec-qrels", 2)
        assert "New assessor: 'ana'." in "".join(report.lines()), "the ending is no part of the name"
    data = b"question,kind,text\nq1,factoid,Who?\n"
    questions = tmp_path / f"questions.csv.{ending}"
    questions.write_bytes(zipped(data, "questions.csv") if ending == "zip" else pack(data))
    with prepare([questions]) as prepared:
        assert (prepared.report.ok, prepared.report.of("questions").new) == (True, 1)


BROKEN = "This is not a whole compressed file"


@pytest.mark.parametrize(
    ("name", "data", "told"),
    [
        ("x.run.xz", lzma.compress(QRELS)[:30], BROKEN),
        ("x.run.bz2", bz2.compress(QRELS)[:30], BROKEN),
        ("x.run.bz2", b"BZh9 is no such file", BROKEN),
        ("x.run.xz", QRELS, BROKEN),
        ("x.csv.zip", zipped(QRELS, "x.csv")[:40], BROKEN),
        ("x.zip", zipped(QRELS, "a.qrels", "b.qrels"), "This is an archive, not text. Unpack it"),
        ("x.zip", zipped(QRELS, "a.qrels"), "called 'a.qrels'. Call the archive 'a.qrels.zip'"),
        ("x.run", lzma.compress(QRELS), "This is an xz file. Give it a name that ends in .xz."),
        ("x.run", bz2.compress(QRELS), "This is a bzip2 file. Give it a name that ends in .bz2."),
        ("x.csv", b"PAR1\0\0PAR1", "This is a Parquet file. Give it a name that ends in .parquet."),
    ],
)
def test_what_cannot_be_unpacked_is_refused_with_the_cure(name: str, data: bytes, told: str, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(data)
    with pytest.raises(Refused, match="Nothing was stored") as refused:
        prepare([tmp_path / name])
    assert told in str(refused.value)


@pytest.mark.skipif(find_spec("pyarrow") is not None, reason="pyarrow is installed")
def test_without_its_reader_a_parquet_file_is_refused_with_the_cure(tmp_path: Path) -> None:
    (tmp_path / "x.parquet").write_bytes(b"PAR1\0\0PAR1")
    with pytest.raises(Refused, match=r"if pyarrow is installed\. Save its table as CSV UTF-8\."):
        prepare([tmp_path / "x.parquet"])


def test_a_parquet_file_is_read_like_a_table(tmp_path: Path) -> None:
    parquet, arrow = pytest.importorskip("pyarrow.parquet"), pytest.importorskip("pyarrow")
    cells = {"qid": ["q1", "q1"], "said": ["Odo", None], "verdict": ["correct", "incorrect"], "id": ["1", "2"]}
    parquet.write_table(arrow.table(cells), tmp_path / "x.parquet")
    columns = parse_columns("qid=question,said=text,id=answer,verdict=label", "factoid", ())
    with prepare([tmp_path / "x.parquet"], columns=[columns]) as prepared:
        assert (prepared.report.ok, prepared.report.of("judgments").new) == (True, 2)
