"""The calibration round: a small set that everybody judges first, and how far one agrees with the others."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from jurybox.collection.catalog import Catalog
from jurybox.collection.codes import CONFLICT
from jurybox.collection.facts import Facts
from jurybox.collection.judges import people
from jurybox.collection.ledger import Ledger
from jurybox.judging.filters import DEFERRED
from jurybox.kinds import KINDS


@dataclass(frozen=True, slots=True)
class CalibrationRound:
    """One assessor's progress in the round, in answers assigned to them.

    `others` have judged at least one of these answers. `compared` counts pairs of one's own label and that
    of another person for the same answer, `same` those that are equal.
    """

    total: int
    left: int
    others: int
    compared: int
    same: int

    @property
    def agreement(self) -> float | None:
        """The share of equal labels among those compared; None where there are none yet."""
        return self.same / self.compared if self.compared else None


@dataclass(frozen=True, slots=True)
class DividedAnswer:
    """An answer of the round that people labeled differently; `labels` with how many gave each."""

    answer: int
    labels: tuple[tuple[str, int], ...]


def calibration_questions(catalog: Catalog, facts: Facts) -> tuple[int, ...]:
    """Return the questions of the round; names that the collection does not know are left out.

    So are Other questions, which are matched with nuggets: there is no label to compare.
    """
    named = catalog.question_named
    known = (named[name] for name in facts.calibration if name in named)
    return tuple(question for question in known if KINDS[catalog.questions[question].kind].is_labeled)


def calibration_round(
    catalog: Catalog, ledger: Ledger, assessor: int, questions: Sequence[int]
) -> CalibrationRound | None:
    """Return an assessor's progress in the round; None if none of its answers is assigned to them."""
    by_question = [catalog.answers_of(question) for question in questions]
    answers = np.concatenate(by_question) if by_question else np.empty(0, dtype=np.int32)
    answers = answers[catalog.assigned_to(assessor)[answers]]
    if not len(answers):
        return None
    mine = ledger.labels[assessor, answers]
    left = int(np.isin(mine, [0, CONFLICT, DEFERRED]).sum())
    others = compared = same = 0
    for who in people(catalog):
        if who == assessor:
            continue
        others_labels = ledger.labels[who, answers]
        both = (mine > 0) & (others_labels > 0)
        others += bool((others_labels > 0).any())
        compared += int(both.sum())
        same += int((mine[both] == others_labels[both]).sum())
    return CalibrationRound(len(answers), left, others, compared, same)


def calibration_differences(
    catalog: Catalog, ledger: Ledger, questions: Sequence[int], most: int = 12
) -> tuple[DividedAnswer, ...]:
    """Return answers of the round that people labeled differently: what the guidelines leave open.

    The `most` divided ones, those first that the largest share labeled otherwise than the most did, equal
    ones in the order of the answers. Models, keys and the asker are not counted.
    """
    everybody = list(people(catalog))
    found: list[DividedAnswer] = []
    for question in questions:
        for answer in catalog.answers_of(question).tolist():
            codes = ledger.labels[everybody, answer]
            counts = Counter(ledger.codes.word(code) for code in codes[codes > 0].tolist())
            if len(counts) > 1:
                found.append(DividedAnswer(answer, tuple(counts.most_common())))
    found.sort(key=lambda one: one.labels[0][1] / sum(count for _, count in one.labels))
    return tuple(found[:most])
