"""What the pre-flight does with pairs of answer and nugget that a list of matches leaves out."""

from contextlib import closing
from pathlib import Path

import pytest
from by_names import new_collection, rows, staged

from jurybox.collection.file import create, open_reading
from jurybox.collection.import_store import store_import
from jurybox.collection.preflight import preflight
from jurybox.formats.imports import import_into, prepare
from jurybox.session import open_session

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


@pytest.mark.parametrize(("kind", "missing"), [("", 1), ("match", 1), ("adjudication", 0)])
def test_decisions_leave_no_pair_out(kind: str, missing: int) -> None:
    matches = rows(f"assessor,question,answer,nugget,support,kind\nAna,q1,a1,1,yes,{kind}")
    with staged(TABLES | {"matches": matches}) as staging:
        assert preflight(staging).missing_matches == missing


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
        report = preflight(staging)
        assert (report.ok, report.skippable) == (False, 3)
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


@pytest.mark.parametrize("line", ["Ana,q1,a1,2,yes,extra,extra", "Ana,q1,a1,2", "Ana,q1,a1,2,yse"])
def test_a_line_that_is_left_out_is_never_its_opposite(tmp_path: Path, line: str) -> None:
    tables = {
        "questions": "question,kind,text\nq1,other,Other\n",
        "answers": "question,answer,text\nq1,a1,slang\nq1,a2,greeting\n",
        "nuggets": "question,nugget,text,importance,assessor\nq1,1,slang,vital,Ana\nq1,2,host,okay,Ana\n",
        "matches": f"assessor,question,answer,nugget,support\nAna,q1,a1,1,yes\n{line}\nAna,q1,a2,1,no\n",
    }
    folder = tmp_path / "t"
    folder.mkdir()
    for name, text in tables.items():
        (folder / f"{name}.csv").write_text(text)
    create(tmp_path / "c.jury")
    with (
        prepare([folder], into=tmp_path / "c.jury", skip_bad_lines=True, missing_matches_no=True) as prepared,
        closing(open_session(tmp_path / "c.jury")) as session,
    ):
        assert any("Left out" in sentence for sentence in prepared.report.lines())
        session.store(prepared.store)
    with closing(open_reading(tmp_path / "c.jury")) as db:
        stored = db.execute(
            "SELECT a.name, n.name, e.label FROM entry e JOIN answer a ON a.id = e.answer "
            "JOIN nugget n ON n.id = e.nugget WHERE e.kind = 'match' ORDER BY a.id, n.id"
        ).fetchall()
    assert stored == [("a1", "1", "yes"), ("a2", "1", "no"), ("a2", "2", "no")]


def test_a_match_that_cannot_be_stored_is_not_its_opposite() -> None:
    with staged(TABLES, skip_bad_lines=True) as staging:
        staging.missing_matches_no = True
        with staging.sheet("matches", "m.csv", (*COLUMNS, "note")) as sheet:
            sheet.row(2, ("Ana", "q1", "a1", "1", "yes", "half \ud800 of it"))
            sheet.row(3, ("Ana", "q1", "a2", "1", "yes", ""))
            sheet.row(4, ("Ana", "q1", "a2\ud800", "1", "yes", ""))
        assert preflight(staging).ok
        assert staging.db.execute("SELECT answer, support FROM in_matches").fetchall() == [("a2", "yes")]


def test_a_line_left_out_of_a_list_of_every_match_is_not_a_no(tmp_path: Path) -> None:
    table = {"questions": "question,kind,text\n1.1,other,Other\n"}
    table["nuggets"] = "question,nugget,text,importance,assessor\n1.1,1,a,vital,Ana\n1.1,2,b,okay,Ana\n"
    for name, text in table.items():
        (tmp_path / f"{name}.csv").write_text(text)
    matches = tmp_path / "ana.txt"
    matches.write_text("1.1 r 1 APW19990101.0001 slang\n1.1 r 1 1\n1.1 r 1 2 extra\n")
    create(tmp_path / "c.jury")
    import_into(tmp_path / "c.jury", [tmp_path / f"{name}.csv" for name in table])
    with prepare(
        [matches], into=tmp_path / "c.jury", as_format="trec-qa-judgments", skip_bad_lines=True, missing_matches_no=True
    ) as prepared:
        said = prepared.report.lines()
    assert any("Left out" in line for line in said)
    assert not any("stored as no" in line for line in said), said
