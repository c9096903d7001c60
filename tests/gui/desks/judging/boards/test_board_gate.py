"""A key that was pressed before the answer was on the screen says nothing of it, at the boards too."""

from collections.abc import Callable
from pathlib import Path

import pytest
from demo_file import demo_file
from person import Person
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication
from sweeps import swept

from jurybox_gui.actions.gate import monotonic_ms

Come = Callable[..., Person]


def answers_of_kind(person: Person, kind: str) -> list[int]:
    """Return the first answer that the person has not called right of each of their questions of a kind."""
    catalog = person.session.catalog
    mine = catalog.assigned_to(person.session.assessor)  # type: ignore[arg-type]
    asked = [at for at, one in enumerate(catalog.questions) if one.kind == kind and mine[catalog.answers_of(at)].any()]
    found = [[one for one in catalog.answers_of(at).tolist() if not is_right(person, one)] for at in asked]
    return [answers[0] for answers in found if answers]


def is_right(person: Person, answer: int) -> bool:
    """Return whether the person has called an answer correct."""
    return person.session.content_of(answer).label == "correct"


def send(key: Qt.Key, stamp: int) -> None:
    """Press a key now that is stamped so."""
    event = QKeyEvent(QEvent.Type.KeyPress, key, Qt.KeyboardModifier.NoModifier, chr(key).lower())
    event.setTimestamp(stamp)
    QApplication.sendEvent(QApplication.focusWidget(), event)


@pytest.mark.parametrize(("kind", "key"), [("other", Qt.Key.Key_Y), *swept([("list", Qt.Key.Key_1)])])
def test_a_key_from_before_the_painting_says_nothing(come: Come, tmp_path: Path, kind: str, key: Qt.Key) -> None:
    person = come(demo_file(tmp_path / "box.jury", "series"), assessor="Elif Kaya")
    first, second = answers_of_kind(person, kind)[:2]
    person.program.bridge.goto(first)
    person.settle()
    ledger = person.session.ledger
    entries = len(ledger)

    person.program.bridge.goto(second)
    send(key, 0)  # before anything is painted, whatever the stamp says
    early = int(monotonic_ms())
    assert len(ledger) == entries
    person.settle()
    send(key, early - 40)
    assert len(ledger) == entries
    send(key, int(monotonic_ms()) + 2)
    person.settle()
    assert len(ledger) == entries + 1
