"""Connections to a hub: encrypted, with a deadline for every step, and errors as one sentence."""

import errno
import logging
import re
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

from jurybox.errors import Refused
from jurybox.hub.address import Address
from jurybox.hub.errors import Ended, HubRefused, TooSlow, Unreachable
from jurybox.hub.known import WrongPassword, admitted
from jurybox.language import tr

if TYPE_CHECKING:
    import psycopg

    Connection = psycopg.Connection[tuple[Any, ...]]
else:
    Connection = Any

CONNECT_SECONDS = 10
STEP_SECONDS = 150.0
"""How long one step may take, such as sending one batch, before the connection counts as dead.

More than the 120 s after which the hub itself ends a statement of an assessor.
"""

_OLDEST_LIBPQ = 160_000
"""The first version that can be forbidden to send a password in clear."""

_OF_DISK = {errno.ENOSPC, errno.EROFS, errno.EDQUOT}
"""Errors of files here, which no network has."""

_WHERE = re.compile(r"^.*port \d+ failed: (FATAL:\s+)?|^failed to resolve host [^:]*: (\[Errno -?\d+\] )?")


def library() -> Any:  # noqa: ANN401 - a module that need not be installed
    """Return psycopg; refused with a sentence where it is not installed, or its libpq is too old to be safe."""
    try:
        import psycopg
    except ImportError as error:
        raise HubRefused(
            tr("A hub needs the library psycopg, which is not installed. Install it with: pip install 'jurybox[hub]'")
        ) from error
    version = psycopg.pq.version()
    if version < _OLDEST_LIBPQ:
        raise HubRefused(
            tr(
                "The library libpq here is version {version}; older than 16, it could send a password in clear text. "
                "Nothing was sent. Install a newer one with: pip install 'jurybox[hub]'",
                version=version // 10_000,
            )
        )
    # Its warnings on cut connections are suppressed: each is also raised as an error of its own.
    logging.getLogger("psycopg").addHandler(logging.NullHandler())
    return psycopg


@contextmanager
def connected(address: Address) -> "Iterator[Connection]":
    """Connect, and close at the end; raises Unreachable or HubRefused, also for what goes wrong inside."""
    with hub_errors(address):
        db = open_connection(address)
        try:
            yield db
        finally:
            with suppress(Exception):
                db.close()


def open_connection(address: Address) -> "Connection":
    """Open a connection in which every statement is a transaction unless one is begun.

    This is the only way to a hub: UnknownServer, and nothing is sent, unless this computer knows the server.
    """
    psycopg = library()
    with hub_errors(address):
        db: Connection = psycopg.connect(
            **admitted(address).parameters(),
            autocommit=True,
            connect_timeout=CONNECT_SECONDS,
            application_name="jurybox",
            keepalives=1,
            keepalives_idle=15,
            keepalives_interval=5,
            keepalives_count=3,
            tcp_user_timeout=30_000,
            client_encoding="utf8",
        )
        if db.info.server_version < 140_000:
            db.close()
            raise HubRefused(
                tr(
                    "The server at {host} is PostgreSQL {server_version}; a hub needs version 14 or later.",
                    host=address.host,
                    server_version=db.info.server_version // 10000,
                )
            )
        return db


@contextmanager
def deadline(db: "Connection", seconds: float = STEP_SECONDS) -> Iterator[None]:
    """Cut the connection if the work inside takes longer: a broken network gives no signal. Raises TooSlow then."""
    late = threading.Event()

    def end() -> None:
        late.set()
        cut(db)

    timer = threading.Timer(seconds, end)
    timer.daemon = True
    timer.start()
    try:
        yield
    except Exception as error:
        if late.is_set():
            raise TooSlow(tr("The hub did not answer for {seconds:,.0f} s.", seconds=seconds)) from error
        raise
    finally:
        timer.cancel()


def cut(db: "Connection") -> None:
    """End a connection from another thread; whoever waits on it gets an error at once."""
    with suppress(Exception), socket.socket(fileno=_copy(db.fileno())) as end:
        end.shutdown(socket.SHUT_RDWR)


def _copy(descriptor: int) -> int:
    import os

    return os.dup(descriptor)


@contextmanager
def hub_errors(address: Address) -> Iterator[None]:
    """Turn errors of the library, also those it does not name, into the sentences of a hub."""
    psycopg = library()
    try:
        yield
    except Refused:
        raise
    except psycopg.Error as error:
        raise sentence_of(error, address) from error
    except (OSError, EOFError) as error:
        if isinstance(error, OSError) and error.errno in _OF_DISK:
            raise Refused(
                tr("A temporary file cannot be written on this computer: {reason}.", reason=error.strerror)
            ) from error
        raise Unreachable(
            tr("The hub at {host} cannot be reached ({error}).", host=address.host, error=error)
        ) from error
    except Exception as error:
        if not _is_of_library(error):
            raise
        raise Unreachable(
            tr("An answer of the hub at {host} arrived damaged; it is requested again.", host=address.host)
        ) from error


def _is_of_library(error: Exception) -> bool:
    """Return whether an error arose inside psycopg, which unpacks a spoiled answer as if it were whole."""
    last = error.__traceback__
    while last is not None and last.tb_next is not None:
        last = last.tb_next
    module = str(last.tb_frame.f_globals.get("__name__", "")) if last is not None else ""
    return module.partition(".")[0] in ("psycopg", "psycopg_binary")


def sentence_of(error: Any, address: Address) -> Refused:  # noqa: ANN401 - psycopg.Error
    """Return what an error of the server or of the network means to a person."""
    code = getattr(error, "sqlstate", None) or ""
    for known, refusal in _BY_CODE.items():
        if code == known:
            return refusal(address, _message(error))
    if code.startswith("JB"):
        return HubRefused(tr("The hub refuses: {message}", message=_message(error)))
    if not code or code.startswith(("08", "57P", "53", "54", "40", "55P", "25P")):
        last = getattr(error, "pgconn", None)
        if not code and getattr(last, "needs_password", False):
            return _no_password(address)
        asked = not code and bool(getattr(last, "used_password", False))
        return _of_connection(str(error), address, asked=asked)
    return HubRefused(tr("The hub at {host} reports an error ({message}).", host=address.host, message=_message(error)))


def _of_connection(text: str, address: Address, *, asked: bool) -> Refused:
    """Return what is known of an error without a code: libpq hands on only the text of a refused connection.

    Other words than these, such as those of a server that speaks another language, count as no connection.
    """
    plain = " ".join(text.split()).casefold()
    if "password authentication failed" in plain:
        return _wrong_password(address, text)
    if "authentication method requirement" in plain:
        return HubRefused(
            tr(
                "The server at {host} asks for the password in clear text or as MD5. The password was not sent. The "
                "administrator of the server must change that to scram-sha-256 (pg_hba.conf, password_encryption).",
                host=address.host,
            )
        )
    if "not permitted to log in" in plain or ("role " in plain and "does not exist" in plain):
        return _withdrawn(address, text)
    if "does not exist" in plain and "database" in plain:
        return HubRefused(
            tr("There is no database {database!r} at {host}.", database=address.database, host=address.host)
        )
    if "certificate" in plain or "signature failure" in plain or "does not support ssl" in plain:
        return HubRefused(
            tr(
                "The connection to {host} is not safe: {reason}. Nothing was sent. The server needs "
                "a certificate for this name; name its own with ?sslrootcert=FILE in the address.",
                host=address.host,
                reason=_reason(text),
            )
        )
    if "no pg_hba.conf entry" in plain:
        return HubRefused(
            tr(
                "The server at {host} accepts no connection of {user} from here; its administrator "
                "must allow it (pg_hba.conf).",
                host=address.host,
                user=address.user,
            )
        )
    return Unreachable(
        tr("The hub at {host} cannot be reached ({reason}).", host=address.host, reason=_reason(text)), asked=asked
    )


def _reason(text: str) -> str:
    """Return what happened, without the address, which is in the message, and the library's advice."""
    lines = [line for line in text.splitlines() if not line.startswith(("\t", "Multiple connection attempts"))]
    return _short(_WHERE.sub("", lines[0] if lines else text))


def _wrong_password(address: Address, _: str) -> Refused:
    return WrongPassword(
        tr(
            "The hub at {host} does not accept the password of {user}. Nothing was changed.",
            host=address.host,
            user=address.user,
        ),
        address,
    )


def _no_password(address: Address) -> Refused:
    if address.is_assessor:
        return Ended(
            tr(
                "This computer does not know the password of this file for the hub at {host}. The file stays usable; "
                "ask the organizer for a new invitation, and join with it into this same file.",
                host=address.host,
            )
        )
    return WrongPassword(
        tr(
            "The hub at {host} asks for the password of {user}, which this computer does not know. Nothing was "
            "changed.",
            host=address.host,
            user=address.user,
        ),
        address,
    )


def _withdrawn(address: Address, _: str) -> Refused:
    return Ended(
        tr(
            "The account {user} of the hub at {host} was withdrawn, or never was. What is in your "
            "file stays there; ask the organizer.",
            user=address.user,
            host=address.host,
        )
    )


def _full(address: Address, _: str) -> Refused:
    return Unreachable(
        tr("The disk of the hub at {host} is full; its administrator must make room.", host=address.host)
    )


_BY_CODE: dict[str, Callable[[Address, str], Refused]] = {
    "28P01": _wrong_password,
    "28000": _withdrawn,
    "53100": _full,
    "57014": lambda address, _: TooSlow(
        tr("The hub at {host} ended a step that took too long; trying again with less.", host=address.host)
    ),
    "42501": lambda address, text: HubRefused(
        tr("The hub at {host} does not allow that ({text}).", host=address.host, text=text)
    ),
    "42P01": lambda address, _: HubRefused(tr("The database at {host} has no Jurybox hub.", host=address.host)),
    "3F000": lambda address, _: HubRefused(tr("The database at {host} has no Jurybox hub.", host=address.host)),
    "3D000": lambda address, _: HubRefused(
        tr("There is no database {database!r} at {host}.", database=address.database, host=address.host)
    ),
}


def _message(error: Any) -> str:  # noqa: ANN401 - psycopg.Error
    found = getattr(getattr(error, "diag", None), "message_primary", None)
    return _short(found or str(error))


def _short(text: str) -> str:
    return " ".join(text.split())[:300].rstrip(".")
