"""What `compare`, `score` and `agreement` print of files is what scipy, statsmodels and others find."""

import json
import math
import random
from collections import defaultdict
from itertools import combinations
from pathlib import Path
from typing import Any

import krippendorff
import numpy as np
import pandas as pd
import pytest
import pytrec_eval
from click.testing import CliRunner
from scipy import stats
from sklearn.metrics import cohen_kappa_score
from statsmodels.formula.api import ols
from statsmodels.stats.anova import anova_lm
from statsmodels.stats.multitest import multipletests

from jurybox.cli.commands import Jurybox
from jurybox.collection.file import create
from jurybox.formats.imports import import_into

MEASURE = "nDCG(undefined=zero)@5"
RUNS = ("one", "two", "three", "four")
Qrels = dict[str, dict[str, int]]


def printed(*words: object) -> Any:
    """What a command prints as JSON."""
    done = CliRunner().invoke(Jurybox("jurybox"), [*map(str, words), "--format", "json"])
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


def judged(lot: random.Random, highest: int, share: float) -> Qrels:
    """Grades that somebody gave to some of the answers; each grade is there."""
    grades = {
        f"q{at}": {f"d{of}": lot.randint(0, highest) for of in range(9) if lot.random() < share} for at in range(18)
    }
    grades["q0"] = {f"d{grade}": grade for grade in range(highest + 1)}
    return {question: given for question, given in grades.items() if given}


def imported(folder: Path, name: str, people: dict[str, Qrels], runs: dict[str, dict[str, list[str]]]) -> Path:
    """Write qrels of each person and the runs, import them, and return the collection."""
    files = []
    for person, qrels in people.items():
        files.append(folder / f"{person}.qrels")
        files[-1].write_text(
            "".join(f"{q} 0 {d} {grade}\n" for q, given in qrels.items() for d, grade in given.items())
        )
    path = folder / f"{name}.jury"
    create(path)
    import_into(path, files)
    if runs:
        tables = [folder / f"{run}.run" for run in runs]
        for table, (run, given) in zip(tables, runs.items(), strict=True):
            table.write_text(
                "".join(
                    f"{q} Q0 {d} {at} {9 - at} {run}\n" for q, ranked in given.items() for at, d in enumerate(ranked)
                )
            )
        import_into(path, tables)
    return path


class Largest:
    """The largest difference of each figure from what its peer finds."""

    def __init__(self) -> None:
        self.of: dict[str, float] = defaultdict(float)
        self.compared: dict[str, int] = defaultdict(int)

    def add(self, figure: str, ours: float | None, theirs: float, allowed: float = 1e-10) -> None:
        """Compare one number; None and nan are the same."""
        given = math.nan if ours is None else ours
        if math.isnan(given) or math.isnan(theirs):
            assert math.isnan(given), (figure, ours, theirs)
            assert math.isnan(theirs), (figure, ours, theirs)
            return
        assert given == pytest.approx(theirs, rel=allowed, abs=allowed), figure
        self.of[figure] = max(self.of[figure], abs(given - theirs))
        self.compared[figure] += 1


def compare_tests(folder: Path, seed: int, largest: Largest) -> None:
    """Compare scores of questions, and all tests between runs."""
    lot = random.Random(seed)
    highest = lot.randint(2, 6)
    qrels = judged(lot, highest, 1.0)
    runs = {
        run: {q: lot.sample(sorted(given), lot.randint(1, len(given))) for q, given in qrels.items()} for run in RUNS
    }
    path = imported(folder, "tests", {"ana": qrels}, runs)
    values = {}
    for run, given in runs.items():
        scored = {q: {d: 9.0 - at for at, d in enumerate(ranked)} for q, ranked in given.items()}
        found = pytrec_eval.RelevanceEvaluator(qrels, {"ndcg_cut.5"}).evaluate(scored)
        values[run] = np.array([found[q]["ndcg_cut_5"] for q in qrels])
    for row in printed("score", path, "--measure", MEASURE)["runs"]:
        largest.add("mean", row["measure"][MEASURE]["value"], float(values[row["run"]].mean()))
    for test in ("t", "wilcoxon"):
        pairs = printed("compare", path, "--measure", MEASURE, "--test", test, "--draws", 100)["pairs"]
        assert len(pairs) == 6
        p_values = []
        for row in pairs:
            a, b = values[row["run"]], values[row["other"]]
            if test == "t":
                p = stats.ttest_rel(a, b).pvalue
                largest.add("Cohen's d", row["d"], float((a - b).mean() / (a - b).std(ddof=1)))
            else:
                apart = np.round(a - b, 12)
                # A sample with ties and few differences is permuted, as scipy does by itself from 1.13 on.
                p = stats.wilcoxon(apart[apart != 0]).pvalue
            p_values.append(float(p))
            largest.add(f"p of {test}", row["p"], float(p), 1e-9)
            largest.add("difference", row["difference"], float((a - b).mean()))
        for method, column in (("holm", "Holm_p"), ("fdr_bh", "BH_p")):
            theirs = multipletests(p_values, method=method)[1]
            for row, p in zip(pairs, theirs, strict=True):
                largest.add(column.replace("_", " "), row[column], float(p), 1e-9)
    found = printed("compare", path, "--measure", MEASURE, "--test", "tukey")
    frame = pd.DataFrame(
        [(run, q, v) for run in RUNS for q, v in zip(qrels, values[run], strict=True)], columns=["run", "q", "v"]
    )
    table = anova_lm(ols("v ~ C(run) + C(q)", frame).fit())
    for row, name in zip(found["anova"], ("C(run)", "C(q)", "Residual"), strict=True):
        largest.add("sum of squares", row["sum_of_squares"], float(table.loc[name, "sum_sq"]))
        largest.add("F", row["F"], float(table.loc[name, "F"]), 1e-9)
        largest.add("p of F", row["p"], float(table.loc[name, "PR(>F)"]), 1e-9)
    error = math.sqrt(float(table.loc["Residual", "mean_sq"]) / len(qrels))
    for row in found["pairs"]:
        q = abs(float(values[row["run"]].mean() - values[row["other"]].mean())) / error
        p = float(stats.studentized_range.sf(q, len(RUNS), float(table.loc["Residual", "df"])))
        largest.add("p of Tukey", row["p"], p, 1e-6)


def compare_agreement(folder: Path, seed: int, largest: Largest) -> None:
    """Compare what assessors of any number, who judged some of the answers each, agree in."""
    lot = random.Random(seed)
    highest = lot.randint(2, 6)  # up to 2 they are letters
    people = {
        name: judged(lot, highest, lot.uniform(0.3, 1.0)) for name in ("ana", "ben", "eva", "gil")[: lot.randint(2, 4)]
    }
    path = imported(folder, "agreement", people, {})
    found = printed("agreement", path, "--draws", 0)
    items = sorted({(q, d) for qrels in people.values() for q, given in qrels.items() for d in given})
    rows = np.array([[qrels.get(q, {}).get(d, math.nan) for q, d in items] for qrels in people.values()])
    for level in ("nominal", "ordinal"):
        theirs = krippendorff.alpha(rows, value_domain=list(range(highest + 1)), level_of_measurement=level)
        largest.add(f"alpha, {level}", found[f"alpha_{level}"], float(theirs))
    names = list(people)
    assert len(found["pairs"]) == len(list(combinations(names, 2)))
    for row in found["pairs"]:
        both = rows[[names.index(row["a"]), names.index(row["b"])]]
        first, second = both[:, ~np.isnan(both).any(axis=0)].astype(int)
        for weights, column in ((None, "kappa"), ("linear", "kappa_linear"), ("quadratic", "kappa_quadratic")):
            theirs = cohen_kappa_score(first, second, labels=list(range(highest + 1)), weights=weights)
            largest.add(column.replace("_", ", "), row[column], float(theirs))


def test_statistics_are_those_of_peers(tmp_path: Path) -> None:
    largest = Largest()
    compare_tests(tmp_path, 1, largest)
    compare_agreement(tmp_path, 1, largest)
    assert len(largest.compared) >= 12


@pytest.mark.soak
def test_statistics_of_two_hundred_collections_are_those_of_peers(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    largest = Largest()
    for seed in range(100):
        folder = tmp_path / str(seed)
        folder.mkdir()
        compare_tests(folder, seed, largest)
        compare_agreement(folder, seed, largest)
    with capsys.disabled():
        for figure, difference in largest.of.items():
            print(f"{figure}: {largest.compared[figure]:,} compared, largest difference {difference:.1e}")
