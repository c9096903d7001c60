"""Sakai, Ishikawa and Kando 2010: community question answering, graded by four assessors."""

from collections import Counter
from fractions import Fraction
from itertools import pairwise

from jurybox.analysis.significance import sign_p
from jurybox.gold.gold import Gold
from jurybox.gold.patterns import Votes, outcome, pattern_level
from jurybox.language import tr_noop
from jurybox.measures import ng_at_1
from jurybox.papers.page import Filled, PaperPage, PaperTable, Printed, agrees, table
from jurybox.papers.sakai_rankings import MEASURES, RANKINGS, RankedPlace
from jurybox.papers.sakai_tables import CATEGORIES, COLUMNS, TABLE_23, TABLES, SakaiTable


def _column(text: str) -> dict[int, int]:
    """Return a column of Tables 3 and 4: number of answers, number of questions, in turn."""
    numbers = [int(word) for word in text.split()]
    return dict(zip(numbers[::2], numbers[1::2], strict=True))


QUESTIONS, ANSWERS = 1500, 7443
ASSESSORS = 4
# pattern (C's are not shown): answers, level by Table 2, weight by Table 21
PATTERNS: dict[str, tuple[int, str, str]] = {
    "AAAA": (1301, "L3", "8"),
    "AAAB": (1505, "L3", "7"),
    "AABB": (1525, "L2", "6"),
    "ABBB": (1385, "L2", "5"),
    "BBBB": (1241, "L1", "4"),
    "AAA": (2, "L1", "6"),
    "AAB": (14, "L1", "5"),
    "ABB": (76, "L1", "4"),
    "BBB": (231, "L1", "3"),
    "AA": (1, "L1", "4"),
    "AB": (7, "L1", "3"),
    "BB": (105, "L1", "2"),
    "A": (1, "L0", "2"),
    "B": (32, "L0", "1"),
    "": (17, "L0", "0"),
}
# level: answers
LEVELS_OF_TABLE_2 = {"L3": 2806, "L2": 2910, "L1": 1677, "L0": 50}
LEVELS_OF_TABLE_21 = {
    "L8": 1301,
    "L7": 1505,
    "L6": 1527,
    "L5": 1399,
    "L4": 1318,
    "L3": 238,
    "L2": 106,
    "L1": 32,
    "L0": 17,
}
# level: answers without J1, J2, J3, J4
TABLE_24 = {
    "L6": (1366, 2091, 1808, 1446),
    "L5": (1647, 2015, 2180, 1737),
    "L4": (1963, 1574, 1689, 2077),
    "L3": (2081, 1406, 1501, 1786),
    "L2": (272, 268, 171, 280),
    "L1": (82, 70, 68, 93),
    "L0": (32, 19, 26, 24),
}
TABLE_3 = {
    "L3": _column("1 691 2 315 0 174 3 132 4 66 5 43 6 29 7 22 8 13 10 6 9 2 14 2 18 1 16 1 15 1 12 1 11 1"),
    "L2": _column("1 417 0 381 2 277 3 176 4 95 5 54 6 38 7 30 8 12 9 7 12 4 11 3 15 2 10 2 19 1 14 1"),
    "L1": _column("0 712 1 404 2 183 3 85 4 45 5 33 6 13 7 8 8 5 9 4 10 3 13 2 11 2 19 1"),
    "L0": _column("0 1463 1 28 2 6 3 2 4 1"),
}
"""For each level, how many questions have a given number of its answers."""
TABLE_4 = {
    "UFA": _column(
        "2 353 3 328 4 207 5 156 1 119 6 107 7 69 8 51 10 21 9 20 11 16 13 14 12 13 14 10 17 6 19 3 18 3 16 3 15 1"
    ),
    "UFBA": _column(
        "2 358 3 334 4 211 5 157 6 111 1 98 7 68 8 51 9 22 10 21 11 16 13 14 12 13 14 10 17 6 19 3 18 3 16 3 15 1"
    ),
}
"""Likewise of the favorites."""
BEST_BY_LEVEL = {"L3": 970, "L2": 399, "L1": 130, "L0": 1}
"""Level of the asker's best answer: number of questions (section 2.2)."""
MEANS = {"L3": "1.87", "L2": "1.94", "L1": "1.12", "L0": "0.03", "relevant": "4.93", "UFA": "4.18", "UFBA": "4.22"}


def votes(pattern: str) -> Votes:
    """Return the votes of four assessors behind a printed pattern."""
    a, b = pattern.count("A"), pattern.count("B")
    return Votes(a, b, ASSESSORS - a - b)


def level_of(pattern: str, gold: Gold) -> str:
    """Return the level of a printed pattern under a gold standard, such as `L3`."""
    return f"L{pattern_level(pattern, gold, judges=ASSESSORS)}"


def answers_by_level(gold: Gold) -> Counter[str]:
    """Return how many answers each level has, from the numbers of answers by pattern."""
    found: Counter[str] = Counter()
    for pattern, (answers, _, _) in PATTERNS.items():
        found[level_of(pattern, gold)] += answers
    return found


def left_out_once(gold: Gold) -> Counter[str]:
    """Return how many answers each level has when each of four assessors is left out in turn, all four added.

    Whoever is left out, one letter of the pattern goes; so this follows from the patterns alone, though not
    which assessor gave which label (the consistency law of leaving one out).
    """
    found: Counter[str] = Counter()
    for pattern, (answers, _, _) in PATTERNS.items():
        said = votes(pattern)
        for letter, count in zip("abc", said[:3], strict=True):
            if count:
                left = said._replace(**{letter: count - 1})
                found[f"L{outcome(gold, left)[0]}"] += answers * count
    return found


def level_tables() -> tuple[PaperTable, ...]:
    """Return the tables about patterns and levels."""
    return _table_2(), _table_21(), _table_24(), _distributions(), _best_answers()


def _table_2() -> PaperTable:
    gold, ours = Gold("GA"), answers_by_level(Gold("GA"))
    cells = [Printed(name or "(C's only)", "level", row[1], level_of(name, gold)) for name, row in PATTERNS.items()]
    cells += [Printed(level, "answers", str(many), Fraction(ours[level])) for level, many in LEVELS_OF_TABLE_2.items()]
    cells.append(Printed("total", "answers", str(ANSWERS), Fraction(sum(row[0] for row in PATTERNS.values()))))
    relevant = sum(many for level, many in ours.items() if level != "L0")
    cells.append(Printed("relevant, section 2.2", "answers", "7393", Fraction(relevant)))
    return table(
        tr_noop("Table 2: patterns to levels (GA)"),
        tr_noop("The level of every pattern, and the answers of each level added up from those of its patterns."),
        cells,
    )


def _table_21() -> PaperTable:
    gold, ours = Gold("GAW"), answers_by_level(Gold("GAW"))
    cells = [
        Printed(name or "(C's only)", "weight", row[2], level_of(name, gold).removeprefix("L"))
        for name, row in PATTERNS.items()
    ]
    cells += [Printed(level, "answers", str(many), Fraction(ours[level])) for level, many in LEVELS_OF_TABLE_21.items()]
    return table(
        tr_noop("Table 21: patterns to weights (GAW)"),
        tr_noop("Two for an A, one for a B; the answers of each level added up from those of its patterns."),
        cells,
    )


def _table_24() -> PaperTable:
    ours = left_out_once(Gold("GAW"))
    cells = [
        Printed(f"without J{at + 1}", "total", str(ANSWERS), Fraction(sum(row[at] for row in TABLE_24.values())))
        for at in range(ASSESSORS)
    ]
    cells += [Printed(level, "all four added", str(sum(row)), Fraction(ours[level])) for level, row in TABLE_24.items()]
    cells += [
        Printed(level, f"without J{at + 1}", str(many), None)
        for level, row in TABLE_24.items()
        for at, many in enumerate(row)
    ]
    return table(
        tr_noop("Table 24: leaving one assessor out"),
        tr_noop("The four columns added up follow from the patterns alone: whoever is left out, one letter goes."),
        cells,
        lost=tr_noop("which assessor gave which label was not printed"),
    )


def _distributions() -> PaperTable:
    """Add up each column of Tables 3 and 4."""
    cells, sums = [], {}
    for name, column in (TABLE_3 | TABLE_4).items():
        sums[name] = sum(many * questions for many, questions in column.items())
        cells.append(Printed(name, "questions", str(QUESTIONS), Fraction(sum(column.values()))))
        cells.append(Printed(name, "mean, section 2", MEANS[name], Fraction(sums[name], QUESTIONS)))
    cells += [Printed(level, "answers", str(many), Fraction(sums[level])) for level, many in LEVELS_OF_TABLE_2.items()]
    relevant = sums["L1"] + sums["L2"] + sums["L3"]
    cells.append(Printed("relevant", "mean, section 2", MEANS["relevant"], Fraction(relevant, QUESTIONS)))
    return table(
        tr_noop("Tables 3 and 4: levels and favorites by question"),
        tr_noop("Each column added up: its questions, its answers (those of Table 2), its mean."),
        cells,
    )


def _best_answers() -> PaperTable:
    relevant = sum(many for level, many in BEST_BY_LEVEL.items() if level != "L0")
    levels = ", ".join(f"{level} {many}" for level, many in BEST_BY_LEVEL.items())
    return table(
        tr_noop("Section 2.2: best answer against level"),
        Filled(tr_noop("Best answers by level ({levels})."), levels=levels),
        [
            Printed("questions", "total", str(QUESTIONS), Fraction(sum(BEST_BY_LEVEL.values()))),
            Printed("BA as a run", "GA-Hit@1", "0.9993", Fraction(relevant, QUESTIONS)),
        ],
    )


HITS = ("BA-Hit@1", "GA-Hit@1", "UFA-Hit@1", "UFBA-Hit@1")
GRADED = "GA-nG@1"
ALL, GOOD = 5, 6
_RUNS_LOST = tr_noop("the runs were not published")
_TWICE = tr_noop("no number of sixths gives this: scores rounded to four decimals (0.6667) before they are averaged")
ROUNDED_TWICE = {
    12: ("BASELINE-3",),
    14: ("LILY-3", "LILY-2", "LILY-1"),
    15: ("BASELINE-3",),
    16: ("MSRA+MSR-4", "MSRA+MSR-2"),
    20: ("MSRA+MSR-3", "MSRA+MSR-5"),
}
"""Cells of nG@1 that are half a unit off, table and runs."""


def cell_of(table: SakaiTable, run: str, column: str) -> str:
    """Return a printed mean."""
    return table.rows[run][COLUMNS.index(column)]


def questions_of(table: SakaiTable, column: str) -> int:
    """Return over how many questions a column is averaged."""
    return table.good if column == "BA-Hit@1" else table.questions


def hits(printed: str, n: int) -> int | None:
    """Return the number of hits behind a printed mean over n questions, None if there is none."""
    near = round(float(printed) * n)
    fits = [k for k in (near - 1, near, near + 1) if 0 <= k <= n and agrees(Fraction(k, n), printed)]
    return fits[0] if len(fits) == 1 else None


def sixths(printed: str, n: int) -> int:
    """Return the number of sixths nearest to a printed mean of nG@1 over n questions."""
    return round(float(printed) * 6 * n)


def recomputed(table: SakaiTable, run: str, column: str) -> Fraction | None:
    """Return the recomputed mean for a cell; None for measures of whole lists."""
    printed, n = cell_of(table, run, column), questions_of(table, column)
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
        Filled(
            tr_noop("Table {number}: {name}, {questions:,} questions"),
            number=number,
            name=found.name,
            questions=found.questions,
        ),
        Filled(
            tr_noop("Hits over {questions:,} questions (BA-Hit@1: {good:,}), sixths of nG@1 likewise."),
            questions=found.questions,
            good=found.good,
        ),
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
            misprints[row, "questions of BA-Hit@1"] = tr_noop("over the good questions of the category")
    good = sum(TABLES[number].good for number in CATEGORIES)
    cells.append(Printed("Table 6", "good questions", str(TABLES[GOOD].questions), Fraction(good)))
    return table(
        tr_noop("Tables 7 to 20: what BA-Hit@1 is over"),
        tr_noop("The only number of questions for which all thirteen cells are whole numbers of hits."),
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
        tr_noop("Tables 7 to 20 added up to Table 5"),
        tr_noop("BA-Hit@1 to Table 6. Hits and sixths are whole numbers; nDCG and Q are means of rounded means."),
        cells,
        lost=tr_noop("the rounding of fourteen printed means leaves the last digit open"),
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
        tr_noop("Table 23: the asker and the judges as runs"),
        Filled(tr_noop("Hits over {n:,} questions."), n=n),
        cells,
        misprints={
            ("MSRA+MSR-5", "best answers first, section 3.1"): tr_noop("Tables 5 and 23: 0.7773 of 1,500"),
            ("ASURA-1", "mark against J3"): tr_noop("who has the higher mean of a 0/1 score has won more questions"),
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
        Filled(tr_noop("Table {number}: rankings under {gold}"), number=number, gold=_gold(number)),
        Filled(
            tr_noop("How many ranks each run moved compared with {before}; tied runs keep the printed order."),
            before=before,
        ),
        cells,
        lost=_RUNS_LOST,
    )


def _gold(number: int) -> str:
    return "GAW" if number == min(RANKINGS) else f"LOO{number - 24}"


def _moved(number: int, name: str) -> dict[str, str]:
    """Return for each run of a ranking that is compared how far it moved."""
    after: list[RankedPlace] = list(RANKINGS[number][name])
    if number == min(RANKINGS):
        ga = TABLES[ALL]
        before = sorted(ga.rows, key=lambda run: -float(cell_of(ga, run, f"GA-{name}")))
    else:
        before = [place.run for place in RANKINGS[min(RANKINGS)][name]]
    compared = [place.run for place in after if place.run in before]
    return {run: _arrow(before.index(run) - at) for at, run in enumerate(compared)}


def _arrow(ranks: int) -> str:
    return "0" if not ranks else f"{'↑' if ranks > 0 else '↓'}{abs(ranks)}"


ALPHA = 0.05
# two runs and a measure: questions that each wins, and the paper's statement
SIGN_TESTS = {
    "ASURA-2 over MSRA+MSR-2, GA-Q": (327, 274, "significant at 0.05"),
    "J2 over BASELINE-2, GAW-nG@1": (324, 277, "not significant"),
}


def page() -> PaperPage:
    """Return what can be recomputed of the paper."""
    return PaperPage(
        "sakai",
        tr_noop("Community question answering: four assessors, the asker, thirteen runs"),
        "T. Sakai, D. Ishikawa, N. Kando: Overview of the NTCIR-8 Community QA Pilot Task (Part II): System "
        "Evaluation. NTCIR-8, 2010.",
        (*level_tables(), *mean_tables(), _sign_tests(), _examples(), _slips()),
        (
            tr_noop("the labels of the four assessors, one by one"),
            tr_noop("all runs"),
            tr_noop("Figures 1 to 5 and 7 to 11"),
        ),
    )


def _sign_tests() -> PaperTable:
    cells = []
    for pair, (wins, losses, said) in SIGN_TESTS.items():
        ours = "significant at 0.05" if sign_p(wins, losses) < ALPHA else "not significant"
        cells.append(Printed(pair, f"{wins} to {losses}", said, ours))
    return table(tr_noop("Sections 3.1 and 4: sign tests"), tr_noop("Exact two-sided p from wins and losses."), cells)


def _examples() -> PaperTable:
    """Section 2.2: a question that has an L3 answer."""
    cells = [
        Printed(f"L{gain} first", "GA-nG@1", printed, str(Fraction(ng_at_1([gain], [3, 2, 1])).limit_denominator(3)))
        for gain, printed in ((3, "1"), (1, "1/3"))
    ]
    return table(
        tr_noop("Section 2.2: worked examples"), tr_noop("One answer at rank 1 of a question with an L3 answer."), cells
    )


def _slips() -> PaperTable:
    said = [
        (
            "section 2.1",
            "mean BA-Hit@1 is",
            "a number of questions",
            "a proportion",
            tr_noop("the tables show proportions"),
        ),
        ("section 2.2", "most answers of a question", "twenty", "19", tr_noop("answers per question are in [2, 19]")),
        ("section 3.1", "the second of two", "the former", "the latter", tr_noop("the first is the former already")),
        ("section 3.3", "BASELINE-3 sorts by", "length", "time", tr_noop("BASELINE-2 sorts by length")),
        ("section 3.4", "average GA-nCG@1 is", "13", "1", tr_noop("1, and the mark of footnote 3")),
    ]
    return table(
        tr_noop("Slips of the text"),
        tr_noop("What is printed, and what is meant."),
        [Printed(where, what, printed, meant) for where, what, printed, meant, _ in said],
        misprints={(where, what): reason for where, what, _, _, reason in said},
    )
