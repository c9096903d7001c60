"""Agreement of assessors: coefficients, pairs, confusion, drift, and each assessor against the others."""

from jurybox.analysis.agreement.assessors import Consistency, Stretch, drift, leave_one_out, self_consistency
from jurybox.analysis.agreement.coefficients import (
    Agreement,
    AgreementData,
    Coefficient,
    LabelAlphas,
    agreement,
    figures_of,
    label_agreements,
    label_counts,
    majority,
)
from jurybox.analysis.agreement.pairs import (
    PairAgreement,
    cohen_kappa,
    confusion,
    kappa_interval,
    pair_agreements,
    weighted_kappa,
)
from jurybox.analysis.agreement.unusual import unusual_assessors

__all__ = [
    "Agreement",
    "AgreementData",
    "Coefficient",
    "Consistency",
    "LabelAlphas",
    "PairAgreement",
    "Stretch",
    "agreement",
    "cohen_kappa",
    "confusion",
    "drift",
    "figures_of",
    "kappa_interval",
    "label_agreements",
    "label_counts",
    "leave_one_out",
    "majority",
    "pair_agreements",
    "self_consistency",
    "unusual_assessors",
    "weighted_kappa",
]
