"""Three paths, off screen: with keys alone and with the mouse alone each task leads to what it is for."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import get_args

import pytest
from person import Person
from PySide6.QtGui import QAccessible
from walked_paths import PATHS, told, walk
from walker import QuickWalker, Way

from jurybox_gui.desks.start.page import StartPage

pytestmark = pytest.mark.sweep


@pytest.fixture(autouse=True)
def spoken() -> Iterator[None]:
    """Let lists tell of every change, as with a screen reader: things are found by what it says."""
    QAccessible.setActive(True)
    yield
    QAccessible.setActive(False)


@pytest.mark.parametrize("way", get_args(Way))
@pytest.mark.parametrize("name", PATHS)
def test_a_path_is_walked(come: Callable[..., Person], tmp_path: Path, name: str, way: Way) -> None:
    path, person = PATHS[name], come()
    assert person.window.findChildren(StartPage)
    walker = QuickWalker(person, way, tmp_path)
    if name != "newcomer":
        person.program.open_demo(path.demo)
        person.wait(lambda: person.program.bridge is not None)
        person.settle()
    print(told(name, way, walk(path, walker, slow=False)))
