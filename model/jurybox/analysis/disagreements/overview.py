"""The agreement of the judges in a few figures, for the head of a list of disagreements."""

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from jurybox.analysis.agreement import Coefficient, agreement, label_counts, pair_agreements
from jurybox.analysis.agreement_report import coefficients_of
from jurybox.analysis.label_matrix import LabelMatrix, label_matrix, usual_scheme
from jurybox.collection.collection import Collection

_JUDGES_MOST = 40
"""Of more judges the pairs are too many for an overview."""


class PairKappa(NamedTuple):
    """Two assessors by position, how many things both labeled, and their kappa."""

    a: int
    b: int
    items: int
    kappa: float


@dataclass(frozen=True)
class Overview:
    """Agreement on the labels of a collection's default scheme.

    `raw`: share of equal pairs of labels; `alpha`: Krippendorff's, ordinal where labels have an order
    (`is_ordinal`), else nominal. Of the things with two labels or more, called `noun`: in `alike` all labels
    are equal; in `majority` more than half of them, but not all; in `split` no label has more than half.
    `pairs`: the judges of each two who share
    something, those who agree least first, by kappa with linear weights where labels are steps of a scale
    (`is_weighted`, Cohen 1968), else by Cohen's; without those whose kappa is undefined, and empty where
    judges are very many.
    """

    noun: str
    raw: Coefficient
    alpha: Coefficient
    is_ordinal: bool
    alike: int
    majority: int
    split: int
    pairs: tuple[PairKappa, ...] = ()
    is_weighted: bool = False

    @property
    def shared(self) -> int:
        """The number of items with two or more labels."""
        return self.alike + self.majority + self.split


def overview(collection: Collection, questions: frozenset[int] | None = None) -> Overview:
    """Return how far judges agree on labels of the default scheme, in these questions (None: all)."""
    matrix = label_matrix(collection, usual_scheme(collection.catalog, collection.facts), "judges")
    if questions is not None:
        matrix = matrix.of_questions(questions)
    kinds = len(matrix.words)
    found = agreement(matrix.labels, kinds, matrix.about.intervals)
    is_ordinal = kinds > 2 and "alpha_ordinal" in coefficients_of(matrix.about)
    counts = label_counts(matrix.labels, kinds)
    size = counts.sum(axis=1)
    shared, most = size >= 2, counts.max(axis=1, initial=0)
    alike = shared & (most == size)
    majority = shared & ~alike & (2 * most > size)
    return Overview(
        matrix.about.noun,
        found.raw,
        found.alpha_ordinal if is_ordinal else found.alpha_nominal,
        is_ordinal,
        int(np.count_nonzero(alike)),
        int(np.count_nonzero(majority)),
        int(np.count_nonzero(shared & ~alike & ~majority)),
        _pairs(matrix),
        bool(matrix.about.steps),
    )


def _pairs(matrix: LabelMatrix) -> tuple[PairKappa, ...]:
    if len(matrix.assessors) > _JUDGES_MOST:
        return ()
    found = []
    for pair in pair_agreements(matrix.labels, len(matrix.words), matrix.question, matrix.about.steps):
        kappa = (pair.linear or pair.kappa).value
        if not math.isnan(kappa):
            found.append(PairKappa(matrix.assessors[pair.a], matrix.assessors[pair.b], pair.items, kappa))
    return tuple(sorted(found, key=lambda one: one.kappa))
