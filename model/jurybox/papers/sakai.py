"""Sakai, Ishikawa and Kando 2010: community question answering, graded by four assessors."""

from fractions import Fraction

from jurybox.analysis.significance import sign_p
from jurybox.measures import ng_at_1
from jurybox.papers.page import PaperPage, PaperTable, Printed, table
from jurybox.papers.sakai_levels import level_tables
from jurybox.papers.sakai_means import mean_tables

ALPHA = 0.05
# two runs and a measure: questions that one and the other wins, what the paper says of it
SIGN_TESTS = {
    "ASURA-2 over MSRA+MSR-2, GA-Q": (327, 274, "significant at 0.05"),
    "J2 over BASELINE-2, GAW-nG@1": (324, 277, "not significant"),
}


def page() -> PaperPage:
    """Return what can be recomputed of the paper."""
    return PaperPage(
        "sakai",
        "Community question answering: four assessors, the asker, thirteen runs",
        "T. Sakai, D. Ishikawa, N. Kando: Overview of the NTCIR-8 Community QA Pilot Task (Part II): System "
        "Evaluation. NTCIR-8, 2010.",
        (*level_tables(), *mean_tables(), _sign_tests(), _examples(), _slips()),
        ("the labels of the four assessors, one by one", "all runs", "Figures 1 to 5 and 7 to 11"),
    )


def _sign_tests() -> PaperTable:
    cells = []
    for pair, (wins, losses, said) in SIGN_TESTS.items():
        ours = "significant at 0.05" if sign_p(wins, losses) < ALPHA else "not significant"
        cells.append(Printed(pair, f"{wins} to {losses}", said, ours))
    return table("Sections 3.1 and 4: sign tests", "Exact two-sided p from wins and losses.", cells)


def _examples() -> PaperTable:
    """Section 2.2: a question that has an L3 answer."""
    cells = [
        Printed(
            f"L{gain} first",
            "GA-nG@1",
            printed,
            str(Fraction(ng_at_1([gain], [3, 2, 1])).limit_denominator(3)),
        )
        for gain, printed in ((3, "1"), (1, "1/3"))
    ]
    return table(
        "Section 2.2: worked examples", "One answer at rank 1 of a question with an L3 answer.", cells
    )


def _slips() -> PaperTable:
    said = [
        (
            "section 2.1",
            "mean BA-Hit@1 is",
            "a number of questions",
            "a proportion",
            "the tables show proportions",
        ),
        ("section 2.2", "most answers of a question", "twenty", "19", "answers per question lie in [2, 19]"),
        ("section 3.1", "the second of two", "the former", "the latter", "the first is the former already"),
        ("section 3.3", "BASELINE-3 sorts by", "length", "time", "BASELINE-2 sorts by length"),
        ("section 3.4", "average GA-nCG@1 is", "13", "1", "1, and the mark of footnote 3"),
    ]
    return table(
        "Slips of the text",
        "What is printed, and what is meant.",
        [Printed(where, what, printed, meant) for where, what, printed, meant, _ in said],
        misprints={(where, what): reason for where, what, _, _, reason in said},
    )
