"""A dressed application for the pieces, in either theme."""

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtWidgets import QApplication

from jurybox_gui.theme.theme import Choice, Theme, theme


@pytest.fixture
def dressed(qapp: QApplication) -> Iterator[Callable[[Choice], Theme]]:
    """Return a function that dresses the application in a theme; light afterwards, as before."""

    def dress(choice: Choice) -> Theme:
        theme().choose(choice)
        theme().apply(qapp)
        return theme()

    dress("light")
    yield dress
    dress("light")
