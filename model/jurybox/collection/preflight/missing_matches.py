"""Pairs of answer and nugget that files of matches do not list: not judged, or no.

They mean no if the format defines it so (every nugget of a judged item is listed), or if the user chose that.
"""

from jurybox.collection.findings import shown
from jurybox.collection.preflight.finder import Finder
from jurybox.kinds import KINDS, in_sql
from jurybox.language import tr, trf, trn
from jurybox.wording import count_of

_MATCHED = in_sql(kind for kind in KINDS.values() if not kind.is_labeled)

_UNLISTED = f"""
    SELECT m.file, m.line, m.assessor, m.question, m.answer, n.name AS nugget
    FROM complete_item m JOIN known_question q ON q.name = m.question AND q.kind IN {_MATCHED}
    JOIN known_answer a ON a.question = q.id AND a.name = m.answer JOIN known_nugget n ON n.question = q.id
    WHERE NOT EXISTS (SELECT 1 FROM in_matches x WHERE x.assessor = m.assessor AND x.question = m.question
                      AND x.answer = m.answer AND x.nugget = n.name AND x.file = m.file)
    AND NOT EXISTS (SELECT 1 FROM skipped_match x WHERE x.assessor = m.assessor AND x.question = m.question
                    AND x.answer = m.answer AND x.nugget = n.name AND x.file = m.file)
    ORDER BY m.file, m.line, n.id
"""
"""Pairs that the format defines as no. Another file or the collection may contradict one."""

_WITHOUT_NUGGETS = f"""
    SELECT m.file, m.line FROM complete_item m
    JOIN known_question q ON q.name = m.question AND q.kind IN {_MATCHED}
    WHERE NOT EXISTS (SELECT 1 FROM known_nugget n WHERE n.question = q.id)
    AND NOT EXISTS (SELECT 1 FROM in_matches x WHERE x.question = m.question)
    ORDER BY m.file, m.line
"""
"""Judged items to which no match can be stored; a match listed for their question is an error anyway."""

# SQLite takes file and line from the row that has the smallest `row`.
_MISSING = f"""
    SELECT m.file, m.line, m.assessor, m.question, a.name AS answer, n.name AS nugget
    FROM (SELECT assessor, question, file, line, min(row) FROM in_matches
          WHERE assessor IS NOT NULL AND coalesce(kind, 'match') = 'match' GROUP BY assessor, question) m
    JOIN known_question q ON q.name = m.question AND q.kind IN {_MATCHED}
    JOIN known_answer a ON a.question = q.id JOIN known_nugget n ON n.question = q.id
    LEFT JOIN known_assessor w ON w.name = m.assessor
    WHERE NOT EXISTS (SELECT 1 FROM in_matches x WHERE x.assessor = m.assessor AND x.question = m.question
                      AND x.answer = a.name AND x.nugget = n.name)
    AND NOT EXISTS (SELECT 1 FROM skipped_match x WHERE x.assessor = m.assessor AND x.question = m.question
                    AND x.answer = a.name AND x.nugget = n.name)
    AND NOT EXISTS (SELECT 1 FROM standing t WHERE t.kind = 'match' AND t.assessor = w.id
                    AND t.question = q.id AND t.answer = a.id AND t.nugget = n.id)
"""

_UNKNOWN = """
    SELECT 1 FROM in_matches m LEFT JOIN known_question q ON q.name = m.question
    LEFT JOIN known_answer a ON a.question = q.id AND a.name = m.answer
    LEFT JOIN known_nugget n ON n.question = q.id AND n.name = m.nugget
    WHERE a.id IS NULL OR n.id IS NULL LIMIT 1
"""
"""Matches of an unknown answer or nugget. They are errors, unless bad lines are skipped; until they are
corrected, too many pairs would seem to be missing."""


def complete_matches(find: Finder) -> int:
    """Add a no for each unlisted pair that means no, and report the other pairs.

    A pair means no if the format of the file lists every nugget of a judged item (`Staging.complete_items`).
    Of all other pairs, those of questions in which an assessor lists a match are reported, or become no too
    if the user chose that; decisions are made where they are needed, so that none is missing. A pair listed
    only by a skipped line stays open. Returns the number of the pairs reported. May be called again: earlier
    additions are then recomputed.
    """
    db = find.db
    db.execute("CREATE TABLE IF NOT EXISTS added_match (row INTEGER PRIMARY KEY)")
    db.execute("DELETE FROM in_matches WHERE row IN (SELECT row FROM added_match)")
    db.execute("DELETE FROM added_match")
    db.execute("CREATE INDEX IF NOT EXISTS match_of ON in_matches (assessor, question, answer, nugget)")
    db.execute("CREATE INDEX IF NOT EXISTS skipped_of ON skipped_match (assessor, question, answer, nugget)")
    if what := _pairs(find, "unlisted_match", _UNLISTED):
        _add(find, "unlisted_match")
        find.findings.add(
            trf("matches-complete", "{what} stored as no, since the file lists every match.", what=what),
            severity="note",
        )
    if items := db.execute(_WITHOUT_NUGGETS).fetchall():
        of = tr("is of a question") if len(items) == 1 else tr("are of questions")
        find.findings.add(
            trf(
                "matches-without-nuggets",
                "{items} {of} without nuggets, so no matches are stored. Import the nuggets, then "
                "these judgments again.",
                items=count_of(len(items), "judged item"),
                of=of,
            ),
            find.file_name(items[0][0]),
            items[0][1],
            severity="warning",
        )
    if not find.number("SELECT 1 FROM in_matches LIMIT 1") or find.number(_UNKNOWN):
        return 0
    if not (what := _pairs(find, "missing_match", _MISSING)):
        return 0
    if find.staging.missing_matches_no:
        _add(find, "missing_match")
        find.findings.add(trf("matches-no", "{what} stored as no.", what=what), severity="note")
    else:
        find.findings.add(
            trf(
                "matches-missing",
                "{what} these questions may have no score until the pairs are judged. If a match "
                "that is not listed means no, choose Missing matches mean no (--missing-matches no).",
                what=what,
            ),
            severity="warning",
        )
    return find.number("SELECT count(*) FROM missing_match")


def _pairs(find: Finder, table: str, query: str) -> str:
    """Fill a table with pairs and return how a sentence about them begins; "" for no pairs."""
    find.db.execute(f"DROP TABLE IF EXISTS {table}")
    find.db.execute(f"CREATE TABLE {table} AS {query}")
    pairs, questions = find.db.execute(f"SELECT count(*), count(DISTINCT question) FROM {table}").fetchone()
    if not pairs:
        return ""
    question, answer, nugget, row = find.db.execute(
        f"SELECT m.question, m.answer, m.nugget, a.id FROM {table} m JOIN known_question q ON q.name = m.question "
        "JOIN known_answer a ON a.question = q.id AND a.name = m.answer ORDER BY m.rowid LIMIT 1"
    ).fetchone()
    what = count_of(pairs, "pair of answer and nugget", "pairs of answer and nugget")
    return trn(
        "{what} in {questions} is not listed (first: question {question}, answer {answer}, nugget {nugget}):",
        "{what} in {questions} are not listed (first: question {question}, answer {answer}, nugget {nugget}):",
        pairs,
        what=what,
        questions=count_of(questions, "question"),
        question=shown(question),
        answer=find.answer_words(row, answer),
        nugget=shown(nugget),
    )


def _add(find: Finder, table: str) -> None:
    last = find.number("SELECT coalesce(max(row), 0) FROM in_matches")
    find.db.execute(
        "INSERT INTO in_matches (file, line, assessor, question, answer, nugget, support) "
        f"SELECT file, line, assessor, question, answer, nugget, 'no' FROM {table} ORDER BY rowid"
    )
    find.db.execute("INSERT INTO added_match SELECT row FROM in_matches WHERE row > ?", (last,))
