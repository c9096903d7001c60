"""From a series on Scores to a question of it that is one's own to judge, or to the labels of one."""

from collections.abc import Callable
from pathlib import Path

import pytest
from demo_file import demo_file
from person import Person, come
from PySide6.QtWidgets import QMenu
from sweeps import swept

from jurybox_gui.widgets.probe import painted_words

__all__ = ["come"]

Come = Callable[..., Person]


def to_series(person: Person, name: str) -> None:
    """Take the first run's score of a series apart on Scores, and press Enter on it."""
    person.press("Ctrl+2")
    person.wait(lambda: person.desk.live.breakdown.bars is not None)
    assert person.desk.live.breakdown.bars.unit == "series"
    catalog = person.session.catalog
    unit = next(at for at, one in enumerate(catalog.series) if one.name == name)
    person.desk.live.breakdown.choose(unit)
    person.press("Return")


def series_of(person: Person, answer: int) -> str:
    catalog = person.session.catalog
    series = catalog.questions[int(catalog.answer_question[answer])].series
    return str(catalog.series[series].name)


@pytest.mark.parametrize("name", ["s10", *swept(["s01"])])
def test_an_assessor_comes_to_an_answer_of_their_own_in_the_series(come: Come, tmp_path: Path, name: str) -> None:
    person = come(demo_file(tmp_path / "series.jury", "series"))
    to_series(person, name)
    assert person.window.desk == "judge"
    answer = person.desk.queue_cursor.answer
    assert series_of(person, answer) == name
    assert person.session.catalog.assigned_to(person.session.assessor)[answer]
    assert person.desk.page is not None
    assert person.desk.page.text.text in painted_words(person.window)


@pytest.mark.parametrize(("seat", "name"), [("visitor", "s03"), *swept([("organiser", "s10")])])
def test_who_has_no_answer_of_the_series_is_shown_the_labels_of_others(
    come: Come, tmp_path: Path, seat: str, name: str
) -> None:
    person = come(demo_file(tmp_path / "series.jury", "series"), assessor=seat)
    to_series(person, name)
    assert person.window.desk == "scores"  # not an empty page, not another question
    assert f"Question {name}." in person.program.message
    assert "is not in your queue" in person.program.message
    shown = " ".join(person.words())
    assert any(f"{who} correct" in shown for who in ("Elif Kaya", "Jonas Weber", "Marta Oliveira"))


def test_other_keys_leave_no_old_menus_behind(come: Come, tmp_path: Path) -> None:
    person = come(demo_file(tmp_path / "series.jury", "series"))
    person.window.load_actions()
    person.settle()
    before = len(person.window.menus.findChildren(QMenu))
    for key in ("F9", "F8", "F7"):
        person.program.settings["keys"] = {"edit.find": [key]}
        person.settle()
    assert len(person.window.menus.findChildren(QMenu)) == before
