"""Resampling experiments about measures: how far a score and a ranking can be trusted."""

from jurybox.analysis.studies.assessors import AssessorStudy, assessor_study
from jurybox.analysis.studies.collection_size import CollectionSize, collection_size
from jurybox.analysis.studies.error_rate import ErrorRate, error_rate
from jurybox.analysis.studies.fitting import Decay, fit_decay
from jurybox.analysis.studies.stability import Stability, disjoint_sets, stability
from jurybox.analysis.studies.swap import Swap, swap

__all__ = [
    "AssessorStudy",
    "CollectionSize",
    "Decay",
    "ErrorRate",
    "Stability",
    "Swap",
    "assessor_study",
    "collection_size",
    "disjoint_sets",
    "error_rate",
    "fit_decay",
    "stability",
    "swap",
]
