"""What scores rest on: counts add up to all units, never rise by excluding, and are the same everywhere."""

import csv
import io
import math
from contextlib import closing
from pathlib import Path

import pytest
from mixed_tables import GOLDS, Mixed
from series import series_collection
from sweeps import swept

from jurybox import results
from jurybox.collection.catalog import Catalog
from jurybox.collection.collection import Collection
from jurybox.collection.file import create
from jurybox.collection.state import State
from jurybox.errors import Refused
from jurybox.formats.imports import import_into
from jurybox.gold import Gold
from jurybox.measures import Measure, measure
from jurybox.results import writing
from jurybox.scoring import UNJUDGED_WAYS, Scoreboard, coverage
from jurybox.scoring.coverage import lines_of, of_runs, short_of, thin_short_of


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
    return sum(count > 0 for count in answers.values()) if kind == "validation" else len(asked)


@pytest.mark.parametrize("seed", [0, 1, *swept(range(2, 6))])
@pytest.mark.sweep
def test_counts_add_up_and_are_the_same_wherever_they_are_shown(seed: int, tmp_path: Path) -> None:
    with closing(State(Mixed(seed).file(tmp_path / "m.jury"))) as state:
        made_from = state.collection
        for gold in GOLDS:
            try:
                board = Scoreboard(made_from, Gold.parse(gold))
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
        board = Scoreboard(Collection(catalog, state.ledger, state.facts), Gold.parse("adjudicated"))
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
        board = Scoreboard(state.collection, Gold.parse("adjudicated"))
        measures = list(board.measures)[:3]
        table = results.runs(board, measures)
        rows = {row["run"]: row for row in csv.DictReader(io.StringIO(writing.csv(table)))}
        for one in measures:
            each = of_runs(board, one, board.runs)
            for run in board.runs:
                rests = coverage(board, one, run)
                found = [int(rows[board.name_of(run)][f"{one} {what}"]) for what in ("units", "pending", "excluded")]
                assert found == [rests.units, rests.pending, rests.excluded]
            assert short_of(each) in writing.latex(table)
            assert short_of(each) in writing.markdown(table)
        for line in lines_of((str(one), of_runs(board, one, board.runs)) for one in measures):
            assert line in writing.latex(table)


JUDGED = """question,answer,assessor,kind,label
1.1,f1,Ana,judgment,correct
1.1,f2,Ana,judgment,incorrect
1.2,l1,Ana,judgment,correct
1.2,l1,Ben,judgment,incorrect
1.2,l2,Ana,judgment,correct
1.2,l3,Ana,judgment,correct
1.2,l4,Ana,judgment,incorrect
"""


def test_a_score_by_type_names_the_type_that_has_no_score(tmp_path: Path) -> None:
    with closing(State(series_collection(tmp_path / "s.jury", judgments=JUDGED))) as state:
        board = Scoreboard(state.collection, Gold.parse("adjudicated"))
        board.select(frozenset({0, 1, 2}))
        one = measure("by-type")
        reason = board.score(one, 0).reason
        assert reason == "no list question is scored (0 pending, 1 excluded)"
        each = of_runs(board, one, board.runs)
        assert thin_short_of(each).startswith("0 of 1 list question")
        (line,) = lines_of([("by-type", each)])
        assert line.startswith("by-type rests on less than half: 0 of 1 list question, 1 excluded")
        assert "factoid" not in line, "the factoid question is scored"


def test_a_ranked_question_without_answers_is_excluded_and_counted(tmp_path: Path) -> None:
    folder = tmp_path / "tables"
    folder.mkdir()
    tables = {
        "questions": "question,kind,text\nq1,ranked,Why?\nq2,ranked,How?\n",
        "answers": "question,answer,text\nq1,a,Because\n",
        "runs": "run\none\n",
        "responses": "run,question,answer,rank\none,q1,a,1\n",
        "assessors": "assessor,kind\nAna,person\n",
        "judgments": "question,answer,assessor,kind,label\nq1,a,Ana,judgment,A\n",
    }
    for name, text in tables.items():
        (folder / f"{name}.csv").write_text(text, encoding="utf-8")
    create(tmp_path / "r.jury", name="Ranked")
    import_into(tmp_path / "r.jury", [folder])
    with closing(State(tmp_path / "r.jury")) as state:
        for unjudged in UNJUDGED_WAYS:
            made_from = state.collection
            board = Scoreboard(made_from, Gold.parse("assessor:Ana"), unjudged=unjudged)
            score = board.score(measure("nDCG"), 0)
            assert tuple(score) == (1.0, "", 1, 0, 1)
            told = board.explain(measure("nDCG"), 0, 1)
            assert told.score.reason == "the question has no answers"
            board.select(frozenset({1}))
            assert board.score(measure("nDCG"), 0).reason == "the question has no answers"
