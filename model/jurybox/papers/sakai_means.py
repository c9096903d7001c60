"""Sakai et al. 2010, Tables 5 to 20 and 23: what the printed means say, the runs being unpublished.

A mean of Hit@1 over n questions is a whole number of hits over n, and one of nG@1 with gains 3, 2, 1 a whole
number of sixths over n. So a cell tells what it stands for, and the categories, which share out the
questions, must add up to all of them.
"""

from fractions import Fraction
from itertools import pairwise

from jurybox.papers.page import PaperTable, Printed, agrees, table
from jurybox.papers.sakai_rankings import MEASURES, RANKINGS, Place
from jurybox.papers.sakai_tables import CATEGORIES, COLUMNS, TABLE_23, TABLES, Table

HITS = ("BA-Hit@1", "GA-Hit@1", "UFA-Hit@1", "UFBA-Hit@1")
GRADED = "GA-nG@1"
ALL, GOOD = 5, 6
_RUNS_LOST = "the runs were not published"
_TWICE = "no number of sixths gives this: scores rounded to four decimals (0.6667) before they are averaged"
ROUNDED_TWICE = {
    12: ("BASELINE-3",),
    14: ("LILY-3", "LILY-2", "LILY-1"),
    15: ("BASELINE-3",),
    16: ("MSRA+MSR-4", "MSRA+MSR-2"),
    20: ("MSRA+MSR-3", "MSRA+MSR-5"),
}
"""Cells of nG@1 that are half a unit off, table and runs."""


def cell_of(found: Table, run: str, column: str) -> str:
    """Return a printed mean."""
    return found.rows[run][COLUMNS.index(column)]


def questions_of(found: Table, column: str) -> int:
    """Return over how many questions a column is averaged."""
    return found.good if column == "BA-Hit@1" else found.questions


def hits(printed: str, n: int) -> int | None:
    """Return the number of hits that a printed mean over n questions stands for, None if there is none."""
    near = round(float(printed) * n)
    fits = [k for k in (near - 1, near, near + 1) if 0 <= k <= n and agrees(Fraction(k, n), printed)]
    return fits[0] if len(fits) == 1 else None


def sixths(printed: str, n: int) -> int:
    """Return the number of sixths nearest to a printed mean of nG@1 over n questions."""
    return round(float(printed) * 6 * n)


def recomputed(found: Table, run: str, column: str) -> Fraction | None:
    """Return the mean that a cell stands for; None for measures of whole lists."""
    printed, n = cell_of(found, run, column), questions_of(found, column)
    if column == GRADED:
        return Fraction(sixths(printed, n), 6 * n)
    many = hits(printed, n) if column in HITS else None
    return None if many is None else Fraction(many, n)


def mean_tables() -> tuple[PaperTable, ...]:
    """Return the tables of means, the questions they are over, and the categories added up."""
    means = [_means(number) for number in TABLES]
    return (*means, _bases(), _added_up(), _best(), *(_order(number) for number in RANKINGS))


def _means(number: int) -> PaperTable:
    found = TABLES[number]
    cells = [
        Printed(run, column, cell_of(found, run, column), recomputed(found, run, column))
        for run in found.rows
        for column in COLUMNS
    ]
    return table(
        f"Table {number}: {found.name}, {found.questions:,} questions",
        f"Hits over {found.questions:,} questions (BA-Hit@1: {found.good:,}), sixths of nG@1 likewise.",
        cells,
        misprints={(run, GRADED): _TWICE for run in ROUNDED_TWICE.get(number, ())},
        lost=_RUNS_LOST,
    )


def _bases() -> PaperTable:
    """Compare the questions of a category with those that its column BA-Hit@1 is over."""
    cells, misprints = [], {}
    for number in CATEGORIES:
        found = TABLES[number]
        row = f"Table {number}, {found.name}"
        cells.append(Printed(row, "questions of BA-Hit@1", str(found.questions), Fraction(found.good)))
        if found.good != found.questions:
            misprints[row, "questions of BA-Hit@1"] = "over the good questions of the category"
    good = sum(TABLES[number].good for number in CATEGORIES)
    cells.append(Printed("Table 6", "good questions", str(TABLES[GOOD].questions), Fraction(good)))
    return table(
        "Tables 7 to 20: what BA-Hit@1 is over",
        "The one number of questions of which all thirteen cells are whole numbers of hits.",
        cells,
        misprints=misprints,
    )


def _added_up() -> PaperTable:
    cells = []
    for run in TABLES[ALL].rows:
        for column in COLUMNS:
            whole = TABLES[GOOD if column == "BA-Hit@1" else ALL]
            printed = cell_of(whole, run, column)
            mean = _weighted(run, column)
            is_open = column not in (*HITS, GRADED) and not agrees(mean, printed)
            cells.append(Printed(run, column, printed, None if is_open else mean))
    return table(
        "Tables 7 to 20 added up to Table 5",
        "BA-Hit@1 to Table 6. Hits and sixths are whole numbers; nDCG and Q are means of rounded means.",
        cells,
        lost="the rounding of fourteen printed means leaves the last digit open",
    )


def _weighted(run: str, column: str) -> Fraction:
    """Return the mean over all questions from those of the categories."""
    total, questions = Fraction(0), 0
    for number in CATEGORIES:
        found = TABLES[number]
        n = questions_of(found, column)
        mean = recomputed(found, run, column)
        total += n * (Fraction(cell_of(found, run, column)) if mean is None else mean)
        questions += n
    return total / questions


def _best() -> PaperTable:
    n = TABLES[ALL].questions
    cells = []
    for run, printed in TABLE_23.items():
        many = hits(printed, n)
        cells.append(Printed(run, "BA-Hit@1", printed, None if many is None else Fraction(many, n)))
    found = hits(TABLE_23["MSRA+MSR-5"], n)
    cells.append(Printed("MSRA+MSR-5", "best answers first, section 3.1", "1493", Fraction(found or 0)))
    cells.append(Printed("ASURA-1", "mark against J3", "†", "none"))
    return table(
        "Table 23: the asker and the judges as runs",
        f"Hits over {n:,} questions.",
        cells,
        misprints={
            ("MSRA+MSR-5", "best answers first, section 3.1"): "Tables 5 and 23: 0.7773 of 1,500",
            ("ASURA-1", "mark against J3"): "who has the higher mean of a 0/1 score has won more questions",
        },
        lost=_RUNS_LOST,
    )


def _order(number: int) -> PaperTable:
    """Compare how far each run moved from the ranking that a table is compared with."""
    cells = []
    for name in MEASURES:
        places = RANKINGS[number][name]
        moved = _moved(number, name)
        for place in places:
            cells.append(Printed(place.run, name, place.mean, None))
            if place.run in moved:
                cells.append(Printed(place.run, f"{name}, ranks moved", place.moved or "0", moved[place.run]))
        assert all(float(a.mean) >= float(b.mean) for a, b in pairwise(places))  # noqa: S101 - our own copy
    before = "GA, submitted runs alone" if number == min(RANKINGS) else "GAW"
    return table(
        f"Table {number}: rankings under {_gold(number)}",
        f"How many ranks each run moved against {before}; runs that tie stand as printed.",
        cells,
        lost=_RUNS_LOST,
    )


def _gold(number: int) -> str:
    return "GAW" if number == min(RANKINGS) else f"LOO{number - 24}"


def _moved(number: int, name: str) -> dict[str, str]:
    """Return for each run of a ranking that is compared how far it moved."""
    after: list[Place] = list(RANKINGS[number][name])
    if number == min(RANKINGS):
        ga = TABLES[ALL]
        before = sorted(ga.rows, key=lambda run: -float(cell_of(ga, run, f"GA-{name}")))
    else:
        before = [place.run for place in RANKINGS[min(RANKINGS)][name]]
    compared = [place.run for place in after if place.run in before]
    return {run: _arrow(before.index(run) - at) for at, run in enumerate(compared)}


def _arrow(ranks: int) -> str:
    return "0" if not ranks else f"{'↑' if ranks > 0 else '↓'}{abs(ranks)}"
