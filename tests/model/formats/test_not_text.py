"""Files that are not text are named for what they are, made here by the writers of their formats."""

import bz2
import gzip
import io
import lzma
import sqlite3
import tarfile
import zipfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from jurybox.errors import UnknownFormat
from jurybox.formats.imports import prepare

PIXEL = bytes.fromhex(  # one red pixel, as in the specification of PNG
    "89504e470d0a1a0a0000000d49484452000000010000000108020000009077"
    "53de0000000c49444154789c63f8cfc000000301010018dd8db00000000049454e44ae426082"
)
CSV = b"question,kind,text\nq1,factoid,Who?\n"


def zipped(**parts: bytes) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as packed:
        for name, data in parts.items():
            packed.writestr(name.replace("__", "/").replace("_xml", ".xml").replace("_csv", ".csv"), data)
    return made.getvalue()


def tarred() -> bytes:
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w") as packed:
        one = tarfile.TarInfo("a.csv")
        one.size = len(CSV)
        packed.addfile(one, io.BytesIO(CSV))
    return made.getvalue()


def database() -> bytes:
    with closing(sqlite3.connect(":memory:")) as db:
        db.execute("CREATE TABLE a (b)")
        return db.serialize()


FILES: dict[str, tuple[str, Callable[[], bytes]]] = {
    "a picture": ("This is a picture,", lambda: PIXEL),
    "a PDF": ("This is a PDF document,", lambda: b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n<<>>\n"),
    "a ZIP": ("This is an archive,", lambda: zipped(a_csv=CSV)),
    "a tar": ("This is an archive,", tarred),
    "a bz2": ("This is a bzip2 file.", lambda: bz2.compress(CSV)),
    "an xz": ("This is an xz file.", lambda: lzma.compress(CSV)),
    "a gzip": ("This is a gzip file.", lambda: gzip.compress(CSV)),
    "a letter": ("This is a document of an office program,", lambda: zipped(word__document_xml=b"<x/>")),
    "an open document": (
        "This is a document of an office program,",
        lambda: zipped(mimetype=b"application/vnd.oasis.opendocument.text", content_xml=b"<x/>"),
    ),
    "an open sheet": (
        "It is a workbook. Give it a name that ends in .ods.",
        lambda: zipped(mimetype=b"application/vnd.oasis.opendocument.spreadsheet", content_xml=b"<x/>"),
    ),
    "a database": ("This is an SQLite database,", database),
    "bytes": ("This is not a text file.", lambda: bytes(range(256)) * 4),
    "no mark": ("The file is UTF-16. Save it as UTF-8.", lambda: CSV.decode().encode("utf-16-le")),
}


@pytest.mark.parametrize("what", FILES)
@pytest.mark.parametrize("name", ["mine", "questions.csv"])
def test_what_is_not_text_is_named(tmp_path: Path, what: str, name: str) -> None:
    sentence, made = FILES[what]
    path = tmp_path / name
    path.write_bytes(made())
    if name == "mine":  # known by nothing
        with pytest.raises(UnknownFormat) as refused:
            prepare([path])
        said = str(refused.value).partition("Nothing was stored. ")[2]
        assert refused.value.brief.endswith(said)
        assert "--as" not in said, "no other format helps"
    else:
        with prepare([path]) as prepared:
            (found,) = [one for one in prepared.report.findings if one.severity == "error"]
        said = found.sentence
    assert said.startswith(sentence)
    assert "Byte" not in said


def test_what_is_packed_is_looked_into_first(tmp_path: Path) -> None:
    path = tmp_path / "questions.csv.gz"
    path.write_bytes(gzip.compress(PIXEL))
    with prepare([path]) as prepared:
        (found,) = [one for one in prepared.report.findings if one.severity == "error"]
    assert found.sentence.startswith("This is a picture,")


def test_records_in_a_picture_are_not_looked_for(tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    path.write_bytes(PIXEL)
    with prepare([path], as_format="label-studio") as prepared:
        (found,) = [one for one in prepared.report.findings if one.severity == "error"]
    assert found.sentence.startswith("This is a picture,")


@pytest.mark.parametrize("begin", ["ID3,kind,text\n", "PAR1,kind,text\n", "BZh,kind,text\n"])
def test_a_text_that_begins_like_another_file_is_a_text(tmp_path: Path, begin: str) -> None:
    path = tmp_path / "mine.csv"
    path.write_text(f"{begin}q1,factoid,Who?\n", encoding="utf-8")
    with pytest.raises(UnknownFormat) as refused:
        prepare([path])
    assert "not text" not in str(refused.value)


def test_a_pdf_of_plain_letters_is_none_either(tmp_path: Path) -> None:
    path = tmp_path / "paper"
    path.write_bytes(b"%PDF-1.4\n1 0 obj\n<<>>\nendobj\n")
    with pytest.raises(UnknownFormat, match="This is a PDF document,"):
        prepare([path])
