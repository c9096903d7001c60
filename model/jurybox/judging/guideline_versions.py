"""Under which version of the guidelines each label was given, as the chains of the log tell it."""

import json
import sqlite3

from jurybox.collection.facts import READ


def guideline_versions(db: sqlite3.Connection) -> dict[int, str]:
    """Return the version of the guidelines in force for every entry of the log that stands under one, by row.

    In its own chain (one writer, one assessor) an assessor says which version they judge under from there
    on; rows of one chain stand in the order of the chain, whatever was merged between them.
    """
    now: dict[tuple[int, int], str] = {}
    found: dict[int, str] = {}
    for row, writer, assessor, fact, label in db.execute(
        "SELECT id, writer, assessor, CASE WHEN kind = 'fact' THEN fact END, label FROM entry ORDER BY id"
    ):
        chain = (writer, assessor)
        if fact is not None and fact.startswith(READ):
            now[chain] = "" if label is None else str(json.loads(label))
        elif now.get(chain):
            found[row] = now[chain]
    return found
