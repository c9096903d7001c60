"""What a collection file remembers of its hub: where it is and who speaks; never a password."""

import json
import sqlite3
from contextlib import closing
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from jurybox.collection.file import HUB, check_is_ours, open_reading
from jurybox.errors import Refused
from jurybox.hub.address import Address, read_address


@dataclass(frozen=True, slots=True)
class Link:
    """A file's hub: `url` without a password, the collection's `identity`, the account's `role` and name.

    Files come by mail, so it is a proposal: whether anything connects there is decided by `jurybox.hub.known`.
    In files of earlier versions the role of an organizer names the address as well. `certificate` is the text of the
    server's own certificate, "" where the system trusts the server.
    """

    url: str
    identity: str
    role: str
    name: str
    organizer: bool
    certificate: str = ""

    def address(self) -> Address:
        """Return the address of the account, without its password."""
        address = read_address(self.url).of(self.role.partition("@")[0], "")
        return replace(address, root_certificate=self._certificate_file()) if self.certificate else address

    def _certificate_file(self) -> str:
        """Write the certificate where the library that connects can read it; return the path."""
        import hashlib

        from platformdirs import user_cache_path

        name = hashlib.sha256(self.certificate.encode()).hexdigest()[:32]
        path = user_cache_path("jurybox") / "hubs" / f"{name}.pem"
        if not path.is_file() or path.read_bytes() != self.certificate.encode():
            from jurybox.disk import write_whole

            path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(path, self.certificate.encode())
        return str(path)


def read_link(path: Path) -> Link | None:
    """Return the hub of a collection file; None if it has none, or cannot be read."""
    try:
        check_is_ours(path)
        with closing(open_reading(path)) as db:
            return link_in(db)
    except (Refused, sqlite3.Error, OSError):
        return None


def link_in(db: sqlite3.Connection) -> Link | None:
    """Return the hub of an open collection file; None if it has none."""
    found = db.execute("SELECT value FROM local WHERE name = ?", (HUB,)).fetchone()
    if found is None:
        return None
    try:
        content = json.loads(found[0])
        link = Link(**content)
        "".join(
            (link.url, link.identity, link.role, link.name, link.certificate)
        ).encode()  # fails unless all are texts
    except (ValueError, TypeError, RecursionError):
        return None
    return link if isinstance(content["organizer"], bool) else None


def store_link(db: sqlite3.Connection, link: Link) -> None:
    """Let a file remember its hub, in the caller's transaction."""
    db.execute("INSERT OR REPLACE INTO local VALUES (?, ?)", (HUB, json.dumps(asdict(link))))
