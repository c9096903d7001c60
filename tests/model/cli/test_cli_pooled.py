"""Pooled judgments: unjudged answers count as not relevant, and nothing is open because of them."""

from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from jurybox import results
from jurybox.analysis.frozen import Frozen
from jurybox.collection.state import State
from jurybox.measures import measure
from jurybox.results.views import ViewRequest
from jurybox.results.views_of_pairs import run_against_run
from jurybox.scoring.not_scored import not_scored

DEPTH = 2
RANKED = {
    "one": {"1": "abcde", "2": "fghij", "3": "klmno", "4": "xyz"},
    "two": {"1": "bacxy", "2": "gfuvw", "3": "lkpqr", "4": "yxz"},
    "three": {"1": "aefgh", "2": "fkxyz", "3": "kuvwx", "4": "zxy"},
}
RELEVANT = set("adfgk")


@pytest.fixture
def pooled(run: Any, tmp_path: Path) -> Path:
    """Runs over four questions; three were judged to depth 2 of the first two runs, one not at all."""
    qrels = tmp_path / "pool.qrels"
    asked = [question for question in RANKED["one"] if question != "4"]
    pool = {(q, doc) for q in asked for name in ("one", "two") for doc in RANKED[name][q][:DEPTH]}
    qrels.write_text("".join(f"{q} 0 {doc} {int(doc in RELEVANT)}\n" for q, doc in sorted(pool)), encoding="utf-8")
    files = []
    for name, by_question in RANKED.items():
        files.append(tmp_path / f"{name}.run")
        lines = (
            f"{q} Q0 {doc} {rank} {10 - rank} {name}\n"
            for q, docs in by_question.items()
            for rank, doc in enumerate(docs, start=1)
        )
        files[-1].write_text("".join(lines), encoding="utf-8")
    path = tmp_path / "pool.jury"
    assert run("new", path).status == 0
    assert run("import", path, qrels, "--as", "trec-qrels").status == 0
    assert run("import", path, *files, "--as", "trec-run").status == 0
    return path


MEASURES = ("nDCG@5", "AP", "P@5", "MRR", "Q", "ERR@5", "GMAP", "Bpref", "Judged@5", "RBP")


@pytest.mark.parametrize("rule", ["nonrelevant", "condensed"])
def test_scores_are_final_where_a_rule_says_what_unjudged_answers_count_as(run: Any, pooled: Path, rule: str) -> None:
    asked = [part for name in MEASURES for part in ("--measure", name)]
    found = run("score", pooled, *asked, "--unjudged", rule, "--format", "json").json
    for one in found["runs"]:
        for name, cell in one["measure"].items():
            assert cell["low"] == cell["high"] == pytest.approx(cell["value"], abs=1e-12), (one["run"], name)
            assert cell["exact"]
            assert (cell["units"], cell["waiting"], cell["left_out"]) == (3, 0, 1)
    waits = run("score", pooled, "--measure", "AP", "--unjudged", "wait", "--format", "json").json
    assert all(one["measure"]["AP"]["low"] < one["measure"]["AP"]["high"] for one in waits["runs"])


def test_no_pair_of_a_pooled_collection_is_open(run: Any, pooled: Path) -> None:
    pairs = run("compare", pooled, "--measure", "AP", "--format", "json").json["pairs"]
    assert [(one["low"], one["high"], one["order"], one["bounds"]) for one in pairs] == [
        (pytest.approx(one["difference"]), pytest.approx(one["difference"]), "settled", "exact") for one in pairs
    ]
    two = run("compare", pooled, "one", "three", "--measure", "nDCG@5", "--format", "json").json
    assert (two["low"], two["order"], two["exact"]) == (pytest.approx(two["difference"]), "settled", True)
    for words in (("compare", pooled), ("compare", pooled, "one", "two")):
        assert "unjudged answers count as not relevant, as in trec_eval" in run(*words).out
    with closing(State(pooled)) as state:
        board = results.scoreboard(state)
        assert not len(results.pairs_still_open(board, "AP"))
        assert "lowest" not in results.ranking(board, "AP").columns
        one = measure("GMAP")
        request = ViewRequest(Frozen.of(board, state.catalog, state.ledger, state.facts), (one,), one)
        assert "can still change places" not in str(run_against_run(request).frame.attrs["notes"])


def test_a_question_without_judgments_is_left_out_for_that_reason(run: Any, pooled: Path) -> None:
    with closing(State(pooled)) as state:
        board = results.scoreboard(state)
        assert not_scored(board, measure("AP"), 0).rows == ((3, "", "excluded", "no answer of the question is judged"),)
