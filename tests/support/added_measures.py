"""Measures that are not in the program, declared as CONTRIBUTING says, and each the mirror of one that is.

What a service says of one of them follows from what it says of the other: 1 minus it, or the other end.
"""

from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np

from jurybox.measures import MEASURES, Counts, ListResponse, Measure, Outcomes, Ranking, ndcg
from jurybox.measures.checks import NAN
from jurybox.measures.forms import CountForm, RankForm, UnitForm
from jurybox.measures.ranking_rows import Ranked, RankParts

MISSED = Measure(
    name="missed",
    title="share of all questions that are not right",
    low=0,
    high=1,
    direction="lower",
    unit="question",
    kinds=("factoid", "validation"),
    averaged=("factoid", "validation"),
    gold=("binary",),
    paper="Nobody 2005",
    formula="(incorrect + unanswered) ÷ total",
    accepts=(Outcomes, Counts),
    why="there is nothing to score",
    forms=(CountForm(("incorrect", "unanswered", "total"), lambda w, u, n: (w + u, n), (((-1, 1), (1, -1), (1, 1)),)),),
)


def _lost(ranked: Ranked) -> RankParts:
    """Return at each rank the discounted gain that the ideal ranking has and this one does not."""
    gains = np.zeros((max(len(ranked.gains), len(ranked.ideal)), *ranked.gains.shape[1:]))
    ideal = np.zeros((len(gains), *(1,) * (gains.ndim - ranked.ideal.ndim), *ranked.ideal.shape[1:]))
    gains[: len(ranked.gains)] = ranked.gains
    ideal[: len(ranked.ideal)] = ranked.ideal.reshape(-1, *ideal.shape[1:])
    discount = 1 / np.log2(np.arange(len(gains)) + 2).reshape(-1, *(1,) * (gains.ndim - 1))
    return (ideal - gains) * discount, (ideal * discount).sum(axis=0)


LOST = Measure(
    name="lost",
    title="share of the discounted gain that the ranking does not have",
    low=0,
    high=1,
    direction="lower",
    unit="question",
    kinds=("ranked",),
    averaged=("ranked",),
    gold=("graded", "binary", "best"),
    paper="Nobody 2005",
    formula="1 − nDCG ÷ 1, averaged over questions",
    accepts=(Ranking,),
    compute=lambda data: 1 - ndcg(data.gains, data.ideal_gains),
    why="the question has no relevant answer",
    forms=(RankForm(_lost, "the sum of the ideal ranking", "falls"),),
)

SPARE = Measure(
    name="spare",
    title="share of returned responses that are wrong or said twice",
    low=0,
    high=1,
    direction="lower",
    unit="question",
    kinds=("list",),
    averaged=("list",),
    gold=("instances",),
    paper="Nobody 2005",
    formula="(returned − distinct) ÷ returned, averaged over questions",
    accepts=(ListResponse,),
    compute=lambda data: (
        NAN if not data.known else (data.returned - data.distinct) / data.returned if data.returned else 1.0
    ),
    why="the question has no known instance",
    forms=(UnitForm("falls"),),
)

MIRRORS = {MISSED: "accuracy", LOST: "nDCG", SPARE: "IP"}
"""Each with the measure that it is 1 minus of."""


@contextmanager
def added() -> Iterator[tuple[Measure, ...]]:
    """Add them to the measures for as long as the block runs."""
    for one in MIRRORS:
        MEASURES.add(one)
    try:
        yield tuple(MIRRORS)
    finally:
        for one in MIRRORS:
            MEASURES.remove(one)
