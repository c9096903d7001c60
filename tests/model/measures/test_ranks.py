"""The one rule of ranks: ties that only rounding keeps apart are ties, undefined scores have no rank."""

import math
from fractions import Fraction
from functools import reduce
from operator import add

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from jurybox.analysis.correlations import kendall
from jurybox.measures import measure
from jurybox.measures.ranks import levels_of, ranks, ranks_of
from jurybox.scoring import RunScore
from jurybox.scoring.ranking import ranked

fractions = st.fractions(min_value=0, max_value=1, max_denominator=60)
NAN = math.nan


def rounded_otherwise(value: Fraction, way: int) -> float:
    """The same number, as another order of additions would have it."""
    exact = float(value)
    return exact if not way else math.nextafter(exact, math.inf if way > 0 else -math.inf)


@given(st.lists(st.tuples(fractions, st.sampled_from([-1, 0, 1])), min_size=1, max_size=12))
def test_ranks_are_those_of_exact_fractions(drawn: list[tuple[Fraction, int]]) -> None:
    exact = [value for value, _ in drawn]
    values = [rounded_otherwise(*one) for one in drawn]
    better = [1 + sum(other > mine for other in exact) for mine in exact]
    worse = [1 + sum(other < mine for other in exact) for mine in exact]
    assert ranks_of(values).tolist() == better
    assert ranks_of(values, "lower").tolist() == worse
    mean = [place + (exact.count(mine) - 1) / 2 for place, mine in zip(better, exact, strict=True)]
    assert ranks_of(values, ties="mean").tolist() == mean
    assert ranks(np.array(values)).tolist() == better
    scores = [(at, str(at), RunScore(value, "", 1, 0, 0)) for at, value in enumerate(values)]
    shown = {row.run: row.rank for row in ranked(measure("accuracy"), scores)}
    assert [shown[at] for at in range(len(values))] == better


def test_nine_elevenths_twice_are_a_tie_in_ranks_and_in_tau() -> None:
    sums = [math.fsum([1 / 11] * 9), 9 / 11, reduce(add, [1 / 11] * 9)]  # sum() is exact from Python 3.12 on
    assert len({*sums}) > 1, "the additions round differently"
    assert ranks_of([1.0, *sums, 0.5], ties="mean").tolist() == [1, 3, 3, 3, 5]
    assert kendall([3, 2, 2, 2, 1], [1.0, *sums, 0.5]) == 1.0


def test_an_undefined_score_has_no_rank() -> None:
    assert ranks_of([NAN, 0.5, 0.4, 0.5]).tolist()[1:] == [1, 3, 1]
    assert math.isnan(ranks_of([NAN, 0.5])[0])
    assert ranks(np.array([NAN, 0.5])).tolist() == [0, 1]
    assert levels_of([]).tolist() == []
