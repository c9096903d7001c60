"""Scores of factoid questions, and of answers and silence."""

import math
from collections.abc import Callable, Sequence
from fractions import Fraction

from oracle.judged import Judged
from oracle.tables import HALF, OUT, Row, Score, mean, mean_or_none, share


class Factoid(Judged):
    """Accuracy and its kin, orders by confidence, reciprocal ranks, times."""

    def right(self, row: Row) -> bool | str:
        """Whether a response is correct."""
        if row["answer"] == "NIL":
            return self.labels.nil(row["question"])
        return self.labels.truth((row["question"], row["answer"]))

    def state_of_factoid(self, question: str) -> str:
        """Whether a question is scored: all that the runs returned is judged."""
        if self.is_left_out(question):
            return OUT
        return self.state([self.right(row) for run in self.tables.runs for row in self.returned(run, question)])

    def of_factoid(self) -> dict[str, Callable[[str], Score]]:
        """Accuracy and its kin, orders by confidence, reciprocal ranks."""
        scored = [one for one in self.asked("factoid") if not self.state_of_factoid(one)]

        def counts(run: str) -> tuple[int, int, int]:
            firsts = [self.right(rows[0]) if (rows := self.returned(run, q)) else None for q in scored]
            return firsts.count(True), firsts.count(False), firsts.count(None)

        def reciprocal(run: str, question: str) -> Fraction:
            hits = [self.right(row) is True for row in self.returned(run, question)]
            return Fraction(1, hits.index(True) + 1) if True in hits else Fraction(0)

        def mrr(run: str) -> Score:
            return mean(reciprocal(run, question) for question in scored)

        def hit(run: str) -> Score:
            return mean(Fraction(reciprocal(run, question) == 1) for question in scored)

        def success(run: str) -> Score:
            return mean(Fraction(reciprocal(run, question) >= Fraction(1, 10)) for question in scored)

        return {
            **answering(counts),
            "MRR": mrr,
            "Success@10": success,
            "Hit@1": hit,
            **{f"MRRT(r={r})": lambda run, r=r: self.timed(run, mrr(run), r) for r in (1,)},
            "CWS": lambda run: self.weighted(run, scored),
            "K1": lambda run: self.k1(run, scored),
            "K": lambda run: mean_or_none([self.k(run, question) for question in scored]),
            "confidence-correlation": lambda run: self.correlation(run, scored),
        }

    def timed(self, run: str, x: Score, r: float) -> Score:
        """MRRT: 2x / (1 + e^(rt)), t being the share of the slowest run's time."""
        seconds = {one: self.seconds(one) for one in self.tables.runs}
        known = [value for value in seconds.values() if value is not None]
        mine = seconds[run]
        if x is None or mine is None:
            return None
        return 2 * float(x) / (1 + math.exp(r * float(mine / max(known))))

    def seconds(self, run: str) -> Fraction | None:
        """The time of a run: its own, else the sum over its questions; none where the two differ."""
        (row,) = (row for row in self.tables.of("runs") if row["run"] == run)
        each = [Fraction(row["seconds"]) for row in self.tables.of("times") if row["run"] == run]
        own = Fraction(row["seconds"]) if row.get("seconds") else None
        if own is not None and each and own != sum(each):
            return None
        return own if own is not None else sum(each, Fraction()) if each else None

    def firsts(self, run: str, scored: Sequence[str]) -> list[tuple[Fraction | None, int, bool]]:
        """Confidence, place in the file and correctness of a run's first answers."""
        found = [rows[0] for question in scored if (rows := self.returned(run, question))]
        return [
            (Fraction(row["confidence"]) if row.get("confidence") else None, int(row["at"]), self.right(row) is True)
            for row in found
        ]

    def weighted(self, run: str, scored: Sequence[str]) -> Score:
        """CWS: by confidence, ties as submitted; unanswered questions come last and count 0."""
        found = self.firsts(run, scored)
        found.sort(key=lambda each: (1 if each[0] is None else -each[0], each[1]))
        hits, total = 0, Fraction(0)
        for i in range(1, len(scored) + 1):
            hits += i <= len(found) and found[i - 1][2]
            total += Fraction(hits, i)
        return share(total, len(scored))

    def k1(self, run: str, scored: Sequence[str]) -> Score:
        """K1: confidence of right answers minus that of wrong ones, over all questions."""
        found = self.firsts(run, scored)
        every = [row for asked in self.asked("factoid") for row in self.returned(run, asked)]
        silent = not any(row.get("confidence") for row in every)
        if silent or any(sure is None for sure, _, _ in found) or not scored:
            return None
        return sum(((sure or 0) * (1 if hit else -1) for sure, _, hit in found), Fraction()) / len(scored)

    def k(self, run: str, question: str) -> Score:
        """One question of K: a correct answer given again counts 0; undefined without every confidence."""
        rows = self.returned(run, question)
        every = [row for asked in self.asked("factoid") for row in self.returned(run, asked)]
        if not every or not all(row.get("confidence") for row in every):
            return None
        if not rows:
            return Fraction(0)
        total, seen = Fraction(0), False
        for row in rows:
            if not row.get("confidence"):
                return None
            hit = self.right(row) is True
            total += Fraction(row["confidence"]) * (0 if hit and seen else 1 if hit else -1)
            seen = seen or hit
        return total / len(rows)

    def correlation(self, run: str, scored: Sequence[str]) -> Score:
        """Pearson's correlation of confidence and correctness over the answered questions."""
        found = self.firsts(run, scored)
        if any(sure is None for sure, _, _ in found):
            return None
        x = [sure or Fraction(0) for sure, _, _ in found]
        y = [Fraction(hit) for _, _, hit in found]
        n = len(found)
        sxy = n * sum(a * b for a, b in zip(x, y, strict=True)) - sum(x) * sum(y)
        sxx, syy = n * sum(a * a for a in x) - sum(x) ** 2, n * sum(b * b for b in y) - sum(y) ** 2
        return None if not sxx * syy else float(sxy) / math.sqrt(sxx * syy)


def answering(counts: Callable[[str], tuple[int, int, int]]) -> dict[str, Callable[[str], Score]]:
    """Measures of right, wrong and unanswered."""

    def over(made: Callable[[int, int, int, int], Score]) -> Callable[[str], Score]:
        def score(run: str) -> Score:
            right, wrong, silent = counts(run)
            n = right + wrong + silent
            return made(right, wrong, silent, n) if n else None

        return score

    return {
        "accuracy": over(lambda c, w, u, n: Fraction(c, n)),
        "c@1": over(lambda c, w, u, n: Fraction(1, n) * (c + u * Fraction(c, n))),
        "UF": over(lambda c, w, u, n: Fraction(c - w, n)),
        "UF01": over(lambda c, w, u, n: Fraction(c, n) + HALF * Fraction(u, n)),
        "answered": over(lambda c, w, u, n: Fraction(c + w, n)),
        "rejected(P(C|A))": over(lambda c, w, u, n: share(c, c + w)),
        "rejected(0)": over(lambda c, w, u, n: Fraction(c, n)),
        "rejected(1)": over(lambda c, w, u, n: Fraction(c + u, n)),
        "rejected(P(¬C|A))": over(
            lambda c, w, u, n: None if not c + w else Fraction(c, n) + Fraction(w, c + w) * Fraction(u, n)
        ),
    }
