"""The measures of ranked answers."""

import math
from collections.abc import Callable

import numpy as np

from jurybox.measures import ranking
from jurybox.measures import ranking_rows as rows
from jurybox.measures.checks import Floats
from jurybox.measures.definition import Kind, Measure, Option, Parameter
from jurybox.measures.inputs import Ranking
from jurybox.measures.ranking_rows import Ranks
from jurybox.measures.table.answering import PENAS

SAKAI = "Sakai et al. 2010"
RANKED: tuple[Kind, ...] = ("ranked",)
NO_RELEVANT = "the question has no relevant answer"
CUTOFF = Parameter("cutoff", int, None, low=1)
UNDEFINED = Parameter("undefined", str, "left-out", choices=("left-out", "zero"))
"""What becomes of a question without a relevant answer; trec_eval and ir-measures count 0."""


def _mrr(data: Ranking, *, cutoff: int | None) -> float:
    return ranking.reciprocal_rank(data.relevant[:cutoff])


def _mrr_rows(gains: Ranks, ideal: Ranks, *, cutoff: int | None = None) -> Floats:
    del ideal
    return rows.reciprocal_rank_rows(gains, cutoff=cutoff)


def _hit_rows(gains: Ranks, ideal: Ranks) -> Floats:
    del ideal
    return rows.hit_rows(gains)


def _q_rows(
    gains: Ranks,
    ideal: Ranks,
    *,
    beta: float = 1,
    cutoff: int | None = None,
    normalise: str = "R",
) -> Floats:
    return rows.q_rows(gains, ideal, beta=beta, cutoff=cutoff, smallest=normalise == "min")


def _ap_rows(gains: Ranks, ideal: Ranks) -> Floats:
    return rows.average_precision_rows(gains, rows.relevant_rows(ideal))


def _computed(score: Callable[..., float]) -> Callable[..., float]:
    """Return a measure of one ranking that also takes the option `undefined`."""

    def value(data: Ranking, *, undefined: str = "left-out", **options: Option) -> float:
        found = score(data, **options)
        return 0.0 if undefined == "zero" and math.isnan(found) else found

    return value


def _counted(score: Callable[..., Floats]) -> Callable[..., Floats]:
    """Return the same for the function of many rankings."""

    def values(gains: Ranks, ideal: Ranks, *, undefined: str = "left-out", **options: Option) -> Floats:
        found = score(gains, ideal, **options)
        return np.nan_to_num(found, nan=0.0) if undefined == "zero" else found

    return values


MRR = Measure(
    name="MRR",
    title="1 ÷ rank of the first correct answer",
    low=0,
    high=1,
    unit="question",
    kinds=("factoid", "ranked"),
    averaged=("factoid", "ranked"),
    gold=("binary", "graded", "best"),
    paper=f"{PENAS}, section 5; Llopis et al. 2009, section 2",
    formula="1 ÷ rank of the first correct answer, 0 if there is none, averaged over questions",
    accepts=(Ranking,),
    compute=_mrr,
    why="",
    parameters=(CUTOFF,),
    rows=_mrr_rows,
)

HIT = Measure(
    name="Hit@1",
    title="whether the first answer is relevant",
    low=0,
    high=1,
    unit="question",
    kinds=("factoid", "ranked"),
    averaged=("factoid", "ranked"),
    gold=("graded", "binary", "best"),
    paper=f"{SAKAI}, equations (1) and (2)",
    formula="1 if the answer at rank 1 is relevant, else 0, averaged over questions",
    accepts=(Ranking,),
    compute=lambda data: ranking.hit_at_1(data.gains),
    why="",
    rows=_hit_rows,
)

NG = Measure(
    name="nG@1",
    title="gain of the first answer over the best gain of the question",
    low=0,
    high=1,
    unit="question",
    kinds=RANKED,
    averaged=RANKED,
    gold=("graded", "binary", "best"),
    paper=f"{SAKAI}, equation (3)",
    formula="gain at rank 1 ÷ largest gain of the question, averaged over questions",
    accepts=(Ranking,),
    compute=_computed(lambda data: ranking.ng_at_1(data.gains, data.ideal_gains)),
    why=NO_RELEVANT,
    parameters=(UNDEFINED,),
    rows=_counted(rows.ng_rows),
)

NDCG = Measure(
    name="nDCG",
    title="discounted gain of the ranking over that of the ideal one",
    low=0,
    high=1,
    unit="question",
    kinds=RANKED,
    averaged=RANKED,
    gold=("graded", "binary", "best"),
    paper=f"{SAKAI}, equation (4)",
    formula="sum over ranks of gain ÷ log2(rank + 1) ÷ the same sum of the ideal ranking, averaged",
    accepts=(Ranking,),
    compute=_computed(lambda data, cutoff: ranking.ndcg(data.gains, data.ideal_gains, cutoff=cutoff)),
    why=NO_RELEVANT,
    parameters=(CUTOFF, UNDEFINED),
    rows=_counted(rows.ndcg_rows),
)

Q = Measure(
    name="Q",
    title="precision blended with cumulative gain, averaged over relevant answers",
    low=0,
    high=1,
    unit="question",
    kinds=RANKED,
    averaged=RANKED,
    gold=("graded", "binary", "best"),
    paper=f"{SAKAI}, equation (5)",
    formula="sum over relevant ranks r of (C(r) + β × cg(r)) ÷ (r + β × ideal cg(r)) ÷ R, averaged",
    accepts=(Ranking,),
    compute=_computed(lambda data, **options: ranking.q_measure(data.gains, data.ideal_gains, **options)),
    why=NO_RELEVANT,
    parameters=(
        Parameter("beta", float, 1, low=0),
        CUTOFF,
        Parameter("normalise", str, "R", choices=ranking.NORMALISE),
        UNDEFINED,
    ),
    rows=_counted(_q_rows),
)

AP = Measure(
    name="AP",
    title="precision at each relevant answer, averaged over relevant answers",
    low=0,
    high=1,
    unit="question",
    kinds=RANKED,
    averaged=RANKED,
    gold=("binary", "graded", "best"),
    paper=f"{PENAS}, section 5",
    formula="sum over relevant ranks r of relevant answers up to r ÷ r ÷ R, averaged",
    accepts=(Ranking,),
    compute=_computed(lambda data: ranking.average_precision(data.relevant, data.total_relevant)),
    why=NO_RELEVANT,
    parameters=(UNDEFINED,),
    rows=_counted(_ap_rows),
)

TABLE = (MRR, HIT, NG, NDCG, Q, AP)
