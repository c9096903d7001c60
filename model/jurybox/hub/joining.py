"""Joining a campaign: an invitation becomes an account, and the assessor's part an ordinary file.

Every step can be interrupted and continued: what has arrived is kept beside the target file, and the password
made here is stored before the hub gets it, so that no interruption can lose it.
"""

import re
import secrets
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jurybox
from jurybox.collection.file import HANDED_OUT, SUFFIX, check_is_ours, create, open_reading, put_in_place
from jurybox.collection.soundness import verify
from jurybox.errors import Refused
from jurybox.hub import packs
from jurybox.hub.again import say_again
from jurybox.hub.campaign import machine_name, pull_file
from jurybox.hub.connection import connected, deadline, library
from jurybox.hub.errors import Ended, HubRefused, SyncStopped
from jurybox.hub.exchange import Exchange
from jurybox.hub.invitations import Invitation, read_invitation
from jurybox.hub.known import WrongPassword, forget_password, keep_password, password_of
from jurybox.hub.link import Link, read_link, store_link
from jurybox.hub.local_log import change_of, opened_log
from jurybox.language import tr

ARRIVING = ".arriving"
_AT_ONCE = 25
_ROLE = re.compile(r"jurybox_i_[0-9a-f]{16}")


@dataclass(frozen=True, slots=True)
class JoinProgress:
    """How far joining is: `what` is "packs" or "labels"."""

    done: int
    total: int
    what: str


@dataclass(frozen=True, slots=True)
class JoinedCampaign:
    """What joining made: the file, and where the password is kept, as a sentence."""

    path: Path
    campaign: str
    assessor: str
    questions: int
    answers: int
    entries: int
    kept_in: str

    def __str__(self) -> str:
        return tr(
            "{path} is {assessor}'s part of {campaign}: {questions:,} questions, {answers:,} "
            "answers, {entries:,} entries of their own. {kept_in}",
            path=self.path,
            assessor=self.assessor,
            campaign=self.campaign,
            questions=self.questions,
            answers=self.answers,
            entries=self.entries,
            kept_in=self.kept_in,
        )


def join(
    invitation: Path,
    target: Path,
    *,
    progress: Callable[[JoinProgress], None] = lambda _: None,
    stopped: Callable[[], bool] = lambda: False,
) -> JoinedCampaign:
    """Accept an invitation and fetch the part; called again with the same paths, it continues.

    If `target` is already the assessor's part, for instance after an account was lost, it gets the new
    account. Raises HubRefused for an invitation that was used, expired or withdrawn, Unreachable without a
    network, and Stopped when `stopped` says so.
    """
    target = target if target.suffix == SUFFIX else target.with_name(f"{target.name}{SUFFIX}")
    invited = read_invitation(invitation)
    is_there = target.exists()
    if is_there and not _is_part_of(target, invited):
        raise Refused(tr("{target} exists already. Nothing was changed; choose another name.", target=target))
    library()
    link, kept_in = _accept(invited)
    if is_there:
        return _renew(target, link, invited, kept_in)
    arriving = target.with_name(f".{target.name}{ARRIVING}")
    _begin(arriving, link, target)
    with opened_log(arriving, target) as log, connected(link.address()) as hub:
        exchange = Exchange(hub, log, link.address())
        _fetch(exchange, progress, stopped)
    with closing(open_reading(arriving)) as db:
        damage = verify(db, whole=True)
    if damage:
        arriving.unlink()
        raise Refused(tr("The part arrived damaged: {damage} Join again.", damage=damage[0]))
    try:
        put_in_place(arriving, target)
    except OSError as error:
        raise Refused(tr("{target} cannot be written: {reason}.", target=target, reason=error.strerror)) from error
    arriving.unlink(missing_ok=True)
    return _joined(target, invited, kept_in)


def _joined(target: Path, invited: Invitation, kept_in: str) -> JoinedCampaign:
    with closing(open_reading(target)) as db:
        (questions,) = db.execute("SELECT count(*) FROM question").fetchone()
        (answers,) = db.execute("SELECT count(*) FROM answer").fetchone()
        (own,) = db.execute("SELECT count(*) FROM entry WHERE assessor = 1").fetchone()
    return JoinedCampaign(target, invited.campaign, invited.name, questions, answers, own, kept_in)


def _is_part_of(target: Path, invited: Invitation) -> bool:
    """Return whether a file is the invited assessor's part of the same collection already."""
    try:
        check_is_ours(target)
        with closing(open_reading(target)) as db:
            said = dict(db.execute("SELECT name, value FROM local"))
    except (Refused, sqlite3.Error, OSError):
        return False
    return (said.get("collection"), said.get(HANDED_OUT)) == (invited.identity, invited.name)


def _renew(target: Path, link: Link, invited: Invitation, kept_in: str) -> JoinedCampaign:
    """Give an existing part a new account, and fetch what it lacks; its content stays."""
    with change_of(target) as db:
        store_link(db, link)
    pull_file(target)
    return _joined(target, invited, kept_in)


def _accept(invited: Invitation) -> tuple[Link, str]:
    """Turn an invitation into an account of this computer; once done, it is not done again."""
    if not _ROLE.fullmatch(invited.role):
        raise HubRefused(tr("This invitation is damaged. Ask the organizer to send it again."))
    account = invited.role.replace("_i_", "_a_")
    link = Link(invited.url, invited.identity, account, invited.name, organizer=False, certificate=invited.certificate)
    address = link.address()
    if password_of(address):
        return link, tr("The password is already stored on this computer.")
    # The invitation's own role keeps what is offered: after a cut the same is offered again.
    inviting = address.of(invited.role, "")
    offered = password_of(inviting) or secrets.token_urlsafe(32)
    keep_password(inviting.of(invited.role, offered))  # from here on this computer knows the server
    try:
        with connected(inviting.of(invited.role, invited.password)) as hub, deadline(hub):
            found = hub.execute(
                "SELECT role, refused, at FROM jurybox.accept(%s, %s, %s)",
                (verifier_of(offered), machine_name(), jurybox.__version__),
            ).fetchone()
    except (Ended, WrongPassword) as error:
        if invited.is_expired:
            raise HubRefused(
                tr("This invitation expired on {last_day}. Ask the organizer for a new one.", last_day=invited.last_day)
            ) from error
        raise HubRefused(
            tr(
                "The hub does not accept this invitation: it expired, or was withdrawn. Ask the "
                "organizer for a new one."
            )
        ) from error
    role, refused, at = found or (None, "none", None)
    if refused or role != account:
        raise HubRefused(_refusal(str(refused), at, invited))
    kept_in = keep_password(address.of(account, offered))
    forget_password(inviting)
    return link, kept_in


def verifier_of(password: str) -> str:
    """Return the SCRAM verifier of a random password (RFC 5803): what a server keeps instead of it.

    The same each time, so that an invitation whose acceptance was cut off is accepted by the same account again.
    """
    import base64
    import hashlib
    import hmac

    salt, rounds = hashlib.sha256(f"salt {password}".encode()).digest()[:16], 4096
    salted = hashlib.pbkdf2_hmac("sha256", password.encode("ascii"), salt, rounds)
    client = hmac.digest(salted, b"Client Key", "sha256")
    server = hmac.digest(salted, b"Server Key", "sha256")
    stored = hashlib.sha256(client).digest()
    text = [base64.b64encode(part).decode() for part in (salt, stored, server)]
    return f"SCRAM-SHA-256${rounds}:{text[0]}${text[1]}:{text[2]}"


def _refusal(why: str, at: Any, invited: Invitation) -> str:  # noqa: ANN401 - a moment or None
    when = "–"
    if at is not None:
        moment = at.astimezone()
        when = tr("{day} at {time}", day=f"{moment:%Y-%m-%d}", time=f"{moment:%H:%M}")
    if why == "used":
        return tr(
            "This invitation was used already on {when}. If it was not you, tell the organizer now: "
            "they can withdraw the account and invite {invited} again. The organizer's list "
            "shows this attempt.",
            when=when,
            invited=invited.name,
        )
    if why == "expired":
        return tr("This invitation expired on {when}. Ask the organizer for a new one.", when=when)
    if why == "withdrawn":
        return tr("This invitation was withdrawn on {when}. Ask the organizer.", when=when)
    return tr("The hub does not know this invitation. Ask the organizer for a new one.")


def _begin(arriving: Path, link: Link, target: Path) -> None:
    if arriving.exists() and read_link(arriving) is not None:
        return
    arriving.unlink(missing_ok=True)  # it was broken off before anything arrived
    create(arriving, shown=target)
    with change_of(arriving, target) as db:
        store_link(db, link)


def _fetch(exchange: Exchange, progress: Callable[[JoinProgress], None], stopped: Callable[[], bool]) -> None:
    """Fetch packs, then the assessor's own entries, then the organizer's."""
    log = exchange.log
    manifest, digest = exchange.manifest()
    if log.own_code() is None:
        log.write(lambda db: packs.begin(db, manifest))
        log.handed_out = manifest["assessor"][1]
    lacking = packs.missing(log.db, manifest)
    total = len({*manifest["documents"], *manifest["questions"]})
    for start in range(0, len(lacking), _AT_ONCE):
        if stopped():
            raise SyncStopped(tr("Joining was stopped. What was received is kept; join again to continue."))
        arrived = exchange.fetch_packs(lacking[start : start + _AT_ONCE])
        log.write(lambda db, arrived=arrived: packs.add_packs(db, arrived))  # type: ignore[misc]
        progress(JoinProgress(total - len(lacking) + start + len(arrived), total, "packs"))
    entries, done = exchange.look(), 0
    while came := exchange.pull():
        done += came
        progress(JoinProgress(done, max(done, entries), "labels"))
        if stopped():
            raise SyncStopped(tr("Joining was stopped. What was received is kept; join again to continue."))
    if exchange.aside:
        raise HubRefused(next(iter(exchange.aside.values())))
    general = exchange.general_entries()
    log.write(lambda db: packs.finish(db, manifest, digest))
    log.write(lambda db: say_again(db, general))
    log.remember_sent()
