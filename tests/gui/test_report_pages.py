"""The PDF of a report: the same bytes each time, a sound file, whole tables, and text that can be found."""

import hashlib
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from matplotlib import get_cachedir
from PySide6.QtWidgets import QApplication

from jurybox.figures import differences_by_unit
from jurybox.reports.document import Document, Paragraph, Plate, Section
from jurybox.results.frame import make_frame
from jurybox_gui.report_pages import print_pages

NAMES = [f"a-run-with-a-rather-long-name-{at}" for at in range(20)]


def document() -> Document:
    many = [(f"run-{at}", f"other-{at}", at / 120) for at in range(120)]
    wide = [(name, *[0.777] * len(NAMES)) for name in NAMES]
    endless = [("A", "word " * 2500), ("B", "short")]
    picture = differences_by_unit(["q1", "q2"], [0.5, -0.25], 0, "run-1", "F1", unit="question")
    return Document(
        "Campaign 星野ゆき",
        "Judged on 2026-05-04",
        (
            Section("Results", (Paragraph("It rests on 4 of 12.", warns=True), Plate("d", picture))),
            Section(
                "Tables",
                (
                    make_frame("many", "Many rows", ("run", "other", "F1"), many, (0, 1)),
                    make_frame("wide", "Wide", ("run", *NAMES), wide),
                    make_frame("long", "Long", ("label", "text"), endless, (0, 1), ("A note at the end.",)),
                    make_frame("none", "Nothing", ("run", "F1"), []),
                ),
            ),
        ),
    )


@pytest.fixture(scope="module")
def made(qapp: QApplication) -> bytes:
    assert qapp is not None
    return print_pages(document())


@pytest.mark.sweep
def test_the_same_document_gives_the_same_bytes_in_another_process(made: bytes) -> None:
    code = (
        "import hashlib, sys; sys.path.insert(0, sys.argv[1]);"
        "from PySide6.QtWidgets import QApplication; app = QApplication(['x']);"
        "from test_report_pages import document; from jurybox_gui.report_pages import print_pages;"
        "print(hashlib.sha256(print_pages(document())).hexdigest())"
    )
    found = {"MPLCONFIGDIR": get_cachedir(), "PYTHONPATH": os.pathsep.join(sys.path)}
    fonts_known = {**os.environ, **found}
    command = [sys.executable, "-c", code, str(Path(__file__).parent)]
    done = subprocess.run(command, env=fonts_known, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == hashlib.sha256(made).hexdigest()


def test_the_file_is_sound_and_has_no_date(made: bytes) -> None:
    assert b"CreationDate" not in made
    assert b"ModDate" not in made
    table = made.rpartition(b"\nxref\n")[2]
    begin = int(re.findall(rb"startxref\n(\d+)", made)[-1])
    assert made[begin : begin + 5] == b"xref\n"
    entries = re.findall(rb"(\d{10}) \d{5} ([nf])", table)
    for number, (at, state) in enumerate(entries):
        if state == b"n":
            assert made[int(at) :].startswith(b"%d 0 obj" % number)
    assert len([state for _, state in entries if state == b"n"]) > 10


@pytest.mark.skipif(shutil.which("pdftotext") is None, reason="poppler is not here")
def test_text_is_found_pages_are_numbered_and_tables_go_on_under_their_heads(made: bytes, tmp_path: Path) -> None:
    (tmp_path / "report.pdf").write_bytes(made)
    done = subprocess.run(["pdftotext", "-layout", "report.pdf", "-"], cwd=tmp_path, capture_output=True, check=True)
    *pages, rest = done.stdout.decode().split("\f")
    assert not rest
    for number, page in enumerate(pages, start=1):
        assert f"{number} of {len(pages)}" in page
    text = "\n".join(pages)
    for at in range(120):
        assert re.search(rf"run-{at} +other-{at} +{f'{at / 120:.3f}'[1:]}\n", text)
    with_rows = [page for page in pages if re.search(r"run-\d+ +other-\d+ ", page)]
    assert len(with_rows) > 1
    assert all(re.search(r"run +other +F1", page) for page in with_rows)
    assert text.count("Table 1, continued.") == len(with_rows) - 1
    assert text.count("word") == 2500
    assert text.count(".777") == len(NAMES) ** 2
    assert "星野ゆき" in text or "Campaign" in text
    assert "A note at the end." in text
    assert "Figure 1. run-1 against the median" in text
