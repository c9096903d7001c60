"""Pooled judgments: unjudged answers count as not relevant, and nothing is open because of them."""

import csv
import io
import re
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
ASKED = ("1", "2", "3")
POOL = {q: {doc for name in ("one", "two") for doc in RANKED[name][q][:DEPTH]} for q in ASKED}


@pytest.fixture
def pooled(run: Any, tmp_path: Path) -> Path:
    """Runs over four questions; three were judged to depth 2 of the first two runs, one not at all."""
    qrels = tmp_path / "pool.qrels"
    pool = [(q, doc) for q in ASKED for doc in sorted(POOL[q])]
    qrels.write_text("".join(f"{q} 0 {doc} {int(doc in RELEVANT)}\n" for q, doc in pool), encoding="utf-8")
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
        request = ViewRequest(Frozen.of(board), (one,), one)
        assert "can still change places" not in str(run_against_run(request).frame.attrs["notes"])


def test_a_question_without_judgments_is_left_out_for_that_reason(run: Any, pooled: Path) -> None:
    with closing(State(pooled)) as state:
        board = results.scoreboard(state)
        assert not_scored(board, measure("AP"), 0).rows == ((3, "", "excluded", "no answer of the question is judged"),)


WARNING = (
    "67 % of the top 5 is unjudged: any of the 3 runs could come first by P@5 if all were judged. "
    "one, with .267, could end between .200 and .800. 30 of 45 places are unjudged."
)


def share(name: str, depth: int) -> float:
    """The share of the first answers of a run that are judged, in the questions that have judgments."""
    found = [doc in POOL[q] for q in ASKED for doc in RANKED[name][q][:depth]]
    return sum(found) / len(found)


def test_how_much_is_judged_is_beside_every_ranked_score(run: Any, pooled: Path) -> None:
    asked = ("score", pooled, "--measure", "P@5", "--measure", "nDCG@2", "--measure", "AP", "--measure", "nG@1")
    found = run(*asked, "--format", "json").json
    assert found["warning"] == WARNING
    for one in found["runs"]:
        for name, depth in (("P@5", 5), ("nDCG@2", 2), ("AP", 5), ("nG@1", 1)):
            cell = one["measure"][name]
            assert cell["judged"] == pytest.approx(share(one["run"], depth))
            assert cell["if_all_judged"]["low"] <= cell["value"] <= cell["if_all_judged"]["high"]
    first, head, *rows = run(*asked).out.splitlines()
    assert first == WARNING
    assert re.split(" {2,}", head) == ["run", "P@5", "top 5 judged", "nDCG@2", "top 2 judged", "AP", "judged", "nG@1"]
    assert re.split(" {2,}", rows[2])[:5] == ["three", ".200", "20 %", ".871", "50 %"]
    head, *rows = csv.reader(io.StringIO(run(*asked, "--format", "csv").out))
    for row in rows:
        assert float(row[head.index("nDCG@2 judged")]) == pytest.approx(share(row[0], 2))
    for form in ("markdown", "latex"):
        assert WARNING.split(":")[1] in run(*asked, "--format", form).out.splitlines()[0].replace("\\%", "%")


def test_comparisons_begin_with_how_little_is_judged(run: Any, pooled: Path) -> None:
    for words in (("compare", pooled), ("compare", pooled, "one", "two")):
        out = run(*words, "--measure", "P@5").out.splitlines()
        assert out[0] == WARNING
        assert any("20 % to 40 % of the top 5 judged" in line or "40 % of the top 5 judged" in line for line in out)
    two = run("compare", pooled, "one", "three", "--measure", "P@5", "--format", "json").json
    assert {name: one["judged"] for name, one in two["coverage"].items()} == pytest.approx(
        {"one": share("one", 5), "three": share("three", 5)}
    )
    assert two["if_all_judged"]["low"] < 0 < two["if_all_judged"]["high"]
    assert two["warning"] == WARNING
    pairs = run("compare", pooled, "--measure", "P@5", "--format", "json").json
    assert pairs["notes"][0] == WARNING


def test_nothing_is_said_where_nine_tenths_are_judged(run: Any, pooled: Path) -> None:
    for rule in ("nonrelevant", "wait"):
        asked = ("score", pooled, "--measure", "nG@1", "--unjudged", rule)
        assert "warning" not in run(*asked, "--format", "json").json
        assert run(*asked).out.startswith("run")
        assert "judged" not in run(*asked).out.splitlines()[0]


def test_a_report_begins_with_how_little_is_judged(run: Any, pooled: Path, tmp_path: Path) -> None:
    out = tmp_path / "report"
    assert run("report", pooled, "-o", out, "--measure", "P@5", "--measure", "AP").status == 0
    page = (out / "report.html").read_text(encoding="utf-8")
    results_of, rests = page.index(WARNING), page.index("The first measure is P@5. It rests on 3 of 4 questions")
    assert results_of < rests
    assert "20 % to 40 % of the top 5 judged" in page


def test_groups_and_tests_say_it_too(run: Any, pooled: Path) -> None:
    groups = ("score", pooled, "--by", "category", "--measure", "P@5", "--measure", "nG@1")
    first, head, *rows = run(*groups).out.splitlines()
    assert first == WARNING
    assert re.split(" {2,}", head)[-3:] == ["P@5", "top 5 judged", "nG@1"]
    assert [re.split(" {2,}", row)[-2] for row in rows[:3]] == ["40 %", "40 %", "20 %"]
    head, *cells = csv.reader(io.StringIO(run(*groups, "--format", "csv").out))
    assert {row[1]: float(row[head.index("P@5 judged")]) for row in cells} == pytest.approx(
        {name: share(name, 5) for name in RANKED}
    )
    head, row, *_ = csv.reader(io.StringIO(run("compare", pooled, "--measure", "P@5", "--format", "csv").out))
    assert float(row[head.index("P@5 judged")]) == pytest.approx(share("three", 5))
    for words in (("compare", pooled, "--test", "tukey", "--measure", "P@5"), ("power", pooled, "--measure", "P@5")):
        assert run(*words).out.startswith(WARNING), words


def test_qrels_are_written_without_what_is_not_judged_on_request(run: Any, tmp_path: Path) -> None:
    (tmp_path / "x.run").write_text("1 Q0 a 1 4 r\n1 Q0 b 2 3 r\n1 Q0 c 3 2 r\n1 Q0 j 4 1 r\n", encoding="utf-8")
    (tmp_path / "x.qrels").write_text("1 0 a 1\n1 0 b -1\n1 0 c 0\n1 0 j -2\n", encoding="utf-8")
    file = tmp_path / "c.jury"
    run("new", file)
    assert run("import", file, tmp_path / "x.qrels", tmp_path / "x.run").status == 0
    written = {}
    for name, words in {"all": (), "judged": ("--judged-only",)}.items():
        told = run("export", file, "--as", "trec-qrels", "-o", tmp_path / name, *words)
        assert told.status == 0, told.err
        written[name] = (tmp_path / name).read_text(encoding="utf-8").splitlines()
    assert written["all"] == ["1 0 a 1", "1 0 b -1", "1 0 c 0", "1 0 j -2"]
    assert written["judged"] == ["1 0 a 1", "1 0 c 0", "1 0 j -2"]
    assert "1 answer that is not judged is left out" in told.out
    assert "Would write 3 judgments" in run("export", file, "--as", "trec-qrels", "--judged-only", "--dry-run").out
    refused = run("export", file, "--as", "tables", "-o", tmp_path / "t", "--judged-only").refusal
    assert refused == "--judged-only is for trec-qrels: tables has no lines of -1."
