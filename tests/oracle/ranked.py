"""Scores of rankings, with the levels as gains."""

import math
from collections.abc import Callable
from fractions import Fraction

from oracle.factoid import Factoid
from oracle.tables import Score, mean, share


class Ranked(Factoid):
    """Measures of rankings; their times are those of factoid questions."""

    def of_ranked(self) -> dict[str, Callable[[str], Score]]:
        """Measures of rankings, with the levels as gains."""
        levels = {
            (question, answer): self.graded.of((question, answer))
            for question in self.asked("ranked")
            for answer in self.tables.pool[question]
        }
        scored = [
            question
            for question in self.asked("ranked")
            if self.tables.pool[question]
            and not self.is_left_out(question)
            and not self.state([levels[question, answer] for answer in self.tables.pool[question]])
        ]

        def pairs(run: str) -> list[tuple[list[int], list[int]]]:
            return [
                (
                    [int(levels[question, row["answer"]]) for row in self.returned(run, question)],
                    sorted((int(levels[question, a]) for a in self.tables.pool[question]), reverse=True),
                )
                for question in scored
            ]

        def each(measure: Callable[[list[int], list[int]], Score], run: str) -> list[Score]:
            return [measure(*pair) for pair in pairs(run)]

        def over(measure: Callable[[list[int], list[int]], Score]) -> Callable[[str], Score]:
            return lambda run: mean(each(measure, run))

        def geometric(measure: Callable[[list[int], list[int]], Score]) -> Callable[[str], Score]:
            def score(run: str) -> Score:
                found = [max(float(one), 1e-5) for one in each(measure, run) if one is not None]
                return math.prod(one ** (1 / len(found)) for one in found) if found else None

            return score

        mrr, top = over(reciprocal_rank), self.graded.top if scored else 0
        return {
            "MRR": mrr,
            "MRRT(r=1)": lambda run: self.timed(run, mrr(run), 1),
            "Hit@1": over(lambda gains, _: Fraction(bool(gains and gains[0]))),
            "mean": over(lambda gains, _: Fraction(gains[0] if gains else 0)),
            "nG@1": over(lambda gains, ideal: share(Fraction(gains[0] if gains else 0), ideal[0])),
            "nDCG": over(ndcg),
            "Q": over(lambda gains, ideal: q_measure(gains, ideal, 1)),
            "AP": over(lambda gains, ideal: q_measure(gains, ideal, 0)),
            "GMAP": geometric(lambda gains, ideal: q_measure(gains, ideal, 0)),
            "ERR": over(lambda gains, _: expected_reciprocal_rank(gains, top)),
            "Success@10": over(lambda gains, _: Fraction(any(gains[:10]))),
            "P@10": over(lambda gains, _: Fraction(found(gains[:10]), 10)),
            "R@10": over(lambda gains, ideal: share(Fraction(found(gains[:10])), found(ideal))),
            "AvgRec@10": lambda run: average_recall(pairs(run)),
            "Rprec": over(lambda gains, ideal: share(Fraction(found(gains[: found(ideal)])), found(ideal))),
            "Judged": over(lambda gains, _: Fraction(bool(gains))),  # all are where a question is scored
            "Bpref": over(bpref),
            "infAP": over(inferred_ap),
            "RBP(p=0.8)": over(
                lambda gains, _: sum(
                    (Fraction(1, 5) * Fraction(4, 5) ** at for at, gain in enumerate(gains) if gain), Fraction(0)
                )
            ),
        }


def found(gains: list[int]) -> int:
    """How many answers are relevant."""
    return sum(gain > 0 for gain in gains)


def average_recall(questions: list[tuple[list[int], list[int]]]) -> Score:
    """Recall over all questions at each of the first ten ranks, averaged; of gains and ideal gains of each."""
    if not any(found(ideal) for _, ideal in questions):
        return None
    ratios = [
        Fraction(sum(found(gains[:k]) for gains, _ in questions), sum(min(k, found(ideal)) for _, ideal in questions))
        for k in range(1, 11)
    ]
    return sum(ratios, Fraction(0)) / 10


def reciprocal_rank(gains: list[int], ideal: list[int]) -> Score:
    """1 / rank of the first relevant answer."""
    del ideal
    return next((Fraction(1, at) for at, gain in enumerate(gains, 1) if gain), Fraction(0))


def bpref(gains: list[int], ideal: list[int]) -> Score:
    """How few of the first R nonrelevant answers are above each relevant one."""
    relevant = found(ideal)
    if not relevant:
        return None
    least = min(relevant, len(ideal) - relevant)
    above = [min(len(gains[:at]) - found(gains[:at]), relevant) for at, gain in enumerate(gains) if gain]
    return sum((1 - Fraction(each, least) if each else Fraction(1) for each in above), Fraction(0)) / relevant


def inferred_ap(gains: list[int], ideal: list[int]) -> Score:
    """AP, but for what trec_eval adds to the counts above a rank: all are judged here."""
    if not found(ideal):
        return None
    little, total = Fraction(1, 100_000), Fraction(0)
    for above, gain in enumerate(gains):
        share_above = (found(gains[:above]) + little) / (above + 2 * little)
        total += (1 + above * share_above) / (above + 1) if gain else 0
    return total / found(ideal)


def expected_reciprocal_rank(gains: list[int], top: int) -> Score:
    """The chance that the search ends at a rank, over that rank, summed."""
    total, goes_on = Fraction(0), Fraction(1)
    for at, gain in enumerate(gains, 1):
        ends = Fraction(2**gain - 1, 2**top)
        total += goes_on * ends / at
        goes_on *= 1 - ends
    return total


def ndcg(gains: list[int], ideal: list[int]) -> Score:
    """Discounted gain over that of the ideal list."""

    def discounted(some: list[int]) -> float:
        return math.fsum(gain / math.log2(at + 1) for at, gain in enumerate(some, 1))

    return discounted(gains) / discounted(ideal) if any(ideal) else None


def q_measure(gains: list[int], ideal: list[int], beta: int) -> Score:
    """The Q-measure; average precision with beta 0."""
    relevant = sum(gain > 0 for gain in ideal)
    if not relevant:
        return None
    total, hits, gained = Fraction(0), 0, 0
    for r, gain in enumerate(gains, 1):
        gained += gain
        hits += gain > 0
        if gain:
            total += Fraction(hits + beta * gained, r + beta * sum(ideal[:r]))
    return total / relevant
