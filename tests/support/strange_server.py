"""A server that is not the hub: asks for a password in one of PostgreSQL's ways, and notes what it was answered."""

import socket
import threading
from contextlib import suppress
from typing import Literal, Self

_SIZE = 16_384
_ASKS = {
    "clear": (3).to_bytes(4, "big"),
    "md5": (5).to_bytes(4, "big") + b"salt",
    "scram": (10).to_bytes(4, "big") + b"SCRAM-SHA-256\0\0",
    "nothing": (0).to_bytes(4, "big"),
}


class StrangeServer:
    """Listens on a port of its own; in the end it refuses with an error `code` and `words`.

    `met`: connections that were made; `answers`: what was sent in answer to the request for a password.
    """

    def __init__(
        self, asks: Literal["clear", "md5", "scram", "nothing"] = "clear", code: str = "28P01", words: str = "no"
    ) -> None:
        self.asks = asks
        self.met = 0
        self.answers: list[bytes] = []
        fields = [("S", "FATAL"), ("V", "FATAL"), ("C", code), ("M", words)]
        self._refusal = b"".join(name.encode() + text.encode() + b"\0" for name, text in fields) + b"\0"
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listening.getsockname()[1])
        self._thread = threading.Thread(target=self._accept, daemon=True)
        self._thread.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Stop for good."""
        with suppress(OSError):
            self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()
        self._thread.join(5)

    def _accept(self) -> None:
        while True:
            try:
                arrived, _ = self._listening.accept()
            except OSError:
                return
            self.met += 1
            with suppress(OSError), arrived:
                arrived.settimeout(10)
                self._meet(arrived)

    def _meet(self, arrived: socket.socket) -> None:
        while arrived.recv(_SIZE)[4:6] == b"\x04\xd2":  # a request for encryption
            arrived.sendall(b"N")
        _send(arrived, b"R", _ASKS[self.asks])
        if self.asks != "nothing":
            answer = arrived.recv(_SIZE)
            if not answer:
                return
            self.answers.append(answer)
        _send(arrived, b"E", self._refusal)


def _send(arrived: socket.socket, kind: bytes, body: bytes) -> None:
    arrived.sendall(kind + (len(body) + 4).to_bytes(4, "big") + body)
