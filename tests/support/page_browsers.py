"""Chromium and Firefox with an assessor's page from a file: real keys, loading again, and ends without warning."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

import pytest
from chromium import CHROMIUM, Browser
from firefox import FIREFOX, Firefox
from patience import looks, until

if TYPE_CHECKING:
    from pathlib import Path

DESKTOP, PHONE = (1280, 800), (390, 844)
_NAMED = {"\b": ("Backspace", 8, "\ue003"), "\r": ("Enter", 13, "\ue007"), "\x1b": ("Escape", 27, "\ue00c")}
_ARROWS = {"up": ("ArrowUp", 38, "\ue013"), "down": ("ArrowDown", 40, "\ue015")}
_KEYS = _NAMED | _ARROWS
_PLACES = {" ": "Space", "/": "Slash", "-": "Minus", ".": "Period"}


class PageBrowser:
    """A browser that shows one page from a file; its storage is in a folder and outlives it."""

    def __init__(self, kind: str, folder: Path, size: tuple[int, int] = DESKTOP) -> None:
        self.kind, self.folder, self.size = kind, folder, size
        self.downloads = folder / "downloads"
        self.downloads.mkdir(exist_ok=True)
        self.page: Any = None
        self._browser: Any = None
        self._address = ""
        self._start()

    def _start(self) -> None:
        home = self.folder / self.kind
        if self.kind == "firefox":
            self.page = self._browser = Firefox(home, self.downloads, *self.size)
            return
        self._browser = Browser(home)
        self.page = self._browser.new_page(*self.size, ratio=1, mobile=self.size == PHONE, kept=True)
        self._browser.call(
            "Browser.setDownloadBehavior", behavior="allow", downloadPath=str(self.downloads), eventsEnabled=False
        )

    def another(self) -> Any:
        """Return another window of Chromium with the same storage."""
        return self._browser.new_page(*self.size, ratio=1, mobile=self.size == PHONE, kept=True)

    def open(self, file: Path) -> None:
        """Show a page and wait until it asks something or has ended."""
        self._address = file.as_uri()
        self.page.open(self._address)
        self.until("!!document.getElementById('question')")

    def reload(self) -> None:
        """Load the page again."""
        if self.kind == "firefox":
            self.page.open(self._address)
        else:
            self.page.open()
        self.until("!!document.getElementById('question')")

    def kill(self) -> None:
        """End the browser without warning."""
        self._browser.kill()

    def kill_and_start(self) -> None:
        """End the browser without warning, start it again, and show the page."""
        self.kill()
        self._start()
        self.page.open(self._address)
        self.until("!!document.getElementById('question')")

    def value(self, script: str) -> Any:
        """Return what an expression is in the page."""
        return self.page.value(script)

    def until(self, script: str) -> None:
        """Wait until an expression holds in the page."""
        pause = threading.Event()
        for look in looks():
            if self.value(script):
                return
            pause.wait(max(look, 0.01))
        raise TimeoutError(f"{script} did not come true: {self.value('document.body.innerText')}")

    def press(self, key: str, *, control: bool = False, place: str = "") -> None:
        """Press a real key by the sign on it; `place`: another place of the key than that of the sign."""
        if self.kind == "firefox":
            self.page.press(_KEYS[key][2] if key in _KEYS else key, control=control)
            return
        name, code, text = (
            (*_KEYS[key][:2], "\r" if key == "\r" else "") if key in _KEYS else (key, ord(key.upper()), key)
        )
        place = place or _PLACES.get(
            key, f"Digit{key}" if key.isdigit() else f"Key{key.upper()}" if key.isalpha() else ""
        )
        more = {"modifiers": 2} if control else {"text": text} if text else {}
        for kind in ("keyDown", "keyUp"):
            self.page.call(
                "Input.dispatchKeyEvent", type=kind, key=name, code=place, windowsVirtualKeyCode=code, **more
            )

    def judge(self, *keys: str) -> None:
        """Press keys, the first as soon as the page takes labels for what it shows."""
        self.until("document.getElementById('page').hasAttribute('data-awake')")
        for key in keys:
            self.press(key)

    @property
    def kept(self) -> int:
        """How many labels the page says are kept."""
        return int(self.value("document.getElementById('page').getAttribute('data-kept')"))

    def text(self, name: str) -> str:
        """Return the text of an element by its id."""
        found: str = self.value(f"(document.getElementById({name!r}) || {{textContent: ''}}).textContent")
        return found

    def save(self, target: Path) -> Path:
        """Return the labels with Ctrl+S; move the file to a path."""
        before = set(self.downloads.iterdir())
        self.press("s", control=True)
        until(lambda: self._arrived(before) is not None)
        found = self._arrived(before)
        assert found is not None
        found.rename(target)
        return target

    def _arrived(self, before: set[Path]) -> Path | None:
        found = [path for path in self.downloads.iterdir() if path not in before and ".jury-labels" in path.name]
        if len(found) != 1 or found[0].name.endswith((".part", ".crdownload")):
            return None
        whole = found[0].read_bytes()
        return found[0] if whole.endswith(b"\n") else None


def _place_of(key: str) -> str:
    if key.isdigit():
        return f"Digit{key}"
    return f"Key{key.upper()}" if len(key) == 1 and key.isalpha() else _PLACES.get(key, "")


BROWSERS = [
    pytest.param("chromium", marks=pytest.mark.skipif(not CHROMIUM, reason="Chromium is not installed")),
    pytest.param("firefox", marks=pytest.mark.skipif(not FIREFOX, reason="Firefox is not installed")),
]
