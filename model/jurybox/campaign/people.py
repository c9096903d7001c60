"""Assessors of a campaign: entered before they sit down, and of which kind they are."""

from jurybox.collection.entries import check_text
from jurybox.collection.log import new_assessor
from jurybox.errors import Refused
from jurybox.session import Session

KINDS = {
    "person": "a person",
    "model": "a language model",
    "asker": "the asker",
    "key": "a key of right answers",
}
"""The kinds of assessor, in words."""


def add_assessor(session: Session, name: str, kind: str = "person") -> None:
    """Enter an assessor; refused for an empty name, one that is there, or a kind that is none."""
    name = name.strip()
    check_text(name)
    if not name:
        raise Refused("An assessor needs a name.")
    if name in session.catalog.assessor_named:
        raise Refused(f"There is an assessor {name} already. Nothing was changed.")
    _check_kind(kind)
    session.store(lambda db: new_assessor(db, name, kind), "assessor")


def set_kind(session: Session, assessor: int, kind: str) -> None:
    """Say of which kind an assessor is; only people are in the default panel and judge by queue."""
    _check_kind(kind)
    if session.catalog.assessors[assessor].kind != kind:
        change = "UPDATE assessor SET kind = ? WHERE id = ?"
        session.store(lambda db: db.execute(change, (kind, assessor + 1)).rowcount, "assessor")


def _check_kind(kind: str) -> None:
    if kind not in KINDS:
        raise Refused(f"{kind!r} is no kind of assessor; known are {', '.join(KINDS)}. Nothing was changed.")
