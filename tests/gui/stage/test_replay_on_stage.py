"""The replay on stage: it begins where something moves, can be dragged, and no key there enters anything."""

from collections.abc import Callable
from typing import Any

import pytest

from jurybox.commands import Judge

Stage = Callable[..., Any]


@pytest.mark.sweep
def test_it_begins_where_something_moves_and_no_key_enters_anything(stage: Stage) -> None:
    here = stage("community", assessor="visitor")
    here.press("Y")
    bar, director = here.window.replay, here.window.director
    assert bar.isVisible()
    assert bar.slider.value() == director.rewind.at > 0
    assert len({place.rank for place in here.window.ranking.places}) > 1
    assert here.window.foot.words.startswith(f"{director.rewind.moment.name}: ")
    assert director.shown.question in here.window.head.words
    entries = len(director.session.ledger)
    here.press("1", "A", "Ctrl+Z", "N")
    assert len(director.session.ledger) == entries
    here.press("1")
    assert "This is a replay" in here.window.foot.words
    speed, at = bar.speed, bar.slider.value()
    here.press("+", "+", "+", "-")
    assert bar.speed > speed
    here.press("Space")
    assert bar.is_playing
    here.qtbot.waitUntil(lambda: bar.slider.value() > at + 2)
    here.press("Space")
    assert not bar.is_playing
    most = bar.slider.maximum()
    answer, session = director.rewind.moment.answer, director.session
    another = "A" if session.content_of(answer).label != "A" else "B"
    session.execute(Judge((answer,), label=another, assessor=director.seat))  # as from another window
    here.qtbot.waitUntil(lambda: bar.slider.maximum() == most + 1)
    here.press("Esc")
    assert not bar.isVisible()
    assert here.window.isVisible()


@pytest.mark.sweep
def test_the_bar_goes_forward_and_back_to_the_same_ranking(stage: Stage) -> None:
    here = stage(assessor="visitor")
    today = here.window.ranking.places
    here.press("Y")
    start, at = here.window.ranking.places, here.window.replay.slider.value()
    here.press("End")
    assert here.window.ranking.places == today
    assert not here.window.foot.is_cut
    here.window.replay.slider.setValue(at)
    here.settle()
    assert here.window.ranking.places == start
    here.press("Right", "Right", "Right")
    assert here.window.picture.figure.x.high == 3.0
    here.press("Left")  # the lines of what was shown before remain
    assert here.window.picture.figure.x.high == 2.0
    here.press("Left", "Left")
    assert here.window.director.rewind.at == at
    here.press("Y")
    assert here.window.director.rewind is None
    assert here.window.ranking.places == today
