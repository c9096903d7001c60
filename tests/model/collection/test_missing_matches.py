"""What the pre-flight does with pairs of answer and nugget that a list of matches leaves out."""

from by_names import new_collection, rows, staged

from jurybox.collection.import_store import store_import
from jurybox.collection.preflight import preflight

TABLES = {
    "questions": rows("question,kind,text\nq1,other,Other\nq2,other,Other"),
    "answers": rows("question,answer,text\nq1,a1,slang\nq1,a2,greeting\nq2,b1,show"),
    "nuggets": rows("question,nugget,text,importance\nq1,1,slang,vital\nq2,2,show,okay\nq2,3,host,okay"),
}
COLUMNS = ("assessor", "question", "answer", "nugget", "support")


def test_one_missing_pair_is_counted_in_english() -> None:
    matches = rows("assessor,question,answer,nugget,support\nAna,q1,a1,1,yes")
    with staged(TABLES | {"matches": matches}) as staging:
        report = preflight(staging)
    assert report.missing_matches == 1
    assert any("1 pair of answer and nugget in 1 question is not listed" in line for line in report.lines())


def test_pairs_that_become_no_have_the_place_of_a_row_of_the_same_question() -> None:
    with staged(TABLES) as staging:
        staging.missing_matches_no = True
        with staging.sheet("matches", "first.csv", COLUMNS) as sheet:
            sheet.row(9, ("Ana", "q1", "a1", "1", "yes"))
        with staging.sheet("matches", "second.csv", COLUMNS) as sheet:
            sheet.row(2, ("Ana", "q1", "a1", "1", "yes"))
            sheet.row(5, ("Ana", "q2", "b1", "2", "yes"))
        assert preflight(staging).missing_matches == 2
        added = staging.db.execute(
            "SELECT m.question, f.name, m.line FROM in_matches m JOIN file f ON f.id = m.file "
            "WHERE m.support = 'no' ORDER BY m.question"
        ).fetchall()
    assert added == [("q1", "first.csv", 9), ("q2", "second.csv", 5)]


def test_a_skipped_line_keeps_no_other_pair_from_becoming_no() -> None:
    """An unknown nugget and answer are left out; a pair whose own line cannot be read does not become no."""
    given = (
        "assessor,question,answer,nugget,support\nAna,q1,a1,1,yes\nAna,q1,a1,7,yes\nAna,q1,a9,1,yes\n"
        "Ana,q2,b1,2,yse\nAna,q2,b1,3,yes"
    )
    with staged(TABLES | {"matches": rows(given)}) as staging:
        assert (preflight(staging).ok, staging.skippable) == (False, 1)
    with new_collection() as db, staged(TABLES | {"matches": rows(given)}, skip_bad_lines=True) as staging:
        assert preflight(staging, db).missing_matches == 1, "asked, before anything is chosen"
        staging.missing_matches_no = True
        report = preflight(staging, db)
        assert (report.ok, report.warnings, report.missing_matches) == (True, 3, 1)
        assert any("answer 'a2', nugget '1'): stored as no." in line for line in report.lines())
        assert preflight(staging, db) == report, "checked again before it is stored"
        db.execute("BEGIN")
        store_import(staging, db)
        db.execute("COMMIT")
        stored = db.execute(
            "SELECT a.name, n.name, e.label FROM entry e JOIN answer a ON a.id = e.answer "
            "JOIN nugget n ON n.id = e.nugget WHERE e.kind = 'match' ORDER BY e.id"
        ).fetchall()
    assert stored == [("a1", "1", "yes"), ("b1", "3", "yes"), ("a2", "1", "no")]
