"""Another collection in the same window, whichever desk was in front: nothing of the one before is asked."""

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from person import Person
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from series import series_collection
from small import small_collection
from sweeps import swept

from jurybox.commands import SetFact
from jurybox.session import open_session
from jurybox_gui.desks.directory import DESKS
from jurybox_gui.widgets.probe import painted_words

Come = Callable[..., Person]


def opened(person: Person, path: Path, **how: str) -> None:
    """Open a collection and wait until it is shown."""
    person.program.open_file(path, **how)
    came(person, path)


def came(person: Person, path: Path | None = None) -> None:
    """Wait until another collection is open and drawn."""
    person.wait(lambda: person.program.idle and person.program.bridge is not None)
    person.settle()
    assert path is None or person.session.path == path


def desks(person: Person, front: str, change: int) -> list[str]:
    """Press the keys of desks and return what Judge says at the end.

    Two of them after each change, others after the next and with another desk in front at first: all desks
    come after every change, whichever way it was made.
    """
    at = list(DESKS).index(front) + 2 * change
    for digit in (*(str(2 + (at + n) % 5) for n in range(2)), "1"):
        person.press(f"Ctrl+{digit}")
    assert person.window.desk in {"judge", "lists", "nuggets"}
    return painted_words(person.window)


@pytest.mark.parametrize("front", ["studies", *swept(sorted(set(DESKS) - {"studies"}))])
def test_every_desk_gives_way_to_another_collection(come: Come, tmp_path: Path, front: str) -> None:
    mixed = series_collection(tmp_path / "mixed.jury")
    plain = small_collection(tmp_path / "plain.jury")
    blind = small_collection(tmp_path / "blind.jury", assessors=("Ana",))
    with closing(open_session(blind, assessor="organiser")) as session:
        session.execute(SetFact("mode", "judging"))
    person = come(mixed, assessor="Ana", desk=front)
    assert person.window.desk == front

    person.program.new_collection(tmp_path / "new.jury")
    came(person, tmp_path / "new.jury")
    assert "This collection is empty." in desks(person, front, 0)

    opened(person, mixed, assessor="Ana", desk=front)
    opened(person, plain)
    assert "Who is judging?" in desks(person, front, 1)

    opened(person, mixed, assessor="Ana", desk=front)
    opened(person, blind, assessor="Ana")
    assert person.window.available() == ("judge", "lists", "nuggets")
    assert "Answer 1" in " ".join(desks(person, front, 2))

    opened(person, mixed, assessor="Ana", desk=front)
    person.program.open_demo()
    person.wait(lambda: person.program.bridge is not None and person.session.path != mixed)
    came(person)
    desks(person, front, 3)

    opened(person, mixed, assessor="Ana", desk=front)
    person.press("Ctrl+J")
    QTest.keyClicks(QApplication.focusWidget(), "Ben")
    person.press("Return")
    assert person.session.catalog.assessors[person.session.assessor or 0].name == "Ben"
    desks(person, front, 4)


def test_the_organizer_finds_the_way_back_on_the_page(come: Come, tmp_path: Path) -> None:
    path = small_collection(tmp_path / "blind.jury")
    with closing(open_session(path, assessor="organiser")) as session:
        session.execute(SetFact("mode", "judging"))
    person = come(path)
    words = " ".join(painted_words(person.window))
    assert "Who is judging?" in words
    assert "If you are the organizer, choose Campaign" in words
    assert "I organize this collection" in words


def test_nothing_of_a_desk_thrown_away_can_be_done(come: Come, tmp_path: Path) -> None:
    mixed = series_collection(tmp_path / "mixed.jury")
    person = come(mixed, assessor="Ana", desk="lists")
    registry = person.window.registry
    assert registry.action("lists.mark").isEnabled()
    opened(person, small_collection(tmp_path / "plain.jury"))
    assert not registry.action("lists.mark").isEnabled()
    assert not registry.possible("lists.mark")
    assert not registry.trigger("lists.mark")
