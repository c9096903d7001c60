"""Matches that a list leaves out: pairs of answer and nugget that are open, or no where that was chosen."""

from jurybox.collection.findings import shown
from jurybox.collection.preflight.finder import Finder
from jurybox.kinds import KINDS, in_sql

_MATCHED = in_sql(kind for kind in KINDS.values() if not kind.is_labeled)
_MISSING = f"""
    SELECT m.file, m.line, m.assessor, m.question, a.name AS answer, n.name AS nugget
    FROM (SELECT assessor, question, min(file) AS file, min(line) AS line FROM in_matches
          WHERE assessor IS NOT NULL GROUP BY assessor, question) m
    JOIN known_question q ON q.name = m.question AND q.kind IN {_MATCHED}
    JOIN known_answer a ON a.question = q.id JOIN known_nugget n ON n.question = q.id
    LEFT JOIN known_assessor w ON w.name = m.assessor
    WHERE NOT EXISTS (SELECT 1 FROM in_matches x WHERE x.assessor = m.assessor AND x.question = m.question
                      AND x.answer = a.name AND x.nugget = n.name)
    AND NOT EXISTS (SELECT 1 FROM standing t WHERE t.kind = 'match' AND t.assessor = w.id
                    AND t.question = q.id AND t.answer = a.id AND t.nugget = n.id)
"""


_ASTRAY = """
    SELECT 1 FROM in_matches m LEFT JOIN known_question q ON q.name = m.question
    LEFT JOIN known_answer a ON a.question = q.id AND a.name = m.answer
    LEFT JOIN known_nugget n ON n.question = q.id AND n.name = m.nugget
    WHERE a.id IS NULL OR n.id IS NULL LIMIT 1
"""
"""A match of something unknown: an error of its own, without which nothing can be said of what is missing."""


def complete_matches(find: Finder) -> int:
    """Match with no, where that was chosen, each pair that an assessor's list of matches leaves out.

    Of each question of which the list has at least one row. Returns how many such pairs there are; they are
    named in a finding. May be called again: what was added before is worked out again.
    """
    db, staging = find.db, find.staging
    db.execute("CREATE TABLE IF NOT EXISTS added_match (row INTEGER PRIMARY KEY)")
    db.execute("DELETE FROM in_matches WHERE row IN (SELECT row FROM added_match)")
    db.execute("DELETE FROM added_match")
    if not find.number("SELECT 1 FROM in_matches LIMIT 1") or find.number(_ASTRAY):
        return 0
    db.execute("CREATE INDEX IF NOT EXISTS match_of ON in_matches (assessor, question, answer, nugget)")
    db.execute("DROP TABLE IF EXISTS missing_match")
    db.execute(f"CREATE TABLE missing_match AS {_MISSING}")
    pairs, questions = db.execute("SELECT count(*), count(DISTINCT question) FROM missing_match").fetchone()
    if not pairs:
        return 0
    question, answer, nugget = db.execute(
        "SELECT question, answer, nugget FROM missing_match LIMIT 1"
    ).fetchone()
    of = "1 question" if questions == 1 else f"{questions:,} questions"
    what = f"{pairs:,} pairs of answer and nugget in {of} are not listed"
    first = f"first: question {shown(question)}, answer {shown(answer)}, nugget {shown(nugget)}"
    if staging.missing_matches_no:
        last = find.number("SELECT max(row) FROM in_matches")
        db.execute(
            "INSERT INTO in_matches (file, line, assessor, question, answer, nugget, support) "
            "SELECT file, line, assessor, question, answer, nugget, 'no' FROM missing_match"
        )
        db.execute("INSERT INTO added_match SELECT row FROM in_matches WHERE row > ?", (last,))
        find.findings.add(f"{what} ({first}): stored as no.", severity="note")
    else:
        find.findings.add(
            f"{what} ({first}): these questions may have no score until the pairs are judged. If a match "
            "that is not listed means no, choose Missing matches mean no (--missing-matches no).",
            severity="warning",
        )
    return int(pairs)
