"""Files made up to do harm: each a name and its bytes, the same every time; small, and large or endless inside."""

import gzip
import io
import random
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterator
from itertools import pairwise

Make = Callable[[], bytes]
MEGABYTE = 1 << 20
_MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
_RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_HEAD = (
    '<row r="1"><c r="A1" t="inlineStr"><is><t>qid</t></is></c>'
    '<c r="B1" t="inlineStr"><is><t>response</t></is></c></row>'
)
_ROW = '<row r="2"><c r="A2"><v>1</v></c><c r="B2" t="inlineStr"><is><t>Paris</t></is></c></row>'


_STYLES = f'<styleSheet {_MAIN}><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>'.encode()
_ODS_CELL = '<table:table-cell office:value-type="string"><text:p>x</text:p></table:table-cell>'


def files() -> Iterator[tuple[str, Make]]:
    """Yield every file: its name, and what makes its bytes."""
    for kind in (_xlsx, _ods, _xls, _zips, _packed, _xml, _json, _csv, _spoiled):
        yield from kind()


def plain_xlsx() -> bytes:
    """Return a small workbook that is all right."""
    return xlsx(_HEAD + _ROW)


def xlsx(rows: str, before: str = "", behind: str = "", **members: bytes) -> bytes:
    """Return an Excel workbook with these rows in its sheet."""
    parts = {
        "_rels/.rels": (
            '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
            f'<Relationship Id="rId1" Type="{_RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>'
        ).encode(),
        "[Content_Types].xml": b"<Types/>",
        "xl/workbook.xml": (
            f'<workbook {_MAIN} xmlns:r="{_RELATIONS}"><sheets>'
            '<sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>'
        ).encode(),
        "xl/_rels/workbook.xml.rels": (
            '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
            f'<Relationship Id="rId1" Type="{_RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>'
        ).encode(),
        "xl/worksheets/sheet1.xml": (
            f"{before}<worksheet {_MAIN}><sheetData>{rows}</sheetData>{behind}</worksheet>"
        ).encode(),
    }
    return _zip(parts | {f"xl/{name.replace('_', '.')}": data for name, data in members.items()})


def ods(rows: str, before: str = "") -> bytes:
    """Return an OpenDocument spreadsheet with these rows in its sheet."""
    spaces = " ".join(
        f'xmlns:{one}="urn:oasis:names:tc:opendocument:xmlns:{one}:1.0"' for one in ("office", "table", "text")
    )
    content = (
        f'<?xml version="1.0"?>{before}<office:document-content {spaces}><office:body><office:spreadsheet>'
        f'<table:table table:name="S">{rows}</table:table></office:spreadsheet></office:body></office:document-content>'
    )
    kind = b"application/vnd.oasis.opendocument.spreadsheet"
    return _zip({"mimetype": kind, "META-INF/manifest.xml": b"<manifest/>", "content.xml": content.encode()})


def bomb(part: bytes, megabytes: int) -> bytes:
    """Return a gzip file that unpacks to a megabyte of something, many times."""
    return b"\x1f\x8b\x08\0\0\0\0\0\0\xff" + _deflated(part, megabytes) + b"\0" * 8


def _deflated(part: bytes, megabytes: int) -> bytes:
    block = (part * (MEGABYTE // len(part) + 1))[:MEGABYTE]
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    first = packer.compress(block) + packer.flush(zlib.Z_FULL_FLUSH)  # behind it everything begins as at first
    return first * megabytes + packer.flush(zlib.Z_FINISH)


def _zip(members: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, data in members.items():
            packed.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED)
    return out.getvalue()


def _zip_bomb(before: bytes, part: bytes, megabytes: int, name: str, others: dict[str, bytes]) -> bytes:
    """Return a ZIP archive of which one member unpacks to much; its checksum is wrong, which is seen at the end."""
    packed = io.BytesIO(_zip({**others, name: b""}))
    with zipfile.ZipFile(packed) as archive:
        at = archive.getinfo(name).header_offset
    data = bytearray(packed.getvalue()[:at])
    body = zlib.compressobj(9, zlib.DEFLATED, -15)
    first = body.compress(before) + body.flush(zlib.Z_FULL_FLUSH)
    body_bytes = first + _deflated(part, megabytes)
    size = len(before) + megabytes * MEGABYTE
    sizes = struct.pack("<III", 1, len(body_bytes), size)
    of = name.encode()
    local = struct.pack("<IHHHHH", 0x04034B50, 20, 0, 8, 0, 0x21) + sizes + struct.pack("<HH", len(of), 0) + of
    start = len(data)
    data += local + body_bytes
    directory = len(data)
    with zipfile.ZipFile(packed) as archive:
        for info in archive.infolist():
            if info.filename == name:
                continue
            other = info.filename.encode()
            data += struct.pack("<IHHHHHH", 0x02014B50, 20, 20, 0, info.compress_type, 0, 0x21)
            data += struct.pack("<III", info.CRC, info.compress_size, info.file_size)
            data += struct.pack("<HHHHHII", len(other), 0, 0, 0, 0, 0, info.header_offset) + other
    data += struct.pack("<IHHHHHH", 0x02014B50, 20, 20, 0, 8, 0, 0x21) + sizes
    data += struct.pack("<HHHHHII", len(of), 0, 0, 0, 0, 0, start) + of
    count = len(others) + 1
    data += struct.pack("<IHHHHIIH", 0x06054B50, 0, 0, count, count, len(data) - directory, directory, 0)
    return bytes(data)


def _xlsx() -> Iterator[tuple[str, Make]]:
    places = (
        "A999999999999",
        "ZZZZZZZ1",
        "XFD1048576",
        "XFE1",
        "A1048577",
        "A4294967295",
        "A4294967296",
        "A0",
        "0A",
        "",
        "A-1",
        "a2",
        "A18446744073709551616",
        "\u00c41",
        "AAAAAAAAAAAAAAAAAAAA9",
        "$A$2",
        "A2:B9",
        "ZZZ9999999",
    )
    for at, place in enumerate(places):
        yield f"place-{at}.xlsx", lambda place=place: xlsx(_HEAD + f'<row r="2"><c r="{place}"><v>1</v></c></row>')
        yield (
            f"place-behind-{at}.xlsx",
            lambda place=place: xlsx(_HEAD + _ROW + f'<row><c r="{place}"><v>1</v></c></row>'),
        )
    for at, row in enumerate(("50000000", "4294967295", "99999999999999999999", "-1", "x", "0", "1e9", "1048577")):
        yield f"row-{at}.xlsx", lambda row=row: xlsx(_HEAD + f'<row r="{row}"><c><v>1</v></c></row>')
    yield "same-place.xlsx", lambda: xlsx(_HEAD + '<row r="2">' + '<c r="A2"><v>1</v></c>' * 200_000 + "</row>")
    yield (
        "backwards.xlsx",
        lambda: xlsx("".join(f'<row r="{n}"><c r="A{n}"><v>1</v></c></row>' for n in range(50_000, 0, -1))),
    )
    yield "many-rows.xlsx", lambda: xlsx(_HEAD + "<row/>" * 1_500_000)
    yield "many-cells.xlsx", lambda: xlsx(_HEAD + ("<row>" + "<c><v>1</v></c>" * 16_384 + "</row>") * 60)
    yield "too-wide.xlsx", lambda: xlsx("<row>" + "<c><v>1</v></c>" * 300_000 + "</row>" + _ROW)
    yield "no-rows.xlsx", lambda: xlsx("")
    yield (
        "long-text.xlsx",
        lambda: xlsx(_HEAD + f'<row r="2"><c t="inlineStr"><is><t>{"x" * 40_000_000}</t></is></c></row>'),
    )
    yield "texts.xlsx", lambda: xlsx(_HEAD + '<row r="2"><c t="s"><v>99999999999</v></c></row>')
    yield (
        "texts-many.xlsx",
        lambda: xlsx(_HEAD + '<row r="2"><c t="s"><v>1</v></c></row>', sharedStrings_xml=_texts(900_000)),
    )
    for at, value in enumerate(("1e308", "-1e308", "NaN", "inf", "9" * 400, "", "-693594", "2958466", "\u0663")):
        yield (
            f"date-{at}.xlsx",
            lambda value=value: xlsx(
                _HEAD + f'<row r="2"><c r="A2" s="1"><v>{value}</v></c><c r="B2" t="d"><v>{value}</v></c></row>',
                styles_xml=_STYLES,
            ),
        )
    yield "merged.xlsx", lambda: xlsx(_HEAD + _ROW, behind='<mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells>')
    yield (
        "merged-far.xlsx",
        lambda: xlsx(_HEAD + _ROW, behind='<mergeCells><mergeCell ref="A1:ZZZZZZZ99999999999"/></mergeCells>'),
    )
    yield (
        "formulas.xlsx",
        lambda: xlsx(
            _HEAD
            + '<row r="2">'
            + '<c r="A2"><f t="shared" ref="A1:XFD1048576" si="0">A1+B1</f><v>1</v></c>' * 5000
            + "</row>"
        ),
    )
    yield "errors.xlsx", lambda: xlsx(_HEAD + "<row>" + '<c r="A2" t="e"><v>#N/A</v></c>' * 300_000 + "</row>")
    yield "open-tags.xlsx", lambda: xlsx(_HEAD + "<c " * 400_000)
    yield "open-formulas.xlsx", lambda: xlsx(_HEAD + '<c r="A2"><f ' * 200_000)
    yield "deep.xlsx", lambda: xlsx(_HEAD + "<row>" * 500_000)
    laughs = _laughs()
    yield (
        "entities.xlsx",
        lambda: xlsx(_HEAD + '<row r="2"><c t="inlineStr"><is><t>&i;</t></is></c></row>', before=laughs),
    )
    yield (
        "outside.xlsx",
        lambda: xlsx(
            _HEAD + '<row r="2"><c t="inlineStr"><is><t>&o;</t></is></c></row>',
            before='<!DOCTYPE x [<!ENTITY o SYSTEM "file:///etc/passwd">]>',
        ),
    )
    yield "above.xlsx", lambda: _zip({"../../../../tmp/x": b"x", "xl/workbook.xml": b"<workbook/>"})
    yield "bomb.xlsx", lambda: _bombed("xl/worksheets/sheet1.xml", b"<row/>", 4000)
    yield "bomb-cells.xlsx", lambda: _bombed("xl/worksheets/sheet1.xml", b"<row><c><v>1</v></c></row>", 3000)
    yield "bomb-zero.xlsx", lambda: _bombed("xl/worksheets/sheet1.xml", b"\0", 4000)
    yield "bomb-texts.xlsx", lambda: _bombed("xl/sharedStrings.xml", b"<si><t>x</t></si>", 3000, f"<sst {_MAIN}>")
    yield "bomb-aside.xlsx", lambda: _bombed("xl/media/picture.png", b"\0", 4000)
    yield "sheets.xlsx", lambda: _many_sheets(20_000)
    yield "loop.xlsx", lambda: xlsx(_HEAD + _ROW).replace(b"worksheets/sheet1", b"workbook.xml/../x")


def _texts(count: int) -> bytes:
    head = f'<sst {_MAIN} count="4294967295" uniqueCount="18446744073709551615">'
    return f"{head}{'<si><t>x</t></si>' * count}</sst>".encode()


def _bombed(name: str, part: bytes, megabytes: int, head: str = "") -> bytes:
    with zipfile.ZipFile(io.BytesIO(plain_xlsx())) as packed:
        others = {one: packed.read(one) for one in packed.namelist() if one != name}
    begin = head or f"<worksheet {_MAIN}><sheetData>{_HEAD}"
    return _zip_bomb(begin.encode(), part, megabytes, name, others)


def _many_sheets(count: int) -> bytes:
    sheets = "".join(f'<sheet name="S{n}" sheetId="{n + 1}" r:id="rId1"/>' for n in range(count))
    with zipfile.ZipFile(io.BytesIO(plain_xlsx())) as packed:
        members = {one: packed.read(one) for one in packed.namelist()}
    members["xl/workbook.xml"] = (
        f'<workbook {_MAIN} xmlns:r="{_RELATIONS}"><sheets>{sheets}</sheets></workbook>'.encode()
    )
    return _zip(members)


def _ods() -> Iterator[tuple[str, Make]]:
    head = "<table:table-row>" + "".join(
        f'<table:table-cell office:value-type="string"><text:p>{name}</text:p></table:table-cell>'
        for name in ("qid", "response")
    )
    head += "</table:table-row>"
    for count in (2_000, 1_048_576, 999_999_999, 18_446_744_073_709_551_615, -1):
        cell = _ODS_CELL.replace(" ", f' table:number-columns-repeated="{count}" ', 1)
        yield f"wide-{count}.ods", lambda cell=cell: ods(head + f"<table:table-row>{cell}</table:table-row>")
        row = f'<table:table-row table:number-rows-repeated="{count}">{_ODS_CELL}</table:table-row>'
        yield f"tall-{count}.ods", lambda row=row: ods(head + row)
        yield (
            f"both-{count}.ods",
            lambda row=row, cell=cell: ods(head + row.replace("<table:table-cell", cell + "<table:table-cell", 1)),
        )
        yield (
            f"empty-{count}.ods",
            lambda count=count: ods(head + f'<table:table-row table:number-rows-repeated="{count}"/>' + head),
        )
    yield "open.ods", lambda: ods(head + "<table:table-row><table:table-cell>")
    yield "unended.ods", lambda: ods(head).replace(b"table", b"tabel")
    yield "deep.ods", lambda: ods(head + "<table:table-row>" * 300_000)
    yield "nested.ods", lambda: ods(head + '<table:table table:name="x">' * 50_000)
    yield (
        "entities.ods",
        lambda: ods(head + f"<table:table-row>{_ODS_CELL.replace('x', '&i;')}</table:table-row>", _laughs()),
    )
    yield "no-content.ods", lambda: _zip({"mimetype": b"application/vnd.oasis.opendocument.spreadsheet"})
    yield "kind.ods", lambda: _zip({"mimetype": b"application/vnd.oasis.opendocument.spreadsheet" * 100_000})


def _xls() -> Iterator[tuple[str, Make]]:
    ole = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
    head = ole + b"\0" * 16 + struct.pack("<HHHHH6x", 0x3E, 3, 0xFFFE, 9, 6)
    for at, numbers in enumerate(
        ((0, 1, 0, 0, 4096, 0, 0, 0, 0), (0, 0xFFFFFFFF, 0, 0, 0, 0, 0xFFFFFFFF, 1, 1), (0, 1, 1, 0, 4096, 1, 1, 1, 1))
    ):
        data = head + struct.pack("<9I", *numbers) + struct.pack("<109I", *([0] * 109))
        yield f"loop-{at}.xls", lambda data=data: data + struct.pack("<128I", *([0] * 128)) * 40
        yield f"chain-{at}.xls", lambda data=data: data + struct.pack("<128I", *range(128)) * 400
    yield "nothing.xls", lambda: ole
    yield "noise.xls", lambda: ole + random.Random(1).randbytes(200_000)
    yield "zeros.xls", lambda: ole + b"\0" * 3_000_000
    yield "ones.xls", lambda: ole + b"\xff" * 3_000_000


def _zips() -> Iterator[tuple[str, Make]]:
    yield "many.zip", lambda: _zip({f"{n}": b"" for n in range(60_000)})
    yield "named.csv", plain_xlsx
    yield "named.json", lambda: _zip({"x.json": b"{}"})
    yield "named.xml", lambda: _zip({"x.xml": b"<a/>"})
    yield "kind.csv", lambda: _zip_bomb(b"", b"application", 2000, "mimetype", {})
    yield (
        "directory.csv",
        lambda: (
            b"PK\x03\x04"
            + b"PK\x01\x02" * 500_000
            + struct.pack("<IHHHHIIH", 0x06054B50, 0, 0, 65535, 65535, 2_000_000, 4, 0)
        ),
    )
    yield "comment.zip", lambda: b"PK\x03\x04" + b"PK\x05\x06" * 1_000_000
    yield "in.gz", lambda: gzip.compress(plain_xlsx())
    yield "document.xlsx", lambda: _zip({"word/document.xml": b"<w/>"})


def _packed() -> Iterator[tuple[str, Make]]:
    for name, part in (
        ("lines", b"\n"),
        ("blanks", b" "),
        ("zeros", b"\0"),
        ("run", b"1 Q0 d 1 1 r\n"),
        ("long", b"1Q0d11r"),
        ("lists", b"["),
        ("objects", b'{"a":'),
        ("table", b"a,b\n"),
        ("quoted", b'"'),
        ("cells", b","),
        ("bytes", b"\xff"),
        ("empty", b"[],"),
    ):
        for ending in ("txt", "csv", "json", "xml"):
            yield f"bomb-{name}.{ending}.gz", lambda part=part: bomb(part, 4000)
    yield "members.txt.gz", lambda: gzip.compress(b"") * 300_000
    yield "cut.csv.gz", lambda: gzip.compress(b"qid,response\n" * 100_000)[:500]
    yield "twice.csv.gz", lambda: gzip.compress(gzip.compress(b"qid,response\n1,x\n"))
    yield "name.csv.gz", lambda: b"\x1f\x8b\x08\x08\0\0\0\0\0\xff" + b"x" * 5_000_000
    yield "extra.csv.gz", lambda: b"\x1f\x8b\x08\x04\0\0\0\0\0\xff\xff\xff" + b"\0" * 10
    yield "plain.csv.gz", lambda: b"qid,response\n1,x\n"


def _laughs() -> str:
    names = "abcdefghi"
    body = "".join(f'<!ENTITY {later} "' + f"&{one};" * 10 + '">' for one, later in pairwise(names))
    return f'<!DOCTYPE x [<!ENTITY a "ha">{body}]>'


def _xml() -> Iterator[tuple[str, Make]]:
    for root in ("trecqa", "QAset", "a"):
        yield f"laughs-{root}.xml", lambda root=root: f"{_laughs()}<{root}>&i;</{root}>".encode()
        yield f"deep-{root}.xml", lambda root=root: f"<{root}>".encode() * 400_000
        yield (
            f"closed-{root}.xml",
            lambda root=root: f"<{root}>".encode() + b"<b>" * 300_000 + b"</b>" * 300_000 + f"</{root}>".encode(),
        )
        yield f"many-{root}.xml", lambda root=root: f"<{root}>{'<b/>' * 4_000_000}</{root}>".encode()
        yield (
            f"wide-{root}.xml",
            lambda root=root: f"<{root} {' '.join(f'a{n}=_' for n in range(400_000))}/>".replace("_", "''").encode(),
        )
        yield f"text-{root}.xml", lambda root=root: f"<{root}>{'x' * 30_000_000}</{root}>".encode()
        yield f"pieces-{root}.xml", lambda root=root: f"<{root}>{'&#10;' * 3_000_000}</{root}>".encode()
    yield "open.xml", lambda: b"<trecqa><" + b"a" * 10_000_000
    yield "outside.xml", lambda: b'<!DOCTYPE x [<!ENTITY o SYSTEM "file:///etc/passwd">]><trecqa>&o;</trecqa>'
    yield "type.xml", lambda: b"<!DOCTYPE x [" + b"<!ELEMENT a (b)>" * 500_000 + b"]><trecqa/>"
    yield "comment.xml", lambda: b"<trecqa><!--" + b"-" * 10_000_000
    for name in ("utf-7", "x" * 100_000, "utf-32", "idna", "zlib", "unicode_escape", "utf-16"):
        yield (
            f"encoding-{name[:12]}.xml",
            lambda name=name: f'<?xml version="1.0" encoding="{name}"?><trecqa/>'.encode(),
        )
    yield "wide-letters.xml", lambda: "<trecqa/>".encode("utf-16")


def _json() -> Iterator[tuple[str, Make]]:
    for name, text in (
        ("lists", "[" * 3_000_000),
        ("closed", "[" * 100_000 + "]" * 100_000),
        ("objects", '{"a":' * 1_000_000),
        ("levels", '{"a":' * 5_000 + "1" + "}" * 5_000),
        ("empty", "[" + "[]," * 6_000_000 + "[]]"),
        ("digits", '{"a": ' + "9" * 5_000_000 + "}"),
        ("exponent", '{"a": 1e999999999999}'),
        ("nan", '{"a": NaN}'),
        ("string", '{"a": "' + "x" * 30_000_000),
        ("escapes", '{"a": "' + "\\u0041" * 3_000_000 + '"}'),
        ("half", '{"question": "\\ud800", "answer": "\\udc00"}'),
        ("nul", '{"question": "\\u0000"}'),
        ("keys", "{" + ",".join(f'"k{n}": 1' for n in range(600_000)) + "}"),
        ("same", "{" + '"a": 1, ' * 900_000 + '"a": 1}'),
        ("blanks", " " * 30_000_000 + "{}"),
        ("lines", '{"a": 1}\n' * 400_000),
        ("deep-lines", ('{"a":' * 900 + "1" + "}" * 900 + "\n") * 300),
        ("commas", "[" + "," * 3_000_000 + "]"),
        ("numbers", "[" + "1," * 6_000_000 + "1]"),
        ("dashes", "-" * 3_000_000),
        ("nested-list", '[{"a":' + "[" * 190 + "]" * 190 + "}]"),
        ("one", '{"qrels": {' + ",".join(f'"q{n}": {{"d": 1}}' for n in range(300_000)) + "}}"),
        ("word", "[tru" + "e" * 1_000_000),
        ("comment", "/*" + " " * 1_000_000),
        ("quote", '"' * 3_000_001),
    ):
        yield f"{name}.json", lambda text=text: text.encode()
        if len(text) > 1_000:
            yield f"{name}-of-packed.json.gz", lambda text=text: gzip.compress(text.encode(), 1)


def _csv() -> Iterator[tuple[str, Make]]:
    for count in (5_000, 10_000, 20_000, 40_000, 500_000):
        yield (
            f"columns-{count}.csv",
            lambda n=count: f"{','.join(f'c{at}' for at in range(n))}\n{','.join('x' * n)}\n".encode(),
        )
        yield f"same-{count}.csv", lambda n=count: f"{','.join('c' * n)}\n{','.join('x' * n)}\n".encode()
        yield (
            f"columns-{count}.tsv",
            lambda n=count: ("\t".join(f"c{at}" for at in range(n)) + "\n" + "\t".join("x" * n)).encode(),
        )
        yield f"columns-{count}.txt", lambda n=count: f"{' '.join(f'c{at}' for at in range(n))}\n".encode() * 3
    for name in ("questions", "answers", "judgments", "runs", "x"):
        yield f"wide/{name}.csv", lambda n=100_000: (",".join(f"c{at}" for at in range(n)) + "\n").encode()
    for name, text in (
        ("quote", '"' + "x" * 3_000_000),
        ("quotes", '"' * 5_000_000),
        ("rows", '"a\n",' * 900_000),
        ("blank", "\n" * 3_000_000),
        ("token", "1" * 3_000_000 + " x"),
        ("spaces", " " * 3_000_000 + "x"),
        ("tabs", "\t" * 3_000_000),
        ("semicolons", ";" * 3_000_000),
        ("bars", "|" * 3_000_000 + "\n" + "|" * 3_000_000),
        ("long", "x" * 25_000_000),
        ("nul", "a,b\n" + "\0" * 2_000_000),
        ("words", "1 " + "a " * 2_000_000),
        ("pattern", "1.1 " + "(a*)*" * 15_000),
        ("digits", ("9" * 90_000 + " x\n") * 30),
        ("qrels", "1 0 " + "d" * 2_000_000 + " 1\n"),
        ("run", "1 Q0 d " + "9" * 2_000_000 + " 1.5 r\n"),
        ("dots", "." * 2_000_000 + "\n"),
        ("underscores", "q" + "_" * 2_000_000 + "1\n"),
        ("minus", "-" * 2_000_000 + "1\n"),
        ("percent", "%" * 2_000_000 + "\n"),
        ("colons", ":" * 2_000_000 + "\n"),
        ("angles", "<" * 2_000_000 + "\n"),
        ("topics", "<num> " * 400_000),
        ("top", "<top>\n" * 300_000),
        ("mixed", "1 Q0 d 1 1 r\n" * 100_000 + "x" * 1_000_000),
        ("accents", "e\u0301" * 900_000),
        ("wide-letters", "\U0001d11e," * 400_000),
        ("carriage", "\r" * 3_000_000),
        ("lf", "1,2\n" * 700_000),
    ):
        for ending in ("csv", "txt"):
            yield f"{name}.{ending}", lambda text=text: text.encode()
    yield "wide.csv", lambda: "qid,response\n1,x\n".encode("utf-16")
    yield "noise.csv", lambda: random.Random(2).randbytes(2_000_000)
    yield "latin.csv", lambda: b"qid,response\n" + b"1,\xe9\n" * 300_000


def _spoiled() -> Iterator[tuple[str, Make]]:
    """Yield workbooks that are all right but for some bytes, or for their end."""
    for number in range(30):
        for ending, whole in (("xlsx", plain_xlsx), ("ods", lambda: ods("<table:table-row/>"))):
            yield f"spoiled-{number}.{ending}", lambda number=number, whole=whole: _flipped(whole(), number)


def _flipped(data: bytes, number: int) -> bytes:
    of, spoiled = random.Random(number), bytearray(data)
    if number % 3 == 0:
        return data[: of.randrange(len(data))]
    for _ in range(1 + number):
        spoiled[of.randrange(len(spoiled))] = of.randrange(256)
    return bytes(spoiled)
