"""Somebody who walks a path with keys alone or with the mouse alone, and counts presses and clicks.

`XWalker` does it with those of an X server, in the real program; `QuickWalker` off screen, with QTest.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Literal

from patience import looks
from person import Person
from PySide6.QtWidgets import QApplication, QFileDialog
from spots import Spot, places_of
from x_person import Shown, XPerson
from x_window import shown

Way = Literal["keys", "mouse"]
TYPES, PICKS = "= ", "> "
"""Before words to type, and before the name of a file to choose in a dialog: neither counts."""


class Walker(ABC):
    """Does steps and counts them. A step of keys is a key; one of the mouse is the name of what is clicked.

    Both may type words or choose a file, which are the same for either hand.
    """

    def __init__(self, way: Way, folder: Path) -> None:
        self.way, self.folder = way, folder
        self.count = 0
        self.remembered: object = None

    def do(self, step: "str | Spot") -> None:
        """Do a step, and wait until all that follows from it is done and shown."""
        if isinstance(step, str) and step.startswith(TYPES):
            self.type(step.removeprefix(TYPES))
        elif isinstance(step, str) and step.startswith(PICKS):
            self.pick(self.folder / step.removeprefix(PICKS))
        else:
            self.count += 1
            if self.way == "mouse":
                self.click(step if isinstance(step, Spot) else Spot(step))
            else:
                assert isinstance(step, str)
                self.press(step)

    @abstractmethod
    def press(self, key: str) -> None:
        """Press a key."""

    @abstractmethod
    def click(self, spot: Spot) -> None:
        """Click the first of what has a name and can be reached."""

    @abstractmethod
    def type(self, words: str) -> None:
        """Type into what has the keyboard."""

    @abstractmethod
    def pick(self, path: Path) -> None:
        """Choose a file or folder in the dialog that is open."""

    @abstractmethod
    def look(self) -> Shown:
        """Return what the window shows."""

    @abstractmethod
    def sees(self, name: str) -> bool:
        """Return whether something of that name can be seen, now or soon."""

    @abstractmethod
    def shows(self, name: str) -> bool:
        """Return whether something of that name can be clicked now."""

    @abstractmethod
    def wait(self, until: Callable[[], bool]) -> None:
        """Wait until something is done."""

    @abstractmethod
    def holds(self, done: Callable[["Walker"], bool], why: str) -> None:
        """Fail if something does not hold, now or soon."""

    @property
    def path(self) -> Path:
        """The collection that is open."""
        return Path(self.look()["path"])


class XWalker(Walker):
    """The hands of a person at an X server."""

    def __init__(self, person: XPerson, way: Way, folder: Path) -> None:
        super().__init__(way, folder)
        self.person = person

    def press(self, key: str) -> None:
        """Press a key and wait until it is heard."""
        before = _heard(self.look())
        self.person.press(key)
        self.person.see(lambda s: _heard(s) > before, f"{key} heard")
        self._rest(key)

    def click(self, spot: Spot) -> None:
        """Click where the program says it is."""
        before = self.look()["clicks"]
        self.person.screen.click(*self._found(spot))
        self.person.see(lambda s: s["clicks"] > before, f"{spot} clicked")
        self._rest(spot.name)

    def type(self, words: str) -> None:
        """Type, and wait until it can be read."""
        before = self.look()["typed"]
        self.person.type(words)
        self.person.see(lambda s: s["typed"] != before and s["typed"].endswith(words), f"{words} typed")
        self._rest(words)

    def pick(self, path: Path) -> None:
        """Type a path into the dialog."""
        title = self.person.see(lambda s: bool(s["dialog"]), "a dialog")["dialog"]
        self.person.pick(title, path)
        self._rest(str(path))

    def look(self) -> Shown:
        """Look without waiting."""
        return self.person.look()

    def sees(self, name: str) -> bool:
        """Look for it for as long as it takes to be there."""
        return bool(self._found(Spot(name)))

    def shows(self, name: str) -> bool:
        """Ask the program."""
        return bool(self.person.spots(Spot(name)))

    def holds(self, done: Callable[[Walker], bool], why: str) -> None:
        """Look again and again: what follows from the last key may still be on its way."""
        self.person.see(lambda _shown: done(self), why)

    def wait(self, until: Callable[[], bool]) -> None:
        """Look again and again."""
        self.person.see(lambda _shown: until())
        self._rest("waiting")

    def _found(self, spot: Spot) -> tuple[int, int]:
        for _ in looks():
            if found := self.person.spots(spot):
                return found[0]
        raise AssertionError(f"never seen: {spot}; shown: {self.look()}")

    def _rest(self, what: str) -> None:
        self.person.see(lambda s: s.get("settled", True), f"at rest after {what}")


def _heard(shown: Shown) -> int:
    """Return how many keys and actions there were; of a key that is a shortcut the window hears no press."""
    return int(shown["keys"]) + len(shown.get("done", ()))


class QuickWalker(Walker):
    """The hands of a person at a window off screen."""

    def __init__(self, person: Person, way: Way, folder: Path) -> None:
        super().__init__(way, folder)
        self.person = person

    def press(self, key: str) -> None:
        """Press a key."""
        self.person.press(key)

    def click(self, spot: Spot) -> None:
        """Click the widget at the place."""
        self.person.click(*spot)

    def type(self, words: str) -> None:
        """Type into what has the keyboard."""
        self.person.type(words)

    def pick(self, path: Path) -> None:
        """Let the dialog say that this was chosen."""
        self.person.wait(lambda: bool(list(_dialogs())))
        dialog = next(_dialogs())
        dialog.fileSelected.emit(str(path))
        dialog.reject()
        self.person.window.activateWindow()
        self.person.wait(self.person.window.isActiveWindow)
        self.person.settle()

    def look(self) -> Shown:
        """Look without waiting."""
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        return shown(app, self.person.program)

    def sees(self, name: str) -> bool:
        """Look for it for as long as it takes to be there."""
        return bool(self.person.place_of(Spot(name)))

    def shows(self, name: str) -> bool:
        """Look at the widgets."""
        return bool(places_of(Spot(name)))

    def holds(self, done: Callable[[Walker], bool], why: str) -> None:
        """Ask once: everything has settled."""
        assert done(self), f"{why}: {self.look()}"

    def wait(self, until: Callable[[], bool]) -> None:
        """Let the window work meanwhile."""
        self.person.wait(until)
        self.person.settle()


def _dialogs() -> Iterator[QFileDialog]:
    return (one for one in QApplication.topLevelWidgets() if isinstance(one, QFileDialog) and one.isVisible())
