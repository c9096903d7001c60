"""What somebody reads who sees the program for the first time: whole sentences, plain words, nothing cut."""

from collections.abc import Callable
from pathlib import Path

import pytest
from person import Person
from PySide6.QtWidgets import QFileDialog
from small import small_collection
from sweeps import swept

from jurybox.collection.import_store import Stored
from jurybox.demos import demo_copy
from jurybox_gui.desks.start.rows import StartRow
from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.tokens import Px
from jurybox_gui.widgets.painting import text_width

Come = Callable[..., Person]


@pytest.mark.parametrize("width", [1280, 1920])
def test_what_a_demo_is_about_can_be_read_to_its_end(come: Come, width: int) -> None:
    person = come()
    person.window.resize(width, 800)
    person.settle()
    demos = [row for row in person.window.findChildren(StartRow) if row.row.icon]
    assert len(demos) == 3
    for row in demos:
        room = row.width() - 44 - 10 - 40
        lines = row.asides(room)
        assert " ".join(lines) == row.row.aside
        assert max(text_width(line, font(Px.ASIDE)) for line in lines) <= room


def test_the_foot_names_the_gold_standard_in_words(come: Come, home: Path) -> None:
    person = come(demo_copy("series"), assessor="visitor")
    foot = person.window.status.accessibleName()
    assert "Gold standard: Adjudicated, correct only" in foot
    assert "+strict" not in foot


def test_one_row_is_one_row() -> None:
    text = str(Stored({"document": 1, "question": 3, "entry": 1}))
    assert text == "Added: 1 document, 3 questions, 1 log entry."


def test_an_own_file_has_a_name_before_one_is_typed(
    come: Come, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = small_collection(tmp_path / "small.jury", assessors=("Ana/Zoë", "Ben"))
    person = come(path, assessor="organiser", desk="campaign")
    proposed: list[str] = []
    monkeypatch.setattr(QFileDialog, "selectFile", lambda _dialog, name: proposed.append(name))
    monkeypatch.setattr(QFileDialog, "open", lambda _dialog: None)
    person.press("Shift+O")
    assert proposed == ["small-Ana_Zoë.jury"]


@pytest.mark.sweep
def test_a_key_that_is_taken_is_given_away_by_enter(come: Come, home: Path) -> None:
    person = come(demo_copy("series"), assessor="visitor")
    person.window.registry.trigger("edit.keys")
    person.settle()
    person.press(*"skip")
    person.press("Return", "D")
    assert any("Press D or Enter to give it to “Skip: leave it to others”." in word for word in person.words())
    person.press("Return")
    assert person.program.settings["keys"]["judge.skip"] == ["D"]


@pytest.mark.parametrize(("kind", "words"), [("list", "Question"), *swept([("other", "Next question")])])
@pytest.mark.sweep
def test_the_way_on_is_printed_where_there_is_no_queue(come: Come, home: Path, kind: str, words: str) -> None:
    person = come(demo_copy("series"), assessor="visitor")
    catalog = person.session.catalog
    assert person.program.bridge is not None
    person.program.bridge.goto(int(catalog.answers_of(person.asked(kind))[0]))
    person.settle()
    assert person.window.desk in {"lists", "nuggets"}
    assert words in person.words()
