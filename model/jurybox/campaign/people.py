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


def alike(session: Session, name: str) -> str | None:
    """Return the assessor whose name differs from a new one only in case or spaces; None for nobody."""
    plain = _plain(name)
    known = session.catalog.assessor_named
    return None if name in known else next((one for one in known if _plain(one) == plain), None)


def renaming(session: Session, assessor: int, name: str) -> Callable[[sqlite3.Connection], int]:
    """Return the bulk work that renames an assessor who has entered nothing.

    Raises Refused, here or when it is done, for an empty name, one that is there, and for whoever has
    entered something: decisions, files handed out and gold standards name them.
    """
    name, before = name.strip(), session.catalog.assessors[assessor].name
    check_text(name)
    if not name:
        raise Refused("An assessor needs a name.")
    if session.catalog.assessor_named.get(name, assessor) != assessor:
        raise Refused(f"There is an assessor {name} already. Nothing was changed.")

    def work(db: sqlite3.Connection) -> int:
        if db.execute("SELECT 1 FROM entry WHERE assessor = ? LIMIT 1", (assessor + 1,)).fetchone():
            raise Refused(
                f"{before} has entered something already, and only who has entered nothing can be renamed. "
                "Nothing was changed."
            )
        return db.execute("UPDATE assessor SET name = ? WHERE id = ?", (name, assessor + 1)).rowcount

    return work


def _plain(name: str) -> str:
    return " ".join(name.split()).casefold()


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
