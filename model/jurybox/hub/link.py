"""What a collection file remembers of its hub: where it is and who speaks; never a password."""

import json
import sqlite3
from contextlib import closing
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from jurybox.collection.file import HUB, check_is_ours, open_reading
from jurybox.errors import Refused
from jurybox.hub.address import Address, read_address
from jurybox.hub.errors import Ended
from jurybox.hub.passwords import known_password
from jurybox.language import tr


@dataclass(frozen=True, slots=True)
class Link:
    """A file's hub: `url` without a password, the collection's `identity`, the account's `role` and name.

    `certificate` is the text of the server's own certificate, "" where the system trusts the server.
    """

    url: str
    identity: str
    role: str
    name: str
    organizer: bool
    certificate: str = ""

    def address(self) -> Address:
        """Return the address with the password that this machine keeps; refused if it keeps none."""
        password = known_password(self.role)
        if password is None and not self.organizer:
            raise Ended(
                tr(
                    "This computer does not know the password of {name} for the hub. The file stays "
                    "usable; ask the organizer for a new invitation, or mail the file.",
                    name=self.name,
                )
            )
        return self.address_for(read_address(self.url).of(self.role.partition("@")[0], password or ""))

    def address_for(self, address: Address) -> Address:
        """Return an address with the certificate that this file keeps for its hub."""
        if not self.certificate:
            return address
        return replace(address, root_certificate=self._certificate_file(address))

    def _certificate_file(self, address: Address) -> str:
        """Write the certificate where the library that connects can read it; return the path."""
        import hashlib

        from platformdirs import user_cache_path

        if address.is_local:
            return address.root_certificate
        name = hashlib.sha256(self.certificate.encode()).hexdigest()[:32]
        path = user_cache_path("jurybox") / "hubs" / f"{name}.pem"
        if not path.is_file() or path.read_text() != self.certificate:
            from jurybox.disk import write_whole

            path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(path, self.certificate.encode())
        return str(path)


def organizer_key(address: Address) -> str:
    """Return the name under which an organizer's password is kept."""
    return f"{address.user}@{address.host}:{address.port}/{address.database}"


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
        return Link(**json.loads(found[0]))
    except (ValueError, TypeError):
        return None


def store_link(db: sqlite3.Connection, link: Link) -> None:
    """Let a file remember its hub, in the caller's transaction."""
    db.execute("INSERT OR REPLACE INTO local VALUES (?, ?)", (HUB, json.dumps(asdict(link))))
