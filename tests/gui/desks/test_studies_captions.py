"""The sentences of the Studies desk: series stay series, and a study that requires nothing says why."""

from contextlib import closing
from pathlib import Path

import pytest
from demo_file import demo_file

from jurybox import results
from jurybox.analysis.studies.records import Record, as_json
from jurybox.analysis.studies.requests import Request, Study
from jurybox.analysis.studies.study import run_study
from jurybox.collection.state import State
from jurybox.gold import Gold
from jurybox.measures import measure
from jurybox.pictures import study_figure
from jurybox.results.frame import head_of, rows_of
from jurybox.scoring import Scoreboard
from jurybox.wording import plural
from jurybox_gui.desks.studies.captions import request_text, sentence_of


@pytest.fixture
def material(tmp_path: Path) -> Scoreboard:
    with closing(State(demo_file(tmp_path / "series.jury", "series"))) as state:
        return Scoreboard(state.collection, Gold.parse("adjudicated+strict"))


def done(material: Scoreboard, study: Study, name: str) -> Record:
    return as_json(run_study(material, Request(study, measure(name), trials=100)))


def test_several_of_a_unit() -> None:
    assert [plural(unit) for unit in ("answer", "question", "series")] == ["answers", "questions", "series"]


def test_what_was_asked_counts_series(material: Scoreboard) -> None:
    records = [done(material, "stability", name) for name in ("series", "accuracy")]
    assert " sets of 2, drawn from 4 of 12 series, 8 pending" in request_text(records[0])
    assert " sets of 14, drawn from 29 of" in request_text(records[1])


def test_each_measure_says_what_its_own_sets_are_drawn_from(material: Scoreboard) -> None:
    """Half of the units that each scores: no size of one measure is that of another."""
    records = [done(material, "stability", name) for name in ("series", "accuracy")]
    totals = [material.score(measure(name), 0) for name in ("series", "accuracy")]
    drawn = [
        f"{record['measure']}: sets of {record['size']}, drawn from {score.units}"
        for record, score in zip(records, totals, strict=True)
    ]
    for said in (request_text(*records), study_figure(records).caption):
        assert all(each in said for each in drawn), said
        for score in totals:
            total = score.units + score.waiting + score.left_out
            assert total == score.units or f"{score.units} of {total} " in said
            assert not score.waiting or f", {score.waiting} pending" in said
            assert not score.left_out or f", {score.left_out} excluded" in said
    frame = results.study(records)
    head, rows = head_of(frame), [list(row) for row in rows_of(frame)]
    for record in records:
        for what, value in (("set size", record["size"]), ("units", record["units"])):
            assert {row[head.index(f"{record['measure']} {what}")] for row in rows} == {value}


def test_a_swap_study_too_coarse_requires_no_difference(material: Scoreboard) -> None:
    found = done(material, "swap", "accuracy")
    text = sentence_of([found])
    assert text.startswith("With accuracy this study requires no difference: the lowest bin")
    assert "sets of 14" in text
    assert "is needed" not in text
    assert sentence_of([found | {"reason": None}]) == "With accuracy this study requires no difference."


def test_few_assessors_make_few_groups_and_it_is_said(tmp_path: Path) -> None:
    # Four people can be parted into two and two in three ways.
    with closing(State(demo_file(tmp_path / "c.jury", "community"))) as state:
        board = Scoreboard(state.collection, Gold.parse("GAW"))
        community = board
        found = done(community, "assessors", "nG@1")
    few = "4 assessors make 3 different pairs of such groups, which 100 trials repeat"
    assert sentence_of([found]).endswith(f"; {few}.")
    assert f"{few}." in results.study([found]).attrs["notes"]
    assert f" {few}." in study_figure([found]).caption
    many = found | {"pairs_of_groups": 60}
    earlier = {key: value for key, value in found.items() if key != "pairs_of_groups"}
    for each in (many, earlier):
        assert "repeat" not in sentence_of([each]) + study_figure([each]).caption


def test_groups_who_judged_different_answers_are_told(tmp_path: Path) -> None:
    with closing(State(demo_file(tmp_path / "c.jury", "community"))) as state:
        board = Scoreboard(state.collection, Gold.parse("GAW"))
        found = done(board, "assessors", "nG@1")
        given = (state.ledger.labels > 0).sum(axis=0)
    assert (found["labeled"], found["labeled_by_several"]) == ((given > 0).sum(), (given > 1).sum())
    told = "3 of 40 labeled answers have labels of two or more of them, so the groups differ above all in which answers"
    parted = found | {"labeled": 40, "labeled_by_several": 3}
    for record, is_told in ((found, False), (parted, True)):
        assert any(told in note for note in results.study([record]).attrs["notes"]) == is_told
        assert (told in sentence_of([record])) == is_told
        assert (told in study_figure([record]).caption) == is_told


def test_the_bin_of_the_sentence_is_drawn(tmp_path: Path) -> None:
    with closing(State(demo_file(tmp_path / "c.jury", "community"))) as state:
        board = Scoreboard(state.collection, Gold.parse("GA"))
        community = board
        found = as_json(run_study(community, Request("error-rate", measure("nG@1"))))
    assert "a difference of .20 or more" in sentence_of([found])
    curves = study_figure([found]).curves
    assert [line.name for line in curves][-3:] == ["δ ≥ .2", "δ ≥ .2, fitted", "δ ≥ .2, extrapolated"]
    for line in curves:
        if "fitted" in line.name or "extrapolated" in line.name:
            assert all(line.y[1:] < line.y[:-1]), "an error rate that rises with the size is no decay"
    rising = [row["low"] for row in found["bins"] if row["fit"] is None]
    assert rising
    assert "error rates that do not fall as sets grow" in results.study([found]).attrs["notes"][1]
