"""Judges as runs: scores and ranks are those of the scoreboards under GAW and under each leave-one-out."""

import math
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest
from generated import generated_collection
from small import small_collection

from jurybox import results
from jurybox.analysis.left_out import MEASURES, left_out
from jurybox.collection.file import create
from jurybox.collection.state import State
from jurybox.formats.imports import import_into
from jurybox.gold import Gold
from jurybox.measures import measure
from jurybox.scoring import Scoreboard
from jurybox.scoring.tie_range import range_over_ties


@pytest.fixture
def state(tmp_path: Path) -> Iterator[State]:
    """Twelve ranked questions that four judges labeled."""
    generated_collection(tmp_path / "c.jury", kind="ranked", questions=12, runs=4, assessors=4, judged=1.0, correct=0.4)
    with closing(State(tmp_path / "c.jury")) as state:
        yield state


def test_each_judge_stands_where_the_scoreboards_put_it(state: State) -> None:
    found = left_out(state.collection)
    assert [state.catalog.assessors[one.assessor].name for one in found] == ["a1", "a2", "a3", "a4"]
    for one in found:
        name = state.catalog.assessors[one.assessor].name
        for standing, wanted in zip(one.standings, MEASURES, strict=True):
            assert standing.measure == wanted
            numbers = [(standing.score, standing.rank), (standing.left_out, standing.left_out_rank)]
            before = []
            for gold, (score, rank) in zip(("GAW", f"LOO:{name}"), numbers, strict=True):
                made = state.collection
                board = Scoreboard(made, Gold.parse(gold), humans=True)
                own = next(run for run in board.runs if board.name_of(run) == f"judge {name}")
                scores = {board.name_of(run): board.score(measure(wanted), run).value for run in board.runs}
                assert score == board.score(measure(wanted), own).value
                better = {run for run, value in scores.items() if round(value, 9) > round(score, 9)}
                assert rank == 1 + len(better)
                before.append(better)
            assert standing.runs == len(scores)
            gone = {run for run in before[1] - before[0] if not run.startswith(("judge ", "asker"))}
            assert set(standing.passed) == gone
    assert any(standing.rank != standing.left_out_rank for one in found for standing in one.standings)


def test_without_ranked_questions_or_several_judges_there_is_nothing(tmp_path: Path) -> None:
    path = small_collection(tmp_path / "s.jury", labels=[(0, 0, "correct"), (1, 0, "correct")])
    with closing(State(path)) as state:
        assert left_out(state.collection) == ()


TABLES = {
    "questions": "question,kind,text\nq1,ranked,Why?\nq2,ranked,How?\nq3,ranked,Who?\n",
    "answers": "question,answer,text\nq1,a,1\nq1,b,2\nq2,c,3\nq2,d,4\nq3,e,5\nq3,f,6\n",
    "runs": "run\none\n",
    "responses": "run,question,answer,rank\none,q1,a,1\none,q2,d,1\none,q3,e,1\n",
    "assessors": "assessor,kind\nAna,person\nBen,person\n",
    "judgments": "question,answer,assessor,kind,label\n"
    "q1,a,Ana,judgment,A\nq1,b,Ana,judgment,C\nq1,a,Ben,judgment,A\nq1,b,Ben,judgment,B\n"
    "q2,c,Ana,judgment,A\nq2,d,Ana,judgment,C\nq3,e,Ana,judgment,C\nq3,f,Ana,judgment,A\n",
}
"""Ana judged all three questions, Ben the first alone."""


@pytest.fixture
def partly(tmp_path: Path) -> Iterator[State]:
    """Open the tables above."""
    folder = tmp_path / "partly"
    folder.mkdir()
    for name, text in TABLES.items():
        (folder / f"{name}.csv").write_text(text, encoding="utf-8")
    create(tmp_path / "p.jury")
    import_into(tmp_path / "p.jury", [folder])
    with closing(State(tmp_path / "p.jury")) as state:
        yield state


def test_a_judge_as_a_run_gets_no_zero_on_questions_without_a_label_of_his(partly: State) -> None:
    board = Scoreboard(partly.collection, Gold.parse("GAW"), humans=True)
    ana, ben = (next(r for r in board.runs if board.name_of(r) == f"judge {who}") for who in ("Ana", "Ben"))
    for name in MEASURES:
        one = measure(name)
        assert tuple(board.score(one, ben))[2:] == (1, 0, 2), "two questions are excluded for Ben alone"
        assert tuple(board.score(one, ana))[2:] == (3, 0, 0)
        assert board.score(one, ben).value == 1.0, "of what he ranked, his ranking is ideal"
        values = board.unit_values(one)
        assert np.isnan(values.values[:, values.runs.index(ben)]).tolist() == [False, True, True]
        bounds = board.bounds(one, ana)
        assert bounds.low <= board.score(one, ana).value <= bounds.high
    told = board.explain(measure("nDCG"), ben, 1)
    assert told.score.reason == "judge Ben ranked no answer of the question"
    board.select(frozenset({1, 2}))
    assert board.score(measure("nDCG"), ben).reason == ("judge Ben ranked no answer of a question that is scored")
    assert all(math.isnan(end) for end in range_over_ties(board, measure("Hit@1"), ben))


def test_a_table_with_judges_as_runs_says_over_how_many_questions_each_score_is(partly: State) -> None:
    board = Scoreboard(partly.collection, Gold.parse("GAW"), humans=True)
    frame = results.runs(board, ["nDCG", "Q"])
    assert frame["units"].to_dict() == {"judge Ana": 3, "judge Ben": 1} | {run.name: 3 for run in partly.catalog.runs}
    ties = results.tie_range(board, ["Hit@1"])
    assert ties.xs("Hit@1", level="measure")["units"].to_dict() == {"judge Ana": 3, "judge Ben": 1}
    submitted = Scoreboard(partly.collection, Gold.parse("GAW"))
    assert list(results.runs(submitted, ["nDCG"]).columns) == ["nDCG"]


def test_judges_as_runs_are_computed_only_where_they_are_shown(partly: State) -> None:
    made_from = (partly.collection, "quality")
    assert results.find_agreements(*made_from, draws=0, as_runs=False).judges == ()
    assert len(results.find_agreements(*made_from, draws=0).judges) == 2


def test_leaving_a_judge_out_is_over_the_questions_that_judge_labeled(partly: State) -> None:
    found = left_out(partly.collection)
    assert [(one.questions, one.not_judged) for one in found] == [(3, 0), (1, 2)]
    board = Scoreboard(partly.collection, Gold.parse("LOO:Ben"), humans=True)
    assert board.unchanged_text.startswith("2 of 3 ranked questions have no label of Ben")
    board.select(frozenset({0}))
    assert not board.unchanged_text
    ben = next(run for run in board.runs if board.name_of(run) == "judge Ben")
    for standing in found[1].standings:
        assert standing.left_out == board.score(measure(standing.measure), ben).value
