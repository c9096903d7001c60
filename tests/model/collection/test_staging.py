"""Staging: cells are read strictly, rows that cannot be kept are named, all others are kept."""

import sqlite3

import pytest
from by_names import sentences, staged

from jurybox.collection.findings import KEPT_OF_A_KIND, Findings, Report
from jurybox.collection.pooling import pool_key, pool_ref
from jurybox.collection.staging import Staging
from jurybox.errors import Refused
from jurybox.language import Sentence
from jurybox.watch import Stopped, Watch

ENDLESS = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n"


def findings_of(staging: Staging) -> list[str]:
    return sentences(Report(findings=tuple(staging.findings.listed())))


def test_ids_stay_texts() -> None:
    names = ["1.10", "1.1", "007", "NA", "None", "nan", "1e3", " x ", "-5", "TRUE"]
    with staged({"runs": [{"run": name} for name in names]}) as staging:
        assert [name for (name,) in staging.db.execute("SELECT run FROM in_runs ORDER BY row")] == names


def test_rows_have_file_and_line() -> None:
    with Staging() as staging:
        for file in ("a.csv", "b.csv"):
            with staging.sheet("runs", file, ["team", "run"]) as sheet:
                sheet.row(2, ["T", f"{file}1"])
                sheet.row(7, ["", f"{file}2"])
        found = staging.db.execute(
            "SELECT f.name, line, run, team FROM in_runs r JOIN file f ON f.id = r.file ORDER BY row"
        ).fetchall()
    assert found == [
        ("a.csv", 2, "a.csv1", "T"),
        ("a.csv", 7, "a.csv2", None),
        ("b.csv", 2, "b.csv1", "T"),
        ("b.csv", 7, "b.csv2", None),
    ]


def test_a_bad_cell_keeps_its_row_so_that_nothing_else_is_told_of_it() -> None:
    with staged({"questions": [{"question": "q1", "kind": "factual", "text": "Who?"}]}) as staging:
        (told,) = findings_of(staging)
        assert told.startswith("questions.csv:2: kind is 'factual'. Write one of factoid, list, ")
        assert staging.db.execute("SELECT question, kind FROM in_questions").fetchall() == [("q1", None)]
        assert staging.broken == set()


def test_a_row_without_its_id_is_left_out_and_the_table_known_to_be_broken() -> None:
    with staged({"runs": [{"run": "r1", "team": "T"}, {"run": "", "team": "U"}]}) as staging:
        assert findings_of(staging) == ["runs.csv:3: run is missing. Write an id."]
        assert staging.db.execute("SELECT count(*) FROM in_runs").fetchone() == (1,)
        assert staging.broken == {"runs"}
        assert staging.found["runs"] == 2


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("\ud800", "A text contains half a character (a lone surrogate), which cannot be stored. Repair it."),
        ("a\0b", "The team contains a NUL character. Remove it."),
    ],
)
def test_what_sqlite_cannot_keep_is_named_and_the_rest_kept(text: str, told: str) -> None:
    with staged(
        {"runs": [{"run": "r1", "team": "T"}, {"run": "r2", "team": text}, {"run": "r3", "team": ""}]}
    ) as staging:
        assert findings_of(staging) == [f"runs.csv:3: {told}"]
        assert staging.db.execute("SELECT run FROM in_runs ORDER BY row").fetchall() == [("r1",), ("r3",)]


def test_defaults_stand_where_a_column_or_a_cell_is_missing() -> None:
    with Staging() as staging:
        with staging.sheet("times", "t", ["question", "seconds"], {"run": "mine"}) as sheet:
            sheet.row(1, ["q1", "2"])
        with staging.sheet("times", "t", ["run", "question", "seconds"], {"run": "mine"}) as sheet:
            sheet.row(2, ["", "q2", "2"])
            sheet.row(3, ["r", "q3", "2"])
        assert staging.db.execute("SELECT run FROM in_times ORDER BY row").fetchall() == [("mine",), ("mine",), ("r",)]


def test_a_column_that_is_none_is_a_mistake_of_the_reader() -> None:
    with Staging() as staging, pytest.raises(ValueError, match="colour"):
        staging.sheet("runs", "runs.csv", ["run", "colour"])


def test_many_rows_in_several_batches_keep_their_order() -> None:
    count = 12_345
    with staged({"runs": [{"run": f"r{n}"} for n in range(count)]}) as staging:
        found = [name for (name,) in staging.db.execute("SELECT run FROM in_runs ORDER BY row")]
        assert found == [f"r{n}" for n in range(count)]
        assert staging.found["runs"] == count


def test_a_bad_row_deep_in_a_batch_costs_no_other_row() -> None:
    names = [f"r{n}" if n != 4321 else "\udfff" for n in range(6000)]
    with staged({"runs": [{"run": name} for name in names]}) as staging:
        assert staging.db.execute("SELECT count(*), max(line) FROM in_runs").fetchone() == (5999, 6001)
        (told,) = findings_of(staging)
        assert told.startswith("runs.csv:4323: ")


def test_pooled_answers_get_the_name_that_their_texts_make() -> None:
    ref = pool_ref(pool_key("q1", "Felka  Orban", None, "It is known."))
    answer = {"question": "q1", "text": "Felka Orban", "support": "It is known."}
    with staged(
        {
            "answers": [{**answer, "answer": ""}, {**answer, "answer": "a1"}, {**answer, "answer": ref}],
            "responses": [{**answer, "run": "r", "rank": "", "answer": ""}],
        }
    ) as staging:
        assert staging.db.execute("SELECT answer, ref FROM in_answers ORDER BY row").fetchall() == [
            (None, ref),
            ("a1", "a1"),
            (None, ref),
        ]
        assert staging.db.execute("SELECT answer, pooled, nil FROM in_responses").fetchall() == [(ref, 1, 0)]
        assert findings_of(staging) == []


def test_findings_of_one_kind_are_capped_and_counted() -> None:
    findings = Findings()
    for line in range(100):
        findings.add(Sentence(f"Number {line}.", "number"), "f", line, kind="numbers")
    findings.add(Sentence("Another.", "another"), "f", 5, severity="warning")
    listed = list(findings.listed())
    assert len(listed) == KEPT_OF_A_KIND + 2
    assert listed[KEPT_OF_A_KIND].sentence == "80 more findings of this kind."
    assert {found.code for found in listed[: KEPT_OF_A_KIND + 1]} == {"number"}
    assert (findings.count("error"), findings.count("warning")) == (100, 1)


def test_stopping() -> None:
    asked = iter([False, True])
    with Staging(Watch(cancelled=lambda: next(asked))) as staging:
        staging.db.set_progress_handler(None, 0)
        sheet = staging.sheet("runs", "runs.csv", ["run"])
        sheet.row(2, ["r1"])
        with sheet:
            pass
        sheet.row(3, ["r2"])
        with pytest.raises(Stopped, match=r"Nothing was changed\."), sheet:
            pass


def test_a_statement_that_takes_long_is_stopped_too() -> None:
    with Staging(Watch(cancelled=lambda: True)) as staging, pytest.raises(Stopped), staging.guarded():
        staging.db.execute(ENDLESS)


def test_ctrl_c_in_a_statement_stays_ctrl_c() -> None:
    asked: list[bool] = []

    def pressed() -> bool:
        asked.append(True)
        if len(asked) == 1:
            raise KeyboardInterrupt
        return False

    with Staging(Watch(cancelled=pressed)) as staging, pytest.raises(KeyboardInterrupt), staging.guarded():
        staging.db.execute(ENDLESS)


def test_no_room_is_told_in_a_sentence() -> None:
    with Staging() as staging:
        (pages,) = staging.db.execute("PRAGMA page_count").fetchone()
        staging.db.execute(f"PRAGMA max_page_count = {pages + 20}")
        sheet = staging.sheet("runs", "runs.csv", ["run", "description"])
        for n in range(2000):
            sheet.row(n, [f"r{n}", "x" * 500])
        with pytest.raises(Refused, match="no room for the temporary data"), staging.guarded(), sheet:
            pass


def test_other_errors_of_the_database_stay_bugs() -> None:
    with Staging() as staging, pytest.raises(sqlite3.OperationalError), staging.guarded():
        staging.db.execute("SELECT nonsense FROM in_runs")
