"""Assessors of a campaign: added before they judge, with their kind, and removed after a mistake."""

import sqlite3
from collections.abc import Callable, Sequence

from jurybox.collection.catalog import Catalog
from jurybox.collection.digests import renew_digests
from jurybox.collection.entries import check_text
from jurybox.collection.facts import KIND
from jurybox.collection.log import bring_back, enter_facts, new_assessor
from jurybox.collection.organizer import ORGANIZER
from jurybox.commands import SetFact
from jurybox.errors import Refused
from jurybox.gold import gold_in_force
from jurybox.kinds import ASSESSOR_KINDS
from jurybox.language import tr, trn
from jurybox.lists import clauses, comma_list
from jurybox.session import Session


def adding(session: Session, name: str, kind: str = "person") -> Callable[[sqlite3.Connection], int]:
    """Return the bulk work that adds an assessor: see `Session.store_later`.

    A removed assessor comes back. Raises Refused for an empty or existing name, or an unknown kind.
    """
    name = name.strip()
    check_text(name)
    if not name:
        raise Refused(tr("An assessor needs a name."))
    there = session.catalog.assessor_named.get(name)
    if there is not None and not session.catalog.assessors[there].removed:
        raise Refused(tr("There is an assessor {name} already. Nothing was changed.", name=name))
    _check_kind(kind)
    if there is None:
        return lambda db: new_assessor(db, name, kind)
    fact = {f"{KIND}{session.catalog.assessors[there].code.hex()}": kind}
    return lambda db: enter_facts(db, fact) + bring_back(db, [name])


def removing(session: Session, name: str) -> SetFact:
    """Return the command that removes an assessor on whom nothing depends; its undo restores them.

    They stay in the file under their code, so that older versions can read it, and are left out of all
    choices. Raises Refused, with every reason, for an assessor who has entries or assignments, is on the
    panel, is named by the gold standard, or is judging here now; also for the organizer and an unknown name.
    """
    catalog, facts = session.catalog, session.facts
    who = known_assessor(catalog, name)
    reasons = _depending(session, who)
    if reasons:
        raise Refused(
            tr("{name} cannot be removed: {reasons}. Nothing was changed.", name=name, reasons=clauses(reasons))
        )
    codes = [catalog.assessors[at].code.hex() for at in sorted({*facts.removed, who})]
    return SetFact("removed", codes)


def _depending(session: Session, who: int) -> list[str]:
    """Return what depends on an assessor, each as a clause with its remedy."""
    catalog, facts, name = session.catalog, session.facts, session.catalog.assessors[who].name
    entries = len(session.ledger.of_assessor(who))
    assigned = catalog.answer_question[catalog.assigned[1][catalog.assigned[0] == who]]
    questions = len(set(assigned.tolist()))
    gold = gold_in_force(catalog, facts).assessor if facts.gold else ""
    found = {
        tr("the organizer's settings and imports are entered under this name"): name == ORGANIZER,
        trn(
            "{n} entry in the log, which keeps everything", "{n} entries in the log, which keeps everything", entries
        ): entries,
        trn(
            "{n} question is assigned to them; assign these to somebody else first",
            "{n} questions are assigned to them; assign these to somebody else first",
            questions,
        ): questions,
        tr("they are on the panel; remove them from it first"): who in facts.panel,
        tr("the gold standard names them; choose another one first"): gold == name,
        tr("this is their file"): facts.seat == name,
        tr("they are judging here now; choose somebody else first"): session.assessor == who,
    }
    return [reason for reason, holds in found.items() if holds]


def alike(session: Session, name: str) -> str | None:
    """Return the assessor whose name differs from a new one only in case or spaces; None if there is none."""
    plain = _plain(name)
    known = [one.name for one in session.catalog.assessors if not one.removed]
    return None if name in known else next((one for one in known if _plain(one) == plain), None)


def renaming(session: Session, assessor: int, name: str) -> Callable[[sqlite3.Connection], int]:
    """Return the bulk work that renames an assessor without entries.

    Raises Refused, here or on execution, for an empty or existing name, and for an assessor with entries:
    decisions, handed-out files and gold standards name them.
    """
    name, before = name.strip(), session.catalog.assessors[assessor].name
    check_text(name)
    if not name:
        raise Refused(tr("An assessor needs a name."))
    if session.catalog.assessor_named.get(name, assessor) != assessor:
        raise Refused(tr("There is an assessor {name} already. Nothing was changed.", name=name))

    entered = tr(
        "{before} already has entries, and only assessors without entries can be renamed. Nothing was changed.",
        before=before,
    )
    if len(session.ledger.of_assessor(assessor)):
        raise Refused(entered)

    def work(db: sqlite3.Connection) -> int:
        if db.execute("SELECT 1 FROM entry WHERE assessor = ? LIMIT 1", (assessor + 1,)).fetchone():
            raise Refused(entered)
        renamed = db.execute("UPDATE assessor SET name = ? WHERE id = ?", (name, assessor + 1)).rowcount
        renew_digests(db, "assessor")
        return renamed

    return work


def _plain(name: str) -> str:
    return " ".join(name.split()).casefold()


def changing_kind(session: Session, name: str, kind: str) -> SetFact:
    """Return the command that changes the kind of an assessor; its undo restores the former kind.

    Raises Refused for an unknown kind or name, and for the organizer.
    """
    _check_kind(kind)
    who = known_assessor(session.catalog, name)
    if name == ORGANIZER:
        raise Refused(tr("The organizer is a person. Nothing was changed."))
    return SetFact(f"{KIND}{session.catalog.assessors[who].code.hex()}", kind)


def choosing_panel(session: Session, names: Sequence[str]) -> SetFact:
    """Return the command that makes these people the panel; without names everybody who judges counts.

    Raises Refused for an unknown name.
    """
    at = [known_assessor(session.catalog, name) for name in names]
    codes = [session.catalog.assessors[who].code.hex() for who in dict.fromkeys(at)]
    return SetFact("panel", codes or None)


def known_assessor(catalog: Catalog, name: str) -> int:
    """Return an assessor by name. Refused for a missing or removed one."""
    who = catalog.assessor_named.get(name, -1)
    if who < 0 or catalog.assessors[who].removed:
        raise Refused(tr("There is no assessor {name!r}. Nothing was changed.", name=name))
    return who


def _check_kind(kind: str) -> None:
    if kind not in ASSESSOR_KINDS:
        raise Refused(
            tr(
                "{kind!r} is not a kind of assessor; choose from {assessor_kinds}. Nothing was changed.",
                kind=kind,
                assessor_kinds=comma_list(ASSESSOR_KINDS),
            )
        )
