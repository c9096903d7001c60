"""The hubs that this computer knows, and the password made for each account there.

A hub becomes known here by creating, serving, joining or moving it, or by the consent of a person who was asked; a
file alone never makes it known. Nothing connects to any other server, and a password goes to the server it was made
for and to no other. The list is a file of its owner's alone; passwords are in the keyring of the system if there is
one, else in that file.
"""

import json
import os
from contextlib import suppress
from pathlib import Path
from typing import Any

from jurybox.disk import make_folder, write_whole
from jurybox.errors import Refused
from jurybox.hub.address import Address
from jurybox.hub.errors import HubRefused
from jurybox.language import tr

_SERVICE = "Jurybox hub"
_FILE = "hub-passwords.json"


class UnknownServer(HubRefused):
    """This computer does not know the server at `address`; nothing was sent, not even a request."""

    may_ask = True
    """Whether a person can help, here by agreeing."""

    def __init__(self, text: str, address: Address) -> None:
        super().__init__(text)
        self.address = address


class WrongPassword(HubRefused):
    """The server at `address` does not accept the password, or wants one and this computer keeps none.

    It does not say whether a password is wrong, or was right until yesterday.
    """

    def __init__(self, text: str, address: Address) -> None:
        super().__init__(text)
        self.address = address

    @property
    def may_ask(self) -> bool:
        """Whether a person can help by typing the password: not if they just typed it, nor if no person knows it."""
        return not self.address.password and not self.address.is_assessor


def admitted(address: Address) -> Address:
    """Return an address with the password made for it, if any; UnknownServer unless this computer knows the server."""
    known, server = _read(), address.server
    if not isinstance(known.get(server), dict):
        # The last word of a server is how it is recognized.
        elsewise = any(isinstance(at, dict) and one.split()[0] == server.split()[0] for one, at in known.items())
        raise UnknownServer(_unknown(address, elsewise=elsewise), address)
    return address if address.password else address.of(address.user, password_of(address))


def _unknown(address: Address, *, elsewise: bool) -> str:
    where = {"database": address.database, "host": address.host, "port": address.port}
    if elsewise:
        return tr(
            "This computer knows the hub {database!r} at {host}, port {port}, by another certificate. Nothing was "
            "sent. Ask the organizer whether the certificate was replaced.",
            **where,
        )
    return tr("This computer does not know the hub {database!r} at {host}, port {port}. Nothing was sent.", **where)


def make_known(address: Address) -> None:
    """Remember a server that a person here named or agreed to, so that connections to it are allowed."""
    known, server = _read(), address.server
    if not isinstance(known.get(server), dict):
        _write({**known, server: {}})


def keep_password(address: Address) -> str:
    """Keep the password of an address for its account and server alone, and return in a sentence where it is now."""
    known, server = _read(), address.server
    accounts = known.get(server)
    accounts = accounts if isinstance(accounts, dict) else {}
    in_keyring = _in_keyring(_entry(address), address.password)
    _write({**known, server: {**accounts, address.user: None if in_keyring else address.password}})
    if in_keyring:
        return tr("The password is in the keyring of this computer.")
    return tr("This computer has no keyring; the password is in {path}, which only you can read.", path=_path())


def password_of(address: Address) -> str:
    """Return the password that this computer keeps for exactly this account and server; "" if it keeps none."""
    accounts = _read().get(address.server)
    if not isinstance(accounts, dict) or address.user not in accounts:
        return ""
    kept = accounts[address.user]
    return kept if isinstance(kept, str) else _from_keyring(_entry(address))


def forget_password(address: Address) -> None:
    """Forget the password of an account; the server stays known."""
    keyring = _keyring()
    if keyring is not None:
        with suppress(Exception):
            keyring.delete_password(_SERVICE, _entry(address))
    known = _read()
    accounts = known.get(address.server)
    if isinstance(accounts, dict) and address.user in accounts:
        _write({**known, address.server: {user: kept for user, kept in accounts.items() if user != address.user}})


def _path() -> Path:
    named = os.environ.get("JURYBOX_HUB_PASSWORDS")
    if named:
        return Path(named)
    from platformdirs import user_config_path

    return user_config_path("jurybox") / _FILE


def _read() -> dict[str, Any]:
    """Return the accounts of each server, with their passwords; None is one in the keyring.

    Entries of earlier versions have an account's name alone and no server: nothing reads them.
    """
    path = _path()
    try:
        found = json.loads(path.read_text() or "{}")
        if not isinstance(found, dict):
            raise ValueError
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise Refused(tr("{path} cannot be read: {reason}.", path=path, reason=error.strerror)) from error
    except ValueError:
        raise Refused(
            tr(
                "{path} is damaged, so that this computer knows no hub. Nothing was sent. Restore it from a backup, or "
                "move it elsewhere and enter the passwords again.",
                path=path,
            )
        ) from None
    return found


def _write(known: dict[str, Any]) -> None:
    path = _path()
    try:
        make_folder(path.parent)
        if not path.exists():  # private before anything is in it; what is written over it stays so
            os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        write_whole(path, json.dumps(known, indent=1).encode())
        path.chmod(0o600)
    except OSError as error:
        raise Refused(
            tr("The hub cannot be remembered in {path}: {reason}.", path=path, reason=error.strerror)
        ) from error


def _entry(address: Address) -> str:
    """Return the name of a password in the keyring."""
    return f"{address.user} {address.server}"


def _in_keyring(entry: str, password: str) -> bool:
    keyring = _keyring()
    if keyring is None:
        return False
    with suppress(Exception):
        keyring.set_password(_SERVICE, entry, password)
        return bool(keyring.get_password(_SERVICE, entry) == password)
    return False


def _from_keyring(entry: str) -> str:
    keyring = _keyring()
    if keyring is not None:
        with suppress(Exception):
            return str(keyring.get_password(_SERVICE, entry) or "")
    return ""


def _keyring() -> Any:  # noqa: ANN401 - a module that need not be installed
    """Return the library, or None where it, or a keyring that it can use, is not there."""
    if os.environ.get("JURYBOX_HUB_PASSWORDS"):
        return None
    try:
        import keyring
        from keyring.backends.fail import Keyring as NoKeyring
    except ImportError:
        return None
    with suppress(Exception):
        return None if isinstance(keyring.get_keyring(), NoKeyring) else keyring
    return None
