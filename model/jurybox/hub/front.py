"""Encryption in front of a server without it: data arriving by TLS is forwarded inside this machine.

The PostgreSQL that comes as a Python package is built without TLS. A connection begins as the protocol
defines (a request for TLS, or TLS at once); an unencrypted one is closed before any of it is forwarded.
"""

import socket
import ssl
import threading
from contextlib import suppress
from pathlib import Path

_REQUEST = bytes((0, 0, 0, 8, 4, 210, 22, 47))
_GSS_REQUEST = bytes((0, 0, 0, 8, 4, 210, 22, 48))
_TLS_BEGINS = 22
_SIZE = 65_536
_HANDSHAKE_SECONDS = 15
_FULL_SECONDS = 0.1
"""How long it waits before it accepts again, where no descriptor or thread is left."""


class Front:
    """Listens on one address with TLS, and hands on to a port of this machine, until closed."""

    def __init__(self, host: str, port: int, inner: int, certificate: Path, key: Path) -> None:
        self._inner = inner
        self._context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self._context.minimum_version = ssl.TLSVersion.TLSv1_2
        self._context.load_cert_chain(certificate, key)
        self._context.set_alpn_protocols(["postgresql"])
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        self._listening = socket.create_server((host, port), family=family, backlog=128)
        self.port = int(self._listening.getsockname()[1])
        self._closed = threading.Event()
        self._thread = threading.Thread(target=self._accept, name="hub-front", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Accept nothing more; what is open ends with the server behind."""
        self._closed.set()
        with suppress(OSError):
            self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()
        self._thread.join(5)

    def _accept(self) -> None:
        while not self._closed.is_set():
            try:
                arrived, _ = self._listening.accept()
            except OSError:
                self._closed.wait(_FULL_SECONDS)
                continue
            try:
                threading.Thread(target=self._serve, args=(arrived,), name="hub-client", daemon=True).start()
            except RuntimeError:
                arrived.close()
                self._closed.wait(_FULL_SECONDS)

    def _serve(self, arrived: socket.socket) -> None:
        with suppress(OSError), arrived:
            arrived.settimeout(_HANDSHAKE_SECONDS)
            if not _asks_for_tls(arrived):
                return
            with (
                self._context.wrap_socket(arrived, server_side=True) as outer,
                socket.create_connection(("127.0.0.1", self._inner)) as inner,
            ):
                for end in (outer, inner):
                    end.settimeout(None)
                    end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                    end.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
                back = threading.Thread(target=_hand_on, args=(inner, outer), name="hub-back", daemon=True)
                back.start()
                _hand_on(outer, inner)
                back.join()


def _asks_for_tls(arrived: socket.socket) -> bool:
    """Answer the request for TLS; return False for anything that would continue unencrypted."""
    while True:
        first = arrived.recv(1, socket.MSG_PEEK)
        if first and first[0] == _TLS_BEGINS:
            return True
        request = arrived.recv(8, socket.MSG_WAITALL)
        if request == _REQUEST:
            arrived.sendall(b"S")
            return True
        if request != _GSS_REQUEST:
            return False
        arrived.sendall(b"N")


def _hand_on(source: socket.socket, target: socket.socket) -> None:
    """Hand on what arrives until one side ends, then let the other side know."""
    with suppress(OSError):
        while data := source.recv(_SIZE):
            target.sendall(data)
    for end in (source, target):
        with suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)
