"""The measures of answered and unanswered questions, of confidence and of answer time."""

import math

import numpy as np

from jurybox.language import tr, tr_noop
from jurybox.measures import answer_time, confidence, non_response
from jurybox.measures import count_rows as rows
from jurybox.measures.checks import NAN, Floats, quotient
from jurybox.measures.confidence_bounds import correlation_ends, cws_ends, k1_ends
from jurybox.measures.definition import Kind, Measure, Parameter
from jurybox.measures.forms import ConfidenceForm, CountForm, UnitForm, Worth
from jurybox.measures.inputs import Confidences, Counts, Outcomes, ScoredAnswers, TimedRun

PENAS = "Peñas and Rodrigo 2011"
HERRERA = "Herrera, Peñas and Verdejo 2005"
BOTH: tuple[Kind, ...] = ("factoid", "validation")
NO_CONFIDENCE = tr("the run does not say of every answer how confident it is")
PARTS_SHOWN = 6
"""The number of terms of a long sum that are written out."""

# Why these orders hold, with a right and b wrong decisions, s silent ones, n = a + b + s:
#     accuracy   a / n grows with a and falls with b and s
#     c@1        a (n + s) / n^2: d/da = (b n + 2 s (n - a)) / n^3 >= 0, d/db and d/ds <= 0
#     UF         (a - b) / n: d/da >= 0, d/db <= 0; the sign of d/ds is that of b - a, the same for every s,
#                so that the silent units all stay out or all come in: both are tried
RIGHT: Worth = ((1, -1), (-1, 1), (-1, -1))
UTILITY: tuple[Worth, ...] = (((1, -1), (-1, 1), (-1, -1)), ((1, -1), (-1, 1), (1, 1)))


def _nothing(data: Counts | Outcomes | Confidences) -> str:
    if isinstance(data, Counts):
        return tr("there is no answer to score")
    return tr("there is no question to score")


_REJECTED_SPELLED = {
    "0": "correct ÷ total",
    "1": "(correct + unanswered) ÷ total",
    "0.5": "(correct + 0.5 × unanswered) ÷ total",
    "P(C|A)": "correct ÷ (correct + incorrect)",
    "P(¬C|A)": "(correct + unanswered × incorrect ÷ (correct + incorrect)) ÷ total",
}


def _orders_of_rejected(*, estimator: str) -> tuple[Worth, ...]:
    """Return the orders of outcomes; none for P(¬C|A), which is not monotone in the counts."""
    orders: dict[str, tuple[Worth, ...]] = {
        "0": (RIGHT,),
        "0.5": UTILITY,
        "1": (((1, -1), (-1, 1), (1, 1)),),
        "P(C|A)": (((1, -1), (-1, 1), (0, 0)),),
    }
    return orders.get(estimator, ())


def _why_rejected(data: Counts | Outcomes) -> str:
    return tr("nothing was answered") if data.total else _nothing(data)


ACCURACY = Measure(
    name="accuracy",
    title=tr("share of all questions that are right"),
    low=0,
    high=1,
    unit="question",
    kinds=BOTH,
    averaged=BOTH,
    gold=("binary",),
    paper=f"{PENAS}, section 3.1; Rodrigo et al. 2010, equation (1)",
    formula="correct ÷ total",
    accepts=(Outcomes, Counts),
    why=_nothing,
    forms=(CountForm(("correct", "total"), rows.share, (RIGHT,)),),
)

C_AT_1 = Measure(
    name="c@1",
    title=tr("accuracy with unanswered questions worth as much as the run's accuracy"),
    low=0,
    high=1,
    unit="question",
    kinds=BOTH,
    gold=("binary",),
    paper=f"{PENAS}, equation (4)",
    formula="(correct + unanswered × correct ÷ total) ÷ total",
    accepts=(Outcomes, Counts),
    why=_nothing,
    forms=(CountForm(("correct", "unanswered", "total"), rows.c_at_1, (RIGHT,)),),
)

UF = Measure(
    name="UF",
    title=tr("right minus wrong, unanswered counting nothing"),
    low=-1,
    high=1,
    unit="question",
    kinds=BOTH,
    averaged=BOTH,
    gold=("binary",),
    paper=f"{PENAS}, equation (1)",
    formula="(correct − incorrect) ÷ total",
    accepts=(Outcomes, Counts),
    why=_nothing,
    forms=(CountForm(("correct", "incorrect", "total"), rows.utility, UTILITY),),
)

UF01 = Measure(
    name="UF01",
    title=tr("UF moved to [0, 1], unanswered counting one half"),
    low=0,
    high=1,
    unit="question",
    kinds=BOTH,
    averaged=BOTH,
    gold=("binary",),
    paper=f"{PENAS}, equation (2)",
    formula="(correct + 0.5 × unanswered) ÷ total",
    accepts=(Outcomes, Counts),
    why=_nothing,
    forms=(CountForm(("correct", "incorrect", "total"), rows.utility01, UTILITY),),
)

ANSWERED = Measure(
    name="answered",
    title=tr("share of questions answered, beside the accuracy over them"),
    low=0,
    high=1,
    unit="question",
    kinds=BOTH,
    averaged=BOTH,
    gold=("binary",),
    paper=f"{PENAS}, section 5 (TREC 2001)",
    formula="(correct + incorrect) ÷ total",
    accepts=(Outcomes, Counts),
    why=_nothing,
    forms=(CountForm(("correct", "incorrect", "total"), rows.answered, (((1, 1), (1, 1), (-1, -1)),)),),
)

REJECTED = Measure(
    name="rejected",
    title=tr("right answers plus an estimate for the unanswered that the paper rejects"),
    low=0,
    high=1,
    unit="question",
    kinds=BOTH,
    gold=("binary",),
    paper=f"{PENAS}, sections 3.1 to 3.5, equations (5) and (6)",
    formula="correct ÷ total + estimate × unanswered ÷ total, with P(C|A) = correct ÷ (correct + incorrect)",
    accepts=(Outcomes, Counts),
    why=_why_rejected,
    forms=(CountForm(("correct", "incorrect", "unanswered"), rows.rejected, _orders_of_rejected),),
    spelled=lambda _, estimator: _REJECTED_SPELLED[estimator],
    parameters=(
        Parameter("estimator", str, "P(C|A)", choices=non_response.REJECTED_ESTIMATORS, shown=True, bare=True),
    ),
)


def _cws(data: Confidences) -> float:
    return confidence.confidence_weighted_score([*data.correct, *[0] * (data.total - len(data.correct))])


def _k1(data: Confidences) -> float:
    if data.confidence is None:
        return NAN
    return confidence.k1_measure(data.confidence, data.correct, data.total)


def _correlation(data: Confidences) -> float:
    return NAN if data.confidence is None else confidence.confidence_correlation(data.confidence, data.correct)


def _cws_numbers(data: Confidences) -> str:
    hits = np.cumsum(np.array(data.correct, dtype=np.int64))
    parts = [f"{hits[min(at, len(hits)) - 1] if len(hits) else 0} ÷ {at}" for at in range(1, data.total + 1)]
    shown = parts if len(parts) <= PARTS_SHOWN else [*parts[: PARTS_SHOWN - 1], "…", parts[-1]]
    return f"({' + '.join(shown) or 0}) ÷ {data.total}"


def _cws_of_choices(weights: Floats, correct: Floats) -> Floats:
    """Return CWS over choices of questions."""
    parts, questions = confidence.cws_parts(weights, correct)
    return quotient(parts.sum(axis=1), questions)


def _k_numbers(data: ScoredAnswers) -> str:
    pairs = zip(data.scores, data.evaluations, strict=True)
    parts = " + ".join(f"{sure:g} × {sign}" for sure, sign in pairs) or "0"
    return f"({parts}) ÷ {max(1, len(data.scores))}"


def _k1_numbers(data: Confidences) -> str:
    if data.confidence is None:
        return K1.formula
    sure, right = np.array(data.confidence, dtype=np.float64), np.array(data.correct, dtype=np.bool_)
    return f"({math.fsum(sure[right]):.4f} − {math.fsum(sure[~right]):.4f}) ÷ {data.total}"


def _correlation_numbers(data: Confidences) -> str:
    if data.confidence is None or len(data.confidence) < 2:
        return CORRELATION.formula
    sure, right = np.array(data.confidence, dtype=np.float64), np.array(data.correct, dtype=np.bool_)
    together = float(((sure - sure.mean()) * (right - right.mean())).mean())
    return f"{together:.4f} ÷ ({sure.std():.4f} × {right.std():.4f})"


def _why_k1(data: Confidences) -> str:
    return NO_CONFIDENCE if data.confidence is None else _nothing(data)


def _why_correlation(data: Confidences) -> str:
    if data.confidence is None:
        return NO_CONFIDENCE
    if len(data.correct) < 2:
        return tr("fewer than two questions were answered")
    return tr("all confidences are equal") if len(set(data.confidence)) == 1 else tr("all answers are judged alike")


CWS = Measure(
    name="CWS",
    title=tr("accuracy of the i most confident answers, averaged over all i"),
    low=0,
    high=1,
    unit="question",
    kinds=("factoid",),
    gold=("binary",),
    paper=f"{PENAS}, section 5 (TREC 2002)",
    formula=tr_noop("(sum over i = 1 … n of correct among the i most confident ÷ i) ÷ n"),
    accepts=(Confidences,),
    compute=_cws,
    why=_nothing,
    forms=(ConfidenceForm("rises", _cws_numbers, ends=cws_ends, choices=_cws_of_choices),),
)

K = Measure(
    name="K",
    title=tr("signed confidence, several answers to a question allowed"),
    low=-1,
    high=1,
    unit="question",
    kinds=("factoid",),
    averaged=("factoid",),
    gold=("binary",),
    paper=HERRERA,
    formula=tr_noop("sum of confidence × (1 correct, 0 repeated, −1 incorrect) ÷ max(known, answers), averaged"),
    accepts=(ScoredAnswers,),
    compute=lambda data: confidence.k_measure(data.scores, data.evaluations, data.known),
    why=_nothing,
    forms=(UnitForm("rises", numbers=_k_numbers),),
)

K1 = Measure(
    name="K1",
    title=tr("signed confidence, one answer to a question"),
    low=-1,
    high=1,
    unit="question",
    kinds=("factoid",),
    averaged=("factoid",),
    gold=("binary",),
    paper=f"{HERRERA}; {PENAS}, section 5",
    formula="(confidence of correct answers − confidence of incorrect answers) ÷ n",
    accepts=(Confidences,),
    compute=_k1,
    why=_why_k1,
    forms=(ConfidenceForm("rises", _k1_numbers, worth=confidence.signed, ends=k1_ends),),
)

CORRELATION = Measure(
    name="confidence-correlation",
    title=tr("Pearson's correlation of confidence and correctness"),
    low=-1,
    high=1,
    unit="question",
    kinds=("factoid",),
    gold=("binary",),
    paper=f"{PENAS}, section 5",
    formula=tr_noop("covariance of confidence and correctness ÷ (their standard deviations), over answered questions"),
    accepts=(Confidences,),
    compute=_correlation,
    why=_why_correlation,
    forms=(ConfidenceForm("either", _correlation_numbers, ends=correlation_ends),),
)


def _mrrt(data: TimedRun, *, r: float) -> float:
    if data.seconds is None or data.slowest is None or data.mrr != data.mrr:
        return NAN
    return answer_time.mrrt(data.mrr, data.seconds / data.slowest, r)


def _why_mrrt(data: TimedRun) -> str:
    if data.seconds is None:
        return tr("the answer time of the run is not known")
    return tr("the answer time of the slowest run is not known") if data.slowest is None else tr("MRR is undefined")


MRRT = Measure(
    name="MRRT",
    title=tr("MRR brought down by answer time"),
    low=0,
    high=1,
    unit="question",
    kinds=("factoid", "ranked"),
    gold=("binary", "graded", "best"),
    paper="Llopis et al. 2009, equation (1)",
    formula="2 × mrr ÷ (1 + exp(r × seconds ÷ slowest))",
    accepts=(TimedRun,),
    compute=_mrrt,
    why=_why_mrrt,
    forms=(UnitForm("rises"),),
    parameters=(Parameter("r", float, 1, low=0, shown=True),),
)

TABLE = (ACCURACY, C_AT_1, UF, UF01, ANSWERED, REJECTED, CWS, K, K1, CORRELATION, MRRT)
