"""The present labels of the collection's assessors, compared with those in the import."""

import json
import sqlite3

from jurybox.collection.entries import LISTED
from jurybox.collection.findings import shown
from jurybox.collection.own_schemes import SCHEME
from jurybox.collection.preflight.finder import Finder
from jurybox.collection.preflight.judgments import LEFT_OUT, SHARED, in_words
from jurybox.collection.table_reads import STRETCH
from jurybox.language import Sentence, tr, trf

_CREATE = (
    "CREATE TABLE standing (row INTEGER PRIMARY KEY, hash BLOB, kind TEXT, assessor INTEGER, question "
    "INTEGER, answer INTEGER, nugget INTEGER, fact TEXT, label TEXT, state TEXT, note TEXT, voice INTEGER "
    f"AS (CASE WHEN kind IN {SHARED} THEN 0 ELSE assessor END) STORED)"
)
_IN_FORCE = (
    "SELECT e.id, e.hash, e.kind, e.assessor, coalesce(e.question, 0), coalesce(e.answer, 0), "
    "coalesce(e.nugget, 0), coalesce(e.fact, ''), e.label, e.state, e.note FROM entry e "
    "WHERE e.id > ? AND e.id <= ? AND NOT EXISTS (SELECT 1 FROM superseded u WHERE u.entry = e.id)"
)
MEETS = (
    "t.kind = s.kind AND t.question = s.question AND t.answer = s.answer AND t.nugget = s.nugget "
    "AND t.fact = s.fact AND t.voice = s.voice"
)
"""When a stored entry (t) and an imported one (s) have the same subject and assessor."""


def learn_standing(find: Finder, stored: sqlite3.Connection | None) -> None:
    """Copy the collection's entries in force, and its assessors' codes, into the staging database."""
    db = find.db
    db.execute("DROP TABLE IF EXISTS standing")
    db.execute("DROP TABLE IF EXISTS stored_code")
    db.execute(_CREATE)
    db.execute("CREATE TABLE stored_code (assessor INTEGER PRIMARY KEY, code TEXT)")
    if stored is None:
        return
    db.executemany("INSERT INTO stored_code VALUES (?, lower(hex(?)))", stored.execute("SELECT id, code FROM assessor"))
    last = stored.execute("SELECT coalesce(max(id), 0) FROM entry").fetchone()[0]
    for start in range(0, last, STRETCH):
        rows = stored.execute(_IN_FORCE, (start, start + STRETCH)).fetchall()
        find.staging.watch.report(tr("reading the log"), start + len(rows))
        db.execute("BEGIN")
        db.executemany(f"INSERT INTO standing VALUES ({', '.join('?' * 11)})", rows)
        db.execute("COMMIT")
    db.execute(
        "UPDATE standing SET assessor = (SELECT c.assessor FROM stored_code c "
        "WHERE c.code = substr(fact, 7)), fact = 'check' WHERE kind = 'nugget' AND fact LIKE 'check:%'"
    )
    db.execute("CREATE INDEX standing_of ON standing (question, answer, kind, voice)")


def check_standing(find: Finder) -> None:
    """Mark entries that exist already; a different label in the collection is an error that names both."""
    if not find.number("SELECT 1 FROM standing LIMIT 1"):
        return
    find.db.execute(
        "UPDATE said SET there = 1 WHERE kind = 'nugget' AND EXISTS (SELECT 1 FROM standing t "
        "WHERE t.kind = 'nugget' AND t.question = said.question AND t.nugget = said.nugget "
        "AND t.fact = said.fact AND t.label = said.label) AND fact <> 'check'"
    )
    pairs = (
        f"FROM said s JOIN standing t ON {MEETS} WHERE NOT s.there AND NOT (s.kind = 'fact' AND s.fact = 'withdrawn')"
    )
    given = "(t.label IS NOT NULL OR t.state IS NOT NULL)"
    differs = (
        f"(({given} AND (s.label IS NOT t.label OR s.state IS NOT t.state)) "
        "OR (s.note IS NOT NULL AND t.note IS NOT NULL AND s.note <> t.note AND "
        f"t.note <> '{LISTED}'))"
    )
    rule = find.staging.on_contradiction
    outcome = {"later": "In the place of that in the collection", "neither": "Both left out"}
    find.check_contradictions(
        "SELECT s.file, s.line, coalesce(s.label, s.state), coalesce(t.label, t.state), s.note, t.note, "
        f"s.fact, (SELECT name FROM known_assessor WHERE id = t.assessor) {pairs} AND {differs}",
        _contradiction,
        outcome.get(rule, "Left out"),
    )
    if rule != "later":
        change = "label = NULL, state = NULL, note = NULL" if rule == "neither" else f"there = {LEFT_OUT}"
        find.db.execute(f"UPDATE said SET {change} WHERE id IN (SELECT s.id {pairs} AND {differs})")
    find.db.execute(
        f"UPDATE said SET there = 1 WHERE id IN (SELECT s.id {pairs} AND {given} AND NOT {differs} "
        "AND (s.note IS NULL OR s.note IS t.note))"
    )


def _name(scheme: str | None) -> str:
    """Return the name of a label scheme given as JSON."""
    return shown(json.loads(scheme).get("name", "")) if scheme else tr("those of the papers")


def _contradiction(
    here: str | None, there: str | None, note: str | None, stored_note: str | None, fact: str, who: str
) -> Sentence:
    if here != there and fact.startswith(SCHEME):
        return trf(
            "stored-scheme-differs",
            "Answers to {kind} questions have other labels here ({name}) than in the "
            "collection ({name2}). Leave these labels out, or set them in the collection first "
            "(jurybox labels).",
            kind=fact.removeprefix(SCHEME),
            name=_name(here),
            name2=_name(there),
        )
    if here != there and fact:
        return trf(
            "stored-fact-differs",
            "The {fact} is {label} here, but {label2} in the collection. Leave the row "
            "out, or change it in the window first.",
            fact=fact,
            label=in_words(here, fact),
            label2=in_words(there, fact),
        )
    if here != there:
        return trf(
            "stored-label-differs",
            "This row has {label}, but in the collection {who} has {label2}. Leave "
            "the row out, or change the judgment in the window first.",
            label=in_words(here),
            who=who,
            label2=in_words(there),
        )
    return trf(
        "stored-note-differs",
        "This has the note {note}, but in the collection {who} notes {stored_note}. Make them equal.",
        note=shown(note),
        who=who,
        stored_note=shown(stored_note),
    )
