"""Who takes part at a hub, who is connected, and what is on its way."""

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Literal

from jurybox.hub.campaign import collection_at, place_of
from jurybox.hub.connection import connected, deadline

Standing = Literal["not invited", "invited", "expired", "joined", "withdrawn"]


@dataclass(frozen=True, slots=True)
class Person:
    """One assessor at the hub; `seen` in milliseconds since 1970.

    `waiting`: entries that were not sent when they were last seen; `misused`: attempts to use an invitation
    again.
    """

    name: str
    state: Standing
    connected: bool
    seen: int | None
    waiting: int
    entries: int
    misused: int
    machine: str
    version: str


@dataclass(frozen=True, slots=True)
class HubStatus:
    """A hub: the campaign, its content, and its participants in the order of their names."""

    campaign: str
    size_bytes: int
    entries: int
    people: tuple[Person, ...]


_PEOPLE = """
SELECT p.name,
       a.role IS NOT NULL, a.active, i.active, i.waits,
       EXISTS (SELECT FROM pg_stat_activity s WHERE s.usename = ANY (a.roles)
               AND s.datname = current_database()),
       a.seen, coalesce(a.waiting, 0), coalesce(c.entries, 0), coalesce(i.misused, 0),
       coalesce(a.machine, ''), coalesce(a.version, '')
FROM jurybox.person p
LEFT JOIN LATERAL (
    SELECT max(role) AS role, array_agg(role::name) AS roles, bool_or(withdrawn IS NULL) AS active,
           max(seen) AS seen, (array_agg(waiting ORDER BY seen DESC))[1] AS waiting,
           string_agg(DISTINCT machine, ', ') AS machine,
           (array_agg(version ORDER BY seen DESC))[1] AS version
    FROM jurybox.account a WHERE (a.collection, a.code) = (p.collection, p.code)) a ON true
LEFT JOIN LATERAL (
    SELECT bool_or(withdrawn IS NULL) AS active,
           bool_or(withdrawn IS NULL AND used IS NULL AND expires > now()) AS waits,
           sum(misused)::integer AS misused
    FROM jurybox.invitation i WHERE (i.collection, i.code) = (p.collection, p.code)) i ON true
LEFT JOIN LATERAL (
    SELECT sum(length)::integer AS entries
    FROM jurybox.chain c WHERE (c.collection, c.assessor) = (p.collection, p.code)) c ON true
WHERE p.collection = %s ORDER BY p.organizer DESC, p.name
"""


CONNECTED = """
SELECT DISTINCT p.name FROM pg_stat_activity s
JOIN jurybox.account a ON a.role = s.usename
JOIN jurybox.person p ON (p.collection, p.code) = (a.collection, a.code)
WHERE s.datname = current_database() AND a.collection = %s ORDER BY p.name
"""
"""Names of the assessors who are connected to this hub now; for the organizer."""


def read_status(file_or_url: Path | str) -> HubStatus:
    """Ask the hub who takes part and how far everybody is; for the organizer."""
    place = place_of(file_or_url)
    with connected(place.address) as hub, deadline(hub):
        number, _, campaign = collection_at(hub, place)
        rows = hub.execute(_PEOPLE, (number,)).fetchall()
        (size,) = hub.execute(
            "SELECT sum(pg_total_relation_size(c.oid))::bigint FROM pg_class c "
            "JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = 'jurybox' AND c.relkind = 'r'"
        ).fetchone() or (0,)
        (entries,) = hub.execute(
            "SELECT coalesce(sum(length), 0)::bigint FROM jurybox.chain WHERE collection = %s", (number,)
        ).fetchone() or (0,)
    people = tuple(
        Person(
            name,
            _standing(joined=joined, active=active, invited=invited, waits=waits),
            online,
            _milliseconds(seen),
            *rest,
        )
        for name, joined, active, invited, waits, online, seen, *rest in rows
    )
    return HubStatus(campaign, int(size), int(entries), people)


def _standing(*, joined: bool, active: bool | None, invited: bool | None, waits: bool | None) -> Standing:
    if joined and active:
        return "joined"
    if waits:
        return "invited"
    if joined or invited is False:
        return "withdrawn"
    return "expired" if invited else "not invited"


def _milliseconds(at: datetime | None) -> int | None:
    return None if at is None else int(at.timestamp() * 1000)
