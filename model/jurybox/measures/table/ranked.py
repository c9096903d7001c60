"""The measures of ranked answers."""

import math
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from jurybox.language import tr, tr_noop
from jurybox.measures import ranking
from jurybox.measures import ranking_rows as rows
from jurybox.measures.checks import Floats
from jurybox.measures.definition import Kind, Measure, Option, Parameter
from jurybox.measures.forms import GeometricForm, PooledForm, RankForm
from jurybox.measures.inputs import Ranking, Rankings, Rating
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


_DIVISOR = tr("what they are divided by")
_RELEVANT = tr("relevant answers")


def _of_one(score: Callable[..., float]) -> Callable[..., float]:
    """Return a measure of one ranking that also takes the options `rel` and `undefined`."""

    def value(data: Ranking, *, rel: float | None = None, undefined: str = "left-out", **options: Option) -> float:
        found = score(data if rel is None else data.relevant_from(rel), **options)
        return 0.0 if undefined == "zero" and math.isnan(found) else found

    return value


def _err(data: Ranking, *, top: float | None, cutoff: int | None, gain: str) -> float:
    highest = max((*data.gains, *data.ideal_gains), default=0.0) if top is None else top
    gains = [min(each, highest) for each in data.gains]
    return ranking.expected_reciprocal_rank(gains, highest, cutoff=cutoff, gain=gain)


def _rbp(data: Ranking, *, p: float, top: float | None, cutoff: int | None, gain: str) -> float:
    highest = max((*data.gains, *data.ideal_gains), default=0.0) if top is None else top
    return ranking.rank_biased_precision(data.gains, p, top=highest if gain == "linear" else None, cutoff=cutoff)


_measure_of_ranking = partial(
    Measure,
    low=0,
    high=1,
    unit="question",
    kinds=RANKED,
    averaged=RANKED,
    gold=("binary", "graded", "best"),
    accepts=(Ranking,),
)


MRR = _measure_of_ranking(
    name="MRR",
    title=tr("1 ÷ rank of the first correct answer"),
    kinds=("factoid", "ranked"),
    averaged=("factoid", "ranked"),
    paper=f"{PENAS}, section 5; Llopis et al. 2009, section 2",
    formula=tr_noop("1 ÷ rank of the first correct answer, 0 if there is none, averaged over questions"),
    compute=_of_one(lambda data, cutoff: ranking.reciprocal_rank(data.relevant[:cutoff])),
    why="",
    forms=(RankForm(rows.reciprocal_rank, _DIVISOR, "rises", uses_ideal=False),),
    parameters=(CUTOFF, REL),
    aliases=("RR", "recip_rank"),
)

HIT = _measure_of_ranking(
    name="Hit@1",
    title=tr("whether the first answer is relevant"),
    kinds=("factoid", "ranked"),
    averaged=("factoid", "ranked"),
    gold=("graded", "binary", "best"),
    paper=f"{SAKAI}, equations (1) and (2)",
    formula=tr_noop("1 if the answer at rank 1 is relevant, else 0, averaged over questions"),
    compute=_of_one(lambda data: ranking.hit_at_1(data.gains)),
    why="",
    forms=(RankForm(rows.hit_at_1, _DIVISOR, "rises", uses_ideal=False, first_only=True),),
    parameters=(REL,),
)

MEAN = Measure(
    name="mean",
    title=tr("mean rating of the answer that a run gives first, on the scale of the labels"),
    low=-math.inf,
    high=math.inf,
    unit="question",
    kinds=RANKED,
    averaged=RANKED,
    gold=("graded", "binary", "best"),
    paper="",
    formula=tr_noop(
        "rating of the answer at rank 1, the lowest of the scale if there is none, averaged over questions"
    ),
    accepts=(Rating,),
    compute=lambda data: data.rating,
    why="",
    forms=(RankForm(rows.first, _DIVISOR, "rises", uses_ideal=False, first_only=True),),
)

NG = _measure_of_ranking(
    name="nG@1",
    title=tr("gain of the first answer over the best gain of the question"),
    gold=("graded", "binary", "best"),
    paper=f"{SAKAI}, equation (3)",
    formula=tr_noop("gain at rank 1 ÷ largest gain of the question, averaged over questions"),
    compute=_of_one(lambda data, gain: ranking.ng_at_1(data.gains, data.ideal_gains, gain=gain)),
    why=NO_RELEVANT,
    forms=(RankForm(rows.gain_at_1, _DIVISOR, "rises", first_only=True, of_gains=True),),
    parameters=(UNDEFINED, GAIN),
)

NDCG = _measure_of_ranking(
    name="nDCG",
    title=tr("discounted gain of the ranking over that of the ideal one"),
    gold=("graded", "binary", "best"),
    paper=f"{SAKAI}, equation (4)",
    formula=tr_noop("sum over ranks of gain ÷ log2(rank + 1) ÷ the same sum of the ideal ranking, averaged"),
    compute=_of_one(lambda data, **options: ranking.ndcg(data.gains, data.ideal_gains, **options)),
    why=NO_RELEVANT,
    forms=(RankForm(rows.ndcg, tr("the same sum of the ideal ranking"), "rises", of_gains=True),),
    parameters=(CUTOFF, UNDEFINED, GAIN),
    aliases=("NDCG", "ndcg", "ndcg_cut_"),
)

Q = _measure_of_ranking(
    name="Q",
    title=tr("precision blended with cumulative gain, averaged over relevant answers"),
    gold=("graded", "binary", "best"),
    paper=f"{SAKAI}, equation (5)",
    formula=tr_noop("sum over relevant ranks r of (C(r) + β × cg(r)) ÷ (r + β × ideal cg(r)) ÷ R, averaged"),
    compute=_of_one(lambda data, **options: ranking.q_measure(data.gains, data.ideal_gains, **options)),
    why=NO_RELEVANT,
    forms=(RankForm(rows.q, _RELEVANT, "rises", of_gains=True),),
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

AP = _measure_of_ranking(
    name="AP",
    title=tr("precision at each relevant answer, averaged over relevant answers"),
    paper=f"{PENAS}, section 5",
    formula=tr_noop("sum over relevant ranks r of relevant answers up to r ÷ r ÷ R, averaged"),
    compute=_of_one(lambda data, cutoff: ranking.average_precision(data.relevant, data.total_relevant, cutoff=cutoff)),
    why=NO_RELEVANT,
    forms=(RankForm(rows.average_precision, _RELEVANT, "rises"),),
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

ERR = _measure_of_ranking(
    name="ERR",
    title=tr("expected 1 ÷ rank at which somebody who reads down the ranking is satisfied"),
    gold=("graded", "binary", "best"),
    paper="Chapelle et al. 2009, equations (4) and (5)",
    formula=tr_noop(
        "sum over ranks r of p(r) × product over i < r of (1 − p(i)) ÷ r, with p = (2^gain − 1) ÷ 2^top, averaged"
    ),
    compute=_err,
    why="",
    forms=(RankForm(rows.err, _DIVISOR, "rises", uses_ideal=False),),
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

SUCCESS = _measure_of_ranking(
    name="Success",
    title=tr("whether one of the first k answers is relevant"),
    kinds=("factoid", "ranked"),
    averaged=("factoid", "ranked"),
    paper="",
    formula=tr_noop("1 if an answer at rank 1 to k is relevant, else 0, averaged over questions"),
    compute=_of_one(lambda data, cutoff: ranking.success_at_k(data.relevant, cutoff)),
    why="",
    forms=(RankForm(rows.success, _DIVISOR, "rises", uses_ideal=False),),
    parameters=(DEPTH, REL),
    aliases=("success_",),
)

P = _measure_of_ranking(
    name="P",
    title=tr("share of the first k answers that are relevant"),
    paper=BUCKLEY,
    formula=tr_noop("relevant answers at ranks 1 to k ÷ k, averaged over questions"),
    compute=_of_one(lambda data, cutoff: ranking.precision_at_k(data.relevant, cutoff)),
    why="",
    forms=(RankForm(rows.precision, tr("ranks that count"), "rises", uses_ideal=False),),
    parameters=(DEPTH, REL),
    aliases=("Precision", "P_"),
)

R = _measure_of_ranking(
    name="R",
    title=tr("share of the relevant answers that are among the first k"),
    paper=BUCKLEY,
    formula=tr_noop("relevant answers at ranks 1 to k ÷ R, averaged over questions"),
    compute=_of_one(lambda data, cutoff: ranking.recall_at_k(data.relevant, data.total_relevant, cutoff)),
    why=NO_RELEVANT,
    forms=(RankForm(rows.recall, _RELEVANT, "rises"),),
    parameters=(DEPTH, UNDEFINED, REL),
    aliases=("Recall", "recall_"),
)


def _average_recall(data: Rankings, *, rel: float | None = None, undefined: str = "left-out", cutoff: int) -> float:
    each = data.rankings if rel is None else [one.relevant_from(rel) for one in data.rankings]
    found = ranking.average_recall([one.relevant for one in each], [one.total_relevant for one in each], cutoff)
    return 0.0 if undefined == "zero" and each and math.isnan(found) else found


def _recall_sums(
    gains: Floats, ideal: Floats, *, cutoff: int, rel: float | None = None, **_: Option
) -> tuple[Floats, Floats]:
    return rows.recall_sums(rows.Ranked.of(gains, ideal, rel=rel, cutoff=cutoff), cutoff)


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
    forms=(PooledForm(R.name, _recall_sums, rows.average_recall),),
    parameters=(DEPTH, UNDEFINED, REL),
)

RPREC = _measure_of_ranking(
    name="Rprec",
    title=tr("precision at rank R, where R answers of the question are relevant"),
    paper=BUCKLEY,
    formula=tr_noop("relevant answers at ranks 1 to R ÷ R, averaged over questions"),
    compute=_of_one(lambda data: ranking.r_precision(data.relevant, data.total_relevant)),
    why=NO_RELEVANT,
    forms=(RankForm(rows.r_precision, _RELEVANT, "either"),),
    parameters=(UNDEFINED, REL),
    aliases=("RPrec",),
)

# Why its effect is "either": a relevant answer that was not returned makes R larger, so that one more rank
# counts, and what is returned there may be relevant or not.

RBP = _measure_of_ranking(
    name="RBP",
    title=tr("value of the answers to somebody who goes on to the next rank with probability p"),
    paper="Moffat and Zobel 2008",
    formula=tr_noop("(1 − p) × sum over relevant ranks r of p^(r − 1), averaged"),
    compute=_of_one(_rbp),
    why="",
    forms=(RankForm(rows.rbp, _DIVISOR, "rises", uses_ideal=False),),
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

JUDGED = _measure_of_ranking(
    name="Judged",
    title=tr("share of the first k answers that are judged"),
    gold=("graded", "binary", "best"),
    paper="",
    formula=tr_noop("judged answers at ranks 1 to k ÷ answers at these ranks, 0 if nothing is returned, averaged"),
    compute=lambda data, cutoff: ranking.judged_at_k(data.is_judged, cutoff),
    why="",
    forms=(RankForm(rows.judged, tr("answers returned"), "either", uses_ideal=False, sees_unjudged=True),),
    parameters=(CUTOFF,),
)

BPREF = _measure_of_ranking(
    name="Bpref",
    title=tr("how rarely an answer judged not relevant is ranked above a relevant one"),
    paper="Buckley and Voorhees 2004; trec_eval",
    formula=tr_noop(
        "sum over relevant ranks of (1 − nonrelevant answers above, at most R ÷ the smaller of R and N) "
        "÷ R, of R relevant and N nonrelevant answers that are judged, averaged"
    ),
    compute=_of_one(
        lambda data: ranking.binary_preference(
            data.relevant, data.is_judged, data.total_relevant, data.total_nonrelevant
        )
    ),
    why=NO_RELEVANT,
    forms=(RankForm(rows.bpref, _RELEVANT, "either", sees_unjudged=True),),
    parameters=(UNDEFINED, REL),
    aliases=("BPref", "bpref"),
)

INFERRED_AP = _measure_of_ranking(
    name="infAP",
    title=tr("average precision expected where part of the pool is judged"),
    paper="Yilmaz and Aslam 2006; trec_eval",
    formula=tr_noop(
        "sum over relevant ranks r of (1 + pooled above × (relevant above + ε) ÷ (judged above + 2ε)) "
        "÷ r ÷ R, of R relevant answers that are judged and ε = 0.00001, averaged"
    ),
    compute=_of_one(
        lambda data: ranking.inferred_average_precision(data.relevant, data.is_judged, data.total_relevant, data.pooled)
    ),
    why=NO_RELEVANT,
    forms=(RankForm(rows.inferred_ap, _RELEVANT, "either", sees_unjudged=True),),
    parameters=(UNDEFINED, REL),
)

# Why the effect of these is "either": one more relevant answer makes R larger, and one more nonrelevant
# answer counts against those below it. What is judged counts for Judged@k, whatever the label is.

TABLE = (MRR, HIT, MEAN, NG, NDCG, Q, AP, GMAP, ERR, SUCCESS, P, R, AVG_REC, RPREC, RBP, JUDGED, BPREF, INFERRED_AP)
