"""The measures of ranked answers."""

import math
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from jurybox.language import tr, tr_noop
from jurybox.measures import ranking
from jurybox.measures import ranking_rows as rows
from jurybox.measures.checks import Floats
from jurybox.measures.definition import Kind, Measure, Option, Parameter
from jurybox.measures.forms import GeometricForm, PooledForm, RankForm
from jurybox.measures.inputs import Ranking, Rankings
from jurybox.measures.ranking_rows import Ranks
from jurybox.measures.table.answering import PENAS

SAKAI = "Sakai et al. 2010"
RANKED: tuple[Kind, ...] = ("ranked",)
NO_RELEVANT = tr("the question has no relevant answer")
CUTOFF = Parameter(
    "cutoff", int, None, low=1, is_cutoff=True, meaning=tr("the last rank that counts, written behind the name")
)
DEPTH = replace(CUTOFF, default=10, shown=True)
UNDEFINED = Parameter(
    "undefined",
    str,
    "left-out",
    choices=("left-out", "zero"),
    meaning=tr("of a question without a relevant answer; trec_eval and ir-measures count 0"),
)
REL = Parameter(
    "rel",
    float,
    None,
    low=0,
    above=True,
    meaning=tr(
        "the least gain of a relevant answer; without it what the label scheme says, and any gain above "
        "0 where that says nothing. Where gains are grades, `rel=2` is `-l 2` of trec_eval and `rel=2` of "
        "ir-measures"
    ),
)
GAIN = Parameter(
    "gain",
    str,
    "linear",
    choices=ranking.GAIN,
    meaning=tr(
        "what a gain g counts: g, or 2^g − 1 as in gdeval; `dcg='exp-log2'` of ir-measures is read too. "
        "What a label gains is up to the label scheme, or to the gold standard, as in `GAW(gains=1:4:9)`"
    ),
    alias="dcg",
    spellings=(("log2", "linear"), ("exp-log2", "exponential")),
)
TOP = Parameter(
    "top",
    float,
    None,
    low=0,
    above=True,
    meaning=tr(
        "the highest gain of the scale; without it that of the highest label. gdeval has 4, and a gain "
        "above counts as much"
    ),
)


def _mrr(data: Ranking, *, cutoff: int | None) -> float:
    return ranking.reciprocal_rank(data.relevant[:cutoff])


def _mrr_rows(gains: Ranks, ideal: Ranks, *, cutoff: int | None = None) -> Floats:
    del ideal
    return rows.reciprocal_rank_rows(gains, cutoff=cutoff)


def _hit_rows(gains: Ranks, ideal: Ranks) -> Floats:
    del ideal
    return rows.hit_rows(gains)


def _q_rows(gains: Ranks, ideal: Ranks, *, beta: float = 1, cutoff: int | None = None, normalise: str = "R") -> Floats:
    return rows.q_rows(gains, ideal, beta=beta, cutoff=cutoff, smallest=normalise == "min")


def _ap_rows(gains: Ranks, ideal: Ranks, *, cutoff: int | None = None) -> Floats:
    return rows.average_precision_rows(gains, rows.relevant_rows(ideal), cutoff=cutoff)


def _inferred_ap_rows(gains: Ranks, ideal: Ranks) -> Floats:
    return rows.inferred_ap_rows(gains, rows.relevant_rows(ideal))


def _success_rows(gains: Ranks, ideal: Ranks, *, cutoff: int) -> Floats:
    del ideal
    return rows.success_rows(gains, cutoff=cutoff)


def _precision_rows(gains: Ranks, ideal: Ranks, *, cutoff: int) -> Floats:
    del ideal
    return rows.precision_rows(gains, cutoff=cutoff)


def _recall_rows(gains: Ranks, ideal: Ranks, *, cutoff: int) -> Floats:
    return rows.recall_rows(gains, rows.relevant_rows(ideal), cutoff=cutoff)


def _r_precision_rows(gains: Ranks, ideal: Ranks) -> Floats:
    return rows.r_precision_rows(gains, rows.relevant_rows(ideal))


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


def _from(score: Callable[..., float]) -> Callable[..., float]:
    """Return a measure of one ranking that also takes the option `rel`."""

    def value(data: Ranking, *, rel: float | None = None, **options: Option) -> float:
        return score(data if rel is None else data.relevant_from(rel), **options)

    return value


def _rows_from(score: Callable[..., Floats]) -> Callable[..., Floats]:
    """Return the same for the function of many rankings."""

    def values(gains: Ranks, ideal: Ranks, *, rel: float | None = None, **options: Option) -> Floats:
        if rel is not None:
            gains, ideal = rows.relevant_from(gains, rel), rows.relevant_from(ideal, rel)
        return score(gains, ideal, **options)

    return values


def _parts_from(score: Callable[..., tuple[list[float], float]]) -> Callable[..., tuple[list[float], float]]:
    """Return the same for the function of what each rank adds."""

    def parts(
        gains: list[float], ideal: list[float], *, rel: float | None = None, **options: Option
    ) -> tuple[list[float], float]:
        if rel is not None:
            gains, ideal = ([gain if gain >= rel or gain < 0 else 0.0 for gain in some] for some in (gains, ideal))
        return score(gains, ideal, **options)

    return parts


def _counts_as(gains: list[float], gain: Option) -> list[float]:
    """Return what gains count, where a measure takes the option `gain`."""
    if gain != "exponential":
        return gains
    return [2.0**each - 1.0 if each <= rows.LARGEST_EXPONENT else math.nan for each in gains]


def _rows_of_gains(score: Callable[..., Floats]) -> Callable[..., Floats]:
    """Return a measure of many rankings that also takes the option `gain`."""

    def values(gains: Ranks, ideal: Ranks, *, gain: str = "linear", **options: Option) -> Floats:
        if gain == "exponential":
            gains, ideal = rows.exponential(gains), rows.exponential(ideal)
        return score(gains, ideal, **options)

    return values


def _parts_of_gains(score: Callable[..., tuple[list[float], float]]) -> Callable[..., tuple[list[float], float]]:
    """Return the same for the function of what each rank adds."""

    def parts(
        gains: list[float], ideal: list[float], *, gain: str = "linear", **options: Option
    ) -> tuple[list[float], float]:
        return score(_counts_as(gains, gain), _counts_as(ideal, gain), **options)

    return parts


def _err(data: Ranking, *, top: float | None, cutoff: int | None, gain: str) -> float:
    highest = max((*data.gains, *data.ideal_gains), default=0.0) if top is None else top
    gains = [min(each, highest) for each in data.gains]
    return ranking.expected_reciprocal_rank(gains, highest, cutoff=cutoff, gain=gain)


def _err_rows(
    gains: Ranks, ideal: Ranks, *, top: float | None = None, cutoff: int | None = None, gain: str = "exponential"
) -> Floats:
    highest: Floats | float = top if top is not None else ideal[0] if len(ideal) else 0.0
    return rows.err_rows(gains, highest, cutoff=cutoff, linear=gain == "linear")


def _err_parts(
    gains: list[float], ideal: list[float], *, top: float | None, cutoff: int | None, gain: str
) -> tuple[list[float], float]:
    highest = max((*gains, *ideal), default=0.0) if top is None else top
    parts, goes_on = [], 1.0
    for rank, each in enumerate(gains[:cutoff], start=1):
        some = min(each, highest)
        linear = some / (highest + 1)
        ends = linear if gain == "linear" else 2.0 ** (some - highest) - 2.0**-highest
        parts.append(goes_on * ends / rank)
        goes_on *= 1 - ends
    return parts, 1


def _rbp(data: Ranking, *, p: float, top: float | None, cutoff: int | None, gain: str) -> float:
    highest = max((*data.gains, *data.ideal_gains), default=0.0) if top is None else top
    return ranking.rank_biased_precision(data.gains, p, top=highest if gain == "linear" else None, cutoff=cutoff)


def _rbp_rows(
    gains: Ranks, ideal: Ranks, *, p: float, top: float | None = None, cutoff: int | None = None, gain: str = "binary"
) -> Floats:
    highest: Floats | float = top if top is not None else ideal[0] if len(ideal) else 0.0
    return rows.rbp_rows(gains, p, cutoff=cutoff, highest=highest if gain == "linear" else None)


def _rbp_parts(
    gains: list[float], ideal: list[float], *, p: float, top: float | None, cutoff: int | None, gain: str
) -> tuple[list[float], float]:
    highest = max((*gains, *ideal), default=0.0) if top is None else top
    counts = [min(each / highest, 1.0) if highest else 0.0 for each in gains[:cutoff]]
    if gain == "binary":
        counts = _hits(gains[:cutoff])
    return [each * (1 - p) * p**at for at, each in enumerate(counts)], 1


Parts = tuple[list[float], float]
"""What each rank adds to a value, and what the sum is divided by."""
_DIVISOR = tr("what they are divided by")


def _hits(gains: list[float]) -> list[float]:
    return [float(gain > 0) for gain in gains]


def _success_parts(gains: list[float], _: list[float], *, cutoff: int) -> Parts:
    first = next((at for at, gain in enumerate(gains[:cutoff]) if gain > 0), -1)
    return [float(at == first) for at in range(len(gains[:cutoff]))], 1


def _r_precision_parts(gains: list[float], ideal: list[float], **_: Option) -> Parts:
    relevant = _relevant(ideal)
    return _hits(gains[:relevant]), relevant


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
    title=tr("1 ÷ rank of the first correct answer"),
    low=0,
    high=1,
    unit="question",
    kinds=("factoid", "ranked"),
    averaged=("factoid", "ranked"),
    gold=("binary", "graded", "best"),
    paper=f"{PENAS}, section 5; Llopis et al. 2009, section 2",
    formula=tr_noop("1 ÷ rank of the first correct answer, 0 if there is none, averaged over questions"),
    accepts=(Ranking,),
    compute=_from(_mrr),
    why="",
    forms=(RankForm(_rows_from(_mrr_rows), _parts_from(_first_hit_parts), _DIVISOR, "rises", uses_ideal=False),),
    parameters=(CUTOFF, REL),
    aliases=("RR", "recip_rank"),
)

HIT = Measure(
    name="Hit@1",
    title=tr("whether the first answer is relevant"),
    low=0,
    high=1,
    unit="question",
    kinds=("factoid", "ranked"),
    averaged=("factoid", "ranked"),
    gold=("graded", "binary", "best"),
    paper=f"{SAKAI}, equations (1) and (2)",
    formula=tr_noop("1 if the answer at rank 1 is relevant, else 0, averaged over questions"),
    accepts=(Ranking,),
    compute=_from(lambda data: ranking.hit_at_1(data.gains)),
    why="",
    forms=(
        RankForm(
            _rows_from(_hit_rows),
            _parts_from(lambda gains, _: (_hits(gains[:1]), 1)),
            _DIVISOR,
            "rises",
            uses_ideal=False,
            first_only=True,
        ),
    ),
    parameters=(REL,),
)

NG = Measure(
    name="nG@1",
    title=tr("gain of the first answer over the best gain of the question"),
    low=0,
    high=1,
    unit="question",
    kinds=RANKED,
    averaged=RANKED,
    gold=("graded", "binary", "best"),
    paper=f"{SAKAI}, equation (3)",
    formula=tr_noop("gain at rank 1 ÷ largest gain of the question, averaged over questions"),
    accepts=(Ranking,),
    compute=_computed(lambda data, gain: ranking.ng_at_1(data.gains, data.ideal_gains, gain=gain)),
    why=NO_RELEVANT,
    forms=(
        RankForm(
            _rows_of_gains(_counted(rows.ng_rows)),
            _parts_of_gains(lambda gains, ideal, **_: (gains[:1], ideal[0] if ideal else 0.0)),
            _DIVISOR,
            "rises",
            first_only=True,
        ),
    ),
    parameters=(UNDEFINED, GAIN),
)

NDCG = Measure(
    name="nDCG",
    title=tr("discounted gain of the ranking over that of the ideal one"),
    low=0,
    high=1,
    unit="question",
    kinds=RANKED,
    averaged=RANKED,
    gold=("graded", "binary", "best"),
    paper=f"{SAKAI}, equation (4)",
    formula=tr_noop("sum over ranks of gain ÷ log2(rank + 1) ÷ the same sum of the ideal ranking, averaged"),
    accepts=(Ranking,),
    compute=_computed(lambda data, **options: ranking.ndcg(data.gains, data.ideal_gains, **options)),
    why=NO_RELEVANT,
    forms=(
        RankForm(
            _rows_of_gains(_counted(rows.ndcg_rows)),
            _parts_of_gains(_ndcg_parts),
            tr("the same sum of the ideal ranking"),
            "rises",
        ),
    ),
    parameters=(CUTOFF, UNDEFINED, GAIN),
    aliases=("NDCG", "ndcg", "ndcg_cut_"),
)

Q = Measure(
    name="Q",
    title=tr("precision blended with cumulative gain, averaged over relevant answers"),
    low=0,
    high=1,
    unit="question",
    kinds=RANKED,
    averaged=RANKED,
    gold=("graded", "binary", "best"),
    paper=f"{SAKAI}, equation (5)",
    formula=tr_noop("sum over relevant ranks r of (C(r) + β × cg(r)) ÷ (r + β × ideal cg(r)) ÷ R, averaged"),
    accepts=(Ranking,),
    compute=_from(_computed(lambda data, **options: ranking.q_measure(data.gains, data.ideal_gains, **options))),
    why=NO_RELEVANT,
    forms=(
        RankForm(
            _rows_from(_rows_of_gains(_counted(_q_rows))),
            _parts_from(_parts_of_gains(_q_parts)),
            tr("relevant answers"),
            "rises",
        ),
    ),
    parameters=(
        Parameter("beta", float, 1, low=0, meaning=tr("how much cumulated gain counts beside precision")),
        CUTOFF,
        Parameter(
            "normalise",
            str,
            "R",
            choices=ranking.NORMALISE,
            meaning=tr("divide by R, or by the smaller of R and cutoff as NTCIREVAL does"),
        ),
        UNDEFINED,
        REL,
        GAIN,
    ),
)

AP = Measure(
    name="AP",
    title=tr("precision at each relevant answer, averaged over relevant answers"),
    low=0,
    high=1,
    unit="question",
    kinds=RANKED,
    averaged=RANKED,
    gold=("binary", "graded", "best"),
    paper=f"{PENAS}, section 5",
    formula=tr_noop("sum over relevant ranks r of relevant answers up to r ÷ r ÷ R, averaged"),
    accepts=(Ranking,),
    compute=_from(
        _computed(lambda data, cutoff: ranking.average_precision(data.relevant, data.total_relevant, cutoff=cutoff))
    ),
    why=NO_RELEVANT,
    forms=(
        RankForm(
            _rows_from(_counted(_ap_rows)),
            _parts_from(lambda gains, ideal, cutoff, **_: (_blended(gains[:cutoff], ideal, 0.0), _relevant(ideal))),
            tr("relevant answers"),
            "rises",
        ),
    ),
    parameters=(CUTOFF, UNDEFINED, REL),
    aliases=("MAP", "map", "map_cut_"),
)


def _gmap(data: Rankings, **options: Option) -> float:
    return ranking.geometric_mean([AP.compute(each, **options) for each in data.rankings])


GMAP = Measure(
    name="GMAP",
    title=tr("geometric mean of average precision, which the questions with the lowest move most"),
    low=ranking.GEOMETRIC_FLOOR,
    high=1,
    unit="question",
    kinds=RANKED,
    gold=("binary", "graded", "best"),
    paper="Robertson 2006; trec_eval",
    formula=tr_noop("e^(sum over questions of ln(AP) ÷ questions), where an AP below 0.00001 counts as 0.00001"),
    accepts=(Rankings,),
    compute=_gmap,
    why=tr("no question has a relevant answer"),
    forms=(GeometricForm(AP.name, ranking.GEOMETRIC_FLOOR),),
    parameters=AP.parameters,
    aliases=("gm_map",),
)

ERR = Measure(
    name="ERR",
    title=tr("expected 1 ÷ rank at which somebody who reads down the ranking is satisfied"),
    low=0,
    high=1,
    unit="question",
    kinds=RANKED,
    averaged=RANKED,
    gold=("graded", "binary", "best"),
    paper="Chapelle et al. 2009, equations (4) and (5)",
    formula=tr_noop(
        "sum over ranks r of p(r) × product over i < r of (1 − p(i)) ÷ r, with p = (2^gain − 1) ÷ 2^top, averaged"
    ),
    accepts=(Ranking,),
    compute=_err,
    why="",
    forms=(RankForm(_err_rows, _err_parts, _DIVISOR, "rises", uses_ideal=False),),
    parameters=(
        CUTOFF,
        TOP,
        replace(
            GAIN,
            default="exponential",
            meaning=tr("with linear, p = gain ÷ (top + 1), as NTCIREVAL has it for its gains"),
            alias="",
            spellings=(),
        ),
    ),
)

# Why it rises: a gain at rank r moves its own part by 1 ÷ r, and takes from those behind it at most
# 1 ÷ (r + 1), each times the same chance of getting there.

BUCKLEY = "Buckley and Voorhees 2005, chapter 3"

SUCCESS = Measure(
    name="Success",
    title=tr("whether one of the first k answers is relevant"),
    low=0,
    high=1,
    unit="question",
    kinds=("factoid", "ranked"),
    averaged=("factoid", "ranked"),
    gold=("binary", "graded", "best"),
    paper="",
    formula=tr_noop("1 if an answer at rank 1 to k is relevant, else 0, averaged over questions"),
    accepts=(Ranking,),
    compute=_from(lambda data, cutoff: ranking.success_at_k(data.relevant, cutoff)),
    why="",
    forms=(RankForm(_rows_from(_success_rows), _parts_from(_success_parts), _DIVISOR, "rises", uses_ideal=False),),
    parameters=(DEPTH, REL),
    aliases=("success_",),
)

P = Measure(
    name="P",
    title=tr("share of the first k answers that are relevant"),
    low=0,
    high=1,
    unit="question",
    kinds=RANKED,
    averaged=RANKED,
    gold=("binary", "graded", "best"),
    paper=BUCKLEY,
    formula=tr_noop("relevant answers at ranks 1 to k ÷ k, averaged over questions"),
    accepts=(Ranking,),
    compute=_from(lambda data, cutoff: ranking.precision_at_k(data.relevant, cutoff)),
    why="",
    forms=(
        RankForm(
            _rows_from(_precision_rows),
            _parts_from(lambda gains, _, cutoff: (_hits(gains[:cutoff]), cutoff)),
            tr("ranks that count"),
            "rises",
            uses_ideal=False,
        ),
    ),
    parameters=(DEPTH, REL),
    aliases=("Precision", "P_"),
)

R = Measure(
    name="R",
    title=tr("share of the relevant answers that are among the first k"),
    low=0,
    high=1,
    unit="question",
    kinds=RANKED,
    averaged=RANKED,
    gold=("binary", "graded", "best"),
    paper=BUCKLEY,
    formula=tr_noop("relevant answers at ranks 1 to k ÷ R, averaged over questions"),
    accepts=(Ranking,),
    compute=_from(_computed(lambda data, cutoff: ranking.recall_at_k(data.relevant, data.total_relevant, cutoff))),
    why=NO_RELEVANT,
    forms=(
        RankForm(
            _rows_from(_counted(_recall_rows)),
            _parts_from(lambda gains, ideal, cutoff, **_: (_hits(gains[:cutoff]), _relevant(ideal))),
            tr("relevant answers"),
            "rises",
        ),
    ),
    parameters=(DEPTH, UNDEFINED, REL),
    aliases=("Recall", "recall_"),
)


def _average_recall(data: Rankings, *, rel: float | None = None, undefined: str = "left-out", cutoff: int) -> float:
    each = data.rankings if rel is None else [one.relevant_from(rel) for one in data.rankings]
    found = ranking.average_recall([one.relevant for one in each], [one.total_relevant for one in each], cutoff)
    return 0.0 if undefined == "zero" and each and math.isnan(found) else found


def _recall_sums(
    gains: Ranks, ideal: Ranks, *, cutoff: int, rel: float | None = None, **_: Option
) -> tuple[Floats, Floats]:
    if rel is not None:
        gains, ideal = rows.relevant_from(gains, rel), rows.relevant_from(ideal, rel)
    return rows.recall_sums(gains, rows.relevant_rows(ideal), cutoff=cutoff)


AVG_REC = Measure(
    name="AvgRec",
    title=tr("recall over all questions at ranks 1 to k, averaged over these ranks"),
    low=0,
    high=1,
    unit="question",
    kinds=RANKED,
    gold=("binary", "graded", "best"),
    paper="Nakov et al. 2016 (SemEval-2016 Task 3)",
    formula=tr_noop(
        "sum over questions of relevant answers at ranks 1 to r ÷ sum over questions of min(r, R), averaged over r "
        "from 1 to k"
    ),
    accepts=(Rankings,),
    compute=_average_recall,
    why=tr("no question has a relevant answer"),
    forms=(PooledForm(R.name, _recall_sums, rows.average_recall_of),),
    parameters=(DEPTH, UNDEFINED, REL),
)

RPREC = Measure(
    name="Rprec",
    title=tr("precision at rank R, where R answers of the question are relevant"),
    low=0,
    high=1,
    unit="question",
    kinds=RANKED,
    averaged=RANKED,
    gold=("binary", "graded", "best"),
    paper=BUCKLEY,
    formula=tr_noop("relevant answers at ranks 1 to R ÷ R, averaged over questions"),
    accepts=(Ranking,),
    compute=_from(_computed(lambda data: ranking.r_precision(data.relevant, data.total_relevant))),
    why=NO_RELEVANT,
    forms=(
        RankForm(
            _rows_from(_counted(_r_precision_rows)), _parts_from(_r_precision_parts), tr("relevant answers"), "either"
        ),
    ),
    parameters=(UNDEFINED, REL),
    aliases=("RPrec",),
)

# Why its effect is "either": a relevant answer that was not returned makes R larger, so that one more rank
# counts, and what is returned there may be relevant or not.

RBP = Measure(
    name="RBP",
    title=tr("value of the answers to somebody who goes on to the next rank with probability p"),
    low=0,
    high=1,
    unit="question",
    kinds=RANKED,
    averaged=RANKED,
    gold=("binary", "graded", "best"),
    paper="Moffat and Zobel 2008",
    formula=tr_noop("(1 − p) × sum over relevant ranks r of p^(r − 1), averaged"),
    accepts=(Ranking,),
    compute=_from(_rbp),
    why="",
    forms=(RankForm(_rows_from(_rbp_rows), _parts_from(_rbp_parts), _DIVISOR, "rises", uses_ideal=False),),
    parameters=(
        Parameter(
            "p",
            float,
            0.8,
            low=0,
            high=1,
            below=True,
            shown=True,
            meaning=tr("the probability of going on to the next rank; 0.5, 0.8 and 0.95 are common"),
        ),
        CUTOFF,
        REL,
        TOP,
        Parameter(
            "gain",
            str,
            "binary",
            choices=("binary", "linear"),
            meaning=tr("what an answer counts: 1 if it is relevant, or gain ÷ top"),
        ),
    ),
)


def _judged_rows(gains: Ranks, ideal: Ranks, *, cutoff: int | None = None) -> Floats:
    del ideal
    return rows.judged_rows(gains, cutoff=cutoff)


def _judged_parts(gains: list[float], _: list[float], *, cutoff: int | None) -> Parts:
    returned = [gain for gain in gains[:cutoff] if gain > rows.NOTHING]
    return [float(gain >= 0 or gain % 1 == rows.JUDGED_OUT) for gain in returned], max(len(returned), 1)


def _bpref_parts(gains: list[float], ideal: list[float], **_: Option) -> Parts:
    relevant = _relevant(ideal)
    most = max(min(relevant, ideal.count(0.0)), 1)
    parts, above = [], 0
    for gain in gains:
        parts.append(1 - min(above, relevant) / most if gain > 0 else 0.0)
        above += gain == 0
    return parts, relevant


def _inferred_ap_parts(gains: list[float], ideal: list[float], **_: Option) -> Parts:
    parts, hits, judged, pooled = [], 0, 0, 0
    for rank, gain in enumerate(gains, start=1):
        share = (hits + rows.EPSILON) / (judged + 2 * rows.EPSILON)
        parts.append((1 + pooled * share) / rank if gain > 0 else 0.0)
        hits, judged, pooled = hits + (gain > 0), judged + (gain >= 0), pooled + (gain >= rows.POOLED)
    return parts, _relevant(ideal)


JUDGED = Measure(
    name="Judged",
    title=tr("share of the first k answers that are judged"),
    low=0,
    high=1,
    unit="question",
    kinds=RANKED,
    averaged=RANKED,
    gold=("graded", "binary", "best"),
    paper="",
    formula=tr_noop("judged answers at ranks 1 to k ÷ answers at these ranks, 0 if nothing is returned, averaged"),
    accepts=(Ranking,),
    compute=lambda data, cutoff: ranking.judged_at_k(data.is_judged, cutoff),
    why="",
    forms=(
        RankForm(_judged_rows, _judged_parts, tr("answers returned"), "either", uses_ideal=False, sees_unjudged=True),
    ),
    parameters=(CUTOFF,),
)

BPREF = Measure(
    name="Bpref",
    title=tr("how rarely an answer judged not relevant is ranked above a relevant one"),
    low=0,
    high=1,
    unit="question",
    kinds=RANKED,
    averaged=RANKED,
    gold=("binary", "graded", "best"),
    paper="Buckley and Voorhees 2004; trec_eval",
    formula=tr_noop(
        "sum over relevant ranks of (1 − nonrelevant answers above, at most R ÷ the smaller of R and N) "
        "÷ R, of R relevant and N nonrelevant answers that are judged, averaged"
    ),
    accepts=(Ranking,),
    compute=_from(
        _computed(
            lambda data: ranking.binary_preference(
                data.relevant, data.is_judged, data.total_relevant, data.total_nonrelevant
            )
        )
    ),
    why=NO_RELEVANT,
    forms=(
        RankForm(
            _rows_from(_counted(rows.bpref_rows)),
            _parts_from(_bpref_parts),
            tr("relevant answers"),
            "either",
            sees_unjudged=True,
        ),
    ),
    parameters=(UNDEFINED, REL),
    aliases=("BPref", "bpref"),
)

INFERRED_AP = Measure(
    name="infAP",
    title=tr("average precision expected where part of the pool is judged"),
    low=0,
    high=1,
    unit="question",
    kinds=RANKED,
    averaged=RANKED,
    gold=("binary", "graded", "best"),
    paper="Yilmaz and Aslam 2006; trec_eval",
    formula=tr_noop(
        "sum over relevant ranks r of (1 + pooled above × (relevant above + ε) ÷ (judged above + 2ε)) "
        "÷ r ÷ R, of R relevant answers that are judged and ε = 0.00001, averaged"
    ),
    accepts=(Ranking,),
    compute=_from(
        _computed(
            lambda data: ranking.inferred_average_precision(
                data.relevant, data.is_judged, data.total_relevant, data.pooled
            )
        )
    ),
    why=NO_RELEVANT,
    forms=(
        RankForm(
            _rows_from(_counted(_inferred_ap_rows)),
            _parts_from(_inferred_ap_parts),
            tr("relevant answers"),
            "either",
            sees_unjudged=True,
        ),
    ),
    parameters=(UNDEFINED, REL),
)

# Why the effect of these is "either": one more relevant answer makes R larger, and one more nonrelevant
# answer counts against those below it. What is judged counts for Judged@k, whatever the label is.

TABLE = (MRR, HIT, NG, NDCG, Q, AP, GMAP, ERR, SUCCESS, P, R, AVG_REC, RPREC, RBP, JUDGED, BPREF, INFERRED_AP)
