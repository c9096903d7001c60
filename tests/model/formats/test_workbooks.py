"""Workbooks as tables: sheets, cells as a CSV file has them, and what is refused before it is read."""

import csv
import datetime as dt
import io
import os
import struct
import subprocess
import sys
import zipfile
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from xml.sax.saxutils import escape

import pytest
import xlsxwriter
from by_names import by_names

from jurybox.collection.file import create, open_reading
from jurybox.errors import UnknownFormat
from jurybox.formats.column_maps import parse_columns
from jurybox.formats.imports import PreparedImport, prepare
from jurybox.formats.recognition import LEFT_OUT
from jurybox.formats.table_samples import proposal, sample_of, table_rows
from jurybox.session import open_session

COLUMNS = "qid=question,response=text"
DAY = dt.date(2024, 1, 2)
MOMENT = dt.datetime(2024, 1, 2, 3, 4, 5)  # noqa: DTZ001 - cells have no time zone
Rows = Sequence[Sequence[object]]


def xlsx(path: Path, sheets: dict[str, Rows], hidden: str = "") -> Path:
    """Write a workbook; a row None is left out, a text that begins with #N is an error."""
    with xlsxwriter.Workbook(str(path)) as book:
        day = book.add_format({"num_format": "yyyy-mm-dd"})
        moment = book.add_format({"num_format": "yyyy-mm-dd hh:mm:ss"})
        for name, rows in sheets.items():
            sheet = book.add_worksheet(name)
            if name == hidden:
                sheet.hide()
            for at, row in enumerate(rows):
                for column, value in enumerate(row):
                    if isinstance(value, dt.date):
                        form = moment if isinstance(value, dt.datetime) else day
                        sheet.write_datetime(at, column, value, form)
                    elif isinstance(value, str) and value[:1] in {"#", "="}:
                        sheet.write_formula(at, column, "=1", None, value if value[0] == "#" else 7)
                    elif isinstance(value, str):
                        sheet.write_string(at, column, value)
                    elif value is not None:
                        sheet.write(at, column, value)
    return path


def ods(path: Path, sheets: dict[str, Rows], hidden: str = "", manifest: str = "") -> Path:
    """Write an OpenDocument spreadsheet by hand."""
    body = ""
    for name, rows in sheets.items():
        style = ' table:style-name="ta2"' if name == hidden else ' table:style-name="ta1"'
        lines = "".join(f"<table:table-row>{''.join(map(_ods_cell, row))}</table:table-row>" for row in rows)
        body += f'<table:table table:name="{escape(name)}"{style}>{lines}</table:table>'
    spaces = ["office", "table", "text", "style", "fo", "calcext"]
    names = " ".join(f'xmlns:{one}="urn:oasis:names:tc:opendocument:xmlns:{one}:1.0"' for one in spaces)
    styles = "".join(
        f'<style:style style:name="{name}" style:family="table"><style:table-properties '
        f'table:display="{shown}"/></style:style>'
        for name, shown in (("ta1", "true"), ("ta2", "false"))
    )
    content = (
        f'<?xml version="1.0" encoding="UTF-8"?><office:document-content {names} office:version="1.3">'
        f"<office:automatic-styles>{styles}</office:automatic-styles>"
        f"<office:body><office:spreadsheet>{body}</office:spreadsheet></office:body></office:document-content>"
    )
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet", zipfile.ZIP_STORED)
        packed.writestr("META-INF/manifest.xml", manifest or "<manifest/>")
        packed.writestr("content.xml", content)
    return path


def _ods_cell(value: object) -> str:
    kind = 'office:value-type="string" calcext:value-type="string"'
    if value is None:
        return "<table:table-cell/>"
    if isinstance(value, bool):
        kind = f'office:value-type="boolean" office:boolean-value="{str(value).lower()}"'
    elif isinstance(value, int | float):
        kind = f'office:value-type="float" office:value="{value}"'
    elif isinstance(value, dt.date):
        kind = f'office:value-type="date" office:date-value="{value.isoformat()}"'
    elif isinstance(value, str) and value.startswith("#N"):
        kind = 'table:formula="of:=NA()" office:value-type="string" calcext:value-type="error"'
    return f"<table:table-cell {kind}><text:p>{escape(str(value))}</text:p></table:table-cell>"


def xls(path: Path, rows: Rows) -> Path:
    """Write BIFF5 records as a bare stream inside a compound file of the old Excel: numbers and texts."""

    def record(code: int, data: bytes) -> bytes:
        return struct.pack("<HH", code, len(data)) + data

    cells = b""
    for at, row in enumerate(rows):
        for column, value in enumerate(row):
            place = struct.pack("<HHH", at, column, 0)
            if isinstance(value, str):
                text = value.encode("latin-1")
                cells += record(0x0204, place + struct.pack("<H", len(text)) + text)
            elif isinstance(value, int | float):
                cells += record(0x0203, place + struct.pack("<d", value))
    begin, end = struct.pack("<HHHH", 0x0500, 0x0005, 0, 0), record(0x000A, b"")
    name = b"Sheet1"
    head = record(0x0809, begin) + record(0x0042, struct.pack("<H", 1252))
    bound = 4 + 6 + 1 + len(name)
    at_sheet = len(head) + bound + len(end)
    head += record(0x0085, struct.pack("<IHB", at_sheet, 0, len(name)) + name) + end
    stream = head + record(0x0809, struct.pack("<HHHH", 0x0500, 0x0010, 0, 0)) + cells + end
    stream += b"\0" * (-len(stream) % 512)
    stream += b"\0" * max(4096 - len(stream), 0)  # shorter streams are kept elsewhere
    path.write_bytes(_compound(b"Book", stream))
    return path


def _compound(name: bytes, stream: bytes) -> bytes:
    """Return a compound file (MS-CFB, version 3) with one stream: header, its sectors, directory, FAT."""
    count = len(stream) // 512
    fat = [*range(1, count), 0xFFFFFFFE, 0xFFFFFFFE, 0xFFFFFFFD]
    fat += [0xFFFFFFFF] * (128 - len(fat))
    head = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 16
    head += struct.pack("<HHHHH6x9I", 0x3E, 3, 0xFFFE, 9, 6, 0, 1, count, 0, 4096, 0xFFFFFFFE, 0, 0xFFFFFFFE, 0)
    head += struct.pack("<I", count + 1) + b"\xff" * (4 * 108)

    def entry(text: str, kind: int, child: int, start: int, size: int) -> bytes:
        wide = text.encode("utf-16-le") + b"\0\0"
        links = struct.pack("<IIII", 0xFFFFFFFF, 0xFFFFFFFF, child, 0)
        head = wide.ljust(64, b"\0") + struct.pack("<HBB", len(wide), kind, 1)
        return head + links + b"\0" * 32 + struct.pack("<IQ", start, size)

    entries = entry("Root Entry", 5, 1, 0xFFFFFFFE, 0) + entry(name.decode(), 2, 0xFFFFFFFF, 0, len(stream))
    return head + stream + entries.ljust(512, b"\0") + struct.pack("<128I", *fat)


def rows_in(path: Path) -> list[tuple[int, list[str]]]:
    return list(table_rows(path))


def read(path: Path, **more: object) -> PreparedImport:
    return prepare([path], columns=[parse_columns(COLUMNS, "factoid")], **more)  # type: ignore[arg-type]


def findings(prepared: PreparedImport) -> list[str]:
    with prepared:
        return [f"{one.severity}: {one}" for one in prepared.report.findings]


ROWS: Rows = (
    (),
    (None, "qid", "response", "when", "right", "score"),
    (None, 12, "007", DAY, True, 0.1),
    (),
    (None, "0012", "two\nlines", MOMENT, False, -3.0),
    (None, 1e300, "\u6771\u4eac, \u0627", None, None, 0.125),
)
TEXTS = [
    (2, ["qid", "response", "when", "right", "score"]),
    (3, ["12", "007", "2024-01-02", "yes", "0.1"]),
    (5, ["0012", "two\nlines", "2024-01-02T03:04:05", "no", "-3"]),
    (6, ["1e+300", "\u6771\u4eac, \u0627", "", "", "0.125"]),
]


@pytest.mark.parametrize("make", [xlsx, ods])
def test_cells_are_texts_as_in_a_csv_file_and_lines_are_rows(tmp_path: Path, make: object) -> None:
    assert callable(make)
    path = make(tmp_path / f"book.{make.__name__}", {"Sheet1": ROWS, "Empty": ()})
    assert rows_in(path) == TEXTS


def test_formulas_are_read_by_their_stored_values(tmp_path: Path) -> None:
    path = xlsx(tmp_path / "b.xlsx", {"S": (("a", "b"), ("=3+4", "x"))})
    assert rows_in(path) == [(1, ["a", "b"]), (2, ["7", "x"])]


def test_an_old_workbook_is_read_and_says_that_errors_are_not_seen(tmp_path: Path) -> None:
    path = xls(tmp_path / "old.xls", (("qid", "response"), (12, "Paris"), (13.5, "Rome")))
    assert rows_in(path) == [(1, ["qid", "response"]), (2, ["12", "Paris"]), (3, ["13.5", "Rome"])]
    assert any("an error such as #N/A are read as empty" in one for one in findings(read(path)))


def test_text_under_the_name_of_an_old_workbook_is_text(tmp_path: Path) -> None:
    path = tmp_path / "export.xls"
    path.write_text("qid\tresponse\n1\tParis\n2\tRome\n", encoding="utf-8")
    with read(path) as prepared:
        assert [(run.run, run.questions) for run in prepared.report.runs] == [("export", 2)]


@pytest.mark.parametrize(
    "text",
    [
        "<html><body><table><tr><td>qid</td></tr></table></body></html>",
        "\n <HTML xmlns:x='urn:x'>\n<table>\n</table></HTML>",
        "\ufeff<?xml version='1.0'?>\n<Workbook/>",
    ],
)
def test_a_web_page_under_the_name_of_an_old_workbook_says_what_to_do(tmp_path: Path, text: str) -> None:
    path = tmp_path / "export.xls"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(UnknownFormat, match=r"a web page or XML under the name of a workbook.* save it again"):
        prepare([path])


@pytest.mark.parametrize(
    "rows", [(("q1", 0, "d1", 1), ("q1", 0, "d2", 0)), (("q1", "Odo", "correct"), ("q2", "Ida", "incorrect"))]
)
def test_a_sheet_without_heads_says_where_to_write_them(tmp_path: Path, rows: Rows) -> None:
    with pytest.raises(
        UnknownFormat, match=r"Line 1: This line does not name the columns\. Write a line above"
    ) as told:
        prepare([xlsx(tmp_path / "x.xlsx", {"Sheet1": rows})])
    assert "commas" not in str(told.value)


@pytest.mark.parametrize(
    ("sheet", "assessor"),
    [
        ("Ana", "Ana"),
        ("Bruno Runge", "Bruno Runge"),
        ("Sheet1", "x"),
        ("Tabelle 1", "x"),
        ("Labels", "x"),
        ("2024", "x"),
    ],
)
def test_a_sheet_that_is_called_as_a_person_is_of_that_person(tmp_path: Path, sheet: str, assessor: str) -> None:
    path = xlsx(tmp_path / "x.xlsx", {sheet: (("qid", "text", "label"), ("q1", "Odo", "correct"))})
    with prepare([path], columns=[parse_columns("qid=question,text=text,label=label", "factoid")]) as prepared:
        prepared.staging.spread()
        assert prepared.staging.db.execute("SELECT assessor FROM in_judgments").fetchall() == [(assessor,)]


@pytest.mark.parametrize("make", [xlsx, ods])
def test_a_workbook_brings_what_its_sheets_bring_as_csv_files(tmp_path: Path, make: object) -> None:
    assert callable(make)
    sheets: dict[str, Rows] = {
        "bm25": (("qid", "response"), (12, "Paris"), (13, "Rome")),
        "gpt-4.1": (("qid", "response"), (12, "paris"), (13, "NIL")),
    }
    folder = tmp_path / "csv"
    folder.mkdir()
    for name, rows in sheets.items():
        text = io.StringIO()
        csv.writer(text).writerows(rows)
        (folder / f"{name}.csv").write_text(text.getvalue(), encoding="utf-8")
    stored = []
    for at, source in enumerate((folder, make(tmp_path / f"b.{make.__name__}", sheets))):
        file = tmp_path / f"{at}.jury"
        create(file)
        with read(source, into=file) as prepared, closing(open_session(file)) as session:
            assert prepared.report.ok, prepared.report.lines()
            session.store(prepared.store)
        with closing(open_reading(file)) as db:
            stored.append(by_names(db))
    assert stored[0] == stored[1]
    assert stored[0]


@pytest.mark.parametrize("make", [xlsx, ods])
def test_sheets_are_named_skipped_and_hidden_ones_said_and_errors_found(tmp_path: Path, make: object) -> None:
    assert callable(make)
    sheets: dict[str, Rows] = {
        "one": ((), ("qid", "response", "aside"), (12, "Paris", "#N/A"), ("#N/A", "Rome", None)),
        "two": (("qid", "response"), (12, "London")),
        "Notes": (("only a remark",),),
        "Nothing": (),
    }
    name = f"b.{make.__name__}"
    path = make(tmp_path / name, sheets, hidden="two")
    with read(path) as prepared:
        assert not prepared.report.ok
        assert [(file.name, file.format) for file in prepared.files] == [
            (f"{name}, sheet one", "columns"),
            (f"{name}, sheet two", "columns"),
        ]
        shown = [row for table in prepared.first_rows(prepared.files[1]) for row in table.rows]
        assert any({"12", "London"} <= {*row} for row in shown)
    said = findings(read(path))
    error = "The cell under 'qid' has the error #N/A. Correct its formula, or write the value."
    assert [one for one in said if one.startswith("error")] == [f"error: {name}, sheet one:4: {error}"]
    assert f"note: {name}: Sheets without a row below their first are skipped: Notes, Nothing." in said
    assert f"note: {name}: Hidden sheets are read too: two." in said
    with read(path, skip_bad_lines=True) as prepared:
        assert prepared.report.ok
        assert sorted((run.run, run.answered) for run in prepared.report.runs) == [("one", 1), ("two", 1)]


def test_a_sheet_can_be_left_out_and_read_by_columns_of_its_own(tmp_path: Path) -> None:
    sheets: dict[str, Rows] = {
        "a": (("qid", "response"), (1, "x")),
        "b": (("nr", "antwort"), (1, "y")),
        "c": (("qid", "response"), (1, "z")),
    }
    path = xlsx(tmp_path / "b.xlsx", sheets)
    with pytest.raises(UnknownFormat) as refused:
        prepare([path])
    assert list(refused.value.tables) == [path / "a", path / "b", path / "c"]
    sample = sample_of(path / "a")
    assert sample is not None
    assert dict(proposal(sample).columns) == {"qid": "question", "response": "text"}
    maps = [parse_columns(COLUMNS, "factoid"), parse_columns("nr=question,antwort=text", "factoid")]
    with prepare([path], columns=maps, by_hand={path / "c": LEFT_OUT}) as prepared:
        assert prepared.report.ok
        assert sorted(run.run for run in prepared.report.runs) == ["a", "b"]
        assert any("Left out as requested: b.xlsx, sheet c." in str(one) for one in prepared.report.findings)


def test_sheets_with_the_columns_of_tables_are_these_tables(tmp_path: Path) -> None:
    sheets: dict[str, Rows] = {
        "Answers given": (("run", "question", "rank", "answer", "text"), ("r", "q1", 1, None, "Goethe")),
        "Fragen": (("question", "kind", "text"), ("q1", "factoid", "Who?")),
    }
    with prepare([xlsx(tmp_path / "b.xlsx", sheets)]) as prepared:
        assert prepared.report.ok, prepared.report.lines()
        assert prepared.format == "tables"
        assert [(run.run, run.answered) for run in prepared.report.runs] == [("r", 1)]
    sheets["Fragen"] = (("question", "kind", "text"), ("q1", "factoid", "#N/A"))
    said = findings(prepare([xlsx(tmp_path / "b.xlsx", sheets)]))
    assert any("b.xlsx, sheet Fragen:2: The cell under 'text' has the error #N/A" in one for one in said)


def test_odd_names_of_sheets_are_told_apart(tmp_path: Path) -> None:
    rows: Rows = (("qid", "response"), (1, "x"))
    path = ods(tmp_path / "b.ods", {"a/b": rows, "a_b": rows, "..": rows, "x" * 300: rows})
    with read(path) as prepared:
        names = [file.path.name for file in prepared.files]
    assert names == ["a_b", "a_b (2)", "_", "x" * 100]


def truncated(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-200])


def flipped(path: Path) -> None:
    data = bytearray(path.read_bytes())
    with zipfile.ZipFile(path) as packed:
        info = packed.getinfo("xl/worksheets/sheet1.xml")
    data[info.header_offset + 80] ^= 0xFF
    path.write_bytes(bytes(data))


def text(path: Path) -> None:
    path.write_text("qid,response\n1,x\n", encoding="utf-8")


def emptied(path: Path) -> None:
    path.write_bytes(b"")


@pytest.mark.parametrize("damage", [truncated, flipped, text, emptied])
def test_a_damaged_workbook_is_refused_with_what_to_do(tmp_path: Path, damage: object) -> None:
    assert callable(damage)
    path = xlsx(tmp_path / "b.xlsx", {"S": [("qid", "response"), *((n, f"text {n}") for n in range(50))]})
    damage(path)
    with pytest.raises(UnknownFormat, match=r"This is not a whole workbook\. Open it in a spreadsheet"):
        prepare([path])


def test_a_workbook_with_a_password_is_refused_with_what_to_do(tmp_path: Path) -> None:
    excel = tmp_path / "b.xlsx"
    excel.write_bytes(_compound(b"EncryptedPackage", b"\0" * 4096))
    office = ods(tmp_path / "b.ods", {"S": ()}, manifest="<manifest:encryption-data/>")
    for path in (excel, office):
        with pytest.raises(UnknownFormat, match=r"It has a password\. Save it without one"):
            prepare([path])


def test_a_workbook_whose_directory_lies_is_refused(tmp_path: Path) -> None:
    path = xlsx(tmp_path / "b.xlsx", {"S": (("qid", "response"), (1, "x" * 30_000))})
    with zipfile.ZipFile(path) as packed:
        size = packed.getinfo("xl/sharedStrings.xml").file_size
    data = path.read_bytes()
    said = struct.pack("<I", size)
    assert data.count(said) >= 1
    path.write_bytes(data.replace(said, struct.pack("<I", 100)))
    with pytest.raises(UnknownFormat, match=r"This is not a whole workbook"):
        prepare([path])


@pytest.mark.parametrize("make", [xlsx, ods])
def test_a_sheet_that_reaches_far_is_refused_before_it_fills_the_memory(tmp_path: Path, make: object) -> None:
    path = tmp_path / "far"
    if make is xlsx:
        path = path.with_suffix(".xlsx")
        with xlsxwriter.Workbook(str(path)) as book:
            sheet = book.add_worksheet()
            sheet.write(0, 0, "qid")
            sheet.write(1_048_575, 16_383, "far")
    else:
        path = ods(path.with_suffix(".ods"), {"S": (("a", "b"), ("x", "y"))})
        with zipfile.ZipFile(path) as packed:
            members = {name: packed.read(name) for name in packed.namelist()}
        wide = b'<table:table-cell table:number-columns-repeated="16384" office:value-type="string">'
        members["content.xml"] = members["content.xml"].replace(
            b"</table:table>",
            b'<table:table-row table:number-rows-repeated="1048574">' + wide + b"<text:p>x</text:p>"
            b"</table:table-cell></table:table-row></table:table>",
        )
        with zipfile.ZipFile(path, "w") as packed:
            for name, data in members.items():
                packed.writestr(name, data)
    with pytest.raises(UnknownFormat, match=r"Delete what is far from|This is not a whole workbook"):
        prepare([path])


def test_what_a_program_has_open_is_not_read(tmp_path: Path) -> None:
    xlsx(tmp_path / "b.xlsx", {"S": (("qid", "response"), (1, "x"))})
    (tmp_path / "~$b.xlsx").write_bytes(b"\0" * 165)
    assert "note: Not read: ~$b.xlsx." in findings(read(tmp_path))


def test_a_wrong_header_under_a_known_name_says_how_to_match_columns(tmp_path: Path) -> None:
    path = tmp_path / "answers.csv"
    for header in ("question,reply,text", "question,answer"):
        path.write_text(f"{header}\n{','.join('x' for _ in header.split(','))}\n", encoding="utf-8")
        (said,) = (one for one in findings(prepare([path])) if one.startswith("error: answers.csv:1"))
        assert "match the columns of this file: under Read as in the window, or with --columns" in said


def test_the_library_is_loaded_only_for_a_workbook(tmp_path: Path) -> None:
    path = tmp_path / "x.csv"
    path.write_text("qid,response\n1,x\n", encoding="utf-8")
    code = (
        "import sys; from pathlib import Path; from jurybox.formats.column_maps import parse_columns\n"
        "from jurybox.formats.imports import prepare\n"
        f"prepare([Path(sys.argv[1])], columns=[parse_columns({COLUMNS!r})]).close()\n"
        "assert 'python_calamine' not in sys.modules"
    )
    paths = {"PYTHONPATH": os.pathsep.join(sys.path)}
    subprocess.run([sys.executable, "-c", code, str(path)], check=True, env=os.environ | paths)


def test_an_old_workbook_with_a_damaged_place_of_a_cell_is_refused_before_it_fills_the_memory(tmp_path: Path) -> None:
    path = xls(tmp_path / "old.xls", (("qid", "response"), (12, "Paris")))
    data = path.read_bytes()
    number = struct.pack("<HHHHH", 0x0203, 14, 1, 0, 0)
    assert data.count(number) == 1
    path.write_bytes(data.replace(number, struct.pack("<HHHHH", 0x0203, 14, 60_000, 60_000, 0)))
    with pytest.raises(UnknownFormat, match=r"needs more than 768 MB of memory\. Delete what is far"):
        prepare([path])


def test_an_old_workbook_that_is_cut_off_is_refused(tmp_path: Path) -> None:
    data = xls(tmp_path / "old.xls", (("qid", "response"), (12, "Paris"))).read_bytes()
    for length in (8, 60, 511, 600, 4600, len(data) - 512):
        path = tmp_path / f"{length}.xls"
        path.write_bytes(data[:length])
        with pytest.raises(UnknownFormat, match="This is not a whole workbook"):
            prepare([path])


def test_an_open_document_whose_elements_do_not_end_is_refused(tmp_path: Path) -> None:
    path = ods(tmp_path / "b.ods", {"S": (("qid", "response"), (12, "Paris"))})
    with zipfile.ZipFile(path) as packed:
        members = {name: packed.read(name) for name in packed.namelist()}
    members["content.xml"] = members["content.xml"].replace(b"</table:table-cell>", b"</table:x-cell>", 1)
    with zipfile.ZipFile(path, "w") as packed:
        for name, data in members.items():
            packed.writestr(name, data)
    with pytest.raises(UnknownFormat, match="This is not a whole workbook"):
        prepare([path])
