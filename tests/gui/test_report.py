"""Reports with their pictures drawn: by the command, and from the window."""

import base64
import io
import re
import shutil
import sqlite3
import zipfile
from contextlib import closing
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
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
    assert run("report", path, "-o", folder, "--verify").output == "The report is valid.\n"
    again = run("report", path, "-o", folder, "--draws", "20", "--measure", "accuracy", "--without-collection")
    assert again.exit_code == 0
    assert not (folder / "tables" / "scores-f1.csv").exists()
    assert not (folder / "collection.jury").exists()


def _tampered(path: Path, old: bytes, new: bytes) -> None:
    content = path.read_bytes()
    assert old in content
    path.write_bytes(content.replace(old, new, 1))


def _tampered_rows(path: Path, change: str) -> None:
    with closing(sqlite3.connect(path)) as db, db:
        assert db.execute(change).rowcount > 0


@pytest.mark.sweep
def test_whatever_was_tampered_with_in_a_moved_report_is_named(tmp_path: Path) -> None:
    few = {"kind": "validation", "questions": 12, "runs": 2, "assessors": 1}
    path = generated_collection(tmp_path / "v.jury", judged=1.0, correct=0.4, **few)
    made = tmp_path / "report"
    done = run("report", path, "-o", made, "--draws", "20", "--measure", "accuracy")
    assert done.exit_code == 0, done.output
    folder = tmp_path / "elsewhere" / "my report"
    shutil.copytree(made, folder)
    assert run("report", folder / "collection.jury", "-o", folder, "--verify").output == "The report is valid.\n"
    lines = (folder / "tables" / "scores-accuracy.csv").read_bytes().splitlines()
    _tampered(folder / "tables" / "scores-accuracy.csv", lines[2], lines[2].replace(b"0.", b"1.", 1))
    _tampered(folder / "figures" / "runs.svg", b"<path", b"<PATH")
    archive = next((folder / "participants").glob("*.zip"))
    with zipfile.ZipFile(archive) as old:
        members = {name: old.read(name) for name in old.namelist()}
    members["scores.csv"] += b"x"
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as new:
        for name, content in members.items():
            new.writestr(name, content)
    archive.write_bytes(buffer.getvalue())
    _tampered_rows(folder / "collection.jury", "UPDATE response SET decision = 1 - decision WHERE id = 1")
    found = run("report", path, "-o", folder, "--verify")
    assert found.exit_code == 1
    said = found.output.splitlines()
    assert "tables/scores-accuracy.csv is not what the collection gives now: line 3 differs." in said
    assert any(line.startswith("figures/runs.svg is not what the collection gives now: line") for line in said)
    zipped = f"participants/{archive.name} is not what the collection gives now: scores.csv differs."
    assert zipped in said
    assert any(line.startswith("collection.jury is damaged: Table response, rows 1 to ") for line in said)
    assert len(said) == 5


@pytest.mark.usefixtures("quick_pictures")
def test_a_copy_with_a_changed_label_or_with_damage_does_not_hold(tmp_path: Path) -> None:
    few = {"kind": "validation", "questions": 12, "runs": 2, "assessors": 1}
    path = generated_collection(tmp_path / "v.jury", judged=1.0, correct=0.4, **few)
    folder = tmp_path / "report"
    assert run("report", path, "-o", folder, "--draws", "20", "--measure", "accuracy").exit_code == 0
    copy = folder / "collection.jury"
    _tampered_rows(copy, "UPDATE entry SET note = 'x' WHERE id = (SELECT max(id) FROM entry)")
    for collection in (path, copy):
        found = run("report", collection, "-o", folder, "--verify")
        assert found.exit_code == 1
        assert "collection.jury is damaged: Log entry" in found.output
    copy.write_bytes(copy.read_bytes()[:8192])
    assert "collection.jury is damaged: SQLite finds damage" in run("report", path, "-o", folder, "--verify").output
