"""Names of runs in pictures are moved by mouse and keys, stay where they were put, and are printed there."""

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from demo_file import demo_file
from person import Person
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest

from jurybox.pictures import move_name, moved_names
from jurybox.settings import Settings
from jurybox_gui.cli import program
from jurybox_gui.plots.view import FigureView

Come = Callable[..., Person]


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return demo_file(tmp_path_factory.mktemp("names") / "validation.jury", "validation")


def name_of(view: FigureView, run: str) -> tuple[float, float] | None:
    """Where a run's name was put, None where it is placed by itself."""
    assert view.figure is not None
    (point,) = (one for one in view.figure.points if one.name == run and not one.aside)
    return point.moved


def drag(person: Person, view: FigureView, start: QPointF, by: QPoint) -> None:
    canvas = view.childAt(start.toPoint())
    assert canvas is not None
    at = canvas.mapFrom(view, start.toPoint())
    QTest.mousePress(canvas, Qt.MouseButton.LeftButton, pos=at)
    for step in (0.3, 0.7, 1.0):
        QTest.mouseMove(canvas, at + by * step)
    QTest.mouseRelease(canvas, Qt.MouseButton.LeftButton, pos=at + by)
    person.settle()


@pytest.mark.sweep
def test_a_name_is_dragged_and_stays_where_it_was_put(come: Come, demo: Path) -> None:
    person = come(demo)
    person.press("Ctrl+4")
    view = person.desk.spaces.roc
    run = person.desk.snapshot.runs[3]
    name = next(p.name for p in view.figure.points if p.run == run)
    right, down = view.name_place(run)
    start = view.place_of(run) + QPointF(right, down) * 12
    ends = view.figure.x, view.figure.y
    drag(person, view, start, QPoint(60, 48))
    assert name_of(view, name) == pytest.approx((right + 5, down + 4), abs=0.2)
    assert (view.figure.x, view.figure.y) == ends
    assert not view.is_zoomed
    assert name_of(person.desk.spaces.precision_recall, name) is None
    kept = moved_names(person.program.settings, person.program.bridge.session.identity)
    assert kept["roc"][name] == pytest.approx((right + 5, down + 4), abs=0.2)
    again = view.place_of(run) + QPointF(*view.name_place(run)) * 12
    canvas = view.childAt(again.toPoint())
    QTest.mouseDClick(canvas, Qt.MouseButton.LeftButton, pos=canvas.mapFrom(view, again.toPoint()))
    person.settle()
    assert name_of(view, name) is None
    assert moved_names(person.program.settings, person.program.bridge.session.identity) == {}


def test_a_click_on_a_name_chooses_its_run(come: Come, demo: Path) -> None:
    person = come(demo)
    person.press("Ctrl+4")
    view = person.desk.spaces.roc
    run = next(run for run in person.desk.snapshot.runs if run != person.desk.chosen)
    spot = (view.place_of(run) + QPointF(*view.name_place(run)) * 12).toPoint()
    canvas = view.childAt(spot)
    QTest.mouseClick(canvas, Qt.MouseButton.LeftButton, pos=canvas.mapFrom(view, spot))
    person.settle()
    assert person.desk.chosen == run


@pytest.mark.usefixtures("quick_pictures")
@pytest.mark.sweep
def test_keys_move_the_name_of_the_chosen_run_also_in_what_is_printed_and_reported(
    come: Come, demo: Path, tmp_path: Path
) -> None:
    person = come(demo)
    person.press("Ctrl+4", "Down")
    view = person.desk.spaces.roc
    run = person.desk.chosen
    name = next(p.name for p in view.figure.points if p.run == run)
    before = view.name_place(run)
    person.press("Alt+Right", "Alt+Right", "Alt+Down")
    assert name_of(view, name) == pytest.approx((before[0] + 1.0, before[1] + 0.5), abs=0.1)
    person.press("Alt+Z")
    assert name_of(view, name) is None
    assert view.name_place(run) == pytest.approx(before, abs=0.1)
    person.press("Alt+Left", "Alt+Up")
    place = name_of(view, name)
    assert place is not None
    identity = person.program.bridge.session.identity
    person.close()
    move_name(Settings(), identity, "roc", name, place)
    files = tmp_path / "a.csv", tmp_path / "a.svg", tmp_path / "b.svg"
    for file in files[:2]:
        CliRunner().invoke(program, ["plot", str(demo), "roc", "-o", str(file)], catch_exceptions=False)
    report = ["report", str(demo), "-o", str(tmp_path / "report"), "--draws", "20", "--measure", "F1"]
    CliRunner().invoke(program, report, catch_exceptions=False)
    kept = json.loads((tmp_path / "report" / "report.json").read_text(encoding="utf-8"))
    assert json.loads(kept["names moved"])["roc"][name] == pytest.approx(place, abs=0.001)
    move_name(Settings(), identity, "roc", name, None)
    CliRunner().invoke(program, ["plot", str(demo), "roc", "-o", str(files[2])], catch_exceptions=False)
    assert files[1].read_bytes() != files[2].read_bytes()
    result = CliRunner().invoke(program, [*report[:4], "--verify"], catch_exceptions=False)
    assert result.stdout == "The report is valid.\n"


def test_places_are_kept_for_each_collection_and_picture_and_damage_is_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    move_name(Settings(path), "one", "roc", "a run: with  spaces", (1.5, -2.0))
    move_name(Settings(path), "one", "answer-time", "b", (0.0, 1.0))
    move_name(Settings(path), "two", "roc", "a run: with  spaces", (9.0, 9.0))
    expected = {"roc": {"a run: with  spaces": (1.5, -2.0)}, "answer-time": {"b": (0.0, 1.0)}}
    assert moved_names(Settings(path), "one") == expected
    text = path.read_text(encoding="utf-8").replace("1.500", "much")
    path.write_text(text, encoding="utf-8")
    assert moved_names(Settings(path), "one") == {"roc": {}, "answer-time": {"b": (0.0, 1.0)}}
    move_name(Settings(path), "one", "answer-time", "b", None)
    assert "answer-time" not in moved_names(Settings(path), "one")
    assert np.isfinite(moved_names(Settings(path), "two")["roc"]["a run: with  spaces"]).all()
