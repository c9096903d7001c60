"""Voorhees 2005: question series in the TREC 2004 question answering track."""

from fractions import Fraction
from math import comb, isqrt

from jurybox.analysis.correlations import kendall
from jurybox.language import tr_noop
from jurybox.measures import series_score
from jurybox.papers.page import Filled, PaperPage, PaperTable, Printed, table

RUNS, PAIRS = 63, 1953
REVERSED = 8
"""With the first eight of 63 runs reversed, 28 pairs change their order, which makes Kendall's tau 0.971."""
_RUN_DATA = tr_noop("the scores of the runs were not printed")


def page() -> PaperPage:
    """Return what can be recomputed of the paper."""
    return PaperPage(
        "voorhees",
        tr_noop("Question series"),
        "E. M. Voorhees: Using Question Series to Evaluate Question Answering System Effectiveness. "
        "HLT/EMNLP 2005, 299-306.",
        (_test_set(), _weights(), _medians(), _pairs(), _recall()),
        (tr_noop("Figures 2 to 4"), tr_noop("all run data of TREC 2004")),
    )


def _test_set() -> PaperTable:
    series = 65
    return table(
        tr_noop("Sections 1 and 2: the test set"),
        tr_noop("Kinds of target added up, less the one series that was left unjudged."),
        [
            Printed("series", "number", str(series), Fraction(23 + 25 + 17)),
            Printed("Other questions", "number", "65", Fraction(series)),
            Printed("series evaluated", "number", "64", Fraction(series - 1)),
            Printed("list questions evaluated", "number", "55", Fraction(56 - 1)),
            Printed("factoid questions", "number", "230", None),
            Printed("NIL correct", "number", "22", None),
            Printed("answers per list question", "mean", "8.8", None),
        ],
        lost=tr_noop("the questions and answers are not in the paper"),
    )


def _weights() -> PaperTable:
    """Compare the weights with scores of series in which one kind of question is perfect."""
    cells = [
        Printed("factoid", "with list questions", ".5", series_score(1, 0, 0)),
        Printed("list", "with list questions", ".25", series_score(0, 1, 0)),
        Printed("Other", "with list questions", ".25", series_score(0, 0, 1)),
        Printed("factoid", "without list questions", ".67", series_score(1, None, 0)),
        Printed("Other", "without list questions", ".33", series_score(0, None, 1)),
        Printed("factoid", "without list questions, exact", ".67", series_score(1, None, 0, weights="exact")),
        Printed("Other", "without list questions, exact", ".33", series_score(0, None, 1, weights="exact")),
    ]
    return table(
        tr_noop("Section 2.4: the weights of a series"),
        tr_noop(
            "Scores of series in which one kind of question is perfect and the others fail; .5 and .25 "
            "renormalized without lists are 2/3 and 1/3."
        ),
        cells,
    )


def _medians() -> PaperTable:
    cells = []
    for kind, zero, of, share in (("factoid", 212, 230, "92.2"), ("list", 39, 55, "70.9"), ("Other", 41, 64, "64.1")):
        cells.append(Printed(kind, "median of zero, percent", share, Fraction(100 * zero, of)))
    return table(
        tr_noop("Section 3.1: questions with a median of zero"), tr_noop("Their number over all of their kind."), cells
    )


def _pairs() -> PaperTable:
    runs = (1 + isqrt(1 + 8 * PAIRS)) // 2
    order = list(range(RUNS))
    other = [*reversed(order[:REVERSED]), *order[REVERSED:]]
    return table(
        tr_noop("Sections 3.1 and 3.2: pairs of runs"),
        Filled(
            tr_noop("Pairs of {runs} runs, the number of runs for so many pairs, tau with {pairs} pairs reversed."),
            runs=RUNS,
            pairs=comb(REVERSED, 2),
        ),
        [
            Printed("63 runs", "pairs", str(PAIRS), Fraction(comb(RUNS, 2))),
            Printed("1953 pairs", "runs", "64", Fraction(runs)),
            Printed("series against type", "Kendall's tau", "0.971", kendall(order, other)),
            Printed("pairs that differ by 0.05", "percent", "70", None),
            Printed("series for an error of 5% at 0.05", "number", "47", None),
        ],
        misprints={
            ("1953 pairs", "runs"): Filled(
                tr_noop("{runs} runs give 1953 pairs; 64 would give {pairs}"), runs=RUNS, pairs=comb(64, 2)
            )
        },
        lost=_RUN_DATA,
    )


def _recall() -> PaperTable:
    return table(
        tr_noop("Section 2.3: nugget recall"),
        tr_noop("What is printed, and what is meant."),
        [Printed("recall", "definition", "matched nuggets / vital nuggets", "matched vital nuggets / vital nuggets")],
        misprints={("recall", "definition"): tr_noop("else recall could exceed 1")},
    )
