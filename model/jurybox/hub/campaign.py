"""What the organizer does at a hub: create it, invite assessors, withdraw them, send a file by hand."""

import os
import secrets
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from jurybox.collection.file import check_is_ours, open_reading
from jurybox.collection.log import new_assessor
from jurybox.collection.organizer import ORGANIZER
from jurybox.errors import Refused
from jurybox.hub.address import Address, read_address
from jurybox.hub.connection import Connection, connected, deadline
from jurybox.hub.errors import HubRefused
from jurybox.hub.exchange import Exchange, greet
from jurybox.hub.invitations import Invitation, write_invitation
from jurybox.hub.known import admitted, keep_password, make_known, password_of
from jurybox.hub.link import Link, link_in, store_link
from jurybox.hub.local_log import LocalLog, change_of, opened_log
from jurybox.hub.publishing import publish, publish_people
from jurybox.hub.schema import FOLLOW_CHAINS, GRANTS, INVITED, MIGRATIONS, OLDEST, QUOTA, VERSION, tables
from jurybox.language import tr
from jurybox.lists import comma_list

_DAY = 86_400
MOST_DAYS = 90


@dataclass(frozen=True, slots=True)
class Place:
    """A hub as the organizer reaches it: the address, and the collection meant."""

    address: Address
    identity: str


def place_of(file_or_url: Path | str) -> Place:
    """Return the hub of a file, or at a URL; refused for a file that is not the organizer's."""
    if isinstance(file_or_url, Path):
        link = _link_of(file_or_url)
        if not link.organizer:
            raise HubRefused(
                tr(
                    "{file_or_url} is {link}'s own file. Only the organizer can do that.",
                    file_or_url=file_or_url.name,
                    link=link.name,
                )
            )
        return Place(link.address(), link.identity)
    return Place(read_address(file_or_url), "")


def enter_password(address: Address, password: str) -> None:
    """Keep a password that a person typed for a known hub, once the server accepts it."""
    address = address.of(address.user, password)
    with connected(address):
        keep_password(address)


def collection_at(db: Connection, place: Place) -> tuple[int, str, str]:
    """Return number, identity and name of the collection at a hub; refused unless there is one."""
    rows = db.execute("SELECT id, identity, name FROM jurybox.collection ORDER BY id").fetchall()
    rows = [row for row in rows if place.identity in {"", row[1]}]
    if not rows:
        raise HubRefused(tr("The hub does not have this collection. Create it there first: jurybox hub create."))
    if len(rows) > 1:
        names = comma_list(row[2] for row in rows[:5])
        raise HubRefused(
            tr("The hub has several collections: {names}. Name the file of the one you mean.", names=names)
        )
    number, identity, name = rows[0]
    return number, identity, name


def create_hub(url: str, file: Path, password: str = "") -> Link:
    """Make the tables of a hub if they are not there, and put a collection into it; return the file's link.

    Tables of an older version are brought up to this one's. The account of the URL
    becomes that of the organizer: it must own the database and may create roles. A `password` need not be in
    the URL. From now on this computer knows the server.
    """
    check_is_ours(file)
    address = _with_password(read_address(url), password)
    with closing(open_reading(file)) as db:
        if db.execute("SELECT 1 FROM local WHERE name = 'handed_out'").fetchone():
            raise Refused(tr("{file} is the file of one assessor. Create the hub from the collection.", file=file.name))
        identity = db.execute("SELECT value FROM local WHERE name = 'collection'").fetchone()[0]
    make_known(address)
    with connected(address) as hub:
        address = address.of(hub.info.user, address.password or password_of(address))
        with deadline(hub), hub.transaction():
            _make_tables(hub, address)
            hub.execute(
                "INSERT INTO jurybox.collection (identity, name, quota) VALUES (%s, %s, %s) "
                "ON CONFLICT (identity) DO NOTHING",
                (identity, file.stem, QUOTA),
            )
        link = Link(
            url=address.url,
            identity=identity,
            role=address.user,
            name=ORGANIZER,
            organizer=True,
            certificate=address.certificate_text,
        )
        if address.password:
            keep_password(address)
        with change_of(file) as db:
            new_assessor(db, ORGANIZER)
            store_link(db, link)
        _send_all(hub, file, address)
    return link


def _with_password(address: Address, password: str) -> Address:
    return address.of(address.user, address.password or password)


def _make_tables(hub: Connection, address: Address) -> None:
    found = hub.execute("SELECT to_regclass('jurybox.meta')").fetchone()
    if found and found[0]:
        (version,) = hub.execute("SELECT version FROM jurybox.meta").fetchone() or (0,)
        if version > VERSION:
            raise HubRefused(
                tr(
                    "The hub was created by a newer Jurybox (hub version {version}, this one supports "
                    "up to {version2}). Nothing was changed; use the newer program.",
                    version=version,
                    version2=VERSION,
                )
            )
        for older in range(version, VERSION):
            hub.execute(MIGRATIONS[older].encode())
        if version < VERSION:
            hub.execute("UPDATE jurybox.meta SET version = %s, oldest = %s", (VERSION, OLDEST))
        hub.execute(FOLLOW_CHAINS.encode())
        return
    may = hub.execute("SELECT rolsuper OR rolcreaterole FROM pg_roles WHERE rolname = current_user").fetchone()
    if not may or not may[0]:
        raise HubRefused(
            tr(
                "The account {user} may not create accounts for assessors. Ask the administrator of "
                "the database for: ALTER ROLE {user} CREATEROLE. Nothing was changed.",
                user=address.user,
            )
        )
    own = secrets.token_hex(4)
    members = f"jurybox_{own}"
    hub.execute(tables())
    hub.execute("INSERT INTO jurybox.meta VALUES (%s, %s, %s)", (own, VERSION, OLDEST))
    hub.execute(f'CREATE ROLE "{members}" NOLOGIN')
    hub.execute(GRANTS.format(members=f'"{members}"'))


def _send_all(hub: Connection, file: Path, address: Address) -> int:
    """Send parts, content and the whole log of the organizer's file; return how many entries went."""
    with opened_log(file) as log:
        found = greet(hub, log.link.identity, 0, organizer=True)
        publish_people(hub, found.collection, log.db)
        publish(hub, found.collection, file)
        return _send_log(hub, log, address)


def _send_log(hub: Connection, log: LocalLog, address: Address) -> int:
    """Send what the hub lacks of a log; return how many entries went. HubRefused for what it sets aside."""
    exchange = Exchange(hub, log, address)
    exchange.look()
    total = 0
    while sent := exchange.push():
        total += sent
    if exchange.problem:
        raise HubRefused(exchange.problem)
    log.remember_sent()
    return total


def push_file(file: Path) -> int:
    """Send what the hub lacks of a file, now; return how many entries went."""
    link = _link_of(file)
    address = link.address()
    with connected(address) as hub:
        if link.organizer:
            return _send_all(hub, file, address)
        with opened_log(file) as log:
            return _send_log(hub, log, address)


def pull_file(file: Path, url: str | None = None) -> int:
    """Fetch what a file lacks of what its account may see, now; return how many entries came."""
    link = _link_of(file, url)
    address = link.address()
    with connected(address) as hub, opened_log(file) as log:
        exchange = Exchange(hub, log, address)
        if log.is_own_part():
            exchange.update_part()
        exchange.look()
        total = 0
        while came := exchange.pull():
            total += came
        if exchange.problem:
            raise HubRefused(exchange.problem)
    return total


def _link_of(file: Path, url: str | None = None) -> Link:
    check_is_ours(file)
    with closing(open_reading(file)) as db:
        link = link_in(db)
        identity = db.execute("SELECT value FROM local WHERE name = 'collection'").fetchone()[0]
    if link is not None:
        if url is not None and read_address(url).of("", "").url != read_address(link.url).of("", "").url:
            raise HubRefused(
                tr("{file} belongs to another hub: {url}. Nothing was changed.", file=file.name, url=link.url)
            )
        return link
    if url is None:
        raise HubRefused(tr("{file} belongs to no hub. Create one (jurybox hub create) or join one.", file=file.name))
    address = read_address(url)
    admitted(address)
    if address.password:
        keep_password(address)
    link = Link(address.url, identity, address.user, ORGANIZER, organizer=True)
    with change_of(file) as db:
        store_link(db, link)
    return link


def move_file(url: str, file: Path, password: str = "") -> Link:
    """Let a file know its hub at a new address, where the same hub is now; return its new link.

    The account and its password stay the same, unless the URL of the organizer names others; `password` is for a
    URL without one. Nothing in the file is changed unless the hub at the new address knows the account and the
    collection. From now on this computer knows the server.
    """
    check_is_ours(file)
    with closing(open_reading(file)) as db:
        before = link_in(db)
    if before is None:
        raise HubRefused(tr("{file} belongs to no hub. Create one (jurybox hub create) or join one.", file=file.name))
    there = _with_password(read_address(url), password)
    old = before.address()
    user = (there.user or old.user) if before.organizer else old.user
    password = (there.password if before.organizer else "") or password_of(old)
    link = replace(
        before,
        url=there.of(user if before.organizer else "", "").url,
        role=user,
        certificate=there.certificate_text if there.root_certificate or there.is_local else before.certificate,
    )
    address = link.address().of(user, password)
    make_known(address)
    with connected(address) as hub:
        greet(hub, link.identity, 0, organizer=link.organizer)
    if address.password:
        keep_password(address)
    with change_of(file) as db:
        store_link(db, link)
    return link


def hand_over(file: Path, name: str) -> bool:
    """Bring one assessor's part at the hub up to the file; return whether it changed."""
    place = place_of(file)
    with connected(place.address) as hub:
        number, _, _ = collection_at(hub, place)
        return bool(publish(hub, number, file, [name]))


def invite(file_or_url: Path | str, name: str, target: Path, *, days: int = 7) -> Invitation:
    """Write an invitation for an assessor, usable once within this many days.

    Their part is sent first if a file is named; with only a URL, the hub must have it already. An assessor
    with a second computer gets a second invitation.
    """
    if not 1 <= days <= MOST_DAYS:
        raise Refused(tr("An invitation is valid for 1 to {most_days} days.", most_days=MOST_DAYS))
    if target.exists():
        raise Refused(tr("{target} exists already. Nothing was changed; choose another name.", target=target))
    place = place_of(file_or_url)
    with connected(place.address) as hub:
        number, identity, campaign = collection_at(hub, place)
        if isinstance(file_or_url, Path):
            publish(hub, number, file_or_url, [name])
        code = _code_of(hub, number, name)
        password, expires = secrets.token_urlsafe(24), int(time.time()) + days * _DAY
        role = f"jurybox_i_{secrets.token_hex(8)}"
        made = _with_role(hub, number, code, role, password, expires)
        with made:
            invitation = Invitation(
                campaign=campaign,
                name=name,
                url=_url_for_others(place.address),
                identity=identity,
                role=role,
                password=password,
                expires=expires * 1000,
                certificate=place.address.certificate_text,
            )
            write_invitation(invitation, target)
    return invitation


def _url_for_others(address: Address) -> str:
    """Return the address as an invitation names it: no account, and no path of this computer."""
    return Address(address.host, address.port, address.database).url


def _code_of(hub: Connection, collection: int, name: str) -> bytes:
    found = hub.execute(
        "SELECT p.code, h.digest IS NOT NULL FROM jurybox.person p LEFT JOIN jurybox.handout h "
        "ON (h.collection, h.assessor) = (p.collection, p.code) "
        "WHERE p.collection = %s AND p.name = %s AND NOT p.organizer",
        (collection, name),
    ).fetchone()
    if found is None:
        raise HubRefused(tr("The hub has no assessor {name!r}. Add them to the collection first.", name=name))
    code, has_part = found
    if not has_part:
        raise HubRefused(
            tr(
                "The hub has no part for {name} yet. Invite them from the collection file: jurybox "
                "hub invite FILE {name!r} -o {name}.invite",
                name=name,
            )
        )
    return bytes(code)


@contextmanager
def _with_role(hub: Connection, collection: int, code: bytes, role: str, password: str, expires: int) -> Iterator[None]:
    """Make the account of an invitation; it is not there if what is done inside fails."""
    verifier = hub.pgconn.encrypt_password(password.encode(), role.encode(), b"scram-sha-256").decode()
    until = datetime.fromtimestamp(expires, UTC).isoformat()
    with deadline(hub), hub.transaction():
        hub.execute(f"CREATE ROLE \"{role}\" LOGIN PASSWORD '{verifier}' VALID UNTIL '{until}' CONNECTION LIMIT 2")
        if not hub.execute("SELECT rolsuper FROM pg_roles WHERE rolname = current_user").fetchone()[0]:  # type: ignore[index]
            hub.execute(f'GRANT "{role}" TO CURRENT_USER')
        hub.execute(f"ALTER ROLE \"{role}\" SET statement_timeout = '20s'")
        hub.execute(INVITED.format(role=f'"{role}"'))
        hub.execute(
            "INSERT INTO jurybox.invitation (role, collection, code, expires) VALUES (%s, %s, %s, %s)",
            (role, collection, code, until),
        )
        yield


def withdraw(file_or_url: Path | str, name: str) -> int:
    """End the accounts and invitations of an assessor at once; return how many sessions were ended.

    What they entered stays.
    """
    place = place_of(file_or_url)
    with connected(place.address) as hub:
        number, _, _ = collection_at(hub, place)
        with deadline(hub), hub.transaction():
            found = hub.execute(
                "SELECT code FROM jurybox.person WHERE collection = %s AND name = %s AND NOT organizer", (number, name)
            ).fetchone()
            if found is None:
                raise HubRefused(tr("The hub has no assessor {name!r}. Nothing was changed.", name=name))
            roles: list[str] = []
            for table in ("account", "invitation"):
                roles += (
                    role
                    for (role,) in hub.execute(
                        f"UPDATE jurybox.{table} SET withdrawn = now() WHERE collection = %s AND code = %s "  # noqa: S608
                        "AND withdrawn IS NULL RETURNING role",
                        (number, found[0]),
                    ).fetchall()
                )
            if not roles:
                raise HubRefused(tr("{name} has no account and no invitation. Nothing was changed.", name=name))
            for role in roles:
                hub.execute(f'ALTER ROLE "{role}" NOLOGIN')
        with deadline(hub):
            ended = hub.execute(
                "SELECT count(*) FILTER (WHERE pg_terminate_backend(pid)) FROM pg_stat_activity "
                "WHERE usename = ANY (%s)",
                (roles,),
            ).fetchone()
    return int(ended[0]) if ended else 0


def machine_name() -> str:
    """Return what this computer is called, for the list of accounts."""
    import platform

    return platform.node() or os.name
