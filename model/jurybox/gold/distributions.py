"""How levels lie over patterns and questions, in the form of Sakai et al. 2010, section 2 and its tables."""

from collections import Counter
from typing import NamedTuple

import numpy as np

from jurybox.collection.catalog import Catalog
from jurybox.gold.graded import Graded
from jurybox.gold.panel import Positions
from jurybox.gold.patterns import Grades


class PatternCount(NamedTuple):
    """A pattern of votes as in `Graded.patterns_of`, the level of its answers, and how many there are."""

    pattern: str
    level: int
    answers: int


def graded_answers(catalog: Catalog) -> Positions:
    """Return the answers of graded questions that are not left unjudged on purpose."""
    judged = ~catalog.on_purpose
    return np.flatnonzero((catalog.is_graded & judged)[catalog.answer_question])


def count_patterns(catalog: Catalog, graded: Graded) -> list[PatternCount]:
    """Return every pattern that occurs, those of most votes first, A before B (Table 2 hides the C's).

    Those of other labels than A, B and C come by level, the highest first.
    """
    answers = graded_answers(catalog)
    patterns, levels = graded.patterns_of(answers), graded.of_all().level[answers].tolist()
    found = Counter(zip(patterns, levels, strict=True))
    rows = [PatternCount(pattern, level, many) for (pattern, level), many in found.items()]
    if not graded.has_letters:
        return sorted(rows, key=lambda row: (-row.level, row.pattern))
    return sorted(rows, key=lambda row: (sum(letter not in "AB" for letter in row.pattern), row.pattern))


def count_by_question(catalog: Catalog, level: Grades) -> dict[int, dict[int, int]]:
    """Return for each level, L0 and up, how many questions have a given number of its answers (Tables 3, 4).

    `level` is that of every answer of the collection; every ranked question with an answer counts.
    """
    answers = graded_answers(catalog)
    question, of = catalog.answer_question[answers], level[answers]
    rated = np.unique(question)
    found = {}
    for each in range(int(of.max(initial=0)) + 1):
        many = np.bincount(question[of == each], minlength=len(catalog.questions))[rated]
        numbers, questions = np.unique(many, return_counts=True)
        found[each] = dict(zip(numbers.tolist(), questions.tolist(), strict=True))
    return found


def count_best(catalog: Catalog, level: Grades) -> dict[int, int]:
    """Return how many of the asker's best answers have each level, -1 for those not judged (section 2.2)."""
    answers = graded_answers(catalog)
    best = level[answers[catalog.answer_best[answers] == 1]]
    return dict(sorted(Counter(best.tolist()).items(), reverse=True))
