"""Measures of answers in rank order: first ranks (MRR, Hit@1, nG@1) and whole rankings (nDCG, Q, AP).

Conventions
    A ranking is the list of its answers' gains, best rank first; an answer is relevant if its gain is
    above 0. `ideal_gains` are the gains of all judged answers of the question, in any order: the ideal
    ranking sorts them. What a run did not return gains nothing.
    Gains are linear (3, 2, 1, 0 for L3 to L0 under GA). The base of the logarithm cancels in nDCG.
    A question without any relevant answer makes nG@1, nDCG, Q and AP undefined (NaN); an empty ranking
    scores 0. Reciprocal rank and Hit@1 are 0 in both cases.
    Negative gains are refused, and rankings that gain more than the ideal one can.

References
    T. Sakai et al., "Overview of the NTCIR-8 Community QA Pilot Task (Part II)", NTCIR-8, 2010.
    A. Peñas and A. Rodrigo, "A Simple Measure to Assess Non-response", ACL 2011, section 5 (MRR, AP).

Functions
    reciprocal_rank, mean_reciprocal_rank, hit_at_1, ng_at_1, ndcg, q_measure, average_precision
"""

import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from jurybox.measures import ranking_rows as rows
from jurybox.measures.checks import (
    NAN,
    Floats,
    Labels,
    Number,
    Values,
    count,
    gains_of,
    not_negative,
    one_of,
    rank_cutoff,
    within,
    yes_or_no,
)

NORMALISE = ("R", "min")
"""What Q divides by when it has a cutoff: R, or min(R, cutoff) as NTCIREVAL does."""


def reciprocal_rank(relevant: Labels) -> float:
    """Return 1 / the rank of the first correct answer, 0 if there is none.

    `relevant`: one 0 or 1 for each answer in rank order. Range [0, 1].
    Source: Voorhees and Tice 1999, as cited by Peñas and Rodrigo 2011, section 5.
    """
    return float(rows.reciprocal_rank_rows(_one(yes_or_no("relevant", relevant)))[0])


def mean_reciprocal_rank(relevant_lists: Sequence[Labels]) -> float:
    """Return MRR: the mean reciprocal rank over all questions, answered or not.

    `relevant_lists`: one list as in `reciprocal_rank` for each question, an empty one where the run
    returned nothing. Range [0, 1]; NaN without questions. The sum is exact, so no order matters.
    """
    if len(relevant_lists) == 0:
        return NAN
    return math.fsum(map(reciprocal_rank, relevant_lists)) / len(relevant_lists)


def hit_at_1(gains: Values) -> float:
    """Return 1 if the answer at rank 1 is relevant, else 0 (also if nothing was returned).

    Source: Sakai et al. 2010, equations (1) and (2).
    """
    return float(rows.hit_rows(_one(gains_of("gains", gains)))[0])


def ng_at_1(gains: Values, ideal_gains: Values) -> float:
    """Return nG@1: the gain at rank 1 over the largest gain the question offers.

    Range [0, 1]; NaN if the question has no relevant answer. With equal gains it is Hit@1.
    Source: Sakai et al. 2010, equation (3).
    """
    return float(rows.ng_rows(*_ranking(gains, ideal_gains))[0])


def ndcg(gains: Values, ideal_gains: Values, *, cutoff: int | None = None) -> float:
    """Return nDCG: gains over log(rank + 1), summed, over the same sum of the ideal ranking.

    `cutoff`: the last rank that counts, None for all. Range [0, 1]; NaN if the question has no
    relevant answer. This is NTCIREVAL's MSnDCG and trec_eval's ndcg with linear gains.
    Source: Sakai et al. 2010, equation (4).
    """
    return float(rows.ndcg_rows(*_ranking(gains, ideal_gains), cutoff=rank_cutoff(cutoff))[0])


def q_measure(
    gains: Values,
    ideal_gains: Values,
    *,
    beta: float = 1,
    cutoff: int | None = None,
    normalise: str = "R",
) -> float:
    """Return Q: (C(r) + beta cg(r)) / (r + beta cg*(r)) at each relevant rank, summed, over R.

    `beta`: persistence, at least 0; 0 gives average precision. `cutoff`: the last rank that counts.
    `normalise`: "R", or "min" to divide by min(R, cutoff) as NTCIREVAL does.
    Range [0, 1]; NaN if the question has no relevant answer.
    Source: Sakai et al. 2010, equation (5).
    """
    weight = not_negative("beta", beta)
    smallest = one_of("normalise", normalise, NORMALISE) == "min"
    ranking = _ranking(gains, ideal_gains)
    return float(rows.q_rows(*ranking, beta=weight, cutoff=rank_cutoff(cutoff), smallest=smallest)[0])


def average_precision(relevant: Labels, total_relevant: Number) -> float:
    """Return AP: the precision at the rank of each relevant answer, summed, over all relevant ones.

    `relevant`: one 0 or 1 for each answer in rank order; `total_relevant`: R, returned or not.
    Range [0, 1]; NaN if R is 0. Refuses more relevant answers than R.
    Source: Peñas and Rodrigo 2011, section 5.
    """
    found = yes_or_no("relevant", relevant)
    total = count("total_relevant", total_relevant)
    within("the number of relevant answers returned", int(found.sum()), "total_relevant", total)
    return float(rows.average_precision_rows(_one(found), np.full(1, float(total)))[0])


def _ranking(gains: Values, ideal_gains: Values) -> tuple[Floats, Floats]:
    """Return gains and sorted ideal gains, refusing what no judging of the question can have produced."""
    returned = gains_of("gains", gains)
    ideal = np.sort(gains_of("ideal_gains", ideal_gains))[::-1]
    best = np.sort(returned[returned > 0])[::-1]
    short = max(0, best.size - ideal.size)
    over = best > np.concatenate((ideal, np.zeros(short)))[: best.size]
    if over.any():
        value = float(best[over][0])
        msg = f"the gains do not add up: {value:g} is returned more often than ideal_gains offer it"
        raise ValueError(msg)
    return _one(returned), _one(ideal)


def _one(gains: Floats | npt.NDArray[np.bool_]) -> Floats:
    """Return one ranking in the form of many: an array of shape (ranks, 1)."""
    return gains.astype(np.float64).reshape(-1, 1)
