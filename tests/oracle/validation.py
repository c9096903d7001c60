"""Scores of decisions on answers, of how certain they are, and of one answer selected for a question."""

import math
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cached_property

from oracle.factoid import answering
from oracle.judged import Judged
from oracle.tables import HALF, Number, Row, Score, share


class Validation(Judged):
    """Decisions on answers, scores of answers, selections of questions."""

    def of_validation(self) -> dict[str, Callable[[str], Score]]:
        """All measures of decisions."""
        return {
            **answering(self.decision_counts),
            **self.of_confusion(),
            "AUC": self.area,
            "qa_accuracy": self.selected,
            "qa_rej_accuracy": self.rejected,
            "estimated_qa": self.estimated,
        }

    def of_confusion(self) -> dict[str, Callable[[str], Score]]:
        """What is worked out from the four counts."""

        def f_of(b: int) -> Callable[[str], Score]:
            def score(run: str) -> Score:
                tp, fp, fn, _ = self.confusion(run)
                return share((1 + b * b) * tp, (1 + b * b) * tp + b * b * fn + fp) if tp + fn else None

            return score

        def precision(run: str) -> Score:
            tp, fp, fn, _ = self.confusion(run)
            return share(tp, tp + fp) if tp + fp else Fraction(0) if fn else None

        def recall(run: str) -> Score:
            tp, _, fn, _ = self.confusion(run)
            return share(tp, tp + fn)

        def false_rate(run: str) -> Score:
            _, fp, _, tn = self.confusion(run)
            return share(fp, fp + tn)

        def point(run: str) -> Score:
            tpr, fpr = recall(run), false_rate(run)
            return None if tpr is None or fpr is None else (1 + tpr - fpr) / 2

        return {
            "precision": precision,
            "recall": recall,
            "tpr": recall,
            "fpr": false_rate,
            "F1": f_of(1),
            "F(3)": f_of(3),
            "AUC-point": point,
        }

    @cached_property
    def validated(self) -> dict[tuple[str, str], bool | str]:
        """The truth of every validation answer that is not left unjudged on purpose."""
        return {
            (question, answer): self.labels.truth((question, answer))
            for question in self.asked("validation")
            if not self.is_left_out(question)
            for answer in self.tables.pool[question]
        }

    @cached_property
    def units(self) -> list[tuple[str, str]]:
        """The answers that are scored."""
        return [subject for subject, one in self.validated.items() if one in (True, False)]

    def row_of(self, run: str, subject: tuple[str, str]) -> Row:
        """What a run said of an answer; nothing where it said nothing."""
        rows = self.given.get((run, subject[0]), [])
        return next((row for row in rows if row["answer"] == subject[1]), {})

    def decided(self, run: str) -> list[tuple[bool, str]]:
        """Truth and decision of every answer that is scored."""
        return [
            (self.validated[subject] is True, self.row_of(run, subject).get("decision", ""))
            for subject in self.units
        ]

    def decision_counts(self, run: str) -> tuple[int, int, int]:
        """How many decisions are right, wrong, not taken."""
        found = self.decided(run)
        right = sum(said == ("yes" if true else "no") for true, said in found)
        silent = sum(not said for _, said in found)
        return right, len(found) - right - silent, silent

    def confusion(self, run: str) -> tuple[int, int, int, int]:
        """TP, FP, FN, TN."""
        found = Counter((true, said == "yes") for true, said in self.decided(run))
        return found[True, True], found[False, True], found[True, False], found[False, False]

    def area(self, run: str) -> Score:
        """The share of pairs of a correct and an incorrect answer that stand in the right order."""
        yes, no = list[Number](), list[Number]()
        every = [certainty(row) for (who, _), rows in self.given.items() if who == run for row in rows]
        if all(score == -math.inf for score in every):
            return None
        for subject in self.units:
            (yes if self.validated[subject] is True else no).append(certainty(self.row_of(run, subject)))
        wins = sum((a > b) + HALF * (a == b) for a in yes for b in no)
        return share(Fraction(wins), len(yes) * len(no))

    @cached_property
    def whole(self) -> list[str]:
        """The questions of which every answer is judged."""
        return [
            question
            for question in self.asked("validation")
            if self.tables.pool[question]
            and not self.is_left_out(question)
            and not self.state([self.validated[question, answer] for answer in self.tables.pool[question]])
        ]

    def selected(self, run: str) -> Score:
        """The share of questions of which the selected answer is correct."""
        hits = [
            any(
                row.get("selected") == "yes" and self.validated[question, row["answer"]] is True
                for row in self.given.get((run, question), [])
            )
            for question in self.whole
        ]
        return share(Fraction(sum(hits)), len(self.whole))

    def rejected(self, run: str) -> Score:
        """The share of questions without a correct answer of which every answer is rejected."""
        hits = [
            all(
                self.validated[question, answer] is False
                and self.row_of(run, (question, answer)).get("decision") == "no"
                for answer in self.tables.pool[question]
            )
            for question in self.whole
        ]
        return share(Fraction(sum(hits)), len(self.whole))

    def estimated(self, run: str) -> Score:
        """What it could be if rejected questions were answered anew."""
        a, b = self.selected(run), self.rejected(run)
        return None if a is None or b is None else a + b * a


def certainty(row: Row) -> Number:
    """How certain a run is that an answer is correct; minus infinity where it does not say."""
    if row.get("score"):
        return Fraction(row["score"])
    if row.get("confidence") and row.get("decision"):
        sure = Fraction(row["confidence"])
        return sure if row["decision"] == "yes" else 1 - sure
    return -math.inf
