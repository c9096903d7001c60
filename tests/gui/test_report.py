"""Reports with their pictures drawn: by the command, and from the window."""

import base64
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

from click.testing import CliRunner
from generated import generated_collection

from jurybox_gui.cli import program


def run(*words: object) -> Any:
    return CliRunner().invoke(program, [str(word) for word in words])


def test_pictures_are_on_the_page_and_beside_it_and_the_report_holds(tmp_path: Path) -> None:
    few = {"kind": "validation", "questions": 12, "runs": 2, "assessors": 1}
    path = generated_collection(tmp_path / "v.jury", judged=1.0, correct=0.4, **few)
    folder = tmp_path / "report"
    how = ("--draws", "20", "--measure", "F1")
    done = run("report", path, "-o", folder, *how)
    assert done.exit_code == 0, done.output
    assert str(folder / "report.html") in done.output
    for picture in ("roc", "precision-recall", "runs"):
        assert ET.parse(folder / "figures" / f"{picture}.svg").getroot().tag.endswith("svg")
        assert (folder / "figures" / f"{picture}.pdf").read_bytes().startswith(b"%PDF")
    page = (folder / "report.html").read_text(encoding="utf-8")
    drawn = re.findall(r'src="data:image/svg\+xml;base64,([^"]+)"', page)
    assert base64.b64decode(drawn[0]) == (folder / "figures" / "runs.svg").read_bytes()
    assert all(alt for alt in re.findall(r'<img alt="([^"]*)"', page))
    assert (folder / "report.pdf").read_bytes().startswith(b"%PDF")
    assert run("report", path, "-o", folder, "--verify").output == "The report holds.\n"
    again = run(
        "report", path, "-o", folder, "--draws", "20", "--measure", "accuracy", "--without-collection"
    )
    assert again.exit_code == 0
    assert not (folder / "tables" / "scores-f1.csv").exists()
    assert not (folder / "collection.jury").exists()
