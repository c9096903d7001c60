"""What scores rest on: counts add up to all units, never rise by excluding, and are the same everywhere."""

import csv
import io
import math
from contextlib import closing
from pathlib import Path

import pytest
from mixed_tables import GOLDS, Mixed

from jurybox.cli.scoring import runs_by_measures
from jurybox.collection.catalog import Catalog
from jurybox.collection.state import State
from jurybox.errors import Refused
from jurybox.gold import Gold
from jurybox.measures import Measure
from jurybox.reports.forms import csv_file, latex_file, markdown_file
from jurybox.scoring import Scoreboard, coverage
from jurybox.scoring.coverage import lines_of, of_runs, short_of


def all_units(catalog: Catalog, board: Scoreboard, one: Measure) -> int:
    """How many units there are at all, counted from the questions alone."""
    kind = board.kind_of(one)
    if one.base == "by-type":
        return sum(question.kind in ("factoid", "list", "other") for question in catalog.questions)
    if one.unit == "series":
        return len({q.series for q in catalog.questions if q.kind in ("factoid", "list", "other")} - {None})
    asked = [at for at, question in enumerate(catalog.questions) if question.kind == kind]
    answers = {at: len(catalog.answers_of(at)) for at in asked}
    if kind is not None and one.unit_of(kind) == "answer":
        return sum(answers.values())
    return (
        len(asked) if kind in ("factoid", "list", "other") else sum(count > 0 for count in answers.values())
    )


@pytest.mark.parametrize("seed", range(6))
def test_counts_add_up_and_are_the_same_wherever_they_are_shown(seed: int, tmp_path: Path) -> None:
    with closing(State(Mixed(seed).file(tmp_path / "m.jury"))) as state:
        made_from = state.catalog, state.ledger, state.facts
        for gold in GOLDS:
            try:
                board = Scoreboard(*made_from, Gold.parse(gold))
            except Refused:
                continue
            for one in board.measures:
                total = all_units(state.catalog, board, one)
                each = of_runs(board, one, board.runs)
                assert {rests.total for rests in each} <= {total}, (gold, str(one))
                for run, rests in zip(board.runs, each, strict=True):
                    score = board.score(one, run)
                    assert (rests.units, rests.pending, rests.excluded) == tuple(score[2:])
                    assert rests.is_thin or 2 * rests.units >= rests.total
                    assert not rests.parts or sum(part.total for part in rests.parts) == total
                    assert math.isnan(score.value) or rests.units, "a value rests on something"
                assert (
                    len(board.unit_values(one).units) in {0, *(rests.units for rests in each)}
                    or len({rests.units for rests in each}) > 1
                    or len(board.unit_values(one).units) >= each[0].units
                )


@pytest.mark.parametrize("seed", range(4))
def test_leaving_units_out_never_raises_a_count(seed: int, tmp_path: Path) -> None:
    with closing(State(Mixed(seed).file(tmp_path / "m.jury"))) as state:
        catalog = state.catalog
        board = Scoreboard(catalog, state.ledger, state.facts, Gold.parse("adjudicated"))
        measures = list(board.measures)
        whole = {(str(one), run): coverage(board, one, run) for one in measures for run in board.runs}
        kinds = {one: board.kind_of(one) for one in measures}
        for gone in range(0, len(catalog.questions), 3):
            board.select(frozenset(range(len(catalog.questions))) - {gone})
            for one in measures:
                if board.kind_of(one) != kinds[one]:
                    continue  # the last question of its kind: it now scores another kind
                for run in board.runs:
                    before, now = whole[str(one), run], coverage(board, one, run)
                    assert now.total <= before.total
                    if one.unit != "series":
                        assert now.units <= before.units
                        assert now.pending <= before.pending
                        assert now.excluded <= before.excluded


def test_every_form_of_the_table_carries_the_counts(tmp_path: Path) -> None:
    with closing(State(Mixed(1).file(tmp_path / "m.jury"))) as state:
        board = Scoreboard(state.catalog, state.ledger, state.facts, Gold.parse("adjudicated"))
        measures = list(board.measures)[:3]
        table = runs_by_measures(board, measures, "table", bounds=False)
        rows = {row["run"]: row for row in csv.DictReader(io.StringIO(csv_file(table)))}
        for one in measures:
            each = of_runs(board, one, board.runs)
            for run in board.runs:
                rests = coverage(board, one, run)
                found = [
                    int(rows[board.name_of(run)][f"{one} {what}"])
                    for what in ("units", "pending", "excluded")
                ]
                assert found == [rests.units, rests.pending, rests.excluded]
            assert short_of(each) in latex_file(table)
            assert short_of(each) in markdown_file(table)
        for line in lines_of((str(one), of_runs(board, one, board.runs)) for one in measures):
            assert line in latex_file(table)
