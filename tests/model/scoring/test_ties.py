"""Answers of equal score: in the order submitted by default, and as trec_eval has them on request."""

import math
import random
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pandas as pd
import pytest
import pytrec_eval
from click.testing import CliRunner
from mixed_tables import Row, write_rows

from jurybox import results
from jurybox.cli.commands import Jurybox
from jurybox.collection.file import create
from jurybox.collection.state import State
from jurybox.formats.imports import import_into
from jurybox.gold import Gold
from jurybox.measures import measure
from jurybox.scoring import Scoreboard
from jurybox.scoring.ties import Ties, as_trec_eval, ordered

NAMES = ("a", "B", "ä", "10", "9", "Z")
TIES: tuple[Ties, ...] = ("submitted", "trec_eval")
THEIRS = {"nDCG": "ndcg", "MRR": "recip_rank", "AP": "map", "nDCG@3": "ndcg_cut_3"}


def scores(path: Path, names: list[str], ties: Ties) -> pd.DataFrame:
    """Return runs by measures under GAW, equal scores ordered by a rule."""
    with results.opened(path) as state:
        return results.runs(results.scoreboard(state, "GAW", ties=ties), names, ties=ties)


def collection(path: Path, seed: int, kind: str = "ranked") -> dict[str, list[Row]]:
    """Make a collection whose runs give few different scores; return its tables."""
    draw = random.Random(seed)
    tables: dict[str, list[Row]] = {"assessors": [{"assessor": "Ann", "kind": "person", "panel": "yes"}]}
    labels = ("A", "B", "C") if kind == "ranked" else ("correct", "incorrect")
    for at in range(6):
        question = f"q{at}"
        tables.setdefault("questions", []).append({"question": question, "kind": kind, "text": "Which?"})
        names = draw.sample(NAMES, draw.randint(2, len(NAMES)))
        for name in names:
            tables.setdefault("answers", []).append({"question": question, "answer": name, "text": f"it is {name}"})
            head = {"assessor": "Ann", "question": question, "answer": name}
            tables.setdefault("judgments", []).append({**head, "label": draw.choice(labels)})
        for run in ("one", "two"):
            draw.shuffle(names)
            for rank, name in enumerate(names, 1):
                cells = {"run": run, "question": question, "rank": str(rank), "answer": name}
                sure = str(draw.choice([0.25, 0.5]))
                row = {**cells, "score": sure, "confidence": sure if kind == "factoid" else ""}
                tables.setdefault("responses", []).append(row)
    tables["runs"] = [{"run": "one"}, {"run": "two"}]
    create(path)
    import_into(path, [write_rows(path.with_suffix(""), tables)])
    return tables


def per_question(tables: dict[str, list[Row]], run: str) -> Iterator[tuple[float, dict[str, float]]]:
    """Yield the highest level of every question, and what trec_eval makes of a run there."""
    levels: dict[str, dict[str, int]] = {}
    for row in tables["judgments"]:
        levels.setdefault(row["question"], {})[row["answer"]] = "CBA".index(row["label"])
    given: dict[str, dict[str, float]] = {}
    for row in tables["responses"]:
        if row["run"] == run:
            given.setdefault(row["question"], {})[row["answer"]] = float(row["score"])
    wanted = {"ndcg", "recip_rank", "map", "ndcg_cut.3"}
    found = pytrec_eval.RelevanceEvaluator(levels, wanted).evaluate(given)
    for question, each in levels.items():
        yield max(each.values()), found[question]


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.sweep
def test_ties_of_score_stand_as_trec_eval_has_them(seed: int, tmp_path: Path) -> None:
    path = tmp_path / "ties.jury"
    tables = collection(path, seed)
    ours = scores(path, list(THEIRS), "trec_eval")
    for run in ("one", "two"):
        theirs = list(per_question(tables, run))
        for name, their in THEIRS.items():
            values = [found[their] for top, found in theirs if top > 0 or name == "MRR"]
            assert ours.loc[run, name] == pytest.approx(math.fsum(values) / len(values), abs=1e-12)


def test_the_order_submitted_is_the_rule_else_and_both_are_told(tmp_path: Path) -> None:
    path = tmp_path / "ties.jury"
    collection(path, 3)
    by_rank, by_name = (scores(path, ["nDCG"], ties).sort_index() for ties in TIES)
    assert (by_rank != by_name).any().any()
    runner = CliRunner()
    main = Jurybox("jurybox")
    shown = [runner.invoke(main, ["score", str(path), "--ties", ties]).output for ties in ("submitted", "trec_eval")]
    assert "Ties: in submitted order." in shown[0]
    assert "Ties: as trec_eval, by score and then by name of the answer, both descending." in shown[1]


def test_equal_confidences_stand_in_the_order_of_names_for_cws(tmp_path: Path) -> None:
    path = tmp_path / "cws.jury"
    tables = collection(path, 5, kind="factoid")
    truth = {(row["question"], row["answer"]): row["label"] == "correct" for row in tables["judgments"]}
    with closing(State(path)) as state:
        board = Scoreboard(state.collection._replace(catalog=ordered(state, "trec_eval")), Gold.parse("majority"))
        for run, name in enumerate(("one", "two")):
            rows = [row for row in tables["responses"] if row["run"] == name]
            by_name = sorted(rows, key=lambda row: (float(row["score"]), row["answer"].encode()), reverse=True)
            best = {row["question"]: row for row in reversed(by_name)}
            firsts = sorted(
                (best[question] for question in sorted(best)),
                key=lambda row: (float(row["confidence"]), row["answer"].encode()),
                reverse=True,
            )
            hits = [truth[row["question"], row["answer"]] for row in firsts]
            expected = sum(sum(hits[:at]) / at for at in range(1, 7)) / 6
            assert board.score(measure("CWS"), run).value == pytest.approx(expected, abs=1e-12)


def test_runs_without_scores_and_other_kinds_keep_their_order(tmp_path: Path) -> None:
    path = tmp_path / "plain.jury"
    collection(path, 7)
    with closing(State(path)) as state:
        given = state.catalog.responses
        given.score[given.run == 0] = math.nan
        names = [str(at) for at in range(state.catalog.answer_count)]
        anew = as_trec_eval(state.catalog, names).responses
        before = sorted(
            zip(*(part[given.run == 0].tolist() for part in (given.question, given.rank, given.answer)), strict=True)
        )
        after = sorted(
            zip(*(part[anew.run == 0].tolist() for part in (anew.question, anew.rank, anew.answer)), strict=True)
        )
        assert before == after
        assert sorted(anew.answer.tolist()) == sorted(given.answer.tolist())


def test_an_answer_without_a_rank_comes_after_those_with_one(tmp_path: Path) -> None:
    path = tmp_path / "unranked.jury"
    collection(path, 7)
    with closing(State(path)) as state:
        given = state.catalog.responses
        given.score[:] = math.nan
        first_of_each = given.rank == 1
        given.rank[first_of_each] = -1
        names = [str(at) for at in range(state.catalog.answer_count)]
        resorted = as_trec_eval(state.catalog, names).responses
    new_rank = {
        (run, question, answer): rank
        for run, question, answer, rank in zip(
            *(part.tolist() for part in (resorted.run, resorted.question, resorted.answer, resorted.rank)), strict=True
        )
    }
    for run, question, answer in zip(
        *(part[first_of_each].tolist() for part in (given.run, given.question, given.answer)), strict=True
    ):
        returned = ((given.run == run) & (given.question == question)).sum()
        assert new_rank[run, question, answer] == returned
