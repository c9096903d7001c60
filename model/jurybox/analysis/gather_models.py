"""Assessors that are models, apart from people: each against what most people say."""

from typing import NamedTuple

import numpy as np

from jurybox.analysis.agreement import Consistency, cohen_kappa, confusion, label_counts, majority
from jurybox.analysis.agreement.coefficients import NOBODY_SHARED, Figure
from jurybox.analysis.label_matrix import LabelMatrix
from jurybox.collection.catalog import Catalog


class ModelReport(NamedTuple):
    """A model, how many labels it gave, and how it compares to the majority of people."""

    assessor: int
    labels: int
    people: Consistency


def model_reports(catalog: Catalog, matrix: LabelMatrix) -> tuple[ModelReport, ...]:
    """Return how each model of a matrix compares to the people in it; rows of tables are the model's labels.

    `matrix` holds the labels of models too (`label_matrix(..., models=True)`). What people are split about
    is not compared.
    """
    is_model = np.array([catalog.assessors[who].kind == "model" for who in matrix.assessors], dtype=np.bool_)
    kinds = len(matrix.words)
    counts = label_counts(matrix.labels[~is_model], kinds)
    most = np.where(counts.sum(axis=1) > 0, majority(counts), -1)
    found = []
    for row in np.flatnonzero(is_model).tolist():
        own = matrix.labels[row]
        table = confusion(own, most, kinds)
        items = int(table.sum())
        raw = Figure(int(np.trace(table)) / items) if items else Figure(float("nan"), NOBODY_SHARED)
        same = Consistency(items, raw, cohen_kappa(table), table)
        found.append(ModelReport(matrix.assessors[row], int(np.count_nonzero(own >= 0)), same))
    return tuple(found)
