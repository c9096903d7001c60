"""The one table: names, parameters, needs, and what a measure says of itself."""

import math
import pickle
import re
from copy import deepcopy
from dataclasses import replace

import ir_measures
import numpy as np
import pytest
from added_measures import MISSED
from ir_measures import AP, Bpref, Judged, P, R, Rprec, Success, infAP, nDCG

from jurybox.help import measures_page
from jurybox.kinds import KIND_NAMES
from jurybox.measures import (
    MEASURES,
    REJECTED_ESTIMATORS,
    USUAL,
    Counts,
    ListResponse,
    Measure,
    NuggetResponse,
    Outcomes,
    Ranking,
    Rating,
    Score,
    mean_score,
    measure,
    measures_of,
)

COUNTED = [one for one in MEASURES if Counts in one.accepts and one.counts and not one.counts.of_pairs] + [
    measure(name) for name in ("F(0.5)", "F(0.7)", "F(3.3)", *(f"rejected({how})" for how in REJECTED_ESTIMATORS))
]
NO_FRACTION = ("Hit@1", "Success@10", "mean")
"""Measures whose formula has no division or product."""

PUBLIC = [
    "accuracy",
    "c@1",
    "UF",
    "UF01",
    "MRR",
    "CWS",
    "K",
    "K1",
    "MRRT(r=1)",
    "IP",
    "IR",
    "F-list",
    "nugget-recall",
    "nugget-precision",
    "F(3)",
    "series",
    "by-type",
    "Hit@1",
    "mean",
    "nG@1",
    "nDCG",
    "Q",
    "AP",
    "GMAP",
    "ERR",
    "Success@10",
    "P@10",
    "R@10",
    "AvgRec@10",
    "Rprec",
    "RBP(p=0.8)",
    "Judged",
    "Bpref",
    "infAP",
    "precision",
    "recall",
    "F1",
    "tpr",
    "F0.5u",
    "F1-answered",
    "fpr",
    "AUC-point",
    "AUC",
    "qa_accuracy",
    "qa_rej_accuracy",
    "estimated_qa",
    "vital",
    "vital-strict",
    "all",
    "all-strict",
    "weighted",
    "weighted-strict",
    "citation-precision",
    "citation-precision-strict",
    "citation-recall",
    "citation-recall-strict",
]


def test_every_public_name_is_in_the_table() -> None:
    names = [each.name for each in MEASURES]
    assert set(PUBLIC) <= set(names)
    assert len(names) == len(set(names))


@pytest.mark.parametrize("one", MEASURES, ids=str)
def test_a_measure_prints_its_name_and_is_found_by_it(one: Measure) -> None:
    assert str(one) == one.name
    assert measure(one.name) is one
    assert measure(f" {one.name} ") is one
    assert pickle.loads(pickle.dumps(one)) == one
    assert deepcopy(one) == one
    assert hash(measure(one.name)) == hash(one)


@pytest.mark.parametrize("one", MEASURES, ids=str)
def test_a_measure_says_what_one_needs_to_know(one: Measure) -> None:
    assert one.low < one.high
    assert {one.best, one.worst} == {one.low, one.high}
    assert one.unit in ("answer", "question", "series")
    assert one.kinds
    assert one.gold
    assert one.accepts
    assert set(one.averaged) <= set(one.kinds)
    assert not one.paper or re.search(r"\b(19|20)\d\d\b", one.paper), "name the year, or no paper at all"
    assert "÷" in one.formula or "×" in one.formula or one.name in NO_FRACTION
    assert one.title
    assert one.better(one.best, one.worst)
    assert not one.better(one.best, math.nan)
    assert (one.ranks is not None) == (not {Ranking, Rating}.isdisjoint(one.accepts))
    for parameter in one.parameters:
        assert parameter.check(parameter.default) == parameter.default
        assert parameter.range


@pytest.mark.parametrize(
    ("text", "name", "options"),
    [
        ("F(1)", "F1", {"b": 1}),
        ("F", "F1", {"b": 1}),
        ("F(b=3)", "F(3)", {"b": 3}),
        ("F(0.5)", "F(0.5)", {"b": 0.5}),
        ("F(5, allowance=150)", "F(5, allowance=150)", {"b": 5, "allowance": 150}),
        ("F(allowance=150)", "F(allowance=150)", {"b": 1, "allowance": 150}),
        ("F-pyramid", "F-pyramid(3)", {"b": 3}),
        ("MRRT", "MRRT(r=1)", {"r": 1}),
        ("MRRT(r=0.51)", "MRRT(r=0.51)", {"r": 0.51}),
        ("MRRT( r = 0 )", "MRRT(r=0)", {"r": 0}),
        ("nDCG(cutoff=20)", "nDCG@20", {"cutoff": 20}),
        ("nDCG@20", "nDCG@20", {"cutoff": 20}),
        ("nDCG @ 20", "nDCG@20", {"cutoff": 20}),
        ("nDCG(cutoff=none)", "nDCG", {"cutoff": None}),
        ("Q(cutoff=10,normalise=min)", "Q(normalise=min)@10", {"normalise": "min"}),
        ("Q(beta=0)", "Q(beta=0)", {"beta": 0}),
        ("Q(gain=exponential, rel=2)", "Q(rel=2, gain=exponential)", {"rel": 2, "gain": "exponential"}),
        ("nDCG(gain=linear)", "nDCG", {"gain": "linear"}),
        ("ERR(top=4, cutoff=20)", "ERR(top=4)@20", {"top": 4, "gain": "exponential"}),
        ("MRR(cutoff=5)", "MRR@5", {"cutoff": 5}),
        ("P(rel=2)@5", "P(rel=2)@5", {"rel": 2, "cutoff": 5}),
        ("P", "P@10", {"cutoff": 10}),
        ("R(undefined=zero)@10", "R(undefined=zero)@10", {"undefined": "zero"}),
        ("RBP", "RBP(p=0.8)", {"p": 0.8}),
        ("RBP(rel=2, p=0.5)@20", "RBP(p=0.5, rel=2)@20", {"p": 0.5, "rel": 2}),
        ("series(weights=exact)", "series(weights=exact)", {"weights": "exact"}),
        ("rejected(P(¬C|A))", "rejected(P(¬C|A))", {"estimator": "P(¬C|A)"}),
        ("rejected(0.5)", "rejected(0.5)", {"estimator": "0.5"}),
    ],
)
def test_names_with_parameters(text: str, name: str, options: dict[str, object]) -> None:
    one = measure(text)
    assert one.name == name
    assert measure(name) == one
    assert measure(name).options == one.options
    assert options.items() <= one.options.items()
    assert pickle.loads(pickle.dumps(one)).options == one.options


@pytest.mark.parametrize(
    ("name", "near"),
    [("c@2", "c@1"), ("ndgc", "nDCG"), ("F-lists", "F-list"), ("ACCURACY", "accuracy"), ("auc", "AUC")],
)
def test_an_unknown_name_is_refused_with_the_nearest_and_all_known_ones(name: str, near: str) -> None:
    with pytest.raises(ValueError, match=f"Did you mean {near}\\?") as refusal:
        measure(name)
    assert repr(name) in str(refusal.value)
    assert all(known in str(refusal.value) for known in PUBLIC)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("F(0)", "b = 0 is not allowed; it can be a number above 0"),
        ("F(-1)", "b = -1"),
        ("F(nan)", "b = nan"),
        ("F(x=2)", "F cannot be read with 'x=2'"),
        ("F(2, 3, 4)", "F cannot be read with '3'"),
        ("F()", "b =  is not allowed"),
        ("MRRT(r=-1)", "r = -1"),
        ("MRRT(r=inf)", "r = inf"),
        ("MRRT(2)", "MRRT cannot be read with '2'"),
        ("nDCG(cutoff=0)", "cutoff = 0"),
        ("nDCG(cutoff=2.5)", "cutoff = 2.5"),
        ("nDCG(gain=square)", "gain = square is not allowed; it can be linear, exponential"),
        ("ERR(top=0)", "top = 0 is not allowed; it can be a number above 0, or none"),
        ("Q(normalise=max)", "normalise = max is not allowed; it can be R, min"),
        ("c@1(3)", "its parameters are: none"),
        ("c@1@3", "there is no measure 'c@1@3'"),
        ("F@3", "there is no measure 'F@3'"),
        ("nDCG@", "cutoff =  is not allowed"),
        ("nDCG@0", "cutoff = 0"),
        ("nDCG@ten", "cutoff = ten"),
        ("nDCG(cutoff=3)@4", "nDCG cannot be read with 'cutoff=4'"),
        ("nDCG(gain=linear, dcg='log2')", "nDCG cannot be read with \"dcg='log2'\""),
        ("P(cutoff=none)", "cutoff = none is not allowed; it can be a whole number of at least 1"),
        ("P_0", "cutoff = 0"),
        ("ndcg_cut_", "there is no measure"),
        ("RBP(p=1)", "p = 1 is not allowed; it can be a number of at least 0 and below 1"),
        ("(3)", "there is no measure"),
        ("", "there is no measure"),
    ],
)
def test_parameters_that_cannot_be_are_refused(text: str, told: str) -> None:
    with pytest.raises(ValueError, match=re.escape(told)):
        measure(text)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("RR", "MRR"),
        ("RR(rel=2)@10", "MRR(rel=2)@10"),
        ("MAP", "AP"),
        ("AP(rel=2)@100", "AP(rel=2)@100"),
        ("nDCG(dcg='exp-log2')@10", "nDCG(gain=exponential)@10"),
        ('nDCG(dcg="log2")@10', "nDCG@10"),
        ("NDCG@5", "nDCG@5"),
        ("Precision@5", "P@5"),
        ("Recall@5", "R@5"),
        ("RPrec(rel=2)", "Rprec(rel=2)"),
        ("ndcg", "nDCG"),
        ("ndcg_cut_10", "nDCG@10"),
        ("P_5", "P@5"),
        ("recall_100", "R@100"),
        ("map_cut_10", "AP@10"),
        ("recip_rank", "MRR"),
        ("BPref(rel=2)", "Bpref(rel=2)"),
        ("bpref", "Bpref"),
        ("success_1", "Success@1"),
        ("gm_map", "GMAP"),
    ],
)
def test_names_of_other_programs(text: str, name: str) -> None:
    assert measure(text).name == name
    assert measure(text) == measure(name)


@pytest.mark.parametrize(
    "theirs",
    [
        nDCG,
        nDCG @ 10,
        P @ 5,
        P(rel=2) @ 5,
        R(rel=2) @ 10,
        Success @ 1,
        Rprec,
        Rprec(rel=3),
        AP(rel=2) @ 9,
        Judged @ 9,
        Bpref,
        infAP,
        infAP(rel=2),
    ],
    ids=str,
)
def test_the_names_are_those_of_ir_measures(theirs: ir_measures.Measure) -> None:
    assert measure(str(theirs)).name == str(theirs)


def test_an_alias_is_of_one_measure_alone() -> None:
    every = [alias for each in MEASURES for alias in each.aliases]
    assert len(every) == len(set(every))
    assert not {*every} & {*MEASURES.by_name, *MEASURES.by_base}
    for taken in ("RR", "F", "nDCG"):
        with pytest.raises(ValueError, match=f"there already is a measure '{taken}'"):
            MEASURES.add(replace(MISSED, aliases=(taken,)))
    MEASURES.add(spare := replace(MISSED, aliases=("lacking",)))
    try:
        assert measure("lacking") is spare or measure("lacking") == spare
    finally:
        MEASURES.remove(spare)
    with pytest.raises(ValueError, match="there is no measure 'lacking'"):
        measure("lacking")


def test_options_can_be_chosen_by_call() -> None:
    assert measure("nDCG")(cutoff=3) == measure("nDCG(cutoff=3)")
    assert measure("nDCG(cutoff=3)")(cutoff=None) == measure("nDCG")
    with pytest.raises(ValueError, match="c@1 has no parameter 'k', nor any other"):
        measure("c@1")(k=1)
    with pytest.raises(ValueError, match="cutoff = True"):
        measure("nDCG")(cutoff=True)


def test_measures_of_a_kind() -> None:
    assert set(USUAL) == set(KIND_NAMES)
    for kind in KIND_NAMES:
        names = {one.name for one in measures_of(kind)}
        assert set(USUAL[kind]) <= names
        assert all(kind in measure(name).kinds for name in names)


def test_the_unit_follows_the_kind_of_question() -> None:
    assert measure("c@1").unit_of("factoid") == "question"
    assert measure("c@1").unit_of("validation") == "answer"
    assert measure("F1").unit_of("validation") == "answer"
    assert measure("F(3)").unit_of("other") == "question"
    assert measure("qa_accuracy").unit_of("validation") == "question"
    assert measure("series").unit_of("list") == "series"


def test_only_the_false_positive_rate_is_better_lower() -> None:
    assert [one.name for one in MEASURES if one.direction == "lower"] == ["fpr"]


def test_evaluating_the_wrong_input_is_an_error_that_names_the_right_one() -> None:
    with pytest.raises(TypeError, match="nDCG scores Ranking, not Counts"):
        measure("nDCG").evaluate(Counts())
    with pytest.raises(TypeError, match="F1 scores Counts or NuggetResponse, not ListResponse"):
        measure("F1").evaluate([ListResponse()])


def test_a_mean_leaves_undefined_units_out_and_counts_them() -> None:
    run = [ListResponse(1, 2, 2), ListResponse(0, 3, 0), ListResponse(1, 1, 1)]
    assert measure("F-list").evaluate(run) == Score(0.75, "", 2, 1)
    none = measure("F-list").evaluate([ListResponse(0, 3, 0)] * 2)
    assert math.isnan(none.value)
    assert (none.reason, none.units, none.left_out) == (
        "no unit has a score; the first: the question has no known instance",
        0,
        2,
    )
    empty = measure("F-list").evaluate([])
    assert (empty.reason, empty.units, empty.left_out) == ("there is no unit to average over", 0, 0)
    assert not empty.defined


def test_the_mean_is_exact() -> None:
    """Added one by one in floats, ten tenths are not one."""
    assert mean_score([Score(0.1)] * 10).value == 0.1
    assert mean_score([Score(1e16), Score(1.0), Score(-1e16)]).value == 1 / 3


def test_the_same_run_as_one_count_and_as_units() -> None:
    """A measure that is a plain mean of units gives the same for the counts of a run as for its units."""
    units = [Outcomes(correct=1), Outcomes(incorrect=1), Outcomes(unanswered=1), Outcomes(correct=1)]
    whole = Outcomes(2, 1, 1)
    for name in ("accuracy", "UF", "UF01", "answered"):
        assert "factoid" in measure(name).averaged
        assert measure(name).evaluate(units).value == measure(name).evaluate(whole).value
    assert "factoid" not in measure("c@1").averaged
    assert measure("c@1").evaluate(units).value != measure("c@1").evaluate(whole).value


def test_f_scores_decisions_and_nuggets() -> None:
    assert measure("F(3)").evaluate(Counts(yes_correct=1, no_correct=1)).value == 10 / 19
    assert measure("F(3)").evaluate(NuggetResponse(vital=2, vital_matched=1, length=50)).value == 10 / 19


def test_the_help_of_a_measure_of_no_paper_names_none() -> None:
    unpublished = replace(MISSED, paper="")
    assert f"* From {measure('accuracy').paper}." in measures_page()
    MEASURES.add(unpublished)
    try:
        section = measures_page().partition("## missed\n")[2].partition("\n## ")[0]
    finally:
        MEASURES.remove(unpublished)
    assert unpublished.formula in section
    assert "From" not in section


@pytest.mark.parametrize("one", COUNTED, ids=str)
def test_many_runs_at_once_score_what_each_of_them_scores_to_the_last_bit(one: Measure) -> None:
    draw = np.random.default_rng(7)
    cells = np.concatenate([draw.integers(0, 3, (60, 6)), draw.integers(0, 3_000, (60, 6))])
    runs = [Counts(*row) for row in cells.tolist()]
    assert one.counts
    columns = [np.array([getattr(run, name) for run in runs], dtype=np.float64) for name in one.counts.columns]
    found = one.counts.compute(*columns, **one.options).tolist()
    assert list(map(repr, found)) == [repr(one.evaluate(run).value) for run in runs]
