"""A real browser without a window, spoken to through two pipes (DevTools protocol). Standard library only."""

from __future__ import annotations

import base64
import json
import os
import shutil
import subprocess
import sys
import threading
from contextlib import contextmanager, suppress
from itertools import count
from queue import Queue
from typing import TYPE_CHECKING, Any

from patience import PATIENCE, looks

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

CHROMIUM = next(
    (path for name in ("chromium", "chromium-browser", "google-chrome") if (path := shutil.which(name))), ""
)

# The browser reads commands from 3 and writes to 4; copies first, since the numbers may overlap.
_LAUNCHER = """
import os, sys
first, second = os.dup(int(sys.argv[1])), os.dup(int(sys.argv[2]))
first, second = (os.dup(first), os.dup(second)) if {first, second} & {3, 4} else (first, second)
first, second = (os.dup(first), os.dup(second)) if {first, second} & {3, 4} else (first, second)
os.dup2(first, 3)
os.dup2(second, 4)
os.execv(sys.argv[3], sys.argv[3:])
"""


class NavigatedError(RuntimeError):
    """The document was left while a script ran in it."""


class Browser:
    """One browser process; `new_page` opens a page of a phone of its own, with storage of its own."""

    def __init__(self, home: Path) -> None:
        to_browser, self._out = os.pipe()
        self._in, from_browser = os.pipe()

        flags = (
            "--headless --remote-debugging-pipe --no-sandbox --disable-gpu --disable-dev-shm-usage "
            "--no-first-run --disable-background-networking --disable-component-update --disable-sync"
        )
        self.process = subprocess.Popen(
            [sys.executable, "-c", _LAUNCHER, str(to_browser), str(from_browser), CHROMIUM, *flags.split(),
             f"--user-data-dir={home}"],
            pass_fds=(to_browser, from_browser), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        os.close(to_browser)
        os.close(from_browser)
        self._numbers = count(1)
        self._replies: dict[int, Queue[dict[str, Any]]] = {}
        self.events: list[dict[str, Any]] = []
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        data = b""
        while part := os.read(self._in, 1 << 16):
            *whole, data = (data + part).split(b"\0")
            for one in whole:
                message = json.loads(one)
                if "id" in message:
                    self._replies.pop(message["id"]).put(message)
                else:
                    self.events.append(message)
                    if message["method"] == "Page.javascriptDialogOpening":  # it asks before it is left: it is left
                        self._send("Page.handleJavaScriptDialog", message.get("sessionId", ""), {"accept": True})

    def call(self, method: str, session: str = "", **parameters: Any) -> dict[str, Any]:
        """Call a method of the protocol and return its result."""
        reply = self._send(method, session, parameters).get(timeout=PATIENCE)
        if "error" in reply:
            gone = "navigated" in reply["error"].get("message", "")
            raise (NavigatedError if gone else RuntimeError)(f"{method}: {reply['error']}")
        result: dict[str, Any] = reply["result"]
        return result

    def _send(self, method: str, session: str, parameters: dict[str, Any]) -> Queue[dict[str, Any]]:
        """Call a method of the protocol and return where its reply will be."""
        number = next(self._numbers)
        coming: Queue[dict[str, Any]] = Queue()
        self._replies[number] = coming
        message = {"id": number, "method": method, "params": parameters} | ({"sessionId": session} if session else {})
        os.write(self._out, json.dumps(message).encode() + b"\0")
        return coming

    def new_page(
        self,
        width: int,
        height: int,
        *,
        ratio: float = 2.0,
        dark: bool = False,
        mobile: bool = True,
        kept: bool = False,
    ) -> Page:
        """Return a page as large as a phone's screen; `kept`: with the storage of the browser's home."""
        context = {} if kept else {"browserContextId": self.call("Target.createBrowserContext")["browserContextId"]}
        target = self.call("Target.createTarget", url="about:blank", **context)["targetId"]
        session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        page = Page(self, session)
        for domain in ("Page", "Runtime", "Network", "Log"):
            page.call(f"{domain}.enable")
        page.call(
            "Emulation.setDeviceMetricsOverride",
            width=width, height=height, deviceScaleFactor=ratio, mobile=mobile,
        )  # fmt: skip
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        page.call("Emulation.setEmulatedMedia", features=[scheme])
        return page

    def kill(self) -> None:
        """End the browser as a crash does, with nothing saved."""
        self.process.kill()
        self.process.wait(PATIENCE)
        self._reader.join(PATIENCE)
        os.close(self._out)
        os.close(self._in)

    def close(self) -> None:
        """End the browser."""
        try:
            self.call("Browser.close")
        except (OSError, RuntimeError):
            self.process.terminate()
        self.process.wait(PATIENCE)
        self._reader.join(PATIENCE)
        os.close(self._out)
        os.close(self._in)


class Page:
    """One page of a browser."""

    def __init__(self, browser: Browser, session: str) -> None:
        self.browser, self.session = browser, session

    def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Call a method of the protocol for this page."""
        return self.browser.call(method, self.session, **parameters)

    def open(self, url: str = "") -> None:
        """Go to an address, or load the page again, and wait until its document is there."""
        self.value("window.isOld = true")
        if url:
            self.call("Page.navigate", url=url)
        else:
            self.call("Page.reload")
        self.until("!window.isOld && document.readyState === 'complete'")

    def value(self, script: str) -> Any:
        """Return what an expression is in the page."""
        found = self.call("Runtime.evaluate", expression=script, returnByValue=True)
        if "exceptionDetails" in found:
            raise RuntimeError(found["exceptionDetails"])
        return found["result"].get("value")

    def until(self, script: str) -> None:
        """Wait until an expression holds in the page."""
        pause = threading.Event()
        for look in looks():
            with suppress(NavigatedError):
                if self.value(script):
                    return
            pause.wait(max(look, 0.02))
        raise TimeoutError(f"{script} did not come true: {self.value('document.body.innerText')}")

    def text(self, name: str) -> str:
        """Return the text of an element by its id."""
        found: str = self.value(f"document.getElementById({name!r}).textContent")
        return found

    def press(self, key: str, code: int, text: str = "", place: str = "") -> None:
        """Press a key; `place`: where it is on the keyboard, such as KeyA."""
        more = ({"text": text} if text else {}) | ({"code": place} if place else {})
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key, windowsVirtualKeyCode=code, **more)

    def tap(self, script: str) -> None:
        """Tap in the middle of the element that an expression names."""
        self.value(f"({script}).scrollIntoView({{block: 'nearest'}})")
        x, y = self.value(
            f"(function (r) {{ return [r.left + r.width / 2, r.top + r.height / 2]; }}"
            f"(({script}).getBoundingClientRect()))"
        )
        for kind, points in (("touchStart", [{"x": x, "y": y}]), ("touchEnd", [])):
            self.call("Input.dispatchTouchEvent", type=kind, touchPoints=points)

    def offline(self, *, is_off: bool, rate: float = -1, latency: float = 0) -> None:
        """Take the network away, give it back, or make it slow: bytes a second, milliseconds."""
        self.call(
            "Network.emulateNetworkConditions",
            offline=is_off, latency=latency, downloadThroughput=rate, uploadThroughput=rate,
        )  # fmt: skip

    def picture(self, path: Path) -> None:
        """Write what is on the screen as PNG."""
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(base64.b64decode(self.call("Page.captureScreenshot")["data"]))

    @property
    def complaints(self) -> list[str]:
        """Errors of scripts, refusals of the policy and the like."""
        found = []
        for event in self.browser.events:
            if event.get("sessionId") != self.session:
                continue
            if event["method"] == "Runtime.exceptionThrown":
                found.append(json.dumps(event["params"]["exceptionDetails"]))
            elif event["method"] == "Log.entryAdded" and event["params"]["entry"]["level"] == "error":
                found.append(event["params"]["entry"]["text"])
        return found


@contextmanager
def browser(home: Path) -> Iterator[Browser]:
    """Start a browser and end it."""
    one = Browser(home)
    try:
        yield one
    finally:
        one.close()
