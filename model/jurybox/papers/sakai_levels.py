"""Sakai et al. 2010, Tables 2, 3, 4, 21 and 24: patterns of votes, levels, favorites, leaving one out."""

from collections import Counter
from fractions import Fraction

from jurybox.gold.gold import Gold
from jurybox.gold.patterns import Votes, outcome, pattern_level
from jurybox.papers.page import PaperTable, Printed, table


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
"""Of each level, how many questions have so many answers of it."""
TABLE_4 = {
    "UFA": _column(
        "2 353 3 328 4 207 5 156 1 119 6 107 7 69 8 51 10 21 9 20 "
        "11 16 13 14 12 13 14 10 17 6 19 3 18 3 16 3 15 1"
    ),
    "UFBA": _column(
        "2 358 3 334 4 211 5 157 6 111 1 98 7 68 8 51 9 22 10 21 "
        "11 16 13 14 12 13 14 10 17 6 19 3 18 3 16 3 15 1"
    ),
}
"""Likewise of the favorites."""
BEST_BY_LEVEL = {"L3": 970, "L2": 399, "L1": 130, "L0": 1}
"""Level of the asker's best answer: number of questions (section 2.2)."""
MEANS = {
    "L3": "1.87",
    "L2": "1.94",
    "L1": "1.12",
    "L0": "0.03",
    "relevant": "4.93",
    "UFA": "4.18",
    "UFBA": "4.22",
}


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
    cells = [
        Printed(name or "(C's only)", "level", row[1], level_of(name, gold)) for name, row in PATTERNS.items()
    ]
    cells += [
        Printed(level, "answers", str(many), Fraction(ours[level]))
        for level, many in LEVELS_OF_TABLE_2.items()
    ]
    cells.append(
        Printed("total", "answers", str(ANSWERS), Fraction(sum(row[0] for row in PATTERNS.values())))
    )
    relevant = sum(many for level, many in ours.items() if level != "L0")
    cells.append(Printed("relevant, section 2.2", "answers", "7393", Fraction(relevant)))
    return table(
        "Table 2: patterns to levels (GA)",
        "The level of every pattern, and the answers of each level added up from those of its patterns.",
        cells,
    )


def _table_21() -> PaperTable:
    gold, ours = Gold("GAW"), answers_by_level(Gold("GAW"))
    cells = [
        Printed(name or "(C's only)", "weight", row[2], level_of(name, gold).removeprefix("L"))
        for name, row in PATTERNS.items()
    ]
    cells += [
        Printed(level, "answers", str(many), Fraction(ours[level]))
        for level, many in LEVELS_OF_TABLE_21.items()
    ]
    return table(
        "Table 21: patterns to weights (GAW)",
        "Two for an A, one for a B; the answers of each level added up from those of its patterns.",
        cells,
    )


def _table_24() -> PaperTable:
    ours = left_out_once(Gold("GAW"))
    cells = [
        Printed(
            f"without J{at + 1}", "total", str(ANSWERS), Fraction(sum(row[at] for row in TABLE_24.values()))
        )
        for at in range(ASSESSORS)
    ]
    cells += [
        Printed(level, "all four added", str(sum(row)), Fraction(ours[level]))
        for level, row in TABLE_24.items()
    ]
    cells += [
        Printed(level, f"without J{at + 1}", str(many), None)
        for level, row in TABLE_24.items()
        for at, many in enumerate(row)
    ]
    return table(
        "Table 24: leaving one assessor out",
        "The four columns added up follow from the patterns alone: whoever is left out, one letter goes.",
        cells,
        lost="which assessor gave which label was not printed",
    )


def _distributions() -> PaperTable:
    """Add up each column of Tables 3 and 4."""
    cells, sums = [], {}
    for name, column in (TABLE_3 | TABLE_4).items():
        sums[name] = sum(many * questions for many, questions in column.items())
        cells.append(Printed(name, "questions", str(QUESTIONS), Fraction(sum(column.values()))))
        cells.append(Printed(name, "mean, section 2", MEANS[name], Fraction(sums[name], QUESTIONS)))
    cells += [
        Printed(level, "answers", str(many), Fraction(sums[level]))
        for level, many in LEVELS_OF_TABLE_2.items()
    ]
    relevant = sums["L1"] + sums["L2"] + sums["L3"]
    cells.append(Printed("relevant", "mean, section 2", MEANS["relevant"], Fraction(relevant, QUESTIONS)))
    return table(
        "Tables 3 and 4: levels and favorites by question",
        "Each column added up: its questions, its answers (those of Table 2), its mean.",
        cells,
    )


def _best_answers() -> PaperTable:
    relevant = sum(many for level, many in BEST_BY_LEVEL.items() if level != "L0")
    return table(
        "Section 2.2: best answer against level",
        "Best answers by level ("
        + ", ".join(f"{level} {many}" for level, many in BEST_BY_LEVEL.items())
        + ").",
        [
            Printed("questions", "total", str(QUESTIONS), Fraction(sum(BEST_BY_LEVEL.values()))),
            Printed("BA as a run", "GA-Hit@1", "0.9993", Fraction(relevant, QUESTIONS)),
        ],
    )
