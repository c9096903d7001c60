"""What the mouse marks is what is judged: no press separates them, and a menu is that of what is pointed at."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from boards import list_collection
from demo_file import demo_file
from menus_shown import entries, menu_at
from person import Person
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractItemView, QApplication

from jurybox_gui.widgets.probe import painted_words

Come = Callable[..., Person]
RIGHT, MIDDLE, LEFT = (getattr(Qt.MouseButton, name) for name in ("RightButton", "MiddleButton", "LeftButton"))
NO_KEY = Qt.KeyboardModifier.NoModifier


class Rows(NamedTuple):
    """Rows of a window: the view, the row in it that is marked, and words that say what is shown beside."""

    view: QAbstractItemView
    shown: Callable[[], object]

    @property
    def marked(self) -> int:
        """The marked row."""
        return self.view.currentIndex().row()

    def at(self, row: int) -> QPoint:
        """Return the middle of a row."""
        index = self.view.model().index(row, 0)
        self.view.scrollTo(index)
        return self.view.visualRect(index).center()


def queue(come: Come, path: Path) -> tuple[Person, Rows]:
    """Return somebody with the queue of Judge."""
    person = come(demo_file(path / "v.jury"))
    desk = person.desk
    return person, Rows(desk.queue.list, lambda: desk.queue.model.line_of(desk.queue_cursor.row))


def queue_of_board(come: Come, path: Path) -> tuple[Person, Rows]:
    """Return somebody with the queue beside a board."""
    person = come(demo_file(path / "s.jury", "series"))
    catalog, asked = person.session.catalog, person.desk.queue_cursor.queue.questions.tolist()
    person.window.resize(1920, 1080)
    listed = next(one for one in asked if catalog.questions[one].kind == "list")
    person.program.bridge.goto(int(catalog.answers_of(listed)[0]))  # type: ignore[union-attr]
    person.settle()
    desk = person.desk

    def shown() -> int:
        asked = person.desk.question if person.desk is desk else person.desk.queue_cursor.question
        return int(desk.queue.model.line_of(desk.queue.model.queue.row_of_question(asked)))

    return person, Rows(desk.queue.list, shown)


def lines(come: Come, path: Path) -> tuple[Person, Rows]:
    """Return somebody with the answers of a list question."""
    person = come(list_collection(path / "l.jury", answers=9), assessor="Ana")
    person.program.bridge.goto(0)  # type: ignore[union-attr]
    person.settle()
    desk = person.desk
    return person, Rows(desk.middle.view, lambda: desk.shown_answers().index(desk.answer))


def disputes(come: Come, path: Path) -> tuple[Person, Rows]:
    """Return somebody with the disagreements."""
    person = come(demo_file(path / "v.jury"))
    person.press("Ctrl+3")
    desk = person.desk
    person.wait(lambda: desk.view.list.rowCount() > 8)
    person.settle()
    answer = desk.detail
    return person, Rows(desk.view, lambda: tuple(painted_words(answer)))


MANY = {"queue": queue, "queue of a board": queue_of_board, "list board": lines, "disagreements": disputes}


def press(view: QAbstractItemView, how: str, at: QPoint, away: QPoint) -> None:
    """Press a button that is no click: the right or the middle one, or the left one released elsewhere."""
    port = view.viewport()
    if how != "drag out":
        QTest.mouseClick(port, RIGHT if how == "right" else MIDDLE, NO_KEY, at)
        return
    QTest.mousePress(port, LEFT, NO_KEY, at)
    for place in (away, QPoint(-40, away.y())):
        there = QPointF(port.mapToGlobal(place))
        QApplication.sendEvent(port, QMouseEvent(QEvent.Type.MouseMove, QPointF(place), there, LEFT, LEFT, NO_KEY))
    QTest.mouseRelease(port, LEFT, NO_KEY, QPoint(-40, away.y()))


@pytest.mark.parametrize("how", ["right", "middle", "drag out"])
@pytest.mark.parametrize("where", ["queue", "queue of a board", "disagreements"])
def test_a_press_that_is_no_click_moves_nothing(come: Come, tmp_path: Path, where: str, how: str) -> None:
    person, rows = MANY[where](come, tmp_path)
    before = rows.marked, rows.shown()
    row = rows.marked + 3
    press(rows.view, how, rows.at(row), rows.at(row + 1))
    assert (rows.marked, rows.shown()) == before
    person.settle()
    assert (rows.marked, rows.shown()) == before
    QTest.mouseClick(rows.view.viewport(), LEFT, NO_KEY, rows.at(row))
    person.settle()
    assert rows.shown() != before[1]


@pytest.mark.parametrize("how", ["right", "middle", "left"])
def test_a_line_of_the_list_board_is_shown_while_it_is_marked(come: Come, tmp_path: Path, how: str) -> None:
    _person, rows = lines(come, tmp_path)
    button = {"right": RIGHT, "middle": MIDDLE, "left": LEFT}[how]
    QTest.mousePress(rows.view.viewport(), button, NO_KEY, rows.at(4))
    assert rows.shown() == rows.marked == 4
    QTest.mouseRelease(rows.view.viewport(), button, NO_KEY, QPoint(-40, 0))
    assert rows.shown() == rows.marked == 4


def test_the_menu_of_the_queue_labels_the_row_pointed_at(come: Come, tmp_path: Path) -> None:
    person, rows = queue(come, tmp_path)
    row = rows.marked + 5
    menu = menu_at(person, rows.view.viewport(), rows.at(row))
    asked, answer = person.desk.queue_cursor.question, person.desk.queue_cursor.answer
    assert rows.marked == rows.shown() == row
    entries(menu)["judge.label.1"].trigger()
    assert menu is not None
    menu.close()
    person.settle()
    given = person.session.history(1)[0].entry
    assert (given.subject.question, given.subject.answer, given.content.label) == (asked, answer, "correct")


def test_the_menu_of_the_queue_is_that_of_the_desk_that_judges_the_row(come: Come, tmp_path: Path) -> None:
    person, rows = queue_of_board(come, tmp_path)
    assert person.window.desk == "lists"
    model = rows.view.model()
    kinds = [one.kind for one in person.session.catalog.questions]
    asked = person.desk.queue_cursor.queue.questions.tolist()
    line = next(
        at
        for at in range(model.rowCount())
        if (row := model.row_at(at)) is not None and kinds[asked[row]] == "factoid"  # type: ignore[attr-defined]
    )
    menu = menu_at(person, rows.view.viewport(), rows.at(line))
    assert person.window.desk == "judge"
    offered = entries(menu)
    assert "judge.label.1" in offered
    assert not [one for one in offered if one.startswith("lists.")]
    assert person.desk.queue_cursor.question == asked[model.row_at(line)]  # type: ignore[attr-defined]


def test_the_menu_of_the_strip_is_that_of_the_answer_pointed_at(come: Come, tmp_path: Path) -> None:
    person = come(demo_file(tmp_path / "c.jury", "community"))
    person.settle()
    desk = person.desk
    view = desk.center.strip
    model = view.model()
    other = next(at for at in range(model.rowCount()) if desk.queue_cursor.answers[at] != desk.here)
    index = model.index(other, 0)
    view.scrollTo(index)
    menu = menu_at(person, view.viewport(), view.visualRect(index).center())
    assert desk.here == desk.queue_cursor.answers[other]
    assert "judge.label.1" in entries(menu)


def test_the_menu_of_an_earlier_label_is_that_of_its_answer(come: Come, tmp_path: Path) -> None:
    person, _rows = queue(come, tmp_path)
    first = person.desk.here
    person.press("1", "2")
    assert person.desk.here != first
    view = person.desk.side.history
    menu = menu_at(person, view.viewport(), view.visualRect(view.model().index(1, 0)).center())
    assert person.desk.here == first
    assert "judge.label.1" in entries(menu)


def test_the_menu_of_a_disagreement_is_about_the_row_and_the_panel_shows_it(come: Come, tmp_path: Path) -> None:
    person, rows = disputes(come, tmp_path)
    row = rows.marked + 3
    QTest.mouseClick(rows.view.viewport(), LEFT, NO_KEY, rows.at(row))
    person.settle()
    expected = rows.shown()
    QTest.mouseClick(rows.view.viewport(), LEFT, NO_KEY, rows.at(row + 2))
    person.settle()
    assert rows.shown() != expected
    menu = menu_at(person, rows.view.viewport(), rows.at(row))
    assert rows.marked == row
    assert menu is not None
    menu.close()
    person.settle()
    assert rows.shown() == expected


def test_the_menu_of_the_ranking_chooses_the_run_and_labels_nothing(come: Come, tmp_path: Path) -> None:
    person, _rows = queue(come, tmp_path)
    person.window.resize(1920, 1080)
    person.settle()
    person.wait(lambda: person.desk.panels.strip is not None and bool(person.desk.panels.strip.ranking.places))
    ranking = person.desk.panels.strip.ranking
    run = ranking.places[2].point.run
    at = next(QPoint(60, y) for y in range(ranking.height()) if ranking.run_at(y + 5) == run)
    menu = menu_at(person, ranking, at + QPoint(0, 5))
    assert person.program.bridge.selected_run == run  # type: ignore[union-attr]
    assert set(entries(menu)) == {"view.scores", "view.spaces", "judge.strip"}


def test_the_menu_of_a_point_is_that_of_its_run(come: Come, tmp_path: Path) -> None:
    person, _rows = queue(come, tmp_path)
    person.press("Ctrl+4")
    desk, bridge = person.desk, person.program.bridge
    assert bridge is not None
    person.wait(lambda: any(view.isVisible() and view.figure is not None for view in desk.findChildren(figures())))
    person.settle()
    view = next(one for one in desk.findChildren(figures()) if one.isVisible() and one.figure is not None)
    run = next(point.run for point in view.figure.points if point.run not in {None, bridge.selected_run})
    place = view.place_of(run).toPoint()
    menu = menu_at(person, view.childAt(place), place)
    assert bridge.selected_run == run
    assert "spaces.hide" in entries(menu)
    assert menu is not None
    menu.close()
    person.settle()
    corner = view.rect().bottomRight() - QPoint(2, 2)
    assert menu_at(person, view.childAt(corner), corner) is None


def figures() -> Any:
    """Return the class of pictures, loaded by the desk that shows them."""
    from jurybox_gui.plots.view import FigureView

    return FigureView


def test_only_a_click_with_the_left_button_hides_a_run(come: Come, tmp_path: Path) -> None:
    person, _rows = queue(come, tmp_path)
    person.press("Ctrl+4")
    table = next(one for one in person.desk.findChildren(QAbstractItemView) if one.isVisible())
    spot = table.visualRect(table.model().index(2, 0))
    for button, hides in ((RIGHT, False), (MIDDLE, False), (LEFT, True)):
        before = painted_words(person.desk)
        hidden = person.desk.hidden
        QTest.mouseClick(table.viewport(), button, NO_KEY, QPoint(6, spot.center().y()))
        person.settle()
        assert (person.desk.hidden != hidden) is hides, (button, before)


@pytest.mark.parametrize("how", ["right", "middle", "drag out"])
def test_the_person_marked_is_the_one_that_actions_are_about(come: Come, tmp_path: Path, how: str) -> None:
    person, _rows = queue(come, tmp_path)
    person.press("Ctrl+6")
    view = person.desk.view
    rows = Rows(view, lambda: view.chosen.name)
    press(view, how, rows.at(1), rows.at(2))
    person.settle()
    assert rows.shown() == view.model().rows[rows.marked].name
    if how == "right":
        menu = menu_at(person, view.viewport(), rows.at(2))
        assert rows.marked == 2
        assert "people.remove" in entries(menu)
