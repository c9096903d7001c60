"""Judges as runs: scores and ranks are those of the scoreboards under GAW and under each leave-one-out."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from generator import write_tables
from small import small_collection

from jurybox.analysis.left_out import MEASURES, left_out
from jurybox.collection.file import create
from jurybox.collection.state import State
from jurybox.formats.importing import import_into
from jurybox.gold import Gold
from jurybox.measures import measure
from jurybox.scoring import Scoreboard


@pytest.fixture
def state(tmp_path: Path) -> Iterator[State]:
    """Twelve ranked questions that four judges labeled."""
    write_tables(tmp_path / "t", kind="ranked", questions=12, runs=4, assessors=4, judged=1.0, correct=0.4)
    create(tmp_path / "c.jury")
    import_into(tmp_path / "c.jury", [tmp_path / "t"])
    with closing(State(tmp_path / "c.jury")) as state:
        yield state


def test_each_judge_stands_where_the_scoreboards_put_it(state: State) -> None:
    found = left_out(state.catalog, state.ledger, state.facts)
    assert [state.catalog.assessors[one.assessor].name for one in found] == ["a1", "a2", "a3", "a4"]
    for one in found:
        name = state.catalog.assessors[one.assessor].name
        for standing, wanted in zip(one.standings, MEASURES, strict=True):
            assert standing.measure == wanted
            numbers = [(standing.score, standing.rank), (standing.left_out, standing.left_out_rank)]
            before = []
            for gold, (score, rank) in zip(("GAW", f"LOO:{name}"), numbers, strict=True):
                made = state.catalog, state.ledger, state.facts
                board = Scoreboard(*made, Gold.parse(gold), humans=True)
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
        assert left_out(state.catalog, state.ledger, state.facts) == ()
