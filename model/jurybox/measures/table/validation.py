"""The measures of decisions on answers, and F, which decisions and nuggets share."""

from jurybox.language import tr
from jurybox.measures import citations, nuggets
from jurybox.measures import count_rows as rows
from jurybox.measures.definition import Kind, Measure, Parameter
from jurybox.measures.forms import CountForm, UnitForm, Worth
from jurybox.measures.inputs import CitedResponse, Counts, NuggetResponse, Selections
from jurybox.measures.table.series import ALLOWANCE, NO_VITAL, VOORHEES, f_spelled

RODRIGO = "Rodrigo et al. 2010"
AVE = "Peñas, Rodrigo and Verdejo 2007"
NO_POSITIVES = tr("no answer was judged correct, so recall has no denominator")
NO_NEGATIVES = tr("no answer was judged incorrect, so the false positive rate has no denominator")
NO_SCORES = tr("the answers of this run have neither score nor confidence")
VALIDATION: tuple[Kind, ...] = ("validation",)


# Precision, recall and the rates have one count in the numerator, the others in the denominator only; F grows
# with tp and falls with fp and fn; AUC-point grows with tpr and falls with fpr, which share no count.
RECALL_ORDER: Worth = ((1, 0), (-1, 0), (-1, 0))


_F_OF_DECISIONS = (
    "(1 + b²) × yes_correct ÷ ((1 + b²) × yes_correct + b² × (no_correct + silent_correct) + yes_incorrect)"
)


def _f_spelled(data: Counts | NuggetResponse | None, **_: object) -> str:
    if isinstance(data, Counts):
        return _F_OF_DECISIONS
    return f_spelled("(vital_matched + okay_matched)", "vital_matched ÷ vital")


PRECISION = Measure(
    name="precision",
    title=tr("share of validated answers that are correct"),
    low=0,
    high=1,
    unit="answer",
    kinds=VALIDATION,
    gold=("binary",),
    paper=f"{RODRIGO}, equation (4) and section 3",
    formula="yes_correct ÷ (yes_correct + yes_incorrect), 0 if nothing is validated",
    accepts=(Counts,),
    why=tr("nothing was validated and no answer was judged correct"),
    forms=(CountForm(("tp", "fp", "positives"), rows.precision, (((1, -1), (0, 0), (0, 0)),)),),
)

RECALL = Measure(
    name="recall",
    title=tr("share of correct answers that are validated"),
    low=0,
    high=1,
    unit="answer",
    kinds=VALIDATION,
    gold=("binary",),
    paper=f"{RODRIGO}, equation (5)",
    formula="yes_correct ÷ (yes_correct + no_correct + silent_correct)",
    accepts=(Counts,),
    why=NO_POSITIVES,
    forms=(CountForm(("tp", "positives"), rows.share, (RECALL_ORDER,)),),
)


def _f(data: NuggetResponse, *, b: float, allowance: float) -> float:
    return nuggets.nugget_f(data.vital_matched, data.okay_matched, data.vital, data.length, beta=b, allowance=allowance)


def _why_f(data: Counts | NuggetResponse) -> str:
    return NO_POSITIVES if isinstance(data, Counts) else NO_VITAL


F = Measure(
    name="F",
    plain="F1",
    title=tr("weighted harmonic mean of precision and recall"),
    low=0,
    high=1,
    unit="question",
    kinds=("validation", "other"),
    averaged=("other",),
    gold=("binary", "nuggets"),
    paper=f"{RODRIGO}, equation (6); {VOORHEES}, section 2.3",
    formula="(b² + 1) × P × R ÷ (b² × P + R), P and R precision and recall of decisions, or of nuggets; "
    f"of decisions {_F_OF_DECISIONS}",
    accepts=(Counts, NuggetResponse),
    compute=_f,
    why=_why_f,
    forms=(CountForm(("tp", "fp", "positives"), rows.f, (((1, -1), (-1, 0), (-1, 0)),)), UnitForm("rises")),
    spelled=_f_spelled,
    parameters=(Parameter("b", float, 1, low=0, above=True, bare=True), ALLOWANCE),
)

F05U = Measure(
    name="F0.5u",
    title=tr("F that favors precision, with each answer without a decision counted as a miss"),
    low=0,
    high=1,
    unit="answer",
    kinds=VALIDATION,
    gold=("binary",),
    paper="Bevendorff et al. 2019; PAN 2020",
    formula="1.25 × yes_correct ÷ (1.25 × yes_correct + 0.25 × (no_correct + unanswered) + yes_incorrect)",
    accepts=(Counts,),
    why=tr("no answer was validated, wrongly rejected or left without a decision"),
    forms=(CountForm(("tp", "fp", "no_correct", "unanswered"), rows.f05u, (((1, -1), (-1, 0), (-1, -1)),)),),
    aliases=("F_0.5u", "f_05_u"),
)

F1_ANSWERED = Measure(
    name="F1-answered",
    title=tr("F1 over the answers with a decision"),
    low=0,
    high=1,
    unit="answer",
    kinds=VALIDATION,
    gold=("binary",),
    paper="PAN 2020",
    formula="2 × yes_correct ÷ (2 × yes_correct + yes_incorrect + no_correct)",
    accepts=(Counts,),
    why=tr("no answer was validated and no correct one was rejected"),
    forms=(CountForm(("tp", "fp", "no_correct"), rows.f1_answered, (((1, -1), (-1, 0), (0, 0)),)),),
)

TPR = Measure(
    name="tpr",
    title=tr("true positive rate, the same as recall"),
    low=0,
    high=1,
    unit="answer",
    kinds=VALIDATION,
    gold=("binary",),
    paper=f"{RODRIGO}, equation (2)",
    formula="yes_correct ÷ (yes_correct + no_correct + silent_correct)",
    accepts=(Counts,),
    why=NO_POSITIVES,
    forms=(CountForm(("tp", "positives"), rows.share, (RECALL_ORDER,)),),
)

FPR = Measure(
    name="fpr",
    title=tr("false positive rate, the share of incorrect answers validated"),
    low=0,
    high=1,
    direction="lower",
    unit="answer",
    kinds=VALIDATION,
    gold=("binary",),
    paper=f"{RODRIGO}, equation (3)",
    formula="yes_incorrect ÷ (yes_incorrect + no_incorrect + silent_incorrect)",
    accepts=(Counts,),
    why=NO_NEGATIVES,
    forms=(CountForm(("fp", "negatives"), rows.share, (((0, 1), (0, -1), (0, -1)),)),),
)


def _why_auc(data: Counts) -> str:
    if data.positives == 0:
        return tr("no answer was judged correct, so there is no pair to compare")
    return tr("no answer was judged incorrect, so there is no pair to compare")


AUC_POINT = Measure(
    name="AUC-point",
    title=tr("area under the ROC curve through the run's one point"),
    low=0,
    high=1,
    unit="answer",
    kinds=VALIDATION,
    gold=("binary",),
    paper=f"{RODRIGO}, section 2 and figure 1",
    formula="(1 + yes_correct ÷ positives − yes_incorrect ÷ negatives) ÷ 2",
    accepts=(Counts,),
    why=_why_auc,
    forms=(CountForm(("tp", "fp", "positives", "negatives"), rows.auc_of_point, (((1, -1), (-1, 1), (-1, 1)),)),),
)


_UNSCORED = "answers that the run gives no score below all others"


AUC = Measure(
    name="AUC",
    title=tr("chance that a correct answer scores above an incorrect one"),
    low=0,
    high=1,
    unit="answer",
    kinds=VALIDATION,
    gold=("binary",),
    paper=f"{RODRIGO}, section 2",
    formula=(
        "(2 × pairs with the correct answer above + pairs that tie) ÷ (2 × correct × incorrect answers)"
        f", with {_UNSCORED}"
    ),
    accepts=(Counts,),
    why=lambda data: NO_SCORES if data.pairs is None else _why_auc(data),
    forms=(CountForm(("pairs", "positives", "negatives"), rows.auc_of_pairs, orders=()),),
    spelled=lambda _: f"pairs ÷ (2 × positives × negatives), with {_UNSCORED}",
)


QA_ACCURACY = Measure(
    name="qa_accuracy",
    title=tr("share of questions whose selected answer is correct"),
    low=0,
    high=1,
    unit="question",
    kinds=VALIDATION,
    averaged=VALIDATION,
    gold=("binary",),
    paper=f"{AVE}; Peñas and Rodrigo 2011, section 5",
    formula="selected_right ÷ questions",
    accepts=(Selections,),
    why=tr("there is no question to score"),
    forms=(CountForm(("selected_right", "questions"), rows.share, (((1, -1), (-1, -1), (-1, -1)),)),),
)

QA_REJ_ACCURACY = Measure(
    name="qa_rej_accuracy",
    title=tr("share of questions rightly left with no answer"),
    low=0,
    high=1,
    unit="question",
    kinds=VALIDATION,
    averaged=VALIDATION,
    gold=("binary",),
    paper=f"{AVE}; Peñas and Rodrigo 2011, section 5",
    formula="rejected_right ÷ questions",
    accepts=(Selections,),
    why=tr("there is no question to score"),
    forms=(CountForm(("rejected_right", "questions"), rows.share, (((-1, -1), (1, -1), (-1, -1)),)),),
)

ESTIMATED_QA = Measure(
    name="estimated_qa",
    title=tr("accuracy if rightly rejected questions were answered again as well as the selected ones"),
    low=0,
    high=1,
    unit="question",
    kinds=VALIDATION,
    gold=("binary",),
    paper=f"{AVE}; Peñas and Rodrigo 2011, section 5",
    formula="selected_right ÷ questions × (1 + rejected_right ÷ questions)",
    accepts=(Selections,),
    why=tr("there is no question to score"),
    forms=(
        CountForm(
            ("selected_right", "rejected_right", "questions"),
            rows.c_at_1,
            # c@1 with the questions won by rejecting as silent ones, of which a lost one is worse
            (((1, -2), (-1, -2), (-1, -2)),),
        ),
    ),
)


_CITED = {
    "precision": (
        tr("share of citations that support their sentence, in part counting half"),
        tr("share of citations that support their sentence in full"),
    ),
    "recall": (
        tr("share of sentences that a citation supports, in part counting half"),
        tr("share of sentences that a citation supports in full"),
    ),
}
"""What the measures of citations measure; the second is that of the strict ones."""


def _citation_measure(name: str, *, strict: bool) -> Measure:
    """Return citation precision or recall, where support in part counts one half, or nothing."""
    of_citations = name == "precision"
    full, partial, whole = ("full", "partial", "citations") if of_citations else ("supported", "partly", "sentences")
    share = citations.citation_precision if of_citations else citations.citation_recall
    counted = full if strict else f"({full} + 0.5 × {partial})"
    return Measure(
        name=f"citation-{name}{'-strict' if strict else ''}",
        title=_CITED[name][strict],
        low=0,
        high=1,
        unit="question",
        kinds=VALIDATION,
        averaged=VALIDATION,
        gold=("binary",),
        paper="Thakur et al. 2025 (TREC 2024 RAG)",
        formula=f"{counted} ÷ {whole}, 0 without {whole}, averaged over questions",
        accepts=(CitedResponse,),
        compute=lambda data: share(getattr(data, full), getattr(data, partial), getattr(data, whole), strict=strict),
        why="",
        forms=(UnitForm("rises"),),
        spelled=lambda _: f"{counted} ÷ {whole}",
    )


CITATIONS = tuple(
    _citation_measure(name, strict=strict) for name in ("precision", "recall") for strict in (False, True)
)

TABLE = (
    PRECISION, RECALL, F, F(b=3), F05U, F1_ANSWERED, TPR, FPR, AUC_POINT, AUC,
    QA_ACCURACY, QA_REJ_ACCURACY, ESTIMATED_QA, *CITATIONS,
)  # fmt: skip
