"""The stage: labels by their keys, what they did, motion that ends, large type at every size."""

from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QWidget

from jurybox_gui.stage.ranking import MOVES_SHOWN_MS
from jurybox_gui.stage.type_size import type_size
from jurybox_gui.theme.theme import theme

Stage = Callable[..., Any]


def test_a_key_enters_a_label_and_the_line_says_what_it_did(stage: Stage) -> None:
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


def test_a_label_against_the_jury_is_left_out_and_the_line_says_why(stage: Stage) -> None:
    here = stage(assessor="visitor")
    here.press("2")
    assert here.window.foot.words == (
        "Answer 1: incorrect; left out until settled: Ana Beltrán and Karim Haddad disagree."
    )
    assert not here.window.ranking.rose


def test_the_arrows_go_after_a_while(stage: Stage) -> None:
    here = stage(assessor="visitor")
    here.press("1")
    assert here.window.ranking.rose
    here.qtbot.waitUntil(lambda: not here.window.ranking.rose, timeout=MOVES_SHOWN_MS * 10)


def test_nothing_slides_where_motion_is_reduced(stage: Stage) -> None:
    here = stage(assessor="visitor")
    theme().reduced_motion = True
    try:
        assert here.window.enter("correct")
        here.qtbot.waitUntil(lambda: bool(here.window.ranking.rose))
        assert not here.window.ranking.is_moving
    finally:
        theme().reduced_motion = False


def test_a_point_leaves_its_last_ten_places_behind(stage: Stage) -> None:
    here = stage(assessor="visitor")
    run = here.window.director.session.catalog.run_named["quill-2"]
    for _ in range(6):
        here.press("1", "Ctrl+Z")
    assert len(here.window.picture.tail_of(run)) == 10


def test_every_picture_can_be_shown_and_the_first_comes_back(stage: Stage) -> None:
    here = stage(assessor="visitor")
    names = here.window.director.pictures()
    titles = []
    for _ in names:
        titles.append(here.window.picture.figure.title)
        here.press("P")
    assert len(set(titles)) == len(names) >= 3
    assert here.window.picture.figure.title == titles[0]


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


def test_a_side_panel_gets_the_room_it_asks_for(stage: Stage) -> None:
    here = stage(assessor="visitor")
    panel = QWidget()
    panel.setFixedWidth(200)
    here.window.set_side_panel(panel)
    here.qtbot.waitUntil(lambda: panel.isVisible() and panel.width() == 200)
    assert panel.x() >= here.window.picture.geometry().right()
    here.window.set_side_panel(None)
    assert panel.parent() is None


def test_the_mouse_brings_the_buttons(stage: Stage) -> None:
    here = stage(assessor="visitor")
    assert here.window.tools.isHidden()
    here.qtbot.mouseMove(here.window.head)
    here.qtbot.waitUntil(here.window.tools.isVisible)
    here.qtbot.mouseClick(here.window.labels[0], here.left)
    here.settle()
    assert here.window.foot.words.startswith("Answer 1: correct")


@pytest.mark.parametrize("size", [(1024, 768), (1920, 1080), (512, 384), (960, 540)])
@pytest.mark.parametrize("ratio", [1.0, 2.0])
def test_letters_are_never_smaller_than_28_pixels_of_the_projector(
    size: tuple[int, int], ratio: float
) -> None:
    assert type_size(*size, ratio) * ratio >= 28


def test_all_that_is_shown_fits_at_the_least_projector(stage: Stage) -> None:
    here = stage(assessor="visitor", size=(1024, 768))
    parts = [
        here.window.head,
        here.window.ranking,
        here.window.picture,
        here.window.foot,
        *here.window.labels,
    ]
    assert all(here.window.rect().contains(part.geometry()) for part in parts)
    assert len(here.window.ranking.visible_places()) >= 9
    assert here.window.size() == QSize(1024, 768)


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
