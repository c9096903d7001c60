"""Commands at a server that this computer does not know: no connection without consent, and no password at all."""

import json
import os
import pty
import select
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from hub_server import hub  # noqa: F401 - a fixture
from small import small_collection
from strange_server import StrangeServer

from jurybox.collection.file import open_writing
from jurybox.hub.address import Address, read_address
from jurybox.hub.certificates import make_certificate
from jurybox.hub.invitations import Invitation, write_invitation
from jurybox.hub.known import keep_password, make_known, password_of
from jurybox.hub.link import Link, store_link

Run = Callable[..., Any]

SECRET = "kennwort-of-anna"
ACCOUNT = "jurybox_a_0123456789abcdef"
KNOWN = Address("db.example.org", 5432, "jurybox")


@pytest.fixture(autouse=True)
def known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file of the hubs that this computer knows: one, with the passwords of an organizer and of an assessor."""
    path = tmp_path / "passwords.json"
    monkeypatch.setenv("JURYBOX_HUB_PASSWORDS", str(path))
    monkeypatch.delenv("PGPASSWORD", raising=False)
    for user in ("anna", ACCOUNT):
        keep_password(KNOWN.of(user, SECRET))
    before = json.loads(path.read_text())
    by_name = {"anna@db.example.org:5432/jurybox": SECRET, "anna": SECRET, ACCOUNT: SECRET}  # as kept earlier
    path.write_text(json.dumps({**by_name, **before}))
    return path


@pytest.fixture
def strange() -> Iterator[StrangeServer]:
    """A server that asks for passwords in clear text."""
    with StrangeServer("clear") as made:
        yield made


def linked(path: Path, url: str, *, role: str, certificate: str = "") -> Path:
    """Make a file that names a hub and an account, as one that came by mail may."""
    small_collection(path)
    with closing(open_writing(path)) as db:
        (identity,) = db.execute("SELECT value FROM local WHERE name = 'collection'").fetchone()
        db.execute("BEGIN IMMEDIATE")
        organizes = role != ACCOUNT
        store_link(db, Link(url, identity, role, "Anna", organizer=organizes, certificate=certificate))
        db.execute("COMMIT")
    return path


COMMANDS: dict[str, tuple[str, ...]] = {
    "status": ("status", "{place}"),
    "invite": ("invite", "{place}", "Ana", "-o", "{folder}/x.invite"),
    "withdraw": ("withdraw", "{place}", "Ana"),
    "export": ("export", "{place}", "-o", "{folder}/whole.jury"),
    "push": ("push", "{place}"),
    "pull": ("pull", "{url}", "{place}"),
}
EARLIER = "anna@db.example.org:5432/jurybox"
URLS = {
    "a port": "postgresql://{user}127.0.0.1:{port}/jurybox",
    "another way to write this computer": "postgresql://{user}localhost:{port}/jurybox",
    "the name of the database": "postgresql://{user}127.0.0.1:{port}/db.example.org",
    "encrypted": "postgresql://{user}127.0.0.1:{port}/jurybox?sslmode=verify-full",
    "host as an option": "postgresql://{user}db.example.org:{port}/jurybox?host=127.0.0.1",
}


def ways() -> Iterator[tuple[str, str, str]]:
    """Yield a command, the role in the file ("" for a URL in its place), and a kind of URL."""
    for command in COMMANDS:
        for role in ("anna", EARLIER):
            yield command, role, "a port"
    for command in ("status", "invite", "withdraw", "export"):
        yield command, "", "a port"
    for command in ("push", "pull"):
        yield command, ACCOUNT, "a port"
    for url in URLS:
        yield "push", "anna", url
        yield "push", ACCOUNT, url


@pytest.mark.parametrize(("command", "role", "kind"), sorted(set(ways())))
def test_no_command_connects_to_a_strange_server(
    command: str, role: str, kind: str, run: Run, strange: StrangeServer, tmp_path: Path
) -> None:
    make_known(Address("127.0.0.1", 9, "jurybox"))  # another hub of this computer
    url = URLS[kind].format(user="", port=strange.port)
    of_anna = URLS[kind].format(user="anna@", port=strange.port)
    place = linked(tmp_path / "part.jury", url, role=role) if role else of_anna
    words = [word.format(place=place, url=url, folder=tmp_path) for word in COMMANDS[command]]
    told = run("hub", *words)
    assert told.refusal.startswith("This computer does not know the hub ")
    assert "Nothing was sent. If you trust this server, repeat the command with --trust-server." in told.refusal
    assert str(strange.port) in told.refusal
    assert strange.met == 0
    assert not (tmp_path / "x.invite").exists()
    assert not (tmp_path / "whole.jury").exists()
    assert run("hub", *words, "--trust-server").status == 2
    assert strange.answers == []


def test_the_known_hub_with_the_certificate_of_somebody_else(run: Run, strange: StrangeServer, tmp_path: Path) -> None:
    make_certificate("127.0.0.1", tmp_path / "own.pem", tmp_path / "own.key")
    make_certificate("127.0.0.1", tmp_path / "other.pem", tmp_path / "other.key")
    url = f"postgresql://anna@127.0.0.1:{strange.port}/jurybox"
    keep_password(read_address(f"{url}?sslmode=verify-full&sslrootcert={tmp_path / 'own.pem'}").of("anna", SECRET))
    others = {
        "other": f"{url}?sslmode=verify-full",  # with the certificate in the file
        "none": f"{url}?sslmode=verify-full",
        "clear": url,
        "path": f"{url}?sslmode=verify-full&sslrootcert={tmp_path / 'other.pem'}",
    }
    for name, other in others.items():
        certificate = (tmp_path / "other.pem").read_text() if name == "other" else ""
        file = linked(tmp_path / f"{name}.jury", other, role="anna", certificate=certificate)
        assert "by another certificate. Nothing was sent. Ask the organizer" in run("hub", "push", file).refusal
    assert strange.met == 0


@pytest.mark.parametrize(
    "link",
    [
        {"url": 5}, {"url": "postgresql://[::1/x"}, {"url": "postgresql://anna@/x?host=db.example.org,127.0.0.1"},
        {"organizer": "yes"}, {"role": None}, {"certificate": ["x"]}, {"role": "\ud800"},
    ],
)  # fmt: skip
def test_links_that_are_none_are_refused_in_a_sentence(link: dict[str, Any], run: Run, tmp_path: Path) -> None:
    file = linked(tmp_path / "part.jury", KNOWN.url, role="anna")
    with closing(open_writing(file)) as db:
        (text,) = db.execute("SELECT value FROM local WHERE name = 'hub'").fetchone()
        db.execute("UPDATE local SET value = ? WHERE name = 'hub'", (json.dumps({**json.loads(text), **link}),))
        db.commit()
    assert run("hub", "push", file).refusal.endswith(".")


def test_joining_sends_what_the_invitation_holds_and_nothing_else(
    run: Run, strange: StrangeServer, tmp_path: Path
) -> None:
    role = ACCOUNT.replace("_a_", "_i_")
    invitation = Invitation("Small", "Ana", f"postgresql://127.0.0.1:{strange.port}/x", "i", role, "of it", 2**42)
    write_invitation(invitation, tmp_path / "ana.invite")
    refusal = run("hub", "join", tmp_path / "ana.invite", tmp_path / "ana.jury").refusal
    assert "asks for the password in clear text or as MD5" in refusal
    assert strange.answers == []


def test_passwords_kept_by_name_alone_are_asked_for_once_more(
    run: Run,
    hub: Address,  # noqa: F811
    known: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    home = small_collection(tmp_path / "home.jury")
    assert run("hub", "create", hub.whole_url, home).status == 0
    known.write_text(json.dumps({f"organizer@{hub.host}:{hub.port}/{hub.database}": hub.password}))
    assert "--trust-server" in run("hub", "status", home).refusal
    refusal = run("hub", "status", home, "--trust-server").refusal
    assert "asks for the password of organizer, which this computer does not know" in refusal
    assert "Enter it at a terminal, or put it into the variable PGPASSWORD." in refusal
    monkeypatch.setenv("PGPASSWORD", hub.password)
    assert run("hub", "status", home).status == 0


def test_a_hub_is_created_without_a_password_in_the_address(
    run: Run,
    hub: Address,  # noqa: F811
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    home = small_collection(tmp_path / "home.jury")
    assert "PGPASSWORD" in run("hub", "create", hub.url, home).refusal
    monkeypatch.setenv("PGPASSWORD", "wrong")
    assert "does not accept the password of organizer" in run("hub", "create", hub.url, home).refusal
    monkeypatch.setenv("PGPASSWORD", hub.password)
    assert run("hub", "create", hub.url, home).status == 0
    monkeypatch.delenv("PGPASSWORD")
    assert password_of(hub) == hub.password
    assert run("hub", "status", home).status == 0


@pytest.mark.parametrize("command", ["create", "move"])
def test_a_password_is_not_asked_for_without_a_terminal(command: str, run: Run, tmp_path: Path) -> None:
    home = small_collection(tmp_path / "home.jury")
    refusal = run("hub", command, "-W", "postgresql://anna@127.0.0.1:9/jurybox", home).refusal
    assert "Enter it at a terminal, or put it into the variable PGPASSWORD." in refusal


def at_terminal(words: list[str], answers: list[tuple[str, str]]) -> tuple[int, str]:
    """Run a command of the program at a terminal, and type each answer once its question is there."""
    try:
        mine, its = pty.openpty()
    except OSError as error:
        pytest.skip(f"no terminal can be made here: {error}")
    where = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-m", "jurybox_gui", "hub", *words]
    with subprocess.Popen(command, stdin=its, stdout=its, stderr=its, env=where, start_new_session=True) as process:
        os.close(its)
        shown, end = "", time.monotonic() + 60
        while time.monotonic() < end:
            if answers and answers[0][0] in shown:
                os.write(mine, f"{answers.pop(0)[1]}\n".encode())
            if select.select([mine], [], [], 0.1)[0]:
                try:
                    shown += os.read(mine, 4096).decode()
                except OSError:  # the program has ended
                    break
        os.close(mine)
        return process.wait(10), shown


@pytest.mark.skipif(os.name != "posix", reason="terminals of this kind are on POSIX systems only")
def test_at_a_terminal_consent_and_password_are_asked_for_once(
    hub: Address,  # noqa: F811
    known: Path,
    tmp_path: Path,
) -> None:
    home = small_collection(tmp_path / "home.jury")
    status, shown = at_terminal(["create", "-W", hub.url, str(home)], [("Password", hub.password)])
    assert status == 0, shown
    assert "Invite assessors next" in shown
    assert hub.password not in shown
    known.unlink()
    asked = f"does not know the hub '{hub.database}' at 127.0.0.1, port {hub.port}"
    status, shown = at_terminal(["status", str(home)], [("[y/N]", "n")])
    assert status == 2
    assert asked in " ".join(shown.split())
    assert not known.exists()
    status, shown = at_terminal(["status", str(home)], [("[y/N]", "y"), ("Password", hub.password)])
    assert status == 0, shown
    assert hub.password not in shown
    status, shown = at_terminal(["status", str(home)], [])
    assert status == 0, shown
    assert "[y/N]" not in shown
