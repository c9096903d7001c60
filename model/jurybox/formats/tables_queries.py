"""The content of each file of the `tables` format, as queries over a collection.

They run on a private copy, to which these tables are added: `who` (the names that assessors get in the
files), `standing` (the entries in force) and `ref` (what answers are called). The columns of a query are
those of the table in `jurybox.collection.import_tables`, in that order.
"""

import sqlite3

from jurybox.collection.facts import SQL_KIND
from jurybox.collection.organizer import ORGANIZER
from jurybox.collection.pooling import SQL_POOL_REF
from jurybox.kinds import KINDS

_SHOWN = (
    f"SELECT id, CASE WHEN :anonymous AND {SQL_KIND} IN ('person', 'asker') AND name <> :organizer "
    "THEN 'assessor-' || lower(substr(hex(code), 1, 12)) ELSE name END AS name FROM assessor"
)
_STANDING = (
    "SELECT e.* FROM entry e WHERE NOT EXISTS (SELECT 1 FROM superseded u WHERE u.entry = e.id) "
    "AND coalesce(e.label, e.state, e.note) IS NOT NULL "
    "AND (:only IS NULL OR e.assessor = :only OR e.kind IN ('nugget', 'instance', 'fact'))"
)
_REF = f"SELECT id, question, coalesce(name, {SQL_POOL_REF}) AS name FROM answer"
_REMARKS = "s.note, s.seconds, s.at"
_SAID_OF = (
    "FROM standing s JOIN who w ON w.id = s.assessor JOIN question q ON q.id = s.question "
    "LEFT JOIN ref r ON r.id = s.answer"
)
_TO_JUDGE = (
    "SELECT a.assessor, r.id FROM assignment a JOIN ref r ON r.question = a.question "
    "WHERE a.answer IS NULL OR a.answer = r.id UNION SELECT w.id, r.id FROM worker w JOIN ref r "
    "WHERE NOT EXISTS (SELECT 1 FROM assignment)"
)
_LABELED = ", ".join(f"'{kind.name}'" for kind in KINDS.values() if kind.is_labeled)

QUERIES: dict[str, str] = {
    "questions": (
        "SELECT q.name, q.kind, q.text, s.name, s.target, s.target_type, q.position, q.category, "
        "q.nil_correct, q.lang, q.guideline, q.status FROM question q "
        "LEFT JOIN series s ON s.id = q.series ORDER BY q.id"
    ),
    "options": ("SELECT q.name, o.name, o.text FROM option o JOIN question q ON q.id = o.question ORDER BY o.id"),
    "answers": (
        "SELECT q.name, r.name, a.text, a.document, a.support, a.author, a.posted_at, nullif(a.best, 0) "
        "FROM answer a JOIN ref r ON r.id = a.id JOIN question q ON q.id = a.question ORDER BY a.id"
    ),
    "documents": "SELECT name, text, title, url FROM document ORDER BY id",
    "runs": ("SELECT name, team, description, lang, seconds, nullif(origin, 'submitted') FROM run ORDER BY id"),
    "responses": (
        "SELECT u.name, q.name, p.rank, CASE WHEN p.nil THEN 'NIL' ELSE r.name END, p.text, NULL, NULL, "
        "CASE WHEN p.answered THEN NULL ELSE 0 END, p.decision, nullif(p.selected, 0), p.confidence, p.score "
        "FROM response p JOIN run u ON u.id = p.run JOIN question q ON q.id = p.question "
        "LEFT JOIN ref r ON r.id = p.answer ORDER BY p.id"
    ),
    "times": (
        "SELECT u.name, q.name, t.seconds FROM run_time t JOIN run u ON u.id = t.run "
        "JOIN question q ON q.id = t.question ORDER BY t.id"
    ),
    "assessors": (
        f"SELECT w.name, {SQL_KIND}, CASE WHEN p.assessor IS NOT NULL THEN 1 END FROM assessor "
        "JOIN who w ON w.id = assessor.id LEFT JOIN panel p ON p.assessor = assessor.id "
        "WHERE (:only IS NULL AND assessor.id NOT IN (SELECT assessor FROM removed)) OR assessor.id = :only "
        "OR assessor.id IN (SELECT author FROM nugget) OR assessor.id IN (SELECT assessor FROM standing) "
        "ORDER BY assessor.id"
    ),
    "assignments": (
        "SELECT w.name, q.name, r.name FROM assignment a JOIN who w ON w.id = a.assessor "
        "JOIN question q ON q.id = a.question LEFT JOIN ref r ON r.id = a.answer "
        "WHERE :only IS NULL OR a.assessor = :only ORDER BY a.id"
    ),
    "judgments": (
        f"SELECT w.name, q.name, r.name, s.label, s.state, {_REMARKS}, nullif(s.kind, 'judgment') {_SAID_OF} "
        "WHERE s.kind IN ('judgment', 'adjudication', 'repeat') AND s.nugget IS NULL AND s.fact IS NULL "
        "ORDER BY s.id"
    ),
    "nuggets": (
        "SELECT question, nugget, text, importance, who, weight, source, note, seconds, at, into_, kind "
        "FROM (SELECT q.name AS question, n.name AS nugget, t.label AS text, "
        "coalesce(i.label, i.state) AS importance, "
        "w.name AS who, CASE WHEN v.first THEN n.weight END AS weight, "
        "CASE WHEN v.first THEN n.source END AS source, coalesce(i.note, t.note) AS note, "
        "i.seconds AS seconds, "
        "coalesce(i.at, t.at) AS at, CASE WHEN v.first THEN m.label END AS into_, NULL AS kind, "
        "0 AS part, v.nugget AS id, -v.first AS turn, v.assessor AS person "
        "FROM voice v JOIN nugget n ON n.id = v.nugget "
        "JOIN question q ON q.id = n.question JOIN who w ON w.id = v.assessor "
        "LEFT JOIN standing t ON t.id = v.text LEFT JOIN standing i ON i.id = v.importance "
        "LEFT JOIN merged m ON m.nugget = v.nugget "
        "UNION ALL SELECT q.name, n.name, NULL, coalesce(s.label, s.state), w.name, NULL, NULL, s.note, "
        "s.seconds, s.at, NULL, s.kind, 1, s.id, 0, 0 FROM standing s JOIN who w ON w.id = s.assessor "
        "JOIN nugget n ON n.id = s.nugget JOIN question q ON q.id = n.question "
        "WHERE s.kind = 'adjudication' AND s.answer IS NULL AND coalesce(s.label, s.state) IS NOT NULL) "
        "ORDER BY part, id, turn, person"
    ),
    "matches": (
        f"SELECT w.name, q.name, r.name, n.name, coalesce(s.label, s.state), {_REMARKS}, "
        f"CASE WHEN s.kind = 'match' AND c.answer IS NOT NULL THEN 1 END, nullif(s.kind, 'match') {_SAID_OF} "
        "JOIN nugget n ON n.id = s.nugget LEFT JOIN checked c ON c.answer = s.answer "
        "AND c.nugget = s.nugget AND c.assessor = s.assessor WHERE s.kind IN ('match', 'adjudication') "
        "AND s.fact IS NULL AND s.answer IS NOT NULL AND coalesce(s.label, s.state) IS NOT NULL ORDER BY s.id"
    ),
    "distinct": (
        f"SELECT q.name, r.name, s.label, w.name, {_REMARKS}, nullif(s.kind, 'distinct') {_SAID_OF} "
        "WHERE (s.kind = 'distinct' OR (s.kind = 'adjudication' AND s.fact = 'group')) "
        "AND s.label IS NOT NULL ORDER BY s.id"
    ),
    "instances": (
        "SELECT question, name, text FROM ("
        "SELECT q.name AS question, i.name AS name, i.text AS text, 0 AS part, i.id AS id FROM instance i "
        "JOIN question q ON q.id = i.question WHERE NOT EXISTS "
        "(SELECT 1 FROM known_now k WHERE k.question = i.question AND k.name = i.name) "
        "UNION ALL SELECT q.name, k.name, k.text, 1, k.id FROM known_now k "
        "JOIN question q ON q.id = k.question WHERE k.text IS NOT NULL) ORDER BY part, id"
    ),
    "collection": "SELECT key, value FROM exported_fact ORDER BY id",
}

TO_LABEL = (
    "SELECT w.name, q.name, r.name, NULL, NULL, NULL, NULL, NULL, NULL FROM to_judge d "
    "JOIN who w ON w.id = d.assessor JOIN ref r ON r.id = d.answer JOIN question q ON q.id = r.question "
    f"WHERE q.status IS NULL AND q.kind IN ({_LABELED}) "
    "AND (:only IS NULL OR d.assessor = :only) AND NOT EXISTS (SELECT 1 FROM standing s WHERE s.kind = 'judgment' "
    "AND s.assessor = d.assessor AND s.answer = d.answer) ORDER BY d.assessor, d.answer"
)
"""Rows without a label: what assessors are to label and have not judged yet."""


def add_tables(db: sqlite3.Connection, only: int | None, *, anonymous: bool) -> None:
    """Add to a private copy the tables that the queries need; `only` is the row of one assessor."""
    given = {"only": only, "anonymous": anonymous, "organizer": ORGANIZER}
    for name, query in (("who", _SHOWN), ("standing", _STANDING), ("ref", _REF)):
        used = {key: value for key, value in given.items() if f":{key}" in query}
        db.execute(f"CREATE TEMP TABLE {name} AS {query}", used)
        db.execute(f"CREATE UNIQUE INDEX temp.{name}_id ON {name} (id)")
    db.execute("CREATE INDEX temp.standing_of ON standing (answer, assessor, kind)")
    db.execute("CREATE INDEX temp.ref_of ON ref (question)")
    _add_voices(db)
    _add_boards(db)


def add_work(db: sqlite3.Connection, only: int | None) -> None:
    """Add what each assessor is to judge: what is assigned, else everything for all who judge."""
    db.execute(
        "CREATE TEMP TABLE worker AS SELECT assessor AS id FROM panel UNION "
        "SELECT assessor FROM standing WHERE kind = 'judgment' AND assessor IN "
        f"(SELECT id FROM assessor WHERE {SQL_KIND} = 'person') UNION SELECT :only WHERE :only IS NOT NULL",
        {"only": only},
    )
    db.execute("CREATE TEMP TABLE to_judge (assessor, answer)")
    db.execute(f"INSERT INTO to_judge {_TO_JUDGE}")


def _add_voices(db: sqlite3.Connection) -> None:
    """Add a row for each nugget and assessor who worded it or voted on it, the author's first.

    Who worded it or voted on it in two ways, in two copies, has a row for each.
    """
    db.execute(
        "CREATE TEMP TABLE voice AS SELECT nugget, assessor, max(first) AS first, "
        "CASE count(text) WHEN 1 THEN max(text) END AS text, "
        "CASE count(importance) WHEN 1 THEN max(importance) END AS importance FROM ("
        "SELECT nugget, assessor, 0 AS first, CASE WHEN kind = 'nugget' THEN id END AS text, "
        "CASE WHEN kind = 'importance' THEN id END AS importance FROM standing "
        "WHERE kind = 'importance' OR (kind = 'nugget' AND answer IS NULL AND fact IS NULL) "
        "UNION ALL SELECT n.id, coalesce(n.author, (SELECT min(s.assessor) FROM standing s "
        "WHERE s.kind = 'nugget' AND s.nugget = n.id AND s.fact IS NULL), 1), 1, NULL, NULL FROM nugget n) "
        "GROUP BY nugget, assessor ORDER BY nugget, first DESC, assessor"
    )
    for part, kind in (("text", "nugget"), ("importance", "importance")):
        db.execute(
            f"INSERT INTO voice (nugget, assessor, first, {part}) SELECT nugget, assessor, 0, id "
            f"FROM standing WHERE kind = '{kind}' AND answer IS NULL AND fact IS NULL AND id NOT IN "
            f"(SELECT {part} FROM voice WHERE {part} IS NOT NULL)"
        )


def _add_boards(db: sqlite3.Connection) -> None:
    """Add merges of nuggets, matches to check, and entries about known instances."""
    db.execute(
        "CREATE TEMP TABLE merged AS SELECT nugget, min(label) AS label FROM standing "
        "WHERE kind = 'nugget' AND answer IS NULL AND fact = 'into' AND label IS NOT NULL GROUP BY nugget"
    )
    db.execute(
        "CREATE TEMP TABLE checked AS SELECT DISTINCT s.answer, s.nugget, a.id AS assessor FROM standing s "
        "JOIN assessor a ON s.fact = 'check:' || lower(hex(a.code)) WHERE s.kind = 'nugget' "
        "AND s.label IS NOT NULL"
    )
    db.execute("CREATE INDEX temp.checked_of ON checked (answer, nugget, assessor)")
    db.execute("CREATE UNIQUE INDEX temp.merged_of ON merged (nugget)")
    db.execute(
        "CREATE TEMP TABLE known_now AS SELECT question, fact AS name, min(label) AS text, min(id) AS id "
        "FROM standing WHERE kind = 'instance' GROUP BY question, fact"
    )
