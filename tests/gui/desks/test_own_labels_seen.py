"""Labels of a collection's own are seen whole: long names, other scripts, low windows, words of a scale."""

from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from judge_bench import Asked, Given, write_collection
from person import Person
from PySide6.QtGui import QTextLayout
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from sweeps import swept

from jurybox.collection.own_schemes import scheme_from
from jurybox.commands import Judge, SetFact
from jurybox.session import open_session
from jurybox_gui.desks.campaign.words import scheme_words
from jurybox_gui.theme.tokens import Grid
from jurybox_gui.widgets.label_button import LabelButton
from jurybox_gui.widgets.probe import painted_words
from jurybox_gui.widgets.wrapped_text import WrappedText

Come = Callable[..., Person]

LONG = (
    "Perfectly answers the question that was asked",
    "Excellent answer with small omissions",
    "Good answer, but with several gaps in it",
    "Fair answer, hardly of any use to anybody",
    "Bad answer, off topic or offensive",
)
NUMBERS = {"labels": [{"label": str(number), "grade": number} for number in (2, 1, 0, -1, -2)]}
ARABIC = ("مطابق تماما", "ممتاز", "غير ذي صلة")


def scheme_of(names: tuple[str, ...]) -> dict[str, Any]:
    rows = [(f"label {at}", name, len(names) - 1 - at) for at, name in enumerate(names)]
    return {"labels": [{"label": word, "name": name, "grade": grade} for word, name, grade in rows]}


def collection(path: Path, scheme: dict[str, Any]) -> Path:
    """Write a collection whose first answer is disputed by three."""
    asked = [
        Asked(f"Q{n}", f"What is {n}?", [Given(f"Answer {n}.{a}") for a in range(3)], kind="ranked") for n in (1, 2)
    ]
    write_collection(path, asked, assessors=("Ana", "Ben", "Cleo"))
    with closing(open_session(path)) as session:
        session.execute(SetFact("scheme:ranked", scheme))
        words = [label["label"] for label in scheme["labels"]]
        for who, word in enumerate((words[0], words[1], words[-1])):
            session.execute(Judge((0,), word, assessor=who))
    return path


def seen(widget: QWidget) -> int:
    """Return how much of the height of a widget is seen, px."""
    return widget.visibleRegion().boundingRect().height()


@pytest.mark.parametrize("names", [LONG, *swept([(("x" * 120, "y" * 120),)])])
def test_long_names_leave_the_side_column_as_wide_as_it_is(come: Come, tmp_path: Path, names: tuple[str, ...]) -> None:
    person = come(collection(tmp_path / "c.jury", scheme_of(names)), assessor="Ana", desk="judge")
    person.window.resize(1280, 800)
    person.settle()
    side = person.desk.side
    assert side.isVisible()
    for part in (side.guidelines, side.history):
        assert 0 < part.width() <= side.width()


def test_guidelines_and_buttons_say_what_labels_mean(come: Come, tmp_path: Path) -> None:
    scheme = scheme_of(LONG)
    scheme["labels"][1]["meaning"] = "only a detail is missing"
    person = come(collection(tmp_path / "c.jury", scheme), assessor="Ana", desk="judge")
    person.window.resize(1280, 800)
    person.settle()
    assert "only a detail is missing" in [part.text for part in person.desk.side.guidelines.findChildren(WrappedText)]
    named = person.desk.center.bar.findChildren(LabelButton)
    explained = next(button for button in named if button.text() == LONG[1])
    assert explained.explains
    assert explained.height() >= Grid.LABEL_BUTTON


def test_a_low_window_shows_what_is_disputed_beside_many_labels(come: Come, tmp_path: Path) -> None:
    person = come(collection(tmp_path / "c.jury", scheme_of(LONG)), assessor="Chair", desk="disagreements")
    person.window.resize(960, 540)
    person.press("Space")
    detail = person.desk.detail
    assert [button.text() for button in detail.buttons] == [*LONG, "Cannot tell"]
    assert seen(detail.people) >= 30
    for button in (*detail.buttons, detail.majority):
        assert seen(button) == button.height()
        assert button.width() >= button.sizeHint().width()
    person.press("2")
    ledger = person.session.ledger
    assert ledger.codes.word(int(ledger.adjudications[0])) == "label 1"
    person.window.resize(1280, 800)
    person.settle()
    for button in detail.buttons:  # long texts keep the low form, so that the chart of ranks has its room
        assert seen(button) == button.height()
        assert button.width() >= button.sizeHint().width()


def test_small_buttons_of_labels_show_their_glyphs_unless_these_say_the_same(come: Come, tmp_path: Path) -> None:
    person = come(collection(tmp_path / "c.jury", scheme_of(LONG)), assessor="Ana", desk="judge")
    person.window.resize(960, 540)
    person.settle()
    assert {"Pe", "Ex", "Go", "Fa", "Ba"} <= set(painted_words(person.desk.center.bar))
    digits = come(collection(tmp_path / "d.jury", NUMBERS), assessor="Ana", desk="judge")
    digits.window.resize(960, 540)
    digits.settle()
    assert painted_words(digits.desk.center.bar).count("-2") == 1


def test_the_ends_of_a_long_scale_of_words_are_named_once(come: Come, tmp_path: Path) -> None:
    names = ["excellent", *(f"part {at} of twelve" for at in range(12, 0, -1)), "useless"]
    labels = [{"label": name, "name": name.capitalize(), "grade": len(names) - at} for at, name in enumerate(names)]
    labels[-1]["relevant"] = "no"
    person = come(collection(tmp_path / "c.jury", {"labels": labels}), assessor="Ana", desk="judge")
    scale = person.desk.center.bar.scale
    assert (scale.low.text(), scale.high.text()) == ("Useless", "Excellent")
    assert scale.field.placeholderText() in painted_words(scale)
    assert "Part 7 of twelve, Part 6 of twelve" in scale.slider.toolTip()
    shown = person.desk.queue_cursor.answer
    person.press("Return")
    QTest.keyClicks(scale.field, "part 1")
    person.press("Return")
    assert scale.message.text() == (
        "“part 1” is not a label; type one of Part 12 of twelve, Part 11 of twelve, Part 10 of twelve, "
        "Part 1 of twelve, or how it begins."
    )
    QTest.keyClicks(scale.field, "part 12")
    person.press("Return")
    assert person.session.content_of(shown).label == "part 12 of twelve"


@pytest.mark.parametrize("most", [200, 10])
def test_labels_read_from_the_right_are_listed_best_first(qapp: object, most: int) -> None:
    labels = [{"label": name, "grade": 2 - at} for at, name in enumerate(ARABIC)]
    text = scheme_words(scheme_from({"labels": labels}, "ranked"), most)
    layout = QTextLayout(text)
    layout.beginLayout()
    line = layout.createLine()
    line.setLineWidth(10_000)
    layout.endLayout()
    best, lowest = (line.cursorToX(text.index(name) + 1)[0] for name in (ARABIC[0], ARABIC[-1]))
    assert best < lowest
