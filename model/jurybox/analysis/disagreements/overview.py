"""How far the judges agree, in a few figures: for the head of a list of disagreements."""

from dataclasses import dataclass

import numpy as np

from jurybox.analysis.agreement import Coefficient, agreement, label_counts
from jurybox.analysis.agreement_report import coefficients_of
from jurybox.analysis.label_matrix import label_matrix, usual_scheme
from jurybox.collection.catalog import Catalog
from jurybox.collection.facts import Facts
from jurybox.collection.ledger import Ledger


@dataclass(frozen=True)
class Overview:
    """Agreement on the labels of the usual scheme of a collection.

    `raw`: share of equal pairs of labels; `alpha`: Krippendorff's, ordinal where labels have an order
    (`is_ordinal`), else nominal. Of the things with two labels or more, called `noun`: in `alike` all labels
    are equal; in `majority` more than half of them, but not all; in `split` no label has more than half.
    `undecided`: how many of the last two nobody has adjudicated.
    """

    noun: str
    raw: Coefficient
    alpha: Coefficient
    is_ordinal: bool
    alike: int
    majority: int
    split: int
    undecided: int

    @property
    def shared(self) -> int:
        """How many things have two labels or more."""
        return self.alike + self.majority + self.split


def overview(
    catalog: Catalog, ledger: Ledger, facts: Facts, questions: frozenset[int] | None = None
) -> Overview:
    """Return how far judges agree on labels of the usual scheme, in these questions (None: all)."""
    matrix = label_matrix(catalog, ledger, facts, usual_scheme(catalog, facts), "judges")
    if questions is not None:
        matrix = matrix.of_questions(questions)
    kinds = len(matrix.words)
    found = agreement(matrix.labels, kinds, matrix.about.intervals)
    is_ordinal = kinds > 2 and "alpha_ordinal" in coefficients_of(matrix.about)
    counts = label_counts(matrix.labels, kinds)
    size = counts.sum(axis=1)
    shared, most = size >= 2, counts.max(axis=1, initial=0)
    alike = shared & (most == size)
    answer = matrix.subjects[:, 1]
    decided = answer >= 0
    decided[decided] = ledger.adjudications[answer[decided]] > 0
    majority = shared & ~alike & (2 * most > size)
    return Overview(
        matrix.about.noun,
        found.raw,
        found.alpha_ordinal if is_ordinal else found.alpha_nominal,
        is_ordinal,
        int(np.count_nonzero(alike)),
        int(np.count_nonzero(majority)),
        int(np.count_nonzero(shared & ~alike & ~majority)),
        int(np.count_nonzero(shared & ~alike & ~decided)),
    )
