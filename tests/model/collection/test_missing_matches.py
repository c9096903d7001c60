"""What the pre-flight does with pairs of answer and nugget that a list of matches leaves out."""

from by_names import rows, staged

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
