"""Real keys and real pixels of an X display, through the X libraries: for the benchmark of a key."""

import ctypes
import ctypes.util
import time

_ZPIXMAP = 2


class Screen:
    """Sends keys through the X test extension and reads single pixels of the root window."""

    def __init__(self, display: str) -> None:
        self._x = ctypes.CDLL(ctypes.util.find_library("X11"))
        self._test = ctypes.CDLL(ctypes.util.find_library("Xtst"))
        self._x.XOpenDisplay.restype = ctypes.c_void_p
        self._x.XGetImage.restype = ctypes.c_void_p
        self._x.XGetPixel.restype = ctypes.c_ulong
        self._x.XDefaultRootWindow.restype = ctypes.c_ulong
        self._x.XStringToKeysym.restype = ctypes.c_ulong
        self._display = ctypes.c_void_p(self._x.XOpenDisplay(display.encode()))
        if not self._display.value:
            raise OSError(f"no X display {display}")
        self._root = self._x.XDefaultRootWindow(self._display)

    def press(self, name: str) -> None:
        """Press and release a key."""
        code = self._x.XKeysymToKeycode(self._display, ctypes.c_ulong(self._x.XStringToKeysym(name.encode())))
        for down in (1, 0):
            self._test.XTestFakeKeyEvent(self._display, code, down, 0)
        self._x.XFlush(self._display)

    def pixel(self, x: int, y: int) -> int:
        """Return the color of a pixel."""
        image = ctypes.c_void_p(
            self._x.XGetImage(
                self._display, ctypes.c_ulong(self._root), x, y, 1, 1, ctypes.c_ulong(0xFFFFFF), _ZPIXMAP
            )
        )
        value = int(self._x.XGetPixel(image, 0, 0))
        self._x.XDestroyImage(image)
        return value

    def seconds_until_changed(self, x: int, y: int, key: str, *, patience: float = 2.0) -> float:
        """Press a key and return the seconds until a pixel has another color."""
        before = self.pixel(x, y)
        started = time.perf_counter()
        self.press(key)
        while self.pixel(x, y) == before:
            if time.perf_counter() - started > patience:
                raise TimeoutError(f"the pixel at {x}, {y} stays as it was")
        return time.perf_counter() - started
