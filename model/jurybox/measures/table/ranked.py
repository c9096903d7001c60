"""The measures of ranked answers."""

import math
from collections.abc import Callable

import numpy as np

from jurybox.measures import ranking
from jurybox.measures import ranking_rows as rows
from jurybox.measures.checks import Floats
from jurybox.measures.definition import Kind, Measure, Option, Parameter
from jurybox.measures.forms import RankForm
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


Parts = tuple[list[float], float]
"""What each rank adds to a value, and what the sum is divided by."""
_DIVISOR = "what they are divided by"


def _first_hit_parts(gains: list[float], _: list[float], *, cutoff: int | None) -> Parts:
    seen = gains[:cutoff]
    first = next((rank for rank, gain in enumerate(seen, start=1) if gain > 0), 0)
    return [1 / rank if rank == first else 0.0 for rank in range(1, len(seen) + 1)], 1


def _discounted(gains: list[float]) -> list[float]:
    return [gain / math.log2(rank + 1) for rank, gain in enumerate(gains, start=1)]


def _ndcg_parts(gains: list[float], ideal: list[float], *, cutoff: int | None, **_: Option) -> Parts:
    return _discounted(gains[:cutoff]), math.fsum(_discounted(ideal[:cutoff]))


def _blended(gains: list[float], ideal: list[float], beta: float) -> list[float]:
    parts, hits, gained, best = [], 0, 0.0, 0.0
    for rank, gain in enumerate(gains, start=1):
        hits, gained = hits + (gain > 0), gained + gain
        best += ideal[rank - 1] if rank <= len(ideal) else 0.0
        parts.append((hits + beta * gained) / (rank + beta * best) if gain > 0 else 0.0)
    return parts


def _relevant(ideal: list[float]) -> int:
    return sum(gain > 0 for gain in ideal)


def _q_parts(
    gains: list[float], ideal: list[float], *, beta: float, cutoff: int | None, normalise: str, **_: Option
) -> Parts:
    relevant = _relevant(ideal)
    divisor = min(relevant, cutoff) if normalise == "min" and cutoff else relevant
    return _blended(gains[:cutoff], ideal, float(beta)), divisor


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
    forms=(RankForm(_mrr_rows, _first_hit_parts, _DIVISOR, "rises", uses_ideal=False),),
    parameters=(CUTOFF,),
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
    forms=(
        RankForm(
            _hit_rows,
            lambda gains, _: ([float(gain > 0) for gain in gains[:1]], 1),
            _DIVISOR,
            "rises",
            uses_ideal=False,
            first_only=True,
        ),
    ),
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
    forms=(
        RankForm(
            _counted(rows.ng_rows),
            lambda gains, ideal, **_: (gains[:1], ideal[0] if ideal else 0.0),
            _DIVISOR,
            "rises",
            first_only=True,
        ),
    ),
    parameters=(UNDEFINED,),
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
    forms=(RankForm(_counted(rows.ndcg_rows), _ndcg_parts, "the same sum of the ideal ranking", "rises"),),
    parameters=(CUTOFF, UNDEFINED),
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
    forms=(RankForm(_counted(_q_rows), _q_parts, "relevant answers", "rises"),),
    parameters=(
        Parameter("beta", float, 1, low=0),
        CUTOFF,
        Parameter("normalise", str, "R", choices=ranking.NORMALISE),
        UNDEFINED,
    ),
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
    forms=(
        RankForm(
            _counted(_ap_rows),
            lambda gains, ideal, **_: (_blended(gains, ideal, 0.0), _relevant(ideal)),
            "relevant answers",
            "rises",
        ),
    ),
    parameters=(UNDEFINED,),
)

TABLE = (MRR, HIT, NG, NDCG, Q, AP)
