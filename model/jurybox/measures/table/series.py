"""The measures of list questions, of Other questions and of series."""

from jurybox.kinds import SERIES_KINDS
from jurybox.language import tr
from jurybox.measures import lists, nuggets, series
from jurybox.measures.checks import NAN
from jurybox.measures.definition import Gold, Kind, Measure, Parameter
from jurybox.measures.forms import UnitForm
from jurybox.measures.inputs import ListResponse, NuggetResponse, Parts, WeightedNuggets

VOORHEES = "Voorhees 2005"
LIST: tuple[Kind, ...] = ("list",)
OTHER: tuple[Kind, ...] = ("other",)
MIXED: tuple[Kind, ...] = SERIES_KINDS
ALL_GOLD: tuple[Gold, ...] = ("binary", "instances", "nuggets")
NO_INSTANCE = tr("the question has no known instance")
NO_VITAL = tr("the question has no vital nugget")
ALLOWANCE = Parameter("allowance", float, 100, low=0, above=True)


def _ip(data: ListResponse) -> float:
    """Return IP of a question; an empty list scores 0 where there was something to find."""
    if data.known == 0:
        return NAN
    return lists.instance_precision(data.distinct, data.returned) if data.returned else 0.0


IP = Measure(
    name="IP",
    title=tr("share of returned responses that are correct and distinct"),
    low=0,
    high=1,
    unit="question",
    kinds=LIST,
    averaged=LIST,
    gold=("instances",),
    paper=f"{VOORHEES}, section 2.2",
    formula="distinct ÷ returned (0 for an empty list), averaged over questions",
    accepts=(ListResponse,),
    compute=_ip,
    why=NO_INSTANCE,
    forms=(UnitForm("rises"),),
)

IR = Measure(
    name="IR",
    title=tr("share of known instances that were returned"),
    low=0,
    high=1,
    unit="question",
    kinds=LIST,
    averaged=LIST,
    gold=("instances",),
    paper=f"{VOORHEES}, section 2.2",
    formula="distinct ÷ known, averaged over questions",
    accepts=(ListResponse,),
    compute=lambda data: lists.instance_recall(data.distinct, data.known),
    why=NO_INSTANCE,
    forms=(UnitForm("rises"),),
)

F_LIST = Measure(
    name="F-list",
    title=tr("harmonic mean of IP and IR"),
    low=0,
    high=1,
    unit="question",
    kinds=LIST,
    averaged=LIST,
    gold=("instances",),
    paper=f"{VOORHEES}, section 2.2",
    formula="2 × distinct ÷ (returned + known), averaged over questions",
    accepts=(ListResponse,),
    compute=lambda data: lists.instance_f(data.distinct, data.returned, data.known) if data.known else NAN,
    why=NO_INSTANCE,
    forms=(UnitForm("rises"),),
)


def _nugget_precision(data: NuggetResponse, *, allowance: float) -> float:
    """Return the precision of a question; an empty response scores 0 where there are nuggets."""
    if data.length == 0:
        return 0.0 if data.vital + data.okay else NAN
    return nuggets.nugget_precision(data.vital_matched + data.okay_matched, data.length, allowance=allowance)


NUGGET_RECALL = Measure(
    name="nugget-recall",
    title=tr("share of vital nuggets matched"),
    low=0,
    high=1,
    unit="question",
    kinds=OTHER,
    averaged=OTHER,
    gold=("nuggets",),
    paper=f"{VOORHEES}, section 2.3",
    formula="vital_matched ÷ vital, averaged over questions",
    accepts=(NuggetResponse,),
    compute=lambda data: nuggets.nugget_recall(data.vital_matched, data.vital),
    why=NO_VITAL,
    forms=(UnitForm("rises"),),
)

NUGGET_PRECISION = Measure(
    name="nugget-precision",
    title=tr("how well a response keeps to the length that its nuggets allow"),
    low=0,
    high=1,
    unit="question",
    kinds=OTHER,
    averaged=OTHER,
    gold=("nuggets",),
    paper=f"{VOORHEES}, section 2.3",
    formula="min(1, allowance × (vital_matched + okay_matched) ÷ length), averaged over questions",
    accepts=(NuggetResponse,),
    compute=_nugget_precision,
    why=tr("the response is empty and the question has no nugget"),
    forms=(UnitForm("rises"),),
    parameters=(ALLOWANCE,),
)


def f_spelled(matched: str, recall: str) -> str:
    """Return the formula of F over nuggets, by what it counts as matched and as recall."""
    precision = f"min(1, allowance × {matched} ÷ length)"
    return f"(b² + 1) × P × R ÷ (b² × P + R), with P = {precision}, R = {recall}"


F_PYRAMID = Measure(
    name="F-pyramid",
    title=tr("F of weighted nugget recall and nugget precision"),
    low=0,
    high=1,
    unit="question",
    kinds=OTHER,
    averaged=OTHER,
    gold=("nuggets",),
    paper="Lin and Demner-Fushman 2006",
    formula="(b² + 1) × P × R ÷ (b² × P + R), R = weights of matched nuggets ÷ all weights, averaged",
    accepts=(WeightedNuggets,),
    compute=lambda data, b, allowance: nuggets.nugget_pyramid_f(
        data.weights, data.matched, data.length, beta=b, allowance=allowance
    ),
    why=tr("no nugget of the question has weight"),
    forms=(UnitForm("rises"),),
    spelled=lambda _, **__: f_spelled("matched", "weight_matched ÷ weight"),
    parameters=(Parameter("b", float, 3, low=0, above=True, shown=True, bare=True), ALLOWANCE),
)

_OKAY_HALVES = {"vital": 0, "all": 2, "weighted": 1}
"""What an okay nugget weighs in each of the support scores, in halves of a vital one."""
_OKAY_WORTH = {"vital": "", "all": " + okay{}", "weighted": " + 0.5 × okay{}"}
_SUPPORTED = {
    "vital": (tr("share of vital nuggets supported"), tr("share of vital nuggets supported in full")),
    "all": (tr("share of all nuggets supported"), tr("share of all nuggets supported in full")),
    "weighted": (
        tr("share of nuggets supported, okay ones counting half"),
        tr("share of nuggets supported in full, okay ones counting half"),
    ),
}
"""What the support scores measure; the second is that of the strict ones."""


def _support_measure(nuggets_of: str, *, strict: bool) -> Measure:
    """Return the share of nuggets supported: of the vital, of all, or with okay ones at half the weight."""
    okay, worth = _OKAY_HALVES[nuggets_of], _OKAY_WORTH[nuggets_of]

    def value(data: NuggetResponse) -> float:
        full, partial = (data.vital_matched, data.okay_matched), (data.vital_partial, data.okay_partial)
        return nuggets.support_share(full, partial, (data.vital, data.okay), okay, strict=strict)

    parts = [f"vital{end}{worth.format(end)}" for end in ("_matched", "_partial", "")]
    matched, partial, whole = (f"({part})" if worth else part for part in parts)
    counted = matched if strict else f"({matched} + 0.5 × {partial})"
    return Measure(
        name=f"{nuggets_of}{'-strict' if strict else ''}",
        title=_SUPPORTED[nuggets_of][strict],
        low=0,
        high=1,
        unit="question",
        kinds=OTHER,
        averaged=OTHER,
        gold=("nuggets",),
        paper="Pradeep et al. 2025",
        formula=f"{counted} ÷ {whole}, averaged over questions",
        accepts=(NuggetResponse,),
        compute=value,
        why=tr("the question has no nugget") if okay else NO_VITAL,
        forms=(UnitForm("rises"),),
    )


_SUPPORT = tuple(_support_measure(name, strict=strict) for name in _OKAY_HALVES for strict in (False, True))


def _why_parts(data: Parts) -> str:
    if data.factoid_accuracy is None:
        return tr("there is no factoid question")
    if data.missing("factoid_accuracy"):
        return tr("the accuracy over the factoid questions is undefined")
    if data.other_f is None:
        return tr("there is no Other question")
    if data.missing("other_f"):
        return tr("the Other question is unjudged or has no vital nugget")
    return tr("there is no list question") if data.list_f is None else tr("the F of the list questions is undefined")


_WEIGHTED = "0.5 × factoid_accuracy + 0.25 × list_f + 0.25 × other_f"
_WITHOUT_LISTS = {
    "printed": "0.67 × factoid_accuracy + 0.33 × other_f",
    "exact": "(2 × factoid_accuracy + other_f) ÷ 3",
}
_SERIES = f"{_WEIGHTED}, or {_WITHOUT_LISTS['printed']} without list questions"


def _series_spelled(data: Parts | None, *, weights: str) -> str:
    if data is None:
        return _SERIES
    return _WEIGHTED if data.list_f is not None else _WITHOUT_LISTS[weights]


SERIES = Measure(
    name="series",
    title=tr("weighted score of a series, averaged over series"),
    low=0,
    high=1,
    unit="series",
    kinds=MIXED,
    averaged=MIXED,
    gold=ALL_GOLD,
    needs_all=True,
    paper=f"{VOORHEES}, section 2.4",
    formula=f"{_SERIES}, averaged over series",
    accepts=(Parts,),
    compute=lambda data, weights: series.series_score(
        data.factoid_accuracy, data.list_f, data.other_f, weights=weights
    ),
    why=_why_parts,
    forms=(UnitForm("rises"),),
    spelled=_series_spelled,
    parameters=(Parameter("weights", str, "printed", choices=series.WEIGHTS),),
)

BY_TYPE = Measure(
    name="by-type",
    title=tr("weighted score of the three types of question"),
    low=0,
    high=1,
    unit="question",
    kinds=MIXED,
    gold=ALL_GOLD,
    needs_all=True,
    paper=f"{VOORHEES}, section 2.4 (TREC 2003)",
    formula=_WEIGHTED,
    accepts=(Parts,),
    compute=lambda data: series.by_type_score(data.factoid_accuracy, data.list_f, data.other_f),
    why=_why_parts,
    forms=(UnitForm("rises"),),
)

TABLE = (
    IP, IR, F_LIST, NUGGET_RECALL, NUGGET_PRECISION, F_PYRAMID,
    *_SUPPORT, SERIES, BY_TYPE,
)  # fmt: skip
