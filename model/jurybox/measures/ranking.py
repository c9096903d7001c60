"""Measures of answers in rank order: first ranks (MRR, Hit@1, nG@1, P@k), whole rankings (nDCG, AP, ERR).

Conventions
    A ranking is the list of its answers' gains, best rank first; an answer is relevant if its gain is
    above 0. `ideal_gains` are the gains of all judged answers of the question, in any order: the ideal
    ranking sorts them. What a run did not return gains nothing.
    Gains are linear (3, 2, 1, 0 for L3 to L0 under GA) unless `gain` is "exponential": then a gain g counts
    as 2^g − 1. The base of the logarithm cancels in nDCG.
    A question without any relevant answer makes nG@1, nDCG, Q, AP, R@k and R-precision undefined (NaN);
    an empty ranking scores 0. The others are 0 in both cases.
    Negative gains are refused, and rankings that gain more than the ideal one can.

References
    T. Sakai et al., "Overview of the NTCIR-8 Community QA Pilot Task (Part II)", NTCIR-8, 2010.
    A. Peñas and A. Rodrigo, "A Simple Measure to Assess Non-response", ACL 2011, section 5 (MRR, AP).
    O. Chapelle et al., "Expected Reciprocal Rank for Graded Relevance", CIKM 2009.
    C. Burges et al., "Learning to Rank using Gradient Descent", ICML 2005 (exponential gains).
    C. Buckley and E. Voorhees, "Retrieval System Evaluation", in TREC: Experiment and Evaluation in
    Information Retrieval, MIT Press 2005, chapter 3 (P@k, R@k, R-precision; trec_eval).
    A. Moffat and J. Zobel, "Rank-Biased Precision for Measurement of Retrieval Effectiveness", TOIS 2008.
    C. Buckley and E. Voorhees, "Retrieval Evaluation with Incomplete Information", SIGIR 2004 (bpref).
    S. Robertson, "On GMAP: and Other Transformations", CIKM 2006 (geometric mean).
    E. Yilmaz and J. Aslam, "Estimating Average Precision with Incomplete and Imperfect Judgments", CIKM 2006.

Functions
    mean_rating, reciprocal_rank, mean_reciprocal_rank, hit_at_1, success_at_k, precision_at_k, recall_at_k,
    average_recall, r_precision,
    ng_at_1, ndcg, q_measure, average_precision, geometric_mean, expected_reciprocal_rank,
    rank_biased_precision, judged_at_k, binary_preference, inferred_average_precision
"""

import math
from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

from jurybox.language import tr
from jurybox.measures import ranking_rows as rows
from jurybox.measures.checks import (
    NAN,
    Floats,
    Labels,
    Number,
    Values,
    count,
    finite,
    gains_of,
    not_negative,
    one_of,
    rank_cutoff,
    same_length,
    within,
    yes_or_no,
)

NORMALISE = ("R", "min")
"""What Q divides by when it has a cutoff: R, or min(R, cutoff) as NTCIREVAL does."""
GAIN = ("linear", "exponential")
"""What a gain g counts: g, or 2^g − 1."""


def mean_rating(ratings: Values) -> float:
    """Return the mean of the ratings of first answers, one for each question, on any scale of numbers.

    What a run did not answer has the lowest rating of the scale. NaN without questions. The sum is exact, so no
    order matters.
    """
    given = [finite("rating", each) for each in np.asarray(ratings, dtype=np.float64).tolist()]
    return math.fsum(given) / len(given) if given else NAN


def reciprocal_rank(relevant: Labels) -> float:
    """Return 1 / the rank of the first correct answer, 0 if there is none.

    `relevant`: one 0 or 1 for each answer in rank order. Range [0, 1].
    Source: Voorhees and Tice 1999, as cited by Peñas and Rodrigo 2011, section 5.
    """
    return _value(rows.reciprocal_rank, _one(yes_or_no("relevant", relevant)))


def mean_reciprocal_rank(relevant_lists: Sequence[Labels]) -> float:
    """Return MRR: the mean reciprocal rank over all questions, answered or not.

    `relevant_lists`: one list as in `reciprocal_rank` for each question, an empty one where the run
    returned nothing. Range [0, 1]; NaN without questions. The sum is exact, so no order matters.
    """
    if len(relevant_lists) == 0:
        return NAN
    return math.fsum(map(reciprocal_rank, relevant_lists)) / len(relevant_lists)


GEOMETRIC_FLOOR = 0.00001
"""The least that a question counts in a geometric mean, as in trec_eval."""


def geometric_mean(values: Values, floor: float = GEOMETRIC_FLOOR) -> float:
    """Return the geometric mean of the scores of questions, of which those below `floor` count as it.

    `values`: in [0, 1], NaN where a question is undefined, which is left out. Range [`floor`, 1]; NaN without
    a value. The sum of logarithms is exact before it is rounded, so no order matters.
    Source: Robertson 2006; the floor is that of trec_eval's gm_map.
    """
    logs = [log for log in rows.logs_of(np.asarray(values, dtype=np.float64), floor).tolist() if not math.isnan(log)]
    return float(rows.of_mean_log(math.fsum(logs) / len(logs), floor)) if logs else NAN


def hit_at_1(gains: Values) -> float:
    """Return 1 if the answer at rank 1 is relevant, else 0 (also if nothing was returned).

    Source: Sakai et al. 2010, equations (1) and (2).
    """
    return _value(rows.hit_at_1, _one(gains_of("gains", gains)))


def success_at_k(relevant: Labels, cutoff: int) -> float:
    """Return 1 if one of the first `cutoff` answers is relevant, else 0 (also if nothing was returned).

    `relevant`: one 0 or 1 for each answer in rank order. Other programs call it hit rate, or recall.
    Source: trec_eval and ir-measures, Success@k.
    """
    return _value(rows.success, _one(yes_or_no("relevant", relevant), cutoff=_depth(cutoff)))


def precision_at_k(relevant: Labels, cutoff: int) -> float:
    """Return P@k: the relevant answers among the first `cutoff`, over `cutoff`.

    `relevant`: one 0 or 1 for each answer in rank order; what was not returned is not relevant. Range [0, 1].
    Source: Buckley and Voorhees 2005.
    """
    return _value(rows.precision, _one(yes_or_no("relevant", relevant), cutoff=_depth(cutoff)))


def recall_at_k(relevant: Labels, total_relevant: Number, cutoff: int) -> float:
    """Return R@k: the relevant answers among the first `cutoff`, over all relevant ones.

    `relevant`: one 0 or 1 for each answer in rank order; `total_relevant`: R, returned or not.
    Range [0, 1]; NaN if R is 0. Refuses more relevant answers than R.
    Source: Buckley and Voorhees 2005.
    """
    found, total = _found(relevant, total_relevant)
    return _value(rows.recall, _one(found, total=total, cutoff=_depth(cutoff)))


def average_recall(relevant: Sequence[Labels], total_relevant: Sequence[Number], cutoff: int = 10) -> float:
    """Return AvgRec: recall over all questions at rank 1, 2, ... `cutoff`, averaged over these ranks.

    At each rank, the relevant answers down to it in all rankings, over the most that any rankings could have
    there, min(rank, R) added up over the questions. `relevant`: of each question, one 0 or 1 for each answer
    in rank order; `total_relevant`: R of each, returned or not. Range [0, 1]; NaN if nothing is relevant.
    Refuses more relevant answers than R, and numbers of rankings and of totals that differ.
    Source: Nakov et al., SemEval-2016 Task 3; its scorer.
    """
    pairs = [_found(*each) for each in zip(relevant, total_relevant, strict=True)]
    sums = [rows.recall_sums(_one(found, total=total), _depth(cutoff)) for found, total in pairs]
    if not sums:
        return NAN
    found, most = (sum(each) for each in zip(*sums, strict=True))
    return float(rows.value_of(*rows.average_recall(found, most))[0])


def r_precision(relevant: Labels, total_relevant: Number) -> float:
    """Return R-precision: the relevant answers among the first R, over R.

    `relevant`: one 0 or 1 for each answer in rank order; `total_relevant`: R, returned or not.
    Range [0, 1]; NaN if R is 0. Refuses more relevant answers than R.
    Source: Buckley and Voorhees 2005.
    """
    found, total = _found(relevant, total_relevant)
    return _value(rows.r_precision, _one(found, total=total))


def ng_at_1(gains: Values, ideal_gains: Values, *, gain: str = "linear") -> float:
    """Return nG@1: the gain at rank 1 over the largest gain the question offers.

    `gain`: "linear" or "exponential". Range [0, 1]; NaN if the question has no relevant answer. With equal
    gains it is Hit@1.
    Source: Sakai et al. 2010, equation (3).
    """
    return _value(rows.gain_at_1, _one(*_ranking(gains, ideal_gains), gain=one_of("gain", gain, GAIN)))


def ndcg(gains: Values, ideal_gains: Values, *, cutoff: int | None = None, gain: str = "linear") -> float:
    """Return nDCG: gains over log(rank + 1), summed, over the same sum of the ideal ranking.

    `cutoff`: the last rank that counts, None for all; `gain`: "linear" as in trec_eval and NTCIREVAL's
    MSnDCG, or "exponential" as in gdeval. Range [0, 1]; NaN if the question has no relevant answer.
    Source: Sakai et al. 2010, equation (4).
    """
    both, worth = _ranking(gains, ideal_gains), one_of("gain", gain, GAIN)
    return _value(rows.ndcg, _one(*both, gain=worth, cutoff=rank_cutoff(cutoff)))


def q_measure(
    gains: Values,
    ideal_gains: Values,
    *,
    beta: float = 1,
    cutoff: int | None = None,
    normalise: str = "R",
    gain: str = "linear",
) -> float:
    """Return Q: (C(r) + beta cg(r)) / (r + beta cg*(r)) at each relevant rank, summed, over R.

    `beta`: persistence, at least 0; 0 gives average precision. `cutoff`: the last rank that counts.
    `normalise`: "R", or "min" to divide by min(R, cutoff) as NTCIREVAL does. `gain`: "linear" or
    "exponential".
    Range [0, 1]; NaN if the question has no relevant answer.
    Source: Sakai et al. 2010, equation (5).
    """
    weight, below = not_negative("beta", beta), one_of("normalise", normalise, NORMALISE)
    both, worth = _ranking(gains, ideal_gains), one_of("gain", gain, GAIN)
    return _value(rows.q, _one(*both, gain=worth, cutoff=rank_cutoff(cutoff)), beta=weight, normalise=below)


def average_precision(relevant: Labels, total_relevant: Number, *, cutoff: int | None = None) -> float:
    """Return AP: the precision at the rank of each relevant answer, summed, over all relevant ones.

    `relevant`: one 0 or 1 for each answer in rank order; `total_relevant`: R, returned or not; `cutoff`: the
    last rank that counts, None for all (R counts all relevant answers, as in trec_eval).
    Range [0, 1]; NaN if R is 0. Refuses more relevant answers than R.
    Source: Peñas and Rodrigo 2011, section 5.
    """
    found, total = _found(relevant, total_relevant)
    return _value(rows.average_precision, _one(found, total=total, cutoff=rank_cutoff(cutoff)))


def expected_reciprocal_rank(
    gains: Values, top: float, *, cutoff: int | None = None, gain: str = "exponential"
) -> float:
    """Return ERR: the expectation of 1 / the rank at which somebody who reads down the ranking is satisfied.

    An answer of gain g satisfies with the chance (2^g − 1) / 2^top, or with `gain` "linear" g / (top + 1) as
    NTCIREVAL has it. `top`: the highest gain of the scale, at least that of every answer; `cutoff`: the last
    rank that counts, None for all. Range [0, 1). gdeval's ERR has a `top` of 4.
    Source: Chapelle et al. 2009, equations (4) and (5).
    """
    returned, highest = gains_of("gains", gains), not_negative("top", top)
    if returned.size and returned.max() > highest:
        msg = tr(
            "top = {top:g} is less than a gain of {gain:g}; it is the highest that there can be",
            top=top,
            gain=returned.max(),
        )
        raise ValueError(msg)
    worth = one_of("gain", gain, GAIN)
    return _value(rows.err, _one(returned, cutoff=rank_cutoff(cutoff)), top=highest, gain=worth)


def rank_biased_precision(
    gains: Values, p: float = 0.8, *, top: float | None = None, cutoff: int | None = None
) -> float:
    """Return RBP: (1 − p) p^(r−1) over the ranks r of relevant answers, summed.

    `p`: the chance of going on to the next rank, at least 0 and below 1; `cutoff`: the last rank that counts,
    None for all. With `top`, the highest gain of the scale, an answer counts its gain over it, at most 1.
    Range [0, 1].
    Source: Moffat and Zobel 2008.
    """
    persistence = not_negative("p", p)
    if persistence >= 1:
        msg = tr("p = {p:g} is not allowed; the chance of going on to the next rank must be below 1", p=p)
        raise ValueError(msg)
    highest = None if top is None else not_negative("top", top)
    worth = "binary" if top is None else "linear"
    ranked = _one(gains_of("gains", gains), cutoff=rank_cutoff(cutoff))
    return _value(rows.rbp, ranked, p=persistence, top=highest, gain=worth)


def judged_at_k(judged: Labels, cutoff: int | None = None) -> float:
    """Return Judged@k: the share of the first `cutoff` answers that are judged, None for all.

    `judged`: one 0 or 1 for each answer in rank order. Of fewer answers, the share of these. Range [0, 1]; 0
    if nothing was returned.
    Source: ir-measures, Judged@k.
    """
    states = np.where(yes_or_no("judged", judged), 0.0, rows.POOLED)
    return _value(rows.judged, _one(states, cutoff=rank_cutoff(cutoff)))


def binary_preference(relevant: Labels, judged: Labels, total_relevant: Number, total_nonrelevant: Number) -> float:
    """Return bpref: for each relevant answer, the share of nonrelevant ones that are not above it, over R.

    `relevant`, `judged`: one 0 or 1 for each answer in rank order; `total_relevant`: R, `total_nonrelevant`:
    the answers judged not relevant, returned or not. Only the first R nonrelevant answers count, over the
    smaller of R and all of them. Answers that are not judged count nothing.
    Range [0, 1]; NaN if R is 0. Refuses more answers of either sort than there are.
    Source: Buckley and Voorhees 2004; trec_eval's bpref, which it corrects for few nonrelevant answers.
    """
    found, total = _found(relevant, total_relevant)
    states = _states(found, yes_or_no("judged", judged))
    others = count("total_nonrelevant", total_nonrelevant)
    within(tr("the number of nonrelevant answers returned"), int((states == 0).sum()), "total_nonrelevant", others)
    return _value(rows.bpref, _one(states, np.repeat([1.0, 0.0], [int(total), others])))


def inferred_average_precision(
    relevant: Labels, judged: Labels, total_relevant: Number, pooled: Labels | None = None
) -> float:
    """Return infAP: AP expected where a random sample of the pool is judged.

    `relevant`, `judged`, `pooled`: one 0 or 1 for each answer in rank order; None: all are in the pool, as
    all that are judged are. `total_relevant`: R, returned or not. Answers of the pool that are not judged
    count as relevant in the share of the judged answers above, those outside not at all.
    Range [0, 1]; NaN if R is 0. Refuses more relevant answers than R.
    Source: Yilmaz and Aslam 2006; trec_eval's infAP.
    """
    found, total = _found(relevant, total_relevant)
    in_pool = None if pooled is None else yes_or_no("pooled", pooled)
    states = _states(found, yes_or_no("judged", judged), in_pool)
    return _value(rows.inferred_ap, _one(states, total=total))


def _states(
    relevant: npt.NDArray[np.bool_], judged: npt.NDArray[np.bool_], pooled: npt.NDArray[np.bool_] | None = None
) -> Floats:
    """Return 1 for relevant, 0 for judged not relevant, and what is no gain for the others."""
    same_length(relevant=relevant, judged=judged, pooled=relevant if pooled is None else pooled)
    if (relevant & ~judged).any():
        msg = tr("an answer is relevant and not judged; what is relevant is judged")
        raise ValueError(msg)
    waiting = rows.POOLED if pooled is None else np.where(pooled, rows.POOLED, rows.UNPOOLED)
    return np.where(judged, relevant.astype(np.float64), waiting)


def _found(relevant: Labels, total_relevant: Number) -> tuple[npt.NDArray[np.bool_], float]:
    """Return which answers are relevant, and R."""
    found = yes_or_no("relevant", relevant)
    total = count("total_relevant", total_relevant)
    within(tr("the number of relevant answers returned"), int(found.sum()), "total_relevant", total)
    return found, float(total)


def _depth(cutoff: int) -> int:
    """Return the last rank that counts, where there has to be one."""
    depth = rank_cutoff(cutoff)
    if depth is None:
        msg = tr("cutoff = none is not allowed; it must be a whole number of at least 1")
        raise ValueError(msg)
    return depth


def _ranking(gains: Values, ideal_gains: Values) -> tuple[Floats, Floats]:
    """Return gains and sorted ideal gains, refusing what no judging of the question can have produced."""
    returned = gains_of("gains", gains)
    ideal = np.sort(gains_of("ideal_gains", ideal_gains))[::-1]
    best = np.sort(returned[returned > 0])[::-1]
    short = max(0, best.size - ideal.size)
    over = best > np.concatenate((ideal, np.zeros(short)))[: best.size]
    if over.any():
        value = float(best[over][0])
        msg = tr("the gains do not add up: {value:g} is returned more often than ideal_gains offer it", value=value)
        raise ValueError(msg)
    return returned, ideal


def _one(
    gains: Floats | npt.NDArray[np.bool_],
    ideal: Values = (),
    *,
    total: float | None = None,
    cutoff: int | None = None,
    gain: str = "linear",
) -> rows.Ranked:
    """Return one ranking in the form of many."""
    both = (np.asarray(each, dtype=np.float64).reshape(-1, 1) for each in (gains, ideal))
    return rows.Ranked.of(*both, total=total, cutoff=cutoff, gain=gain)


def _value(measure: Callable[..., rows.RankParts], ranked: rows.Ranked, **options: float | str | None) -> float:
    """Return the value of one ranking."""
    return float(rows.value_of(*measure(ranked, **options))[0])
