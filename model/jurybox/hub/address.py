"""The address of a hub, and the rule that a connection is never in the clear."""

import hashlib
import ipaddress
import os
import re
from dataclasses import dataclass, replace
from pathlib import Path
from urllib.parse import parse_qsl, quote, unquote, urlencode, urlsplit

from jurybox.hub.errors import HubRefused
from jurybox.language import tr
from jurybox.lists import comma_list

PORT = 5432
_BUNDLES = (
    "/etc/ssl/certs/ca-certificates.crt",
    "/etc/pki/tls/certs/ca-bundle.crt",
    "/etc/ssl/ca-bundle.pem",
    "/etc/ssl/cert.pem",
)
_KNOWN = {"sslmode", "sslrootcert", "host"}
_SAFE_MODE = "verify-full"
_HOST = re.compile(r"[A-Za-z0-9._:%-]+|/[^,]*")  # libpq would take a list with commas, and would try each


@dataclass(frozen=True, slots=True)
class Address:
    """Where a hub is and who speaks: `postgresql://user:password@host:port/database`.

    `host` is a name, a number or a folder with a socket; `root_certificate` the file of the certificate by
    which the server is known, "" for those that the system trusts. `strict`: encrypted here as well.
    """

    host: str
    port: int
    database: str
    user: str = ""
    password: str = ""
    root_certificate: str = ""
    strict: bool = False

    @property
    def is_local(self) -> bool:
        """Whether the hub runs on this machine, so that nothing travels over a network."""
        if self.host.startswith("/") or self.host == "localhost":
            return True
        try:
            return ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return False

    @property
    def is_assessor(self) -> bool:
        """Whether the account is one that an assessor gets by joining, whose password no person has seen."""
        return self.user.startswith("jurybox_a_")

    @property
    def url(self) -> str:
        """The address without the password, as it may be shown and stored."""
        return self._url(self.user)

    @property
    def whole_url(self) -> str:
        """The address with the password."""
        secret = f":{quote(self.password, safe='')}" if self.password else ""
        return self._url(f"{self.user}{secret}" if self.user else "", quoted=True)

    @property
    def server(self) -> str:
        """Host, port, database and how the server is recognized: what a password is bound to.

        A server's own certificate counts by its content. For one that the system's authorities vouch for the name
        counts, since such certificates are replaced every few months.
        """
        if self.is_local and not self.strict:
            trust = "local"
        elif self.root_certificate:
            trust = f"sha256:{hashlib.sha256(self.certificate_text.encode()).hexdigest()}"
        else:
            trust = _SAFE_MODE
        host = self.host if self.host.startswith("/") else self.host.lower()
        return f"{Address(host, self.port, self.database).url} {trust}"

    @property
    def certificate_text(self) -> str:
        """The certificate by which the server is known; "" for those that the system trusts."""
        if not self.root_certificate:
            return ""
        try:
            return Path(self.root_certificate).read_text(encoding="utf-8", errors="replace")
        except OSError as error:
            raise HubRefused(
                tr(
                    "The certificate {root_certificate} cannot be read: {reason}. Ask the organizer for it, or for a "
                    "new invitation. Nothing was sent.",
                    root_certificate=self.root_certificate,
                    reason=error.strerror,
                )
            ) from error

    def _url(self, who: str, *, quoted: bool = False) -> str:
        who = who if quoted else quote(who, safe="")
        at = f"{who}@" if who else ""
        options = {"sslrootcert": self.root_certificate} if self.root_certificate else {}
        options |= {"sslmode": _SAFE_MODE} if self.strict else {}
        if self.host.startswith("/"):
            options = {"host": self.host, **options}
            place = f":{self.port}" if self.port != PORT else ""
        else:
            place = f"[{self.host}]" if ":" in self.host else self.host
            place += f":{self.port}"
        ending = f"?{urlencode(options, safe='/')}" if options else ""
        return f"postgresql://{at}{place}/{quote(self.database, safe='')}{ending}"

    def of(self, user: str, password: str) -> "Address":
        """Return the same hub for another account."""
        return replace(self, user=user, password=password)

    def parameters(self) -> dict[str, object]:
        """Return the parameters of a connection: encrypted, and to the server that the certificate names.

        A password is never sent in clear nor as MD5, whatever the server asks for.
        """
        found: dict[str, object] = {"host": self.host, "port": self.port, "dbname": self.database}
        found["require_auth"] = "!password,!md5"
        if self.user:
            found["user"] = self.user
        if self.password:
            found["password"] = self.password
        if self.is_local and not self.strict:
            return {**found, "sslmode": "prefer"}
        # Absolute, since libpq takes the name "system" for something else.
        certificate = str(Path(self.root_certificate or _trusted()).absolute())
        if not Path(certificate).is_file():
            raise HubRefused(
                tr(
                    "The certificate of the hub, {certificate}, is not there. Ask the organizer for "
                    "it, or for a new invitation. Nothing was sent.",
                    certificate=certificate,
                )
            )
        return {**found, "sslmode": _SAFE_MODE, "sslrootcert": certificate}


def read_address(url: str) -> Address:
    """Read the URL of a hub. Refused if it is invalid, or requests an unencrypted connection."""
    try:
        parts = urlsplit(url.strip())
        host = parts.hostname
    except ValueError:  # such as a bracket that is not closed
        parts, host = urlsplit(""), None
    if parts.scheme not in {"postgresql", "postgres"}:
        raise HubRefused(
            tr("{url} is not the address of a hub. Write it as postgresql://user@host:5432/database.", url=shown(url))
        )
    options = dict(parse_qsl(parts.query))
    unknown = sorted(options.keys() - _KNOWN)
    if unknown:
        raise HubRefused(
            tr(
                "The option {unknown!r} in the address of the hub is not known; choose from {known}.",
                unknown=unknown[0],
                known=comma_list(sorted(_KNOWN)),
            )
        )
    try:
        port = parts.port or PORT
    except ValueError:
        raise HubRefused(tr("The port in {url} is not a number from 1 to 65535.", url=shown(url))) from None
    host = options.get("host") or host or "localhost"
    if not (_HOST.fullmatch(host) and host.isprintable()):
        raise HubRefused(
            tr("{host!r} is not one host: write a name, a number or the folder of a socket.", host=host[:80])
        )
    found = Address(
        host=host,
        port=port,
        database=unquote(parts.path.removeprefix("/")) or "jurybox",
        user=unquote(parts.username or ""),
        password=unquote(parts.password or ""),
        root_certificate=options.get("sslrootcert", ""),
        strict=options.get("sslmode") == _SAFE_MODE,
    )
    mode = options.get("sslmode", _SAFE_MODE)
    if mode != _SAFE_MODE and not found.is_local:
        raise HubRefused(
            tr(
                "The connection to {host} would not be safe (sslmode={mode}). Leave sslmode out of "
                "the address; if the server has no certificate that this computer trusts, name the "
                "server's own with ?sslrootcert=FILE. Nothing was sent.",
                host=found.host,
                mode=mode,
            )
        )
    return found


def shown(url: str) -> str:
    """Return what may be printed of a URL that could not be read: nothing that may be a password."""
    head, at, tail = url.strip().rpartition("@")
    if not at:
        return repr(url.strip()[:80])
    scheme = head.partition("://")[0] if "://" in head else ""
    return repr(f"{scheme}://...@{tail}"[:80])


def _trusted() -> str:
    """Return the certificates that this system trusts, as a file."""
    import ssl

    named = os.environ.get("SSL_CERT_FILE") or ssl.get_default_verify_paths().cafile
    places = [named, *_BUNDLES] if named else [*_BUNDLES]
    return next((place for place in places if Path(place).is_file()), places[0])
