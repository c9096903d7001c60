"""Which servers a password reaches: only the known one it was made for, and never readable."""

import datetime as dt
import ipaddress
import json
import re
import shutil
import stat
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import keyring
import pytest
from hub_people import Campaign
from hub_proxy import FaultProxy
from hub_server import FAST, hub, hub_to_fill  # noqa: F401 - fixtures
from keyring.backend import KeyringBackend
from small import small_collection
from strange_server import StrangeServer

import jurybox
from jurybox.errors import Refused
from jurybox.hub.address import Address, read_address
from jurybox.hub.campaign import create_hub, enter_password, move_file, pull_file, push_file
from jurybox.hub.certificates import make_certificate
from jurybox.hub.connection import connected, library
from jurybox.hub.errors import Ended, HubRefused
from jurybox.hub.front import Front
from jurybox.hub.invitations import Invitation, write_invitation
from jurybox.hub.joining import join
from jurybox.hub.known import (
    UnknownServer,
    WrongPassword,
    admitted,
    forget_password,
    keep_password,
    make_known,
    password_of,
)
from jurybox.hub.link import read_link
from jurybox.hub.server import DATABASE, HubServer

SECRET = "kennwort-of-anna"


@pytest.fixture(autouse=True)
def known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file of the hubs that this computer knows, empty at first."""
    path = tmp_path / "passwords.json"
    monkeypatch.setenv("JURYBOX_HUB_PASSWORDS", str(path))
    return path


AT = "postgresql://anna@db.example.org:5432/jurybox"
OTHERS = [
    "postgresql://anna@db.example.org:5433/jurybox",
    "postgresql://anna@db.example.net:5432/jurybox",
    "postgresql://anna@db.example.org:5432/other",
    "postgresql://anna@db.example.org:5432/jurybox?sslrootcert={own}",
    "postgresql://anna@db.example.org:5432/jurybox?host=/run/postgresql",
    "postgresql://anna@db.example.org:5432/jurybox?host=localhost",
    "postgresql://anna@127.0.0.1:5432/jurybox",
]
"""A part of the address differs, or the way in which the server is recognized."""


def test_a_password_goes_with_account_server_and_way_of_trust(tmp_path: Path) -> None:
    make_certificate("db.example.org", tmp_path / "own.pem", tmp_path / "own.key")
    keep_password(replace(read_address(AT), password=SECRET))
    for same in (AT, "postgres://anna@DB.Example.org/jurybox", f"{AT}?sslmode=verify-full"):
        assert admitted(read_address(same)).password == SECRET
    assert admitted(read_address(AT.replace("anna", "ben"))).password == ""
    for other in OTHERS:
        with pytest.raises(UnknownServer, match="Nothing was sent"):
            admitted(read_address(other.format(own=tmp_path / "own.pem")))
    with pytest.raises(UnknownServer, match="by another certificate"):
        admitted(read_address(OTHERS[3].format(own=tmp_path / "own.pem")))


def test_a_certificate_of_the_servers_own_is_known_by_its_content(tmp_path: Path) -> None:
    first, copy, second = (tmp_path / f"{name}.pem" for name in ("first", "copy", "second"))
    for path in (first, second):
        make_certificate("db.example.org", path, tmp_path / "key.pem")
    copy.write_text(first.read_text(), newline="\r\n")
    keep_password(replace(read_address(f"{AT}?sslrootcert={first}"), password=SECRET))
    assert admitted(read_address(f"{AT}?sslrootcert={copy}")).password == SECRET
    for other in (second, None):
        with pytest.raises(UnknownServer, match="by another certificate"):
            admitted(read_address(AT if other is None else f"{AT}?sslrootcert={other}"))


def test_passwords_are_kept_where_only_their_owner_reads(known: Path) -> None:
    ana, ben = (replace(read_address(AT), user=name, password=name) for name in ("ana", "ben"))
    assert str(known) in keep_password(ana)
    keep_password(ben)
    make_known(ben)  # known already: the passwords stay
    assert stat.S_IMODE(known.stat().st_mode) == 0o600
    assert (password_of(ana), password_of(replace(ana, user="nobody"))) == ("ana", "")
    forget_password(ana)
    assert (password_of(ana), password_of(ben)) == ("", "ben")
    assert admitted(replace(ana, password="")).password == ""


class Ring(KeyringBackend):
    """A keyring in memory."""

    priority = 1.0  # type: ignore[assignment]

    def __init__(self) -> None:
        super().__init__()
        self.kept: dict[tuple[str, str], str] = {}

    def get_password(self, service: str, username: str) -> str | None:
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self.kept[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        del self.kept[service, username]


def test_passwords_are_in_the_keyring_of_the_system_where_there_is_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("JURYBOX_HUB_PASSWORDS")
    monkeypatch.setattr("platformdirs.user_config_path", lambda *_: tmp_path / "settings")
    before, ring = keyring.get_keyring(), Ring()
    keyring.set_keyring(ring)
    try:
        address = replace(read_address(AT), password=SECRET)
        ring.set_password("Jurybox hub", "anna", SECRET)  # as kept earlier
        with pytest.raises(UnknownServer):
            admitted(read_address(AT))
        assert "keyring" in keep_password(address)
        assert SECRET not in (tmp_path / "settings" / "hub-passwords.json").read_text()
        assert admitted(read_address(AT)).password == SECRET
        with pytest.raises(UnknownServer):
            admitted(read_address(OTHERS[0]))
        forget_password(address)
        assert (password_of(address), len(ring.kept)) == ("", 1)
    finally:
        keyring.set_keyring(before)


def test_passwords_kept_by_name_alone_go_nowhere(known: Path) -> None:
    before = {"anna@db.example.org:5432/jurybox": SECRET, "anna": SECRET}
    known.write_text(json.dumps(before))
    with pytest.raises(UnknownServer):
        admitted(read_address(AT))
    make_known(read_address(AT))
    assert admitted(read_address(AT)).password == ""


def test_a_damaged_list_of_hubs_is_not_written_over(known: Path) -> None:
    known.write_text('{"postgresql://db')
    for call in (admitted, make_known, keep_password):
        with pytest.raises(Refused, match=r"passwords\.json is damaged"):
            call(read_address(AT))
    assert known.read_text() == '{"postgresql://db'


@pytest.mark.parametrize("host", ["db.example.org,evil.example.org", "/run,evil.example.org", "@run", "db (yours)"])
def test_a_host_is_one_host(host: str) -> None:
    with pytest.raises(HubRefused, match="is not one host"):
        read_address(f"postgresql://anna@/jurybox?host={host}")


# Kinds of server


@pytest.fixture(scope="module")
def several() -> Iterator[HubServer]:
    """A server whose accounts are asked in different ways."""
    place = Path(tempfile.mkdtemp(prefix="jurybox-hub-kinds-"))
    with HubServer(place / "server", settings=FAST) as made:
        with library().connect(**made.owner_address.parameters(), autocommit=True) as db:
            for name, form in (("trust", "scram-sha-256"), ("md5", "md5"), ("clear", "scram-sha-256")):
                db.execute(f"SET password_encryption = '{form}'; SET client_min_messages = error")
                db.execute(f"CREATE ROLE {name} LOGIN PASSWORD '{SECRET}'")
            db.execute(f"CREATE ROLE scram LOGIN PASSWORD '{SECRET}'")
            ways = {"trust": "trust", "md5": "md5", "clear": "password", "scram": "scram-sha-256"}
            rules = "".join(f"host all {name} 127.0.0.1/32 {way}\n" for name, way in ways.items())
            (made.folder / "data" / "pg_hba.conf").write_text(f"{rules}host all all 127.0.0.1/32 scram-sha-256\n")
            db.execute("SELECT pg_reload_conf()")
        yield made
    shutil.rmtree(place)


def signed(host: str, folder: Path, name: str, *, by: str) -> tuple[Path, Path]:
    """Make a certificate for a host, signed by the authority whose files are named `by`; return it and its key."""
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.x509.oid import NameOID

    authority = x509.load_pem_x509_certificate((folder / f"{by}.pem").read_bytes())
    key_of_authority = serialization.load_pem_private_key((folder / f"{by}.key").read_bytes(), None)
    assert isinstance(key_of_authority, ec.EllipticCurvePrivateKey)
    key, begins = ec.generate_private_key(ec.SECP256R1()), dt.datetime.now(dt.UTC) - dt.timedelta(days=1)
    made = (
        x509.CertificateBuilder()
        .subject_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, host)]))
        .issuer_name(authority.subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(begins)
        .not_valid_after(begins + dt.timedelta(days=30))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address(host))]), critical=False)
        .sign(key_of_authority, hashes.SHA256())
    )
    certificate, private = folder / f"{name}.pem", folder / f"{name}.key"
    certificate.write_bytes(made.public_bytes(serialization.Encoding.PEM))
    private.write_bytes(
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    )
    return certificate, private


def front_of(several: HubServer, folder: Path, name: str, port: int = 0) -> Front:
    """Let a server speak TLS with the certificate that is so named."""
    return Front("127.0.0.1", port, several.port, folder / f"{name}.pem", folder / f"{name}.key")


IN_CLEAR = "asks for the password in clear text or as MD5"
KINDS = {
    "nothing is asked": ("trust", "", "", ""),
    "MD5": ("md5", "", "", IN_CLEAR),
    "clear text": ("clear", "", "", IN_CLEAR),
    "SCRAM": ("scram", "", "", ""),
    "its own certificate": ("scram", "own", "own", ""),
    "another of its own": ("scram", "new", "own", "is not safe: .*certificate"),
    "clear text, encrypted": ("clear", "own", "own", IN_CLEAR),
    "the authority's": ("scram", "first", "authority", ""),
    "another of the authority's": ("scram", "second", "authority", ""),
    "the authority's for another host": ("scram", "elsewhere", "authority", "is not safe: .*certificate"),
    "the authority's, where its own is known": ("scram", "first", "own", "is not safe: .*signature failure"),
    "its own, where the authority's is known": ("scram", "own", "authority", "is not safe: .*certificate"),
}
"""Of each: the account, the certificate that the server shows, how it is known, and why it is refused."""


@pytest.mark.parametrize("kind", KINDS)
def test_a_password_is_answered_to_a_known_server_and_never_readable(
    kind: str, several: HubServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    user, shown, trusted, refusal = KINDS[kind]
    for name in ("own", "new", "authority"):
        make_certificate("127.0.0.1", tmp_path / f"{name}.pem", tmp_path / f"{name}.key")
    for name, host in (("first", "127.0.0.1"), ("second", "127.0.0.1"), ("elsewhere", "127.0.0.2")):
        signed(host, tmp_path, name, by="authority")
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "authority.pem"))
    with ExitStack() as stack:
        port = several.port
        if shown:
            port = stack.enter_context(closing(front_of(several, tmp_path, shown))).port
        network = stack.enter_context(closing(FaultProxy("127.0.0.1", port, records=True)))
        address = Address("127.0.0.1", network.port, DATABASE, user, strict=bool(trusted))
        if trusted == "own":
            address = replace(address, root_certificate=str(tmp_path / "own.pem"))
        with pytest.raises(UnknownServer, match="Nothing was sent"), connected(address):
            pass
        assert network.bytes_through == 0
        keep_password(replace(address, password=SECRET))
        if refusal:
            with pytest.raises(HubRefused, match=refusal), connected(address):
                pass
        else:
            with connected(address) as db:
                assert db.execute("SELECT current_user").fetchone() == (user,)
                assert db.pgconn.ssl_in_use == bool(trusted)
        assert network.passed
        assert SECRET.encode() not in network.passed
        assert not re.search(rb"md5[0-9a-f]{32}", network.passed)


def test_a_certificate_is_renewed_while_the_server_is_known(
    several: HubServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One of the authority may be; for one of the server's own the person decides, by an invitation or a move."""
    for name in ("own", "new", "authority"):
        make_certificate("127.0.0.1", tmp_path / f"{name}.pem", tmp_path / f"{name}.key")
    for name in ("first", "second"):
        signed("127.0.0.1", tmp_path, name, by="authority")
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "authority.pem"))
    with closing(front_of(several, tmp_path, "first")) as front:
        port = front.port
        address = Address("127.0.0.1", port, DATABASE, "scram", strict=True)
        keep_password(replace(address, password=SECRET))
        with connected(address):
            pass
    with closing(front_of(several, tmp_path, "second", port)), connected(address):
        pass
    own, new = (replace(address, root_certificate=str(tmp_path / f"{name}.pem")) for name in ("own", "new"))
    make_known(own)
    with closing(front_of(several, tmp_path, "new", port)):
        with pytest.raises(HubRefused, match=r"is not safe: .*certificate"), connected(own):
            pass
        with pytest.raises(UnknownServer, match="by another certificate"), connected(new):
            pass
        keep_password(replace(new, password=SECRET))
        with connected(new):
            pass


@pytest.mark.parametrize("asks", ["clear", "md5", "scram", "nothing"])
def test_a_server_that_is_trusted_by_mistake_gets_no_password_of_another(asks: Any) -> None:
    keep_password(Address("db.example.org", 5432, "jurybox", "anna", SECRET))
    with StrangeServer(asks) as strange:
        address = Address("127.0.0.1", strange.port, "jurybox", "anna")
        make_known(address)
        with pytest.raises(Refused), connected(address):
            pass
        assert strange.met
        assert strange.answers == []


def test_an_old_library_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("psycopg.pq.version", lambda: 150_004)
    make_known(read_address(AT))
    with pytest.raises(HubRefused, match=r"libpq here is version 15; .* Nothing was sent\. Install a newer one"):
        library()


def test_there_is_one_way_to_a_hub() -> None:
    """Only the connection that asks whether the server is known, and a server at its own birth."""
    rooms = [Path(jurybox.__file__).parent, Path(jurybox.__file__).parents[2] / "gui" / "jurybox_gui"]
    users = {path.name for room in rooms for path in room.rglob("*.py") if "psycopg.connect(" in path.read_text()}
    assert users == {"connection.py", "server.py"}


# What makes a hub known


def test_creating_and_moving_make_a_hub_known(hub: Address, tmp_path: Path, known: Path) -> None:  # noqa: F811
    home = small_collection(tmp_path / "home.jury")
    with pytest.raises(WrongPassword, match="which this computer does not know") as error:
        create_hub(replace(hub, password="").url, home)
    assert error.value.may_ask
    with pytest.raises(WrongPassword, match="does not accept the password"):
        enter_password(error.value.address, "wrong")
    assert password_of(hub) == ""
    create_hub(replace(hub, password="").url, home, hub.password)
    assert pull_file(home) == 0
    network = FaultProxy(hub.host, hub.port)
    with closing(network):
        moved = replace(hub, port=network.port, password="")
        assert move_file(moved.url, home).address() == moved
        assert pull_file(home) == 0
    assert password_of(moved) == password_of(hub) == hub.password
    known.unlink()
    with pytest.raises(UnknownServer):
        pull_file(home)


def test_an_assessor_without_a_password_is_sent_to_the_organizer(hub_to_fill: Address, tmp_path: Path) -> None:  # noqa: F811
    campaign = Campaign(tmp_path, hub_to_fill)
    ana = campaign.join("Ana")
    link = read_link(ana)
    assert link is not None
    forget_password(link.address())
    with pytest.raises(Ended, match="ask the organizer for a new invitation, and join with it into this same file"):
        push_file(ana)
    again = join(campaign.invite("Ana", "again"), ana)
    assert again.path == ana
    assert push_file(ana) == 0


@pytest.mark.parametrize("role", ["anna", "jurybox_a_0123456789abcdef", "jurybox_i_0123456789abcdef"])
def test_an_invitation_gets_no_password_of_another_server(role: str, tmp_path: Path) -> None:
    """Its role is one that is known here, at another server."""
    account = role.replace("_i_", "_a_")
    for user in {role, account}:
        keep_password(Address("db.example.org", 5432, "jurybox", user, SECRET))
    with StrangeServer("clear") as strange:
        invitation = Invitation("Small", "Ana", f"postgresql://127.0.0.1:{strange.port}/x", "i", role, "of it", 2**42)
        write_invitation(invitation, tmp_path / "ana.invite")
        with pytest.raises(Refused):
            join(tmp_path / "ana.invite", tmp_path / "ana.jury")
        assert strange.answers == []
    assert password_of(Address("127.0.0.1", strange.port, "x", account)) == ""
    assert password_of(Address("db.example.org", 5432, "jurybox", account)) == SECRET
