"""Agreement while an audience judges: of two assessors, and of one with the majority of the jury.

The numbers are those of `jurybox agreement`: Cohen's kappa of a pair, and the left-out comparison of one
assessor with the majority of the others, over the labels in force at this moment.
"""

from typing import NamedTuple

import numpy as np

from jurybox.analysis.agreement import Coefficient, cohen_kappa, confusion, label_counts, majority
from jurybox.analysis.agreement.coefficients import Labels
from jurybox.collection.judges import judges
from jurybox.kinds import KINDS, kind_code
from jurybox.language import tr
from jurybox.session import Session


class LiveAgreement(NamedTuple):
    """How many answers were compared, how many have the same label on both sides, and kappa."""

    items: int
    equal: int
    kappa: Coefficient

    def sentence(self, a: str, b: str) -> str:
        """Return one line for the stage: `you and the jury agree on 14 of 20 (kappa .42)`."""
        if not self.items:
            return tr("{a} and {b} have no answer in common yet", a=a, b=b)
        value = self.kappa.value
        return tr(
            "{a} and {b} agree on {equal} of {items} (kappa {kappa})",
            a=a,
            b=b,
            equal=self.equal,
            items=self.items,
            kappa=_short(value) if value == value else tr("undefined"),
        )


def pair_agreement(session: Session, a: int, b: int, kind: str) -> LiveAgreement:
    """Return how far two assessors, by position, agree on the answers of one kind of question."""
    labels, kinds = _labels(session, (a, b), kind)
    return _compared(labels[0], labels[1], kinds)


def jury_agreement(session: Session, who: int, kind: str) -> LiveAgreement:
    """Return how far an assessor agrees with the majority of the other judges, where there is one."""
    others = tuple(at for at in judges(session.catalog, session.facts) if at != who)
    labels, kinds = _labels(session, (who, *others), kind)
    counts = label_counts(labels[1:], kinds)
    return _compared(labels[0], np.where(counts.sum(axis=1) > 0, majority(counts), -1), kinds)


def _compared(a: Labels, b: Labels, kinds: int) -> LiveAgreement:
    table = confusion(a, b, kinds)
    return LiveAgreement(int(table.sum()), int(np.trace(table)), cohen_kappa(table))


def _labels(session: Session, people: tuple[int, ...], kind: str) -> tuple[Labels, int]:
    """Return the labels of people (rows) for answers of a kind, as positions in its scheme, -1 for none."""
    catalog, ledger, facts = session.collection
    words = facts.scheme_of(kind).words
    alike = [kind_code(one) for one in KINDS if facts.scheme_of(one) == facts.scheme_of(kind)]
    answers = np.flatnonzero(np.isin(catalog.kind_of_question, alike)[catalog.answer_question])
    place = np.full(256, -1, dtype=np.int8)
    place[ledger.codes.of_all(words)] = np.arange(len(words))
    said = ledger.labels[np.array(people, dtype=np.int64)[:, None], answers]
    return place[said.view(np.uint8)], len(words)


def _short(value: float) -> str:
    """Return a coefficient as tables print it, without the 0 before the decimal point."""
    return f"{value:.2f}".replace("0.", ".", 1) if abs(value) < 1 else f"{value:.2f}"
