"""Passwords of hubs on this machine: in the keyring of the system, else in a file of its owner's alone."""

import json
import os
from contextlib import suppress
from pathlib import Path
from typing import Any

from jurybox.disk import make_folder, write_whole
from jurybox.errors import Refused
from jurybox.language import tr

SERVICE = "Jurybox hub"
_FILE = "hub-passwords.json"


def keep_password(role: str, password: str) -> str:
    """Keep the password of a role, and return in a sentence where it is now."""
    if _in_keyring(role, password):
        return tr("The password is in the keyring of this computer.")
    path = _path()
    known = _read(path)
    known[role] = password
    try:
        make_folder(path.parent)
        _make_private(path)
        write_whole(path, json.dumps(known, indent=1).encode())
        path.chmod(0o600)
    except OSError as error:
        raise Refused(
            tr("The password cannot be kept in {path}: {reason}.", path=path, reason=error.strerror)
        ) from error
    return tr("This computer has no keyring; the password is in {path}, which only you can read.", path=path)


def known_password(role: str) -> str | None:
    """Return the password that this machine keeps for a role; None if it keeps none."""
    keyring = _keyring()
    if keyring is not None:
        with suppress(Exception):
            found = keyring.get_password(SERVICE, role)
            if found:
                return str(found)
    return _read(_path()).get(role)


def forget_password(role: str) -> None:
    """Forget the password of a role, wherever it is kept."""
    keyring = _keyring()
    if keyring is not None:
        with suppress(Exception):
            keyring.delete_password(SERVICE, role)
    path = _path()
    known = _read(path)
    if known.pop(role, None) is not None:
        write_whole(path, json.dumps(known, indent=1).encode())
        path.chmod(0o600)


def _path() -> Path:
    named = os.environ.get("JURYBOX_HUB_PASSWORDS")
    if named:
        return Path(named)
    from platformdirs import user_config_path

    return user_config_path("jurybox") / _FILE


def _make_private(path: Path) -> None:
    """Let the file be its owner's alone before anything is in it; what is written over it stays so."""
    if not path.exists():
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        path.write_text("{}")


def _read(path: Path) -> dict[str, str]:
    try:
        found = json.loads(path.read_text())
    except (OSError, ValueError):
        return {}
    return {str(role): str(word) for role, word in found.items()} if isinstance(found, dict) else {}


def _in_keyring(role: str, password: str) -> bool:
    keyring = _keyring()
    if keyring is None:
        return False
    with suppress(Exception):
        keyring.set_password(SERVICE, role, password)
        return bool(keyring.get_password(SERVICE, role) == password)
    return False


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
