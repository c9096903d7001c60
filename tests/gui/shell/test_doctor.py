"""`jurybox doctor`: a report for bug reports that also works where Qt or the disk does not."""

import json
import platform
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import qVersion

from jurybox import __version__
from jurybox.wording import count_of
from jurybox_gui.doctor import as_text, examine

SLOW_DISK = "This disk is slow"


def doctor(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "jurybox_gui", "doctor", *words], capture_output=True, text=True, check=False
    )


@pytest.mark.sweep
def test_it_names_versions_display_fonts_disks_and_places() -> None:
    result = doctor("--format", "json")
    report = json.loads(result.stdout)
    assert [problem for problem in report["problems"] if SLOW_DISK not in problem] == []
    assert (report["ok"], result.returncode) == ((False, 1) if report["problems"] else (True, 0))
    assert report["Program"]["Jurybox"].startswith(__version__)
    assert report["Versions"]["Python"].startswith(platform.python_version())
    assert not [name for name, text in report["Versions"].items() if text == "missing"]
    assert report["Window"]["Qt"].startswith(qVersion())
    assert "Interface" in report["Fonts"]
    assert "a label is on disk in" in report["Files"]["Settings"]


@pytest.mark.sweep
def test_the_text_is_ready_to_paste_and_leaves_the_home_folder_out(home: Path) -> None:
    result = doctor()
    slow = result.stdout.count(SLOW_DISK)  # while a busy computer runs many tests at a time
    assert result.stdout.endswith(f"{count_of(slow, 'problem')} found.\n" if slow else "No problems found.\n")
    assert str(home) not in result.stdout
    assert "~" in result.stdout


@pytest.mark.sweep
def test_a_qt_that_does_not_start_is_a_problem_with_its_own_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QT_QPA_PLATFORM", "nowhere")
    result = doctor()
    assert result.returncode == 1
    assert "nowhere" in result.stdout
    assert "PROBLEM: Qt does not start" in result.stdout
    assert "numpy" in result.stdout


def test_a_place_where_nothing_can_be_written_is_a_problem(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    no_folder = tmp_path / "file"
    no_folder.write_text("")
    monkeypatch.setenv("XDG_DATA_HOME", str(no_folder / "data"))
    found = {each.name: each for each in examine()}
    assert "Nothing can be saved there" in found["Demos and crash reports"].problem
    assert not found["Settings"].problem
    assert "1 problem found." in as_text(list(found.values()))


@pytest.mark.sweep
def test_the_disk_below_a_collection_is_examined_and_nothing_is_left_there(demo: Path) -> None:
    before = sorted(demo.parent.iterdir())
    result = doctor(str(demo))
    assert "Collection" in result.stdout
    assert f"{demo.name}.backups" in result.stdout
    assert sorted(demo.parent.iterdir()) == before


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    result = doctor(str(tmp_path / "none.jury"))
    assert result.returncode == 2
    assert "does not exist" in result.stderr
