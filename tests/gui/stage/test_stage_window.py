"""The stage: labels by their keys, what they did, motion that ends, large type at every size."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from jurybox.figures import Axis, Figure, Point
from jurybox.stage.stories import story_of
from jurybox_gui.stage.buttons import StageButton
from jurybox_gui.stage.picture import StagePicture
from jurybox_gui.stage.ranking import StagePlace, StageRanking
from jurybox_gui.stage.text import Passage, StageText
from jurybox_gui.stage.type_size import type_size
from jurybox_gui.theme.theme import theme

Stage = Callable[..., Any]


@pytest.mark.sweep
def test_the_line_says_what_a_label_did_and_nothing_slides_where_motion_is_reduced(stage: Stage) -> None:
    here = stage(assessor="visitor")
    director = here.window.director
    answer = director.answer
    here.press("1")
    session = director.session
    assert session.content_of(answer).label == "correct"
    assert here.window.foot.words == "Answer 1: correct; quill-1 passes moss-1."
    names = {place.name: here.window.ranking.rose.get(place.run, 0) for place in here.window.ranking.places}
    assert {name: by for name, by in names.items() if by} == {"quill-1": 1, "moss-1": -1}
    here.press("Ctrl+Z")
    assert session.content_of(answer).label is None
    assert here.window.foot.words == "Answer 1: undone; moss-1 passes quill-1."
    here.press("2")  # against the jury
    assert here.window.foot.words == (
        "Answer 1: incorrect; left out until settled: Ana Beltrán and Karim Haddad disagree."
    )
    assert not here.window.ranking.rose
    theme().reduced_motion = True
    try:
        assert here.window.enter("correct")
        here.qtbot.waitUntil(lambda: bool(here.window.ranking.rose))
        assert not here.window.ranking.is_moving
    finally:
        theme().reduced_motion = False


@pytest.mark.sweep
def test_the_arrows_go_after_a_while(qtbot: QtBot) -> None:
    ranking = StageRanking()
    qtbot.addWidget(ranking)
    ranking.resize(500, 400)
    assert ranking.moves_shown_ms == 3000
    ranking.moves_shown_ms = 1
    ranking.show_places((StagePlace(0, "a", 1, 0.5),), "F1", rose={0: 2})
    assert ranking.rose == {0: 2}
    qtbot.waitUntil(lambda: not ranking.rose)


def test_rows_move_together_before_any_is_left_out(qtbot: QtBot) -> None:
    ranking = StageRanking()
    qtbot.addWidget(ranking)
    ranking.set_px(28)
    ranking.show_places(tuple(StagePlace(n, f"run {n}", n + 1, 0.5) for n in range(11)), "F1")
    ranking.resize(480, round(12 * 28 * 1.15))
    assert len(ranking.visible_places()) == 11
    ranking.resize(480, round(12 * 28 * 1.0))
    assert len(ranking.visible_places()) == 8  # the last row counts the others


def test_a_point_leaves_its_last_ten_places_behind(qtbot: QtBot) -> None:
    picture = StagePicture()
    qtbot.addWidget(picture)
    for n in range(14):
        point = Point("a", 0, n / 20, 0.5)
        picture.show_figure(Figure("space", Axis("x"), Axis("y"), points=(point,)))
    assert picture.tail_of(0) == tuple((n / 20, 0.5) for n in range(3, 13))
    for y, trail in ((0.1, False), (0.9, False), (0.5, True)):  # a sweep, and back
        figure = Figure("space", Axis("x"), Axis("y"), points=(Point("a", 0, 0.65, y),))
        picture.show_figure(figure, trail=trail)
        assert picture.tail_of(0) == ()


@pytest.mark.parametrize("picture", ["roc", "precision-recall"])
def test_a_picture_says_what_its_gray_lines_are(stage: Stage, picture: str) -> None:
    here = stage(assessor="visitor")
    while here.window.director.picture != picture:
        here.press("P")
    assert here.window.picture.note == "gray: equal F1"
    while here.window.director.picture != "bump":
        here.press("P")
    assert here.window.picture.note == ""


@pytest.mark.sweep
def test_ranks_without_lines_yet_are_at_the_right_end(stage: Stage) -> None:
    here = stage("series", assessor="visitor", story=story_of("series"))
    figure = here.window.picture.figure
    assert {float(line.x[-1]) for line in figure.curves} == {figure.x.high} == {0.0}
    here.press("N", "N")
    figure = here.window.picture.figure
    assert (figure.x.low, figure.x.high) == (0.0, 1.0)
    assert {float(line.x[-1]) for line in figure.curves} == {1.0}


@pytest.mark.sweep
@pytest.mark.parametrize("size", [(1024, 768), (1920, 1080)])
def test_every_answer_of_a_story_is_shown_whole_with_every_run(stage: Stage, size: tuple[int, int]) -> None:
    here = stage("community", assessor="visitor", story=story_of("community"), size=size)
    runs = len(here.window.ranking.places)
    for _ in range(here.window.director.telling.story.labels):
        here.press("N", "N")
        assert not here.window.head.is_cut
        assert not here.window.foot.is_cut
        assert len(here.window.ranking.visible_places()) == runs


def test_every_picture_can_be_shown_and_the_first_comes_back(stage: Stage) -> None:
    here = stage(assessor="visitor")
    names = here.window.director.pictures()
    titles = []
    for _ in names:
        titles.append(here.window.picture.figure.title)
        here.press("P")
    assert len(set(titles)) == len(names) >= 3
    assert here.window.picture.figure.title == titles[0]


@pytest.mark.sweep
def test_what_is_shown_has_room_also_beside_a_panel_and_under_the_mouse(stage: Stage) -> None:
    here = stage(assessor="visitor", size=(1024, 768))
    window = here.window
    parts = [window.head, window.ranking, window.picture, window.foot, *window.labels]
    assert all(window.rect().contains(part.geometry()) for part in parts)
    assert len(window.ranking.visible_places()) == 10
    assert window.size() == QSize(1024, 768)
    places = [part.geometry() for part in (window.ranking, window.picture)]
    assert window.tools.isHidden()
    here.qtbot.hover(window, window.head.geometry().center())
    here.qtbot.waitUntil(window.tools.isVisible)
    assert all(one.width() >= one.sizeHint().width() for one in window.tools.findChildren(StageButton))
    here.qtbot.mouseClick(window.labels[0], here.left)
    here.settle()
    assert window.foot.words.startswith("Answer 1: correct")
    assert [part.geometry() for part in (window.ranking, window.picture)] == places
    panel = QWidget()
    panel.setFixedWidth(200)
    window.set_side_panel(panel)
    here.qtbot.waitUntil(lambda: panel.isVisible() and panel.width() == 200)
    assert panel.x() >= window.picture.geometry().right()
    window.set_side_panel(None)
    assert panel.parent() is None


@pytest.mark.sweep
def test_a_text_that_would_be_cut_is_smaller_or_shorter(qtbot: QtBot) -> None:
    text = StageText("answer")
    qtbot.addWidget(text)
    text.set_px(20)
    plain, small, short = "A short one.", "word " * 40, "said briefly"
    for words, least, most in ((plain, 37, 37), (small, 12, 37)):  # one line of 30 pixels; three of 10
        text.show_passages(Passage(words, size=1.5, lines=2, smaller=((1.0, 2), (0.5, 3))))
        assert least <= text.heightForWidth(800) <= most
    text.show_passages(Passage(small, lines=2, shorter=short))
    assert text.heightForWidth(800) == round(20 * 1.24)
    assert text.words == small  # all of it for who listens


def test_a_question_of_a_series_names_its_target_and_labels_are_in_one_line(stage: Stage) -> None:
    here = stage("series", assessor="visitor", story=story_of("series"))
    here.press("N")
    shown = here.window.director.shown
    assert shown.question == "In which year was the Rosetta Stone found?"  # its own words do
    assert "July 1799" in shown.support
    assert len(here.window.labels) == 5
    assert len({button.y() for button in here.window.labels}) == 1
    here.press("N", "N")
    assert here.window.director.shown.question == "The Rosetta Stone: In which museum is it shown?"
    assert here.window.head.words.count("British Museum") == 2  # in the text, too
    assert here.window.labels[4].text() == ""
    assert "Cannot tell" in here.window.labels[4].accessibleName()


@pytest.mark.sweep
def test_a_label_with_a_count_is_another_assessors_and_the_seat_stays(stage: Stage) -> None:
    here = stage(assessor="visitor")
    director = here.window.director
    answer, seat = director.answer, director.seat
    assert here.window.enter("correct", assessor="audience", note="17 correct, 8 incorrect")
    here.settle()
    session = director.session
    assert director.seat == seat
    said = session.content_of(answer, session.catalog.assessor_named["audience"])
    assert (said.label, said.note) == ("correct", "17 correct, 8 incorrect")
    shows_the_whole_text(here)


def shows_the_whole_text(here: Any) -> None:
    whole, shown = here.window.whole, here.window.director.shown
    here.press("T")
    assert whole.isVisible()
    text = whole.pane.toPlainText()
    assert shown.question in text
    assert shown.support in text
    (mark,) = whole.pane.extraSelections()
    assert mark.cursor.selectedText() == shown.answer
    whole.show_text(replace(shown, support="A long story. " * 800))
    bar = whole.pane.verticalScrollBar()
    here.press("Down")
    assert 0 < bar.value() < bar.pageStep()
    here.press("End", "PgUp", "Space")
    assert bar.value() == bar.maximum() > 0
    entries = len(here.window.director.session.ledger)
    here.press("Esc")
    assert not whole.isVisible()
    here.press("T", "1")  # a label closes it, so that its effect is seen
    assert not whole.isVisible()
    assert len(here.window.director.session.ledger) == entries + 1


@pytest.mark.parametrize("size", [(1024, 768), (1920, 1080), (512, 384), (960, 540)])
@pytest.mark.parametrize("ratio", [1.0, 2.0])
@pytest.mark.sweep
def test_letters_are_never_smaller_than_28_pixels_of_the_projector(size: tuple[int, int], ratio: float) -> None:
    assert type_size(*size, ratio) * ratio >= 28


def test_the_reveal_shows_the_sentence_the_slopes_and_each_difference(stage: Stage) -> None:
    here = stage(assessor="visitor")
    here.press("2", "N", "1", "N", "1", "V")
    page = here.window.reveal
    assert page.isVisible()
    assert "You agree with the jury on" in page.head.words
    assert page.slopes.figure is not None
    found = here.window.director.reveal()
    assert found is not None
    assert len(found.differences) > 1
    shown = []
    for one in found.differences:
        shown.append(page.difference.words)
        assert all(vote.name in shown[-1] for vote in one.votes)
        here.press("N")
    assert len(set(shown)) == len(found.differences)
    entries = len(here.window.director.session.ledger)
    here.press("1", "2")  # keys of labels are none here
    assert len(here.window.director.session.ledger) == entries
    here.press("V")
    assert not page.isVisible()
