"""Measures that are not in the program, declared as CONTRIBUTING says, and each the mirror of one that is.

What a service says of one of them follows from what it says of the other: 1 minus it, or the other end.
"""

import math
from collections.abc import Iterator
from contextlib import contextmanager

from jurybox.measures import MEASURES, Counts, ListResponse, Measure, Outcomes, Ranking, ndcg
from jurybox.measures.checks import NAN, Floats
from jurybox.measures.forms import CountForm, RankForm, UnitForm, quotient
from jurybox.measures.ranking_rows import Ranks, ndcg_rows

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
    compute=lambda data: (data.incorrect + data.unanswered) / data.total if data.total else NAN,
    why="there is nothing to score",
    forms=(
        CountForm(
            ("incorrect", "unanswered", "total"), lambda w, u, n: quotient(w + u, n), (((-1, 1), (1, -1), (1, 1)),)
        ),
    ),
)


def _lost_rows(gains: Ranks, ideal: Ranks) -> Floats:
    return 1 - ndcg_rows(gains, ideal)


def _lost_parts(gains: list[float], ideal: list[float]) -> tuple[list[float], float]:
    shares = [1 / math.log2(rank + 1) for rank in range(1, max(len(gains), len(ideal)) + 1)]
    most = [share * gain for share, gain in zip(shares, ideal, strict=False)]
    return [most[at] if at < len(most) else 0.0 for at in range(len(gains))], math.fsum(most)


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
    forms=(RankForm(_lost_rows, _lost_parts, "the sum of the ideal ranking", "falls"),),
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
