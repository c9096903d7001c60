"""A network that can be spoiled: hands on TCP connections, and cuts, delays, doubles or truncates them."""

import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress

_SIZE = 16_384


class FaultProxy:
    """Listens on a port of its own and hands on to another, spoiling what goes through as it is told."""

    def __init__(self, host: str, port: int, *, records: bool = False) -> None:
        self._target = (host, port)
        self._listening = socket.create_server(("127.0.0.1", 0), backlog=128)
        self.port = int(self._listening.getsockname()[1])
        self._lock = threading.Lock()
        self._open: set[socket.socket] = set()
        self._seconds = 0.0
        self._is_cut = False
        self._double_at = 0
        self._left: int | None = None
        self.bytes_through = 0
        self.passed: bytearray | None = bytearray() if records else None
        """What went through in both directions, if it `records`."""
        self._thread = threading.Thread(target=self._accept, daemon=True)
        self._thread.start()

    def cut(self) -> None:
        """End all connections, and accept none until mended."""
        with self._lock:
            self._is_cut = True
        self._end_all()

    def mend(self) -> None:
        """Let everything through again."""
        with self._lock:
            self._is_cut, self._seconds, self._double_at, self._left = False, 0.0, 0, None

    def delay(self, seconds: float) -> None:
        """Hand on every piece so many seconds later."""
        self._seconds = seconds

    def double(self, after: int = 0) -> None:
        """Hand on a piece to the server twice, as a broken network device might, after so many pieces."""
        with self._lock:
            self._double_at = after + 1

    def truncate(self, size: int) -> None:
        """Hand on so many bytes more, in both directions together, and then end all connections."""
        with self._lock:
            self._left = size

    def close(self) -> None:
        """Stop for good."""
        self.cut()
        with suppress(OSError):
            self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()
        self._thread.join(5)

    def _end_all(self) -> None:
        with self._lock:
            ends = list(self._open)
        for end in ends:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def _accept(self) -> None:
        while True:
            try:
                arrived, _ = self._listening.accept()
            except OSError:
                return
            if self._is_cut:
                arrived.close()
                continue
            threading.Thread(target=self._serve, args=(arrived,), daemon=True).start()

    def _serve(self, arrived: socket.socket) -> None:
        try:
            onward = socket.create_connection(self._target)
        except OSError:
            arrived.close()
            return
        with self._lock:
            self._open |= {arrived, onward}
        back = threading.Thread(target=self._hand_on, args=(onward, arrived, lambda: False), daemon=True)
        back.start()
        self._hand_on(arrived, onward, self._take_double)
        back.join()
        with self._lock:
            self._open -= {arrived, onward}
        arrived.close()
        onward.close()

    def _take_double(self) -> bool:
        with self._lock:
            self._double_at = max(0, self._double_at - 1) if self._double_at != 1 else -1
            doubles = self._double_at == -1
            self._double_at = max(0, self._double_at)
        return doubles

    def _hand_on(self, source: socket.socket, target: socket.socket, doubles: Callable[[], bool]) -> None:
        with suppress(OSError):
            while data := source.recv(_SIZE):
                if self._seconds:
                    time.sleep(self._seconds)
                data = self._within(data)
                target.sendall(data)
                if doubles():
                    target.sendall(data)
                if self._left == 0:
                    self._end_all()
                    break
        for end in (source, target):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def _within(self, data: bytes) -> bytes:
        with self._lock:
            if self._left is not None:
                data = data[: self._left]
                self._left -= len(data)
            self.bytes_through += len(data)
            if self.passed is not None:
                self.passed += data
        return data
