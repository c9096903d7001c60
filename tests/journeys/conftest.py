"""People at the real program."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from demo_file import demo_file
from person import Person
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot


@pytest.fixture
def demo(tmp_path: Path) -> Path:
    """A copy of the bundled demo."""
    return demo_file(tmp_path / "demo.jury")


@pytest.fixture
def come(qtbot: QtBot, qapp: QApplication, home: Path) -> Iterator[Callable[..., Person]]:
    """Return a function that lets somebody open a collection; all windows are closed afterwards."""
    people: list[Person] = []

    def come(path: Path | None = None, **how: Any) -> Person:
        people.append(Person(qtbot, qapp, home, path, **how))
        return people[-1]

    yield come
    for person in people:
        if person.program.windows:
            person.close()
