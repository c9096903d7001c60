"""Assessors who are not judges (keys, models, the asker, people off the panel) against the judges."""

from typing import NamedTuple

import numpy as np

from jurybox.analysis.agreement import Consistency, cohen_kappa, confusion, label_counts, majority
from jurybox.analysis.agreement.coefficients import NOBODY_SHARED, Coefficient
from jurybox.analysis.label_matrix import LabelMatrix
from jurybox.collection.catalog import Catalog
from jurybox.collection.facts import Facts
from jurybox.collection.judges import judges


class OtherReport(NamedTuple):
    """A person or model who is no judge: kind, number of labels, and how they match the judges' majority."""

    assessor: int
    kind: str
    labels: int
    judges: Consistency


def other_reports(catalog: Catalog, facts: Facts, matrix: LabelMatrix) -> tuple[OtherReport, ...]:
    """Return how everybody in a matrix who is not a judge compares to the majority of the judges in it.

    `matrix` holds everybody's labels (`label_matrix(..., "everybody")`); rows of tables are the labels of the
    person compared. Items on which the judges are split are not compared.
    """
    is_judge = np.isin(matrix.assessors, judges(catalog, facts))
    kinds = len(matrix.words)
    counts = label_counts(matrix.labels[is_judge], kinds)
    most = np.where(counts.sum(axis=1) > 0, majority(counts), -1)
    found = []
    for row in np.flatnonzero(~is_judge).tolist():
        own, who = matrix.labels[row], matrix.assessors[row]
        table = confusion(own, most, kinds)
        items = int(table.sum())
        raw = Coefficient(int(np.trace(table)) / items) if items else Coefficient(float("nan"), NOBODY_SHARED)
        same = Consistency(items, raw, cohen_kappa(table), table)
        found.append(OtherReport(who, catalog.assessors[who].kind, int(np.count_nonzero(own >= 0)), same))
    return tuple(found)
