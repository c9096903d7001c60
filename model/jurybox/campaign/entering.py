"""Entering facts inside bulk work: in force like any other, but no step that Ctrl+Z would take back."""

import sqlite3
from collections.abc import Mapping

from jurybox.collection.entries import Said, Thing
from jurybox.collection.facts import ORGANISER, check_fact
from jurybox.collection.log import LogWriter, new_assessor

STANDING = (
    "SELECT e.hash, e.id, e.label FROM entry e WHERE e.kind = 'fact' AND e.fact = ? "
    "AND NOT EXISTS (SELECT 1 FROM superseded s WHERE s.entry = e.id)"
)


def enter_facts(db: sqlite3.Connection, values: Mapping[str, object]) -> int:
    """Set facts of the collection in the caller's transaction; return how many were new.

    None takes a fact back to its default. What is set already is left as it stands.
    """
    speaker = new_assessor(db, ORGANISER) - 1
    log, count = LogWriter(db), 0
    for name, value in values.items():
        label = None if value is None else check_fact(name, value)
        standing = db.execute(STANDING, (name,)).fetchall()
        if [old for _, _, old in standing] == [label] or (label is None and not standing):
            continue
        replaces = {hash_: row for hash_, row, _ in standing}
        log.write(speaker, "fact", Thing(fact=name), Said(label), replaces=replaces)
        count += 1
    return count
