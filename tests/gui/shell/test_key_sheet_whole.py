"""The key sheet of every desk: no name of an action is cut, whatever the window shows."""

import itertools
from collections.abc import Callable
from pathlib import Path

import pytest
from generated import generated_collection
from person import Person
from sweeps import swept

from jurybox.demos import demo_copy
from jurybox_gui.actions.registry import SheetRow
from jurybox_gui.dialogs.keys_sheet import KeyLine, KeysSheet, SheetBody, line_of
from jurybox_gui.theme.fonts import font
from jurybox_gui.theme.tokens import Px
from jurybox_gui.widgets.keycaps import CAP_HEIGHT
from jurybox_gui.widgets.painting import text_width

Come = Callable[..., Person]
PAGES_OF_ASSESSORS = [("community", "judge"), ("series", "judge"), ("series", "lists"), ("series", "nuggets")]


@pytest.mark.parametrize(("width", "desks"), [(1000, ("judge", "scores")), *swept([(1000, ()), (1280, ())])])
@pytest.mark.sweep
def test_no_name_is_cut_on_any_desk(come: Come, home: Path, width: int, desks: tuple[str, ...]) -> None:
    person = come(demo_copy("series"), assessor="visitor")
    person.window.resize(width, 800)
    cut: list[str] = []
    for desk in desks or person.window.available():
        person.window.show_desk(desk)
        person.press("?")
        (body,) = person.window.findChildren(SheetBody)
        wide = body._wide(body.width())
        assert len(body.lines()) > 10
        for line in body.lines():
            room = wide - 8 - line.keys_wide
            cut += [part for part in line.words if text_width(part, font(Px.ASIDE)) > room]
        person.press("Esc")
    assert cut == []


@pytest.mark.parametrize("desks", [("judge", "scores"), *swept([((),)])])
@pytest.mark.sweep
def test_a_sheet_is_one_page_and_says_little_of_what_works_everywhere(
    come: Come, home: Path, desks: tuple[str, ...]
) -> None:
    person = come(demo_copy("series"), assessor="visitor")
    person.window.resize(1280, 800)
    for desk in desks or person.window.available():
        person.window.show_desk(desk)
        person.press("?")
        (sheet,) = person.window.findChildren(KeysSheet)
        assert sheet.scrolled.verticalScrollBar().maximum() == 0, desk
        assert len(person.window.registry.sheet(desk)["Everywhere"]) <= 12
        person.press("Esc")


@pytest.mark.parametrize(("demo", "desk"), [("validation", "judge"), *swept(PAGES_OF_ASSESSORS)])
def test_the_sheet_of_a_judging_desk_is_one_page_on_a_projector(come: Come, home: Path, demo: str, desk: str) -> None:
    person = come(demo_copy(demo), assessor="visitor", desk=desk)
    person.window.resize(960, 540)
    person.press("?")
    (sheet,) = person.window.findChildren(KeysSheet)
    (body,) = sheet.findChildren(SheetBody)
    assert sheet.scrolled.verticalScrollBar().maximum() == 0
    caps = [cap for _, cap in body.caps()]
    assert max(cap.bottom() for cap in caps) <= body.height()
    assert not any(one.intersects(other) for one, other in itertools.combinations(caps, 2))
    rows = [row for group in person.window.registry.sheet(desk).values() for row in group]
    assert len(body.lines()) == len(rows) > 30


def test_only_questions_that_are_rated_have_keys_for_it(come: Come, home: Path) -> None:
    def rated(person: Person) -> list[str]:
        rows = person.window.registry.sheet("judge")["Question"]
        return [row.text for row in rows if row.text.startswith("Question: ")]

    assert rated(come(demo_copy("validation"), assessor="visitor")) == []
    assert len(rated(come(demo_copy("community"), assessor="visitor"))) == 4


def test_without_runs_no_desk_offers_keys_for_them(come: Come, home: Path, tmp_path: Path) -> None:
    person = come(generated_collection(tmp_path / "few.jury", runs=0, questions=3), assessor="a1")
    for desk in ("scores", "spaces"):
        person.window.show_desk(desk)
        person.settle()
        assert [*person.window.registry.sheet(desk)] == ["Everywhere"]
    person.window.show_desk("judge")
    rows = [row.text for group in person.window.registry.sheet("judge").values() for row in group]
    assert "Next unjudged answer" in rows
    assert not {"Ranking beside the answer", "Most informative answers first"} & {*rows}


def keys_of(line: KeyLine) -> tuple[str, ...]:
    return tuple(key for keys in line.keys for key in keys)


def test_of_many_keys_a_narrow_row_shows_a_range() -> None:
    row = SheetRow("Match a nugget by its number", tuple("1234567890"))
    assert line_of(row, 900).keys == (row.keys,)
    narrow = line_of(row, 260)
    assert narrow.keys == (("1", "0"),)
    assert narrow.is_range


@pytest.mark.parametrize("wide", [196, 212, 262])
@pytest.mark.parametrize(
    "row",
    [
        SheetRow("Etiquetas, de izquierda a derecha", ("1", "2", "3")),
        SheetRow("Primera, última pendiente", ("Home", "End")),
        SheetRow("Desplazar el texto", ("PgDown", "PgUp")),
        SheetRow("Texto más grande, más pequeño", ("+", "-")),
        SheetRow("New nugget, from the marked words if there are any", ("Ins", "Ctrl+Shift+N")),
        SheetRow("Move up, down, to the top", ("Alt+Up", "Alt+Down", "Alt+Home")),
    ],
)
def test_a_narrow_row_gives_up_no_key_and_no_word(row: SheetRow, wide: int) -> None:
    line = line_of(row, wide)
    assert " ".join(line.words) == row.text
    assert (keys_of(line) == row.keys) is not line.is_range
    assert all(text_width(part, font(Px.ASIDE)) <= wide - 8 - line.keys_wide for part in line.words)


def test_only_keys_that_follow_one_another_become_a_range() -> None:
    assert line_of(SheetRow("Labels, from left to right", ("1", "2", "4")), 196).is_range is False
    assert line_of(SheetRow("The desks", tuple(f"Ctrl+{n}" for n in range(1, 7))), 200).is_range


def test_a_row_with_two_lines_of_keys_is_higher_than_one_with_one() -> None:
    one, two = KeyLine(("Scroll",), (("PgDown",),)), KeyLine(("Scroll",), (("PgDown",), ("PgUp",)))
    assert two.height(26) >= one.height(26) + CAP_HEIGHT
