"""`report --verify` of a folder from somebody else: what does not belong is named, and no bomb goes off."""

import io
import json
import os
import struct
import tracemalloc
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from jurybox.errors import Refused
from jurybox.reports.writing import MANIFEST, differences, made_with, write_report

PAGE = "<h1>Scores</h1>\n<p>cedar</p>\n" * 100
MOST_MEMORY = 40_000_000


def zipped(members: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return out.getvalue()


INSIDE = {"report.html": PAGE.encode(), "scores.csv": b"run,F1\ncedar,0.5\n"}
FILES = {
    "report.html": PAGE.encode(),
    "tables/scores.csv": b"run,F1\ncedar,0.5\n",
    "participants/heron.zip": zipped(INSIDE),
    "report.pdf": bytes(range(256)) * 40,
    MANIFEST: json.dumps({"files": {}}).encode(),
}


def bomb(path: Path, *, claimed: int | None = None) -> None:
    """Write a ZIP whose page unpacks to 100 MB; `claimed` is the size in its heads, None: the true one."""
    unpacked, packing = 100_000_000, zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = b"".join([*(packing.compress(bytes(1_000_000)) for _ in range(unpacked // 1_000_000)), packing.flush()])
    scores = INSIDE["scores.csv"]
    members = (
        (b"report.html", packed, 8, claimed or unpacked, zlib.crc32(INSIDE["report.html"])),
        (b"scores.csv", scores, 0, len(scores), zlib.crc32(scores)),
    )
    body, listed = b"", b""
    for name, content, method, size, check in members:
        head = struct.pack("<5H3L2H", 20, 0, method, 0, 33, check, len(content), size, len(name), 0)
        listed += b"PK\x01\x02\x14\x00" + head + struct.pack("<3H2L", 0, 0, 0, 0, len(body)) + name
        body += b"PK\x03\x04" + head + name + content
    end = struct.pack("<4H2LH", 0, 0, len(members), len(members), len(listed), len(body), 0)
    path.write_bytes(body + listed + b"PK\x05\x06" + end)


def sparse(path: Path) -> None:
    """Write the expected bytes and 20 GB of nothing behind them, which take no room."""
    with path.open("ab") as file:
        file.truncate(20_000_000_000)


def many_members(path: Path) -> None:
    path.write_bytes(zipped(INSIDE | {f"{at}.csv": b"=1" for at in range(300)}))


def twice(path: Path) -> None:
    out = io.BytesIO(zipped(INSIDE))
    with zipfile.ZipFile(out, "a") as archive, pytest.warns(UserWarning, match="Duplicate"):
        archive.writestr("scores.csv", b"run,F1\nforged,1\n")
    path.write_bytes(out.getvalue())


ZIP = "participants/heron.zip"
NOW = "is not what the collection gives now"
SPOILED: dict[str, tuple[str, Callable[[Path], object], str]] = {
    "a bomb": (ZIP, bomb, f"{ZIP} {NOW}: report.html differs"),
    "a bomb of the right size": (
        ZIP,
        lambda path: bomb(path, claimed=len(PAGE)),
        f"{ZIP} {NOW}: it cannot be unpacked",
    ),
    "a member too many": (ZIP, many_members, f"{ZIP} {NOW}"),
    "a member twice": (ZIP, twice, f"{ZIP} {NOW}: scores.csv differs"),
    "another packing": (
        ZIP,
        lambda path: path.write_bytes(zipped(INSIDE, zipfile.ZIP_LZMA)),
        f"{ZIP} {NOW}: report.html and scores.csv differ",
    ),
    "no archive": (ZIP, lambda path: path.write_bytes(b"PK\x03\x04nothing"), f"{ZIP} {NOW}: it cannot be unpacked"),
    "a huge archive": (ZIP, sparse, f"{ZIP} {NOW}: it is far too large, and was not unpacked"),
    "a huge page": ("report.html", sparse, f"report.html {NOW}: line 201 differs"),
    "a changed line": (
        "tables/scores.csv",
        lambda path: path.write_bytes(b"run,F1\ncedar,0.6\n"),
        f"tables/scores.csv {NOW}: line 2 differs",
    ),
    "a cut page": (
        "report.html",
        lambda path: path.write_bytes(PAGE[:40].encode()),
        f"report.html {NOW}: line 3 differs",
    ),
    "a cut picture": ("report.pdf", lambda path: path.write_bytes(b""), f"report.pdf {NOW}"),
    "no page": ("report.html", Path.unlink, "report.html is missing"),
    "a folder": ("report.html", lambda path: (path.unlink(), path.mkdir()), "report.html is missing"),
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A true report."""
    write_report(tmp_path / "report", FILES)
    return tmp_path / "report"


@pytest.mark.parametrize("how", SPOILED)
def test_what_differs_is_named_within_memory(how: str, folder: Path, tmp_path: Path) -> None:
    name, spoil, sentence = SPOILED[how]
    assert differences(folder, FILES, tmp_path / "c.jury") == []
    spoil(folder / name)
    tracemalloc.start()
    found = differences(folder, FILES, tmp_path / "c.jury")
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    (only,) = found
    assert only.startswith(sentence)
    assert most < MOST_MEMORY


def test_what_is_not_part_of_the_report_is_named(folder: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "secret.txt").write_text("mine", encoding="utf-8")
    forged = ["index.html", "tables/official.csv", "participants/EXTRA.html", ".hidden", "figures/x/y.svg"]
    for name in forged:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("forged", encoding="utf-8")
    os.symlink(outside, folder / "linked")
    found = differences(folder, FILES, tmp_path / "c.jury")
    assert sorted(found) == [f"{name} is not part of the report" for name in sorted([*forged, "linked"])]


def test_of_many_foreign_files_the_first_are_named_and_the_others_counted(folder: Path, tmp_path: Path) -> None:
    for at in range(100):
        (folder / f"{at:03}.html").write_text("forged", encoding="utf-8")
    *named, last = differences(folder, FILES, tmp_path / "c.jury")
    assert named[0] == "000.html is not part of the report"
    assert last == f"{100 - len(named)} more files are not part of the report"


@pytest.mark.parametrize("content", [b"[" * 100_000, b"[]", b"\xff", b"{"])
def test_a_hostile_manifest_is_refused(content: bytes, folder: Path) -> None:
    (folder / MANIFEST).write_bytes(content)
    with pytest.raises(Refused, match="contains no report"):
        made_with(folder)
