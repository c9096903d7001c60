"""The page to take home: one page with the ranking, what was judged, and how to get the program."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from demo_file import demo_file

from jurybox.errors import Refused
from jurybox_gui.stage.handout import judged_here, write_handout

Stage = Callable[..., Any]


@pytest.mark.sweep
def test_what_was_judged_is_listed_and_only_a_pdf_is_written(stage: Stage, tmp_path: Path) -> None:
    here = stage(assessor="visitor")
    here.press("1", "N", "2")
    rows = judged_here(here.window.director)
    assert [label for _, _, label in rows] == ["correct", "incorrect"]
    assert rows[0][1] == "thirty-four"
    with pytest.raises(Refused, match=r"ends in \.pdf"):
        write_handout(here.window.director, tmp_path / "page.docx")


@pytest.mark.sweep
def test_one_key_writes_one_page_beside_the_collection(stage: Stage, tmp_path: Path) -> None:
    here = stage(assessor="visitor")
    here.press("1", "H")
    path = tmp_path / "validation-handout.pdf"
    assert str(path) in here.window.foot.words
    content = path.read_bytes()
    assert content.startswith(b"%PDF")
    assert content.count(b"/Type /Page\n") == 1


@pytest.mark.sweep
@pytest.mark.skipif(shutil.which("pdftotext") is None, reason="poppler is not installed")
@pytest.mark.parametrize("demo", ["validation", "community", "series"])
def test_the_page_says_what_is_on_stage(demo: str, stage: Stage, tmp_path: Path) -> None:
    here = stage(demo, assessor="visitor")
    here.press("1")
    path = write_handout(here.window.director, tmp_path / "page.pdf")
    text = subprocess.run(["pdftotext", "-layout", str(path), "-"], check=True, capture_output=True, text=True).stdout
    for place in here.window.director.places():
        assert place.name in text
    assert "What was judged: 1 answer" in text
    assert "python3 run.py demo" in " ".join(text.split())


@pytest.mark.sweep
@pytest.mark.skipif(shutil.which("pdftotext") is None, reason="poppler is not installed")
def test_the_page_is_in_one_language_labels_included(tmp_path: Path) -> None:
    file, page = demo_file(tmp_path / "validation.jury", "validation"), tmp_path / "page.pdf"
    command = [sys.executable, "-m", "jurybox_gui", "stage", str(file), "--assessor", "Ana Beltrán"]
    subprocess.run([*command, "--handout", str(page)], check=True, env=os.environ | {"JURYBOX_LANGUAGE": "es"})
    told = ["pdftotext", "-layout", str(page), "-"]
    words = subprocess.run(told, check=True, capture_output=True, text=True).stdout.split()
    assert "incorrecta" in words
    assert not {"incorrect", "correct"} & set(words)
