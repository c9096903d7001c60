"""Judge and Spaces are laid out by what they show and by their size, whatever came first."""

from collections.abc import Callable
from pathlib import Path

import pytest
from demo_file import demo_file
from person import Person
from sweeps import swept

from jurybox_gui.live_strip.ranking import RankingView
from jurybox_gui.theme.theme import theme
from jurybox_gui.widgets.hint_button import HintButton

SIZE = (1280, 800)


@pytest.mark.parametrize(
    ("demo", "desk"), [("validation", "judge"), *swept([("series", "judge"), ("validation", "spaces")])]
)
@pytest.mark.sweep
def test_a_window_that_was_smaller_and_larger_shows_the_same(
    come: Callable[..., Person], tmp_path: Path, demo: str, desk: str
) -> None:
    theme().reduced_motion = True
    person = come(demo_file(tmp_path / "demo.jury", demo), desk=desk)
    resize(person, *SIZE)
    before = person.desk.grab().toImage()
    for size in ((1110, 540), (1920, 1080), (960, 540)):
        resize(person, *size)
        resize(person, *SIZE)
        assert person.desk.grab().toImage() == before, size


def test_the_live_ranking_has_room_for_all_its_runs(come: Callable[..., Person], tmp_path: Path) -> None:
    person = come(demo_file(tmp_path / "demo.jury", "series"))
    resize(person, *SIZE)
    ranking = person.window.findChild(RankingView)
    assert isinstance(ranking, RankingView)
    assert len(ranking.places) == 8
    assert ranking.visible_places() == ranking.places
    assert ranking.pos().y() == 0


def test_the_key_of_the_note_is_bright_once_there_is_an_answer(come: Callable[..., Person], tmp_path: Path) -> None:
    person = come(demo_file(tmp_path / "demo.jury", "series"))
    (key,) = (key for key in person.window.findChildren(HintButton) if "(N)" in key.toolTip())
    assert key.isVisible()
    assert key.isEnabled()


def resize(person: Person, width: int, height: int) -> None:
    """Give the window another size and wait until it is laid out."""
    person.window.resize(width, height)
    person.settle()
