"""Llopis, Escapa, Ferrández, Navarro and Noguera 2009: MRRT, answers weighted by the time they take."""

import math
from fractions import Fraction

from jurybox.language import tr_noop
from jurybox.measures import effective_times, mrrt
from jurybox.papers.page import Filled, PaperPage, PaperTable, Printed, table

# run: MRR, seconds, effective time
TABLE_1: dict[str, tuple[str, int, str]] = {
    "daedalus1": ("0.41", 549, "0.10"),
    "tokyo": ("0.38", 5141, "1.00"),
    "priberam": ("0.35", 56, "0.01"),
    "daedalus2": ("0.33", 198, "0.03"),
    "inaoe": ("0.3", 1966, "0.38"),
    "alicante": ("0.24", 76, "0.02"),
}
# the r in the head of a column: in words, exactly, and as used to compute the column
R_MEANT: dict[str, tuple[str, float, float]] = {
    "0": ("0", 0.0, 0.0),
    "0.51": ("ln(5/3)", math.log(5 / 3), 0.51),
    "0.99": ("ln 3", math.log(3), math.log(3)),
    "1.95": ("ln 7", math.log(7), 1.95),
}
# the printed r: MRRT and rank for each run in the order of Table 1
TABLE_2: dict[str, list[tuple[str, int]]] = {
    "0": [("0.41", 1), ("0.38", 2), ("0.35", 3), ("0.33", 4), ("0.30", 5), ("0.24", 6)],
    "0.51": [("0.40", 1), ("0.28", 4), ("0.35", 2), ("0.33", 3), ("0.27", 5), ("0.24", 6)],
    "0.99": [("0.39", 1), ("0.19", 6), ("0.35", 2), ("0.32", 3), ("0.23", 5), ("0.24", 4)],
    "1.95": [("0.37", 1), ("0.09", 6), ("0.35", 2), ("0.32", 3), ("0.19", 5), ("0.24", 4)],
}
_ONE_RULE = tr_noop("{seconds} / {slowest}; no single rounding rule gives all three of these cells")


def page() -> PaperPage:
    """Return what can be recomputed of the paper."""
    return PaperPage(
        "llopis",
        tr_noop("Answers and the time they take: MRRT"),
        "F. Llopis, A. Escapa, A. Ferrández, S. Navarro, E. Noguera: How long can you wait for your QA "
        "system? SIGIR Workshop on the Future of IR Evaluation, 2009.",
        (_table_1(), _values_of_r(), _table_2(), _ranks()),
        (tr_noop("the figures of iso-ranking curves"),),
    )


def scores(r: float) -> dict[str, float]:
    """Return MRRT of every run of Table 1, times from seconds."""
    times = effective_times([seconds for _, seconds, _ in TABLE_1.values()]).tolist()
    return {run: mrrt(float(row[0]), time, r) for (run, row), time in zip(TABLE_1.items(), times, strict=True)}


def _table_1() -> PaperTable:
    slowest = max(seconds for _, seconds, _ in TABLE_1.values())
    return table(
        tr_noop("Table 1: effective times"),
        tr_noop("Seconds over those of the slowest run."),
        [Printed(run, "t", printed, Fraction(seconds, slowest)) for run, (_, seconds, printed) in TABLE_1.items()],
        misprints={
            (run, "t"): Filled(_ONE_RULE, seconds=TABLE_1[run][1], slowest=slowest)
            for run in ("daedalus1", "daedalus2", "alicante")
        },
    )


def _values_of_r() -> PaperTable:
    """Compare the values of r with those that leave the slowest run a round share of its MRR."""
    return table(
        tr_noop("Table 2: the values of r"),
        tr_noop("Those that leave the slowest run 3/4, 1/2 and 1/4 of its MRR."),
        [Printed(f"r = {words}", "r", printed, r) for printed, (words, r, _) in R_MEANT.items()],
        misprints={
            ("r = ln 3", "r"): tr_noop(
                "ln 3 is 1.0986; at 0.99 tokyo would have 0.21, inaoe and alicante change places"
            )
        },
    )


def _table_2() -> PaperTable:
    cells = [
        Printed(run, f"r={column}", cell, score)
        for column, printed in TABLE_2.items()
        for (run, score), (cell, _) in zip(scores(R_MEANT[column][2]).items(), printed, strict=True)
    ]
    return table(
        tr_noop("Table 2: MRRT"),
        tr_noop("MRR as printed, times from the seconds of Table 1, r as printed, but ln 3 for 0.99."),
        cells,
        misprints={
            ("tokyo", "r=0.51"): tr_noop("r is ln(5/3) rounded: 0.38 * 3/4 = 0.285"),
            ("inaoe", "r=0.99"): tr_noop("0.238 at ln 3; no r gives all six cells of this column"),
        },
    )


def _ranks() -> PaperTable:
    cells = []
    for column, printed in TABLE_2.items():
        score = scores(R_MEANT[column][2])
        order = sorted(score, key=lambda run: -score[run])
        for run, (_, rank) in zip(TABLE_1, printed, strict=True):
            cells.append(Printed(run, f"rank at r={column}", str(rank), Fraction(order.index(run) + 1)))
    return table(tr_noop("Table 2: ranks"), tr_noop("Runs by MRRT, from seconds that are not rounded."), cells)
