"""Invitations: a small file by which one assessor joins a campaign once, before it expires."""

import json
import os
import time
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path

from jurybox.disk import open_regular
from jurybox.errors import Refused
from jurybox.language import tr

SUFFIX = ".invite"
_FORMAT = "jurybox-invitation"
_VERSION = 1
_LARGEST = 200_000


@dataclass(frozen=True, slots=True)
class Invitation:
    """The content of an invitation: the campaign and its hub, who is invited, and until when (ms since 1970).

    `role` and `password` belong to an account that can only accept the invitation, once.
    """

    campaign: str
    name: str
    url: str
    identity: str
    role: str
    password: str
    expires: int
    certificate: str = ""

    @property
    def is_expired(self) -> bool:
        """Whether the last moment has passed, by the clock of this computer."""
        return time.time() * 1000 > self.expires

    @property
    def last_day(self) -> str:
        """The moment until which it can be used, in the zone of this computer."""
        return datetime.fromtimestamp(self.expires / 1000, UTC).astimezone().strftime("%Y-%m-%d %H:%M")


def write_invitation(invitation: Invitation, path: Path) -> None:
    """Write an invitation that only its owner may read; refused if something is there already."""
    content = {"format": _FORMAT, "version": _VERSION, **asdict(invitation)}
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        raise Refused(tr("{path} exists already. Nothing was changed; choose another name.", path=path)) from None
    except OSError as error:
        raise Refused(tr("{path} cannot be written: {reason}.", path=path, reason=error.strerror)) from error
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            json.dump(content, file, ensure_ascii=False, indent=1)
            file.write("\n")
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        path.unlink()  # half of an invitation is none, and would be in the way of the next
        raise Refused(tr("{path} cannot be written: {reason}.", path=path, reason=error.strerror)) from error


def read_invitation(path: Path) -> Invitation:
    """Read an invitation. Refused for another file, or one of a newer version."""
    try:
        with open_regular(path) as file:
            raw = file.read(_LARGEST + 1)
    except OSError as error:
        raise Refused(tr("{path} cannot be read: {reason}.", path=path, reason=error.strerror)) from error
    try:
        content = json.loads(raw.decode("utf-8"))
        if content.pop("format") != _FORMAT:
            raise ValueError
        version = int(content.pop("version"))
    except (ValueError, AttributeError, KeyError, TypeError, RecursionError):
        raise Refused(
            tr(
                "{path} is not an invitation. Open the file that the organizer sent you; its name ends in {suffix}.",
                path=path.name,
                suffix=SUFFIX,
            )
        ) from None
    if version > _VERSION:
        raise Refused(
            tr("{path} was made by a newer Jurybox. Nothing was changed; use the newer program.", path=path.name)
        )
    try:
        found = Invitation(**content)
        "".join(getattr(found, key) for key in _TEXTS).encode()  # fails unless all are texts
        if not 0 <= found.expires <= _LAST_MOMENT:
            raise ValueError
    except (TypeError, ValueError):
        raise Refused(
            tr("{path} is damaged. Ask the organizer to send the invitation again.", path=path.name)
        ) from None
    return found


_TEXTS = ("campaign", "name", "url", "identity", "role", "password", "certificate")
_LAST_MOMENT = 253_402_214_400_000
"""The end of the year 9999, which is the last that has a name."""
