"""`jurybox score` and `baseline` on ranked and factoid collections."""

import math
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from generator import write_tables
from mixed_tables import Row, write_rows

from jurybox.collection.state import State
from jurybox.gold import Gold, good_questions
from jurybox.measures import measure
from jurybox.scoring import Scoreboard


@pytest.fixture(params=["ranked", "factoid"])
def filled(run: Any, tmp_path: Path, request: pytest.FixtureRequest) -> tuple[str, Path]:
    """A collection of one kind with four judges, mostly judged."""
    kind = str(request.param)
    return kind, make(run, tmp_path, kind)


def make(run: Any, folder: Path, kind: Any) -> Path:
    path = folder / f"{kind}.jury"
    write_tables(folder / kind, kind=kind, questions=14, runs=3, assessors=4, judged=0.97, correct=0.4, abstain=0.2)
    assert run("new", path).status == 0
    assert run("import", path, folder / kind).status == 0
    return path


USUAL = {"ranked": ["nG@1", "nDCG", "Q", "Hit@1", "AP"], "factoid": ["accuracy", "c@1", "UF", "MRR", "CWS"]}
GOLDS = {"ranked": "GA", "factoid": "adjudicated+strict"}


def test_the_usual_measures_of_a_kind_are_shown(run: Any, filled: tuple[str, Path]) -> None:
    kind, path = filled
    found = run("score", path, "--format", "json").json
    assert (found["gold"], found["unjudged"]) == (GOLDS[kind], "wait")
    with closing(State(path)) as state:
        board = Scoreboard(state.collection, Gold.parse(found["gold"]))
        for at, one in zip(board.runs, found["runs"], strict=True):
            assert list(one["measure"]) == USUAL[kind]
            for name, cell in one["measure"].items():
                score, bounds = board.score(measure(name), at), board.bounds(measure(name), at)
                assert (cell["value"], cell["units"], cell["waiting"], cell["left_out"]) == (
                    score.value, score.units, score.waiting, score.left_out,
                )  # fmt: skip
                assert (cell["low"], cell["high"], cell["exact"]) == (bounds.low, bounds.high, bounds.exact)
                assert cell["low"] <= cell["high"]
    lines = run("score", path).out.splitlines()
    assert lines[0].split() == ["run", *USUAL[kind]]
    assert lines[4].startswith("units ")
    assert lines[5] == f"Gold standard {GOLDS[kind]}."
    assert "[" in run("score", path, "--bounds").out


def test_units_average_to_the_score(run: Any, filled: tuple[str, Path]) -> None:
    kind, path = filled
    name = "nDCG" if kind == "ranked" else "accuracy"
    units = run("score", path, "--by", "unit", "--measure", name, "--format", "json").json["units"]
    whole = run("score", path, "--measure", name, "--format", "json").json["runs"]
    for one in whole:
        mine = [unit[name] for unit in units if unit["run"] == one["run"] and unit[name] is not None]
        cell = one["measure"][name]
        assert math.fsum(mine) / len(mine) == pytest.approx(cell["value"], abs=1e-12)
        assert len(mine) == cell["units"]


def test_a_question_is_explained_with_what_stands_at_its_ranks(run: Any, tmp_path: Path) -> None:
    path = make(run, tmp_path, "ranked")
    units = run("score", path, "--by", "unit", "--measure", "nDCG", "--format", "json").json["units"]
    one = next(unit for unit in units if unit["nDCG"] is not None)
    asked = ("score", path, "--explain", one["run"], one["unit"], "--measure", "nDCG")
    told = run(*asked, "--format", "json").json["measure"]["nDCG"]
    assert told["value"] == one["nDCG"]
    assert told["counts"]["parts"] / told["counts"]["below"] == pytest.approx(one["nDCG"], abs=1e-12)
    assert [row["rank"] for row in told["table"]] == list(range(1, len(told["table"]) + 1))
    assert all(row["answer"].startswith(one["unit"]) and "L" in row["said"] for row in told["table"])
    text = run(*asked).out
    assert told["with_numbers"] in text
    assert "ideal gain" in text
    refused = run("score", path, "--explain", one["run"], one["unit"], "--measure", "c@1").refusal
    assert refused == "c@1 is not a measure of ranked questions, so there is nothing to explain."


def test_a_run_measure_is_explained_on_the_question(run: Any, tmp_path: Path) -> None:
    path = make(run, tmp_path, "factoid")
    found = run("score", path, "--explain", "run-1", "q000001", "--format", "json").json["measure"]
    assert list(found) == USUAL["factoid"]
    assert found["CWS"]["counts"]["questions"] <= 1
    assert found["accuracy"]["table"][0].keys() == {"answer", "said"}


def test_judges_and_asker_are_scored_as_runs(run: Any, tmp_path: Path) -> None:
    path = make(run, tmp_path, "ranked")
    names = [one["run"] for one in run("score", path, "--humans", "--format", "json").json["runs"]]
    assert names == ["run-1", "run-2", "run-3", "judge a1", "judge a2", "judge a3", "judge a4", "asker"]
    assert "judge a1" in run("score", path, "--humans", "--gold", "LOO:a1", "--measure", "Q").out
    assert "judge a1 on q000001" in run("score", path, "--humans", "--explain", "judge a1", "q000001").out


def test_only_good_questions_are_scored(run: Any, tmp_path: Path) -> None:
    path = make(run, tmp_path, "ranked")
    with closing(State(path)) as state:
        good = good_questions(state.collection)
    asked = ("score", path, "--good-questions", "--measure", "MRR", "--unjudged", "nonrelevant", "--format")
    cell = run(*asked, "json").json["runs"][0]["measure"]["MRR"]
    assert cell["units"] + cell["waiting"] + cell["left_out"] == len(good)
    found = run("score", path, "--measure", "Q", "--unjudged", "condensed")
    assert "Ranked lists: unjudged answers are removed from the lists." in found.out


@pytest.mark.parametrize("kind", ["random", "length", "time"])
def test_baselines_rank_all_answers(run: Any, tmp_path: Path, kind: str) -> None:
    path = make(run, tmp_path, "ranked")
    with closing(State(path)) as state:
        count = state.catalog.answer_count
    assert run("baseline", path, kind).out == f"Run {kind} has {count} responses.\n"
    with closing(State(path)) as state:
        at = state.catalog.run_named[kind]
        mine = state.catalog.responses.run == at
        first = state.catalog.responses.answer[mine & (state.catalog.responses.rank == 1)].tolist()
        assert len(first) == 14
        rows = state.reader.execute("SELECT question, length(text), posted_at FROM answer ORDER BY id").fetchall()
    column = {"length": 1, "time": 2}.get(kind)
    if column:
        for answer in first:
            best = max(row[column] for row in rows if row[0] == rows[answer][0])
            assert rows[answer][column] == best


def test_newest_first_needs_to_know_when(run: Any, small: Path) -> None:
    assert run("baseline", small, "time").refusal.startswith("No answer says when it was posted")
    assert run("baseline", small, "length").out == "Run length has 12 responses.\n"


def test_a_baseline_that_would_answer_nothing_is_not_added(run: Any, tmp_path: Path) -> None:
    ranked = make(run, tmp_path, "ranked")
    told = run("baseline", ranked, "all-yes").refusal
    assert f"{ranked} has no validation question" in told
    assert told.endswith("Nothing was added.")
    with closing(State(ranked)) as state:
        assert "all-yes" not in state.catalog.run_named
    factoid = make(run, tmp_path / "factoid", "factoid")
    assert f"{factoid} has no ranked or validation question" in run("baseline", factoid, "random").refusal


def test_the_range_of_judges_over_orders_of_what_they_rated_alike(run: Any, tmp_path: Path) -> None:
    path = make(run, tmp_path, "ranked")
    found = run("score", path, "--humans", "--tie-range", "--format", "json").json["runs"]
    assert sorted({one["measure"] for one in found}) == ["Hit@1", "mean", "nG@1"]
    assert all(one["low"] <= one["value"] <= one["high"] for one in found)
    assert any(one["low"] < one["high"] for one in found)
    assert "over all orders of answers that a judge rated alike" in run("score", path, "--humans", "--tie-range").out
    assert "Use --humans" in run("score", path, "--tie-range").refusal
    assert "more than rank 1" in run("score", path, "--humans", "--tie-range", "--measure", "Q").refusal


@pytest.mark.parametrize("kinds", [("factoid", "list", "other"), ("factoid", "other")])
def test_collections_of_series_lead_with_the_score_of_series(run: Any, tmp_path: Path, kinds: tuple[str, ...]) -> None:
    path = tmp_path / "series.jury"
    questions = [{"question": f"1.{at}", "kind": kind, "text": "Which?"} for at, kind in enumerate(kinds)]
    rows: dict[str, list[Row]] = {
        "questions": [{**each, "series": "1", "target": "Pluto"} for each in questions],
        "runs": [{"run": "one"}],
        "responses": [
            {"run": "one", "question": each["question"], "rank": "1", "answer": "", "text": "it is"}
            for each in questions
        ],
    }
    assert run("new", path).status == 0
    assert run("import", path, write_rows(tmp_path / "tables", rows)).status == 0
    (one,) = run("score", path, "--format", "json").json["runs"]
    lists = ["F-list"] if "list" in kinds else []
    by_type = ["by-type"] if "list" in kinds else []
    assert list(one["measure"]) == ["series", "accuracy", *lists, "F(3)", *by_type]


def test_unjudged_answers_of_a_pool_count_as_in_trec_eval_and_every_table_says_so(run: Any, tmp_path: Path) -> None:
    path, qrels, answers = tmp_path / "pool.jury", tmp_path / "pool.qrels", tmp_path / "one.run"
    qrels.write_text("q1 0 a 1\nq1 0 b 0\nq2 0 c 1\n")
    answers.write_text("q1 Q0 x 1 3 one\nq1 Q0 a 2 2 one\nq2 Q0 c 1 3 one\n")
    assert run("new", path).status == 0
    assert run("import", path, qrels, "--as", "trec-qrels").status == 0
    assert run("import", path, answers, "--as", "trec-run").status == 0
    found = run("score", path, "--measure", "AP", "--format", "json").json
    assert found["unjudged"] == "nonrelevant"
    cell = found["runs"][0]["measure"]["AP"]
    assert (cell["value"], cell["units"], cell["waiting"], cell["left_out"]) == (0.75, 2, 0, 0)
    for form in ("table", "markdown", "latex"):
        told = run("score", path, "--format", form).out
        assert "unjudged answers count as not relevant" in told
        assert "Gold standard GAW." in told
    waits = run("score", path, "--measure", "AP", "--unjudged", "wait", "--format", "json").json
    assert waits["runs"][0]["measure"]["AP"]["waiting"] == 1


def test_where_all_questions_wait_the_way_out_is_named(run: Any, tmp_path: Path) -> None:
    (tmp_path / "qrels").write_text("1 0 a 1\n1 0 b 0\n", encoding="utf-8")
    (tmp_path / "x.run").write_text("1 Q0 a 1 3 x\n1 Q0 c 2 2 x\n", encoding="utf-8")
    file = tmp_path / "c.jury"
    assert run("new", file).status == 0
    assert run("import", file, tmp_path / "qrels", tmp_path / "x.run").status == 0
    way_out = "let unjudged answers count as not relevant (--unjudged nonrelevant, or Shift+U on Scores)"
    assert way_out in run("score", file, "--unjudged", "wait").out
    assert way_out not in run("score", file).out
    assert way_out not in run("score", file, "--unjudged", "condensed").out
