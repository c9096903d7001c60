"""The measures of answered and unanswered questions, of confidence and of answer time."""

from jurybox.measures import answer_time, confidence, non_response
from jurybox.measures.checks import NAN
from jurybox.measures.definition import Kind, Measure, Parameter
from jurybox.measures.inputs import Confidences, Counts, Outcomes, ScoredAnswers, TimedRun

PENAS = "Peñas and Rodrigo 2011"
HERRERA = "Herrera, Peñas and Verdejo 2005"
BOTH: tuple[Kind, ...] = ("factoid", "validation")
NO_CONFIDENCE = "the run does not say of every answer how confident it is"


def _nothing(data: Counts | Outcomes | Confidences) -> str:
    return f"there is no {'answer' if isinstance(data, Counts) else 'question'} to score"


def _rejected(data: Counts | Outcomes, *, estimator: str) -> float:
    return non_response.rejected_estimator(estimator, data.correct, data.incorrect, data.unanswered)


def _why_rejected(data: Counts | Outcomes) -> str:
    return "nothing was answered" if data.total else _nothing(data)


ACCURACY = Measure(
    name="accuracy",
    title="share of all questions that are right",
    low=0,
    high=1,
    unit="question",
    kinds=BOTH,
    averaged=BOTH,
    gold=("binary",),
    paper=f"{PENAS}, section 3.1; Rodrigo et al. 2010, equation (1)",
    formula="correct ÷ n",
    accepts=(Outcomes, Counts),
    compute=lambda data: non_response.accuracy(data.correct, data.total),
    why=_nothing,
)

C_AT_1 = Measure(
    name="c@1",
    title="accuracy with unanswered questions worth as much as the run's accuracy",
    low=0,
    high=1,
    unit="question",
    kinds=BOTH,
    gold=("binary",),
    paper=f"{PENAS}, equation (4)",
    formula="(correct + unanswered × correct ÷ n) ÷ n",
    accepts=(Outcomes, Counts),
    compute=lambda data: non_response.c_at_1(data.correct, data.unanswered, data.total),
    why=_nothing,
)

UF = Measure(
    name="UF",
    title="right minus wrong, unanswered counting nothing",
    low=-1,
    high=1,
    unit="question",
    kinds=BOTH,
    averaged=BOTH,
    gold=("binary",),
    paper=f"{PENAS}, equation (1)",
    formula="(correct − incorrect) ÷ n",
    accepts=(Outcomes, Counts),
    compute=lambda data: non_response.utility(data.correct, data.incorrect, data.total),
    why=_nothing,
)

UF01 = Measure(
    name="UF01",
    title="UF moved to [0, 1], unanswered counting one half",
    low=0,
    high=1,
    unit="question",
    kinds=BOTH,
    averaged=BOTH,
    gold=("binary",),
    paper=f"{PENAS}, equation (2)",
    formula="(correct + 0.5 × unanswered) ÷ n",
    accepts=(Outcomes, Counts),
    compute=lambda data: non_response.utility01(data.correct, data.incorrect, data.total),
    why=_nothing,
)

ANSWERED = Measure(
    name="answered",
    title="share of questions answered, beside the accuracy over them",
    low=0,
    high=1,
    unit="question",
    kinds=BOTH,
    averaged=BOTH,
    gold=("binary",),
    paper=f"{PENAS}, section 5 (TREC 2001)",
    formula="(correct + incorrect) ÷ n",
    accepts=(Outcomes, Counts),
    compute=lambda data: non_response.share_answered(data.correct + data.incorrect, data.total),
    why=_nothing,
)

REJECTED = Measure(
    name="rejected",
    title="right answers plus an estimate for the unanswered that the paper rejects",
    low=0,
    high=1,
    unit="question",
    kinds=BOTH,
    gold=("binary",),
    paper=f"{PENAS}, sections 3.1 to 3.5, equations (5) and (6)",
    formula="correct ÷ n + estimate × unanswered ÷ n, with P(C|A) = correct ÷ (correct + incorrect)",
    accepts=(Outcomes, Counts),
    compute=_rejected,
    why=_why_rejected,
    parameters=(
        Parameter(
            "estimator", str, "P(C|A)", choices=non_response.REJECTED_ESTIMATORS, shown=True, bare=True
        ),
    ),
)


def _cws(data: Confidences) -> float:
    return confidence.confidence_weighted_score([*data.correct, *[0] * (data.total - len(data.correct))])


def _k1(data: Confidences) -> float:
    if data.confidence is None:
        return NAN
    return confidence.k1_measure(data.confidence, data.correct, data.total)


def _correlation(data: Confidences) -> float:
    return (
        NAN if data.confidence is None else confidence.confidence_correlation(data.confidence, data.correct)
    )


def _why_k1(data: Confidences) -> str:
    return NO_CONFIDENCE if data.confidence is None else _nothing(data)


def _why_correlation(data: Confidences) -> str:
    if data.confidence is None:
        return NO_CONFIDENCE
    if len(data.correct) < 2:
        return "fewer than two questions were answered"
    return "all confidences are equal" if len(set(data.confidence)) == 1 else "all answers are judged alike"


CWS = Measure(
    name="CWS",
    title="accuracy of the i most confident answers, averaged over all i",
    low=0,
    high=1,
    unit="question",
    kinds=("factoid",),
    gold=("binary",),
    paper=f"{PENAS}, section 5 (TREC 2002)",
    formula="(sum over i = 1 … n of correct among the i most confident ÷ i) ÷ n",
    accepts=(Confidences,),
    compute=_cws,
    why=_nothing,
)

K = Measure(
    name="K",
    title="signed confidence, several answers to a question allowed",
    low=-1,
    high=1,
    unit="question",
    kinds=("factoid",),
    averaged=("factoid",),
    gold=("binary",),
    paper=HERRERA,
    formula="sum of confidence × (1 correct, 0 repeated, −1 incorrect) ÷ max(known, answers), averaged",
    accepts=(ScoredAnswers,),
    compute=lambda data: confidence.k_measure(data.scores, data.evaluations, data.known),
    why=_nothing,
)

K1 = Measure(
    name="K1",
    title="signed confidence, one answer to a question",
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
)

CORRELATION = Measure(
    name="confidence-correlation",
    title="Pearson's correlation of confidence and correctness",
    low=-1,
    high=1,
    unit="question",
    kinds=("factoid",),
    gold=("binary",),
    paper=f"{PENAS}, section 5",
    formula="covariance of confidence and correctness ÷ (their standard deviations), over answered questions",
    accepts=(Confidences,),
    compute=_correlation,
    why=_why_correlation,
)


def _mrrt(data: TimedRun, *, r: float) -> float:
    if data.seconds is None or data.slowest is None or data.mrr != data.mrr:
        return NAN
    return answer_time.mrrt(data.mrr, data.seconds / data.slowest, r)


def _why_mrrt(data: TimedRun) -> str:
    if data.seconds is None:
        return "the answer time of the run is not known"
    return "the answer time of the slowest run is not known" if data.slowest is None else "MRR is undefined"


MRRT = Measure(
    name="MRRT",
    title="MRR brought down by answer time",
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
    parameters=(Parameter("r", float, 1, low=0, shown=True),),
)

TABLE = (ACCURACY, C_AT_1, UF, UF01, ANSWERED, REJECTED, CWS, K, K1, CORRELATION, MRRT)
