"""The server of the page: a thread of its own, on one address, from the invitation to the end of the stage.

It needs the extra `stage` (Starlette and uvicorn), imported when an audience is invited. No socket is open
before, and none after `stop`.

Each connection takes a descriptor of the process, and so does each file that saving opens. The server accepts only
as many connections as leave enough of them; whoever comes then waits in the queue of the system.
"""

from __future__ import annotations

import asyncio
import errno
import logging
import secrets
import socket
import sys
import threading
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from jurybox.errors import Refused
from jurybox.language import tr

if TYPE_CHECKING:
    from uvicorn.protocols.http.h11_impl import H11Protocol

    from jurybox.audience.votes import VoteBook

PORTS = (8080, 8000, 8888, 0)
"""Ports tried in turn: short ones first, which people may have to type; finally any free one."""
_SIGNS = "23456789abcdefghjkmnpqrstuvwxyz"
"""The characters of a token, without those that look like another."""
_TOKEN_LENGTH = 8
_HEADERS_WITHIN = 10.0
_LONGEST = 300.0
"""Seconds within which a connection must send its first request, and after which any connection is closed."""
_SPARE_CONNECTIONS = 6
"""Extra connections per address beyond two for each of its phones: browsers open some in advance."""
_MOST_CONNECTIONS, _KEPT_DESCRIPTORS = 1_200, 200
"""The most connections, and the descriptors that they leave to all else, such as saving."""
_FEWEST_CONNECTIONS = 16
_QUEUE = 1_024
"""Connections that the system holds while the room is full."""
_FULL_SECONDS = 0.25
"""Seconds until the next try where others in this process took the last descriptor."""
_LARGEST_HEAD = 8_192
_SWITCH = 0.0005
"""Python's thread switch interval in seconds: a tenth of the default, for steady frames."""
_START_SECONDS = 20.0
_STOP_SECONDS = 5.0
_LAST_ANSWERS = 0.1
"""Seconds that the last phones have to get their answer before the server stops."""

MISSING = tr(
    "Inviting an audience needs two more packages. Install them with: pip install "
    "'jurybox[stage]'. You can also enter a show of hands."
)


class AudienceServer:
    """Serves the page of a vote book at one address of this computer.

    `url`: the address that phones open. Raises Refused, with a remedy, if the packages are missing or the
    address cannot be used. It may be created and stopped on any thread.
    """

    def __init__(
        self, book: VoteBook, address: str, ports: Iterable[int] = PORTS, *, poll_seconds: float | None = None
    ) -> None:
        try:
            import uvicorn
            from uvicorn.protocols.http.h11_impl import H11Protocol  # noqa: F401 - what `Guarded` is made of

            from jurybox.audience.page import NAME, POLL_SECONDS, VotePage
        except ImportError as error:
            raise Refused(MISSING) from error
        self.book = book
        self._door = _Door(_most_connections(), 2 * book.limits.per_address + _SPARE_CONNECTIONS)
        self.token = "".join(secrets.choice(_SIGNS) for _ in range(_TOKEN_LENGTH))
        self._socket = _listen(address, ports)
        host = f"{address}:{self._socket.getsockname()[1]}"
        self.url = f"http://{host}/{NAME}/{self.token}"
        self._page = VotePage(
            book, self.token, host, poll_seconds=POLL_SECONDS if poll_seconds is None else poll_seconds
        )
        self._protocol = _guarded(self._door)
        config = uvicorn.Config(
            self._page.application(),
            http=self._protocol,
            ws="none",
            loop="asyncio",
            lifespan="off",
            interface="asgi3",
            log_config=None,
            log_level="critical",  # of uvicorn; for that of asyncio see `_WhileServing`
            access_log=False,
            proxy_headers=False,  # else anybody could claim another address
            server_header=False,
            date_header=False,
            h11_max_incomplete_event_size=_LARGEST_HEAD,
            timeout_graceful_shutdown=2,
        )
        self._server = uvicorn.Server(config)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._accepting: asyncio.Task[None] | None = None
        self._begun = threading.Event()
        self._thread = threading.Thread(target=self._run, name="audience", daemon=True)
        book.subscribe(self._news)
        self._thread.start()
        self._begun.wait(_START_SECONDS)

    @property
    def is_running(self) -> bool:
        """Whether phones can reach it."""
        return self._thread.is_alive()

    def stop(self) -> None:
        """Tell all phones that the vote is over, and stop listening."""
        self.book.end()
        loop = self._loop
        if loop is not None and self._thread.is_alive():
            loop.call_soon_threadsafe(self._leave)
        self._thread.join(_STOP_SECONDS)

    def _run(self) -> None:
        _WHILE_SERVING.begin()
        try:
            asyncio.run(self._serve())
        finally:
            self._begun.set()
            self._socket.close()
            _WHILE_SERVING.end()

    async def _serve(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._accepting = asyncio.create_task(self._accept())
        self._begun.set()
        await self._server.serve(sockets=[])

    async def _accept(self) -> None:
        """Accept one connection after the other, while there is room; asyncio's own server knows no limit."""
        protocol = partial(self._protocol, self._server.config, self._server.server_state, {})
        loop = asyncio.get_running_loop()
        while True:
            await self._door.has_room.wait()
            try:
                accepted, _ = await loop.sock_accept(self._socket)
            except OSError:  # whoever came is gone, or no descriptor is left
                await asyncio.sleep(_FULL_SECONDS)
                continue
            with suppress(OSError):
                await loop.connect_accepted_socket(protocol, accepted)

    def _news(self) -> None:
        loop = self._loop
        if loop is not None and not loop.is_closed():
            is_end = self.book.is_over
            loop.call_soon_threadsafe(partial(self._page.polls.wake, is_end=is_end))

    def _leave(self) -> None:
        """Stop when the waiting phones have been answered."""
        assert self._loop is not None  # noqa: S101 - called on that loop
        wait = self._page.polls.seconds_left() + _LAST_ANSWERS
        self._loop.call_later(wait, self._exit)

    def _exit(self) -> None:
        """Accept nobody any more, and let the server end."""
        if self._accepting is not None:
            self._accepting.cancel()
        self._server.should_exit = True


class _WhileServing:
    """What is otherwise while any server runs, and as before when none does.

    Threads change more often, and asyncio says nothing: else whoever opens and breaks connections fills the
    terminal of the demonstrator with tracebacks.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._servers = 0
        self._before = 0.0
        self._said = logging.NOTSET

    def begin(self) -> None:
        """Count one more server."""
        with self._lock:
            if not self._servers:
                self._before, self._said = sys.getswitchinterval(), _ASYNCIO.level
                sys.setswitchinterval(min(_SWITCH, self._before))
                _ASYNCIO.setLevel(logging.CRITICAL)
            self._servers += 1

    def end(self) -> None:
        """Count one server fewer."""
        with self._lock:
            self._servers -= 1
            if not self._servers:
                sys.setswitchinterval(self._before)
                _ASYNCIO.setLevel(self._said)


_ASYNCIO = logging.getLogger("asyncio")
_WHILE_SERVING = _WhileServing()


def _most_connections() -> int:
    """Return how many connections may be open at once; raise the process's limit of descriptors as far as needed.

    Refused where next to none would be left.
    """
    try:
        import resource
    except ImportError:  # on Windows connections and files have no limit in common
        return _MOST_CONNECTIONS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _MOST_CONNECTIONS + _KEPT_DESCRIPTORS
    if soft == resource.RLIM_INFINITY:
        return _MOST_CONNECTIONS
    if soft < wanted:
        raised = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, raised), hard))
            soft = max(soft, raised)
    most = min(_MOST_CONNECTIONS, soft - _KEPT_DESCRIPTORS)
    if most < _FEWEST_CONNECTIONS:
        raise Refused(
            tr(
                "Jurybox may open only {soft:,} files and connections at once here, too few for phones beside saving. "
                "Raise that limit (ulimit -n 2000) and start it again, or count hands.",
                soft=soft,
            )
        )
    return most


def _listen(address: str, ports: Iterable[int]) -> socket.socket:
    """Return a socket bound to one address of this computer, and to no other."""
    reason = tr("no port is free")
    for port in ports:
        made = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        try:
            made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            made.bind((address, port))
            made.listen(_QUEUE)
            made.settimeout(0)
        except OSError as error:
            made.close()
            reason = error.strerror or str(error)
            if error.errno == errno.EADDRNOTAVAIL:
                break
        else:
            return made
    raise Refused(
        tr(
            "The page for phones cannot be opened at {address}: {reason}. Choose another network.",
            address=address,
            reason=reason,
        )
    )


class _Door:
    """Counts the connections that are open, on the loop of the page's thread: of all, and of each address.

    `most`: of all; `per_address`: of one. `has_room` is set while another may come.
    """

    def __init__(self, most: int, per_address: int) -> None:
        self._most, self._per_address = most, per_address
        self._open_at: Counter[str] = Counter()
        self._open = 0
        self.has_room = asyncio.Event()
        self.has_room.set()

    def enter(self, address: str) -> bool:
        """Count a connection, unless its address has too many."""
        if self._open_at[address] >= self._per_address:
            return False
        self._open_at[address] += 1
        self._open += 1
        if self._open >= self._most:
            self.has_room.clear()
        return True

    def leave(self, address: str) -> None:
        """Count one connection fewer."""
        self._open_at[address] -= 1
        if not self._open_at[address]:
            del self._open_at[address]
        self._open -= 1
        self.has_room.set()


def _guarded(door: _Door) -> type[H11Protocol]:
    """Return the protocol of uvicorn with limits for connections: how many, and how slow."""
    from uvicorn.protocols.http.h11_impl import H11Protocol

    class Guarded(H11Protocol):
        """Closes connections beyond the limit of an address, and those without a request."""

        _counted: str | None = None

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            address = self.client[0] if self.client else ""
            if not door.enter(address):
                transport.abort()
                return
            self._counted = address
            self.loop.call_later(_HEADERS_WITHIN, self._close_if_silent)
            self.loop.call_later(_LONGEST, self._close)

        def connection_lost(self, exc: Exception | None) -> None:
            super().connection_lost(exc)
            if self._counted is not None:
                door.leave(self._counted)
                self._counted = None

        def _close_if_silent(self) -> None:
            # According to its type it is never None; until the first request it is.
            if getattr(self, "cycle", None) is None:
                self._close()

        def _close(self) -> None:
            if not self.transport.is_closing():
                self.transport.abort()

    return Guarded
