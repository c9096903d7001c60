"""Real keys and real pixels of an X server: servers of their own, the X test extension, the X libraries."""

import ctypes
import ctypes.util
import os
import shutil
import subprocess
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

_ZPIXMAP = 2
_CORE_KEYBOARD = 0x100
_NAMES = {"Ctrl": "Control_L", "Shift": "Shift_L", "Alt": "Alt_L", "Enter": "Return", "Esc": "Escape"}
_PLACES = "1234567890qwertyuiopasdfghjklzxcvbnm"
_DISPLAYS = range(60, 80)


class _ImageHead(ctypes.Structure):
    _fields_ = (
        ("width", ctypes.c_int),
        ("height", ctypes.c_int),
        ("offset", ctypes.c_int),
        ("format", ctypes.c_int),
        ("data", ctypes.c_void_p),
    )


class Screen:
    """Sends keys through the X test extension and reads single pixels of the root window.

    `pressed` counts the keys pressed, modifiers left out. `place` is the key code of a digit or letter by
    where it is on a US keyboard, whatever is printed there now.
    """

    def __init__(self, display: str) -> None:
        self._x = ctypes.CDLL(ctypes.util.find_library("X11"))
        self._test = ctypes.CDLL(ctypes.util.find_library("Xtst"))
        for name, returned in (
            ("XOpenDisplay", ctypes.c_void_p),
            ("XGetImage", ctypes.c_void_p),
            ("XGetPixel", ctypes.c_ulong),
            ("XDefaultRootWindow", ctypes.c_ulong),
            ("XStringToKeysym", ctypes.c_ulong),
            ("XkbKeycodeToKeysym", ctypes.c_ulong),
        ):
            getattr(self._x, name).restype = returned
        self._name = display
        self.pressed = 0
        self._open()
        self.place = {sign: self._code(ord(sign)) for sign in _PLACES}

    def _open(self) -> None:
        self._display = ctypes.c_void_p(self._x.XOpenDisplay(self._name.encode()))
        if not self._display.value:
            raise OSError(f"no X display {self._name}")
        self._root = self._x.XDefaultRootWindow(self._display)

    # Keys

    def press(self, name: str) -> None:
        """Press and release a key as it is printed: `a`, `A`, `?`, `Ctrl+Shift+Z`, `Return`, `Page_Down`."""
        head, _, last = name[:-1].rpartition("+")
        last += name[-1]
        if len(last) == 1:
            last = last.lower() if head else last
        shifted, code = self._find(_NAMES.get(last, last))
        held = [*filter(None, head.split("+")), *(("Shift",) if shifted and "Shift" not in head else ())]
        self.strike(code, [self._find(_NAMES[one])[1] for one in held])

    def type(self, words: str) -> None:
        """Type Latin letters, digits and signs."""
        for sign in words:
            self.press(sign)

    def strike(self, code: int, held: Iterable[int] = ()) -> None:
        """Press and release the key of a code, with others held down around it."""
        held = list(held)
        self.send(*((one, True) for one in (*held, code)), *((one, False) for one in (code, *held[::-1])))
        self.pressed += 1

    def send(self, *events: tuple[int, bool]) -> None:
        """Send keys by their codes down (True) or up."""
        for code, down in events:
            self._test.XTestFakeKeyEvent(self._display, code, int(down), 0)
        self._x.XSync(self._display, 0)

    def hold(self, code: int, seconds: float) -> None:
        """Hold a key down; the server repeats it."""
        self.send((code, True))
        time.sleep(seconds)
        self.send((code, False))
        self.pressed += 1

    def point(self, x: int, y: int) -> None:
        """Move the pointer to a pixel."""
        self._test.XTestFakeMotionEvent(self._display, -1, x, y, 0)
        self._x.XSync(self._display, 0)

    def click(self, x: int, y: int, button: int = 1) -> None:
        """Click a pixel: button 1 is the left one, 3 the right one."""
        self.point(x, y)
        for down in (1, 0):
            self._test.XTestFakeButtonEvent(self._display, button, down, 0)
        self._x.XSync(self._display, 0)

    def repeat_soon(self, delay_ms: int, interval_ms: int) -> None:
        """Let the server repeat keys held for longer than a delay, at an interval."""
        if not self._x.XkbSetAutoRepeatRate(self._display, _CORE_KEYBOARD, delay_ms, interval_ms):
            raise OSError("the X server has no XKB extension")
        self._x.XSync(self._display, 0)

    def use_layout(self, *words: str) -> None:
        """Use another keyboard layout: the words of `setxkbmap`, such as `fr`, or `jp`, `kana`."""
        subprocess.run(["setxkbmap", "-display", self._name, *words], check=True)
        self.close()  # a connection knows the layout that it first asked for
        self._open()

    def _code(self, keysym: int) -> int:
        return int(self._x.XKeysymToKeycode(self._display, ctypes.c_ulong(keysym)))

    def _find(self, name: str) -> tuple[bool, int]:
        """Return whether a sign or named key needs Shift on the layout in use, and its code."""
        keysym = ord(name) if len(name) == 1 else int(self._x.XStringToKeysym(name.encode()))
        code = self._code(keysym)
        for level in (0, 1):
            if code and self._x.XkbKeycodeToKeysym(self._display, code, 0, level) == keysym:
                return bool(level), code
        raise LookupError(f"no key for {name!r} on this layout")

    # Pixels

    def pixel(self, x: int, y: int) -> int:
        """Return the color of a pixel."""
        image = ctypes.c_void_p(
            self._x.XGetImage(self._display, ctypes.c_ulong(self._root), x, y, 1, 1, ctypes.c_ulong(0xFFFFFF), _ZPIXMAP)
        )
        value = int(self._x.XGetPixel(image, 0, 0))
        self._x.XDestroyImage(image)
        return value

    def frame(self) -> tuple[int, int, bytes]:
        """Return width, height and pixels of the root window: four bytes each, blue, green, red, nothing."""
        screen = self._x.XDefaultScreen(self._display)
        wide = self._x.XDisplayWidth(self._display, screen)
        tall = self._x.XDisplayHeight(self._display, screen)
        image = ctypes.c_void_p(
            self._x.XGetImage(
                self._display, ctypes.c_ulong(self._root), 0, 0, wide, tall, ctypes.c_ulong(0xFFFFFF), _ZPIXMAP
            )
        )
        # The head of an XImage: width, height, offset, format, then the place of the pixels.
        head = ctypes.cast(image, ctypes.POINTER(_ImageHead)).contents
        pixels = ctypes.string_at(head.data, 4 * wide * tall)
        self._x.XDestroyImage(image)
        return wide, tall, pixels

    def seconds_until_changed(self, x: int, y: int, key: str, *, patience: float = 2.0) -> float:
        """Press a key and return the seconds until a pixel has another color."""
        before = self.pixel(x, y)
        started = time.perf_counter()
        self.press(key)
        while self.pixel(x, y) == before:
            if time.perf_counter() - started > patience:
                raise TimeoutError(f"the pixel at {x}, {y} stays as it was")
        return time.perf_counter() - started

    def close(self) -> None:
        """Let go of the server; it must still be there."""
        self._x.XCloseDisplay(self._display)


def missing() -> str:
    """Return why no X server can be had here, empty if one can."""
    needed = {name: shutil.which(name) for name in ("Xvfb", "setxkbmap")}
    needed |= {f"lib{name}": ctypes.util.find_library(name) for name in ("X11", "Xtst")}
    absent = [name for name, found in needed.items() if not found]
    return f"needs {', '.join(absent)}" if absent else ""


@contextmanager
def x_server(size: str = "1400x900", *, managed: bool = True) -> Iterator[str]:
    """Start an X server on a free display and stop it at the end; yield the display's name.

    `managed` starts a window manager (openbox) where there is one, as windows of their own need it for
    the keyboard.
    """
    free = next(n for n in _DISPLAYS if not os.path.exists(f"/tmp/.X11-unix/X{n}"))
    name = f":{free}"
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    started = [subprocess.Popen(["Xvfb", name, "-screen", "0", f"{size}x24", "-noreset"], **quiet)]
    try:
        _wait_for(name)
        if managed and shutil.which("openbox"):
            started.append(subprocess.Popen(["openbox", "--sm-disable"], **quiet, env=os.environ | {"DISPLAY": name}))
        yield name
    finally:
        for one in reversed(started):
            one.terminate()
            one.wait()


def _wait_for(name: str) -> None:
    x = ctypes.CDLL(ctypes.util.find_library("X11"))
    x.XOpenDisplay.restype = ctypes.c_void_p
    for _ in range(200):
        found = x.XOpenDisplay(name.encode())
        if found:
            x.XCloseDisplay(ctypes.c_void_p(found))
            return
        time.sleep(0.05)
    raise OSError(f"the X server {name} does not start")
