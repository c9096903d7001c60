"""Every desk in a small or scaled window: nothing overlaps, nothing is cut, nothing is outside."""

from collections.abc import Callable
from pathlib import Path

import pytest
from demo_file import demo_file
from layout_faults import faults_of
from person import Person
from sweeps import swept

from jurybox_gui.desks.scores.table import ScoreView
from jurybox_gui.plots.view import FigureView

Come = Callable[..., Person]
SIZES = [(960, 540), (1024, 768)]
DESKS = [
    ("community", ("judge", "scores", "disagreements", "spaces", "studies", "campaign")),
    ("validation", ("judge", "spaces")),
    ("series", ("lists", "nuggets", "scores")),
]
PLACES = [(demo, desk) for demo, desks in DESKS for desk in desks]
FEW = [("community", "disagreements"), ("community", "campaign"), ("validation", "judge")]
FEW += [("validation", "spaces"), ("series", "nuggets"), ("series", "scores")]
REST = [(*place, SIZES[0]) for place in PLACES if place not in FEW] + [(*place, SIZES[1]) for place in PLACES]
WALK = [(*place, SIZES[0]) for place in FEW] + swept(REST)


def at_desk(come: Come, folder: Path, demo: str, desk: str, size: tuple[int, int]) -> Person:
    """Open a demo at a desk in a window of a size."""
    person = come(demo_file(folder / "demo.jury", demo), desk=desk)
    person.window.resize(*size)
    person.settle()
    assert person.window.desk == desk
    assert (person.window.width(), person.window.height()) == size, "the desk asks for no more"
    return person


@pytest.mark.parametrize(("demo", "desk", "size"), WALK)
@pytest.mark.sweep
def test_nothing_overlaps_or_is_cut(come: Come, tmp_path: Path, demo: str, desk: str, size: tuple[int, int]) -> None:
    assert faults_of(at_desk(come, tmp_path, demo, desk, size).window) == []


def test_a_new_study_is_asked_for_without_scrolling(come: Come, tmp_path: Path) -> None:
    form = at_desk(come, tmp_path, "community", "studies", SIZES[0]).desk.form
    assert not form.visibleRegion().isEmpty()
    assert form.visibleRegion().boundingRect() == form.rect()
    assert not form.about.isVisible()
    assert form.study.toolTip()  # says what was left out


@pytest.mark.parametrize("size", [SIZES[0], *swept([(size,) for size in SIZES[1:]])])
def test_the_ranking_keeps_eight_runs(come: Come, tmp_path: Path, size: tuple[int, int]) -> None:
    person = at_desk(come, tmp_path, "community", "scores", size)
    table = person.window.findChild(ScoreView)
    assert isinstance(table, ScoreView)
    room = table.viewport().height()
    assert room // table.rowHeight(0) >= 8


@pytest.mark.parametrize("size", [SIZES[0], *swept([(size,) for size in SIZES[1:]])])
def test_both_spaces_stay_large_enough_to_read(come: Come, tmp_path: Path, size: tuple[int, int]) -> None:
    person = at_desk(come, tmp_path, "validation", "spaces", size)
    views = [view for view in person.desk.findChildren(FigureView) if view.isVisible()]
    assert len(views) == 2
    assert all(min(view.width(), view.height()) >= 330 for view in views)
