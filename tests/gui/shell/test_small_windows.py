"""Every desk in a small or scaled window: nothing overlaps, nothing is cut, nothing is outside."""

from collections.abc import Callable, Iterator
from itertools import combinations
from pathlib import Path

import pytest
from demo_file import demo_file
from person import Person
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QFontMetricsF
from PySide6.QtWidgets import QAbstractButton, QAbstractScrollArea, QLabel, QSplitterHandle, QWidget
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


def seen(widget: QWidget) -> Iterator[QWidget]:
    """Return the widgets in a widget that are seen, but not what scrolls inside one."""
    for child in widget.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly):
        if child.isVisible() and not child.isWindow():
            yield child
            if not isinstance(child, QAbstractScrollArea):
                yield from seen(child)


def name_of(widget: QWidget) -> str:
    """Return what a finding calls a widget."""
    said = widget.accessibleName() or (widget.text() if isinstance(widget, QLabel) else "")
    return f"{type(widget).__name__} {said[:50]!r} {widget.geometry().getRect()}"


def overlaps(widgets: list[QWidget]) -> list[str]:
    """Return the widgets of one parent that lie over each other."""
    by_parent: dict[int, list[QWidget]] = {}
    for widget in widgets:
        # The border of two columns can be grabbed from both sides, and paints nothing there.
        over = widget.testAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        if not over and not isinstance(widget, QSplitterHandle):
            by_parent.setdefault(id(widget.parentWidget()), []).append(widget)
    return [
        f"{name_of(one)} over {name_of(other)}"
        for found in by_parent.values()
        for one, other in combinations(found, 2)
        if one.geometry().intersects(other.geometry())
    ]


def cut(widget: QWidget) -> bool:
    """Return whether a button or label has less room than its words need."""
    if isinstance(widget, QAbstractButton):
        return widget.width() < widget.minimumSizeHint().width()
    if not isinstance(widget, QLabel) or not widget.text():
        return False
    if widget.wordWrap():
        return widget.height() < widget.heightForWidth(widget.width())
    needed = QFontMetricsF(widget.font()).horizontalAdvance(widget.text())
    may_be_cut = widget.sizePolicy().horizontalPolicy().name == "Ignored"  # it says so, and how in a tooltip
    return not may_be_cut and widget.width() + 1 < needed


@pytest.mark.parametrize(("demo", "desk", "size"), WALK)
def test_nothing_overlaps_or_is_cut(
    come: Come, tmp_path: Path, demo: str, desk: str, size: tuple[int, int]
) -> None:
    window = at_desk(come, tmp_path, demo, desk, size).window
    widgets = list(seen(window))
    assert not overlaps(widgets)
    assert not [name_of(widget) for widget in widgets if cut(widget)]
    whole = QRect(QPoint(0, 0), window.size())
    outside = [
        name_of(widget)
        for widget in widgets
        if not whole.contains(QRect(widget.mapTo(window, QPoint(0, 0)), widget.size()))
    ]
    assert not outside


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
