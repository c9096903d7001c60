"""The pre-flight: everything that can be known about an import before any of it is stored."""

import sqlite3
from dataclasses import replace

from jurybox.collection.entries import LISTED
from jurybox.collection.findings import Counted, Loss, Report
from jurybox.collection.import_tables import TABLES
from jurybox.collection.preflight.existing_labels import check_standing, learn_standing
from jurybox.collection.preflight.existing_rows import check_stored, check_stored_responses, learn_stored_pairs
from jurybox.collection.preflight.facts import collect_facts, learn_local_name
from jurybox.collection.preflight.finder import Finder
from jurybox.collection.preflight.judgments import check_doubled, collect_judgments
from jurybox.collection.preflight.look_alikes import check_look_alikes
from jurybox.collection.preflight.losses import losses_of
from jurybox.collection.preflight.references import NOWHERE, learn_names, resolve
from jurybox.collection.preflight.rules import check_responses, check_rules
from jurybox.collection.preflight.same_runs import warn_of_same_runs
from jurybox.collection.preflight.shared import warn_unshared
from jurybox.collection.staging import Staging

_COUNTED_TABLES = (
    "series question document option answer run response run_time assessor assignment nugget instance entry"
)

__all__ = ["preflight", "state_of"]


def preflight(staging: Staging, existing: sqlite3.Connection | None = None) -> Report:
    """Check what is staged, alone and against an open collection (None: an empty one).

    Leaves in the staging database the ids and entries that `jurybox.collection.import_store` stores. May be
    called again when the collection has changed. Memory stays constant; statements on the collection are
    short. Raises Stopped if the staging's watch says so, and Refused if there is no room.
    """
    with staging.guarded():
        find = Finder(staging, existing)
        learn_local_name(find, existing)
        learn_names(staging, existing)
        learn_standing(find, existing)
        missing = resolve(find)
        collect_judgments(find)
        collect_facts(find)
        check_doubled(find)
        check_rules(find)
        check_responses(find)
        check_standing(find)
        warn_unshared(find)
        check_stored(find, existing)
        learn_stored_pairs(find, existing)
        check_stored_responses(find, existing)
        check_look_alikes(find, existing)
        warn_of_same_runs(find, existing)
        return replace(_report(find, losses_of(find)), missing_matches=missing)


def state_of(db: sqlite3.Connection) -> tuple[int, ...]:
    """Return a value that changes with the collection: the last row of each of its tables."""
    return tuple(
        db.execute(f"SELECT coalesce(max(id), 0) FROM {table}").fetchone()[0] for table in _COUNTED_TABLES.split()
    )


_NAMED = tuple(table for table in TABLES.values() if table.names)
_NEW = {
    table.name: f"SELECT count(*) FROM known_{table.names} WHERE source NOT IN ('stored', '{NOWHERE}')"
    for table in _NAMED
} | {
    "times": (
        "SELECT count(*) FROM ids_times i WHERE NOT EXISTS "
        "(SELECT 1 FROM stored_run_time t WHERE t.a = i.run AND t.question = i.question)"
    ),
    "assignments": (
        "SELECT count(*) FROM (SELECT DISTINCT assessor, question, coalesce(answer, 0) AS answer "
        "FROM ids_assignments) i WHERE NOT EXISTS (SELECT 1 FROM stored_assignment t "
        "WHERE t.a = i.assessor AND t.question = i.question AND t.b = i.answer)"
    ),
    "responses": "SELECT (SELECT count(*) FROM in_responses) - (SELECT count(*) FROM there_responses)",
    "judgments": "SELECT count(*) FROM said WHERE source = 'judgments' AND NOT there "
    f"AND NOT (label IS NULL AND state IS NULL AND note = '{LISTED}')",
    "matches": "SELECT count(*) FROM said WHERE source = 'matches' AND NOT there",
    "distinct": "SELECT count(*) FROM said WHERE source = 'distinct' AND NOT there",
    "collection": "SELECT count(*) FROM said WHERE source = 'collection' AND NOT there",
}
_ADDED = {
    table.name: f"SELECT count(*) FROM known_{table.names} WHERE source = '{table.name}'"
    for table in _NAMED
    if not table.repeats
}
"""Rows found that add something: not all that is new has a row of its own in the files."""
_THERE = {table.name: f"SELECT count(*) FROM known_{table.names} WHERE source = 'stored'" for table in _NAMED} | {
    table: f"SELECT count(*) FROM said WHERE source = '{table}' AND there = 1"
    for table in ("judgments", "matches", "distinct")
}
_THERE["responses"] = "SELECT count(*) FROM there_responses"
"""At most so many rows found can be in the collection already; any others say something twice."""
_WAITING = (
    "SELECT (SELECT count(*) FROM in_judgments WHERE coalesce(label, state, note) IS NULL) + "
    "(SELECT count(*) FROM said WHERE source = 'judgments' AND NOT there AND label IS NULL AND state IS NULL "
    f"AND note = '{LISTED}')"
)


def _report(find: Finder, losses: tuple[Loss, ...]) -> Report:
    counted, findings, staging = [], find.findings, find.staging
    for table, query in _NEW.items():
        found, new = staging.found[table], find.number(query)
        waiting = find.number(_WAITING) + staging.judged.waiting() if table == "judgments" else 0
        new += len(staging.as_columns.get(table, ()))
        new -= waiting if table == "judgments" and staging.judged else 0
        if found or new:
            added = new if table not in _ADDED or staging.as_columns.get(table) else find.number(_ADDED[table])
            rest = max(0, found - added - waiting)
            there = min(rest, find.number(_THERE[table])) if table in _THERE else rest
            # Rows with errors are among the rest, too: then nobody knows how many say something again.
            repeated = 0 if findings.count("error") else rest - there
            counted.append(Counted(table, found, new, there, waiting, repeated))
    if completed := find.number("SELECT count(*) FROM completed"):
        counted.append(Counted("completed", completed, completed))
    return Report(
        counted=tuple(counted),
        findings=tuple(findings.listed()),
        errors=findings.count("error"),
        warnings=findings.count("warning"),
        notes=findings.count("note"),
        losses=losses,
        contradictions=find.contradictions,
        second_column=staging.second_column,
        grades=staging.grades,
        words=staging.words,
        controls=staging.controls,
    )
