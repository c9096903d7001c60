"""A person at the real program on an X server: presses real keys, and looks before each of them."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from patience import PATIENCE
from spots import Spot
from x_keys import Screen, missing, x_server

_WINDOW = Path(__file__).with_name("x_window.py")
_GLANCE = 0.004
_A_MOMENT, _TYPED = 0.5, 0.02

Shown = dict[str, Any]


class XPerson:
    """Somebody who starts `jurybox` with some words on a screen, and ends it by Ctrl+Q.

    `still` is the longest moment, in ms, for which the window did not move since `rested`.
    """

    def __init__(self, screen: Screen, display: str, *words: object, **more: str) -> None:
        self.screen = screen
        self.still = 0.0
        self.process = subprocess.Popen(
            [sys.executable, "-X", "faulthandler", str(_WINDOW), *map(str, words)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ | {"DISPLAY": display, "QT_QPA_PLATFORM": "xcb"} | more,
        )

    def look(self) -> Shown:
        """Return what the window shows now."""
        shown = self._ask("?")
        self.still = max(self.still, shown["still"])
        return shown

    def where(self) -> Shown:
        """Return where on the screen things are that the pointer can open."""
        return self._ask("where")

    def spots(self, spot: Spot) -> list[tuple[int, int]]:
        """Return where on the screen something is that can be clicked."""
        return [(x, y) for x, y in self._ask(json.dumps(spot))["places"]]

    def _ask(self, words: str) -> Shown:
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(f"{words}\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        assert line, f"the program ended with {self.process.wait()}"
        shown: Shown = json.loads(line)
        return shown

    def see(self, what: Callable[[Shown], bool], why: str = "", *, patience: float = PATIENCE) -> Shown:
        """Look until something can be seen; fail with what is shown instead if it never is."""
        ends = time.monotonic() + patience
        while True:
            shown = self.look()
            if what(shown):
                return shown
            if time.monotonic() > ends:
                raise AssertionError(f"never seen: {why or what}; shown: {shown}")
            time.sleep(_GLANCE)

    def opened(self, desk: str = "judge") -> Shown:
        """Wait until a collection is open, checked and shown at a desk."""
        return self.see(
            lambda s: bool(s.get("path")) and s["writable"] and s["idle"] and s["desk"] == desk and _seen(s),
            f"a collection at {desk}",
        )

    def rested(self) -> float:
        """Return the longest still moment of a second in which nothing is pressed, and begin anew."""
        self.look()
        time.sleep(1)
        self.still = 0.0
        self.look()
        rest, self.still = self.still, 0.0
        return rest

    def press(self, *keys: str) -> None:
        """Press keys without looking."""
        for key in keys:
            self.screen.press(key)

    def strike(self, key: str) -> Shown:
        """Press a key, wait until it has reached the program, and return what is shown then.

        Again where it did not: a window that just came up may not have the keyboard of the server yet.
        """
        before = self.look()["keys"]
        for patience in (_A_MOMENT, PATIENCE):
            self.screen.press(key)
            try:
                return self.see(lambda s: s["keys"] > before + key.count("+"), f"{key} heard", patience=patience)
            except AssertionError as error:
                lost = error
        raise lost

    def type(self, words: str) -> None:
        """Type into whatever has the keyboard."""
        self.screen.type(words)

    def overlay(self, name: str = "") -> Shown:
        """Wait until something lies over the window, or for no name until nothing does."""
        return self.see(lambda s: s["overlay"] == name and not s["dialog"], f"overlay {name!r}")

    def pick(self, title: str, path: Path) -> None:
        """Type a path into the file dialog of a title, and take it; again where the dialog wrote over it.

        The dialog reads folders and completes names meanwhile, which people see and wait for; typed faster
        than hands can, it has been seen to close without an answer.
        """
        self.see(lambda s: title in s["dialog"] and s["focus"] == "QLineEdit", f"the dialog {title!r}")
        for _ in range(4):
            time.sleep(_A_MOMENT)
            self.press("Ctrl+A")
            for sign in str(path):
                self.type(sign)
                time.sleep(_TYPED)
            time.sleep(_A_MOMENT)
            if self.look()["typed"] == str(path):
                self.press("Return")
            ends = time.monotonic() + 4 * _A_MOMENT
            while time.monotonic() < ends:
                if title not in self.look()["dialog"]:  # closed, or another one follows
                    return
                time.sleep(_GLANCE)
        raise AssertionError(f"{title} stays open: {self.look()}")

    def leave(self) -> None:
        """End the program from the keyboard; it must end well."""
        self.see(lambda s: s.get("saved", True), "everything saved")
        self.press("Ctrl+Q")
        code = self.process.wait(PATIENCE)
        assert code == 0, f"the program ended with {code}"

    def end(self) -> None:
        """End the program, however it is."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate()


def _seen(shown: Shown) -> bool:
    return shown["desk"] != "judge" or shown["painted"] or shown["answer"] is None


Come = Callable[..., XPerson]


@pytest.fixture(scope="module")
def display() -> Iterator[str]:
    """An X server with a window manager."""
    if why := missing():
        pytest.skip(why)
    with x_server() as name:
        yield name


@pytest.fixture
def screen(display: str) -> Iterator[Screen]:
    """The keyboard of the X server, with the US layout."""
    made = Screen(display)
    made.use_layout("us")
    yield made
    made.use_layout("us")
    made.close()


@pytest.fixture
def x_come(screen: Screen, display: str, home: Path) -> Iterator[Come]:
    """Return a function that starts the program; what still runs at the end is ended."""
    people: list[XPerson] = []

    def come(*words: object, **more: str) -> XPerson:
        people.append(XPerson(screen, display, *words, **more))
        return people[-1]

    yield come
    for person in people:
        person.end()
