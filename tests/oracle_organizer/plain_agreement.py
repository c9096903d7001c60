"""Agreement worked out from exported tables with loops and fractions, coefficient by coefficient.

Labels are kept as they are written, by subject, then by assessor. A figure is a Fraction, or None.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import combinations, pairwise, permutations
from typing import Any

from oracle.panels import Panel, judges
from oracle.tables import Tables

Subject = tuple[str, ...]
LabelsBySubject = dict[Subject, dict[str, str]]
Figure = Fraction | None
WORDS = {
    "validation": ("correct", "incorrect"),
    "quality": ("A", "B", "C"),
    "correctness": ("correct", "inexact", "unsupported", "incorrect"),
    "importance": ("vital", "okay"),
    "match": ("yes", "partial", "no"),
    "question-quality": ("A", "B", "C"),
}
KINDS = {
    "validation": ("validation",),
    "quality": ("ranked",),
    "correctness": ("factoid", "list", "other"),
    "question-quality": ("factoid", "list", "other", "ranked", "validation"),
}


def read_labels(tables: Tables, scheme: str) -> LabelsBySubject:
    """What the judges say of each subject; the subject's first part is its question."""
    members = Panel(tables, "majority+strict").stored or judges(tables)
    found: LabelsBySubject = {}
    for subject, who, word in _all_labels(tables, scheme):
        about_answer = scheme != "importance" and subject[1] != ""
        if about_answer and subject[:2] not in tables.answers:
            continue  # only withdrawn runs returned it
        if who in members and word in WORDS[scheme]:
            found.setdefault(subject, {})[who] = word
    return found


def _all_labels(tables: Tables, scheme: str) -> list[tuple[Subject, str, str]]:
    if scheme == "importance":
        rows = [row for row in tables.of("nuggets") if row.get("kind") != "adjudication"]
        return [((row["question"], row["nugget"]), row["assessor"], row["importance"]) for row in rows]
    if scheme == "match":
        rows = [row for row in tables.of("matches") if row.get("kind") != "adjudication"]
        return [((row["question"], row["answer"], row["nugget"]), row["assessor"], row["support"]) for row in rows]
    of_questions = scheme == "question-quality"
    return [
        ((row["question"], row["answer"]), row["assessor"], row["label"])
        for row in tables.of("judgments")
        if (row.get("kind") or "judgment") == "judgment"
        and (not row["answer"]) == of_questions
        and tables.questions[row["question"]]["kind"] in KINDS[scheme]
    ]


def several(labels_of: LabelsBySubject) -> list[list[str]]:
    """The labels of each subject that has two or more."""
    return [list(each.values()) for each in labels_of.values() if len(each) > 1]


def quotient(above: Any, below: Any) -> Figure:
    return Fraction(above) / Fraction(below) if below else None


def raw(labels_of: LabelsBySubject) -> Figure:
    """The share of pairs of labels of one subject that are equal."""
    pairs = [pair for labels in several(labels_of) for pair in combinations(labels, 2)]
    return quotient(sum(a == b for a, b in pairs), len(pairs))


def fleiss(labels_of: LabelsBySubject) -> Figure:
    """Fleiss 1971: every subject has the same number of labels."""
    subjects = several(labels_of)
    if len({len(labels) for labels in subjects}) != 1:
        return None
    each, number = len(subjects[0]), len(subjects)
    words = {word for labels in subjects for word in labels}
    pairs = each * (each - 1)
    equal = [sum(labels.count(word) ** 2 for word in words) - each for labels in subjects]
    observed = sum((Fraction(one, pairs) for one in equal), Fraction(0)) / number
    by_chance = sum(Fraction(sum(labels.count(word) for labels in subjects), number * each) ** 2 for word in words)
    return quotient(observed - by_chance, 1 - by_chance)


def gwet(labels_of: LabelsBySubject, words: Sequence[str]) -> Figure:
    """Gwet 2008: agreement by chance from how evenly the labels of a scheme are given, subject by subject."""
    subjects = several(labels_of)
    if not subjects:
        return None
    pairs = [list(permutations(labels, 2)) for labels in subjects]
    observed = sum((Fraction(sum(a == b for a, b in each), len(each)) for each in pairs), Fraction(0))
    given = [
        sum((Fraction(labels.count(word), len(labels)) for labels in subjects), Fraction(0)) / len(subjects)
        for word in words
    ]
    by_chance = sum((share * (1 - share) for share in given), Fraction(0)) / (len(words) - 1)
    return quotient(observed / len(subjects) - by_chance, 1 - by_chance)


def alpha(labels_of: LabelsBySubject, words: Sequence[str], *, ordinal: bool) -> Figure:
    """Krippendorff: one minus observed over expected disagreement, from the matrix of coincidences."""
    table: dict[tuple[str, str], Fraction] = {}
    for labels in several(labels_of):
        for a, b in permutations(labels, 2):
            table[a, b] = table.get((a, b), Fraction(0)) + Fraction(1, len(labels) - 1)
    totals = dict.fromkeys(words, Fraction(0))
    for (word, _), count in table.items():
        totals[word] += count
    every = sum(totals.values())

    def far(a: str, b: str) -> Fraction:
        if not ordinal:
            return Fraction(a != b)
        low, high = sorted((words.index(a), words.index(b)))
        between = sum((totals[word] for word in words[low : high + 1]), Fraction(0))
        return (between - (totals[a] + totals[b]) / 2) ** 2

    observed = sum((count * far(a, b) for (a, b), count in table.items()), Fraction(0))
    expected = sum((totals[a] * totals[b] * far(a, b) for a in words for b in words), Fraction(0))
    return None if not expected else 1 - (every - 1) * observed / expected


def cohen(pairs: Sequence[tuple[str, str]]) -> Figure:
    """Cohen 1960, of two lists of labels."""
    if not pairs:
        return None
    number = len(pairs)
    words = {word for pair in pairs for word in pair}
    observed = Fraction(sum(a == b for a, b in pairs), number)
    by_chance = sum(
        Fraction(sum(a == word for a, _ in pairs) * sum(b == word for _, b in pairs), number**2) for word in words
    )
    return quotient(observed - by_chance, 1 - by_chance)


def equal_share(pairs: Sequence[tuple[str, str]]) -> Figure:
    return quotient(sum(a == b for a, b in pairs), len(pairs))


def of_two(labels_of: LabelsBySubject, a: str, b: str) -> list[tuple[str, str]]:
    """The labels of two assessors where both gave one."""
    return [(each[a], each[b]) for each in labels_of.values() if a in each and b in each]


def label_agreement(labels_of: LabelsBySubject, word: str) -> Figure:
    """The chance that another assessor of a subject says a word too: who said it is drawn, then another."""
    shares = [
        Fraction(labels.count(word) - 1, len(labels) - 1)
        for labels in several(labels_of)
        for one in labels
        if one == word
    ]
    return quotient(sum(shares, Fraction(0)), len(shares))


def label_alpha(labels_of: LabelsBySubject, word: str) -> Figure:
    """The alpha of one word against all others together."""
    two = {at: {who: str(one == word) for who, one in each.items()} for at, each in labels_of.items()}
    return alpha(two, ("True", "False"), ordinal=False)


def most(labels: Sequence[str]) -> str | None:
    """What more than half say."""
    return next((word for word in labels if 2 * labels.count(word) > len(labels)), None)


def against_others(labels_of: LabelsBySubject, who: str) -> list[tuple[str, str]]:
    """The labels of an assessor and what most of the others say, where they do."""
    return [
        (each[who], settled)
        for each in labels_of.values()
        if who in each and (settled := most([one for other, one in each.items() if other != who]))
    ]


def again(tables: Tables, labels_of: LabelsBySubject, who: str) -> list[tuple[str, str]]:
    """What an assessor said first and when shown again."""
    return [
        (labels_of[subject][who], row["label"])
        for row in tables.of("judgments")
        if row.get("kind") == "repeat"
        and row["assessor"] == who
        and who in labels_of.get(subject := (row["question"], row["answer"]), {})
    ]


def stretches(labels_of: LabelsBySubject, order: Sequence[Subject], who: str, count: int) -> list[Mapping[str, Any]]:
    """An assessor's work in the order it was done, cut as equally as can be, the larger parts first."""
    mine = [subject for subject in order if who in labels_of.get(subject, {})]
    parts = min(count, len(mine))
    sizes = [len(mine) // parts + (at < len(mine) % parts) for at in range(parts)]
    ends = [sum(sizes[:at]) for at in range(parts + 1)]
    found = []
    for first, last in pairwise(ends):
        one = {subject: labels_of[subject] for subject in mine[first:last]}
        found.append({"labels": last - first, "pairs": against_others(one, who)})
    return found
