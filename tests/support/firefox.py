"""Firefox without a window, spoken to through its Marionette protocol. Standard library only."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
from itertools import count
from typing import TYPE_CHECKING, Any

from patience import PATIENCE, until

if TYPE_CHECKING:
    from pathlib import Path

FIREFOX = next((path for name in ("firefox-esr", "firefox") if (path := shutil.which(name))), "")

_PREFERENCES = {
    "marionette.port": 0,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.homepage_override.mstone": "ignore",
    "browser.download.folderList": 2,
    "browser.download.useDownloadDir": True,
    "browser.download.always_ask_before_handling_new_types": False,
    "browser.helperApps.neverAsk.saveToDisk": "application/octet-stream",
    "datareporting.policy.dataSubmissionEnabled": False,
    "app.update.disabledForTesting": True,
    "toolkit.startup.max_resumed_crashes": -1,
}


class Firefox:
    """One browser process with one page, whose storage is in `home`."""

    def __init__(self, home: Path, downloads: Path, width: int = 1280, height: int = 800) -> None:
        home.mkdir(exist_ok=True)
        chosen = {**_PREFERENCES, "browser.download.dir": str(downloads)}
        lines = (f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in chosen.items())
        (home / "user.js").write_text("".join(lines))
        port = home / "MarionetteActivePort"
        port.unlink(missing_ok=True)
        self.process = subprocess.Popen(
            [FIREFOX, "--headless", "--marionette", "--no-remote", "--profile", str(home)],
            env=os.environ | {"MOZ_CRASHREPORTER_DISABLE": "1", "HOME": str(home)},
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
        )  # fmt: skip
        until(lambda: port.is_file() and bool(port.read_text().strip()))
        self._socket = socket.create_connection(("127.0.0.1", int(port.read_text())), PATIENCE)
        self._data = b""
        self._numbers = count(1)
        self._message()
        self.call("WebDriver:NewSession", capabilities={"alwaysMatch": {"unhandledPromptBehavior": "accept"}})
        self.call("WebDriver:SetWindowRect", width=width, height=height)

    def _message(self) -> Any:
        while b":" not in self._data:
            self._data += self._more()
        length, _, rest = self._data.partition(b":")
        while len(rest) < int(length):
            rest += self._more()
        self._data = rest[int(length) :]
        return json.loads(rest[: int(length)])

    def _more(self) -> bytes:
        part = self._socket.recv(1 << 16)
        if not part:
            raise ConnectionError("Firefox has ended")
        return part

    def call(self, method: str, **parameters: Any) -> Any:
        """Call a method of the protocol and return its result."""
        data = json.dumps([0, next(self._numbers), method, parameters]).encode()
        self._socket.sendall(b"%d:%b" % (len(data), data))
        _, _, error, result = self._message()
        if error:
            raise RuntimeError(f"{method}: {error['message']}")
        return result

    def open(self, url: str) -> None:
        """Go to an address and wait until its document is there."""
        self.call("WebDriver:Navigate", url=url)

    def value(self, script: str) -> Any:
        """Return what an expression is in the page."""
        return self.call("WebDriver:ExecuteScript", script=f"return {script};", args=[], sandbox="default")["value"]

    def press(self, sign: str, *, control: bool = False) -> None:
        """Press the key of a sign, or one that WebDriver names by a sign of its own."""
        keys = (["\ue009"] if control else []) + [sign]
        actions = [{"type": "keyDown", "value": key} for key in keys]
        actions += [{"type": "keyUp", "value": key} for key in reversed(keys)]
        self.call("WebDriver:PerformActions", actions=[{"type": "key", "id": "keys", "actions": actions}])

    def kill(self) -> None:
        """End the browser as a crash does, with nothing saved."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(PATIENCE)
        self._socket.close()
