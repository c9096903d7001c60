"""Addresses of hubs, TLS, links, invitations and passwords: what is refused before anything is sent."""

import os
import socket
import stat
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from hub_server import hub, server  # noqa: F401 - a fixture
from small import small_collection

from jurybox.collection.file import open_writing
from jurybox.errors import Refused
from jurybox.hub.address import Address, read_address
from jurybox.hub.campaign import create_hub, invite, push_file
from jurybox.hub.certificates import make_certificate
from jurybox.hub.connection import connected, hub_errors
from jurybox.hub.errors import HubRefused, Unreachable
from jurybox.hub.front import Front
from jurybox.hub.invitations import Invitation, read_invitation, write_invitation
from jurybox.hub.known import make_known
from jurybox.hub.link import link_in, read_link


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://ana:p%40ss@db.example.org:5433/juries",
        "postgresql://ana@[2001:db8::1]:5432/jurybox",
        "postgresql://ana@db.example.org:5432/jurybox?sslrootcert=/etc/own.pem",
        "postgresql://ana@/jurybox?host=/run/postgresql",
        "postgresql://ana@127.0.0.1:5432/jurybox?sslmode=verify-full",
    ],
)
def test_addresses_are_read_and_written_alike(url: str) -> None:
    assert read_address(url).whole_url == url
    assert "p%40ss" not in read_address(url).url


@pytest.mark.parametrize("mode", ["disable", "allow", "prefer", "require", "verify-ca"])
def test_a_connection_in_the_clear_is_refused_with_the_way_out(mode: str) -> None:
    with pytest.raises(HubRefused, match="Leave sslmode out of the address"):
        read_address(f"postgresql://ana@db.example.org/jurybox?sslmode={mode}")
    assert read_address(f"postgresql://ana@127.0.0.1/jurybox?sslmode={mode}").is_local


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("mysql://ana:secret@db.example.org/x", "is not the address of a hub"),
        ("postgresql://ana:secret@db.example.org:70000/x", "is not a number from 1 to 65535"),
        ("postgresql://ana:secret@db.example.org/x?options=-c", "The option 'options'"),
    ],
)
def test_what_is_no_address_is_refused_without_its_password(url: str, sentence: str) -> None:
    with pytest.raises(HubRefused, match=sentence) as error:
        read_address(url)
    assert "secret" not in str(error.value)


def test_addresses_elsewhere_ask_for_the_certificate(tmp_path: Path) -> None:
    parameters = read_address(f"postgresql://a@db.example.org/x?sslrootcert={__file__}").parameters()
    assert (parameters["sslmode"], parameters["sslrootcert"]) == ("verify-full", __file__)
    with pytest.raises(HubRefused, match="is not there"):
        read_address(f"postgresql://a@db.example.org/x?sslrootcert={tmp_path / 'none.pem'}").parameters()


@pytest.mark.sweep
def test_tls_is_checked_in_front_of_a_server_without_it(hub: Address, tmp_path: Path) -> None:  # noqa: F811
    for name in ("own", "other"):
        make_certificate("127.0.0.1", tmp_path / f"{name}.pem", tmp_path / f"{name}.key")
    front = Front("127.0.0.1", 0, hub.port, tmp_path / "own.pem", tmp_path / "own.key")
    with closing(front):
        safe = replace(hub, port=front.port, strict=True, root_certificate=str(tmp_path / "own.pem"))
        other = replace(safe, root_certificate=str(tmp_path / "other.pem"))
        for one in (safe, other):
            make_known(one)
        with connected(safe) as db:
            assert db.pgconn.ssl_in_use
            assert db.execute("SELECT 1").fetchone() == (1,)
        with pytest.raises(HubRefused, match=r"is not safe: .*certificate"), connected(other):
            pass
        with socket.create_connection(("127.0.0.1", front.port)) as plain:
            plain.sendall(bytes((0, 0, 0, 9, 0, 3, 0, 0, 0)))
            plain.settimeout(10)
            assert _read_to_end(plain) == b""


def test_a_certificate_for_another_name_is_refused(hub: Address, tmp_path: Path) -> None:  # noqa: F811
    make_certificate("db.example.org", tmp_path / "named.pem", tmp_path / "named.key")
    front = Front("127.0.0.1", 0, hub.port, tmp_path / "named.pem", tmp_path / "named.key")
    with closing(front):
        wrong = replace(hub, port=front.port, strict=True, root_certificate=str(tmp_path / "named.pem"))
        make_known(wrong)
        with pytest.raises(HubRefused, match="is not safe"), connected(wrong):
            pass


def _read_to_end(end: socket.socket) -> bytes:
    try:
        return end.recv(100)
    except ConnectionResetError:
        return b""


def test_invitations_are_private_and_never_overwrite(tmp_path: Path) -> None:
    made = Invitation("日本語", "أمل", "postgresql://db/x", "i", "role", "word", 1)
    path = tmp_path / "ana.invite"
    write_invitation(made, path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert read_invitation(path) == made
    assert made.is_expired
    with pytest.raises(Refused, match="exists already"):
        write_invitation(made, path)


def test_of_an_invitation_that_finds_no_room_nothing_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made, path = Invitation("c", "Ana", "postgresql://db/x", "i", "role", "word", 1), tmp_path / "ana.invite"

    def refuse(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", refuse)
    with pytest.raises(Refused, match=r"ana\.invite cannot be written: No space left on device\.$"):
        write_invitation(made, path)
    assert not path.exists()


SOUND = (
    b'{"format": "jurybox-invitation", "version": 1, "campaign": "c", "name": "Ana", "url": "db", "identity": "i", '
    b'"role": "r", "password": "p", "expires": 1000}'
)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "is not an invitation"),
        (b"\xff\xfe", "is not an invitation"),
        (b"[]", "is not an invitation"),
        (b"[" * 50_000, "is not an invitation"),
        (b'{"format": "jurybox-invitation", "version": 9}', "made by a newer Jurybox"),
        (b'{"format": "jurybox-invitation", "version": 1}', "is damaged"),
        (SOUND.replace(b'"db"', b'"\\ud800"'), "is damaged"),
        (SOUND.replace(b'"db"', b"5"), "is damaged"),
        (SOUND.replace(b"1000", b"1e300"), "is damaged"),
        (SOUND.replace(b"1000", b'"1000"'), "is damaged"),
        (b'{"format": "jurybox-invitation", "version": "x"}', "is not an invitation"),
    ],
)
def test_what_is_no_invitation_is_refused(tmp_path: Path, content: bytes, sentence: str) -> None:
    path = tmp_path / "ana.invite"
    path.write_bytes(SOUND)
    assert read_invitation(path).url == "db"
    path.write_bytes(content)
    with pytest.raises(Refused, match=sentence):
        read_invitation(path)


@pytest.mark.skipif(os.name != "posix", reason="pipes are files on POSIX systems only")
def test_a_pipe_is_refused_without_waiting(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "ana.invite")
    with pytest.raises(Refused, match="it is a pipe, not a file"):
        read_invitation(tmp_path / "ana.invite")


def test_files_without_a_hub_say_so(hub: Address, tmp_path: Path) -> None:  # noqa: F811
    home = small_collection(tmp_path / "home.jury")
    assert read_link(home) is None
    with pytest.raises(HubRefused, match="belongs to no hub"):
        push_file(home)
    make_known(hub)
    with pytest.raises(HubRefused, match="has no Jurybox hub"):
        invite(hub.whole_url, "Ana", tmp_path / "ana.invite")
    with pytest.raises(Unreachable, match=r"^The hub at 127.0.0.1 cannot be reached \([^:]+\)\.$") as error:
        create_hub("postgresql://organizer:x@127.0.0.1:9/x", home)
    assert "port" not in str(error.value)
    assert "Is the server running" not in str(error.value)
    with pytest.raises(HubRefused, match="does not accept the password of organizer"):
        create_hub(replace(hub, password="wrong").whole_url, home)


def test_a_link_holds_no_password(hub: Address, tmp_path: Path) -> None:  # noqa: F811
    home = small_collection(tmp_path / "home.jury")
    create_hub(hub.whole_url, home)
    with closing(open_writing(home)) as db:
        assert hub.password not in str(db.execute("SELECT * FROM local").fetchall())
        assert link_in(db) == read_link(home)
    assert hub.password.encode() not in home.read_bytes()


def test_invitations_for_nobody_or_nothing_are_refused(hub: Address, tmp_path: Path) -> None:  # noqa: F811
    home = small_collection(tmp_path / "home.jury")
    create_hub(hub.whole_url, home)
    with pytest.raises(Refused, match="There is no assessor 'Zoe'"):
        invite(home, "Zoe", tmp_path / "zoe.invite")
    with pytest.raises(HubRefused, match="has no assessor 'Zoe'"):
        invite(hub.whole_url, "Zoe", tmp_path / "zoe.invite")
    with pytest.raises(HubRefused, match="has no part for Ana yet"):
        invite(hub.whole_url, "Ana", tmp_path / "ana.invite")
    with pytest.raises(Refused, match="valid for 1 to 90 days"):
        invite(home, "Ana", tmp_path / "ana.invite", days=0)
    assert not (tmp_path / "ana.invite").exists()


def test_an_answer_that_the_library_cannot_unpack_is_a_broken_connection() -> None:
    from psycopg.sql import SQL

    address = read_address("postgresql://ana@127.0.0.1:5432/jurybox")
    with pytest.raises(Unreachable, match="arrived damaged"), hub_errors(address):
        SQL("{}").format()  # fails inside the library with an error that is none of its own
    with pytest.raises(IndexError, match="ours"), hub_errors(address):
        raise IndexError("ours")
