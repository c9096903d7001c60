"""Scores of decisions on answers, of how certain they are, and of one answer selected for a question."""

import math
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cached_property

from oracle.factoid import answering
from oracle.judged import Judged
from oracle.panels import Labels
from oracle.tables import HALF, OUT, Number, Row, Score, mean, share

SUPPORT = ("full", "partial", "no")


class Validation(Judged):
    """Decisions on answers, scores of answers, selections of questions."""

    def of_validation(self) -> dict[str, Callable[[str], Score]]:
        """All measures of decisions."""
        return {
            **answering(self.decision_counts),
            **self.of_confusion(),
            "AUC": self.area,
            **{
                f"citation-{name}{end}": lambda run, at=at, half=half: self.cited(run, at, half)
                for at, name in enumerate(("precision", "recall"))
                for end, half in (("", HALF), ("-strict", Fraction(0)))
            },
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
            "F0.5u": self.verified,
            "F1-answered": self.f_answered,
        }

    def citations(self, run: str, question: str) -> list[list[Row]]:
        """The sentences of a response: its rows of one rank, and those without a rank one by one."""
        sentences: dict[str, list[Row]] = {}
        for row in self.returned(run, question):
            sentences.setdefault(row["rank"] or f"row {row['at']}", []).append(row)
        return list(sentences.values())

    @cached_property
    def support_labels(self) -> tuple[Labels, Labels]:
        """The gold labels, strict and lenient, whichever is chosen; the chosen ones where nobody can say "in part"."""
        if not any(row["label"] in SUPPORT for row in self.tables.of("judgments")):
            return self.labels, self.labels
        whose = self.label_gold.partition("+")[0]
        return Labels(self.tables, f"{whose}+strict"), Labels(self.tables, f"{whose}+lenient")

    def citation_support(self, question: str, answer: str) -> int | str:
        """How far a citation supports its sentence, 2 in full, 1 in part; or why nobody knows."""
        found = [labels.truth((question, answer)) for labels in self.support_labels]
        open_ones = [one for one in found if isinstance(one, str)]
        return (OUT if OUT in open_ones else open_ones[0]) if open_ones else sum(map(bool, found))

    def state_of_citations(self, question: str) -> str:
        """Whether a question is scored: something is cited, and the support of all of it is known."""
        rows = [row for run in self.tables.runs for row in self.returned(run, question)]
        cited = {row["answer"] for row in rows if row["decision"] == "yes"}
        if not cited or self.is_left_out(question):
            return OUT
        return self.state([self.citation_support(question, answer) for answer in cited])

    @cached_property
    def cited_questions(self) -> dict[str, dict[str, int]]:
        """The questions of which the support of all that runs cite is known: 2, 1 or 0 for each answer."""
        found = {}
        for question in self.asked("validation"):
            rows = [row for run in self.tables.runs for row in self.returned(run, question)]
            cited = {row["answer"] for row in rows if row["decision"] == "yes"}
            if not self.state_of_citations(question):
                found[question] = {answer: int(self.citation_support(question, answer)) for answer in cited}
        return found

    def cited(self, run: str, at: int, half: Fraction) -> Score:
        """Citation precision (0) or recall (1): what support in part counts is `half`."""
        worth = (Fraction(0), half, Fraction(1))
        scores = []
        for question, support in self.cited_questions.items():
            each = [
                [worth[support[row["answer"]]] for row in sentence if row["decision"] == "yes"]
                for sentence in self.citations(run, question)
            ]
            counted = (
                [one for some in each for one in some] if at == 0 else [max(some, default=Fraction(0)) for some in each]
            )
            scores.append(sum(counted, Fraction(0)) / len(counted) if counted else Fraction(0))
        return mean(scores)

    def verified(self, run: str) -> Score:
        """F0.5u as its authors print it, over the answers one by one."""
        tp = fp = missed = Fraction(0)
        for true, said in self.decided(run):
            if said == "yes":
                tp, fp = tp + true, fp + (not true)
            elif not said or true:
                missed += 1
        return share(Fraction(5, 4) * tp, Fraction(5, 4) * tp + Fraction(1, 4) * missed + fp)

    def f_answered(self, run: str) -> Score:
        """The harmonic mean of precision and recall over the answers with a decision."""
        decided = [(true, said == "yes") for true, said in self.decided(run) if said]
        hits = sum(true and yes for true, yes in decided)
        return share(Fraction(2 * hits), sum(true for true, _ in decided) + sum(yes for _, yes in decided))

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
            (self.validated[subject] is True, self.row_of(run, subject).get("decision", "")) for subject in self.units
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
