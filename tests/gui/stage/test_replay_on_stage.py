"""The replay on stage: it begins where something moves, can be dragged, and no key there enters anything."""

from collections.abc import Callable
from typing import Any

Stage = Callable[..., Any]


def test_it_begins_where_something_moves_and_shows_who_said_what(stage: Stage) -> None:
    here = stage("community", assessor="visitor")
    here.press("Y")
    bar, director = here.window.replay, here.window.director
    assert bar.isVisible()
    assert bar.slider.value() == director.rewind.at > 0
    assert len({place.rank for place in here.window.ranking.places}) > 1
    name = director.rewind.moment.name
    assert here.window.foot.words.startswith(f"{name}: ")
    assert here.window.director.shown.question in here.window.head.words


def test_the_bar_goes_forward_and_back_to_the_same_ranking(stage: Stage) -> None:
    here = stage("series", assessor="visitor")
    today = here.window.ranking.places
    here.press("Y")
    start, at = here.window.ranking.places, here.window.replay.slider.value()
    here.press("End")
    assert here.window.ranking.places == today
    here.window.replay.slider.setValue(at)
    here.settle()
    assert here.window.ranking.places == start
    here.press("Right", "Left")
    assert here.window.director.rewind.at == at
    here.press("Y")
    assert here.window.director.rewind is None
    assert here.window.ranking.places == today


def test_no_key_enters_anything(stage: Stage) -> None:
    here = stage("community", assessor="visitor")
    here.press("Y")
    entries = len(here.window.director.session.ledger)
    here.press("1", "A", "2", "Ctrl+Z", "N")
    assert len(here.window.director.session.ledger) == entries
    here.press("1")
    assert "This is a replay" in here.window.foot.words


def test_it_plays_faster_and_slower_and_pauses(stage: Stage) -> None:
    here = stage("community", assessor="visitor")
    here.press("Y")
    bar = here.window.replay
    speed, at = bar.speed, bar.slider.value()
    here.press("+", "+", "+", "-")
    assert bar.speed > speed
    here.press("Space")
    assert bar.is_playing
    here.qtbot.waitUntil(lambda: bar.slider.value() > at + 5)
    here.press("Space")
    assert not bar.is_playing


def test_escape_ends_the_replay_and_not_the_stage(stage: Stage) -> None:
    here = stage("community", assessor="visitor")
    here.press("Y", "Esc")
    assert not here.window.replay.isVisible()
    assert here.window.isVisible()
