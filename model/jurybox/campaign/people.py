"""Assessors of a campaign: entered before they sit down, and of which kind they are."""

import sqlite3
from collections.abc import Callable

from jurybox.collection.entries import check_text
from jurybox.collection.log import new_assessor
from jurybox.errors import Refused
from jurybox.kinds import ASSESSOR_KINDS
from jurybox.session import Session


def adding(session: Session, name: str, kind: str = "person") -> Callable[[sqlite3.Connection], int]:
    """Return the bulk work that enters an assessor: see `Session.store_later`.

    Raises Refused for an empty name, one that is there, or a kind that is none.
    """
    name = name.strip()
    check_text(name)
    if not name:
        raise Refused("An assessor needs a name.")
    if name in session.catalog.assessor_named:
        raise Refused(f"There is an assessor {name} already. Nothing was changed.")
    _check_kind(kind)
    return lambda db: new_assessor(db, name, kind)


def changing_kind(assessor: int, kind: str) -> Callable[[sqlite3.Connection], int]:
    """Return the bulk work that says of which kind an assessor is; refused for a kind that is none."""
    _check_kind(kind)
    change = "UPDATE assessor SET kind = ? WHERE id = ?"
    return lambda db: db.execute(change, (kind, assessor + 1)).rowcount


def _check_kind(kind: str) -> None:
    if kind not in ASSESSOR_KINDS:
        raise Refused(
            f"{kind!r} is no kind of assessor; known are {', '.join(ASSESSOR_KINDS)}. Nothing was changed."
        )
