"""`mean`: the mean rating of each run on a scale of numbers, against numpy and scipy on the ratings themselves."""

import itertools
import json
import math
import random
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from mixed_tables import write_rows
from scipy.stats import bootstrap, ttest_rel

from jurybox import results
from jurybox.measures import mean_rating, measure

Run = Callable[..., Any]
Ratings = dict[tuple[str, str], dict[str, float]]
"""By run and question, what each person said."""

MEAN, RUNS, PEOPLE, QUESTIONS = measure("mean"), ("one", "two", "three"), ("Ana", "Ben", "Cam"), 24
SCALES = {"0..100": range(101), "-2..2": range(-2, 3), "1..5": range(1, 6), "0..1 by 0.1": np.arange(0, 1.01, 0.1)}
GOLDS: dict[str, Callable[[Mapping[str, float]], float]] = {
    "median": lambda said: sorted(said.values())[(len(said) - 1) // 2],
    "mean": lambda said: sum(said.values()) / len(said),
    "assessor:Ben+strict": lambda said: said["Ben"],
}


def ratings(grades: Any, *, skips: bool = True) -> Ratings:
    """Return ratings by lot; run three leaves every fifth question unanswered."""
    lot, every = random.Random(5), [round(float(grade), 6) for grade in grades]
    return {
        (run, f"q{at:02d}"): {who: lot.choice(every) for who in PEOPLE}
        for run, at in itertools.product(RUNS, range(QUESTIONS))
        if not (skips and run == "three" and at % 5 == 0)
    }


def collection(run: Run, path: Path, scale: str, given: Ratings) -> Path:
    """Return a collection of one answer by each run and question, with these ratings."""
    assert run("new", path).status == 0
    lines = [f"{grade:g}" for grade in sorted({round(float(one), 6) for one in SCALES[scale]}, reverse=True)]
    scheme = path.with_suffix(".csv")
    rows = "".join(f"{grade},{grade},{'no' if grade == lines[-1] else ''},interval\n" for grade in lines)
    scheme.write_text(f"label,grade,relevant,measurement\n{rows}", encoding="utf-8")
    assert run("labels", path, "--set", "ranked", scheme).status == 0
    tables = {
        "questions": [{"question": f"q{at:02d}", "kind": "ranked", "text": f"Q{at}"} for at in range(QUESTIONS)],
        "answers": [{"question": question, "answer": one, "text": f"{one} {question}"} for one, question in given],
        "responses": [{"run": one, "question": question, "answer": one, "rank": "1"} for one, question in given],
        "judgments": [
            {"assessor": who, "question": question, "answer": one, "label": f"{rating:g}"}
            for (one, question), said in given.items()
            for who, rating in said.items()
        ],
        "assessors": [{"assessor": who, "kind": "person", "panel": "yes"} for who in PEOPLE],
    }
    folder = write_rows(path.parent / f"{path.stem}-tables", tables)
    told = run("import", path, folder)
    assert told.status == 0, told.out
    return path


def expected(given: Ratings, scale: str, gold: str) -> dict[str, Any]:
    """Return the rating of each question by run; the lowest of the scale where a run has no answer."""
    lowest, rate = float(min(SCALES[scale])), GOLDS[gold]
    return {run: np.array([rate(given[run, q]) if (run, q) in given else lowest for q in _names()]) for run in RUNS}


def _names() -> list[str]:
    return [f"q{at:02d}" for at in range(QUESTIONS)]


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("gold", GOLDS)
def test_mean_is_the_mean_rating_of_each_run(run: Run, tmp_path: Path, scale: str, gold: str) -> None:
    given = ratings(SCALES[scale])
    file = collection(run, tmp_path / "c.jury", scale, given)
    told = run("score", file, "--measure", "mean", "--gold", gold, "--format", "json").json
    want = expected(given, scale, gold)
    apart = 0.001 * (max(SCALES[scale]) - min(SCALES[scale])) if gold == "mean" else 1e-12
    for row in told["runs"]:
        found = row["measure"]["mean"]
        assert found["value"] == pytest.approx(want[row["run"]].mean(), abs=apart, rel=0)
        assert (found["units"], found["waiting"], found["left_out"]) == (QUESTIONS, 0, 0)
    by_unit = run("score", file, "--measure", "mean", "--gold", gold, "--by", "unit", "--format", "json").json["units"]
    for row in by_unit:
        assert row["mean"] == pytest.approx(want[row["run"]][_names().index(row["unit"])], abs=apart, rel=0)


@pytest.mark.parametrize("scale", ["0..100", "-2..2"])
def test_tests_and_intervals_are_those_of_the_ratings(run: Run, tmp_path: Path, scale: str) -> None:
    given = ratings(SCALES[scale])
    file = collection(run, tmp_path / "c.jury", scale, given)
    want = expected(given, scale, "median")
    for a, b in itertools.combinations(RUNS, 2):
        row = run("compare", file, a, b, "--measure", "mean", "--test", "t", "--format", "json").json
        assert row["difference"] == pytest.approx((want[a] - want[b]).mean(), abs=1e-12)
        assert row["p"] == pytest.approx(ttest_rel(want[a], want[b]).pvalue, abs=1e-12)
        assert (row["wins"], row["losses"]) == tuple(int((sign * (want[a] - want[b]) > 0).sum()) for sign in (1, -1))
    with results.opened(file) as state:
        table = results.ranking(results.scoreboard(state), "mean")
    for row in table.reset_index().to_dict("records"):
        theirs = bootstrap((want[row["run"]],), np.mean, n_resamples=10_000, rng=np.random.default_rng(1))
        near = 0.03 * (max(SCALES[scale]) - min(SCALES[scale]))
        assert (row["CI low"], row["CI high"]) == pytest.approx(tuple(theirs.confidence_interval), abs=near)


def test_what_is_not_judged_waits_and_the_bounds_hold_every_completion(run: Run, tmp_path: Path) -> None:
    """Three ratings are missing: the score is that of complete questions, its range that of all 125 completions."""
    given = ratings(SCALES["-2..2"], skips=False)
    holes = [("one", "q03"), ("two", "q03"), ("one", "q07")]
    open_ = {key: {who: grade for who, grade in said.items() if key not in holes} for key, said in given.items()}
    file = collection(run, tmp_path / "c.jury", "-2..2", open_)
    gold = ("--gold", "assessor:Ben+strict", "--unjudged", "wait")
    told = run("score", file, "--measure", "mean", *gold, "--bounds", "--format", "json").json
    rated = expected(given, "-2..2", "assessor:Ben+strict")
    kept = [at for at in range(QUESTIONS) if at not in (3, 7)]
    ends: dict[str, list[float]] = {one: [] for one in RUNS}
    for filled in itertools.product(range(-2, 3), repeat=len(holes)):
        whole = {one: rated[one].copy() for one in RUNS}
        for (one, question), rating in zip(holes, filled, strict=True):
            whole[one][int(question[1:])] = rating
        for one in RUNS:
            ends[one].append(whole[one].mean())
    for row in told["runs"]:
        found = row["measure"]["mean"]
        assert found["value"] == pytest.approx(rated[row["run"]][kept].mean(), abs=1e-12)
        assert (found["units"], found["waiting"]) == (QUESTIONS - 2, 2)
        both = min(ends[row["run"]]), max(ends[row["run"]])
        assert (found["low"], found["high"]) == pytest.approx(both, abs=1e-12)


def test_unjudged_answers_count_as_the_lowest_rating_where_they_count_as_not_relevant(run: Run, tmp_path: Path) -> None:
    given = ratings(SCALES["1..5"], skips=False)
    open_ = {key: {} if key == ("one", "q03") else said for key, said in given.items()}
    file = collection(run, tmp_path / "c.jury", "1..5", open_)
    told = run("score", file, "--measure", "mean", "--gold", "assessor:Ben+strict", "--unjudged", "nonrelevant")
    assert "95 % to 100 % of the top 1 judged" in told.out
    rated = expected(given, "1..5", "assessor:Ben+strict")["one"]
    rated[3] = 1
    told = run(
        "score",
        file,
        "--measure",
        "mean",
        "--gold",
        "assessor:Ben+strict",
        "--unjudged",
        "nonrelevant",
        "--format",
        "json",
    ).json
    value = next(row for row in told["runs"] if row["run"] == "one")["measure"]["mean"]["value"]
    assert value == pytest.approx(rated.mean(), abs=1e-12)


def test_gains_that_labels_name_are_no_ratings(run: Run, tmp_path: Path) -> None:
    """The gain is for rankings; a rating is the grade."""
    given = ratings(SCALES["1..5"])
    file = collection(run, tmp_path / "c.jury", "1..5", given)
    before = run("score", file, "--measure", "mean", "--format", "json").json
    scheme = tmp_path / "gains.csv"
    scheme.write_text("label,grade,gain\n5,5,31\n4,4,15\n3,3,7\n2,2,3\n1,1,0\n", encoding="utf-8")
    assert run("labels", file, "--set", "ranked", scheme).status == 0
    assert run("score", file, "--measure", "mean", "--format", "json").json["runs"] == before["runs"]


def test_a_score_is_explained_with_its_rating(run: Run, tmp_path: Path) -> None:
    given = {key: dict.fromkeys(PEOPLE, -2.0) for key in ratings(SCALES["-2..2"])}
    file = collection(run, tmp_path / "c.jury", "-2..2", given)
    told = run("score", file, "--measure", "mean", "--explain", "one", "q01").out
    assert "(-2) ÷ 1 = -2.0000" in told
    assert "-2.000" in told.splitlines()[-1]


def test_the_order_of_disputes_knows_what_a_rating_moves(run: Run, tmp_path: Path) -> None:
    """Each label left out, by hand: the median of the other two moves the mean by its difference over 24 questions."""
    given = ratings(SCALES["0..100"], skips=False)
    file = collection(run, tmp_path / "c.jury", "0..100", given)
    told = run("disagreements", file, "--flips", "mean", "--format", "json").json
    for one in (answer for question in told["questions"] for answer in question["answers"]):
        low, middle, _ = sorted(given[one["answer"], one["question"]].values())
        assert one["effect"] == pytest.approx((middle - low) / QUESTIONS, abs=1e-9), "of two the lower one is left"


def test_measures_by_default_are_those_of_the_judgments(run: Run, tmp_path: Path) -> None:
    """Mean where labels are numbers and each run gives one answer; no longer once a run gives two."""
    file = collection(run, tmp_path / "c.jury", "1..5", ratings(SCALES["1..5"]))

    def names() -> list[str]:
        return list(run("score", file, "--format", "json").json["runs"][0]["measure"])

    assert names() == ["mean", "nG@1", "Hit@1"]
    assert run("compare", file, "one", "two", "--format", "json").json["measure"] == "mean"
    two = [
        {"run": "four", "question": "q01", "answer": one, "rank": str(rank)} for rank, one in ((1, "one"), (2, "two"))
    ]
    told = run("import", file, write_rows(tmp_path / "more", {"responses": two}))
    assert told.status == 0, told.out
    assert names()[:2] == ["nG@1", "nDCG"]


def test_support_of_citations_is_scored_by_citation_measures(run: Run, tmp_path: Path) -> None:
    lines = "".join(
        json.dumps({"run": one, "qid": "1", "sentence": at, "text": f"{one} {at}", "docid": f"d{at}", "support": said})
        + "\n"
        for one in ("r1", "r2")
        for at, said in enumerate(("full", "partial", "no"))
    )
    (tmp_path / "support.jsonl").write_text(lines, encoding="utf-8")
    run("new", tmp_path / "c.jury")
    told = run("import", tmp_path / "c.jury", tmp_path / "support.jsonl")
    assert told.status == 0, told.out
    found = run("score", tmp_path / "c.jury", "--format", "json").json["runs"][0]["measure"]
    assert list(found)[:2] == ["citation-precision", "citation-recall"]


def test_the_function_refuses_what_is_no_number() -> None:
    assert mean_rating([80, 90.5, -3]) == pytest.approx(167.5 / 3)
    assert math.isnan(mean_rating([]))
    with pytest.raises(ValueError, match="rating = inf is not a number"):
        mean_rating([1, math.inf])
    assert MEAN.low == -math.inf
